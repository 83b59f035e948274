package stats

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheLogsWeeksLeaveMoreOpenThanTheSimulation(t *testing.T) {
	policy, base := someWaits(31, 60)
	sim := Fieller(policy, base, 0.95)
	of := Weeks{Log: 52, Resample: 52, Block: 4}.Change(policy, base, 0.95)
	require.Equal(t, sim.Mid, of.Mid)
	require.Less(t, of.Low, sim.Low)
	require.Greater(t, of.High, sim.High)

	// with a very long log only the simulation is left
	long := Weeks{Log: 1e9, Resample: 52, Block: 1}.Change(policy, base, 0.95)
	require.InDelta(t, sim.HalfWidth(), long.HalfWidth(), 0.03*sim.HalfWidth())

	// a log of four times as many weeks leaves half as much open; longer blocks
	// and longer resamples of the same spread leave more
	width := func(w Weeks) float64 { return w.Change(policy, base, 0.95).HalfWidth() }
	require.InEpsilon(t, width(Weeks{4000, 520, 1})/2, width(Weeks{16000, 520, 1}), 0.2)
	require.Greater(t, width(Weeks{52, 52, 8}), width(Weeks{52, 52, 4}))
	require.Greater(t, width(Weeks{52, 104, 4}), width(Weeks{52, 52, 4}))
	require.Greater(t, Weeks{52, 52, 4}.Change(policy, base, 0.99).HalfWidth(), width(Weeks{52, 52, 4}))
	require.Equal(t, width(Weeks{52, 52, 1}), width(Weeks{52, 52, 0}), "weeks apart are blocks of one")
}

func TestTooFewBlocksLeaveEverythingOpen(t *testing.T) {
	policy, base := someWaits(32, 20)
	for _, w := range []Weeks{{}, {Log: 7, Resample: 52, Block: 4}, {Log: 52, Block: 4}, {Log: 1, Resample: 1, Block: 1}} {
		c := w.Change(policy, base, 0.95)
		require.InDelta(t, pooled(sum(policy), sum(base)), c.Mid, 1e-15)
		require.True(t, math.IsNaN(c.Low) && math.IsNaN(c.High), "%v", w)
	}
	one := Weeks{52, 52, 4}.Change(policy[:1], base[:1], 0.95)
	require.True(t, math.IsNaN(one.Low))
}

// Where Fieller's set has no bounds, the interval of the ratio's logarithm
// stands: it is about the ratio, so exchanging the two inverts it.
func TestShortLogsHaveAnIntervalWithBounds(t *testing.T) {
	policy, base := someWaits(33, 40)
	for k := range base { // a few resamples hold most of the waiting
		if k%10 == 0 {
			base[k], policy[k] = 40*base[k], 39*policy[k]
		}
	}
	w := Weeks{Log: 12, Resample: 52, Block: 4}
	c, d := w.Change(policy, base, 0.95), w.Change(base, policy, 0.95)
	require.False(t, math.IsNaN(c.Low))
	require.Greater(t, c.Low, -1.0)
	require.InEpsilon(t, (1+c.Mid)/(1+c.Low), (1+c.High)/(1+c.Mid), 1e-6, "even on the scale of logarithms")
	require.InEpsilon(t, 1/(1+c.High), 1+d.Low, 1e-6)
	require.Less(t, c.Low, c.Mid)
}

func TestAMeanHasTheIntervalOfTheLogsWeeks(t *testing.T) {
	v := []float64{1, 2, 3, math.NaN(), 4, 5, 6}
	w := Weeks{Log: 50, Resample: 50, Block: 5} // ten blocks
	c := w.Mean(v, 0.95)
	require.Equal(t, 3.5, c.Mid)
	// s^2 = 3.5, V = 3.5 (10/9 + 1/6), t(5) = 2.570582, as there are six
	// s^2 = 3.5, V = 3.5 (10/9 + 1/6), t(5) = 2.570582: there are six values
	require.InDelta(t, 2.570581836*math.Sqrt(3.5*(10.0/9+1.0/6)), c.HalfWidth(), 1e-6)
	require.True(t, math.IsNaN(Weeks{}.Mean(v, 0.95).Low))
	require.True(t, math.IsNaN(w.Mean([]float64{1}, 0.95).Low))
}

func TestADifferenceIsThatOfTheChanges(t *testing.T) {
	p, base := someWaits(34, 40)
	q, _ := someWaits(35, 40)
	w := Weeks{Log: 900, Resample: 50, Block: 5}
	d := w.Difference(p, q, base, 0.95)
	require.InDelta(t, Fieller(p, base, 0.95).Mid-Fieller(q, base, 0.95).Mid, d.Mid, 1e-12)
	require.Less(t, d.Low, Difference(p, q, base, 0.95).Low)
	back := w.Difference(q, p, base, 0.95)
	require.InDelta(t, -d.Mid, back.Mid, 1e-12)
	require.InDelta(t, -d.Low, back.High, 1e-6)
	same := w.Difference(p, p, base, 0.95)
	require.Equal(t, []float64{0, 0, 0}, []float64{same.Mid, same.Low, same.High})
}
