package online

import (
	"slices"

	"shadowtime/core/job"
	"shadowtime/core/study"
)

// FixedOrders is the selection with each order of the plan for good, and
// nothing else: the rows hold them whatever strategies were asked for.
func FixedOrders(s *Report, rows []Row) *Report {
	p := s.Plan
	p.Strategies = nil
	for _, name := range p.Choices() {
		p.Strategies = append(p.Strategies, Fixed+":"+name)
	}
	x := Merge(p, job.Digest{}, rows)
	x.Digest = s.Digest
	return x
}

// BestFixed is the best order in hindsight, of a selection that FixedOrders made: of the
// log's own weeks, or of resamples where those are all that is known.
func (s *Report) BestFixed() Selected {
	return s.Strategies[slices.IndexFunc(s.Strategies, func(x Selected) bool {
		return x.Strategy == Fixed+":"+s.Best.Leading()
	})]
}

// Leading is the order that is best in hindsight in the log's own weeks, or in resamples
// where those are all that is known.
func (b *Hindsight) Leading() string {
	if b.Own != "" {
		return b.Own
	}
	return b.Order
}

// Contest is a parameter that a plan gives several values: a vote chooses one.
type Contest struct {
	Strategy string // without parameter
	Period   study.Seconds
	Entries  []int // in Report.Strategies
}

// Contests lists them, in the order of the plan.
func (s *Report) Contests() []Contest {
	var list []Contest
	for i, x := range s.Strategies {
		base := x.base()
		if base == Fixed {
			continue
		}
		at := slices.IndexFunc(list, func(c Contest) bool { return c.Strategy == base && c.Period == x.Period })
		if at < 0 {
			at, list = len(list), append(list, Contest{Strategy: base, Period: x.Period})
		}
		list[at].Entries = append(list[at].Entries, i)
	}
	return slices.DeleteFunc(list, func(c Contest) bool { return len(c.Entries) < 2 })
}
