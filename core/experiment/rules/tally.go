package rules

import (
	"cmp"
	"math"
	"slices"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/guard"
	"shadowtime/core/sim/held"
)

// cell counts, of one value that a rule would compare, in one stretch of the log.
type cell struct {
	vain  float64 // seconds that jobs waited in vain,
	first int32   // jobs that began to,
	start int32   // and recorded starts
}

// table is cells by half, stretch of time and value: what is counted at one time lies together.
type table struct {
	values int
	cells  []cell
}

// tally collects in one pass, for every family of rules, what a rule of it would explain and what it
// would forbid that happened, by the value that it would compare.
type tally struct {
	record    *held.Record
	trace     *job.Trace
	guard     guard.Guard // its clock
	pass      *held.Pass  // that it watches
	base      int64       // the first submission
	first     int64       // the beginning of its day
	length    int64       // of a stretch of time, seconds
	stretches int

	floor    float64 // seconds of waiting in vain in a half, below which a rule is not worth a try
	limits   []limit
	windows  []window
	kinds    []int32   // by job: of jobs that the same families concern,
	concern  [][]int32 // which limits these are,
	open     [][]int32 // and which windows
	twins    []int32   // by job: of jobs that count alike wherever they count, as those of an array
	vain     []cell    // what they wait in vain together until an instant
	idle     []int32   // and one of each that do
	asks     []int64   // requests that classes begin above, ascending, the first 0
	widths   []int64   // and processors
	requests []int64   // that many jobs have: where a class may begin

	clocks []bool       // by which hours are counted: that of people, and standard time, where it is another
	single int          // so many windows are by one clock, and as many, in the same order, by the other
	slot   [2]int       // of the week, by clock: half hours,
	hour   [2][2]coming // and when the hours of the days that are counted come next
	now    int64        // since when,
	known  int64        // and until when
	agree  bool         // the clocks come to these hours at the same instants,
	winter bool         // and show the same
	at     int64        // the instant that is counted,
	row    int          // and whose cells these are, of tables: half and stretch of time
}

// coming are the hours of a day, from the one that comes next on, and when each comes.
type coming struct {
	first int
	at    [24]int64
}

// limit is a family whose rule compares what runs.
type limit struct {
	rule              rule.Rule // all but its constant
	quantum           int64     // of values; of work, of its logarithm
	has               func(j int32) bool
	subject           []int32 // by job; nil: all have one
	what              rule.Measure
	alone             bool // of processors, for all of its class together
	jobs, procs, ends []int64
	table             table
}

// window is a family whose rule looks at the clock: of a class of jobs, by half hour of the week.
type window struct {
	rule  rule.Rule
	by    int // what classes: of requests, widths, queues
	table table
	// By hour of the day, of every day and of working days: what must end by it. While it is counted, what is more than by the hour
	// before. Likewise a window of standard time has, while it is counted, what it has more than that of people.
	ends [2]table
}

// values of a limit's table at most.
const (
	most    = 512
	asked   = 24 // classes of requests,
	wide    = 6  // of widths,
	queued  = 40 // and queues or partitions, and users, that have rules of their own
	slots   = 336
	perDay  = 48
	longest = 14 * job.Day
)

func newTally(r *held.Record) *tally {
	t := r.Trace()
	first, last := r.Span()
	y := &tally{record: r, trace: t, base: first, first: first - mod(t.Calendar.Local(first), job.Day)} // a day's beginning
	first = y.first
	y.length = min(max((last-first)/24/job.Day, 1)*job.Day, longest)
	if most := int64(max(24, t.Len()/concerned)); (last-first)/y.length >= most { // few jobs in many years: most stretches have none
		y.length = ((last-first)/most/job.Day + 1) * job.Day
	}
	y.stretches = int((last-first)/y.length) + 1
	y.asks = append(append([]int64{0}, commonest(t.Request, asked)...), longer(t.Request)...)
	slices.Sort(y.asks)
	y.asks = slices.Compact(y.asks)
	y.requests = common(t.Request)
	if y.clocks = []bool{false}; moved(&t.Calendar, y.base, last) {
		y.clocks = []bool{false, true}
	}
	y.widths = append([]int64{0}, commonest(t.Size, wide)...)
	y.addLimits()
	y.addWindows()
	return y
}

