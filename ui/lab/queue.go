package lab

import (
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report/link"
)

// Inquiry is a question that was asked: what runs is one, others wait for it, and those that were answered come back.
type Inquiry struct {
	view  View
	ask   string // its settings, as a link has them
	on    []*Opened
	works []*Work
	line  string // the question
	name  string // that somebody gave it
	said  string // its answer, once that was in sight
	found *link.Finding
	took  float64 // s, of what was computed here
	pin   bool
}

// queue are the questions that wait, and those that were answered, of this visit.
type queue struct {
	waiting, answered []*Inquiry
	beside            []*Inquiry // of those two at most, to be set side by side
	removed           *Inquiry   // the last one, which can be had back
	at                int        // where it was
	notifies          bool       // when a long run ends
	told              float64    // when the title said how far the running one is
}

// hostQueue is that of the list.
const hostQueue = "questions"

// question is what the view in sight asks, without where one looks.
func (l *Lab) question() string {
	q := url.Values{}
	l.View.Write(q.Set)
	if r, ok := l.View.(Roamer); ok {
		for _, key := range r.Roams() {
			q.Del(key)
		}
	}
	return q.Encode()
}

// inquiry is that question, of logs.
func (l *Lab) inquiry(works []*Work) *Inquiry {
	q := &Inquiry{view: l.View, ask: l.question(), works: works}
	for _, w := range works {
		if !slices.Contains(q.on, w.On) {
			q.on = append(q.on, w.On)
		}
	}
	q.line = l.line(q)
	return q
}

// line is a question in a line: the view's, and what is asked otherwise than proposed.
func (l *Lab) line(q *Inquiry) string {
	words := q.view.Name()
	if b, ok := q.view.(interface{ InBrief() string }); ok && b.InBrief() != "" {
		words += ": " + b.InBrief()
	} else if settings, err := url.ParseQuery(q.ask); err == nil && len(settings) > 0 {
		var list []string
		for key := range settings {
			list = append(list, key+" "+Beginning(named(settings.Get(key))))
		}
		slices.Sort(list)
		words += ": " + strings.Join(list, ", ")
	} else {
		words += ", as proposed"
	}
	if len(l.Shelf) > 1 && len(q.on) == 1 {
		words += ", on " + q.on[0].Summary.Name
	}
	return words
}

// named is a setting's text with the names of formulas in place of them: yours=expr:p*q is yours.
func named(text string) string {
	var b strings.Builder
	for {
		before, formula, ok := strings.Cut(text, "="+expression)
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		open := 0
		end := strings.IndexFunc(formula, func(r rune) bool {
			switch r {
			case '(':
				open++
			case ')':
				open--
			}
			return open == 0 && (r == ',' || r == ' ' || r == '@')
		})
		if end < 0 {
			end = len(formula)
		}
		text = formula[end:]
	}
}

// expression begins a formula.
const expression = "expr:"

// same says whether two are one question of the same logs.
func (q *Inquiry) same(o *Inquiry) bool {
	return q.view == o.view && q.ask == o.ask && slices.EqualFunc(q.on, o.on, func(a, b *Opened) bool { return a.Trace == b.Trace })
}

// inSight says whether it is what is asked, and shown, now.
func (l *Lab) inSight(q *Inquiry) bool {
	return q.view == l.View && slices.ContainsFunc(q.on, func(o *Opened) bool { return o.Trace == l.Trace }) && q.ask == l.question()
}

// mine says whether what runs is the question in sight.
func (l *Lab) mine() bool { return l.run.of != nil && l.inSight(l.run.of) }

// Working says whether something is computed for a question, or waits for it, whatever is in sight.
func (l *Lab) Working() bool { return l.run.of != nil || len(l.queue.waiting) > 0 }

