package plot

import (
	"bytes"
	"go/parser"
	"go/token"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/report/plottest"
)

// read decodes an SVG as XML and gives back its size and its labels.
func read(t testing.TB, svg string) (w, h float64, labels []plottest.Label) {
	t.Helper()
	c := plottest.Read(t, svg, textWidth)
	return c.W, c.H, c.Labels
}

// neat says what is wrong with the labels of a chart.
func neat(t testing.TB, what, svg string) {
	t.Helper()
	plottest.Neat(t, what, svg, textWidth)
}

func TestNothingOverlapsOrIsClippedAtAnyWidth(t *testing.T) {
	fixture.Long(t)
	for _, w := range []int{280, 320, 340, 350, 390, 440, 500, 600, 760, 900, 1100, 1400} {
		for i, c := range example(w, "") {
			neat(t, "width "+strconv.Itoa(w)+" chart "+strconv.Itoa(i), c.SVG())
		}
	}
}

// odd is a number as they come: ordinary, tiny, huge, or none.
func odd(r *rand.Rand) float64 {
	switch r.IntN(12) {
	case 0:
		return math.NaN()
	case 1:
		return math.Inf(1 - 2*r.IntN(2))
	case 2:
		return 0
	case 3:
		return math.MaxFloat64 * (2*r.Float64() - 1)
	case 4:
		return r.NormFloat64() * 1e-14
	case 5:
		return math.Trunc(r.NormFloat64() * 1e6)
	case 6:
		return math.SmallestNonzeroFloat64
	}
	return r.NormFloat64()
}

func odds(r *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = odd(r)
	}
	return v
}

func word(r *rand.Rand) string {
	words := []string{"", "a", "SAF", "FCFS & <LCFS>", "\"'\x00\x07\ufffe\xff", "漢字", "a rather long label that goes on for a while",
		"averyveryverylongwordwithoutanyplacetobreakitanywhereatall", "UNICEF", "−5 %"}
	return words[r.IntN(len(words))]
}

