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
	for _, name := range p.Orders {
		p.Strategies = append(p.Strategies, Fixed+":"+name)
	}
	x := Merge(p, job.Digest{}, rows)
	x.Digest = s.Digest
	return x
}

// BestFixed is the best order in hindsight with its interval, of a selection
// that FixedOrders made.
func (s *Report) BestFixed() Selected {
	return s.Strategies[slices.IndexFunc(s.Strategies, func(x Selected) bool {
		return x.Strategy == Fixed+":"+s.Best.Order
	})]
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
