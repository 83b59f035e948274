package oracle

import (
	"math"
	"slices"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
)

// Rules that forbid starts, in words: at every instant all is computed anew from who runs.

const (
	minute = int64(60)
	day    = 24 * 60 * minute
	week   = 7 * day
	year   = 366 * day
)

func modulo(a, b int64) int64 { return (a%b + b) % b }

// wall is what a clock on the wall shows, in seconds since a Monday.
func wall(c *job.Calendar, t int64) int64 {
	offset := c.Offset
	for _, s := range c.Shifts {
		if s.At <= t {
			offset = s.Offset
		}
	}
	return t - c.Monday + offset - c.Offset
}

// clockOf is the calendar by whose clock a rule goes: that of people, or one that never moves.
func clockOf(c *job.Calendar, r *rule.Bound) *job.Calendar {
	if !r.Standard {
		return c
	}
	return &job.Calendar{Monday: c.Monday + c.Summer}
}

func dayOf(shown int64) int64 { return modulo(shown, week) / day }

func ofDays(d rule.Days, day int64) bool {
	return d == rule.EveryDay || d == rule.Week || d == rule.Workdays && day <= 4 || d == rule.Weekend && day >= 5
}

// during says whether a rule holds.
func during(r *rule.Bound, t int64) bool {
	for _, s := range r.Spans {
		if s.From <= t && t < s.To {
			return true
		}
	}
	return len(r.Spans) == 0
}

func endless(r *rule.Bound) bool {
	return len(r.Spans) == 0 || r.Spans[len(r.Spans)-1].To > 1<<53
}

// comesTo says whether a clock comes to show an hour of one of the days at an instant.
func comesTo(c *job.Calendar, t int64, minutes int32, days rule.Days) bool {
	each := day
	if days == rule.Week {
		each = week
	}
	for x := wall(c, t-1) + 1; x <= wall(c, t); x++ {
		if modulo(x-int64(minutes)*minute, each) == 0 && ofDays(days, dayOf(x)) {
			return true
		}
	}
	return false
}

// whenever is the first instant after t at which it does: of all at which it may.
func whenever(c *job.Calendar, t int64, minutes int32, days rule.Days) int64 {
	first := int64(math.MaxInt64)
	try := func(x int64) {
		if x > t && x < first && comesTo(c, x, minutes, days) {
			first = x
		}
	}
	offsets := []int64{c.Offset}
	for _, s := range c.Shifts {
		offsets = append(offsets, s.Offset)
		try(s.At)
	}
	for d := int64(-10); d < 12; d++ {
		x := t - modulo(t-c.Monday, day) + d*day + int64(minutes)*minute
		for _, o := range offsets {
			try(x - o + c.Offset)
		}
	}
	return first
}

// turnOfClock is the first instant after t at which rules may say otherwise.
func turnOfClock(t *job.Trace, at int64) int64 {
	first := int64(math.MaxInt64)
	later := func(x int64) {
		if x > at {
			first = min(first, x)
		}
	}
	for _, s := range t.Calendar.Shifts {
		later(s.At)
	}
	for i := range t.Rules {
		r := &t.Rules[i]
		for _, s := range r.Spans {
			later(s.From)
			later(s.To)
		}
		switch {
		case !during(r, at):
		case r.Kind == rule.Hours:
			days := rule.EveryDay
			if r.Days == rule.Week {
				days = rule.Week
			}
			later(whenever(clockOf(&t.Calendar, r), at, r.From, days))
			later(whenever(clockOf(&t.Calendar, r), at, r.To, days))
		case r.Kind == rule.EndBy:
			later(whenever(clockOf(&t.Calendar, r), at, r.From, r.Days))
		}
	}
	return first
}

// shutAt says whether hours are closed when a clock shows that.
func shutAt(r *rule.Bound, shown int64) bool {
	if r.Days == rule.Week {
		since := modulo(shown-int64(r.From)*minute, week)
		return since < modulo(int64(r.To-r.From)*minute, week)
	}
	for back := int64(0); back <= 1; back++ { // those that began today, or yesterday
		begin := shown - modulo(shown, day) - back*day + int64(r.From)*minute
		length := modulo(int64(r.To-r.From)*minute, day)
		if r.From < r.To {
			length = int64(r.To-r.From) * minute
		}
		if begin <= shown && shown < begin+length && ofDays(r.Days, dayOf(begin)) {
			return true
		}
	}
	return false
}

