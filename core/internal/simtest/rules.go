package simtest

import (
	"math"
	"math/rand/v2"
	"slices"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/sim"
)

// Rule draws up to four rules of a trace's machine, and what they look at: users, queues, partitions, a
// calendar whose clock may be moved, and a trace as long as hours are.
func Rule(r *rand.Rand, t *job.Trace) {
	n, first := t.Len(), t.Submit[0]
	long := t.Submit[n-1] - first + 1
	for _, run := range t.Run {
		long += run
	}
	stretch := min([]int64{1, 1, 60, 600, 3600}[r.IntN(5)], max(20*job.Day/long, 1))
	t.Users, t.User, t.Queue, t.Partition = []int64{-1, 3, 7, 8}[:1+r.IntN(4)], make([]int32, n), nil, nil
	if r.IntN(4) > 0 {
		t.Queue, t.Partition = make([]int32, n), make([]int32, n)
	}
	for j := range n {
		t.Submit[j] = first + (t.Submit[j]-first)*stretch
		t.Run[j], t.Request[j] = t.Run[j]*stretch, t.Request[j]*stretch
		t.User[j] = int32(r.IntN(len(t.Users)))
		if t.Queue != nil {
			t.Queue[j], t.Partition[j] = int32(r.IntN(3)-1), int32(r.IntN(2))
		}
	}
	last := t.Submit[n-1]
	for j := range n {
		last = max(last, t.Submit[j]+2*t.Run[j])
	}
	at := func() int64 { return first - 2 + r.Int64N(last-first+4) }
	t.Calendar = job.Calendar{Monday: first - r.Int64N(job.Week), Offset: r.Int64N(3) * 3600}
	for range r.IntN(3) {
		t.Calendar.Shifts = append(t.Calendar.Shifts, job.Shift{At: at(), Offset: r.Int64N(5) * 1800})
	}
	t.Calendar.Summer = r.Int64N(3) * 1800
	slices.SortFunc(t.Calendar.Shifts, func(a, b job.Shift) int { return int(a.At - b.At) })
	for i := 1; i < len(t.Calendar.Shifts); i++ {
		t.Calendar.Shifts[i].At = max(t.Calendar.Shifts[i].At, t.Calendar.Shifts[i-1].At+job.Week)
	}
	t.Rules = nil
	for range 1 + r.IntN(4) {
		t.Rules = append(t.Rules, bound(r, t, at))
	}
}

// bound draws one rule.
func bound(r *rand.Rand, t *job.Trace, at func() int64) rule.Bound {
	j := r.IntN(t.Len())
	x := rule.Bound{Rule: rule.New([]rule.Kind{rule.Limit, rule.Limit, rule.Limit, rule.Hours, rule.Hours, rule.EndBy, rule.EndBy,
		rule.Missing, rule.Stop, rule.Share, rule.First, rule.Kept, rule.Limit}[r.IntN(13)])}
	if x.Kind == rule.Share {
		x.Half = 1 + r.Int64N([]int64{10, job.Day, 30 * job.Day}[r.IntN(3)])
		return spans(r, x, at)
	}
	x.Per, x.Of = rule.Per(r.IntN(3)), rule.Measure(r.IntN(3))
	x.Most = 1 + r.Int64N([]int64{2, 5, t.Procs, t.Procs}[r.IntN(4)])
	if x.Kind == rule.Limit && x.Of == rule.Work {
		x.Most = max(int64(t.Size[j])*t.Request[j]*r.Int64N(4), 1)
	}
	minute := func() int32 {
		shown := at()
		shown += t.Calendar.Ahead(shown) - t.Calendar.Monday
		m := int32((shown%job.Day + job.Day) % job.Day / 60)
		return m / 30 * 30
	}
	x.From, x.To, x.Days = minute(), minute(), rule.Days(r.IntN(3))
	if x.From == x.To {
		x.To = x.From + []int32{30, 1, 10}[r.IntN(3)]
	}
	if x.Kind == rule.Hours && r.IntN(4) == 0 { // hours of a week
		day := int32((t.Submit[j] - t.Calendar.Monday) / job.Day % 7)
		x.Days, x.From, x.To = rule.Week, (x.From+day*1440)%10080, (x.To+(day+r.Int32N(2))*1440)%10080
	}
	if x.From == x.To {
		x.To++
	}
	x.Standard = x.Clock() && r.IntN(3) == 0
	x.Turn = r.IntN(2) == 0
	x.Soft = x.Kind == rule.Limit && x.Per != rule.All && r.IntN(3) == 0
	if x.Kind == rule.Missing {
		return spans(r, x, at)
	}
	if r.IntN(2) == 0 {
		x.Class.Over = max(t.Request[j]-r.Int64N(2), 0)
	}
	if r.IntN(5) == 0 {
		x.Class.Wider = int64(t.Size[j]) / 2
	}
	if r.IntN(6) == 0 {
		x.Class.Users = []int64{t.Users[t.User[j]]}
	}
	if r.IntN(6) == 0 {
		x.Class.Queues = []int64{int64(r.IntN(3) - 1)}
	}
	if r.IntN(6) == 0 {
		x.Class.Partitions = []int64{1}
	}
	if x.Kind == rule.Kept {
		x.Most = min(x.Most, r.Int64N(t.Procs+1))
		x.Since, x.Until = 0, 1 // what is said of the log; the spans are drawn
	}
	if c := &x.Class; (x.Kind == rule.First || x.Kind == rule.Kept) && c.Wider == 0 && len(c.Users)+len(c.Queues)+len(c.Partitions) == 0 {
		c.Over = max(c.Over, 1)
	}
	return spans(r, x, at)
}

// spans draws when a rule holds.
func spans(r *rand.Rand, x rule.Bound, at func() int64) rule.Bound {
	if r.IntN(2) == 0 && x.Kind != rule.Stop {
		return x
	}
	edges := []int64{at(), at(), at(), at()}[:2+2*r.IntN(2)]
	slices.Sort(edges)
	for i := 0; i < len(edges); i += 2 {
		x.Spans = append(x.Spans, rule.Span{From: edges[i], To: edges[i+1] + 1})
	}
	if len(x.Spans) == 2 && x.Spans[0].To > x.Spans[1].From {
		x.Spans = x.Spans[:1]
	}
	if last := &x.Spans[len(x.Spans)-1]; r.IntN(5) == 0 {
		last.To = math.MaxInt64
	}
	return x
}

// Ruled draws a configuration that knows rules.
func Ruled(r *rand.Rand) *sim.Config {
	c := Config(r)
	c.Dialect, c.Promises = sim.Shadowtime, sim.Anew
	if c.Rules != nil {
		c.Rules.SparingExtra = false
	}
	c.Backfilling = sim.Backfilling(r.IntN(3))
	return c
}
