package believe

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/simtest"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/why"
	"shadowtime/core/study"
)

func replayed(t *testing.T, tr *job.Trace, c *sim.Config) []int64 {
	t.Helper()
	e := sim.New()
	e.Load(tr)
	require.NoError(t, e.Run(c))
	return append([]int64(nil), e.Starts()...)
}

// A log that was made by a simulation comes nearest to it.
func TestWhatRanUnderAnOrderIsNearestToIt(t *testing.T) {
	for seed := range uint64(12) {
		r := rand.New(rand.NewPCG(seed, 5))
		tr := simtest.Trace(r, 60)
		every := order.Every()
		c := &sim.Config{Primary: every[r.IntN(len(every))], Threshold: sim.None, Backfilling: sim.Backfilling(r.IntN(3))}
		c.Backfill = c.Primary
		logged := replayed(t, tr, c)
		x := Measure(tr, logged, logged)
		require.Equal(t, x.Logged, x.Simulated)
		require.Zero(t, x.Distance)
		require.Zero(t, x.AboveMachine)
		if x.RankCorrelation.Known() {
			require.InDelta(t, 1, float64(x.RankCorrelation), 1e-12)
		}
		asked := WayOf(c)
		asked.Threshold = 50
		list := Tries(asked)
		require.Len(t, list, len(every)*3*2+(len(every)-1)*2)
		e := sim.New()
		e.Load(tr)
		for i := range list {
			require.NoError(t, list[i].Try(e, tr, sim.Config{}, logged))
		}
		x.Rank(list)
		require.Zero(t, x.Nearest[0].Distance)
		n := 0
		for _, w := range x.Weeks {
			n += w.Jobs
		}
		require.Equal(t, tr.Len(), n)
	}
}

func TestADistanceOfOneIsAFactorOfTwo(t *testing.T) {
	tr := &job.Trace{Procs: 4, Submit: []int64{0, 10}, Run: []int64{5, 5}, Request: []int64{5, 5}, Size: []int32{1, 1}}
	require.InDelta(t, 1, Distance(tr, []int64{0, 10}, []int64{60, 70}), 1e-15)
	require.InDelta(t, 1, Distance(tr, []int64{60, 70}, []int64{0, 10}), 1e-15)
	require.InDelta(t, 0.5, Distance(tr, []int64{60, 10}, []int64{0, 10}), 1e-15)
	require.InDelta(t, 1, Distance(tr, []int64{60, why.Unknown}, []int64{0, 10}), 1e-15)
	require.True(t, math.IsNaN(Distance(tr, []int64{why.Unknown, why.Unknown}, []int64{0, 10})))
}

func TestStartsBeyondTheMachineAreCounted(t *testing.T) {
	tr := &job.Trace{Procs: 4, Submit: []int64{0, 0, 5, 5}, Run: []int64{5, 9, 5, 0}, Request: []int64{5, 9, 5, 1},
		Size: []int32{3, 2, 2, 4}}
	r := Measure(tr, []int64{0, 0, 5, 5}, []int64{0, 5, 14, 14})
	require.Equal(t, 1, r.AboveMachine, "the second beside the first; the last takes no time")
	require.Equal(t, int64(5), r.Peak)
	require.Contains(t, r.Caveats[1], "The machine’s size looks wrong: 1 of 4 jobs started", "one in four")
	require.False(t, WrongSize(1, 10), "one in ten may be a time that is wrong")
}

func TestALogWithoutWaitsIsSaidToBeOne(t *testing.T) {
	tr := &job.Trace{Procs: 4, Submit: []int64{0}, Run: []int64{5}, Request: []int64{5}, Size: []int32{3}}
	r := Measure(tr, []int64{why.Unknown}, []int64{0})
	require.Equal(t, "The log does not say how long its jobs waited.", r.Sentence("EASY"))
	b, err := json.Marshal(r)
	require.NoError(t, err)
	require.Contains(t, string(b), `"known":0,"logged":{"avgWait":null,"medianWait":null,"maxWait":0,"utilization":null`)
}

// The nearest in all is not the nearest where another is nearer in one half, or as near.
func TestWhatIsNearerInAHalfTies(t *testing.T) {
	r := &Report{Known: 1}
	r.Rank([]Near{
		{Order: "FCFS", Backfilling: "easy", Threshold: study.None, Distance: 2, FirstHalf: 1.9, SecondHalf: 2.1},
		{Order: "SPF", Backfilling: "easy", Threshold: study.None, Distance: 1, FirstHalf: 1, SecondHalf: 1},
		{Order: "SAF", Backfilling: "none", Threshold: study.None, Distance: 1.2, FirstHalf: 1.5, SecondHalf: 0.9},
		{Order: "LEXP", Backfilling: "easy", Threshold: study.None, Distance: 1.01, FirstHalf: 1.01, SecondHalf: 1.01},
	})
	require.Equal(t, []string{"EASY-LEXP", "SAF without backfilling"}, r.Ties())
	require.Contains(t, r.Sentence("EASY-FCFS"), "EASY-LEXP and SAF without backfilling are as near, or nearer in one half of the log.")
	r.Rank(r.Nearest[:1])
	require.Contains(t, r.Sentence("EASY-FCFS"), "It is nearest in both halves of the log.")
}

