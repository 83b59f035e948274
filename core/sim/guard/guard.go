package guard

import (
	"errors"
	"math"
	"math/bits"
	"slices"
	"strconv"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
)

// Most is how many rules a machine may have.
const Most = 64

// Mask is a set of rules: bit i is rule i.
type Mask uint64

// First is the first rule of the set, -1 where it has none.
func (m Mask) First() int {
	if m == 0 {
		return -1
	}
	return bits.TrailingZeros64(uint64(m))
}

// Guard counts the running jobs of a trace against rules. Load it before Reset; neither Reset nor
// what follows allocates. It is for one goroutine at a time.
type Guard struct {
	trace   *job.Trace
	rules   []counter
	concern []Mask // by job: the rules that concern it

	clocks, turns, limits, ends, missing Mask // the rules of these kinds; turns: a job keeps its turn
	works                                Mask // limits of work, which falls as time passes
	shares                               Mask // rules of fair share
	firsts                               Mask // rules by which a class goes first
	softs                                Mask // limits that hold while others wait
	single                               Mask // rules that look at more of a job than its size

	strict  bool
	lasting Mask // the rules of processors that are missing for ever,
	wide    bool // and some job needs more than they leave
	excused bool // rules that last would together keep some job for ever

	says         // what the clock says now
	said  []says // and what it said of late: who looks ahead comes back
	next  int    // of these, which is forgotten next
	opens opening
	line  line
	wall  wall
}

// says is what the clock says from an instant to before another.
type says struct {
	from, until int64
	holds       Mask    // rules that hold,
	shut        Mask    // and forbid what they concern, whatever runs
	out, brief  int64   // processors that are not there, and those of them that come back
	share       int     // the rule of fair share that holds, the first of several; -1: none
	bounds      []int64 // by rule, of EndBy: what starts now must have ended by then
}

// late is how much of what the clock said is kept: some days of several rules.
const late = 24

// counter is a rule with what runs of each of its subjects: a user, or all.
type counter struct {
	rule.Bound
	subject []int32 // by job, of limits; nil where all have one
	jobs    []int64
	held    []int64 // in the limit's measure; of work, processors times the ends of requests,
	procs   []int64 // less now times these
	uses    []use   // of Share, by user
	pool    bool    // a limit, whoever waits, of processors that all share
}

// Load takes the rules of a trace. A job of a replay that rules would keep for ever (wider than a
// limit or than what is left of the machine, longer than any stretch of open hours, one that never
// meets the hours of all) is not concerned by them: it ran on the machine, by leave that nobody wrote
// down. In a record (strict) such a start breaks the rule. It errs where rules are too many or
// can't be.
func (g *Guard) Load(t *job.Trace, rules []rule.Bound, strict bool) error {
	if len(rules) > Most {
		return errors.New("rules: " + strconv.Itoa(len(rules)) + " of at most " + strconv.Itoa(Most) + ": take some off")
	}
	g.trace, g.strict, g.wall = t, strict, wall{}
	g.clocks, g.turns, g.limits, g.ends, g.missing, g.works, g.shares, g.firsts, g.softs = 0, 0, 0, 0, 0, 0, 0, 0, 0
	g.single = 0
	g.lasting, g.wide, g.excused = 0, false, false
	for len(g.rules) < len(rules) {
		g.rules = append(g.rules, counter{})
	}
	g.rules = g.rules[:len(rules)]
	if cap(g.concern) < t.Len() {
		g.concern = make([]Mask, t.Len())
	}
	g.concern = g.concern[:t.Len()]
	clear(g.concern)
	for i := range rules {
		if err := check(&rules[i]); err != nil {
			return err
		}
		g.take(i, &rules[i])
	}
	g.unsay()
	if !strict {
		g.excuse()
	}
	g.line.grow(t, g.softs != 0)
	g.Reset()
	return nil
}

// check says what is wrong with a rule, or with when it holds.
func check(r *rule.Bound) error {
	for i, s := range r.Spans {
		if s.From >= s.To || i > 0 && s.From < r.Spans[i-1].To {
			return errors.New("rule: it holds from " + strconv.FormatInt(s.From, 10) + " to " + strconv.FormatInt(s.To, 10) +
				": give ends behind the beginnings, and one span after the other")
		}
	}
	return r.Check()
}

