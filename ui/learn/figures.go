package learn

import (
	"math"
	"slices"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/learn"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/order"
	"shadowtime/ui/lab"
)

// pictures are the figures behind the order, once there is one.
func (v *View) pictures() []lab.Picture {
	if v.Report == nil || len(v.Report.Models) == 0 {
		return nil
	}
	list := []lab.Picture{
		{Key: "weights", Tab: "Its weights", Draw: v.drawWeights, Table: v.weightTable},
		{Key: "map", Tab: "Who goes first", Draw: v.drawMap, Table: v.mapTable},
		{Key: "settling", Tab: "Do scores settle", Draw: v.drawSettling, Table: v.settlingTable},
	}
	if v.judged() != nil && len(v.judged().Windows) > 1 {
		list = append([]lab.Picture{{Key: "windows", Tab: "Window by window", Draw: v.drawWindows, Table: v.windowTable}}, list...)
	}
	if r := v.chosen(); r != nil && r.Chosen >= 0 {
		list = append(list, lab.Picture{Key: "scores", Tab: "Scores or windows", Draw: v.drawScores, Table: v.scoresTable})
	}
	return list
}

// drawEvidence draws the picture in sight, and what came of choosing features.
func (v *View) drawEvidence() {
	v.DrawFigures()
	v.drawChoice()
}

// drawLook draws which model the figure in sight looks at.
func (v *View) drawLook() {
	p, ok := v.Figures.Chosen()
	if !ok || len(v.Report.Models) < 2 || p.Key != "weights" && p.Key != "map" {
		v.Lab.Browser.Draw(hostLook, "")
		return
	}
	var names []string
	for i := range v.Report.Models {
		names = append(names, v.Report.Models[i].Name)
	}
	var b lab.Panel
	b.HTML(`<p class="field"><label for="learn-model">Features</label> `)
	b.Select("learn-model", "", names, nil)
	b.Shows("learn-model", v.looked().Name)
	b.HTML(`</p>`)
	v.Lab.Draw(hostLook, &b)
}

// looked is the model looked at.
func (v *View) looked() *learn.Model {
	for i := range v.Report.Models {
		if v.Report.Models[i].Name == v.model {
			return &v.Report.Models[i]
		}
	}
	return &v.Report.Models[0]
}

func (v *View) of() string {
	return v.Lab.Summary.Name + ", " + numeral.Count(v.Report.Done) + " pairs, " + learn.Tried(v.Report.Plan.Trials) + " each"
}

// ---- window by window

func (v *View) drawWindows(f plot.Frame) string {
	s := plot.Strips{Frame: f, Log: true, X: "mean bounded slowdown of a window", Dot: "a window"}
	list := v.rows()
	for _, r := range list {
		line := plot.Sample{Name: r.Name, Label: order.Short(r.Name), Values: r.Values}
		if r.Name == learn.Mine {
			line.Name, line.Hue = "", "--accent"
		}
		s.Rows = append(s.Rows, line)
	}
	least, most := slices.Min(list[0].Values), slices.Max(list[0].Values)
	better, worse := least, most // medians of orders
	for i, r := range list {
		if x := float64(r.Median); i == 0 {
			better, worse = x, x
		} else {
			better, worse = min(better, x), max(worse, x)
		}
	}
	s.Title = "Under " + order.Short(list[0].Name) + " the windows’ mean bounded slowdowns go from " + numeral.Number(least) + " to " +
		numeral.Number(most) + ", the medians of orders from " + numeral.Number(better) + " to " + numeral.Number(worse)
	if most*better > least*worse {
		s.Title = "Windows differ more than orders: u" + s.Title[1:]
	}
	s.Subtitle = v.Lab.Summary.Name + ", " + learn.Setting(v.Report, v.judged())
	return s.SVG()
}

func (v *View) windowTable() *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "order").Add(lab.InCounts, "window").Add(lab.InNumbers, "mean bounded slowdown")
	for _, r := range v.rows() {
		for k, x := range r.Values {
			n.Row(lab.Text(order.Short(r.Name)), lab.N(k+1), lab.N(x))
		}
	}
	return n
}

