package slurm

import (
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/slurm/check"
	"shadowtime/ui/lab"
)

// Show draws the view.
func (v *View) Show() {
	v.Lab.Browser.Draw(hostAsk, asks+v.reads())
	v.drawNear()
	v.drawFair()
	v.drawIf()
	v.drawWhen()
	found := ""
	if v.answer != nil {
		found = `<section class="answer" id="` + v.Answer() + `" aria-labelledby="` + lab.TitleID(v) + `">` + v.answers() + v.parameters() + `</section>`
	}
	v.Lab.Browser.Draw(hostFound, found)
	v.Fill()
	v.Lab.Browser.SetValue("slurm-numbered", lab.Bool(v.numbered))
	v.Lab.Browser.SetValue("slurm-own", lab.Bool(v.own))
}

// asks is the question: what to give.
const asks = `<section class="question" aria-labelledby="slurm-question-title"><h2 id="slurm-question-title" class="eyebrow" tabindex="-1">` +
	`Is Slurm set as you mean it, and why do jobs wait?</h2><p class="sentence">Drop your site’s own files on this page, together: what ` +
	`<code>scontrol show config</code> prints, or <code>slurm.conf</code> with what it includes, and of the jobs what ` +
	`<code>sacct</code> prints.</p>` +
	`<p class="hint">They are read on this machine, packed by gzip or not, and not kept: after a reload they are gone, and what was found ` +
	`with them. The log alone stays, as others do, and is replayed once the configuration is dropped again.</p>` +
	`<p class="actions"><button type="button" class="primary" data-act="choose-file">Choose files</button></p>` +
	`<p class="field"><label for="slurm-text">Or paste one</label> <textarea id="slurm-text" rows="3" cols="48" spellcheck="false" ` +
	`autocomplete="off" autocapitalize="off" data-set="slurm-text" data-files placeholder="SchedulerType=sched/backfill"></textarea> ` +
	`<button type="button" data-act="slurm-paste">Check it</button></p></section>`

// reads is what was read, what would tell more, and the script that makes all of it.
func (v *View) reads() string {
	var b strings.Builder
	if v.reading {
		b.WriteString(`<p class="hint" role="status">Reading ` + numeral.Count(len(v.files)) + numeral.Plural(len(v.files), " file", " files") + `…</p>`)
	}
	if len(v.files) > 0 {
		open := ""
		if len(v.files) <= mostOpen {
			open = " open"
		}
		b.WriteString(`<details class="slurm-read"` + open + `><summary>` + lab.Esc(v.summary()) + `</summary><ul class="slurm-files" id="slurm-files">`)
		is := map[string]string{}
		for _, f := range v.read {
			is[f.File] = f.Is
		}
		for _, f := range v.files {
			b.WriteString(`<li><b>` + lab.Esc(f.Name) + `</b> <span class="hint">` + lab.Esc(short(is[f.Name])) + `</span> ` +
				lab.Tool("slurm-forget", f.Name, "Take "+f.Name+" away", "Take away") + `</li>`)
		}
		b.WriteString(`</ul></details>`)
		if len(v.lacks()) > 0 && !v.reading {
			b.WriteString(`<h2 class="eyebrow">What is missing</h2><ul class="slurm-files" id="slurm-lacking">`)
			for _, words := range v.lacks() {
				line, tells, _ := strings.Cut(words, ": ")
				b.WriteString(`<li><code>` + lab.Esc(line) + `</code> <span class="hint">` + lab.Esc(tells) + `</span> ` + v.Lab.CopyTool(line) + `</li>`)
			}
			b.WriteString(`</ul>`)
		}
		if v.version != "" || !v.says {
			b.WriteString(`<p class="field"><label for="` + versionKey + `">Version of Slurm, where no file says it</label> <input type="text" id="` +
				versionKey + `" data-set="` + versionKey + `" size="8" autocomplete="off" spellcheck="false" placeholder="25.05.8"></p>`)
		}
	}
	script := v.script()
	b.WriteString(`<details class="slurm-script"><summary>One script that makes all files</summary><p>Save it where Slurm’s commands are, and run it: ` +
		`<code>sh slurm-files.sh</code>. Then drop what is in the folder <code>slurm-files</code>. Nothing is sent anywhere, and it says what ` +
		`it leaves out.</p><p class="field"><input type="checkbox" id="slurm-numbered" data-set="slurm-numbered"> <label for="slurm-numbered">` +
		`Numbers for names of users and accounts, the same in all files</label></p><pre class="script" tabindex="0" aria-label="Script">` +
		lab.Esc(script) + `</pre><p class="actions">` + v.Lab.CopyTool(script) + ` ` + lab.Tool("slurm-script", "", "", "Save") + `</p></details>`)
	return b.String()
}

