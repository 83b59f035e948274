package plot

import (
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"shadowtime/core/base/numeral"
)

// A gallery to look at: PLOT_GALLERY=/tmp/gallery.html go test -run Gallery ./core/report/plot
// writes every chart at the width of a phone and of a laptop, on light and on
// dark paper. The charts themselves serve as examples in other tests.

func weeks(n int) []float64 {
	r := rand.New(rand.NewPCG(7, 7))
	v := make([]float64, n)
	x := 0.7
	for i := range v {
		x += 0.25*(0.72-x) + 0.16*(r.Float64()-0.5)
		v[i] = x
	}
	return v
}

func walk(n int, seed uint64, slope float64) (mid, low, high []float64) {
	r := rand.New(rand.NewPCG(seed, 1))
	x := 0.0
	for i := 0; i < n; i++ {
		x += slope + (r.Float64()-0.5)*0.02
		mid = append(mid, x)
		low = append(low, x-0.004*float64(i))
		high = append(high, x+0.003*float64(i))
	}
	return
}

func twelve() []ForestRow {
	return []ForestRow{
		{Name: "SAF", Mid: -0.412, Low: -0.471, High: -0.346, Best: true, Note: "20 of 20 resamples"},
		{Name: "SPF", Mid: -0.398, Low: -0.455, High: -0.331, Note: "20 of 20 resamples"},
		{Name: "SEXP", Mid: -0.23, Low: -0.28, High: -0.18, Note: "19 of 20 resamples"},
		{Name: "SQF", Mid: -0.19, Low: -0.261, High: -0.098, Note: "17 of 20 resamples"},
		{Name: "SRF", Mid: -0.07, Low: -0.121, High: 0.02, Note: "12 of 20 resamples"},
		{Name: "FCFS", Baseline: true},
		{Name: "LEXP", Mid: 0.041, Low: -0.012, High: 0.097},
		{Name: "LRF", Mid: 0.15, Low: math.NaN(), High: math.NaN()},
		{Name: "LCFS", Mid: 0.19, Low: 0.08, High: 0.33},
		{Name: "LQF", Mid: 0.36, Low: 0.21, High: 0.55},
		{Name: "LPF", Mid: 0.88, Low: 0.61, High: 1.24},
		{Name: "LAF", Mid: 14.31, Low: 9.9, High: 19.2},
	}
}

// published are the twelve with what a study printed of ten of them: close to
// ours, on it, far from it, beyond the axis, and once at odds with its own text.
func published(f Frame) *Forest {
	rows := twelve()
	for i, at := range []float64{-0.36, -0.405, -0.16, -0.21, 0.05, math.NaN(), 0.06, math.NaN(), 0.195, 0.8, 1.3, 9.1} {
		if at == at {
			rows[i].Asides = []Aside{{At: at, Words: "published " + numeral.SignedPercent(at, 0) + " (Reis 2018, table 6.3)"}}
		}
	}
	rows[2].Asides = append(rows[2].Asides, Aside{At: -0.4, Words: "−40" + numeral.Thin + "% in its text", Faint: true})
	return &Forest{Frame: f, Rows: rows, Axis: "change in total waiting against FCFS", Aside: "hollow: as published (Reis 2018, table " +
		"6.3), faint: at odds with its text"}
}

type chart interface{ SVG() string }

var orders = []string{"SAF", "SPF", "SEXP", "SQF", "SRF", "FCFS", "LEXP", "LRF", "LCFS", "LQF", "LPF", "LAF"}

// duel is a win matrix of n orders, better ones first.
func duel(n int) *Matrix {
	names := append(append([]string(nil), orders...), "WFP3", "UNICEF", "F1", "F2", "F3", "own expression")
	m := &Matrix{Of: "20 resamples"}
	for i := 0; i < n; i++ {
		m.Orders = append(m.Orders, MatrixOrder{Name: names[i%len(names)]})
		m.Share = append(m.Share, make([]float64, n))
		for j := range m.Share[i] {
			d := float64(j-i) * 0.13
			m.Share[i][j] = math.Round((0.5+d/(1+math.Abs(d)*1.6))*20) / 20
			if j-i > 6 {
				m.Share[i][j] = 1
			} else if i-j > 6 {
				m.Share[i][j] = 0
			}
		}
	}
	return m
}

