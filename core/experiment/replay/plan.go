// Package replay is a schedule, or two side by side, as workers compute them: a task
// gives the jobs of the log, or of a resample, with their starts; details answer why
// a job waited, what the scheduler saw at an instant, and how other ways of
// scheduling would have done. Contrast sets two schedules of the same jobs side by
// side: where they part, who waits less and who more, and by how much.
package replay

import (
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/sim"
	"shadowtime/core/study"
)

// JobBytes is what a job of two schedules takes of a tab's memory beside the log where
// both are shown, the worker's share with it: measured with CEA-Curie in Chromium.
// MaxUnasked is how many jobs a page replays without asking first.
const (
	JobBytes   = 600
	MaxUnasked = 500_000
)

// version of the Plan's format.
const version = 1

// Plan is what to replay, as data. Task study.Logged is the whole log, task k
// resample k.
type Plan struct {
	Version int `json:"version"`
	study.Workload
	Order       string        `json:"order"`
	Beside      string        `json:"beside"` // the other schedule's order, Nothing or AsItRan
	Threshold   study.Seconds `json:"threshold"`
	Backfilling string        `json:"backfilling"`
	Backfill    string        `json:"backfill,omitempty"` // order of the jobs behind the head, "": as the front has it
	Promises    sim.Promises  `json:"promises,omitempty"`
	study.Limits
	Dialect string `json:"dialect"`
}

// What may stand beside a schedule besides an order: no other, or the one that the
// log itself says, which whoever has the log knows (why.Logged).
const (
	Nothing = "nothing"
	AsItRan = "logged"
)

// Default is the replay that the page proposes.
func Default() Plan {
	return Plan{Version: version, Workload: study.DefaultWorkload(), Order: "SAF", Beside: "FCFS", Threshold: 40 * 3600,
		Backfilling: sim.Easy.String(), Dialect: sim.Shadowtime.String()}
}

// Opening is what the page shows before anything else is chosen: the machine's own record
// beside FCFS with EASY.
func Opening() Plan {
	p := Usual()
	p.Beside = AsItRan
	return p
}

// Named is what a schedule of the plan is called by the order that made it: "FCFS with
// EASY, threshold 40 h".
func (p *Plan) Named(order string) string {
	if order == ItRan {
		return numeral.Capital(order)
	}
	switch p.Backfilling {
	case sim.NoBackfilling.String():
		order += " without backfilling"
	case sim.Conservative.String():
		order += " with conservative backfilling"
	default:
		order += " with EASY"
	}
	if p.Threshold != study.None {
		order += ", threshold " + p.Threshold.Words()
	}
	return order
}

// Settings are all values of the plan.
func (p *Plan) Settings() study.Settings {
	list := study.Settings{
		study.Pair("order", &p.Order).With("Queue order", "the order of the schedule that is shown"),
		study.Words("beside", func() string { return p.Beside }, p.setBeside).
			With("Beside it", "another order, nothing, or logged: as the log says that it ran"),
		study.ThresholdSetting(&p.Threshold),
		p.WeeksSetting(),
		p.CleanSetting(),
	}
	list = append(append(list, p.WhatIf()...), study.BackfillingSetting(&p.Backfilling),
		study.BackfillSetting(&p.Backfill), study.PromisesSetting(&p.Promises))
	list = append(list, p.LimitSettings()...)
	return append(append(list, p.Details(&p.Dialect)...), p.SeedSetting())
}

// LogSettings are those of how the machine is scheduled with all jobs of a log: what
// the verbs that replay a log have, which draw no weeks and suppose no other jobs.
func (p *Plan) LogSettings() study.Settings {
	return p.Settings().Without("order", "beside", "weeks", "variant", "block", "week-start", "load", "load-by", "closer", "warmup",
		"drain", "seed")
}

// Usual is what these verbs ask without flags.
func Usual() Plan {
	p := Default()
	p.Order, p.Beside, p.Threshold = "FCFS", Nothing, study.None
	return p
}

// Verb asks for one schedule, Diff for two: the second is shown, the first beside it.
func Verb(order string) study.Verb { return study.Verb{Name: Name + " --order " + study.Shell(order)} }
func Diff(a, b string) study.Verb {
	return study.Verb{Name: "diff --a " + study.Shell(a) + " --b " + study.Shell(b)}
}

// Linked is how a link asks for schedules: it always names the order, since one without
// any opens the page's Opening.
func Linked() study.Verb { return study.Verb{Always: []string{"order"}} }

// Command is the line that makes the schedules of the whole log; "" where no verb does:
// of jobs that come sooner, are wider or ask for less than the log says.
func (p *Plan) Command(log string) string {
	if p.Load != 1 || p.Closer != 0 {
		return ""
	}
	v, usual := Verb(p.Order), Usual()
	if p.Beside != Nothing {
		v = Diff(p.Beside, p.Order)
	}
	return p.LogSettings().Command(v, usual.LogSettings(), log)
}

func (p *Plan) setBeside(text string) error {
	for _, word := range []string{Nothing, AsItRan} {
		if strings.EqualFold(text, word) {
			p.Beside = word
			return nil
		}
	}
	return study.Pair("beside", &p.Beside).Set(text)
}

// Normalise checks the plan and brings it into its one form.
func (p *Plan) Normalise() error {
	if err := p.Settings().CheckVersion(&p.Version, version); err != nil {
		return err
	}
	p.Workload.Normalise()
	return study.Scheduled(p.Backfilling, &p.Backfill, &p.Promises, &p.Limits)
}

// Steps is the number of progress steps of a task: one a schedule that is computed.
func (p *Plan) Steps() int { return len(p.orders()) }

// orders are those of the schedules that are computed.
func (p *Plan) orders() []string {
	if p.Beside == Nothing || p.Beside == AsItRan {
		return []string{p.Order}
	}
	return []string{p.Order, p.Beside}
}

// Config is how a schedule under an order is made.
func (p *Plan) Config(name string) (sim.Config, error) {
	return study.Ordered(name, p.Backfill, p.Threshold, p.Backfilling, p.Dialect, p.Promises, p.Limits)
}
