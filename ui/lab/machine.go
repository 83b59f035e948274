package lab

import (
	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
)

// machineHint says what another machine does to the jobs.
func (l *Lab) machineHint() string {
	if l.Summary == nil || l.Procs == 0 {
		return "jobs that do not fit a smaller one are left out and counted"
	}
	return "the log says " + numeral.Count(l.Summary.Machine.Procs)
}

// flurryHint says how many jobs are left out as bursts.
func (l *Lab) flurryHint() string {
	if l.Trace == nil || l.Rules.Flurry == 0 {
		return ""
	}
	for _, d := range l.Trace.Cleaning.Dropped {
		if d.Reason == job.Burst {
			return numeral.Count(d.N) + " jobs are left out"
		}
	}
	return "there is no such week"
}
