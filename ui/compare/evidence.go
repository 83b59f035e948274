package compare

import (
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/order"
	"shadowtime/ui/lab"
)

// pictures are the figures behind the comparison, once there are any.
func (v *View) pictures() []lab.Picture {
	at, ok := v.look()
	if !ok {
		return nil
	}
	var list []lab.Picture
	for _, c := range charts {
		list = append(list, lab.Picture{Key: c.key, Tab: c.tab,
			Draw: func(f plot.Frame) string { return c.draw(at, f) }, Table: func() *lab.Numbers { return c.table(at) }})
	}
	return list
}

// look is what the figures are drawn from, when there is anything.
func (v *View) look() (*look, bool) {
	if v.Report == nil || v.explained == nil || len(v.Report.Orders) < 2 {
		return nil, false
	}
	at := &look{report: v.Report, evidence: v.explained, group: v.group, procs: v.Lab.Trace.Overview.Procs, together: v.together}
	at.order = at.best().Order
	for _, o := range order.Labels(v.Report.Plan.Orders[1:]) {
		if o == v.name {
			at.order = o
		}
	}
	return at, true
}

// explainIt computes the evidence anew.
func (v *View) explainIt() {
	v.explained = nil
	if v.Report != nil && len(v.Report.Orders) > 1 {
		v.explained = compare.Explain(v.Report, v.Lab.Trace.Overview.UserIDs, v.Basis)
	}
}

// drawEvidence draws the figure chosen, and what the table says of the evidence.
func (v *View) drawEvidence() {
	if v.Report != nil {
		v.drawTable()
	}
	v.drawCaution()
	v.DrawFigures()
}

// drawLook draws how the figure in sight looks at things: at which order, and
// at jobs grouped by what.
func (v *View) drawLook() {
	at, ok := v.look()
	p, _ := v.Figures.Chosen()
	var b lab.Panel
	if ok && p.Key == "time" {
		at.chooser(&b)
		v.Lab.Draw(hostLook, &b)
		return
	}
	if !ok || p.Key != "waits" && p.Key != "gains" {
		v.Lab.Browser.Draw(hostLook, "")
		return
	}
	b.HTML(`<p class="field"><label for="figure-order">Order</label> `)
	b.Select("figure-order", "", order.Labels(v.Report.Plan.Orders[1:]), nil)
	b.Shows("figure-order", at.order)
	if p.Key == "gains" {
		var keys, words []string
		for _, k := range groupKinds {
			keys, words = append(keys, k.key), append(words, k.words)
		}
		b.HTML(` <span><label for="figure-group">by</label> `)
		b.Select("figure-group", "", keys, words)
		b.HTML(`</span>`)
		b.Shows("figure-group", v.group)
	}
	b.HTML(`</p>`)
	v.Lab.Draw(hostLook, &b)
}

// chooseLines shows the lines over time together or apart, or takes another order.
func (v *View) chooseLines(arg string) {
	if o, isOrder := strings.CutPrefix(arg, "order:"); !isOrder {
		v.together.on = arg == "together"
	} else if at, ok := v.look(); ok {
		_, chosen := at.lines()
		v.together.toggle(o, chosen)
	}
	v.DrawFigures()
}

// methodsText is the methods paragraph.
func (v *View) methodsText() string {
	if v.Unexplained() {
		return ""
	}
	return v.Report.Methods()
}

func (v *View) drawCaution() { v.Lab.Browser.Draw(hostCaution, lab.List("caution", v.cautions())) }

// cautions say how precise the figures are, and what must be known before they are believed.
func (v *View) cautions() (items []string) {
	if v.Report == nil || len(v.Report.Orders) < 2 || v.Report.Done < 2 {
		return nil
	}
	if base := v.Report.Baseline(); base.Late.Known() {
		items = append(items, "Under "+base.Order+" "+numeral.Share(base.Late)+" of the jobs wait longer than the threshold of "+
			v.Report.Plan.Threshold.Words()+" and go first.")
	}
	if next := v.Report.Prediction(); next != "" {
		items = append(items, next)
	}
	for _, w := range v.Report.Warnings {
		items = append(items, w.Words)
	}
	return items
}
