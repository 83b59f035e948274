package lab

import (
	"slices"
	"strings"

	"shadowtime/core/job/account"
	"shadowtime/core/study"
	"shadowtime/core/study/slurm"
)

// Campaign is a question as the command asks it.
type Campaign struct {
	Verb  study.Verb
	Asked study.Settings
	Usual func() study.Settings // what the verb asks without flags
	Alone study.Settings        // further ones, of one process: an array of them computes without
	Off   study.Settings        // the same as they usually are
	Tasks int
	Key   string // under which its rows are known
	Note  string // what the command leaves to another verb
}

// Commander is a view whose question the command asks too; false: not as it is.
type Commander interface{ Campaign() (Campaign, bool) }

// HostElsewhere is where the question stands as others are to compute it.
const HostElsewhere = "elsewhere"

// Campaign is the question in sight for the command; false where it has no verb.
func (s *Method) Campaign() (Campaign, bool) {
	o, p := s.Lab.Current(), s.typed.clone(s.plan)
	if s.on(p, o) != nil || s.Command.Name == "" || o.Trace == nil {
		return Campaign{}, false
	}
	return Campaign{Verb: s.Command, Asked: p.Settings(), Usual: func() study.Settings { return s.typed.usual().Settings() },
		Tasks: s.traces(p, s.number(p)) + 1, Key: s.KeyOf(o, p)}, true
}

// elsewhere is the question on its way to another machine, or into another page.
type elsewhere struct {
	open   string // which of both is shown, "": none
	copied string
	frame  frame
}

// toFrame and toMachine are where the question goes.
const (
	toMachine = "machine"
	toFrame   = "frame"
)

// Commands says whether the command asks what is in sight.
func (l *Lab) Commands() bool {
	_, ok := l.campaign()
	return ok
}

func (l *Lab) campaign() (c Campaign, ok bool) {
	if v, is := l.View.(Commander); is && l.Trace != nil {
		c, ok = v.Campaign()
	}
	return c, ok
}

// Away says whether the question stands there for another machine, Framed for another
// page.
func (l *Lab) Away() bool   { return l.away.open == toMachine && l.Commands() }
func (l *Lab) Framed() bool { return l.away.open == toFrame }

// send shows where the question goes, or puts that away.
func (l *Lab) send(to string) {
	if l.away.open == to {
		to = ""
	}
	l.away.open = to
}

// copyAway puts a part of it on the clipboard.
func (l *Lab) copyAway(text string) {
	l.away.copied = text
	l.Copy(text, func() {
		l.away.copied = ""
		l.drawElsewhere()
		l.View.Show()
	})
}

// CopyAct asks for a text to be copied that stands beside the button.
const CopyAct = "copy-text"

// CopyTool is a button that puts a text on the clipboard, or says that it did.
func (l *Lab) CopyTool(text string) string { return l.tool(CopyAct, text, text, "Copy") }

// CopyButton is one that is no quiet one, of a class.
func (l *Lab) CopyButton(class, text string) string {
	words := "Copy"
	if text == l.away.copied {
		words = "Copied"
	}
	return `<button type="button" class="` + class + `" data-act="` + CopyAct + `" data-arg="` + Esc(text) + `">` + words + `</button>`
}

// CopyText puts it there.
func (l *Lab) CopyText(text string) {
	l.copyAway(text)
	l.View.Show()
}

// Elsewhere shows it, puts it away, or hands out a part of it.
func (l *Lab) Elsewhere(what string) {
	c, ok := l.campaign()
	switch {
	case what == "":
		l.send(toMachine)
	case !ok:
		return
	case what == "command":
		l.copyAway(l.commands(&c))
	case what == "script":
		l.copyAway(l.array(&c))
	case what == "save":
		l.SaveText(l.FileName("sh", l.View.Key()), l.array(&c))
	}
	l.drawElsewhere()
}

// file is how the command is given the log in sight, and the line that makes that file
// where it is not there yet.
func (l *Lab) file() (name, first string) {
	name = study.Here(l.Summary.Name + ".swf")
	if e, ok := l.Example(); ok {
		return name, "shadowtime " + study.Shell(append(strings.Fields("synth "+e.Flags), "-o", name)...)
	}
	usual := account.Options{}
	var flags []string
	study.ImportSettings(&l.Import).Beyond(study.ImportSettings(&usual),
		func(s study.Setting) { flags = append(flags, "--"+s.Key, s.Get()) })
	if len(flags) == 0 {
		return study.Here(l.As), ""
	}
	if name == study.Here(l.As) { // the file itself stays
		name = study.Here(l.Summary.Name + "-chosen.swf")
	}
	return name, "shadowtime " + study.Shell(append(append([]string{"convert", study.Here(l.As)}, flags...), "-o", name)...)
}

