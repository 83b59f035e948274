package why

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/simtest"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// Who starts at an instant is who the replay starts, and whoever does not has a reason that holds.
func TestWhereProcessorsGoOutEveryReasonHolds(t *testing.T) {
	barred := 0
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 45))
		tr := simtest.Trace(r, 1+r.IntN(30))
		simtest.Close(r, tr)
		c := simtest.Config(r)
		c.Dialect, c.Promises, c.Rules, c.Backfilling = sim.Shadowtime, sim.Anew, nil, sim.Backfilling(r.IntN(3))
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
					switch x.Reason {
					case Front, Backfilled:
						started[x.Job] = true
					case TooWide:
						require.Greater(t, q, x.Free, says)
					case Barred:
						barred++
						require.LessOrEqual(t, q, x.Free, says)
						require.True(t, slices.ContainsFunc(tr.Closures, func(y job.Closure) bool {
							return y.From > at && y.From < at+tr.Request[x.Job] && y.Known <= at
						}), says)
					case WouldDelay:
						require.LessOrEqual(t, q, x.Free, says)
					}
				}
			}
			for j, start := range tape.Starts {
				require.Equal(t, start == at, started[j], "job %d %s", j, says)
			}
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
		}
	}
	require.Greater(t, barred, 50, "closures keep some")
}

func TestAMaintenanceIsToldAsTheReason(t *testing.T) {
	tr := &job.Trace{Procs: 4, Users: []int64{1}, User: make([]int32, 3), Submit: []int64{0, 0, 0}, Run: []int64{50, 50, 20},
		Request: []int64{120, 120, 90}, Size: []int32{2, 1, 1},
		Closures: []job.Closure{{From: 100, To: 200, Procs: 4, Known: job.Foreknown}}}
	fcfs, err := order.Parse("FCFS")
	require.NoError(t, err)
	tape, err := Record(tr, &sim.Config{Primary: fcfs, Backfill: fcfs, Threshold: sim.None})
	require.NoError(t, err)
	require.Equal(t, []int64{200, 200, 0}, tape.Starts)
	for j, want := range []string{
		"it was the head of the queue: 4 processors were free, it asks for 2, and would have run into processors " +
			"going out at day 1, 00:01:40. It was promised a start at day 1, 00:03:20.",
		"it fitted into the 4 processors free, but would have run into processors going out at day 1, 00:01:40."} {
		s, err := tape.Story(j)
		require.NoError(t, err)
		text := ""
		for _, x := range tape.Sentences(s) {
			text += x.Words + "\n"
		}
		require.Contains(t, text, want)
		require.Contains(t, text, "it fitted, but would have run into processors going out")
	}
}
