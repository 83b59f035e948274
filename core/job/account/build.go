package account

import (
	"bytes"
	"cmp"
	"errors"
	"iter"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
)

// Builder makes a log of records.
type Builder struct {
	o      Options
	m      job.Import
	left   [reasons]job.Left
	bad    int
	faults []job.Fault
	doubts []job.Doubt
	store  store
	clock  clock
	times  [2]int // that name a zone or count from 1970, and that do not
	bareAt int    // the line of the first of these
	slurm  bool   // records are Slurm's
	own    bool   // times are those of the log's own clock
	waits  bool   // the file tells when jobs started

	users, groups, queues, partitions, words names
	parts                                    tally

	each        map[int64]int // processors a node -> jobs
	wide, thin  int           // jobs on several nodes; those with fewer than two processors a node
	gpus        int           // jobs with any
	other       job.Column    // of the resource that is not counted, where the log has GPUs
	aside       [3]job.Column // start, end and processors of jobs that are left out for having no GPU
	first, last int64         // submit
	outside     job.Outside   // the span
	most        int           // jobs that are held, once there were more
	weeks       *job.Weeks    // of jobs, which are counted alone since then
}

// New is a Builder for a file of a format.
func New(format string, o Options) *Builder {
	return &Builder{o: o, m: job.Import{Format: format}, clock: clock{zone: o.Zone}, waits: true, each: map[int64]int{}, first: 1 << 62}
}

// Step counts a record that is a step of a job.
func (b *Builder) Step() { b.m.Records++; b.m.Folded++; b.m.Steps++ }

// Steps counts steps that are parts of a record.
func (b *Builder) Steps(n int) { b.m.Steps += n }

// Fold counts a record whose job another tells of.
func (b *Builder) Fold() { b.m.Records++; b.m.Folded++ }

// Leave counts the record of a job that no other tells more of, which was folded
// before that was known: it is pending, running or, cancelled, never started.
func (b *Builder) Leave(s State, line int, id string) {
	b.m.Folded--
	why := neverStarted
	switch s {
	case Pending:
		why = pending
	case Running:
		why = running
	}
	b.leave(why, line, []byte(id))
}

// Has says whether a job with the key has run.
func (b *Builder) Has(key int64) bool { return b.store.has(key) }

// Bad counts a record that can't be read.
func (b *Builder) Bad(line int, field string, text []byte, why string) {
	b.m.Records++
	b.bad++
	if len(b.faults) < job.MaxFaults {
		b.faults = append(b.faults, job.Fault{Line: line, Field: field, Text: job.Shorten(text), Why: why})
	}
}

// Duplicates is the number of jobs that a later record of the same replaced.
func (b *Builder) Duplicates() int { return b.left[duplicate].N }

// Guess notes what was taken for want of better.
func (b *Builder) Guess(key, value, why string) {
	b.m.Guesses = append(b.m.Guesses, job.Guess{Switch: key, Value: value, Why: why})
}

// Offer notes another way to read the file than the one that was guessed.
func (b *Builder) Offer(key, value, words string) {
	b.m.Readings = append(b.m.Readings, job.Reading{Switch: key, Value: value, Words: words})
}

// Warn notes what a reader of results should know.
func (b *Builder) Warn(text string) {
	b.m.Warnings, b.m.Reading = append(b.m.Warnings, text), append(b.m.Reading, text)
}

// Doubt warns of what should be settled before results are believed.
func (b *Builder) Doubt(d job.Doubt) {
	b.doubts = append(b.doubts, d)
	b.Warn(d.String())
}

// UnknownState notes a word that is no state.
func (b *Builder) UnknownState(word []byte) {
	if len(word) == 0 {
		word = []byte(`(nothing)`)
	}
	b.words.of(word)
}

// CountIn has the machine counted in another unit than was asked for, which the file
// does not tell.
func (b *Builder) CountIn(u Unit) { b.o.Unit = u }

// Slurm says that the records are Slurm's: several may be of one job, see Piece, and a limit of a year is none.
func (b *Builder) Slurm() { b.slurm = true }

// InZone says which zone the times are of that name none, and why, where nobody told it.
func (b *Builder) InZone(zone, why string) {
	b.o.Zone, b.clock.zone = zone, zone
	b.Guess("zone", zone, why)
}