// take makes the counter of rule i.
func (g *Guard) take(i int, r *rule.Bound) {
	c, bit := &g.rules[i], Mask(1)<<i
	c.Bound = *r
	c.pool = r.Kind == rule.Limit && r.Per == rule.All && r.Of == rule.Procs && !r.Soft
	switch {
	case r.Kind == rule.Limit:
		if g.limits |= bit; r.Of == rule.Work {
			g.works |= bit
		}
		if r.Soft {
			g.softs |= bit
		}
	case r.Kind == rule.Kept: // it counts all others
		g.limits |= bit
	case r.Kind == rule.Missing:
		if g.missing |= bit; c.lasts() {
			g.lasting |= bit
		}
	case r.Clock():
		g.clocks |= bit
		if r.Turn {
			g.turns |= bit
		}
		if r.Kind == rule.EndBy {
			g.ends |= bit
		}
	}
	if g.limits&bit != 0 && !c.pool && !(r.Kind == rule.Limit && r.Per == rule.All && r.Of == rule.Jobs) || g.ends&bit != 0 {
		g.single |= bit
	}
	c.growUses(users(g.trace))
	switch r.Kind { // these forbid nothing
	case rule.Share:
		g.shares |= bit
	case rule.First:
		g.firsts |= bit
	}
	subjects := c.number(g.trace)
	c.jobs, c.held, c.procs = resize(c.jobs, subjects), resize(c.held, max(subjects, len(r.Spans))), resize(c.procs, subjects)
	if r.Kind == rule.Share {
		return
	}
	class := classOf(g.trace, &r.Class)
	if r.Kind == rule.Missing { // of the machine, whatever class is named
		if g.strict {
			return
		}
		class = classOf(g.trace, &rule.Class{})
	}
	for j := range g.concern {
		if class.has(g.trace, j) != (r.Kind == rule.Kept) && (g.strict || !c.forever(g.trace, j)) {
			g.concern[j] |= bit
		}
	}
}

// Concerned says whether a rule concerns a job of a log, by the job's class and by when the rule held.
func Concerned(t *job.Trace, r *rule.Bound) bool {
	last := int64(math.MinInt64)
	for j, at := range t.Submit {
		at += t.Run[j]
		if t.Wait != nil {
			at += max(0, t.Wait[j])
		}
		last = max(last, at)
	}
	from, to := last, int64(math.MaxInt64) // from the first to the last of its spans
	if n := len(r.Spans); n > 0 {
		from, to = r.Spans[0].From, r.Spans[n-1].To
	}
	class := classOf(t, &r.Class)
	for j, at := range t.Submit {
		if at < to && (r.Kind == rule.Missing || class.has(t, j) != (r.Kind == rule.Kept)) {
			return from <= last
		}
	}
	return false
}

// number finds the subjects of a limit, and says how many there are.
func (c *counter) number(t *job.Trace) int {
	c.subject = nil
	switch {
	case c.Kind == rule.Kept:
		return 1
	case c.Kind != rule.Limit:
		return 0
	case c.Per == rule.User:
		c.subject = t.User
		return users(t)
	case c.Per == rule.All:
		return 1
	}
	seen := map[[2]int32]int32{}
	c.subject = make([]int32, t.Len())
	for j := range c.subject {
		pair := [2]int32{user(t, j), queueOf(t.Queue, j)}
		n, ok := seen[pair]
		if !ok {
			n = int32(len(seen))
			seen[pair] = n
		}
		c.subject[j] = n
	}
	return len(seen)
}

func resize(list []int64, n int) []int64 {
	if cap(list) < n {
		return make([]int64, n)
	}
	return list[:n]
}

func queueOf(list []int32, j int) int32 {
	if list == nil {
		return -1
	}
	return list[j]
}

// user is a job's; where nobody is known all jobs are of one.
func user(t *job.Trace, j int) int32 {
	if t.User == nil {
		return 0
	}
	return t.User[j]
}

// users is how many there are.
func users(t *job.Trace) int {
	n := max(len(t.Users), 1)
	if len(t.Users) == 0 {
		for _, u := range t.User {
			n = max(n, int(u)+1)
		}
	}
	return n
}

// class is a rule.Class by the trace's own numbers.
type class struct {
	rule.Class
	users []bool // by user, as far as they are known
}

func classOf(t *job.Trace, c *rule.Class) class {
	x := class{Class: *c}
	if len(c.Users) > 0 {
		x.users = make([]bool, len(t.Users))
		for u, id := range t.Users {
			x.users[u] = slices.Contains(c.Users, id)
		}
	}
	return x
}

func (c *class) has(t *job.Trace, j int) bool {
	return (c.Over == 0 || t.Request[j] > c.Over) && (c.Wider == 0 || int64(t.Size[j]) > c.Wider) &&
		(len(c.Users) == 0 || int(user(t, j)) < len(c.users) && c.users[user(t, j)]) &&
		named(c.Queues, t.Queue, j) && named(c.Partitions, t.Partition, j)
}

