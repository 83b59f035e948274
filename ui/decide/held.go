package decide

import (
	"errors"
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/rules"
	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/held"
	"shadowtime/core/study"
	"shadowtime/core/study/desk"
	"shadowtime/ui/lab"
)

// holding is what the jobs of a log waited for and which rules held them, as far as that is known.
type holding struct {
	account *held.Account  // nil: not counted yet
	found   *rules.Found   // of the search; nil: nothing yet
	list    []ruling       // the rules found as somebody changed them, once the search has ended
	under   *rules.Found   // what these explain; nil: they are as found
	forward *rules.Forward // what those of the first half are worth in the second; nil: not known
	weighed bool           // it is asked for
	settled bool           // whether the question is asked under the rules found
	asked   int            // tells what is asked about the list apart from what was asked before
	trying  bool           // an answer about it is on its way
	halted  string         // why the search ended before its time, "": it did not
	text    string         // of the rules in force
	said    []rules.Said   // by the site's files
	unsaid  string         // why files that were given say nothing, "": they do
}

// ruling is a rule of the list.
type ruling struct {
	rule  rule.Rule
	found rule.Rule // as the log shows it
	own   bool      // nobody found it: it was added
	off   bool
	open  bool // its fields are
	// what it compares, drawn; nil: not asked for, or not known yet
	drawing bool
	drawn   *rules.Drawing
}

// changed says that somebody changed its constants.
func (x *ruling) changed() bool { return !x.own && x.rule.Text() != x.found.Text() }

// shown is what is known under the rules in force: those of the list, else as found. Nothing is yet where it is nil.
func (h *holding) shown() *rules.Found {
	if h.under != nil {
		return h.under
	}
	return h.found
}

// done says that no more is looked for.
func (h *holding) done() bool { return h.found != nil && h.found.Done }

// cleaning is how a trace is made.
func cleaning(o *lab.Opened) desk.Cleaning { return desk.Cleaning{Rules: o.Rules, Procs: o.Procs} }

// tells says whether a log tells how long its jobs waited.
func tells(o *lab.Opened) bool { return o.Trace != nil && o.Trace.Cleaning.Recorded.All.Known > 0 }

// hold has what is known of the log in sight, and asks for what is not.
func (v *View) hold() {
	o := v.Lab.Current()
	if !tells(o) {
		v.holding = nil
		v.stopSeeking()
		return
	}
	key := o.TaskKey(string(desk.CleanRequest(o.Summary.Digest, cleaning(o))))
	h, known := v.holdings[key]
	if v.holding = h; known {
		v.seek()
		if h != nil && h.done() && !h.settled { // another log came into sight before
			v.weigh(h)
			v.settle(h)
		}
		return
	}
	h = &holding{}
	v.holding, v.holdings[key] = h, h
	v.stopSeeking()
	if files := v.sites[o.Summary.Digest]; len(files) > 0 {
		v.askSaid(h, files)
	}
	later := false
	v.account(o.Summary.Digest, cleaning(o), func(a *held.Account, err error) {
		switch {
		case err != nil:
			delete(v.holdings, key) // a reading that was given up took it along: it is asked for again
			return
		case a == nil: // no job that ran has a wait
			v.holdings[key] = nil
			v.Lab.Changed()
			return
		}
		h = v.holdings[key] // files may have been given meanwhile
		h.take(a)
		if v.holding == h {
			if later { // else it is drawn with all else
				v.drawHeld()
			}
			v.Lab.Browser.AfterPaint(v.seek)
		}
	})
	later = true
}

// take takes what the jobs waited for.
func (h *holding) take(a *held.Account) {
	h.account = a
	if rules.StandingOf(a) != rules.Wasted && len(h.said) == 0 { // no rule held them
		h.found = &rules.Found{Done: true, Foreign: rules.StandingOf(a) == rules.WrongSize, Under: a}
	}
}

// expected is the account of a log that was just read.
type expected struct {
	of      string // the request for it
	account *held.Account
	tell    func(*held.Account, error) // who waits for it; nil: nobody yet
}

