package online

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/job"
	"shadowtime/core/order"
	"shadowtime/core/sim"
	"shadowtime/core/study"
	"shadowtime/core/wire"
)

// Version of the Plan and Selection formats.
const Version = 1

// Baseline is the order that all others are compared with, and the one that
// runs while nothing is known.
const Baseline = "FCFS"

// Bounds of a Plan.
const (
	MaxOrders     = 64
	MaxStrategies = 200
	MaxPeriods    = 8       // lengths of a period in one plan
	MaxTurns      = 100_000 // periods of one replay
)

// Plan is a comparison of strategies over resamples of one trace, as data.
type Plan struct {
	Version int `json:"version"`
	study.Workload
	Orders      []string        `json:"orders"`     // that strategies choose from, FCFS first
	Strategies  []string        `json:"strategies"` // see ParseStrategy
	Periods     []study.Seconds `json:"periods"`    // lengths of a policy period
	Threshold   study.Seconds   `json:"threshold"`
	Backfilling string          `json:"backfilling"`
	Dialect     string          `json:"dialect"`

	Lambda       float64  `json:"lambda"`       // what a period keeps of the past's costs, 0 to 1
	Epsilon      float64  `json:"epsilon"`      // share of periods in which epsilon-greedy explores
	UntriedFirst bool     `json:"untriedFirst"` // orders not tried yet come first; the papers do not say
	DiscountJobs bool     `json:"discountJobs"` // λ acts on the numbers of jobs too; as published it does not
	Noise        float64  `json:"noise"`        // simulated periods are off by up to this fraction,
	JobNoise     float64  `json:"jobNoise"`     // simulated jobs by up to this one
	Feedback     Feedback `json:"feedback"`

	Resamples int `json:"resamples"`
	Bootstrap int `json:"bootstrap"` // bootstrap draws behind an interval
}

// Feedback says where the simulations of full and noisy feedback begin.
type Feedback uint8

const (
	// Empty: the jobs submitted in a period, alone, from an empty machine until
	// all have ended. Their summed wait is the period's cost. The published way.
	Empty Feedback = iota
	// Machine: the same from the machine as it was when the period began, with
	// the jobs that ran and waited there. The cost counts, of the jobs that
	// waited, what they wait from then on.
	Machine
)

var feedbackNames = [...]string{"empty", "machine"}

func (f Feedback) String() string { return feedbackNames[f] }

// ParseFeedback reads empty or machine.
func ParseFeedback(s string) (Feedback, error) {
	for i, n := range feedbackNames {
		if s == n {
			return Feedback(i), nil
		}
	}
	return 0, errors.New("feedback " + strconv.Quote(s) + " is not known: use empty or machine")
}

// MarshalText and UnmarshalText write it by name in JSON.
func (f Feedback) MarshalText() ([]byte, error) { return []byte(f.String()), nil }
func (f *Feedback) UnmarshalText(b []byte) (err error) {
	*f, err = ParseFeedback(string(b))
	return err
}

// Default is the comparison of Reis 2018, chapter 6, with every strategy and
// years of the usual length.
func Default() Plan {
	p := Plan{
		Version:      Version,
		Workload:     study.DefaultWorkload(),
		Strategies:   []string{"all"},
		Periods:      []study.Seconds{job.Day, job.Week},
		Threshold:    40 * 3600,
		Backfilling:  sim.Easy.String(),
		Dialect:      sim.Shadowtime.String(),
		Lambda:       1,
		Epsilon:      0.1,
		UntriedFirst: true,
		Noise:        0.2,
		JobNoise:     0.15,
		Resamples:    20,
		Bootstrap:    2000,
	}
	for _, o := range order.Twelve() {
		p.Orders = append(p.Orders, o.Name())
	}
	return p
}

