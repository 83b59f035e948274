package feedback

import (
	"errors"
	"math"
	"sync"
	"sync/atomic"

	"shadowtime/core/job"
	"shadowtime/core/job/session"
	"shadowtime/core/sim"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/order"
)

// Plan is what to replay.
type Plan struct {
	// Base is how the log is scheduled as a baseline; each order takes the place of
	// both of its orders.
	Base   sim.Config
	Orders []order.Order
	// Replicates are closed replays of the baseline and of each order; 0: 16.
	Replicates int
	Tau        int64  // seconds, of bounded slowdowns; 0: 10
	Seed       uint64 // of all chances
	// Session is what is assumed of batches.
	Session session.Options
	// Ends are the instants at which the log's jobs ended, on the trace's clock; nil:
	// those of its replay under Base.
	Ends []int64
}

// Replicates is how many closed replays there are by default: with 16 in place of 8 the order
// that waits least was named in 72 % of 351 logs of made-up users, not in 68, and slowdowns
// were foretold within 4.3 points in place of 4.8 (52 weeks; evidence.html).
const Replicates = 16

// Row is one replay.
type Row struct {
	Config    int // 0: the baseline, i: Orders[i-1]
	Replicate int // Open: the open replay
	metric.Run
}

// Open is in the place of a replicate.
const Open = -1

// Comparison replays a log open, with recorded submits, and closed, with users who wait for their jobs, under several orders.
type Comparison struct {
	trace   *job.Trace
	plan    Plan
	configs []sim.Config
	habits  *session.Habits
}

// NewComparison prepares a trace. It errs where the trace can't be replayed, and with
// session.ErrUsers where users can't be told apart: then there is a study, and it has open
// replays alone.
func NewComparison(t *job.Trace, p Plan) (*Comparison, error) {
	if p.Replicates <= 0 {
		p.Replicates = Replicates
	}
	if p.Tau <= 0 {
		p.Tau = 10
	}
	p.Base.Observer, p.Base.Progress = nil, nil
	s := &Comparison{trace: t, plan: p, configs: []sim.Config{p.Base}}
	for _, o := range p.Orders {
		c := p.Base
		c.Primary, c.Backfill = o, o
		s.configs = append(s.configs, c)
	}
	ends := p.Ends
	if ends == nil {
		e := sim.New()
		e.Load(t)
		if err := e.Run(&s.configs[0]); err != nil {
			return nil, err
		}
		ends = make([]int64, t.Len())
		for j, start := range e.Starts() {
			ends[j] = start + t.Run[j]
		}
	}
	p.Session.Seed = p.Seed
	habits, err := session.Read(t, ends, p.Session)
	if err != nil && err != session.ErrUsers {
		return nil, err
	}
	s.habits = habits
	return s, err
}

// Habits are what the log told of its users.
func (s *Comparison) Habits() *session.Habits { return s.habits }

// Tasks is how many replays there are: Task i of each is independent of the others.
func (s *Comparison) Tasks() int { return len(s.configs) * (1 + s.plan.Replicates) }

// Worker replays one after another.
type Worker struct {
	study        *Comparison
	open, closed *sim.Engine
	users        *Users
	weeks        []int64
}

// Worker makes one. Several may work at once.
func (s *Comparison) Worker() *Worker {
	_, n := s.trace.WholeWeeks()
	return &Worker{study: s, weeks: make([]int64, n)}
}

// Weeks are the sums of waits of the last task by the log's whole weeks, in which jobs
// were submitted. They are valid until the next one.
func (w *Worker) Weeks() []int64 { return w.weeks }

// sum sums up the waits of a replay by week.
func (w *Worker) sum(t *job.Trace, starts []int64) {
	clear(w.weeks)
	first, n := w.study.trace.WholeWeeks()
	for j, start := range starts {
		if k := (t.Submit[j] - first) / job.Week; t.Submit[j] >= first && k < int64(n) {
			w.weeks[k] += start - t.Submit[j]
		}
	}
}

// Task is replay i, from 0 to Tasks()-1.
func (w *Worker) Task(i int) (Row, error) {
	per := 1 + w.study.plan.Replicates
	return w.Replay(i/per, i%per-1)
}