// strange makes a chart of each kind from random input.
func strange(r *rand.Rand, lengths []int) []chart {
	n := lengths[r.IntN(len(lengths))]
	frame := func() Frame {
		return Frame{Title: word(r) + " " + word(r), Subtitle: word(r), Width: r.IntN(1500) - 50, Height: (r.IntN(3) - 1) * r.IntN(500),
			Untitled: r.IntN(4) == 0, Standalone: r.IntN(4) == 0}
	}
	names := []string{"FCFS", "LCFS", "SPF", "LAF", "WFP3", "F1", "noisy", "?"}
	name := func() string { return names[r.IntN(len(names))] }
	fo := &Forest{Frame: frame(), Axis: word(r)}
	ba := &Bars{Frame: frame(), Axis: word(r), Of: word(r), Name: name()}
	li := &Line{Frame: frame(), X: word(r), Y: word(r), XUnit: Unit(r.IntN(4)), YUnit: Unit(r.IntN(4)), First: odd(r), Step: odd(r),
		Area: r.IntN(2) == 0, Refs: []Ref{{odd(r), word(r)}, {odd(r), word(r)}}}
	he := &Heat{Frame: frame(), Of: word(r), Unit: Unit(r.IntN(4)), Change: r.IntN(2) == 0}
	ec := &ECDF{Frame: frame(), Log: r.IntN(2) == 0, X: word(r), XUnit: Unit(r.IntN(4))}
	ga := &Gantt{Frame: frame(), Procs: r.IntN(20) - 1, Now: odd(r), Promised: odd(r), Shadow: odd(r), From: odd(r), To: odd(r),
		Extra: r.IntN(4), ExtraLane: r.IntN(8), Time: word(r), Unit: word(r)}
	for i := 0; i < n; i++ {
		fo.Rows = append(fo.Rows, ForestRow{Label: word(r), Name: name(), Mid: odd(r), Low: odd(r), High: odd(r), Note: word(r),
			Best: r.IntN(5) == 0, Baseline: r.IntN(5) == 0, Undefined: r.IntN(9) == 0})
		ba.Bins = append(ba.Bins, Bin{word(r), odd(r), odd(r)})
	}
	for i := r.IntN(2) * (n + 1); i <= n; i++ {
		ba.Edges = append(ba.Edges, word(r))
	}
	for i := 0; i < n && i < 9; i++ {
		li.Series = append(li.Series, Series{Label: word(r), Name: name(), Values: odds(r, n*(i+1)), Low: odds(r, n),
			High: odds(r, n*r.IntN(2)), Level: odd(r) * float64(r.IntN(2))})
		li.Ticks = append(li.Ticks, Tick{odd(r), word(r)})
		ec.Series = append(ec.Series, Sample{Label: word(r), Name: name(), Values: odds(r, n*(i+1))})
		ga.Jobs = append(ga.Jobs, GanttJob{word(r), odd(r), odd(r), odd(r), r.IntN(9), r.IntN(9), Role(r.IntN(6) - 1), word(r)})
	}
	for d := range he.Values {
		for h := range he.Values[d] {
			if n > 0 {
				he.Values[d][h] = odd(r)
			}
		}
	}
	ma := &Matrix{Frame: frame(), Beats: word(r), Of: word(r)}
	sc := &Scatter{Frame: frame(), X: word(r), Y: word(r), XUnit: Unit(r.IntN(4)), YUnit: Unit(r.IntN(4)), XLog: r.IntN(2) == 0,
		YLog: r.IntN(2) == 0, Change: r.IntN(2) == 0, Bars: word(r), NoFront: r.IntN(4) == 0}
	mu := &Multiples{Frame: frame(), Columns: r.IntN(5) * r.IntN(3)}
	st := &Strips{Frame: frame(), Log: r.IntN(2) == 0, X: word(r), XUnit: Unit(r.IntN(4)), Dot: word(r), Rows: ec.Series}
	sk := &Stack{Frame: frame(), First: odd(r), Step: odd(r), X: word(r), XUnit: Unit(r.IntN(4)), Y: word(r)}
	di := &Diverge{Frame: frame(), InOrder: r.IntN(2) == 0, Name: name(), Group: word(r), Of: word(r), Axis: word(r), Unit: Unit(r.IntN(4)),
		Less: word(r), More: word(r)}
	if r.IntN(2) == 0 {
		st.Ref = &Ref{odd(r), word(r)}
	}
	for i := 0; i < n; i++ {
		ma.Orders = append(ma.Orders, MatrixOrder{Label: word(r), Name: name()})
		sc.Points = append(sc.Points, ScatterPoint{Label: word(r), Name: name(), X: odd(r), Y: odd(r), XLow: odd(r), XHigh: odd(r),
			YLow: odd(r), YHigh: odd(r), Baseline: r.IntN(5) == 0, Note: word(r)})
		for k := 0; k < 3; k++ { // more than are drawn
			di.Rows = append(di.Rows, DivergeRow{Label: word(r), Change: odd(r), Low: odd(r), High: odd(r), Count: odd(r)})
		}
	}
	for i := 0; i < n; i++ {
		ma.Share = append(ma.Share, odds(r, r.IntN(n+2)))
	}
	for i := 0; i < n && i < 13; i++ {
		p := Line{Frame: Frame{Title: word(r)}, X: word(r), Y: word(r), XUnit: Unit(r.IntN(4)), YUnit: Unit(r.IntN(4)), First: odd(r),
			Step: odd(r), Change: r.IntN(2) == 0, Refs: []Ref{{odd(r), word(r)}}}
		for k := r.IntN(3); k >= 0; k-- {
			p.Series = append(p.Series, Series{Label: word(r), Name: name(), Values: odds(r, r.IntN(3*n)), Low: odds(r, n),
				High: odds(r, n*r.IntN(2))})
		}
		if r.IntN(3) == 0 {
			p.Ticks = li.Ticks
		}
		mu.Panels = append(mu.Panels, p)
		sk.Layers = append(sk.Layers, Layer{Label: word(r), Name: name(), Values: odds(r, r.IntN(4*n))})
	}
	for i := range fo.Rows {
		for k := r.IntN(3); k > 0; k-- {
			fo.Rows[i].Asides = append(fo.Rows[i].Asides, Aside{At: odd(r), Words: word(r), Faint: r.IntN(2) == 0})
		}
	}
	fo.Aside = word(r)
	pl := &Platform{Frame: frame(), Folded: r.IntN(2) == 0, Now: word(r), Memory: odds(r, r.IntN(40)), Bandwidth: odds(r, r.IntN(60))}
	for range r.IntN(90) * r.IntN(3) {
		pl.States = append(pl.States, CoreState(r.IntN(6)))
	}
	run := &Schedule{Frame: frame(), From: odd(r), To: odd(r), X: word(r), ByJob: r.IntN(2) == 0, Chosen: "1",
		Play: r.IntN(2) == 0, Now: odd(r)}
	for range n {
		k := NodeKind{Name: word(r), Number: r.IntN(5) - 1, Memory: odd(r)}
		for range r.IntN(4) {
			k.Processors = append(k.Processors, ProcessorKind{word(r), r.IntN(4) - 1, r.IntN(20) - 1, odd(r)})
		}
		pl.Kinds = append(pl.Kinds, k)
		run.Jobs = append(run.Jobs, ScheduleJob{Label: strconv.Itoa(len(run.Jobs)), Start: odd(r), End: odd(r),
			Cores: []CoreRange{{r.IntN(99) - 9, r.IntN(99)}, {r.IntN(9), 1 << 40}}, Note: word(r)})
		run.Over = append(run.Over, OverSpan{r.IntN(40) - 4, odd(r), odd(r)})
	}
	run.Kinds = pl.Kinds
	parts := func() (list []SharesPart) {
		for range r.IntN(5) {
			list = append(list, SharesPart{odd(r), word(r), word(r), Cause(r.IntN(5) - 1)})
		}
		return list
	}
	sh := &Shares{Frame: frame(), Bars: []SharesBar{{word(r), parts()}, {word(r), parts()}}, Act: word(r)}
	we := &Week{Frame: frame(), Values: he.Values, Bounds: WeekBounds, Of: word(r), Line: r.IntN(30) - 3, Chosen: r.IntN(200) - 10,
		Axis: word(r)}
	pi := &Piles{Frame: frame(), Axis: word(r), Unit: Unit(r.IntN(4)), Causes: []Legend{{NoRoom, word(r)}, {ByRule, word(r)}}}
	for range n {
		pi.Rows = append(pi.Rows, Pile{word(r), odds(r, r.IntN(4)), word(r)})
	}
	return []chart{sh, we, pi,
		pl, run, fo, ba, li, he, ec, ga, ma, sc, mu, st, sk, di, &Spark{Frame: frame(), Values: odds(r, n*20), Ref: odd(r),
			Lo: odd(r), Hi: odd(r), Unit: Unit(r.IntN(4))}}
}

