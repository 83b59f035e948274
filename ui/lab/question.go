package lab

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/report/archive"
	"shadowtime/core/sim/order/expr"
	"shadowtime/core/study"
)

// Question is what a view asks: a plan, and the rows that are known of it; and the
// report that answers it. What needs no type of theirs is the study's, so that all views
// share its code: the page has the rest once for each view.
type Question[P, R any, A Answer, PP study.PlanOf[P], RR study.RowOf[R]] struct {
	Method
	Plan     P
	Proposed func() P // the plan that the page proposes
	Usual    func() P // what the command asks without flags

	Report A   // the answer for the trace in sight; the zero value: there is none
	Basis  []R // the rows that it was made of, that of the log itself included

	// Merge makes the report of rows of a plan on a log: of those of a file, too, to find
	// out whether they fit their plan. nil: no report answers.
	Merge func(of *archive.Log, p *P, rows []R) A
	// Tasks are what a plan asks of a trace; nil: as many as its number says.
	Tasks func(o *Opened, p *P) []*Work

	book study.Book[R, RR]
}

// Answer is a report that answers a question.
type Answer interface {
	comparable
	report.Answer
}

// None is the report of a question that none answers.
type None = report.Answer

// Plan is one of any kind.
type Plan interface {
	Settings() study.Settings
	Normalise() error
	Ground() *study.Workload
	Steps() int
}

// question is a study's plan, and what was asked of it.
type question struct {
	plan  Plan
	typed typed

	byHand   bool // the weeks were asked for
	proposed int  // those that were proposed last
	studied  bool // what the protocol changes is unfolded
	looks    map[string]bool
}

// Begin makes the question that of a method, which says what of it is not as usual.
func (q *Question[P, R, A, PP, RR]) Begin(s Method) {
	q.Method = s
	q.question = question{plan: PP(&q.Plan), typed: &typedOf[P, R, A, PP, RR]{q}}
	if q.Merge != nil {
		q.fillIn()
	}
	q.Method.begin()
}

// Missing says that there is no answer yet.
func (q *Question[P, R, A, PP, RR]) Missing() bool {
	var none A
	return q.Report == none
}

// ReportOf is the report of rows of a plan on a trace.
func (q *Question[P, R, A, PP, RR]) ReportOf(o *Opened, p *P, rows []R) A {
	log := q.about(o)
	return q.Merge(&log, p, rows)
}

// Beside is the report on one of several logs.
type Beside[A, R any] struct {
	Name   string
	Report A
	Basis  []R
}

// Beside are the reports on all loaded logs of which something is known; of a plan that
// one of them can't be asked there are none.
func (q *Question[P, R, A, PP, RR]) Beside() (list []Beside[A, R]) {
	for _, o := range q.Lab.Shelf {
		p, err := q.On(o)
		if err != nil {
			return nil
		}
		if n, done, _ := q.known(o, PP(&p)); done > 0 {
			rows := q.Rows(o, &p).Known(n)
			list = append(list, Beside[A, R]{o.Summary.Name, q.ReportOf(o, &p, rows), rows})
		}
	}
	return list
}

// Settings are those of the plan as it is asked of the trace in sight: cleaning
// and machine are the trace's own.
func (s *Method) Settings() study.Settings {
	g := s.plan.Ground()
	if s.fit(g, &s.Lab.Opened) {
		s.proposed = g.Weeks
	}
	return s.plan.Settings()
}

// fit makes a workload one for a trace, and says whether its weeks follow that.
func (s *Method) fit(g *study.Workload, o *Opened) bool {
	g.Clean, g.Procs = o.Rules, o.Procs
	if !s.follows(g.Weeks) || o.Trace == nil {
		return false
	}
	g.Weeks = s.weeksFor(g, o)
	return true
}

// follows says whether so many weeks are those that were proposed: then they
// follow the log.
func (s *Method) follows(weeks int) bool {
	return s.Follow && !s.byHand && (weeks == s.proposed || weeks == s.typed.proposes().Ground().Weeks)
}

// Follows says whether the weeks are those that were proposed.
func (s *Method) Follows() bool { return s.follows(s.plan.Ground().Weeks) }

// weeksFor are the weeks that are proposed for a log: never more than it has
// whole ones, since what is drawn twice tells nothing new.
func (s *Method) weeksFor(g *study.Workload, o *Opened) int {
	return min(s.typed.proposes().Ground().Weeks, max(1, g.WholeWeeks(o.Trace.Overview)))
}

// proposal is the plan that the page proposes for the log in sight, with the
// cleaning that it proposes for all views.
func (s *Method) proposal() Plan {
	p := s.typed.proposes()
	g := p.Ground()
	g.Clean, g.Procs = job.Presets()[0].Rules, 0
	if o := &s.Lab.Opened; s.Follow && o.Trace != nil {
		g.Weeks = s.weeksFor(s.Ground(), o)
	}
	return p
}

// Ground is the plan's workload.
func (s *Method) Ground() *study.Workload { return s.plan.Ground() }

