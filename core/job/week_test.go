package job

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// at is a trace of jobs at such instants, with a Monday at another.
func at(monday int64, submit ...int64) *Trace {
	return &Trace{Submit: submit, Calendar: Calendar{Monday: monday}, Run: make([]int64, len(submit)), Request: make([]int64, len(submit)),
		Size: make([]int32, len(submit)), User: make([]int32, len(submit))}
}

// A week that the last submit ends in its last second is whole; one that it ends a second
// before is not.
func TestAWeekIsWholeToItsLastSecond(t *testing.T) {
	for _, x := range []struct {
		trace *Trace
		first int64
		n     int
	}{
		{at(0, 0, Week-1), 0, 1}, {at(0, 0, Week-2), 0, 0}, {at(0, 0, Week), 0, 1},
		{at(0, 0, 2*Week-1), 0, 2}, {at(0, 0, 9, 2*Week-2), 0, 1},
		{at(0, 1, Week, 2*Week-1), Week, 1}, {at(0, 1, Week, 2*Week-2), Week, 0},
		{at(5, 5, Week+4), 5, 1}, {at(5+3*Week, 5, Week+4), 5, 1}, {at(-Day, 6*Day, 13*Day-1), 6 * Day, 1},
		{at(0, 1, 2*Week+1), Week, 0}, // nobody submits in it
	} {
		first, n := x.trace.WholeWeeks()
		require.Equal(t, x.n, n, "%v", x.trace.Submit)
		if n > 0 {
			require.Equal(t, x.first, first, "%v", x.trace.Submit)
		}
	}
}

// Weeks by the clock leave out those of the first and of the last submit, whole or not.
func TestClockWeeksLieBetweenThoseOfTheFirstAndTheLastSubmit(t *testing.T) {
	for _, x := range []struct {
		from, to, first int64
		n               int
	}{{0, Week - 1, Week, 0}, {0, 2*Week - 1, Week, 0}, {0, 2 * Week, Week, 1}, {Week - 1, 2 * Week, Week, 1},
		{Week, 4*Week - 1, 2 * Week, 1}, {Week, 4 * Week, 2 * Week, 2}} {
		first, n := ClockWeeks(x.from, x.to)
		require.Equal(t, x.first, first)
		require.Equal(t, x.n, n, "%d to %d", x.from, x.to)
	}
}

// A job at the midpoint belongs to the second half, which an odd span has later.
func TestTheMidpointBelongsToTheSecondHalf(t *testing.T) {
	for _, x := range []struct {
		submit []int64
		first  int
	}{{[]int64{0, 49, 50, 51, 100}, 2}, {[]int64{0, 49, 50, 51, 101}, 3}, {[]int64{7, 8}, 1}, {[]int64{7, 9}, 1}, {[]int64{7, 7}, 2}} {
		first, second := at(0, x.submit...).Split()
		require.Equal(t, []int{x.first, len(x.submit) - x.first}, []int{first.Len(), second.Len()}, "%v", x.submit)
	}
}

func TestAnHourOfTheWeekLastsToItsLastSecond(t *testing.T) {
	for _, monday := range []int64{0, 12_345, -3 * Week, 40 * Week} {
		for at0, hour := range map[int64]int{0: 0, 3599: 0, 3600: 1, Week - 1: 167, Week: 0, -1: 167} {
			trace := at(monday, monday+at0)
			require.Equal(t, hour, trace.HourOfWeek(0), "%d s after Monday", at0)
		}
	}
}
