package ui

import (
	"errors"
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/overview"
	"shadowtime/core/job/problem"
	"shadowtime/core/study/desk"
	"shadowtime/ui/lab"
)

// File is one the visitor chose or dropped. Head is how it begins, unpacked, "" of a log that is known to be one.
type File struct {
	Handle any
	Name   string
	Head   string
	Size   float64 // in bytes
}

// Pasted is the name of a file that was pasted.
const Pasted = "pasted.txt"

// reading is a file on its way.
type reading struct {
	File
	options account.Options
	field   string      // the field that asks for it to be read in another way
	again   *lab.Opened // the log that it takes the place of
	from    string      // the address that a link names, "": somebody brought it
	kept    job.Digest  // what it was when it was kept, if it was
	said    []File      // a site's files that came with it, for what they say of its jobs
}

// traceKey is what a link calls the address of its log.
const traceKey = "trace"

// MaxTrace bounds a log that a link has the page fetch.
const MaxTrace = 256 << 20

// get fetches the log of a link and reads it.
func (a *App) get(address string) {
	a.stopAll()
	a.readings++
	turn := a.readings
	a.State, a.Message, a.pending, a.reading, a.retry = lab.Reading, "", nil, reading{}, nil
	a.ReadName, a.ReadDone, a.ReadTotal = lab.Beginning(address), 0, 0
	reads := func() bool { return turn == a.readings && a.State == lab.Reading }
	a.Browser.Get(address, func(done, total int) bool {
		a.Post(func() {
			if reads() {
				a.ReadDone, a.ReadTotal = done, total
			}
		})
		return reads()
	}, func(file any, name string, err error) {
		a.Post(func() {
			switch {
			case !reads():
			case err != nil:
				a.State, a.Message = lab.Failed, "The log of the link, "+lab.Beginning(address)+", can't be had: "+err.Error()+"."
			default:
				a.open(reading{File: File{Handle: file, Name: name}, options: a.askedImport, from: address}, nil)
			}
		})
	})
}

// OpenFiles reads logs, one after another; the last one comes into sight. What says how a
// site's Slurm is set goes to the view that checks it.
func (a *App) OpenFiles(files []File) {
	site, logs := a.sorted(files)
	if len(site) > 0 {
		a.openSite(site, logs)
		return
	}
	if len(logs) > 0 {
		a.toLogs()
		a.given = true
	}
	a.openLogs(logs)
}

// openLogs reads logs, whatever view is in sight.
func (a *App) openLogs(files []File) {
	if len(files) == 0 {
		return
	}
	r := reading{File: files[0]}
	if a.asked != nil { // a link speaks of the first log alone
		r.options = a.askedImport
	}
	a.open(r, files[1:])
}

func (a *App) open(r reading, pending []File) {
	a.stopAll()
	a.readings++
	a.State, a.Message, a.pending, a.reading, a.retry = lab.Reading, "", pending, r, nil
	a.ReadName, a.ReadDone, a.ReadTotal = r.Name, 0, 0
	a.Engine.Open(r.Handle, r.Name, r.options, a.supposed(r.again), func(done, total int) {
		a.Post(func() {
			if a.State == lab.Reading {
				a.ReadDone, a.ReadTotal = done, total
			}
		})
	}, a.reader())
}

// TrySample makes the synthetic sample and compares.
func (a *App) TrySample() { a.OpenExample(lab.Sample) }

// OpenExample makes a log that the page has itself, the sample or a problem by its name,
// and computes what is proposed.
func (a *App) OpenExample(name string) {
	if exampleOf(name) != name {
		return
	}
	a.toLogs()
	a.makeDemo(name)
}

// makeDemo makes an example that is computed once it is there.
func (a *App) makeDemo(name string) {
	a.unposed = slices.DeleteFunc(a.unposed, func(other string) bool { return other == name })
	a.demo = true
	a.makeExample(name)
}

