package predict

import (
	"shadowtime/core/experiment/triples"
	"shadowtime/core/job"
	"shadowtime/core/job/resample"
	"shadowtime/core/sim"
	"shadowtime/core/study"
)

// Runner computes the tasks of one plan on one trace, one after another, in
// buffers of its own: give each goroutine or worker its own Runner.
type Runner struct {
	plan   Plan
	under  sim.Foresight // but for who predicts
	source *job.Trace
	maker  *study.Maker
	trace  job.Trace // the one at hand
	whole  job.Trace // the log itself, once it is asked for
	ways   []triples.Triple
	stage  triples.Stage
}

// NewRunner prepares the tasks of a plan. The trace is the log cleaned with the
// plan's rules; Prepare makes it.
func NewRunner(t *job.Trace, p Plan) (*Runner, error) {
	if err := p.Normalise(); err != nil {
		return nil, err
	}
	maker, err := p.Maker(t)
	if err != nil {
		return nil, err
	}
	r := &Runner{plan: p, source: t, maker: maker, ways: p.Ways()}
	r.under, err = p.Under()
	return r, err
}

// Steps is the number of progress steps of a task.
func (r *Runner) Steps() int { return len(r.ways) }

// Task replays resample k, or the log itself, in every way. A step is
// a way.
func (r *Runner) Task(k int, progress study.Progress) (Row, error) {
	t, row := &r.trace, Row{K: k, Weeks: r.maker.Weeks(max(k, study.Logged))}
	if k == study.Logged || r.plan.Variant == resample.Whole {
		t = r.log()
		_, row.Weeks = t.WholeWeeks()
	} else if err := r.maker.Make(t, k); err != nil {
		return Row{}, err
	}
	for i, x := range r.ways {
		if err := r.play(x, t, progress.Within(float64(i), 1)); err != nil {
			return Row{}, err
		}
		row.Ways = append(row.Ways, did(t, r.stage.Starts(), r.stage.First(), r.stage.Corrections(), r.plan.Tau))
		switch first, _ := t.WholeWeeks(); {
		case t == &r.whole:
			row.weekly(t, first, r.stage.Starts(), r.plan.Tau)
		case r.plan.Variant == resample.Original: // whose clock begins with a week
			row.weekly(t, 0, r.stage.Starts(), r.plan.Tau)
		}
		progress.Done(i + 1)
	}
	return row, nil
}

// log is the log itself, as the plan supposes it.
func (r *Runner) log() *job.Trace {
	if r.whole.Len() == 0 {
		r.plan.Whole(&r.whole, r.source)
	}
	return &r.whole
}

func (r *Runner) play(x triples.Triple, t *job.Trace, progress sim.Progress) error {
	under := r.under
	under.Progress = progress
	_, err := r.stage.Play(x, t, under)
	return err
}
