package why

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/wire"
	"shadowtime/core/internal/simtest"
	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// Who starts at an instant is who the replay starts, and whoever does not has a reason that holds.
func TestUnderRulesEveryReasonHolds(t *testing.T) {
	held := 0
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 46))
		tr := simtest.Crowd(r, 10+r.IntN(40))
		if r.IntN(2) == 0 {
			tr = simtest.Trace(r, 1+r.IntN(30))
		}
		simtest.Rule(r, tr)
		c := simtest.Ruled(r)
		tape, err := Record(tr, c)
		require.NoError(t, err)
		tape.moments()
		for range 8 {
			at := tape.events[r.IntN(len(tape.events))]
			says := fmt.Sprintf("seed %d at %d %+v", seed, at, simtest.Setup(c))
			s, err := tape.At(at)
			require.NoError(t, err)
			started := map[int]bool{}
			for _, p := range s.Passes {
				for _, x := range p.Queue {
					q := int64(tr.Size[x.Job])
					require.Equal(t, x.Reason == Held || x.Reason == Head && x.Rules != 0, x.Rules != 0, says)
					switch x.Reason {
					case Front, Backfilled:
						started[x.Job] = true
					case TooWide:
						require.Greater(t, q, x.Free, says)
					case Held:
						held++
						require.LessOrEqual(t, q, x.Free, says)
						require.Contains(t, tape.Verdict(&p, x, at), "is held by: "+clause(tr, x.Rules.First()), says)
					case WouldDelay:
						require.LessOrEqual(t, q, x.Free, says)
					}
				}
			}
			for j, start := range tape.Starts {
				require.Equal(t, start == at, started[j], "job %d %s", j, says)
			}
			var taken Instant
			require.NoError(t, wire.Decode(wire.Encode(s), &taken))
			require.Equal(t, s, &taken)
		}
		for range 4 {
			j := r.IntN(tr.Len())
			story, err := tape.Story(j)
			require.NoError(t, err)
			require.NotEmpty(t, tape.Sentences(story))
			for _, e := range story.Episodes {
				if e.Reason != Head && e.Reason != Behind {
					require.Equal(t, int64(tr.Size[j]) > e.Free, e.Reason == TooWide, "seed %d %+v", seed, e)
				}
			}
			var taken Story
			require.NoError(t, wire.Decode(wire.Encode(story), &taken))
			require.Equal(t, story, &taken)
		}
	}
	require.Greater(t, held, 200, "rules keep some")
}

func TestARuleIsToldAsTheReason(t *testing.T) {
	one := rule.New(rule.Limit)
	one.Per, one.Of, one.Most = rule.User, rule.Jobs, 1
	tr := &job.Trace{Procs: 4, Users: []int64{1}, User: make([]int32, 2), Submit: []int64{0, 10}, Run: []int64{50, 50},
		Request: []int64{120, 90}, Size: []int32{2, 1}, Rules: []rule.Bound{{Rule: one}}}
	fcfs, err := order.Parse("FCFS")
	require.NoError(t, err)
	tape, err := Record(tr, &sim.Config{Primary: fcfs, Backfill: fcfs, Threshold: sim.None})
	require.NoError(t, err)
	require.Equal(t, []int64{0, 50}, tape.Starts)
	s, err := tape.Story(1)
	require.NoError(t, err)
	text := ""
	for _, x := range tape.Sentences(s) {
		text += x.Words + "\n"
	}
	words := clause(tr, 0)
	require.Contains(t, text, "of its 40\u202fs it fitted, but was held by: "+words)
	require.Contains(t, text, "it fitted into the 2 processors free, but was held by: "+words+".")
	require.Equal(t, []string{words}, tape.Tell(s).Episodes[0].HeldBy)
	left, err := tape.Left(1, 10)
	require.NoError(t, err)
	require.Equal(t, "it fits into the 2 processors free, but is held by: "+words, left)
}

// Under fair share a job that came later goes first when its user used less.
func TestAFairShareIsToldAsTheReason(t *testing.T) {
	share := rule.New(rule.Share)
	share.Half = 3600
	tr := &job.Trace{Procs: 4, Users: []int64{1, 2}, User: []int32{0, 0, 1}, Submit: []int64{0, 10, 20}, Run: []int64{50, 50, 50},
		Request: []int64{60, 60, 60}, Size: []int32{4, 4, 4}, Rules: []rule.Bound{{Rule: share}}}
	fcfs, err := order.Parse("FCFS")
	require.NoError(t, err)
	tape, err := Record(tr, &sim.Config{Primary: fcfs, Backfill: fcfs, Threshold: sim.None})
	require.NoError(t, err)
	require.Equal(t, []int64{0, 100, 50}, tape.Starts)
	s, err := tape.Story(1)
	require.NoError(t, err)
	require.Equal(t, First{Share: 1}, s.Went)
	require.Contains(t, tape.Sentences(s)[0].Words, "FCFS under fair share ranks")
	require.Contains(t, tape.Sentences(s)[0].Words, "1 job of users who had used less went first.")
}

// A job that keeps its turn is the head, held by the clock, until hours open.
func TestAHeadThatWaitsForTheClockIsToldSo(t *testing.T) {
	night := rule.New(rule.Hours)
	night.From, night.To, night.Turn = 0, 1, true
	tr := &job.Trace{Procs: 4, Users: []int64{1}, User: make([]int32, 2), Submit: []int64{10, 20}, Run: []int64{50, 100},
		Request: []int64{50, 100}, Size: []int32{4, 2}, Rules: []rule.Bound{{Rule: night}}}
	fcfs, err := order.Parse("FCFS")
	require.NoError(t, err)
	tape, err := Record(tr, &sim.Config{Primary: fcfs, Backfill: fcfs, Threshold: sim.None})
	require.NoError(t, err)
	require.Equal(t, []int64{60, 110}, tape.Starts)
	s, err := tape.Story(0)
	require.NoError(t, err)
	text := ""
	for _, x := range tape.Sentences(s) {
		text += x.Words + "\n"
	}
	require.Contains(t, text, "it was the head of the queue: 4 processors were free, it asks for 4, and was held by: "+
		(&rule.Terms{Procs: tr.Procs}).Clause(&night)+". It was promised a start at day 1, 00:01:00.")
}

func clause(t *job.Trace, i int) string {
	return (&rule.Terms{Procs: t.Procs}).Clause(&t.Rules[i].Rule)
}
