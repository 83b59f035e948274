package slurm

import (
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/slurm"
	"shadowtime/ui/lab"
)

// moreKeys are the fields of one more job: its keys in slurm.ParseJob, what they ask, and how an answer is written.
var moreKeys = [...]struct{ key, words, like string }{{"cpus", "CPUs", "64"}, {"limit", "Limit", "2h"}, {"user", "User", ""},
	{"account", "Account", ""}, {"partition", "Partition", ""}}

// moreField begins their ids.
const moreField = "slurm-more-"

// setMore takes what such a field asks for; false: it is none.
func (v *View) setMore(key, text string) bool {
	name, ok := strings.CutPrefix(key, moreField)
	for i := range moreKeys {
		if ok && moreKeys[i].key == name {
			v.more[i] = strings.Join(strings.Fields(text), "")
			return true
		}
	}
	return false
}

// foretell asks the worker when jobs will start.
func (v *View) foretell() {
	v.stop()
	job := ""
	for i, text := range v.more {
		if text != "" {
			job += moreKeys[i].key + "=" + text + " "
		}
	}
	v.foretelling, v.unforetold, v.forecast = true, "", nil
	v.drawWhen()
	v.aside(slurm.TaskReplay, slurm.WhenRequest(job), func(b []byte, err error) {
		v.foretelling = false
		if err == nil {
			v.forecast, err = slurm.DecodeForecast(b)
		}
		if err != nil {
			v.forecast, v.unforetold = nil, v.said(err)
		}
		v.shows()
	})
}

// drawWhen draws when jobs will start.
func (v *View) drawWhen() {
	v.Lab.Browser.Draw(hostWhen, v.whens())
	for i, k := range moreKeys {
		v.Lab.Browser.SetValue(moreField+k.key, v.more[i])
	}
}

func (v *View) whens() string {
	if v.replay == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<section class="answer" id="slurm-when-answer" aria-labelledby="slurm-when-title"><h2 id="slurm-when-title" class="eyebrow" ` +
		`tabindex="-1">When will my job start?</h2><p class="hint">Of the jobs in what <code>squeue --json</code> prints, dropped with the other ` +
		`files, or of those that wait at the end of the log. And of one more, if you like:</p><p class="field">`)
	for _, k := range moreKeys {
		id := moreField + k.key
		b.WriteString(`<span><label for="` + id + `">` + k.words + `</label> <input type="text" id="` + id + `" data-set="` + id +
			`" size="7" autocomplete="off" spellcheck="false" autocapitalize="off" placeholder="` + k.like + `"></span> `)
	}
	b.WriteString(`</p>`)
	if v.unforetold != "" {
		b.WriteString(`<p class="fault" role="alert">` + lab.Esc(short(v.unforetold)) + `</p>`)
	}
	if v.foretelling {
		return b.String() + `<p class="hint" role="status">Drawing when jobs start, now and at ` + numeral.Count(slurm.MaxInstants) +
			` instants of the log. This takes minutes. <button type="button" id="slurm-when-cancel" data-act="slurm-when-cancel">Cancel</button></p></section>`
	}
	b.WriteString(`<p class="actions"><button type="button" id="slurm-when" data-act="slurm-when">When will they start?</button></p>`)
	f := v.forecast
	if f == nil {
		return b.String() + `</section>`
	}
	b.WriteString(said(f.Says))
	head, rows := f.Table()
	b.WriteString(list("slurm-starts", "When jobs start, from when the queue was asked", head, rows[:min(len(rows), mostStarts)]))
	if more := len(rows) - mostStarts; more > 0 {
		b.WriteString(`<p class="hint">And ` + numeral.Count(more) + ` more, which JSON has.</p>`)
	}
	return b.String() + noted(f.Notes) + `<p class="figure-tools">` + lab.Tool("slurm-when-json", "", "When jobs start, as JSON", "JSON") + `</p></section>`
}

// mostStarts are so many rows of when jobs start.
const mostStarts = 100