// OwnClock says that times are no Unix times but count from an instant of the log's
// own: they stay as they are.
func (b *Builder) OwnClock() { b.own = true }

// NoStarts says that nothing tells when jobs started: their waiting is unknown.
func (b *Builder) NoStarts() { b.waits = false }

// Columns notes those of a table, and what they were taken for.
func (b *Builder) Columns(names []string, match []job.Match) { b.m.Columns, b.m.Match = names, match }

// Jobs is the number of jobs held so far.
func (b *Builder) Jobs() int { return b.store.n - len(b.store.dead) }

// CountWeeks gives up the jobs, of which there are more than that: they and all that come are counted by weeks, and the
// reading ends in an error that offers weeks. Of two records of one job both are counted.
func (b *Builder) CountWeeks(most int) {
	b.most, b.weeks = most, &job.Weeks{Own: b.own}
	for i := range b.store.n {
		if b.store.alive(i) {
			b.weeks.Add(b.store.at(submit, i), 1)
		}
	}
	b.store = store{}
}

// Add takes a record; it keeps nothing of it.
func (b *Builder) Add(r *Record) {
	b.m.Records++
	for _, s := range [...]*Stamp{&r.Submit, &r.Start, &r.End} {
		switch s.Kind {
		case Absolute:
			b.times[0]++
		case Local:
			if b.times[1]++; b.times[1] == 1 {
				b.bareAt = r.Line
			}
		}
	}
	b.clock.resolve(r)
	n := max(1, r.Tasks.N)
	why := b.reason(r)
	takes := b.o.takes(r)
	if why == kept && !b.o.Span.All() && !b.inSpan(r, takes) {
		why = notInSpan
	}
	if why == kept {
		b.parts.count(r.part(), n)
	}
	if !takes {
		why = notChosen
	}
	if why != kept {
		if why == noProcessors && b.o.Unit == GPUs && r.Alloc > 0 {
			b.set(r)
		}
		b.leave(why, r.Line, r.ID)
		return
	}
	if b.weeks != nil {
		from, _ := b.begins(r)
		b.weeks.Add(from, n)
		return
	}
	if b.store.n+n > MaxJobs {
		b.leave(tooMany, r.Line, r.ID)
		return
	}
	row := b.row(r)
	b.m.Tasks += n - 1
	if r.Tasks.N == 0 {
		b.keep(&row, r)
		return
	}
	id := r.Key
	r.Tasks.each(func(task int64) {
		row[key] = KeyOf(id, task)
		b.keep(&row, r)
	})
}

func (b *Builder) keep(row *[columns]int64, r *Record) {
	var pieces []int
	if b.slurm && !bytes.HasSuffix(r.ID, []byte("+")) { // an id that is cut off is that of many tasks
		var twice bool
		if pieces, twice = b.store.join(row, b.piece(row, r)); twice {
			b.parts.count(r.part(), -1)
			b.leave(duplicate, r.Line, r.ID)
			return
		}
		b.parts.count(r.part(), -len(pieces))
		b.m.Folded += len(pieces)
	}
	was := b.store.add(row, len(pieces) > 0)
	b.beside(r)
	if was >= 0 {
		b.parts.count(r.part(), -1)
		b.leave(duplicate, int(b.store.at(line, was)), r.ID)
		return
	}
	b.first, b.last = min(b.first, row[submit]), max(b.last, row[submit])
}

// piece is what a record's row is of a job, if others are of it too.
func (b *Builder) piece(row *[columns]int64, r *Record) Piece {
	p := Piece{Submit: row[submit], Start: r.Start.Sec, End: r.Start.Sec + row[run] + row[beyond], Run: row[run], Size: row[alloc],
		Resizing: r.State == Resizing}
	if r.Submit.Kind != None {
		p.Submit = b.sent(r)
	}
	return p
}

// sent is from when on a job waited, as told.
func (b *Builder) sent(r *Record) int64 {
	if b.o.Arrival == AtEligible && r.Eligible.Kind != None {
		return max(r.Submit.Sec, r.Eligible.Sec)
	}
	return r.Submit.Sec
}

// begins is from when on a job waited: not after its start, which told is false where that was taken.
func (b *Builder) begins(r *Record) (at int64, told bool) {
	if r.Submit.Kind == None {
		return r.Start.Sec, false
	}
	return min(b.sent(r), r.Start.Sec), true
}

