package decide

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/rules"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/held"
	"shadowtime/ui/lab"
)

// drawRules draws the rules and what is left, as far as the search is.
func (v *View) drawRules() {
	b, f := v.Lab.Browser, v.holding.shown()
	if f == nil || f.Foreign {
		v.Lab.Clear(hostRules, hostAdd, hostLeft)
		return
	}
	b.Draw(hostRules, v.rulesHTML(f))
	b.Draw(hostAdd, v.addHTML())
	b.Draw(hostLeft, v.leftHTML(f))
}

// rulesHTML is the table of the rules.
func (v *View) rulesHTML(f *rules.Found) string {
	h, t := v.holding, v.terms()
	told := f.Told(t)
	hint := "Constants come from one half of the weeks, the proof from the other."
	if len(told) > 1 {
		hint += " " + rules.Shared
	}
	if f.Queue() != "" {
		hint += " " + f.Queue()
	}
	html := `<h3>Rules read from the log</h3><p class="hint">` + lab.Esc(hint) + `</p>`
	if len(told)+len(h.list) == 0 {
		return html + `<p>` + lab.Esc(v.strongest(f).First) + `</p>`
	}
	html += `<table class="held-rules" aria-busy="` + lab.Bool(h.trying) + `"><caption class="visually-hidden">Rules read from the log</caption><thead><tr><th scope="col">Rule and period</th>` +
		`<th scope="col">Explains</th><th scope="col">Broken, of concerned</th><th scope="col">Knife edge</th>` +
		`<td></td></tr></thead><tbody>`
	for i := range h.list {
		row := rules.Told{Words: t.Words(&h.list[i].rule, false), Period: t.Period(&h.list[i].rule), Explains: numeral.Unknown,
			Share: numeral.Unknown, Broken: numeral.Unknown}
		if !h.list[i].off && len(told) > 0 {
			if told[0].Text == h.list[i].rule.Text() { // else the answer about it is on its way
				row, told = told[0], told[1:]
			}
		}
		html += v.ruleRow(i, &row)
	}
	for i := range told {
		html += v.ruleRow(-1, &told[i])
	}
	return html + `</tbody></table>`
}

// ruleRow is a rule, with its place in the list; -1: it can't be changed.
func (v *View) ruleRow(i int, x *rules.Told) string {
	at := strconv.Itoa(i)
	html, sub, edge := `<tr><td class="rule">`, x.Period, ""
	if x.EdgeWords != "" {
		edge = `<b>` + x.Edge.String() + `</b><span>` + lab.Esc(x.EdgeWords) + `</span>`
	}
	tools, fields, drawing := "", "", ""
	if i >= 0 {
		r := &v.holding.list[i]
		html += `<button type="button" role="switch" id="held-switch-` + at + `" data-act="held-switch" data-arg="` + at + `" aria-checked="` +
			lab.Bool(!r.off) + `" aria-label="` + lab.Esc(x.Words) + `"></button>`
		tools, drawing = v.ruleTools(i, r), v.drawnHTML(r)
		if r.own || r.changed() {
			sub += ", yours"
		}
		if r.open {
			fields = fieldsHTML(i, &r.rule, v.terms().Undated)
		}
	}
	return html + `<div><b>` + lab.Esc(x.Words) + `</b><span>` + lab.Esc(sub) + `</span>` + fields + `</div></td><td data-of="Explains"><b>` +
		lab.Esc(x.Explains) + `</b> <span>` + lab.Esc(x.Share) + `</span></td><td data-of="Broken, of concerned">` + lab.Esc(x.Broken) +
		`</td><td class="edge" data-of="Knife edge">` + edge + `</td><td class="rule-tools">` + tools + `</td></tr>` + drawing
}

// ruleTools are what can be done with a rule.
func (v *View) ruleTools(i int, r *ruling) string {
	at, words := strconv.Itoa(i), "Edit"
	if r.open {
		words = "Close"
	}
	html := lab.Tool("held-edit", at, "", words)
	if rules.Drawable(&r.rule) && !r.off {
		words = "Draw"
		if r.drawing {
			words = "Hide"
		}
		html += lab.Tool("held-draw", at, "", words)
	}
	switch {
	case r.own:
		html += lab.Tool("held-remove", at, "", "Remove")
	case r.changed():
		html += lab.Tool("held-restore", at, "", "Back to the log’s")
	}
	return html
}