// ofClass says whether a rule's class has a job.
func ofClass(t *job.Trace, c *rule.Class, j int) bool {
	named := func(list []int64, column []int32) bool {
		return len(list) == 0 || column != nil && slices.Contains(list, int64(column[j]))
	}
	return !(c.Over > 0 && t.Request[j] <= c.Over) && !(c.Wider > 0 && int64(t.Size[j]) <= c.Wider) &&
		(len(c.Users) == 0 || slices.Contains(c.Users, t.Users[t.User[j]])) && named(c.Queues, t.Queue) && named(c.Partitions, t.Partition)
}

// concerns says whether a rule is one for a job: not one that keeps it for ever.
func concerns(t *job.Trace, i, j int) bool {
	r := &t.Rules[i]
	switch {
	case r.Kind == rule.Missing:
		left := t.Procs
		for k := range t.Rules {
			if x := &t.Rules[k]; x.Kind == rule.Missing && endless(x) {
				left -= x.Most
			}
		}
		return !endless(r) || int64(t.Size[j]) <= left
	case ofClass(t, &r.Class, j) == (r.Kind == rule.Kept) || alone(t, r, j):
		return false
	case r.Clock() && endless(r):
		return meet(t, j)
	}
	return true
}

// alone says whether one rule keeps a job for ever.
func alone(t *job.Trace, r *rule.Bound, j int) bool {
	switch r.Kind {
	case rule.Stop:
		return endless(r)
	case rule.Kept:
		return endless(r) && int64(t.Size[j]) > leftBy(t, r)
	case rule.EndBy:
		longest := day
		if r.Days == rule.Workdays {
			longest = 3 * day
		} else if r.Days == rule.Weekend {
			longest = 6 * day
		} else if r.Days == rule.Week {
			longest = week
		}
		return t.Request[j] > longest
	}
	return false
}

// leftBy is what a rule that keeps processors leaves of the machine.
func leftBy(t *job.Trace, r *rule.Bound) int64 {
	if r.Most == 0 {
		return 0
	}
	return max(t.Procs-r.Most, 0)
}

// taken says whether a job that starts at an instant would have some of what a rule keeps.
func (w *world) taken(i, j int, at int64) bool {
	t, r := w.trace, &w.trace.Rules[i]
	spans := r.Spans
	if len(spans) == 0 {
		spans = []rule.Span{{From: math.MinInt64, To: math.MaxInt64}}
	}
	reaches := func(from, to int64, s rule.Span) bool { return from < s.To && s.From < to }
	for _, s := range spans {
		if !reaches(at, at+t.Request[j], s) {
			continue
		}
		sum := w.q(j)
		for _, k := range w.all(running) {
			if w.concerned[k][i] && reaches(w.start[k], w.start[k]+t.Request[k], s) {
				sum += w.q(k)
			}
		}
		if sum > leftBy(t, r) {
			return true
		}
	}
	return false
}

// anySoft says whether a limit looks at who waits: then whoever goes may let others start at once.
func (w *world) anySoft() bool {
	return slices.ContainsFunc(w.trace.Rules, func(r rule.Bound) bool { return r.Soft })
}

// othersWait says whether jobs of other users wait as a pass begins.
func (w *world) othersWait(j int) bool {
	return slices.ContainsFunc(w.waiters, func(k int) bool { return w.trace.User[k] != w.trace.User[j] })
}

// meet says whether, however the clock is moved, there is a minute in a week at which the endless rules of the clock let a
// job start.
func meet(t *job.Trace, j int) bool {
	standard := t.Calendar.Offset - t.Calendar.Summer
	if !meetAhead(t, j, t.Calendar.Offset-standard) {
		return false
	}
	for _, s := range t.Calendar.Shifts {
		if !meetAhead(t, j, s.Offset-standard) {
			return false
		}
	}
	return true
}

