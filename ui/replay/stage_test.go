package replay

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/sim/why"
	"shadowtime/ui/lab"
)

// framed draws what gestures asked for; false: there was nothing.
func framed(v *View, step func(float64) bool) bool {
	due := v.due
	if due {
		step(0)
	}
	return due
}

// What is drawn under the pointer is what a press chooses, and it is marked.
func TestAPressChoosesTheJobThatIsSeen(t *testing.T) {
	fixture.Long(t)
	_, v, m, s := page(t, "from=100000&to=130000")
	pressed := 0
	for i := range 20 {
		g := lab.Gesture{On: canvasID, X: (float64(i) + 0.5) / 20, Y: 0.2}
		g.Kind = lab.Point
		v.Gesture(g)
		j, ok := v.stages[0].under(g)
		require.Equal(t, ok, s.Drawn[hostReading] != "")
		if !ok {
			continue
		}
		pressed++
		require.Contains(t, s.Drawn[hostReading], "Job "+v.scene.number(j)+":")
		was := v.at
		g.Kind = lab.Press
		v.Gesture(g)
		require.Equal(t, why.Number(v.scene.trace, j), v.at.job)
		require.Equal(t, was.from, v.at.from, "the picture stays where it is")
		require.True(t, framed(v, s.Step))
		require.True(t, slices.Contains(s.Painted[canvasID][2:], uint32(mark)))
		answer(m)
		require.Contains(t, s.Drawn[hostStory], "Why it waited ")
	}
	require.Greater(t, pressed, 5)
	v.Gesture(lab.Gesture{On: canvasID, Kind: lab.Leave})
	require.Empty(t, s.Drawn[hostReading])
}

// However many gestures come, one frame is painted; what is under the pointer stays
// there while it is zoomed at.
func TestZoomingKeepsWhatIsUnderThePointer(t *testing.T) {
	_, v, _, s := page(t, "from=100000&to=300000")
	at := func() float64 {
		from, to := v.scene.window(v.at)
		return float64(from) + 0.25*float64(to-from)
	}
	was := at()
	for range 5 {
		v.Gesture(lab.Gesture{On: canvasID, Kind: lab.Zoom, X: 0.25, By: 0.7})
		require.InDelta(t, was, at(), 10)
	}
	require.True(t, framed(v, s.Step))
	require.False(t, framed(v, s.Step))
	for range 5 {
		v.Gesture(lab.Gesture{On: canvasID, Kind: lab.Zoom, X: 0.25, By: 1 / 0.7})
	}
	require.InDelta(t, was, at(), 20)
}

// A drag moves by its share of the width; there and back again nothing has changed.
func TestADragThereAndBackLeavesThePicture(t *testing.T) {
	_, v, _, s := page(t, "from=100000&to=300000")
	was, seen := v.at, s.Painted[canvasID]
	v.Gesture(lab.Gesture{On: canvasID, Kind: lab.Pan, By: 0.25})
	require.EqualValues(t, 50000, v.at.from)
	framed(v, s.Step)
	require.NotEqual(t, seen, s.Painted[canvasID])
	v.Gesture(lab.Gesture{On: canvasID, Kind: lab.Pan, By: -0.25})
	require.Equal(t, was, v.at)
	framed(v, s.Step)
	require.Equal(t, seen, s.Painted[canvasID])
	v.Gesture(lab.Gesture{On: canvasID, Kind: lab.Key, Key: "Home"})
	require.Equal(t, everything(), v.at)
	v.Gesture(lab.Gesture{On: canvasID, Kind: lab.Key, Key: "+"})
	require.NotEqual(t, everything(), v.at)
	v.Gesture(lab.Gesture{On: mapID, Kind: lab.Press, X: 0})
	require.Zero(t, v.at.from)
}

// A job has its colour, but at its left and at its top an edge where it has room for one.
func TestJobsWithRoomHaveAnEdge(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 200 {
		w, h := 1+r.IntN(30), 1+r.IntN(30)
		s := stage{width: w, jobs: make([]uint32, w*h), pixels: make([]uint32, w*h)}
		for range r.IntN(12) {
			j, left, top := uint32(r.IntN(6)), r.IntN(w), r.IntN(h)
			for y := top; y < min(h, top+1+r.IntN(12)); y++ {
				for x := left; x < min(w, left+1+r.IntN(14)); x++ {
					s.jobs[y*w+x] = j
				}
			}
		}
		classes, chosen := []uint8{0, 1, 2, 1, 0}, uint32(r.IntN(6))
		s.colour(classes, chosen)
		at := func(x, y int) uint32 { return s.jobs[y*w+x] }
		for y := range h {
			for x := range w {
				j, want := at(x, y), uint32(idle)
				switch {
				case j == 0:
				case y > 0 && at(x, y-1) != j && y+roomy < h && at(x, y+1) == j && at(x, y+roomy) == j,
					x > 0 && at(x-1, y) != j && x+roomy < w && at(x+1, y) == j && at(x+roomy, y) == j:
					want = paper
				case j == chosen:
					want = mark
				default:
					want = waited + uint32(classes[j-1])
				}
				require.Equal(t, want, s.pixels[y*w+x])
			}
		}
	}
}
