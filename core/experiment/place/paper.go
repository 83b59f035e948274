package place

import (
	"math"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
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
		s += " Changes are those of all stretches, with their plausible range (95 % each, if the stretches that follow are " +
			"like these)."
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
	f := plot.Forest{Axis: "change in energy against " + r.Against, Less: "less", More: "more"}
	f.Title, f.Subtitle = "Choices that no other beats in both energy and time", r.Trace
	for _, x := range r.Apart() {
		if x.Front {
			row := plot.ForestRow{Name: x.Name, Hue: "--ink-soft", Mid: float64(x.EnergyChange.Mid),
				Low: float64(x.EnergyChange.Low), High: float64(x.EnergyChange.High),
				Undefined: !x.EnergyChange.Mid.Known(), Baseline: x.Name == r.Against}
			row.Best = r.Verdict == report.Shown && r.Named.Change < 0 && x.Name == r.Named.Name
			if r.Named != nil && x.Name == r.Named.Name {
				report.Claimed(&row, &r.Named.Claim)
			}
			if h := x.EnergyHalves; len(h) > 0 && !row.Baseline {
				b := report.Bounds{Own: x.EnergyChange.Mid, Change: report.Float(math.NaN())} // nothing is drawn
				report.Marks(&row, &report.AsLogged{FirstHalf: h[:1], SecondHalf: h[1:]}, 0, &b)
			}
			f.Rows = append(f.Rows, row)
		}
	}
	return f
}

// Table is the table of distinct choices in words, the least energy first, with its head.
func (r *Report) Table() [][]string {
	rows := [][]string{{"choice", "front", "energy", "plausible", r.Plan.TimeWords(), "plausible", "kWh", "turnaround", "AvgWait",
		"MaxWait", "busy", "alike"}}
	list := r.Apart()
	sorted.Stable(list, func(a, b *Standing) int { return report.Ascending(a.Energy, b.Energy) })
	turned := numeral.Column(list, func(x *Standing) report.Float { return x.AvgTurnaround })
	avg, longest := numeral.Column(list, func(x *Standing) report.Float { return x.AvgWait }),
		numeral.Column(list, func(x *Standing) report.Float { return x.MaxWait })
	for _, x := range list {
		alike, front := 0, ""
		for i := range r.Choices {
			if r.Choices[i].Alike == x.Name {
				alike++
			}
		}
		if x.Front {
			front = "yes"
		}
		row := []string{x.Name, front, "baseline", "", "baseline", ""}
		if x.Name != r.Against {
			row = []string{x.Name, front, numeral.Change(x.EnergyChange.Mid), numeral.Interval(x.EnergyChange.Low, x.EnergyChange.High),
				numeral.Change(x.TimeChange.Mid), numeral.Interval(x.TimeChange.Low, x.TimeChange.High)}
		}
		rows = append(rows, append(row, strconv.FormatFloat(float64(x.Energy/3.6e6), 'f', 1, 64), turned(x.AvgTurnaround), avg(x.AvgWait),
			longest(x.MaxWait),
			numeral.Percent(x.AvgUtilization, 1), strconv.Itoa(alike)))
	}
	return rows
}
