package rules

import (
	"slices"

	"shadowtime/core/base/wire"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/held"
)

// memory keeps what passes said of the last machines: a search comes back to many, as it moves constants to and fro, takes
// rules off and says what each is worth.
type memory struct {
	keys   []string
	states []state
}

// kept bounds the memory, in jobs.
const kept = 2 << 20

// recall tries a machine, unless it is remembered.
func (s *Search) recall(list []rule.Rule, m *held.Machine) (state, error) {
	key, k := keyOf(list, m), s.memory
	if i := slices.Index(k.keys, key); i >= 0 {
		return k.states[i], nil
	}
	now, err := s.try(m)
	if err != nil {
		return now, err
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
