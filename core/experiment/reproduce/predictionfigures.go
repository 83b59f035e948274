package reproduce

import (
	"math"
	"slices"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/job"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/predictor"
)

// exampleCharts are the charts that are of no log.
func exampleCharts() []plot.Inline {
	return []plot.Inline{{ID: "fig-loss", Draw: lossesChart},
		{ID: "fig-promise", Draw: func(f plot.Frame) string { return promiseChart(f, 6) }},
		{ID: "fig-broken", Draw: func(f plot.Frame) string { return promiseChart(f, 3) }}}
}

// lossesChart draws losses by the prediction's error (figure 4.1).
func lossesChart(f plot.Frame) string {
	const from, to, step = -3.0, 3.0, 0.1
	f.Title = "The E-Loss costs little below, the square above"
	l := plot.Line{Frame: f, First: from, Step: step, X: "prediction − run time", Y: "loss, weight 1"}
	for _, x := range []struct {
		label, hue  string
		over, under predictor.Side
	}{{"squared", "--size", predictor.Square, predictor.Square}, {"linear", "--expansion", predictor.Linear, predictor.Linear},
		{"E-Loss", "--time", predictor.Square, predictor.Linear}} {
		s := plot.Series{Label: x.label, Hue: x.hue}
		for i := range int(math.Round((to-from)/step)) + 1 {
			side, v := x.over, from+step*float64(i)
			if v < 0 {
				side, v = x.under, -v
			}
			if side == predictor.Square {
				v *= v
			}
			s.Values = append(s.Values, v)
		}
		l.Series = append(l.Series, s)
	}
	l.Ticks = []plot.Tick{{At: -3, Label: "−3"}, {At: -2, Label: "−2"}, {At: -1, Label: "−1"}, {At: 0, Label: "0"}, {At: 1, Label: "1"},
		{At: 2, Label: "2"}, {At: 3, Label: "3"}}
	return l.SVG()
}

// promiseJobs are the three jobs of figure 4.2: processors and run time, in hours.
var promiseJobs = [...]struct{ q, p int64 }{{5, 6}, {6, 4}, {3, 5}}

// promiseChart draws how the engine replays them when the first is predicted to run for
// so many hours (figure 4.2 has what is true).
func promiseChart(f plot.Frame, predicted int64) string {
	const procs = 8
	t := &job.Trace{Procs: procs, Users: []int64{-1}}
	first := told{}
	for _, j := range promiseJobs {
		t.Submit, t.Run, t.Request = append(t.Submit, 0), append(t.Run, j.p), append(t.Request, j.p)
		t.Size, t.User = append(t.Size, int32(j.q)), append(t.User, 0)
		first = append(first, j.p)
	}
	first[0] = predicted
	var e sim.ForetoldEngine
	fcfs := order.Twelve()[0]
	f.Title = "Job 1 is predicted to run for " + numeral.Whole(float64(predicted)) + " h"
	g := plot.Gantt{Frame: f, Procs: procs, From: 0, To: 16, Now: -1, Shadow: float64(predicted), Time: "time, hours", Unit: "h"}
	if err := e.Run(t, &sim.Foresight{Foreteller: first, Correction: sim.ToRequest, Backfill: fcfs, Threshold: sim.None}); err != nil {
		return g.SVG()
	}
	for i, start := range e.Starts() {
		j := plot.GanttJob{Label: numeral.Whole(float64(i + 1)), Start: float64(start), End: float64(start + t.Run[i]),
			Height: int(t.Size[i])}
		if i == 2 && start == 0 {
			j.Role, j.Lane = plot.Backfilled, int(t.Size[0])
		}
		g.Jobs = append(g.Jobs, j)
	}
	return g.SVG()
}

// tripleMarks are the marks of triples, in the order of the key; the last that holds is a
// triple's.
var tripleMarks = [...]struct {
	label string
	mark  plot.Mark
	is    func(x triples.Triple) bool
}{
	{"learned, FCFS", plot.Mark{Var: "--time", Fallback: "#0072b2", Hollow: true}, func(x triples.Triple) bool {
		return x.Learns() &&
			x.Backfill == triples.FCFS
	}},
	{"learned, SJBF", plot.Mark{Var: "--time", Fallback: "#0072b2"}, func(x triples.Triple) bool {
		return x.Learns() &&
			x.Backfill == triples.SJBF
	}},
	{"AVE2", plot.Mark{Var: "--size", Fallback: "#e69f00", Shape: plot.TriangleUp},
		func(x triples.Triple) bool { return x.Predictor == "ave2" }},
	{"requests", plot.Mark{Var: "--arrival", Fallback: "#6b7280", Shape: plot.Square},
		func(x triples.Triple) bool { return x.Predictor == "requested" }},
	{"clairvoyant", plot.Mark{Var: "--expansion", Fallback: "#009e73", Shape: plot.Diamond},
		func(x triples.Triple) bool { return x.Predictor == "clairvoyant" }},
	{"E-Loss in steps, SJBF", plot.Mark{Var: "--accent", Fallback: "#8c2f39", Shape: plot.Star},
		func(x triples.Triple) bool { return x.Name() == InSteps }},
}

