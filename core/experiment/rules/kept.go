package rules

import (
	"cmp"
	"slices"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim/guard"
	"shadowtime/core/sim/held"
)

// Processors that were kept for a class on one date concern one week: no other speaks for them or against. What speaks for
// them are jobs of several users that waited together though there was room and nobody to delay: before the time for what would have
// reached into it by its request, in it for all. None of the others started that would have had what was kept, while jobs of the
// class did. They are looked for last, in what no rule explains. Where it is as well explained, a time begins and ends at a round
// hour.

// bounds of what is kept
const (
	patience = 600         // seconds that a job waits in vain at least,
	stretchy = 5 * job.Day // and together with others at most
	clusters = 12          // of such jobs that are tried, those that waited most
	hourly   = 3600        // on which times are tried
	grid     = 900         // and then moved
	before   = 2           // hours that a time begins before the jobs begin to wait, or after they end to
	longest2 = 14          // hours that it lasts
	members  = 5           // queues or partitions, and users, that are tried as the class,
	together = 2           // users of it at most
	slack    = 120         // seconds by which a time may explain less than the best, and be rounder
	nearly   = 0.7         // of what waited must be explained
	missed   = 8           // starts that there would have been, by the weeks around
	mostKept = 16          // that are found, each of more than a quarter of the machine
)

// hold is a time in which a job waited in vain.
type hold struct {
	job      int32
	from, to int64
}

// holder collects them.
type holder struct {
	last []int32 // by job, the number of its last, from 1
	list []hold
}

func (h *holder) Interval(int64, int64, *[held.Causes]int64) {}
func (h *holder) Start(int64, int32, bool)                   {}
func (h *holder) End(int32)                                  {}

func (h *holder) Vain(from, to int64, j int32, _ bool) {
	if i := h.last[j]; i > 0 && h.list[i-1].to == from {
		h.list[i-1].to = to
		return
	}
	h.list = append(h.list, hold{j, from, to})
	h.last[j] = int32(len(h.list))
}

// holds are those that lasted, by their end.
func (s *Search) holds() ([]hold, error) {
	h := &holder{last: make([]int32, s.record.Trace().Len())}
	p := s.passes[0]
	p.Watch = h
	_, err := p.Run(&s.machine)
	p.Watch = nil
	list := slices.DeleteFunc(h.list, func(x hold) bool { return x.to-x.from < patience })
	slices.SortFunc(list, func(a, b hold) int { return cmp.Or(cmp.Compare(a.to, b.to), cmp.Compare(a.job, b.job)) })
	return list, err
}

// clustered are holds of which someJobs at least last together, of several users, those first that waited most.
func (s *Search) clustered(holds []hold) (list [][]hold) {
	t := s.record.Trace()
	holds = slices.Clone(holds)
	slices.SortStableFunc(holds, func(a, b hold) int { return cmp.Compare(a.from, b.from) })
	var sums []int64
	for i := 0; i < len(holds); {
		n, last, sum := i, holds[i].to, int64(0)
		users, jobs := map[int32]bool{}, map[int32]bool{}
		for ; n < len(holds) && holds[n].from <= last+before*hourly; n++ {
			users[t.User[holds[n].job]], jobs[holds[n].job] = true, true
			last, sum = max(last, holds[n].to), sum+holds[n].to-holds[n].from
		}
		if len(jobs) >= concerned && len(users) >= min(some, len(t.Users)) && last-holds[i].from <= stretchy {
			at, _ := slices.BinarySearchFunc(sums, sum, func(a, b int64) int { return cmp.Compare(b, a) })
			list, sums = slices.Insert(list, at, holds[i:n]), slices.Insert(sums, at, sum)
		}
		i = n
	}
	return list[:min(clusters, len(list))]
}

// keep takes what was kept; false where nothing was.
func (s *Search) keep() (bool, error) {
	if s.Foreign() {
		return false, nil
	}
	holds, err := s.holds()
	if err != nil {
		return false, err
	}
	any := false
	for _, group := range s.clustered(holds) {
		r, ok := s.window(group)
		if !ok || len(s.found) == guard.Most-1 || s.dates() == mostKept {
			continue
		}
		c, err := s.under(append(slices.Clip(s.found), r))
		if err != nil {
			return any, err
		}
		if !s.kept(c) {
			continue
		}
		if c, err = s.moved(c); err != nil {
			return any, err
		}
		if s.kept(c) {
			s.take(c)
			any = true
		}
	}
	return any, nil
}

// kept says whether a candidate's last rule is to be taken.
func (s *Search) kept(c *candidate) bool {
	broken, touched, gain := 0, 0, 0.0
	for half := range 2 {
		d := s.compare(&c.state, half)
		broken, touched, gain = broken+d.broken, touched+d.concerned, gain+d.gain
	}
	return gain > 0 && touched-broken >= concerned && float64(broken) <= max(1, s.epsilon*float64(touched))
}

