package job

import (
	"iter"
	"slices"

	"shadowtime/core/base/wire"
)

// Wire sends or takes the rules.
func (r *Rules) Wire(b wire.Both) {
	o := int64(r.Overrun) | missing(r.DropMissing)
	b.All(&r.DropAllocAbove, &r.DropZeroRun, &r.DropNoRequest, &r.DropPartial, &o, &r.OneSecond, &r.Flurry, &r.AsRead)
	if b.Take == nil {
		return
	}
	r.DropMissing = o >= 0 && o&missing(true) != 0
	if o &^= missing(true); o >= 0 && o < int64(len(overrunNames)) {
		r.Overrun = Overrun(o)
	}
}

// missing is where DropMissing stands, which came later: beside the rule of overruns,
// where studies that were saved before have nothing.
func missing(on bool) int64 {
	if on {
		return 1 << 8
	}
	return 0
}

// Wire sends or takes what a compute worker needs of the trace: not the positions, which
// only the reader of the log answers for.
func (t *Trace) Wire(b wire.Both) {
	if b.Take == nil {
		b.Put.Grow(PackedSize(t.Submit, t.Run, t.Request, t.Memory, t.Wait, t.ID) +
			PackedSize(t.Size, t.User, t.App, t.Queue, t.Partition, t.Had) + 8*(len(t.Users)+len(t.Groups)) + 4096)
	}
	b.All(&t.Name, &t.Procs, &t.Start)
	b.Raw(t.Digest[:])
	b.All(&t.Calendar)
	t.Calendar.WireShifts(b)
	Packed(b, &t.Submit)
	Packed(b, &t.Run)
	Packed(b, &t.Request)
	Packed(b, &t.Size)
	Packed(b, &t.User)
	b.Ints(&t.Users)
	Packed(b, &t.App)
	wire.Whole(b, &t.Apps)
	b.Ints(&t.Groups)
	Packed(b, &t.Memory)
	Packed(b, &t.Wait)
	Packed(b, &t.ID)
	Marks(b, &t.Unasked, t.Len())
	Packed(b, &t.Queue)
	Packed(b, &t.Partition)
	Packed(b, &t.Had)
	if b.Take != nil {
		t.forget()
	}
}

// Wire sends or takes the calendar without what its zone changes.
func (c *Calendar) Wire(b wire.Both) { b.All(&c.Monday, &c.Offset, &c.Unix, &c.Source, &c.Summer) }

// WireShifts sends or takes what a zone changes.
func (c *Calendar) WireShifts(b wire.Both) {
	wire.Listed(b, &c.Shifts, func(s *Shift) { b.All(&s.At, &s.Offset) })
}

// Packed sends or takes numbers as a Column holds them: a trace goes to every worker.
func Packed[T int32 | int64](b wire.Both, values *[]T) {
	if b.Take != nil {
		*values = decodePacked[T](b.Take)
		return
	}
	b.Put.Int(int64(len(*values)))
	room := make([]byte, 8*Stretch)
	for wide := range stretches(*values) {
		s := pack(wide, room)
		b.Put.Int(s.base)
		b.Put.Byte(s.width)
		b.Put.Raw(s.data)
	}
}

// Marks sends or takes which of n jobs have a mark; nil: none has one.
func Marks(b wire.Both, marks *[]bool, n int) {
	var list []int32
	for j, on := range *marks {
		if on {
			list = append(list, int32(j))
		}
	}
	if Packed(b, &list); b.Take == nil {
		return
	}
	if *marks = nil; len(list) > 0 {
		*marks = make([]bool, n)
	}
	for _, j := range list {
		if j < 0 || int(j) >= n {
			b.Take.Fail()
			*marks = nil
			return
		}
		(*marks)[j] = true
	}
}

// PackedSize is at least what Packed writes of some columns.
func PackedSize[T int32 | int64](columns ...[]T) int {
	n := 0
	for _, values := range columns {
		n += 8
		for wide := range stretches(values) {
			_, width := span(wide)
			n += 9 + max(8, int(width)*len(wide))
		}
	}
	return n
}

// stretches are those of values; each is gone when the next one comes.
func stretches[T int32 | int64](values []T) iter.Seq[[]int64] {
	return func(yield func([]int64) bool) {
		var room [Stretch]int64
		for part := range slices.Chunk(values, Stretch) {
			for i, v := range part {
				room[i] = int64(v)
			}
			if !yield(room[:len(part)]) {
				return
			}
		}
	}
}