// moved says whether the clock on the wall is moved between two instants.
func moved(c *job.Calendar, first, last int64) bool {
	return slices.ContainsFunc(c.Shifts, func(s job.Shift) bool { return s.At > first && s.At < last }) // the first says what zone it is
}

// sort finds the kinds of jobs, once all families are there.
func (y *tally) sort() {
	t := y.trace
	number := func(list []int32, j int) int64 {
		if list == nil {
			return -1
		}
		return int64(list[j])
	}
	own := map[int64]int64{}
	for i := range y.limits {
		if ids := y.limits[i].rule.Class.Users; ids != nil {
			own[ids[0]] = int64(i) + 1
		}
	}
	seen, twins := map[[5]int64]int32{}, map[[4]int64]int32{}
	y.kinds, y.twins, y.concern, y.open = make([]int32, t.Len()), make([]int32, t.Len()), nil, nil
	for j := range y.kinds {
		key := [5]int64{own[t.Users[t.User[j]]], number(t.Queue, j), number(t.Partition, j),
			int64(classOf(y.asks, t.Request[j])), int64(classOf(y.widths, int64(t.Size[j])))}
		kind, ok := seen[key]
		if !ok {
			kind = int32(len(seen))
			seen[key] = kind
			y.addKind(int32(j))
		}
		y.kinds[j] = kind
		alike := [4]int64{int64(kind), int64(t.User[j]), int64(t.Size[j]), t.Request[j]}
		twin, ok := twins[alike]
		if !ok {
			twin = int32(len(twins))
			twins[alike] = twin
		}
		y.twins[j] = twin
	}
	y.vain, y.idle = make([]cell, len(twins)), y.idle[:0]
}

// addKind adds the families that concern a job.
func (y *tally) addKind(j int32) {
	var limits, windows []int32
	for i := range y.limits {
		if y.limits[i].has(j) {
			limits = append(limits, int32(i))
		}
	}
	for i := range y.single {
		if y.in(&y.windows[i], j) {
			windows = append(windows, int32(i))
		}
	}
	y.concern, y.open = append(y.concern, limits), append(y.open, windows)
}

// commonest are the values that most have, ascending.
func commonest[T int32 | int64](list []T, n int) []int64 {
	count := map[T]int{}
	for _, x := range list {
		count[x]++
	}
	var values []T
	for x := range count {
		if x > 0 {
			values = append(values, x)
		}
	}
	slices.SortFunc(values, func(a, b T) int {
		if count[a] != count[b] {
			return count[b] - count[a]
		}
		return int(a - b)
	})
	found := make([]int64, 0, n)
	for _, x := range values[:min(n, len(values))] {
		found = append(found, int64(x))
	}
	slices.Sort(found)
	return found
}

// longer are the requests above which a tenth, a twentieth, a fiftieth and a hundredth of the jobs ask.
func longer(list []int64) (values []int64) {
	sorted := slices.Sorted(slices.Values(list))
	for _, n := range []int{10, 20, 50, 100} {
		if at := len(sorted) - 1 - len(sorted)/n; at >= 0 && sorted[at] > 0 {
			values = append(values, sorted[at])
		}
	}
	return values
}

// common are the values that one job in two thousand has at least, ascending.
func common(list []int64) []int64 {
	sorted := slices.Clone(list)
	slices.Sort(sorted)
	var found []int64
	for i := 0; i < len(sorted); {
		n := i
		for n < len(sorted) && sorted[n] == sorted[i] {
			n++
		}
		if 2000*(n-i) >= len(sorted) {
			found = append(found, sorted[i])
		}
		i = n
	}
	return found
}

// add makes a limit's family.
func (y *tally) add(r rule.Rule, subjects int, has func(j int32) bool, subject []int32) {
	l := limit{rule: r, has: has, subject: subject, what: r.Of, quantum: 1}
	l.jobs, l.procs, l.ends = make([]int64, subjects), make([]int64, subjects), make([]int64, subjects)
	l.alone = r.Kind == rule.Limit && r.Per == rule.All && r.Of == rule.Procs
	if r.Of == rule.Procs { // what a small class never had is one value
		l.quantum = 1 + y.peak(&l)/most
	}
	n := most + 1
	if r.Of == rule.Jobs {
		n = most / 2
	}
	l.table = y.table(n)
	y.limits = append(y.limits, l)
}

