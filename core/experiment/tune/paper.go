package tune

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
	"shadowtime/core/report/paper"
	"shadowtime/core/report/plot"
)

// Paper is the report as a page.
func (t *Report) Paper() *paper.Paper {
	s := &t.Source
	p, usual, proposed := &t.Plan, Default(), Default()
	x := &paper.Paper{
		Kind: "Queue orders tuned", Log: s.Name, Digest: t.Digest, Answer: t.Sentence(), Logged: t.Logged(),
		Figures: []paper.Figure{paper.Forest(t.Forest(s.Name))},
		Table:   t.Table(), Note: t.Note(), Cautions: t.Doubts(),
		Terms: t.Setting().terms(), Methods: "Not modelled: " + strings.Join(notModelled(), "; ") + ". " + t.Methods(),
		Command: p.Settings().Command(Verb, usual.Settings(), s.Name),
		Query:   p.Settings().Query(Verb, proposed.Settings(), Name),
	}
	for _, w := range t.Warnings {
		x.Cautions = append(x.Cautions, w.Words)
	}
	return x
}

// terms are the rule and how it is set up, as pages have them; none of no setting.
func (s *Setting) terms() []paper.Term {
	if s == nil {
		return nil
	}
	list := []paper.Term{{Words: s.Words}}
	for _, h := range s.Slurm {
		list = append(list, paper.Term(h))
	}
	return list
}

// Line is a choice in a table of them.
func (x Tuned) Line() []string {
	seconds := func(x report.Float) string { return strconv.FormatFloat(float64(x), 'f', 0, 64) }
	return []string{x.Threshold.String(), x.Primary, x.Backfill, seconds(x.TrainAvg), seconds(x.TestAvg), numeral.Change(x.Change),
		numeral.Interval(x.Low, x.High), numeral.Interval(x.SimLow, x.SimHigh), seconds(x.TestMax), strconv.FormatInt(x.TestMaxMax, 10)}
}

// Table is what was learned with each threshold, with a head, and the baseline below.
func (t *Report) Table() [][]string {
	rows := [][]string{{"threshold", "primary", "backfill", "train AvgWait", "test AvgWait", "change", "log's weeks", "simulation",
		"test MaxWait", "test MaxMaxWait"}}
	for _, l := range t.Learned.ByThreshold {
		rows = append(rows, l.Line())
	}
	base := t.Baseline.Line()
	base[5], base[6], base[7] = "baseline", "", ""
	return append(rows, base)
}

// Note says what the table's figures are.
func (t *Report) Note() string {
	return "What was learned on the training weeks with each threshold. Waits in seconds; change of total waiting on the testing weeks " +
		"against " + Baseline + "-" + Baseline +
		" without threshold" + report.IntervalsNote(t.Bounded(), t.ByWeeks(), "how far other weeks of this machine could lie", "weeks")
}

// Forest is the chart of what was learned with each threshold, on the testing weeks,
// of a log of that name.
func (t *Report) Forest(log string) plot.Forest {
	f := plot.Forest{Axis: "change in total waiting against " + Baseline + " without threshold"}
	row := func(x *Tuned) plot.ForestRow {
		low, high, byWeeks := x.Interval()
		r := plot.ForestRow{Name: x.Primary, Label: shortWords(x.Choice()), Mid: float64(x.Change), Low: float64(low), High: float64(high),
			Undefined: math.IsNaN(float64(x.Change)),
			Baseline:  x.Choice().IsBaseline(), Best: x.Choice() == t.Recommended.Choice() && t.Recommended.Shown == report.Less}
		if byWeeks {
			r.SimLow, r.SimHigh = float64(x.SimLow), float64(x.SimHigh)
		}
		return r
	}
	for i := range t.Learned.ByThreshold {
		x := &t.Learned.ByThreshold[i].Tuned
		f.Rows = append(f.Rows, row(x))
	}
	for i, x := range [...]Choice{t.Named.Choice(), t.Recommended.Choice()} {
		at, drawn := t.Plan.Find(x)
		drawn = !drawn || x.IsBaseline() || i > 0 && x == t.Named.Choice()
		for _, l := range t.Learned.ByThreshold {
			drawn = drawn || l.Choice() == x
		}
		if !drawn {
			f.Rows = append(f.Rows, row(&t.Pairs[at]))
		}
	}
	f.Rows = append(f.Rows, row(&t.Baseline))
	f.Title = t.Finding()
	f.Subtitle = log + ", learned with each threshold on the first half, judged on the second: " + t.Traces()
	return f
}