func decodePacked[T int32 | int64](r *wire.Reader) []T {
	n := r.Int()
	if n < 0 || n > int64(r.Left())/9*Stretch { // a bad message can't ask for much more than it brings
		n = 0
		r.Fail()
	}
	values := make([]T, n)
	for part := range slices.Chunk(values, Stretch) {
		s := stretch{base: r.Int(), width: r.Byte()}
		if s.width > 8 {
			r.Fail()
		}
		if s.width > 0 {
			s.data = r.Borrow(max(8, int(s.width)*len(part)))
		}
		if r.Err() != nil {
			return nil
		}
		for i := range part {
			part[i] = T(s.at(i))
		}
	}
	return values
}

// forget leaves out names that are none of this trace's: empty columns stand for none,
// and what indexes by them may rely on their lengths and bounds.
func (t *Trace) forget() {
	beyond := func(a int32) bool { return a < 0 || a >= t.Apps }
	if len(t.App) == 0 || len(t.App) != t.Len() || int(t.Apps) > t.Len() || slices.ContainsFunc(t.App, beyond) {
		t.App, t.Apps = nil, 0
	}
	if len(t.Groups) == 0 || len(t.Groups) != len(t.Users) {
		t.Groups = nil
	}
	negative := func(kb int64) bool { return kb < 0 }
	if len(t.Memory) == 0 || len(t.Memory) != t.Len() || slices.ContainsFunc(t.Memory, negative) {
		t.Memory = nil
	}
	if len(t.Wait) == 0 || len(t.Wait) != t.Len() {
		t.Wait = nil
	}
	if len(t.ID) == 0 || len(t.ID) != t.Len() {
		t.ID = nil
	}
	for _, column := range []*[]int32{&t.Queue, &t.Partition, &t.Had} {
		if len(*column) == 0 || len(*column) != t.Len() {
			*column = nil
		}
	}
}

// Wire sends or takes the account without what Recorded, Pooled and Reasons have, which go
// after all else: files of before them end there.
func (c *Cleaning) Wire(b wire.Both) {
	b.All(&c.Rules, &c.Machine, &c.Read, &c.Kept)
	wire.Listed(b, &c.Dropped, func(d *Dropped) {
		wire.Whole(b, &d.Reason)
		b.Int(&d.N)
	})
	if b.Take != nil { // of a later version
		c.Dropped = slices.DeleteFunc(c.Dropped, func(d Dropped) bool { return d.Reason >= numReasons })
	}
	wire.List(b, &c.Faults)
	b.All(&c.Extended, &c.Killed, &c.NoRequest, &c.Unsorted)
}

// WireReasons sends or takes why each of Faults was left out.
func (c *Cleaning) WireReasons(b wire.Both) {
	if b.Take != nil {
		c.Reasons = slices.Grow(c.Reasons[:0], len(c.Faults))[:len(c.Faults)]
	}
	for i := range c.Reasons {
		wire.Whole(b, &c.Reasons[i])
	}
}

// Wire sends or takes a fault.
func (f *Fault) Wire(b wire.Both) { b.All(&f.Line, &f.Field, &f.Text, &f.Why) }

// Wire sends or takes a guess.
func (g *Guess) Wire(b wire.Both) { b.All(&g.Switch, &g.Value, &g.Why) }

// Wire sends or takes a way to read a file.
func (x *Reading) Wire(b wire.Both) { b.All(&x.Switch, &x.Value, &x.Words) }

// Wire sends or takes the account without the names of people.
func (m *Import) Wire(b wire.Both) {
	b.All(&m.Format, &m.Records, &m.Folded, &m.Steps, &m.Tasks, &m.Jobs)
	wire.Listed(b, &m.Left, func(l *Left) {
		b.All(&l.Why, &l.Unchosen, &l.N)
		wire.List(b, &l.First)
	})
	wire.List(b, &m.Guesses)
	wire.List(b, &m.Readings)
	b.All(&m.Warnings)
	wire.Listed(b, &m.Partitions, func(p *Division) { b.All(&p.Name, &p.Jobs, &p.Words) })
	b.All(&m.Zone, &m.Unit, &m.Peak.Procs, &m.Peak.At, &m.Peak.Largest, &m.Usage.From, &m.Usage.Week, &m.Columns)
	wire.Listed(b, &m.Match, func(x *Match) { b.All(&x.Field, &x.Words, &x.Column, &x.Unit, &x.Why, &x.Units) })
}
