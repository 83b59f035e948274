package reproduce

import (
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/choose"
	"shadowtime/core/experiment/learn"
	"shadowtime/core/experiment/windows"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/gc"
)

// settlingChart draws how scores settle with trials (figure 1).
func settlingChart(f plot.Frame, r *learn.Report) string {
	f.Title = "Scores settle with the square root of the trials"
	l := plot.Line{Frame: f, X: "trials of a pair", Y: "distance, share of the mean score", YUnit: plot.Percent}
	s := plot.Series{Label: "scores", Hue: "--accent"}
	for k, x := range r.Settling {
		s.Values = append(s.Values, relative(r, x.RMS))
		l.Ticks = append(l.Ticks, plot.Tick{At: float64(k), Label: numeral.Count(x.Trials)})
	}
	l.Series = []plot.Series{s}
	return l.SVG()
}

// relative is a distance of scores against their mean.
func relative(r *learn.Report, v report.Float) float64 {
	return float64(v) * float64(r.Plan.Sizes.Queued)
}

// mapsChart draws who goes first under the study's four, and under SAF (figure 2); fairMapsChart
// under those of fair scores.
func mapsChart(f plot.Frame, r *learn.Report) string {
	f.Title = "Who goes first under the study’s orders"
	var list []learn.Ranking
	for _, name := range []string{"LIN", "QDR", "CUB", "QUA", "SAF"} {
		if x, err := learn.RankingOf(name); err == nil {
			list = append(list, x)
		}
	}
	return learn.MapOf(r.Training).Fields(f, list).SVG()
}

// fairMapsChart draws those of fair scores.
func fairMapsChart(f plot.Frame, r *learn.Report) string {
	f.Title = "Who goes first under the same fits to fair scores"
	var list []learn.Ranking
	for i := range r.Models {
		m := &r.Models[i]
		list = append(list, learn.Ranking{Title: m.Name + ", fair", Key: m.Key})
	}
	return learn.MapOf(r.Training).Fields(f, list).SVG()
}

// Places draws scores by the place in the queue beside what the study's shuffle gives
// each.
func (s *Shuffle) Places(f plot.Frame) string {
	f.Title = "Released scores follow the place in the queue as the shuffle does"
	l := plot.Line{Frame: f, First: 1, X: "place in the queue, by submit time", Y: "against the mean", Refs: []plot.Ref{{At: 1}}}
	l.Series = []plot.Series{{Label: "shuffle’s favour", Hue: "--size", Values: s.Favour}, {Label: "released scores", Hue: "--accent",
		Values: s.Released}, {Label: "fair scores", Hue: "--time", Values: s.Fair}}
	return l.SVG()
}

// Sources are the reports of Lin, with what they are of: the study's scores, fair ones
// of the same pairs, others.
func (l *LearnedScores) Sources() (names []string, list []*learn.Report) {
	if l.Released != nil {
		names, list = append(names, "released scores"), append(list, l.Released)
		names, list = append(names, "same pairs, fair"), append(list, l.Fair)
	} else {
		names, list = append(names, "drawn pairs"), append(list, l.Fair)
	}
	for i, r := range l.Others {
		names, list = append(names, "other pairs "+strconv.Itoa(i+1)), append(list, r)
	}
	return names, list
}

// Weights draws Lin's coefficients by what they were fitted to.
func (l *LearnedScores) Weights(f plot.Frame) string {
	f.Title = "Other pairs of the same log give other weights"
	c := plot.Forest{Frame: f, Axis: "score, first to last decile, against the mean", Less: "goes earlier", More: "later",
		Interval: "two s.e. by pair; thick: plain s.e."}
	names, list := l.Sources()
	for j := 1; j <= 3; j++ {
		for i, r := range list {
			x := r.Models[0].Coefficients[j]
			unit := float64(x.Effect) / float64(x.Value)
			half, inner, mid := 2*float64(x.StderrByPair)*unit, 2*float64(x.Stderr)*unit, float64(x.Effect)
			row := plot.ForestRow{Name: x.Feature + names[i], Label: x.Feature + ", " + names[i], Hue: "--ink-soft", Mid: mid,
				Low: mid - half, High: mid + half, SimLow: mid - inner, SimHigh: mid + inner}
			if x.Determined {
				row.Hue = "--accent"
			} else {
				row.Note = "not determined"
			}
			c.Rows = append(c.Rows, row)
		}
	}
	return c.SVG()
}

// boxesChart draws windows under each order (figures 3 to 5).
func boxesChart(f plot.Frame, log string, w *windows.Report) string {
	f.Title = log + ", " + w.Plan.Scenario + ", " + w.Plan.Dialect
	s := plot.Strips{Frame: f, Log: true, X: "mean bounded slowdown of a window", Dot: "a window"}
	for _, name := range w.Plan.Orders {
		line := plot.Sample{Name: name, Label: orderLabel(name)}
		for _, x := range w.Windows {
			line.Values = append(line.Values, float64(x.AvgBsld[name]))
		}
		if strings.HasPrefix(name, formula) {
			line.Name, line.Hue = "", "--accent"
		}
		s.Rows = append(s.Rows, line)
	}
	return s.SVG()
}

const formula = "expr:"

// orderLabel is an order's name in charts and tables; the one formula is Lin of fair scores.
func orderLabel(name string) string {
	if strings.HasPrefix(name, formula) {
		return "Lin, fair"
	}
	return name
}

// drawnWindows are the cases that the study has figures of, by dialect.
var drawnWindows = [...]struct{ log, scenario string }{
	{LearningLog, windows.Actual},
	{"SDSC-SP2", windows.Estimates}, {"CEA-Curie", windows.Estimates},
	{"SDSC-SP2", windows.Easy}, {"CEA-Curie", windows.Easy},
}

// drawnChoice is the log whose sets of features are drawn.
const drawnChoice = "SDSC-SP2"

func against(f plot.Frame, r *choose.Report, errors bool) string {
	f.Title = r.AgainstTitle(errors)
	return r.Against(f, errors)
}

// Charts are those of a log.
func (s *Regression) Charts() (list []plot.Inline) {
	add := func(id string, draw func(plot.Frame) string) {
		list = append(list, plot.Inline{ID: "fig-" + id, Draw: draw})
	}
	for _, d := range drawnWindows {
		for _, dialect := range []string{windows.GC, windows.Shadowtime} {
			if w := s.Find(WindowCase{d.scenario, dialect, gc.Pool}); w != nil && d.log == s.Log {
				add(s.Log+"-"+d.scenario+"-"+dialect, func(f plot.Frame) string { return boxesChart(f, s.Version, w) })
			}
		}
	}
	if len(s.Choices) > 0 && s.Choices[0].Chosen >= 0 && s.Log == drawnChoice {
		r := s.Choices[0]
		add("choice-errors", func(f plot.Frame) string { return against(f, r, true) })
		add("choice-windows", func(f plot.Frame) string { return against(f, r, false) })
	}
	l := s.Learned
	if l == nil {
		return list
	}
	add("settling", func(f plot.Frame) string { return settlingChart(f, l.Fair) })
	add("maps", func(f plot.Frame) string { return mapsChart(f, l.Fair) })
	add("maps-fair", func(f plot.Frame) string { return fairMapsChart(f, l.Fair) })
	add("weights", l.Weights)
	if s := l.Shuffle; s != nil {
		add("places", s.Places)
	}
	return list
}
