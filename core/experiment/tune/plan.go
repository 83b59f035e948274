package tune

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/job"
	"shadowtime/core/job/overview"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
	"shadowtime/core/study/protocol"
)

// Name is the kind's name: in messages to workers, in links, in files of rows.
const Name = "tune"

// Kind is the search as workers and campaigns compute it.
func Kind() study.Kind {
	return study.KindOf[Plan, Row](Name, func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) })
}

// Rows are the rows known of a plan on a log.
type Rows = study.Rows[Row, *Row]

// Verb is how the command is asked for it.
var Verb = study.Verb{Name: "tune", Always: []string{"threshold"}}

// version of the Plan and Tuning formats.
const version = 1

// Baseline is the order, primary and backfill and without threshold, that all
// choices are compared with: what a machine does before anybody tunes it.
const Baseline = "FCFS"

// Bounds of a Plan.
const (
	MaxOrders     = 32
	MaxThresholds = 32
	MaxBound      = 1000
)

// Plan is a search over single weeks of the two halves of one trace, as data.
type Plan struct {
	Version  int    `json:"version"`
	Protocol string `json:"protocol,omitempty"` // of a published study, see package protocol; "": none
	study.Workload
	Primaries  []string        `json:"primaries"`  // every one of them is tried
	Backfills  []string        `json:"backfills"`  // with every one of these
	Thresholds []study.Seconds `json:"thresholds"` // and every one of these: none first, then falling
	Objective  Objective       `json:"objective"`  // what the learned choice is best in
	// its MaxWait on training weeks is at most so many times the baseline's, 0: whatever it is
	Bound float64 `json:"bound"`
	study.Limits
	Dialect   string `json:"dialect"`
	Resamples int    `json:"resamples"` // weeks drawn from each half
	Tau       int64  `json:"tau"`       // bound of the slowdown, seconds
	Bootstrap int    `json:"bootstrap"` // draws of the training weeks that say how sure the choice is
}

// Objective is what is to be small.
type Objective uint8

const (
	AvgWait Objective = iota // the mean wait
	AvgBsld                  // the mean bounded slowdown
)

var objectiveNames = [...]string{"avgWait", "avgBsld"}

func (o Objective) String() string { return objectiveNames[o] }

// parseObjective reads avgWait or avgBsld.
func parseObjective(s string) (Objective, error) {
	for i, n := range objectiveNames {
		if s == n {
			return Objective(i), nil
		}
	}
	return 0, errors.New("objective " + strconv.Quote(s) + " is not known: use avgWait or avgBsld")
}

// MarshalText and UnmarshalText write it by name in JSON.
func (o Objective) MarshalText() ([]byte, error) { return []byte(o.String()), nil }
func (o *Objective) UnmarshalText(b []byte) (err error) {
	*o, err = parseObjective(string(b))
	return err
}

// Default is the published search, with thresholds that keep waits within days: none is
// for those who ask for it. The study's example has none and 20 h.
func Default() Plan {
	p := Plan{
		Version:    version,
		Workload:   study.DefaultWorkload(),
		Primaries:  Seven(),
		Backfills:  Seven(),
		Thresholds: []study.Seconds{80 * 3600, 40 * 3600, 20 * 3600},
		Dialect:    sim.Shadowtime.String(),
		Resamples:  250,
		Tau:        10,
		Bootstrap:  2000,
	}
	p.Clean, _ = job.ParsePreset("queue-tuning")
	p.Weeks = 1
	return p
}

// Sweep are the thresholds that a search over them tries.
func Sweep() []study.Seconds {
	list := []study.Seconds{study.None}
	for _, hours := range []study.Seconds{100, 80, 60, 40, 20, 10, 5, 2, 1} {
		list = append(list, hours*3600)
	}
	return list
}

// Settings are all values of the plan.
func (p *Plan) Settings() study.Settings {
	list := study.Settings{
		protocol.Setting(Name, &p.Protocol, p.Settings),
		study.Words("pairs", func() string { return pairsText(p.Primaries, p.Backfills) }, func(text string) error {
			primaries, backfills, err := ParsePairs(text)
			if err == nil {
				p.Primaries, p.Backfills = primaries, backfills
			}
			return err
		}).With("Pairs of orders", "what is tried: 7x7 (the published search), 12x12, every, or primary orders x backfilling orders, as "+
			"in "+
			"\"FCFS,SPF x SPF,LEXP\" or \"every,p*q x all\""),
		study.Words("threshold", func() string { return ThresholdsText(p.Thresholds) }, func(text string) error {
			thresholds, err := ParseThresholds(text)
			if err == nil {
				p.Thresholds = thresholds
			}
			return err
		}).Once("thresholds").Unless("none,20h").
			With("Thresholds", "jobs that waited longer go first: none, a duration such as 20h, several with commas, or sweep (none and "+
				"nine from 1h to 100h)"),
		study.One("objective", &p.Objective, study.Option{Value: "avgWait", Words: "average wait"},
			study.Option{Value: "avgBsld", Words: "bounded slowdown"}).Display().
			With("What is to be small", "what is to be small: avgWait or avgBsld"),
		study.Words("bound", func() string { return numeral.Plain(p.Bound) }, func(text string) error {
			x, err := strconv.ParseFloat(text, 64)
			if err != nil || !(x == 0 || x >= 1 && x <= MaxBound) {
				return errors.New("give how many times the baseline's MaxWait a choice may have, from 1 to 1000, or 0 for no bound")
			}
			p.Bound = x
			return nil
		}).Display().
			With("Bound on the longest wait", "the chosen setting's MaxWait is at most so many times the baseline's, 1 or more (0: no "+
				"bound)"),
		study.Whole("weeks", &p.Resamples, 1, study.MaxResamples).Once("resamples").Display().
			With("Weeks of each half", "number of weeks drawn from each half of the log"),
		p.CleanSetting(),
	}
	list = append(append(list, p.WhatIf().Without("week-start")...), p.LimitSettings()...)
	return append(append(list, p.Details(&p.Dialect)...),
		p.SeedSetting(), study.TauSetting(&p.Tau), study.BootstrapSetting(&p.Bootstrap).With("Bootstrap draws",
			"draws of the training weeks that say how sure the choice is"))
}