// peak is the most processors that one of a limit's subjects ever had.
func (y *tally) peak(l *limit) (peak int64) {
	y.record.Each(func(j int32, began bool) {
		if !l.has(j) {
			return
		}
		s, size := l.of(j), int64(y.trace.Size[j])
		if !began {
			size = -size
		}
		l.procs[s] += size
		peak = max(peak, l.procs[s])
	})
	clear(l.procs)
	return peak
}

func (y *tally) table(values int) table {
	return table{values, make([]cell, 2*values*y.stretches)}
}

func (y *tally) addLimits() {
	t := y.trace
	any := func(int32) bool { return true }
	limit := func(per rule.Per, of rule.Measure) rule.Rule {
		r := rule.New(rule.Limit)
		r.Per, r.Of = per, of
		return r
	}
	if len(t.Users) > 1 {
		for _, of := range []rule.Measure{rule.Jobs, rule.Procs, rule.Work} {
			y.add(limit(rule.User, of), len(t.Users), any, t.User)
		}
		for _, of := range []rule.Measure{rule.Jobs, rule.Procs} { // behind those that hold always, which are tried first
			r := limit(rule.User, of)
			r.Soft = true
			y.add(r, len(t.Users), any, t.User)
		}
	}
	for _, of := range []struct {
		column []int32
		queue  bool
	}{{t.Queue, true}, {t.Partition, false}} {
		names := commonest(of.column, queued)
		if len(names) < 2 {
			continue
		}
		for _, id := range names {
			has := func(j int32) bool { return int64(of.column[j]) == id }
			for _, measure := range []rule.Measure{rule.Jobs, rule.Procs} {
				for _, per := range []rule.Per{rule.All, rule.User} {
					r := limit(per, measure)
					if of.queue {
						r.Class.Queues = []int64{id}
					} else {
						r.Class.Partitions = []int64{id}
					}
					if per == rule.All {
						y.add(r, 1, has, nil)
					} else if len(t.Users) > 1 && of.queue {
						y.add(r, len(t.Users), has, t.User)
					}
				}
			}
		}
	}
	for _, over := range y.asks {
		r := limit(rule.All, rule.Procs)
		if r.Class.Over = over; over == 0 {
			r = rule.New(rule.Missing) // of a limit for all, it is what is there
			r.Of = rule.Procs
		}
		y.add(r, 1, func(j int32) bool { return t.Request[j] > over }, nil)
	}
}

// own adds limits of single users: of those whose jobs wait most in vain.
func (y *tally) own(vain []int64) {
	t := y.trace
	sums, ids := make([]int64, len(t.Users)), make([]int, len(t.Users))
	for j, v := range vain {
		sums[t.User[j]] += v
	}
	for u := range ids {
		ids[u] = u
	}
	slices.SortStableFunc(ids, func(a, b int) int { return cmp.Compare(sums[b], sums[a]) })
	for _, u := range ids[:min(queued, len(ids))] {
		if len(t.Users) < 2 || sums[u] == 0 {
			break
		}
		r := rule.New(rule.Limit)
		r.Per, r.Class.Users = rule.User, []int64{t.Users[u]}
		y.add(r, 1, func(j int32) bool { return t.User[j] == int32(u) }, nil)
	}
}

// classes of windows
const (
	byRequest = iota
	byWidth
	byQueue
)

func (y *tally) addWindows() {
	for _, standard := range y.clocks {
		add := func(by int, class rule.Class) {
			w := window{rule: rule.New(rule.Hours), by: by, table: y.table(slots)}
			w.rule.Class, w.rule.Standard = class, standard
			if by == byRequest {
				for d := range w.ends {
					w.ends[d] = y.table(24)
				}
			}
			y.windows = append(y.windows, w)
		}
		for _, over := range y.asks {
			add(byRequest, rule.Class{Over: over})
		}
		for _, wider := range y.widths[1:] {
			add(byWidth, rule.Class{Wider: wider})
		}
		if names := commonest(y.trace.Queue, queued); len(names) > 1 {
			for _, id := range names {
				add(byQueue, rule.Class{Queues: []int64{id}})
			}
		}
	}
	y.single = len(y.windows) / len(y.clocks)
}

func (y *tally) half(at int64) int { return int((at-y.base)/job.Week) & 1 }

