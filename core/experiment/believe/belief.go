// Package believe says how near a simulated schedule is to the one that the log
// says it ran by, and which way of scheduling comes nearest. Nearness is no proof:
// partitions, holds, dependencies and priorities are not in a log.
package believe

import (
	"cmp"
	"math"
	"slices"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/why"
	"shadowtime/core/study"
)

// Report sets logged waits beside simulated ones: of the jobs whose wait the log
// knows.
type Report struct {
	Jobs      int  `json:"jobs"`
	Known     int  `json:"known"`
	Logged    Side `json:"logged"`
	Simulated Side `json:"simulated"`
	// RankCorrelation is Spearman's, of equal waits the mean rank; null where all
	// waits of a side are equal.
	RankCorrelation report.Float `json:"rankCorrelation"`
	// AboveMachine counts the logged starts that put more processors in use at once
	// than the machine has; Peak is the most in use.
	AboveMachine int   `json:"aboveMachine"`
	Peak         int64 `json:"peak"`
	// Distance is that of the simulated schedule.
	Distance report.Float `json:"distance"`
	Weeks    []Week       `json:"weeks"`
	Nearest  []Near       `json:"nearest"` // the nearest first
	Caveats  []string     `json:"caveats"`
}

// Side is a schedule of the jobs whose logged wait is known. Times are seconds.
type Side struct {
	AvgWait     report.Float `json:"avgWait"`
	MedianWait  report.Float `json:"medianWait"`
	MaxWait     int64        `json:"maxWait"`
	Utilization report.Float `json:"utilization"` // from the first submit to the last end
	// Percentiles are the waits that 0, 1, ... 100 percent of the jobs do not exceed.
	Percentiles []report.Float `json:"percentiles"`
}

// Week is the mean waits of the jobs submitted in a week that begins at From, on the
// trace's clock.
type Week struct {
	From      int64        `json:"from"`
	Jobs      int          `json:"jobs"`
	Logged    report.Float `json:"logged"`
	Simulated report.Float `json:"simulated"`
}

// Near is how far a way of scheduling is from what the log says.
type Near struct {
	Order       string        `json:"order"`
	Backfilling string        `json:"backfilling"`
	Threshold   study.Seconds `json:"threshold"`
	Distance    report.Float  `json:"distance"`
	FirstHalf   report.Float  `json:"firstHalf"` // the same of the jobs of either half of the log's time
	SecondHalf  report.Float  `json:"secondHalf"`
	Tie         bool          `json:"tie"` // it can't be told from the nearest, see Rank
}

// Measure sets the simulated starts beside the logged ones, which why.Logged gives.
func Measure(t *job.Trace, logged, simulated []int64) *Report {
	var jobs []int32
	for j, at := range logged {
		if at != why.Unknown {
			jobs = append(jobs, int32(j))
		}
	}
	r := &Report{Jobs: t.Len(), Known: len(jobs), Weeks: []Week{}, Nearest: []Near{}}
	a, b := waits(t, logged, jobs), waits(t, simulated, jobs)
	r.Logged, r.Simulated = side(t, logged, jobs, a), side(t, simulated, jobs, b)
	r.RankCorrelation = report.Float(metric.Spearman(a, b))
	r.Distance = report.Float(Distance(t, logged, simulated))
	r.AboveMachine, r.Peak = above(t, logged, jobs)
	r.weeks(t, jobs, a, b)
	r.warn(t)
	return r
}

func waits(t *job.Trace, starts []int64, jobs []int32) []float64 {
	list := make([]float64, len(jobs))
	for i, j := range jobs {
		list[i] = float64(starts[j] - t.Submit[j])
	}
	return list
}

func side(t *job.Trace, starts []int64, jobs []int32, waits []float64) Side {
	s := Side{Percentiles: make([]report.Float, 101)}
	sum, area := 0.0, 0.0
	first, last := int64(math.MaxInt64), int64(math.MinInt64)
	for i, j := range jobs {
		sum += waits[i]
		s.MaxWait = max(s.MaxWait, int64(waits[i]))
		area += float64(t.Size[j]) * float64(t.Run[j])
		first, last = min(first, t.Submit[j]), max(last, starts[j]+t.Run[j])
	}
	if len(jobs) == 0 {
		area = math.NaN()
	}
	s.AvgWait = report.Float(sum / float64(len(jobs)))
	s.Utilization = report.Float(area / (float64(t.Procs) * float64(last-first)))
	sorted := slices.Sorted(slices.Values(waits))
	s.MedianWait = report.Float(numeral.Quantile(sorted, 0.5))
	for i := range s.Percentiles {
		s.Percentiles[i] = report.Float(numeral.Quantile(sorted, float64(i)/100))
	}
	return s
}

// minute is what is added to waits before their ratio is taken: nobody minds a
// second more or less.
const minute = 60

// Distance is how many times over a job's wait is doubled or halved between the
// log and a simulation, in the mean: of |log2((simulated + 60 s)/(logged + 60 s))|
// over the jobs whose logged wait is known. 0: the same waits; 1: off by a factor of
// two. NaN without such jobs.
func Distance(t *job.Trace, logged, simulated []int64) float64 {
	return distance(t, logged, simulated, 0, t.Len())
}