// scatterChart sets the triples' slowdowns on two logs against each other (figure 4.3).
func scatterChart(f plot.Frame, a, b *PredictionLog) string {
	f.Title = "Triples on " + a.Name + " and on " + b.Name
	s := plot.Scatter{Frame: f, NoFront: true, Of: "triple", XLog: true, YLog: true,
		X: "mean bounded slowdown on " + a.Name, Y: "mean bounded slowdown on " + b.Name}
	for i := range tripleMarks {
		s.Key = append(s.Key, plot.KeyEntry{Label: tripleMarks[i].label, Mark: tripleMarks[i].mark})
		for k := range a.Outcomes {
			x := a.Outcomes[k].Triple
			if x.Loss.Shift == 0 && kindOf(x) == i {
				s.Points = append(s.Points, plot.ScatterPoint{Name: x.Name(), X: a.Outcomes[k].Run.AvgBsld(),
					Y: b.Outcomes[k].Run.AvgBsld(), Mark: &tripleMarks[i].mark, Quiet: true})
			}
		}
	}
	return s.SVG()
}

func kindOf(x triples.Triple) int {
	at := -1
	for i := range tripleMarks {
		if tripleMarks[i].is(x) {
			at = i
		}
	}
	return at
}

// comparisonCharts are the charts of each log against the first.
func comparisonCharts(logs []*PredictionLog) (list []plot.Inline) {
	for _, l := range logs[1:] {
		list = append(list, plot.Inline{ID: "fig-" + logs[0].Name + "-" + l.Name,
			Draw: func(f plot.Frame) string { return scatterChart(f, logs[0], l) }})
	}
	return list
}

// shownTechniques are the techniques whose distributions are drawn, with what they are called
// there.
var shownTechniques = [...]struct{ name, label, hue string }{
	{average, "AVE2", "--size"}, {squaredLoss, "squared loss", "--expansion"},
	{learnedAbsolute, "E-Loss", "--time"}, {learnedSigned, "E-Loss, cut at 1 s", "--area"},
}

// errorWindow is how far errors are shown, in hours.
const errorWindow = 6.0

// errorsChart draws the distribution of prediction errors along a log's own starts
// (figure 4.4); what is beyond the window counts at its ends.
func errorsChart(f plot.Frame, t *job.Trace, along []TechniqueAccuracy) string {
	f.Title = "Errors of predictions"
	e := plot.ECDF{Frame: f, X: "prediction − run time, hours", Of: "share of jobs"}
	each(along, func(label, hue string, predicted []int64) {
		s := plot.Sample{Label: label, Hue: hue}
		for j, p := range predicted {
			s.Values = append(s.Values, min(max(float64(p-t.Run[j])/3600, -errorWindow), errorWindow))
		}
		e.Series = append(e.Series, s)
	})
	return e.SVG()
}

// valuesChart draws the distribution of what is predicted along a log's own starts, and
// of run times (figure 4.5).
func valuesChart(f plot.Frame, t *job.Trace, along []TechniqueAccuracy) string {
	f.Title = "Predicted run times"
	e := plot.ECDF{Frame: f, Log: true, X: "predicted run time", XUnit: plot.Seconds, Of: "share of jobs"}
	add := func(label, hue string, seconds []int64) {
		s := plot.Sample{Label: label, Hue: hue}
		for _, v := range seconds {
			s.Values = append(s.Values, float64(v))
		}
		e.Series = append(e.Series, s)
	}
	add("run time", "", t.Run)
	each(along, add)
	return e.SVG()
}

func each(along []TechniqueAccuracy, f func(label, hue string, predicted []int64)) {
	for _, x := range shownTechniques {
		if i := slices.IndexFunc(along, func(a TechniqueAccuracy) bool { return a.Name == x.name }); i >= 0 {
			f(x.label, x.hue, along[i].Predicted)
		}
	}
}

// distributionCharts are the charts of a log's own starts.
func distributionCharts(t *job.Trace, along []TechniqueAccuracy) []plot.Inline {
	return []plot.Inline{
		{ID: "fig-errors", Draw: func(f plot.Frame) string { return errorsChart(f, t, along) }},
		{ID: "fig-values", Draw: func(f plot.Frame) string { return valuesChart(f, t, along) }},
	}
}
