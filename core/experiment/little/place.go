package little

import (
	"cmp"
	"slices"

	"shadowtime/core/report/plot"
	"shadowtime/core/sim/why"
)

// The engine counts processors and places nobody: rows are for drawing. Who runs on
// beside the head stands on top, so that the head has its rows together.

// taken are rows that somebody has for some hours, the last one excluded.
type taken struct {
	rows     []plot.RowSpan
	from, to int64
}

// ground is who has which rows when.
type ground []taken

// rows says of each row whether it is free.
type rows []bool

// free are the rows that nobody has from an hour to another.
func (g ground) free(procs int, from, to int64) rows {
	list := make(rows, procs)
	for i := range list {
		list[i] = true
	}
	for _, t := range g {
		if t.from < to && t.to > from {
			for _, r := range t.rows {
				for i := r.From; i < r.To; i++ {
					list[i] = false
				}
			}
		}
	}
	return list
}

// holds says whether some rows are all free.
func (f rows) holds(list []plot.RowSpan) bool {
	return !slices.ContainsFunc(list, func(r plot.RowSpan) bool { return slices.Contains(f[r.From:r.To], false) })
}

// runs are the free rows, joined.
func (f rows) runs() (list []plot.RowSpan) {
	for i, free := range f {
		if k := len(list) - 1; free && k >= 0 && list[k].To == i {
			list[k].To++
		} else if free {
			list = append(list, plot.RowSpan{From: i, To: i + 1})
		}
	}
	return list
}

// pick returns the rows in which the drawing of the little machine puts a job of n processors:
// the lowest free ones that lie together, or the highest, else the lowest of all;
// as many as there are where they are fewer, and where n is 0.
func (f rows) pick(n int, high bool) (list []plot.RowSpan) {
	runs := f.runs()
	if n == 0 {
		return runs
	}
	if high {
		slices.Reverse(runs)
	}
	for _, r := range runs {
		switch {
		case r.To-r.From < n:
		case high:
			return []plot.RowSpan{{From: r.To - n, To: r.To}}
		default:
			return []plot.RowSpan{{From: r.From, To: r.From + n}}
		}
	}
	return f.first(n)
}

// first are the n lowest.
func (f rows) first(n int) (list []plot.RowSpan) {
	for _, r := range f.runs() {
		if n == 0 {
			break
		}
		r.To = min(r.To, r.From+n)
		n -= r.To - r.From
		list = append(list, r)
	}
	return list
}

// place gives all jobs their rows, in the order in which they start.
func (s *Schedule) place() error {
	order := make([]int, len(s.at))
	for row := range order {
		order[row] = row
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.Start(a), s.Start(b)), cmp.Compare(s.at[a], s.at[b]))
	})
	s.rows = make([][]plot.RowSpan, len(order))
	var g ground
	out := s.of.Out
	leave := func() {
		s.out = g.free(int(s.of.Procs), out.From, out.From+1).pick(int(out.Procs), true)
		g = append(g, taken{s.out, out.From, out.to()})
		out.Hours = 0
	}
	for _, row := range order {
		if out.Hours > 0 && s.Start(row) >= out.From {
			leave()
		}
		beyond, err := s.beyond(row)
		if err != nil {
			return err
		}
		from := s.Start(row)
		if s.has != nil {
			s.rows[row] = s.on(row, g.free(s.height(), from, from+1))
			g = append(g, taken{s.rows[row], from, s.End(row)})
			continue
		}
		s.rows[row] = g.free(int(s.of.Procs), from, from+1).pick(int(s.of.Jobs[row].Procs), beyond)
		g = append(g, taken{s.rows[row], from, s.End(row)})
	}
	if out.Hours > 0 {
		leave()
	}
	return nil
}

// beyond says whether a job that slipped in may run on beyond the shadow time.
func (s *Schedule) beyond(row int) (bool, error) {
	if !s.Slipped(row) {
		return false, nil
	}
	x, err := s.instant(s.Start(row))
	if err != nil {
		return false, err
	}
	p := last(x)
	return p != nil && p.Shadow != why.Unknown && s.Start(row)*hour+s.tape.Trace.Request[s.at[row]] > p.Shadow, nil
}
