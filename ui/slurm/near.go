package slurm

import (
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/slurm"
	"shadowtime/ui/lab"
)

// drawNear draws what stands behind the answers: how near the model is to the machine, and why jobs waited.
func (v *View) drawNear() {
	html := v.proven()
	if v.replay != nil {
		reasons := make([]string, 0, mostReasons)
		for _, r := range v.replay.Reasons[:min(len(v.replay.Reasons), mostReasons)] {
			if r.Part >= 0.005 {
				reasons = append(reasons, r.Reason+" "+numeral.Percent(r.Part, 0))
			}
		}
		html += `<h2 class="slurm-title">Behind these answers</h2>` + v.fold("near", "How near the model is", v.replay.Says()[0], v.near()) +
			v.fold("why", "Why jobs waited", strings.Join(reasons, ", ")+" of all waiting, in the model.", v.why())
	}
	v.Lab.Browser.Draw(hostNear, html)
}

// mostReasons are so many that a line names.
const mostReasons = 3

// proven is how many passes of a real Slurm come out; "" where no file tells of any.
func (v *View) proven() string {
	if v.checked == nil || v.checked.Proves == "" {
		return ""
	}
	html := `<section class="answer" id="slurm-proof" aria-labelledby="slurm-proof-title"><h2 id="slurm-proof-title" class="eyebrow" ` +
		`tabindex="-1">Does the model make Slurm’s passes?</h2>`
	a := v.proof
	switch {
	case v.proving:
		return html + `<p class="headline">Making the passes of ` + lab.Esc(v.checked.Proves) + `…</p><p class="actions"><button type="button" ` +
			`id="slurm-cancel" data-act="slurm-cancel">Cancel</button></p></section>`
	case a == nil:
		return html + `<p class="headline">` + lab.Esc(short(v.halted)) + `</p><p class="actions"><button type="button" id="slurm-prove" ` +
			`data-act="slurm-prove">Make the passes</button></p></section>`
	}
	html += `<p class="headline">` + numeral.Count(a.PassesEqual) + ` of ` + numeral.Count(a.Passes) + ` passes of ` + lab.Esc(a.Of) +
		` come out as Slurm made them.</p>`
	var rows [][]string
	for _, x := range []struct {
		what      string
		all, same int
	}{{"Passes", a.Passes, a.PassesEqual}, {"Starts", a.Starts, a.StartsEqual}, {"Plans", a.Plans, a.PlansEqual},
		{"Priorities", a.Priorities, a.PrioritiesEqual}, {"Passes that stop jobs", a.Stopping, a.StoppingEqual}} {
		if x.all > 0 {
			rows = append(rows, []string{x.what, numeral.Count(x.all), numeral.Count(x.same)})
		}
	}
	html += list("slurm-proven", "Passes, starts and plans", []string{"", "Slurm’s", "The same here"}, rows)
	if a.Left > 0 {
		html += `<p class="hint">` + numeral.Count(a.Left) + ` main passes right after an end are left out.</p>`
	}
	rows = nil
	for _, m := range a.Missed {
		rows = append(rows, []string{numeral.Plain(m.At) + " s", m.What, m.Slurm, m.Here})
	}
	if len(rows) > 0 {
		html += `<h2 class="eyebrow">What does not come out</h2>` + list("slurm-missed", "What does not come out",
			[]string{"At", "What", "Slurm", "Here"}, rows)
	}
	return html + `</section>`
}

// under says by whose settings jobs are replayed.
func (v *View) under() string {
	if v.answer == nil {
		return "Slurm’s defaults, since no file has the configuration"
	}
	return "this configuration"
}

// near is how near the model is, with the tables behind it.
func (v *View) near() string {
	var b strings.Builder
	a := v.replay
	b.WriteString(`<div id="slurm-nearness">` + said(a.Says()))
	if v.answer == nil {
		b.WriteString(`<p><strong>No file has the configuration: these are Slurm’s defaults, not your settings.</strong> Give what ` +
			`<code>scontrol show config</code> prints.</p>`)
	}
	b.WriteString(noted(a.Caveats()) + `<h4>How long, on the machine and in the model</h4>`)
	for _, g := range a.Groups() {
		var rows [][]string
		shown := g.List[:min(len(g.List), mostGroups)]
		mean, half := slurm.Waits(shown)
		for _, x := range shown {
			rows = append(rows, []string{slurm.NameOrNone(x.Name), numeral.Count(x.Jobs), mean(x.Machine), mean(x.Here),
				half(x.Half[0]), half(x.Half[1])})
		}
		b.WriteString(list("slurm-by-"+strings.ToLower(g.Of), "Waits by "+g.Of, []string{numeral.Capital(g.Of), "Jobs",
			"Mean wait on the machine", "In the model", "Median on the machine", "In the model"}, rows))
		if more := len(g.List) - mostGroups; more > 0 {
			b.WriteString(`<p>` + numeral.Count(more) + ` more: the JSON has them.</p>`)
		}
	}
	return b.String() + `<p class="figure-tools">` + lab.Tool("slurm-json", "", "The replay as JSON", "JSON") + ` ` +
		lab.Tool("slurm-jobs", "", "All jobs as CSV", "CSV of all jobs") + `</p></div>`
}

