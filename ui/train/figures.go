package train

import (
	"math"
	"slices"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/train"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/ui/lab"
)

// curve is a figure of episodes.
type curve struct {
	key, tab, title, axis string
	unit                  plot.Unit
	of                    func(c *train.Course) []float64
	band                  func(b *train.Bands) [][3]report.Float
}

var curves = []curve{
	{"reward", "Reward", "What an episode earns", "reward of an episode", plot.Number, func(c *train.Course) []float64 { return c.Rewards },
		func(b *train.Bands) [][3]report.Float { return b.Rewards }},
	{"loss", "Loss", "The loss it learns from", "loss, before the weights change", plot.Number,
		func(c *train.Course) []float64 { return c.Losses }, func(b *train.Bands) [][3]report.Float { return b.Losses }},
	{"entropy", "Entropy", "How undecided it is", "entropy of the preferences, nats", plot.Number,
		func(c *train.Course) []float64 { return c.Entropies }, func(b *train.Bands) [][3]report.Float { return b.Entropies }},
	{"makespan", "Makespan", "When the last job ends", "makespan of an episode", plot.Seconds,
		func(c *train.Course) []float64 { return c.Makespans }, func(b *train.Bands) [][3]report.Float { return b.Makespans }},
	{"energy", "Energy", "What an episode costs", "energy of an episode, J", plot.Number,
		func(c *train.Course) []float64 { return c.Energies }, func(b *train.Bands) [][3]report.Float { return b.Energies }},
}

// pictures are the figures behind the answer, once there is one.
func (v *View) pictures() []lab.Picture {
	if v.Report == nil {
		return nil
	}
	list := []lab.Picture{{Key: "preferences", Tab: "Preferences", Draw: v.drawPreferences, Table: v.preferenceTable},
		{Key: "map", Tab: "Energy against time", Draw: v.drawMap, Table: v.mapTable}}
	if v.Report.Best != nil {
		list = append(list, lab.Picture{Key: "tests", Tab: "Tests", Draw: v.tested, Table: v.testTable})
	}
	for i := range curves {
		x := &curves[i]
		list = append(list, lab.Picture{Key: x.key, Tab: x.tab, Draw: func(f plot.Frame) string { return v.drawCurve(f, x) },
			Table: func() *lab.Numbers { return v.curveTable(x) }})
	}
	return list
}

// cohorts are the forms with their names.
func (v *View) cohorts() (list []*train.Cohort, names []string) {
	list, names = []*train.Cohort{v.Report}, []string{""}
	if v.other() != nil {
		list, names = append(list, v.other()), []string{v.Report.Form(), v.other().Form()}
	}
	return list, names
}

// banded is a band of seeds as a series.
func banded(b [][3]report.Float, label string) plot.Series {
	s := plot.Series{Label: label, Hue: "--ink-soft"}
	for _, x := range b {
		s.Low, s.Values, s.High = append(s.Low, float64(x[0])), append(s.Values, float64(x[1])), append(s.High, float64(x[2]))
	}
	return s
}

// padded is a list that goes on, empty, to a length.
func padded(list []float64, n int) []float64 {
	list = slices.Clone(list)
	for len(list) < n {
		list = append(list, math.NaN())
	}
	return list
}

// drawCurve shows a figure of episodes over all seeds.
func (v *View) drawCurve(f plot.Frame, x *curve) string {
	every := float64(v.Report.Plan.Every())
	l := plot.Line{Frame: f, First: every, Step: every, X: "episode", Y: x.axis, YUnit: x.unit,
		Band: "5th to 95th percentile of seeds", Roomy: true}
	list, names := v.cohorts()
	for i, c := range list {
		label := "median"
		if names[i] != "" {
			label = names[i]
		}
		s := banded(x.band(c.Bands), label)
		if i == 0 {
			s.Hue = "--accent"
		} else {
			s.Low, s.High = nil, nil // bands would cover each other
		}
		l.Series = append(l.Series, s)
	}
	b := x.band(v.Report.Bands)
	first, last := b[0][1], b[len(b)-1][1]
	write := func(v report.Float) string { return x.unit.Format(float64(v)) }
	l.Title = x.title + ": from " + write(first) + " to " + write(last) + " in the median seed"
	if write(first) == write(last) {
		l.Title = x.title + ": " + write(first) + " in the median seed, before as after"
	}
	l.Subtitle = v.of()
	return l.SVG()
}

func (v *View) curveTable(x *curve) *lab.Numbers {
	unit := lab.InNumbers
	if x.unit == plot.Seconds {
		unit = lab.InSeconds
	}
	n := (&lab.Numbers{}).Add(lab.InWords, "form").Add(lab.InCounts, "episode").Add(unit, "5th percentile", "median", "95th percentile")
	list, names := v.cohorts()
	for i, c := range list {
		for k, b := range x.band(c.Bands) {
			n.Row(lab.Text(names[i]), lab.N(c.Episodes[k]), lab.N(b[0]), lab.N(b[1]), lab.N(b[2]))
		}
	}
	return n
}

