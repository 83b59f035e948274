package lab

import (
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
)

// Verdict is the frame of an answer: the sentence, the progress towards it, and
// what a cancelled run leaves.
type Verdict struct {
	Lab     *Lab
	Host    string        // of the sentence
	Doing   string        // what the progress is of: "Comparing"
	Stopped func() string // what a cancelled run leaves
	Late    bool          // a first look says nothing of the answer
	// Room are the longest answers that can come, whose room is kept free from when they are computed until the view comes
	// into sight again; nil: none is.
	Room func() []string
	held bool // it is kept

	Mark     string // of what the answer comes to, before it; "": it has none
	Standing Standing
	Note     string // says it, where the answer is not the one asked for
}

// Standing is what the answer in sight is to the question.
type Standing string

// An answer is the one asked for, a rough one made by itself, or that of an
// earlier question.
const (
	Asked   Standing = "asked"
	Rough   Standing = "rough"
	Earlier Standing = "earlier"
)

// Is sets what the answer in sight is to the question, and what says so.
func (v *Verdict) Is(s Standing, note string) { v.Standing, v.Note = s, note }

// Stands is the answer's standing as the page carries it.
func (v *Verdict) Stands() string { return string(v.Standing) }

// CancelID and TitleID are those of the parts that get the focus.
func (v *Verdict) CancelID() string { return CancelID(v.Lab.View) }

// Progress is the component that shows one.
type Progress struct{ Of *Verdict }

// SoFar is the answer in words when done of the wanted resamples are known: what
// says gives, and while this kind, and not another view's, is being computed,
// how far it is.
func (l *Lab) SoFar(kind string, done, wanted int, says func() string) string {
	switch running := l.Computes(kind); {
	case done == 0 && running:
		return "The first resamples are being replayed."
	case done == 0 && l.Looking(kind):
		return l.OnItsWay()
	case done == 0:
		return ""
	case running && done < wanted:
		return "So far, after " + strconv.Itoa(done) + " of " + strconv.Itoa(wanted) + " resamples: " + says()
	}
	return says()
}

// OnItsWay is said while a first look has nothing to say yet.
func (l *Lab) OnItsWay() string {
	s := "A first, rough answer is on its way"
	if x := l.LookedAt(); x >= 0.005 {
		s += ": " + numeral.Percent(x, 0) + " is computed"
	}
	return s + "."
}

// Stopped says what a cancelled run leaves when done of the wanted resamples are
// known, and which button goes on from there.
func Stopped(verb string, done, wanted int) string {
	if done == 0 {
		return "Cancelled before the first resample was done."
	}
	return "Cancelled after " + strconv.Itoa(done) + " of " + strconv.Itoa(wanted) +
		" resamples. What was computed is kept: " + verb + " continues from here."
}

// Report is what a view's answer says. One with Logged says first what the log itself
// shows.
type Report interface{ Sentence() string }

func logged(r Report) string {
	if x, ok := r.(interface{ Logged() string }); ok {
		return x.Logged()
	}
	return ""
}

// Whole is all that a report says: what the log itself shows, if it has that, then the answer.
func Whole(r Report) string { return strings.TrimSpace(logged(r) + " " + r.Sentence()) }

// Tell draws what a report of done of the wanted resamples says, nil while there is
// none: what is known so far while those of a kind are computed.
func (v *Verdict) Tell(r Report, kind string, done, wanted int) {
	switch {
	case r == nil:
		v.Say("", v.Lab.SoFar(kind, 0, 0, nil))
	case v.Standing != Asked:
		v.Say(logged(r), r.Sentence())
	default:
		v.Say(logged(r), v.Lab.SoFar(kind, done, wanted, r.Sentence))
	}
}

// StoppedAt is Stopped of the answer in sight, of which done of the wanted resamples
// are known.
func (v *Verdict) StoppedAt(verb string, done, wanted int) string {
	if v.Standing != Asked {
		done = 0
	}
	return Stopped(verb, done, wanted)
}

// Shown says whether there is an answer, or one on its way.
func (v *Verdict) Shown(known bool) bool {
	return known || v.Running() || v.Lab.State == Cancelled || v.Lab.run.rough && !v.Late
}

// Running says whether something is computed.
func (v *Verdict) Running() bool { return v.Lab.State == Running }

// Value is the progress for a progress element.
func (v *Verdict) Value() string { return strconv.FormatFloat(v.Lab.Progress(), 'f', 4, 64) }

// Say draws the answer: after what the log itself shows, if that is known, its
// first sentence large, and the rest below.
func (v *Verdict) Say(logged, answer string) {
	html := ""
	if v.Note != "" {
		html = `<p class="verdict-note">` + Esc(v.Note) + `</p>`
	}
	if logged != "" {
		html += `<p class="verdict-logged">` + Esc(logged) + `</p>`
	}
	v.Lab.Browser.Draw(v.Host, html+v.Mark+Sentences(answer))
	if v.held = v.held || v.Running(); v.Room != nil {
		v.Lab.Browser.Draw(v.room(), Rooms(v.Room()))
	}
}

// Holds says whether the room is kept: what is there at once moves nothing.
func (v *Verdict) Holds() bool { return v.Room != nil && (v.held || v.Running()) }

// room is the host of what keeps the room.
func (v *Verdict) room() string { return v.Host + "-room" }

// Room takes the room of a text: the style alone draws it, so that nothing that reads, finds or copies the page has it.
func Room(text string) string { return `<span data-room="` + Esc(text) + `"></span>` }

// Rooms lay answers out as Sentences does, one upon the other, and show none of them.
func Rooms(answers []string) string {
	var b strings.Builder
	for _, answer := range answers {
		b.WriteString(`<div>` + sentences(answer, Room) + `</div>`)
	}
	return b.String()
}

// Sentences are those of an answer as HTML, the first apart.
func Sentences(answer string) string { return sentences(answer, Esc) }

// sentences writes each by what makes HTML of a text.
func sentences(answer string, text func(string) string) string {
	first, rest, more := strings.Cut(answer, ". ")
	if !more {
		return `<p>` + text(answer) + `</p>`
	}
	return `<p>` + text(first+".") + `</p> <p class="verdict-more">` + text(rest) + `</p>`
}