// commands are the lines that ask the question.
func (l *Lab) commands(c *Campaign) string {
	name, first := l.file()
	line := append(slices.Clone(c.Asked), c.Alone...).Command(c.Verb, append(c.Usual(), c.Off...), name)
	if first != "" {
		line = first + "\n" + line
	}
	return line + "\n"
}

// array is the script that has Slurm compute it, in the folder where it is started.
func (l *Lab) array(c *Campaign) string {
	name, _ := l.file()
	a := slurm.Array{Program: `"$PWD/shadowtime"`, Dir: `"$PWD"/` + study.Shell("shadowtime-"+l.Summary.Name+"-"+c.Verb.Name),
		Words: append([]string{c.Verb.Name, name}, c.Asked.Flags(c.Verb, c.Usual())...), Merge: []string{"--input=" + name},
		Tasks: c.Tasks, Largest: c.Tasks,
		From: slurm.Guessed}
	if each, ok := l.each[c.Key]; ok {
		a.From, a.Seconds = slurm.Tab, each*float64(c.Tasks)
	}
	return a.Text()
}

func (l *Lab) drawElsewhere() {
	html := ""
	if c, ok := l.campaign(); ok && l.Away() {
		html = l.campaignHTML(&c)
	} else if l.Framed() && (l.Trace != nil || IsAlone(l.View)) {
		html = l.frameHTML()
	}
	l.Browser.Draw(HostElsewhere, html)
}

// tool is a button that hands out a text, or says that it did.
func (l *Lab) tool(act, what, text, words string) string {
	if text != "" && text == l.away.copied {
		words = "Copied"
	}
	return Tool(act, what, "", words)
}

func (l *Lab) campaignHTML(c *Campaign) string {
	line, script := l.commands(c), l.array(c)
	tool := func(what, text, words string) string { return l.tool("elsewhere", what, text, words) }
	return `<section class="panel elsewhere" id="elsewhere" aria-label="On a bigger machine"><h2 class="eyebrow">On a bigger machine</h2>` +
		`<p>The same question for the <code>shadowtime</code> command, which computes the same report, byte for byte, on all cores. Start it where the log’s file is.` +
		after(c.Note) + `</p>` +
		`<pre tabindex="0" aria-label="Command">` + Esc(line) + `</pre><p class="actions">` + tool("command", line,
		"Copy the command") + `</p>` +
		`<p>As a job array of Slurm: save it beside log and program where all nodes see them, look through what stands at its top, and start it with bash.</p>` +
		`<pre tabindex="0" aria-label="Slurm script" class="script">` + Esc(script) + `</pre><p class="actions">` + tool("script", script,
		"Copy the script") + " " + tool("save", "", "Save the script") + `</p>` +
		`<p class="hint">` + l.back() + `</p></section>`
}

// back is how what was computed there is gone on with here. What is converted has the machine's
// size in its header, and is another log by that.
func (l *Lab) back() string {
	const drop = "drop the <code>.rows</code> files of the folder on this page, together."
	_, example := l.Example()
	if name, first := l.file(); first != "" && !example {
		return "To go on here, open <code>" + Esc(name) + "</code> on this page, then " + drop
	}
	return "To go on here, " + drop + " The log there is this one where its columns’ SHA-256 begins with <code>" +
		l.Summary.Digest.Hex()[:12] + "</code>."
}

// after is a sentence behind another.
func after(s string) string {
	if s == "" {
		return ""
	}
	return " " + Esc(s)
}

// timed notes how long a task of a work took on one worker, once the work is done.
func (l *Lab) timed(w *Work) {
	if w.Key == "" || l.run.tasks == 0 {
		return
	}
	if l.each == nil {
		l.each = map[string]float64{}
	}
	now := l.Browser.Now()
	l.each[string(w.On.Summary.Digest[:])+w.Key] = (now - l.run.since) * float64(min(l.Engine.Workers(),
		l.run.tasks)) / float64(l.run.tasks)
	l.run.since, l.run.tasks = now, 0
}
