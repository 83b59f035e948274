package reproduce

import (
	"shadowtime/core/report/plot"
	"shadowtime/core/report/published"
)

// curvesChart draws how likely spreading becomes with episodes, over the seeds of the
// first two forms.
func curvesChart(f plot.Frame, list []*FormCourses) string {
	f.Title = "With a baseline every seed learns to spread"
	l := plot.Line{Frame: f, First: 1, X: "episode", XUnit: plot.Whole, Y: "probability of spreading", YUnit: plot.Percent,
		Band: "10th to 90th percentile of seeds",
		Refs: []plot.Ref{{At: 2.0 / 5, Label: "at first"}}}
	for i, x := range list[:min(2, len(list))] {
		s := plot.Series{Label: x.short(), Hue: [...]string{"--size", "--accent"}[i]}
		for e := range x.Plan.Episodes {
			q := x.at(e, 0.1, 0.9)
			s.Low, s.Values, s.High = append(s.Low, q[0]), append(s.Values, q[1]), append(s.High, q[2])
		}
		l.Series = append(l.Series, s)
	}
	return l.SVG()
}

// short is a form's name where all are of REINFORCE.
func (l *FormCourses) short() string {
	if l.Plan.Baseline == "mean" {
		return "with a baseline"
	}
	return "as published"
}

// at are quantiles over seeds of the probability of spreading in an episode, from 0.
func (l *FormCourses) at(episode int, low, high float64) [3]float64 {
	var values []float64
	for _, c := range l.Courses {
		values = append(values, c.Spread[episode])
	}
	return quantiles(values, low, high)
}

// endsChart draws the probability of spreading in the end, a dot a seed.
func endsChart(f plot.Frame, list []*FormCourses) string {
	f.Title = "As published, some seeds end anywhere"
	s := plot.Strips{Frame: f, X: "probability of spreading in the end", XUnit: plot.Percent, Dot: "a seed"}
	for _, x := range list {
		row := plot.Sample{Label: x.Name, Hue: "--accent"}
		for _, c := range x.Courses {
			row.Values = append(row.Values, c.Spread[len(c.Spread)-1])
		}
		s.Rows = append(s.Rows, row)
	}
	return s.SVG()
}

// consolidatedMeasures are what consolidating changes, with what is printed of each.
var consolidatedMeasures = []struct {
	Name    string
	Of      func(c *PairContrast) float64
	Printed float64
	Hue     string
}{
	{"energy", func(c *PairContrast) float64 { return c.Energy }, published.Scenario2.Energy, "--size"},
	{"makespan", func(c *PairContrast) float64 { return c.Makespan }, published.Scenario2.Makespan, "--time"},
	{"turnaround", func(c *PairContrast) float64 { return c.Turnaround }, published.Scenario2.Turnaround, "--expansion"},
}

// consolidatedChart draws scenario 2: what consolidating changes against spreading.
func consolidatedChart(f plot.Frame, list []*PairAnswer) string {
	f.Title = "Consolidating saves energy, and time as well"
	c := plot.Forest{Frame: f, Axis: "change from spreading to consolidating", Less: "less", More: "more",
		Interval: "5th to 95th percentile of seeds", Aside: "hollow: published (" + published.HeterogeneousSource + ", section 5.3)"}
	for _, a := range list {
		for _, m := range consolidatedMeasures {
			q := Middle(a.Values(m.Of))
			c.Rows = append(c.Rows, plot.ForestRow{Name: m.Name + a.Name, Label: m.Name + ", " + a.Name, Hue: m.Hue, Low: q[0],
				Mid: q[1], High: q[2],
				Asides: []plot.Aside{{At: m.Printed, Words: "published"}}})
		}
	}
	return c.SVG()
}

// slowdownsChart draws the mean slowdown by who schedules, a dot a seed.
func slowdownsChart(f plot.Frame, list []*PolicyOutcomes) string {
	f.Title = "On a full machine shortest first beats EASY, and what was learned"
	s := plot.Strips{Frame: f, Log: true, X: "mean slowdown of the first thousand jobs", Dot: "a seed"}
	for _, p := range list {
		row := plot.Sample{Label: p.Name, Values: p.Values(func(o *PolicyOutcome) float64 { return o.Seen.AvgSlowdown })}
		if p.Agent != "" {
			row.Hue = "--accent"
		}
		s.Rows = append(s.Rows, row)
	}
	return s.SVG()
}

// Charts are those that the study suffices for.
func (s *Heterogeneous) Charts() []plot.Inline {
	list := []plot.Inline{
		{ID: "fig-curves", Draw: func(f plot.Frame) string { return curvesChart(f, s.Learned) }},
		{ID: "fig-ends", Draw: func(f plot.Frame) string { return endsChart(f, s.Learned) }},
	}
	if s.Log == "" {
		return list
	}
	return append(list, plot.Inline{ID: "fig-consolidated", Draw: func(f plot.Frame) string { return consolidatedChart(f, s.Energy) }},
		plot.Inline{ID: "fig-slowdowns", Draw: func(f plot.Frame) string { return slowdownsChart(f, s.Policies) }})
}