// Replay is a replicate of a configuration, or, at Open, its open replay. It depends on
// these two alone, however many replicates there are.
func (w *Worker) Replay(config, replicate int) (Row, error) {
	s := w.study
	r := Row{Config: config, Replicate: replicate}
	c := &s.configs[r.Config]
	if r.Replicate < 0 {
		if w.open == nil {
			w.open = sim.New()
			w.open.Load(s.trace)
		}
		if err := w.open.Run(c); err != nil {
			return r, err
		}
		r.Run = metric.Measure(s.trace, w.open.Starts(), s.plan.Tau)
		w.sum(s.trace, w.open.Starts())
		return r, nil
	}
	if s.habits == nil {
		return r, session.ErrUsers
	}
	if w.closed == nil {
		w.users = NewUsers(s.trace, s.habits, s.plan.Seed)
		w.closed = sim.New()
		if err := w.closed.LoadFed(s.trace.Procs, s.trace.Start, s.trace.Len()+s.trace.Len()/8); err != nil {
			return r, err
		}
	}
	w.users.Replicate = r.Replicate
	err := w.closed.RunFed(c, w.users)
	if stuck := w.users.Err(); stuck != nil {
		err = stuck
	}
	if err != nil {
		return r, err
	}
	t := w.closed.Arrived()
	r.Run = metric.Measure(&t, w.closed.Starts(), s.plan.Tau)
	w.sum(&t, w.closed.Starts())
	return r, nil
}

// Replay does all of them, several at a time. The answer does not depend on how
// many.
func (s *Comparison) Replay(workers int) (*Answer, error) {
	n := s.Tasks()
	rows, errs := make([]Row, n), make([]error, n)
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(max(workers, 1), n) {
		all.Go(func() {
			w := s.Worker()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				rows[i], errs[i] = w.Task(i)
			}
		})
	}
	all.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return s.Merge(rows), nil
}

// Figures are of a way of scheduling; of several replays their means.
type Figures struct {
	Wait     float64 // mean of the jobs that were submitted, seconds
	Slowdown float64 // mean bounded slowdown of them, at least 1
	Weekly   float64 // jobs that were submitted a week of the log; 0 where it takes no time
}

// Change is against the baseline, as fractions: -0.1 is 10 % less. NaN where the
// baseline has 0.
type Change struct{ Wait, Slowdown, Weekly float64 }

// Outcome is what one way of scheduling does.
type Outcome struct {
	Open   Figures // if users do not react: the jobs as logged
	Closed Figures // if they wait for their jobs
	// OpenChange is Open against the open baseline, ClosedChange Closed against the
	// closed one.
	OpenChange, ClosedChange Change
	// Error is the standard error of ClosedChange over replicates: of chaos alone, and
	// not of what another log would say. NaN of one replicate.
	Error Change
}

// Told is what the log itself tells of its users.
type Told struct {
	Apart bool    // its users can be told apart; else nothing but Weeks is known
	Weeks float64 // from the first submit to the last
	// Sync, Async and Anchor are the shares of the log's jobs in batches that waited for the
	// batch before, that did not, and that came at their own time. They add up to 1.
	Sync, Async, Anchor float64
	// HalfHours is the response, in hours, after which users went on the same day in half of
	// the cases, against none; +Inf: no sign that long responses send users home.
	HalfHours float64
}

// Told is what the study's log tells.
func (s *Comparison) Told() Told {
	var told Told
	if n := s.trace.Len(); n > 0 {
		told.Weeks = float64(s.trace.Submit[n-1]-s.trace.Submit[0]) / job.Week
	}
	if s.habits != nil {
		shares := s.habits.Shares()
		told.Apart, told.HalfHours = true, s.habits.Patience.C/3600
		told.Sync, told.Async, told.Anchor = shares[session.Sync], shares[session.Async], shares[session.Anchor]
	}
	return told
}