func (t *table) at(half, value, stretch, stretches int) *cell {
	return &t.cells[(half*stretches+stretch)*t.values+value]
}

// of is the subject of a job.
func (l *limit) of(j int32) int32 {
	if l.subject == nil {
		return 0
	}
	return l.subject[j]
}

// place is that of so many processors in a limit's table.
func (l *limit) place(procs int64) int {
	if l.quantum > 1 {
		procs /= l.quantum
	}
	return int(min(procs, most))
}

// value is what a limit would compare of a job that started now, and false where nothing of its subject
// runs that the limit would need.
func (l *limit) value(t *job.Trace, now int64, j int32) (int, bool) {
	s := l.of(j)
	switch l.what {
	case rule.Procs:
		return l.place(l.procs[s] + int64(t.Size[j])), l.rule.Per == rule.All || l.jobs[s] > 0
	case rule.Work:
		v := l.ends[s] - l.procs[s]*now + int64(t.Size[j])*t.Request[j]
		return logOf(v), l.jobs[s] > 0
	}
	return int(min(l.jobs[s]+1, most/2-1)), true
}

// logOf is a value's place in steps of a 16th of doubling; workOf is the least value of a place.
func logOf(v int64) int {
	if v < 1 {
		return 0
	}
	return min(int(16*math.Log2(float64(v))), most)
}

func workOf(place int) int64 { return int64(math.Exp2(float64(place) / 16)) }

func (l *limit) count(t *job.Trace, j int32, sign, end int64) {
	s, size := l.of(j), sign*int64(t.Size[j])
	l.jobs[s] += sign
	l.procs[s] += size
	l.ends[s] += size * end
}

// Vain counts what waits in vain, of jobs that count alike together.
func (y *tally) Vain(from, to int64, j int32, first bool) {
	x := &y.vain[y.twins[j]]
	if x.vain == 0 {
		y.idle = append(y.idle, j)
	}
	if x.vain += float64(to - from); first {
		x.first++
	}
}

// Interval finds the cells of those who did.
func (y *tally) Interval(from, _ int64, _ *[held.Causes]int64) {
	for _, j := range y.idle {
		x := &y.vain[y.twins[j]]
		y.put(from, j, *x)
		*x = cell{}
	}
	y.idle = y.idle[:0]
}

// Start counts what started.
func (y *tally) Start(now int64, j int32, _ bool) {
	y.put(now, j, cell{start: 1})
	for _, i := range y.concern[y.kinds[j]] {
		y.limits[i].count(y.trace, j, 1, now+y.trace.Request[j])
	}
}

// End counts what ended.
func (y *tally) End(j int32) {
	for _, i := range y.concern[y.kinds[j]] {
		y.limits[i].count(y.trace, j, -1, y.record.Start(j)+y.trace.Request[j])
	}
}

// add counts what another did.
func (c *cell) add(x *cell) {
	c.vain += x.vain
	c.first += x.first
	c.start += x.start
}

// put finds the cells of a job, if it started now, and adds to each.
func (y *tally) put(now int64, j int32, x cell) {
	less := cell{-x.vain, -x.first, -x.start}
	if now != y.at {
		y.at, y.row = now, y.half(now)*y.stretches+int((now-y.first)/y.length)
		y.look(now)
	}
	at, kind := y.row, y.kinds[j]
	for _, i := range y.concern[kind] {
		l := &y.limits[i]
		cells := l.table.cells[at*l.table.values:]
		if v, ok := l.value(y.trace, now, j); ok && (!l.rule.Soft || y.pass.Others(j)) {
			cells[v].add(&x)
		}
		if l.alone { // a limit that a job is wider than is no concern of it
			cells[l.place(int64(y.trace.Size[j]))].add(&less)
		}
	}
	for _, i := range y.open[kind] {
		y.putHours(&y.windows[i], 0, now+y.trace.Request[j], at, &x)
		if !y.winter {
			w := &y.windows[int(i)+y.single]
			y.putHours(w, 1, now+y.trace.Request[j], at, &x)
			y.putHours(w, 0, now+y.trace.Request[j], at, &less)
		}
	}
}

