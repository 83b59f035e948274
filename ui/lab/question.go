package lab

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/report/archive"
	"shadowtime/core/sim/order/expr"
	"shadowtime/core/study"
)

// Question is what a view asks: a plan, and the rows that are known of it. What needs
// no type of either is the study's, so that all views share its code.
type Question[P, R any, PP study.PlanOf[P], RR study.RowOf[R]] struct {
	Study
	Plan     P
	Proposed func() P // the plan that the page proposes
	Usual    func() P // what the command asks without flags
	// Judge makes the answer of rows that a file gave, to find out whether they fit
	// their plan.
	Judge func(p P, of *archive.Log, rows []R)
	book  study.Book[R, RR]
}

// Plan is one of any kind.
type Plan interface {
	Settings() study.Settings
	Normalise() error
	Ground() *study.Workload
	Steps() int
}

// question is a study's plan, with what takes its type to do with it.
type question struct {
	plan     Plan
	clone    func(p Plan) Plan
	set      func(p Plan) // makes it the plan
	proposes func() Plan
	usual    func() Plan

	byHand   bool // the weeks were asked for
	proposed int  // those that were proposed last
	studied  bool // what the protocol changes is unfolded
	looks    map[string]bool
}

// Begin makes the question one of a study.
func (q *Question[P, R, PP, RR]) Begin(s Study) {
	q.Study = s
	boxed := func(p P) Plan { return PP(&p) }
	q.question = question{plan: PP(&q.Plan), clone: func(p Plan) Plan { return boxed(*p.(PP)) }, set: func(p Plan) { q.Plan = *p.(PP) },
		proposes: func() Plan { return boxed(q.Proposed()) }, usual: func() Plan { return boxed(q.Usual()) }}
	q.Study.begin()
}

// Settings are those of the plan as it is asked of the trace in sight: cleaning
// and machine are the trace's own.
func (s *Study) Settings() study.Settings {
	g := s.plan.Ground()
	if s.fit(g, &s.Lab.Opened) {
		s.proposed = g.Weeks
	}
	return s.plan.Settings()
}

// fit makes a workload one for a trace, and says whether its weeks follow that.
func (s *Study) fit(g *study.Workload, o *Opened) bool {
	g.Clean, g.Procs = o.Rules, o.Procs
	if !s.follows(g.Weeks) || o.Trace == nil {
		return false
	}
	g.Weeks = s.weeksFor(g, o)
	return true
}

// follows says whether so many weeks are those that were proposed: then they
// follow the log.
func (s *Study) follows(weeks int) bool {
	return s.Follow && !s.byHand && (weeks == s.proposed || weeks == s.proposes().Ground().Weeks)
}

// Follows says whether the weeks are those that were proposed.
func (s *Study) Follows() bool { return s.follows(s.plan.Ground().Weeks) }

// weeksFor are the weeks that are proposed for a log: never more than it has
// whole ones, since what is drawn twice tells nothing new.
func (s *Study) weeksFor(g *study.Workload, o *Opened) int {
	return min(s.proposes().Ground().Weeks, max(1, g.WholeWeeks(o.Trace.Overview)))
}

// proposal is the plan that the page proposes for the log in sight, with the
// cleaning that it proposes for all views.
func (s *Study) proposal() Plan {
	p := s.proposes()
	g := p.Ground()
	g.Clean, g.Procs = job.Presets()[0].Rules, 0
	if o := &s.Lab.Opened; s.Follow && o.Trace != nil {
		g.Weeks = s.weeksFor(s.Ground(), o)
	}
	return p
}

// Ground is the plan's workload.
func (s *Study) Ground() *study.Workload { return s.plan.Ground() }

// On is the plan for one of the loaded traces, normalised.
func (q *Question[P, R, PP, RR]) On(o *Opened) (P, error) {
	p := q.Plan
	err := q.on(PP(&p), o)
	return p, err
}

func (s *Study) on(p Plan, o *Opened) error {
	s.fit(p.Ground(), o)
	if x, ok := p.(study.Suiting); ok && o.Trace != nil {
		x.Suit(o.Trace.Overview)
	}
	return p.Normalise()
}

