package ui

import (
	"errors"
	"strconv"

	"shadowtime/core/job"
	"shadowtime/core/overview"
	"shadowtime/core/report"
)

// OpenFile reads a log the visitor chose or dropped.
func (a *App) OpenFile(file any, name string) {
	a.stopAll()
	a.State, a.Message = Reading, ""
	a.ReadName, a.ReadDone, a.ReadTotal = name, 0, 0
	a.Engine.Open(file, name, func(done, total int) {
		a.Post(func() {
			if a.State == Reading {
				a.ReadDone, a.ReadTotal = done, total
			}
		})
	}, a.logRead)
}

// TrySample makes the synthetic sample and compares.
func (a *App) TrySample() {
	a.stopAll()
	a.State, a.Message, a.demo = Reading, "", true
	a.ReadName, a.ReadDone, a.ReadTotal = "the synthetic sample", 0, 0
	a.Engine.Sample(SampleProcs, SampleJobs, SampleSeed, a.logRead)
}

func (a *App) stopAll() {
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
		a.Summary, a.Trace, a.Report = s, nil, nil
		a.Rules, a.Procs = job.Presets()[0].Rules, 0
		a.clean()
	})
}

func (a *App) readFailed(err error) {
	a.demo = false
	if errors.Is(err, ErrCancelled) {
		a.State = a.resting()
		return
	}
	a.State, a.Message = Failed, err.Error()
}

// resting is the state when nothing is under way.
func (a *App) resting() State {
	switch {
	case a.Trace == nil:
		return Empty
	case a.Report == nil:
		return Loaded
	case a.Report.Done < a.Report.Plan.Resamples:
		return Cancelled
	}
	return Done
}

func (a *App) clean() {
	rules, procs := a.Rules, a.Procs
	a.cleaning = true
	a.Engine.Clean(rules, procs, func(t *Trace, err error) {
		a.Post(func() {
			if a.Rules != rules || a.Procs != procs {
				return // another request is on its way
			}
			a.cleaning = false
			if err != nil {
				a.readFailed(err)
				return
			}
			a.cleaned(t)
		})
	})
}

func (a *App) cleaned(t *Trace) {
	a.Trace, a.Report, a.Message = t, nil, ""
	a.State = Loaded
	a.Plan.Clean, a.Plan.Procs = a.Rules, a.Procs
	a.ShowGlance = true
	if t.Overview.Jobs == 0 {
		a.State = Failed
		a.Message = a.emptied()
	}
	a.drawTrace()
	a.drawReport()
	a.showKnownRows()
	if a.demo {
		a.demo = false
		a.Plan.Weeks = min(a.Plan.Weeks, max(1, t.Overview.WholeWeeks))
		a.Browser.SetValue("weeks", strconv.Itoa(a.Plan.Weeks))
		a.ShowGlance = false
		a.Compare()
	}
}

// emptied says why no job is left, and what to do.
func (a *App) emptied() string {
	c := a.Trace.Cleaning
	s := "No job of " + a.Summary.Name + " is left after cleaning (" + report.Count(int64(c.Read)) + " read"
	most := job.Dropped{}
	for _, d := range c.Dropped {
		if d.N > most.N {
			most = d
		}
	}
	if most.N > 0 {
		s += ", " + report.Count(int64(most.N)) + " of them: " + most.Reason.Words()
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