// Expect asks what the jobs of a log waited for as soon as it is read; done says that it is known, or can't be.
func (v *View) Expect(log job.Digest, clean desk.Cleaning, done func()) {
	x := &expected{of: string(desk.CleanRequest(log, clean))}
	v.expected = x
	v.Lab.Engine.Held(log, clean, func(a *held.Account, err error) {
		if x.tell != nil {
			x.tell(a, err)
		} else if x.account = a; a == nil { // it is asked for again, if anybody does
			x.of = ""
		}
		done()
	})
}

// account asks what the jobs of a log waited for, where it was not asked before. What is known already is told at once.
func (v *View) account(log job.Digest, clean desk.Cleaning, done func(*held.Account, error)) {
	x, told := v.expected, func(a *held.Account, err error) { v.Lab.Post(func() { done(a, err) }) }
	switch v.expected = nil; {
	case x == nil || x.of != string(desk.CleanRequest(log, clean)):
		v.Lab.Engine.Held(log, clean, told)
	case x.account == nil:
		x.tell = told
	default:
		done(x.account, nil)
	}
}

// seek looks for the rules of the log in sight, beside all that is computed, or goes on with that.
func (v *View) seek() {
	h := v.holding
	if h == nil || h.account == nil || h.done() || h.halted != "" || v.seeking == h || !v.Lab.Rough || v.Lab.InFrame {
		return
	}
	v.stopSeeking()
	v.seeking, v.began, v.ticked = h, v.Lab.Browser.Now(), 0
	v.round(1)
	v.drawHeld()
	v.Lab.Browser.Animate(v.tick)
}

// tick shows how long the search takes.
func (v *View) tick(now float64) bool {
	if s := int(now - v.began); v.seeking != nil && s != v.ticked {
		v.ticked = s
		v.drawSeeking()
	}
	return v.seeking != nil
}

// subject is the search on the trace in sight.
func (v *View) subject() lab.Subject {
	p, o := rules.Default(), v.Lab.Current()
	p.Clean, p.Procs, p.Said = o.Rules, o.Procs, v.holding.said
	_ = p.Normalise() // it was proposed
	return lab.Subject{Trace: o.Trace, Kind: rules.Name, Plan: study.EncodePlan(p.Settings())}
}

// round asks what is found after so many rounds, and draws it as it comes.
func (v *View) round(n int) {
	h := v.seeking
	v.aside(rules.RoundRequest(n), func(f *rules.Found, err error) {
		if v.seeking != h {
			return
		}
		if err != nil {
			v.seeking, h.halted = nil, said(err)
		} else if h.found = f; f.Done {
			v.seeking = nil
			h.begin()
			v.weigh(h)
			v.settle(h)
		} else {
			v.round(n + 1)
			if v.Lab.Engine.Workers() > 1 { // one has nothing left for it
				v.weigh(h)
			}
		}
		v.drawHeld()
	})
}

// aside asks about the trace in sight beside all tasks.
func (v *View) aside(request []byte, done func(*rules.Found, error)) {
	v.Lab.Engine.Aside(v.subject(), 0, request, func(float64) {}, func(b []byte, err error) {
		v.Lab.Post(func() {
			var f *rules.Found
			if err == nil {
				f, err = rules.FoundOf(b)
			}
			done(f, err)
		})
	})
}

func said(err error) string {
	if errors.Is(err, lab.ErrCancelled) {
		return "Stopped."
	}
	return "The search ended: " + err.Error() + "."
}

// stopSeeking ends a search that is under way; it is begun anew when its log comes into sight again.
func (v *View) stopSeeking() {
	if v.seeking != nil {
		v.seeking = nil
		v.Lab.Engine.CancelAside(rules.Name)
	}
}

// begin makes the list that is changed one of the rules found.
func (h *holding) begin() {
	h.list, h.under = nil, nil
	for _, r := range h.found.Rules() {
		h.list = append(h.list, ruling{rule: r, found: r})
	}
	h.text = rule.Text(h.inForce())
}

// weigh asks, beside the search, what rules are worth that were read from the first half of the log.
func (v *View) weigh(h *holding) {
	if len(h.found.Findings) == 0 || h.weighed {
		return
	}
	h.weighed = true
	s := v.subject()
	s.Apart = v.Lab.Engine.Workers() > 1
	v.Lab.Engine.Aside(s, 0, rules.ForwardRequest(), func(float64) {}, func(b []byte, err error) {
		v.Lab.Post(func() {
			if err == nil {
				h.forward, err = rules.ForwardOf(b)
			}
			if h.weighed = err == nil; h.weighed {
				v.settle(h)
			}
		})
	})
}

