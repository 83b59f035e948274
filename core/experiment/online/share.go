package online

import (
	"math"

	"shadowtime/core/base/sorted"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/bandit"
)

// What shared feedback counts of a period.
const (
	byWait     = "wait"
	bySlowdown = "slowdown" // waits, each divided by the run time, of 10 s at least
	byLongest  = "longest"  // the longest wait
)

// sharer chooses by shared feedback: what a period would have cost under every arm, from
// the machine as it was when the period began. Shared takes the arm that cost least so
// far, and any with probability ε; safe has a guard instead.
type sharer struct {
	epsilon float64
	guard   *bandit.Guard // nil of shared
	longest float64       // by what share the baseline's longest wait may be exceeded
	period  int64

	stream *bandit.Stream
	score  []float64 // by arm, what was counted of all periods
	waits  []float64 // by arm, what would have been waited until the end of the period that is over
	costs  []cost    // by arm, the same
	passed []bool    // by arm, while it chooses
	jobs   float64
	ledger ledger
	replay int64 // jobs replayed to know it,
	told   int64 // and what they say was lost
}

func newSharer(p *Plan, s Strategy, l *length, arms int) *sharer {
	x := &sharer{longest: p.Longest, period: l.seconds,
		score: make([]float64, arms), waits: make([]float64, arms), costs: make([]cost, arms), passed: make([]bool, arms)}
	if s.Base == Safe {
		x.guard = &bandit.Guard{Alpha: p.Alpha, Delta: p.Delta}
	} else if x.epsilon = p.Epsilon; s.Given {
		x.epsilon = s.Parameter
	}
	return x
}

func (x *sharer) Reset(stream *bandit.Stream) {
	x.stream, x.jobs, x.replay, x.told = stream, 0, 0, 0
	clear(x.score)
	x.ledger = ledger{}
	if x.guard != nil {
		x.guard.Reset(len(x.score))
	}
}

func (x *sharer) Choose([]float64) int {
	if x.guard == nil {
		if x.stream.Unit() < x.epsilon {
			return x.stream.Below(len(x.score))
		}
		return x.least()
	}
	if float64(x.ledger.oldest+x.period) > (1+x.longest)*float64(x.ledger.most) {
		return 0
	}
	slack := x.ledger.slack(x.guard.Alpha)
	clear(x.passed)
	for {
		arm := x.least()
		if arm == 0 || x.guard.Spend(arm, slack) {
			return arm
		}
		x.passed[arm] = true
	}
}

// least is the arm that cost least of those not passed over, the first of equals; the
// baseline where none cost less.
func (x *sharer) least() (best int) {
	for i, w := range x.score {
		if w < x.score[best] && !(x.guard != nil && x.passed[i]) {
			best = i
		}
	}
	return best
}

// Learn looks at the replays of the period, not at what happened.
func (x *sharer) Learn(int, float64, int64) {
	if x.guard != nil {
		x.guard.Learn(x.waits)
	}
}

// Estimate is what was counted for each job behind it.
func (x *sharer) Estimate(arm int) (float64, bool) {
	if !(x.jobs > 0) {
		return 0, false
	}
	return x.score[arm] / x.jobs, true
}

// share replays the period that has just ended under every arm, and brings the strategy's
// ledger to its end.
func (r *Runner) share(l *learner, turn, arm int) error {
	x, w := l.sharer, &r.watch
	x.ledger.settle(&r.shadow, w, r.engine.Starts())
	first, last := int(l.length.first[turn]), int(l.length.first[turn+1])
	n := last - first + len(w.before.Waiting)
	x.jobs += float64(n)
	clear(x.waits)
	if n == 0 || r.idle(first, last) {
		return nil
	}
	parts, from, err := r.parts(first, last)
	if err != nil {
		return err
	}
	for i, k := range r.tightest {
		if k < i && (r.plan.Unbounded || x.costs[k].longest <= r.arms[k].Threshold) {
			x.costs[i] = x.costs[k] // nobody was late, nor would be with a longer threshold
			continue
		}
		x.replay += int64(n)
		switch {
		case i == 0:
			x.costs[i] = r.costOf(math.MaxInt64, first, last)
			continue
		case parts == math.MaxInt64:
			x.costs[i] = x.costs[0]
			continue
		}
		c := r.simulated(i)
		if err := r.resume(&c, from, last); err != nil {
			return err
		}
		x.costs[i] = r.costOf(parts, first, last)
	}
	x.told += x.costs[arm].near - x.costs[0].near
	x.add(r.plan.Objective)
	return nil
}

