// Package react asks what queue orders do if users wait for their jobs before they submit
// more (package feedback): every order is replayed with the jobs as logged, task
// study.Logged, and with users who wait, a replicate of all orders a task. Both answers
// stand side by side; the range is that of the log's own weeks in the closed replays.
package react

import (
	"errors"
	"slices"

	"shadowtime/core/base/numeral"
	"shadowtime/core/sim"
	"shadowtime/core/sim/feedback"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// version of the Plan format.
const version = 1

// Plan asks what orders do if users wait for their jobs, on a log as it is.
type Plan struct {
	Version int `json:"version"`
	study.Workload
	Orders      []string      `json:"orders"`   // the baseline first
	Baseline    string        `json:"baseline"` // in front and for backfill, as each order
	Threshold   study.Seconds `json:"threshold"`
	Backfilling string        `json:"backfilling"`
	Promises    sim.Promises  `json:"promises,omitempty"` // of conservative backfilling
	study.Limits
	Dialect    string `json:"dialect"`
	Replicates int    `json:"replicates"` // replays of each order with users who wait
	Ends       string `json:"ends"`       // of jobs, that users waited for
	Tau        int64  `json:"tau"`        // bound of the slowdown, seconds
}

// Verb is how the command is asked for it.
var Verb = study.Verb{Name: Name}

// Whose ends of jobs users are taken to have waited for.
const (
	Auto      = "auto" // the log's own where it has the wait of every job
	Logged    = "logged"
	Simulated = "simulated" // by the replay under the baseline
)

// Default is what the page proposes, and the command.
func Default() Plan {
	p := Plan{Version: version, Workload: study.DefaultWorkload(), Orders: []string{"SPF", "SAF", "SQF"}, Baseline: "FCFS",
		Threshold: 40 * 3600, Backfilling: sim.Easy.String(), Dialect: sim.Shadowtime.String(), Replicates: feedback.Replicates,
		Ends: Auto, Tau: 10}
	p.Seed = 0
	return p
}

// maxReplicates is how many a plan may ask for.
const maxReplicates = 1000

// Settings are all values of the plan.
func (p *Plan) Settings() study.Settings {
	list := study.Settings{
		study.Orders("orders", &p.Orders).
			With("Queue orders", "queue orders to replay beside the baseline, for front and backfill alike: names and formulas with "+
				"commas between them, all (12), every"),
		study.Order("baseline", &p.Baseline).
			With("Baseline order", "the order that others are compared with"),
		study.ThresholdSetting(&p.Threshold),
		study.Whole("replicates", &p.Replicates, 1, maxReplicates).Display().
			With("Replicates", "replays with users who wait, of the baseline and of each order").
			Saying(func() string {
				return numeral.Count(p.Replicates) + numeral.Plural(p.Replicates, " replicate", " replicates")
			}),
		study.Named("ends", &p.Ends, study.Option{Value: Auto, Words: "the log’s own where it has all waits"},
			study.Option{Value: Logged, Words: "the log’s own"}, study.Option{Value: Simulated, Words: "those of the replay"}).
			With("Users waited for ends", "which ends of jobs users waited for: the log's own, which came from another scheduler, or "+
				"those of the replay under the baseline; auto: the log's own where it has the wait of every job").
			SayingOf(&p.Ends, map[string]string{Logged: "with the log’s own ends", Simulated: "with the replay’s ends"}),
		p.CleanSetting(),
	}
	list = append(list, p.WhatIf().Without("closed", "rules", "variant", "block", "week-start", "load", "load-by", "closer", "warmup",
		"drain")...)
	list = append(list, study.BackfillingSetting(&p.Backfilling), study.PromisesSetting(&p.Promises))
	list = append(append(list, p.LimitSettings()...), dialects(p.Details(&p.Dialect))...)
	seed := p.SeedSetting().With("Seed", "the same seed draws the same chances of users, on every machine")
	return append(list, seed, study.TauSetting(&p.Tau))
}

// dialects are details of a simulator that has one pass an instant.
func dialects(details study.Settings) study.Settings {
	d := details.Find("dialect")
	*d = d.Only(sim.Shadowtime.String(), sim.OCS.String()).
		Helping("ties and details as in shadowtime or ocs; pyss decides after every event alone, and can't be asked")
	return details
}

// Normalise checks the Plan and brings it into its one form: orders by their proper
// names, each once, the baseline first.
func (p *Plan) Normalise() error {
	if err := p.Settings().CheckVersion(&p.Version, version); err != nil {
		return err
	}
	p.Variant, p.Begin, p.Weeks, p.Warmup, p.Drain, p.Load, p.LoadBy, p.Closer = 0, 0, 0, 0, 0, 1, 0, 0 // the log as it is
	p.Workload.Normalise()
	backfill := ""
	if err := study.Scheduled(p.Backfilling, &backfill, &p.Promises, &p.Limits); err != nil {
		return err
	}
	p.Orders = append([]string{p.Baseline}, slices.DeleteFunc(slices.Clone(p.Orders),
		func(name string) bool { return name == p.Baseline })...)
	if len(p.Orders) == 1 {
		return errors.New("orders " + p.Baseline + ": name one besides the baseline")
	}
	return order.Distinct(p.Orders...)
}

// Steps is the number of progress steps of a task: one an order.
func (p *Plan) Steps() int { return len(p.Orders) }
