package ui

import (
	"math"
	"strings"

	"shadowtime/core/comparison"
	"shadowtime/core/figure"
	"shadowtime/core/plot"
	"shadowtime/core/report"
)

// Evidence shows the figures behind the answer, one at a time.
type Evidence struct{ App *App }

// Visible says whether there are figures to show.
func (c *Evidence) Visible() bool {
	return c.App.View == viewCompare && c.App.explained != nil && c.App.Report != nil
}

// Tab is a figure or a view to choose.
type Tab struct {
	Key, Name string
	On        bool
}

// OneOrder says whether the figure looks at one order; Grouped whether it
// groups jobs.
func (c *Evidence) OneOrder() bool {
	p, _ := c.App.gallery.chosen()
	return p.key == "waits" || p.key == "gains"
}

func (c *Evidence) Grouped() bool {
	p, _ := c.App.gallery.chosen()
	return p.key == "gains"
}

// Orders are those the figure may look at: all but the baseline.
func (c *Evidence) Orders() []string {
	if c.App.Report == nil {
		return nil
	}
	return c.App.Report.Plan.Orders[1:]
}

// Order is the order looked at: the one chosen, else the best.
func (c *Evidence) Order() string { return c.App.figureOrder() }
func (c *Evidence) Group() string { return c.App.figureGroup }

func (c *Evidence) SetOrder(name string) {
	c.App.figureName = name
	c.App.gallery.draw()
}

func (c *Evidence) SetGroup(key string) {
	c.App.figureGroup = key
	c.App.gallery.draw()
}

// Methods is the methods paragraph.
func (c *Evidence) Methods() string {
	a := c.App
	if !c.Visible() {
		return ""
	}
	return a.Report.Methods(a.source())
}

// source says what reports on a trace are computed from.
func (x *Opened) source() report.Source {
	return report.SourceOf(x.Summary.Name, x.Trace.Cleaning, x.Summary.Bad, x.Trace.Overview)
}

// CopyMethods puts the paragraph on the clipboard.
func (c *Evidence) CopyMethods() {
	c.App.copied = c.Methods()
	c.App.Browser.Copy(c.App.copied)
}

// CopyText is the button's name: what it does, or that it was done.
func (c *Evidence) CopyText() string {
	if c.App.copied != "" && c.App.copied == c.Methods() {
		return "Copied"
	}
	return "Copy"
}

// pictures are the figures behind the comparison, once there are any.
func (a *App) pictures() []picture {
	v, ok := a.view()
	if !ok {
		return nil
	}
	var list []picture
	for _, f := range figures {
		list = append(list, picture{f.key, f.tab, func(fr plot.Frame) string { return f.draw(v, fr) }, func() [][]string { return f.table(v) }})
	}
	return list
}

// figureOrder is the order that figures of one order look at.
func (a *App) figureOrder() string {
	if a.Report == nil || len(a.Report.Orders) < 2 {
		return ""
	}
	for _, o := range a.Report.Plan.Orders[1:] {
		if o == a.figureName {
			return o
		}
	}
	v := view{report: a.Report}
	return v.best().Order
}

// view is what the figures are drawn from, when there is anything.
func (a *App) view() (*view, bool) {
	if a.Report == nil || a.explained == nil || len(a.Report.Orders) < 2 {
		return nil, false
	}
	return &view{report: a.Report, evidence: a.explained, order: a.figureOrder(), group: a.figureGroup}, true
}

// drawEvidence computes the evidence anew and draws the figure chosen.
func (a *App) drawEvidence() {
	a.explained = nil
	if a.Report != nil && len(a.Report.Orders) > 1 {
		a.explained = comparison.Explain(a.Report, a.Trace.Overview.UserIDs, a.behind, a.source())
	}
	a.drawCaution()
	a.gallery.draw()
}

// drawCaution says which orders can't be told from the best, how precise the
// figures are, and what must be known before they are believed.
func (a *App) drawCaution() {
	v, ok := a.view()
	if !ok || a.Report.Done < 2 {
		a.Browser.Draw(hostCaution, "")
		return
	}
	var near []string
	for _, i := range v.ranked() {
		if v.evidence.Paired[i].Near {
			near = append(near, v.evidence.Orders[i])
		}
	}
	var b strings.Builder
	b.WriteString(`<ul class="caution">`)
	item := func(s string) { b.WriteString(`<li>` + esc(s) + `</li>`) }
	if len(near) == len(v.evidence.Orders) {
		item("No order can be told from the best yet (paired sign-flip tests, Holm's correction, 5 % level): more resamples would tell.")
	} else if len(near) > 1 {
		item("Not to be told from each other as the best: " + strings.Join(near, ", ") + " (paired sign-flip tests, Holm's correction, 5 % level).")
	} else if len(near) == 1 {
		item(near[0] + " is told from every other order as the best (paired sign-flip tests, Holm's correction, 5 % level).")
	}
	best := v.best()
	if p := v.evidence.Paired[v.index(best.Order)]; p.Needed > a.Report.Done {
		item("To know the change of " + best.Order + " to ±1 percentage point would take about " + figure.Count(p.Needed) + " resamples.")
	}
	if p := v.evidence.Paired[v.index(best.Order)]; float64(p.Reduction) > 1 && !math.IsInf(float64(p.Reduction), 0) {
		item("Replaying the same resamples under " + best.Order + " and " + v.base() + " (correlation of their total waits " + figure.Number(math.Round(float64(p.Correlation)*100)/100) +
			") is worth " + figure.Number(math.Round(float64(p.Reduction)*10)/10) + " times as many separate ones.")
	}
	for _, w := range v.evidence.Warnings {
		item(w.Words)
	}
	b.WriteString(`</ul>`)
	a.Browser.Draw(hostCaution, b.String())
}

// mostNumbers bounds the rows that the page shows; the CSV has them all.
const mostNumbers = 200

func numberTable(caption string, rows [][]string) string {
	var b strings.Builder
	b.WriteString(`<table class="plain"><caption>` + esc(caption))
	if len(rows) > mostNumbers+1 {
		b.WriteString(`: the first rows; the CSV holds all`)
		rows = rows[:mostNumbers+1]
	}
	b.WriteString(`</caption><thead><tr>`)
	for _, h := range rows[0] {
		b.WriteString(`<th scope="col" class="num">` + esc(h) + `</th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	for _, r := range rows[1:] {
		b.WriteString(`<tr>`)
		for i, x := range r {
			if i == 0 {
				b.WriteString(`<th scope="row">` + esc(x) + `</th>`)
			} else {
				b.WriteString(`<td class="num">` + esc(x) + `</td>`)
			}
		}
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}
