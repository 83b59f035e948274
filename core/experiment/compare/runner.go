package compare

import (
	"shadowtime/core/base/sorted"
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
	sample  *sample   // the same as it is looked at; nil: there is none
	engine  *sim.Engine
	configs []sim.Config
}

// sample is a resample that the engine has: parts of one task come one after another.
type sample struct {
	k, from, to int
	counted     job.Trace // what figures count: jobs from..to
	watch       *metric.Watch
	row         Row // without its replays
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
		c, err := study.Ordered(name, p.Backfill, p.Threshold, p.Backfilling, p.Dialect, p.Promises, p.Limits)
		if err != nil {
			return nil, err
		}
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
// on, of those in turn.
type parted struct{ *Runner }

func (x parted) Task(k int, progress study.Progress) ([]byte, error) {
	return x.Part(k, 0, 1, progress)
}

func (x parted) Part(k, at, of int, progress study.Progress) ([]byte, error) {
	row, err := x.part(k, at, of, progress)
	if err != nil {
		return nil, err
	}
	return wire.Encode(&row), nil
}

func (x parted) Detail([]byte) ([]byte, error) { return nil, study.ErrNoDetail }

func (r *Runner) part(k, at, of int, progress study.Progress) (Row, error) {
	if err := r.make(k); err != nil {
		return Row{}, err
	}
	s := r.sample
	row := s.row
	row.Runs, row.Breakdowns = make([]metric.Run, len(r.configs)), make([]metric.Breakdown, len(r.configs))
	row.Late = make([]int64, len(r.configs))
	turn, done := r.plan.turn(), 0
	for j := at; j < len(turn); j += of {
		i := turn[j]
		c := r.configs[i]
		c.Progress = progress.Within(float64(done), 1)
		if err := r.engine.Run(&c); err != nil {
			return Row{}, err
		}
		row.Runs[i] = metric.Measure(&s.counted, r.engine.Starts()[s.from:s.to], r.plan.Tau)
		if r.plan.Threshold >= 0 {
			row.Late[i] = metric.Late(&s.counted, r.engine.Starts()[s.from:s.to], int64(r.plan.Threshold))
		}
		row.Breakdowns[i] = s.watch.Breakdown(r.engine.Starts()[s.from:s.to])
		done++
		progress.Done(done)
	}
	return row, nil
}

// make makes a resample, or the log itself, unless it is the one at hand.
func (r *Runner) make(k int) error {
	if r.sample != nil && r.sample.k == k {
		return nil
	}
	r.sample = nil
	if err := r.maker.Make(&r.trace, k); err != nil {
		return err
	}
	r.engine.Load(&r.trace)
	s := &sample{k: k}
	s.from, s.to = r.maker.Counted(&r.trace, k)
	s.counted = r.trace.Part(s.from, s.to)
	s.watch = metric.NewWatch(&s.counted, r.maker.Weeks(k))
	s.row = Row{K: k, Shape: metric.ShapeOf(&r.trace, r.maker.Weeks(k)), Counts: s.watch.Counts()}
	r.sample = s
	return nil
}

// turn are the places of the orders as parts have them: the baseline and those that lead first, so
// that each is in another part.
func (p *Plan) turn() []int {
	turn := make([]int, len(p.Orders))
	for i := range turn {
		turn[i] = i
	}
	rank := func(i int) int {
		switch {
		case i == 0:
			return 0
		case Leads(p.Orders[i]):
			return 1
		}
		return 2
	}
	sorted.Stable(turn, func(a, b int) int { return rank(a) - rank(b) })
	return turn
}

// replayed says whether a part has an order, by its place.
func (row *Row) replayed(i int) bool { return len(row.Breakdowns[i].Week) > 0 }

// join puts parts of a task's row together; nil ones are not known.
func join(parts [][]byte) (row Row, err error) {
	for _, b := range parts {
		if b == nil {
			continue
		}
		part, err := study.Decode[Row](b)
		if err != nil {
			return row, err
		}
		if row.Runs == nil {
			row = part
			continue
		}
		for i := range part.Runs {
			if part.replayed(i) {
				row.Runs[i], row.Breakdowns[i], row.Late[i] = part.Runs[i], part.Breakdowns[i], part.Late[i]
			}
		}
	}
	return row, nil
}

// Join puts the parts of a task's row together.
func Join(parts [][]byte) ([]byte, error) {
	row, err := join(parts)
	return wire.Encode(&row), err
}

// Early is the plan of those orders that some parts of a task have, with its row; none of
// the baseline alone.
func Early(p Plan, parts [][]byte) (Plan, Row, bool) {
	row, err := join(parts)
	if err != nil || len(row.Runs) != len(p.Orders) || !row.replayed(0) {
		return p, row, false
	}
	known, orders := row, p.Orders
	p.Orders, known.Runs, known.Breakdowns, known.Late = nil, nil, nil, nil
	for i := range row.Runs {
		if row.replayed(i) {
			p.Orders, known.Runs = append(p.Orders, orders[i]), append(known.Runs, row.Runs[i])
			known.Breakdowns, known.Late = append(known.Breakdowns, row.Breakdowns[i]), append(known.Late, row.Late[i])
		}
	}
	return p, known, len(p.Orders) > 1
}

// Number is the task's.
func (row *Row) Number() int { return row.K }

// Wire sends or takes the row.
func (row *Row) Wire(b wire.Both) {
	b.Int(&row.K)
	wire.List(b, &row.Runs)
	wire.List(b, &row.Breakdowns)
	b.All(&row.Late, &row.Counts, &row.Shape)
}
