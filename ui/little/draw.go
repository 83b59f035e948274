package little

import (
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	core "shadowtime/core/experiment/little"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim"
	"shadowtime/ui/lab"
)

// draw draws all of the view.
func (v *View) draw() {
	v.reached()
	v.Lab.Browser.Draw(hostAsk,
		`<section class="question" aria-labelledby="little-question-title"><h2 id="little-question-title" class="eyebrow" tabindex="-1">A little machine</h2>`+
			v.steps()+v.asks()+`</section>`)
	v.drawAnswer()
	v.Lab.Browser.Draw(hostSlider, `<input type="range" id="little-at" aria-label="Step" min="0" max="`+strconv.Itoa(len(v.machine.Steps))+
		`" step="1" data-input="little-step">`)
	v.drawTyped()
	v.drawTable()
	v.fill()
	v.drawStep()
}

// ---- the question

// asks is the task, or the presets to begin with and the machine in a sentence.
func (v *View) asks() string {
	if v.on != nil {
		return v.on.ask(v.presets() + v.sentence())
	}
	return v.presets() + v.sentence()
}

// presets are the examples to begin with, and what the one in sight shows.
func (v *View) presets() string {
	shows := "A made-up example: its link carries all of it."
	for _, p := range core.Presets() {
		if v.example.Same(p.Example) {
			shows = p.Shows
		}
	}
	html := v.cards() + `<p class="little-shows">` + lab.Esc(shows) + `</p>`
	if v.Lab.Trace == nil {
		html += `<p><a class="little-back" href="?" data-act="view" data-arg="` + v.Lab.First.Key() + `">to the start</a></p>`
	}
	return html
}

// ordinals name sides in labels.
var ordinals = [...]string{"the first schedule", "the second schedule", "the third schedule"}

// sentence is the question.
func (v *View) sentence() string {
	html := `<p class="sentence">On ` + field("little-procs", "little-procs", "Processors of the machine", 1, core.MaxProcs, "") +
		` processors these <a href="#little-jobs">` +
		numeral.Jobs(len(v.example.Jobs)) + `</a>`
	if html += " "; !v.example.Hourly() {
		html = strings.TrimSuffix(html, " ") + `, <span class="nowrap">` + field("little-out-procs", "little-out:procs",
			"Processors in maintenance", 1, v.example.Procs, "none") + ` in maintenance</span> `
	}
	if v.example.Out.Hours > 0 {
		html += `<span class="nowrap">from ` + field("little-out-from", "little-out:from", "Hour at which the maintenance begins", 0,
			core.MaxHours, "") + `&nbsp;h</span> <span class="nowrap">for ` + field("little-out-hours", "little-out:hours",
			"Hours of the maintenance", 1, core.MaxHours, "none") + `&nbsp;h</span>, `
	}
	for i := range min(len(v.example.Sides)+1, core.MaxSides) {
		html += `<span class="little-side">` + [...]string{"under ", "beside ", "and "}[i] + selected("little-order", i,
			"Order of "+ordinals[i], orders(i), called(orders(i)))
		if i < len(v.example.Sides) && !v.example.Sides[i].Hourly() {
			n := strconv.Itoa(i)
			html += " " + selected("little-filling", i, "Backfilling of "+ordinals[i], fillings, fillingWords) +
				`, <span class="nowrap">threshold&nbsp;` + field("little-threshold-"+n, "little-threshold:"+n,
				"Threshold of "+ordinals[i]+" in hours", 0, core.MaxHours, "none") + `&nbsp;h</span>, ` +
				selected("little-exact", i, "Requests of "+ordinals[i], []string{given, exact},
					[]string{"requests as given", "exact requests"})
		}
		html += `</span>`
	}
	html += v.users() +
		`</p><p class="hint">EASY promises the head of the queue its processors at the shadow time, conservative backfilling promises every job a start. Who has waited longer than the threshold goes first. With exact requests the scheduler knows how long jobs run.`
	if v.example.Fair() {
		html += ` By fair share Slurm looks each hour, without backfilling: whose user has more of it goes first. Usage halves every ` +
			strconv.Itoa(core.HalfLife) + `&nbsp;h, and accounts share the machine alike.`
	}
	if len(v.example.GPUs) > 0 {
		html += ` On nodes each of the two has half of the processors and ` + strconv.Itoa(core.NodeGPUs) + `&nbsp;GPUs. Each hour who fits starts, as they came, on the fullest node that has room.`
	}
	return html + `</p>`
}