// Wanted is how many of n resamples there are on the trace in sight.
func (s *Study) Wanted(n int) int {
	p := s.clone(s.plan)
	if s.on(p, &s.Lab.Opened) != nil {
		return n
	}
	return p.Ground().Traces(n)
}

// Known is how many tasks are behind what is shown, and how many are wanted.
func (s *Study) Known() (done, wanted int) {
	wanted = s.Wanted(s.number(s.plan))
	if !s.Missing() && s.Verdict.Standing == Asked {
		_, done, _ = s.Said()
	}
	return done, wanted
}

// number is how many tasks a plan asks for.
func (s *Study) number(p Plan) int {
	n, _ := strconv.Atoi(p.Settings().Find(s.Number).Get()) // it is a whole number
	return n
}

// Rows are what is known of a plan on a trace.
func (q *Question[P, R, PP, RR]) Rows(o *Opened, p *P) *study.Rows[R, RR] {
	return q.book.Rows(o.Summary.Digest, o.TaskKey(PP(p).Settings().TaskKey()))
}

// KeyOf names what an answer belongs to: trace and plan.
func (s *Study) KeyOf(o *Opened, p Plan) string {
	return string(o.Summary.Digest[:]) + o.TaskKey(p.Settings().TaskKey())
}

// Work is the computation of n resamples of a plan on a trace, and of the log
// itself.
func (q *Question[P, R, PP, RR]) Work(o *Opened, p *P, n int) *Work {
	rows := q.Rows(o, p)
	w := q.work(o, PP(p), n)
	w.Done = func() int { return len(rows.First(n)) }
	w.Next = func() []int { return rows.Missing(study.Logged, n) }
	w.Take = func(b []byte) error {
		row, err := study.Decode[R, RR](b)
		if err == nil {
			rows.Add(row)
		}
		return err
	}
	return w
}

func (s *Study) work(o *Opened, p Plan, n int) *Work {
	settings := p.Settings()
	return &Work{On: o, Kind: s.Kind, Plan: study.EncodePlan(settings), Key: o.TaskKey(settings.TaskKey()), Total: n, Steps: p.Steps()}
}

// Each is what a plan asks of each of some traces, where it can be asked of all; then
// more than a first look is asked for.
func (q *Question[P, R, PP, RR]) Each(on []*Opened, of func(o *Opened, p P) []*Work) (list []*Work, err error) {
	for _, o := range on {
		p, err := q.On(o)
		if err != nil {
			return nil, err
		}
		q.Meant(o, PP(&p))
		list = append(list, of(o, p)...)
	}
	return list, nil
}

// ---- first looks, and answers to earlier questions

// Look is the work of a first, rough answer on a trace, of few and short
// resamples, where the plan asks for so many; nil: there is none.
func (q *Question[P, R, PP, RR]) Look(o *Opened, resamples int, draw func(must bool) bool) *Work {
	p, err := q.On(o)
	if err != nil {
		return nil
	}
	rough := p
	n := q.roughly(o, PP(&rough), resamples)
	w := q.Work(o, &rough, n)
	w.Draw = draw
	q.Glance(o, PP(&p))
	return w
}

// Meant takes back that what is known of a plan on a trace is a first look: more
// is asked for.
func (s *Study) Meant(o *Opened, p Plan) { delete(s.looks, s.KeyOf(o, p)) }

// Glance notes that what is known of a plan on a trace is a first look, Glanced says
// whether it is.
func (s *Study) Glance(o *Opened, p Plan) {
	if s.looks == nil {
		s.looks = map[string]bool{}
	}
	s.looks[s.KeyOf(o, p)] = true
}

func (s *Study) Glanced(o *Opened, p Plan) bool { return s.looks[s.KeyOf(o, p)] }

// Looked is the plan of a first look at a trace, how many resamples it has, and
// whether there was one. What is known of the plan itself may be the look, too,
// where its resamples are short enough.
func (q *Question[P, R, PP, RR]) Looked(o *Opened, p P, resamples int) (rough P, n int, ok bool) {
	rough = p
	n = q.roughly(o, PP(&rough), resamples)
	return rough, n, q.Glanced(o, PP(&p))
}

