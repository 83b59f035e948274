package online

import (
	"errors"
	"slices"
	"strconv"

	"shadowtime/core/base/random"
	"shadowtime/core/job"
	"shadowtime/core/job/resample"
	"shadowtime/core/sim"
	"shadowtime/core/sim/bandit"
	"shadowtime/core/study"
)

// Runner computes the tasks of one plan on one trace, one after another, in
// buffers of its own: give each goroutine or worker its own Runner.
type Runner struct {
	plan     Plan
	maker    *study.Maker
	weeks    int // of the trace
	trace    job.Trace
	loaded   int          // its number
	from     int          // the first of its jobs that are counted,
	to       int          // and the one after the last
	arms     []sim.Config // of each choice, the baseline's first
	tightest []int        // of each arm, the first that differs in the threshold alone
	rules    *sim.Rules   // of strategies, where they are not those of fixed orders
	engine   *sim.Engine
	scratch  *sim.Engine // for simulations from a state of engine; nil when there are none
	alone    sim.State   // from which a period is simulated by itself
	part     part        // what they replay, where that is not what was submitted
	walk     walk        // replays of one resample, where equal states are met
	walked   bool        // the last replay was by it
	shadow   shadow      // the baseline's course, where a strategy is kept near it
	contest  contest     // when replays of a period part
	lengths  []*length
	learnt   []*learner // as Plan.Entries numbers them
	watch    watch
}

// NewRunner prepares the tasks of a plan. The trace is the log cleaned with
// the plan's rules; Plan.Prepare makes it.
func NewRunner(t *job.Trace, p Plan) (*Runner, error) {
	if err := p.Normalise(); err != nil {
		return nil, err
	}
	maker, err := p.Maker(t)
	if err != nil {
		return nil, err
	}
	longest := max(maker.Weeks(1), maker.Weeks(study.Logged))
	r := &Runner{plan: p, maker: maker, weeks: maker.Weeks(1), engine: sim.New()}
	for _, name := range p.Choices() {
		c, err := study.Ordered(name, p.Backfill, p.Threshold, p.Backfilling, p.Dialect, p.Promises, p.Limits)
		if err != nil {
			return nil, err
		}
		r.arms = append(r.arms, c)
		r.tightest = append(r.tightest, slices.IndexFunc(r.arms, func(x sim.Config) bool {
			return x.Primary.Same(c.Primary) && x.Backfill.Same(c.Backfill)
		}))
	}
	if p.Late != "" {
		rules := r.arms[0].Dialect.Rules()
		rules.BackfillThreshold, rules.FrontThreshold = p.Late == Both, p.Late == front
		r.rules = &rules
	}
	for _, d := range p.Periods {
		l := &length{seconds: int64(d)}
		if turns(longest, l.seconds) > MaxTurns {
			return nil, errors.New("period " + d.String() + ": too short for " + strconv.Itoa(longest) + " weeks: take longer ones")
		}
		l.turns = turns(r.weeks, l.seconds)
		r.lengths = append(r.lengths, l)
	}
	r.walk.engine, r.walk.arms, r.walk.alike, r.walk.step = r.engine, r.arms, r.tightest, divides(r.lengths)
	r.walk.most = 4 << 20 // at most 64 MB
	for _, e := range p.Entries() {
		if e.Strategy.Base == Fixed {
			continue
		}
		l := r.lengths[slices.Index(p.Periods, e.Period)]
		learner, err := r.learner(e.Strategy, l)
		if err != nil {
			return nil, err
		}
		r.learnt = append(r.learnt, learner)
	}
	return r, nil
}

// turns is how many periods, of so many seconds, cover the weeks.
func turns(weeks int, seconds int64) int {
	return int((int64(weeks)*job.Week + seconds - 1) / seconds)
}

// Steps is the number of progress steps of a task.
func (r *Runner) Steps() int { return r.plan.Steps() }

// Task computes resample k, or the log itself: every fixed order, then every
// strategy.
func (r *Runner) Task(k int, progress study.Progress) (Row, error) {
	if err := r.load(k); err != nil {
		return Row{}, err
	}
	row := r.newRow(k)
	return row, r.fill(&row, progress)
}