// constant is a number of a rule in a field.
type constant struct {
	key, words, kind, value string
}

// constants are the numbers of a rule that the form of its card lets a visitor change.
func constants(r *rule.Rule, undated bool) (list []constant) {
	add := func(key, words, kind, value string) { list = append(list, constant{key, words, kind, value}) }
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	if r.Class.Over > 0 {
		add("over", "requests over, hours", "text", numeral.Plain(float64(r.Class.Over)/3600))
	}
	switch r.Kind {
	case rule.Limit:
		switch r.Of {
		case rule.Work:
			add("hours", "processor-hours", "number", number(r.Most/3600))
		case rule.Procs:
			add("most", "processors", "number", number(r.Most))
		default:
			add("most", "running jobs", "number", number(r.Most))
		}
	case rule.Kept:
		if r.Most > 0 {
			add("most", "processors kept", "number", number(r.Most))
		}
		minute := func(at int64) string { return time.Unix(at, 0).UTC().Format(toMinute) }
		add("since", "from", "datetime-local", minute(r.Since))
		add("until", "until", "datetime-local", minute(r.Until))
		return list
	case rule.Missing:
		add("most", "processors missing", "number", number(r.Most))
	case rule.Share:
		add("half", "half-life, days", "text", numeral.Plain(float64(r.Half)/(24*3600)))
	case rule.Hours:
		field := "time"
		if r.Days == rule.Week { // no field of a browser has a day of the week
			field = "text"
		}
		add("start", "from", field, clock(r, r.From))
		add("stop", "to", field, clock(r, r.To))
	case rule.EndBy:
		add("start", "end by", "time", clock(r, r.From))
	}
	if !undated {
		add("since", "holds from", "date", day(r.Since))
		add("until", "until", "date", day(r.Until))
	}
	return list
}

// clock is 06:30 of minutes of a day, as a field has it; Friday 17:00 of those of a week.
func clock(r *rule.Rule, minute int32) string {
	if r.Days == rule.Week {
		return r.Hour(minute)
	}
	return time.Unix(int64(minute)*60, 0).UTC().Format("15:04")
}

// day is an instant on the wall as a field has it; "": open.
func day(at int64) string {
	if at == rule.Always || at == rule.Forever {
		return ""
	}
	return time.Unix(at, 0).UTC().Format(time.DateOnly)
}

// toMinute is how a field has a date and a time.
const toMinute = "2006-01-02T15:04"

// fieldsHTML are the fields of a rule's numbers.
func fieldsHTML(i int, r *rule.Rule, undated bool) string {
	html := `<span class="rule-fields">`
	for _, c := range constants(r, undated) {
		id := "held-" + c.key + "-" + strconv.Itoa(i)
		html += `<label>` + c.words + ` <input type="` + c.kind + `" id="` + id + `" data-set="` + id + `" value="` + lab.Esc(c.value) + `"></label> `
	}
	return html + `</span>`
}

// setConstant takes a number of a rule; what can't be taken is an error.
func setConstant(r *rule.Rule, key, text string) error {
	text = strings.TrimSpace(text)
	x := *r
	var err error
	minutes := func() int32 {
		if r.Days == rule.Week {
			minute, ok := rule.HourOfWeek(text)
			if !ok {
				err = errors.New("hour of the week " + strconv.Quote(text) + " is not known: write it as in Friday 17:00")
			}
			return minute
		}
		t, bad := time.Parse("15:04", text)
		err = bad
		return int32(t.Hour()*60 + t.Minute())
	}
	instant := func(open int64) int64 {
		if text == "" {
			return open
		}
		t, bad := time.Parse(time.DateOnly, text)
		if bad != nil {
			t, bad = time.Parse(toMinute, text)
		}
		err = bad
		return t.Unix()
	}
	number := func() (n float64) {
		n, err = strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
		return n
	}
	switch key {
	case "over":
		x.Class.Over = int64(number() * 3600)
	case "half":
		x.Half = int64(math.Round(number() * 24 * 3600))
	case "hours":
		x.Most, err = strconv.ParseInt(text, 10, 40)
		x.Most *= 3600
	case "most":
		x.Most, err = strconv.ParseInt(text, 10, 64)
	case "start":
		x.From = minutes()
	case "stop":
		if x.To = minutes(); x.To == 0 && x.Days != rule.Week {
			x.To = 24 * 60
		}
	case "since":
		x.Since = instant(rule.Always)
	case "until":
		x.Until = instant(rule.Forever)
	}
	if err == nil {
		err = x.Check()
	}
	if err == nil {
		*r = x
	}
	return err
}

