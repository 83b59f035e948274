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
func (s *Search) firsts(stakes *held.Stakes) ([]*candidate, error) {
	if float64(s.now.outOfTurn()) < leastWrong*float64(s.now.sum.Contested[0]+s.now.sum.Contested[1]) {
		return nil, nil
	}
	list, err := s.climbed(s.found, &s.now, stakes, mostClimbed)
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
			stakes, err := s.stakes(&c.machine)
			if err != nil {
				return nil, err
			}
			more, err := s.climbed(c.found, &c.state, stakes, 1)
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

// climbed are the machines in which a class goes first beside other rules, of which a pass says a state, and which leave least
// unexplained of all near them.
func (s *Search) climbed(rules []rule.Rule, from *state, stakes *held.Stakes, most int) (list []*candidate, err error) {
	for _, x := range s.classes() {
		least := leastFall
		if len(list) >= most {
			least = max(least, from.score()-list[most-1].state.score()-rounding)
		}
		c, err := s.goes(append(slices.Clip(rules), x.rule), from, stakes.By(x.part, x.id), least)
		if err != nil {
			return nil, err
		}
		if c != nil && from.score()-c.state.score() >= leastFall {
			list = append(list, c)
			sorted.Stable(list, func(a, b *candidate) int { return cmp.Compare(b.fall, a.fall) })
		}
	}
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

// division is a rule by which a class goes first, and the number of a column whose jobs alone it moves.
type division struct {
	rule rule.Rule
	part int // which column
	id   int64
}

// classes are those that are tried: of the queues and the partitions with most jobs each alone, and all but it.
func (s *Search) classes() (list []division) {
	for i, p := range s.tally.parts() {
		all := idsOf(p.column)
		if len(all) < 2 {
			continue
		}
		of := func(ids []int64, id int64) {
			x := division{rule.New(rule.First), i, id}
			*p.ids(&x.rule.Class) = ids
			list = append(list, x)
		}
		for _, id := range all[:min(len(all), mostFirst)] {
			of([]int64{id}, id)
			if len(all) > 2 {
				rest := slices.DeleteFunc(slices.Clone(all), func(other int64) bool { return other == id })
				slices.Sort(rest)
				of(rest, id)
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
	if known(s.found) || known(s.refused) || min(s.now.fallIn(&c.state, 0), s.now.fallIn(&c.state, 1)) < leastFall/2 || s.rises(c) > 0.01 {
		return false, nil
	}
	return s.mends(&s.machine, &c.machine)
}

// gather takes queues into those that go first by a machine's last rule, and out of them, as long as less stays unexplained.
func (s *Search) gather(best *candidate) (*candidate, error) {
	for moved := true; moved; {
		moved = false
		last := len(best.found) - 1
		stakes, err := s.stakes(&best.machine)
		if err != nil {
			return nil, err
		}
		for _, x := range s.neighbours(best.found[last]) {
			c, err := s.goes(append(slices.Clip(best.found[:last]), x.rule), &best.state, stakes.By(x.part, x.id), better)
			if err != nil {
				return nil, err
			}
			if c != nil && c.fall >= best.fall+better {
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
func (s *Search) neighbours(r rule.Rule) (list []division) {
	for i, p := range s.tally.parts() {
		if len(*p.ids(&r.Class)) == 0 {
			continue
		}
		all := idsOf(p.column)
		for _, id := range all[:min(len(all), mostFirst)] {
			x := division{r, i, id}
			swapped(p.ids(&x.rule.Class), id)
			if n := len(*p.ids(&x.rule.Class)); n > 0 && n < len(all) {
				list = append(list, x)
			}
		}
	}
	return list
}

// stakes are how much the order of the queue matters under a machine; nil where that can't be told.
func (s *Search) stakes(m *held.Machine) (*held.Stakes, error) {
	t, p := s.record.Trace(), s.passes[0]
	p.Watch = nil
	x, ok, err := p.Stakes(m, t.Queue, t.Partition)
	if !ok {
		x = nil
	}
	return x, err
}

// goes tries rules that differ from those of a state in who goes first, for which so much is at stake, as long as so much less may stay
// unexplained: none where it can't.
func (s *Search) goes(list []rule.Rule, from *state, x *held.Stake, fall float64) (*candidate, error) {
	if x == nil {
		return s.under(list)
	}
	if !from.mayFall(x, fall) {
		return nil, nil
	}
	left := rounding - fall // of what may be won, for starts out of turn
	for half := range 2 {
		left += x.Share(&from.sum, half) + from.sum.Broken(half)
	}
	return s.orderly(list, s.machine.Order, func(sum *held.Sum) bool {
		now := *sum
		now.Contested = from.sum.Contested
		return now.Broken(0)+now.Broken(1) > left
	})
}

// mayFall says whether another order for which so much is at stake, all where nothing is said, may leave so much less unexplained.
func (s *state) mayFall(x *held.Stake, fall float64) bool {
	return x == nil || x.Most(&s.sum, 0)+x.Most(&s.sum, 1)+rounding >= fall
}

// mayWin says whether another order may be better than the best so far, and win.
func (s *Search) mayWin(x *held.Stake, best *candidate) bool {
	return x == nil || s.now.mayFall(x, leastFall) && (best == nil || s.now.mayFall(x, best.fall)) &&
		min(x.Most(&s.now.sum, 0), x.Most(&s.now.sum, 1))+rounding >= leastFall/2
}

// rounding is that of bounds beside what a pass says.
const rounding = 1e-9

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