// why is why jobs waited: all, one that is asked about, and those furthest from the record.
func (v *View) why() string {
	var rows [][]string
	for _, r := range v.replay.Reasons {
		rows = append(rows, []string{r.Reason, numeral.Percent(r.Part, 0), numeral.Count(r.Jobs)})
	}
	return list("slurm-reasons", "Why jobs waited, in the model", []string{"Reason", "Of all waiting", "Jobs"}, rows) +
		v.asksJob() + v.apart()
}

// noted lists what was counted, left out or taken for want of better.
func noted(notes []string) (html string) {
	if len(notes) == 0 {
		return ""
	}
	for _, n := range notes {
		html += `<li>` + lab.Esc(short(numeral.Capital(n))) + `.</li>`
	}
	html = `<ul class="slurm-noted">` + html + `</ul>`
	if len(notes) > mostNotes {
		html = `<details><summary>` + numeral.Count(len(notes)) + ` things left out or assumed</summary>` + html + `</details>`
	}
	return html
}

// mostNotes stand open under an answer; more are folded.
const mostNotes = 3

// mostGroups are so many rows of a table of waits.
const mostGroups = 12

// list is a table of words and figures, under its first column's head.
func list(id, title string, head []string, rows [][]string) string {
	var b strings.Builder
	b.WriteString(`<table class="plain" id="` + id + `"><caption class="visually-hidden">` + title + `</caption><thead><tr>`)
	for _, h := range head {
		b.WriteString(`<th scope="col">` + h + `</th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	for _, r := range rows {
		b.WriteString(`<tr><th scope="row">` + lab.Esc(short(r[0])) + `</th>`)
		for _, c := range r[1:] {
			b.WriteString(`<td class="num">` + lab.Esc(short(c)) + `</td>`)
		}
		b.WriteString(`</tr>`)
	}
	return lab.Scroll(title, b.String()+`</tbody></table>`)
}

// asksJob asks for a job, and tells why it waited.
func (v *View) asksJob() string {
	html := `<h4>Why one job waited</h4><p class="field"><label for="slurm-job">Job number, as in JobIDRaw</label> ` +
		`<input type="text" id="slurm-job" data-set="slurm-job" size="10" inputmode="numeric" autocomplete="off" spellcheck="false"> ` +
		`<button type="button" data-act="slurm-tell">Tell</button></p>`
	if t := v.told; t != nil {
		html += `<div id="slurm-told" role="status"><p><strong>Job ` + strconv.FormatInt(t.ID, 10) + `</strong> ` + lab.Esc(short(slurm.Whose(t))) +
			`, ` + lab.Esc(slurm.Asked(t)) + `</p><table class="plain"><caption class="visually-hidden">Job ` + strconv.FormatInt(t.ID, 10) +
			`</caption><tbody>`
		for _, l := range slurm.Story(t) {
			html += `<tr><th scope="row">` + l.What + `</th><td class="num">` + l.Value + `</td><td>` + lab.Esc(l.Words) + `</td></tr>`
		}
		html += `</tbody></table></div>`
	}
	return html
}

// apart lists the jobs whose wait is furthest from the record.
func (v *View) apart() string {
	var waits []float64
	for i := range v.row.Apart {
		waits = append(waits, v.row.Apart[i].Machine, v.row.Apart[i].Here)
	}
	span := numeral.Durations(waits)
	html := `<h4>Jobs whose wait is furthest from the record</h4><div class="scroll" tabindex="0" role="region" ` +
		`aria-label="Jobs furthest from the record"><table class="plain" id="slurm-apart"><caption class="visually-hidden">Jobs furthest from the record</caption>` +
		`<thead><tr><th scope="col">Job</th>` +
		`<th scope="col"><span class="visually-hidden">More</span></th><th scope="col">Partition, account, user, QOS</th><th scope="col">On the machine</th>` +
		`<th scope="col">In the model</th><th scope="col">Main reason</th></tr></thead><tbody>`
	for i := range v.row.Apart {
		t := &v.row.Apart[i]
		id, most := strconv.FormatInt(t.ID, 10), ""
		if len(t.Reasons) > 0 {
			most = t.Reasons[0].Reason
		}
		html += `<tr><th scope="row">` + id + `</th><td>` + lab.Tool("slurm-job", id, "Why job "+id+" waited", "Why") + `</td><td>` +
			lab.Esc(short(slurm.Whose(t))) + `</td><td class="num">` + span(t.Machine) + `</td><td class="num">` + span(t.Here) +
			`</td><td>` + most + `</td></tr>`
	}
	return html + `</tbody></table></div>`
}
