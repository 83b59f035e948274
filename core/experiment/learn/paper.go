package learn

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/experiment/windows"
	"shadowtime/core/report"
	"shadowtime/core/report/paper"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Paper is what was learned as a page, and what windows say of it.
func (r *Report) Paper() *paper.Paper {
	w, s := r.Judged, &r.Source
	p, usual, proposed := r.Plan, Default(), Proposed()
	x := &paper.Paper{
		Kind: "A queue order learned from simulated trials", Log: s.Name, Digest: r.Digest, Answer: r.Sentence(), Logged: r.spelled(),
		Table: r.Table(), Note: Note, Cautions: r.Cautions(), Methods: r.Methods(),
	}
	_, _ = usual.Normalise(), proposed.Normalise() // as the plan is: jobs of no run time are left out
	asked, without, link := p.Settings(), usual.Settings(), proposed.Settings()
	query := asked
	if w != nil {
		x.Figures = append(x.Figures, paper.Forest(r.Forest()))
		x.Table, x.Note = w.Table(), windows.Note
		with, were, on, off := asks(w), Judging(), true, false
		judges := JudgingSettings(&with)
		asked, query = append(append(asked, JudgeSetting(&on)), judges...), append(query, judges...)
		without, link = append(append(without, JudgeSetting(&off)), JudgingSettings(&were)...), append(link, JudgingSettings(&were)...)
	}
	if len(r.Models) > 0 {
		x.Figures = append(x.Figures, paper.Forest(r.Weights(&r.Models[0], s.Name)))
	}
	x.Command, x.Query = asked.Command(Verb, without, s.Name), query.Query(Verb, link, Name)
	return x
}

// JudgeSetting is the flag that has windows judge what was learned.
func JudgeSetting(on *bool) study.Setting {
	return study.Flag("judge", on).With("Judge it", "then judge the order on windows of the half that it was not learned from, beside "+
		"--orders")
}

// asks is what windows were asked with, but for the learned order.
func asks(w *windows.Report) windows.Plan {
	p := w.Plan
	p.Orders = nil
	for _, name := range w.Plan.Orders {
		if !mine(name) {
			p.Orders = append(p.Orders, name)
		}
	}
	return p
}

// spelled is the order as a formula, and in words where it has some.
func (r *Report) spelled() string {
	if r.Formula == "" {
		return ""
	}
	return strings.TrimSpace(Mine + " = " + strings.TrimPrefix(r.Formula, "expr:") + ". " + r.Models[0].Reading())
}

// Note says what the table of weights is.
const Note = "Standard errors: as if rows were independent, and with rows of one pair going together; determined: two of the second from " +
	"0. VIF is not centred and without constant, as published, and centred."

// weighed is a row of the table of weights.
type weighed struct {
	Model string
	*Weight
}

// weights are those of all models.
func (r *Report) weights() (list []*weighed) {
	for i := range r.Models {
		for j := range r.Models[i].Coefficients {
			list = append(list, &weighed{r.Models[i].Name, &r.Models[i].Coefficients[j]})
		}
	}
	return list
}

// columns are those of the table of weights.
func (r *Report) columns() *report.Table[*weighed] {
	figure := func(paper, file string, fixed func(report.Float) string, of func(w *weighed) report.Float) report.Column[*weighed] {
		return report.Column[*weighed]{Paper: paper, File: file, Value: of, Fixed: fixed}
	}
	vif := func(x report.Float) string {
		if !x.Known() {
			return ""
		}
		return numeral.Grouped(float64(x), 1)
	}
	model := func(w *weighed) string { return w.Model }
	return &report.Table[*weighed]{Columns: []report.Column[*weighed]{
		report.Word("model", model),
		{Paper: "feature", File: "feature", Words: func(w *weighed) string { return w.Feature }},
		{Paper: "of", Words: model},
		figure("coefficient", "value", Power, func(w *weighed) report.Float { return w.Value }),
		figure("s.e.", "stderr", Power, func(w *weighed) report.Float { return w.Stderr }),
		figure("s.e. by pair", "stderr_by_pair", Power, func(w *weighed) report.Float { return w.StderrByPair }),
		figure("VIF", "vif", vif, func(w *weighed) report.Float { return w.VIF }),
		figure("centred", "vif_centred", vif, func(w *weighed) report.Float { return w.VIFCentred }),
		report.Word("determined", func(w *weighed) string { return strconv.FormatBool(w.Determined) }),
		{Paper: "determined", Words: func(w *weighed) string {
			if w.Determined {
				return "yes"
			}
			return "no"
		}},
		report.Figure("effect", func(w *weighed) report.Float { return w.Effect }),
	}}
}

// Table has a row a model and feature in words, with a head.
func (r *Report) Table() [][]string { return r.columns().Sheet(r.weights()) }

// Power writes what has no common size: weights and errors of scores.
func Power(x report.Float) string {
	if x == 0 || math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
		return numeral.Number(x)
	}
	return numeral.Power(float64(x), 2)
}

// Cautions are what must be known before the figures are believed.
func (r *Report) Cautions() (items []string) {
	w := r.Judged
	for _, why := range r.Refused {
		items = append(items, "Left out: "+why+".")
	}
	if len(r.Models) == 0 {
		return items
	}
	items = append(items, r.Models[0].Warnings...)
	for _, m := range r.Models[1:] {
		for _, s := range m.Warnings {
			items = append(items, numeral.Capital(m.Name)+": "+s)
		}
	}
	items = append(items, "The fit rests in effect on "+
		numeral.Count(int(float64(r.Effective)+0.5))+" jobs.")
	if w != nil && r.Plan.Part == study.WholeLog {
		items = append(items, "The windows hold the jobs that the order was learned from. It may do better there than on others. Learn "+
			"from one half to hear how it does on the other.")
	}
	if w != nil && len(w.Windows) < 10 {
		items = append(items, "There are only "+numeral.Count(len(w.Windows))+" windows. Shorter ones, or a longer log, would tell more.")
	}
	return items
}