func TestEveryChartIsWellFormedAndTheSameWhateverItIsGiven(t *testing.T) {
	for seed := range uint64(fixture.Fewer(8, 110)) {
		lengths := []int{0, 1, 2, 5, 12, 40}
		a, b := strange(rand.New(rand.NewPCG(seed, 9)), lengths), strange(rand.New(rand.NewPCG(seed, 9)), lengths)
		for i := range a {
			svg := a[i].SVG()
			w, h, _ := read(t, svg)
			assert.Positive(t, w)
			assert.Positive(t, h)
			assert.NotContains(t, svg, "NaN")
			assert.NotContains(t, svg, "Inf")
			require.True(t, svg == b[i].SVG(), "seed %d chart %d", seed, i)
			require.True(t, svg == a[i].SVG(), "seed %d chart %d drawn again: a chart changes nothing", seed, i)
		}
	}
}

func TestStrangeInputStaysNeat(t *testing.T) {
	fixture.Long(t)
	for seed := range uint64(fixture.Fewer(50, 150)) {
		for i, c := range strange(rand.New(rand.NewPCG(seed, 10)), []int{0, 1, 2, 5, 9}) {
			_, teaching := c.(*Gantt)
			if _, is := c.(*Schedule); is || teaching {
				continue // jobs that stand on each other do so with their names
			}
			neat(t, "seed "+strconv.FormatUint(seed, 10)+" chart "+strconv.Itoa(i), c.SVG())
		}
	}
}