// makeExample makes it as a log like any other.
func (a *App) makeExample(name string) {
	a.stopAll()
	a.readings++
	a.State, a.Message, a.reading, a.retry = lab.Reading, "", reading{}, nil
	a.ReadName, a.ReadDone, a.ReadTotal = "a made-up log", 0, 0
	e := lab.Example{Name: name, Flags: "--problem " + name}
	if name == lab.Sample {
		a.ReadName = "the synthetic sample"
		e.Flags = "--procs " + strconv.Itoa(SampleProcs) + " --jobs " + strconv.Itoa(SampleJobs) + " --seed " + strconv.Itoa(SampleSeed)
	}
	read := a.reader()
	done := func(s *overview.Summary, err error) {
		if err == nil {
			a.Examples[s.Digest] = e
		}
		read(s, err)
	}
	if name == lab.Sample {
		a.Engine.Sample(SampleProcs, SampleJobs, SampleSeed, a.supposed(nil), done)
	} else {
		a.Engine.Problem(name, a.supposed(nil), done)
	}
}

// Posed is the problem that the log in sight poses, while its question stands.
func (a *App) Posed() (p problem.Problem, ok bool) {
	e, ok := a.Example()
	if !ok || slices.Contains(a.unposed, e.Name) {
		return p, false
	}
	p, err := problem.Find(e.Name)
	return p, err == nil
}

func (a *App) stopAll() {
	a.pending = nil
	a.StopLook()
	a.StopRun()
	if a.State == lab.Reading {
		a.Engine.CancelReading()
	}
	if a.Cleaning { // what comes of it is not heard
		a.Cleaning, a.Opened = false, a.stood(a.Summary.Digest)
	}
}

// stood is the log of a digest as it was last on the page, or the last one that was.
func (a *App) stood(digest job.Digest) lab.Opened {
	if len(a.Shelf) == 0 {
		return lab.Opened{}
	}
	at := a.shelved(digest)
	if at < 0 {
		at = len(a.Shelf) - 1
	}
	return *a.Shelf[at]
}

// reader takes what comes of the reading that was just begun; of one that another took
// the place of, nothing more is to be heard.
func (a *App) reader() func(*overview.Summary, error) {
	turn := a.readings
	return func(s *overview.Summary, err error) {
		a.Post(func() {
			if turn == a.readings {
				a.logRead(s, err)
			}
		})
	}
}

func (a *App) logRead(s *overview.Summary, err error) {
	switch {
	case err != nil:
		a.readFailed(err)
		return
	case s.Told.Procs > 0:
		a.machineTold(s.Told)
		return
	case s.Asked != nil:
		a.readFailed(s.Asked)
		return
	case a.reading.kept != job.Digest{} && a.reading.kept != s.Digest:
		a.keptOtherwise(s.Digest)
		return
	}
	a.expect(s)
}

// few is how many jobs a log may have whose account is waited for, so that the page is drawn once with it: it takes half as
// long as reading them.
const few = 100_000

// expect has the view in sight ask at once what it will say first of a log, and looks up what is kept of the log meanwhile.
func (a *App) expect(s *overview.Summary) {
	left, turn := 1, a.readings
	over := func() bool { left--; return left == 0 }
	v, ok := a.View.(interface {
		Expect(log job.Digest, clean desk.Cleaning, done func())
	})
	if ok && len(a.pending) == 0 && a.told == (job.Size{}) {
		waits := s.Jobs <= few
		if waits {
			left++
		}
		v.Expect(s.Digest, a.supposed(a.reading.again), func() {
			if waits && over() {
				a.Post(func() {
					if turn == a.readings && a.State == lab.Reading {
						a.opened(s)
					}
				})
			}
		})
	}
	a.recall(s, func() {
		if over() {
			a.opened(s)
		}
	})
}

// opened takes a log that was read.
func (a *App) opened(s *overview.Summary) {
	r := a.reading
	o := lab.Opened{Summary: s, Rules: a.cleaning(), File: r.Handle, As: r.Name, From: r.from, Import: r.options}
	if was := r.again; was != nil {
		o.Rules, o.Trace = was.Rules, was.Trace
		if slices.Equal(was.Import.Partitions, r.options.Partitions) { // another partition is another machine
			o.Told = was.Told
			if was.Summary.Import.Unit == s.Import.Unit {
				o.Procs = was.Procs
			}
		}
	} else {
		o.Told, a.told = a.told, job.Size{}
	}
	if m, ok := o.Told.In(s.Import.Unit); ok && o.Procs == 0 {
		o.Procs = m.Procs
	}
	a.Opened = o
	if a.asked != nil {
		if a.asked.Procs > 0 {
			a.Procs = a.asked.Procs
		}
		a.Rules, a.asked = a.asked.Clean, nil
	}
	a.keepLog()
	a.clean()
}