// parts replays the period that ended under the baseline. It says at which instant orders may first differ,
// math.MaxInt64 where they don't, and how the machine is there.
func (r *Runner) parts(first, last int) (at int64, from *sim.State, err error) {
	x, w, c := &r.contest, &r.watch, r.simulated(0)
	if err := r.resume(&c, w.before, last); err != nil {
		return 0, nil, err
	}
	starts := r.scratch.Starts()
	x.starts = x.starts[:0]
	for _, j := range w.before.Waiting {
		x.starts = append(x.starts, starts[j])
	}
	x.starts = append(x.starts, starts[first:last]...)
	at = math.MinInt64
	if x.on {
		at = x.first(&r.trace, w.before, starts, first, last)
	}
	if at == math.MaxInt64 || at <= w.before.Now {
		return at, w.before, nil
	}
	at = min(at, w.now.Now) // jobs that come later never arrive: no replay can begin behind them
	if err := r.scratch.StartAt(&c, w.before, last); err != nil {
		return 0, nil, err
	}
	if err := r.scratch.Advance(at); err != nil {
		return 0, nil, err
	}
	return at, &x.state, r.scratch.Snapshot(&x.state)
}

// resume replays a period from a state on.
func (r *Runner) resume(c *sim.Config, s *sim.State, last int) error {
	if err := r.scratch.StartAt(c, s, last); err != nil {
		return err
	}
	return r.scratch.Finish()
}

// idle says whether nobody waited in the period that ended, who would not have under any arm: all started as they came. A job
// of no length that came with others makes room at that instant, before they start: another arm may have had one of them wait.
func (r *Runner) idle(first, last int) bool {
	w := &r.watch
	if len(w.before.Waiting)+len(w.now.Waiting) > 0 || len(r.trace.Closures)+len(r.trace.Rules) > 0 {
		return false
	}
	starts, submit := r.engine.Starts(), r.trace.Submit
	for j := first; j < last; j++ {
		with := j > first && submit[j-1] == submit[j] || j+1 < last && submit[j+1] == submit[j]
		if starts[j] != submit[j] || with && r.trace.Run[j] == 0 {
			return false
		}
	}
	return true
}

// cost is what a replay of a period cost, of its own jobs and of those that waited when it
// began, who count what they wait from then on.
type cost struct {
	wait, longest int64 // seconds
	slowdown      float64
	near          int64 // of the wait, until the period's end
}

// costOf is that of the last replay, in which jobs began as under the baseline up to an instant.
func (r *Runner) costOf(until int64, first, last int) (c cost) {
	t, w, starts, shared := &r.trace, &r.watch, r.scratch.Starts(), r.contest.starts
	add := func(j int32, from int64) {
		start := shared[0]
		if shared = shared[1:]; start >= until {
			start = starts[j]
		}
		wait := start - from
		c.wait += wait
		c.near += max(0, min(start, w.now.Now)-from)
		c.longest = max(c.longest, start-t.Submit[j])
		c.slowdown += float64(wait) / float64(max(t.Run[j], 10))
	}
	for _, j := range w.before.Waiting {
		add(j, w.before.Now)
	}
	for j := first; j < last; j++ {
		add(int32(j), t.Submit[j])
	}
	return c
}

// add counts a period. The guard is told all that is waited until the last job of it starts: what a choice
// puts off still waits when the baseline is back.
func (x *sharer) add(objective string) {
	for i := range x.costs {
		c := &x.costs[i]
		x.waits[i] = float64(c.wait)
		switch objective {
		case bySlowdown:
			x.score[i] += c.slowdown
		case byLongest:
			x.score[i] += float64(c.longest)
		default:
			x.score[i] += float64(c.wait)
		}
	}
}

