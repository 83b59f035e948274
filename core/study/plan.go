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
	"shadowtime/core/resample"
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
	Version     int              `json:"version"`
	Clean       job.Rules        `json:"clean"`
	Procs       int64            `json:"procs"` // machine size set by hand, 0: the log's own
	Orders      []string         `json:"orders"`
	Baseline    string           `json:"baseline"`
	Threshold   Seconds          `json:"threshold"`
	Backfilling string           `json:"backfilling"`
	Dialect     string           `json:"dialect"`
	Variant     resample.Variant `json:"variant"`
	Weeks       int              `json:"weeks"`
	Resamples   int              `json:"resamples"`
	Seed        uint64           `json:"seed"`
	Tau         int64            `json:"tau"`       // bound of the slowdown, seconds
	Bootstrap   int              `json:"bootstrap"` // bootstrap draws behind an interval
}

// Default is the comparison that the page proposes.
func Default() Plan {
	p := Plan{
		Version:     Version,
		Clean:       job.Presets()[0].Rules,
		Baseline:    "FCFS",
		Threshold:   40 * 3600,
		Backfilling: sim.Easy.String(),
		Dialect:     sim.Shadowtime.String(),
		Weeks:       52,
		Resamples:   20,
		Seed:        1,
		Tau:         10,
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
	if p.Threshold < 0 {
		p.Threshold = None
	}
	for _, c := range []struct {
		what      string
		n, lo, hi int64
	}{
		{"resamples", int64(p.Resamples), 1, MaxResamples},
		{"weeks", int64(p.Weeks), 1, MaxWeeks},
		{"tau", p.Tau, 1, job.Day},
		{"bootstrap", int64(p.Bootstrap), 100, MaxBootstrap},
		{"procs", p.Procs, 0, job.MaxSize},
		{"threshold", int64(p.Threshold), -1, job.MaxTime},
	} {
		if c.n < c.lo || c.n > c.hi {
			return errors.New(c.what + " is " + strconv.FormatInt(c.n, 10) + ": give " +
				strconv.FormatInt(c.lo, 10) + " to " + strconv.FormatInt(c.hi, 10))
		}
	}
	return nil
}

// Implied are the cleaning rules with what a dialect adds to them: pyss cuts
// runs to their requests and rounds both up to a second.
func Implied(dialect string, r job.Rules) job.Rules {
	if d, err := sim.ParseDialect(dialect); err == nil && d == sim.PYSS {
		r.Overrun, r.OneSecond = job.Kill, true
	}
	return r
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
	p.Clean.Encode(w)
	w.Int(p.Procs)
	w.Int(int64(len(p.Orders)))
	for _, o := range p.Orders {
		w.String(o)
	}
	w.String(p.Baseline)
	w.Int(int64(p.Threshold))
	w.String(p.Backfilling)
	w.String(p.Dialect)
	w.Int(int64(p.Variant))
	w.Int(int64(p.Weeks))
	w.Int(int64(p.Resamples))
	w.Uint(p.Seed)
	w.Int(p.Tau)
	w.Int(int64(p.Bootstrap))
}

// DecodePlan reads what Encode wrote.
func DecodePlan(r *wire.Reader) Plan {
	p := Plan{Version: int(r.Int())}
	p.Clean = job.DecodeRules(r)
	p.Procs = r.Int()
	for n := r.Len(); n > 0; n-- {
		p.Orders = append(p.Orders, r.String())
	}
	p.Baseline = r.String()
	p.Threshold = Seconds(r.Int())
	p.Backfilling = r.String()
	p.Dialect = r.String()
	p.Variant = resample.Variant(r.Int())
	p.Weeks = int(r.Int())
	p.Resamples = int(r.Int())
	p.Seed = r.Uint()
	p.Tau = r.Int()
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