// users are those who share the machine, with their shares.
func (v *View) users() string {
	html := ""
	for i, u := range v.example.Users {
		n := strconv.Itoa(i)
		html += `<span class="little-side">user ` + strconv.Itoa(i+1) + ` of account ` + strconv.FormatInt(u.Account, 10) + ` with ` +
			field("little-shares-"+n, "little-shares:"+n, "Shares of user "+strconv.Itoa(i+1), 1, core.MaxHours, "") + ` of its shares</span>`
	}
	return html
}

// called are the names of orders.
func called(list []string) (words []string) {
	for _, name := range list {
		words = append(words, core.Called(name))
	}
	return words
}

var (
	fillings     = []string{sim.Easy.String(), sim.NoBackfilling.String(), sim.Conservative.String()}
	fillingWords = []string{"with EASY", "without backfilling", "with conservative backfilling"}
)

// field is a number in a sentence or a table; it holds no value, so that setting one
// redraws nothing.
func field(id, set, label string, low, high int64, placeholder string) string {
	return `<input type="number" class="inline n3" id="` + id + `" data-set="` + set + `" aria-label="` + label + `" min="` +
		strconv.FormatInt(low, 10) + `" max="` + strconv.FormatInt(high, 10) + `" placeholder="` + placeholder + `">`
}

// selected is a choice of a side.
func selected(key string, side int, label string, values, words []string) string {
	if words == nil {
		words = values
	}
	n := strconv.Itoa(side)
	html := `<select class="inline" id="` + key + `-` + n + `" data-set="` + key + `:` + n + `" aria-label="` + label + `">`
	for i, value := range values {
		html += `<option value="` + value + `">` + words[i] + `</option>`
	}
	return html + `</select>`
}

// fill shows the example in its fields.
func (v *View) fill() {
	if v.machine == nil {
		return
	}
	set := v.Lab.Browser.SetValue
	set("little-procs", strconv.FormatInt(v.example.Procs, 10))
	for _, c := range core.OutColumns {
		text := ""
		if v.example.Out.Hours > 0 {
			text = strconv.FormatInt(*v.example.Out.Cell(c.Key), 10)
		}
		set("little-out-"+c.Key, text)
	}
	for i := range min(len(v.example.Sides)+1, core.MaxSides) {
		n := strconv.Itoa(i)
		if i == len(v.example.Sides) {
			set("little-order-"+n, nothing)
			continue
		}
		s := v.example.Sides[i]
		set("little-order-"+n, s.Order)
		set("little-filling-"+n, s.Backfilling.String())
		if s.Hourly() {
			continue
		}
		hours, requests := "", given
		if s.Threshold >= 0 {
			hours = strconv.FormatInt(s.Threshold, 10)
		}
		if s.Exact {
			requests = exact
		}
		set("little-threshold-"+n, hours)
		set("little-exact-"+n, requests)
	}
	for i, u := range v.example.Users {
		set("little-shares-"+strconv.Itoa(i), strconv.FormatInt(u.Shares, 10))
	}
	for row := range v.example.Jobs {
		n := strconv.Itoa(row)
		if v.example.Of != nil {
			set("little-"+n+"-user", strconv.FormatInt(v.example.Of[row], 10))
		}
		if v.example.GPUs != nil {
			set("little-"+n+"-gpus", strconv.FormatInt(v.example.GPUs[row], 10))
		}
		for _, c := range core.Columns {
			set("little-"+n+"-"+c.Key, strconv.FormatInt(*v.example.Jobs[row].Cell(c.Key), 10))
		}
		for i, s := range v.machine.Sides {
			set("little-start-"+n+"-"+strconv.Itoa(i), strconv.FormatInt(s.Start(row), 10))
			set("little-wait-"+n+"-"+strconv.Itoa(i), strconv.FormatInt(s.Wait(row), 10))
		}
	}
	set("little-at", strconv.Itoa(v.at()))
}