// Methods is a paragraph with every setting, ready for a report, and the windows' where
// they judged the order.
func (r *Report) Methods() string {
	text := howFitted(r, &r.Source)
	if w, c := r.Judged, r.Source.Cleaning; w == nil {
		if c != nil {
			text += c.Supposed()
		}
	} else {
		text += "The order, " + order.Spelled(Named(r.Formula)) + ", was judged on windows " + HalfOf(r.Plan.Part) + ". " +
			w.Methods(c)
	}
	return text
}

// HalfOf says of which part of the log windows are that judge what was learned on one.
func HalfOf(learned study.Part) string {
	switch learned {
	case study.FirstHalf:
		return "of its second half"
	case study.SecondHalf:
		return "of its first half"
	}
	return "of all of it"
}

// ---- the charts

// Forest is the main chart: the learned order among others on windows, of a log of that
// name.
func (r *Report) Forest() plot.Forest {
	w, log := r.Judged, r.Source.Name
	f := plot.Forest{Axis: "change in mean bounded slowdown against " + order.Label(w.Plan.Orders[0]) + " in the typical window",
		Less: "less", More: "more", Interval: "exact 95 % interval over windows (signed ranks)"}
	less, more := 0, 0
	for i, name := range order.Labels(w.Plan.Orders) {
		line := plot.ForestRow{Name: name, Label: order.Short(name), Baseline: i == 0}
		if i > 0 {
			d := &w.Differences[i-1]
			line.Mid, line.Low, line.High = float64(d.Ratio)-1, float64(d.Low)-1, float64(d.High)-1
			line.Undefined = !d.Ratio.Known()
			line.Note = "less in " + numeral.Count(d.Less) + " of " + numeral.Count(d.Windows)
			switch {
			case d.Sure() && d.Ratio < 1:
				less++
			case d.Sure() && d.Ratio > 1:
				more++
			}
			if name == Mine {
				line.Name, line.Hue, line.Best = "learned", "--accent", d.Sure() && d.Ratio < 1
			}
		}
		f.Rows = append(f.Rows, line)
	}
	sorted.Stable(f.Rows, func(a, b plot.ForestRow) int { return report.Ascending(report.Float(a.Mid), report.Float(b.Mid)) })
	f.Title, f.Subtitle = found(w, less, more), log+", "+Setting(r, w)
	return f
}

// found titles the forest: how many orders were shown to do better or worse, adjusted
// for their number (Holm).
func found(w *windows.Report, less, more int) string {
	n, base := len(w.Differences), order.Label(w.Plan.Orders[0])
	of := func(k int) string { return strconv.Itoa(k) + " of " + strconv.Itoa(n) + " orders" }
	switch {
	case len(w.Windows) < 2:
		return "One window: nothing can be concluded"
	case less == 0 && more == 0:
		return "No order was shown better or worse than " + base + " on these windows"
	case less == 0:
		return of(more) + numeral.Plural(more, " was", " were") + " shown worse than " + base
	}
	s := of(less) + numeral.Plural(less, " was", " were") + " shown better than " + base
	if more > 0 {
		s += ", " + strconv.Itoa(more) + " worse"
	}
	return s
}

// Setting says which windows judge.
func Setting(r *Report, w *windows.Report) string {
	p, n := &w.Plan, len(w.Windows)
	words := map[string]string{windows.Actual: "run times known, no backfilling", windows.Estimates: "requests, no backfilling",
		windows.Easy: "requests, EASY backfilling"}[p.Scenario]
	return numeral.Count(n) + numeral.Plural(n, " window", " windows") + " of " + strconv.Itoa(p.Days) + " days " +
		HalfOf(r.Plan.Part) + "; " + words
}

// Weights is the chart of what a model weighs, of a log of that name.
func (r *Report) Weights(m *Model, log string) plot.Forest {
	c := plot.Forest{Axis: "change of the score from the first to the last decile of the feature, against the mean score", Less: "earlier",
		More: "later", Interval: "two standard errors, jobs of a pair going together"}
	for _, x := range m.Coefficients[1:] {
		unit := float64(x.Effect) / float64(x.Value)
		half, inner := 2*float64(x.StderrByPair)*unit, 2*float64(x.Stderr)*unit
		mid := float64(x.Effect)
		row := plot.ForestRow{Name: x.Feature, Hue: "--ink-soft", Mid: mid, Low: mid - math.Abs(half), High: mid + math.Abs(half),
			SimLow: mid - math.Abs(inner), SimHigh: mid + math.Abs(inner)}
		if !x.Determined {
			row.Note = "not determined"
		} else {
			row.Hue, row.Best = "--accent", true
		}
		c.Rows = append(c.Rows, row)
	}
	lost, n := len(m.Undetermined()), len(m.Coefficients)-1
	switch lost {
	case 0:
		c.Title = "All weights of " + m.Name + " are determined"
	case n:
		c.Title = "No weight of " + m.Name + " is determined: other pairs would give another order"
	default:
		c.Title = strconv.Itoa(lost) + " of the " + strconv.Itoa(n) + " weights of " + m.Name + " " + numeral.Plural(lost, "is", "are") +
			" not determined"
	}
	c.Subtitle = log + ", " + numeral.Count(r.Done) + " pairs, " + Tried(r.Plan.Trials) + " each; thick: standard errors as if jobs were " +
		"independent"
	return c
}

// Tried says how many trials a pair had.
func Tried(n Trials) string {
	if n == All {
		return "all orders"
	}
	return numeral.Count(int(n)) + " trials"
}
