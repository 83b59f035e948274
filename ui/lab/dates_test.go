package lab

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
)

// Marks of an axis are dates at round places, no more than there is room for.
func TestAnAxisHasRoundDates(t *testing.T) {
	begin := &job.Calendar{Unix: 848_000_000} // 14 November 1996
	for _, hours := range []int64{3, 12, 30, 24 * 4, 24 * 9, 24 * 40, 24 * 300, 24 * 3000} {
		list := Dates(begin, 0, hours*3600, 8, 0.9)
		require.NotEmpty(t, list, hours)
		require.LessOrEqual(t, len(list), 8)
		for i := range list[1:] {
			require.Less(t, list[i].At, list[i+1].At)
		}
	}
}

// Marks are at the hours of the people: 25 of them in the day that summer time ends, with
// that which comes twice marked once, and 23 in the one it begins.
func TestMarksOfAnAxisAreAtTheHoursOfThePeople(t *testing.T) {
	const hour = 3600 // seconds
	marks := func(unix int64, offset int64, shift job.Shift) (list []string) {
		c := &job.Calendar{Unix: unix, Offset: offset, Shifts: []job.Shift{shift}}
		for _, x := range Dates(c, 0, 5*hour, 12, 1) { // from midnight on
			list = append(list, x.Label+" at "+strconv.FormatFloat(5*x.At, 'f', 2, 64))
		}
		return list
	}
	require.Equal(t, []string{"00:00 at 0.00", "01:00 at 1.00", "02:00 at 2.00", "03:00 at 4.00", "04:00 at 5.00"},
		marks(846_367_200, 2*hour, job.Shift{At: 3 * hour, Offset: hour}))
	require.Equal(t, []string{"00:00 at 0.00", "01:00 at 1.00", "03:00 at 2.00", "04:00 at 3.00", "05:00 at 4.00", "06:00 at 5.00"},
		marks(859_676_400, hour, job.Shift{At: 2 * hour, Offset: 2 * hour}))
}
