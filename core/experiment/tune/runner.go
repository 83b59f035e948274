package tune

import (
	"errors"
	"strconv"

	"shadowtime/core/base/random"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/study"
)

// later is what the numbers of testing weeks are moved by: week k of the
// testing half is trace later + k of its maker, so the two halves draw from
// streams of their own. The half itself is number study.Logged of either.
const later = int64(random.SecondHalf)

// Runner computes the tasks of one plan on one trace, one after another, in
// buffers of its own: give each goroutine or worker its own Runner.
type Runner struct {
	plan     Plan
	train    *study.Maker
	test     *study.Maker
	weeks    [2]int    // whole ones of the halves
	trace    job.Trace // the current week
	from, to int       // its jobs that are counted
	span     int       // its weeks, where it is a half as it was; else 0
	engine   *sim.Engine
	baseline sim.Config
	pairs    []sim.Config // without threshold
}

// NewRunner prepares the tasks of a plan. The trace is the log cleaned with
// the plan's rules; Plan.Prepare makes it. It errs when a half of it has no
// whole week.
func NewRunner(t *job.Trace, p Plan) (*Runner, error) {
	if err := p.Normalise(); err != nil {
		return nil, err
	}
	r := &Runner{plan: p, engine: sim.New(), weeks: t.HalfWeeks()}
	train, test := t.Split()
	var err error
	if r.train, err = p.Maker(train); err != nil {
		return nil, errors.New("the first half of the log, to learn from: " + err.Error())
	}
	if r.test, err = p.Maker(test); err != nil && test.Len() == 0 {
		return nil, errors.New("the second half of the log, to judge by, has no jobs: take a longer log, or compare orders on all of it")
	} else if err != nil {
		return nil, errors.New("the second half of the log, to judge by: " + err.Error())
	}
	easy := sim.Easy.String()
	if r.baseline, err = study.Config(Baseline, Baseline, study.None, easy, p.Dialect); err != nil {
		return nil, err
	}
	p.Limit(&r.baseline)
	for _, primary := range p.Primaries {
		for _, backfill := range p.Backfills {
			c, err := study.Config(primary, backfill, study.None, easy, p.Dialect)
			if err != nil {
				return nil, err
			}
			p.Limit(&c)
			r.pairs = append(r.pairs, c)
		}
	}
	return r, nil
}

// Steps is the number of progress steps of a task.
func (r *Runner) Steps() int { return r.plan.Steps() }

// Task computes week k of either half, or the halves themselves as they were,
// under every choice.
func (r *Runner) Task(k int, progress study.Progress) (Row, error) {
	if k < study.Logged || int64(k) >= later {
		return Row{}, errors.New("task " + strconv.Itoa(k) + ": weeks are counted from 1")
	}
	row := Row{K: k}
	if err := r.half(&row.Train, r.train, int64(k), 0, progress); err != nil {
		return Row{}, err
	}
	test := later + int64(k)
	if k == study.Logged {
		test = study.Logged
	}
	err := r.half(&row.Test, r.test, test, len(r.pairs), progress)
	if k == study.Logged {
		row.Train.Weeks, row.Test.Weeks = r.weeks[0], r.weeks[1]
	}
	return row, err
}

// half computes one week, after so many steps. One without jobs to count is a week of no jobs and no
// waits.
func (r *Runner) half(h *Half, m *study.Maker, k int64, done int, progress study.Progress) error {
	err := m.MakeOnce(&r.trace, int(k))
	r.from, r.to = m.Counted(&r.trace, int(k))
	if err != nil && r.from < r.to {
		return err
	}
	if r.span = 0; k == study.Logged {
		r.span = m.Weeks(study.Logged)
	}
	r.engine.Load(&r.trace)
	*h = Half{Weeks: 1, Jobs: int64(r.to - r.from), thresholds: len(r.plan.Thresholds)}
	if h.Baseline, err = r.replay(&r.baseline); err != nil {
		return err
	}
	r.keepWeeks(h)
	for i := range r.pairs {
		if err := r.pair(h, &r.pairs[i], done, progress); err != nil {
			return err
		}
		done++
		progress.Done(done)
	}
	return nil
}

// pair computes one pair with every threshold, the loosest first.
//
// A job is late only while it waits, so a run whose longest wait is at most its
// threshold never had a late job: it is the run without threshold. So is the
// run with any other threshold that this longest wait does not exceed: up to
// the first late job two runs are alike, and there is none. Nothing like it
// holds for a run that had late jobs, even if a longer threshold is above its
// longest wait: it is shorter because some jobs were late.
func (r *Runner) pair(h *Half, c *sim.Config, done int, progress study.Progress) error {
	var first Result
	shared, plain, idle := 0, false, Idle(c)
	h.begin()
	for i, threshold := range r.plan.Thresholds {
		if i > 0 && (idle || plain && first.Max <= int64(threshold)) {
			shared++
			continue
		}
		with := *c
		with.Threshold = int64(threshold)
		worth := 1 / float64(len(r.plan.Thresholds))
		with.Progress = progress.Within(float64(done)+worth*float64(i), worth)
		result, err := r.replay(&with)
		if err != nil {
			return err
		}
		h.add(result)
		r.keepWeeks(h)
		if i == 0 {
			first, shared = result, 1
			plain = threshold < 0 || result.Max <= int64(threshold)
		}
	}
	h.shared[len(h.shared)-1] = byte(shared)
	return nil
}

// keepWeeks adds the sums by week of the replay just made, of a half as it was.
func (r *Runner) keepWeeks(h *Half) {
	if r.span == 0 {
		return
	}
	counted := r.trace.Part(r.from, r.to)
	h.weekly = append(h.weekly, byWeek(&counted, r.engine.Starts()[r.from:r.to], r.plan.Tau, r.span))
}

// Idle says that no threshold changes anything under a configuration: late jobs
// go first in submit order, as they do under FCFS anyway, and the backfill
// order is either left alone by thresholds or is that of arrival too.
func Idle(c *sim.Config) bool {
	rules := c.Dialect.Rules()
	if c.Rules != nil {
		rules = *c.Rules
	}
	if !c.Primary.Arrival() || rules.PrimaryTies == sim.LastCome {
		return false
	}
	if c.Backfill.Arrival() {
		return rules.BackfillTies == sim.FirstCome
	}
	return !rules.BackfillThreshold
}

func (r *Runner) replay(c *sim.Config) (Result, error) {
	if err := r.engine.Run(c); err != nil {
		return Result{}, err
	}
	counted := r.trace.Part(r.from, r.to)
	return measure(&counted, r.engine.Starts()[r.from:r.to], r.plan.Tau), nil
}
