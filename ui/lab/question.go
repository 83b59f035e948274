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

// Question is what a view asks: a plan, and the rows that are known of it. It
// reads and writes the plan's settings for forms and links.
type Question[P, R any, PP study.PlanOf[P], RR study.RowOf[R]] struct {
	Study
	Plan     P
	Proposed func() P   // the plan that the page proposes
	Command  study.Verb // how the command is asked for it; none: not at all
	Usual    func() P   // what that asks without flags
	Number   string     // key of the setting that says how many tasks are wanted
	Follow   bool       // the weeks that it proposes are at most those of the log
	// Judge makes the answer of rows that a file gave, to find out whether they fit
	// their plan.
	Judge    func(p P, of *archive.Log, rows []R)
	byHand   bool // the weeks were asked for
	proposed int  // those that were proposed last
	studied  bool // what the protocol changes is unfolded
	looks    map[string]bool
	book     study.Book[R, RR]
}

// Settings are those of the plan as it is asked of the trace in sight: cleaning
// and machine are the trace's own.
func (q *Question[P, R, PP, RR]) Settings() study.Settings {
	q.take(&q.Lab.Opened)
	return PP(&q.Plan).Settings()
}

// take makes the plan one for a trace.
func (q *Question[P, R, PP, RR]) take(o *Opened) {
	g := PP(&q.Plan).Ground()
	if q.fit(g, o) {
		q.proposed = g.Weeks
	}
}

// fit makes a workload one for a trace, and says whether its weeks follow that.
func (q *Question[P, R, PP, RR]) fit(g *study.Workload, o *Opened) bool {
	g.Clean, g.Procs = o.Rules, o.Procs
	if !q.follows(g.Weeks) || o.Trace == nil {
		return false
	}
	g.Weeks = q.weeksFor(g, o)
	return true
}

// follows says whether so many weeks are those that were proposed: then they
// follow the log.
func (q *Question[P, R, PP, RR]) follows(weeks int) bool {
	if !q.Follow || q.byHand {
		return false
	}
	p := q.Proposed()
	return weeks == q.proposed || weeks == PP(&p).Ground().Weeks
}

// Follows says whether the weeks are those that were proposed.
func (q *Question[P, R, PP, RR]) Follows() bool { return q.follows(PP(&q.Plan).Ground().Weeks) }

// weeksFor are the weeks that are proposed for a log: never more than it has
// whole ones, since what is drawn twice tells nothing new.
func (q *Question[P, R, PP, RR]) weeksFor(g *study.Workload, o *Opened) int {
	p := q.Proposed()
	return min(PP(&p).Ground().Weeks, max(1, g.WholeWeeks(o.Trace.Overview)))
}

// proposal is the plan that the page proposes for the log in sight, with the
// cleaning that it proposes for all views.
func (q *Question[P, R, PP, RR]) proposal() P {
	p := q.Proposed()
	g := PP(&p).Ground()
	g.Clean, g.Procs = job.Presets()[0].Rules, 0
	if o := &q.Lab.Opened; q.Follow && o.Trace != nil {
		g.Weeks = q.weeksFor(q.Ground(), o)
	}
	return p
}

// Ground is the plan's workload.
func (q *Question[P, R, PP, RR]) Ground() *study.Workload { return PP(&q.Plan).Ground() }

// On is the plan for one of the loaded traces, normalised.
func (q *Question[P, R, PP, RR]) On(o *Opened) (P, error) {
	p := q.Plan
	q.fit(PP(&p).Ground(), o)
	if s, ok := any(PP(&p)).(study.Suiting); ok && o.Trace != nil {
		s.Suit(o.Trace.Overview)
	}
	err := PP(&p).Normalise()
	return p, err
}

// Wanted is how many of n resamples there are on the trace in sight.
func (q *Question[P, R, PP, RR]) Wanted(n int) int {
	p, err := q.On(&q.Lab.Opened)
	if err != nil {
		return n
	}
	return PP(&p).Ground().Traces(n)
}

// Known is how many tasks are behind what is shown, and how many are wanted.
func (q *Question[P, R, PP, RR]) Known() (done, wanted int) {
	n, _ := strconv.Atoi(PP(&q.Plan).Settings().Find(q.Number).Get()) // it is a whole number
	wanted = q.Wanted(n)
	if !q.Missing() && q.Verdict.Standing == Asked {
		_, done, _ = q.Said()
	}
	return done, wanted
}

