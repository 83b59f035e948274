package rules

import (
	"cmp"
	"slices"

	"shadowtime/core/job/rule"
)

// A pool is a limit over several queues or partitions together. Of many there are too many sets: what is tried
// are pairs, and those that waited most in vain, one more each time. What is found is refined queue by queue.

const (
	paired = 8     // queues, or partitions, whose pairs are tried
	member = 0.001 // of shares and breaches: by so much at least more would stay unexplained without one of a pool
	whole  = 0.95  // of the jobs: a pool of as many is a limit for all
)

// parts are the columns that jobs are parted by.
func (y *tally) parts() []part {
	return []part{{y.trace.Queue, func(c *rule.Class) *[]int64 { return &c.Queues }},
		{y.trace.Partition, func(c *rule.Class) *[]int64 { return &c.Partitions }}}
}

// part is a column of the trace, and the class's list of it.
type part struct {
	column []int32
	ids    func(c *rule.Class) *[]int64
}

// pools adds limits over several queues or partitions.
func (y *tally) pools(vain []int64) {
	for _, p := range y.parts() {
		names := p.byVain(vain)
		for n := 3; n < len(names); n++ {
			y.pool(p, names[:n])
		}
		for i := range names {
			for k := range i {
				y.pool(p, []int64{names[k], names[i]})
			}
		}
	}
}

// byVain are the names of a column whose jobs waited in vain, those that did most first, as many as are paired.
func (p *part) byVain(vain []int64) (names []int64) {
	sums := map[int64]int64{}
	for j, id := range p.column {
		sums[int64(id)] += vain[j]
	}
	for id, sum := range sums {
		if sum > 0 {
			names = append(names, id)
		}
	}
	slices.SortFunc(names, func(a, b int64) int { return cmp.Or(cmp.Compare(sums[b], sums[a]), cmp.Compare(a, b)) })
	return names[:min(paired, len(names))]
}

// pool adds one.
func (y *tally) pool(p part, names []int64) {
	r := rule.New(rule.Limit)
	r.Of = rule.Procs
	ids := p.ids(&r.Class)
	*ids = slices.Sorted(slices.Values(names))
	n := 0
	for _, id := range p.column {
		if slices.Contains(*ids, int64(id)) {
			n++
		}
	}
	if float64(n) > whole*float64(len(p.column)) {
		return
	}
	y.add(r, 1, func(j int32) bool { return slices.Contains(*ids, int64(p.column[j])) }, nil)
}

// regroup takes queues or partitions into a pool, and out of it, as long as that helps.
func (s *Search) regroup(i int) error {
	without, err := s.under(s.without(i))
	if err != nil {
		return err
	}
	for _, p := range s.tally.parts() {
		if len(*p.ids(&s.found[i].Class)) < 2 {
			continue
		}
		for _, id := range p.byVain(without.state.vain) {
			if err := s.moveIn(i, p, id, &without.state); err != nil {
				return err
			}
		}
	}
	return nil
}

// moveIn takes a queue in, or out where it is in already, with the constant that the record speaks for then. One without
// which nothing is lost goes.
func (s *Search) moveIn(i int, p part, id int64, without *state) error {
	list := slices.Clone(s.found)
	ids := p.ids(&list[i].Class)
	at, in := slices.BinarySearch(*ids, id)
	least := member
	if *ids = slices.Clone(*ids); in {
		*ids, least = slices.Delete(*ids, at, at+1), -member
	} else {
		*ids = slices.Insert(*ids, at, id)
	}
	v, err := s.valuesIn(list, i)
	if err != nil {
		return err
	}
	most, ok := v.most(s.epsilon)
	if !ok {
		return nil
	}
	list[i].Most = most
	c, err := s.under(list)
	if err == nil && c.fall >= least && s.obeyed(without, &c.state) {
		s.take(c)
	}
	return err
}
