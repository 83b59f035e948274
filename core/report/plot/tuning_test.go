package plot

import (
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
)

// The charts of a search over pairs of orders.
func tunings(w int) []chart {
	seven := []string{"FCFS", "LCFS", "LPF", "SPF", "LQF", "SQF", "LEXP"}
	frame := func(title string) Frame { return Frame{Title: title, Subtitle: "250 weeks", Width: w} }
	grid := &Grid{Frame: frame("SPF backfills best, whatever the queue"), Rows: seven, Columns: seven, Of: "queue", With: "backfilling",
		Says: "change in waiting", Chosen: [2]int{6, 3}, Framed: true}
	cloud := &Scatter{Frame: frame("The front is short"), Of: "pair", Change: true, XUnit: Percent, YUnit: Percent,
		X: "average wait against FCFS", Y: "longest wait against FCFS"}
	shapes := [...]Shape{Circle, Diamond, Square, TriangleUp, TriangleDown, TriangleRight, Pentagon}
	for i, p := range seven {
		var row []float64
		m := Style(p)
		cloud.Key = append(cloud.Key, KeyEntry{p, Mark{m.Var, m.Fallback, m.Hollow, Circle}})
		for j, b := range seven {
			v := -0.4 + 0.1*float64((i*5+3)%7) + 0.03*float64((j*3+1)%7)
			row = append(row, v)
			m := m
			m.Shape = shapes[j]
			cloud.Points = append(cloud.Points, ScatterPoint{Label: p + " + " + b, X: v, Y: -v + 0.2*float64(j%3), XLow: v - 0.1,
				XHigh: v + 0.1, YLow: -v, YHigh: -v + 0.8, Mark: &m, Quiet: v > -0.3, Baseline: i == 0 && j == 0})
		}
		grid.Values = append(grid.Values, row)
	}
	twelve := &Grid{Frame: frame("Twelve by twelve"), Rows: orders, Columns: orders, Of: "queue", With: "backfilling"}
	for i := range orders {
		twelve.Values = append(twelve.Values, make([]float64, 12))
		for j := range orders {
			twelve.Values[i][j] = float64(i*j)/20 - 0.6
		}
	}
	twelve.Values[3][4], twelve.Values[5][5] = math.NaN(), 1e9
	moves := &Scatter{Frame: frame("20 h bound the longest wait"), NoFront: true, XUnit: Seconds, YUnit: Seconds, X: "average wait",
		Y: "longest wait of a week", YRefs: []Ref{{72000, "the threshold: 20 h"}}}
	carry := &Scatter{Frame: frame("Ranks carry over"), NoFront: true, Diagonal: "the same on both halves", Change: true, XUnit: Percent,
		YUnit: Percent, X: "learning", Y: "judging"}
	for i, p := range seven {
		x := float64(i)
		moves.Points = append(moves.Points, ScatterPoint{Name: p, X: 3000 + 900*x, Y: 80000 + 5000*x,
			From: &Spot{2500 + 950*x, 90000 + 60000*x}})
		carry.Points = append(carry.Points, ScatterPoint{Name: p, X: -0.3 + 0.1*x, Y: -0.28 + 0.09*x, Quiet: i > 3})
	}
	sweep := &Sweep{Frame: frame("From 20 h up the average hardly falls, the longest wait grows"), None: true, X: "threshold",
		XUnit: Seconds, Cursor: 0.4,
		Panels: []SweepPanel{
			{Y: "average wait", YUnit: Seconds, Refs: []Ref{{7000, "FCFS"}}, Band: "simulation error (95 %)",
				Series: []Series{{Label: "learning", Hue: "--size"}, {Label: "judging", Hue: "--time"}}},
			{Y: "longest wait of a week", YUnit: Seconds, Series: []Series{{Label: "learning", Hue: "--size"},
				{Label: "judging", Hue: "--time"}}}}}
	for _, h := range []float64{1, 2, 5, 10, 20, 40, 60, 80, 100, 0} {
		if h > 0 {
			sweep.Settings = append(sweep.Settings, h*3600)
		} else {
			h = 200
		}
		for i := range sweep.Panels {
			for j := range sweep.Panels[i].Series {
				s := &sweep.Panels[i].Series[j]
				v := 7000 - 900*math.Log10(h) + 500*float64(j)
				if i == 1 {
					v = 70000 + 500*h
				}
				s.Values = append(s.Values, v)
				if i == 0 {
					s.Low, s.High = append(s.Low, v-400), append(s.High, v+400)
				}
			}
		}
	}
	one := *sweep
	one.Settings, one.Panels = []float64{72000}, []SweepPanel{{Y: "average wait", YUnit: Seconds,
		Series: []Series{{Values: []float64{6000, 5000}}}}}
	return []chart{grid, twelve, cloud, moves, carry, sweep, &one, &Sweep{Frame: frame("nothing")}, &Grid{Frame: frame("nothing")}}
}