// clouds are points as twelve orders give them, relative to FCFS.
func clouds() []ScatterPoint {
	at := [][2]float64{{-0.41, 0.62}, {-0.4, 0.31}, {-0.23, 0.04}, {-0.19, 0.22}, {-0.07, 0.11}, {0, 0}, {0.04, -0.12}, {0.15, 0.35},
		{0.19, 0.9}, {0.36, 0.21}, {0.88, 0.52}, {14.3, 2.1}}
	var out []ScatterPoint
	for i, p := range at {
		w := 0.03 + 0.12*math.Abs(p[0])/(1+math.Abs(p[0])*0.2)
		out = append(out, ScatterPoint{Name: orders[i], X: p[0], Y: p[1], XLow: p[0] - w, XHigh: p[0] + w*1.4, YLow: p[1] - 0.08 - w,
			YHigh: p[1] + 0.12 + w, Baseline: i == 5})
	}
	out[5].XLow, out[5].XHigh, out[5].YLow, out[5].YHigh = 0, 0, 0, 0
	return out
}

// wild is a sample of weekly waits: nothing for weeks, then days.
func wild(n int, seed uint64, shift float64) []float64 {
	r := rand.New(rand.NewPCG(seed, 5))
	v := make([]float64, n)
	for i := range v {
		x := 2.9 + shift + 1.05*r.NormFloat64()
		v[i] = math.Floor(math.Pow(10, math.Min(x, 5.6)))
	}
	return v
}

// dense are the waits of two schedules, most of them alike.
func dense(n int) []int32 {
	r := rand.New(rand.NewPCG(3, 9))
	cells := make([]int32, n*n)
	for range 4000 {
		x := int(math.Abs(r.NormFloat64()) * float64(n) / 3)
		y := x + int(r.NormFloat64()*float64(n)/8)
		cells[min(max(y, 0), n-1)*n+min(x, n-1)]++
	}
	return cells
}

// gallery is what charts are gathered in: frames without an ID get one made from
// their words.
type gallery struct {
	width  int
	id     string
	frames int
	charts []chart
}

func (g *gallery) frame(title, sub string) Frame {
	g.frames++
	f := Frame{Title: title, Subtitle: sub, Width: g.width}
	if g.id != "" {
		f.ID = g.id + "-" + strconv.Itoa(g.frames)
	}
	return f
}

func (g *gallery) add(list ...chart) { g.charts = append(g.charts, list...) }

// example makes every chart at a width.
func example(w int, id string) []chart {
	g := &gallery{width: w, id: id}
	g.forests()
	g.bars()
	g.lines()
	g.hours()
	g.curves()
	g.gantts()
	g.contests()
	g.panels()
	g.strips()
	g.stack()
	g.groups()
	g.waits()
	g.machines()
	return append(g.charts, moments(g.frame)...)
}

