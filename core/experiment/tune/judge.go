package tune

import (
	"math"

	"shadowtime/core/base/stats"
	"shadowtime/core/report"
	"shadowtime/core/study"
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

// waits are the total waits of a choice by week, of the baseline with -1.
func (j *judge) waits(of half, choice int) []int64 { return j.each(of, choice, wait) }

// costs are the same in the unit of the objective.
func (j *judge) costs(of half, choice int) []int64 { return j.each(of, choice, j.cost) }

// cost is a week's in the unit of the objective: bounded slowdowns count in
// thousandths, so that sums are exact.
func (j *judge) cost(r Result) int64 {
	if j.plan.Objective == AvgBsld {
		return int64(math.Round(1000 * r.Bsld))
	}
	return r.Wait
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

// logged is what a choice changes of the objective in the testing half itself, replayed
// as it was; NaN while that is not known.
func (j *judge) logged(choice int) report.Float {
	if j.log == nil {
		return report.Float(math.NaN())
	}
	h := &j.log.Test
	base := j.cost(h.Baseline)
	if choice < 0 {
		return report.Fraction(0, base)
	}
	return report.Fraction(j.cost(h.Result(choice))-base, base)
}

// short says that the testing half is too short to claim anything; "" where it is not,
// or is not replayed yet.
func (j *judge) short() string {
	if j.log == nil {
		return ""
	}
	return tooShort(&j.plan.Workload, j.log.Test.Weeks)
}

func tooShort(w *study.Workload, weeks int) string {
	return report.TooShort(w, "The half that judges", weeks, "that any setting is better than "+Baseline)
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

// judged is what the testing weeks say of a choice, whose total waits are given.
func judged(policy, base []int64, weeks stats.Weeks, among float64) report.Judged {
	c, all := report.Weigh(policy, base, weeks, report.Level), report.Weigh(policy, base, weeks, among)
	return report.Judged{Bounds: c.Bounds, Shown: all.Shown()}
}