// load makes trace k and readies the engine for it.
func (r *Runner) load(k int) error {
	r.loaded = 0
	if r.plan.Variant == resample.Whole {
		k = study.Logged // the log itself, whatever its number: strategies choose the same
	}
	if err := r.maker.Make(&r.trace, k); err != nil {
		return err
	}
	r.weeks = r.maker.Weeks(k)
	r.from, r.to = r.maker.Counted(&r.trace, k)
	r.engine.Load(&r.trace)
	if r.scratch != nil && r.plan.Replayed == "" {
		r.scratch.Load(&r.trace)
	}
	r.contest.on = orderly(&r.trace, r.arms)
	r.watch.load(&r.trace)
	for _, l := range r.lengths {
		l.turns = turns(r.weeks, l.seconds)
		l.load(&r.trace, len(r.arms))
	}
	if r.walk.step > 0 {
		all := int64(r.weeks) * job.Week
		for _, l := range r.lengths {
			all = max(all, int64(l.turns)*l.seconds)
		}
		r.walk.load(&r.trace, all)
	}
	r.loaded = k
	return nil
}

// newRow has room for all that fill writes.
func (r *Runner) newRow(k int) Row {
	row := Row{K: k, Jobs: int64(r.to - r.from), Fixed: make([]Course, len(r.arms)), Learnt: make([]Course, len(r.learnt))}
	own, lists := k == study.Logged || r.plan.Once(), 1
	if own {
		lists = 2
	}
	sums := make([]int64, lists*(len(r.arms)+len(r.learnt))*(r.weeks+1))
	next := func() []int64 {
		var v []int64
		v, sums = sums[:r.weeks+1:r.weeks+1], sums[r.weeks+1:]
		return v
	}
	room := func(c *Course) {
		if c.Ended = next(); own {
			c.Week = next()
		}
	}
	for i := range row.Fixed {
		room(&row.Fixed[i])
	}
	for i := range row.Learnt {
		room(&row.Learnt[i])
		row.Learnt[i].Chosen = make([]byte, r.learnt[i].length.turns)
	}
	return row
}

// fill computes the row of the loaded resample. It does not allocate where nobody
// listens.
func (r *Runner) fill(row *Row, progress study.Progress) error {
	done := 0
	step := func() {
		done++
		progress.Done(done)
	}
	for i := range r.arms {
		if err := r.fixed(i, progress.Within(float64(done), 1)); err != nil {
			return err
		}
		row.Fixed[i].measure(&r.trace, r.starts(), r.from, r.to)
		step()
	}
	for _, l := range r.lengths {
		if !l.simulated {
			continue
		}
		for i := range r.arms {
			if err := r.simulate(l, i); err != nil {
				return err
			}
			step()
		}
	}
	for i, l := range r.learnt {
		if err := r.replay(l, row.Learnt[i].Chosen, progress.Within(float64(done), 1), nil); err != nil {
			return err
		}
		row.Learnt[i].measure(&r.trace, r.starts(), r.from, r.to)
		if r.shadow.on {
			row.Learnt[i].Beyond = r.shadow.beyond(l, r.starts(), r.plan.Alpha)
		}
		step()
	}
	return nil
}

// fixed replays the resample under one order.
func (r *Runner) fixed(i int, progress sim.Progress) error {
	if err := r.runFixed(i, progress); err != nil {
		return err
	}
	if i == 0 && r.shadow.on {
		r.shadow.follow(&r.trace, r.starts())
	}
	return nil
}

func (r *Runner) runFixed(i int, progress sim.Progress) error {
	r.walked = r.walk.on && r.rules == nil && len(r.learnt) > 0
	if !r.walked {
		c := r.arms[i]
		c.Progress = progress
		return r.engine.Run(&c)
	}
	c := r.arms[0]
	c.Progress = progress
	if err := r.walk.begin(&c); err != nil {
		return err
	}
	if err := r.walk.advance(i, int64(r.weeks)*job.Week/r.walk.step*r.walk.step); err != nil {
		return err
	}
	return r.walk.finish(i)
}

// starts are those of the last replay of the resample.
func (r *Runner) starts() []int64 {
	if r.walked {
		return r.walk.Starts()
	}
	return r.engine.Starts()
}

