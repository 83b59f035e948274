package decide

import (
	"strconv"
	"strings"

	"shadowtime/core/experiment/decide"
	"shadowtime/core/experiment/rules"
	"shadowtime/core/job/rule"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/held"
	"shadowtime/ui/lab"
)

// terms are what rules of the log in sight are said in.
func (v *View) terms() *rule.Terms {
	o := v.Lab.Trace.Overview
	return &rule.Terms{Procs: o.Procs, Undated: o.Calendar.Unix == 0}
}

// levels are those of what an account says first.
var levels = map[rules.Standing]decide.Level{rules.NoWaiting: decide.Good, rules.WrongSize: decide.FixFirst, rules.Ordered: decide.Good,
	rules.Wasted: decide.Doubtful}

// waited is the line of the check card that says what users waited for.
func (v *View) waited() decide.Check {
	c := decide.Check{Key: "waited", Level: decide.Open, Words: "What your users waited for is being counted."}
	if h := v.holding; h.account != nil {
		said := rules.Waited(h.account)
		c.Level, c.Words, c.Detail = levels[rules.StandingOf(h.account)], said.First, said.Rest
	}
	return c
}

// waitedLine is what stands in the line, and the room of what comes: no more of it moves when rules are found.
func (v *View) waitedLine(c *decide.Check) string {
	h := v.holding
	room := fullest(v.Lab.Trace)
	end := foreseen(room)
	words, bars := `<p>`+sentence(c.Words, "", lab.Esc)+`</p>`, ""
	if h.account != nil {
		words, bars = waitedWords(h.account, h.shown(), lab.Esc), v.waitedBars("waits", h.account, h.shown())
	}
	if h.account != nil && rules.StandingOf(h.account) != rules.Wasted {
		return `<div class="waits">` + words + bars + `</div>`
	}
	return `<div class="waits">` + roomFor(words, waitedWords(room, end, lab.Room)) + roomFor(bars, v.waitedBars("waits-room", room, end)) + `</div>`
}

// roomFor has what is shown in the room of what will be.
func roomFor(shown, room string) string {
	return `<div class="said"><div>` + shown + `</div><div class="to-come" aria-hidden="true"><div class="host-root"><div>` + room +
		`</div></div></div></div>`
}

func sentence(first, rest string, text func(string) string) string {
	return `<strong>` + text(first) + `</strong> ` + text(strings.TrimSpace(rest))
}

// fullest is an account with all causes that one of a log can have.
func fullest(t *lab.Trace) *held.Account {
	w := t.Cleaning.Recorded.All
	a := &held.Account{Jobs: int(w.Known)}
	for c := range a.Parts {
		a.Parts[c] = max(w.Sum, 1) / held.Causes
	}
	return a
}

// foreseen is a search that ends with as much to say as one may.
func foreseen(a *held.Account) *rules.Found {
	r := rule.New(rule.Hours)
	r.Class.Over, r.Class.Wider, r.From, r.To, r.Days = 9000, 44, 990, 1110, rule.Workdays
	r.Since, r.Until = 843350400, 875491200
	return &rules.Found{Done: true, Findings: []rules.Finding{{Rule: r}}, Stops: make([]rule.Span, 44), Under: a}
}

// waitedWords say what jobs waited for, and what stays of it under what was found; nil: nothing yet.
func waitedWords(a *held.Account, f *rules.Found, text func(string) string) string {
	said := rules.Waited(a)
	if f != nil && !f.Foreign {
		said.Rest += " " + f.Stays()
	}
	return `<p>` + sentence(said.First, said.Rest, text) + `</p>`
}

// waitedBars are its bars: from the log alone, and under what was found.
func (v *View) waitedBars(id string, a *held.Account, f *rules.Found) string {
	s := rules.StandingOf(a)
	if s == rules.NoWaiting || s == rules.WrongSize {
		return ""
	}
	bars := rules.Bars(a, f)
	bars.Frame = plot.Frame{ID: id, Width: v.lineWidth()}
	return bars.SVG()
}

