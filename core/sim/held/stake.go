package held

import "slices"

// Stake is how much of what a pass finds another order of the queue could undo at most: seconds of waiting in vain, and breaches.
type Stake struct {
	Vain     [2]int64 // by half
	Breaches [2]int
}

// Stakes are those of any other order, and by column, and in it by number, of orders that differ in when jobs of that number alone go.
type Stakes struct {
	all Stake
	of  []map[int32]*Stake
}

// Whole is what is at stake altogether; nil of nil.
func (s *Stakes) Whole() *Stake {
	if s == nil {
		return nil
	}
	return &s.all
}

// By is what is at stake where jobs of a number of a column go at other times alone; nil of nil.
func (s *Stakes) By(column int, id int64) *Stake {
	if s == nil {
		return nil
	}
	return s.of[column][int32(id)]
}

// stakes counts them. Who waits in vain does so under every order, where no job would be delayed that lacks room and might be the
// head. Among jobs of one number all orders that differ by numbers alone are the same.
type stakes struct {
	columns [][]int32
	waiting []map[int32]int // by number, in the queue
	apart   []*Stake        // of what the jobs that wait differ in
	several bool            // jobs start at the instant
	sizes   []int32         // of the jobs that may be the head,
	heads   []head          // and which it would be
	Stakes
}

// Stakes goes through the record, and finds how much the order of the queue matters under what is supposed of the machine; false where
// rules let jobs keep their turn, of which nothing of the kind can be said.
func (p *Pass) Stakes(m *Machine, columns ...[]int32) (*Stakes, bool, error) {
	s := &stakes{columns: columns, Stakes: Stakes{of: make([]map[int32]*Stake, len(columns))}}
	for c := range columns {
		s.waiting, s.of[c] = append(s.waiting, map[int32]int{}), map[int32]*Stake{}
		for _, id := range columns[c] {
			if s.of[c][id] == nil {
				s.of[c][id] = &Stake{}
			}
		}
	}
	p.stakes = s
	_, err := p.Run(m)
	p.stakes = nil
	return &s.Stakes, p.guard.Turns() == 0, err
}

// count counts who waits.
func (s *stakes) count(j int32, n int) {
	for c, column := range s.columns {
		if column != nil {
			s.waiting[c][column[j]] += n
		}
	}
}

// part finds in what those who wait differ.
func (s *stakes) part(all int) {
	s.apart = append(s.apart[:0], &s.all)
	for c, of := range s.waiting {
		for id, n := range of {
			if n > 0 && n < all {
				s.apart = append(s.apart, s.of[c][id])
			}
		}
	}
}

// breach counts one. Who starts alone is forbidden, or has no room, wherever he stands.
func (s *stakes) breach(half int, b Breach) {
	if b >= Delays || s.several {
		for _, x := range s.apart {
			x.Breaches[half]++
		}
	}
}

// wait counts those who wait in vain from an instant to before another and might not.
func (s *stakes) wait(p *Pass, now, to int64) {
	n := s.contested(p, now)
	if p.guard.Empty() && p.guard.Until(now) < to { // where there is a rule a pass looks again as a clock is moved
		s.all.Vain[p.half(now)] += p.vain * (to - now)
		for _, of := range s.of {
			for _, x := range of {
				x.Vain[p.half(now)] += p.vain * (to - now)
			}
		}
		return
	}
	if n == 0 {
		return
	}
	s.part(len(p.queue))
	for _, x := range s.apart {
		x.Vain[p.half(now)] += n * (to - now)
	}
}

// contested counts them.
func (s *stakes) contested(p *Pass, now int64) (n int64) {
	if p.vain == 0 {
		return 0
	}
	s.heads, s.sizes = s.heads[:0], s.sizes[:0]
	room := p.room(now)
	holds, _ := p.guard.Look(now)
	for i := range p.queue {
		w := &p.queue[i]
		rules := w.rules & holds
		if int64(w.size) <= room || slices.Contains(s.sizes, w.size) || rules != 0 && p.guard.Barred(now, w.job, rules, int64(w.size)) {
			continue
		}
		s.sizes = append(s.sizes, w.size)
		s.heads = append(s.heads, p.reserve(now, 0, int64(w.size), room))
	}
	for i := range p.queue {
		w := &p.queue[i]
		if w.since < never && slices.ContainsFunc(s.heads, func(h head) bool { return p.blocked(&h, now, w) }) {
			n++
		}
	}
	return n
}

// Share is by how much at most the share of a half's waiting in vain falls, of a pass that found a sum.
func (x *Stake) Share(sum *Sum, half int) float64 {
	return ratio(float64(x.Vain[half]), float64(sum.All(half)))
}

// Most is likewise by how much that falls and the share of the starts that go against what is supposed, together.
func (x *Stake) Most(sum *Sum, half int) float64 {
	return x.Share(sum, half) + ratio(float64(x.Breaches[half]), float64(sum.Contested[half]))
}
