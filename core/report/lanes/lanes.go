// Package lanes makes a schedule of any number of jobs into a picture: which rows a
// job is drawn on, the pixels of a window, queue and load beneath it.
//
// EASY counts processors and places nobody. The rows are this package's own: a job
// gets the lowest run of free rows that holds it whole, else the lowest free rows,
// in parts. Only where more processors are in use than the machine has, as in some
// logs, rows beyond it are used. A job that takes no time has none.
package lanes

import (
	"cmp"
	"slices"

	"shadowtime/core/job"
)

// Span is rows From to To, To excluded.
type Span struct{ From, To int32 }

// Out are processors that are out: as many of the machine's as no job holds when they go.
type Out struct {
	From, To int64
	Rows     []Span
}

// Layout is who is drawn where. It is only read once made.
type Layout struct {
	Trace  *job.Trace
	Starts []int64
	Rows   int64 // of the machine, and those beyond it that are used
	Out    []Out // processors that are out for a time

	order []int32 // jobs with a place, by start
	first []int32 // spans[first[j]:first[j+1]] are those of job j
	spans []Span
	ends  []int64 // the latest end in each block of order
}

// block is so many jobs of order: those that ended before a window are skipped at
// once.
const block = 256

// Place lays out a schedule. Jobs whose start is not known (below any clock) have
// no place.
func Place(t *job.Trace, starts []int64, unknown int64) *Layout {
	if len(t.Closures) > 0 {
		x, all := withOut(t, starts)
		l := place(x, all, unknown, t.Len())
		l.Trace, l.Starts = t, starts
		return l
	}
	return place(t, starts, unknown, t.Len())
}

// place lays out jobs, of which those from a number on are what is out.
func place(t *job.Trace, starts []int64, unknown int64, jobs int) *Layout {
	n := t.Len()
	l := &Layout{Trace: t, Starts: starts, Rows: t.Procs, first: make([]int32, n+1)}
	l.order = make([]int32, 0, n)
	for j := range n {
		if starts[j] != unknown && t.Run[j] > 0 {
			l.order = append(l.order, int32(j))
		}
	}
	byEnd := slices.Clone(l.order)
	slices.SortStableFunc(l.order, func(a, b int32) int { return cmp.Compare(starts[a], starts[b]) })
	slices.SortStableFunc(byEnd, func(a, b int32) int { return cmp.Compare(l.end(a), l.end(b)) })
	free := ground{holes: []Span{{0, int32(t.Procs)}}, procs: int32(t.Procs), top: int32(t.Procs)}
	at := make([]Span, n) // in taken
	taken := make([]Span, 0, n+n/2)
	for _, j := range l.order {
		for l.end(byEnd[0]) <= starts[j] {
			free.release(taken[at[byEnd[0]].From:at[byEnd[0]].To])
			byEnd = byEnd[1:]
		}
		from := len(taken)
		if int(j) < jobs {
			taken = free.take(t.Size[j], taken)
		} else {
			taken, _ = lowest(&free.holes, t.Size[j], taken)
			l.Out = append(l.Out, Out{starts[j], l.end(j), slices.Clone(taken[from:])})
		}
		at[j] = Span{int32(from), int32(len(taken))}
	}
	if jobs < n {
		l.order = slices.DeleteFunc(l.order, func(j int32) bool { return int(j) >= jobs })
	}
	l.Rows = int64(free.top)
	l.spans = make([]Span, 0, len(taken))
	for j := range n {
		l.spans = append(l.spans, taken[at[j].From:at[j].To]...)
		l.first[j+1] = int32(len(l.spans))
	}
	for i, j := range l.order {
		if i%block == 0 {
			l.ends = append(l.ends, l.end(j))
		}
		l.ends[i/block] = max(l.ends[i/block], l.end(j))
	}
	return l
}

// withOut is a schedule with what is out as jobs behind all others.
func withOut(t *job.Trace, starts []int64) (*job.Trace, []int64) {
	x := *t
	x.Submit, x.Run, x.Size, starts = slices.Clone(t.Submit), slices.Clone(t.Run), slices.Clone(t.Size), slices.Clone(starts)
	for _, c := range t.Closures {
		x.Submit, x.Run, starts = append(x.Submit, c.From), append(x.Run, c.To-c.From), append(starts, c.From)
		x.Size = append(x.Size, int32(min(c.Procs, t.Procs)))
	}
	return &x, starts
}

func (l *Layout) end(j int32) int64 { return l.Starts[j] + l.Trace.Run[j] }

// Spans are the rows of a job, ascending; none of one that has no place.
func (l *Layout) Spans(j int) []Span { return l.spans[l.first[j]:l.first[j+1]] }

// At is the job on a row at an instant.
func (l *Layout) At(instant int64, row int32) (j int, ok bool) {
	l.during(instant, instant+1, func(k int32) {
		for _, s := range l.Spans(int(k)) {
			if s.From <= row && row < s.To {
				j, ok = int(k), true
			}
		}
	})
	return j, ok
}

// during goes through the jobs that run at some time of a window, by start.
func (l *Layout) during(from, to int64, do func(j int32)) {
	last, _ := slices.BinarySearchFunc(l.order, to, func(j int32, at int64) int { return cmp.Compare(l.Starts[j], at) })
	for b := 0; b*block < last; b++ {
		if l.ends[b] <= from {
			continue
		}
		for _, j := range l.order[b*block : min(last, (b+1)*block)] {
			if l.end(j) > from {
				do(j)
			}
		}
	}
}

// ground is the free rows.
type ground struct {
	holes []Span // ascending, apart, within the machine
	over  []Span // likewise, beyond it, below top
	procs int32  // rows of the machine
	top   int32  // from here on nothing was ever used
}

// farthest is beyond any picture: who would be drawn there is cut off.
const farthest = 1 << 30

// take adds the rows of a job to a list.
func (g *ground) take(q int32, list []Span) []Span {
	for i := range g.holes {
		if h := &g.holes[i]; h.To-h.From >= q {
			list = append(list, Span{h.From, h.From + q})
			if h.From += q; h.From == h.To {
				g.holes = slices.Delete(g.holes, i, i+1)
			}
			return list
		}
	}
	list, q = lowest(&g.holes, q, list)
	list, q = lowest(&g.over, q, list)
	if q > 0 && g.top < farthest {
		list = append(list, Span{g.top, g.top + q})
		g.top += q
	}
	return list
}

// lowest takes the lowest free rows, and says how many are missing.
func lowest(holes *[]Span, q int32, list []Span) ([]Span, int32) {
	n := 0
	for ; n < len(*holes) && q > 0; n++ {
		h := &(*holes)[n]
		k := min(q, h.To-h.From)
		list = append(list, Span{h.From, h.From + k})
		q -= k
		if h.From += k; h.From < h.To {
			break
		}
	}
	*holes = slices.Delete(*holes, 0, n)
	return list, q
}

// release gives rows back.
func (g *ground) release(list []Span) {
	for _, s := range list {
		holes := &g.holes
		if s.From >= g.procs {
			holes = &g.over
		}
		i, _ := slices.BinarySearchFunc(*holes, s.From, func(h Span, at int32) int { return cmp.Compare(h.From, at) })
		before, after := i > 0 && (*holes)[i-1].To == s.From, i < len(*holes) && (*holes)[i].From == s.To
		switch {
		case before && after:
			(*holes)[i-1].To = (*holes)[i].To
			*holes = slices.Delete(*holes, i, i+1)
		case before:
			(*holes)[i-1].To = s.To
		case after:
			(*holes)[i].From = s.From
		default:
			*holes = slices.Insert(*holes, i, s)
		}
	}
}