func (g *gallery) forests() {
	g.add(&Forest{
		Frame: g.frame("SAF waits least: 41 % less than FCFS, and no resample disagrees", "KTH-SP2, 20 resamples of 52 weeks, threshold "+
			"40 h"),
		Rows: twelve(), Axis: "change in total waiting against FCFS",
	})
	long := twelve()[:5]
	for i, l := range []string{"Smallest area first with 20 h", "Shortest first", "Smallest expansion factor first", "SQF & <friends>",
		"Smallest ratio first"} {
		long[i].Label = l
	}
	g.add(&Forest{Frame: g.frame("Long names stand above their whiskers on a phone", ""), Rows: long})
	theirs := published(g.frame("So do those with what others printed", ""))
	for i := range long {
		theirs.Rows[i].Label = long[i].Label
	}
	theirs.Rows = theirs.Rows[:5]
	g.add(theirs)
	g.add(&Forest{Frame: g.frame("Orders beyond the six criteria have forms of their own", ""), Rows: []ForestRow{
		{Name: "F1", Mid: -0.021, Low: -0.028, High: -0.012}, {Name: "F2", Mid: -0.018, Low: -0.023, High: -0.01},
		{Name: "F3", Mid: -0.011, Low: -0.018, High: -0.002}, {Name: "F4", Mid: -0.009, Low: -0.013, High: -0.004},
		{Name: "WFP3", Mid: 0.003, Low: -0.006, High: 0.011}, {Name: "UNICEF", Mid: 0.009, Low: 0.002, High: 0.013},
		{Name: "MIX", Mid: 0.01, Low: 0.004, High: 0.019}, {Name: "noisy", Mid: 0.014, Low: 0.009, High: 0.02},
		{Name: "CUB", Undefined: true, Note: "the reference never waits"}, {Name: "own expression", Mid: 0.02, Low: 0.011, High: 0.03},
	}})

	g.add(published(g.frame("What others printed hangs below our own, hollow", "KTH-SP2, 20 resamples of 52 weeks, threshold 40 h")))
}

func (g *gallery) bars() {
	sizes := []Bin{{"1", 0.462, 13120}, {"2", 0.081, 2300}, {"3–4", 0.11, 3123}, {"5–8", 0.14, 3976}, {"9–16", 0.097, 2755},
		{"17–32", 0.061, 1732}, {"33–64", 0.036, 1022}, {"65–100", 0.013, 369}}
	g.add(&Bars{Frame: g.frame("Half of all jobs ask for one processor", "28,397 jobs on 100 processors"), Bins: sizes, Axis: "processors",
		Share: "share of jobs", Of: "jobs", Hue: "--size"})
	var acc []Bin
	var edges []string
	for i := 0; i <= 20; i++ {
		edges = append(edges, numeral.Number(float64(i)/20))
		if i < 20 {
			acc = append(acc, Bin{"", 0.02 + 0.2/float64(i+1) + 0.12*float64(i/19), float64(1000 - i)})
		}
	}
	g.add(&Bars{Frame: g.frame("Requests are four times too long for the median job", ""), Bins: acc, Edges: edges,
		Axis: "run time / requested time", Share: "share of jobs", Of: "jobs", Hue: "--time"})
}

func (g *gallery) lines() {
	g.add(&Line{Frame: g.frame("Load stays below the machine's capacity but for four weeks",
		"Requested processor time of a week over what the machine has"), Series: []Series{{Values: weeks(104), Hue: "--accent"}},
		X: "week", Y: "load", Refs: []Ref{{1, "load 1: the whole machine"}}, Area: true})
	m1, l1, h1 := walk(104, 1, -0.004)
	m2, _, _ := walk(104, 2, -0.0035)
	m3, _, _ := walk(104, 3, 0.004)
	m4, _, _ := walk(104, 4, 0)
	m5, _, _ := walk(104, 5, -0.0038)
	g.add(&Line{Frame: g.frame("What SAF saves it saves steadily", ""), Series: []Series{
		{Name: "SAF", Values: m1, Low: l1, High: h1}, {Name: "SPF", Values: m2}, {Name: "LQF", Values: m3}, {Name: "LCFS", Values: m4},
		{Name: "noisy", Values: m5}},
		X: "week", Y: "cumulative change in waiting, % of FCFS", YUnit: Percent, Change: true,
		Band: "10th to 90th percentile of 20 resamples"})
	g.add(&Line{Frame: g.frame("Five years of hourly values keep every peak", ""),
		Series: []Series{{Values: weeks(5 * 365 * 24), Hue: "--time"}},
		Y:      "busy processors, share", YUnit: Percent, Step: 1.0 / (365 * 24), First: 1996, Ticks: []Tick{{1996, "1996"}, {1997, "1997"},
			{1998, "1998"}, {1999, "1999"}, {2000, "2000"}}})
	used := &Line{Frame: g.frame("Account physics had used 58 % with 40 % of the shares", "usage as a part of all; dashed: the shares"),
		Series: []Series{{Label: "physics", Hue: "--user-1", Values: weeks(104), Level: 0.4},
			{Label: "chemistry", Hue: "--user-2", Values: weeks(52), Level: 0.6}}, Y: "part of the usage", YUnit: Percent,
		Names: func(i int) string { return "day " + strconv.Itoa(i) }}
	queue := &Line{Frame: g.frame("Most jobs waited on day 3", ""), Series: []Series{{Values: []float64{0, 3, 12_345}, Hue: "--ink-soft"}},
		Area: true, YUnit: Whole}
	Align(used, queue)
	g.add(used)
	g.add(queue)
}