// meetAhead is that of a clock that shows so many seconds more than standard time.
func meetAhead(t *job.Trace, j int, ahead int64) bool {
	still := job.Calendar{}
	for m := int64(0); m < week/minute; m++ {
		open := true
		for i := range t.Rules {
			r, at := &t.Rules[i], m*minute
			if !r.Clock() || !endless(r) || !ofClass(t, &r.Class, j) || alone(t, r, j) {
				continue
			}
			if r.Standard {
				at -= ahead
			}
			if r.Kind == rule.Hours && shutAt(r, at) || r.Kind == rule.EndBy && at+t.Request[j] > whenever(&still, at, r.From, r.Days) {
				open = false
				break
			}
		}
		if open {
			return true
		}
	}
	return false
}

// missing are the processors that a job misses.
func (w *world) missing(j int) (n int64) {
	for i := range w.trace.Rules {
		if r := &w.trace.Rules[i]; r.Kind == rule.Missing && during(r, w.now) && w.concerned[j][i] {
			n += r.Most
		}
	}
	return n
}

// roomFor is how many idle processors a job finds.
func (w *world) roomFor(j int) int64 { return w.free() - w.missing(j) }

// forbidden are the rules by which a job must not start at an instant.
func (w *world) forbidden(j int, at int64) (list []int) {
	t := w.trace
	for i := range t.Rules {
		r := &t.Rules[i]
		if !during(r, at) && r.Kind != rule.Kept || !w.concerned[j][i] {
			continue
		}
		no := false
		switch r.Kind {
		case rule.Stop:
			no = true
		case rule.Missing:
			no = w.q(j) > t.Procs-w.missing(j)
		case rule.Hours:
			no = shutAt(r, wall(clockOf(&t.Calendar, r), at))
		case rule.EndBy:
			no = at+t.Request[j] > whenever(clockOf(&t.Calendar, r), at, r.From, r.Days)
		case rule.Limit:
			no = w.over(i, j) && (!r.Soft || w.othersWait(j))
		case rule.Kept:
			no = w.taken(i, j, at)
		}
		if no {
			list = append(list, i)
		}
	}
	return list
}

// behind is how many classes that go before all others now a job is not of.
func (w *world) behind(j int) (n int) {
	for i := range w.trace.Rules {
		if r := &w.trace.Rules[i]; r.Kind == rule.First && during(r, w.now) && !ofClass(w.trace, &r.Class, j) {
			n++
		}
	}
	return n
}

// used is what a job's user used until now, where a rule of fair share holds: each processor-second counts half for
// each half-life since. Two are the same whose first 24 binary digits are.
func (w *world) used(j int) (sum float64) {
	t := w.trace
	at := slices.IndexFunc(t.Rules, func(r rule.Bound) bool { return r.Kind == rule.Share && during(&r, w.now) })
	if at < 0 {
		return 0
	}
	half := float64(t.Rules[at].Half)
	left := func(since int64) float64 { return math.Exp2(-float64(w.now-since) / half) }
	for k := range t.Submit {
		if (w.state[k] == running || w.state[k] == ended) && w.start[k] < w.now && t.User[k] == t.User[j] {
			sum += float64(w.q(k)) * half / math.Ln2 * (left(min(w.start[k]+t.Run[k], w.now)) - left(w.start[k]))
		}
	}
	return math.Float64frombits(math.Float64bits(sum) >> 28 << 28)
}

// over says whether a job that starts now goes over a limit.
func (w *world) over(i, j int) bool {
	t, r := w.trace, &w.trace.Rules[i]
	count, value := 0, int64(0)
	add := func(k int, left int64) {
		switch r.Of {
		case rule.Jobs:
			value++
		case rule.Procs:
			value += w.q(k)
		case rule.Work:
			value += w.q(k) * left
		}
	}
	for _, k := range w.all(running) {
		same := r.Per == rule.All || t.User[k] == t.User[j] && (r.Per == rule.User || t.Queue == nil || t.Queue[k] == t.Queue[j])
		if same && w.concerned[k][i] {
			count++
			add(k, w.planned(k)-w.now)
		}
	}
	add(j, t.Request[j])
	if r.Per == rule.All && r.Of == rule.Procs && w.q(j) > r.Most { // it counts, and is not forbidden
		return false
	}
	alone := count == 0 && r.Of != rule.Jobs && !(r.Per == rule.All && r.Of == rule.Procs)
	return value > r.Most && !alone
}

