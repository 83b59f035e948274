package learn

import (
	"errors"
	"strconv"

	"shadowtime/core/job"
	"shadowtime/core/sim/trials"
	"shadowtime/core/study"
)

// Kind is the study as workers and campaigns compute it.
func Kind() study.Kind {
	return study.KindOf[Plan, Row](Name, func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) })
}

// Runner computes the tasks of one plan on one trace, one after another, in buffers
// of its own: give each goroutine or worker its own.
type Runner struct {
	plan    Plan
	trace   job.Trace
	drawn   trials.Places
	sampler trials.Sampler
}

// NewRunner prepares the tasks of a plan. The trace is the log cleaned with the
// plan's rules.
func NewRunner(t *job.Trace, p Plan) (*Runner, error) {
	if err := p.Normalise(); err != nil {
		return nil, err
	}
	if t.Len() == 0 {
		return nil, errors.New("the log has no jobs: nothing can be learned from it")
	}
	r := &Runner{plan: p}
	t = p.Part.Cut(t.Lasting()) // a page cleans alike for all its views
	if t.Len() == 0 {
		return nil, errors.New("that half of the log has no jobs: nothing can be learned from it")
	}
	p.Whole(&r.trace, t)
	r.drawn.Begin(p.Seed, p.Sizes.Places(t.Len()))
	return r, nil
}

// Steps is the number of progress steps of a task.
func (r *Runner) Steps() int { return r.plan.Steps() }

// Task scores the queued jobs of pair k, or says what the log offers.
func (r *Runner) Task(k int, progress study.Progress) (Row, error) {
	jobs := r.trace.Len()
	row := Row{K: k, Jobs: jobs, Places: r.plan.Sizes.Places(jobs)}
	if k != study.Logged {
		if err := r.score(&row); err != nil {
			return Row{}, err
		}
	}
	progress.Done(1)
	return row, nil
}

func (r *Runner) score(row *Row) error {
	start, err := r.start(row.K)
	if err != nil {
		return err
	}
	p := &r.plan
	pair := trials.JobsFrom(&r.trace, start, p.Sizes.Jobs())
	row.Start, row.Queue = start, pair[p.Sizes.Ahead:]
	r.sampler.Set(r.trace.Procs, pair, p.Sizes.Ahead, p.Tau)
	if p.Trials == All {
		row.Scores = r.sampler.Every()
	} else {
		row.Scores = r.sampler.Sample(p.Seed, start, p.rounds())
	}
	return nil
}

// start is the number of the first job of pair k.
func (r *Runner) start(k int) (int, error) {
	p, jobs := &r.plan, r.trace.Len()
	if n := len(p.Starts); k < 1 || n > 0 && k > n {
		upTo := ""
		if n > 0 {
			upTo = " to " + strconv.Itoa(n)
		}
		return 0, errors.New("task " + strconv.Itoa(k) + ": pairs are counted from 1" + upTo + ", 0 is the log itself")
	}
	if len(p.Starts) > 0 {
		start := p.Starts[k-1]
		return start, p.Sizes.Within(jobs, start)
	}
	if err := p.Sizes.Fit(jobs, k); err != nil {
		return 0, err
	}
	return r.drawn.At(k), nil
}
