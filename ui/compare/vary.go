package compare

import (
	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim/order"
	"shadowtime/core/study/desk"
	"shadowtime/ui/lab"
)

// varied are the other ways of asking, once somebody asked for them.
type varied struct {
	key  string // of the question that they are variations of
	ways []way
}

// way is one of them: on the trace that its cleaning makes of the log.
type way struct {
	compare.Variation
	on  *lab.Opened
	why string // there is no trace

	rows   int // behind the report
	report *compare.Report
}

// known is the report of the rows that there are; nil while there is none of a
// resample.
func (w *way) known(v *View, rows []compare.Row) *compare.Report {
	if len(rows) != w.rows {
		w.rows, w.report = len(rows), nil
		if r := v.ReportOf(w.on, &w.Plan, rows); r.Done > 0 {
			w.report = r
		}
	}
	return w.report
}

// vary asks the question in sight in other ways: it has the log cleaned as they
// say, one cleaning after another, and computes what is missing.
func (v *View) vary() {
	o := v.Lab.Current()
	p, err := v.On(o)
	if err != nil || !v.Lab.CanCompute() {
		return
	}
	x := &varied{key: v.KeyOf(o, &p)}
	for _, one := range compare.Variations(p) {
		x.ways = append(x.ways, way{Variation: one})
	}
	v.varied = x
	v.clean(x, o, map[job.Rules]way{o.Rules: {on: o}})
}

// clean gives every way its trace, then computes them.
func (v *View) clean(x *varied, o *lab.Opened, known map[job.Rules]way) {
	for i := range x.ways {
		w := &x.ways[i]
		rules := w.Plan.Clean
		if of, ok := known[rules]; ok {
			w.on, w.why = of.on, of.why
			continue
		}
		v.Lab.Engine.Clean(o.Summary.Digest, desk.Cleaning{Rules: rules, Procs: o.Procs}, func(t *lab.Trace, err error) {
			v.Lab.Post(func() {
				if v.varied != x || !v.Lab.CanCompute() {
					return
				}
				of := way{}
				switch {
				case err != nil:
					of.why = err.Error()
				case t.Overview.Jobs == 0:
					of.why = "no job is left after this cleaning"
				default:
					of.on = &lab.Opened{Summary: o.Summary, Trace: t, Rules: rules, Procs: o.Procs}
				}
				known[rules] = of
				v.clean(x, o, known)
			})
		})
		return
	}
	var works []*lab.Work
	for i := 1; i < len(x.ways); i++ {
		w := &x.ways[i]
		if w.on == nil {
			continue
		}
		w.Plan.Suit(w.on.Trace.Overview)
		work := v.Work(w.on, &w.Plan, w.Plan.Traces(w.Plan.Resamples))
		work.Draw = func(bool) bool {
			v.drawVaried()
			return true
		}
		works = append(works, work)
	}
	v.Lab.Begin(works)
}

// sensitivity is what is known of the question in sight asked in other ways; nil
// when nobody asked for it.
func (v *View) sensitivity() compare.Sensitivity {
	o := v.Lab.Current()
	p, err := v.On(o)
	if err != nil || v.varied == nil || v.varied.key != v.KeyOf(o, &p) || v.Report == nil || v.Verdict.Standing != lab.Asked {
		return nil
	}
	var s compare.Sensitivity
	for i := range v.varied.ways {
		w := &v.varied.ways[i]
		x := compare.Varied{Words: w.Words, Why: w.why}
		switch {
		case i == 0:
			x.Report = v.Report
		case w.on != nil:
			x.Report = w.known(v, v.Rows(w.on, &w.Plan).Known(w.Plan.Resamples))
		}
		s = append(s, x)
	}
	return s
}

