package study

import (
	"slices"

	"shadowtime/core/base/sorted"
	"shadowtime/core/base/wire"
	"shadowtime/core/job"
)

// Rows are what is known of one plan on one log: the rows computed so far, each
// once. Plans that differ only in what is shown share them. The zero value has
// none.
type Rows[R any, RR RowOf[R]] struct {
	log  *R  // of the log itself
	list []R // of resamples, by number, ascending
}

// Add keeps a row; one of the same number takes the place of the one before.
func (x *Rows[R, RR]) Add(row R) {
	if RR(&row).Number() == Logged {
		x.log = &row
		return
	}
	at, found := slices.BinarySearchFunc(x.list, RR(&row).Number(), func(r R, k int) int { return RR(&r).Number() - k })
	if found {
		x.list = slices.Clone(x.list) // reports may hold it
		x.list[at] = row
		return
	}
	list := make([]R, len(x.list)+1) // by hand: slices.Insert is a copy of itself for every kind
	copy(list, x.list[:at])
	list[at] = row
	copy(list[at+1:], x.list[at:])
	x.list = list
}

// Fill adds many rows, each of a number of its own, to none.
func (x *Rows[R, RR]) Fill(rows []R) { x.log, x.list = Split[R, RR](rows) }

// First are the known rows of resamples 1..n, by their numbers. They are shared:
// read them only.
func (x *Rows[R, RR]) First(n int) []R {
	at, _ := slices.BinarySearchFunc(x.list, n+1, func(r R, k int) int { return RR(&r).Number() - k })
	return slices.Clip(x.list[:at])
}

// Known are First, after the row of the log itself when that is known.
func (x *Rows[R, RR]) Known(n int) []R {
	if x.log == nil {
		return x.First(n)
	}
	return append([]R{*x.log}, x.First(n)...)
}

// Split sets the row of the log itself, nil where there is none, apart from the
// others, which it sorts by number; rows stay as they are.
func Split[R any, RR RowOf[R]](rows []R) (log *R, resamples []R) {
	resamples = slices.Clone(rows)
	sorted.Stable(resamples, func(a, b R) int { return RR(&a).Number() - RR(&b).Number() })
	if len(resamples) > 0 && RR(&resamples[0]).Number() == Logged {
		log, resamples = &resamples[0], resamples[1:]
	}
	return log, resamples
}

// All are the known rows, that of the log itself first. They are shared: read them
// only.
func (x *Rows[R, RR]) All() []R {
	if len(x.list) == 0 {
		return x.Known(0)
	}
	return x.Known(RR(&x.list[len(x.list)-1]).Number())
}

// Missing are the numbers of tasks first..n that are not known; first is Logged
// or 1.
func (x *Rows[R, RR]) Missing(first, n int) []int {
	var list []int
	if first == Logged && x.log == nil {
		list = append(list, Logged)
	}
	next := 1
	for i := range x.list {
		k := min(RR(&x.list[i]).Number(), n+1)
		for ; next < k; next++ {
			list = append(list, next)
		}
		next = k + 1
	}
	for ; next <= n; next++ {
		list = append(list, next)
	}
	return list
}

// Unbroken is how many rows of resamples there are before the first that is
// missing.
func (x *Rows[R, RR]) Unbroken() int {
	n := 0
	for n < len(x.list) && RR(&x.list[n]).Number() == n+1 {
		n++
	}
	return n
}

// Book keeps rows by log and plan. The zero value is empty.
type Book[R any, RR RowOf[R]] struct {
	pages map[page]*Rows[R, RR]
}

type page struct {
	digest job.Digest
	key    string
}

// Rows are those of a plan, by its Settings.TaskKey, on a log.
func (b *Book[R, RR]) Rows(digest job.Digest, key string) *Rows[R, RR] {
	p := page{digest, key}
	if b.pages[p] == nil {
		if b.pages == nil {
			b.pages = map[page]*Rows[R, RR]{}
		}
		b.pages[p] = &Rows[R, RR]{}
	}
	return b.pages[p]
}

// Decode reads an encoded row.
func Decode[R any, RR RowOf[R]](b []byte) (row R, err error) {
	err = wire.Decode(b, RR(&row))
	return row, err
}