func TestAMillionPointsAreDrawnAsPixels(t *testing.T) {
	v := make([]float64, 1_000_000)
	for i := range v {
		v[i] = math.Sin(float64(i))
	}
	v[123_456] = 7
	v[654_321] = -7
	svg := (&Line{Frame: Frame{Width: 900}, Series: []Series{{Values: v}}}).SVG()
	assert.Less(t, len(svg), 60<<10)
	neat(t, "million", svg)

	x, y := &Scale{Lo: 0, Hi: 999_999, From: 0, To: 800}, &Scale{Lo: -10, Hi: 10, From: 200, To: 0}
	pts := decimate(v, x, y)
	assert.LessOrEqual(t, len(pts), 1602)
	seen := map[float64]bool{}
	for i, p := range pts {
		seen[p.y] = true
		if i > 0 {
			assert.LessOrEqual(t, pts[i-1].x, p.x)
		}
	}
	assert.True(t, seen[y.At(7)] && seen[y.At(-7)], "a peak was lost")
}

func TestTicksCoverTheRangeAndAreRound(t *testing.T) {
	fixture.Long(t)
	r := rand.New(rand.NewPCG(1, 2))
	for k := 0; k < 20000; k++ {
		lo, hi := odd(r), odd(r)
		u := Unit(r.IntN(4))
		n := 1 + r.IntN(12)
		lo, hi = bounded(math.Max(-1e90, math.Min(1e90, lo)), math.Max(-1e90, math.Min(1e90, hi)))
		ticks := Ticks(lo, hi, n, u)
		require.GreaterOrEqual(t, len(ticks), 2)
		slack := (hi - lo) * 1e-8
		require.LessOrEqual(t, ticks[0].At, lo+slack)
		require.GreaterOrEqual(t, ticks[len(ticks)-1].At, hi-slack)
		require.LessOrEqual(t, len(ticks), n+3)
		for i := range ticks {
			require.NotEmpty(t, ticks[i].Label)
			if i > 0 {
				require.NotEqual(t, ticks[i-1].Label, ticks[i].Label, "%g %g %d", lo, hi, n)
				require.Less(t, ticks[i-1].At, ticks[i].At)
			}
			if u == Number && math.Abs(lo) < 1e12 && hi < 1e12 && hi-lo > 1e-3 { // the step's first digit is 1, 2 or 5
				s := stepFor(hi-lo, n)
				require.Contains(t, []float64{1, 2, 5}, s.m)
				require.InDelta(t, 0, math.Remainder(ticks[i].At/s.size(), 1), 1e-6)
			}
		}
		for _, w := range TicksWithin(lo, hi, n, u) {
			require.True(t, w.At >= lo-slack && w.At <= hi+slack)
		}
	}
	words := func(ticks []Tick) (out []string) {
		for _, t := range ticks {
			out = append(out, strings.ReplaceAll(t.Label, numeral.Thin, " "))
		}
		return
	}
	assert.Equal(t, []string{"−40 %", "−20 %", "0 %", "20 %"}, words(Ticks(-0.33, 0.18, 4, Percent)))
	assert.Equal(t, []string{"0 s", "10 s", "20 s"}, words(Ticks(0, 17, 3, Seconds)))
	assert.Equal(t, []string{"0 h", "6 h", "12 h", "18 h", "24 h"}, words(Ticks(0, 80000, 5, Seconds)))
	assert.Equal(t, []string{"0.0", "0.5", "1.0"}, words(Ticks(0, 1, 3, Number)))
	assert.Equal(t, []string{"0", "5 000", "10 000"}, words(Ticks(0, 10000, 3, Whole)))
	assert.Equal(t, []string{"0", "1"}, words(Ticks(0, 0.4, 5, Whole)))
}

func TestLogTicksCoverTheRangeAndRise(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for k := 0; k < 5000; k++ {
		u := Unit(r.IntN(4))
		lo, hi := positive(math.Max(1e-90, math.Min(1e90, odd(r))), math.Max(1e-90, math.Min(1e90, odd(r))))
		if u == Seconds {
			lo, hi = math.Max(lo, 1), math.Max(hi, 2)
		}
		ticks := logTicks(lo, hi, u)
		require.GreaterOrEqual(t, len(ticks), 2)
		require.LessOrEqual(t, len(ticks), 16)
		require.LessOrEqual(t, ticks[0].At, lo*(1+1e-8), "%g %g", lo, hi)
		require.GreaterOrEqual(t, ticks[len(ticks)-1].At, hi*(1-1e-8))
		for i := 1; i < len(ticks); i++ {
			require.Less(t, ticks[i-1].At, ticks[i].At)
		}
		s := Scale{Lo: ticks[0].At, Hi: ticks[len(ticks)-1].At, From: 0, To: 1000, Log: true}
		require.InDelta(t, 370, s.At(s.back(0.37)), 1e-3)
	}
}