// shadow is the baseline's course on the trace that is loaded.
type shadow struct {
	on     bool
	trace  *job.Trace
	starts []int64
	turn   []int32 // jobs as they start
	sums   [2][]int64
}

// follow takes the starts of the baseline's replay.
func (s *shadow) follow(t *job.Trace, starts []int64) {
	s.trace = t
	s.starts = append(s.starts[:0], starts...)
	s.turn = resize(s.turn, len(starts))
	for j := range s.turn {
		s.turn[j] = int32(j)
	}
	sorted.Stable(s.turn, func(a, b int32) int {
		switch x, y := starts[a], starts[b]; {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
}

// beyond says how a strategy stood beside the baseline at the end of each period, what
// still waits counting what it has waited.
func (s *shadow) beyond(l *learner, starts []int64, alpha float64) (b Beyond) {
	d, n := l.length.seconds, l.length.turns
	for i, list := range [...][]int64{s.starts, starts} {
		s.sums[i] = resize(s.sums[i], n+1)
		sum := s.sums[i]
		clear(sum)
		for j, till := range list {
			from := s.trace.Submit[j]
			for at := min(from/d, int64(n)); from < till; at++ {
				to := till
				if at < int64(n) {
					to = min(till, (at+1)*d)
				}
				sum[at] += to - from
				from = to
			}
		}
	}
	base, own := int64(0), int64(0)
	for at := range n + 1 {
		base, own = base+s.sums[0][at], own+s.sums[1][at]
		b.Most = max(b.Most, own-base)
		if float64(own) > (1+alpha)*float64(base) {
			b.Broken = 1
		}
	}
	if l.sharer != nil {
		b.Replayed, b.Told = l.sharer.replay, l.sharer.told
	}
	return b
}

// ledger is what is known at a period's end of what a strategy's jobs have waited so far,
// and the baseline's. The baseline is replayed with the jobs that have ended, since no
// other's run time is known yet: up to the instant at which it would start the first
// that has not. What it waits after that is left out, which makes the slack smaller.
type ledger struct {
	own, base int64 // seconds
	most      int64 // the baseline's longest wait
	oldest    int64 // how long the first in the queue has waited

	ended   int // of shadow.turn, those before it have ended
	came    int // jobs that the baseline had been given by then
	began   int // of shadow.turn, those before it that it had started
	done    int64
	waiting int64
	submits int64 // of those that wait
}

// slack is what may still be lost.
func (g *ledger) slack(alpha float64) float64 {
	return float64((1+alpha)*float64(g.base)) - float64(g.own)
}

// settle brings it to the end of a period.
func (g *ledger) settle(s *shadow, w *watch, starts []int64) {
	from, now := w.before.Now, w.now.Now
	g.oldest = 0
	if len(w.now.Waiting) > 0 {
		g.oldest = now - w.trace.Submit[w.now.Waiting[0]]
	}
	add := func(j int32) {
		till := now
		if !w.waits(j) {
			till = starts[j]
		}
		g.own += till - max(from, w.trace.Submit[j])
	}
	for _, j := range w.before.Waiting {
		add(j)
	}
	for j := int32(w.before.Arrived); j < int32(w.now.Arrived); j++ {
		add(j)
	}
	over := func(j int32) bool { return int(j) < w.now.Arrived && !w.waits(j) && !w.runs(j) }
	for g.ended < len(s.turn) && over(s.turn[g.ended]) {
		g.ended++
	}
	if g.ended < len(s.turn) {
		now = min(now, s.starts[s.turn[g.ended]])
	}
	for ; g.came < len(s.starts) && s.trace.Submit[g.came] < now; g.came++ {
		g.waiting++
		g.submits += s.trace.Submit[g.came]
	}
	for ; g.began < len(s.turn) && s.starts[s.turn[g.began]] < now; g.began++ {
		j := s.turn[g.began]
		wait := s.starts[j] - s.trace.Submit[j]
		g.waiting--
		g.submits -= s.trace.Submit[j]
		g.done += wait
		g.most = max(g.most, wait)
	}
	g.base = g.done + g.waiting*now - g.submits
}