// inSpan says whether a job is of the span that is read; one that would be taken is counted where not.
func (b *Builder) inSpan(r *Record, takes bool) bool {
	from, _ := b.begins(r)
	in := b.o.Span.Has(from)
	if alloc, _ := b.size(r); !in && takes {
		for range max(1, r.Tasks.N) {
			b.outside.Add(b.o.Span, from, r.Start.Sec-from, r.lasts(), alloc)
		}
	}
	return in
}

func (b *Builder) leave(why reason, line int, id []byte) {
	l := &b.left[why]
	l.N++
	if len(l.First) < job.MaxFaults {
		l.First = append(l.First, job.Fault{Line: line, Field: "job", Text: job.Shorten(id), Why: why.words(b.o.Unit)})
	}
}

// row makes the columns of a record that is a job.
func (b *Builder) row(r *Record) (row [columns]int64) {
	start := r.Start.Sec
	from, sent := b.begins(r)
	met := b.clock.met
	note := func(d doubt, is bool) {
		if is {
			met |= d
		}
	}
	note(unsent, !sent)
	note(early, r.Submit.Kind != None && r.Submit.Sec > start)
	note(unwaited, r.Waited >= 0 && r.Submit.Kind != None && apart(start-r.Submit.Sec, r.Waited) &&
		(r.Eligible.Kind == None || apart(start-r.Eligible.Sec, r.Waited)))
	lasts, between := r.lasts(), r.End.Sec-start
	note(unended, r.Unended)
	if ran := lasts + r.Suspended; r.End.Kind != None && apart(ran, between) {
		met |= unevenly(ran, between)
	}
	has, wants := b.size(r)
	if r.Nodes > 0 && has%r.Nodes == 0 && len(b.each) < 64 { // where sizes are many, nodes are shared
		b.each[has/r.Nodes]++
	}
	if r.Nodes > 1 {
		if b.wide++; has < 2*r.Nodes {
			b.thin++
		}
	}
	if r.GPUs > 0 {
		b.gpus++
	}
	note(zeroLimit, r.Limit == 0)
	until := r.Limit
	if until <= 0 {
		until = Unlimited
	}
	if b.slurm && until == job.Endless {
		until = Unlimited
		note(yearly, true)
	}
	note(limitless, until < 0)
	note(overrun, until > 0 && (until < lasts || r.Past))
	note(larger, wants > 0 && wants < has)
	if met&larger != 0 { // no other job could have the rest
		wants = has
	}
	note(unfinished, r.State == Resizing)
	past := int64(0)
	if r.End.Kind != None {
		past = between - lasts
	}
	note(fewer, wants > has)
	note(unasked, wants <= 0)
	note(cut, r.Tasks.Cut)
	return [columns]int64{
		key: r.Key, submit: from, wait: start - from, run: lasts, alloc: has, asked: wants, limit: until,
		memory: memoryEach(r, has), status: r.State.status(), line: int64(r.Line), beyond: past,
		doubts: int64(met),
		user:   b.users.of(r.User), group: b.groups.of(r.Group), queue: b.queues.of(r.Queue), partition: b.partitions.of(r.Partition),
	}
}

// unevenly is what is said of a run time that is not end minus start: a suspension can only make it shorter.
func unevenly(ran, between int64) doubt {
	if ran > between {
		return longer
	}
	return shorter
}

// apart says whether two durations differ by more than the seconds are cut.
func apart(a, b int64) bool { return max(a-b, b-a) > 1 }

// memoryEach is what a job asks for, in KB a processor.
func memoryEach(r *Record, has int64) int64 {
	kb := min(r.Memory, 1<<40)
	switch {
	case kb <= 0:
		return -1
	case r.Per == PerProcessor:
		return kb
	case r.Per == PerNode:
		kb *= max(1, min(r.Nodes, 1<<20))
	}
	return kb / has
}

// Done is what came of all records.
type Done struct {
	Log   *job.Log // without columns
	b     *Builder
	order []uint64
}

