package slurm

import (
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/slurm/check"
	"shadowtime/core/slurm/site"
	"shadowtime/ui/lab"
)

// Show draws the view.
func (v *View) Show() {
	v.recall()
	v.Lab.Browser.Draw(hostAsk, v.asks())
	v.drawTop()
	v.drawNear()
	v.drawFair()
	v.drawIf()
	v.drawWhen()
	found, table := "", ""
	if v.answer != nil {
		found = `<section class="answer" aria-labelledby="slurm-found-title">` + v.answers() + `</section>`
		table = v.parameters()
	}
	v.Lab.Browser.Draw(hostFound, found)
	v.Lab.Browser.Draw(hostTable, table)
	v.Fill()
	v.Lab.Browser.SetValue("slurm-numbered", lab.Bool(v.numbered))
	v.Lab.Browser.SetValue("slurm-own", lab.Bool(v.own))
}

// asks is what to give; once files are there a line, which opens the same below it.
func (v *View) asks() string {
	title := `<h2 id="slurm-question-title" class="eyebrow" tabindex="-1">`
	if len(v.files) == 0 {
		return `<section class="question" aria-labelledby="slurm-question-title">` + title + `Check slurm.conf and explain waits</h2>` + give + v.script() +
			`</section>`
	}
	hidden := ""
	if !v.open["files"] {
		hidden = " hidden"
	}
	html := `<section class="slurm-line" aria-labelledby="slurm-question-title">` + title + lab.Esc(v.summary()) + `</h2>`
	if n := len(v.lacks()); n > 0 && !v.reading {
		html += `<span>` + numeral.Count(n) + ` more would help</span>`
	}
	html += `<span class="slurm-tools">` + `<button type="button" class="fold" data-act="slurm-fold" data-arg="files" aria-controls="slurm-part-files" aria-expanded="` +
		lab.Bool(v.open["files"]) + `">Files, and add files</button> ` + lab.Tool("slurm-keep", "", "", v.keeping()) + ` ` + lab.Tool("link", "", "", v.linking()) +
		` ` + lab.Tool("print", "", "", "Print") + ` ` + lab.Tool("slurm-report", "", "", "Save the report") + `</span>`
	if v.unkept != "" {
		html += `<p class="fault" role="alert">` + lab.Esc(v.unkept) + `</p>`
	}
	return html + `</section><div id="slurm-part-files" class="question"` + hidden + `>` + v.reads() + give + v.script() + `</div>`
}

// give is the form.
const give = `<p class="sentence">Drop your configuration (<code>scontrol show config</code>, or <code>slurm.conf</code> with its includes) and job ` +
	`history (<code>sacct</code>).</p><p>Files stay on this machine and are forgotten on reload, unless you keep them. The log stays, as others do.</p>` +
	`<p class="actions"><button type="button" class="primary" data-act="choose-file">Choose files</button></p>` +
	`<p class="field"><label for="slurm-text">Or paste one</label> <textarea id="slurm-text" rows="3" cols="48" spellcheck="false" ` +
	`autocomplete="off" autocapitalize="off" data-set="slurm-text" data-files placeholder="SchedulerType=sched/backfill"></textarea> ` +
	`<button type="button" data-act="slurm-paste">Check it</button></p>`