// adding is the rule that is to be added, as its sentence has it, and rules of any kind as --rules reads them.
type adding struct{ most, of, per, since, text string }

var (
	measures = [...][2]string{{"jobs", "running jobs"}, {"processors", "processors"}, {"processor-hours", "processor-hours"}}
	whose    = [...][2]string{{"a user", "a user"}, {"a user while others wait", "a user while others wait"}, {"", "in all"},
		{"a user in each queue", "a user in each queue"}}
)

// addHTML is the sentence that adds a rule, and the ways to take all of them along.
func (v *View) addHTML() string {
	h, x := v.holding, &v.add
	if h.list == nil && !h.done() {
		return ""
	}
	choose := func(key, label, now string, list [][2]string) string {
		html := `<select class="inline" id="held-add-` + key + `" data-set="held-add-` + key + `" aria-label="` + label + `">`
		for _, o := range list {
			mark := ""
			if o[0] == now {
				mark = " selected"
			}
			html += `<option value="` + o[0] + `"` + mark + `>` + o[1] + `</option>`
		}
		return html + `</select>`
	}
	html := `<div class="held-add"><p class="sentence">Add a rule: at most <input type="number" class="inline n3" id="held-add-most" data-set="held-add-most" min="1" ` +
		`aria-label="The most of it" value="` + lab.Esc(x.most) + `"> ` + choose("of", "What is counted", x.of, measures[:]) + ` ` +
		choose("per", "For whom it counts", x.per, whose[:])
	if !v.terms().Undated {
		html += ` from <input type="date" class="inline" id="held-add-since" data-set="held-add-since" aria-label="From which day; empty: always" value="` +
			lab.Esc(x.since) + `">`
	}
	html += `. <button type="button" id="held-add" data-act="held-add">Try it</button></p><p class="sentence written">Or ` +
		`<label for="held-add-text">write one</label>: <input type="text" class="inline" id="held-add-text" data-set="held-add-text" ` +
		`size="28" placeholder="not 06:00-18:00 Mon-Fri over 4h" aria-describedby="held-written" value="` + lab.Esc(x.text) +
		`"> <button type="button" id="held-write" data-act="held-write">Try it</button> <a id="held-written" href="docs/method.html#rule-forms" ` +
		`target="_blank" rel="noopener">How rules are written</a></p>`
	if len(h.list) > 0 {
		html += `<p class="actions">`
		for _, w := range [...][2]string{{"words", "Copy as words"}, {"json", "JSON"}, {"slurm", "Slurm lines"}} {
			words := w[1]
			if v.copied == w[0] {
				words = "Copied"
			}
			html += lab.Tool("held-copy", w[0], "", words)
		}
		html += `</p>`
	}
	return html + `</div>`
}

// setHeld takes what a field of the section asks for; false: it is none of it.
func (v *View) setHeld(key, text string) bool {
	rest, ok := strings.CutPrefix(key, "held-")
	if !ok || v.holding == nil {
		return false
	}
	if what, ok := strings.CutPrefix(rest, "add-"); ok {
		x := &v.add
		*map[string]*string{"most": &x.most, "of": &x.of, "per": &x.per, "since": &x.since,
			"text": &x.text}[what] = text
		return true
	}
	what, at, _ := strings.Cut(rest, "-")
	i, err := strconv.Atoi(at)
	if err != nil || i < 0 || i >= len(v.holding.list) {
		return true
	}
	if err := setConstant(&v.holding.list[i].rule, what, text); err != nil {
		v.Lab.Refuse("The "+err.Error()+".", 0)
		return true
	}
	v.try()
	return true
}

// actRule does what a button of the rules asks for; false: it is none of theirs.
func (v *View) actRule(what, arg string) bool {
	h := v.holding
	i, err := strconv.Atoi(arg)
	of := err == nil && i >= 0 && i < len(h.list)
	switch {
	case what == "held-add":
		v.addRule()
	case what == "held-write":
		if v.addRules(v.add.text) {
			v.add.text = ""
		}
		v.drawHeld()
	case what == "held-copy":
		v.copied = arg
		v.Lab.Copy(v.rulesAs(arg), func() { v.copied = "" })
		v.drawHeld()
	case what == "held-switch" && of:
		h.list[i].off = !h.list[i].off
		v.try()
	case what == "held-edit" && of:
		h.list[i].open = !h.list[i].open
		v.drawHeld()
	case what == "held-draw" && of:
		v.drawRule(i)
		v.drawHeld()
	case what == "held-restore" && of:
		h.list[i].rule = h.list[i].found
		v.try()
	case what == "held-remove" && of:
		h.list = slices.Delete(h.list, i, i+1)
		v.try()
		v.Lab.Browser.Attend("held-add", true)
	default:
		return strings.HasPrefix(what, "held")
	}
	return true
}