// Finish ends the reading of a log of that name, in a file of so many lines.
func (b *Builder) Finish(name string, lines int) *Done {
	b.store.slots = nil
	b.m.Jobs = b.Jobs()
	for why := kept + 1; why < reasons; why++ {
		if l := b.left[why]; l.N > 0 {
			l.Why, l.Unchosen = why.words(b.o.Unit), why == notChosen
			b.m.Left = append(b.m.Left, l)
		}
	}
	d := &Done{b: b, Log: &job.Log{Name: name, Lines: lines, Bad: b.bad, Faults: b.faults, Import: &b.m}}
	b.m.Unit = b.o.Unit.String()
	b.zone()
	if b.m.Jobs > 0 {
		d.order = b.order()
		b.peak()
		b.unit()
		b.scarce()
		b.warn(d.order)
		d.Log.Header.Pairs = b.header()
	}
	if s := b.o.Span; !s.All() {
		b.Warn(b.outside.Words(s, b.m.Jobs, b.m.Unit))
	}
	d.Log.Doubts = b.doubts
	return d
}

// unit proposes nodes where nearly all jobs have whole ones of one size: no two
// jobs share a node there.
func (b *Builder) unit() {
	const enough = 100 // jobs
	for size, n := range b.each {
		if b.o.Unit == Processors && size > 1 && n >= enough && n*20 >= b.m.Jobs*19 {
			b.Guess("unit", Processors.String(), numeral.Count(n)+" of "+Count(b.m.Jobs, "job", "jobs")+" have "+numeral.Count(size)+
				" processors on each of their nodes, as where no two jobs share one: count nodes there")
			b.Offer("unit", Nodes.String(), "count nodes")
		}
	}
	b.doubtSize()
}

// doubtSize asks what is counted where most jobs on several nodes have hardly a processor on each: tasks or nodes are,
// rather than cores.
func (b *Builder) doubtSize() {
	const enough = 10 // jobs
	if b.o.Unit != Processors || b.wide < enough || b.thin*2 <= b.wide {
		return
	}
	says := numeral.Count(b.thin) + " of " + Count(b.wide, "job", "jobs") + " on several nodes have fewer than two processors a node, " +
		"so that the column of processors counts tasks or nodes rather than cores"
	remedy := "count nodes"
	b.Offer("unit", Nodes.String(), "count nodes")
	if b.gpus > 0 {
		remedy += " or GPUs"
		b.Offer("unit", GPUs.String(), "count GPUs")
	}
	b.Doubt(job.Doubt{Says: says, Remedy: remedy + " (unit), or name the column of cores (match procs)"})
}

// Unread is an error of a file of which nothing can be read: why, and what to export instead of it.
type Unread struct{ Why, Instead string }

func (e *Unread) Error() string { return e.Why + "; export with " + e.Instead }

// Err says why there is no job, nil where there are some: what the file is, and the
// command or the file to read instead.
func (d *Done) Err(what, instead string) error {
	m := d.Log.Import
	if err := d.b.o.Span.Mismatch(d.b.own); err != nil {
		return err
	}
	switch {
	case d.b.weeks != nil:
		return d.b.weeks.TooMany(d.b.most)
	case m.Jobs > 0:
		return nil
	case m.Records == 0:
		return &Unread{"no job: this is " + what + " without any record", instead}
	case d.Log.Bad > 0 && m.Dropped() == 0:
		f := d.Log.Faults[0]
		return errors.New("no job: " + Count(d.Log.Bad, "record", "records") + " of " + what + " could not be read; the first is in line " +
			strconv.Itoa(f.Line) + ", " + f.Field + " " + strconv.Quote(f.Text) + ": " + f.Why)
	}
	why := ""
	for _, l := range m.Left {
		why += ", " + numeral.Count(l.N) + " " + l.Why
	}
	if m.Folded > 0 {
		why += ", " + numeral.Count(m.Folded) + " parts of others"
	}
	return errors.New("no job: of " + Count(m.Records, "record", "records") + " of " + what + " none is a job that ran (" + why[2:] +
		"); export more with " + instead)
}

func (b *Builder) zone() {
	b.m.Zone = b.o.Zone
	why := "the times name no zone; they are those of the computer that wrote the file"
	if zoned, bare := b.times[0], b.times[1]; zoned > 0 && bare > 0 {
		verb := "name"
		if bare == 1 {
			verb = "names"
		}
		why = numeral.Count(bare) + " of " + numeral.Count(zoned+bare) + " times " + verb +
			" no zone; their clock is that of the computer that wrote the file"
		others := "other names one or counts"
		if zoned > 1 {
			others = "others name one or count"
		}
		b.Warn(numeral.Count(bare) + " of " + numeral.Count(zoned+bare) + " times " + verb + " no zone (the first in line " +
			strconv.Itoa(b.bareAt) + "), read as " + cmp.Or(b.o.Zone, "UTC") + "; the " + others +
			" seconds from 1970: if one clock wrote them all, export them again in one form")
	}
	if b.times[1] > 0 && b.o.Zone == "" {
		b.m.Zone = "UTC"
		b.Guess("zone", "UTC", why)
	}
	b.m.Users, b.m.Groups = b.users.list, b.groups.list
	b.m.Partitions = b.parts.list()
}

