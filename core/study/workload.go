// Package study is the ground that capabilities stand on: what is computed is
// cut into tasks k = 1..K, each depending on (trace, plan, k) alone and giving a
// row. Here are the traces that a plan asks for (Workload), how a setting is
// declared, a kind of study and its runner, and the rows that are known.
package study

import (
	"errors"
	"strconv"

	"shadowtime/core/job"
	"shadowtime/core/resample"
	"shadowtime/core/sim"
	"shadowtime/core/wire"
)

// Workload says which traces are made of a log: how it is cleaned, for which
// machine, how its weeks are drawn, and what if there were more or less of it.
// Trace k depends on (log, Workload, k) alone. Plans embed it.
type Workload struct {
	Clean   job.Rules        `json:"clean"`
	Procs   int64            `json:"procs"` // machine size set by hand, 0: the log's own
	Variant resample.Variant `json:"variant"`
	Weeks   int              `json:"weeks"`
	Seed    uint64           `json:"seed"`
	Load    float64          `json:"load"`   // the load is multiplied by it, 1: as logged
	LoadBy  resample.By      `json:"loadBy"` // what carries it
}

// Bounds of Workload.Load.
const (
	MinLoad = 0.1
	MaxLoad = 10
)

// DefaultWorkload is years drawn from the log as it is.
func DefaultWorkload() Workload {
	return Workload{Clean: job.Presets()[0].Rules, Weeks: 52, Seed: 1, Load: 1}
}

// Normalise checks the workload.
func (w *Workload) Normalise() error {
	if !(w.Load >= MinLoad && w.Load <= MaxLoad) {
		return errors.New("load is " + strconv.FormatFloat(w.Load, 'g', -1, 64) + ": give a factor from 0.1 to 10, 1 for the load as logged")
	}
	if w.Load == 1 {
		w.LoadBy = resample.Arrivals
	}
	if w.LoadBy > resample.Sizes || w.Variant > resample.Original {
		return errors.New("workload: the way of resampling or of scaling is not known")
	}
	if err := w.Clean.Check(); err != nil {
		return err
	}
	return Within(
		Bound{"weeks", int64(w.Weeks), 1, MaxWeeks},
		Bound{"procs", w.Procs, 0, job.MaxSize},
	)
}

// Traces is how many different traces there are when n are wanted: the log
// itself is one.
func (w *Workload) Traces(n int) int {
	if w.Variant == resample.Original {
		return min(n, 1)
	}
	return n
}

// Implied are the cleaning rules with what a dialect adds to them: pyss cuts
// runs to their requests and rounds both up to a second.
func Implied(dialect string, r job.Rules) job.Rules {
	if d, err := sim.ParseDialect(dialect); err == nil && d == sim.PYSS {
		r.Overrun, r.OneSecond = job.Kill, true
	}
	return r
}

// Prepare cleans a log as the workload says.
func (w *Workload) Prepare(l *job.Log) (*job.Trace, *job.Cleaning) {
	return job.Clean(l, w.Clean, job.MachineOf(l, w.Procs))
}

// Maker makes the traces of a workload, one after another.
type Maker struct {
	workload Workload
	source   *resample.Source
}

// Maker cuts a trace, the log cleaned by Prepare, into what its traces are made
// of. It is an error when there is no whole week.
func (w *Workload) Maker(t *job.Trace) (*Maker, error) {
	source, err := resample.New(t, w.Variant)
	if err != nil {
		return nil, err
	}
	return &Maker{*w, source}, nil
}

// Make writes trace k, from 1, into dst, whose columns are reused.
func (m *Maker) Make(dst *job.Trace, k int) error {
	if k < 1 {
		return errors.New("task " + strconv.Itoa(k) + ": resamples are counted from 1")
	}
	w := &m.workload
	m.source.Make(dst, w.Weeks, w.Seed, uint64(k))
	resample.Scale(dst, w.Load, w.LoadBy, w.Seed, uint64(k))
	if dst.Len() == 0 {
		return errors.New("resample " + strconv.Itoa(k) + " has no jobs: ask for more weeks")
	}
	return nil
}

// Weeks is the length of a made trace in weeks, rounded up.
func (m *Maker) Weeks() int {
	w := &m.workload
	return resample.ScaledWeeks(m.source.Length(w.Weeks), w.Load, w.LoadBy)
}

// Encode writes the workload for a worker.
func (w *Workload) Encode(to *wire.Writer) {
	w.Clean.Encode(to)
	to.Int(w.Procs)
	to.Int(int64(w.Variant))
	to.Int(int64(w.Weeks))
	to.Uint(w.Seed)
	to.Float(w.Load)
	to.Int(int64(w.LoadBy))
}

// DecodeWorkload reads what Encode wrote.
func DecodeWorkload(r *wire.Reader) Workload {
	w := Workload{Clean: job.DecodeRules(r), Procs: r.Int()}
	w.Variant = resample.Variant(r.Int())
	w.Weeks = int(r.Int())
	w.Seed = r.Uint()
	w.Load = r.Float()
	w.LoadBy = resample.By(r.Int())
	return w
}