func TestColourMeansCriterionAndFormMeansDirection(t *testing.T) {
	for i, pair := range [][2]string{{"FCFS", "LCFS"}, {"SPF", "LPF"}, {"SQF", "LQF"}, {"SEXP", "LEXP"}, {"SRF", "LRF"}, {"SAF", "LAF"}} {
		small, large := Style(pair[0]), Style(pair[1])
		assert.Equal(t, hues[i].name, small.Var)
		assert.Equal(t, hues[i].fallback, large.Fallback)
		assert.Equal(t, small.Var, large.Var)
		assert.False(t, small.Hollow)
		assert.True(t, large.Hollow)
	}
	assert.Equal(t, Style("LEXP"), Style("xfactor"))
	assert.Equal(t, "var(--time, #0072b2)", Style("fixed:SPF").CSS())
	seen := map[Mark]string{}
	for _, n := range []string{"FCFS", "LCFS", "SPF", "LPF", "SQF", "LQF", "SEXP", "LEXP", "SRF", "LRF", "SAF", "LAF", "WFP3", "UNICEF",
		"F1", "F2", "F3", "F4", "LIN", "QDR", "CUB", "QUA", "MIX", "random", "full", "noisy", "anything else"} {
		m := Style(n)
		assert.Empty(t, seen[m], "%s looks like %s", n, seen[m])
		seen[m] = n
	}
}

func TestTextIsEscaped(t *testing.T) {
	evil := `</text></svg><script>alert("1")</script>' onload='x`
	for i, c := range []chart{
		&Forest{Frame: Frame{Title: evil, Subtitle: evil, Desc: evil, ID: evil, Width: 4000}, Axis: evil, Less: evil, More: evil,
			Interval: evil, Aside: evil, Rows: []ForestRow{{Label: evil, Name: evil, Note: evil, Asides: []Aside{{Words: evil}}}}},
		&Bars{Frame: Frame{Width: 3000}, Axis: evil, Share: evil, Of: evil, Hue: evil, Bins: []Bin{{evil, 1, 1}}},
		&Line{Frame: Frame{Width: 3000}, X: evil, Y: evil, Band: evil, Refs: []Ref{{1, evil}}, Ticks: []Tick{{0, evil}},
			Series: []Series{{Label: evil, Hue: evil, Values: []float64{1}, Low: []float64{0}, High: []float64{1}}, {Label: evil}}},
		&Heat{Of: evil, Hue: evil}, &Spark{Frame: Frame{Title: evil}},
		&ECDF{Frame: Frame{Width: 3000}, X: evil, Of: evil, Series: []Sample{{Label: evil, Values: []float64{1}}, {Label: evil}}},
		&Matrix{Frame: Frame{Width: 3000}, Beats: evil, Of: evil, Orders: []MatrixOrder{{Label: evil}, {Name: evil}}},
		&Scatter{Frame: Frame{Width: 3000}, X: evil, Y: evil, Bars: evil,
			Points: []ScatterPoint{{Label: evil, Note: evil, XLow: 1, XHigh: 2}}},
		&Multiples{Frame: Frame{Width: 3000}, Panels: []Line{{Frame: Frame{Title: evil}, X: evil, Y: evil, Band: evil,
			Ticks: []Tick{{0, evil}}, Series: []Series{{Label: evil, Values: []float64{1, 2}, Low: []float64{0}, High: []float64{1}},
				{Label: evil}}}}},
		&Strips{Frame: Frame{Width: 3000}, X: evil, Dot: evil, Ref: &Ref{1, evil}, Rows: []Sample{{Label: evil, Values: []float64{1}},
			{Label: evil}}},
		&Stack{Frame: Frame{Width: 3000, ID: evil}, X: evil, Y: evil, Layers: []Layer{{Label: evil, Values: []float64{1}},
			{Label: evil, Name: "LPF", Values: []float64{0.5}}}},
		&Diverge{Frame: Frame{Width: 3000}, Group: evil, Of: evil, Axis: evil, Whisker: evil, Less: evil, More: evil,
			Rows: []DivergeRow{{Label: evil, Change: 1, High: 2, Count: 3}}},
		&Gantt{Frame: Frame{Width: 3000}, Time: evil, Unit: evil, Jobs: []GanttJob{{Label: evil, End: 1, Height: 1},
			{Label: evil, Role: Waiting, Note: evil}}},
	} {
		svg := c.SVG()
		read(t, svg)
		assert.NotContains(t, svg, "<script", "chart %d", i)
		assert.NotContains(t, svg, "' onload", "chart %d", i)
		assert.Equal(t, 1, strings.Count(svg, "</svg>"))
	}
}

