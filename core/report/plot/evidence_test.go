package plot

import (
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/numeral"
)

func TestAMatrixSaysItsSharesAndRoundsNoneAway(t *testing.T) {
	m := &Matrix{Frame: Frame{Title: "x", Width: 900}, Orders: []MatrixOrder{{Name: "SPF"}, {Name: "FCFS"}, {Label: "mine", Name: "?"}},
		Share: [][]float64{{0, 0.999, 0.5}, {0.001, 0, 1}, {math.NaN()}}}
	svg := m.SVG()
	for _, words := range []string{"SPF waits less than FCFS: >99", "FCFS waits less than SPF: <1", "FCFS waits less than mine: 100",
		"SPF waits less than mine: 50", "mine waits less than SPF: not known", "mine waits less than FCFS: not known"} {
		assert.Contains(t, svg, `data-v="`+strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(words))
	}
	assert.Contains(t, svg, ">&gt;99</text>")
	assert.Equal(t, 1, strings.Count(svg, `tabindex="0"`), "a chart is a stop")
	for v, want := range map[float64]int{0: 4, 1: 4, 0.5: -1, 0.6: 0, 0.4: 0, 0.8: 2, 0.2: 2, 0.9: 3, 0.1: 3, 0.51: 0, 0.95: 4} {
		assert.Equal(t, want, shade(v), "%g", v)
	}
	narrow := duel(18)
	narrow.Width = 340
	assert.NotContains(t, narrow.SVG(), ">100</text>", "no numbers where there is no room")
	assert.Contains(t, narrow.SVG(), "SAF waits less than FCFS: 80")
}

func TestTheParetoFrontIsWhatNothingBeats(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 8))
	for k := 0; k < 300; k++ {
		p := make([]ScatterPoint, r.IntN(20))
		for i := range p {
			p[i] = ScatterPoint{X: float64(r.IntN(8)), Y: float64(r.IntN(8))}
			if r.IntN(9) == 0 {
				p[i].Y = math.NaN()
			}
		}
		front := Front(p)
		for i := range p {
			if p[i].Y != p[i].Y {
				require.NotContains(t, front, i)
				continue
			}
			beaten, equal := false, false
			for j := range p {
				no := p[j].X <= p[i].X && p[j].Y <= p[i].Y
				same := p[j].X == p[i].X && p[j].Y == p[i].Y
				beaten = beaten || no && !same
				equal = equal || same && j < i
			}
			require.Equal(t, !beaten && !equal, slices.Contains(front, i))
		}
		for i := 1; i < len(front); i++ {
			require.Less(t, p[front[i-1]].X, p[front[i]].X)
			require.Greater(t, p[front[i-1]].Y, p[front[i]].Y)
		}
	}
}

var circle = regexp.MustCompile(`<path d="M([\d.]+) ([\d.]+)m-4\.5 0a`)

func TestLabelsOfAScatterCoverNoPoint(t *testing.T) {
	for _, w := range []int{340, 480, 900, 1400} {
		svg := (&Scatter{Frame: Frame{Width: w, Untitled: true}, Points: clouds(), XUnit: Percent, YUnit: Percent, Change: true}).SVG()
		_, _, labels := read(t, svg)
		points := circle.FindAllStringSubmatch(svg, -1)
		require.Len(t, points, 12)
		for _, p := range points {
			x, _ := strconv.ParseFloat(p[1], 64)
			y, _ := strconv.ParseFloat(p[2], 64)
			for _, l := range labels {
				assert.False(t, x+4.5 > l.X0 && x-4.5 < l.X1 && y+4.5 > l.Y0 && y-4.5 < l.Y1, "%q covers a point at width %d", l.Words, w)
			}
		}
		for _, o := range orders {
			assert.Contains(t, svg, ">"+o, "every order is named at width %d", w)
		}
	}
}

func TestPointsBeyondAnAxisSayWhereTheyAre(t *testing.T) {
	svg := (&Scatter{Frame: Frame{Width: 900}, Points: clouds(), XUnit: Percent, YUnit: Percent, Change: true}).SVG()
	assert.Contains(t, svg, ">LAF +1"+numeral.Thin+"430"+numeral.Thin+"%</text>")
	assert.Contains(t, svg, "on the Pareto front")
	assert.Contains(t, svg, "FCFS: x 0"+numeral.Thin+"%; y 0"+numeral.Thin+"%; reference; on the Pareto front")
}

func TestPanelsShareTheirScales(t *testing.T) {
	f := &Multiples{Frame: Frame{Width: 900}}
	for _, to := range []float64{-0.4, 0.2, 0.3, 0.5, 30} {
		f.Panels = append(f.Panels, Line{Change: true, YUnit: Percent, X: "week",
			Series: []Series{{Name: "SPF", Values: []float64{0, to / 2, to}}}})
	}
	x0, x1, lo, hi := f.domains()
	assert.Equal(t, [4]float64{0, 2, -0.4, 0.5}, [4]float64{x0, x1, lo, hi}, "the one far out does not flatten the others")
	lo, hi = clips([]float64{0.4, 0, 0}, []float64{0, 0.1, 30})
	assert.Equal(t, [2]float64{0.4, 0.4}, [2]float64{lo, hi})
	lo, hi = clips([]float64{0.1}, []float64{0.5})
	assert.Equal(t, [2]float64{0.1, 0.5}, [2]float64{lo, hi})
	svg := f.SVG()
	assert.Contains(t, svg, ">+3"+numeral.Thin+"000"+numeral.Thin+"%</text>", "its last value stands in its head")
	assert.Equal(t, 5, strings.Count(svg, `class="plot-zero"`))
	kept, out := inFrame([]float64{0, 1, 5, 9, 1, math.NaN()}, 0, 2)
	assert.Equal(t, 2, out)
	assert.Equal(t, []float64{0, 1, 5, 9, 1}, kept[:5])
	kept, out = inFrame([]float64{0, 5, 6, 7}, 0, 2)
	assert.Equal(t, 1, out)
	assert.True(t, math.IsNaN(kept[2]) && math.IsNaN(kept[3]))
}

