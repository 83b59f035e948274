package ui

import (
	"strings"

	"shadowtime/core/figure"
	"shadowtime/core/job"
	"shadowtime/ui/lab"
)

func (a *App) drawReport() {
	s, c := a.Summary, a.Trace.Cleaning
	var b strings.Builder
	b.WriteString(`<table class="plain"><caption>Jobs left out, by reason</caption><thead><tr><th scope="col">Reason</th><th scope="col" class="num">Jobs</th></tr></thead><tbody>`)
	row := func(words string, n int) {
		b.WriteString(`<tr><th scope="row">` + lab.Esc(words) + `</th><td class="num">` + figure.Count(n) + `</td></tr>`)
	}
	if s.Bad > 0 {
		row("the line could not be read", s.Bad)
	}
	for _, d := range c.Dropped {
		row(d.Reason.Words(), d.N)
	}
	if s.Bad == 0 && len(c.Dropped) == 0 {
		b.WriteString(`<tr><th scope="row">none: every job is simulated</th><td class="num">0</td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	if faults := append(append([]job.Fault(nil), s.Faults...), c.Faults...); len(faults) > 0 {
		var rows strings.Builder
		rows.WriteString(`<table class="plain"><caption>The first lines at fault</caption><thead><tr><th scope="col" class="num">Line</th><th scope="col">Field</th><th scope="col">Found</th><th scope="col">Why</th></tr></thead><tbody>`)
		for _, f := range faults {
			rows.WriteString(`<tr><td class="num">` + figure.Count(f.Line) + `</td><td>` + lab.Esc(f.Field) + `</td><td><code>` + lab.Esc(f.Text) + `</code></td><td>` + lab.Esc(f.Why) + `</td></tr>`)
		}
		rows.WriteString(`</tbody></table>`)
		b.WriteString(lab.Scroll("The first lines at fault", rows.String()))
	}
	notes := append([]string(nil), s.Notes...)
	for _, n := range []struct {
		n     int
		words string
	}{
		{c.Extended, "ran longer than they asked for: their request was raised to the run time"},
		{c.Killed, "ran longer than they asked for: their run was cut to the request"},
		{c.NoRequest, "have no requested time: their run time stands for it"},
	} {
		if n.n > 0 {
			notes = append(notes, figure.Count(n.n)+" jobs "+n.words)
		}
	}
	notes = append(notes, a.Trace.Overview.Calendar.Source)
	b.WriteString(`<ul class="notes">`)
	for _, n := range notes {
		b.WriteString(`<li>` + lab.Esc(n) + `</li>`)
	}
	b.WriteString(`</ul>`)
	if len(s.Pairs) > 0 {
		b.WriteString(`<dl class="source">`)
		for _, p := range s.Pairs {
			b.WriteString(`<dt>` + lab.Esc(p.Key) + `</dt><dd>` + lab.Esc(p.Value) + `</dd>`)
		}
		b.WriteString(`</dl>`)
	}
	a.Browser.Draw(hostReport, b.String())
	a.Draw(hostRules, a.rules())
}