func TestEveryMarkSaysItsValueAndAChartIsOneStop(t *testing.T) {
	svg := (&Forest{Frame: Frame{Title: "x", Width: 900}, Rows: twelve()}).SVG()
	words := "SEXP: −23.0" + numeral.Thin + "%, " + RangeName + " [−28.0, −18.0]; 19 of 20 resamples"
	assert.Contains(t, svg, `data-v="`+words+`"`)
	assert.Contains(t, svg, `data-key="SEXP"`)
	assert.Contains(t, svg, ">−23.0"+numeral.Thin+"%</text>")
	assert.Contains(t, svg, ">[−28.0, −18.0]</text>")
	assert.Contains(t, svg, ">+1"+numeral.Thin+"431.0"+numeral.Thin+"%</text>", "a clipped row still says its value")
	for i, c := range example(900, "") {
		svg := c.SVG()
		assert.Regexp(t, `role="(application|img)"[^>]* aria-label="`, svg, "chart %d", i)
		assert.Contains(t, svg, `<desc`, "chart %d", i)
		assert.Regexp(t, ` data-(v|w)="`, svg, "chart %d", i)
		assert.NotContains(t, svg, "<title", "a tooltip of the browser's: chart %d", i)
		if _, word := c.(*Spark); !word {
			assert.Equal(t, 1, strings.Count(svg, `tabindex="0"`), "chart %d", i)
		}
	}
}

func TestAForestOfTwelveIsSmall(t *testing.T) {
	svg := (&Forest{Frame: Frame{Title: "SAF waits least", Width: 900}, Rows: twelve()}).SVG()
	assert.Less(t, len(svg), 12<<10)
	t.Logf("%d bytes", len(svg))
}

func TestAPendingIntervalIsAPointAlone(t *testing.T) {
	row := func(lo, hi float64) string {
		return (&Forest{Rows: []ForestRow{{Name: "SPF", Mid: -0.2, Low: lo, High: hi}}}).SVG()
	}
	assert.Equal(t, row(-0.2, -0.2), row(math.NaN(), math.NaN()))
	assert.NotContains(t, row(math.NaN(), 0.1), "[")
	assert.Contains(t, row(-0.3, -0.1), "[−30.0, −10.0]")
	assert.Contains(t, row(-0.3, -0.1), "whiskers: "+RangeName)
	assert.NotContains(t, row(-0.2, -0.2), "whiskers:")
}

func TestAFileStandsAlone(t *testing.T) {
	for _, c := range example(900, "") {
		switch c := c.(type) {
		case *Forest:
			c.Standalone = true
			assert.NotContains(t, c.SVG(), "var(--")
			assert.NotContains(t, c.SVG(), "tabindex")
			neat(t, "standalone", c.SVG())
		case *Line:
			c.Standalone = true
			assert.NotContains(t, c.SVG(), "var(--")
		case *Matrix:
			c.Standalone = true
			alone(t, c)
		case *Scatter:
			c.Standalone = true
			alone(t, c)
		case *Multiples:
			c.Standalone = true
			alone(t, c)
		case *Strips:
			c.Standalone = true
			alone(t, c)
		case *Stack:
			c.Standalone = true
			alone(t, c)
		case *Diverge:
			c.Standalone = true
			alone(t, c)
		}
	}
}

