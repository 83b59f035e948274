package lab

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
	"shadowtime/core/study/protocol"
)

// Hosts of a question, behind its IDs.
const (
	HostBackfill = "backfill-order" // in its sentence
	HostProtocol = "protocol"       // where a published study's way of asking is chosen
	HostStudied  = "studied"        // what that sets
)

// asking is a question beside what the page proposes and what the protocol in
// force says. No type of a plan is in it, so that all views share its code.
type asking struct {
	kind, ids                string
	asked, proposed, studied study.Settings
}

// difference is a setting that a protocol changes, or whose value is no longer the
// protocol's.
type difference struct {
	protocol.Value
	now, here, there *study.Setting // as asked, as proposed, as the study had it
}

// kept says whether the setting has the study's value.
func (d difference) kept() bool { return d.now.Get() == d.there.Get() }

// protocol is the protocol in force: how a study asked its question. Plans for which no study's protocol is known have none.
func (a *asking) protocol() (protocol.Protocol, bool) {
	s := a.asked.Find("protocol")
	if s == nil {
		return protocol.Protocol{}, false
	}
	return protocol.Find(s.Get(), a.kind)
}

// differences are the settings in which the plan and the protocol in force differ.
func (a *asking) differences() (list []difference) {
	p, _ := a.protocol()
	for _, v := range p.Values(a.kind) {
		d := difference{v, a.asked.Find(v.Key), a.proposed.Find(v.Key), a.studied.Find(v.Key)}
		if !d.kept() || d.here.Get() != d.there.Get() {
			list = append(list, d)
		}
	}
	return list
}

// chooser is where a protocol is chosen; nil where there is none to choose.
func (a *asking) chooser(open bool) *Panel {
	s := a.asked.Find("protocol")
	if s == nil {
		return nil
	}
	p := &Panel{}
	p.HTML(`<div class="protocol">`)
	study, ok := a.protocol()
	p.Row(Field{Of: s, ID: a.ids + s.Key, Label: "Settings of a published study", Shown: s.Get(), Hint: study.Words, NoHint: !ok})
	if ok {
		n, changed := 0, 0
		for _, d := range a.differences() {
			n++
			if !d.kept() {
				changed++
			}
		}
		words := "what it changes: " + strconv.Itoa(n) + numeral.Plural(n, " setting", " settings")
		if changed > 0 {
			words += ", " + strconv.Itoa(changed) + " of them changed since"
		}
		id := a.ids + HostStudied
		p.HTML(`<button type="button" class="fold" id="` + id + `-fold" data-act="fold" data-arg="protocol" aria-controls="` + id +
			`" aria-expanded="` + Bool(open) + `">` + words + `</button>`)
	}
	p.HTML(`</div>`)
	return p
}

// panel lists the settings that the protocol in force changes, with a button each to take a change back.
func (a *asking) panel() *Panel {
	study, ok := a.protocol()
	if !ok {
		return nil
	}
	p := &Panel{}
	p.Open(a.ids+HostStudied, "more studied", "What it changes")
	p.HTML(`<table class="plain"><caption>` + Esc(study.Source) + `</caption><thead><tr>`)
	for _, head := range []string{"Setting", study.Title, "as proposed here", "where it is from"} {
		p.HTML(`<th scope="col">` + head + `</th>`)
	}
	p.HTML(`<td></td></tr></thead><tbody>`)
	for _, d := range a.differences() {
		row, does, tag := "", "put back", ""
		switch {
		case d.now.Get() == d.here.Get() && !d.kept():
			row, does, tag = "back", "as the study", "put back"
		case !d.kept():
			row, does, tag = "other", "as the study", "now "+words(d.now)
		}
		if tag != "" {
			tag = ` <span class="tag">` + Esc(tag) + `</span>`
		}
		why := d.Why
		if why == "" {
			why = "the study’s text"
		}
		p.HTML(`<tr class="` + row + `"><th scope="row">` + Esc(d.now.Name) + tag + `</th><td>` + Esc(words(d.there)) + `</td><td>` +
			Esc(words(d.here)) + `</td><td>` + Esc(why) +
			`</td><td><button type="button" id="` + a.ids + `studied-` + d.Key + `" data-act="protocol" data-arg="` + d.Key +
			`" aria-label="` + Esc(d.now.Name+": "+does) + `">` + does + `</button></td></tr>`)
	}
	p.HTML(`</tbody></table>`)
	p.Close()
	return p
}

// words are a setting's value for people.
func words(s *study.Setting) string {
	text := s.Get()
	for _, o := range s.Options {
		if o.Value == text {
			return o.Words
		}
	}
	switch {
	case s.Form == study.Switch && text == "true":
		return "yes"
	case s.Form == study.Switch:
		return "no"
	case s.Key == "backfill":
		return backfillWords(text)
	}
	list := strings.Split(text, ",")
	for i, x := range list {
		if at, err := study.ParseSeconds(x); s.Key == "threshold" && err == nil && at >= 0 {
			list[i] = hours(at) + numeral.Thin + "h"
		}
	}
	return strings.Join(list, ", ")
}

