package report

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// weekly are choices that wait so many percent of the baseline's in each of so many weeks.
func times(weeks int, percent ...int64) [][]int64 {
	sums := [][]int64{nil}
	for range percent {
		sums = append(sums, nil)
	}
	for w := range int64(weeks) {
		base := 10_000 + 1000*(w*w%7)
		sums[0] = append(sums[0], base)
		for i, p := range percent {
			sums[i+1] = append(sums[i+1], base*p/100)
		}
	}
	return sums
}

func TestWhatWasAskedBeforehandIsNotShrunkForChoosing(t *testing.T) {
	w := &Weighing{Own: times(30, 70, 60, 98), Weeks: 30}
	list, named := w.Judge()
	require.Equal(t, 2, named.At)
	asked := w.About(2)
	require.Greater(t, asked.Change, list[2].Own, "a log may lack busy weeks")
	require.GreaterOrEqual(t, named.Change, asked.Change, "which looks better than it is")
	require.Equal(t, []Float{named.Low, named.High, named.Level}, []Float{asked.Low, asked.High, asked.Level}, "the same is shown of it")
	require.Equal(t, Shown, asked.Verdict)
	open := w.About(3)
	require.Equal(t, Undecided, open.Verdict)
	require.Equal(t, Float(Level), open.Level)
	require.Equal(t, " Even twenty years of log would not settle it.", open.Doubt(Subject{}))
	require.Empty(t, asked.Doubt(Subject{}))
	require.Nil(t, (&Weighing{Resampled: [][]int64{{}, {}}}).About(1))
	require.False(t, (&Weighing{Resampled: [][]int64{{9}, {8}}}).About(1).Replayed())
}

func TestARangeIsWrittenAsPeopleReadIt(t *testing.T) {
	nan := Float(math.NaN())
	for _, x := range []struct {
		change, low, high Float
		says              string
	}{
		{-0.4, -0.5, -0.3, ", plausibly 30 to 50\u202f%"},
		{0.2, 0.1, 0.3, ", plausibly 10 to 30\u202f%"},
		{-0.2, -0.4, 0.1, ", plausibly between 40\u202f% less and 10\u202f% more"},
		{0.0048, -0.1, 0.13, ", plausibly between 10\u202f% less and 13\u202f% more"},
		{-0.12, -0.22, -0.004, ", plausibly 0.4 to 22.0\u202f%"},
		{-0.2, -0.9, 4, ", but almost anything is plausible"},
		{-0.2, nan, nan, ""},
	} {
		require.Equal(t, x.says, Plausible(x.change, x.low, x.high))
	}
}
