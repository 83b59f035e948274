package job

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSizesThatNoOtherComesNearAreNoMachines(t *testing.T) {
	largest := func(n int, list ...int64) int64 {
		var s Sizes
		for range n {
			s.Add(100)
		}
		for _, size := range list {
			s.Add(size)
		}
		return s.Largest()
	}
	require.EqualValues(t, 100, largest(100, 1_000_000_000, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10))
	require.EqualValues(t, 100, largest(100, 1_000_000_000, 2_000_000_000, 100_000), "several")
	require.EqualValues(t, 99_000, largest(100, 99_000), "a whole machine for once")
	require.EqualValues(t, 100, largest(5, MaxSize+1), "of no machine, however few jobs there are")
	require.EqualValues(t, 1_000_000, largest(5, 1_000_000), "few jobs say little")
}

func TestYearsWithoutASubmitAreSaid(t *testing.T) {
	for _, few := range [][]int64{{5, 6, 300 * Day}, {0, 400 * Day, 900 * Day, 1300 * Day}, nil} {
		_, is := Lull(slices.Values(few))
		require.False(t, is, "%v", few)
	}
	d, is := Lull(slices.Values([]int64{3001 * Day, 5, 3000*Day + 6, 6}))
	require.True(t, is && d.Grave)
	require.Equal(t, "no job was submitted for 3\u202f000 days, most of the log: look whether a submit time is wrong, and "+
		"take that job out",
		d.String())
}