// ---- preferences

// layers are the actions that are shown apart: those that do best first, then those
// most likely; the rest go together.
func (v *View) layers(p [][]float64) (shown []int, rest []int) {
	const most = 6
	n := len(v.watchedActions())
	if len(p) > 0 {
		n = len(p[0])
	}
	sum := make([]float64, n)
	for _, point := range p {
		for a, x := range point {
			sum[a] += x
		}
	}
	all := make([]int, n)
	for a := range all {
		all[a] = a
	}
	if n > most {
		slices.SortStableFunc(all, func(a, b int) int {
			switch {
			case sum[a] > sum[b]:
				return -1
			case sum[a] < sum[b]:
				return 1
			}
			return 0
		})
		all, rest = all[:most-1], all[most-1:]
	}
	best := func(a int) int {
		if v.Report != nil && v.Report.IsBest(a) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(all, func(a, b int) int {
		if x, y := best(a), best(b); x != y {
			return x - y
		}
		return a - b
	})
	return all, rest
}

// hues of layers: those that do best have the first two.
var hues = []string{"--time", "--expansion", "--size", "--ratio", "--area", "--arrival"}

// areas stack preferences point by point, as far as there are any of n.
func (v *View) areas(f plot.Frame, p [][]float64, every, n int) string {
	names := v.watchedActions()
	s := plot.Stack{Frame: f, First: float64(every), Step: float64(every), X: "episode"}
	layer := func(label, hue string, of ...int) {
		l := plot.Layer{Label: label, Hue: hue, Values: make([]float64, max(n, len(p)))}
		for k, point := range p {
			for _, a := range of {
				l.Values[k] += point[a]
			}
		}
		s.Layers = append(s.Layers, l)
	}
	shown, rest := v.layers(p)
	at := 0
	if v.OwnJobs() {
		at = 2 // the first two are those of what does best, which is not known at once
	}
	for i, a := range shown {
		if v.Report != nil && v.Report.IsBest(a) && i < 2 {
			layer(names[a], hues[i], a)
			continue
		}
		layer(names[a], hues[at%len(hues)], a)
		at++
	}
	if len(rest) > 0 {
		layer(numeral.Count(len(rest))+" others", "--arrival", rest...)
	}
	return s.SVG()
}

// watchedActions are the actions of what is shown.
func (v *View) watchedActions() []string {
	if v.Report != nil {
		return v.Report.Actions
	}
	return v.watch.plans[0].Agent.Names() // the question may be another by now
}

// means are the mean preferences of a cohort's seeds, point by point.
func means(c *train.Cohort) [][]float64 {
	list := make([][]float64, len(c.Episodes))
	for k := range list {
		list[k] = make([]float64, len(c.Actions))
		for i := range c.Seeds {
			for a, x := range c.Seeds[i].Preferences[k] {
				list[k][a] += float64(x) / float64(len(c.Seeds))
			}
		}
	}
	return list
}

func (v *View) drawPreferences(f plot.Frame) string {
	list := means(v.Report)
	f.Title = "What the seeds prefer at their first decision, on average"
	best, at := 0.0, 0
	for a, x := range list[len(list)-1] {
		if x > best {
			best, at = x, a
		}
	}
	f.Title += ": at last " + v.Report.Actions[at] + " with " + numeral.Share(best)
	f.Subtitle = v.of()
	return v.areas(f, list, v.Report.Plan.Every(), len(list))
}

func (v *View) preferenceTable() *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "form").Add(lab.InCounts, "episode").Add(lab.InShares, v.Report.Actions...)
	list, names := v.cohorts()
	for i, c := range list {
		for k, p := range means(c) {
			n.Row(append([]lab.Datum{lab.Text(names[i]), lab.N(c.Episodes[k])}, lab.Data(p...)...)...)
		}
	}
	return n
}

// ---- tests, and who found what is best

func (v *View) testTable() *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "jobs", "who").Add(lab.InWords, "backfilling").Add(lab.InChanges, "change", "from",
		"to").Add(lab.InNumbers, "reward").Add(lab.InSeconds, "makespan").
		Add(lab.InNumbers, "energy, J").Add(lab.InSeconds, "mean wait", "mean turnaround").Add(lab.InNumbers,
		"mean slowdown").Add(lab.InShares, "utilization")
	for i := range v.Report.Tests {
		t := &v.Report.Tests[i]
		jobs := "learned on"
		if t.Unseen {
			jobs = "unseen"
		}
		n.Row(append([]lab.Datum{lab.Text(jobs), lab.Text(t.Who), lab.Text(t.Backfilling)},
			lab.Data(t.Change, t.Low, t.High, t.Reward, t.Makespan, t.Energy, t.AvgWait, t.AvgTurnaround, t.AvgSlowdown,
				t.Utilization)...)...)
	}
	return n
}
