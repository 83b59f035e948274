package little

import (
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	core "shadowtime/core/experiment/little"
	"shadowtime/ui/lab"
)

// exercise is a task that is worked on.
type exercise struct {
	*core.Task
	lines  int             // that changed something
	before []*core.Example // each of them
}

// begin begins the task of that key; of no such key the machine is free again.
func (v *View) begin(key string) {
	v.stop()
	v.on, v.printed = nil, nil
	list := core.Tasks()
	if i := slices.IndexFunc(list, func(t core.Task) bool { return t.Key == key }); i >= 0 {
		v.on = &exercise{Task: &list[i]}
		v.take(v.on.Example.Clone())
	}
}

// note counts a line that changed the example it was typed for.
func (v *View) note(before *core.Example) {
	if v.on != nil && !v.example.Same(before) {
		v.on.lines++
		v.on.before = append(v.on.before, before)
	}
}

// undo takes the last of them back.
func (v *View) undo() {
	if v.on == nil || len(v.on.before) == 0 {
		return
	}
	last := len(v.on.before) - 1
	v.take(v.on.before[last])
	v.on.before, v.on.lines = v.on.before[:last], v.on.lines-1
	v.printed = append(v.printed, "The last line that changed something was taken back.")
}

// steps lead from the lesson through the exercises.
func (v *View) steps() string {
	html := `<ol class="little-steps"><li><a href="?" data-act="view" data-arg="` + v.Lab.First.Key() + `">Lesson</a></li>`
	for i, t := range core.Tasks() {
		mark := ""
		if v.solved[t.Key] {
			mark = ` <span aria-label="reached">✓</span>`
		}
		html += `<li><a id="little-task-` + t.Key + `" href="?view=` + v.Key() + `&amp;task=` + t.Key +
			`" data-act="little-task" data-arg="` + t.Key +
			`" aria-current="` + lab.Bool(v.on != nil && v.on.Key == t.Key) + `">` + strconv.Itoa(i+1) + ` <span>` + lab.Esc(t.Name) +
			`</span></a>` + mark + `</li>`
	}
	return html + `</ol>`
}

// ask is the task, with what can be changed otherwise folded behind it.
func (x *exercise) ask(change string) string {
	return `<h3>Exercise ` + strconv.Itoa(x.place()) + ` of ` + strconv.Itoa(len(core.Tasks())) + `: ` + lab.Esc(x.Name) +
		`</h3><p class="little-asks">` +
		lab.Esc(x.Asks) + `</p><details><summary>Change machine and jobs</summary>` + change + `</details>`
}

// place is its number.
func (x *exercise) place() int {
	return 1 + slices.IndexFunc(core.Tasks(), func(t core.Task) bool { return t.Key == x.Key })
}

// reached notes that a task is.
func (v *View) reached() {
	if x := v.on; x != nil && x.Reached(v.machine, x.lines) {
		v.solved[x.Key] = true
	}
}

// goal is what is reached and what is not yet, or that all is, with the way on.
func (v *View) goal() string {
	x, list := v.on, core.Tasks()
	next := list[x.place()%len(list)]
	on := `<button type="button" class="primary" id="little-next" data-act="little-task" data-arg="` + next.Key + `">Next: ` +
		lab.Esc(next.Name) + `</button> `
	html := `<section id="little-answer" class="verdict" aria-labelledby="little-answer-title" role="status">` +
		`<h2 id="little-answer-title" class="eyebrow">`
	if x.Reached(v.machine, x.lines) {
		if x.place() == len(list) {
			on = `<a class="button" id="little-next" href="docs/glossary.html">The words, in one page</a> `
		}
		return html + `Reached</h2><p>✓ ` + lab.Esc(x.Why) + `</p></section><p class="actions">` + on + lab.Tool("little-undo", "", "",
			"Undo") + ` ` +
			lab.Tool("little-task", x.Key, "", "Try another way") + `</p>`
	}
	html += `Goal</h2><ul class="little-goals">`
	line := func(reached bool, words, now string) {
		mark, word := "○", "open"
		if reached {
			mark, word = "✓", "reached"
		}
		html += `<li data-reached="` + lab.Bool(reached) + `"><span role="img" aria-label="` + word + `">` + mark + `</span> ` +
			lab.Esc(words) +
			` <small>` + lab.Esc(now) + `</small></li>`
	}
	for _, g := range x.Goals {
		reached, now := g.Is(v.machine)
		line(reached, g.Words, now)
	}
	line(x.lines <= x.Most, "At most "+strconv.Itoa(x.Most)+numeral.Plural(x.Most, " line that changes", " lines that change")+" something",
		strconv.Itoa(x.lines)+" so far; squeue and sinfo don’t count")
	lines := ""
	for _, s := range x.Lines {
		lines += lab.Esc(s) + "\n"
	}
	html += `</ul></section>` + v.line() + v.print() + `<details><summary>Hint</summary><p>` + lab.Esc(x.Idea) +
		`</p><details><summary>The lines</summary><pre>` +
		lines + `</pre></details></details>`
	if x.lines > 0 {
		html += `<p class="actions">` + lab.Tool("little-undo", "", "", "Undo") + `</p>`
	}
	return html
}