// moved moves the beginning and the end of the last rule of a candidate while less stays unexplained.
func (s *Search) moved(c *candidate) (*candidate, error) {
	for _, step := range []int64{-hourly, hourly, -grid, grid} {
		for _, end := range []bool{false, true} {
			for more := true; more; {
				list := slices.Clone(c.found)
				r := &list[len(list)-1]
				if end {
					r.Until += step
				} else {
					r.Since += step
				}
				if more = r.Since < r.Until; !more {
					break
				}
				next, err := s.under(list)
				if err != nil {
					return nil, err
				}
				if more = next.fall > c.fall+1e-9; more {
					c = next
				}
			}
		}
	}
	return c, nil
}

// dates counts the times in which something is kept.
func (s *Search) dates() (n int) {
	for i := range s.found {
		if s.found[i].Kind == rule.Kept {
			n++
		}
	}
	return n
}

// window finds for whom what was kept when jobs waited.
func (s *Search) window(group []hold) (rule.Rule, bool) {
	w := s.eveOf(group)
	var best *keeping
	try := func(c rule.Class) *keeping {
		k := w.best(c)
		if k != nil && (best == nil || k.explains > 1.02*best.explains) {
			best = k
		}
		return k
	}
	for _, p := range s.tally.parts() {
		if p.column == nil {
			continue
		}
		var ids []int64
		for _, j := range w.near {
			if w.record.Start(j) >= w.from {
				ids = append(ids, int64(p.column[j]))
			}
		}
		for _, id := range commonest(ids, members) {
			c := rule.Class{}
			*p.ids(&c) = []int64{id}
			try(c)
		}
	}
	names := w.users()
	var users []int64
	for len(users) < together {
		var next *keeping
		for _, id := range names {
			if slices.Contains(users, id) {
				continue
			}
			list := append(slices.Clone(users), id)
			slices.Sort(list)
			if k := w.best(rule.Class{Users: list}); k != nil && (next == nil || k.explains > 1.02*next.explains) {
				next = k
			}
		}
		if next == nil || best != nil && next.explains <= 1.02*best.explains {
			break
		}
		best, users = next, next.rule.Class.Users
	}
	if best == nil || best.explains < nearly*w.waited || !w.missed(best) {
		return rule.Rule{}, false
	}
	return best.rule, true
}

// eve is the time in which jobs waited together.
type eve struct {
	trace    *job.Trace
	record   *held.Record
	group    []hold
	from, to int64
	near     []int32 // jobs that may have reached into it, or what is tried around it, by their requests, by start
	around   []int32 // that started in the weeks around
	waited   float64 // seconds in vain
}

func (s *Search) eveOf(group []hold) *eve {
	t := s.record.Trace()
	w := &eve{trace: t, record: s.record, group: group, from: group[0].from, to: group[0].to}
	for i := range group {
		w.to = max(w.to, group[i].to)
		w.waited += float64(group[i].to - group[i].from)
	}
	for j := range t.Submit {
		start := s.record.Start(int32(j))
		if !s.record.Has(j) {
			continue
		}
		if start < w.to+(before+longest2)*hourly && start+t.Request[j] > w.from-before*hourly {
			w.near = append(w.near, int32(j))
		}
		if start >= w.from-job.Week && start < w.from+job.Week {
			w.around = append(w.around, int32(j))
		}
	}
	slices.SortStableFunc(w.near, func(a, b int32) int { return cmp.Compare(s.record.Start(a), s.record.Start(b)) })
	return w
}

// users are those who started jobs then, and were not held, who used most first.
func (w *eve) users() (list []int64) {
	sums := map[int64]int64{}
	for _, j := range w.near {
		if w.record.Start(j) >= w.from {
			sums[w.trace.Users[w.trace.User[j]]] += int64(w.trace.Size[j]) * w.trace.Run[j]
		}
	}
	for i := range w.group {
		delete(sums, w.trace.Users[w.trace.User[w.group[i].job]])
	}
	for id := range sums {
		list = append(list, id)
	}
	slices.SortFunc(list, func(a, b int64) int { return cmp.Or(cmp.Compare(sums[b], sums[a]), cmp.Compare(a, b)) })
	return list[:min(members, len(list))]
}

// keeping is what may have been kept.
type keeping struct {
	rule     rule.Rule
	from, to int64
	cap      int64   // what others had of the machine at most,
	least    int64   // and the least that any of them would have had that waited
	explains float64 // seconds
}