// Normalise checks the Plan and brings it into its one form: orders by their
// proper names, FCFS first, "all" written out, each strategy and period once.
func (p *Plan) Normalise() error {
	if p.Version != Version {
		return errors.New("plan: version " + strconv.Itoa(p.Version) + " is not known: this program reads version " + strconv.Itoa(Version))
	}
	if err := p.names(); err != nil {
		return err
	}
	if _, err := sim.ParseDialect(p.Dialect); err != nil {
		return err
	}
	if _, err := sim.ParseBackfilling(p.Backfilling); err != nil {
		return err
	}
	if err := p.Workload.Normalise(); err != nil {
		return err
	}
	p.Resamples = p.Traces(p.Resamples)
	if p.Threshold < 0 {
		p.Threshold = study.None
	}
	if err := p.periods(); err != nil {
		return err
	}
	for _, c := range []struct {
		what string
		x    float64
	}{{"lambda", p.Lambda}, {"epsilon", p.Epsilon}, {"noise", p.Noise}, {"job noise", p.JobNoise}} {
		if !(c.x >= 0 && c.x <= 1) {
			return errors.New(c.what + " is " + number(c.x) + ": give a fraction from 0 to 1")
		}
	}
	return study.Within(
		study.Bound{What: "feedback", N: int64(p.Feedback), Lo: 0, Hi: int64(Machine)},
		study.Bound{What: "resamples", N: int64(p.Resamples), Lo: 1, Hi: study.MaxResamples},
		study.Bound{What: "bootstrap", N: int64(p.Bootstrap), Lo: 100, Hi: study.MaxBootstrap},
		study.Bound{What: "threshold", N: int64(p.Threshold), Lo: -1, Hi: job.MaxTime},
	)
}

// names brings orders and strategies into form.
func (p *Plan) names() error {
	orders := []string{Baseline}
	for _, s := range p.Orders {
		o, err := order.Parse(s)
		if err != nil {
			return err
		}
		if !slices.Contains(orders, o.Name()) {
			orders = append(orders, o.Name())
		}
	}
	var strategies []string
	for _, name := range p.Strategies {
		list := []string{name}
		if strings.TrimSpace(name) == "all" {
			list = everything(orders)
		}
		for _, name := range list {
			s, err := ParseStrategy(name)
			if err != nil {
				return err
			}
			if s.Base == Fixed && !slices.Contains(orders, s.Order) {
				return errors.New("strategy " + strconv.Quote(name) + ": " + s.Order + " is not among the orders of the plan: add it there")
			}
			if !slices.Contains(strategies, s.Name()) {
				strategies = append(strategies, s.Name())
			}
		}
	}
	p.Orders, p.Strategies = orders, strategies
	return study.Within(
		study.Bound{What: "number of orders", N: int64(len(orders)), Lo: 1, Hi: MaxOrders},
		study.Bound{What: "number of strategies", N: int64(len(strategies)), Lo: 1, Hi: MaxStrategies},
	)
}

