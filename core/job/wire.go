package job

import (
	"iter"
	"slices"

	"shadowtime/core/base/wire"
)

// Encode writes the rules for a worker.
func (r *Rules) Encode(w *wire.Writer) {
	w.Bool(r.DropAllocAbove)
	w.Bool(r.DropZeroRun)
	w.Bool(r.DropNoRequest)
	w.Bool(r.DropPartial)
	w.Int(int64(r.Overrun) | missing(r.DropMissing))
	w.Bool(r.OneSecond)
	w.Float(r.Flurry)
	w.Bool(r.AsRead)
}

// missing is where DropMissing stands, which came later: beside the rule of overruns,
// where studies that were saved before have nothing.
func missing(on bool) int64 {
	if on {
		return 1 << 8
	}
	return 0
}

// DecodeRules reads what Encode wrote.
func DecodeRules(r *wire.Reader) Rules {
	rules := Rules{DropAllocAbove: r.Bool(), DropZeroRun: r.Bool(), DropNoRequest: r.Bool(), DropPartial: r.Bool()}
	o := r.Int()
	rules.DropMissing = o >= 0 && o&missing(true) != 0
	if o &^= missing(true); o >= 0 && o < int64(len(overrunNames)) {
		rules.Overrun = Overrun(o)
	}
	rules.OneSecond = r.Bool()
	rules.Flurry = r.Float()
	rules.AsRead = r.Bool()
	return rules
}

// Encode writes what a compute worker needs of the trace: not the positions, which
// only the reader of the log answers for.
func (t *Trace) Encode(w *wire.Writer) {
	w.Grow(PackedSize(t.Submit, t.Run, t.Request, t.Memory, t.Wait, t.ID) + PackedSize(t.Size, t.User, t.App, t.Queue, t.Partition, t.Had) +
		8*(len(t.Users)+len(t.Groups)) + 4096)
	w.String(t.Name)
	w.Int(t.Procs)
	w.Int(t.Start)
	w.Raw(t.Digest[:])
	w.Int(t.Calendar.Monday)
	w.Int(t.Calendar.Offset)
	w.Int(t.Calendar.Unix)
	w.String(t.Calendar.Source)
	t.Calendar.EncodeShifts(w)
	EncodePacked(w, t.Submit)
	EncodePacked(w, t.Run)
	EncodePacked(w, t.Request)
	EncodePacked(w, t.Size)
	EncodePacked(w, t.User)
	w.Ints(t.Users)
	EncodePacked(w, t.App)
	w.Int(int64(t.Apps))
	w.Ints(t.Groups)
	EncodePacked(w, t.Memory)
	EncodePacked(w, t.Wait)
	EncodePacked(w, t.ID)
	EncodeMarks(w, t.Unasked)
	EncodePacked(w, t.Queue)
	EncodePacked(w, t.Partition)
	EncodePacked(w, t.Had)
}

// DecodeTrace reads what Encode wrote.
func DecodeTrace(r *wire.Reader) *Trace {
	t := &Trace{Name: r.String(), Procs: r.Int(), Start: r.Int()}
	copy(t.Digest[:], r.Raw(len(t.Digest)))
	t.Calendar = Calendar{Monday: r.Int(), Offset: r.Int(), Unix: r.Int(), Source: r.String()}
	t.Calendar.DecodeShifts(r)
	t.Submit, t.Run, t.Request = DecodePacked[int64](r), DecodePacked[int64](r), DecodePacked[int64](r)
	t.Size, t.User = DecodePacked[int32](r), DecodePacked[int32](r)
	t.Users = r.Ints()
	t.App, t.Apps, t.Groups = DecodePacked[int32](r), int32(r.Int()), r.Ints()
	t.Memory = DecodePacked[int64](r)
	t.Wait = DecodePacked[int64](r)
	t.ID = DecodePacked[int64](r)
	t.Unasked = DecodeMarks(r, t.Len())
	t.Queue, t.Partition, t.Had = DecodePacked[int32](r), DecodePacked[int32](r), DecodePacked[int32](r)
	t.forget()
	return t
}