// AsksOf says whether something is computed on a log, or waits to be.
func (l *Lab) AsksOf(t *Trace) bool {
	of := func(q *Inquiry) bool { return slices.ContainsFunc(q.on, func(o *Opened) bool { return o.Trace == t }) }
	return l.run.of != nil && of(l.run.of) || slices.ContainsFunc(l.queue.waiting, of)
}

// ComeTo sets the state for what comes into sight, before that is drawn.
func (l *Lab) ComeTo() {
	l.State = Loaded
	if l.mine() {
		l.State = Running
	}
}

// Leave tells the question that runs in sight before another view comes: where one looks may have changed since.
func (l *Lab) Leave() {
	if l.State == Running && l.run.of != nil {
		l.run.of.ask = l.question()
	}
}

// enqueue has a question wait for the one that runs.
func (l *Lab) enqueue(q *Inquiry) {
	if !slices.ContainsFunc(append(slices.Clone(l.queue.waiting), l.run.of), q.same) {
		l.queue.waiting = append(l.queue.waiting, q)
	}
	l.drawQueue()
}

// ended takes the run away, and notes the answer, if it came to one.
func (l *Lab) ended(answered bool) {
	q := l.run.of
	l.run.of = nil
	if q == nil || !answered {
		return
	}
	q.works, q.took = nil, l.Browser.Now()-l.run.began
	if i := slices.IndexFunc(l.queue.answered, q.same); i >= 0 {
		was := l.queue.answered[i]
		q.name, q.pin, q.found = was.name, was.pin, was.found
		l.queue.answered = slices.Delete(l.queue.answered, i, i+1)
		if k := slices.Index(l.queue.beside, was); k >= 0 {
			l.queue.beside[k] = q
		}
	}
	l.queue.answered = append([]*Inquiry{q}, l.queue.answered...)
	if l.queue.notifies && q.took > long {
		l.Browser.Notify("Answered: " + q.called())
	}
}

// long is of how many seconds a run is whose end is worth a notification.
const long = 60

// next begins the first question that waits, once nothing runs.
func (l *Lab) next() {
	for l.run.of == nil && l.State != Reading && !l.Cleaning && len(l.queue.waiting) > 0 {
		q := l.queue.waiting[0]
		l.queue.waiting = l.queue.waiting[1:]
		l.StopLook()
		if !l.start(q) {
			continue
		}
		if l.mine() {
			l.State = Running
			l.View.Show()
		}
	}
	l.drawQueue()
}

// answers notes what the answer in sight says.
func (l *Lab) answers() {
	if l.State != Done {
		return
	}
	for _, q := range l.queue.answered {
		if q.said == "" && l.inSight(q) {
			if x := l.View.Excerpt(); x != nil {
				q.said, _, _ = strings.Cut(x.Said, ". ")
				q.found = l.Finding()
			}
		}
	}
}

// QueueLine says how many run and wait; "": none, or the question in sight alone.
func (l *Lab) QueueLine() string {
	if l.mine() && len(l.queue.waiting) == 0 {
		return ""
	}
	return l.underWay()
}

// underWay says how many run and wait, "" where none does.
func (l *Lab) underWay() string {
	var list []string
	if l.run.of != nil {
		list = append(list, "1 running")
	}
	if n := len(l.queue.waiting); n > 0 {
		list = append(list, numeral.Count(n)+" waiting")
	}
	return strings.Join(list, ", ")
}

// WaitsFor says where a question that is asked now goes: "": it is begun at once.
func (l *Lab) WaitsFor() string {
	if l.run.of == nil || l.State == Running {
		return ""
	}
	n, asked := len(l.queue.waiting), &Inquiry{view: l.View, ask: l.question(), on: []*Opened{&l.Opened}}
	if i := slices.IndexFunc(l.queue.waiting, asked.same); i >= 0 {
		n = i // it waits already
	}
	if n == 0 {
		return ", next"
	}
	return ", place " + numeral.Count(n+1) + " in the queue"
}

