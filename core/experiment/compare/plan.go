package compare

import (
	"slices"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job/overview"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
	"shadowtime/core/study/protocol"
)

// Version of the Plan and Report formats.
const Version = 1

// Plan is a comparison of queue orders over resamples of one trace, as data:
// a link is a Plan, a saved study is a Plan with its Report.
type Plan struct {
	Version  int    `json:"version"`
	Protocol string `json:"protocol,omitempty"` // of a published study, see package protocol; "": none
	study.Workload
	Orders      []string      `json:"orders"`
	Baseline    string        `json:"baseline"`
	Threshold   study.Seconds `json:"threshold"`
	Backfilling string        `json:"backfilling"`
	Backfill    string        `json:"backfill,omitempty"` // order of the jobs behind the head, "": as the front has it
	Promises    sim.Promises  `json:"promises,omitempty"` // of conservative backfilling
	study.Limits
	Dialect   string `json:"dialect"`
	Resamples int    `json:"resamples"`
	Tau       int64  `json:"tau"` // bound of the slowdown, seconds
	// half-width of the simulation error at which fewer resamples will do (a fraction of the baseline's wait), 0: all are made
	Stop      float64 `json:"stop"`
	Interval  string  `json:"interval"`  // of the simulation error: percentile, bca or fieller
	Bootstrap int     `json:"bootstrap"` // bootstrap draws behind an interval
	Margin    float64 `json:"margin"`    // orders whose changes differ by less are the same, a fraction of the baseline's wait
}

// Verb is how the command is asked for it.
var Verb = study.Verb{Name: "compare", Always: []string{"weeks"}}

// The intervals that a report can carry: bootstrap percentiles of the pairs,
// the same bias-corrected and accelerated, or the paired t interval of a ratio.
const (
	Percentile = "percentile"
	BCa        = "bca"
	Fieller    = "fieller"
)

// Default is the comparison that the page proposes.
func Default() Plan {
	return Plan{
		Version:     Version,
		Workload:    study.DefaultWorkload(),
		Orders:      order.Names(order.Twelve()),
		Baseline:    "FCFS",
		Threshold:   40 * 3600,
		Backfilling: sim.Easy.String(),
		Dialect:     sim.Shadowtime.String(),
		Resamples:   60,
		Tau:         10,
		Interval:    Fieller,
		Bootstrap:   2000,
		Margin:      0.02,
	}
}

// Settings are all values of the plan.
func (p *Plan) Settings() study.Settings {
	list := study.Settings{
		protocol.Setting(Name, &p.Protocol, p.Settings),
		study.Pairs("orders", &p.Orders).
			With("Queue orders", "names and formulas (p*sqrt(q)) with commas between them; all stands for the 12 of the studies, every "+
				"for all known: every,p*q"),
		study.Pair("baseline", &p.Baseline).
			With("Baseline order", "the order that others are compared with"),
		study.ThresholdSetting(&p.Threshold),
		study.ResamplesSetting(&p.Resamples),
		p.WeeksSetting(),
		p.CleanSetting(),
	}
	list = append(append(list, p.WhatIf()...), study.BackfillingSetting(&p.Backfilling),
		study.BackfillSetting(&p.Backfill), study.PromisesSetting(&p.Promises))
	list = append(list, p.LimitSettings()...)
	return append(append(list, p.Details(&p.Dialect)...),
		p.SeedSetting(),
		study.Real("stop", &p.Stop, 0, 1).Display().
			With("Stop early", "looked at after 20, 40, 80, … resamples; the number above is then the most").
			Helping("end at 20, 40, 80, ... resamples once the simulation error of every order is at most so wide to each side "+
				"(Fieller), a fraction (0.02: two points), 0: never").
			Saying(func() string { return "stopping at intervals within ±" + numeral.Plain(100*p.Stop) + " points" }),
		study.Named("interval", &p.Interval, study.Option{Value: Fieller, Words: "paired t of the ratio (Fieller)"},
			study.Option{Value: Percentile, Words: "bootstrap percentiles"},
			study.Option{Value: BCa, Words: "bootstrap, bias-corrected and accelerated"}).Display().
			With("Simulation error", "its kind, at 95 %; Fieller's covers best where waits have heavy tails").
			Helping("kind of the simulation error, at 95 %: fieller (paired t of the ratio), percentile or bca (bootstrap)"),
		study.TauSetting(&p.Tau),
		study.BootstrapSetting(&p.Bootstrap),
		study.Real("margin", &p.Margin, 0, 1).Display().
			With("The same within", "orders whose changes are shown to differ by less than this are called the same").Around("",
			"of the baseline’s wait").
			Helping("orders whose changes are shown to differ by less are called the same, a fraction (0.02: two points)").
			Saying(func() string { return "the same within " + numeral.Plain(100*p.Margin) + " points" }),
	)
}

// Suit makes the plan one for a log, see study.Suiting.
func (p *Plan) Suit(o *overview.Overview) { p.SuitWeeks(p.WholeWeeks(o)) }

// Normalise checks the Plan and brings it into its one form: orders by their
// proper names, each once, the baseline first.
func (p *Plan) Normalise() error {
	if err := p.Settings().CheckVersion(&p.Version, Version); err != nil {
		return err
	}
	p.Workload.Normalise()
	if err := study.Scheduled(p.Backfilling, &p.Backfill, &p.Promises, &p.Limits); err != nil {
		return err
	}
	p.Orders = append([]string{p.Baseline}, slices.DeleteFunc(slices.Clone(p.Orders),
		func(name string) bool { return name == p.Baseline })...)
	p.Resamples = p.Traces(p.Resamples)
	return order.Distinct(append(slices.Clone(p.Orders), p.Backfill)...)
}

// Key names what a task depends on besides its trace.
func (p Plan) Key() string { return p.Settings().TaskKey() }

// Steps is the number of progress steps of a task: one an order.
func (p *Plan) Steps() int { return len(p.Orders) }
