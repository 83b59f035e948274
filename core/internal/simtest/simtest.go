// Package simtest draws what the engine, and what builds on it, is held against
// the slow oracle on.
package simtest

import (
	"math/rand/v2"

	"shadowtime/core/internal/oracle"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// Trace draws a trace of one of many shapes.
func Trace(r *rand.Rand, n int) *job.Trace {
	procs := []int64{1, 2, 5, 16, 100, 128, 80_640}[r.IntN(7)]
	t := &job.Trace{Procs: procs}
	clock := []int64{0, 0, 1, 31_660_000, 1 << 40, 1 << 52}[r.IntN(6)]
	t.Start = clock
	if r.IntN(3) == 0 {
		t.Start = 0
	}
	gap := []int64{0, 1, 2, 10, 300, 100_000}[r.IntN(6)]
	longest := []int64{1, 3, 20, 1000, 200_000}[r.IntN(5)]
	burst, zero, wide, serial, round := r.IntN(4), r.IntN(4), r.IntN(4), r.IntN(3), r.IntN(3)
	wrong := r.IntN(5)
	for range n {
		if burst == 0 || r.IntN(4) > 0 {
			clock += r.Int64N(gap + 1)
		}
		run := r.Int64N(longest + 1)
		if zero == 0 && r.IntN(3) == 0 {
			run = 0
		}
		request := run
		switch wrong {
		case 0: // exact
		case 1, 2: // upper bounds
			request += r.Int64N(longest + 1)
		case 3: // wrong both ways
			request = r.Int64N(longest + 1)
		case 4: // nonsense
			request = r.Int64N(3)
		}
		if round == 0 {
			request = (request + 9) / 10 * 10
			if wrong == 3 {
				request = request / 2
			}
		}
		size := 1 + r.Int64N(procs)
		switch {
		case wide == 0 && r.IntN(5) == 0:
			size = procs
		case serial == 0 && r.IntN(2) == 0:
			size = 1
		case serial == 1:
			size = 1 + r.Int64N(min(procs, 4))
		}
		t.Submit = append(t.Submit, clock)
		t.Run = append(t.Run, run)
		t.Request = append(t.Request, request)
		t.Size = append(t.Size, int32(size))
		t.User = append(t.User, 0)
	}
	return t
}

// Crowd draws a trace on a small machine of which jobs come one by one and many wait.
func Crowd(r *rand.Rand, n int) *job.Trace {
	t := &job.Trace{Procs: 6 + r.Int64N(6)}
	clock, gap, most := r.Int64N(1000), 1+r.Int64N(6), 3+r.Int64N(t.Procs-2)
	for range n {
		clock += r.Int64N(gap + 1)
		t.Submit, t.Run = append(t.Submit, clock), append(t.Run, 1+r.Int64N(12))
		t.Request = append(t.Request, max(t.Run[len(t.Run)-1]+r.Int64N(12)-2, 0))
		t.Size, t.User = append(t.Size, int32(1+r.Int64N(most))), append(t.User, 0)
	}
	return t
}

// Close draws closures of a trace's machine: some foreknown, some announced, some failures, most
// while its jobs come and run.
func Close(r *rand.Rand, t *job.Trace) {
	first, last, longest := t.Submit[0], t.Submit[t.Len()-1], int64(1)
	for j := range t.Run {
		longest = max(longest, t.Run[j], t.Request[j])
	}
	for range 1 + r.IntN(4) {
		from := first - 2 + r.Int64N(last-first+20*longest)
		x := job.Closure{From: from, To: from + 1 + r.Int64N([]int64{1, longest, 10 * longest}[r.IntN(3)]),
			Procs: 1 + r.Int64N(t.Procs), Known: job.Foreknown}
		switch r.IntN(4) {
		case 0:
			x.Procs = t.Procs
		case 1:
			x.Known = from
		case 2:
			x.Known = from - r.Int64N(3*longest)
		}
		t.Closures = append(t.Closures, x)
	}
}

// Config draws a configuration; half of them have one order.
func Config(r *rand.Rand) *sim.Config {
	every := order.Every()
	c := &sim.Config{Primary: every[r.IntN(len(every))], Threshold: sim.None}
	c.Backfill = c.Primary
	if r.IntN(2) == 0 {
		c.Backfill = every[r.IntN(len(every))]
	}
	switch r.IntN(4) {
	case 0:
		c.Threshold = []int64{0, 1, 5, 50, 5000, 300_000}[r.IntN(6)]
	case 1:
		c.Slowdown = []float64{1, 1.5, 3, 100}[r.IntN(4)]
		if r.IntN(2) == 0 {
			c.Threshold = r.Int64N(100)
		}
	}
	c.Dialect = sim.Dialect(r.IntN(3))
	if c.Dialect == sim.Shadowtime && r.IntN(2) == 0 {
		c.Rules = &sim.Rules{
			PrimaryTies: sim.Ties(r.IntN(2)), BackfillTies: sim.Ties(r.IntN(3)),
			BackfillThreshold: r.IntN(2) == 0, SparingExtra: r.IntN(2) == 0, FrontThreshold: r.IntN(3) == 0,
		}
	}
	switch r.IntN(6) {
	case 0:
		c.Backfilling = sim.NoBackfilling
	case 1:
		c.Backfilling = sim.Conservative
		c.Promises = sim.Promises(r.IntN(2))
	}
	return c
}

// Setup says a configuration in the oracle's words.
func Setup(c *sim.Config) oracle.Setup {
	rules := c.Dialect.Rules()
	if c.Rules != nil {
		rules = *c.Rules
	}
	ties := map[sim.Ties]string{sim.FirstCome: "first", sim.LastCome: "last", sim.Reversed: "reversed"}
	return oracle.Setup{
		Primary: c.Primary.Name(), Backfill: c.Backfill.Name(),
		Threshold: c.Threshold, Slowdown: c.Slowdown,
		Backfilling: c.Backfilling.String(), Promises: c.Promises.String(), Depth: c.Depth, Tries: c.Tries, Dialect: c.Dialect.String(),
		PrimaryTies: ties[rules.PrimaryTies], BackfillTies: ties[rules.BackfillTies],
		BackfillThreshold: rules.BackfillThreshold, SparingExtra: rules.SparingExtra, FrontThreshold: rules.FrontThreshold,
	}
}