// ---- the jobs

func (v *View) drawTable() {
	var b strings.Builder
	b.WriteString(`<table class="little-jobs"><caption class="visually-hidden">The jobs, in hours, and what became of them</caption><thead><tr><th scope="col" rowspan="2">Job</th>`)
	for _, c := range core.Columns {
		b.WriteString(`<th scope="col" rowspan="2">` + c.Name + `</th>`)
	}
	users := int64(len(v.example.Users))
	if users > 0 {
		b.WriteString(`<th scope="col" rowspan="2">user</th>`)
	}
	if v.example.GPUs != nil {
		b.WriteString(`<th scope="col" rowspan="2">GPUs</th>`)
	}
	for _, s := range v.machine.Sides {
		b.WriteString(`<th scope="colgroup" colspan="2" class="little-of">` + lab.Esc(s.Name) + `</th>`)
	}
	b.WriteString(`<td rowspan="2"></td></tr><tr>` + strings.Repeat(`<th scope="col">starts</th><th scope="col">waits</th>`,
		len(v.machine.Sides)) + `</tr></thead><tbody>`)
	for row := range v.example.Jobs {
		n, name := strconv.Itoa(row), "Job "+strconv.Itoa(row+1)
		b.WriteString(`<tr` + lab.Keyed("job "+strconv.Itoa(row+1)) + `><th scope="row">` + strconv.Itoa(row+1) + `</th>`)
		for _, c := range core.Columns {
			high := c.High
			if c.Key == "procs" {
				high = v.example.Procs
			}
			b.WriteString(`<td>` + field("little-"+n+"-"+c.Key, "little-cell:"+n+":"+c.Key, name+" "+c.Name, c.Low, high, "") + `</td>`)
		}
		if users > 0 {
			b.WriteString(`<td>` + field("little-"+n+"-user", "little-user:"+n, name+" user", 1, users, "") + `</td>`)
		}
		if v.example.GPUs != nil {
			b.WriteString(`<td>` + field("little-"+n+"-gpus", "little-gpus:"+n, name+" GPUs", 0, core.NodeGPUs, "") + `</td>`)
		}
		for i := range v.machine.Sides {
			at := n + "-" + strconv.Itoa(i)
			b.WriteString(`<td class="num"><output id="little-start-` + at + `"></output></td><td class="num"><output id="little-wait-` +
				at + `"></output></td>`)
		}
		b.WriteString(`<td><button type="button" class="quiet" id="little-remove-` + n + `" data-act="little-remove" data-arg="` + n +
			`" aria-label="Remove job ` + strconv.Itoa(row+1) + `">×</button></td></tr>`)
	}
	b.WriteString(`</tbody></table>`)
	html := `<h2 id="little-jobs" class="eyebrow">The jobs</h2><p class="hint">Times in hours. A job is ended at what it requests, so it requests as long as it runs, or longer.</p><div class="refuses">` +
		lab.Scroll("The jobs", b.String()) + `</div>`
	if len(v.example.Jobs) < core.MaxJobs {
		html += `<p class="actions"><button type="button" id="little-add" data-act="little-add">Add a job</button></p>`
	} else {
		html += `<p class="hint">A little machine takes ` + strconv.Itoa(core.MaxJobs) + ` jobs.</p>`
	}
	if v.on != nil {
		html = `<details><summary>The jobs, to be changed by hand</summary>` + html + `</details>`
	}
	v.Lab.Browser.Draw(hostTable, html)
}

// ---- typed lines

// drawTyped draws the field of a line, and what was printed.
func (v *View) drawTyped() {
	if v.on != nil { // both stand with the goal
		v.Lab.Clear(hostTyped, hostPrinted)
		return
	}
	v.Lab.Browser.Draw(hostTyped, v.line())
	v.Lab.Browser.Draw(hostPrinted, v.print())
}

