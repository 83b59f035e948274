package guard

import (
	"math"
	"sort"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
)

// look finds what the clock says now, and until when.
func (g *Guard) look(now int64) {
	if g.from <= now && now < g.until {
		return
	}
	g.from, g.until = now, g.changeOfZone(now)
	g.holds, g.shut, g.out = 0, 0, 0
	for i := range g.rules {
		c := &g.rules[i]
		on, until := c.on(now)
		if g.until = min(g.until, until); !on {
			continue
		}
		g.holds |= 1 << i
		switch c.Kind {
		case rule.Missing:
			g.out += c.Most
		case rule.Stop:
			g.shut |= 1 << i
		case rule.Hours:
			shut, until := g.hours(c, now)
			if g.until = min(g.until, until); shut {
				g.shut |= 1 << i
			}
		case rule.EndBy:
			c.bound = g.Next(now, c.From, c.Days)
			g.until = min(g.until, c.bound)
		}
	}
}

// on says whether a rule holds at an instant, and until when it is so.
func (c *counter) on(now int64) (on bool, until int64) {
	if len(c.Spans) == 0 {
		return true, math.MaxInt64
	}
	at := sort.Search(len(c.Spans), func(i int) bool { return c.Spans[i].To > now })
	switch {
	case at == len(c.Spans):
		return false, math.MaxInt64
	case c.Spans[at].From > now:
		return false, c.Spans[at].From
	}
	return true, c.Spans[at].To
}

// changeOfZone is the next instant at which the clock on the wall is moved.
func (g *Guard) changeOfZone(now int64) int64 {
	shifts := g.trace.Calendar.Shifts
	at := sort.Search(len(shifts), func(i int) bool { return shifts[i].At > now })
	if at == len(shifts) {
		return math.MaxInt64
	}
	return shifts[at].At
}

// Wall is what a clock on the wall shows, in seconds since a Monday 00:00.
func (g *Guard) Wall(at int64) int64 {
	c := &g.trace.Calendar
	return at + c.Ahead(at) - c.Monday
}

// day is the day of a week, 0 for Monday, of what the clock shows.
func day(wall int64) int { return int(((wall%job.Week)+job.Week)%job.Week) / job.Day }

// secondOf is the second of the day.
func secondOf(wall int64) int64 { return ((wall % job.Day) + job.Day) % job.Day }

// Next is the first instant after now at which the clock shows so many minutes of one of the days.
func (g *Guard) Next(now int64, minute int32, days rule.Days) int64 {
	wall := g.Wall(now)
	for at := wall - secondOf(wall) + int64(minute)*60; ; at += job.Day {
		if !days.On(day(at)) {
			continue
		}
		if x := g.instant(now, wall, at); x > now {
			return x
		}
	}
}

// instant is when the clock shows what it does not yet: of an hour that is left out its end.
func (g *Guard) instant(now, wall, at int64) int64 {
	c := &g.trace.Calendar
	x := now + at - wall
	if moved := c.Ahead(x) - c.Ahead(now); moved != 0 {
		if y := x - moved; c.Ahead(y) == c.Ahead(x) {
			return y
		}
	}
	return x
}

// hours says whether a rule's hours are closed now, and until when at least it is so.
func (g *Guard) hours(c *counter, now int64) (shut bool, until int64) {
	wall := g.Wall(now)
	second, from, to := secondOf(wall), int64(c.From)*60, int64(c.To)*60
	if from < to {
		shut = second >= from && second < to && c.Days.On(day(wall))
	} else { // over midnight the day is that on which they begin
		shut = second >= from && c.Days.On(day(wall)) || second < to && c.Days.On(day(wall-job.Day))
	}
	return shut, min(g.Next(now, c.From, rule.EveryDay), g.Next(now, c.To, rule.EveryDay))
}

// Opens is the first instant after now at which no rule of the clock forbids a job's start.
func (g *Guard) Opens(now int64, j int32) int64 {
	at := now
	for range looks {
		next, shut := int64(math.MaxInt64), false
		for m := g.concern[j] & g.clocks; m != 0; m &= m - 1 {
			closed, until := g.closed(&g.rules[m.First()], at, j)
			shut = shut || closed
			next = min(next, until)
		}
		if at > now && !shut {
			return at
		}
		if next == math.MaxInt64 {
			break
		}
		at = next
	}
	return now + looks*job.Day
}

// closed says whether a rule of the clock forbids a start then, and until when at least it is so.
func (g *Guard) closed(c *counter, at int64, j int32) (shut bool, until int64) {
	on, until := c.on(at)
	until = min(until, g.changeOfZone(at))
	switch {
	case !on:
		return false, until
	case c.Kind == rule.EndBy:
		bound := g.Next(at, c.From, c.Days)
		return at+g.trace.Request[j] > bound, min(until, bound)
	}
	shut, change := g.hours(c, at)
	return shut, min(until, change)
}

// looks bounds how many changes of the clock are looked at: several weeks.
const looks = 256
