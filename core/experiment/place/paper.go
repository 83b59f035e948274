package place

import (
	"math"

	"shadowtime/core/base/stats"
	"shadowtime/core/report"
	"shadowtime/core/report/paper"
	"shadowtime/core/report/plot"
)

// Paper is the report as a page.
func (r *Report) Paper() *paper.Paper {
	p, usual, proposed := &r.Plan, Default(), Default()
	return &paper.Paper{
		Kind: "Energy and time on a machine of unequal processors", Log: r.Trace, Digest: r.Digest, Answer: r.Sentence(),
		Figures: []paper.Figure{paper.Forest(r.Forest())},
		Table:   r.Table(), Note: r.Note(), Cautions: r.Cautions(), Methods: r.Methods(),
		Command: p.Settings().Command(Verb, usual.Settings(), r.Trace),
		Query:   p.Settings().Query(Verb, proposed.Settings(), Name),
	}
}

// Note says what the table's figures are.
func (r *Report) Note() string {
	s := "Energy, turnaround and waits are of the mean stretch; alike: how many other choices do the same."
	if r.Stretches >= stats.LeastWeeks {
		s += " Raw changes are those of all stretches, with their plausible range (95 % each, if the stretches that follow are " +
			"like these). Corrected is what is left of the raw change, were that choice picked as the best of all."
	}
	return s
}

// Apart are the choices that stand for themselves, and for those that did the same.
func (r *Report) Apart() (list []*Standing) {
	for i := range r.Choices {
		if c := &r.Choices[i]; c.Alike == "" {
			list = append(list, c)
		}
	}
	return list
}

// Forest is the chart of the choices that no other beats in both.
func (r *Report) Forest() plot.Forest {
	f := plot.Forest{Axis: "raw change in energy against " + r.Against, Less: "less", More: "more"}
	f.Title, f.Subtitle = "Choices that no other beats in both energy and time", r.Trace
	for _, x := range r.Apart() {
		if x.Front {
			row := plot.ForestRow{Name: x.Name, Hue: "--ink-soft", Mid: float64(x.EnergyChange.Mid),
				Low: float64(x.EnergyChange.Low), High: float64(x.EnergyChange.High),
				Undefined: !x.EnergyChange.Mid.Known(), Baseline: x.Name == r.Against}
			row.Best = r.Verdict == report.Shown && r.Named.Change < 0 && x.Name == r.Named.Name
			if h := x.EnergyHalves; len(h) > 0 && !row.Baseline {
				b := report.Bounds{Own: x.EnergyChange.Mid, Change: report.Float(math.NaN())} // nothing is drawn
				report.Marks(&row, &report.AsLogged{FirstHalf: h[:1], SecondHalf: h[1:]}, 0, &b)
			}
			f.Rows = append(f.Rows, row)
		}
	}
	return f
}
