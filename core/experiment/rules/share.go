package rules

import (
	"slices"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/held"
)

// Fair share is an order: what speaks for it are starts that would have been out of turn without it.

// halves are the half-lives that are tried, in seconds.
func halves() []int64 {
	list := []int64{1, 2, 4, 8, 12, 24, 48}
	for i := range list {
		list[i] *= 3600
	}
	for _, days := range []int64{3, 5, 7, 10, 14, 21, 30, 60} {
		list = append(list, days*job.Day)
	}
	return list
}

// firstHalves are those that are tried before they are refined; the others only if the first has fewer starts out of turn.
func firstHalves() []int64 { return []int64{7 * job.Day, job.Day, 4 * 3600, 30 * job.Day} }

// shared is which rule is one of fair share, -1: none.
func (s *Search) shared() int {
	return slices.IndexFunc(s.found, func(r rule.Rule) bool { return r.Kind == rule.Share })
}

// shares tries that users who used less go first.
func (s *Search) shares() ([]*candidate, error) {
	refused := slices.ContainsFunc(s.refused, func(r rule.Rule) bool { return r.Kind == rule.Share })
	if s.machine.Order != held.FCFS || s.shared() >= 0 || refused || len(s.record.Trace().Users) < 2 {
		return nil, nil
	}
	var list []*candidate
	for _, half := range firstHalves() {
		r := rule.New(rule.Share)
		r.Half = half
		c, err := s.orderly(append(slices.Clip(s.found), r), s.machine.Order, func(sum *held.Sum) bool {
			return int(wrong(sum, 0)+wrong(sum, 1)) >= s.now.outOfTurn()
		})
		if err != nil {
			return nil, err
		}
		if c != nil && s.reorders(c) {
			list = append(list, c)
		}
		if c == nil || c.state.outOfTurn() >= s.now.outOfTurn() {
			break
		}
	}
	return list, nil
}
