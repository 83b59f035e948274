package held

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
)

// The hour of each hour of the week that is named has most waiting in vain of them all, and its causes are those of a
// stretch of that hour.
func TestTheWorstHourHasMostWaitingInVain(t *testing.T) {
	trace := &job.Trace{Procs: 10}
	for i := range int64(400) {
		at := i * 9000
		trace.Submit, trace.Wait = append(trace.Submit, at), append(trace.Wait, i*i*37%30000)
		trace.Run, trace.Request = append(trace.Run, 600), append(trace.Request, 900)
		trace.Size, trace.User, trace.ID = append(trace.Size, 1), append(trace.User, 0), append(trace.ID, i+1)
		trace.Pos = append(trace.Pos, int32(i))
	}
	trace.Users = []int64{1}
	r, ok := RecordOf(trace)
	require.True(t, ok)
	a, err := AccountOf(r, &Machine{})
	require.NoError(t, err)
	_, last := r.Span()
	named := 0
	for hour := range a.Week {
		most, at := int64(0), int64(0)
		for from := int64(0); from <= last; from += 3600 {
			if wall := mod(trace.Calendar.Local(from), job.Week); wall/3600 != int64(hour) {
				continue
			}
			parts, err := Within(r, &Machine{}, from, from+3600)
			require.NoError(t, err)
			if parts[InVain] > most {
				most, at = parts[InVain], from
			}
		}
		require.Equal(t, at, a.Worst[hour], "hour %d", hour)
		if most > 0 {
			named++
		}
	}
	require.Greater(t, named, 100)
}
