package compare

import (
	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim/metric"
)

// Groups are pooled changes of waiting by kind of job.
type Groups struct {
	Size []Group `json:"size"`
	Run  []Group `json:"run"`
	Hour []Group `json:"hour"`
	Day  []Group `json:"day"` // hours of the day: those of the week, joined
	User []Group `json:"user"`
}

// Group is one kind of job: how many there were, how long they waited under
// the baseline, and the change of their summed wait under each order.
type Group struct {
	Key     int64          `json:"key"`     // class, hour, or user id
	Jobs    int64          `json:"jobs"`    // over all resamples
	AvgWait report.Float   `json:"avgWait"` // under the baseline, seconds
	Change  []report.Float `json:"change"`  // by order
	// Bounds has the change by order with its intervals at 95 %, each group by
	// itself. There may be thousands of users: Weigh computes it where it is
	// wanted.
	Bounds []report.Bounds `json:"bounds,omitempty"`

	entries []int // of a breakdown, that it joins
	from    *broken
}

// broken are breakdowns of one kind, over resamples.
type broken struct {
	rows  []Row
	weeks stats.Weeks
	waits func(*metric.Breakdown) []int64
}

// waits are the summed waits of the group's jobs under an order, by resample.
func (g *Group) waits(order int) []int64 {
	list := make([]int64, len(g.from.rows))
	for k := range list {
		waits := g.from.waits(&g.from.rows[k].Breakdowns[order])
		for _, e := range g.entries {
			list[k] += waits[e]
		}
	}
	return list
}

// Weigh is the group's change under an order with its intervals at a level: the
// ratio of sums over resamples, as the change of the table is.
func (g *Group) Weigh(order int, level float64) report.Bounds {
	if order == 0 {
		return report.Bounds{}
	}
	return report.Weigh(g.waits(order), g.waits(0), g.from.weeks, level)
}

// Weigh computes the intervals of all groups.
func (g *Groups) Weigh() {
	for _, list := range [][]Group{g.Size, g.Run, g.Hour, g.Day, g.User} {
		for i := range list {
			x := &list[i]
			x.Bounds = make([]report.Bounds, len(x.Change))
			for o := range x.Bounds {
				x.Bounds[o] = x.Weigh(o, report.Level)
			}
		}
	}
}

// groupsOf are those of all kinds.
func groupsOf(rows []Row, users []int64, weeks stats.Weeks) Groups {
	of := func(jobs func(*metric.Counts) []int64, waits func(*metric.Breakdown) []int64, key func(g int) int64) []Group {
		return groups(rows, weeks, jobs, waits, key)
	}
	class := func(g int) int64 { return int64(g) }
	hours, waited := func(c *metric.Counts) []int64 { return c.Hour }, func(d *metric.Breakdown) []int64 { return d.Hour }
	return Groups{
		Size: of(func(c *metric.Counts) []int64 { return c.Size }, func(d *metric.Breakdown) []int64 { return d.Size }, class),
		Run:  of(func(c *metric.Counts) []int64 { return c.Run }, func(d *metric.Breakdown) []int64 { return d.Run }, class),
		Hour: of(hours, waited, class),
		Day:  of(hours, waited, func(h int) int64 { return int64(h % 24) }),
		User: of(func(c *metric.Counts) []int64 { return c.User }, func(d *metric.Breakdown) []int64 { return d.User },
			func(g int) int64 { return users[g] }),
	}
}

// groups joins the entries that have a key in common, in the order in which keys
// come; those without jobs are left out.
func groups(rows []Row, weeks stats.Weeks, jobs func(*metric.Counts) []int64, waits func(*metric.Breakdown) []int64,
	key func(g int) int64) []Group {
	from, at := &broken{rows, weeks, waits}, map[int64]int{}
	var list []Group
	for e := range jobs(&rows[0].Counts) {
		g, known := at[key(e)]
		if !known {
			g = len(list)
			at[key(e)] = g
			list = append(list, Group{Key: key(e), from: from})
		}
		x := &list[g]
		x.entries = append(x.entries, e)
		for k := range rows {
			x.Jobs += jobs(&rows[k].Counts)[e]
		}
	}
	kept := list[:0]
	for _, x := range list {
		if x.Jobs == 0 {
			continue
		}
		base := x.total(0)
		x.AvgWait = report.Fraction(base, x.Jobs)
		for i := range rows[0].Breakdowns {
			x.Change = append(x.Change, report.Fraction(x.total(i)-base, base))
		}
		kept = append(kept, x)
	}
	return kept
}

// total is the summed wait of the group's jobs under an order.
func (g *Group) total(order int) (sum int64) {
	for k := range g.from.rows {
		waits := g.from.waits(&g.from.rows[k].Breakdowns[order])
		for _, e := range g.entries {
			sum += waits[e]
		}
	}
	return sum
}

// SizeClassName names a class of sizes on a machine of so many processors, at
// whose size the last one ends.
func SizeClassName(class, procs int64) string {
	low := int64(1) << class
	high := min(2*low-1, max(low, procs))
	if low == high {
		return numeral.Count(low) + " " + numeral.Plural(int(low), "processor", "processors")
	}
	return numeral.Count(low) + "–" + numeral.Count(high) + " processors"
}

// RunClassName is the name of a class of run times.
func RunClassName(class int64) string {
	low, high := job.RunEdges[class], job.RunEdges[class+1]
	switch {
	case low == 0:
		return "0 s"
	case high > 1<<60:
		return numeral.Duration(float64(low)) + " and more"
	}
	return numeral.Duration(float64(low)) + " to " + numeral.Duration(float64(high))
}