func (g *gallery) hours() {
	g.add(&Fields{Frame: g.frame("Long jobs of many processors go last under either", "of jobs that come at once"),
		Panels: []Field{over(func(p, q float64) float64 { return p * q }, "p*q, smallest area first"),
			over(func(p, q float64) float64 { return p }, "p"), over(func(p, q float64) float64 { return q * q * p },
				"learned: a formula that is rather long 0.00012*p + 0.3*q - 1.37*r")},
		X: "run time", XUnit: Seconds, Y: "processors", YUnit: Whole, Xs: powers(1, 1e6, 12), Ys: powers(1, 512, 9),
		Says: "of the jobs go before", Line: "half of the jobs go before"})

	h := &Heat{Frame: g.frame("People submit on weekdays from nine to six", "Submissions an hour of the week, on the trace's own clock"),
		Of: "jobs"}
	for d := range h.Values {
		for j := range h.Values[d] {
			v := 12.0
			if j > 7 && j < 20 {
				v += 90 * math.Sin(float64(j-7)/13*math.Pi)
			}
			if d > 4 {
				v *= 0.35
			}
			h.Values[d][j] = math.Round(v)
		}
	}
	g.add(h)
	g.add(&Spark{Frame: Frame{Title: "Load by week"}, Values: weeks(52), Ref: 1, Hue: "--accent"})
}

func (g *gallery) curves() {
	r := rand.New(rand.NewPCG(3, 4))
	var a, b []float64
	for i := 0; i < 3000; i++ {
		x := r.Float64()
		a = append(a, math.Floor(math.Pow(10, 1+4*x*x)))
		b = append(b, math.Floor(math.Pow(10, 0.4+4*x)))
	}
	g.add(&ECDF{Frame: g.frame("SPF starts half of the jobs within five minutes", ""), Series: []Sample{{Name: "FCFS", Values: a},
		{Name: "SPF", Values: b}, {Name: "LPF", Values: a[:40]}}, Log: true, X: "waiting time", XUnit: Seconds, Of: "share of jobs"})
	signed := make([]float64, 400)
	for i := range signed {
		if d := a[i%len(a)] - b[(i*7)%len(b)]; i%3 > 0 {
			signed[i] = d
		}
	}
	g.add(&ECDF{Frame: g.frame("Under SAF two thirds of the jobs wait otherwise", ""), Series: []Sample{{Name: "SAF", Values: signed}},
		Signed: true, X: "wait under SAF less wait under FCFS", XUnit: Seconds, Of: "share of jobs"},
		&Density{Frame: g.frame("312 of 400 jobs wait less under SAF", "Below the diagonal jobs wait less"), N: 24, Cells: dense(24),
			Most: 9 * 86400, X: "under FCFS", Y: "under SAF", Act: "cell"})
}