// Answer is what a Comparison found.
type Answer struct {
	Told
	Base   Outcome
	Orders []Outcome // as in Plan.Orders
	// Likeness is the closed baseline over the open one, the log's own jobs; 1 is alike.
	Likeness Likeness
}

// Likeness is a ratio of each.
type Likeness struct{ Wait, Weekly float64 }

// What Likeness may be off by before an answer is rough.
const (
	RoughWait   = 0.15
	RoughWeekly = 0.05
)

// Rough says that the closed baseline is not like the log: it is too restless.
func (l Likeness) Rough() bool {
	return !(math.Abs(l.Wait-1) <= RoughWait && math.Abs(l.Weekly-1) <= RoughWeekly)
}

// Split says that waiting grows by one answer, and shrinks by the other.
func (o *Outcome) Split() bool { return o.OpenChange.Wait*o.ClosedChange.Wait < 0 }

// Merge makes an answer of all rows, in whatever order.
func (s *Comparison) Merge(rows []Row) *Answer {
	open, closed := make([]metric.Run, len(s.configs)), make([][]metric.Run, len(s.configs))
	for c := range closed {
		closed[c] = make([]metric.Run, s.plan.Replicates)
	}
	for _, r := range rows {
		if r.Replicate == Open {
			open[r.Config] = r.Run
		} else {
			closed[r.Config][r.Replicate] = r.Run
		}
	}
	return Merge(s.Told(), open, closed)
}

// Merge makes an answer of the open replay of each configuration, the baseline first, and
// of its closed ones by replicate: as many of each, in the same order.
func Merge(told Told, open []metric.Run, closed [][]metric.Run) *Answer {
	figures := func(r *metric.Run) (f Figures) {
		if r.Jobs > 0 {
			f.Wait, f.Slowdown = r.AvgWait(), r.AvgBsld()
		}
		if told.Weeks > 0 {
			f.Weekly = float64(r.Jobs) / told.Weeks
		}
		return f
	}
	all := func(list []metric.Run) (figs []Figures) {
		for i := range list {
			figs = append(figs, figures(&list[i]))
		}
		return figs
	}
	first, firsts := figures(&open[0]), all(closed[0])
	base := mean(firsts)
	a := &Answer{Told: told, Likeness: Likeness{base.Wait / first.Wait, base.Weekly / first.Weekly}}
	for c := range open {
		figs := all(closed[c])
		o := Outcome{Open: figures(&open[c]), Closed: mean(figs)}
		o.OpenChange, o.ClosedChange = change(o.Open, first), change(o.Closed, base)
		o.Error = spread(figs, firsts, o.Closed, base)
		if c == 0 {
			a.Base = o
		} else {
			a.Orders = append(a.Orders, o)
		}
	}
	return a
}

func mean(list []Figures) (m Figures) {
	for _, f := range list {
		m.Wait += f.Wait
		m.Slowdown += f.Slowdown
		m.Weekly += f.Weekly
	}
	n := float64(len(list))
	return Figures{m.Wait / n, m.Slowdown / n, m.Weekly / n}
}

func change(of, from Figures) Change {
	return Change{of.Wait/from.Wait - 1, of.Slowdown/from.Slowdown - 1, of.Weekly/from.Weekly - 1}
}

// spread is the standard error of a ratio of means over replicates that share
// their chances: of of - ratio from.
func spread(of, from []Figures, ofMean, fromMean Figures) Change {
	ratio := change(ofMean, fromMean)
	var s Change
	for i := range of {
		square := func(x float64) float64 { return x * x }
		s.Wait += square(of[i].Wait - float64((1+ratio.Wait)*from[i].Wait))
		s.Slowdown += square(of[i].Slowdown - float64((1+ratio.Slowdown)*from[i].Slowdown))
		s.Weekly += square(of[i].Weekly - float64((1+ratio.Weekly)*from[i].Weekly))
	}
	n := float64(len(of))
	deviation := func(sum, base float64) float64 { return math.Sqrt(sum/(n*(n-1))) / base }
	return Change{deviation(s.Wait, fromMean.Wait), deviation(s.Slowdown, fromMean.Slowdown), deviation(s.Weekly, fromMean.Weekly)}
}