// named says whether a job's queue is one of those; of no queues every job's is.
func named(list []int64, column []int32, j int) bool {
	return len(list) == 0 || column != nil && slices.Contains(list, int64(column[j]))
}

// Reset empties the machine.
func (g *Guard) Reset() {
	for i := range g.rules {
		c := &g.rules[i]
		clear(c.jobs)
		clear(c.held)
		clear(c.procs)
		c.resetUses()
	}
	g.line.reset()
	g.opens = opening{job: -1}
}

// Empty says that there are no rules.
func (g *Guard) Empty() bool { return len(g.rules) == 0 }

// Excused says that rules that last would together keep some job for ever, so that none of them concerns it.
func (g *Guard) Excused() bool { return g.excused }

// Turns are the rules that look at the clock alone and under which a job that only they forbid keeps its turn.
func (g *Guard) Turns() Mask { return g.turns }

// Concern are the rules that concern a job, whenever they hold.
func (g *Guard) Concern(j int32) Mask { return g.concern[j] }

// Look says which rules hold at an instant, and which of them forbid what they concern, whatever runs. A job that none of the
// first concerns is forbidden by none.
func (g *Guard) Look(now int64) (holds, shut Mask) {
	g.look(now)
	return g.holds, g.shut
}

// Limits are the limits that concern a job.
func (g *Guard) Limits(j int32) Mask { return g.concern[j] & g.limits }

// Subjects is how many subjects limit i has: users, users of queues, or one; 0 of another rule.
func (g *Guard) Subjects(i int) int { return len(g.rules[i].jobs) }

// Subject is whose job it is to limit i.
func (g *Guard) Subject(i int, j int32) int32 { return g.rules[i].of(j) }

// Lasting says of rules that forbid a job's start one that does so until a job of its subject ends or the
// clock says otherwise, whatever else happens, and whether only the clock can end it; -1: none does.
// Rules under which the job keeps its turn are not asked.
func (g *Guard) Lasting(m Mask) (i int, clock bool) {
	m &^= g.turns
	if x := m &^ g.limits; x != 0 {
		return x.First(), true
	}
	return (m &^ g.works &^ g.softs).First(), false
}

// Timeless says that between two instants at which the clock says otherwise nobody is allowed to start who
// was not, unless a job ends: no limit is one of work, or looks at who waits; nor does anybody go before whom he did not, for a fair
// share.
func (g *Guard) Timeless() bool { return g.works|g.shares|g.firsts|g.softs == 0 }

// Start counts a job that starts.
func (g *Guard) Start(now int64, j int32) {
	g.count(j, 1, now+g.trace.Request[j])
	for m := g.shares; m != 0; m &= m - 1 {
		c := &g.rules[m.First()]
		c.uses[user(g.trace, int(j))].count(now, int64(g.trace.Size[j]), float64(c.Half))
	}
}

// End counts a job that ends, which started at an instant.
func (g *Guard) End(started int64, j int32) {
	g.count(j, -1, started+g.trace.Request[j])
	for m := g.shares; m != 0; m &= m - 1 {
		c := &g.rules[m.First()]
		c.uses[user(g.trace, int(j))].count(started+g.trace.Run[j], -int64(g.trace.Size[j]), float64(c.Half))
	}
}

// count adds a job, or takes it away, whose request ends then. Sums of work may overflow on the way: what is
// left at any instant does not.
func (g *Guard) count(j int32, sign, end int64) {
	size := sign * int64(g.trace.Size[j])
	for m := g.concern[j] & g.limits; m != 0; m &= m - 1 {
		c := &g.rules[m.First()]
		if c.Kind == rule.Kept {
			c.reach(end-g.trace.Request[j], end, size)
			continue
		}
		s := c.of(j)
		c.jobs[s] += sign
		switch c.Of {
		case rule.Procs:
			c.held[s] += size
		case rule.Work:
			c.held[s] += size * end
			c.procs[s] += size
		}
	}
}

// of is the subject of a job.
func (c *counter) of(j int32) int32 {
	if c.subject == nil {
		return 0
	}
	return c.subject[j]
}

// Out is how many processors are not there.
func (g *Guard) Out(now int64) int64 {
	g.look(now)
	return g.out
}

// Room is what a job finds of so many idle processors: those that are not there are none of them. It
// is less than none while what runs began before they were gone. A job of a replay that is wider than
// what is left of the machine for ever finds those, too.
func (g *Guard) Room(now, idle int64, j int32) int64 {
	g.look(now)
	if g.wide && g.concern[j]&g.lasting == 0 {
		return idle - g.brief
	}
	return idle - g.out
}

