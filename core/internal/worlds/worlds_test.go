package worlds

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/stats"
	"shadowtime/core/job"
	"shadowtime/core/sim"
)

func machine(t *testing.T, kind Kind, seed uint64, weeks int) *Machine {
	t.Helper()
	m, err := New(kind, seed, weeks)
	require.NoError(t, err)
	return m
}

func TestTheSameSeedIsTheSameMachine(t *testing.T) {
	for _, kind := range Kinds() {
		a, b, other := machine(t, kind, 7, 20), machine(t, kind, 7, 20), machine(t, kind, 8, 20)
		require.Equal(t, a, b, kind)
		require.NotEqual(t, a.Trace.Run, other.Trace.Run, kind)
		require.InDelta(t, 20, a.Weeks, 2, kind)
	}
}

func TestAWeekIsTheSameHoweverManyAreAskedFor(t *testing.T) {
	for _, kind := range Kinds()[:3] {
		few, many := machine(t, kind, 7, 12).Trace, machine(t, kind, 7, 30).Trace
		n := few.Len()
		require.Greater(t, many.Len(), n)
		require.Equal(t, few.Submit, many.Submit[:n], kind)
		require.Equal(t, few.Run, many.Run[:n], kind)
		require.Equal(t, few.Size, many.Size[:n], kind)
	}
}

// What the simulator asks of a trace, and what a log would have.
func TestAMachinesJobsAreLawful(t *testing.T) {
	fixture.Long(t)
	for _, kind := range Kinds() {
		m := machine(t, kind, 3, 50)
		x := m.Trace
		for j := range x.Submit {
			require.True(t, j == 0 || x.Submit[j-1] <= x.Submit[j])
			require.True(t, 0 <= x.Submit[j] && x.Submit[j] < int64(m.Weeks)*job.Week)
			require.True(t, 1 <= x.Size[j] && int64(x.Size[j]) <= x.Procs)
			require.True(t, 0 <= x.Run[j] && x.Run[j] <= x.Request[j])
			require.True(t, 0 <= x.User[j] && int(x.User[j]) < len(x.Users))
		}
	}
}

// work is the load of each week.
func work(m *Machine) []float64 {
	list := make([]float64, m.Weeks)
	for j, at := range m.Trace.Submit {
		list[at/job.Week] += float64(m.Trace.Run[j]) * float64(m.Trace.Size[j]) / float64(m.Trace.Procs*job.Week)
	}
	return list
}

// follows is the correlation of weeks that are neighbours.
func follows(v []float64) float64 {
	m, along, all := mean(v), 0.0, 0.0
	for w, x := range v {
		all += (x - m) * (x - m)
		if w > 0 {
			along += (x - m) * (v[w-1] - m)
		}
	}
	return along / all
}

// Of 400 weeks apart, the correlation has a standard error of 0.05.
func TestTheWeeksOfEachKindFollowEachOtherAsItSays(t *testing.T) {
	fixture.Long(t)
	for seed := uint64(1); seed < 4; seed++ {
		require.InDelta(t, 0, follows(work(machine(t, Independent, seed, 400))), 0.15)
		require.InDelta(t, 0, follows(work(machine(t, Rare, seed, 400))), 0.15)
		require.Greater(t, follows(work(machine(t, Autocorrelated, seed, 400))), 0.45)
	}
}

func TestSomeWeeksOfTheRareKindDrown(t *testing.T) {
	fixture.Long(t)
	drowned := func(kind Kind) (n int) {
		for _, load := range work(machine(t, kind, 2, 1000)) {
			n += one(load > 1.3)
		}
		return n
	}
	require.InDelta(t, 30, drowned(Rare), 15, "of 1,000 weeks")
	require.Less(t, drowned(Independent), 12)
}

func TestALogHasItsOwnWeeksAndClock(t *testing.T) {
	m := machine(t, Independent, 4, 20)
	all := 0
	for from := 0; from < 20; from += 5 {
		l := m.Log(from, 5)
		require.Less(t, l.Submit[0], int64(job.Week))
		require.Less(t, l.Submit[l.Len()-1], int64(5*job.Week))
		all += l.Len()
	}
	require.Equal(t, m.Trace.Len(), all, "no job is in two logs or in none")
}

// Orders by hash are as good as each other, which a long machine shows, and are none of the
// known ones.
func TestOrdersByHashDoNotDiffer(t *testing.T) {
	fixture.Long(t)
	orders, err := Random()
	require.NoError(t, err)
	sum, squares, n := 0.0, 0.0, 2000
	for i := range n {
		k := orders[1].Primary.Key(3600, 4, int64(977*i), 0)
		require.True(t, -0.5 <= k && k <= 0.5)
		sum += k
		squares += k * k
	}
	require.InDelta(t, 0, sum/float64(n), 0.02)
	require.InDelta(t, 1.0/12, squares/float64(n), 0.005, "evenly between -1/2 and 1/2")

	m := machine(t, Independent, 5, 200)
	sums, err := orders.Sums(sim.New(), m.Trace, m.Weeks)
	require.NoError(t, err)
	for i := range sums[1:] {
		require.NotEqual(t, sums[0], sums[i+1])
		r := stats.RangeOf(sums[i+1], sums[0])
		require.InDelta(t, 0, r.Mid(), 0.08)
	}
}

// Two logs by hand: one whose range holds the truth, one whose range ends far below it.
func TestAClaimIsFalseWhereTheRangeEndsBelowTheTruth(t *testing.T) {
	half := [][]int64{{100, 110, 90, 100, 100, 100, 90, 110}, {50, 55, 45, 50, 50, 50, 45, 55}}
	y := judge([][][]int64{half}, []float64{0, -0.4}, 8)
	require.Equal(t, []int{1, 0, 0, 1, 1}, []int{y.Logs, y.Blanks, y.False, y.Headline, y.Hits})
	y = judge([][][]int64{half, half}, []float64{0, 0.9}, 8)
	require.Equal(t, []int{2, 0, 2, 2, 0, 1, 1}, []int{y.Logs, y.Blanks, y.False, y.Headline, y.Hits, y.NextHits, y.Nexts})
	raw, shrunk := y.Bias()
	require.InDelta(t, -1.4, raw, 1e-12)
	require.Greater(t, shrunk, raw)
	empty := make([]int64, 8)
	y = judge([][][]int64{{empty, empty}}, []float64{0, -0.4}, 8)
	require.Equal(t, []int{0, 1}, []int{y.Logs, y.Blanks})
}

func TestThePriorIsFoundAgain(t *testing.T) {
	// spreads at the quantiles of a scaled F of very many and 4 degrees of freedom: the root
	// of 4 over chi-squares, of which these are the deciles' middles
	var list []Sample
	for _, chi := range []float64{0.711, 1.366, 1.923, 2.470, 3.047, 3.687, 4.438, 5.385, 6.745, 9.488} {
		s := 4 / chi * 0.36
		list = append(list, Sample{math.Sqrt(s), 1e4})
	}
	middle, weeks := Prior(list)
	require.InDelta(t, 0.6, middle, 0.05)
	require.InDelta(t, 4, weeks, 1.2)
}

// The spread of a log of itself is what the range pools with its prior.
func TestTheSpreadIsThatOfTheRecipe(t *testing.T) {
	require.InDelta(t, math.Sqrt(0.04/3)/0.8, Spread([]int64{70, 90, 70, 90}, []int64{100, 100, 100, 100}), 1e-12)
}