// best is the time for which most speaks, of those of full hours: of those that explain as much, the one that keeps most, begins
// last, and lasts longest.
func (w *eve) best(c rule.Class) *keeping {
	class := ofClass(w.trace, &c)
	for i := range w.group {
		if class(w.group[i].job) {
			return nil
		}
	}
	var list []*keeping
	most := 0.0
	first := max(w.from, w.to-longest2*hourly) // jobs wait together until a time begins, or ends
	for from := first - mod(w.trace.Calendar.Local(first), hourly) - before*hourly; from < w.to+before*hourly; from += hourly {
		steps, peaks := w.course(class, from)
		for n := int64(1); n <= longest2; n++ {
			to := from + n*hourly
			if to < w.from {
				continue
			}
			if k := w.keeping(steps, peaks, from, to); k != nil && w.starts(class, k) >= 2 {
				most = max(most, k.explains)
				list = append(list, k)
			}
		}
	}
	var best *keeping
	for _, k := range list {
		if k.explains < most-slack {
			continue
		}
		if best == nil || cmp.Or(cmp.Compare(best.cap, k.cap), cmp.Compare(k.from, best.from), cmp.Compare(k.to, best.to)) > 0 {
			best = k
		}
	}
	if best == nil {
		return nil
	}
	best.rule = rule.New(rule.Kept)
	best.rule.Class = c
	best.rule.Since, best.rule.Until = w.trace.Calendar.Local(best.from), w.trace.Calendar.Local(best.to)
	if best.cap > 0 {
		best.rule.Most = round(w.trace.Procs-best.least+1, w.trace.Procs-best.cap)
	}
	if best.rule.Check() != nil || 4*best.rule.Keeps(w.trace.Procs) <= w.trace.Procs {
		return nil
	}
	return best
}

// round is the roundest number of a range.
func round(low, high int64) int64 {
	for _, unit := range []int64{1000, 500, 100, 64, 50, 32, 25, 20, 16, 10, 8, 5, 4, 2} {
		if n := high / unit * unit; n >= low && n > 0 {
			return n
		}
	}
	return high
}

// ofClass says which jobs are of a class.
func ofClass(t *job.Trace, c *rule.Class) func(j int32) bool {
	in := func(list []int64, id int64) bool { return len(list) == 0 || slices.Contains(list, id) }
	return func(j int32) bool {
		return in(c.Users, t.Users[t.User[j]]) && (len(c.Queues) == 0 || in(c.Queues, int64(t.Queue[j]))) &&
			(len(c.Partitions) == 0 || in(c.Partitions, int64(t.Partition[j])))
	}
}

// step is what others have from an instant on, or at it.
type step struct{ at, used int64 }

// keeping is what must have been kept in a time, so that no start of another broke it, or one where that explains far more; nil:
// nothing.
func (w *eve) keeping(steps, peaks []step, from, to int64) *keeping {
	first, second := int64(0), int64(0)
	for i := range peaks {
		if used := peaks[i].used; peaks[i].at < to {
			first, second = max(first, used), max(second, min(first, used))
		}
	}
	k := w.under(steps, first, from, to)
	if second < first && (k == nil || k.explains < nearly*w.waited) {
		if one := w.under(steps, second, from, to); one != nil && (k == nil || one.explains > 1.5*k.explains) {
			return one
		}
	}
	return k
}

// under is what is explained in a time in which others had so much at most.
func (w *eve) under(steps []step, most, from, to int64) *keeping {
	k := &keeping{from: from, to: to, cap: most, least: 1 << 60}
	if k.cap >= w.trace.Procs {
		return nil
	}
	for i := range w.group {
		h := &w.group[i]
		since, until, size := max(h.from, from-w.trace.Request[h.job]+1), min(h.to, to), int64(w.trace.Size[h.job])
		n, _ := slices.BinarySearchFunc(steps, since+1, func(s step, at int64) int { return cmp.Compare(s.at, at) })
		for n = max(n-1, 0); n < len(steps) && steps[n].at < until; n++ {
			end := until
			if n+1 < len(steps) {
				end = min(end, steps[n+1].at)
			}
			begin := max(since, steps[n].at)
			if would := steps[n].used + size; would > k.cap && end > begin {
				k.explains += float64(end - begin)
				k.least = min(k.least, would)
			}
		}
	}
	if k.explains == 0 {
		return nil
	}
	return k
}

// course is what those others had who reach beyond an instant by their requests, and what they had at each one's start.
func (w *eve) course(class func(j int32) bool, from int64) (steps, peaks []step) {
	var list []step
	for _, j := range w.near {
		if start := w.record.Start(j); !class(j) && start+w.trace.Request[j] > from {
			size := int64(w.trace.Size[j])
			list = append(list, step{start, size}, step{start + w.trace.Run[j], -size})
		}
	}
	slices.SortStableFunc(list, func(a, b step) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.used, b.used)) })
	steps = append(steps, step{-1 << 62, 0})
	used := int64(0)
	for _, x := range list {
		if used += x.used; x.used > 0 {
			peaks = append(peaks, step{x.at, used})
		}
		steps = append(steps, step{x.at, used})
	}
	return steps, peaks
}

// starts counts those of the class in a time.
func (w *eve) starts(class func(j int32) bool, k *keeping) (n int) {
	for _, j := range w.near {
		if start := w.record.Start(j); start >= k.from && start < k.to && class(j) {
			n++
		}
	}
	return n
}

// missed says whether by the weeks around many of the others would have started in the time.
func (w *eve) missed(k *keeping) bool {
	class, n := ofClass(w.trace, &k.rule.Class), 0
	for _, j := range w.around {
		if !class(j) {
			n++
		}
	}
	return float64(n)*float64(k.to-min(k.from, w.from)) >= missed*float64(2*job.Week)
}
