package job

import "slices"

// Split cuts a trace at its temporal midpoint: jobs submitted before it are the
// first half, to learn from, all others the second, to judge by (Lelong, Reis
// and Trystram, "Tuning EASY-Backfilling Queues", 2017, section 4.1). The
// midpoint is halfway from the first submit to the last, so the halves span
// equal times, not equally many jobs. Both share the trace's columns.
func (t *Trace) Split() (first, second *Trace) {
	n := t.Len()
	if n == 0 {
		return t.part(0, 0), t.part(0, 0)
	}
	// half of the span, rounded up, so that two submits always part
	middle := t.Submit[0] + (t.Submit[n-1]-t.Submit[0]+1)/2
	at, _ := slices.BinarySearch(t.Submit, middle)
	if t.Submit[0] == t.Submit[n-1] {
		at = n
	}
	return t.part(0, at), t.part(at, n)
}

// part is the trace of jobs [from, to) alone, with the same users and calendar.
func (t *Trace) part(from, to int) *Trace {
	p := *t
	p.Submit, p.Run, p.Request = t.Submit[from:to:to], t.Run[from:to:to], t.Request[from:to:to]
	p.Size, p.User = t.Size[from:to:to], t.User[from:to:to]
	if t.App != nil {
		p.App = t.App[from:to:to]
	}
	if t.Queue != nil {
		p.Queue = t.Queue[from:to:to]
	}
	if t.Had != nil {
		p.Had = t.Had[from:to:to]
	}
	if t.Partition != nil {
		p.Partition = t.Partition[from:to:to]
	}
	if t.Memory != nil {
		p.Memory = t.Memory[from:to:to]
	}
	if t.Wait != nil {
		p.Wait = t.Wait[from:to:to]
	}
	if t.ID != nil {
		p.ID = t.ID[from:to:to]
	}
	if t.Pos != nil {
		p.Pos = t.Pos[from:to:to]
	}
	if to > from {
		p.Start = t.Submit[from]
	}
	return &p
}

// HalfWeeks is how many whole weeks the halves of the trace have, see Split.
func (t *Trace) HalfWeeks() (n [2]int) {
	first, second := t.Split()
	for i, half := range []*Trace{first, second} {
		_, n[i] = half.WholeWeeks()
	}
	return n
}