func (g *gallery) gantts() {
	g.add(&Gantt{Frame: g.frame("Job 5 slips in: it ends before the head needs its processors", "EASY backfilling at this instant"),
		Procs: 8, Now: 3, Shadow: 6, Extra: 2, ExtraLane: 6, From: 0, To: 11,
		Promised: 2, Time: "time, hours", Unit: "h", Jobs: []GanttJob{
			{"1", 0, 0, 6, 0, 4, Running, ""}, {"2", 1, 1, 4, 4, 2, Running, ""}, {"3", 0, 0, 3, 6, 2, Running, ""},
			{"4", 2, 6, 10, 0, 6, Head, "the head"}, {"5", 3, 3, 5.5, 6, 2, Backfilled, ""},
			{"6", 2.5, 0, 0, 0, 4, Waiting, "would delay 4"}}})
	g.add(&Gantt{Frame: g.frame("One processor stays extra", ""), Procs: 4, Now: 2, Shadow: 3, Extra: 1, ExtraLane: 3, From: 0, To: 8,
		Promised: 1, Jobs: []GanttJob{{"1", 0, 0, 3, 0, 3, Running, ""}, {"2", 1, 3, 7, 0, 3, Head, ""},
			{"3", 2, 2, 3, 3, 1, Backfilled, ""}}})
}

func (g *gallery) contests() {
	for _, n := range []int{12, 18, 3} {
		m := duel(n)
		m.Frame = g.frame("SAF beats every other order in more than half of the resamples", "KTH-SP2, 20 resamples of 52 weeks, "+
			numeral.Whole(float64(n))+" orders")
		g.add(m)
	}
	g.add(&Scatter{Frame: g.frame("SPF and SAF wait least on average; only LEXP shortens the longest wait",
		"KTH-SP2, 20 resamples of 52 weeks, threshold 40 h"), Points: clouds(),
		X: "average wait against FCFS", Y: "longest wait against FCFS", XUnit: Percent, YUnit: Percent, Change: true,
		Bars: "first to last decile of 20 resamples"})
	hours := clouds()[:11]
	for i := range hours {
		p := &hours[i]
		p.X, p.XLow, p.XHigh = 9000*(1+p.X), 9000*(1+p.XLow), 9000*(1+p.XHigh)
		p.Y, p.YLow, p.YHigh = 200000*(1+p.Y), 200000*(1+p.YLow), 200000*(1+p.YHigh)
	}
	g.add(&Scatter{Frame: g.frame("In hours, on logarithmic axes, the same twelve orders", ""), Points: hours,
		X: "average wait", Y: "longest wait", XUnit: Seconds, YUnit: Seconds, XLog: true, YLog: true})
}

func (g *gallery) panels() {
	var panels, pairs []Line
	for i, n := range orders {
		slope := float64(i-5) * 0.0011
		if i == 11 {
			slope = 0.06
		}
		mid, low, high := walk(104, uint64(i+20), slope)
		if n == "FCFS" {
			mid, low, high = make([]float64, 104), nil, nil
		}
		panels = append(panels, Line{Series: []Series{{Name: n, Values: mid, Low: low, High: high}}, X: "week",
			Y: "cumulative change in waiting, % of FCFS in all", YUnit: Percent, Change: true,
			Band: "10th to 90th percentile of 20 resamples"})
	}
	g.add(&Multiples{Frame: g.frame("What SAF and SPF save they save steadily; LAF runs away within weeks",
		"KTH-SP2, mean of 20 resamples of 104 weeks"), Panels: panels})
	for i, n := range []string{"arrival", "time", "size", "expansion", "ratio", "area"} {
		pair := [][2]int{{5, 8}, {1, 10}, {3, 9}, {2, 6}, {4, 7}, {0, 11}}[i]
		a, b := panels[pair[0]], panels[pair[1]].Series[0]
		a.Title = n
		a.Series = []Series{a.Series[0], b}
		pairs = append(pairs, a)
	}
	g.add(&Multiples{Frame: g.frame("For every criterion but arrival, small first beats large first", ""), Panels: pairs})
}

func (g *gallery) strips() {
	st := &Strips{Frame: g.frame("A typical week waits a quarter of an hour, one in ten ten times as long",
		"Average wait of each week of the trace, in each order"), Log: true, X: "average wait of a week", XUnit: Seconds, Dot: "a week"}
	for i, n := range orders {
		st.Rows = append(st.Rows, Sample{Name: n, Values: wild(104+i*40, uint64(i), float64(i-5)*0.06)})
	}
	st.Rows[3].Values[7] = 0
	g.add(st)
}