func TestStripsTellTheirQuantiles(t *testing.T) {
	v := []float64{5, 1, 2, 4, 3, math.NaN()}
	svg := (&Strips{Frame: Frame{Width: 900}, Rows: []Sample{{Name: "SPF", Values: v}}, XUnit: Seconds, Log: true}).SVG()
	assert.Contains(t, svg, "SPF: median 3"+numeral.Thin+"s, half between 2"+numeral.Thin+"s and 4"+numeral.Thin+
		"s, eight tenths between 1.4"+numeral.Thin+"s and 4.6"+numeral.Thin+"s, from 1"+numeral.Thin+"s to 5"+numeral.Thin+"s, 5 values")
	assert.Equal(t, []float64{5, 1, 2, 4, 3}, v[:5], "what was given is left alone")
	assert.True(t, math.IsNaN(numeral.Quantile(nil, 0.5)))
	many := (&Strips{Frame: Frame{Width: 900}, Rows: []Sample{{Name: "SPF", Values: wild(100_000, 1, 0)}}, Log: true}).SVG()
	assert.Less(t, len(many), 8<<10)
	assert.Contains(t, many, "thinned")
}

func TestAStackAddsUpToOne(t *testing.T) {
	f := &Stack{Frame: Frame{Width: 900}, X: "week", Layers: []Layer{{Name: "SPF", Values: []float64{0.25, 2, math.NaN()}},
		{Name: "LPF", Values: []float64{0.75, 2, -1}}, {Name: "FCFS", Values: []float64{0}}}}
	assert.Equal(t, [][]float64{{0, 0, 0}, {0.25, 0.5, 0}, {1, 1, 0}, {1, 1, 0}}, f.heap(3))
	svg := f.SVG()
	assert.Contains(t, svg, `data-t="week 0|week 1|week 2"`)
	assert.Contains(t, svg, `data-line="LPF" data-n="LPF" data-w="75`+numeral.Thin+`%|50`+numeral.Thin+`%|"`)
	assert.Contains(t, svg, `data-line="FCFS" data-n="FCFS" data-w="||"`)
	assert.Equal(t, 1, strings.Count(svg, "<pattern"), "the hollow one is hatched")
}

func TestWhoGainsStandsFirst(t *testing.T) {
	f := &Diverge{Frame: Frame{Width: 900}, Unit: Percent, Group: "user", Of: "jobs",
		Rows: []DivergeRow{{Label: "b", Change: 0.2, Count: 7}, {Label: "n", Change: math.NaN()},
			{Label: "a", Change: -0.3, Low: -0.4, High: -0.1}}}
	svg := f.SVG()
	a, b, n := strings.Index(svg, `data-v="user a: −30`), strings.Index(svg, `data-v="user b: +20`),
		strings.Index(svg, `data-v="user n: not known"`)
	assert.True(t, 0 < a && a < b && b < n, "%d %d %d", a, b, n)
	assert.Contains(t, svg, "user a: −30"+numeral.Thin+"%, "+RangeName+" −40"+numeral.Thin+"% to −10"+numeral.Thin+"%")
	assert.Contains(t, svg, "user b: +20"+numeral.Thin+"%, 7 jobs")
	assert.Equal(t, "b", f.Rows[0].Label, "what was given is left alone")
	for i := 0; i < 200; i++ {
		f.Rows = append(f.Rows, DivergeRow{Label: "x", Change: float64(i-100) / 100})
	}
	assert.Equal(t, 40, strings.Count(f.SVG(), `data-v="`))
	assert.Contains(t, f.SVG(), "164 more, ")
}

func TestChartsStaySmall(t *testing.T) {
	for i, c := range example(900, "") {
		limit := 60 << 10
		if m, is := c.(*Matrix); is {
			limit = 4<<10 + 260*len(m.Orders)*len(m.Orders)
		}
		if m, is := c.(*Multiples); is { // half of it are the words of every week
			limit = (8 + 14*len(m.Panels)) << 10
		}
		assert.LessOrEqual(t, len(c.SVG()), limit, "chart %d", i)
	}
}

func FuzzScatter(f *testing.F) {
	f.Add("SAF", 0.1, 0.2, 0.05, 0.3, 3.0, 4.0, 900, false, true)
	f.Add("<&>", math.NaN(), math.Inf(1), 0.0, 1e300, -1e-300, 0.0, 0, true, false)
	f.Fuzz(func(t *testing.T, name string, x, y, low, high, x2, y2 float64, width int, log, change bool) {
		c := &Scatter{Frame: Frame{Title: name, Width: width}, XLog: log, YLog: log, Change: change, XUnit: Seconds, YUnit: Percent,
			Points: []ScatterPoint{
				{Name: name, X: x, Y: y, XLow: low, XHigh: high, YLow: low, YHigh: high}, {Name: "FCFS", X: x2, Y: y2, Baseline: true},
				{Label: name, X: x2, Y: y}}}
		svg := c.SVG()
		neat(t, "fuzz", svg)
		if svg != c.SVG() {
			t.Error("drawn twice, two results")
		}
	})
}
