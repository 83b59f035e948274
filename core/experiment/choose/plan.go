// Package choose chooses the features of a regressed order: many sets of them are
// fitted to the scores of one half of a log, the one that does best on windows of the
// next quarter is taken, and windows of the last quarter, which nothing was chosen by,
// judge it. How well a polynomial fits scores says little of how it schedules; what it
// does on windows says it.
//
//   - plan.go: what is tried; fit.go: the sets, fitted
//   - choice.go: which is taken, and what it is worth
//   - words.go: the same in sentences
package choose

import (
	"errors"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/learn"
	"shadowtime/core/experiment/windows"
	"shadowtime/core/job"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// version of the Plan and Report formats.
const version = 1

// Plan is a choice among sets of features. Scores are made as Learn says, of a half of
// the log; Windows says how the quarters of the other half are cut into windows, and
// beside which orders, the first of which windows' slowdowns are divided by.
type Plan struct {
	Version int          `json:"version"`
	Learn   learn.Plan   `json:"learn"` // its features are sets to try, with each of Ridges
	Windows windows.Plan `json:"windows"`
	Terms   []Term       `json:"terms"` // all sets of these are tried too, without ridge,
	Most    int          `json:"most"`  // of so many at most
	Ridges  []float64    `json:"ridges"`
}

// Term is a feature that is searched, written as package learn does.
type Term struct{ learn.Term }

// MarshalText and UnmarshalText write it so in JSON.
func (x Term) MarshalText() ([]byte, error) { return []byte(x.String()), nil }
func (x *Term) UnmarshalText(b []byte) (err error) {
	x.Term, err = learn.ParseTerm(string(b))
	return err
}

// Bounds of a plan.
const (
	maxTerms  = 16
	maxMost   = 4
	maxRidges = 8
	maxSets   = 600 // each is replayed in every window
)

// Default tries the study's four polynomials, three of them without the submit time
// too, and all pairs of ten features, by weeks under EASY.
func Default() Plan {
	p := Plan{Version: version, Learn: learn.Default(), Windows: windows.Default(), Most: 2, Ridges: []float64{0, 0.01, 1}}
	p.Learn.Part, p.Learn.Trials = study.FirstHalf, 8192
	p.Learn.Features = "lin,p+q,qdr,p+q+p^2+q^2+p q,cub,p+q+p^2+q^2+p q+p^3+q^3+p^2 q+p q^2,qua"
	p.Windows.Orders, p.Windows.Scenario, p.Windows.Days = []string{"FCFS", "SPF", "SAF", "F2", "LIN"}, windows.Easy, 7
	for _, text := range [...]string{"p", "q", "r", "p q", "sqrt(p)", "sqrt(p) q", "log(p)", "log(q)", "log(p) q", "log(r)"} {
		x, _ := learn.ParseTerm(text)
		p.Terms = append(p.Terms, Term{x})
	}
	return p
}

// Days is how long windows are, of a log of so many seconds, where nobody says it: a
// week, or less where a quarter has no seven of them, of which intervals need six.
func Days(span int64) int { return int(min(7, max(1, span/4/7/job.Day))) }

// Flags are the settings of all values of the plan, for the command: the page has its
// own question.
func (p *Plan) Flags() study.Settings {
	sets := p.Learn.Settings().Find("features").
		With("Sets of features", "sets of features to try, with each of --ridges: lin, qdr, cub, qua, or single features with +, as in "+
			"lin+log(p)+p q; with commas between sets")
	list := study.Settings{sets,
		study.Words("terms", func() string { return termsText(p.Terms) }, func(text string) error {
			terms, err := parseTerms(text)
			if err == nil {
				p.Terms = terms
			}
			return err
		}).With("Features searched", "all sets of at most --most of these are tried too: p, q, r, log(p), sqrt(q), p q and the like with "+
			"commas between them, or none"),
		study.Whole("most", &p.Most, 1, maxMost).With("At most", "how many of --terms a set has at most").Around("", "features"),
		study.Words("ridges", func() string { return ridgesText(p.Ridges) }, func(text string) error {
			ridges, err := parseRidges(text)
			if err == nil {
				p.Ridges = ridges
			}
			return err
		}).With("Ridges", "strengths with commas between them: what is added to the squared length of columns, which is 1, before the "+
			"sets of --features are fitted"),
	}
	for _, s := range p.Windows.Settings() {
		switch s.Key {
		case "orders":
			list = append(list, s.With("Beside", "orders that never saw the log, to judge the chosen one beside; the first is what "+
				"windows' slowdowns are divided by"))
		case "windows":
			list = append(list, s.With("Windows", "the first so many windows of each quarter, all there are if fewer"))
		case "days":
			list = append(list, s.With("Days of a window", "length of a window in days; as long as each quarter has seven, and at most "+
				"7, where it is not given"))
		case "scenario", "warm":
			list = append(list, s)
		}
	}
	half := study.HalfSetting(&p.Learn.Part).Only("first", "second").
		With("Half that is learned from", "first or second: the training half; of the other, one quarter chooses and the "+
			"next judges")
	return append(append(list, half), p.Learn.Settings().Without("protocol", "features", "ridge", "part")...)
}

func termsText(list []Term) string {
	var words []string
	for _, x := range list {
		words = append(words, x.String())
	}
	if words == nil {
		return none
	}
	return strings.Join(words, ",")
}

const none = "none"

func parseTerms(text string) (list []Term, err error) {
	if strings.TrimSpace(text) == none {
		return nil, nil
	}
next:
	for _, part := range strings.Split(text, ",") {
		x, err := learn.ParseTerm(strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		if x.Constant() {
			return nil, errors.New("1 is in every set: name other features, or " + none)
		}
		for _, y := range list {
			if x == y.Term {
				continue next
			}
		}
		list = append(list, Term{x})
	}
	if len(list) > maxTerms {
		return nil, errors.New("these are " + numeral.Count(len(list)) + " features: give at most " + strconv.Itoa(maxTerms))
	}
	return list, nil
}

func ridgesText(list []float64) string {
	var words []string
	for _, x := range list {
		words = append(words, numeral.Plain(x))
	}
	return strings.Join(words, ",")
}

func parseRidges(text string) (list []float64, err error) {
next:
	for _, part := range strings.Split(text, ",") {
		x, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || !(x >= 0 && x <= learn.MaxRidge) {
			return nil, errors.New("give numbers from 0 to " + strconv.Itoa(learn.MaxRidge) + " with commas between them")
		}
		for _, y := range list {
			if x == y {
				continue next
			}
		}
		list = append(list, x)
	}
	if len(list) > maxRidges {
		return nil, errors.New("these are " + numeral.Count(len(list)) + " ridges: give at most " + strconv.Itoa(maxRidges))
	}
	return list, nil
}

// Normalise checks the Plan and brings it into its one form.
func (p *Plan) Normalise() error {
	if err := p.Flags().CheckVersion(&p.Version, version); err != nil {
		return err
	}
	return p.Complete()
}

// Complete is Normalise of a plan whose own settings are known to be good: windows are
// of the same workload as scores.
func (p *Plan) Complete() error {
	p.Learn.Protocol, p.Learn.Ridge = "", 0
	if err := p.Learn.Normalise(); err != nil {
		return err
	}
	p.Windows.Workload, p.Windows.Tau = p.Learn.Workload, p.Learn.Tau
	p.Windows.Part, p.Windows.Starts, p.Windows.Dialect = study.WholeLog, nil, windows.Shadowtime
	for _, name := range p.Windows.Orders {
		if own(order.Label(name)) {
			return errors.New("orders: " + strconv.Quote(order.Label(name)) + " names an order that is tried: give yours another name")
		}
	}
	if err := p.Windows.Normalise(); err != nil {
		return err
	}
	if n := len(p.sets()); n > maxSets {
		return errors.New("these are " + numeral.Count(n) + " sets of features: give at most " + numeral.Count(maxSets) +
			", by fewer terms, or fewer in a set")
	}
	return nil
}

// Parts are the quarters that choose and judge.
func (p *Plan) Parts() (choosing, judging study.Part) {
	choosing, judging, _ = p.Learn.Part.Other().Quarters()
	return choosing, judging
}

// Quarter asks for the windows of a part under the orders of the plan and all that were
// fitted. Both quarters are asked alike: what chooses reads the rows of the first.
func (p *Plan) Quarter(part study.Part, f Fitted) (windows.Plan, error) {
	w := p.Windows
	w.Part = part
	w.Orders = append([]string(nil), w.Orders...)
	for i := range f.Candidates {
		w.Orders = append(w.Orders, label(i)+"="+f.Candidates[i].Formula)
	}
	return w, w.Normalise()
}