func (g *gallery) stack() {
	tune := &Stack{Frame: g.frame("By summer, tuning settles on SAF in seven of ten resamples",
		"Share of 20 resamples on each order, week by week"), X: "week", Y: "share of resamples on each order"}
	for i, n := range []string{"SAF", "SPF", "LEXP", "SQF", "LPF", "FCFS"} {
		l := Layer{Name: n}
		for w := 0; w < 52; w++ {
			x := float64(w)
			v := []float64{0.72 * x / (x + 9), 0.14 * (1 + math.Sin(x/5)) / 2, 0.16 * x / (x + 20),
				0.05 * (1 + math.Cos(x/3)) / 2, 0.02, 1}[i]
			l.Values = append(l.Values, math.Round(v*20)/20)
		}
		tune.Layers = append(tune.Layers, l)
	}
	for w := range tune.Layers[5].Values {
		sum := 0.0
		for _, l := range tune.Layers[:5] {
			sum += l.Values[w]
		}
		tune.Layers[5].Values[w] = math.Max(0, 1-sum)
	}
	g.add(tune)
}

func (g *gallery) waits() {
	log := []SharesPart{{1.99, "1.99 h", "too few processors free", NoRoom}, {0.36, "0.36 h", "kept for a job ahead", Kept},
		{1.90, "1.90 h", "room, nobody delayed", InVain}}
	rules := []SharesPart{{2.07, "2.07 h", "too few free", NoRoom}, {0.17, "0.17 h", "kept", Kept},
		{0.95, "0.95 h", "held by a rule", ByRule}, {1.06, "1.06 h", "unexplained", InVain}}
	g.add(&Shares{Frame: g.frame("Jobs waited 4.25 h on average", "What they waited for"),
		Bars: []SharesBar{{"From the log alone", log}, {"With the rules found", rules}}})
	w := &Week{Frame: g.frame("On working days from 6 to 18 h, most waiting is not for room",
		"Share of the waiting in each hour of the week"),
		Bounds: WeekBounds, Of: "of the waiting", Line: 17, Chosen: 4*24 + 17, Axis: "local hour of the day"}
	for d := range w.Values {
		for h := range w.Values[d] {
			w.Values[d][h] = math.Max(0, 0.5-0.1*float64(d/5)+0.4*math.Sin(float64(h-6)/12*math.Pi))
		}
	}
	w.Values[6][3] = math.NaN()
	g.add(w, &Piles{Frame: g.frame("Jobs of one processor were held for 89 % of their wait", "Waiting by size"),
		Axis: "waiting, thousand hours",
		Rows: []Pile{{"1 processor", []float64{0.3, 0.8, 12.7}, "89 %"}, {"2 to 7", []float64{3.8, 1.7, 13.4}, "70 %"},
			{"8 to 31", []float64{24.8, 6.3, 21.9}, "41 %"}, {"32 to 63", []float64{9.7, 0.6, 2.9}, "23 %"}},
		Causes: []Legend{{NoRoom, "too few free"}, {Kept, "kept"}, {InVain, "room, nobody delayed"}}})
}

func (g *gallery) groups() {
	users := &Diverge{Frame: g.frame("Most users gain with SAF; those with the longest jobs pay for it",
		"KTH-SP2, the 60 users with most jobs, against FCFS"), Name: "SAF", Group: "user", Of: "jobs",
		Axis: "change in mean waiting against FCFS", Unit: Percent}
	for i := 0; i < 60; i++ {
		x := float64(i) - 41
		v := x / (30 + math.Abs(x)) * 0.9
		if i > 56 {
			v = float64(i-55) * 1.9
		}
		users.Rows = append(users.Rows, DivergeRow{Label: numeral.Whole(float64(17 + i*37%91)), Change: v,
			Count: math.Floor(5000 / float64(1+i*13%60))})
	}
	g.add(users)
	g.add(&Diverge{Frame: g.frame("Wide jobs pay, narrow ones gain", ""), Name: "LPF", InOrder: true, Group: "processors", Of: "jobs",
		Axis: "change in mean waiting against FCFS", Unit: Seconds, Rows: []DivergeRow{
			{"1", -5400, -6900, -4100, 13120}, {"2", -4300, -5600, -3300, 2300}, {"3–4", -2500, -3900, -1200, 3123},
			{"5–8", 300, -900, 1500, 3976}, {"9–16", 2100, 700, 3300, 2755},
			{"17–32", 3900, 1800, 6300, 1732}, {"33–64 and a label that has no end and must be cut", 7300, 3900, 11900, 1022},
			{"65–100", math.NaN(), 0, 0, 0}}})
}