func TestTuningChartsAreNeatAtAnyWidth(t *testing.T) {
	for _, w := range []int{280, 320, 340, 350, 390, 440, 500, 600, 760, 900, 1100, 1400} {
		for i, c := range tunings(w) {
			neat(t, "width "+strconv.Itoa(w)+" chart "+strconv.Itoa(i), c.SVG())
		}
	}
}

func TestTuningChartsTakeAnyNumber(t *testing.T) {
	fixture.Long(t)
	r := rand.New(rand.NewPCG(5, 9))
	names := []string{"FCFS", "LPF", "a <b>", "?"}
	for range 300 {
		w := r.IntN(1400)
		g := &Grid{Frame: Frame{Width: w}, Rows: names[:r.IntN(5)], Columns: names[:r.IntN(5)],
			Chosen: [2]int{r.IntN(5), r.IntN(5)}, Framed: true}
		for range r.IntN(5) {
			g.Values = append(g.Values, odds(r, r.IntN(5)))
		}
		read(t, g.SVG())
		s := &Sweep{Frame: Frame{Width: w}, Settings: odds(r, r.IntN(4)), None: r.IntN(2) == 0, Cursor: odd(r), XUnit: Seconds}
		for range r.IntN(3) {
			s.Panels = append(s.Panels, SweepPanel{Y: word(r), YUnit: Unit(r.IntN(4)),
				Series: []Series{{Label: word(r), Values: odds(r, r.IntN(6)), Low: odds(r, 5), High: odds(r, 5)}, {Name: "SAF"}},
				Refs:   []Ref{{odd(r), word(r)}}})
		}
		read(t, s.SVG())
		c := &Scatter{Frame: Frame{Width: w}, Diagonal: word(r), YRefs: []Ref{{odd(r), word(r)}}, XUnit: Seconds, Change: r.IntN(2) == 0}
		for range r.IntN(6) {
			c.Points = append(c.Points, ScatterPoint{Name: word(r), X: odd(r), Y: odd(r), From: &Spot{odd(r), odd(r)},
				Quiet: r.IntN(2) == 0})
		}
		read(t, c.SVG())
	}
}

func TestASweepIsReadOnItsLines(t *testing.T) {
	s := &Sweep{Settings: []float64{3600, 36000}, None: true}
	values := []float64{100, 200, 500}
	v, computed := s.Read(values, 3600)
	require.True(t, computed)
	require.Equal(t, 100.0, v)
	v, computed = s.Read(values, s.At(finite/2))
	require.False(t, computed)
	require.InDelta(t, 150, v, 1e-6, "half way on the axis is half way on the line")
	v, computed = s.Read(values, -1)
	require.True(t, computed)
	require.Equal(t, 500.0, v)
	require.Equal(t, 36000.0, s.At(0.93), "between the largest and none there is nothing")
	require.Equal(t, -1.0, s.At(0.95))
	require.Equal(t, -1.0, s.At(1))
	require.Equal(t, 3600.0, s.At(0))
	require.Equal(t, 36000.0, s.At(finite))
	for _, x := range []float64{3600, 36000, -1} {
		require.Equal(t, x, s.At(s.Place(x)))
	}
	v, _ = s.Read(values, 1)
	require.Equal(t, 100.0, v, "what lies below the first setting is at its edge")
	lone := &Sweep{Settings: []float64{72000}, None: true}
	require.Equal(t, 72000.0, lone.At(0))
	require.Equal(t, -1.0, lone.At(1))
	for _, w := range []int{280, 390, 900} {
		c := tunings(w)[5].(*Sweep)
		left, right := c.Span()
		require.Contains(t, c.SVG(), `H`+strings.TrimSuffix(strconv.FormatFloat(right, 'f', 1, 64), ".0"),
			"the axis ends where a slider is told")
		require.Less(t, left, right)
	}
}

