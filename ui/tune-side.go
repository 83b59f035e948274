package ui

import (
	"strconv"
	"strings"

	"shadowtime/core/figure"
	"shadowtime/core/tuning"
)

// drawSide draws what was learned on each log, when there are several.
func (t *tuner) drawSide() {
	a := t.app
	var b strings.Builder
	n := 0
	for _, o := range a.Shelf {
		p, err := t.planOn(o)
		if err != nil {
			continue
		}
		rows := t.rowsOn(o, &p)
		if len(rows) < 2 {
			continue
		}
		r := t.report
		if o.Trace != a.Trace || r == nil {
			r = tuning.Glance(p, o.Summary.Digest, rows)
		}
		n++
		x := r.Learned
		b.WriteString(`<tr data-trace="` + esc(o.Summary.Name) + `"><th scope="row">` + esc(o.Summary.Name) + `</th><td>` + swatch(x.Primary) + esc(short(x.Primary)) + `</td><td>` +
			swatch(x.Backfill) + esc(short(x.Backfill)) + `</td><td>` + esc(x.Threshold.Words()) + `</td>`)
		words := esc(figure.Change(x.Change))
		if ci := x.Interval(); ci != "" {
			words += `<small>` + esc(ci) + `</small>`
		}
		b.WriteString(strings.Replace(cell(x.Change, words), "<td ", `<td style="`+tint(float64(x.Change))+`" `, 1))
		b.WriteString(cell(x.TestMax/r.Baseline.TestMax, esc(timesWords(float64(x.TestMax), float64(r.Baseline.TestMax)))))
		b.WriteString(`<td class="num">` + strconv.Itoa(r.Done) + `</td></tr>`)
	}
	if n < 2 {
		a.Browser.Draw(hostTuneSide, "")
		return
	}
	a.Browser.Draw(hostTuneSide, `<h2 class="eyebrow">Log by log</h2><div class="scroll"><table id="tune-side" class="plain"><caption>What was learned on the first half of each log, and what it brought on the second, with 95 % intervals</caption>`+
		`<thead><tr><th scope="col">Log</th><th scope="col">queue</th><th scope="col">backfill</th><th scope="col">threshold</th><th scope="col" class="num">change in waiting</th><th scope="col" class="num">longest wait of a week</th><th scope="col" class="num">weeks</th></tr></thead><tbody>`+
		b.String()+`</tbody></table></div>`)
}