func (p *Plan) periods() error {
	var list []study.Seconds
	for _, d := range p.Periods {
		if d < 1 || int64(d) > job.MaxTime {
			return errors.New("period is " + strconv.FormatInt(int64(d), 10) + " s: give day, week or a duration such as 12h")
		}
		if n := int64(p.Weeks) * job.Week / int64(d); n > MaxTurns {
			return errors.New("period " + d.String() + ": " + strconv.FormatInt(n, 10) + " periods in " + strconv.Itoa(p.Weeks) +
				" weeks: take longer ones, at most " + strconv.Itoa(MaxTurns) + " fit")
		}
		if !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	p.Periods = list
	return study.Within(study.Bound{What: "number of periods", N: int64(len(list)), Lo: 1, Hi: MaxPeriods})
}

// ParsePeriod reads day, week, or a duration as study.ParseSeconds does.
func ParsePeriod(s string) (study.Seconds, error) {
	switch s = strings.ToLower(strings.TrimSpace(s)); s {
	case "day":
		return job.Day, nil
	case "week":
		return job.Week, nil
	}
	d, err := study.ParseSeconds(s)
	if err == nil && d < 1 {
		err = errors.New("period " + strconv.Quote(s) + ": give day, week or a duration such as 12h")
	}
	return d, err
}

// PeriodName is what ParsePeriod reads: day, week or a duration; "" for none.
func PeriodName(d study.Seconds) string {
	switch d {
	case study.None:
		return ""
	case job.Day:
		return "day"
	case job.Week:
		return "week"
	}
	return d.String()
}

// Entry is one line of the outcome: a strategy with its period.
type Entry struct {
	Strategy Strategy
	Period   study.Seconds // None for fixed orders
	At       int           // where its Course is: in Row.Fixed or in Row.Learnt
}

// Name is the strategy with its period, as in "full, day".
func (e Entry) Name() string {
	if e.Period == study.None {
		return e.Strategy.Name()
	}
	return e.Strategy.Name() + ", " + PeriodName(e.Period)
}

// Entries lists the outcome's lines: strategies in the plan's order, each with
// every period, fixed orders once. The plan must be normalised.
func (p *Plan) Entries() []Entry {
	var list []Entry
	learnt := 0
	for _, name := range p.Strategies {
		s, err := ParseStrategy(name)
		if err != nil {
			continue // not normalised
		}
		if s.Base == Fixed {
			list = append(list, Entry{s, study.None, slices.Index(p.Orders, s.Order)})
			continue
		}
		for _, d := range p.Periods {
			list = append(list, Entry{s, d, learnt})
			learnt++
		}
	}
	return list
}

// Key names what a task depends on besides its trace: plans that differ only
// in how many resamples are wanted, or how they are shown, share their rows.
func (p Plan) Key() string {
	p.Resamples, p.Bootstrap = 0, 0
	var w wire.Writer
	p.Encode(&w)
	return string(w.B)
}

// Encode writes the plan for a worker.
func (p *Plan) Encode(w *wire.Writer) {
	w.Int(int64(p.Version))
	p.Workload.Encode(w)
	strings := func(list []string) {
		w.Int(int64(len(list)))
		for _, s := range list {
			w.String(s)
		}
	}
	strings(p.Orders)
	strings(p.Strategies)
	w.Int(int64(len(p.Periods)))
	for _, d := range p.Periods {
		w.Int(int64(d))
	}
	w.Int(int64(p.Threshold))
	w.String(p.Backfilling)
	w.String(p.Dialect)
	w.Float(p.Lambda)
	w.Float(p.Epsilon)
	w.Bool(p.UntriedFirst)
	w.Bool(p.DiscountJobs)
	w.Float(p.Noise)
	w.Float(p.JobNoise)
	w.Int(int64(p.Feedback))
	w.Int(int64(p.Resamples))
	w.Int(int64(p.Bootstrap))
}

// DecodePlan reads what Encode wrote; Normalise checks it.
func DecodePlan(r *wire.Reader) Plan {
	p := Plan{Version: int(r.Int())}
	p.Workload = study.DecodeWorkload(r)
	strings := func() (list []string) {
		for n := r.Len(); n > 0; n-- {
			list = append(list, r.String())
		}
		return list
	}
	p.Orders = strings()
	p.Strategies = strings()
	for n := r.Len(); n > 0; n-- {
		p.Periods = append(p.Periods, study.Seconds(r.Int()))
	}
	p.Threshold = study.Seconds(r.Int())
	p.Backfilling = r.String()
	p.Dialect = r.String()
	p.Lambda = r.Float()
	p.Epsilon = r.Float()
	p.UntriedFirst = r.Bool()
	p.DiscountJobs = r.Bool()
	p.Noise = r.Float()
	p.JobNoise = r.Float()
	p.Feedback = Feedback(min(uint64(r.Int()), 255))
	p.Resamples = int(r.Int())
	p.Bootstrap = int(r.Int())
	return p
}
