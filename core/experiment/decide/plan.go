package decide

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
)

// Name is the kind's name: in messages to workers, in links, in files of rows.
const Name = "decide"

// Kind is the decision as workers and campaigns compute it.
func Kind() study.Kind {
	return study.KindOf[Plan, Row](Name, func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) })
}

// Rows are the rows known of a plan on a log.
type Rows = study.Rows[Row, *Row]

// Verb is how the command is asked for it.
var Verb = study.Verb{Name: Name}

// Version of the Plan and Report formats.
const Version = 1

// Bounds of a Plan.
const (
	MaxOrders     = 32 // orders, and backfilling orders
	MaxThresholds = 32
	MaxLongest    = 100
	// LeastLongest is how little more a longest wait can be held to: one of few jobs, it moves
	// so much when anything else does.
	LeastLongest = 1.05
)

// Measure is what is to be made better.
type Measure uint8

// The measures.
const (
	MeanWait Measure = iota
	MeanSlowdown
)

var measureNames = [...]string{"wait", "slowdown"}

func (m Measure) String() string { return measureNames[m] }

// MarshalText and UnmarshalText write it by name in JSON.
func (m Measure) MarshalText() ([]byte, error) { return []byte(m.String()), nil }
func (m *Measure) UnmarshalText(b []byte) error {
	for i, name := range measureNames {
		if string(b) == name {
			*m = Measure(i)
			return nil
		}
	}
	return errors.New("measure " + strconv.Quote(string(b)) + " is not known: use wait or slowdown")
}

// Plan is the question as data: what the site runs now, what may become of its longest wait,
// what is to be better, and what is tried.
type Plan struct {
	Version int `json:"version"`
	study.Workload
	Order       string        `json:"order"`       // that the site runs now, the queue's front and backfilling alike,
	Backfilling string        `json:"backfilling"` // how it backfills: easy, conservative or none; candidates do the same
	Threshold   study.Seconds `json:"threshold"`   // and after which wait jobs go first now
	Longest     float64       `json:"longest"`     // the longest wait may be so many times that of now: LeastLongest or more
	Measure     Measure       `json:"measure"`
	// Orders are tried for front and backfilling alike, Backfills behind the front as it is
	// now (with EASY backfilling), all with each of the Thresholds: none first, then falling.
	Orders     []string        `json:"orders"`
	Backfills  []string        `json:"backfills"`
	Thresholds []study.Seconds `json:"thresholds"`
	study.Limits
	Dialect string `json:"dialect"`
	Tau     int64  `json:"tau"`               // bound of the slowdown, seconds
	Also    string `json:"also,omitempty"`    // candidates tried besides: AlsoLearned, AlsoPredicted, AlsoBoth; "": none
	Without string `json:"without,omitempty"` // whose jobs are left out: heaviest, or a user's number; "": nobody's
	Draw    int    `json:"draw"`              // 0: the log as it was; k: resample number k of it, another year that might have been
}

// Default is the question that the page proposes.
func Default() Plan {
	p := Plan{
		Version:     Version,
		Workload:    study.DefaultWorkload(),
		Order:       "FCFS",
		Backfilling: sim.Easy.String(),
		Threshold:   study.None,
		Longest:     1.2,
		Orders:      []string{"SPF", "SQF", "SRF", "SAF", "LEXP", "SEXP"},
		Backfills:   []string{"SPF", "SAF"},
		Thresholds:  []study.Seconds{study.None},
		Dialect:     sim.Shadowtime.String(),
		Tau:         10,
	}
	for _, minutes := range []study.Seconds{9600, 4800, 2400, 1200, 600, 300, 120, 60, 30, 10} { // 160 h and less
		p.Thresholds = append(p.Thresholds, minutes*60)
	}
	return p
}