// waitedTool leads from the line to what held the jobs, or to the size that is to be changed first.
func (v *View) waitedTool() string {
	if a := v.holding.account; a != nil {
		switch rules.StandingOf(a) {
		case rules.NoWaiting:
			return ""
		case rules.WrongSize:
			return lab.Tool("decide-size", "", "", "Change the size")
		}
	}
	return lab.Tool("held-open", "", "", "See what held them")
}

// lineWidth is the room beside the level of a line.
func (v *View) lineWidth() int {
	const padding, level, narrow = 34, 128, 600
	w := v.Lab.Browser.Width() - padding
	if w > narrow {
		w -= level
	}
	return w
}

// drawHeld draws what is known of the log in sight, where it is in sight.
func (v *View) drawHeld() {
	if !v.InSight(v.Lab.Current()) {
		return
	}
	v.drawChecks()
	h := v.holding
	if h == nil || h.account != nil && rules.StandingOf(h.account) != rules.Wasted && rules.StandingOf(h.account) != rules.Ordered {
		v.Lab.Clear(heldHosts...)
		return
	}
	v.Lab.Browser.Draw(hostHeld, v.heldLine())
	v.drawSeeking()
	if v.heldOpen && h.account != nil {
		v.drawWeek()
		v.drawRules()
		v.Lab.Browser.Draw(hostSaid, v.saidHTML())
		v.Lab.Browser.Draw(hostGive, v.giveHTML())
	} else {
		v.Lab.Clear(heldHosts[2:]...)
	}
}

// heldLine is what stands when the section is folded: the strongest rule, and how much was found.
func (v *View) heldLine() string {
	html := `<button type="button" class="held-line" id="held-line" data-act="held" data-esc aria-controls="held-section" aria-expanded="` +
		lab.Bool(v.heldOpen) + `"><b id="held-title">What held them</b><span class="said"><span>`
	found := v.holding.shown()
	if found == nil {
		found = &rules.Found{Under: fullest(v.Lab.Trace)}
	}
	if v.holding.account != nil {
		html += headline(v.strongest(found), !v.heldOpen && found.Done, lab.Esc)
	}
	room := foreseen(fullest(v.Lab.Trace))
	return html + `</span><span class="to-come" aria-hidden="true"><span class="host-root"><span>` +
		headline(room.Headline(v.terms()), true, lab.Room) + `</span></span></span></span></button>`
}

// strongest is the headline of what was found; a search that ended before it found anything looks for nothing more.
func (v *View) strongest(f *rules.Found) rules.Sentence {
	said := f.Headline(v.terms())
	if v.holding.halted != "" && !f.Done && said.Rest == "" {
		said.First = "No rule was found before the search ended."
	}
	return said
}

func headline(said rules.Sentence, opens bool, text func(string) string) string {
	rest := said.Rest
	if opens {
		rest += " Open for the week, sizes, users and rules."
	}
	return `<span class="held-said">` + text(said.First) + `</span><span class="held-more">` + text(rest) + `</span>`
}

// drawSeeking says how long the search takes, and lets it be ended.
func (v *View) drawSeeking() {
	h, html := v.holding, ""
	switch {
	case h == nil || h.done():
	case v.seeking == h:
		html = `<p class="hint seeking"><span><b>Looking for rules, </b>` + strconv.Itoa(v.ticked) + "\u202fs" + `</span> ` +
			`<button type="button" class="quiet" id="held-cancel" data-act="held-cancel">Cancel</button></p>`
	case h.halted != "":
		html = `<p class="hint seeking"><span>` + lab.Esc(h.halted) + `</span> ` +
			`<button type="button" class="quiet" id="held-again" data-act="held-again">Look for rules</button></p>`
	}
	v.Lab.Browser.Draw(hostSeeking, html)
}