// ---- its weights

func (v *View) drawWeights(f plot.Frame) string {
	c := v.Report.Weights(v.looked(), v.Lab.Summary.Name)
	f.Title, f.Subtitle = c.Title, c.Subtitle
	c.Frame = f
	return c.SVG()
}

func (v *View) weightTable() *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "features", "feature").Add(lab.InNumbers, "weight", "standard error", "the same by pair", "VIF",
		"VIF, centred").Add(lab.InChanges, "effect").Add(lab.InWords, "determined")
	for _, m := range v.Report.Models {
		for _, c := range m.Coefficients {
			known := "no"
			if c.Determined {
				known = "yes"
			}
			n.Row(lab.Text(m.Name), lab.Text(c.Feature), lab.N(c.Value), lab.N(c.Stderr), lab.N(c.StderrByPair), lab.N(c.VIF),
				lab.N(c.VIFCentred), lab.N(c.Effect), lab.Text(known))
		}
	}
	return n
}

// ---- who goes first

// maps are the learned order, and orders that never saw this log.
func (v *View) maps() (*learn.Map, []learn.Ranking) {
	m := v.looked()
	list := []learn.Ranking{{Title: learn.Mine + ", " + m.Name, Key: m.Key}}
	for _, name := range []string{"SAF", "SPF", "F2"} {
		if x, err := learn.RankingOf(name); err == nil {
			list = append(list, x)
		}
	}
	return learn.MapOf(v.Report.Training), list
}

func (v *View) drawMap(f plot.Frame) string {
	m, list := v.maps()
	c := m.Fields(f, list)
	c.Title = "Which jobs go first under the learned order, and under orders that never saw this log"
	c.Subtitle = v.of() + "; a job that came " + numeral.Duration(m.R) + " after its pair began, against all scored ones"
	return c.SVG()
}

func (v *View) mapTable() *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "order").Add(lab.InSeconds, "run time from", "to").Add(lab.InCounts, "processors from",
		"to").Add(lab.InShares, "scored jobs that go before")
	m, list := v.maps()
	for _, s := range list {
		for i, row := range m.Shares(s) {
			for j, x := range row {
				n.Row(lab.Text(s.Title), lab.N(m.Xs[j]), lab.N(m.Xs[j+1]), lab.N(m.Ys[i]), lab.N(m.Ys[i+1]), lab.N(x))
			}
		}
	}
	return n
}

// ---- settling

func (v *View) drawSettling(f plot.Frame) string {
	s := v.Report.Settling
	l := plot.Line{Frame: f, First: 0, X: "trials", Y: "distance to the last scores, share of the mean score",
		YUnit: plot.Percent, Roomy: true}
	var values []float64
	for k, x := range s {
		values = append(values, float64(x.RMS)*float64(v.Report.Plan.Sizes.Queued))
		l.Ticks = append(l.Ticks, plot.Tick{At: float64(k), Label: numeral.Count(x.Trials)})
	}
	l.Series = []plot.Series{{Label: "scores", Hue: "--accent", Values: values}}
	away := float64(v.Report.Stderr) * float64(v.Report.Plan.Sizes.Queued)
	l.Title = "After " + learn.Tried(v.Report.Plan.Trials) + " single scores are known to about " + numeral.Percent(away, 1) +
		" of the mean score"
	switch {
	case v.Report.Plan.Trials == learn.All:
		l.Title = "Every order was tried: the scores are exact"
	case math.IsNaN(away):
		l.Title = "So few trials do not tell how far scores are known"
	}
	l.Subtitle = v.of() + "; root mean square over all scored jobs, trials doubling"
	return l.SVG()
}

func (v *View) settlingTable() *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InCounts, "trials").Add(lab.InShares, "distance to the last scores")
	for _, x := range v.Report.Settling {
		n.Row(lab.N(x.Trials), lab.N(float64(x.RMS)*float64(v.Report.Plan.Sizes.Queued)))
	}
	return n
}
