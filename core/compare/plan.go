// Package compare replays resamples of a log under several queue orders: a Plan
// says which, task k (Runner.Task) depends on (log, plan key, k) alone and gives
// a Row. Package comparison turns rows into a Report.
package compare

import (
	"errors"
	"slices"
	"strconv"

	"shadowtime/core/job"
	"shadowtime/core/order"
	"shadowtime/core/sim"
	"shadowtime/core/study"
	"shadowtime/core/wire"
)

// Version of the Plan and Report formats.
const Version = 1

// Plan is a comparison of queue orders over resamples of one trace, as data:
// a link is a Plan, a saved study is a Plan with its Report.
type Plan struct {
	Version int `json:"version"`
	study.Workload
	Orders      []string      `json:"orders"`
	Baseline    string        `json:"baseline"`
	Threshold   study.Seconds `json:"threshold"`
	Backfilling string        `json:"backfilling"`
	Dialect     string        `json:"dialect"`
	Resamples   int           `json:"resamples"`
	Tau         int64         `json:"tau"`       // bound of the slowdown, seconds
	Stop        float64       `json:"stop"`      // half-width at which fewer resamples will do (a fraction of the baseline's wait), 0: all are made
	Interval    string        `json:"interval"`  // percentile, bca or fieller
	Bootstrap   int           `json:"bootstrap"` // bootstrap draws behind an interval
}

// The intervals that a report can carry: bootstrap percentiles of the pairs,
// the same bias-corrected and accelerated, or the paired t interval of a ratio.
const (
	Percentile = "percentile"
	BCa        = "bca"
	Fieller    = "fieller"
)

// Default is the comparison that the page proposes.
func Default() Plan {
	p := Plan{
		Version:     Version,
		Workload:    study.DefaultWorkload(),
		Baseline:    "FCFS",
		Threshold:   40 * 3600,
		Backfilling: sim.Easy.String(),
		Dialect:     sim.Shadowtime.String(),
		Resamples:   20,
		Tau:         10,
		Interval:    Percentile,
		Bootstrap:   2000,
	}
	for _, o := range order.Twelve() {
		p.Orders = append(p.Orders, o.Name())
	}
	return p
}

// Normalise checks the Plan and brings it into its one form: orders by their
// proper names, each once, the baseline first.
func (p *Plan) Normalise() error {
	if p.Version != Version {
		return errors.New("plan: version " + strconv.Itoa(p.Version) + " is not known: this program reads version " + strconv.Itoa(Version))
	}
	base, err := order.Parse(p.Baseline)
	if err != nil {
		return err
	}
	p.Baseline = base.Name()
	names := []string{p.Baseline}
	for _, s := range p.Orders {
		o, err := order.Parse(s)
		if err != nil {
			return err
		}
		if !slices.Contains(names, o.Name()) {
			names = append(names, o.Name())
		}
	}
	p.Orders = names
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
	switch p.Interval {
	case Percentile, BCa, Fieller:
	default:
		return errors.New("interval " + strconv.Quote(p.Interval) + " is not known: use " + Percentile + ", " + BCa + " or " + Fieller)
	}
	if !(p.Stop >= 0 && p.Stop <= 1) {
		return errors.New("stop is " + strconv.FormatFloat(p.Stop, 'g', -1, 64) + ": give a half-width from 0 (never) to 1, as a fraction of the baseline's wait")
	}
	return study.Within(
		study.Bound{"resamples", int64(p.Resamples), 1, study.MaxResamples},
		study.Bound{"tau", p.Tau, 1, job.Day},
		study.Bound{"bootstrap", int64(p.Bootstrap), 100, study.MaxBootstrap},
		study.Bound{"threshold", int64(p.Threshold), -1, job.MaxTime},
	)
}

// Key names what a task depends on besides its trace: plans that differ only
// in how many resamples are wanted, or how they are shown, share their rows.
func (p Plan) Key() string {
	p.Resamples, p.Bootstrap, p.Stop, p.Interval = 0, 0, 0, ""
	var w wire.Writer
	p.Encode(&w)
	return string(w.B)
}

// Encode writes the plan for a worker.
func (p *Plan) Encode(w *wire.Writer) {
	w.Int(int64(p.Version))
	p.Workload.Encode(w)
	w.Int(int64(len(p.Orders)))
	for _, o := range p.Orders {
		w.String(o)
	}
	w.String(p.Baseline)
	w.Int(int64(p.Threshold))
	w.String(p.Backfilling)
	w.String(p.Dialect)
	w.Int(int64(p.Resamples))
	w.Int(p.Tau)
	w.Float(p.Stop)
	w.String(p.Interval)
	w.Int(int64(p.Bootstrap))
}

// DecodePlan reads what Encode wrote.
func DecodePlan(r *wire.Reader) Plan {
	p := Plan{Version: int(r.Int())}
	p.Workload = study.DecodeWorkload(r)
	for n := r.Len(); n > 0; n-- {
		p.Orders = append(p.Orders, r.String())
	}
	p.Baseline = r.String()
	p.Threshold = study.Seconds(r.Int())
	p.Backfilling = r.String()
	p.Dialect = r.String()
	p.Resamples = int(r.Int())
	p.Tau = r.Int()
	p.Stop = r.Float()
	p.Interval = r.String()
	p.Bootstrap = int(r.Int())
	return p
}
