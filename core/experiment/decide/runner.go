package decide

import (
	"errors"
	"math"
	"slices"
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
	log     *job.Trace
	engine  *sim.Engine
	trace   job.Trace
	counted job.Trace // its jobs that figures count
	from    int       // the first of them
	weeks   int
	watch   *metric.Watch // nil: the trace is not made yet
	now     *Result       // what is run now does; nil: it is not replayed yet
	ways    []way
}

// way is another assumption, with what is run now under it once that is replayed.
type way struct {
	assumption
	now *metric.Run
}

// NewRunner prepares the tasks of a plan. The trace is the log cleaned with the plan's rules;
// Plan.Prepare makes it.
func NewRunner(t *job.Trace, p Plan) (*Runner, error) {
	if err := p.Normalise(); err != nil {
		return nil, err
	}
	if _, err := p.Maker(t); err != nil {
		return nil, err
	}
	return &Runner{plan: p, log: t, engine: sim.New()}, nil
}

// Steps is the number of progress steps of a task.
func (r *Runner) Steps() int { return r.plan.Steps() }

// begin makes the trace that all tasks replay, and replays it with what is run now.
func (r *Runner) begin(progress sim.Progress) (err error) {
	if r.watch == nil {
		if err := r.load(&r.plan); err != nil {
			return err
		}
		r.watch = metric.NewWatch(&r.counted, r.weeks)
		for _, x := range assumptions(r.plan, r.weeks) {
			r.ways = append(r.ways, way{assumption: x})
		}
	}
	if r.now == nil {
		r.now, err = r.replay(r.plan.now(), progress)
	}
	return err
}

// load makes the trace of a plan, and gives it to the engine.
func (r *Runner) load(p *Plan) error {
	maker, err := p.Maker(r.log)
	if err != nil {
		return err
	}
	k := p.Draw
	if p.Once() {
		k = 1
	}
	if err := maker.Make(&r.trace, k); err != nil {
		return err
	}
	from, to := maker.Counted(&r.trace, k)
	r.counted, r.from, r.weeks = r.trace.Part(from, to), from, maker.Weeks(k)
	r.engine.Load(&r.trace)
	return nil
}

// Task replays what is run now (task 0), or an order with each threshold, and with one of them
// under other assumptions.
func (r *Runner) Task(k int, progress study.Progress) (Row, error) {
	if k < 0 || k > r.plan.Tasks() {
		return Row{}, errors.New("task " + strconv.Itoa(k) + ": orders are counted from 1 to " + strconv.Itoa(r.plan.Tasks()) +
			", 0 is what is run now")
	}
	row := Row{K: k}
	if err := r.begin(progress.Within(0, 1)); err != nil {
		return Row{}, err
	}
	if k == study.Logged {
		row.Results, row.Counts = []Result{*r.now}, r.watch.Counts()
		for i := range r.Steps() {
			progress.Done(i + 1)
		}
		return row, nil
	}
	front, backfill := r.plan.pair(k)
	done := 0
	for i, threshold := range r.plan.Thresholds {
		// nobody was late, so nobody is with a longer threshold than the longest wait without one
		if i > 0 && r.plan.Thresholds[0] < 0 && row.Results[0].MaxWait <= int64(threshold) {
			row.Results = append(row.Results, row.Results[0])
		} else {
			x, err := r.replay(Candidate{front, backfill, threshold}, progress.Within(float64(i), 1))
			if err != nil {
				return Row{}, err
			}
			row.Results = append(row.Results, *x)
		}
		done++
		progress.Done(done)
	}
	if i := r.allowed(front, backfill, row.Results); i >= 0 {
		var err error
		if row.Ways, err = r.otherwise(Candidate{front, backfill, r.plan.Thresholds[i]}, done, progress); err != nil {
			return Row{}, err
		}
		done += len(row.Ways)
	}
	for ; done < r.Steps(); done++ {
		progress.Done(done + 1)
	}
	return row, nil
}

// allowed is the longest threshold that keeps to the bound on the longest wait, by its place;
// -1: none does.
func (r *Runner) allowed(front, backfill string, results []Result) int {
	return slices.IndexFunc(r.plan.Thresholds, func(threshold study.Seconds) bool {
		i := slices.Index(r.plan.Thresholds, threshold)
		return holds(Candidate{front, backfill, threshold}, r.now, &results[i], r.plan.Longest)
	})
}

// otherwise replays a setting under other assumptions, and then has the trace as before.
func (r *Runner) otherwise(c Candidate, done int, progress study.Progress) (list []Pair, err error) {
	for i := range r.ways {
		w := &r.ways[i]
		if err := r.load(&w.plan); err != nil {
			return nil, err
		}
		if w.now == nil {
			if w.now, err = r.measure(&w.plan, r.plan.now(), progress.Within(float64(done+i), 0.5)); err != nil {
				return nil, err
			}
		}
		then, err := r.measure(&w.plan, c, progress.Within(float64(done+i)+0.5, 0.5))
		if err != nil {
			return nil, err
		}
		list = append(list, Pair{*w.now, *then})
		progress.Done(done + i + 1)
	}
	return list, r.load(&r.plan)
}

// measure replays one setting on the trace that is loaded. A threshold goes before the
// backfilling order, too.
func (r *Runner) measure(p *Plan, c Candidate, progress sim.Progress) (*metric.Run, error) {
	if p.Backfilling != sim.Easy.String() {
		c.Backfill = c.Front
	}
	config, err := study.Config(c.Front, c.Backfill, c.Threshold, p.Backfilling, p.Dialect)
	if err != nil {
		return nil, err
	}
	rules := config.Dialect.Rules()
	rules.BackfillThreshold = true
	config.Rules, config.Progress = &rules, progress
	p.Limit(&config)
	if err := r.engine.Run(&config); err != nil {
		return nil, err
	}
	run := metric.Measure(&r.counted, r.starts(), p.Tau)
	return &run, nil
}

func (r *Runner) starts() []int64 { return r.engine.Starts()[r.from : r.from+r.counted.Len()] }

// replay replays one setting on the plan's own trace.
func (r *Runner) replay(c Candidate, progress sim.Progress) (*Result, error) {
	run, err := r.measure(&r.plan, c, progress)
	if err != nil {
		return nil, err
	}
	x, starts := &Result{Run: *run}, r.starts()
	if c.Threshold >= 0 {
		x.Late = metric.Late(&r.counted, starts, int64(c.Threshold))
	}
	b := r.watch.Breakdown(starts)
	x.Wait, x.Size = b.Week, b.Size
	r.byWeek(x, starts)
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
