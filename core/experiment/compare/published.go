package compare

import (
	"shadowtime/core/report/published"
	"shadowtime/core/study"
)

// Ours are the orders' changes, as a study's figures stand beside them.
func (r *Report) Ours() (list []published.Ours) {
	for _, o := range r.Orders[1:] {
		list = append(list, published.Ours{Name: o.Order, Period: study.None, Bounds: o.Bounds})
	}
	return list
}

// Published are the figures that a study printed for this log, where the question
// is near enough to its own.
func (r *Report) Published() published.Beside {
	return published.For(Name, r.Digest, r.Plan.Settings(), r.Ours)
}
