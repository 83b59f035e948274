package job

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/wire"
)

// Only jobs that are kept count, each in the weeks that it was submitted in.
func TestRecordedWaitsAreThoseOfTheJobsKept(t *testing.T) {
	var rows []row
	for d := range int64(30) { // a job a day, the third of them too large for the machine
		procs := int64(1)
		if d%10 == 2 {
			procs = 99
		}
		rows = append(rows, row{d * Day, 60, procs, procs, 60, 1, 1})
	}
	l := makeLog("8", rows...)
	l.Col[Wait] = Column{}
	for d := range int64(30) {
		wait := 100 + d
		switch d {
		case 5:
			wait = -1
		case 6:
			wait = MaxTime + 1 // no wait of any machine
		}
		l.Col[Wait].Append(wait)
	}
	tr, c := Clean(l, preset(t, "online"), MachineOf(l, 0))
	of := func(first int64, weeks int, from int64) (w Waited) {
		for _, at := range tr.Submit {
			if d := at / Day; at >= max(first, from) && at < first+int64(weeks)*Week {
				w.Jobs++
				if d != 5 && d != 6 {
					w.Known++
					w.Sum += 100 + d
				}
			}
		}
		return w
	}
	first, n := tr.WholeWeeks()
	require.Equal(t, of(0, 100, 0), c.Recorded.All)
	require.Equal(t, int64(27), c.Recorded.All.Jobs)
	require.Equal(t, int64(25), c.Recorded.All.Known)
	require.Equal(t, of(first, n, 0), c.Recorded.Weeks)
	first, n = ClockWeeks(tr.Submit[0], tr.Submit[tr.Len()-1])
	require.Equal(t, of(first, n, 0), c.Recorded.Clock)
	_, second := tr.Split()
	first, n = second.WholeWeeks()
	require.Equal(t, of(first, n, second.Submit[0]), c.Recorded.Second)
	require.Positive(t, c.Recorded.Second.Jobs)

	var taken Recorded
	require.NoError(t, wire.Decode(wire.Encode(&c.Recorded), &taken))
	require.Equal(t, c.Recorded, taken)

	l.Col[Wait] = Column{}
	_, c = Clean(l, preset(t, "online"), MachineOf(l, 0))
	require.Zero(t, c.Recorded.All.Known, "a log without waits")
	require.Equal(t, int64(27), c.Recorded.All.Jobs)
}