// EncodeShifts writes what a zone changed.
func (c *Calendar) EncodeShifts(w *wire.Writer) {
	w.Int(int64(len(c.Shifts)))
	for _, s := range c.Shifts {
		w.Int(s.At)
		w.Int(s.Offset)
	}
}

// DecodeShifts reads what EncodeShifts wrote.
func (c *Calendar) DecodeShifts(r *wire.Reader) {
	for n := r.Len(); n > 0; n-- {
		c.Shifts = append(c.Shifts, Shift{r.Int(), r.Int()})
	}
}

// EncodePacked writes numbers as a Column holds them: a trace goes to every worker.
func EncodePacked[T int32 | int64](w *wire.Writer, values []T) {
	w.Int(int64(len(values)))
	room := make([]byte, 8*Stretch)
	for wide := range stretches(values) {
		s := pack(wide, room)
		w.Int(s.base)
		w.Byte(s.width)
		w.Raw(s.data)
	}
}

// EncodeMarks writes which jobs have a mark.
func EncodeMarks(w *wire.Writer, marks []bool) {
	var list []int32
	for j, on := range marks {
		if on {
			list = append(list, int32(j))
		}
	}
	EncodePacked(w, list)
}

// DecodeMarks reads what EncodeMarks wrote of n jobs; nil: none has one.
func DecodeMarks(r *wire.Reader, n int) []bool {
	list := DecodePacked[int32](r)
	if len(list) == 0 {
		return nil
	}
	marks := make([]bool, n)
	for _, j := range list {
		if j < 0 || int(j) >= n {
			r.Fail()
			return nil
		}
		marks[j] = true
	}
	return marks
}

// PackedSize is at least what EncodePacked writes of some columns.
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

