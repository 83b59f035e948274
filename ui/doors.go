package ui

import (
	"net/url"
	"strings"

	"shadowtime/core/job/format"
	"shadowtime/core/job/problem"
	"shadowtime/core/job/sacct"
	"shadowtime/ui/lab"
)

// Example is a log that the page makes itself, with the question that it opens: a link's.
type Example struct {
	Name, Says, Query string
	Picture           string // of its answer in the gallery of the documentation: what saves it; "": it has none
}

// Examples are all, those with a picture make the gallery.
func Examples() []Example { return examples }

// examples are those behind the door of that name: the problems, then the views on the sample.
var examples = append(problems(), []Example{
	{"Which order?", "Which of twelve orders has the jobs of a made-up machine wait least?", "demo=sample", "save"},
	{"Its schedule", "The same log, job by job.", "demo=sample&view=replay", ""},
	{"Choosing while it runs", "What is choosing an order for every week worth?", "demo=sample&view=online", "save"},
	{"Tuned queues", "A pair of orders and a threshold, chosen on one half and tested on the other.", "demo=sample&view=tune", ""},
	{"Predicted run times", "What would better estimates of run times be worth?", "demo=sample&view=predict", "save"},
	{"Agents that learn", "Can an agent learn where to place jobs on unequal processors?", "demo=spread", "save"},
}...)

func problems() (list []Example) {
	for _, p := range problem.All() {
		list = append(list, Example{p.Title, p.Question, "demo=" + p.Name + "&view=decide", "save"})
	}
	return list
}

// followExample begins an example, beside what is on the page.
func (a *App) followExample(query string) {
	q, err := url.ParseQuery(query)
	if err != nil {
		return
	}
	if v, ok := a.find(q.Get("view")); ok {
		v.Propose()
	}
	a.Message, a.Listed, a.visit.stays = "", false, true
	a.Start(query)
}

// openDoor unfolds what is behind a door, or folds it.
func (a *App) openDoor(name string) {
	if a.Door == name {
		name = ""
	}
	a.Door = name
	html := ""
	switch name {
	case "export":
		html = exports()
	case "examples":
		html = exampleList()
	}
	a.Browser.Draw(hostDoor, html)
	if name != "" {
		a.Browser.Reveal("door")
	}
}

func exampleList() string {
	var b strings.Builder
	b.WriteString(`<ul class="examples">`)
	for _, x := range examples {
		query := lab.Esc(x.Query)
		b.WriteString(`<li><a href="?` + query + `" data-act="example" data-arg="` + query + `">` + lab.Esc(x.Name) + `</a> <span>` +
			lab.Esc(x.Says) + `</span></li>`)
	}
	b.WriteString(`</ul><p class="hint"><a href="docs/gallery.html">Eight of them as pictures</a></p>`)
	return b.String()
}

// openSampleOf opens the sample of a format, as if its file had been dropped.
func (a *App) openSampleOf(name string) {
	text := format.Sample(name)
	if text == "" || a.State == lab.Reading {
		return
	}
	a.OpenFiles([]File{{Handle: a.Browser.File(name, text), Name: name, Head: text, Size: float64(len(text))}})
}

// exports say per system what to drop.
func exports() string {
	sample := func(system, name string) string {
		return ` ` + lab.Tool("sample-of", name, "Open a sample: "+system, "Open a sample")
	}
	files := func(system, words, path, name string) string {
		return `<dt>` + system + `</dt><dd>` + words + ` <code>` + lab.Esc(path) + `</code>` + sample(system, name) + `</dd>`
	}
	return `<dl class="exports"><dt>Slurm</dt><dd>One command writes what a replay needs of all jobs between two dates, such as 2026-01-01. ` +
		`Drop or paste its output, then what <code>scontrol show partition</code> prints: it tells the machine’s size.` +
		`<pre tabindex="0" aria-label="Command for Slurm"><code>` + lab.Esc(sacct.Command) + `</code></pre>` +
		`<button type="button" data-act="copy-command">Copy the command</button>` + sample("Slurm", "slurm.psv") + `</dd>` +
		files("PBS", "The accounting files, one a day, in", "server_priv/accounting/", "pbs.log") +
		files("LSF", "The file", "lsb.acct", "lsb.acct") +
		files("Grid Engine", "The file", "common/accounting", "accounting") +
		files("A table", "A line of names, then a line a job:", "job_id,submit_time,start_time,end_time,cores", "jobs.csv") +
		files("A log", "The Standard Workload Format, 18 numbers a job:", "jobs.swf", "jobs.swf") +
		`</dl><p class="hint"><a href="docs/inputs.html">Every format, and what is read of it</a></p>`
}