// Rows are what is known of a plan on a trace.
func (q *Question[P, R, PP, RR]) Rows(o *Opened, p *P) *study.Rows[R, RR] {
	return q.book.Rows(o.Summary.Digest, o.TaskKey(PP(p).Settings().TaskKey()))
}

// KeyOf names what an answer belongs to: trace and plan.
func (q *Question[P, R, PP, RR]) KeyOf(o *Opened, p *P) string {
	return string(o.Summary.Digest[:]) + o.TaskKey(PP(p).Settings().TaskKey())
}

// Work is the computation of n resamples of a plan on a trace, and of the log
// itself.
func (q *Question[P, R, PP, RR]) Work(o *Opened, p *P, n int) *Work {
	rows := q.Rows(o, p)
	return &Work{
		On: o, Kind: q.Kind, Plan: study.EncodePlan(PP(p).Settings()), Key: o.TaskKey(PP(p).Settings().TaskKey()), Total: n, Steps: PP(p).Steps(),
		Done: func() int { return len(rows.First(n)) },
		Next: func() []int { return rows.Missing(study.Logged, n) },
		Take: func(b []byte) error {
			row, err := study.Decode[R, RR](b)
			if err == nil {
				rows.Add(row)
			}
			return err
		},
	}
}

// Each is what a plan asks of each of some traces, where it can be asked of all; then
// more than a first look is asked for.
func (q *Question[P, R, PP, RR]) Each(on []*Opened, of func(o *Opened, p P) []*Work) (list []*Work, err error) {
	for _, o := range on {
		p, err := q.On(o)
		if err != nil {
			return nil, err
		}
		q.Meant(o, &p)
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
	rough, n := q.roughly(o, p, resamples)
	w := q.Work(o, &rough, n)
	w.Draw = draw
	q.Glance(o, &p)
	return w
}

// Meant takes back that what is known of a plan on a trace is a first look: more
// is asked for.
func (q *Question[P, R, PP, RR]) Meant(o *Opened, p *P) { delete(q.looks, q.KeyOf(o, p)) }

// Glance notes that what is known of a plan on a trace is a first look, Glanced says
// whether it is.
func (q *Question[P, R, PP, RR]) Glance(o *Opened, p *P) {
	if q.looks == nil {
		q.looks = map[string]bool{}
	}
	q.looks[q.KeyOf(o, p)] = true
}

func (q *Question[P, R, PP, RR]) Glanced(o *Opened, p *P) bool { return q.looks[q.KeyOf(o, p)] }

// Looked is the plan of a first look at a trace, how many resamples it has, and
// whether there was one. What is known of the plan itself may be the look, too,
// where its resamples are short enough.
func (q *Question[P, R, PP, RR]) Looked(o *Opened, p P, resamples int) (rough P, n int, ok bool) {
	rough, n = q.roughly(o, p, resamples)
	return rough, n, q.Glanced(o, &p)
}

func (q *Question[P, R, PP, RR]) roughly(o *Opened, p P, resamples int) (P, int) {
	g := PP(&p).Ground()
	n, weeks := roughly(o, PP(&p).Steps(), g.Traces(resamples), g.Weeks)
	g.Weeks = weeks
	return p, n
}

// Earlier says that the answer in sight is that to an earlier question.
func (q *Question[P, R, PP, RR]) Earlier(v *Verdict, was *P) {
	v.Is(Earlier, "The answer to "+q.Before(was)+".")
}

// Found says what an answer made of done tasks, of so many weeks each, is to the
// question, which asks for wanted tasks of all weeks: of a first look it is rough,
// until more is asked for.
func (q *Question[P, R, PP, RR]) Found(v *Verdict, looked bool, noun string, done, weeks, wanted, all int) {
	v.Is(Asked, "")
	if looked && done < wanted && !q.Lab.Computes(q.Kind) {
		v.Is(Rough, q.Lab.roughNote(q.Verb, noun, done, weeks, wanted, all))
	}
}

// Behind are the rows that an answer to a plan on a trace is made of: what is
// computed of it, else of a first look at it; shown is the plan that they are of. Where
// there is neither ok is false, and the answer in sight, to was, is one to an earlier
// question; nil: there is none.
func (q *Question[P, R, PP, RR]) Behind(v *Verdict, o *Opened, p P, was *P) (shown P, rows []R, ok bool) {
	wanted := resamplesOf(PP(&p).Settings())
	known := q.Rows(o, &p)
	shown = p
	rough, n, looked := q.Looked(o, p, wanted)
	if looked && len(known.First(wanted)) == 0 {
		shown = rough
		_ = PP(&shown).Settings().Find("resamples").Set(strconv.Itoa(n)) // fewer than were asked for
		known = q.Rows(o, &shown)
	}
	n = resamplesOf(PP(&shown).Settings())
	done := len(known.First(n))
	switch {
	case done == 0 && was != nil:
		q.Earlier(v, was)
		return shown, nil, false
	case done == 0:
		v.Is(Asked, "")
		return shown, nil, false
	}
	q.Found(v, looked, "resamples", done, PP(&shown).Ground().Weeks, wanted, PP(&p).Ground().Weeks)
	return shown, known.Known(n), true
}

// resamplesOf is how many a plan asks for.
func resamplesOf(s study.Settings) int {
	n, _ := strconv.Atoi(s.Find("resamples").Get()) // it is a whole number
	return n
}

// Before says by which settings an earlier question was another one.
func (q *Question[P, R, PP, RR]) Before(was *P) string {
	return before(PP(was).Settings(), q.Settings())
}

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
func (q *Question[P, R, PP, RR]) Propose() {
	g := *q.Ground()
	q.Plan, q.byHand = q.proposal(), false
	q.Ground().Clean, q.Ground().Procs = g.Clean, g.Procs
}

// Fill shows what is asked in fields that somebody wrote into.
func (q *Question[P, R, PP, RR]) Fill() {
	for _, s := range q.Settings() {
		q.Lab.Browser.SetValue(q.IDs+s.Key, q.Shown(s.Key))
	}
	q.DrawAsking()
}

// ---- links

// Write puts into a link what is other than proposed.
func (q *Question[P, R, PP, RR]) Write(put func(key, text string)) {
	p := q.proposal()
	q.Settings().Write(PP(&p).Settings(), put)
}

// Read takes the plan of a link; what is not there is as it was. A link that
// can't be read in full changes nothing.
func (q *Question[P, R, PP, RR]) Read(get func(key string) string) error {
	p := q.Plan
	g := PP(&p).Ground()
	g.Clean, g.Procs = job.Presets()[0].Rules, 0
	if err := PP(&p).Settings().Read(get); err != nil {
		return err
	}
	check := p
	if err := PP(&check).Normalise(); err != nil {
		return err
	}
	q.Plan = p
	q.byHand = q.byHand || get("weeks") != "" || get("protocol") != ""
	return nil
}

// Knows says whether a link's key is that of a setting, or was once.
func (q *Question[P, R, PP, RR]) Knows(key string) bool {
	for _, s := range PP(&q.Plan).Settings() {
		if s.Key == key || slices.Contains(s.Old, key) {
			return true
		}
	}
	return false
}

// ---- forms

// Extras are the settings that differ from what is proposed, as the end of the
// question's sentence, which has a place for the backfill order.
func (q *Question[P, R, PP, RR]) Extras() string {
	p := q.proposal()
	return q.Settings().Without("backfill").Sentence(PP(&p).Settings().Without("backfill"))
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
func (q *Question[P, R, PP, RR]) Shown(key string) string { return q.Lab.shown(q.Settings().Find(key)) }

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
func (q *Question[P, R, PP, RR]) Set(key, text string) bool {
	if key == thresholdOn && q.asksThreshold() {
		q.setThreshold(text)
		return true
	}
	return q.Lab.set(q, q.IDs, key, text, &q.byHand)
}

// asker is a question of any plan.
type asker interface {
	Settings() study.Settings
	Ground() *study.Workload
	Shown(key string) string
	DrawAsking()
	follow(protocol string) error
}

func (l *Lab) set(q asker, ids, key, text string, byHand *bool) bool {
	text = strings.TrimSpace(text)
	if key == "procs" {
		l.SetProcs(text)
		return true
	}
	settings := q.Settings()
	s := settings.Find(key)
	if s == nil {
		return false
	}
	if s.Form == study.Decimal {
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
	set := s.Set
	if key == "protocol" {
		set = q.follow
	}
	if err := set(text); err != nil {
		l.Refuse("The "+err.Error()+". Until then it is "+kept(*s)+".", 0)
		return true
	}
	if key == "weeks" {
		*byHand = true
	}
	rules := q.Ground().Clean // what the log is cleaned by is the log's
	if key == "dialect" && text != "pyss" {
		rules.OneSecond = false
	}
	if rules != l.Rules {
		l.SetRules(rules)
	} else {
		l.Changed()
	}
	q.DrawAsking()
	for _, k := range []string{key, "threshold", "resamples", "weeks"} { // those of the sentence may follow from it
		l.Browser.SetValue(ids+k, q.Shown(k))
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