// print is what was typed, and what it printed.
func (v *View) print() string {
	if len(v.printed) == 0 {
		return ""
	}
	return `<pre class="little-printed scroll" tabindex="0" aria-label="What was typed, and what it printed">` + strings.Join(v.printed, "\n") + `</pre>`
}

// line is the field of a line.
func (v *View) line() string {
	var list []string
	for _, c := range core.Commands {
		list = append(list, `<code>`+lab.Esc(c)+`</code>`)
	}
	name := "Or type it"
	if v.on != nil {
		name = "Type it"
	}
	return `<h2 id="little-type" class="eyebrow">` + name + `</h2><p class="hint">Lines as Slurm takes them, at the hour in sight, on the first schedule: ` +
		strings.Join(list, ", ") + `. Here <code>3</code> and <code>3:00</code> are three hours; Slurm takes them as minutes, and <code>3:00:00</code> as both do.</p>` +
		`<p class="little-line"><label for="little-line">$</label> <input type="text" id="little-line" data-set="little-line" aria-label="A line to type, then Enter" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="200" placeholder="squeue --start"></p>`
}

// ---- answer and steps

func (v *View) drawAnswer() {
	if v.on != nil {
		v.Lab.Browser.Draw(hostAnswer, v.goal())
		return
	}
	waits, parting, err := v.machine.Answer()
	if err != nil {
		waits, parting = "What became of the jobs can't be told: "+err.Error()+".", ""
	}
	v.Lab.Browser.Draw(hostAnswer,
		`<section id="little-answer" class="verdict" aria-labelledby="little-answer-title"><h2 id="little-answer-title" class="eyebrow">Answer</h2><p>`+
			lab.Esc(waits)+`</p><p class="verdict-more">`+lab.Esc(parting)+`</p></section>`)
}

// drawStep draws the step in sight, and nothing that the slider is in.
func (v *View) drawStep() {
	b, steps, at := v.Lab.Browser, v.machine.Steps, v.at()
	whole := at == len(steps)
	said := "All " + numeral.Count(len(steps)) + " steps. Press Play, drag, or go through them: what the scheduler sees, decides, and why."
	if !whole {
		said = "Step " + strconv.Itoa(at+1) + " of " + strconv.Itoa(len(steps)) + ", at " + core.Hours(steps[at]) + "."
	}
	b.Say("little-at", said)
	b.Draw(hostControls, v.controls(at, whole))
	var sides strings.Builder
	sides.WriteString(`<div class="little-sides">`)
	for i, s := range v.machine.Sides {
		html, short := v.side(i, s, v.example.At)
		sides.WriteString(html)
		if !whole {
			said += " " + s.Name + ": " + short
		}
	}
	b.Draw(hostSides,
		sides.String()+`</div><p class="hint">Rows are only for drawing. Which processors a job uses is not known.</p>`)
	b.Draw(hostSaid, `<p class="little-said">`+lab.Esc(said)+`</p>`)
}

func (v *View) controls(at int, whole bool) string {
	button := func(id, act, arg, label, words string, off bool) string {
		// one that were disabled would lose the focus
		return `<button type="button" id="little-` + id + `" data-act="` + act + `" data-arg="` + arg + `" aria-label="` + label +
			`" aria-disabled="` + lab.Bool(off) + `">` + words + `</button> `
	}
	play := [2]string{"Play the steps", "▶ Play"}
	if v.playing {
		play = [2]string{"Pause", "Pause"}
	}
	return `<h2 class="eyebrow">Step by step</h2><p class="actions little-stepper">` + button("play", "little-play", "", play[0], play[1],
		false) + button("earlier", "little-move", "-1", "Earlier step", "←", at == 0) +
		button("later", "little-move", "1", "Later step", "→", whole) + button("all", "little-all", "", "all steps: the whole schedule",
		"all", whole) + `</p>`
}

// wide is from where on two pictures stand side by side, and between what is between
// them: as the style has it.
const (
	wide    = 860
	between = 40
)

// width is the room of a picture.
func (v *View) width() int {
	w := v.Lab.Browser.Width()
	if w >= wide && len(v.machine.Sides) > 1 {
		return (w - between) / 2
	}
	return w
}

