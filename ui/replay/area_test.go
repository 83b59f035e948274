package replay

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/job"
	"shadowtime/core/sim/held"
	"shadowtime/ui/lab"
)

// A drag of the mouse selects an area, in either picture; what is said of it is what is counted of the schedule that was
// dragged in, its address opens it again, and Escape takes it back before anything is cancelled.
func TestADragSelectsAnAreaThatIsCounted(t *testing.T) {
	a, v, m, s := explore(t, "view=replay", withWaits)
	from, to := v.scene.window(v.at)
	at := func(share float64) int64 { return from + int64(share*float64(to-from)) }
	for side, canvas := range []string{canvasID, otherID} {
		v.Gesture(lab.Gesture{On: canvas, Kind: lab.Pan, X: 0.5, By: 0.1, Mouse: true, From: 0.75})
		v.Gesture(lab.Gesture{On: canvas, Kind: lab.Pan, X: 0.25, By: -0.1, Mouse: true, From: 0.75})
		framed(v, s.Step)
		v.Gesture(lab.Gesture{On: canvas, Kind: lab.Drop, X: 0.25})
		begin, end, ok := v.selected()
		require.True(t, ok)
		require.InDelta(t, at(0.25), begin, 1)
		require.InDelta(t, at(0.75), end, 1)
		require.Equal(t, side, v.side())
		answer(m)
		want := replay.AreaOf(v.scene.trace, v.scene.starts[side], begin, end)
		require.Equal(t, want.Longest, v.area.told.Longest)
		said := s.Drawn[hostArea]
		require.Contains(t, said, "Selected area, "+lab.Esc(v.scene.under(side)))
		require.Contains(t, said, numeral.Count(want.Ran)+", "+numeral.Count(want.Started)+" started here")
		require.Contains(t, said, numeral.Duration(float64(want.Waited))+" in all")
		require.Contains(t, s.Drawn[pictures[side].marks], "veil")
		require.Equal(t, side == 1, strings.Contains(said, "too few processors free"), "causes are of the log's own schedule")
	}
	_, link, _ := strings.Cut(a.Link(nil), "?")
	link, _, _ = strings.Cut(link, "#")
	_, again, _, _ := explore(t, link, withWaits)
	require.Equal(t, v.at, again.at)
	require.Equal(t, v.area.told, again.area.told)
	a.Key("Escape")
	_, _, ok := v.selected()
	require.False(t, ok)
	require.Empty(t, s.Drawn[hostArea])
	framed(v, s.Step)
	require.NotContains(t, s.Drawn[pictures[1].marks], "veil")
}

// What the log's own jobs waited for in an area of all of the log is what the account of the log says.
func TestTheCausesOfAllOfTheLogAreItsAccount(t *testing.T) {
	_, v, m, _ := explore(t, "view=replay&beside=logged&side=1", withWaits)
	v.selects(v.scene.first, v.scene.last)
	v.settle()
	answer(m)
	trace := *m.Trace
	trace.Wait = make([]int64, trace.Len())
	for j := range trace.Wait {
		trace.Wait[j] = v.scene.wait(1, j)
	}
	record, ok := held.RecordOf(&trace)
	require.True(t, ok)
	account, err := held.AccountOf(record, &held.Machine{})
	require.NoError(t, err)
	require.Equal(t, account.Parts, v.area.told.Parts)
}

// Arrows with Shift widen and narrow an area, which goes when nothing is left of it; a finger still moves the picture.
func TestKeysReachAnAreaAndFingersMove(t *testing.T) {
	_, v, _, _ := explore(t, "view=replay", withWaits)
	key := func(k string) { v.Gesture(lab.Gesture{On: canvasID, Kind: lab.Key, Key: k}) }
	from, to := v.scene.window(v.at)
	for range 2 {
		key(lab.Shifted + "ArrowRight")
	}
	begin, end, ok := v.selected()
	require.True(t, ok)
	require.InDelta(t, (from+to)/2, begin, 1)
	require.InDelta(t, (to-from)/10, end-begin, 2)
	key(lab.Shifted + "ArrowLeft")
	key(lab.Shifted + "ArrowLeft")
	_, _, ok = v.selected()
	require.False(t, ok)
	v.Gesture(lab.Gesture{On: canvasID, Kind: lab.Pan, X: 0.4, By: -0.1, From: 0.5})
	_, _, ok = v.selected()
	require.False(t, ok)
	moved, _ := v.scene.window(v.at)
	require.Greater(t, moved, from)
}

// The schedules swap in one place, with time and area kept; the story and what is counted are of the one in sight.
func TestSchedulesSwapInPlace(t *testing.T) {
	_, v, m, s := explore(t, "view=replay", withWaits)
	v.selects(v.scene.first, v.scene.first+job.Day)
	v.settle()
	was := v.at
	key := func() { v.Gesture(lab.Gesture{On: canvasID, Kind: lab.Key, Key: "b"}) }
	for _, side := range []int{1, 0, 1} {
		key()
		answer(m)
		require.Equal(t, side, v.side())
		require.NotEmpty(t, s.Drawn[pictures[side].picture])
		require.Empty(t, s.Drawn[pictures[1-side].picture])
		require.Contains(t, s.Drawn[hostArea], "Selected area, "+lab.Esc(v.scene.under(side)))
		require.Equal(t, [4]int64{was.from, was.to, was.areaFrom, was.areaTo}, [4]int64{v.at.from, v.at.to, v.at.areaFrom, v.at.areaTo})
	}
	v.Act("replay-only", "-1")
	for side := range pictures {
		require.NotEmpty(t, s.Drawn[pictures[side].picture])
	}
	require.Contains(t, s.Drawn[pictures[0].scale], "jobs waiting")
}
