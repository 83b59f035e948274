package trials

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// slowTrial steps through time second by second, the plainest way.
func slowTrial(procs int64, list []Job) (starts []int64) {
	type run struct{ end, size int64 }
	var running []run
	for now := int64(0); len(starts) < len(list); now++ {
		running = slices.DeleteFunc(running, func(r run) bool { return r.end <= now })
		for len(starts) < len(list) {
			j, used := list[len(starts)], int64(0)
			for _, r := range running {
				used += r.size
			}
			if j.R > now || used+j.Q > procs {
				break
			}
			running = append(running, run{now + j.P, j.Q})
			starts = append(starts, now)
		}
	}
	return starts
}

func TestATrialIsThatOfASlowMachine(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	var s Sampler
	for range 600 {
		procs, ahead, queued := int64(1+r.IntN(20)), 1+r.IntN(12), 2+r.IntN(10)
		list := make([]Job, ahead+queued)
		at := int64(0)
		for i := range list {
			list[i] = Job{1 + int64(r.IntN(30)), 1 + r.Int64N(procs), at}
			at += int64(r.IntN(1 + r.IntN(12)))
		}
		s.Set(procs, list, ahead, 10)
		order := make([]uint16, queued)
		for i, k := range r.Perm(queued) {
			order[i] = uint16(ahead + k)
		}
		line := slices.Clone(list[:ahead])
		for _, k := range order {
			line = append(line, list[k])
		}
		starts := slowTrial(procs, line)[ahead:]
		sum, got := 0.0, s.Starts(order)
		for i, k := range order {
			require.Equal(t, starts[i], got[int(k)-ahead])
			sum += max(1, float64(starts[i]-list[k].R+list[k].P)/float64(max(list[k].P, 10)))
		}
		require.Equal(t, sum/float64(queued), s.Trial(order))
	}
}

func TestATrialAllocatesNothing(t *testing.T) {
	var s Sampler
	s.Set(256, stagePair(1), 16, 10)
	s.tally.reset(s.queued)
	s.orders.reset(s.ahead, s.queued)
	s.draws.begin(1, 1)
	require.Zero(t, testing.AllocsPerRun(100, s.round))
}

func TestEveryOrderIsTriedOnceAndEveryOneIsAsLikely(t *testing.T) {
	order, seen := []uint16{4, 5, 6, 7, 8}, map[string]int{}
	for more := true; more; more = next(order) {
		seen[text(order)]++
	}
	require.Len(t, seen, 120)
	var d draws
	d.begin(1, 2)
	list, n := []uint16{1, 2, 3, 4}, 240_000
	clear(seen)
	for range n {
		d.shuffle(list)
		seen[text(list)]++
	}
	require.Len(t, seen, 24)
	chi, mean := 0.0, float64(n)/24
	for _, k := range seen {
		chi += (float64(k) - mean) * (float64(k) - mean) / mean
	}
	require.Less(t, chi, 49.7, "23 degrees of freedom, one in a thousand")
}

func text(order []uint16) string {
	var b strings.Builder
	for _, k := range order {
		b.WriteByte('0' + byte(k))
	}
	return b.String()
}

func TestSampledScoresComeNearTheExactOnes(t *testing.T) {
	jobs := stagePair(4)[:22]
	var s Sampler
	s.Set(256, jobs, 16, 10)
	exact := s.Every()
	got := s.Sample(1, 0, 4000)
	require.Equal(t, got.Score, s.Sample(1, 0, 4000).Score, "the same again")
	require.NotEqual(t, got.Score, s.Sample(1, 1, 4000).Score, "another place, other orders")
	require.Len(t, got.Settling, 12)
	sum := 0.0
	for i := range exact.Score {
		require.Less(t, math.Abs(got.Score[i]-exact.Score[i]), 4*got.Error[i])
		sum += got.Score[i]
	}
	require.InDelta(t, 1, sum, 1e-12)
	require.True(t, math.IsNaN(s.Sample(1, 0, 1).Error[0]))
}

// A standard error is the spread of the score over seeds.
func TestStandardErrorsAreTheSpreadOverSeeds(t *testing.T) {
	fixture.Long(t)
	var s Sampler
	s.Set(256, stagePair(4), 16, 10)
	const seeds = 300
	said, sum, squares := 0.0, 0.0, 0.0
	for seed := range uint64(seeds) {
		x := s.Sample(seed, 0, 16)
		said += x.Error[3] / seeds
		sum += x.Score[3] / seeds
		squares += x.Score[3] * x.Score[3] / seeds
	}
	require.InEpsilon(t, math.Sqrt(squares-sum*sum), said, 0.15, "standard error")
}

// ---- the fit
