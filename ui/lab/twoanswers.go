package lab

import (
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
	"shadowtime/core/report/link"
)

// ticked is the press that sets an answer beside another, of one that was in sight; "" while there is no other.
func (l *Lab) ticked(q *Inquiry, at string) string {
	if q.found == nil || len(l.queue.answered) < 2 {
		return ""
	}
	words := "Compare"
	if slices.Contains(l.queue.beside, q) {
		words = "Leave out"
	}
	return " " + Tool("answer-beside", at, words+" "+q.called(), words)
}

// tick takes an answer to be set beside another, or leaves it out; a third replaces the older of two.
func (k *queue) tick(q *Inquiry) {
	if i := slices.Index(k.beside, q); i >= 0 {
		k.beside = slices.Delete(k.beside, i, i+1)
		return
	}
	k.beside = append(k.beside[max(0, len(k.beside)-1):], q)
}

// besideHTML are the two answers that were chosen, side by side; "" of fewer.
func (l *Lab) besideHTML() string {
	switch k := &l.queue; len(k.beside) {
	case 0:
		return ""
	case 1:
		return `<p class="hint" role="status">Choose a second answer to compare with ` + Esc(k.beside[0].called()) + `.</p>`
	}
	a, b := l.queue.beside[0], l.queue.beside[1]
	html := `<section id="two-answers" aria-label="Two answers side by side"><h3>Two answers side by side</h3><div class="two-answers">`
	for _, q := range []*Inquiry{a, b} {
		html += `<div><h4>` + Esc(q.called()) + `</h4><p>` + Esc(q.found.Said) + `</p></div>`
	}
	html += `</div>`
	if a.found.Chart.Axis != b.found.Chart.Axis {
		return html + `<p class="hint">Their figures are of different things, so they stand in no table.</p></section>`
	}
	return html + Scroll("Figures of both", twoFigures(a, b)) + `</section>`
}

// twoFigures is a table of the choices of two answers whose figures are of one thing.
func twoFigures(a, b *Inquiry) string {
	var rows [][]string // name, and what each has of it
	for i, f := range []*link.Finding{a.found, b.found} {
		for _, r := range f.Chart.Rows {
			name := r.Name
			if r.Label != "" {
				name = r.Label
			}
			words := numeral.Change(r.Mid)
			if r.Baseline {
				words = "baseline"
			} else if low, high := report.Float(r.Low), report.Float(r.High); low.Known() && low != high {
				words += " " + numeral.Interval(low, high)
			}
			at := slices.IndexFunc(rows, func(row []string) bool { return row[0] == name })
			if at < 0 {
				at, rows = len(rows), append(rows, []string{name, numeral.Unknown, numeral.Unknown})
			}
			rows[at][1+i] = words
		}
	}
	var s strings.Builder
	s.WriteString(`<table class="plain"><caption>` + Esc(numeral.Capital(a.found.Chart.Axis)) +
		`</caption><thead><tr><th scope="col">Choice</th><th scope="col">` +
		Esc(a.called()) + `</th><th scope="col">` + Esc(b.called()) + `</th></tr></thead><tbody>`)
	for _, row := range rows {
		s.WriteString(`<tr><th scope="row">` + Esc(row[0]) + `</th><td class="num">` + Esc(row[1]) + `</td><td class="num">` + Esc(row[2]) +
			`</td></tr>`)
	}
	return s.String() + `</tbody></table>`
}