// runs is the share of the running question that is done.
func (l *Lab) runs() float64 {
	if l.run.of == nil || l.run.total == 0 || len(l.run.works) == 0 {
		return 0
	}
	_, cost := l.worked()
	return min(1, cost/l.run.total)
}

// tellTitle has the tab say how far the run is, once a second at most unless it must.
func (l *Lab) tellTitle(must bool) {
	now := l.Browser.Now()
	if !must && now-l.queue.told < 1 {
		return
	}
	l.queue.told = now
	words := ""
	if q := l.run.of; q != nil {
		words = "(" + numeral.Percent(math.Floor(100*l.runs())/100, 0) + ") " + q.called()
	}
	l.Browser.Title(words)
	l.Browser.SetValue(queueBar, strconv.FormatFloat(l.runs(), 'f', 3, 64))
}

// queueBar is the bar of the running one.
const queueBar = "question-bar"

func (q *Inquiry) called() string {
	if q.name != "" {
		return q.name
	}
	return q.line
}

// Notifies says whether a person is told of the end of a run.
func (l *Lab) Notifies() bool { return l.queue.notifies }

// notifying asks to be told of the end of a run: browsers let no frame of another page do that.
func (l *Lab) notifying() string {
	if l.InFrame {
		return ""
	}
	return `<button type="button" class="quiet" id="queue-notify" data-act="queue-notify" aria-pressed="` + Bool(l.queue.notifies) +
		`">Notify me of runs over a minute</button>`
}

// drawQueue draws the list; nothing while nobody asked anything.
func (l *Lab) drawQueue() {
	l.tellTitle(true)
	k := &l.queue
	if l.run.of == nil && len(k.waiting)+len(k.answered) == 0 && k.removed == nil {
		l.Browser.Draw(hostQueue, "")
		return
	}
	var b strings.Builder
	count := l.underWay()
	if n := len(k.answered); n > 0 {
		count = strings.TrimPrefix(count+", "+numeral.Count(n)+" answered", ", ")
	}
	b.WriteString(`<section class="questions" aria-labelledby="questions-title"><h2 id="questions-title" class="eyebrow" tabindex="-1">Questions</h2><p>` +
		count + `</p>`)
	if q := l.run.of; q != nil {
		b.WriteString(`<div class="question-runs"><p>` + l.opens(q, "running") +
			` <button type="button" data-act="queue-cancel">Cancel</button> ` + l.notifying() + `</p>` +
			`<progress class="bar" id="` + queueBar + `" max="1" aria-label="` + Esc(q.called()) + `"></progress></div>`)
	}
	if len(k.waiting) > 0 {
		b.WriteString(`<ol class="questions-wait">`)
		for i, q := range k.waiting {
			at := strconv.Itoa(i)
			b.WriteString(`<li><span>` + Esc(q.called()) + `</span> ` + Tool("queue-first", at, "Run next: "+q.called(), "Run next") + ` ` +
				Tool("queue-remove", at, "Remove "+q.called(), "Remove") + `</li>`)
		}
		b.WriteString(`</ol>`)
	}
	if k.removed != nil {
		b.WriteString(`<p role="status">Removed: ` + Esc(k.removed.called()) + `. ` + Tool("queue-undo", "", "", "Undo") + `</p>`)
	}
	b.WriteString(l.answeredHTML())
	l.Browser.Draw(hostQueue, b.String()+`</section>`)
	l.Browser.SetValue(queueBar, strconv.FormatFloat(l.runs(), 'f', 3, 64))
	for i, q := range k.answered {
		l.Browser.SetValue(nameField+strconv.Itoa(i), q.name)
	}
}

// nameField begins the fields of names.
const nameField = "question-name-"

// opens is the button that brings a question back.
func (l *Lab) opens(q *Inquiry, arg string) string {
	words := Esc(q.line)
	if q.name != "" {
		words = `<b>` + Esc(q.name) + `</b>: ` + words
	}
	return `<button type="button" class="quiet" data-act="answer-open" data-arg="` + arg + `">` + words + `</button>`
}

