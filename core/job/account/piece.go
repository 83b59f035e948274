package account

import (
	"cmp"
	"slices"
)

// Piece is what one record says of a job that stands in several of Slurm's: it was resized while it ran, or
// the export cut it (sacct -T), and another export has the rest. Times are Unix times.
type Piece struct {
	Submit, Start, End int64
	Run                int64 // without what was suspended
	Size               int64 // processors, or what the machine is counted in
	Resizing           bool  // it went on with another size
}

// Continues says whether q tells of the same run as p, and of more of it: p was resized at its end; or both
// have one submission and size, and q begins where p ends, as no run does behind another, or before.
func (p *Piece) Continues(q *Piece) bool {
	if q.End < p.End || q.Start > p.End+1 || q.Start < p.Start { // exports by the month end in their last second
		return false
	}
	return p.Resizing || q.Submit == p.Submit && q.Size == p.Size && q.Start > p.Start // of one start: which is right?
}

// Whole is the job that pieces make, and its processors times seconds. Its size is their mean over its run.
func Whole(list []Piece) (w Piece, area int64) {
	slices.SortStableFunc(list, func(p, q Piece) int { return cmp.Or(cmp.Compare(p.End, q.End), cmp.Compare(p.Start, q.Start)) })
	w = list[0]
	w.Run = 0
	for _, p := range list {
		lasts := p.Run
		if p.Start <= w.Start { // Slurm's rows of a resized job may all begin with it
			lasts -= w.Run
		} else {
			lasts -= max(0, w.End-p.Start)
		}
		lasts = max(0, lasts)
		area += lasts * p.Size
		w.Run += lasts
		w.Submit, w.Start, w.End = min(w.Submit, p.Submit), min(w.Start, p.Start), max(w.End, p.End)
		w.Size, w.Resizing = max(w.Size, p.Size), p.Resizing
	}
	if w.Run > 0 {
		w.Size = max(1, (area+w.Run/2)/w.Run)
	}
	return w, area
}

// pieces are those of a job in the store.
func (s *store) pieces(i int) []Piece {
	if list := s.made[i]; list != nil {
		return list
	}
	start, run := s.at(submit, i)+s.at(wait, i), s.at(run, i)
	return []Piece{{Submit: s.at(submit, i), Start: start, End: start + run + s.at(beyond, i), Run: run, Size: s.at(alloc, i),
		Resizing: doubt(s.at(doubts, i))&unfinished != 0}}
}

// join puts row, which is a piece p of a job, together with the job's others that came before: was are their
// places, which are row's now. Twice: it is one of them, told again.
func (s *store) join(row *[columns]int64, p Piece) (was []int, twice bool) {
	if !s.has(row[key]) { // nearly all
		return nil, false
	}
	list, last := []Piece{p}, p.End
	mask, h := uint64(len(s.slots)-1), mix(uint64(row[key]))
	for more := true; more; {
		more = false
		for at := h & mask; s.slots[at] != 0; at = (at + 1) & mask {
			i := s.holds(at, h, row[key])
			if i < 0 {
				continue
			}
			parts := s.pieces(i)
			if len(parts) > 1 && slices.Contains(parts, p) {
				return was, true
			}
			if continues(parts, list) || continues(list, parts) {
				s.replace(i, at)
				delete(s.made, i)
				last = s.take(row, i, last)
				was, list, more = append(was, i), append(list, parts...), true
			}
		}
	}
	if len(was) > 0 {
		s.put(row, list)
	}
	return was, false
}

// take gives row what the job at place i says of how it ended, if that was later than the last so far.
func (s *store) take(row *[columns]int64, i int, last int64) int64 {
	row[doubts] |= s.at(doubts, i)
	end := s.at(submit, i) + s.at(wait, i) + s.at(run, i) + s.at(beyond, i)
	if end > last {
		for _, c := range [...]int{alloc, asked, limit, memory, status, user, group, queue, partition} {
			row[c] = s.at(c, i)
		}
	}
	return max(end, last)
}

// put makes row the whole of pieces.
func (s *store) put(row *[columns]int64, list []Piece) {
	w, _ := Whole(list)
	met := doubt(row[doubts]) &^ (early | shorter | longer | overrun | unfinished | resized | pieced | alike)
	note := func(d doubt, is bool) {
		if is {
			met |= d
		}
	}
	several := slices.ContainsFunc(list, func(p Piece) bool { return p.Size != list[0].Size })
	note(early, w.Submit > w.Start)
	if between := w.End - w.Start; w.Run != between {
		met |= unevenly(w.Run, between)
	}
	note(overrun, row[limit] > 0 && row[limit] < w.Run)
	note(unfinished, w.Resizing)
	note(resized, several)
	note(pieced, !several)
	if row[asked] < 0 || several {
		met &^= larger | fewer
	}
	if several && row[asked] > 0 {
		row[asked] = w.Size
	}
	row[submit] = min(w.Submit, w.Start)
	row[wait], row[run], row[beyond] = w.Start-row[submit], w.Run, w.End-w.Start-w.Run
	row[alloc], row[doubts] = w.Size, int64(met)
	if s.made == nil {
		s.made = map[int][]Piece{}
	}
	s.made[s.n] = list
}

// resizedArea is the processors times seconds of the jobs that were put together of several sizes.
func (s *store) resizedArea() (sum int64) {
	for i, list := range s.made {
		if doubt(s.at(doubts, i))&resized != 0 {
			_, area := Whole(list)
			sum += area
		}
	}
	return sum
}

// continues says whether any of the pieces goes on in any of others.
func continues(list, others []Piece) bool {
	return slices.ContainsFunc(list, func(p Piece) bool {
		return slices.ContainsFunc(others, func(q Piece) bool { return p.Continues(&q) })
	})
}
