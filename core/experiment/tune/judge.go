package tune

import (
	"math"
	"slices"

	"shadowtime/core/base/stats"
	"shadowtime/core/report"
)

// judge compares choices on the weeks of either half.
type judge struct {
	plan        *Plan
	log         *Row  // the halves as they were, nil while that is not known
	rows        []Row // single weeks, in the order of k
	train, test Pooled
}

// half is one of Training and Testing.
type half = func(*Row) *Half

func wait(r Result) int64 { return r.Wait }

// waits are the total waits of a choice by drawn week, of the baseline with -1.
func (j *judge) waits(of half, choice int) []int64 { return j.each(of, choice, wait) }

// costs are the same in the unit of the objective.
func (j *judge) costs(of half, choice int) []int64 { return j.each(of, choice, j.cost) }

// cost is a week's in the unit of the objective: bounded slowdowns count in
// thousandths, so that sums are exact.
func (j *judge) cost(r Result) int64 {
	if j.plan.Objective == AvgBsld {
		return thousandths(r.Bsld)
	}
	return r.Wait
}

// costsByWeek are a half's in the unit of the objective.
func (j *judge) costsByWeek(s *Sums) []int64 {
	if j.plan.Objective == AvgBsld {
		return s.Bsld
	}
	return s.Wait
}

func (j *judge) each(of half, choice int, what func(Result) int64) []int64 {
	list := make([]int64, len(j.rows))
	for k := range j.rows {
		h := of(&j.rows[k])
		if choice < 0 {
			list[k] = what(h.Baseline)
		} else {
			list[k] = what(h.Result(choice))
		}
	}
	return list
}

// own are the sums by week of a half as it was, of the baseline and then of choices, and
// how many whole weeks they are; nil while they are not known.
func (j *judge) own(of half, what func(*Sums) []int64, choices ...int) (own [][]int64, weeks int) {
	if j.log == nil || !of(j.log).Weekly() {
		return nil, 0
	}
	var sums [][]int64
	for _, c := range append([]int{-1}, choices...) {
		s := of(j.log).Sums(c)
		sums = append(sums, what(&s))
	}
	return report.Own(&j.plan.Workload, sums)
}

// weighed is what a half's own weeks say of a choice, and what those drawn from it say, in
// the unit of the objective, at a level.
func (j *judge) weighed(of half, choice int, level float64) report.Bounds {
	w := report.Weighing{Resampled: [][]int64{j.costs(of, -1), j.costs(of, choice)}}
	w.Own, w.Weeks = j.own(of, j.costsByWeek, choice)
	return w.Against(1, 0, level)
}

// claim is what the testing half's own weeks claim of one of the choices that are spoken
// of. How many weeks more would show it is said of both halves together.
func (j *judge) claim(spoken []int, at int) report.Claim {
	w := report.Weighing{Resampled: [][]int64{j.costs(Testing, -1)}}
	for _, c := range spoken {
		w.Resampled = append(w.Resampled, j.costs(Testing, c))
	}
	w.Own, w.Weeks = j.own(Testing, j.costsByWeek, spoken...)
	c := w.About(at + 1)
	if c == nil {
		return j.unclaimed()
	}
	if c.More != nil {
		both := 2 * *c.More
		c.More = &both
	}
	return *c
}

// unclaimed is the claim of the baseline, of which there is none.
func (j *judge) unclaimed() report.Claim {
	nan := report.Float(math.NaN())
	c := report.Claim{Verdict: report.Undecided, Level: report.Level, Low: nan, High: nan, NextLow: nan, NextHigh: nan, Follows: nan,
		Peak: nan}
	_, c.Weeks = j.own(Testing, j.costsByWeek)
	return c
}

// weeks says how many whole weeks a half has, of which single ones are drawn;
// none while the halves as they were are not known. Single weeks show how far
// weeks lie apart, not how neighbours go together: the half counts as so many
// blocks.
func (j *judge) weeks(of half) stats.Weeks {
	if j.log == nil {
		return stats.Weeks{}
	}
	return report.WeeksOf(&j.plan.Workload, of(j.log).Weeks, 1)
}

// among is the level at which all choices are spoken of together.
func (j *judge) among() float64 {
	n := j.plan.Choices() + 1
	if _, ok := j.plan.Find(baseline); ok {
		n--
	}
	return stats.Among(report.Level, n)
}

// judged is what the testing half's weeks say of a choice's waits: its own by week, with
// those of the baseline (none while they are not known), and those of drawn weeks.
func judged(own [][]int64, policy, base []int64, among float64) report.Judged {
	w := report.Weighing{Own: own, Resampled: [][]int64{base, policy}}
	x := report.Judged{Bounds: w.Against(1, 0, report.Level), Corrected: unknown, Shown: report.Nothing}
	switch {
	case len(own) == 0:
	case slices.Equal(own[0], own[1]) && x.Low.Known(): // it did the same
		x.Low, x.High, x.Corrected = 0, 0, 0
	default:
		r := stats.RangeOf(own[1], own[0])
		x.Shown = shown(r.Change(among))
		x.Corrected = report.Corrected(&r, 0, report.Level) // nobody chose it by these weeks
	}
	return x
}

func shown(c stats.Change) string {
	switch {
	case c.High < 0:
		return report.Less
	case c.Low > 0:
		return report.More
	}
	return report.Nothing
}
