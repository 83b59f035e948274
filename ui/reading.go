package ui

import (
	"errors"
	"strconv"

	"shadowtime/core/figure"
	"shadowtime/core/job"
	"shadowtime/core/overview"
	"shadowtime/core/study"
)

// File is a log the visitor chose or dropped.
type File struct {
	Handle any
	Name   string
}

// OpenFiles reads logs, one after another; the last one comes into sight.
func (a *App) OpenFiles(files []File) {
	if len(files) == 0 {
		return
	}
	a.stopAll()
	a.State, a.Message, a.pending = Reading, "", files[1:]
	a.ReadName, a.ReadDone, a.ReadTotal = files[0].Name, 0, 0
	a.Engine.Open(files[0].Handle, files[0].Name, func(done, total int) {
		a.Post(func() {
			if a.State == Reading {
				a.ReadDone, a.ReadTotal = done, total
			}
		})
	}, a.logRead)
}

// OpenFile reads one log.
func (a *App) OpenFile(file any, name string) { a.OpenFiles([]File{{file, name}}) }

// TrySample makes the synthetic sample and compares.
func (a *App) TrySample() {
	a.stopAll()
	a.State, a.Message, a.demo = Reading, "", true
	a.ReadName, a.ReadDone, a.ReadTotal = "the synthetic sample", 0, 0
	a.Engine.Sample(SampleProcs, SampleJobs, SampleSeed, func(s *overview.Summary, err error) {
		if err == nil {
			a.sample = s.Digest
		}
		a.logRead(s, err)
	})
}

func (a *App) stopAll() {
	a.pending = nil
	if a.State == Running {
		a.run.id++
		a.Engine.CancelTasks()
	}
	if a.State == Reading {
		a.Engine.CancelReading()
	}
}

func (a *App) logRead(s *overview.Summary, err error) {
	a.Post(func() {
		if err != nil {
			a.readFailed(err)
			return
		}
		rules, procs := job.Presets()[0].Rules, int64(0)
		if a.asked != nil { // a link speaks of the first log alone
			w := study.DefaultWorkload()
			if readCommon(a.asked, &w, &common{}) == nil {
				rules, procs = study.Implied(a.asked.Get("dialect"), w.Clean), w.Procs
			}
			a.asked = nil
		}
		a.Opened = Opened{Summary: s, Rules: rules, Procs: procs}
		a.Report = nil
		a.clean()
	})
}

func (a *App) readFailed(err error) {
	a.demo = false
	pending := a.pending
	if errors.Is(err, ErrCancelled) {
		a.State = a.resting()
		return
	}
	a.State, a.Message = Failed, err.Error()
	if len(pending) > 0 {
		said := a.Message
		a.OpenFiles(pending)
		a.Message = said
	}
}

func (a *App) clean() {
	asked := a.Opened
	a.cleaning = true
	a.Engine.Clean(asked.Summary.Digest, asked.Rules, asked.Procs, func(t *Trace, err error) {
		a.Post(func() {
			if a.Summary != asked.Summary || a.Rules != asked.Rules || a.Procs != asked.Procs {
				return // another request is on its way
			}
			a.cleaning = false
			if err != nil {
				if a.Trace == nil && len(a.Shelf) > 0 {
					a.Opened = *a.Shelf[len(a.Shelf)-1]
				}
				a.readFailed(err)
				return
			}
			a.cleaned(t)
		})
	})
}

func (a *App) cleaned(t *Trace) {
	a.Trace, a.Report = t, nil
	a.State = Loaded
	a.shelve()
	if len(a.pending) > 0 {
		a.OpenFiles(a.pending)
		return
	}
	a.ShowGlance = len(a.Shelf) < 2
	a.sight()
	if a.demo {
		a.demo = false
		a.ShowGlance = false
		a.lab().demo()
		a.Compare()
	}
}

// shelve puts the trace in sight among those that were loaded, in the place of
// an earlier reading of the same log.
func (a *App) shelve() {
	o := a.Opened
	for i, x := range a.Shelf {
		if x.Summary.Digest == o.Summary.Digest {
			a.Shelf[i] = &o
			return
		}
	}
	a.Shelf = append(a.Shelf, &o)
}

// current is the trace in sight.
func (a *App) current() *Opened {
	for _, x := range a.Shelf {
		if x.Trace == a.Trace {
			return x
		}
	}
	o := a.Opened
	return &o
}

// sight draws the trace that came into sight, and what is known of it.
func (a *App) sight() {
	a.explained = nil
	if a.Trace.Overview.Jobs == 0 {
		a.State = Failed
		a.Message = a.emptied()
	}
	a.drawTrace()
	a.drawReport()
	for _, l := range a.labs {
		l.loaded()
	}
	a.showKnown()
}

// Select brings a loaded trace into sight.
func (a *App) Select(i string) {
	n, err := strconv.Atoi(i)
	if err != nil || n < 0 || n >= len(a.Shelf) || a.State == Reading || a.cleaning {
		return
	}
	a.Opened, a.Message = *a.Shelf[n], ""
	if a.State != Running {
		a.State = Loaded
	}
	a.sight()
}

// Drop takes the trace in sight off the page, if others are there.
func (a *App) Drop() {
	if len(a.Shelf) < 2 || a.State == Running || a.State == Reading || a.cleaning {
		return
	}
	digest := a.Summary.Digest
	at := 0
	for i, x := range a.Shelf {
		if x.Summary.Digest == digest {
			at = i
		}
	}
	a.Shelf = append(a.Shelf[:at:at], a.Shelf[at+1:]...)
	a.Engine.Forget(digest)
	a.Select(strconv.Itoa(max(0, at-1)))
}

// emptied says why no job is left, and what to do.
func (a *App) emptied() string {
	c := a.Trace.Cleaning
	s := "No job of " + a.Summary.Name + " is left after cleaning (" + figure.Count(c.Read) + " read"
	most := job.Dropped{}
	for _, d := range c.Dropped {
		if d.N > most.N {
			most = d
		}
	}
	if most.N > 0 {
		s += ", " + figure.Count(most.N) + " of them: " + most.Reason.Words()
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

// SetPreset switches to a named set of cleaning rules.
func (a *App) SetPreset(name string) {
	if r, err := job.ParsePreset(name); err == nil {
		a.setRules(r)
	}
}

func (a *App) setRules(r job.Rules) {
	if r != a.Rules {
		a.Rules = r
		a.reclean()
	}
}

// SetProcs sets the machine size; empty text is the log's own.
func (a *App) SetProcs(text string) {
	n := int64(0)
	if text != "" {
		v, err := strconv.ParseInt(text, 10, 64)
		if err != nil || v < 1 || v > job.MaxSize {
			a.Message = "Machine size \"" + text + "\": give a whole number of processors, 1 or more, or leave it empty for the log's own."
			return
		}
		n = v
	}
	if n == a.Summary.Machine.Procs {
		n = 0
	}
	a.Procs = n
	a.reclean()
}

func (a *App) reclean() {
	a.stopAll()
	a.Message = ""
	a.clean()
}
