package lanes

import (
	"cmp"
	"slices"

	"shadowtime/core/base/sorted"
)

// Stay is a job on rows for a time, To excluded.
type Stay struct {
	Job      int
	From, To int64
	Rows     []Span // ascending
}

// Reserve gives rows to the places that a scheduler promised, beside jobs that run on
// rows of theirs until To: the earliest first, the lowest run of free rows that holds a
// job whole, else the lowest free rows. So many processors as each asks for have to be
// free for as long as it stays, as a scheduler that counts them sees to.
func (l *Layout) Reserve(running, places []*Stay) {
	busy := make([]bool, l.Trace.Procs)
	for _, r := range running {
		for _, x := range r.Rows {
			for row := x.From; row < min(x.To, int32(len(busy))); row++ {
				busy[row] = true
			}
		}
	}
	free := ground{procs: int32(l.Trace.Procs), top: int32(l.Rows)}
	for row, taken := range busy {
		switch n := len(free.holes); {
		case taken:
		case n > 0 && free.holes[n-1].To == int32(row):
			free.holes[n-1].To++
		default:
			free.holes = append(free.holes, Span{int32(row), int32(row) + 1})
		}
	}
	ends := slices.Concat(running, places)
	sorted.Stable(ends, func(a, b *Stay) int { return cmp.Compare(a.To, b.To) })
	inTurn := slices.Clone(places)
	sorted.Stable(inTurn, func(a, b *Stay) int { return cmp.Compare(a.From, b.From) })
	for _, p := range inTurn {
		// whoever has ended by now had a place before; one who stays no time has just gone
		for ; len(ends) > 0 && ends[0].To <= p.From; ends = ends[1:] {
			if ends[0].To > ends[0].From {
				free.release(ends[0].Rows)
			}
		}
		p.Rows = free.take(l.Trace.Size[p.Job], nil)
		if p.To == p.From {
			free.release(p.Rows)
		}
	}
}