// roughly makes a plan that of a first look, and says of how many resamples.
func (s *Study) roughly(o *Opened, p Plan, resamples int) int {
	g := p.Ground()
	n, weeks := roughly(o, p.Steps(), g.Traces(resamples), g.Weeks)
	g.Weeks = weeks
	return n
}

// Earlier says that the answer in sight is that to an earlier question.
func (s *Study) Earlier(was Plan) {
	s.Verdict.Is(Earlier, "The answer to "+s.Before(was)+".")
}

// Conclude says what an answer made of done tasks, of so many weeks each, is to the
// question, which asks for wanted tasks of all weeks: of a first look it is rough,
// until more is asked for.
func (s *Study) Conclude(looked bool, done, weeks, wanted, all int) {
	s.Verdict.Is(Asked, "")
	if looked && done < wanted && !s.Lab.Computes(s.Kind) {
		s.Verdict.Is(Rough, s.Lab.roughNote(s.Verb, s.Noun, done, weeks, wanted, all))
	}
}

// Behind are the rows that an answer to a plan on a trace is made of: what is
// computed of it, else of a first look at it; shown is the plan that they are of. Where
// there is neither ok is false, and the answer in sight, to was, is one to an earlier
// question; nil: there is none.
func (q *Question[P, R, PP, RR]) Behind(o *Opened, p P, was *P) (shown P, rows []R, ok bool) {
	wanted := q.number(PP(&p))
	known := q.Rows(o, &p)
	shown = p
	rough, n, looked := q.Looked(o, p, wanted)
	if looked && len(known.First(wanted)) == 0 {
		shown = rough
		_ = PP(&shown).Settings().Find(q.Number).Set(strconv.Itoa(n)) // fewer than were asked for
		known = q.Rows(o, &shown)
	}
	n = q.number(PP(&shown))
	done := len(known.First(n))
	switch {
	case done == 0 && was != nil:
		q.Earlier(PP(was))
		return shown, nil, false
	case done == 0:
		q.Verdict.Is(Asked, "")
		return shown, nil, false
	}
	q.Conclude(looked, done, PP(&shown).Ground().Weeks, wanted, PP(&p).Ground().Weeks)
	return shown, known.Known(n), true
}

// Before says by which settings an earlier question was another one.
func (s *Study) Before(was Plan) string { return before(was.Settings(), s.Settings()) }

func before(then, now study.Settings) string {
	if a := then.Find("protocol"); a != nil && a.Get() != now.Find("protocol").Get() {
		return "the question before, asked " + cmp.Or(a.Say(), "as no study did")
	}
	var list []string
	for i, s := range then {
		if a, b := s.Get(), now[i].Get(); a != b {
			if len(a) > 24 || len(b) > 24 {
				list = append(list, "other "+s.Key)
			} else {
				list = append(list, s.Key+" "+a+" instead of "+b)
			}
		}
	}
	if len(list) == 0 {
		return "the question before"
	}
	return "the question before, with " + numeral.Listed(list)
}

// Propose takes back what was asked otherwise than proposed, but for the log's
// cleaning and machine.
func (s *Study) Propose() {
	g := *s.Ground()
	s.set(s.proposal())
	s.byHand = false
	s.Ground().Clean, s.Ground().Procs = g.Clean, g.Procs
}

// Fill shows what is asked in fields that somebody wrote into.
func (s *Study) Fill() {
	for _, x := range s.Settings() {
		s.Lab.Browser.SetValue(s.id(x.Key), s.Shown(x.Key))
	}
	s.DrawAsking()
}

// ---- links

// Write puts into a link what is other than proposed.
func (s *Study) Write(put func(key, text string)) {
	s.Settings().Write(s.proposal().Settings(), put)
}

