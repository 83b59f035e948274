package sim_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/oracle"
	"shadowtime/core/internal/simtest"
	"shadowtime/core/job"
	"shadowtime/core/sim"
)

// conservative is the plain scheduler with these promises.
func conservative(p sim.Promises) *sim.Config {
	return &sim.Config{Backfilling: sim.Conservative, Promises: p, Threshold: sim.None}
}

// jobs makes a trace of {submit, run, request, size}.
func jobs(procs int64, list ...[4]int64) *job.Trace {
	t := &job.Trace{Procs: procs}
	for _, j := range list {
		t.Submit, t.Run = append(t.Submit, j[0]), append(t.Run, j[1])
		t.Request, t.Size = append(t.Request, j[2]), append(t.Size, int32(j[3]))
	}
	return t
}

// promises lists, instant by instant, what waiting jobs are promised.
func promises(t *testing.T, e *sim.Engine, c *sim.Config, tr *job.Trace) (first map[int32]int64) {
	require.NoError(t, e.Run(c))
	var instants []int64
	for j, start := range e.Starts() {
		instants = append(instants, tr.Submit[j], start+tr.Run[j])
	}
	slices.Sort(instants)
	require.NoError(t, e.Start(c))
	var s sim.State
	first = map[int32]int64{}
	last := map[int32]int64{}
	for _, at := range slices.Compact(instants) {
		require.NoError(t, e.Advance(at+1))
		require.NoError(t, e.Snapshot(&s))
		require.Len(t, s.Promised, len(s.Waiting))
		for i, j := range s.Waiting {
			p := s.Promised[i]
			if p == math.MinInt64 {
				require.Equal(t, sim.PYSS, c.Dialect, "a job waits without a promise: only where an arrival brings no pass")
				continue
			}
			require.Greater(t, p, at)
			if was, ok := last[j]; ok {
				require.LessOrEqual(t, p, was, "a promise moves later\n%s", describe(tr, c))
			} else {
				first[j] = p
			}
			last[j] = p
		}
	}
	require.NoError(t, e.Finish())
	return first
}

// Under every order, threshold and dialect, as long as requests are upper
// bounds; requests of no time count as one second.
func TestKeptPromisesAreNeverMovedLater(t *testing.T) {
	fixture.Long(t)
	e := sim.New()
	promised := 0
	for seed := range cases(250) {
		r := rand.New(rand.NewPCG(uint64(seed), 31))
		tr := simtest.Trace(r, 1+r.IntN(40))
		for j := range tr.Request {
			tr.Request[j] = max(tr.Request[j], tr.Run[j])
		}
		e.Load(tr)
		c := simtest.Config(r)
		c.Backfilling, c.Promises = sim.Conservative, sim.Kept
		first := promises(t, e, c, tr)
		starts, oracles := oracle.Promises(tr, simtest.Setup(c))
		require.Equal(t, starts, e.Starts(), describe(tr, c))
		for j, p := range first {
			require.LessOrEqual(t, e.Starts()[j], p, describe(tr, c))
			promised++
		}
		for j, p := range oracles {
			require.LessOrEqual(t, starts[j], p, "the oracle's own\n%s", describe(tr, c))
		}
	}
	require.Greater(t, promised, 200)
}

// The last job is promised instant 6, two seconds beside the second job before
// the third. At 5 the first ends early: the third is placed at 6 then, before
// it, and nothing is left for the last until the third has ended at 11.
func TestPromisesMadeAnewCanMoveLater(t *testing.T) {
	tr := jobs(3, [4]int64{0, 5, 8, 2}, [4]int64{1, 5, 5, 1}, [4]int64{2, 5, 8, 3}, [4]int64{3, 2, 2, 1})
	e := sim.New()
	e.Load(tr)
	c := conservative(sim.Anew)
	starts, first := oracle.Promises(tr, simtest.Setup(c))
	require.Equal(t, map[int]int64{2: 8, 3: 6}, first)
	require.NoError(t, e.Run(c))
	require.Equal(t, []int64{0, 1, 6, 11}, e.Starts())
	require.Equal(t, starts, e.Starts())
	require.Equal(t, map[int32]int64{2: 8, 3: 6}, promises(t, e, conservative(sim.Kept), tr))
	require.Equal(t, []int64{0, 1, 7, 5}, e.Starts(), "both by their promises")
}

func TestAPromiseHoldsAsLongAsRequestsDo(t *testing.T) {
	e := sim.New()
	tr := jobs(1, [4]int64{0, 100, 10, 1}, [4]int64{1, 5, 5, 1}, [4]int64{2, 5, 5, 1})
	e.Load(tr)
	c := conservative(sim.Kept)
	require.NoError(t, e.Run(c))
	require.Equal(t, []int64{0, 100, 105}, e.Starts(), "a job ran past its request")
	starts, first := oracle.Promises(tr, simtest.Setup(c))
	require.Equal(t, e.Starts(), starts)
	require.Equal(t, map[int]int64{1: 10, 2: 15}, first)
}

// Two that ask for no time are promised seconds of their own; both end in the
// second in which they start, and those behind them move forward.
func TestARequestOfNoTimeReservesASecond(t *testing.T) {
	e := sim.New()
	tr := jobs(1, [4]int64{0, 10, 10, 1}, [4]int64{1, 0, 0, 1}, [4]int64{2, 0, 0, 1}, [4]int64{3, 5, 5, 1})
	e.Load(tr)
	c := conservative(sim.Kept)
	require.Equal(t, map[int32]int64{1: 10, 2: 11, 3: 12}, promises(t, e, c, tr))
	require.Equal(t, []int64{0, 10, 10, 10}, e.Starts())
	require.Equal(t, oracle.Starts(tr, simtest.Setup(c)), e.Starts())
}

func TestNamesOfPromisesAreReadBack(t *testing.T) {
	for p := sim.Anew; p <= sim.Kept; p++ {
		got, err := sim.ParsePromises(p.String())
		require.NoError(t, err)
		require.Equal(t, p, got)
	}
	_, err := sim.ParsePromises("broken")
	require.ErrorContains(t, err, "anew, kept")
}