// What is asked for is tried and listed, however far it is, also where it is no usual way.
func TestWhatIsAskedIsAlwaysListed(t *testing.T) {
	tr := simtest.Trace(rand.New(rand.NewPCG(3, 5)), 60)
	for _, x := range []struct{ front, behind, words string }{
		{"LAF", "LAF", "EASY-LAF, threshold 5 s"},
		{"FCFS", "SAF", "EASY-FCFS with SAF behind the head, threshold 5 s"},
		{"SAF", "LQF", "EASY-SAF with LQF behind the head, threshold 5 s"},
		{"expr:p*p", "expr:p*p", ""},
	} {
		c, err := study.Config(x.front, x.behind, 5, "easy", "shadowtime")
		require.NoError(t, err)
		asked := WayOf(&c)
		if x.words != "" {
			require.Equal(t, x.words, strings.ReplaceAll(asked.Words(), "\u202f", " "))
		}
		list, n := Tries(asked), 0
		logged := slices.Clone(tr.Submit)
		e := sim.New()
		e.Load(tr)
		for i := range list {
			if list[i].Asked {
				n++
			}
			require.NoError(t, list[i].Try(e, tr, c, logged))
		}
		require.Equal(t, 1, n, x.words)
		var r Report
		r.Rank(list)
		require.Equal(t, len(list), r.Tried)
		i := slices.IndexFunc(r.Nearest, func(n Near) bool { return n.Asked })
		require.True(t, r.Nearest[i].is(&asked), "under its own name")
		require.Contains(t, r.Listed(0), i)
		require.Equal(t, Distance(tr, logged, replayed(t, tr, &c)), float64(r.Nearest[i].Distance))
	}
}

// FCFS in front of another order that backfills is how many machines are scheduled.
func TestFCFSIsTriedInFrontOfEachBackfillingOrder(t *testing.T) {
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 6))
		tr := simtest.Trace(r, 80)
		behind := order.Every()[1+r.IntN(len(order.Every())-1)]
		c := &sim.Config{Backfill: behind, Threshold: sim.None}
		logged := replayed(t, tr, c)
		list := Tries(WayOf(&sim.Config{Threshold: sim.None}))
		e := sim.New()
		e.Load(tr)
		for i := range list {
			require.NoError(t, list[i].Try(e, tr, sim.Config{}, logged))
		}
		i := slices.IndexFunc(list, func(n Near) bool {
			return n.Order == "FCFS" && n.Backfill == behind.Name() && n.Threshold == study.None
		})
		require.Zero(t, list[i].Distance, behind.Name())
	}
}

// A threshold that nobody reaches makes no second row.
func TestWaysThatMakeOneScheduleAreOneRow(t *testing.T) {
	tr := &job.Trace{Procs: 4, Submit: []int64{0, 0, 5}, Run: []int64{50, 90, 50}, Request: []int64{50, 90, 50}, Size: []int32{3, 2, 2}}
	c := &sim.Config{Threshold: 3600}
	logged := replayed(t, tr, c)
	list := Tries(WayOf(c))
	e := sim.New()
	e.Load(tr)
	for i := range list {
		require.NoError(t, list[i].Try(e, tr, sim.Config{}, logged))
	}
	var r Report
	r.Rank(list)
	seen, n := map[string]bool{}, 0
	for i := range r.Nearest {
		x := &r.Nearest[i]
		c, err := x.Config(sim.Config{})
		require.NoError(t, err)
		starts := fmt.Sprint(replayed(t, tr, &c))
		require.False(t, seen[starts], x.Words())
		seen[starts] = true
		n += 1 + len(x.Same)
	}
	require.Equal(t, len(list), n, "nobody is lost")
	require.Less(t, len(r.Nearest), 7, "three jobs have few schedules")
	require.Equal(t, study.Seconds(3600), r.Nearest[0].Threshold, "the row has the name that was asked")
	require.Contains(t, r.Nearest[0].Same, "EASY-FCFS")
	require.Contains(t, r.Nearest[0].AlsoBy(), "the same schedule by ")
}

func TestEachHalfHasItsOwnDistance(t *testing.T) {
	tr := &job.Trace{Submit: []int64{0, 10, 100, 110}}
	logged := []int64{60, 70, 100, 110}    // a minute in the first half, at once in the second
	simulated := []int64{60, 70, 160, 170} // the same, and a minute
	var n Near
	n.Measure(tr, logged, simulated)
	require.Equal(t, []report.Float{0.5, 0, 1}, []report.Float{n.Distance, n.FirstHalf, n.SecondHalf})
}
