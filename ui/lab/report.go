package lab

import (
	"strconv"

	"shadowtime/core/job"
)

// origin is what the report in sight is of.
type origin struct {
	log     job.Digest
	plan    Plan
	done    int
	settled bool // that is enough, though the plan asks for more
	early   bool // it is of the first orders of a question
}

// fillIn says what the study of a question with reports leaves unsaid.
func (s *Method) fillIn() {
	s.Missing, s.Said = func() bool { return s.typed.answer() == nil }, s.said
	if s.Choices != nil {
		s.Pins = s.pinnable
	}
	if s.Text == nil {
		s.Text = func() string {
			if s.Missing() {
				return ""
			}
			return s.typed.answer().Methods()
		}
	}
	if s.CSV == nil {
		s.CSV = func() string { return s.typed.answer().CSV() }
	}
	if s.ReportOn == nil {
		s.ReportOn = s.reportOn
	}
	if s.DrawKnown == nil {
		s.DrawKnown = s.drawKnown
	}
}

func (s *Method) said() (r Report, done, wanted int) {
	if s.Missing() {
		return nil, 0, 0
	}
	return s.typed.answer(), s.origin.done, s.number(s.origin.plan)
}

// pinnable is the answer in sight, once it is the one asked for and is complete.
func (s *Method) pinnable() *Pinnable {
	if !s.Whole() {
		return nil
	}
	p := s.origin.plan
	return &Pinnable{s.KeyOf(s.Lab.Current(), p), s.typed.answer().Sentence(), s.Choices, func() string { return s.Before(p) }}
}

// ---- the report

// reportOn makes the report on a trace of what is computed of the plan, else of a first
// look at it.
func (s *Method) reportOn(o *Opened) {
	p := s.typed.clone(s.plan)
	if s.on(p, o) != nil {
		return
	}
	shown := p
	n, done, settled := s.known(o, p)
	looked := s.Glanced(o, p)
	if looked && done == 0 {
		shown = s.typed.clone(p)
		n = s.Roughly(o, shown, s.number(p))
		_ = shown.Settings().Find(s.Number).Set(strconv.Itoa(n)) // fewer than were asked for
		n = s.number(shown)
		done = s.typed.rows(o, shown).count(n)
	}
	early := ""
	if done == 0 && s.Early != nil && (s.Missing() || s.origin.early || s.origin.log != o.Summary.Digest) {
		if x, words := s.Early(o, p); x != nil {
			shown, done, early = x, s.typed.rows(o, x).count(n), words
		}
	}
	if s.Settle(o, shown, done) {
		s.typed.take(o, shown, n)
		s.origin.settled, s.origin.early = settled, early != ""
		s.Conclude(looked, done, shown.Ground().Weeks, s.number(p), p.Ground().Weeks)
		if early != "" {
			s.Verdict.Is(Earlier, early)
		}
	}
}

// known says of the first how many tasks of a plan on a trace its report is made, how
// many of these are known, and whether they are enough though the plan asks for more.
func (s *Method) known(o *Opened, p Plan) (n, done int, settled bool) {
	n = s.number(p)
	if s.Enough != nil {
		var least int
		if least, settled = s.Enough(o, p); settled && s.Lab.State != Running {
			n = least
		}
	}
	return n, s.typed.rows(o, p).count(n), settled
}

// Settle says whether done tasks of a plan on a trace make a report. Of none the answer
// to an earlier question about that log stays, if there is one.
func (s *Method) Settle(o *Opened, p Plan, done int) bool {
	a := &s.origin
	switch {
	case done > 0:
		a.log, a.plan, a.done, a.settled = o.Summary.Digest, p, done, false
		return true
	case !s.Missing() && a.log == o.Summary.Digest:
		s.Earlier(a.plan)
	default:
		s.Forget()
	}
	return false
}

// Forget takes the answer away.
func (s *Method) Forget() {
	s.typed.forget()
	s.Verdict.Is(Asked, "")
}

// ---- what is drawn

// Await says that an answer is on its way: first, that its first task is.
func (s *Method) Await(first string) {
	switch {
	case s.Lab.Computes(s.Kind):
		s.Verdict.Say("", first)
	case s.Lab.Looking(s.Kind):
		s.Verdict.Say("", s.Lab.OnItsWay())
	default:
		s.Verdict.Say("", "")
	}
}

// drawKnown draws what is known of the plan on the trace in sight.
func (s *Method) drawKnown() {
	s.ReportOn(s.Lab.Current())
	s.DrawAnswer()
	s.drawSide()
}

func (s *Method) drawSide() {
	if s.DrawSide != nil {
		s.DrawSide()
	}
}

// drawOn draws what is known on a trace, where that is in sight.
func (s *Method) drawOn(o *Opened) {
	if s.Lab.View.Key() != s.Kind {
		return
	}
	s.drawSide()
	if s.InSight(o) {
		s.ReportOn(o)
		s.DrawAnswer()
	}
}

// Drawing draws what is known on a trace while rows come in, at its pace; that they
// answer what is asked now, or first make the answer, is seen at once.
func (s *Method) Drawing(o *Opened) func(must bool) bool {
	return func(must bool) bool {
		must = must || s.Missing() || s.Verdict.Standing != Asked && s.Lab.State == Running || s.Ready != nil && s.Ready(o)
		return s.Pace.Draw(s.Lab.Browser, must, func() { s.drawOn(o) })
	}
}