// supposed is how a log will most likely be cleaned once it is read; was is the one whose
// place it takes.
func (a *App) supposed(was *lab.Opened) desk.Cleaning {
	switch {
	case was != nil && slices.Equal(was.Import.Partitions, a.reading.options.Partitions):
		return desk.Cleaning{Rules: was.Rules, Procs: was.Procs}
	case was != nil:
		return desk.Cleaning{Rules: was.Rules}
	case a.asked != nil:
		return desk.Cleaning{Rules: a.asked.Clean, Procs: a.asked.Procs}
	}
	return desk.Cleaning{Rules: a.cleaning()}
}

// machineTold takes what a text says of a machine: of that of the log in sight, or
// of one that comes.
func (a *App) machineTold(s job.Size) {
	pending := a.pending
	a.Rest()
	if len(pending) > 0 || a.Trace == nil {
		a.told = s
		a.Message = "Of the machine: " + numeral.Count(s.Procs) + " processors (" + s.Why + "). It is taken for the next log."
		a.openLogs(pending)
		return
	}
	a.Told = s
	m, ok := s.In(a.Summary.Import.Unit)
	if !ok {
		a.Message = "What was given tells of processors and nodes, and this log is counted in " + unitWords(a.Summary.Import.Unit) +
			": set the machine's size by hand."
		return
	}
	a.SetProcs(strconv.FormatInt(m.Procs, 10))
	a.Message = "The machine has " + numeral.Count(m.Procs) + " " + unitWords(a.Summary.Import.Unit) + " from now on: " + m.Source() + "."
}

// cleaning is how a log that comes is cleaned: as proposed, or as the study did that
// the view in sight follows.
func (a *App) cleaning() job.Rules {
	if v, ok := a.View.(interface{ Cleaning() job.Rules }); ok {
		return v.Cleaning()
	}
	return job.Presets()[0].Rules
}

func (a *App) readFailed(err error) {
	a.demo = false
	pending := a.pending
	if errors.Is(err, lab.ErrCancelled) {
		a.Rest()
		return
	}
	if a.reading.again != nil { // what is there stays
		a.Rest()
		why := err.Error()
		if asked, ok := errors.AsType[*job.Asked](err); ok {
			why = asked.Says
		}
		a.Browser.Refuse(a.reading.field, why, 0)
		return
	}
	a.State, a.Message = lab.Failed, err.Error()
	a.offer(err)
	if len(pending) > 0 {
		said := a.Message
		a.openLogs(pending)
		a.Message = said
	}
}

func (a *App) clean() {
	asked, turn := a.Opened, a.readings
	a.Cleaning = true
	a.Engine.Clean(asked.Summary.Digest, desk.Cleaning{Rules: asked.Rules, Procs: asked.Procs}, func(t *lab.Trace, err error) {
		a.Post(func() {
			if turn != a.readings || a.Summary != asked.Summary || a.Rules != asked.Rules || a.Procs != asked.Procs {
				return // another request is on its way
			}
			a.Cleaning = false
			if err != nil {
				if a.Trace == nil && len(a.Shelf) > 0 {
					a.Opened = a.stood(asked.Summary.Digest)
				}
				a.readFailed(err)
				return
			}
			a.cleaned(t)
		})
	})
}

func (a *App) cleaned(t *lab.Trace) {
	a.Trace = t
	a.State = lab.Loaded
	a.shelve()
	if len(a.pending) > 0 {
		a.openLogs(a.pending)
		return
	}
	if said := a.reading.said; len(said) > 0 {
		a.reading.said = nil
		defer a.giveSaid(said)
	}
	if a.came() {
		a.step()
	}
	a.ShowGlance, a.ShowDoors = false, false // the question is what comes next
	a.sight()
	then := func() {}
	defer func() { a.drawLater(func() { then() }) }()
	if a.given { // the button that was pressed for it, or the Cancel of what ran, is gone
		a.given = false
		a.Browser.Attend(a.View.Key()+"-question-title question-title "+a.landmark(), false)
	}
	if rows := a.waiting; len(rows) > 0 {
		a.OpenRows(rows, nil)
		return
	}
	if a.meets() {
		a.demo = false
		a.Run()
		return
	}
	if a.demo {
		a.demo = false
		a.View.Demo()
		a.Run()
		return
	}
	then = a.Look
}