// Columns are the jobs, in the order of their submit times.
func (d *Done) Columns() *job.Log {
	s := &d.b.store
	of := [job.NumFields]int{}
	for f := range of {
		of[f] = -1
	}
	of[job.Submit] = submit
	for _, f := range fields {
		of[f.of] = f.from
	}
	if !d.b.waits {
		of[job.Wait] = -1
	}
	room := make([]int64, job.Stretch)
	for from := 0; from < len(d.order); from += job.Stretch {
		part := d.order[from:min(from+job.Stretch, len(d.order))]
		for f, c := range of {
			to := &d.Log.Col[f]
			switch {
			case job.Field(f) == job.ID:
				for i := range part {
					room[i] = int64(from+i) + 1
				}
				to.Append(room[:len(part)]...)
			case c < 0:
				to.Repeat(-1, len(part))
			case c == submit:
				s.pick(to, submit, part, d.b.origin(), room)
			default:
				s.pick(to, c, part, 0, room)
			}
		}
		s.pick(&d.Log.Line, line, part, 0, room)
	}
	return d.Log
}

// pick adds what jobs of the order have in a column, each so much less: as it stands where a stretch of it is in order.
func (s *store) pick(to *job.Column, col int, part []uint64, less int64, room []int64) {
	if len(part) == job.Stretch && inOrder(part) && to.Share(&s.col[col], place(part[0]), less) {
		return
	}
	for i, e := range part {
		room[i] = s.at(col, place(e)) - less
	}
	to.Append(room[:len(part)]...)
}

// inOrder says whether the jobs of a part follow each other.
func inOrder(part []uint64) bool {
	if place(part[len(part)-1])-place(part[0]) != len(part)-1 {
		return false
	}
	for i, e := range part {
		if place(e) != place(part[0])+i {
			return false
		}
	}
	return true
}

// place is that of a job of the order.
func place(e uint64) int { return int(e & (MaxJobs - 1)) }

// Rows are the jobs one by one, as Columns has them; a row is that of the next too.
func (d *Done) Rows() iter.Seq[*[job.NumFields]int64] {
	return func(yield func(*[job.NumFields]int64) bool) {
		row := job.Unknown()
		s := &d.b.store
		for k, e := range d.order {
			i := place(e)
			row[job.ID] = int64(k) + 1
			row[job.Submit] = s.at(submit, i) - d.b.origin()
			for _, f := range fields {
				row[f.of] = s.at(f.from, i)
			}
			if !d.b.waits {
				row[job.Wait] = -1
			}
			if !yield(&row) {
				return
			}
		}
	}
}

// fields are the columns of the format that ours are as they stand.
var fields = []struct {
	of   job.Field
	from int
}{
	{job.Wait, wait}, {job.Run, run}, {job.Alloc, alloc}, {job.ReqProcs, asked}, {job.ReqTime, limit}, {job.ReqMemory, memory},
	{job.Status, status}, {job.User, user}, {job.Group, group}, {job.Queue, queue}, {job.Partition, partition},
}

// origin is the Unix time of the log's instant 0.
func (b *Builder) origin() int64 {
	if b.own {
		return 0
	}
	return b.first
}

// order lists the jobs by submit time, then as they stand: the time in the upper
// bits, the place in the lower.
func (b *Builder) order() []uint64 {
	list := make([]uint64, 0, b.Jobs())
	i := 0
	for at := range b.store.col[submit].All() {
		if b.store.alive(i) {
			list = append(list, uint64(at-b.first)*MaxJobs|uint64(i))
		}
		i++
	}
	if !slices.IsSorted(list) {
		slices.Sort(list)
	}
	return list
}

