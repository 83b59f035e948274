package tune

import (
	"slices"
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
	if t.Done > 0 {
		x.Behind = t.figures
	}
	for _, w := range t.Warnings {
		x.Cautions = append(x.Cautions, w.Words)
	}
	return x
}

// figures are those of its evidence.
func (t *Report) figures() (list []paper.Figure) {
	charts := Charts{Report: t, Evidence: Explain(t, t.rows)}
	for _, c := range charts.List() {
		list = append(list, paper.Of(c.Make()))
	}
	return list
}

// told are the setting that the answer speaks of, then the best with each threshold, then the
// safest; the baseline is not among them.
func (t *Report) told() (list []Tuned) {
	add := func(c Choice) {
		at, ok := t.Plan.Find(c)
		if ok && !c.IsBaseline() && !slices.ContainsFunc(list, func(x Tuned) bool { return x.Choice() == c }) {
			list = append(list, t.Pairs[at])
		}
	}
	add(t.Named.Choice())
	if n := &t.Named; len(list) > 0 && n.Low.Known() {
		list[0].Low, list[0].High = n.Low, n.High // the range that the answer's claim has
	}
	for _, l := range t.Learned.ByThreshold {
		add(l.Choice())
	}
	add(Choice(t.Safest))
	return list
}

// Note says what the table's figures are.
func (t *Report) Note() string {
	return "The setting that the answer is about, then the best on the training weeks with each threshold. " + t.RangeNote() +
		report.After(" ", t.Prediction())
}

// RangeNote says what its changes are.
func (t *Report) RangeNote() string {
	s := "The raw change is that of the mean wait against " + Baseline + " without threshold"
	if t.ByWeeks() {
		s += ", in the second half's own weeks, with its plausible range (95 %, if its weeks go on as these did)"
	}
	if t.Done > 1 {
		s += ". Beside it stands the raw change in testing weeks drawn from that half, with its simulation error"
	}
	return s + ". Corrected is what is left of it where weeks are few and unlike."
}

// Prediction says where as many weeks more may lie; "" where that is not known.
func (t *Report) Prediction() string {
	if t.Named.Choice().IsBaseline() || t.nothing() != "" {
		return ""
	}
	return t.Named.Next(t.subject(shortWords(t.Named.Choice())))
}

// Forest is the chart of the setting that the answer speaks of and of the best with each
// threshold, in the testing half, of a log of that name. Its dots are both halves.
func (t *Report) Forest(log string) plot.Forest {
	f := plot.Forest{Axis: "raw change of the mean wait against " + Baseline + " without threshold"}
	f.Title = t.Finding()
	f.Subtitle = log + ", the best with each threshold on the first half, tested on the second: " + t.Looked()
	for _, x := range append(t.told(), t.Baseline) {
		f.Rows = append(f.Rows, t.Row(&x, shortWords(x.Choice())))
	}
	return f
}

// Row is a setting in a chart of them: what the testing half's own weeks say, beside the
// halves and what drawn weeks say.
func (t *Report) Row(x *Tuned, label string) plot.ForestRow {
	mid, low, high := x.Leading()
	row := plot.ForestRow{Name: x.Primary, Label: label, Mid: float64(mid), Low: float64(low), High: float64(high),
		Undefined: !mid.Known(), Baseline: x.Choice().IsBaseline()}
	row.Best = x.Choice() == t.Recommended.Choice() && !row.Baseline
	if !row.Baseline {
		halves := report.AsLogged{FirstHalf: []report.Float{x.TrainOwn}, SecondHalf: []report.Float{x.Own}}
		report.Marks(&row, &halves, 0, &x.Bounds)
	}
	return row
}

// Looked says in a subtitle what was looked at.
func (t *Report) Looked() string {
	s := t.Traces()
	if n := t.Named.Weeks; n > 0 {
		s = numeral.Weeks(n) + " of that half"
		if t.ByWeeks() {
			s += ", bars: plausible range (95" + numeral.PerCent + ")"
		}
		s += "; beside: " + t.Traces()
	}
	return s
}
