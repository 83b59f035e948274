package cluster

import "math"

// tree finds the least of many keys that change one at a time, the first of equal
// ones: each inner node knows the winner below it.
type tree struct {
	keys   []float64 // as many as leaves, the last ones +Inf
	winner []int32   // of each node, from 1, the root, to the leaves
}

func newTree(n int) tree {
	leaves := 1
	for leaves < n {
		leaves *= 2
	}
	t := tree{make([]float64, leaves), make([]int32, 2*leaves)}
	for i := range t.keys {
		t.keys[i] = math.Inf(1)
		t.winner[leaves+i] = int32(i)
	}
	return t
}

// build decides all anew after keys were written.
func (t *tree) build() {
	for i := len(t.keys) - 1; i > 0; i-- {
		t.winner[i] = t.of(i)
	}
}

func (t *tree) of(node int) int32 {
	l, r := t.winner[2*node], t.winner[2*node+1]
	if t.keys[r] < t.keys[l] {
		return r
	}
	return l
}

// set changes one key.
func (t *tree) set(i int32, key float64) {
	if t.keys[i] == key {
		return
	}
	t.keys[i] = key
	for node := (len(t.keys) + int(i)) / 2; node > 0; node /= 2 {
		w := t.of(node)
		if w == t.winner[node] && w != i {
			return // nobody above has looked at i
		}
		t.winner[node] = w
	}
}

// first is where the least key is.
func (t *tree) first() int32 { return t.winner[1] }

// lacking appends the leaves below a node whose keys are less than what is asked,
// the slack left aside.
func (t *tree) lacking(node int, asked float64, dst []int32) []int32 {
	w := t.winner[node]
	switch {
	case t.keys[w]+slack >= asked:
		return dst
	case node >= len(t.keys):
		return append(dst, w)
	}
	return t.lacking(2*node+1, asked, t.lacking(2*node, asked, dst))
}
