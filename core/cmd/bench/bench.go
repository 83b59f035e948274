// Package bench measures the engine: what an event costs it, by trace and
// order, and how much memory it keeps. It is the same code in a native program
// and in a browser; the caller brings the clock.
//
// Machines are noisy and differ, so every figure comes with its ratio to a
// fixed loop that is timed beside it, and is the least of several tries.
package bench

import (
	"errors"
	"runtime"
	"strconv"
	"strings"

	"shadowtime/core/experiment/triples"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// Clock reads a clock that never goes back, in nanoseconds. A resolution of a
// tenth of a millisecond, a browser's, will do.
type Clock func() int64

// Config is a configuration and its name in the table: of the engine, or of EASY
// with predicted run times.
type Config struct {
	Name string
	sim.Config
	Foretold *sim.Foresight
	Reacts   bool // users wait for their jobs before they submit more: a closed loop
	Ruled    bool // under the rules of Rules
	Slurm    bool // by Slurm's passes as they are by default, one processor a node
	Held     bool // no replay: a pass over the record, as what users waited for is told by it
	Sought   bool // nor this: the search for the rules that held them
}

// Aged says whether the cost of a pass grows with the queue: whether an order looks
// at the age, predictions are corrected while jobs wait, every job has a reservation, or rules forbid starts.
func (c *Config) Aged() bool {
	return c.Primary.Aged() || c.Backfill.Aged() || c.Foretold != nil || c.Backfilling == sim.Conservative || c.Ruled || c.Held ||
		c.Sought
}

// Row is what was measured of one trace and configuration.
type Row struct {
	Trace string
	Order string // the configuration's name
	Jobs  int
	Procs int64

	NsPerEvent   float64 // of a replay by a prepared engine; a job is two events
	EventsPerSec float64
	NsReference  float64 // of a step of the reference loop, in the same minute
	Ratio        float64 // NsPerEvent / NsReference
	TimesEasy    float64 // of a pass over the record or a replay under rules: over EASY's replay of the same log, in turns; 0: else
	NsRanking    float64 // an event, once a trace and order: what a first replay costs beside
	BytesPerJob  float64 // that the engine keeps beside the trace
	AvgWait      float64 // seconds: that two platforms did the same work
}

// Effort says how long to measure. The zero value is the default.
type Effort struct {
	Tries int   // of each figure the least counts; 0: 5
	Least int64 // ns a try takes at least, as many replays as needed; 0: 30 ms
}

// Run measures every configuration on every trace, in that order. It errs
// where a trace can't be replayed.
func Run(traces []*job.Trace, configs []Config, effort Effort, clock Clock) ([]Row, error) {
	var rows []Row
	for _, t := range traces {
		for i := range configs {
			r, err := One(t, &configs[i], effort, clock)
			if err != nil {
				return rows, errors.New(t.Name + ", " + configs[i].Name + ": " + err.Error())
			}
			rows = append(rows, r)
		}
	}
	return rows, nil
}

// One measures one configuration on one trace.
func One(t *job.Trace, c *Config, effort Effort, clock Clock) (Row, error) {
	r := Row{Trace: t.Name, Order: c.Name, Jobs: t.Len(), Procs: t.Procs}
	var easy func() error
	if c.Ruled {
		easy = replay(t, &c.Config)
		t = under(t, Rules())
	}
	cfg := c.Config
	before := allocated()
	var run func() error
	var starts func() []int64
	switch {
	case c.Reacts:
		return r.react(t, &cfg, effort, clock)
	case c.Slurm:
		return r.slurm(t, effort, clock)
	case c.Held, c.Sought:
		return r.held(t, c.Sought, effort, clock)
	case c.Foretold != nil:
		var e sim.ForetoldEngine
		run, starts = func() error { return e.Run(t, c.Foretold) }, func() []int64 { return e.Starts() }
	default:
		e := sim.New()
		e.Load(t)
		run, starts = func() error { return e.Run(&cfg) }, e.Starts
	}
	if err := r.beside(easy, run, before, effort, clock); err != nil {
		return r, err
	}
	for j, s := range starts() {
		r.AvgWait += float64(s-t.Submit[j]) / float64(t.Len())
	}
	return r, nil
}

// replay is a replay by an engine of its own, prepared.
func replay(t *job.Trace, c *sim.Config) func() error {
	e := sim.New()
	e.Load(t)
	return func() error { return e.Run(c) }
}

// measure times runs by a prepared engine, which was begun when so many bytes had
// been allocated.
func (r *Row) measure(run func() error, before uint64, effort Effort, clock Clock) error {
	return r.beside(nil, run, before, effort, clock)
}

// beside times them, and in turns EASY's replay where there is one.
func (r *Row) beside(easy, run func() error, before uint64, effort Effort, clock Clock) error {
	if effort.Tries < 1 {
		effort.Tries = 5
	}
	if effort.Least < 1 {
		effort.Least = 30e6
	}
	n := float64(max(r.Jobs, 1))
	loaded := clock()
	if err := run(); err != nil { // ranks the jobs
		return err
	}
	first := float64(clock()-loaded) / (2 * n)
	r.BytesPerJob = float64(allocated()-before) / n
	var plain float64
	for range effort.Tries {
		took, err := once(run, effort.Least, clock)
		if err != nil {
			return err
		}
		r.NsPerEvent = least(r.NsPerEvent, took/(2*n))
		r.NsReference = least(r.NsReference, reference(clock))
		if easy == nil {
			continue
		}
		if took, err = once(easy, effort.Least, clock); err != nil {
			return err
		}
		plain = least(plain, took/(2*n))
	}
	r.EventsPerSec = 1e9 / r.NsPerEvent
	r.Ratio = r.NsPerEvent / r.NsReference
	if plain > 0 {
		r.TimesEasy = r.NsPerEvent / plain
	}
	r.NsRanking = max(0, first-r.NsPerEvent)
	return nil
}

// once is what a run takes, in ns: the mean of as many as last so long.
func once(run func() error, long int64, clock Clock) (float64, error) {
	runs, begin, took := 0, clock(), int64(0)
	for took < long {
		if err := run(); err != nil {
			return 0, err
		}
		runs++
		took = clock() - begin
	}
	return float64(took) / float64(runs), nil
}

// least is the smaller of two, where 0 is none yet.
func least(a, b float64) float64 {
	if a == 0 || b < a {
		return b
	}
	return a
}

// allocated is how many bytes this program has allocated so far.
func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// sink keeps the reference loop from being optimised away.
//
//lint:ignore U1000 it is there to be written
var sink uint32

// reference times a fixed loop to hold the other figures against: reads at
// random in 64 KB, and arithmetic that depends on them. It returns ns a step.
func reference(clock Clock) float64 {
	const steps = 3_000_000
	table := make([]uint32, 1<<14)
	for i := range table {
		table[i] = uint32(i) * 2654435761
	}
	x, begin := uint32(1), clock()
	for range steps {
		x = x*1664525 + table[x>>18]
	}
	took := clock() - begin
	sink += x
	return max(float64(took), 1) / steps
}

const (
	conservative = "conservative"
	users        = "users"
	rules        = "rules"
	slurms       = "Slurm"
	pass         = "pass"
	search       = "search"
)

// Parse reads a configuration: an order, or two with a hyphen between them
// (primary and backfill), then perhaps @ and a threshold in hours, as in
// SAF, FCFS-SPF, LEXP@20h, or that backfilling is conservative, as in SAF@conservative.
// A formula has no second order. SAF@rules goes under two rules (Rules); SAF@users has users who wait; Slurm is
// Slurm's passes.
// A pass goes over the record, and a search looks for the rules in it. Or a triple of predictor, correction and backfilling
// order, as in ave2-incremental-SJBF: see package triples.
func Parse(name string) (Config, error) {
	c := Config{Name: name}
	c.Threshold = sim.None
	if c.Slurm, c.Held, c.Sought = name == slurms, name == pass, name == search; c.Slurm || c.Held || c.Sought {
		return c, nil
	}
	if x, err := triples.Parse(name); err == nil {
		c.Foretold, err = x.Foresight(sim.Foresight{Threshold: sim.None})
		return c, err
	}
	orders, hours, ok := strings.Cut(name, "@")
	if c.Reacts, c.Ruled = hours == users, hours == rules; hours == conservative {
		c.Backfilling = sim.Conservative
	} else if ok && !c.Reacts && !c.Ruled {
		h, err := strconv.ParseInt(strings.TrimSuffix(hours, "h"), 10, 32)
		if err != nil || h < 0 {
			return c, errors.New("threshold \"" + hours + "\": give hours, as in 20h, " + conservative + ", " + rules + " or " + users)
		}
		c.Threshold = h * 3600
	}
	primary, backfill := orders, orders
	if !strings.Contains(orders, ":") {
		if p, b, ok := strings.Cut(orders, "-"); ok {
			primary, backfill = p, b
		}
	}
	var err error
	if c.Primary, err = order.Parse(primary); err != nil {
		return c, err
	}
	c.Backfill, err = order.Parse(backfill)
	return c, err
}

// Standard is what the table shows: every order of the papers and the fitted
// ones, the two that are not static, a pair, and thresholds.
func Standard() []Config {
	names := []string{
		"FCFS", "LCFS", "SPF", "LPF", "SQF", "LQF", "SRF", "LRF", "SAF", "LAF", "F1", "F2", "F3", "F4",
		"LEXP", "SEXP", "WFP3", "UNICEF", "FCFS-SPF", "SAF@20h", "LEXP@20h", "expr:p*q", "expr:p*q*(0.05+share)", "expr:p*q-queued*age",
		"FCFS@conservative", "SAF@conservative", "FCFS@rules", "SAF@rules", "LEXP@rules", pass,
		"ave2-incremental-SJBF", "history2-incremental-SJBF",
		"learned-incremental-SJBF",
	}
	return parseAll(names)
}

// Static is the part of Standard whose keys do not depend on age.
func Static() []Config {
	var list []Config
	for _, c := range Standard() {
		if !c.Aged() {
			list = append(list, c)
		}
	}
	return list
}

// parseAll reads names that are right.
func parseAll(names []string) []Config {
	var list []Config
	for _, name := range names {
		c, err := Parse(name)
		if err != nil {
			panic("bench: " + err.Error())
		}
		list = append(list, c)
	}
	return list
}

// Heading names the fields of Line.
func Heading() []string {
	return []string{"platform", "trace", "order", "jobs", "procs", "ns/event", "events/s", "x-reference", "x-EASY", "ns/ranking",
		"bytes/job", "avg-wait"}
}

// Fields are a row in words and numbers as Heading names them, after the
// platform it was measured on.
func (r *Row) Fields(platform string) []string {
	f := func(x float64, decimals int) string { return strconv.FormatFloat(x, 'f', decimals, 64) }
	times := "-"
	if r.TimesEasy > 0 {
		times = f(r.TimesEasy, 2)
	}
	return []string{
		platform, r.Trace, r.Order, strconv.Itoa(r.Jobs), strconv.FormatInt(r.Procs, 10),
		f(r.NsPerEvent, 1), f(r.EventsPerSec, 0), f(r.Ratio, 1), times, f(r.NsRanking, 1), f(r.BytesPerJob, 1), f(r.AvgWait, 1),
	}
}

// Line is a row for a script: BENCH and its fields, with spaces between.
func (r *Row) Line(platform string) string {
	return "BENCH " + strings.Join(r.Fields(platform), " ")
}
