package guard

import (
	"slices"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
)

// Whom rules would keep for ever in a replay.

// farthest bounds the instants of a trace.
const farthest = int64(1) << 53

// lasts says whether a rule holds for ever from an instant on.
func (c *counter) lasts() bool {
	return len(c.Spans) == 0 || c.Spans[len(c.Spans)-1].To > farthest
}

// forever says whether the rule alone would keep a job for ever, while it holds.
func (c *counter) forever(t *job.Trace, j int) bool {
	switch c.Kind {
	case rule.EndBy:
		return t.Request[j] > c.Days.Longest()*job.Day
	case rule.Stop:
		return c.lasts()
	case rule.Kept:
		return c.lasts() && int64(t.Size[j]) > t.Procs-c.Keeps(t.Procs)
	}
	return false
}

// excuse has rules concern no job that they would keep for ever together.
func (g *Guard) excuse() {
	left, clocks := g.trace.Procs, Mask(0)
	for i := range g.rules {
		switch c, bit := &g.rules[i], Mask(1)<<i; {
		case g.lasting&bit != 0:
			left -= c.Most
		case g.clocks&bit != 0 && c.lasts():
			clocks |= bit
		}
	}
	known := map[Mask]*meeting{}
	for j := range g.concern {
		if g.lasting != 0 && int64(g.trace.Size[j]) > left {
			g.wide = true
			g.concern[j] &^= g.lasting
			g.excused = true
		}
		if m := g.concern[j] & clocks; m != 0 && !g.meets(known, m, g.trace.Request[j]) {
			g.concern[j] &^= clocks
			g.excused = true
		}
	}
}

// meeting is for how long jobs may ask that some rules of the clock let start at all.
type meeting struct{ may, mayNot int64 }

// meets says whether there is a time in a week at which rules of the clock let a job start.
func (g *Guard) meets(known map[Mask]*meeting, rules Mask, request int64) bool {
	x := known[rules]
	if x == nil {
		x = &meeting{-1, farthest + 1}
		known[rules] = x
	}
	switch {
	case request <= x.may:
		return true
	case request >= x.mayNot:
		return false
	}
	if g.week(rules, request) {
		x.may = request
		return true
	}
	x.mayNot = request
	return false
}

// week says whether a week has such a time whenever the clock was moved: rules may go by two clocks.
func (g *Guard) week(rules Mask, request int64) bool {
	c := &g.trace.Calendar
	for i := -1; i < len(c.Shifts); i++ {
		lead := c.Summer
		if i >= 0 {
			lead += c.Shifts[i].Offset - c.Offset
		}
		if !g.weekOf(rules, request, lead) {
			return false
		}
		if !slices.ContainsFunc(g.rules, func(c counter) bool { return c.Standard }) {
			break
		}
	}
	return true
}

// weekOf looks at every time at which hours end in a week: a job that may start may start at one of them. The clock
// on the wall is so many seconds ahead of standard time.
func (g *Guard) weekOf(rules Mask, request, lead int64) bool {
	for m := rules; m != 0; m &= m - 1 {
		c := &g.rules[m.First()]
		at := int64(c.To) * 60
		if c.Kind == rule.EndBy {
			at = int64(c.From) * 60
		}
		if c.Standard {
			at += lead
		}
		for range 7 {
			if g.open(rules, at, request, lead) {
				return true
			}
			at += job.Day
		}
	}
	return false
}

// open says whether rules of the clock let a job start at what a clock shows that nobody moves.
func (g *Guard) open(rules Mask, wall, request, lead int64) bool {
	for m := rules; m != 0; m &= m - 1 {
		c, wall := &g.rules[m.First()], wall
		if c.Standard {
			wall -= lead
		}
		if c.Kind == rule.Hours && c.closed(wall) || c.Kind == rule.EndBy && wall+request > shown(wall+1, c.From, c.Days) {
			return false
		}
	}
	return true
}
