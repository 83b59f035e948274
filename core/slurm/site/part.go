package site

import (
	"iter"
	"maps"
	"math"
	"slices"

	"shadowtime/core/job/sacct"
)

// Parts are a log's jobs in two: those submitted before an instant, and those that end after it. Jobs that wait or run at it
// are in both, since they are there when the second begins.
func (l *Log) Parts(at int64) (first, second *Log) {
	first, second = &Log{File: l.File, Says: l.Says, late: l.late}, &Log{File: l.File, Says: l.Says, late: l.late}
	for _, j := range l.Jobs {
		if j.Submit < at {
			first.add(j)
		}
		if j.End > at || j.End == 0 {
			second.add(j)
		}
	}
	return first, second
}

// Middle is where half of the whole weeks of a log are over, or half of its time where there are less than two.
func (l *Log) Middle() int64 {
	first, last := l.span()
	if n := int64(l.Weeks()); n > 1 {
		return first + n/2*week
	}
	return first + (last-first)/2
}

// LongestLimit is the longest limit of its jobs, s.
func (l *Log) LongestLimit() (most int64) {
	for i := range l.Jobs {
		most = max(most, l.Jobs[i].Limit)
	}
	return most
}

// Again is the scene of other jobs of the same site, whose clock stands at an instant: what of the machine is down then stays
// so for as long again, and what comes later is not known. Of the scene itself nothing changes.
func (c *Scene) Again(jobs []sacct.Job, at int64) *Scene {
	d := *c
	d.Jobs, d.Tasks, d.Records, d.Judged, d.Notes = nil, nil, nil, nil, nil
	d.now, d.Left, d.counts = at, map[string]int{}, map[string]int{}
	d.wants, d.partitions, d.limits, d.crew = maps.Clone(c.wants), maps.Clone(c.partitions), maps.Clone(c.limits), maps.Clone(c.crew)
	d.fitting, d.users, d.at = nil, maps.Clone(c.users), maps.Clone(c.at)
	d.Tree = slices.Clone(c.Tree)
	m := &d.Machine
	m.Partitions, m.Features, m.Limits = slices.Clone(m.Partitions), slices.Clip(m.Features), slices.Clip(m.Limits)
	m.Outages = nil
	for _, o := range c.Machine.Outages {
		if o.From <= at && at < o.To {
			o.To = at + max(at-o.From, atLeast)
			m.Outages = append(m.Outages, o)
		}
	}
	d.jobs(jobs)
	return &d
}

// atLeast is how long nodes stay down that just went, s.
const atLeast = 600

// Spend makes usage at an instant what jobs had used by then, in place of what a file says.
func (c *Scene) Spend(jobs iter.Seq[*sacct.Job], at int64) {
	for a := range c.Tree {
		c.Tree[a].Usage = 0
	}
	s := &c.Settings
	if !s.Multifactor || s.WeightShare == 0 {
		return
	}
	for r := range jobs {
		used := float64(r.CPUs) * c.counted(r) * float64(max(0, min(r.End, at)-r.Start)) * c.faded(at-r.End)
		for a := c.association(r.Account, r.User); a >= 0; a = c.Tree[a].Parent {
			c.Tree[a].Usage += used
		}
	}
}

// faded is what is left of usage after so many seconds.
func (c *Scene) faded(seconds int64) float64 {
	if c.Settings.HalfLife == 0 {
		return 1
	}
	return math.Pow(1-0.693/float64(c.Settings.HalfLife), float64(max(0, seconds)))
}
