package plot

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// chronicle is a made-up story of n periods: every order is tried once, then
// the one that is expected to be best is chosen, and now and then another.
func chronicle(n int) *Story {
	f := &Story{Orders: orders, Step: 1.0 / 7, X: "week", Unit: "day", Act: "at"}
	sum := 0.0
	for t := 0; t < n; t++ {
		row := make([]float64, len(orders))
		for i := range row {
			row[i] = math.NaN()
			if t > i {
				row[i] = 1800 * float64(i+1) * (1 + 0.4*math.Sin(float64(t)/20))
			}
		}
		at := min(t, 11)
		if t > 11 && t%7 != 0 {
			at = t / 60 % 2
		} else if t > 11 {
			at = t * 5 % 12
		}
		sum += 3600 * (3 - float64(at)) * math.Sin(float64(t)/9+2) * 4
		f.Chosen = append(f.Chosen, at)
		f.Expected = append(f.Expected, row)
		f.Queue = append(f.Queue, 40+30*math.Sin(float64(t)/6))
		f.Ahead = append(f.Ahead, -sum)
	}
	return f
}

func TestAStoryIsNeatAtEveryWidth(t *testing.T) {
	fixture.Long(t)
	for _, n := range []int{0, 1, 2, 52, 364, 1500} {
		for _, w := range []int{340, 600, 1120, 1400} {
			f := chronicle(n)
			f.Frame = Frame{Title: "epsilon-greedy settles on SPF", Subtitle: "resample 3 of 10", Width: w}
			svg := f.SVG()
			neat(t, "story", svg)
			assert.NotContains(t, svg, "NaN")
			assert.Equal(t, svg, f.SVG())
			assert.LessOrEqual(t, strings.Count(svg, `tabindex="0"`), 1)
			assert.Less(t, len(svg), 160<<10, "%d periods, width %d", n, w)
			f.Standalone = true
			alone(t, f)
			assert.NotContains(t, f.SVG(), "data-act")
		}
	}
}

func TestAStorySaysItsPeriods(t *testing.T) {
	f := chronicle(100)
	f.Width = 900
	svg := f.SVG()
	require.Contains(t, f.Says(13), "day 14: SAF, expects ")
	require.Contains(t, f.Says(13), " jobs wait; ")
	assert.Contains(t, svg, `data-act="at" data-arg="14"`)
	assert.NotContains(t, f.Says(0), "expects", "nothing is known at first")
	assert.Empty(t, f.Says(100))
	assert.Empty(t, f.Says(-1))
	top, bottom := f.Lanes()
	assert.Greater(t, bottom, top+300)
	left, mid, right := f.Place(0), f.Place(50), f.Place(100)
	assert.InDelta(t, (left+right)/2, mid, 1e-9)
	assert.Greater(t, left, 40.0)
	assert.LessOrEqual(t, right, 900.0)

	// what nobody expected leaves the rows white, and bad input is drawn all the same
	f.Expected = nil
	assert.Contains(t, f.SVG(), "when each order was chosen")
	f = &Story{Frame: Frame{Width: 900}, Orders: []string{`<"&`, "LPF"}, Chosen: []int{0, 7, -1, 1},
		Expected: [][]float64{{1}, nil, {math.Inf(1), -4}},
		Queue:    []float64{math.NaN(), -1, math.Inf(1)}, Ahead: []float64{math.Inf(-1), math.NaN(), 1e300, 5}}
	read(t, f.SVG())
}

func TestStrategiesAreNoCriteria(t *testing.T) {
	seen := map[Mark]string{}
	for _, n := range []string{"random", "full", "noisy", "noisy-job", "epsilon-greedy", "epsilon-decay", "ucb1", "exp3", "thompson",
		"sw-ucb", "d-ucb", "linucb"} {
		for _, period := range []string{"day", "week"} {
			m := Style(n + ", " + period)
			assert.Empty(t, seen[m], "%s looks like %s", n, seen[m])
			seen[m] = n
			for _, h := range hues {
				assert.NotEqual(t, h.name, m.Var)
			}
			assert.Equal(t, period == "week", m.Hollow)
		}
		assert.Equal(t, Style(n), Style(n+", 12h"))
	}
	assert.Equal(t, Style("epsilon-greedy, week"), Style("epsilon-greedy@0.3, week"))
	assert.Equal(t, Cross, Style("min(p, week").Shape)
}

func TestAForestNamesItsReferences(t *testing.T) {
	f := &Forest{Frame: Frame{Width: 900}, Rows: twelve()[:5], Refs: []Ref{{-0.3, "what hindsight gives"}, {9, "far out"}}}
	svg := f.SVG()
	assert.Contains(t, svg, "dotted: what hindsight gives")
	assert.NotContains(t, svg, "far out")
	for _, w := range []int{340, 600, 900} {
		f.Width = w
		neat(t, "forest", f.SVG())
	}
}
