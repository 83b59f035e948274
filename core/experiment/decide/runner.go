package decide

import (
	"errors"
	"math"
	"strconv"

	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/metric"
	"shadowtime/core/study"
)

// Runner computes the tasks of one plan on one trace, one after another, in buffers of its
// own: give each goroutine or worker its own.
type Runner struct {
	plan    Plan
	maker   *study.Maker
	trace   job.Trace
	counted job.Trace // its jobs that figures count
	from    int       // the first of them
	weeks   int
	watch   *metric.Watch // nil: the trace is not made yet
	engine  *sim.Engine
}

// NewRunner prepares the tasks of a plan. The trace is the log cleaned with the plan's rules;
// Plan.Prepare makes it.
func NewRunner(t *job.Trace, p Plan) (*Runner, error) {
	if err := p.Normalise(); err != nil {
		return nil, err
	}
	maker, err := p.Maker(t)
	if err != nil {
		return nil, err
	}
	return &Runner{plan: p, maker: maker, engine: sim.New()}, nil
}

// Steps is the number of progress steps of a task.
func (r *Runner) Steps() int { return r.plan.Steps() }

// begin makes the trace that all tasks replay.
func (r *Runner) begin() error {
	k := r.plan.Draw
	if r.plan.Once() {
		k = 1
	}
	if err := r.maker.Make(&r.trace, k); err != nil {
		return err
	}
	from, to := r.maker.Counted(&r.trace, k)
	r.counted, r.from, r.weeks = r.trace.Part(from, to), from, r.maker.Weeks(k)
	r.engine.Load(&r.trace)
	r.watch = metric.NewWatch(&r.counted, r.weeks)
	return nil
}

// Task replays what is run now (task 0), or an order with each threshold.
func (r *Runner) Task(k int, progress study.Progress) (Row, error) {
	if k < 0 || k > r.plan.Tasks() {
		return Row{}, errors.New("task " + strconv.Itoa(k) + ": orders are counted from 1 to " + strconv.Itoa(r.plan.Tasks()) +
			", 0 is what is run now")
	}
	if r.watch == nil {
		if err := r.begin(); err != nil {
			return Row{}, err
		}
	}
	row := Row{K: k}
	if k == study.Logged {
		x, err := r.replay(r.plan.now(), progress.Within(0, 1))
		row.Results, row.Counts = []Result{x}, r.watch.Counts()
		for i := range r.Steps() {
			progress.Done(i + 1)
		}
		return row, err
	}
	front, backfill := r.plan.pair(k)
	for i, threshold := range r.plan.Thresholds {
		// nobody was late, so nobody is with a longer threshold than the longest wait without one
		if i > 0 && r.plan.Thresholds[0] < 0 && row.Results[0].MaxWait <= int64(threshold) {
			row.Results = append(row.Results, row.Results[0])
			continue
		}
		x, err := r.replay(Candidate{front, backfill, threshold}, progress.Within(float64(i), 1))
		if err != nil {
			return Row{}, err
		}
		row.Results = append(row.Results, x)
		progress.Done(i + 1)
	}
	return row, nil
}

// replay replays one setting. A threshold goes before the backfilling order, too.
func (r *Runner) replay(c Candidate, progress sim.Progress) (x Result, err error) {
	config, err := study.Config(c.Front, c.Backfill, c.Threshold, r.plan.Backfilling, r.plan.Dialect)
	if err != nil {
		return x, err
	}
	rules := config.Dialect.Rules()
	rules.BackfillThreshold = true
	config.Rules, config.Progress = &rules, progress
	r.plan.Limit(&config)
	if err := r.engine.Run(&config); err != nil {
		return x, err
	}
	starts := r.engine.Starts()[r.from : r.from+r.counted.Len()]
	x.Run = metric.Measure(&r.counted, starts, r.plan.Tau)
	if c.Threshold >= 0 {
		x.Late = metric.Late(&r.counted, starts, int64(c.Threshold))
	}
	b := r.watch.Breakdown(starts)
	x.Wait, x.Size = b.Week, b.Size
	r.byWeek(&x, starts)
	return x, nil
}

// byWeek sums up slowdowns by week, and finds the longest waits.
func (r *Runner) byWeek(x *Result, starts []int64) {
	x.Bsld, x.Longest = make([]int64, r.weeks+1), make([]int64, r.weeks+1)
	sums := make([]float64, r.weeks+1)
	for i, start := range starts {
		w := min(int(r.counted.Submit[i]/job.Week), r.weeks)
		wait, run := start-r.counted.Submit[i], r.counted.Run[i]
		x.Longest[w] = max(x.Longest[w], wait)
		sums[w] += max(1, float64(wait+run)/float64(max(run, r.plan.Tau)))
	}
	for w, sum := range sums {
		x.Bsld[w] = int64(math.Round(1000 * sum))
	}
}
