package rules

import (
	"slices"

	"shadowtime/core/base/wire"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/guard"
	"shadowtime/core/sim/held"
)

// memory keeps what passes said of the last machines: a search comes back to many, as it moves constants to and fro, takes
// rules off and says what each is worth.
type memory struct {
	keys   []string
	states []state
	whiles []*while
}

// kept bounds the memory, in jobs.
const kept = 2 << 20

// recall tries a machine, unless it is remembered.
func (s *Search) recall(list []rule.Rule, m *held.Machine) (state, error) {
	key, k := keyOf(list, m), s.memory
	if i := slices.Index(k.keys, key); i >= 0 {
		return k.states[i], nil
	}
	now, err := s.amend(list, m)
	if err != nil {
		return now, err
	}
	if s.passes[0].Over { // it says too little to be remembered
		return now, nil
	}
	if n := len(k.keys); n > 0 && (n+1)*len(now.vain) > kept {
		k.keys, k.states = slices.Delete(k.keys, 0, 1), slices.Delete(k.states, 0, 1)
	}
	k.keys, k.states = append(k.keys, key), append(k.states, now)
	return now, nil
}

// keyOf tells machines apart.
func keyOf(list []rule.Rule, m *held.Machine) string {
	var w wire.Writer
	w.Int(int64(m.Order))
	w.Bool(m.Plain)
	for i := range list {
		list[i].Wire(wire.Both{Put: &w})
	}
	return string(w.B)
}

// while is what a pass says of a while of the record.
type while struct {
	machine  string
	from, to int64
	sum      held.Sum
	vain     []idle // of those who waited in vain
	ahead    int64
	excused  bool
}

// idle is how long a job waited in vain, in seconds.
type idle struct {
	job  int32
	vain int64
}

// parts is how many parts of the record whiles are made of, so that rules of much the same time share them.
const parts = 16

// amend tries a machine. Where its rules are those that are found but for some that hold for a while, that while alone is gone through,
// under both.
func (s *Search) amend(list []rule.Rule, m *held.Machine) (state, error) {
	from, to, lasts, ok := s.differ(list, m)
	if !ok {
		return s.try(m)
	}
	from, to = s.widen(from, to)
	before, err := s.within(s.found, &s.machine, from, to)
	if err != nil {
		return state{}, err
	}
	after, err := s.within(list, m, from, to)
	if err != nil {
		return state{}, err
	}
	if lasts && (before.excused || after.excused) {
		return s.try(m)
	}
	x := state{s.now.sum, slices.Clone(s.now.vain), max(s.now.ahead, after.ahead)}
	x.sum.Add(&before.sum, -1)
	x.sum.Add(&after.sum, 1)
	for _, y := range before.vain {
		x.vain[y.job] -= y.vain
	}
	for _, y := range after.vain {
		x.vain[y.job] += y.vain
	}
	return x, nil
}

// differ is when rules hold that a machine has and the one that is found has not, or the other way about, and whether some of them
// last; false where more than such rules differs, or more than three quarters of the record.
func (s *Search) differ(list []rule.Rule, m *held.Machine) (from, to int64, lasts, ok bool) {
	if m.Order != s.machine.Order || m.Plain != s.machine.Plain ||
		len(list) == 0 || len(s.found) == 0 || len(s.machine.Rules) != len(s.found) {
		return 0, 0, false, false
	}
	from, to = guard.Never, 0
	had := make(map[string]int, len(list))
	for i := range s.found {
		had[keyOf(s.found[i:i+1], m)] |= 1 << i
	}
	hold := func(r *rule.Bound) bool {
		if len(r.Spans) == 0 || r.Kind == rule.Kept {
			return false
		}
		from, to = min(from, r.Spans[0].From), max(to, r.Spans[len(r.Spans)-1].To)
		return true
	}
	for i := range list {
		if list[i].Kind.Orders() {
			return 0, 0, false, false
		}
		key := keyOf(list[i:i+1], m)
		if had[key] != 0 {
			had[key] &= had[key] - 1
		} else if !hold(&m.Rules[i]) {
			return 0, 0, false, false
		}
	}
	for i := range s.found {
		if s.found[i].Kind.Orders() {
			return 0, 0, false, false
		}
		if had[keyOf(s.found[i:i+1], m)]>>i&1 != 0 && !hold(&s.machine.Rules[i]) {
			return 0, 0, false, false
		}
	}
	first, last := s.record.Span()
	return from, to, to > last, from < to && min(to, last)-max(from, first) < 3*(last-first)/4
}

// widen has a while begin and end with parts of the record.
func (s *Search) widen(from, to int64) (int64, int64) {
	first, last := s.record.Span()
	part := max(1, (last-first)/parts)
	from, to = max(first, max(from, first)-s.now.ahead), min(to, last+1)
	return first + (from-first)/part*part, min(last+1, first+((to-first)/part+1)*part)
}

// within is what a pass says of a while, unless it is remembered: a machine that was tried is often the next that others are tried beside.
func (s *Search) within(list []rule.Rule, m *held.Machine, from, to int64) (*while, error) {
	key, k := keyOf(list, m), s.memory
	for _, x := range k.whiles {
		if x.from == from && x.to == to && x.machine == key {
			return x, nil
		}
	}
	p := s.passes[0]
	p.Watch = nil
	sum, err := p.Within(m, from, to)
	x := &while{machine: key, from: from, to: to, sum: sum, ahead: p.Ahead, excused: p.Excused()}
	for j, vain := range p.Vain {
		if vain > 0 {
			x.vain = append(x.vain, idle{int32(j), vain})
		}
	}
	if len(k.whiles) == whiles {
		k.whiles = slices.Delete(k.whiles, 0, 1)
	}
	k.whiles = append(k.whiles, x)
	return x, err
}

// whiles bounds how many are remembered.
const whiles = 40
