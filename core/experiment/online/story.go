package online

import (
	"errors"
	"math"
	"strconv"

	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Story is one strategy on one resample, period by period: what it knew, what
// it chose, and how the machine fared.
type Story struct {
	K        int
	Strategy string
	Period   study.Seconds // its length
	Orders   []string
	Procs    int64 // of the machine

	// By period.
	Chosen    []byte    // the order, as an index into Orders
	Estimates []float64 // a row of orders each: the wait per job (seconds) expected of them when the period began, NaN: unknown
	Queue     []float64 // waiting jobs, mean over the period
	QueueEnd  []int64   // the same at its end
	Busy      []float64 // running processors, mean over the period

	// By period; the last entry holds all that happened after the last.
	Jobs     []int64 // that ended
	Waits    []int64 // their summed wait, seconds
	Baseline []int64 // the same under FCFS alone
}

// Periods is their number.
func (s *Story) Periods() int { return len(s.Chosen) }

// Estimate is what the strategy expected of an order when a period began, in
// seconds of wait per job; false when it expected nothing.
func (s *Story) Estimate(period, order int) (float64, bool) {
	x := s.Estimates[period*len(s.Orders)+order]
	return x, !math.IsNaN(x)
}

// Difference is the cumulative difference of summed waits to FCFS, in seconds,
// by the end of each period; the last entry is that of the whole resample.
func (s *Story) Difference() []int64 {
	list := make([]int64, len(s.Waits))
	sum := int64(0)
	for i := range list {
		sum += s.Waits[i] - s.Baseline[i]
		list[i] = sum
	}
	return list
}

// Open replays one strategy of the plan, or one of its orders (fixed:ORDER),
// on resample k. For a fixed order the period is only how the Story is cut.
func (r *Runner) Open(k int, strategy string, period study.Seconds) (*Story, error) {
	parsed, err := ParseStrategy(strategy)
	if err != nil {
		return nil, err
	}
	if parsed.Base == Fixed && period == study.None {
		period = r.plan.Periods[0]
	}
	at := -1
	for i, d := range r.plan.Periods {
		if d == period {
			at = i
		}
	}
	if at < 0 {
		return nil, errors.New("period " + period.String() + " is not among those of the plan")
	}
	if err := r.load(k); err != nil {
		return nil, err
	}
	l := r.lengths[at]
	s := &Story{K: k, Strategy: parsed.Name(), Period: period, Orders: order.Labels(r.plan.Choices()), Procs: r.trace.Procs,
		Chosen: make([]byte, l.turns), Estimates: make([]float64, l.turns*len(r.arms))}
	for i := range s.Estimates {
		s.Estimates[i] = math.NaN()
	}
	if err := r.fixed(0, nil); err != nil {
		return nil, err
	}
	_, s.Baseline = ended(&r.trace, r.starts(), l)
	if err := r.openInto(s, parsed, l); err != nil {
		return nil, err
	}
	s.Jobs, s.Waits = ended(&r.trace, r.starts(), l)
	s.machine(&r.trace, r.starts())
	return s, nil
}

// openInto replays the strategy once more.
func (r *Runner) openInto(s *Story, strategy Strategy, l *length) error {
	if strategy.Base == Fixed {
		for i, name := range r.plan.Choices() {
			if order.Label(name) == order.Label(strategy.Order) {
				for turn := range s.Chosen {
					s.Chosen[turn] = byte(i)
				}
				return r.fixed(i, nil)
			}
		}
		return errors.New("order " + strategy.Order + " is not among those of the plan")
	}
	for _, x := range r.learnt {
		if x.name != strategy || x.length != l {
			continue
		}
		if strategy.Simulates() && x.live == nil {
			for i := range r.arms {
				if err := r.simulate(l, i); err != nil {
					return err
				}
			}
		}
		return r.replay(x, s.Chosen, nil, func(turn int) {
			for i := range r.arms {
				if e, ok := x.strategy.Estimate(i); ok {
					s.Estimates[turn*len(r.arms)+i] = e
				}
			}
		})
	}
	return errors.New("strategy " + strconv.Quote(strategy.Name()) + " is not among those of the plan")
}

// ended counts the jobs that ended in each period and sums up their waits.
func ended(t *job.Trace, starts []int64, l *length) (jobs, waits []int64) {
	jobs, waits = make([]int64, l.turns+1), make([]int64, l.turns+1)
	for j, start := range starts {
		at := min((start+t.Run[j])/l.seconds, int64(l.turns))
		jobs[at]++
		waits[at] += start - t.Submit[j]
	}
	return jobs, waits
}

// machine measures queue and processors, period by period.
func (s *Story) machine(t *job.Trace, starts []int64) {
	n, d := len(s.Chosen), int64(s.Period)
	queue, busy := make([]int64, n), make([]int64, n) // job-seconds, processor-seconds
	s.QueueEnd = make([]int64, n)
	spread := func(sum []int64, from, to, q int64) {
		for at := from / d; at < int64(n) && at*d < to; at++ {
			sum[at] += q * (min(to, (at+1)*d) - max(from, at*d))
		}
	}
	for j, start := range starts {
		spread(queue, t.Submit[j], start, 1)
		spread(busy, start, start+t.Run[j], int64(t.Size[j]))
		for at := t.Submit[j] / d; at < int64(n) && (at+1)*d <= start; at++ {
			s.QueueEnd[at]++
		}
	}
	s.Queue, s.Busy = make([]float64, n), make([]float64, n)
	for at := range n {
		s.Queue[at] = float64(queue[at]) / float64(d)
		s.Busy[at] = float64(busy[at]) / float64(d)
	}
}

// Wire sends or takes the story.
func (s *Story) Wire(b wire.Both) {
	b.All(&s.K, &s.Strategy)
	wire.Whole(b, &s.Period)
	b.All(&s.Orders, &s.Procs, &s.Chosen, &s.Estimates, &s.Queue, &s.QueueEnd, &s.Busy, &s.Jobs, &s.Waits, &s.Baseline)
	n := len(s.Chosen)
	b.Check(len(s.Estimates) == n*len(s.Orders) && len(s.Queue) == n && len(s.QueueEnd) == n && len(s.Busy) == n &&
		len(s.Jobs) == n+1 && len(s.Waits) == n+1 && len(s.Baseline) == n+1)
	for _, c := range s.Chosen {
		b.Check(int(c) < len(s.Orders))
	}
}

// DecodeStory reads the answer to an Ask; it errs when the lengths do not agree.
func DecodeStory(answer []byte) (*Story, error) {
	s := &Story{}
	if err := wire.Decode(answer, s); err != nil {
		return nil, err
	}
	return s, nil
}
