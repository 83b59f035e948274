package triples

import (
	"errors"
	"strconv"

	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/predictor"
	"shadowtime/core/study"
)

// Name is the kind's name: in messages to workers, in links, in files of rows.
const Name = "triples"

// Kind is the map of triples as workers and campaigns compute it.
func Kind() study.Kind {
	return study.KindOf[Plan, Row](Name, func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) })
}

// Rows are the rows known of a plan on a log.
type Rows = study.Rows[Row, *Row]

// version of the Plan format.
const version = 1

// Plan asks what triples do on the log itself, all of it, one task a triple.
type Plan struct {
	Version int `json:"version"`
	study.Workload
	study.Limits
	Triples   string        `json:"triples"` // see ParseList
	Threshold study.Seconds `json:"threshold"`
	Dialect   string        `json:"dialect"`
	Tau       int64         `json:"tau"` // bound of the slowdown, seconds
}

// Default is the study's 128, without threshold.
func Default() Plan {
	p := Plan{Version: version, Workload: study.Workload{Seed: 1, Load: 1}, Triples: Everything, Threshold: study.None,
		Dialect: sim.Shadowtime.String(), Tau: 10}
	p.Clean, _ = job.ParsePreset("prediction")
	return p
}

// Settings are all values of the plan.
func (p *Plan) Settings() study.Settings {
	list := study.Settings{
		ListSetting("triples", &p.Triples),
		study.ThresholdSetting(&p.Threshold),
		p.CleanSetting(),
	}
	list = append(list, p.WhatIf().Without("closed", "rules", "variant", "block", "week-start", "warmup", "drain")...)
	list = append(list, p.LimitSettings()...)
	return append(append(list, Ties(p.Details(&p.Dialect))...), p.SeedSetting(), study.TauSetting(&p.Tau))
}

// ListSetting are triples.
func ListSetting(key string, at *string) study.Setting {
	return study.Words(key, func() string { return *at }, func(text string) error {
		list, err := ParseList(text)
		if err == nil {
			*at = ListText(list)
		}
		return err
	}).With("Further ways", "ways to predict, correct and backfill: all (the 128 of the study), or names with commas, as in "+
		"requested-FCFS,ave2-incremental-SJBF,learned(square,linear,area)-doubling-SJBF")
}

// Ties are details of a simulator that knows predictions.
func Ties(details study.Settings) study.Settings {
	d := details.Find("dialect")
	*d = d.Only(sim.Shadowtime.String(), sim.PYSS.String()).
		Helping("ties and details as in shadowtime or pyss, the study's simulator (pyss cuts runs to their requests, which it raises to " +
			"the runs before where the cleaning has not cut them, rounds both up to a second, and corrects without a pass)")
	return details
}

// Normalise checks the Plan and brings it into its one form.
func (p *Plan) Normalise() error {
	if err := p.Settings().CheckVersion(&p.Version, version); err != nil {
		return err
	}
	p.Variant, p.Begin, p.Weeks, p.Warmup, p.Drain = 0, 0, 0, 0, 0 // nothing is drawn
	p.Workload.Normalise()
	list, err := ParseList(p.Triples)
	p.Triples = ListText(list)
	return err
}

// List are the triples of the tasks from 1: those of the plan, and the bound that
// none of them can pass, knowing run times exactly in either order.
func (p *Plan) List() []Triple {
	list, _ := ParseList(p.Triples)
	for _, backfill := range []string{FCFS, SJBF} {
		list = With(list, Triple{Predictor: Clairvoyant, Loss: predictor.ELoss, Backfill: backfill})
	}
	return list
}

// Steps is the number of progress steps of a task.
func (p *Plan) Steps() int { return 1 }

// Row is what the triple of task K did; task study.Logged is EASY with requests.
type Row struct {
	K           int
	Run         metric.Run
	Accuracy    predictor.Accuracy
	Corrections int64
}

// Outcome is it with its triple.
func (r *Row) Outcome(x Triple) Outcome { return Outcome{x, r.Run, r.Accuracy, int(r.Corrections)} }

// Number is the task's.
func (r *Row) Number() int { return r.K }

// Wire sends or takes the row.
func (r *Row) Wire(b wire.Both) { b.All(&r.K, &r.Run, &r.Accuracy, &r.Corrections) }

// EASY is what there is without predictions: the baseline of all triples.
var EASY = Triple{Predictor: Requested, Loss: predictor.ELoss, Backfill: FCFS}

// Runner computes the tasks of one plan on one trace, one after another, in buffers
// of its own: give each goroutine or worker its own.
type Runner struct {
	plan  Plan
	under sim.Foresight
	trace job.Trace
	list  []Triple
	stage Stage
}

// NewRunner prepares the tasks of a plan. The trace is the log cleaned with the
// plan's rules.
func NewRunner(t *job.Trace, p Plan) (*Runner, error) {
	if err := p.Normalise(); err != nil {
		return nil, err
	}
	if t.Len() == 0 {
		return nil, errors.New("the log has no jobs: nothing can be predicted")
	}
	r := &Runner{plan: p, list: append([]Triple{EASY}, p.List()...)}
	p.Whole(&r.trace, t)
	var err error
	r.under, err = study.Foresight(p.Threshold, p.Limits, p.Dialect)
	return r, err
}

// Steps is the number of progress steps of a task.
func (r *Runner) Steps() int { return r.plan.Steps() }

// Task replays triple k, or EASY with requests.
func (r *Runner) Task(k int, progress study.Progress) (Row, error) {
	if k < study.Logged || k >= len(r.list) {
		return Row{}, errors.New("task " + strconv.Itoa(k) + ": triples are counted from 1 to " + strconv.Itoa(len(r.list)-1) +
			", 0 is EASY with requests")
	}
	under := r.under
	under.Progress = progress.Within(0, 1)
	o, err := r.stage.Replay(r.list[k], &r.trace, under, r.plan.Tau)
	if err == nil {
		progress.Done(1)
	}
	return Row{k, o.Run, o.Accuracy, int64(o.Corrections)}, err
}
