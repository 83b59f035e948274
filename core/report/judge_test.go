package report

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/stats"
	"shadowtime/core/job/resample"
	"shadowtime/core/study"
)

func TestOnlyWeeksDrawnWithReplacementSayWhatOthersShow(t *testing.T) {
	w := study.DefaultWorkload()
	require.Equal(t, stats.Weeks{Log: 46, Resample: 52, Block: 4}, WeeksOf(&w, 46, 52))
	require.False(t, Apart(&w))
	w.Variant, w.Block = resample.Draw, 0
	require.Equal(t, stats.Weeks{Log: 46, Resample: 52}, WeeksOf(&w, 46, 52))
	require.True(t, Apart(&w))
	for _, v := range []resample.Variant{resample.Shuffle, resample.Original, resample.Whole} {
		w.Variant = v
		require.Equal(t, stats.Weeks{}, WeeksOf(&w, 46, 52))
	}
}

func TestTheLogItselfIsSummedUpInHalves(t *testing.T) {
	// four weeks, and what comes after; the second choice waits half as long in
	// the first two
	a := Replayed([][]int64{{100, 100, 100, 50, 50}, {50, 50, 100, 50, 50}}, 4, 10, 60)
	require.False(t, a.BsldLikeness.Known(), "waits say nothing of slowdowns")
	a.BsldLikeness = 0
	require.Equal(t, &AsLogged{Weeks: 4, AvgWait: 40, Changes: []Float{0, -0.25}, FirstHalf: []Float{0, -0.5}, SecondHalf: []Float{0, 0},
		Likeness: 1.5}, a)

	one := Replayed([][]int64{{100, 0}, {50, 0}}, 1, 10, Float(math.NaN()))
	require.Nil(t, one.FirstHalf)
	require.False(t, one.Likeness.Known())
}

// Of a log of less than eight whole weeks the spread of resamples says nothing, whatever load
// it is replayed at.
func TestResamplesOfFewWeeksHaveNoInterval(t *testing.T) {
	w := study.DefaultWorkload()
	require.Equal(t, stats.Weeks{}, WeeksOf(&w, 7, 7))
	require.NotEqual(t, stats.Weeks{}, WeeksOf(&w, 8, 8))
	for _, load := range []float64{0.1, 0.5, 0.9, 1.1, 1.3, 2, 10} {
		w.Load = load
		for own := range leastWeeks {
			weeks := resample.ScaledWeeks(own, load, resample.Arrivals)
			require.Equal(t, stats.Weeks{}, WeeksOf(&w, weeks, weeks), "%d weeks at %g times the load", own, load)
		}
	}
}

// Zero is a change that may be: an end that reaches it shows nothing.
func TestAnEndAtZeroShowsNothing(t *testing.T) {
	nan := Float(math.NaN())
	for ends, want := range map[[2]Float]string{{-0.2, -1e-9}: Less, {-0.2, 0}: Nothing, {-0.2, 0.1}: Nothing, {0, 0}: Nothing,
		{0, 0.2}: Nothing, {1e-9, 0.2}: More, {nan, nan}: Nothing} {
		b := Bounds{Low: ends[0], High: ends[1]}
		require.Equal(t, want, b.Shown(), "%v", ends)
	}
}