// Suit makes the plan one for a log, see study.Suiting: weeks are drawn from each half.
func (p *Plan) Suit(o *overview.Overview) { p.SuitWeeks(min(o.HalfWeeks[0], o.HalfWeeks[1])) }

// Normalise checks the Plan and brings it into its one form: single weeks,
// orders by their proper names and each once, thresholds none first and then
// from the longest to the shortest.
func (p *Plan) Normalise() error {
	if err := p.Settings().CheckVersion(&p.Version, version); err != nil {
		return err
	}
	p.Workload.Normalise()
	p.Weeks, p.Resamples = 1, p.Traces(p.Resamples)
	if p.Warmup+p.Drain >= 7 {
		return errors.New("warm-up and drain leave nothing of a single week to count: give fewer than 7 days in all")
	}
	p.Thresholds = slices.Clone(p.Thresholds)
	sorted.Stable(p.Thresholds, func(a, b study.Seconds) int { return cmp.Compare(uint64(b), uint64(a)) }) // none is -1, the largest
	for _, c := range []struct {
		what    string
		n, most int
	}{{"primary orders", len(p.Primaries), MaxOrders}, {"backfilling orders", len(p.Backfills), MaxOrders},
		{"thresholds", len(p.Thresholds), MaxThresholds}} {
		if c.n < 1 || c.n > c.most {
			return errors.New("number of " + c.what + " is " + strconv.Itoa(c.n) + ": give 1 to " + strconv.Itoa(c.most))
		}
	}
	return order.Distinct(append(slices.Clone(p.Primaries), p.Backfills...)...)
}

// ThresholdsText writes thresholds as ParseThresholds reads them.
func ThresholdsText(list []study.Seconds) string {
	var words []string
	for _, s := range list {
		words = append(words, s.String())
	}
	return strings.Join(words, ",")
}

// ParseThresholds reads sweep, or durations with commas, each kept once.
func ParseThresholds(text string) (list []study.Seconds, err error) {
	if text == "" {
		return nil, nil
	}
	if text == "sweep" {
		return Sweep(), nil
	}
	for _, x := range strings.Split(text, ",") {
		d, err := study.ParseSeconds(strings.TrimSpace(x))
		if err != nil {
			return nil, err
		}
		if !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	return list, nil
}

// Pairs is the number of pairs of orders. Pair i has primary order
// i / len(Backfills) and backfilling order i % len(Backfills).
func (p *Plan) Pairs() int { return len(p.Primaries) * len(p.Backfills) }

// Choices is the number of pairs with a threshold. Choice c has pair
// c / len(Thresholds) and threshold c % len(Thresholds).
func (p *Plan) Choices() int { return p.Pairs() * len(p.Thresholds) }

// Choice is a pair of orders, by their labels, with a threshold: one setting of
// the scheduler.
type Choice struct {
	Primary, Backfill string
	Threshold         study.Seconds
}

// Choice is the one with a number, 0 to Choices()-1.
func (p *Plan) Choice(c int) Choice {
	pair := c / len(p.Thresholds)
	return Choice{order.Label(p.Primaries[pair/len(p.Backfills)]), order.Label(p.Backfills[pair%len(p.Backfills)]),
		p.Thresholds[c%len(p.Thresholds)]}
}

// Find is the number of a choice, false when the plan does not try it.
func (p *Plan) Find(x Choice) (c int, ok bool) {
	i, j := labelled(p.Primaries, x.Primary), labelled(p.Backfills, x.Backfill)
	k := slices.Index(p.Thresholds, x.Threshold)
	if i < 0 || j < 0 || k < 0 {
		return 0, false
	}
	return (i*len(p.Backfills)+j)*len(p.Thresholds) + k, true
}

// labelled is the place of a label in a list of names, -1 when it is not there.
func labelled(names []string, label string) int {
	return slices.IndexFunc(names, func(name string) bool { return order.Label(name) == label })
}

// IsBaseline says whether the choice is what others are compared with.
func (x Choice) IsBaseline() bool {
	return x.Primary == Baseline && x.Backfill == Baseline && x.Threshold < 0
}

// Key names what a task depends on besides its trace.
func (p Plan) Key() string { return p.Settings().TaskKey() }

// Steps is the number of progress steps of a task: one a pair and half.
func (p *Plan) Steps() int { return 2 * p.Pairs() }
