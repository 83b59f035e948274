package online

import (
	"slices"

	"shadowtime/core/base/sorted"
	"shadowtime/core/base/stats"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Report answers an Plan: what choosing orders while the machine runs
// was worth. The same Plan and trace give the same bytes of JSON on every
// platform, for any number of workers.
type Report struct {
	Version  int              `json:"version"`
	Plan     Plan             `json:"plan"`
	Digest   string           `json:"digest"`
	AsLogged *report.AsLogged `json:"asLogged"` // changes as Strategies lists them; null while it is not computed
	AvgWait  report.Float     `json:"avgWait"`  // under FCFS, pooled over the jobs of all resamples, seconds
	Best     Hindsight        `json:"best"`
	Named    *Named           `json:"named"` // null without a strategy that chooses
	// Strategies are listed as Plan.Entries does.
	Strategies []Selected      `json:"strategies"`
	Parameters []Tuned         `json:"parameters,omitempty"` // where the plan gives one several values
	Warnings   []stats.Warning `json:"warnings"`             // see Warn

	Done int `json:"-"` // resamples behind the figures; Plan.Resamples at the end

	// Source is what the report was computed from: Warn sets it.
	Source report.Source `json:"-"`
	rows   []Row
}

// Hindsight is the fixed order with the least wait, summed over all resamples:
// what can be known only afterwards.
type Hindsight struct {
	Order  string       `json:"order"`
	Change report.Float `json:"change"`
	Low    report.Float `json:"low"`   // its simulation error, 95 %: a bootstrap over resamples
	High   report.Float `json:"high"`  // in which the best order is chosen anew in every draw
	Shown  string       `json:"shown"` // what is shown of it, chosen among all fixed orders: see report.Less
}

// Selected is one strategy's outcome over all resamples. Fractions are of the
// total wait under FCFS with the same threshold.
//
// Shown and Near are said of the strategies that choose among themselves, and
// of fixed orders among all fixed orders of the plan.
type Selected struct {
	Strategy string        `json:"strategy"`
	Period   study.Seconds `json:"period"` // seconds, null of a fixed order
	report.Judged
	// Regret is how much longer jobs waited, all together, than under the fixed
	// order that is best over all resamples together: seconds, mean over
	// resamples. Below 0 the strategy did better than any one order.
	Regret report.Float `json:"regret"`
	// RegretFraction is the same as a share of the wait under FCFS, not under the
	// best order: Change less that of the best order. RegretLow to RegretHigh is its simulation error,
	// 95 %, the best order chosen anew in every draw (stats.Hindsight).
	RegretFraction report.Float `json:"regretFraction"`
	RegretLow      report.Float `json:"regretLow"`
	RegretHigh     report.Float `json:"regretHigh"`
	// RegretOfBest is Regret as a share of the wait under the best order itself,
	// with its simulation error, 95 %: how many times longer than need be, less 1.
	RegretOfBest report.Float `json:"regretOfBest"`
	OfBestLow    report.Float `json:"ofBestLow"`
	OfBestHigh   report.Float `json:"ofBestHigh"`
	// RegretEach is the regret against each resample's own best fixed order, as a
	// share of the wait under FCFS, with its simulation error.
	RegretEach report.Float `json:"regretEach"`
	EachLow    report.Float `json:"eachLow"`
	EachHigh   report.Float `json:"eachHigh"`

	odd, even report.Float // Change on resamples of odd and of even number
}

// Name is the strategy with its period, as in "full, day".
func (s Selected) Name() string {
	if s.Period == study.None {
		return s.Strategy
	}
	return s.Strategy + ", " + PeriodName(s.Period)
}

// Named is the strategy that a sentence names: the one that waits least of all
// that choose, with every period and parameter of the plan. Since it was found
// by looking, its intervals are at the level stats.Among all of them.
type Named struct {
	Strategy string        `json:"strategy"`
	Period   study.Seconds `json:"period"`
	report.Choice
	RegretLow  report.Float `json:"regretLow"` // of its regretFraction, at this level
	RegretHigh report.Float `json:"regretHigh"`
	Chance     *Chance      `json:"chance"` // null where random with its period is not in the plan, or is named itself
}

// Chance is the named strategy against choosing at random as often: fractions of
// the wait under that, intervals at the level of Named.
type Chance struct {
	report.Bounds
	Shown string `json:"shown"` // see report.Less
}

// Merge makes the selection of the rows done so far, in any order; that of the
// log itself may be among them. The plan must be normalised.
func Merge(p Plan, digest job.Digest, rows []Row) *Report {
	s := &Report{Version: Version, Plan: p, Digest: digest.Hex()}
	log, rows := study.Split(rows)
	s.Done = len(rows)
	m := &merging{report: s, rows: rows, entries: p.Entries()}
	for i := range p.Orders {
		m.fixed = append(m.fixed, totals(rows, func(r *Row) *Course { return &r.Fixed[i] }))
	}
	if log != nil && s.Done > 0 {
		m.weeks = report.WeeksOf(&p.Workload, len(log.Fixed[0].Ended)-1, len(rows[0].Fixed[0].Ended)-1)
	}
	m.boot = stats.NewBootstrap(len(rows), p.Bootstrap, p.Seed)
	m.hindsight = m.boot.Hindsight(m.fixed)
	m.strategies()
	m.parameters()
	var waited, jobs int64
	for k := range rows {
		waited += m.fixed[0][k]
		jobs += rows[k].Jobs
	}
	s.AvgWait = report.Float(float64(waited) / float64(jobs))
	if log != nil {
		s.AsLogged = replayed(log, m.entries, s.AvgWait)
	}
	return s
}

// merging is a report in the making.
type merging struct {
	report    *Report
	rows      []Row // of resamples
	entries   []Entry
	fixed     [][]int64 // total waits of each order by resample, FCFS first
	weeks     stats.Weeks
	boot      *stats.Bootstrap
	hindsight *stats.Hindsight
}

// strategies judges the plan's entries, those that choose against FCFS among
// each other, fixed orders among all fixed orders.
func (m *merging) strategies() {
	s, base := m.report, m.fixed[0]
	orders, _ := report.Judge(m.fixed, m.weeks, nil)
	best := m.hindsight.Best()
	c := m.hindsight.Change(report.Level)
	s.Best = Hindsight{order.Label(s.Plan.Orders[best]), report.Float(c.Mid), report.Float(c.Low), report.Float(c.High), orders[best].Shown}

	waits := [][]int64{base} // of those that choose, FCFS first
	var at []int             // where they are in entries
	for i, e := range m.entries {
		if e.Strategy.Base != Fixed {
			waits, at = append(waits, m.waits(e)), append(at, i)
		}
	}
	judged, choice := report.Judge(waits, m.weeks, nil)
	next := 1
	for _, e := range m.entries {
		x := Selected{Strategy: e.Strategy.Name(), Period: e.Period}
		wait := m.waits(e)
		if e.Strategy.Base == Fixed {
			x.Judged = orders[e.At]
		} else {
			x.Judged = judged[next]
			next++
		}
		more := int64(0)
		for k := range wait {
			more += wait[k] - m.fixed[best][k]
		}
		x.Regret = report.Float(float64(more) / float64(len(wait)))
		r, of, each := m.hindsight.Regret(wait, report.Level), m.hindsight.RegretOfBest(wait, report.Level),
			m.hindsight.Each(wait, report.Level)
		x.RegretFraction, x.RegretLow, x.RegretHigh = report.Float(r.Mid), report.Float(r.Low), report.Float(r.High)
		x.RegretOfBest, x.OfBestLow, x.OfBestHigh = report.Float(of.Mid), report.Float(of.Low), report.Float(of.High)
		x.RegretEach, x.EachLow, x.EachHigh = report.Float(each.Mid), report.Float(each.Low), report.Float(each.High)
		x.odd, x.even = change(m.half(wait, 1), m.half(base, 1)), change(m.half(wait, 0), m.half(base, 0))
		s.Strategies = append(s.Strategies, x)
	}
	if choice == nil {
		return
	}
	wait := waits[choice.At]
	choice.At = at[choice.At-1]
	e := m.entries[choice.At]
	s.Named = &Named{Strategy: e.Strategy.Name(), Period: e.Period, Choice: *choice}
	r := m.hindsight.Regret(wait, float64(choice.Level))
	s.Named.RegretLow, s.Named.RegretHigh = report.Float(r.Low), report.Float(r.High)
	if i := s.random(e.Period); i >= 0 && i != choice.At {
		s.Named.Chance = m.chance(wait, m.waits(m.entries[i]), float64(choice.Level))
	}
}

// chance compares waits with those under random choice.
func (m *merging) chance(wait, random []int64, level float64) *Chance {
	c := report.Weigh(wait, random, m.weeks, level)
	return &Chance{c.Bounds, c.Shown()}
}

// random is where random choice with a period is in Strategies, -1 where not.
func (s *Report) random(period study.Seconds) int {
	return slices.IndexFunc(s.Strategies, func(x Selected) bool { return x.Strategy == "random" && x.Period == period })
}

// waits are the total waits of an entry by resample.
func (m *merging) waits(e Entry) []int64 {
	return totals(m.rows, func(r *Row) *Course { return r.Course(e) })
}

// replayed is the log itself, under each entry.
func replayed(log *Row, entries []Entry, average report.Float) *report.AsLogged {
	byWeek := [][]int64{log.Fixed[0].Ended}
	for _, e := range entries {
		byWeek = append(byWeek, log.Course(e).Ended)
	}
	a := report.Replayed(byWeek, len(log.Fixed[0].Ended)-1, log.Jobs, average)
	a.Changes = a.Changes[1:]
	if len(a.FirstHalf) > 0 {
		a.FirstHalf, a.SecondHalf = a.FirstHalf[1:], a.SecondHalf[1:]
	}
	return a
}

// Warn says what must be known before the figures are believed. The rows are
// those that the report was merged from; facts say what they were made from, and what
// waits the log itself has.
func (s *Report) Warn(rows []Row, facts report.Source) {
	s.Source, s.rows = facts, rows
	p := s.Plan
	_, rows = study.Split(rows)
	if s.AsLogged != nil {
		s.AsLogged.Recorded = facts.Recorded(&p.Workload)
	}
	if len(rows) == 0 {
		return
	}
	base, dominance := totals(rows, func(r *Row) *Course { return &r.Fixed[0] }), 0.0
	for _, e := range p.Entries() {
		wait := totals(rows, func(r *Row) *Course { return r.Course(e) })
		dominance = max(dominance, report.ZeroNaN(stats.Dominance(wait, base)))
	}
	s.Warnings = stats.Warnings(stats.Facts{
		Weeks: facts.Whole(p.Workload), Users: facts.KnownUsers(), Resamples: report.Resamples(&p.Workload, len(rows)), Length: p.Weeks,
		Likeness: s.AsLogged.Like(), Apart: report.Apart(&p.Workload), Dominance: dominance, Bounded: s.Bounded(), ByWeeks: s.ByWeeks(),
	})
}

// totals are the summed waits of a course by resample.
func totals(rows []Row, of func(*Row) *Course) []int64 {
	v := make([]int64, len(rows))
	for k := range rows {
		v[k] = of(&rows[k]).SumWait
	}
	return v
}

// Ranked returns the strategies from the least total wait to the most, those
// without a figure last, equal ones in the order of the plan.
func (s *Report) Ranked() []Selected {
	list := slices.Clone(s.Strategies)
	sorted.Stable(list, func(a, b Selected) int { return report.Ascending(a.Change, b.Change) })
	return list
}

// base is the strategy without its parameter.
func (s Selected) base() string {
	p, err := ParseStrategy(s.Strategy)
	if err != nil {
		return s.Strategy
	}
	return p.Base
}

// Bounded says whether any change has an interval.
func (s *Report) Bounded() bool {
	return slices.ContainsFunc(s.Strategies, func(x Selected) bool {
		return (x.Low.Known() || x.SimLow.Known()) && x.Strategy != Fixed+":"+Baseline
	}) || s.Best.Low.Known() && len(s.Plan.Orders) > 1
}

// ByWeeks says whether the intervals that lead are of this log's weeks.
func (s *Report) ByWeeks() bool {
	return slices.ContainsFunc(s.Strategies, func(x Selected) bool {
		return x.Low.Known() && x.Strategy != Fixed+":"+Baseline
	})
}