// peak sweeps over the starts and ends, in spans of time with few of them: what all
// have at once would double what is held.
func (b *Builder) peak() {
	const some = 1 << 19
	s := &b.store
	from, to := int64(1<<62), int64(0)
	var sizes job.Sizes
	var v block
	for at := 0; at < s.n; at += job.Stretch {
		s.unpack(&v, at, submit, wait, run, alloc)
		for i, sent := range v.of[0] {
			start := sent + v.of[1][i]
			from, to = min(from, start), max(to, start+v.of[2][i]+1)
			sizes.Add(v.of[3][i])
		}
	}
	largest := sizes.Largest()
	if b.m.Peak.Largest = largest; !b.waits {
		return
	}
	spans := int64(s.n/some + 1)
	step := (to-from)/spans + 1
	sweep, began := job.NewSweep(from), from
	for ; from < to; from += step {
		until := from + step
		for at := 0; at < s.n; at += job.Stretch {
			if q := &s.busy[at/job.Stretch]; q.to < from || q.from >= until {
				continue
			}
			s.unpack(&v, at, submit, wait, run, alloc)
			for i, procs := range v.of[3] {
				lasts := v.of[2][i]
				if lasts == 0 || procs > largest || !s.alive(at+i) {
					continue
				}
				start := v.of[0][i] + v.of[1][i]
				if from <= start && start < until {
					sweep.Start(start, procs)
				}
				if end := start + lasts; from <= end && end < until {
					sweep.End(end, procs)
				}
			}
		}
		sweep.Settle()
	}
	sweep.Peak.Largest, sweep.Peak.Procs = largest, max(sweep.Peak.Procs, largest)
	if b.own { // no calendar knows that clock
		began, sweep.Peak.At = 0, 0
	}
	b.m.Peak, b.m.Usage = sweep.Peak, job.Usage{From: began, Week: sweep.Week}
}

// header describes the log as its file would.
func (b *Builder) header() []job.Pair {
	n := func(v int64) string { return strconv.FormatInt(v, 10) }
	pairs := []job.Pair{
		{Key: "Version", Value: "2.2"},
		{Key: "Conversion", Value: "Shadowtime, from " + b.m.Format},
		{Key: "MaxJobs", Value: n(int64(b.m.Jobs))},
		{Key: "MaxRecords", Value: n(int64(b.m.Jobs))},
	}
	if !b.own {
		pairs = append(pairs, job.Pair{Key: "UnixStartTime", Value: n(b.first)})
	}
	if b.m.Zone != "" {
		pairs = append(pairs, job.Pair{Key: "TimeZoneString", Value: b.m.Zone})
	}
	for _, l := range []struct {
		key  string
		list []string
	}{{"Queue", b.queues.list}, {"Partition", b.partitions.list}} {
		for i, name := range l.list[:min(len(l.list), 1000)] {
			pairs = append(pairs, job.Pair{Key: l.key, Value: n(int64(i+1)) + " " + job.PlainText([]byte(name))})
		}
	}
	return pairs
}

// contradictions are what jobs say against themselves, or leave unsaid, and what is
// taken instead.
var contradictions = []struct {
	is    doubt
	words string
}{
	{zeroLimit, "with a time limit of 0: taken as without one"},
	{early, "with a submit after the start (changed while they ran): taken as submitted at the start"},
	{unsent, "without a submit time: taken as submitted at the start"},
	{unended, "without an end: taken as ended after their run time"},
	{shorter, "whose run time is shorter than end minus start (suspended for a time, or wrong): the run time is taken"},
	{longer, "whose run time is longer than end minus start (one of the three is wrong): the run time is taken"},
	{unwaited, "whose wait is not start minus submit: the times are taken"},
	{fewer, "asked for more processors than they got: what they asked for is simulated"},
	{unasked, "don't say how many processors they asked for: what they had is simulated"},
	{unfinished, "end with a change of size, and no record tells how they went on: each ends there"},
	{cut, "stand in a list of tasks that is cut off: the tasks behind the cut are missing; export with --array or a wider JobID"},
	{doubled, "have a time in the hour that the end of summer time doubles: read as fits the run time, else as the first"},
	{missing, "have a time in the hour that summer time leaves out: moved on by one hour"},
}