// answeredHTML are those that were answered, pinned ones first.
func (l *Lab) answeredHTML() string {
	if len(l.queue.answered) == 0 {
		return ""
	}
	took := make([]float64, len(l.queue.answered))
	for i, q := range l.queue.answered {
		took[i] = math.Ceil(q.took)
	}
	written := numeral.Durations(took)
	var lists [2]strings.Builder
	for i, q := range l.queue.answered {
		at, said, pin, list := strconv.Itoa(i), q.said, "Pin", 1
		switch { // not every answer has a sentence that a link carries
		case said == "" && l.inSight(q):
			said = "Shown on this page"
		case said == "":
			said = "Ready: open it to read"
		}
		if q.pin {
			pin, list = "Unpin", 0
		}
		lists[list].WriteString(`<tr><th scope="row">` + l.opens(q, at) + `</th><td>` + Esc(strings.TrimSuffix(said, ".")) +
			`</td><td class="num">` +
			written(took[i]) + `</td><td><input type="text" id="` + nameField + at + `" data-set="` + nameField + at +
			`" size="12" placeholder="a name" aria-label="Name of ` + Esc(q.line) + `" autocomplete="off"> ` + Tool("answer-pin", at,
			pin+" "+q.called(), pin) +
			l.ticked(q, at) + `</td></tr>`)
	}
	return Scroll("Answers of this visit",
		`<table class="plain" id="answered"><caption class="visually-hidden">Answers of this visit</caption><thead><tr>`+
			`<th scope="col">Answered</th><th scope="col">What it says</th><th scope="col">Took</th><th scope="col">Name</th></tr></thead><tbody>`+
			lists[0].String()+lists[1].String()+`</tbody></table>`) + l.besideHTML()
}

// QueueAct does what a button of the list asks for; an inquiry that is to be brought back is the shell's to open.
func (l *Lab) QueueAct(what, arg string) (open *Inquiry) {
	k := &l.queue
	i, err := strconv.Atoi(arg)
	of := func(list []*Inquiry) bool { return err == nil && i >= 0 && i < len(list) }
	switch {
	case what == "queue-cancel":
		l.CancelRun()
	case what == "queue-notify":
		if k.notifies = !k.notifies; k.notifies {
			l.Browser.Notify("")
		}
	case what == "queue-first" && of(k.waiting):
		q := k.waiting[i]
		k.waiting = append([]*Inquiry{q}, slices.Delete(k.waiting, i, i+1)...)
	case what == "queue-remove" && of(k.waiting):
		k.removed, k.at = k.waiting[i], i
		k.waiting = slices.Delete(k.waiting, i, i+1)
	case what == "queue-undo" && k.removed != nil:
		k.waiting = slices.Insert(k.waiting, min(k.at, len(k.waiting)), k.removed)
		k.removed = nil
		l.next()
	case what == "answer-pin" && of(k.answered):
		k.answered[i].pin = !k.answered[i].pin
	case what == "answer-beside" && of(k.answered):
		k.tick(k.answered[i])
	case what == "answer-open" && arg == "running":
		return l.run.of
	case what == "answer-open" && of(k.answered):
		return k.answered[i]
	}
	l.drawQueue()
	return nil
}

// NameAnswer names an answer; false: the field is none of those.
func (l *Lab) NameAnswer(key, text string) bool {
	at, ok := strings.CutPrefix(key, nameField)
	if i, err := strconv.Atoi(at); ok && err == nil && i >= 0 && i < len(l.queue.answered) {
		l.queue.answered[i].name = Beginning(strings.TrimSpace(text))
		l.drawQueue()
	}
	return ok
}

// Of are the view of an inquiry, its settings as a link has them, and the first of its logs.
func (q *Inquiry) Of() (view View, query string, on *Opened) {
	settings, _ := url.ParseQuery(q.ask)
	settings.Set("view", q.view.Key())
	return q.view, settings.Encode(), q.on[0]
}
