package tune

import (
	"cmp"
	"slices"

	"shadowtime/core/study"
)

// Total sums up what one choice did over the weeks of a half. Times are
// seconds.
type Total struct {
	Weeks  int
	Jobs   int64
	Wait   int64   // summed waits
	MaxSum int64   // summed longest waits of the weeks
	MaxMax int64   // the longest wait of all weeks
	Bsld   float64 // summed bounded slowdowns
}

func (t *Total) add(r Result) {
	t.Weeks++
	t.Wait += r.Wait
	t.MaxSum += r.Max
	t.MaxMax = max(t.MaxMax, r.Max)
	t.Bsld += r.Bsld
}

// Pooled is a half of the rows, summed up by choice.
type Pooled struct {
	Baseline Total
	Choices  []Total // as Plan.Choice numbers them
}

// Pool sums up one half of rows: the training weeks, or the testing ones. It
// adds in the order of k, whatever the order of the rows.
func Pool(p *Plan, rows []Row, half func(*Row) *Half) Pooled {
	x := Pooled{Choices: make([]Total, p.Choices())}
	for _, k := range inOrder(rows) {
		h := half(&rows[k])
		x.Baseline.Jobs += h.Jobs
		x.Baseline.add(h.Baseline)
		for c := range x.Choices {
			x.Choices[c].Jobs += h.Jobs
			x.Choices[c].add(h.Result(c))
		}
	}
	return x
}

// Training and Testing are the halves that Pool is asked for.
func Training(r *Row) *Half { return &r.Train }
func Testing(r *Row) *Half  { return &r.Test }

// inOrder lists the rows, as indices, in the order of k.
func inOrder(rows []Row) []int {
	list := make([]int, len(rows))
	for i := range list {
		list[i] = i
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(rows[a].K, rows[b].K) })
	return list
}

// Winner is the best choice on the training weeks.
type Winner struct {
	Choice int // as Plan.Choice numbers them
	// Within says that its MaxWait, the mean over training weeks, keeps the
	// plan's bound. When no choice does, the one with the least MaxWait was
	// taken.
	Within bool
}

// Learn finds the choice with the least objective on the training weeks of all
// whose threshold is wanted, the first in the plan's order where several have
// it. It is false when none is wanted.
func Learn(p *Plan, train *Pooled, wanted func(study.Seconds) bool) (best Winner, ok bool) {
	limit := p.Bound * float64(train.Baseline.MaxSum)
	for c := range train.Choices {
		if !wanted(p.Thresholds[c%len(p.Thresholds)]) {
			continue
		}
		x := Winner{c, p.Bound == 0 || float64(train.Choices[c].MaxSum) <= limit}
		if !ok || better(p, train, x, best) {
			best, ok = x, true
		}
	}
	return best, ok
}

// better says whether a is to be taken rather than b.
func better(p *Plan, train *Pooled, a, b Winner) bool {
	s, t := &train.Choices[a.Choice], &train.Choices[b.Choice]
	switch {
	case a.Within != b.Within:
		return a.Within
	case !a.Within:
		return s.MaxSum < t.MaxSum
	}
	return p.total(s) < p.total(t)
}

// total is what a choice costs over the weeks of a half by the objective.
func (p *Plan) total(t *Total) float64 {
	if p.Objective == AvgBsld {
		return t.Bsld
	}
	return float64(t.Wait)
}

// Any wants every threshold; Only wants one.
func Any(study.Seconds) bool { return true }
func Only(threshold study.Seconds) func(study.Seconds) bool {
	return func(s study.Seconds) bool { return s == threshold }
}