// On is the plan for one of the loaded traces, normalised.
func (q *Question[P, R, A, PP, RR]) On(o *Opened) (P, error) {
	p := q.Plan
	err := q.on(PP(&p), o)
	return p, err
}

func (s *Method) on(p Plan, o *Opened) error {
	s.fit(p.Ground(), o)
	if x, ok := p.(study.Suiting); ok && o.Trace != nil {
		x.Suit(o.Trace.Overview)
	}
	return p.Normalise()
}

// Wanted is how many of n resamples there are on the trace in sight.
func (s *Method) Wanted(n int) int {
	p := s.typed.clone(s.plan)
	if s.on(p, &s.Lab.Opened) != nil {
		return n
	}
	return s.traces(p, n)
}

// Known is how many tasks are behind what is shown, and how many are wanted.
func (s *Method) Known() (done, wanted int) {
	wanted = s.Wanted(s.number(s.plan))
	if !s.Missing() && s.Verdict.Standing == Asked {
		_, done, _ = s.Said()
		if s.origin.settled {
			wanted = done
		}
	}
	return done, wanted
}

// traces is how many of n tasks there are of a normalised plan.
func (s *Method) traces(p Plan, n int) int {
	if s.Many != nil {
		return n
	}
	return p.Ground().Traces(n)
}

// number is how many tasks a plan asks for.
func (s *Method) number(p Plan) int {
	if s.Many != nil {
		return s.Many(p)
	}
	n, _ := strconv.Atoi(p.Settings().Find(s.Number).Get()) // it is a whole number
	return n
}

// Rows are what is known of a plan on a trace.
func (q *Question[P, R, A, PP, RR]) Rows(o *Opened, p *P) *study.Rows[R, RR] {
	return q.book.Rows(o.Summary.Digest, o.TaskKey(PP(p).Settings().TaskKey()))
}

// KeyOf names what an answer belongs to: trace and plan.
func (s *Method) KeyOf(o *Opened, p Plan) string {
	return string(o.Summary.Digest[:]) + o.TaskKey(p.Settings().TaskKey())
}

// Work is the computation of n resamples of a plan on a trace, and of the log itself.
func (s *Method) Work(o *Opened, p Plan, n int) *Work {
	rows, settings := s.typed.rows(o, p), p.Settings()
	return &Work{On: o, Kind: s.Kind, Plan: study.EncodePlan(settings), Key: o.TaskKey(settings.TaskKey()), Total: n, Steps: p.Steps(),
		Noun: s.Noun, Done: func() int { return rows.count(n) }, Next: func() []int { return rows.missing(n) }, Take: rows.take}
}

// Works is what the plan asks of traces; the form then shows what is asked.
func (s *Method) Works(on []*Opened) ([]*Work, error) {
	list, err := s.Asks(on)
	if err != nil {
		return nil, err
	}
	for _, f := range s.Folds {
		f.Open = f.Open && !f.Brief
	}
	s.opened = false
	s.DrawForm()
	return list, nil
}

// Asks is what the plan asks of traces, where it can be asked of all; then more than a
// first look is asked for.
func (s *Method) Asks(on []*Opened) (list []*Work, err error) {
	for _, o := range on {
		p := s.typed.clone(s.plan)
		if err := s.on(p, o); err != nil {
			return nil, err
		}
		s.Meant(o, p)
		list = append(list, s.typed.tasks(o, p)...)
	}
	return list, nil
}

// All is the work of as many tasks of a plan on a trace as it asks for.
func (s *Method) All(o *Opened, p Plan) *Work {
	w := s.Work(o, p, s.number(p))
	w.Draw = s.Drawing(o)
	return w
}

// ---- first looks, and answers to earlier questions

// Look is the work of a first, rough answer on a trace, of few and short resamples, where
// the plan asks for so many; nil: there is none.
func (s *Method) Look(o *Opened) *Work {
	p := s.typed.clone(s.plan)
	if s.on(p, o) != nil {
		return nil
	}
	rough := s.typed.clone(p)
	w := s.Work(o, rough, s.Roughly(o, rough, s.number(s.plan)))
	w.Draw = func(bool) bool {
		s.drawOn(o)
		return true
	}
	s.Glance(o, p)
	return w
}

// Meant takes back that what is known of a plan on a trace is a first look: more
// is asked for.
func (s *Method) Meant(o *Opened, p Plan) { delete(s.looks, s.KeyOf(o, p)) }

// Glance notes that what is known of a plan on a trace is a first look, Glanced says
// whether it is.
func (s *Method) Glance(o *Opened, p Plan) {
	if s.looks == nil {
		s.looks = map[string]bool{}
	}
	s.looks[s.KeyOf(o, p)] = true
}

func (s *Method) Glanced(o *Opened, p Plan) bool { return s.looks[s.KeyOf(o, p)] }

// Roughly makes a plan that of a first look at a trace, and says of how many resamples.
// What is known of the plan itself may be the look, too, where they are short enough.
func (s *Method) Roughly(o *Opened, p Plan, resamples int) int {
	g := p.Ground()
	n, weeks := roughly(o, p.Steps(), g.Traces(resamples), g.Weeks)
	g.Weeks = weeks
	return n
}