// warn says what matters for results, of the jobs that are left.
func (b *Builder) warn(order []uint64) {
	n, first := map[doubt]int{}, map[doubt]int64{}
	i := -1
	for is := range b.store.col[doubts].All() {
		i++
		met := doubt(is)
		if met == 0 || !b.store.alive(i) {
			continue
		}
		for d := doubt(1); d < noDoubt; d <<= 1 {
			if at := b.store.at(line, i); met&d != 0 {
				if n[d]++; n[d] == 1 || at < first[d] {
					first[d] = at
				}
			}
		}
	}
	b.m.Say(n[limitless], job.NoLimit)
	b.m.Say(n[overrun], job.OverLimit)
	b.m.Say(n[yearly], job.YearLimit)
	b.m.Say(n[larger], "got more "+b.m.Unit+" than they asked for (whole nodes, or a number of threads): what they had is simulated")
	if n[resized] > 0 {
		b.m.Say(n[resized], "changed size while running: each counts as one job of its mean size; together they used "+
			numeral.Count(b.store.resizedArea())+" "+strings.TrimSuffix(b.m.Unit, "s")+" seconds")
	}
	b.m.Say(n[pieced], "came in pieces from exports of several spans (sacct -T): the pieces were joined")
	for _, c := range contradictions {
		if n[c.is] == 0 {
			continue
		}
		if c.is == unasked && n[unasked] == b.m.Jobs { // the system never says
			continue
		}
		b.m.Say(n[c.is], c.words+" (the first in line "+strconv.FormatInt(first[c.is], 10)+")")
	}
	if n[alike] > 0 {
		b.Doubt(job.Doubt{Says: b.m.Of(n[alike], "share id, submit and start with another job but not how they ran (the first in line "+
			strconv.FormatInt(first[alike], 10)+")"), Remedy: "taken as jobs of their own; look whether the file holds jobs twice"})
	}
	if n := b.left[untimed].N; n*20 > b.m.Jobs {
		b.Doubt(job.Doubt{Says: Count(n, "record is", "records are") + " of jobs that ran, and no time tells when",
			Remedy: "their " + b.m.Unit + " are missing from the log, and the machine may have been fuller than it says"})
	}
	if b.m.Tasks > 0 {
		b.Warn(Count(b.m.Tasks, "job is a task", "jobs are tasks") + " that share a record with others: they arrive at once")
	}
	if n := len(b.words.list); n > 0 {
		b.Warn(Count(n, "word is", "words are") + " not known as states, the first " + strconv.Quote(job.Shorten([]byte(b.words.list[0]))) +
			": status -1")
	}
	for _, l := range []*names{&b.users, &b.groups, &b.queues, &b.partitions} {
		if l.lost > 0 {
			b.Warn("more than " + numeral.Count(MaxNames) + " names of a kind: " + Count(l.lost, "job has", "jobs have") + " none")
		}
	}
	if b.waits {
		b.truncated()
	}
	if d, is := job.Lull(func(yield func(int64) bool) {
		i := 0
		for at := range b.store.col[submit].All() {
			if b.store.alive(i) && !yield(at) {
				return
			}
			i++
		}
	}); is {
		b.Doubt(d)
	}
	var bursts job.Bursts
	var v block
	for part := range slices.Chunk(order, job.Stretch) {
		b.store.picked(&v, part, submit, user)
		for i, at := range v.of[0] {
			bursts.Add(at, v.of[1][i])
		}
	}
	b.m.Judge(&bursts)
}

// truncated looks for times that were cut to the window of the export.
func (b *Builder) truncated() {
	s := &b.store
	first, last := int64(1<<62), int64(0)
	each := func(f func(submit, start, end int64)) {
		var v block
		for from := 0; from < s.n; from += job.Stretch {
			s.unpack(&v, from, submit, wait, run)
			for i, at := range v.of[0] {
				if s.alive(from + i) {
					f(at, at+v.of[1][i], at+v.of[1][i]+v.of[2][i])
				}
			}
		}
	}
	each(func(_, start, end int64) { first, last = min(first, start), max(last, end) })
	starts, ends := 0, 0
	each(func(submit, start, end int64) {
		if start == first && submit < start {
			starts++
		}
		if end == last {
			ends++
		}
	})
	if many := max(10, s.n/50); starts >= many || ends >= many {
		b.Warn(numeral.Count(max(starts, ends)) + " jobs begin or end at the first or last instant of all: the times may have been " +
			"cut to a window (sacct -T); export without -T")
	}
}