// reads is what was read, and what would tell more.
func (v *View) reads() string {
	var b strings.Builder
	is := map[string]string{}
	for _, f := range v.read {
		is[f.File] = f.Is
	}
	b.WriteString(`<ul class="slurm-files" id="slurm-files">`)
	for _, f := range v.files {
		b.WriteString(`<li><b>` + lab.Esc(f.Name) + `</b> <span>` + lab.Esc(short(is[f.Name])) + `</span> ` +
			lab.Tool("slurm-forget", f.Name, "Remove "+f.Name, "Remove") + `</li>`)
	}
	b.WriteString(`</ul>`)
	if len(v.lacks()) > 0 && !v.reading {
		b.WriteString(`<h3 class="eyebrow">Optional: more files for a closer model</h3><ul class="slurm-files" id="slurm-lacking">`)
		for _, words := range v.lacks() {
			line, tells, _ := strings.Cut(words, ": ")
			b.WriteString(`<li><code>` + lab.Esc(line) + `</code> <span>` + lab.Esc(tells) + `</span> ` + v.Lab.CopyTool(line) + `</li>`)
		}
		b.WriteString(`</ul>`)
	}
	if v.version != "" || !v.says {
		b.WriteString(`<p class="field"><label for="` + versionKey + `">Version of Slurm, where no file says it</label> <input type="text" id="` +
			versionKey + `" data-set="` + versionKey + `" size="8" autocomplete="off" spellcheck="false" placeholder="25.05.8"></p>`)
	}
	return b.String()
}

// script is what makes all files, to be copied.
func (v *View) script() string {
	script := site.Script(v.numbered)
	return `<details class="slurm-script"><summary>One script that makes all files</summary><p>Save it where Slurm’s commands are, and run it: ` +
		`<code>sh slurm-files.sh</code>. Then drop what is in the folder <code>slurm-files</code>. Nothing is sent anywhere, and it says what ` +
		`it leaves out.</p><p class="field"><input type="checkbox" id="slurm-numbered" data-set="slurm-numbered"> <label for="slurm-numbered">` +
		`Numbers for names of users and accounts, the same in all files</label></p><pre class="script" tabindex="0" aria-label="Script">` +
		lab.Esc(script) + `</pre><p class="actions">` + v.Lab.CopyTool(script) + ` ` + lab.Tool("slurm-script", "", "", "Save") + `</p></details>`
}

// summary says in a line what was given.
func (v *View) summary() string {
	n := len(v.files)
	words := numeral.Count(n) + numeral.Plural(n, " file read", " files read")
	if v.reading {
		return "Reading " + numeral.Count(n) + numeral.Plural(n, " file…", " files…")
	}
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

// levelWords are what is to be done about a finding.
var levelWords = map[check.Level]string{check.FixFirst: "Fix", check.Doubtful: "Check", check.Good: "In order"}

// answers says what was found: what is to be done with its line, and folded what is in order.
func (v *View) answers() string {
	var lists [2]strings.Builder // to do, and in order
	var counts [2]int
	lines := 0
	for i, f := range v.answer.Findings {
		if strings.HasPrefix(f.Remedy, "SchedulerParameters=") {
			lines++
		}
		at := 0
		if f.Severity == check.Good {
			at = 1
		}
		counts[at]++
		if i < mostShown {
			lists[at].WriteString(v.finding(&f, i == 0))
		}
	}
	html := `<h2 id="slurm-found-title" class="slurm-title" tabindex="-1">Configuration: ` + numeral.Count(counts[0]) + numeral.Plural(counts[0], " finding", " findings") +
		`</h2><div id="slurm-findings">`
	if counts[0] > 0 {
		html += `<ul>` + lists[0].String() + `</ul>`
	}
	if counts[1] > 0 {
		html += `<details><summary>` + numeral.Count(counts[1]) + ` in order</summary><ul>` + lists[1].String() + `</ul></details>`
	}
	html += `</div>`
	if more := len(v.answer.Findings) - mostShown; more > 0 {
		html += `<p>` + numeral.Count(more) + numeral.Plural(more, " more finding: ", " more findings: ") +
			`<code>shadowtime slurm check</code> prints all.</p>`
	}
	if lines > 1 {
		html += `<p>Merge the options you want into a single SchedulerParameters line; Slurm uses only the last one.</p>`
	}
	return html
}

// finding is one of them; that of the first has the button to be pressed first.
func (v *View) finding(f *check.Finding, first bool) string {
	html := `<li class="` + lab.LevelClass(f.Severity) + `" data-finding="` + lab.Esc(f.Name) + `" data-severity="` + lab.Esc(string(f.Severity)) + `">` +
		lab.LevelIcon(f.Severity) + `<div><p><b>` + levelWords[f.Severity] + `:</b> <strong>` + lab.Esc(short(f.Says)) + `</strong></p>`
	if f.Place != "" {
		html += `<p class="place">` + lab.Esc(f.Place) + `</p>`
	}
	if f.Remedy != "" {
		line := f.Line()
		if line == "" { // nothing that slurm.conf takes
			return html + `<p class="remedy">` + lab.Esc(short(f.Remedy)) + `</p></div></li>`
		}
		html += `<div class="paste"><pre class="remedy" tabindex="0" aria-label="What changes it">` + pasteHTML(short(line)) + `</pre>`
		if class := ""; len(line) <= mostText {
			if first && f.Severity != check.Good {
				class = "primary"
			}
			html += v.Lab.CopyButton(class, line)
		}
		html += `</div>`
	}
	return html + `</div></li>`
}

// pasteHTML is a line of Slurm's, which breaks at commas.
func pasteHTML(line string) string { return strings.ReplaceAll(lab.Esc(line), ",", ",<wbr>") }

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
		`<th scope="col">Parameter</th><th scope="col">Value</th><th scope="col">Default</th><th scope="col">In the model</th><th scope="col">Proven on nodes of</th>` +
		`<th scope="col">What it does there</th></tr></thead><tbody>`)
	for i := range list {
		p := &list[i]
		b.WriteString(`<tr data-given="` + lab.Bool(p.Set) + `"><th scope="row">` + lab.Esc(short(nameOf(p))) + `</th>`)
		for _, text := range [...]string{p.Value, plain(p), p.Modelled, p.Where(), p.Says} {
			b.WriteString(`<td>` + lab.Esc(short(text)) + `</td>`)
		}
		b.WriteString(`</tr>`)
	}
	return b.String() + `</tbody></table>`
}

