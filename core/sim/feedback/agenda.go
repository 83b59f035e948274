package feedback

// Item is what happens to a person at an instant: the person acts, or goes on with
// a batch.
type Item struct {
	At     int64 // seconds
	Person int32
	Batch  int32 // that goes on; negative: the person acts
}

// sooner orders them wholly, so that nothing depends on how they came.
func (w *Item) sooner(x *Item) bool {
	switch {
	case w.At != x.At:
		return w.At < x.At
	case w.Person != x.Person:
		return w.Person < x.Person
	}
	return w.Batch < x.Batch
}

// Agenda is a heap of items, the soonest first. The zero value is empty.
type Agenda struct{ list []Item }

// Clear empties it and keeps its room.
func (a *Agenda) Clear() { a.list = a.list[:0] }

// Next is the instant of the soonest item, false where there is none.
func (a *Agenda) Next() (at int64, ok bool) {
	if len(a.list) == 0 {
		return 0, false
	}
	return a.list[0].At, true
}

// Push adds an item.
func (a *Agenda) Push(w Item) {
	a.list = append(a.list, w)
	l, i := a.list, len(a.list)-1
	for i > 0 {
		up := (i - 1) / 2
		if !w.sooner(&l[up]) {
			break
		}
		l[i] = l[up]
		i = up
	}
	l[i] = w
}

// Pop takes the soonest item out. There must be one.
func (a *Agenda) Pop() Item {
	l := a.list
	top, n := l[0], len(l)-1
	last := l[n]
	l = l[:n]
	a.list = l
	if n == 0 {
		return top
	}
	i := 0
	for {
		c := 2*i + 1
		if c >= n {
			break
		}
		if c+1 < n && l[c+1].sooner(&l[c]) {
			c++
		}
		if !l[c].sooner(&last) {
			break
		}
		l[i] = l[c]
		i = c
	}
	l[i] = last
	return top
}
