package tune

import (
	"slices"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
	"shadowtime/core/report"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Chosen says how sure the choice itself is: another draw of weeks, or the other
// half of the log, might have taken another one.
type Chosen struct {
	// Near are the choices that the training weeks don't tell from the best
	// (stats.NearBest), in the order of the plan: those that keep the plan's
	// bound, when the learned one does.
	Near  []Near `json:"near"`
	Draws int    `json:"draws"` // of training weeks with replacement, behind Same and OtherWeeks
	Same
	// OtherWeeks is the same of draws of only so many weeks as the training half
	// has: what another log of its length might have chosen. Null while that is
	// not known, and where weeks are not drawn with replacement.
	OtherWeeks *Same `json:"otherWeeks"`
	// Swapped is what the testing weeks choose, judged on the training weeks.
	Swapped Swapped `json:"swapped"`
}

// Near is a choice by its names.
type Near struct {
	Primary   string        `json:"primary"`
	Backfill  string        `json:"backfill"`
	Threshold study.Seconds `json:"threshold"`
}

// Same are shares of draws.
type Same struct {
	Stability   report.Float `json:"stability"`   // that choose the same pair with the same threshold,
	SamePair    report.Float `json:"samePair"`    // the same pair with whichever threshold,
	SamePrimary report.Float `json:"samePrimary"` // the same primary order
}

// Swapped is a choice of the testing weeks, and what the training half's own weeks say of
// it: of the objective, against the baseline, at 95 %.
type Swapped struct {
	Primary   string        `json:"primary"`
	Backfill  string        `json:"backfill"`
	Threshold study.Seconds `json:"threshold"`
	report.Bounds
	Shown string `json:"shown"` // less, more or nothing
}

// Choice names it.
func (s *Swapped) Choice() Choice {
	return Choice{Primary: s.Primary, Backfill: s.Backfill, Threshold: s.Threshold}
}

// Choice names it.
func (n Near) Choice() Choice { return Choice(n) }

// choose computes it; nil of fewer than two weeks.
func (j *judge) choose(learned Winner, near []int) *Chosen {
	if len(j.rows) < 2 {
		return nil
	}
	c := &Chosen{}
	for _, i := range near {
		c.Near = append(c.Near, Near(j.plan.Choice(i)))
	}
	s := newSearch(j)
	c.Draws = s.draws()
	c.Same = s.same(learned.Choice, len(j.rows), c.Draws)
	if n := int(j.weeks(Training).Log); n > 0 {
		other := s.same(learned.Choice, n, c.Draws)
		c.OtherWeeks = &other
	}
	best, _ := Learn(j.plan, &j.test, Any)
	x := j.plan.Choice(best.Choice)
	b := j.weighed(Training, best.Choice, report.Level)
	c.Swapped = Swapped{x.Primary, x.Backfill, x.Threshold, b, shown(stats.Change{Low: float64(b.Low), High: float64(b.High)})}
	return c
}

// near are the numbers of the choices that may be the best on the training
// weeks, in what was learned by: the objective, or the longest waits where no
// choice keeps the bound.
func (j *judge) near(learned Winner) (list []int) {
	what := j.cost
	if !learned.Within {
		what = func(r Result) int64 { return r.Max }
	}
	var candidates []int
	var costs [][]int64
	for c := range j.plan.Choices() {
		if j.within(c) == learned.Within {
			candidates, costs = append(candidates, c), append(costs, j.each(Training, c, what))
		}
	}
	for i, near := range stats.NearBest(costs, report.Level) {
		if near {
			list = append(list, candidates[i])
		}
	}
	return list
}

// search learns again and again, on drawn weeks: choices that behaved alike on
// all training weeks are tried once, since the first of them is taken anyway.
type search struct {
	plan       *Plan
	choices    []int
	cost, most [][]int64 // by week and choice; most only under a bound
	base       []int64   // the baseline's longest waits, by week
}

func newSearch(j *judge) *search {
	s := &search{plan: j.plan}
	n := len(j.plan.Thresholds)
	for c := range j.plan.Choices() {
		if c%n == 0 || slices.ContainsFunc(j.rows, func(r Row) bool { return r.Train.Result(c) != r.Train.Result(c-1) }) {
			s.choices = append(s.choices, c)
		}
	}
	for k := range j.rows {
		h := &j.rows[k].Train
		cost, most := make([]int64, len(s.choices)), []int64(nil)
		if j.plan.Bound > 0 {
			most = make([]int64, len(s.choices))
		}
		for i, c := range s.choices {
			r := h.Result(c)
			cost[i] = j.cost(r)
			if most != nil {
				most[i] = r.Max
			}
		}
		s.cost, s.most, s.base = append(s.cost, cost), append(s.most, most), append(s.base, h.Baseline.Max)
	}
	return s
}

// enoughDraws tell shares to 3 points; effort is about a second of sums.
const (
	enoughDraws = 200
	effort      = 300_000_000
)

// draws is how many are made: those of the plan, fewer of very many choices.
func (s *search) draws() int {
	return min(s.plan.Bootstrap, max(enoughDraws, effort/(len(s.choices)*len(s.cost))))
}

// same learns on draws of so many weeks.
func (s *search) same(learned, weeks, draws int) Same {
	cost, most := make([]int64, len(s.choices)), make([]int64, len(s.choices))
	of, n := s.plan.Choice(learned), len(s.plan.Thresholds)
	var choice, pair, primary int
	stats.Counts(len(s.cost), weeks, draws, s.plan.Seed, func(times []int32) {
		clear(cost)
		clear(most)
		base := int64(0)
		for k, t := range times {
			if t == 0 {
				continue
			}
			addTimes(cost, s.cost[k], int64(t))
			addTimes(most[:len(s.most[k])], s.most[k], int64(t))
			base += int64(t) * s.base[k]
		}
		c := s.choices[s.best(cost, most, base)]
		if c == learned {
			choice++
		}
		if c/n == learned/n {
			pair++
		}
		if s.plan.Choice(c).Primary == of.Primary {
			primary++
		}
	})
	share := func(n int) report.Float { return report.Float(float64(n) / float64(draws)) }
	return Same{share(choice), share(pair), share(primary)}
}

func addTimes(sum, of []int64, times int64) {
	of = of[:len(sum)]
	for i := range sum {
		sum[i] += times * of[i]
	}
}

// best is the one that Learn takes.
func (s *search) best(cost, most []int64, base int64) int {
	limit, best, within := s.plan.Bound*float64(base), 0, false
	for i := range cost {
		switch in := s.plan.Bound == 0 || float64(most[i]) <= limit; {
		case i == 0:
			within = in
		case in != within:
			if in {
				best, within = i, true
			}
		case in && cost[i] < cost[best], !in && most[i] < most[best]:
			best = i
		}
	}
	return best
}

// Doubts say in sentences how sure the choice is; none while that is not known.
func (t *Report) Doubts() (list []string) {
	c, x := t.Choice, t.Learned.Choice()
	if c == nil || !t.Bounded() {
		return nil
	}
	if n := len(t.Pairs); n > 1 {
		switch near := len(c.Near); near {
		case 1:
			list = append(list, "The training weeks tell the chosen setting, "+shortWords(x)+", from each of the "+numeral.Count(n-1)+
				" others (95 % for all together).")
		case n:
			list = append(list, "The training weeks tell none of the "+numeral.Count(n)+" settings from the best (95 % for all together).")
		default:
			var primaries []string
			for _, o := range order.Labels(t.Plan.Primaries) {
				if slices.ContainsFunc(c.Near, func(y Near) bool { return y.Primary == o }) {
					primaries = append(primaries, o)
				}
			}
			list = append(list, "The training weeks don't tell "+numeral.Count(near)+" of "+numeral.Count(n)+" settings, with "+
				numeral.Listed(primaries)+" for the queue, from the best, "+shortWords(x)+" (95 % for all together).")
		}
		shares := []report.Float{c.Stability, c.SamePair, c.SamePrimary}
		o := c.OtherWeeks
		if o != nil {
			shares = append(shares, o.Stability, o.SamePair, o.SamePrimary)
		}
		digits := numeral.DigitsOf(shares...)
		write := func(x report.Float) string { return numeral.Percent(x, digits) }
		s := "Drawn anew, the training weeks choose the same setting in " + write(c.Stability) + " of " + numeral.Count(c.Draws) +
			" draws, the same pair of orders in " + write(c.SamePair) + " and the same queue order in " + write(c.SamePrimary) + "."
		if o != nil {
			s += " With only " + numeral.Weeks(t.AsLogged.Train.Weeks) + " a draw, as many as the half has, that is " +
				write(o.Stability) + ", " + write(o.SamePair) + " and " + write(o.SamePrimary) + "."
		}
		list = append(list, s)
	}
	list = append(list, t.swapped())
	safest := Choice(t.Safest)
	if safest != x && !safest.IsBaseline() {
		list = append(list, "The training weeks don't tell "+shortWords(safest)+" from the best on average. It was chosen because its "+
			"longest wait is smaller.")
	}
	if s := t.Simple; s != nil && !s.Holds && s.Loss.Known() {
		list = append(list, "A simpler setting, "+shortWords(s.Choice())+", takes "+inPoints(s.Loss)+" less off "+t.what()+
			" in the second half. That is not below the margin of "+inPoints(margin)+".")
	}
	return list
}

// swapped says what comes of the halves the other way round.
func (t *Report) swapped() string {
	c := &t.Choice.Swapped
	y := c.Choice()
	s := "With the halves swapped, the choice is "
	change, low, high := c.Leading()
	switch {
	case y.IsBaseline():
		return s + Baseline + "."
	case !change.Known():
		return s + shortWords(y) + ". Nobody waits with " + Baseline + " in the first half."
	case y == t.Learned.Choice():
		s += "the same"
	default:
		s += shortWords(y)
	}
	return s + ". In the first half it " + report.Does(t.what(), change, low, high) + "."
}
