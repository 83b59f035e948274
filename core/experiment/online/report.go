package online

import (
	"math"
	"slices"

	"shadowtime/core/base/sorted"
	"shadowtime/core/base/stats"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Report answers a Plan: what choosing orders while the machine runs
// was worth. The same Plan and trace give the same bytes of JSON on every
// platform, for any number of workers.
type Report struct {
	Version  int              `json:"version"`
	Plan     Plan             `json:"plan"`
	Digest   string           `json:"digest"`
	AsLogged *report.AsLogged `json:"asLogged"` // changes as Strategies lists them; null while it is not computed
	AvgWait  report.Float     `json:"avgWait"`  // under FCFS, pooled over the jobs of all resamples, seconds
	Best     Hindsight        `json:"best"`
	Verdict  report.Verdict   `json:"verdict"`
	Named    *Named           `json:"named"` // null where there is nothing to compare
	// Strategies are listed as Plan.Entries does.
	Strategies []Selected      `json:"strategies"`
	Parameters []Tuned         `json:"parameters,omitempty"` // where the plan gives one several values
	Warnings   []stats.Warning `json:"warnings"`             // see Warn

	Done int `json:"-"` // resamples behind the figures; Plan.Resamples at the end

	// Source is what the report was computed from: Warn sets it.
	Source report.Source `json:"-"`
	rows   []Row
	orders []report.Judged // each order of the plan for good, as Plan.Orders lists them
}

// Hindsight is the fixed order with the least wait, summed over all resamples:
// what can be known only afterwards.
type Hindsight struct {
	Order  string       `json:"order"` // of the log itself where there is no resample
	Change report.Float `json:"change"`
	Low    report.Float `json:"low"`   // its simulation error, 95 %: a bootstrap over resamples
	High   report.Float `json:"high"`  // in which the best order is chosen anew in every draw
	Shown  string       `json:"shown"` // what the log's own weeks show of it among all fixed orders: see report.Less
	// Own is the fixed order with the least wait in the log's own weeks; "" while those are
	// not replayed.
	Own       string       `json:"own"`
	OwnChange report.Float `json:"ownChange"` // what it changes there
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

	Safety *Safety `json:"safety,omitempty"` // of strategies that choose, where one shares feedback

	odd, even report.Float // Change on resamples of odd and of even number
}

// Name is the strategy with its period, as in "full, day".
func (s Selected) Name() string {
	if s.Period == study.None {
		return s.Strategy
	}
	return s.Strategy + ", " + PeriodName(s.Period)
}

// Named is the strategy that a sentence names, see report.Claim: one of all that choose,
// with every period and parameter of the plan; of a plan without any, a fixed order.
type Named struct {
	Strategy string        `json:"strategy"`
	Period   study.Seconds `json:"period"`
	report.Claim
	Chance *Beside `json:"chance"` // choosing at random as often; null where that is not in the plan, or is named itself
	Lost   *Beside `json:"lost"`   // the best fixed order of the log's own weeks; null of a fixed order, and while there are none
}

// Beside is the named strategy beside another one: fractions of the wait under that.
type Beside struct {
	Other string `json:"other"`
	report.Bounds
	Verdict report.Verdict `json:"verdict"`
	Level   report.Float   `json:"level"` // of Low to High, as of a report.Claim
	Shown   string         `json:"shown"` // see report.Less
}

// Chooses says whether it is a strategy that chooses, not a fixed order.
func (n *Named) Chooses() bool { return n != nil && n.Period != study.None }

// Merge makes the selection of the rows done so far, in any order; that of the
// log itself may be among them. The plan must be normalised.
func Merge(p Plan, digest job.Digest, rows []Row) *Report {
	s := &Report{Version: Version, Plan: p, Digest: digest.Hex(), Verdict: report.Undecided}
	log, rows := study.Split(rows)
	if log != nil && !log.weekly() {
		log = nil // of a file of before
	}
	s.Done = len(rows)
	m := &merging{report: s, rows: rows, entries: p.Entries()}
	if m.log = log; p.Once() && len(rows) > 0 && rows[0].weekly() {
		m.log = &rows[0] // the weeks that are asked for
	}
	for i := range p.Choices() {
		m.fixed = append(m.fixed, totals(rows, func(r *Row) *Course { return &r.Fixed[i] }))
	}
	m.boot = stats.NewBootstrap(len(rows), p.Bootstrap, p.Seed)
	m.hindsight = m.boot.Hindsight(m.fixed)
	var waited, jobs int64
	for k := range rows {
		waited += m.fixed[0][k]
		jobs += rows[k].Jobs
	}
	s.AvgWait = report.Float(float64(waited) / float64(jobs))
	if log != nil {
		s.AsLogged = replayed(log, m.entries, s.AvgWait)
	}
	m.strategies()
	m.parameters()
	if s.nothing() != "" {
		s.Verdict = report.NoGain
	}
	return s
}

// merging is a report in the making.
type merging struct {
	report    *Report
	rows      []Row // of resamples
	entries   []Entry
	log       *Row      // the log itself, or its weeks that are asked for; nil while not known
	fixed     [][]int64 // total waits of each order by resample, FCFS first
	boot      *stats.Bootstrap
	hindsight *stats.Hindsight
}

// own are the sums of the log's own weeks of courses, and how many weeks those are.
func (m *merging) own(of ...*Course) ([][]int64, int) {
	var sums [][]int64
	for _, c := range of {
		sums = append(sums, c.Week)
	}
	return report.Own(&m.report.Plan.Workload, sums)
}

// orders weighs all fixed orders of the plan, as a comparison of them does.
func (m *merging) orders() *report.Weighing {
	p := &m.report.Plan
	w := &report.Weighing{Resampled: m.fixed, Leads: func(i int) bool { return compare.Leads(p.Choices()[i]) }}
	if m.log != nil {
		var courses []*Course
		for i := range m.log.Fixed {
			courses = append(courses, &m.log.Fixed[i])
		}
		w.Own, w.Weeks = m.own(courses...)
	}
	return w
}

// choosing weighs the entries that choose, and says where they are in the plan's. None was
// picked beforehand: which strategy learns well hangs on period and parameter, and no study
// of many logs says so of one.
func (m *merging) choosing() (w *report.Weighing, at []int) {
	w = &report.Weighing{Resampled: [][]int64{m.fixed[0]}}
	var courses []*Course
	if m.log != nil {
		courses = append(courses, &m.log.Fixed[0])
	}
	for i, e := range m.entries {
		if e.Strategy.Base == Fixed {
			continue
		}
		w.Resampled, at = append(w.Resampled, m.waits(e)), append(at, i)
		if m.log != nil {
			courses = append(courses, m.log.Course(e))
		}
	}
	if m.log != nil {
		w.Own, w.Weeks = m.own(courses...)
	}
	return w, at
}

// strategies judges the plan's entries, those that choose against FCFS among
// each other, fixed orders among all fixed orders.
func (m *merging) strategies() {
	s, base := m.report, m.fixed[0]
	fixed := m.orders()
	orders, order := fixed.Judge()
	s.orders = orders
	best := m.best(fixed, orders)
	weighing, at := m.choosing()
	judged, choice := weighing.Judge()
	next := 1
	for _, e := range m.entries {
		x := Selected{Strategy: e.Strategy.Name(), Period: e.Period, Safety: m.safety(e)}
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
	if len(at) == 0 {
		m.nameOrder(order)
	} else if choice != nil {
		m.name(choice, weighing, at, fixed)
	}
	if n := s.Named; n != nil && n.At >= 0 { // an order may be named that is none of the strategies asked
		s.Strategies[n.At].Claimed(&n.Claim)
	}
}

// best finds the orders that are best in hindsight, and says which that of resamples is.
func (m *merging) best(fixed *report.Weighing, orders []report.Judged) (at int) {
	b := &m.report.Best
	label := func(i int) string { return order.Label(m.report.Plan.Choices()[i]) }
	at = m.hindsight.Best()
	own := at
	b.OwnChange = report.Float(math.NaN())
	if len(fixed.Own) > 0 {
		own = least(fixed.Own)
		b.Own, b.OwnChange = label(own), orders[own].Own
	}
	if m.report.Done == 0 {
		at = own
	}
	c := m.hindsight.Change(report.Level)
	b.Order, b.Shown = label(at), orders[at].Shown
	b.Change, b.Low, b.High = report.Float(c.Mid), report.Float(c.Low), report.Float(c.High)
	return at
}

// least is which of some sums is the least in all, the first of equals.
func least(sums [][]int64) int {
	return slices.IndexFunc(sums, func(v []int64) bool {
		return !slices.ContainsFunc(sums, func(x []int64) bool { return total(x) < total(v) })
	})
}

func total(v []int64) (sum int64) {
	for _, x := range v {
		sum += x
	}
	return sum
}

// nameOrder names a fixed order, where no strategy chooses.
func (m *merging) nameOrder(c *report.Claim) {
	if c == nil {
		return
	}
	name := Fixed + ":" + order.Label(m.report.Plan.Choices()[c.At])
	c.At = slices.IndexFunc(m.report.Strategies, func(x Selected) bool { return x.Strategy == name })
	m.report.Named, m.report.Verdict = &Named{Strategy: name, Period: study.None, Claim: *c}, c.Verdict
}

// name names the strategy that is chosen of those weighed, and sets it beside others.
func (m *merging) name(c *report.Claim, w *report.Weighing, at []int, fixed *report.Weighing) {
	s, choice := m.report, c.At
	c.At = at[choice-1]
	e := m.entries[c.At]
	s.Named, s.Verdict = &Named{Strategy: e.Strategy.Name(), Period: e.Period, Claim: *c}, c.Verdict
	if i := s.random(e.Period); i >= 0 && i != c.At {
		other := 1 + slices.Index(at, i)
		s.Named.Chance = s.Named.beside(m.entries[i].Name(), w, choice, other, stats.Among(report.Level, 1+len(at)))
	}
	if len(fixed.Own) == 0 {
		return
	}
	best := least(fixed.Own)
	pair := &report.Weighing{Own: [][]int64{fixed.Own[best], w.Own[choice]}, Resampled: [][]int64{m.fixed[best], w.Resampled[choice]}}
	// both were found by looking, one of the strategies, one of the orders
	s.Named.Lost = s.Named.beside(order.Label(s.Plan.Choices()[best]), pair, 1, 0, stats.Among(report.Level, 1+len(at)*len(m.fixed)))
}

// beside sets a choice beside another, at a level for all that were looked at. What holds
// the claim back that the strategy is better than FCFS holds this one back, and resamples
// that do not bear it out.
func (n *Named) beside(other string, w *report.Weighing, i, j int, level float64) *Beside {
	all := w.Against(i, j, level)
	b := &Beside{Other: other, Bounds: w.Against(i, j, report.Level), Verdict: report.Undecided, Level: report.Level,
		Shown: report.Nothing}
	switch {
	case all.High < 0:
		b.Shown = report.Less
	case all.Low > 0:
		b.Shown = report.More
	case b.High < 0 || b.Low > 0:
		b.Verdict = report.Leaning
	}
	if b.Shown != report.Nothing {
		b.Bounds, b.Verdict, b.Level = all, report.Shown, report.Float(level)
		if n.Held != "" || b.High < 0 && b.SimLow > 0 || b.Low > 0 && b.SimHigh < 0 {
			b.Verdict = report.Leaning
		}
	}
	return b
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
	byWeek := [][]int64{log.Fixed[0].Week}
	for _, e := range entries {
		byWeek = append(byWeek, log.Course(e).Week)
	}
	a := report.Replayed(byWeek, len(byWeek[0])-1, log.Jobs, average)
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
		s.AsLogged.Recorded = facts.RecordedOfAll(&p.Workload)
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
		Slide: p.Slide(),
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

// lead is the change that is spoken of, FCFS's 0.
func (s *Selected) lead() report.Float {
	change, _, _ := s.Leading()
	return change
}

// Ranked returns the strategies from the least total wait to the most, those
// without a figure last, equal ones in the order of the plan.
func (s *Report) Ranked() []Selected {
	list := slices.Clone(s.Strategies)
	sorted.Stable(list, func(a, b Selected) int { return report.Ascending(a.lead(), b.lead()) })
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

// Bounded says whether any change has an interval, of resamples or of the log's weeks.
func (s *Report) Bounded() bool {
	return slices.ContainsFunc(s.Strategies, func(x Selected) bool {
		return (x.Low.Known() || x.SimLow.Known()) && x.Strategy != Fixed+":"+Baseline
	}) || s.Best.Low.Known() && len(s.Plan.Choices()) > 1
}

// ByWeeks says whether changes have a range of the log's own weeks.
func (s *Report) ByWeeks() bool {
	return slices.ContainsFunc(s.Strategies, func(x Selected) bool {
		return x.Low.Known() && x.Strategy != Fixed+":"+Baseline
	})
}