// Settings are all values of the plan.
func (p *Plan) Settings() study.Settings {
	list := study.Settings{
		study.Order("order", &p.Order).With("You run now", "the queue order that the machine runs now: what all else is compared with").
			Once("now-order"),
		study.BackfillingSetting(&p.Backfilling).Once("now-backfilling"),
		study.ThresholdSetting(&p.Threshold).With("Threshold now", "jobs that waited longer go first now: none or a duration such as 90m, "+
			"40h, 2d").Once("now-threshold"),
		study.Real("longest", &p.Longest, LeastLongest, MaxLongest).
			With("The longest wait may grow", "at most so many times the longest wait of now").Once("bound").
			Saying(func() string { return "longest waits up to " + numeral.Plain(p.Longest) + " times those of now" }),
		study.One("measure", &p.Measure, study.Option{Value: "wait", Words: "mean wait"},
			study.Option{Value: "slowdown", Words: "mean bounded slowdown"}).Display().
			With("Make better", "what is to be made better: wait (the mean wait) or slowdown (the mean bounded slowdown)"),
		study.Orders("orders", &p.Orders).
			With("Orders tried", "queue orders that are tried, for the front and for backfilling alike"),
		study.Orders("backfills", &p.Backfills).
			With("Backfilling orders tried", "orders that are tried for backfilling alone, behind the front as it is now: with EASY"),
		study.Words("thresholds", func() string { return thresholdsText(p.Thresholds) }, func(text string) error {
			list, err := parseThresholds(text)
			if err == nil {
				p.Thresholds = list
			}
			return err
		}).With("Thresholds tried", "none, durations such as 20h, several with commas: each is tried with every order"),
		p.CleanSetting(),
	}
	list = append(append(list, p.WhatIf()...), p.LimitSettings()...)
	list = append(list, study.Usually("also", &p.Also, study.Option{Value: "none", Words: "none besides"},
		study.Option{Value: AlsoLearned, Words: "orders that were learned by regression"},
		study.Option{Value: AlsoPredicted, Words: "run times predicted in place of requests"},
		study.Option{Value: AlsoBoth, Words: "learned orders and predicted run times"}).
		With("Also try", "candidates besides: learned (F1 to F4, orders by regression; others are formulas among the orders), predicted "+
			"(EASY behind FCFS with run times predicted from the user's last two jobs, as SPF and in order of arrival) or both").
		Saying(func() string { return "with " + alsoWords[p.Also] }))
	list = append(list, study.Words("without", func() string { return cmp.Or(p.Without, nobody) }, func(text string) error {
		if n, err := strconv.ParseInt(text, 10, 64); text != nobody && text != heaviest && (err != nil || n < 0) {
			return errors.New("give " + nobody + ", " + heaviest + ", or the number of a user in the log")
		}
		p.Without = strings.TrimPrefix(text, nobody)
		return nil
	}).With("Leave out a user", "what if: leave out the jobs of one user: heaviest (who takes most processor-hours), the number of a "+
		"user in the log, or nobody").
		Saying(func() string { return "without " + p.left() }).AddedLater(nobody))
	return append(append(list, p.Details(&p.Dialect)...), p.WeeksSetting(), p.SeedSetting(), study.TauSetting(&p.Tau),
		study.Whole("draw", &p.Draw, 0, study.MaxResamples).
			With("Another year", "0: the log as it was; k: resample number k of its weeks instead, "+
				"of no more weeks than it has").
			Saying(func() string { return "resample " + strconv.Itoa(p.Draw) + " instead of the log" }))
}

// What is tried besides.
const (
	AlsoLearned   = "learned"
	AlsoPredicted = "predicted"
	AlsoBoth      = "both"
)

var alsoWords = map[string]string{AlsoLearned: "learned orders", AlsoPredicted: "predicted run times",
	AlsoBoth: "learned orders and predicted run times"}

// besides are the candidates that are tried besides, each with all thresholds.
func (p *Plan) besides() (list []Candidate) {
	if p.Also == AlsoLearned || p.Also == AlsoBoth {
		for _, name := range []string{"F1", "F2", "F3", "F4"} {
			if !slices.Contains(p.Orders, name) && p.Order != name {
				list = append(list, Candidate{Front: name, Backfill: name})
			}
		}
	}
	predicts := p.Order == "FCFS" && p.Backfilling == sim.Easy.String() && p.Dialect != sim.OCS.String()
	if predicts && (p.Also == AlsoPredicted || p.Also == AlsoBoth) {
		for _, name := range []string{"FCFS", "SPF"} {
			list = append(list, Candidate{Front: p.Order, Backfill: name, Predicted: true})
		}
	}
	return list
}

// Who is left out.
const (
	nobody   = "nobody"
	heaviest = "heaviest"
)

// left says who is left out; "" where nobody is.
func (p *Plan) left() string {
	switch p.Without {
	case "":
		return ""
	case heaviest:
		return "the heaviest user"
	}
	return "user " + p.Without
}

// Suit makes the plan one for a log, see study.Suiting. A resample in the log's place has no more weeks than the log: what is
// shown rests on them, and more that are made of the same say no more.
func (p *Plan) Suit(o *overview.Overview) {
	weeks := p.WholeWeeks(o)
	if p.SuitWeeks(weeks); p.Draw > 0 && !p.Once() {
		p.Weeks = min(p.Weeks, weeks)
	}
}

