package react

import (
	"errors"
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/job/session"
	"shadowtime/core/sim/feedback"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Name is the kind's name: in messages to workers, in links, in files of rows.
const Name = "react"

// Kind is the study as workers and campaigns compute it.
func Kind() study.Kind {
	return study.KindOf[Plan, Row](Name, func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) })
}

// Rows are the rows known of a plan on a log.
type Rows = study.Rows[Row, *Row]

// Runner computes the tasks of one plan on one trace, one after another, in buffers
// of its own: give each goroutine or worker its own.
type Runner struct {
	plan     Plan
	study    *feedback.Comparison
	worker   *feedback.Worker
	recorded bool
}

// NewRunner prepares the tasks of a plan. The trace is the log cleaned with the
// plan's rules.
func NewRunner(t *job.Trace, p Plan) (*Runner, error) {
	if err := p.Normalise(); err != nil {
		return nil, err
	}
	if t.Len() == 0 {
		return nil, errors.New("the log has no jobs: nobody can wait for them")
	}
	r := &Runner{plan: p}
	base, err := study.Config(p.Baseline, p.Baseline, p.Threshold, p.Backfilling, p.Dialect)
	if err != nil {
		return nil, err
	}
	base.Promises = p.Promises
	p.Limit(&base)
	plan := feedback.Plan{Base: base, Replicates: p.Replicates, Tau: p.Tau, Seed: p.Seed}
	for _, name := range p.Orders[1:] {
		o, err := order.Parse(name)
		if err != nil {
			return nil, err
		}
		plan.Orders = append(plan.Orders, o)
	}
	if p.Ends != Simulated {
		if plan.Ends, err = recorded(t); err != nil && p.Ends == Logged {
			return nil, err
		}
	}
	r.recorded = plan.Ends != nil
	if r.study, err = feedback.NewComparison(t, plan); err != nil && !errors.Is(err, session.ErrUsers) {
		return nil, err
	}
	r.worker = r.study.Worker()
	return r, nil
}

// recorded are the instants at which jobs ended by the log.
func recorded(t *job.Trace) ([]int64, error) {
	unknown := t.Len()
	if t.Wait != nil {
		unknown = 0
		for _, wait := range t.Wait {
			if wait < 0 {
				unknown++
			}
		}
	}
	if unknown > 0 {
		return nil, errors.New(numeral.Count(unknown) + " of " + numeral.Count(t.Len()) + " jobs have no wait in the log (field 3): " +
			"choose simulated ends")
	}
	ends := slices.Clone(t.Submit)
	for j := range ends {
		ends[j] += t.Wait[j] + t.Run[j]
	}
	return ends, nil
}

// Apart is nil, or why the log's users can't be told apart.
func (r *Runner) Apart() error {
	if !r.study.Told().Apart {
		return session.ErrUsers
	}
	return nil
}

// Steps is the number of progress steps of a task.
func (r *Runner) Steps() int { return r.plan.Steps() }

// Task replays the log under every order: as logged, or replicate k with users who wait.
func (r *Runner) Task(k int, progress study.Progress) (Row, error) {
	if k < study.Logged {
		return Row{}, errors.New("task " + strconv.Itoa(k) + ": replicates are counted from 1, 0 is the log as it was")
	}
	row := Row{K: k}
	if k == study.Logged {
		row.Told, row.Recorded = r.study.Told(), r.recorded
	}
	for i := range r.plan.Orders {
		x, err := r.worker.Replay(i, k-1)
		if err != nil {
			return Row{}, err
		}
		row.Runs, row.Weeks = append(row.Runs, x.Run), append(row.Weeks, slices.Clone(r.worker.Weeks()))
		progress.Done(i + 1)
	}
	return row, nil
}
