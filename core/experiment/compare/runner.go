package compare

import (
	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/metric"
	"shadowtime/core/study"
)

// Name is the kind's name: in messages to workers, in links, in files of rows.
const Name = "compare"

// Kind is the comparison as workers and campaigns compute it.
func Kind() study.Kind {
	return study.Kind{Name: Name, Prepare: func(t *job.Trace, plan []byte) (study.Runner, error) {
		p, err := study.DecodePlan[Plan](plan)
		if err != nil {
			return nil, err
		}
		r, err := NewRunner(t, p)
		if err != nil {
			return nil, err
		}
		return parted{r}, nil
	}}
}

// Rows are the rows known of a plan on a log.
type Rows = study.Rows[Row, *Row]

// Row is the result of one task: what each order did on resample K, or on the
// log itself.
type Row struct {
	K          int
	Runs       []metric.Run       // in the order of Plan.Orders
	Breakdowns []metric.Breakdown // the same
	Late       []int64            // of each order, the jobs that waited longer than the threshold; none of it: 0
	Counts     metric.Counts
	Shape      metric.Shape // of the whole trace
}

// Runner computes the tasks of one plan on one trace, one after another, in
// buffers of its own: give each goroutine or worker its own Runner.
type Runner struct {
	plan    Plan
	maker   *study.Maker
	trace   job.Trace // the current resample
	engine  *sim.Engine
	configs []sim.Config
}

// NewRunner prepares the tasks of a plan. The trace is the log cleaned with
// the plan's rules; Prepare makes it.
func NewRunner(t *job.Trace, p Plan) (*Runner, error) {
	if err := p.Normalise(); err != nil {
		return nil, err
	}
	maker, err := p.Maker(t)
	if err != nil {
		return nil, err
	}
	r := &Runner{plan: p, maker: maker, engine: sim.New()}
	for _, name := range p.Orders {
		c, err := study.Config(name, study.Backfill(name, p.Backfill), p.Threshold, p.Backfilling, p.Dialect)
		if err != nil {
			return nil, err
		}
		c.Promises = p.Promises
		p.Limit(&c)
		r.configs = append(r.configs, c)
	}
	return r, nil
}

// Steps is the number of progress steps of a task.
func (r *Runner) Steps() int { return r.plan.Steps() }

// Task computes resample k, or the log itself, under every order. A step is
// an order.
func (r *Runner) Task(k int, progress study.Progress) (Row, error) { return r.part(k, 0, 1, progress) }

// parted is a Runner whose tasks workers can share: each part has one of so many orders, from one
// on. Neighbours, an order and its opposite, cost alike.
type parted struct{ *Runner }

func (x parted) Task(k int, progress study.Progress) ([]byte, error) {
	return x.Part(k, 0, 1, progress)
}

func (x parted) Part(k, at, of int, progress study.Progress) ([]byte, error) {
	row, err := x.part(k, at, of, progress)
	if err != nil {
		return nil, err
	}
	var w wire.Writer
	row.Encode(&w)
	return w.B, nil
}

func (x parted) Detail([]byte) ([]byte, error) { return nil, study.ErrNoDetail }

func (r *Runner) part(k, at, of int, progress study.Progress) (Row, error) {
	if err := r.maker.Make(&r.trace, k); err != nil {
		return Row{}, err
	}
	r.engine.Load(&r.trace)
	from, to := r.maker.Counted(&r.trace, k)
	counted := r.trace.Part(from, to)
	watch := metric.NewWatch(&counted, r.maker.Weeks(k))
	row := Row{K: k, Shape: metric.ShapeOf(&r.trace, r.maker.Weeks(k)), Runs: make([]metric.Run, len(r.configs)),
		Breakdowns: make([]metric.Breakdown, len(r.configs)), Late: make([]int64, len(r.configs)), Counts: watch.Counts()}
	done := 0
	for i := at; i < len(r.configs); i += of {
		c := r.configs[i]
		c.Progress = progress.Within(float64(done), 1)
		if err := r.engine.Run(&c); err != nil {
			return Row{}, err
		}
		row.Runs[i] = metric.Measure(&counted, r.engine.Starts()[from:to], r.plan.Tau)
		if r.plan.Threshold >= 0 {
			row.Late[i] = metric.Late(&counted, r.engine.Starts()[from:to], int64(r.plan.Threshold))
		}
		row.Breakdowns[i] = watch.Breakdown(r.engine.Starts()[from:to])
		done++
		progress.Done(done)
	}
	return row, nil
}

// Join puts the parts of a task's row together.
func Join(parts [][]byte) ([]byte, error) {
	var row Row
	for at, b := range parts {
		part, err := study.Decode[Row](b)
		if err != nil {
			return nil, err
		}
		if at == 0 {
			row = part
		}
		for i := at; i < len(row.Runs); i += len(parts) {
			row.Runs[i], row.Breakdowns[i], row.Late[i] = part.Runs[i], part.Breakdowns[i], part.Late[i]
		}
	}
	var w wire.Writer
	row.Encode(&w)
	return w.B, nil
}

// Encode writes the row for the page.
func (row *Row) Encode(w *wire.Writer) {
	w.Int(int64(row.K))
	w.Int(int64(len(row.Runs)))
	for i := range row.Runs {
		row.Runs[i].Encode(w)
	}
	w.Int(int64(len(row.Breakdowns)))
	for i := range row.Breakdowns {
		row.Breakdowns[i].Encode(w)
	}
	w.Ints(row.Late)
	row.Counts.Encode(w)
	row.Shape.Encode(w)
}

// Number is the task's.
func (row *Row) Number() int { return row.K }

// Decode reads what Encode wrote.
func (row *Row) Decode(r *wire.Reader) error {
	row.K = int(r.Int())
	for n := r.Len(); n > 0; n-- {
		row.Runs = append(row.Runs, metric.DecodeRun(r))
	}
	for n := r.Len(); n > 0; n-- {
		row.Breakdowns = append(row.Breakdowns, metric.DecodeBreakdown(r))
	}
	row.Late = r.Ints()
	row.Counts = metric.DecodeCounts(r)
	row.Shape = metric.DecodeShape(r)
	return r.Err()
}