// distance is that of the jobs from one to before another.
func distance(t *job.Trace, logged, simulated []int64, from, to int) float64 {
	sum, n := 0.0, 0
	for j := from; j < to; j++ {
		if logged[j] == why.Unknown {
			continue
		}
		a, b := logged[j]-t.Submit[j], simulated[j]-t.Submit[j]
		sum += math.Abs(math.Log2(float64(b+minute)) - math.Log2(float64(a+minute)))
		n++
	}
	return sum / float64(n)
}

// Measure notes how far a simulation is from what the log says, in all and in either half.
func (n *Near) Measure(t *job.Trace, logged, simulated []int64) {
	n.Distance = report.Float(Distance(t, logged, simulated))
	if t.Len() == 0 {
		return
	}
	half := t.Submit[0] + (t.Submit[t.Len()-1]-t.Submit[0])/2
	at, _ := slices.BinarySearch(t.Submit, half)
	n.FirstHalf = report.Float(distance(t, logged, simulated, 0, at))
	n.SecondHalf = report.Float(distance(t, logged, simulated, at, t.Len()))
}

// above counts starts beyond the machine, and finds the most processors in use.
func above(t *job.Trace, starts []int64, jobs []int32) (n int, peak int64) {
	byStart := make([]int32, 0, len(jobs)) // those that hold processors for a time
	for _, j := range jobs {
		if t.Run[j] > 0 {
			byStart = append(byStart, j)
		}
	}
	byEnd := slices.Clone(byStart)
	end := func(j int32) int64 { return starts[j] + t.Run[j] }
	slices.SortStableFunc(byStart, func(i, j int32) int { return cmp.Compare(starts[i], starts[j]) })
	slices.SortStableFunc(byEnd, func(i, j int32) int { return cmp.Compare(end(i), end(j)) })
	busy := int64(0)
	for _, j := range byStart {
		for len(byEnd) > 0 && end(byEnd[0]) <= starts[j] {
			busy -= int64(t.Size[byEnd[0]])
			byEnd = byEnd[1:]
		}
		busy += int64(t.Size[j])
		if peak = max(peak, busy); busy > t.Procs {
			n++
		}
	}
	return n, peak
}

func (r *Report) weeks(t *job.Trace, jobs []int32, a, b []float64) {
	if len(jobs) == 0 {
		return
	}
	week := func(at int64) int64 { // rounded down
		x := at - t.Calendar.Monday
		if x < 0 {
			x -= job.Week - 1
		}
		return x / job.Week
	}
	for i, j := range jobs {
		from := t.Calendar.Monday + week(t.Submit[j])*job.Week
		if n := len(r.Weeks); n == 0 || r.Weeks[n-1].From != from {
			r.Weeks = append(r.Weeks, Week{From: from})
		}
		w := &r.Weeks[len(r.Weeks)-1]
		w.Jobs++
		w.Logged += report.Float(a[i])
		w.Simulated += report.Float(b[i])
	}
	for i := range r.Weeks {
		w := &r.Weeks[i]
		w.Logged /= report.Float(w.Jobs)
		w.Simulated /= report.Float(w.Jobs)
	}
}

// Tries are the ways of scheduling that are held against the log: every order, with
// and without the threshold if it is one, each backfilling.
func Tries(threshold study.Seconds) (list []Near) {
	thresholds := []study.Seconds{study.None}
	if threshold >= 0 {
		thresholds = append(thresholds, threshold)
	}
	for _, o := range order.Every() {
		for b := sim.Easy; b <= sim.Conservative; b++ {
			for _, th := range thresholds {
				list = append(list, Near{Order: o.Name(), Backfilling: b.String(), Threshold: th, Distance: report.Float(math.NaN())})
			}
		}
	}
	return list
}

// Try replays one of them in an engine that is loaded with the trace, otherwise as
// base says, and notes its distance.
func (n *Near) Try(e *sim.Engine, t *job.Trace, base sim.Config, logged []int64) (err error) {
	if base.Primary, err = order.Parse(n.Order); err != nil {
		return err
	}
	base.Backfill, base.Threshold = base.Primary, int64(n.Threshold)
	if base.Backfilling, err = sim.ParseBackfilling(n.Backfilling); err != nil {
		return err
	}
	if base.Backfilling == sim.Conservative {
		base.Depth, base.Tries = 0, 0
	}
	if err := e.Run(&base); err != nil {
		return err
	}
	n.Measure(t, logged, e.Starts())
	return nil
}

// asNear is how much farther a way may be that is as near: a percent of a wait.
const asNear = 0.015

// Rank takes the ways that were tried, the nearest first, those as near in the
// order they came. A way ties with the nearest that is as near, or nearer in one of the
// halves: another such log might have turned the two round.
func (r *Report) Rank(list []Near) {
	r.Nearest = slices.Clone(list)
	sorted.Stable(r.Nearest, func(a, b Near) int { return report.Ascending(a.Distance, b.Distance) })
	for i := range r.Nearest {
		n, best := &r.Nearest[i], &r.Nearest[0]
		n.Tie = i > 0 && (n.Distance <= best.Distance+asNear || n.FirstHalf <= best.FirstHalf || n.SecondHalf <= best.SecondHalf)
	}
}

// Ties are the ways that can't be told from the nearest, by their names.
func (r *Report) Ties() (list []string) {
	for _, n := range r.Nearest {
		if n.Tie {
			list = append(list, n.Words())
		}
	}
	return list
}
