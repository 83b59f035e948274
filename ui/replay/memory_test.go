package replay

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/replay"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

// What takes much memory says so before, and is asked for twice.
func TestALongLogIsReplayedAtTheSecondPress(t *testing.T) {
	var v *View
	a, m, _ := labtest.New(t, func(l *lab.Lab) []lab.View {
		v = New(l)
		v.unasked = 1000
		return []lab.View{v}
	}, replay.Kind())
	a.Start("")
	require.Empty(t, v.weight(), "there is no log yet")
	labtest.Load(a, m)
	require.Contains(t, v.weight(), "a replay of 1\u202f500 jobs takes about 0.0\u202fGB of this tab's memory")
	a.Run()
	require.Empty(t, m.Tasks)
	require.Contains(t, a.Message, "Press Replay once more")
	a.Run()
	require.Empty(t, a.Message)
	require.Len(t, m.Tasks, 1)
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
	require.Equal(t, "a replay of 2\u202f000\u202f000 jobs takes about 1.2\u202fGB of this tab's memory", weightOf(2_000_000))
	v.unasked = 2000
	require.Empty(t, v.weight())
}
