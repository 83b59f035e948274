package replay

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/ui/lab"
)

// Both schedules are of one stretch of time, and a gesture on either moves both.
func TestBothSchedulesMoveTogether(t *testing.T) {
	a, v, m, s := page(t, "")
	answer(m)
	require.Empty(t, s.Painted[otherID])
	a.Act("replay-both", "")
	require.Contains(t, s.Drawn[hostOther], "Under FCFS at most ")
	before := s.Painted[otherID]
	require.NotEmpty(t, before)
	w, h := int(before[0]), int(before[1])
	v.Gesture(lab.Gesture{On: otherID, Kind: lab.Zoom, X: 0.5, By: 0.1})
	s.Step(0)
	require.NotEqual(t, before, s.Painted[otherID])
	from, to := v.scene.window(v.at)
	require.Equal(t, v.stage.view(from, to).From, v.other.window(from, to).From)

	seen := s.Painted[otherID][2:]
	for i, p := range seen {
		if p < waited {
			continue
		}
		g := lab.Gesture{On: otherID, X: (float64(i%w) + 0.5) / float64(w), Y: (float64(i/w) + 0.5) / float64(h)}
		g.Kind = lab.Point
		v.Gesture(g)
		require.Contains(t, s.Drawn[hostReading], "under FCFS")
		g.Kind = lab.Press
		v.Gesture(g)
		require.Contains(t, s.Drawn[hostReading], "Job "+v.Chosen()+":")
		break
	}
	require.NotEmpty(t, v.Chosen())
	v.Gesture(lab.Gesture{On: otherID, Kind: lab.Leave})
	require.Empty(t, s.Drawn[hostReading])
	require.Contains(t, a.Link(nil), "both=true")
	a.Act("replay-both", "")
	require.Empty(t, s.Drawn[hostOther])
}