// Reach is the most that any job finds.
func (g *Guard) Reach(now, idle int64) int64 {
	g.look(now)
	if g.wide {
		return idle - g.brief
	}
	return idle - g.out
}

// Until is the first instant after now at which the clock may say otherwise: a rule begins or ends; the
// clock on the wall is moved; while a rule holds it comes to show a beginning or an end of its hours,
// on any day, or the hour by which jobs must have ended, on one of its days. Never: there is none.
func (g *Guard) Until(now int64) int64 {
	g.look(now)
	return g.until
}

// Forbids are the rules by which a job must not start now. In a replay, processors that are missing
// forbid the start of a job that is wider than what they leave of the machine; whoever is not finds room
// there or none.
func (g *Guard) Forbids(now int64, j int32) Mask {
	if now < g.from || now >= g.until {
		g.look(now)
	}
	concern := g.concern[j] & g.holds
	if concern == 0 {
		return 0
	}
	found := concern & g.shut
	for m := concern & g.ends; m != 0; m &= m - 1 {
		if i := m.First(); now+g.trace.Request[j] > g.bounds[i] {
			found |= 1 << i
		}
	}
	for m := concern & g.limits; m != 0; m &= m - 1 {
		if i := m.First(); g.Full(i, now, j) {
			found |= 1 << i
		}
	}
	if g.out > 0 && !g.strict && int64(g.trace.Size[j]) > g.Room(now, g.trace.Procs, j) {
		found |= concern & g.missing
	}
	return found
}

// Bars says whether a rule forbids a job's start now.
func (g *Guard) Bars(now int64, j int32) bool {
	if now < g.from || now >= g.until {
		g.look(now)
	}
	return g.Barred(now, j, g.concern[j]&g.holds, int64(g.trace.Size[j]))
}

// BySize says that of two jobs of one size, which rules of a set concern, all bar both or none.
func (g *Guard) BySize(m Mask) bool { return m&g.single == 0 }

// Barred is Bars of a job of so many processors that rules concern which hold.
func (g *Guard) Barred(now int64, j int32, concern Mask, size int64) bool {
	if now < g.from || now >= g.until { // somebody looked ahead
		g.look(now)
	}
	if concern&g.shut != 0 {
		return true
	}
	for m := concern & g.ends; m != 0; m &= m - 1 {
		if now+g.trace.Request[j] > g.bounds[bits.TrailingZeros64(uint64(m))] {
			return true
		}
	}
	for m := concern & g.limits; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(uint64(m))
		if c := &g.rules[i]; c.pool { // the commonest, at once
			if size+c.held[0] > c.Most && size <= c.Most {
				return true
			}
		} else if g.Full(i, now, j) {
			return true
		}
	}
	return concern&g.missing != 0 && g.out > 0 && !g.strict && size > g.Room(now, g.trace.Procs, j)
}

// full says whether a limit leaves no place for a job.
func (c *counter) full(t *job.Trace, now int64, j int32) bool {
	if c.Kind == rule.Kept {
		return c.taken(t, now, j)
	}
	if c.Of == rule.Jobs {
		return c.jobs[c.of(j)] >= c.Most
	}
	value, runs := c.value(t, now, j)
	switch {
	case c.Per == rule.All && c.Of == rule.Procs: // a job that is wider than the limit it does not forbid, but counts
		return value > c.Most && int64(t.Size[j]) <= c.Most
	}
	return runs && value > c.Most
}

// Full says whether limit i leaves no place for a job that it concerns, while it holds.
func (g *Guard) Full(i int, now int64, j int32) bool {
	return g.rules[i].full(g.trace, now, j) && (g.softs>>i&1 == 0 || g.others(j))
}

// Value is what limit i would count if a job started now, in its measure, and whether
// something of its subject runs.
func (g *Guard) Value(i int, now int64, j int32) (value int64, runs bool) {
	return g.rules[i].value(g.trace, now, j)
}

func (c *counter) value(t *job.Trace, now int64, j int32) (value int64, runs bool) {
	s := c.of(j)
	switch c.Of {
	case rule.Procs:
		value = c.held[s] + int64(t.Size[j])
	case rule.Work:
		value = c.held[s] - c.procs[s]*now + int64(t.Size[j])*t.Request[j]
	default:
		value = c.jobs[s] + 1
	}
	return value, c.jobs[s] > 0
}

// Concerns says whether rule i concerns a job.
func (g *Guard) Concerns(i int, j int32) bool { return g.concern[j]>>i&1 != 0 }
