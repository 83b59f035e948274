package guard

import (
	"math"
	"sort"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
)

// Of processors that are kept, held counts by span the processors of those jobs that are not of the class and
// reach into it by their requests.

// always is the span of a rule that has none.
var always = []rule.Span{{From: math.MinInt64, To: math.MaxInt64}}

// from are the spans that end after an instant, and the number of the first.
func (c *counter) from(now int64) (list []rule.Span, first int) {
	list = c.Spans
	if len(list) == 0 {
		list = always
	}
	first = sort.Search(len(list), func(i int) bool { return list[i].To > now })
	return list[first:], first
}

// reach counts a job that starts at an instant and ends by its request at another.
func (c *counter) reach(start, end, size int64) {
	list, first := c.from(start)
	for i := range list {
		if list[i].From >= end {
			return
		}
		c.held[first+i] += size
	}
}

// taken says whether a job that is not of the class would have some of what is kept.
func (c *counter) taken(t *job.Trace, now int64, j int32) bool {
	left, end := t.Procs-c.Keeps(t.Procs)-int64(t.Size[j]), now+t.Request[j]
	list, first := c.from(now)
	for i := range list {
		if list[i].From >= end {
			return false
		}
		if c.held[first+i] > left {
			return true
		}
	}
	return false
}

// line is who waits, where a limit looks at it. Whoever goes in a pass waits until it is over: what one pass lets start
// does not depend on in which order it looks.
type line struct {
	waits, goes crowd
	gone        []int32
	last        bool // those that go do not wait
}

// crowd counts jobs by user.
type crowd struct {
	all int32
	by  []int32
}

func (c *crowd) add(user, n int32) {
	c.all += n
	c.by[user] += n
}

// others is how many are of other users.
func (c *crowd) others(user int32) int32 { return c.all - c.by[user] }

// grow makes room for the jobs of a trace, where anybody asks.
func (l *line) grow(t *job.Trace, asked bool) {
	n := 0
	if asked {
		n = users(t)
		if cap(l.gone) < t.Len() {
			l.gone = make([]int32, 0, t.Len())
		}
	}
	for _, c := range []*crowd{&l.waits, &l.goes} {
		if cap(c.by) < n {
			c.by = make([]int32, n)
		}
		c.by = c.by[:n]
	}
}

func (l *line) reset() {
	for _, c := range []*crowd{&l.waits, &l.goes} {
		c.all = 0
		clear(c.by)
	}
	l.gone, l.last = l.gone[:0], false
}

// Come says that a job waits.
func (g *Guard) Come(j int32) {
	if g.softs != 0 {
		g.line.waits.add(int32(user(g.trace, int(j))), 1)
	}
}

// Go says that a job that waits starts in this pass.
func (g *Guard) Go(j int32) {
	if g.softs != 0 {
		g.line.goes.add(user(g.trace, int(j)), 1)
		g.line.gone = append(g.line.gone, j)
	}
}

// Settle says that a pass is over, and whether it let any job go that a limit looks at.
func (g *Guard) Settle() bool {
	any := len(g.line.gone) > 0
	for _, j := range g.line.gone {
		u := user(g.trace, int(j))
		g.line.goes.add(u, -1)
		g.line.waits.add(u, -1)
	}
	g.line.gone = g.line.gone[:0]
	return any
}

// BarsLast is Bars of a job that goes in this pass once all others have that do.
func (g *Guard) BarsLast(now int64, j int32) bool {
	g.line.last = true
	bars := g.Bars(now, j)
	g.line.last = false
	return bars
}

// others says whether jobs of other users wait.
func (g *Guard) others(j int32) bool {
	u := user(g.trace, int(j))
	n := g.line.waits.others(u)
	if g.line.last {
		n -= g.line.goes.others(u)
	}
	return n > 0
}
