// Package study says what is computed: a Plan is cut into tasks k = 1..K, each
// depending on (trace, plan, k) alone, and each giving a Row. Page, workers
// and command share it; package report turns rows into a Report.
package study

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/job"
	"shadowtime/core/order"
	"shadowtime/core/sim"
	"shadowtime/core/wire"
)

// Version of the Plan and Report formats.
const Version = 1

// Bounds of a Plan, so that a mistyped number is a sentence and not a day of
// computing.
const (
	MaxResamples = 10_000
	MaxWeeks     = 1_040
	MaxBootstrap = 100_000
)

// Plan is a comparison of queue orders over resamples of one trace, as data:
// a link is a Plan, a saved study is a Plan with its Report.
type Plan struct {
	Version int `json:"version"`
	Workload
	Orders      []string `json:"orders"`
	Baseline    string   `json:"baseline"`
	Threshold   Seconds  `json:"threshold"`
	Backfilling string   `json:"backfilling"`
	Dialect     string   `json:"dialect"`
	Resamples   int      `json:"resamples"`
	Tau         int64    `json:"tau"`       // bound of the slowdown, seconds
	Stop        float64  `json:"stop"`      // half-width at which fewer resamples will do (a fraction of the baseline's wait), 0: all are made
	Interval    string   `json:"interval"`  // percentile, bca or fieller
	Bootstrap   int      `json:"bootstrap"` // bootstrap draws behind an interval
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
		Workload:    DefaultWorkload(),
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
		p.Threshold = None
	}
	switch p.Interval {
	case Percentile, BCa, Fieller:
	default:
		return errors.New("interval " + strconv.Quote(p.Interval) + " is not known: use " + Percentile + ", " + BCa + " or " + Fieller)
	}
	if !(p.Stop >= 0 && p.Stop <= 1) {
		return errors.New("stop is " + strconv.FormatFloat(p.Stop, 'g', -1, 64) + ": give a half-width from 0 (never) to 1, as a fraction of the baseline's wait")
	}
	return Within(
		Bound{"resamples", int64(p.Resamples), 1, MaxResamples},
		Bound{"tau", p.Tau, 1, job.Day},
		Bound{"bootstrap", int64(p.Bootstrap), 100, MaxBootstrap},
		Bound{"threshold", int64(p.Threshold), -1, job.MaxTime},
	)
}

// Bound is a number of a plan with the range it must lie in.
type Bound struct {
	What      string
	N, Lo, Hi int64
}

// Within says which number lies outside of its range, if any does.
func Within(list ...Bound) error {
	for _, c := range list {
		if c.N < c.Lo || c.N > c.Hi {
			return errors.New(c.What + " is " + strconv.FormatInt(c.N, 10) + ": give " +
				strconv.FormatInt(c.Lo, 10) + " to " + strconv.FormatInt(c.Hi, 10))
		}
	}
	return nil
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
	p.Workload = DecodeWorkload(r)
	for n := r.Len(); n > 0; n-- {
		p.Orders = append(p.Orders, r.String())
	}
	p.Baseline = r.String()
	p.Threshold = Seconds(r.Int())
	p.Backfilling = r.String()
	p.Dialect = r.String()
	p.Resamples = int(r.Int())
	p.Tau = r.Int()
	p.Stop = r.Float()
	p.Interval = r.String()
	p.Bootstrap = int(r.Int())
	return p
}

// Seconds is a duration, or None. In JSON it is a number or null.
type Seconds int64

// None is the absence of a duration (no threshold).
const None Seconds = -1

// ParseSeconds reads none, Ns, Nm, Nh or Nd, N a whole number.
func ParseSeconds(s string) (Seconds, error) {
	if s == "none" {
		return None, nil
	}
	bad := errors.New("duration " + strconv.Quote(s) + ": write none, or a whole number with s, m, h or d, as in 40h")
	if len(s) < 2 {
		return 0, bad
	}
	unit := map[byte]int64{'s': 1, 'm': 60, 'h': 3600, 'd': job.Day}[s[len(s)-1]]
	n, err := strconv.ParseInt(s[:len(s)-1], 10, 64)
	if unit == 0 || err != nil || n < 0 || n > job.MaxTime/unit || strings.HasPrefix(s, "+") {
		return 0, bad
	}
	return Seconds(n * unit), nil
}

// String writes the duration in its largest whole unit, as ParseSeconds reads.
func (s Seconds) String() string {
	if s < 0 {
		return "none"
	}
	n, unit := int64(s), "s"
	for _, u := range []struct {
		n    int64
		name string
	}{{3600, "h"}, {60, "m"}} {
		if n > 0 && n%u.n == 0 {
			n, unit = n/u.n, u.name
			break
		}
	}
	return strconv.FormatInt(n, 10) + unit
}

// MarshalJSON writes seconds, or null for None.
func (s Seconds) MarshalJSON() ([]byte, error) {
	if s < 0 {
		return []byte("null"), nil
	}
	return strconv.AppendInt(nil, int64(s), 10), nil
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (s *Seconds) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*s = None
		return nil
	}
	n, err := strconv.ParseInt(string(b), 10, 64)
	if err != nil {
		return errors.New("duration " + string(b) + ": write whole seconds or null")
	}
	*s = Seconds(n)
	return nil
}