// replay lets a strategy choose the order of every period, while running and
// waiting jobs carry over. After the last period its order stays until every
// job has ended. Chosen has an entry a period; look, if any, is called at the
// start of each, when the order is chosen.
func (r *Runner) replay(l *learner, chosen []byte, progress sim.Progress, look func(turn int)) error {
	l.stream.Seed(r.plan.Seed^l.key, uint64(r.loaded))
	l.strategy.Reset(&l.stream)
	c := r.arms[0]
	c.Rules, c.Progress = r.rules, progress
	var m machine = r.engine
	if r.walked = r.walk.on && l.live == nil && l.sharer == nil; r.walked {
		m = &r.walk
		if err := r.walk.begin(&c); err != nil {
			return err
		}
	} else if err := r.engine.Start(&c); err != nil {
		return err
	}
	w, i := &r.watch, 0
	w.begin(r.plan.Seen)
	for turn := range chosen {
		if l.contextual {
			w.describe(l.length.seconds)
		}
		i = l.strategy.Choose(w.features[:])
		chosen[turn] = byte(i)
		if look != nil {
			look(turn)
		}
		if err := r.advance(i, int64(turn+1)*l.length.seconds); err != nil {
			return err
		}
		if l.watching {
			if err := w.turn(m); err != nil {
				return err
			}
		}
		if l.live != nil {
			if err := r.simulateFrom(l, turn); err != nil {
				return err
			}
		}
		if l.sharer != nil {
			if err := r.share(l, turn, i); err != nil {
				return err
			}
		}
		l.strategy.Learn(i, float64(w.wait), w.jobs)
	}
	if r.walked {
		return r.walk.finish(i)
	}
	return r.engine.Finish()
}

// advance has a choice schedule until an instant, in s.
func (r *Runner) advance(i int, until int64) error {
	if r.walked {
		return r.walk.advance(i, until)
	}
	if err := choose(r.engine, &r.arms[i]); err != nil {
		return err
	}
	return r.engine.Advance(until)
}

// learner is a strategy with a period, ready to be replayed.
type learner struct {
	name       Strategy
	length     *length
	strategy   bandit.Strategy
	stream     bandit.Stream
	key        uint64 // sets its stream apart
	watching   bool   // it asks what finished in a period,
	contextual bool   // or how the queue looks at its start
	live       *costs // the costs of simulations from the machine's own state
	sharer     *sharer
}

// learner makes a strategy.
func (r *Runner) learner(s Strategy, l *length) (*learner, error) {
	// The parameter is not in the key: strategies that differ in nothing else
	// draw the same numbers, so that they compare well.
	x := &learner{name: s, length: l, key: random.Key(s.Base, l.seconds)}
	if s.shares() {
		if r.scratch == nil {
			r.scratch = sim.New()
		}
		x.sharer = newSharer(&r.plan, s, l, len(r.arms))
		x.watching, x.strategy, r.shadow.on = true, x.sharer, true
		return x, nil
	}
	if s.Simulates() {
		lambda := r.plan.Lambda
		if s.Given {
			lambda = s.Parameter
		}
		from := &l.costs
		if !r.plan.alone() {
			if r.scratch == nil {
				r.scratch = sim.New()
			}
			x.live = &costs{}
			l.live = append(l.live, x.live)
			x.watching, from = true, x.live
		} else {
			l.simulated = true
		}
		f := &follower{base: s.Base, lambda: lambda, noise: r.plan.Noise, costs: from, score: make([]float64, len(r.arms))}
		if s.Base == NoisyJob {
			l.factors(r.plan.Seed, r.plan.JobNoise)
		}
		x.strategy = f
		return x, nil
	}
	kind, err := bandit.Find(s.Base)
	if err != nil {
		return nil, err
	}
	set := bandit.Settings{
		Arms: len(r.arms), Features: features,
		Parameter: kind.Usual(l.turns), Lambda: r.plan.Lambda, DiscountJobs: r.plan.DiscountJobs, UntriedFirst: r.plan.UntriedFirst,
	}
	switch {
	case s.Given:
		set.Parameter = s.Parameter
	case s.Base == Epsilon:
		set.Parameter = r.plan.Epsilon
	}
	x.watching, x.contextual = s.Base != "random", s.Base == "linucb"
	x.strategy, err = bandit.New(kind, set)
	return x, err
}