// DecodePacked reads what EncodePacked wrote.
func DecodePacked[T int32 | int64](r *wire.Reader) []T {
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

// Encode writes the account for the page, without what Recorded, Pooled and Reasons have, which go
// after all else: files of before them end there.
func (c *Cleaning) Encode(w *wire.Writer) {
	c.Rules.Encode(w)
	c.Machine.Encode(w)
	w.Int(int64(c.Read))
	w.Int(int64(c.Kept))
	w.Int(int64(len(c.Dropped)))
	for _, d := range c.Dropped {
		w.Int(int64(d.Reason))
		w.Int(int64(d.N))
	}
	EncodeFaults(w, c.Faults)
	for _, n := range []int{c.Extended, c.Killed, c.NoRequest, c.Unsorted} {
		w.Int(int64(n))
	}
}

// DecodeCleaning reads what Encode wrote.
func DecodeCleaning(r *wire.Reader) *Cleaning {
	c := &Cleaning{Rules: DecodeRules(r)}
	c.Machine = DecodeMachine(r)
	c.Read, c.Kept = int(r.Int()), int(r.Int())
	for n := r.Len(); n > 0; n-- {
		d := Dropped{Reason: Reason(r.Int()), N: int(r.Int())}
		if d.Reason < numReasons {
			c.Dropped = append(c.Dropped, d)
		}
	}
	c.Faults = DecodeFaults(r)
	for _, p := range []*int{&c.Extended, &c.Killed, &c.NoRequest, &c.Unsorted} {
		*p = int(r.Int())
	}
	return c
}

// EncodeReasons writes why each of Faults was left out.
func (c *Cleaning) EncodeReasons(w *wire.Writer) {
	for _, why := range c.Reasons {
		w.Int(int64(why))
	}
}

// DecodeReasons reads what EncodeReasons wrote.
func (c *Cleaning) DecodeReasons(r *wire.Reader) {
	for range c.Faults {
		c.Reasons = append(c.Reasons, Reason(r.Int()))
	}
}

// EncodeFaults writes a list of faults.
func EncodeFaults(w *wire.Writer, faults []Fault) {
	w.Int(int64(len(faults)))
	for _, f := range faults {
		w.Int(int64(f.Line))
		w.String(f.Field)
		w.String(f.Text)
		w.String(f.Why)
	}
}

// DecodeFaults reads what EncodeFaults wrote.
func DecodeFaults(r *wire.Reader) []Fault {
	var faults []Fault
	for n := r.Len(); n > 0; n-- {
		faults = append(faults, Fault{Line: int(r.Int()), Field: r.String(), Text: r.String(), Why: r.String()})
	}
	return faults
}

// Encode writes the account for the page, without the names of people.
func (m *Import) Encode(w *wire.Writer) {
	w.String(m.Format)
	for _, n := range m.counts() {
		w.Int(int64(*n))
	}
	w.Int(int64(len(m.Left)))
	for _, l := range m.Left {
		w.String(l.Why)
		w.Bool(l.Unchosen)
		w.Int(int64(l.N))
		EncodeFaults(w, l.First)
	}
	w.Int(int64(len(m.Guesses)))
	for _, g := range m.Guesses {
		w.String(g.Switch)
		w.String(g.Value)
		w.String(g.Why)
	}
	EncodeReadings(w, m.Readings)
	encodeTexts(w, m.Warnings)
	w.Int(int64(len(m.Partitions)))
	for _, p := range m.Partitions {
		w.String(p.Name)
		w.Int(int64(p.Jobs))
		w.String(p.Words)
	}
	w.String(m.Zone)
	w.String(m.Unit)
	w.Int(m.Peak.Procs)
	w.Int(m.Peak.At)
	w.Int(m.Peak.Largest)
	w.Int(m.Usage.From)
	w.Ints(m.Usage.Week)
	encodeTexts(w, m.Columns)
	w.Int(int64(len(m.Match)))
	for _, x := range m.Match {
		for _, text := range []string{x.Field, x.Words, x.Column, x.Unit, x.Why} {
			w.String(text)
		}
		encodeTexts(w, x.Units)
	}
}

func encodeTexts(w *wire.Writer, list []string) {
	w.Int(int64(len(list)))
	for _, text := range list {
		w.String(text)
	}
}

func decodeTexts(r *wire.Reader) (list []string) {
	for n := r.Len(); n > 0; n-- {
		list = append(list, r.String())
	}
	return list
}

// EncodeReadings and DecodeReadings carry ways to read a file.
func EncodeReadings(w *wire.Writer, list []Reading) {
	w.Int(int64(len(list)))
	for _, x := range list {
		w.String(x.Switch)
		w.String(x.Value)
		w.String(x.Words)
	}
}

func DecodeReadings(r *wire.Reader) (list []Reading) {
	for n := r.Len(); n > 0; n-- {
		list = append(list, Reading{r.String(), r.String(), r.String()})
	}
	return list
}

func (m *Import) counts() []*int {
	return []*int{&m.Records, &m.Folded, &m.Steps, &m.Tasks, &m.Jobs}
}

// DecodeImport reads what Encode wrote.
func DecodeImport(r *wire.Reader) *Import {
	m := &Import{Format: r.String()}
	for _, n := range m.counts() {
		*n = int(r.Int())
	}
	for n := r.Len(); n > 0; n-- {
		m.Left = append(m.Left, Left{Why: r.String(), Unchosen: r.Bool(), N: int(r.Int()), First: DecodeFaults(r)})
	}
	for n := r.Len(); n > 0; n-- {
		m.Guesses = append(m.Guesses, Guess{Switch: r.String(), Value: r.String(), Why: r.String()})
	}
	m.Readings = DecodeReadings(r)
	m.Warnings = decodeTexts(r)
	for n := r.Len(); n > 0; n-- {
		m.Partitions = append(m.Partitions, Part{Name: r.String(), Jobs: int(r.Int()), Words: r.String()})
	}
	m.Zone, m.Unit = r.String(), r.String()
	m.Peak = Peak{Procs: r.Int(), At: r.Int(), Largest: r.Int()}
	m.Usage.From = r.Int()
	if week := r.Ints(); len(week) > 0 {
		m.Usage.Week = week
	}
	m.Columns = decodeTexts(r)
	for n := r.Len(); n > 0; n-- {
		m.Match = append(m.Match, Match{Field: r.String(), Words: r.String(), Column: r.String(), Unit: r.String(), Why: r.String(),
			Units: decodeTexts(r)})
	}
	return m
}