// hours are a threshold in words of hours, as the threshold's field shows them.
func hours(at study.Seconds) string {
	x := float64(at) / 3600
	text := numeral.Plain(x)
	switch {
	case len(text) < 8:
	case x < 1:
		text = strconv.FormatFloat(x, 'f', 4, 64)
	default:
		text = strconv.FormatFloat(x, 'f', 2, 64)
	}
	return text
}

// backfill is the choice of a backfilling order in a sentence; nil where a plan has
// none.
func (a *asking) backfill() *Panel {
	s := a.asked.Find("backfill")
	if s == nil {
		return nil
	}
	names, choice := append([]string{"same"}, order.Names(order.Every())...), *s
	if !slices.Contains(names, s.Get()) {
		names = append(names, s.Get())
	}
	choice.Form = study.Choice
	for _, n := range names {
		choice.Options = append(choice.Options, study.Option{Value: n, Words: backfillWords(n)})
	}
	p := &Panel{}
	p.control(Field{Of: &choice, ID: a.ids + HostBackfill, Shown: s.Get()}, ` class="inline" aria-label="Backfilling order"`)
	return p
}

func backfillWords(name string) string {
	if name == "same" {
		return "the same order"
	}
	return order.Short(strings.TrimPrefix(name, FormulaPrefix)) + " order"
}

// leave puts back what the protocol in force set and is still so.
func (a *asking) leave() {
	for _, d := range a.differences() {
		if d.kept() {
			_ = d.now.Set(d.here.Get()) // it is a value of the other plan
		}
	}
}

// ---- of a question

func (s *Method) asking() *asking {
	a := &asking{s.Kind, s.IDs, s.Settings(), s.proposal().Settings(), s.proposal().Settings()}
	if x := a.studied.Find("protocol"); x != nil {
		_ = x.Set(a.asked.Find("protocol").Get())
	}
	return a
}

// DrawAsking draws what a question is asked by besides its sentence's own fields:
// the backfilling order in it, and a protocol.
func (s *Method) DrawAsking() { s.asking().draw(s.Lab, s.studied) }

// draw draws the fields of a question, and the protocol's changes where those are unfolded.
func (a *asking) draw(l *Lab, open bool) {
	l.Draw(a.ids+HostBackfill, a.backfill())
	l.Draw(a.ids+HostProtocol, a.chooser(open))
	var p *Panel
	if open {
		p = a.panel()
	}
	l.Draw(a.ids+HostStudied, p)
}

// other is the value that the button of a setting's row asks for: the study's
// value, or the page's proposal where the setting has the study's value already.
func (a *asking) other(key string) (text string, proposed bool) {
	for _, d := range a.differences() {
		switch {
		case d.Key != key:
		case d.kept():
			return d.here.Get(), true
		default:
			return d.there.Get(), false
		}
	}
	return "", false
}

// Act does what a button asks for that many views have; false: the button is another one.
func (s *Method) Act(what, arg string) bool {
	switch {
	case what == "fold" && arg == "protocol":
		s.studied = !s.studied
	case what == "protocol":
		text, proposed := s.asking().other(arg)
		s.Set(arg, text)
		s.whole()
		s.propose(proposed && arg == "weeks")
		s.Lab.Browser.Attend(s.id(HostStudied)+"-fold", false) // its row may be gone
	default:
		return s.act(what, arg)
	}
	s.DrawAsking()
	return true
}

// Cleaning are the rules by which the page proposes to clean a log: the rules of the protocol in force.
func (s *Method) Cleaning() job.Rules {
	p := s.proposal()
	if x := p.Settings().Find("protocol"); x != nil {
		_ = x.Set(s.plan.Settings().Find("protocol").Get())
	}
	return p.Ground().Clean
}

// whole asks all settings of the protocol in force once each of its parts is asked again:
// a setting that a part implies may have gone with another part.
func (s *Method) whole() {
	a := s.asking()
	p, ok := a.protocol()
	for _, d := range a.differences() {
		ok = ok && d.kept()
	}
	if ok {
		s.Set("protocol", p.Name)
	}
}

// propose says whether the number of weeks is the page's proposal.
func (s *Method) propose(weeks bool) {
	if weeks {
		s.byHand, s.proposed = false, s.Ground().Weeks
	}
}

// ask takes over the settings of a protocol. A setting that an earlier protocol made and
// nobody changed since goes back to the page's proposal.
func (s *Method) ask(name string) error {
	if err := s.typed.clone(s.plan).Settings().Find("protocol").Set(name); err != nil {
		return err
	}
	a := s.asking()
	weeks := func() string {
		if x := a.asked.Find("weeks"); x != nil {
			return x.Get()
		}
		return "" // nothing is drawn
	}
	were := weeks()
	a.leave()
	s.propose(weeks() != were)
	if name != protocol.None {
		s.byHand = true
	}
	return a.asked.Find("protocol").Set(name)
}