// Read takes the plan of a link; what is not there is as it was. A link that
// can't be read in full changes nothing.
func (s *Study) Read(get func(key string) string) error {
	p := s.clone(s.plan)
	g := p.Ground()
	g.Clean, g.Procs = job.Presets()[0].Rules, 0
	if err := p.Settings().Read(get); err != nil {
		return err
	}
	if err := s.clone(p).Normalise(); err != nil {
		return err
	}
	s.set(p)
	s.byHand = s.byHand || get("weeks") != "" || get("protocol") != ""
	return nil
}

// Knows says whether a link's key is that of a setting, or was once.
func (s *Study) Knows(key string) bool {
	for _, x := range s.plan.Settings() {
		if x.Key == key || slices.Contains(x.Old, key) {
			return true
		}
	}
	return false
}

// ---- forms

// Extras are the settings that differ from what is proposed, as the end of the
// question's sentence, which has a place for the backfill order.
func (s *Study) Extras() string {
	return s.Settings().Without("backfill").Sentence(s.proposal().Settings().Without("backfill"))
}

// toGo says what a press of the button would still have to compute.
func (s *Study) toGo() string {
	l := s.Lab
	if l.State == Running || l.Trace == nil {
		return ""
	}
	if done, total := l.View.Known(); done > 0 && done < total {
		return numeral.Count(done) + " " + s.Noun + " are computed already; " + numeral.Count(total-done) + " to go"
	}
	return ""
}

// Shown is a setting as its field shows it.
func (s *Study) Shown(key string) string { return s.Lab.shown(s.Settings().Find(key)) }

func (l *Lab) shown(s *study.Setting) string {
	if s == nil {
		return ""
	}
	text := s.Get()
	switch s.Key {
	case "threshold":
		if at, err := study.ParseSeconds(text); err == nil && at >= 0 {
			return hours(at)
		}
	case "procs":
		if l.Trace != nil {
			return numeral.Plain(float64(l.Trace.Cleaning.Machine.Procs))
		}
	case "flurry", "queue-depth", "backfill-tries":
		if text == "0" {
			return "" // the field says never, or all
		}
	}
	return text
}

// Set takes a setting from its field's text, and shows what is known of the
// plan that it makes. What can't be is said, and changes nothing.
func (s *Study) Set(key, text string) bool {
	if key == thresholdOn && s.asksThreshold() {
		s.setThreshold(text)
		return true
	}
	l := s.Lab
	text = strings.TrimSpace(text)
	if key == "procs" {
		l.SetProcs(text)
		return true
	}
	settings := s.Settings()
	x := settings.Find(key)
	if x == nil {
		return false
	}
	if x.Form == study.Decimal {
		text = strings.Replace(text, ",", ".", 1)
		if text == "" {
			text = map[string]string{"load": "1"}[key]
			if text == "" {
				text = "0"
			}
		}
	}
	if text == "" && (key == "queue-depth" || key == "backfill-tries") {
		text = "0"
	}
	if hours := strings.Replace(text, ",", ".", 1); key == "threshold" && strings.Trim(hours, ".0123456789") == "" {
		text = hours + "h"
	}
	set := x.Set
	if key == "protocol" {
		set = s.ask
	}
	if err := set(text); err != nil {
		l.Refuse("The "+err.Error()+". Until then it is "+kept(*x)+".", 0)
		return true
	}
	if key == "weeks" {
		s.byHand = true
	}
	rules := s.Ground().Clean // what the log is cleaned by is the log's
	if key == "dialect" && text != "pyss" {
		rules.OneSecond = false
	}
	if rules != l.Rules {
		l.SetRules(rules)
	} else {
		l.Changed()
	}
	s.DrawAsking()
	for _, k := range []string{key, "threshold", "resamples", "weeks"} { // those of the sentence may follow from it
		l.Browser.SetValue(s.id(k), s.Shown(k))
	}
	return true
}

// kept is what a setting is as long as another text is refused.
func kept(s study.Setting) string {
	text := s.Get()
	if len(text) > 40 || text == "" {
		return "as it was"
	}
	return text
}

// FaultAt is where in a formula an error is, from 1; 0 of other errors.
func FaultAt(err error) int {
	var e *expr.Error
	if errors.As(err, &e) {
		return e.Column
	}
	return 0
}