// Earlier says that the answer in sight is that to an earlier question.
func (s *Method) Earlier(was Plan) {
	s.Verdict.Is(Earlier, "The answer to "+s.Before(was)+".")
}

// Conclude says what an answer made of done tasks, of so many weeks each, is to the
// question, which asks for wanted tasks of all weeks: of a first look it is rough,
// until more is asked for.
func (s *Method) Conclude(looked bool, done, weeks, wanted, all int) {
	s.Verdict.Is(Asked, "")
	if looked && done < wanted && !s.Lab.Computes(s.Kind) {
		s.Verdict.Is(Rough, s.Lab.roughNote(s.Verb, s.Noun, done, weeks, wanted, all))
	}
}

// Before says by which settings an earlier question was another one.
func (s *Method) Before(was Plan) string { return before(was.Settings(), s.Settings()) }

func before(then, now study.Settings) string {
	if a := then.Find("protocol"); a != nil && a.Get() != now.Find("protocol").Get() {
		return "the question before, asked " + cmp.Or(a.Say(), "as no study did")
	}
	var list []string
	for i, s := range then {
		if a, b := s.Get(), now[i].Get(); a != b {
			more, fewer := without(a, b), without(b, a)
			switch {
			case fewer == nil && 0 < len(more) && len(more) <= 3:
				list = append(list, numeral.Listed(more)+" among "+s.Key)
			case more == nil && 0 < len(fewer) && len(fewer) <= 3:
				list = append(list, "no "+numeral.Listed(fewer)+" among "+s.Key)
			case len(a) > 24 || len(b) > 24:
				list = append(list, "other "+s.Key)
			default:
				list = append(list, s.Key+" "+a+" instead of "+b)
			}
		}
	}
	if len(list) == 0 {
		return "the question before"
	}
	return "the question before, with " + numeral.Listed(list)
}

// without is what a list with commas has and another lacks.
func without(list, other string) (left []string) {
	has := strings.Split(other, ",")
	for _, s := range strings.Split(list, ",") {
		if !slices.Contains(has, s) {
			left = append(left, s)
		}
	}
	return left
}

// Propose takes back what was asked otherwise than proposed, but for the log's
// cleaning and machine.
func (s *Method) Propose() {
	g := *s.Ground()
	s.typed.set(s.proposal())
	s.byHand = false
	s.Ground().Clean, s.Ground().Procs = g.Clean, g.Procs
	if s.Rider != nil {
		s.Rider.reset()
	}
}

// Fill shows what is asked in fields that somebody wrote into.
func (s *Method) Fill() {
	for _, x := range s.Settings() {
		s.Lab.Browser.SetValue(s.id(x.Key), s.Shown(x.Key))
	}
	s.DrawAsking()
}

// ---- links

// Write puts into a link what is other than proposed.
func (s *Method) Write(put func(key, text string)) {
	s.Settings().Write(s.proposal().Settings(), put)
	if s.Rider != nil {
		s.Rider.write(put)
	}
}

// Read takes the plan of a link; what is not there is as it was. A link that
// can't be read in full changes nothing.
func (s *Method) Read(get func(key string) string) error {
	if s.Rider == nil {
		return s.read(get)
	}
	undo, err := s.Rider.try(func(x study.Settings) error { return x.Read(get) })
	if err == nil {
		if err = s.read(get); err != nil {
			undo()
		}
	}
	return err
}

func (s *Method) read(get func(key string) string) error {
	p := s.typed.clone(s.plan)
	g := p.Ground()
	g.Clean, g.Procs = job.Presets()[0].Rules, 0
	if err := p.Settings().Read(get); err != nil {
		return err
	}
	if err := s.typed.clone(p).Normalise(); err != nil {
		return err
	}
	s.typed.set(p)
	s.byHand = s.byHand || get("weeks") != "" || get("protocol") != ""
	return nil
}

// Knows says whether a link's key is that of a setting, or was once.
func (s *Method) Knows(key string) bool {
	for _, x := range s.plan.Settings() {
		if x.Key == key || slices.Contains(x.Old, key) {
			return true
		}
	}
	return s.Rider != nil && s.Rider.knows(key)
}

// ---- forms

// Extras are the settings that differ from what is proposed, as the end of the
// question's sentence, which has a place for the backfilling order.
func (s *Method) Extras() string {
	return s.Settings().Without("backfill").Sentence(s.proposal().Settings().Without("backfill"))
}

// toGo says what a press of the button would still have to compute.
func (s *Method) toGo() string {
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
func (s *Method) Shown(key string) string { return s.Lab.shown(s.Settings().Find(key)) }

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
func (s *Method) Set(key, text string) bool {
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
		return s.ride(key, text)
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

// ride takes a setting beside the plan; false: there is none of that name.
func (s *Method) ride(key, text string) bool {
	if s.Rider == nil || !s.Rider.knows(key) {
		return false
	}
	if _, err := s.Rider.try(func(x study.Settings) error { return x.Find(key).Set(text) }); err != nil {
		s.Lab.Refuse("The "+err.Error()+".", 0)
		return true
	}
	s.Lab.Changed()
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