// mostOpen are so many files that are listed at once.
const mostOpen = 8

// summary says in a line what was given.
func (v *View) summary() string {
	words := numeral.Count(len(v.files)) + numeral.Plural(len(v.files), " file", " files")
	if v.checked != nil && v.checked.Log != "" {
		words += ", the jobs of " + v.checked.Log
	}
	return words
}

// lacks is what would tell more, each a command and what it tells.
func (v *View) lacks() (list []string) {
	if v.checked != nil && v.checked.Proves != "" {
		return nil
	}
	if v.answer == nil {
		list = []string{"scontrol show config: how Slurm is set, its version and its defaults; slurm.conf says the first alone"}
	} else {
		list = slices.Clone(v.answer.Lacking)
	}
	if v.checked != nil && v.checked.Log == "" {
		list = append(list, "TZ=UTC sacct -a -X -P -D -S START -E END -o "+columns+": who waited how long, and which pass started whom")
	}
	return list
}

// columns are those of sacct that a replay needs.
const columns = "JobIDRaw,JobID,User,Account,QOS,Partition,Submit,Eligible,Start,End,ElapsedRaw,TimelimitRaw,NNodes,NCPUS,AllocCPUS," +
	"ReqCPUS,ReqNodes,State,Priority,Reservation,NodeList,Flags"

// mostShown are so many findings, mostNames so many names of others, mostText so many bytes of a text of somebody's.
const (
	mostShown = 200
	mostNames = 60
	mostText  = 600
)

// short is a text of a file as the page shows it.
func short(text string) string {
	if len(text) <= mostText {
		return text
	}
	return strings.ToValidUTF8(text[:mostText], "") + "…"
}

// answers says what was found.
func (v *View) answers() string {
	count := map[check.Level]int{}
	lines := 0
	var list strings.Builder
	for i, f := range v.answer.Findings {
		count[f.Severity]++
		if strings.HasPrefix(f.Remedy, "SchedulerParameters=") {
			lines++
		}
		if i >= mostShown {
			continue
		}
		list.WriteString(`<li class="` + lab.LevelClass(f.Severity) + `" data-finding="` + lab.Esc(f.Name) + `" data-severity="` +
			lab.Esc(string(f.Severity)) + `">` + lab.Level(f.Severity) + `<div><p><strong>` + lab.Esc(short(f.Says)) + `</strong></p>`)
		if f.Place != "" {
			list.WriteString(`<p class="hint">` + lab.Esc(f.Place) + `</p>`)
		}
		if f.Remedy != "" {
			list.WriteString(`<pre class="remedy" tabindex="0" aria-label="What changes it">` + lab.Esc(short(f.Remedy)) + `</pre>`)
		}
		list.WriteString(`</div>`)
		if f.Remedy != "" && len(f.Remedy) <= mostText {
			list.WriteString(v.Lab.CopyTool(f.Remedy))
		}
		list.WriteString(`</li>`)
	}
	html := `<h2 id="` + lab.TitleID(v) + `" class="eyebrow" tabindex="-1">What to look at first</h2><p class="headline">` + lab.Esc(v.headline(count)) + `</p>`
	if list.Len() > 0 {
		html += `<ul class="check-card" id="slurm-findings">` + list.String() + `</ul>`
	}
	if more := len(v.answer.Findings) - mostShown; more > 0 {
		html += `<p class="hint">` + numeral.Count(more) + numeral.Plural(more, " more finding: ", " more findings: ") +
			`<code>shadowtime slurm check</code> prints all.</p>`
	}
	if lines > 1 {
		html += `<p class="hint">Each line of SchedulerParameters has one change. Put those you take into one: Slurm obeys the last line alone.</p>`
	}
	return html
}