func (g *gallery) machines() {
	g.add(mixed(g.frame("Two processors are asked for more than they can carry", "12 nodes, 24 processors, 168 cores"), true),
		mixed(g.frame("A fat node among thin ones", "one node stands for its kind"), false))
	for _, n := range []int{8, 90, 4000} {
		g.add(busied(g.frame("Jobs go to the fat nodes first, and crowd there", numeral.Count(n)+" jobs"), n, n == 90))
	}
	g.add(&Schedule{Frame: g.frame("Two jobs share a processor, two spread", ""), X: "time since the first submission",
		Play: true, Now: 3.2,
		Kinds: []NodeKind{{Name: "two", Number: 1, Processors: []ProcessorKind{{Name: "slow", Number: 1, Cores: 2, Speed: 4},
			{Name: "fast", Number: 1, Cores: 2, Speed: 4.4}}}},
		Jobs: []ScheduleJob{{Label: "1 & <first>", End: 5, Cores: []CoreRange{{0, 1}}}, {Label: "2", End: 6.25, Cores: []CoreRange{{1, 3}},
			Note: "waited 4 s for cores"}, {Label: "3", Start: 5, End: 5, Cores: []CoreRange{{0, 4}}}},
		Over: []OverSpan{{Processor: 0, From: 0, To: 5}}})
}

// moments are a small machine while the head waits, under conservative backfilling
// with a queue that is too long, and as a whole.
func moments(frame func(title, subtitle string) Frame) []chart {
	nan := math.NaN()
	jobs := []MomentJob{
		{Label: "1", Key: "job 1", End: 3, Until: 6, Rows: []RowSpan{{0, 5}}, Note: "5 processors"},
		{Label: "3", Start: 2, End: 3, Until: 5, Rows: []RowSpan{{5, 6}}, Slipped: true},
		{Label: "4 & <b>", Start: 3, End: 3, Until: 40, Rows: []RowSpan{{6, 7}, {7, 8}}, Slipped: true},
	}
	many := make([]string, 70)
	for i := range many {
		many[i] = strconv.Itoa(i + 5)
	}
	return []chart{
		&Moment{Frame: frame("FCFS with EASY, at 3 h", ""), Procs: 8, To: 14, Now: 3, Jobs: jobs, Queue: []string{"2", "5"}, Most: 3,
			Shadow: 6, ExtraRows: []RowSpan{{5, 6}},
			Promises: []MomentPromise{{"2", 6, 4, []RowSpan{{0, 5}}}}, Time: "time, hours", Unit: "h"},
		&Moment{Frame: frame("FCFS with conservative backfilling, at 13 h", "Everybody is promised something"), Procs: 64, To: 14, Now: 13,
			Jobs: jobs, Queue: many, Most: 70, Shadow: 99,
			Promises: []MomentPromise{{"5", 20, 4, nil}, {"6", 13, 99, []RowSpan{{20, 50}, {60, 64}}}}, Time: "time, hours", Unit: "h"},
		&Moment{Frame: frame("The whole schedule", "Jobs wait 2.2 h on average"), Procs: 1, To: nan, Now: nan, Shadow: nan, Jobs: jobs[:1]},
	}
}