// drawVaried draws the button, and the ways side by side.
func (v *View) drawVaried() {
	if v.Report == nil || v.Verdict.Standing != lab.Asked || v.Report.Named == nil || v.Report.Done < 2 {
		v.Lab.Browser.Draw(hostVaried, "")
		return
	}
	s := v.sensitivity()
	if s == nil {
		v.Lab.Browser.Draw(hostVaried, `<p class="actions">`+lab.Tool("vary", "", "", "Does this survive other assumptions?")+
			` <span class="hint">resamples of 1, 4, 13 and 52 weeks, with and without threshold, the 32 oldest jobs alone, each cleaning</span></p>`)
		return
	}
	v.Lab.Browser.Draw(hostVaried, `<h2 class="eyebrow">Does this survive other assumptions?</h2><p class="side-sentence">`+lab.Esc(s.Sentence())+`</p>`+
		lab.Scroll("Asked in other ways", variedTable(s))+`<p class="figure-tools">`+v.goOn(s)+lab.Tool("varied-csv", "", "", "CSV")+`</p>`)
}

// goOn is the button that computes what is missing; nothing where nothing is.
func (v *View) goOn(s compare.Sensitivity) string {
	for _, x := range s[1:] {
		if x.Why == "" && (x.Report == nil || x.Report.Done < x.Report.Plan.Resamples) && !v.Verdict.Running() {
			return lab.Tool("vary", "", "", "go on") + " "
		}
	}
	return ""
}

// variedTable has a row a way and a column an order.
func variedTable(s compare.Sensitivity) string {
	base := s[0].Report.Baseline().Order
	type row = compare.Varied
	of := func(cell func(r *compare.Report) lab.Cell) func(r row) lab.Cell {
		return func(r row) lab.Cell {
			if r.Report == nil {
				return lab.Mark(0, numeral.Unknown)
			}
			return cell(r.Report)
		}
	}
	var waits []report.Float
	for _, x := range s {
		if x.Report != nil {
			waits = append(waits, x.Report.Baseline().AvgWait)
		}
	}
	waited := numeral.Durations(waits)
	t := lab.Table[row]{ID: "varied", Caption: "Raw change of the mean wait against " + lab.Esc(base) +
		", asked in other ways, small: in a replay of the log" + lab.Ranges(s[0].Report.Bounded(), "log"),
		Columns: []lab.Column[row]{
			{Head: "Asked", Text: true, Cell: func(r row) lab.Cell { return lab.Cell{Head: true, HTML: lab.Esc(r.Words), Tip: r.Why} }},
			{Head: "Resamples", Cell: of(func(r *compare.Report) lab.Cell { return lab.Number(float64(r.Done), numeral.Count(r.Done)) })},
			{Head: lab.Esc(base) + " waits", Cell: of(func(r *compare.Report) lab.Cell {
				return lab.Number(r.Baseline().AvgWait, waited(r.Baseline().AvgWait))
			})},
			{Head: "Late", Tip: "share of jobs that wait longer than the threshold", Cell: of(func(r *compare.Report) lab.Cell {
				return lab.Number(r.Baseline().Late, numeral.Share(r.Baseline().Late))
			})},
		}}
	for _, ranked := range s[0].Report.Ranked() { // what the answer is about comes first
		o, j := ranked.Order, s[0].Report.Index(ranked.Order)
		if o == base {
			continue
		}
		t.Columns = append(t.Columns, lab.Column[row]{
			Head: lab.Swatch(o) + `<span` + lab.Says(lab.OrderTip(o, s[0].Report.Plan.Orders...)) + `>` +
				lab.Esc(order.Short(o)) + `</span>`,
			Cell: of(func(r *compare.Report) lab.Cell {
				x := r.Orders[j]
				change, low, high := x.Leading()
				c := lab.Change(change, low, high, true)
				if x.Change.Known() && x.Own.Known() {
					c.HTML += `<small>in resamples ` + lab.Esc(numeral.Change(x.Change)) + `</small>`
				}
				c.Style = lab.Tint(c.Exact)
				return c
			})})
	}
	return t.HTML(s)
}