// Normalise checks the Plan and brings it into its one form: each order once, thresholds
// none first and then from the longest to the shortest.
func (p *Plan) Normalise() error {
	if err := p.Settings().CheckVersion(&p.Version, Version); err != nil {
		return err
	}
	p.Workload.Normalise()
	var promises sim.Promises
	if err := study.Scheduled(p.Backfilling, new(string), &promises, &p.Limits); err != nil {
		return err
	}
	if p.Once() {
		p.Draw = 0
	}
	if p.Draw == 0 { // the log has its own
		p.Weeks = study.DefaultWorkload().Weeks
	}
	p.Backfills = slices.DeleteFunc(slices.Clone(p.Backfills), func(name string) bool {
		return name == p.Order || p.Backfilling != sim.Easy.String()
	})
	if len(p.Backfills) == 0 {
		p.Backfills = nil
	}
	p.Thresholds = slices.Clone(p.Thresholds)
	sorted.Stable(p.Thresholds, func(a, b study.Seconds) int { return cmp.Compare(uint64(b), uint64(a)) }) // none is -1, the largest
	p.Thresholds = slices.Compact(p.Thresholds)
	for _, c := range []struct {
		what    string
		n, most int
	}{{"orders and backfilling orders", len(p.Orders) + len(p.Backfills), MaxOrders}, {"thresholds", len(p.Thresholds), MaxThresholds}} {
		if c.n < 1 || c.n > c.most {
			return errors.New("number of " + c.what + " is " + strconv.Itoa(c.n) + ": give 1 to " + strconv.Itoa(c.most))
		}
	}
	return order.Distinct(append(append([]string{p.Order}, p.Orders...), p.Backfills...)...)
}

func thresholdsText(list []study.Seconds) string {
	var words []string
	for _, s := range list {
		words = append(words, s.String())
	}
	return strings.Join(words, ",")
}

func parseThresholds(text string) (list []study.Seconds, err error) {
	for _, x := range strings.Split(text, ",") {
		if x = strings.TrimSpace(x); x == "" {
			continue
		}
		d, err := study.ParseSeconds(x)
		if err != nil {
			return nil, err
		}
		list = append(list, d)
	}
	return list, nil
}

// Key names what a task depends on besides its trace.
func (p Plan) Key() string { return p.Settings().TaskKey() }

// Steps is the number of progress steps of a task: one a threshold, or one for each other assumption.
func (p *Plan) Steps() int { return max(len(p.Thresholds), len(assumptions)) }

// Pairs is how many orders are tried, each with every threshold.
func (p *Plan) Pairs() int { return len(p.Orders) + len(p.Backfills) + len(p.besides()) }

// Answering is how many tasks make the answer: one a pair of orders, then one a change of a rule.
func (p *Plan) Answering() int { return p.Pairs() + len(p.amendments()) }

// Tasks is how many there are beside the one of what is run now: those that make the answer, then one a pair of orders
// for the thresholds that it leaves, with a share of the other assumptions.
func (p *Plan) Tasks() int { return p.Answering() + p.Pairs() }

// pair is what task k tries with a threshold, from 1.
func (p *Plan) pair(k int, threshold study.Seconds) Candidate {
	c := Candidate{Front: p.Order}
	switch at := k - 1; {
	case at < len(p.Orders):
		c.Front, c.Backfill = p.Orders[at], p.Orders[at]
	case at < len(p.Orders)+len(p.Backfills):
		c.Backfill = p.Backfills[at-len(p.Orders)]
	default:
		c = p.besides()[at-len(p.Orders)-len(p.Backfills)]
	}
	c.Threshold = threshold
	return c
}

// candidate is a setting by its place: of each pair one a threshold.
func (p *Plan) candidate(at int) Candidate {
	per := len(p.Thresholds)
	return p.pair(1+at/per, p.Thresholds[at%per])
}

// now is what is run now.
func (p *Plan) now() Candidate {
	return Candidate{Front: p.Order, Backfill: p.Order, Threshold: p.Threshold}
}

// Candidate is a setting of the scheduler that is tried.
type Candidate struct {
	Front     string        `json:"primary"` // proper names of orders
	Backfill  string        `json:"backfill"`
	Threshold study.Seconds `json:"threshold"`
	// Predicted says that EASY plans with predicted run times in place of requests.
	Predicted bool `json:"predicted,omitempty"`
}

// Words names it: "SPF, 10 h"; "FCFS with SPF backfilling, no threshold".
func (c Candidate) Words() string {
	name := order.Label(c.Front)
	if c.Backfill != c.Front {
		name += " with " + order.Label(c.Backfill) + " backfilling"
	}
	if c.Predicted {
		name += " by predicted run times"
	}
	if c.Threshold < 0 {
		return name + ", no threshold"
	}
	return name + ", " + c.Threshold.Words()
}