// putHours counts a job in the hour that a clock shows, and by the hours that the job would run into.
func (y *tally) putHours(w *window, clock int, end int64, at int, x *cell) {
	w.table.cells[at*slots+y.slot[clock]].add(x)
	if w.by != byRequest {
		return
	}
	for d := range w.ends {
		h := &y.hour[clock][d]
		n := h.before(end)
		if n == 0 {
			continue
		}
		cells := w.ends[d].cells[at*24 : at*24+24]
		less, from, to := cell{-x.vain, -x.first, -x.start}, h.first, h.first+n
		if n == 24 {
			from, to = 0, 24
		}
		if cells[from].add(x); to > 24 {
			cells[0].add(x)
			to -= 24
		}
		if to < 24 {
			cells[to].add(&less)
		}
	}
}

// before is how many hours come before an instant.
func (h *coming) before(at int64) int {
	n := 0
	for step := 16; step > 0; step /= 2 {
		if n+step <= 24 && h.at[n+step-1] < at {
			n += step
		}
	}
	return n
}

// in says whether a job is of a window's class alone: classes above a request or width are summed up later.
func (y *tally) in(w *window, j int32) bool {
	c := &w.rule.Class
	switch w.by {
	case byRequest:
		return y.asks[classOf(y.asks, y.trace.Request[j])] == c.Over
	case byWidth:
		return y.widths[classOf(y.widths, int64(y.trace.Size[j]))] == c.Wider
	}
	return int64(y.trace.Queue[j]) == c.Queues[0]
}

// classOf is the last of the bounds that a value is above, the first where it is above none.
func classOf(bounds []int64, v int64) int {
	at, _ := slices.BinarySearch(bounds, v)
	return max(at-1, 0)
}

// look finds when the hours of the day come next.
func (y *tally) look(now int64) {
	for i, standard := range y.clocks {
		y.slot[i] = int(mod(y.guard.Wall(now, standard), job.Week) / 1800)
	}
	if now < y.known && now >= y.now {
		y.winter = y.agree && (len(y.clocks) < 2 || y.slot[0] == y.slot[1])
		return
	}
	y.now, y.known = now, never
	for i, standard := range y.clocks {
		for d, days := range []rule.Days{rule.EveryDay, rule.Workdays} {
			var at [24]int64
			first := 0
			for h := range at {
				if at[h] = y.guard.Next(now, int32(60*h), days, standard); at[h] < at[first] {
					first = h
				}
			}
			y.known = min(y.known, at[first])
			y.hour[i][d] = coming{first, [24]int64(append(slices.Clone(at[first:]), at[:first]...))}
		}
	}
	y.agree = len(y.clocks) < 2 || y.hour[0] == y.hour[1]
	y.winter = y.agree && (len(y.clocks) < 2 || y.slot[0] == y.slot[1])
}

const never = math.MaxInt64

func mod(a, b int64) int64 { return ((a % b) + b) % b }

// begin empties it for a pass.
func (y *tally) begin() error {
	for i := range y.limits {
		l := &y.limits[i]
		clear(l.jobs)
		clear(l.procs)
		clear(l.ends)
		clear(l.table.cells)
	}
	for i := range y.windows {
		w := &y.windows[i]
		clear(w.table.cells)
		for d := range w.ends {
			clear(w.ends[d].cells)
		}
	}
	y.known, y.at = 0, never
	return y.guard.Load(y.trace, nil, false)
}

// gather sums up hours, clocks and classes: those above a request are all that are above a longer one, too.
func (y *tally) gather() {
	for i := range y.windows {
		w := &y.windows[i]
		for d := range w.ends {
			cells := w.ends[d].cells
			for k := range cells {
				if k%24 > 0 {
					cells[k].add(&cells[k-1])
				}
			}
		}
		if i < y.single {
			continue
		}
		people := &y.windows[i-y.single]
		w.table.take(&people.table)
		for d := range w.ends {
			w.ends[d].take(&people.ends[d])
		}
	}
	for i := len(y.windows) - 2; i >= 0; i-- {
		a, b := &y.windows[i], &y.windows[i+1]
		if a.by != b.by || a.by == byQueue || a.rule.Standard != b.rule.Standard {
			continue
		}
		a.table.take(&b.table)
		for d := range a.ends {
			a.ends[d].take(&b.ends[d])
		}
	}
}

func (t *table) take(b *table) {
	for i := range b.cells {
		t.cells[i].add(&b.cells[i])
	}
}