// side is a schedule at an hour: its picture, and what it does and finds.
func (v *View) side(i int, s *core.Schedule, at int64) (html, short string) {
	f, err := s.Picture(at)
	if err != nil {
		return "", ""
	}
	n := strconv.Itoa(i)
	f.Frame = plot.Frame{Width: v.width(), Untitled: true, Title: f.Title, ID: "little-picture-" + n}
	html = `<section class="little-of-side" aria-labelledby="little-name-` + n + `"><h3 id="little-name-` + n + `">` + lab.Esc(s.Name) +
		`</h3><div class="scroll">` + f.SVG() + `</div><p class="figure-tools">` +
		lab.Tool("little-save", "cite-"+n, "cite: "+s.Name+", its caption and the link that makes it", "cite") + " " +
		lab.Tool("little-save", "svg-"+n, s.Name+" as SVG", "SVG") + " " + lab.Tool("little-save", "png-"+n, s.Name+" as PNG",
		"PNG") + `</p>`
	html += shares(s, at)
	if at == core.None {
		row := s.Longest()
		return html + `<p>Jobs wait ` + lab.Esc(core.Hours(s.Mean())+" on average; job "+strconv.Itoa(row+1)+" waits longest, "+
			core.Hours(s.Wait(row))+". The last ends at "+core.Hours(s.Done())+".") + `</p></section>`, ""
	}
	told, err := s.Tell(at)
	if err != nil {
		return html + `</section>`, ""
	}
	for _, line := range told.Lead {
		html += `<p>` + lab.Esc(line) + `</p>`
	}
	if len(told.Jobs) > 0 {
		html += `<ol class="little-found">`
		for _, j := range told.Jobs {
			job := strconv.Itoa(j.Job)
			html += `<li data-starts="` + lab.Bool(j.Starts) + `"` + lab.Keyed("job "+job) + `><b>Job ` + job + ` ` + lab.Esc(j.Does) +
				`</b>: ` + lab.Esc(j.Since) + `.</li>`
		}
		html += `</ol>`
	}
	return html + `</section>`, told.Short
}

// shares are what each user has of the machine at an hour, of a side that goes by fair share.
func shares(s *core.Schedule, at int64) string {
	list := s.Shares(at)
	if list == nil {
		return ""
	}
	html := `<table class="plain little-shares"><caption class="visually-hidden">Fair share, ` + lab.Esc(s.Name) + `</caption><thead><tr>`
	for _, h := range []string{"User", "Account", "Shares", "Used", "Fair share", "Rank"} {
		html += `<th scope="col">` + h + `</th>`
	}
	html += `</tr></thead><tbody>`
	for _, x := range list {
		html += `<tr><th scope="row">` + strconv.FormatInt(x.User, 10) + `</th>`
		for _, words := range []string{strconv.FormatInt(x.Account, 10), numeral.Percent(x.Shares, 0), numeral.Percent(x.Used, 0),
			core.FairWords(x.Fair), strconv.Itoa(x.Rank)} {
			html += `<td class="num">` + words + `</td>`
		}
		html += `</tr>`
	}
	return html + `</tbody></table>`
}

// save hands out the picture of a side as it is in sight: KIND-SIDE.
func (v *View) save(arg string) {
	kind, n, _ := strings.Cut(arg, "-")
	i, err := strconv.Atoi(n)
	if err != nil || i >= len(v.machine.Sides) {
		return
	}
	s := v.machine.Sides[i]
	name := "shadowtime-little-" + strings.ToLower(strings.NewReplacer(" ", "-", ",", "", numeral.Thin, "").Replace(s.Name))
	if v.example.At != core.None {
		name += "-at-" + strconv.FormatInt(v.example.At, 10) + "h"
	}
	v.Lab.SavePicture(name+"."+kind, func() string {
		f, err := s.Picture(v.example.At)
		if err != nil {
			return ""
		}
		f.Frame = plot.Frame{Width: 900, Standalone: true, Title: f.Title, Subtitle: f.Subtitle}
		return f.SVG()
	}, func() string { return "" })
}