// addRule adds the rule of the sentence, and tries it.
func (v *View) addRule() {
	x := &v.add
	text := x.most + " " + x.of + " " + x.per
	if x.since != "" {
		text += " from " + x.since
	}
	v.addRules(text)
}

// addRules adds rules as --rules reads them, and tries them; false: they can't be read.
func (v *View) addRules(text string) bool {
	list, err := rule.Read(text)
	if err == nil && len(list) == 0 {
		err = errors.New("write one, such as 4 jobs a user")
	}
	if err != nil {
		v.Lab.Message = "The rule can’t be added: " + err.Error() + "."
		return false
	}
	for _, r := range list {
		v.holding.list = append(v.holding.list, ruling{rule: r, found: r, own: true})
	}
	v.try()
	v.Lab.Browser.Attend("held-switch-"+strconv.Itoa(len(v.holding.list)-1), true)
	return true
}

// rulesAs are the rules in force as words, JSON or lines for Slurm.
func (v *View) rulesAs(how string) string {
	t := v.terms()
	var lines []string
	for _, r := range v.holding.inForce() {
		words := t.Words(&r, true)
		switch how {
		case "json":
			lines = append(lines, `  {"rule": `+strconv.Quote(r.Text())+`, "says": `+strconv.Quote(words)+`}`)
		case "slurm":
			set, ok := t.Slurm(&r)
			if !ok {
				set = "# " + t.Lacking(&r)
			}
			lines = append(lines, "# "+words+"\n"+set)
		default:
			lines = append(lines, words+".")
		}
	}
	if how == "json" {
		return "[\n" + strings.Join(lines, ",\n") + "\n]\n"
	}
	return strings.Join(lines, "\n") + "\n"
}

// leftHTML is what stays unexplained, what it looks like, and what would settle it.
func (v *View) leftHTML(f *rules.Found) string {
	left := f.Left()
	var b strings.Builder
	b.WriteString(`<div class="held-left"><div><p class="held-said">` + lab.Esc(left.First+" "+left.Rest) + `</p>`)
	if f.Under.Share(held.InVain) > 0 {
		b.WriteString(`<table class="held-signs"><caption class="visually-hidden">How held jobs start</caption><thead><tr><th scope="col">Starts of held jobs</th><th scope="col">Seen</th>` +
			`<th scope="col">By chance</th><th scope="col">Would point to</th></tr></thead><tbody>`)
		for _, x := range rules.Pointers(f.Under) {
			b.WriteString(`<tr><th scope="row">` + lab.Esc(x.Starts) + `</th><td>` + lab.Esc(x.Seen) + `</td><td>` + lab.Esc(x.Chance) + `</td><td>` +
				lab.Esc(x.To) + `: <b>` + x.Sign.String() + `</b></td></tr>`)
		}
		b.WriteString(`</tbody></table>`)
	}
	b.WriteString(`</div><div class="held-notes">`)
	if words := f.HeaviestWords(); words != "" {
		b.WriteString(`<p>` + lab.Esc(words) + ` ` + lab.Tool("held-user", strconv.FormatInt(f.Under.Users[0].ID, 10), "", "Show the first one’s jobs in Explore") +
			`</p>`)
	}
	if words := rules.Settles(f.Under); words != "" {
		words = lab.Esc(words)
		if rules.Likely(f.Under) == rules.OfUsers { // which those files say
			words += v.givingHTML()
		}
		b.WriteString(`<p>` + words + `</p>`)
	}
	if f := v.holding.forward; f != nil && len(v.holding.found.Findings) > 0 {
		said := f.Said()
		b.WriteString(`<p>` + lab.Esc(strings.TrimSpace(said.First+" "+said.Rest)) + `</p>`)
	}
	b.WriteString(`<p>Replays obey the rules that the question names. Stretches without a start tell of the past alone and are never replayed.</p>`)
	return b.String() + `</div></div>`
}