// busied is a run of jobs on a mixed platform: they wander over it, and over each
// other.
func busied(f Frame, n int, byJob bool) *Schedule {
	s := &Schedule{Frame: f, Kinds: mixed(f, true).Kinds, ByJob: byJob, Chosen: "7"}
	for i := range n {
		at := float64(i * 40000 / n)
		from := i * 37 % 160
		s.Jobs = append(s.Jobs, ScheduleJob{Label: numeral.Count(i), Start: at, End: at + float64(300+i*811%9000),
			Cores: []CoreRange{{from, from + 1 + i%9}}})
		s.Over = append(s.Over, OverSpan{i % 24, at, at + 2000})
	}
	return s
}

// mixed is a small platform, at a moment of a run or as a legend.
func mixed(f Frame, running bool) *Platform {
	p := &Platform{Frame: f, Folded: !running, Kinds: []NodeKind{
		{Name: "thin", Number: 10, Memory: 48, Processors: []ProcessorKind{{Name: "slow & <frugal>", Number: 2, Cores: 6, Speed: 9.04}}},
		{Name: "a fat node with a name that is rather long", Number: 2, Memory: 1024,
			Processors: []ProcessorKind{{Name: "fast", Number: 1, Cores: 16, Speed: 19.2}, {Name: "slow & <frugal>", Number: 1, Cores: 8,
				Speed: 9.04}}},
	}}
	if !running {
		return p
	}
	p.Now, p.States = "2 h 30 min after the first submission", make([]CoreState, 168)
	p.Memory, p.Bandwidth = make([]float64, 12), make([]float64, 24)
	for i := range p.States {
		p.States[i] = CoreState(i / 6 % 4)
	}
	for i := range p.Bandwidth {
		p.Bandwidth[i], p.Memory[i/2] = float64(i%5)*0.26, math.NaN()
	}
	for i := range 11 {
		p.Memory[i] = float64(i) / 10
	}
	return p
}

func TestGallery(t *testing.T) {
	path := os.Getenv("PLOT_GALLERY")
	if path == "" {
		t.Skip("set PLOT_GALLERY to a file name to get one")
	}
	for _, theme := range []string{"light", "dark"} {
		for name, w := range map[string]int{"phone": 340, "laptop": 900, "tablet": 600, "wall": 1400} {
			var b strings.Builder
			b.WriteString(`<!doctype html><meta charset="utf-8"><style>body{margin:0;padding:5px;font:13px system-ui,sans-serif;background:var(--paper);color:var(--ink)}svg{display:block;margin-bottom:36px}
.plot-title{font-family:Georgia,serif}
.light{--paper:#fbfaf7;--ink:#1d1c1a;--ink-soft:#5f5b53;--rule:#dedad0;--accent:#8c2f39}
.dark{--c-room:#565f6b;--c-kept:#5f86a3;--c-held:#d0767d;--w0:#323a44;--w1:#51434b;--w2:#774d54;--w3:#a05f66;--w4:#cf8086;--paper:#1b2027;--ink:#e8e6e1;--ink-soft:#a3a9b3;--rule:#333b45;--accent:#e08a7e;--arrival:#a3abb8;--time:#5fb0e6;--size:#f0b93a;--expansion:#3fc99b;--ratio:#e3a5c7;--area:#f08a4b}
</style><body class="` + theme + `">`)
			for _, c := range example(w, theme+name) {
				b.WriteString(c.SVG())
			}
			file := strings.TrimSuffix(path, ".html") + "-" + theme + "-" + name + ".html"
			if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// powers are n+1 numbers from lo to hi, each the same factor above the last.
func powers(lo, hi float64, n int) (list []float64) {
	for i := range n + 1 {
		list = append(list, lo*math.Pow(hi/lo, float64(i)/float64(n)))
	}
	return list
}

// over is a panel of shares over run times and processors.
func over(key func(p, q float64) float64, title string) Field {
	f := Field{Title: title}
	most := math.Log(key(1e6, 512))
	for _, q := range powers(1, 256, 8) {
		var row []float64
		for _, p := range powers(1, 5e5, 11) {
			row = append(row, math.Log(key(p, q))/most)
		}
		f.Values = append(f.Values, row)
	}
	return f
}