func alone(t *testing.T, c chart) {
	svg := c.SVG()
	for _, read := range []string{"data-v", "data-w", "data-key", "data-read", "aria-describedby"} {
		assert.NotContains(t, svg, read)
	}
	assert.Equal(t, 1, strings.Count(svg, "<title"), "a file has a name")
	assert.NotContains(t, svg, "var(--")
	assert.NotContains(t, svg, "tabindex")
	neat(t, "standalone", svg)
}

func TestOnlyLeanPackagesAreUsed(t *testing.T) {
	lean := map[string]bool{"cmp": true, "shadowtime/core/base/numeral": true, "shadowtime/core/base/sorted": true, "math": true,
		"slices": true, "strconv": true, "strings": true, "unicode/utf8": true}
	files, err := os.ReadDir(".")
	require.NoError(t, err)
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		ast, err := parser.ParseFile(token.NewFileSet(), f.Name(), nil, parser.ImportsOnly)
		require.NoError(t, err)
		for _, i := range ast.Imports {
			path, _ := strconv.Unquote(i.Path.Value)
			assert.True(t, lean[path], "%s imports %s", f.Name(), path)
		}
	}
}

func FuzzForest(f *testing.F) {
	f.Add("SAF", "note", -0.2, -0.3, -0.1, 0.5, 900, true)
	f.Add("<&>", "\xff", math.NaN(), math.Inf(1), 0.0, 1e300, 0, false)
	f.Fuzz(func(t *testing.T, name, note string, mid, low, high, other float64, width int, best bool) {
		c := &Forest{Frame: Frame{Title: note, Width: width}, Rows: []ForestRow{
			{Name: name, Mid: mid, Low: low, High: high, Note: note, Best: best}, {Name: "FCFS", Baseline: true},
			{Label: note, Name: "LPF", Mid: other}}}
		svg := c.SVG()
		neat(t, "fuzz", svg)
		if svg != c.SVG() {
			t.Error("drawn twice, two results")
		}
		if !strings.Contains(name+note, "NaN") && bytes.Contains([]byte(svg), []byte("NaN")) {
			t.Error("NaN drawn")
		}
	})
}

func BenchmarkCharts(b *testing.B) {
	for i, c := range example(900, "") {
		b.Run("chart="+strconv.Itoa(i), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.SVG()
			}
		})
	}
}

// A number stands beside the arrow of what lies beyond the axis, unless the whisker is
// there; and one side has as much room as the other takes.
func TestANumberBeyondTheAxisStandsFreeOfItsWhisker(t *testing.T) {
	f := Forest{Frame: Frame{Width: 1072}, Rows: []ForestRow{{Name: "FCFS", Baseline: true}}}
	for i, low := range []float64{-0.08, -0.07, -0.06, -0.08, -0.05, -0.07} {
		f.Rows = append(f.Rows, ForestRow{Name: []string{"SPF", "SRF", "SAF", "LEXP", "SQF", "LCFS"}[i], Mid: low + 0.02, Low: low,
			High: low + 0.04})
	}
	f.Rows = append(f.Rows, ForestRow{Name: "LPF", Mid: 0.9, Low: 0.01, High: 1.2}, ForestRow{Name: "LAF", Mid: 0.95, Low: 0.7, High: 1.3})
	svg := f.SVG()
	require.Equal(t, 1, strings.Count(svg, ">+90.0"), "in its column alone")
	require.Equal(t, 2, strings.Count(svg, ">+95.0"), "in its column and at its arrow")

	wide := Forest{Frame: Frame{Width: 1072}, Rows: f.Rows[:4]}
	wide.Rows = append(slices.Clone(wide.Rows), ForestRow{Name: "SQF", Mid: -0.3, Low: -0.42, High: -0.2},
		ForestRow{Name: "LCFS", Mid: -0.3, Low: -0.4, High: -0.2}, ForestRow{Name: "SEXP", Mid: -0.3, Low: -0.4, High: -0.2},
		ForestRow{Name: "LPF", Mid: 0.18, Low: 0.01, High: 0.33})
	require.Equal(t, 1, strings.Count(wide.SVG(), ">+18.0"))
	require.Contains(t, wide.SVG(), ">+30", "the axis reaches as far to the right as to the left, where something is")
}