// settle has the question asked under the rules found, where those of the first half brought a replay of the second nearer to
// what was recorded, unless somebody chose otherwise.
func (v *View) settle(h *holding) {
	if h.forward == nil || !h.done() || len(h.found.Findings) == 0 || v.holding != h {
		return
	}
	h.settled = true
	v.obey(h.forward.Helps() && v.Plan.Rules == "" && !v.Asked())
	v.drawHeld()
}

// obey asks the question under the rules in force.
func (v *View) obey(yes bool) {
	if text := v.holding.text; yes && text != rule.None {
		v.Question.Set("rules", text)
		v.compareAnew()
	}
}

// rulings are the rules that the question may be asked under, and what these are called.
func (v *View) rulings() []study.Option {
	list := []study.Option{{Value: rule.None, Words: "no rules"}}
	now := v.Settings().Find("rules").Get()
	add := func(text string, words string) {
		if !slices.ContainsFunc(list, func(o study.Option) bool { return o.Value == text }) {
			list = append(list, study.Option{Value: text, Words: words})
		}
	}
	if h := v.holding; h != nil && h.done() {
		if n := len(h.found.Findings); n > 0 {
			add(rule.Text(h.found.Rules()), "the "+numeral.Count(n)+numeral.Plural(n, " rule", " rules")+" found")
		}
		add(h.text, "my own rules")
	}
	add(now, "my own rules")
	return list
}

// ruledBy is what rules are called in the question.
func (v *View) ruledBy(text string) string {
	for _, o := range v.rulings() {
		if o.Value == text {
			return "under " + o.Words
		}
	}
	return ""
}

// inForce are the rules of the list that are switched on.
func (h *holding) inForce() (list []rule.Rule) {
	for i := range h.list {
		if x := &h.list[i]; !x.off {
			list = append(list, x.rule)
		}
	}
	return list
}

// try asks what the list explains, and shows it.
func (v *View) try() {
	h := v.holding
	h.asked++
	h.erase()
	asked, was := h.asked, h.text
	h.text = rule.Text(h.inForce())
	if v.Plan.Rules == was { // the question follows
		v.Question.Set("rules", h.text)
		v.compareAnew()
	}
	if h.trying = !h.asFound(); !h.trying {
		h.under = nil
		v.drawHeld()
		return
	}
	v.drawHeld()
	v.aside(rules.UnderRequest(h.inForce()), func(f *rules.Found, err error) {
		if asked != h.asked {
			return
		}
		h.trying = false
		if err != nil {
			h.halted = said(err)
		} else {
			h.under = f
		}
		v.drawHeld()
	})
}

// asFound says that the list is what the search found.
func (h *holding) asFound() bool {
	return !slices.ContainsFunc(h.list, func(x ruling) bool { return x.off || x.own || x.changed() })
}

// actHeld does what a button of the section asks for; false: it is none of it.
func (v *View) actHeld(what, arg string) bool {
	h := v.holding
	at, _ := strconv.Atoi(arg)
	switch {
	case h == nil || h.account == nil:
		return false
	case what == "held":
		v.heldOpen = !v.heldOpen
	case what == "held-open":
		v.heldOpen = true
		v.Lab.Browser.Focus("held-line")
		v.Lab.Browser.Reveal("held-line")
	case what == "held-cancel":
		v.stopSeeking()
		h.halted = "Stopped."
		v.Lab.Browser.Attend("held-again", false)
	case what == "held-again":
		h.halted = ""
		v.seek()
		v.Lab.Browser.Attend("held-cancel", false)
	case what == "held-give":
		v.heldOpen = true
		v.Lab.Browser.Focus("held-files")
		v.Lab.Browser.Reveal("held-files")
	case what == "held-unsay":
		v.askSaid(h, nil)
		v.Lab.Browser.Attend("held-files", true)
	case what == "held-by":
		v.groupBy, v.group = rules.Grouping(arg), -1
	case what == "held-group":
		v.group = at
	case what == "held-hour":
		v.hour = at
	case what == "held-when":
		v.exploreHour()
		return true
	case what == "held-user":
		v.Lab.Go("replay", "user", arg)
		return true
	default:
		return v.actRule(what, arg)
	}
	v.drawHeld()
	return true
}