// headline says how many findings there are.
func (v *View) headline(count map[check.Level]int) string {
	fix, doubt := count[check.FixFirst], count[check.Doubtful]
	words := "Slurm " + v.answer.Slurm + ": "
	switch {
	case fix+doubt == 0:
		return words + "nothing was found that is to be fixed or doubted."
	case doubt == 0:
		return words + numeral.Count(fix) + " to fix first."
	case fix == 0:
		return words + "nothing to fix first, " + numeral.Count(doubt) + " to doubt."
	}
	return words + numeral.Count(fix) + " to fix first, " + numeral.Count(doubt) + " to doubt."
}

// mostRows are so many parameters in the table; what a file gives names to may be more.
const mostRows = 400

// listed are the parameters that are shown, what is set otherwise than by default before the rest.
func (v *View) listed() (list []check.Parameter) {
	for _, set := range []bool{true, false} {
		for _, p := range v.answer.Parameters {
			if p.Set == set && (set || !v.own) {
				list = append(list, p)
			}
		}
	}
	return list
}

// nameOf is a parameter's name, with whose it is where that is neither slurm.conf's nor of SchedulerParameters.
func nameOf(p *check.Parameter) string {
	if p.In == "slurm.conf" || p.In == "SchedulerParameters" {
		return p.Name
	}
	return p.In + " " + p.Name
}

func plain(p *check.Parameter) string {
	if p.Default == nil {
		return ""
	}
	return *p.Default
}

// table has a row a parameter.
func table(list []check.Parameter) string {
	var b strings.Builder
	b.WriteString(`<table id="slurm-parameters" class="plain"><caption class="visually-hidden">Parameters of passes and priorities</caption><thead><tr>` +
		`<th scope="col">Parameter</th><th scope="col">Value</th><th scope="col">Default</th><th scope="col">In the model</th>` +
		`<th scope="col">What it does there</th></tr></thead><tbody>`)
	for i := range list {
		p := &list[i]
		b.WriteString(`<tr data-given="` + lab.Bool(p.Set) + `"><th scope="row">` + lab.Esc(short(nameOf(p))) + `</th>`)
		for _, text := range [...]string{p.Value, plain(p), p.Modelled, p.Says} {
			b.WriteString(`<td>` + lab.Esc(short(text)) + `</td>`)
		}
		b.WriteString(`</tr>`)
	}
	return b.String() + `</tbody></table>`
}

// parameters is the table of all that is known of the configuration.
func (v *View) parameters() string {
	set := 0
	for _, p := range v.answer.Parameters {
		if p.Set {
			set++
		}
	}
	list := v.listed()
	html := `<h2 class="eyebrow">What is set, and what the model makes of it</h2><p class="field"><input type="checkbox" id="slurm-own" data-set="slurm-own"> ` +
		`<label for="slurm-own">Only what is set otherwise than by default (` + numeral.Count(set) + ` of ` +
		numeral.Count(len(v.answer.Parameters)) + `)</label></p>` +
		lab.Scroll("Parameters", table(list[:min(len(list), mostRows)]))
	if more := len(list) - mostRows; more > 0 {
		html += `<p class="hint">` + numeral.Count(more) + ` more: the CSV has them.</p>`
	}
	html += `<p class="figure-tools">` + lab.Tool("slurm-csv", "", "Parameters as CSV", "CSV") + `</p>`
	if names := v.answer.Others; len(names) > 0 {
		more := ""
		if n := len(names) - mostNames; n > 0 {
			names, more = names[:mostNames], " and "+numeral.Count(n)+" more"
		}
		html += `<p class="hint">Set, and not about passes or priorities: ` + lab.Esc(short(strings.Join(names, ", "))) + more + `.</p>`
	}
	return html
}

// csv is the table with all rows that are shown, whole.
func (v *View) csv() string {
	rows := [][]string{{"parameter", "in", "value", "default", "set", "modelled", "says"}}
	if v.answer != nil {
		list := v.listed()
		for i := range list {
			p := &list[i]
			rows = append(rows, []string{p.Name, p.In, p.Value, plain(p), lab.Bool(p.Set), p.Modelled, p.Says})
		}
	}
	return lab.CSV(rows)
}