func TestAGridSaysWhatItShows(t *testing.T) {
	svg := tunings(900)[0].SVG()
	for _, says := range []string{`data-v="FCFS with FCFS: change in waiting −7.0` + numeral.Thin + `%"`, ">−7</text>",
		`class="plot-chosen"`} {
		assert.True(t, strings.Contains(svg, says), says)
	}
	assert.Contains(t, tunings(900)[2].SVG(), "Pareto front: no pair is better on both")
}

func TestTuningGallery(t *testing.T) {
	path := os.Getenv("PLOT_TUNING")
	if path == "" {
		t.Skip("set PLOT_TUNING to a file name to get a picture of each")
	}
	s := `<!doctype html><meta charset="utf-8"><body style="background:#fbfaf7">`
	for _, w := range []int{900, 358} {
		for _, c := range tunings(w) {
			s += c.SVG() + "<br>"
		}
	}
	require.NoError(t, os.WriteFile(path, []byte(s), 0o644))
}

// Words in a sweep's panel keep clear of its lines wherever there is room for that.
func TestNamesInASweepKeepClearOfItsLines(t *testing.T) {
	text := regexp.MustCompile(`<text x="([\d.]+)" y="([\d.]+)" text-anchor="(end|middle)">(1\.2 times now|now|Answer|Safe)</text>`)
	number := func(s string) float64 {
		v, err := strconv.ParseFloat(s, 64)
		require.NoError(t, err)
		return v
	}
	for _, width := range []int{358, 520, 900} {
		for name, values := range map[string][]float64{
			"falling":        {20, 19, 18, 16, 14, 12, 11, 10, 9, 8},
			"rising":         {7, 7, 7.5, 8, 8.5, 9, 9.5, 12, 15, 20},
			"along its line": {10, 10, 10, 10.2, 10, 10.1, 10, 10.4, 12, 18},
		} {
			f := &Sweep{Frame: Frame{Width: width}, None: true, XUnit: Seconds, Cursor: -1,
				Settings: []float64{600, 1800, 3600, 7200, 18_000, 36_000, 72_000, 144_000, 288_000},
				Panels: []SweepPanel{{Y: "longest wait", Series: []Series{{Name: "SPF", Values: values}},
					Refs: []Ref{{At: 10, Label: "1.2 times now"}}}},
				Signs: []SweepSign{{Setting: 36_000, Label: "Answer", Values: values[5:6]},
					{Setting: 7200, Label: "Safe", Values: values[3:4]}}}
			svg := f.SVG()
			left, right := f.Span()
			panel := regexp.MustCompile(`class="plot-line"(?s:.*?)<path[^>]* d="M([^"]*)"`).FindStringSubmatch(svg)
			require.NotNil(t, panel)
			var line []spot
			at := regexp.MustCompile(`-?[\d.]+`).FindAllString(panel[1], -1)
			for i := 0; i < len(at); i += 2 { // the first is a place, the others are ways
				p := spot{number(at[i]), number(at[i+1])}
				if i > 0 {
					p.x, p.y = p.x+line[i/2-1].x, p.y+line[i/2-1].y
				}
				line = append(line, p)
			}
			require.Len(t, line, 9)
			list := text.FindAllStringSubmatch(svg, -1)
			require.Len(t, list, 3, name)
			for _, m := range list {
				x, y, w := number(m[1]), number(m[2]), textWidth(m[4], textSize)
				if m[3] == "middle" {
					x += w / 2
				}
				require.False(t, meets(line, x-w, x, y-10, y+2), "%s at %d: %s crosses the curve", name, width, m[4])
				require.True(t, x-w >= left-40 && x <= right+40)
			}
		}
	}
}
