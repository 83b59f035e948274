package guard

import (
	"math"
	"sort"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
)

// Never is an instant that does not come.
const Never = math.MaxInt64

// unsay forgets what the clock said, which was by other rules.
func (g *Guard) unsay() {
	if g.said == nil {
		g.said = make([]says, late)
	}
	for i := range g.said {
		x := &g.said[i]
		*x = says{from: math.MaxInt64, until: math.MinInt64, bounds: x.bounds}
		if g.ends != 0 {
			x.bounds = resize(x.bounds, len(g.rules))
		}
	}
	g.says = g.said[0]
}

// look finds what the clock says now, and until when.
func (g *Guard) look(now int64) {
	if g.from <= now && now < g.until {
		return
	}
	for i := range g.said {
		if x := &g.said[i]; x.from <= now && now < x.until {
			g.says = *x
			return
		}
	}
	g.says = says{from: now, until: g.changeOfZone(now), share: -1, bounds: g.said[g.next].bounds}
	g.find(now)
	g.said[g.next] = g.says
	g.next = (g.next + 1) % late
}

// find asks each rule.
func (g *Guard) find(now int64) {
	for i := range g.rules {
		c := &g.rules[i]
		on, until := c.on(now)
		g.until = min(g.until, until)
		if c.Kind == rule.Kept { // before it holds, too
			on = until < Never || on
		}
		if !on {
			continue
		}
		bit := Mask(1) << i
		g.holds |= bit
		switch c.Kind {
		case rule.Missing:
			if g.out += c.Most; g.lasting&bit == 0 {
				g.brief += c.Most
			}
		case rule.Stop:
			g.shut |= bit
		case rule.Share:
			if g.share < 0 {
				g.share = i
			}
		case rule.Hours:
			if c.closed(g.Wall(now, c.Standard)) {
				g.shut |= bit
			}
			days := c.Days
			if days != rule.Week {
				days = rule.EveryDay
			}
			g.until = min(g.until, g.Next(now, c.From, days, c.Standard), g.Next(now, c.To, days, c.Standard))
		case rule.EndBy:
			g.bounds[i] = g.Next(now, c.From, c.Days, c.Standard)
			g.until = min(g.until, g.bounds[i])
		}
	}
}

// on says whether a rule holds at an instant, and until when it is so.
func (c *counter) on(now int64) (on bool, until int64) {
	if len(c.Spans) == 0 {
		return true, Never
	}
	at := sort.Search(len(c.Spans), func(i int) bool { return c.Spans[i].To > now })
	switch {
	case at == len(c.Spans):
		return false, Never
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
		return Never
	}
	return shifts[at].At
}

// Wall is what a clock on the wall shows, in seconds since a Monday 00:00: one that is moved for summer time,
// or one that keeps standard time.
func (g *Guard) Wall(at int64, standard bool) int64 {
	c := &g.trace.Calendar
	if standard {
		return at - c.Summer - c.Monday
	}
	if w := &g.wall; at < w.from || at >= w.until {
		*w = wall{at, g.changeOfZone(at), c.Ahead(at) - c.Monday}
	}
	return at + g.wall.ahead
}

// wall is how far the clock on the wall is ahead of the trace's from an instant to before another, in which nobody moves it.
type wall struct{ from, until, ahead int64 }

// day is the day of a week, 0 for Monday, of what the clock shows.
func day(wall int64) int { return int(((wall%job.Week)+job.Week)%job.Week) / job.Day }

// secondOf is the second of the day.
func secondOf(wall int64) int64 { return ((wall % job.Day) + job.Day) % job.Day }

// shown is the first time from one on that is so many minutes into one of the days, on a clock that
// nobody moves.
func shown(wall int64, minute int32, days rule.Days) int64 {
	if days == rule.Week {
		return wall + ((int64(minute)*60-wall)%job.Week+job.Week)%job.Week
	}
	at := wall - secondOf(wall) + int64(minute)*60 - job.Day // minutes may be those of a whole day
	for at < wall || !days.On(day(at)) {
		at += job.Day
	}
	return at
}

// Next is the first instant after now at which the clock comes to show so many minutes of one of the
// days: of an hour that is left out, its end; of one that comes twice, each.
func (g *Guard) Next(now int64, minute int32, days rule.Days, standard bool) int64 {
	for from := now; ; {
		wall, moved := g.Wall(from, standard), g.changeOfZone(from)
		if standard {
			moved = Never
		}
		if at := from + shown(wall+1, minute, days) - wall; at < moved {
			return at
		}
		if shown(g.Wall(moved-1, false)+1, minute, days) <= g.Wall(moved, false) {
			return moved
		}
		from = moved
	}
}

// closed says whether a rule's hours are closed at what the clock shows.
func (c *counter) closed(wall int64) bool {
	second, from, to := secondOf(wall), int64(c.From)*60, int64(c.To)*60
	if c.Days == rule.Week {
		second = (wall%job.Week + job.Week) % job.Week
		return from < to && second >= from && second < to || from > to && (second >= from || second < to)
	}
	if from < to {
		return second >= from && second < to && c.Days.On(day(wall))
	}
	// Over midnight the day is that on which they begin.
	return second >= from && c.Days.On(day(wall)) || second < to && c.Days.On(day(wall-job.Day))
}

// opening is what Opens found.
type opening struct {
	job      int32
	from, at int64 // it holds from one instant to before the other
}

// Opens is the first instant after now at which no rule of the clock forbids a job's start that one
// forbids now, Never where it lies beyond a year.
func (g *Guard) Opens(now int64, j int32) int64 {
	if o := &g.opens; o.job == j && o.from <= now && now < o.at {
		return o.at
	}
	at := now
	for {
		if at = g.Until(at); at > now+year {
			at = Never
			break
		}
		if g.Forbids(at, j)&g.clocks == 0 {
			break
		}
	}
	g.opens = opening{job: j, from: now, at: at}
	return at
}

// year bounds how far Opens looks.
const year = 366 * job.Day