// turn is from when on a job's turn may come, no: it is passed over.
func (w *world) turnAt(j int) (from int64, ok bool) {
	list := w.forbidden(j, w.now)
	if len(list) == 0 {
		return w.now, true
	}
	clock := func(i int) bool { return w.trace.Rules[i].Clock() }
	for _, i := range list {
		if !clock(i) || !w.trace.Rules[i].Turn {
			return 0, false
		}
	}
	for at := turnOfClock(w.trace, w.now); at <= w.now+year; at = turnOfClock(w.trace, at) {
		if !slices.ContainsFunc(w.forbidden(j, at), clock) {
			return at, true
		}
	}
	return 0, false
}

// learn finds whom rules concern.
func (w *world) learn() {
	for j := range w.trace.Submit {
		row := make([]bool, len(w.trace.Rules))
		for i := range row {
			row[i] = concerns(w.trace, i, j)
		}
		w.concerned = append(w.concerned, row)
	}
}

// ruledPass is a pass under rules.
func (w *world) ruledPass(queue []int, both bool) {
	if w.setup.Backfilling == "conservative" {
		plan := w.runningPlaces()
		for i, j := range queue {
			if from, ok := w.turnAt(j); ok {
				at := w.firstRoom(plan, j, from)
				plan = append(plan, w.placed(j, at))
				w.settle(j, at, queue[:i])
			}
		}
		return
	}
	head, from := -1, int64(0)
	for _, j := range queue {
		at, ok := w.turnAt(j)
		if !ok {
			continue
		}
		if at > w.now || w.q(j) > w.roomFor(j) {
			head, from = j, at
			break
		}
		w.begin(j)
	}
	if head < 0 || w.setup.Backfilling == "none" {
		return
	}
	shadow, extra := w.reservedFrom(head, from)
	rest := slices.DeleteFunc(w.all(waiting), func(j int) bool { return j == head })
	rest = w.tied(rest, w.setup.BackfillTies)
	for _, j := range w.sorted(rest, w.setup.Backfill, both, w.setup.BackfillTies) {
		short := w.now+w.trace.Request[j] <= shadow
		if len(w.forbidden(j, w.now)) > 0 || w.q(j) > w.roomFor(j) || !short && w.q(j) > extra {
			continue
		}
		if !short {
			extra -= w.q(j)
		}
		w.begin(j)
	}
}

// reservedFrom is the reservation of a head, not before an instant.
func (w *world) reservedFrom(head int, from int64) (shadow, extra int64) {
	instants := []int64{from}
	for _, j := range w.all(running) {
		instants = append(instants, max(from, w.planned(j)))
	}
	slices.Sort(instants)
	for _, t := range instants {
		room := w.roomFor(head)
		for _, j := range w.all(running) {
			if w.planned(j) <= t {
				room += w.q(j)
			}
		}
		if room >= w.q(head) {
			return t, room - w.q(head)
		}
	}
	panic("oracle: a job larger than the machine")
}

// firstRoom is the first place of a job beside a plan, not before an instant.
func (w *world) firstRoom(plan []place, j int, from int64) int64 {
	instants := []int64{from}
	for _, x := range plan {
		instants = append(instants, x.to)
	}
	slices.Sort(instants)
	for _, t := range instants {
		here := w.placed(j, t)
		most := busy(plan, t)
		for _, x := range plan {
			if t < x.from && x.from < here.to {
				most = max(most, busy(plan, x.from))
			}
		}
		if t >= from && most+here.q <= w.trace.Procs-w.missing(j) {
			return t
		}
	}
	panic("oracle: a job larger than the machine")
}