// shelve puts the trace in sight among those that were loaded, in the place of
// an earlier reading of the same log.
func (a *App) shelve() {
	o := a.Opened
	same := func(x *lab.Opened) bool { return x.Summary.Digest == o.Summary.Digest }
	was := a.reading.again
	a.reading.again = nil
	if was != nil && !same(was) {
		a.Engine.Forget(was.Summary.Digest)
		a.Store.Delete(was.Summary.Digest, a.listed)
		if at := slices.Index(a.Shelf, was); slices.ContainsFunc(a.Shelf, same) {
			a.Shelf = slices.Delete(a.Shelf, at, at+1)
		} else {
			a.Shelf[at] = &o
			return
		}
	}
	if r := a.removed; r != nil && same(r.log) { // it was opened again
		a.removed = nil
	}
	if at := slices.IndexFunc(a.Shelf, same); at >= 0 {
		a.Shelf[at] = &o
		return
	}
	a.Shelf = append(a.Shelf, &o)
}

// sight draws the trace that came into sight, and what is known of it.
func (a *App) sight() {
	if a.Trace.Overview.Jobs == 0 {
		a.State = lab.Failed
		a.Message = a.emptied()
	}
	a.Store.SetInSight(a.Summary.Digest)
	a.drawSpark()
	if a.ShowReport || a.ShowGlance {
		a.drawFolded()
	}
	a.ShowKnown()
}

// drawLater draws what is folded away of the trace that came into sight, once what is not has been seen; then comes what
// else there is to do.
func (a *App) drawLater(then func()) {
	t := a.Trace
	a.Browser.AfterPaint(func() {
		if a.Trace == t {
			a.drawFolded()
		}
		then()
	})
}

// drawFolded draws what is in the log and what became of its records.
func (a *App) drawFolded() {
	a.drawGlance()
	a.drawReport()
}

// Select brings a loaded trace into sight.
func (a *App) Select(i string) {
	n, err := strconv.Atoi(i)
	if err != nil || n < 0 || n >= len(a.Shelf) || a.State == lab.Reading || a.Cleaning {
		return
	}
	a.Leave()
	a.Opened, a.Message = *a.Shelf[n], ""
	a.StopLook()
	a.ComeTo()
	a.sight()
	a.drawLater(a.Look)
}

// ReadingText says how far reading is, ReadingValue as a share.
func (a *App) ReadingText() string {
	switch {
	case a.State != lab.Reading:
		return ""
	case a.ReadTotal == 0:
		return "Reading " + a.ReadName
	}
	return "Reading " + a.ReadName + ": " + megabytes(a.ReadDone) + " of " + megabytes(a.ReadTotal) + " MB"
}

// ReadingValue is the share of a file that was read, for a progress element.
func (a *App) ReadingValue() string {
	return strconv.FormatFloat(float64(a.ReadDone)/float64(max(1, a.ReadTotal)), 'f', 4, 64)
}

func megabytes(n int) string { return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) }

// emptied says why no job is left, and what to do.
func (a *App) emptied() string {
	c := a.Trace.Cleaning
	s := "No job of " + a.Summary.Name + " is left after cleaning (" + numeral.Count(c.Read) + " read"
	most := job.Dropped{}
	for _, d := range c.Dropped {
		if d.N > most.N {
			most = d
		}
	}
	if most.N > 0 {
		s += ", " + numeral.Count(most.N) + " of them: " + most.Reason.Words()
	}
	s += "). "
	if most.Reason == job.NegativeRequest || most.Reason == job.ZeroRequest {
		return s + "This log has no requested times: choose the cleaning \"online\", which takes the run time as the request."
	}
	if most.Reason == job.TooLarge {
		return s + "Set a larger machine size above, or another cleaning."
	}
	return s + "Choose another cleaning, or another log."
}

// reclean makes the trace in sight anew.
func (a *App) reclean() {
	a.stopAll()
	a.Message = ""
	a.clean()
}
