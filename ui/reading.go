package ui

import (
	"errors"
	"strconv"

	"shadowtime/core/figure"
	"shadowtime/core/job"
	"shadowtime/core/overview"
	"shadowtime/ui/lab"
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
	a.State, a.Message, a.pending = lab.Reading, "", files[1:]
	a.ReadName, a.ReadDone, a.ReadTotal = files[0].Name, 0, 0
	a.Engine.Open(files[0].Handle, files[0].Name, func(done, total int) {
		a.Post(func() {
			if a.State == lab.Reading {
				a.ReadDone, a.ReadTotal = done, total
			}
		})
	}, a.logRead)
}

// TrySample makes the synthetic sample and compares.
func (a *App) TrySample() {
	a.stopAll()
	a.State, a.Message, a.demo = lab.Reading, "", true
	a.ReadName, a.ReadDone, a.ReadTotal = "the synthetic sample", 0, 0
	a.Engine.Sample(SampleProcs, SampleJobs, SampleSeed, func(s *overview.Summary, err error) {
		if err == nil {
			a.Sample = s.Digest
		}
		a.logRead(s, err)
	})
}

func (a *App) stopAll() {
	a.pending = nil
	a.StopLook()
	if a.State == lab.Running {
		a.StopTasks()
	}
	if a.State == lab.Reading {
		a.Engine.CancelReading()
	}
}

func (a *App) logRead(s *overview.Summary, err error) {
	a.Post(func() {
		if err != nil {
			a.readFailed(err)
			return
		}
		a.Opened = lab.Opened{Summary: s, Rules: a.cleaning()}
		if a.asked != nil { // a link speaks of the first log alone
			a.Rules, a.Procs, a.asked = a.asked.Clean, a.asked.Procs, nil
		}
		a.clean()
	})
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
	a.State, a.Message = lab.Failed, err.Error()
	if len(pending) > 0 {
		said := a.Message
		a.OpenFiles(pending)
		a.Message = said
	}
}

func (a *App) clean() {
	asked := a.Opened
	a.Cleaning = true
	a.Engine.Clean(asked.Summary.Digest, asked.Rules, asked.Procs, func(t *lab.Trace, err error) {
		a.Post(func() {
			if a.Summary != asked.Summary || a.Rules != asked.Rules || a.Procs != asked.Procs {
				return // another request is on its way
			}
			a.Cleaning = false
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

func (a *App) cleaned(t *lab.Trace) {
	a.Trace = t
	a.State = lab.Loaded
	a.shelve()
	if len(a.pending) > 0 {
		a.OpenFiles(a.pending)
		return
	}
	a.ShowGlance = false // the question is what comes next
	a.sight()
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
	a.Look()
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

// sight draws the trace that came into sight, and what is known of it.
func (a *App) sight() {
	if a.Trace.Overview.Jobs == 0 {
		a.State = lab.Failed
		a.Message = a.emptied()
	}
	a.drawTrace()
	a.drawReport()
	a.ShowKnown()
}

// Select brings a loaded trace into sight.
func (a *App) Select(i string) {
	n, err := strconv.Atoi(i)
	if err != nil || n < 0 || n >= len(a.Shelf) || a.State == lab.Reading || a.Cleaning {
		return
	}
	a.Opened, a.Message = *a.Shelf[n], ""
	a.StopLook()
	if a.State != lab.Running {
		a.State = lab.Loaded
	}
	a.sight()
	a.Look()
}

// Drop takes the trace in sight off the page, if others are there.
func (a *App) Drop() {
	if len(a.Shelf) < 2 || a.State == lab.Running || a.State == lab.Reading || a.Cleaning {
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

// reclean makes the trace in sight anew.
func (a *App) reclean() {
	a.stopAll()
	a.Message = ""
	a.clean()
}
