package rules

import (
	"cmp"
	"slices"

	"shadowtime/core/base/sorted"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/held"
)

// Queues and partitions that go before others are an order: what speaks for one are starts that would have been out of turn without
// it, and what speaks against it those that are out of turn with it alone.

// mostFirst are the most queues, and partitions, that are tried.
const mostFirst = 8

// turnedStarts is how many starts of a half another order mends, and how many it spoils.
type turnedStarts struct{ mended, spoiled int }

// Of how many classes on others are looked for, and how many rules are tried together: with the first of several alone, starts are
// out of turn among those that it puts first.
const (
	mostClimbed  = 3
	mostTogether = 3
)

// firsts tries that jobs of queues or partitions go before all others.
func (s *Search) firsts() ([]*candidate, error) {
	if float64(s.now.outOfTurn()) < leastWrong*float64(s.now.sum.Contested[0]+s.now.sum.Contested[1]) {
		return nil, nil
	}
	list, err := s.climbed(s.found, s.now.score(), mostClimbed)
	if err != nil {
		return nil, err
	}
	for _, c := range list {
		for n := 1; ; n++ {
			if ok, err := s.goesFirst(c); ok || err != nil {
				return []*candidate{c}, err
			}
			if n == mostTogether {
				break
			}
			more, err := s.climbed(c.found, c.state.score(), 1)
			if err != nil {
				return nil, err
			}
			if len(more) == 0 {
				break
			}
			c = more[0]
		}
	}
	return nil, nil
}

// climbed are the machines in which a class goes first beside other rules, and which leave least unexplained of all near them.
func (s *Search) climbed(rules []rule.Rule, score float64, most int) (list []*candidate, err error) {
	for _, class := range s.classes() {
		r := rule.New(rule.First)
		r.Class = class
		c, err := s.under(append(slices.Clip(rules), r))
		if err != nil {
			return nil, err
		}
		if score-c.state.score() >= 0.015 {
			list = append(list, c)
		}
	}
	sorted.Stable(list, func(a, b *candidate) int { return cmp.Compare(b.fall, a.fall) })
	list = list[:min(len(list), most)]
	for i := range list {
		if list[i], err = s.gather(list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// leastWrong is the share of the contested starts that are out of turn, of which something is said.
const leastWrong = 0.005

// classes are those that are tried: of the queues and the partitions with most jobs each alone, and all but it.
func (s *Search) classes() (list []rule.Class) {
	t := s.record.Trace()
	for _, x := range []struct {
		column []int32
		of     func(ids []int64) rule.Class
	}{{t.Queue, func(ids []int64) rule.Class { return rule.Class{Queues: ids} }},
		{t.Partition, func(ids []int64) rule.Class { return rule.Class{Partitions: ids} }}} {
		all := idsOf(x.column)
		if len(all) < 2 {
			continue
		}
		for _, id := range all[:min(len(all), mostFirst)] {
			list = append(list, x.of([]int64{id}))
			if len(all) > 2 {
				rest := slices.DeleteFunc(slices.Clone(all), func(other int64) bool { return other == id })
				slices.Sort(rest)
				list = append(list, x.of(rest))
			}
		}
	}
	return list
}

// idsOf are the numbers of a column, those of the most jobs first.
func idsOf(column []int32) (list []int64) {
	count := map[int64]int{}
	for _, id := range column {
		count[int64(id)]++
	}
	for id := range count {
		list = append(list, id)
	}
	sorted.Stable(list, func(a, b int64) int { return cmp.Or(count[b]-count[a], cmp.Compare(a, b)) })
	return list
}

// goesFirst says whether a rule that is a machine's last is to be taken.
func (s *Search) goesFirst(c *candidate) (bool, error) {
	r := &c.found[len(c.found)-1]
	known := func(list []rule.Rule) bool {
		return slices.ContainsFunc(list, func(x rule.Rule) bool { return same(&x, r) })
	}
	if known(s.found) || known(s.refused) || min(s.now.fallIn(&c.state, 0), s.now.fallIn(&c.state, 1)) < 0.0075 || s.rises(c) > 0.01 {
		return false, nil
	}
	return s.mends(&s.machine, &c.machine)
}

// gather takes queues into those that go first by a machine's last rule, and out of them, as long as less stays unexplained.
func (s *Search) gather(best *candidate) (*candidate, error) {
	for moved := true; moved; {
		moved = false
		last := len(best.found) - 1
		for _, r := range s.neighbours(best.found[last]) {
			c, err := s.under(append(slices.Clip(best.found[:last]), r))
			if err != nil {
				return nil, err
			}
			if c.fall >= best.fall+better {
				best, moved = c, true
				break
			}
		}
	}
	return best, nil
}

// swapped puts a number into a list in order, or takes it out.
func swapped(ids *[]int64, id int64) {
	at, in := slices.BinarySearch(*ids, id)
	if *ids = slices.Clone(*ids); in {
		*ids = slices.Delete(*ids, at, at+1)
	} else {
		*ids = slices.Insert(*ids, at, id)
	}
}

// neighbours are the rules of a queue more and of one less that go first.
func (s *Search) neighbours(r rule.Rule) (list []rule.Rule) {
	for _, p := range s.tally.parts() {
		if len(*p.ids(&r.Class)) == 0 {
			continue
		}
		all := idsOf(p.column)
		for _, id := range all[:min(len(all), mostFirst)] {
			x := r
			swapped(p.ids(&x.Class), id)
			if n := len(*p.ids(&x.Class)); n > 0 && n < len(all) {
				list = append(list, x)
			}
		}
	}
	return list
}

// mends says whether an order puts starts into turn and hardly any out of it, in both halves.
func (s *Search) mends(from, to *held.Machine) (bool, error) {
	halves, err := s.mendedBy(from, to)
	if err != nil {
		return false, err
	}
	a, b := halves[0], halves[1]
	if float64(a.spoiled)/float64(max(1, a.mended)) > float64(b.spoiled)/float64(max(1, b.mended)) {
		a, b = b, a
	}
	return float64(a.spoiled) <= max(1, s.epsilon*float64(a.mended+a.spoiled)) &&
		float64(b.spoiled) <= max(2, 2*s.epsilon*float64(b.mended+b.spoiled)), nil
}

// mendedBy counts, by half, the starts that are in turn under one machine and not under another.
func (s *Search) mendedBy(from, to *held.Machine) (halves [2]turnedStarts, err error) {
	before, err := s.wrong(from)
	if err != nil {
		return halves, err
	}
	after, err := s.wrong(to)
	for j := range after {
		if before[j] == after[j] {
			continue
		}
		if x := &halves[s.tally.half(s.record.Start(int32(j)))]; after[j] {
			x.spoiled++
		} else {
			x.mended++
		}
	}
	return halves, err
}

// wrong are the jobs whose starts are out of turn.
func (s *Search) wrong(m *held.Machine) ([]bool, error) {
	p := held.NewPass(s.record)
	p.Against = make([]uint8, s.record.Trace().Len())
	_, err := p.Run(m)
	list := make([]bool, len(p.Against))
	for j, x := range p.Against {
		list[j] = x > uint8(held.Delays)
	}
	return list, err
}
