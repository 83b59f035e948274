package slurm

import (
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/slurm"
	"shadowtime/ui/lab"
)

// moreKey is the field of one more job, as slurm.ParseJob reads it.
const moreKey = "slurm-more"

// soon has it told when waiting jobs start, once nothing else is asked; not where that was stopped, or failed.
func (v *View) soon() {
	if v.checked != nil && v.checked.Waits > 0 && v.replay != nil && v.forecast == nil && v.unforetold == "" && !v.busy() {
		v.foretell(true)
	}
}

// foretell asks the worker when jobs will start; soon: their medians alone.
func (v *View) foretell(soon bool) {
	v.stop()
	v.foretelling, v.ranging, v.unforetold = true, !soon, ""
	if soon {
		v.forecast = nil
	}
	v.drawTop()
	v.drawWhen()
	v.aside(slurm.TaskReplay, slurm.WhenRequest(v.more, soon), func(b []byte, err error) {
		v.foretelling = false
		var f *slurm.Forecast
		if err == nil {
			f, err = slurm.DecodeForecast(b)
		}
		if v.forecast = f; err != nil {
			v.forecast, v.unforetold = nil, v.said(err)
		}
		v.shows()
	})
}

// drawWhen draws when jobs will start.
func (v *View) drawWhen() {
	v.Lab.Browser.Draw(hostWhen, v.whens())
	v.Lab.Browser.SetValue(moreKey, v.more)
}

func (v *View) whens() string {
	if v.replay == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<section class="answer" id="slurm-when-answer" aria-labelledby="slurm-when-title"><h2 id="slurm-when-title" class="slurm-title" ` +
		`tabindex="-1">Waiting jobs: when they start</h2>`)
	if v.checked.Waits == 0 {
		b.WriteString(`<p>` + v.nobody() + ` to see when waiting jobs start, or describe a new job:</p>`)
	}
	if f := v.forecast; f != nil {
		b.WriteString(v.starts(f))
	}
	if v.unforetold != "" {
		b.WriteString(`<p class="fault" role="alert">` + lab.Esc(short(v.unforetold)) + `</p>`)
	}
	b.WriteString(`<p class="field"><label for="` + moreKey + `">One more job</label> <input type="text" id="` + moreKey + `" data-set="` + moreKey +
		`" size="18" autocomplete="off" spellcheck="false" autocapitalize="off" placeholder="64 CPUs 2 h"> ` +
		`<button type="button" id="slurm-when" data-act="slurm-when">When?</button></p>`)
	if v.foretelling {
		words := `Drawing when jobs start.`
		if v.ranging {
			words = `Drawing when jobs start, now and at ` + numeral.Count(slurm.MaxInstants) + ` instants of the log. This takes minutes.`
		}
		b.WriteString(`<p role="status">` + words + ` <button type="button" id="slurm-when-cancel" data-act="slurm-when-cancel">Cancel</button></p>`)
	}
	return b.String() + `</section>`
}

// starts is the table of a forecast, what is said of it, and what would say more.
func (v *View) starts(f *slurm.Forecast) string {
	head, rows := f.Table()
	var b strings.Builder
	b.WriteString(`<table class="plain" id="slurm-starts"><caption class="visually-hidden">When jobs start</caption><thead><tr>`)
	for _, h := range head {
		b.WriteString(`<th scope="col">` + h + `</th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	at := slices.Index(head, slurm.Starts)
	for i, row := range rows[:min(len(rows), mostStarts)] {
		b.WriteString(`<tr>`)
		for k, cell := range row {
			tag, words := "td", lab.Esc(short(cell))
			if k == 0 {
				tag = `th scope="row"`
			}
			if m := f.Jobs[i].Median; k == at && m != nil {
				if words = `<span>` + words + `</span>`; cell != slurm.AtOnce {
					words = "in " + words
				}
				words = `<b>` + clock(f, *m) + `</b> ` + words
			}
			b.WriteString(`<` + tag + ` data-head="` + head[k] + `">` + words + `</` + tag[:2] + `>`)
		}
		b.WriteString(`</tr>`)
	}
	html := lab.Scroll("When jobs start", b.String()+`</tbody></table>`)
	if more := len(rows) - mostStarts; more > 0 {
		html += `<p>And ` + numeral.Count(more) + ` more, which JSON has.</p>`
	}
	for _, words := range f.Says {
		html += `<p>` + lab.Esc(words) + `</p>`
	}
	html += noted(f.Notes) + `<p class="figure-tools">`
	if !v.foretelling && f.Held.Told == 0 {
		html += lab.Tool("slurm-when-range", "", "", "How sure is that? (some minutes)") + ` `
	}
	return html + lab.Tool("slurm-when-json", "", "When jobs start, as JSON", "JSON") + `</p>`
}

// mostStarts are so many rows of when jobs start.
const mostStarts = 100