// parameters is the table of all that is known of the configuration, folded.
func (v *View) parameters() string {
	set, all := 0, len(v.answer.Parameters)
	for _, p := range v.answer.Parameters {
		if p.Set {
			set++
		}
	}
	list := v.listed()
	html := `<p class="field"><input type="checkbox" id="slurm-own" data-set="slurm-own"> ` +
		`<label for="slurm-own">Only what differs from the default (` + numeral.Count(set) + ` of ` + numeral.Count(all) + `)</label></p>` +
		lab.Scroll("Parameters", table(list[:min(len(list), mostRows)]))
	if more := len(list) - mostRows; more > 0 {
		html += `<p>` + numeral.Count(more) + ` more: the CSV has them.</p>`
	}
	html += `<p class="figure-tools">` + lab.Tool("slurm-csv", "", "Parameters as CSV", "CSV") + `</p>`
	if names := v.answer.Others; len(names) > 0 {
		more := ""
		if n := len(names) - mostNames; n > 0 {
			names, more = names[:mostNames], " and "+numeral.Count(n)+" more"
		}
		html += `<p>Set, and not about passes or priorities: ` + lab.Esc(short(strings.Join(names, ", "))) + more + `.</p>`
	}
	return v.fold("table", "All "+numeral.Count(all)+" parameters", numeral.Count(set)+" that differ from the default first, then "+
		numeral.Count(all-set)+" as by default.", html)
}

// csv is the table with all rows that are shown, whole.
func (v *View) csv() string {
	rows := [][]string{{"parameter", "in", "value", "default", "set", "modelled", "proven", "says"}}
	if v.answer != nil {
		list := v.listed()
		for i := range list {
			p := &list[i]
			rows = append(rows, []string{p.Name, p.In, p.Value, plain(p), lab.Bool(p.Set), p.Modelled, p.Where(), p.Says})
		}
	}
	return lab.CSV(rows)
}
