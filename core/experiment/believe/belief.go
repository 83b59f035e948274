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
	"shadowtime/core/experiment/rules"
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
	Tried    int          `json:"tried"`   // ways of scheduling
	Nearest  []Near       `json:"nearest"` // the nearest first; ways that make the same schedule are one
	Caveats  []string     `json:"caveats"`
	Slurm    *AsSet       `json:"slurm,omitempty"` // as its site has set it, where that was replayed
}

// AsSet is how near a site's own Slurm comes, as it is set.
type AsSet struct {
	Jobs     int          `json:"jobs"` // that are judged: whose wait is known from its beginning, once usage is
	AvgWait  report.Float `json:"avgWait"`
	Distance report.Float `json:"distance"`
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
	Backfill    string        `json:"backfill,omitempty"` // order of the jobs behind the head, "": the same
	Backfilling string        `json:"backfilling"`
	Threshold   study.Seconds `json:"threshold"`
	Asked       bool          `json:"asked"` // it is what was asked, or makes the same schedule
	Distance    report.Float  `json:"distance"`
	FirstHalf   report.Float  `json:"firstHalf"` // the same of the jobs of either half of the log's time
	SecondHalf  report.Float  `json:"secondHalf"`
	Tie         bool          `json:"tie"`            // it can't be told from the nearest, see Rank
	Same        []string      `json:"same,omitempty"` // the other ways that make this schedule, in words

	schedule uint64 // equal of equal starts; 0: not known
	idle     bool   // the last of Same differs by the threshold alone, with it or without
}

// WayOf is the way of scheduling of a configuration, as one that was asked.
func WayOf(c *sim.Config) Near {
	n := Near{Order: c.Primary.Name(), Backfilling: c.Backfilling.String(), Threshold: study.Seconds(max(c.Threshold, sim.None)),
		Asked: true, Distance: report.Float(math.NaN())}
	if behind := c.Backfill.Name(); c.Backfilling == sim.Easy && behind != n.Order {
		n.Backfill = behind
	}
	return n
}

// is says whether two are one way of scheduling.
func (n *Near) is(m *Near) bool {
	return n.Order == m.Order && n.Backfill == m.Backfill && n.Backfilling == m.Backfilling && n.Threshold == m.Threshold
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
	r.AboveMachine, r.Peak = Above(t, logged, jobs)
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

// Distance is how many times over a job's wait is doubled or halved between the
// log and a simulation (metric.Doubled), in the mean
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
		sum += metric.Doubled(float64(logged[j]-t.Submit[j]), float64(simulated[j]-t.Submit[j]))
		n++
	}
	return sum / float64(n)
}

// Measure notes how far a simulation is from what the log says, in all and in either half.
func (n *Near) Measure(t *job.Trace, logged, simulated []int64) {
	n.Distance = report.Float(Distance(t, logged, simulated))
	n.schedule = 14695981039346656037 // FNV-1a, a word at a time
	for _, at := range simulated {
		n.schedule = (n.schedule ^ uint64(at)) * 1099511628211
	}
	if t.Len() == 0 {
		return
	}
	half := t.Submit[0] + (t.Submit[t.Len()-1]-t.Submit[0])/2
	at, _ := slices.BinarySearch(t.Submit, half)
	n.FirstHalf = report.Float(distance(t, logged, simulated, 0, at))
	n.SecondHalf = report.Float(distance(t, logged, simulated, at, t.Len()))
}

// WrongSize says whether so many of the starts whose instant is known are beyond the machine that its size looks wrong.
func WrongSize(above, known int) bool { return float64(above) > rules.MostLacking*float64(known) }

// Above counts starts beyond the machine, and finds the most processors in use.
func Above(t *job.Trace, starts []int64, jobs []int32) (n int, peak int64) {
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

// Proposed is the threshold that is tried where none is asked for.
const Proposed = study.Seconds(40 * 3600)

// Tries are the ways of scheduling that are held against the log: every order with each
// backfilling, FCFS in front of every other order that backfills, and what was asked. All
// without a threshold, and with the one asked for.
func Tries(asked Near) (list []Near) {
	threshold := asked.Threshold
	if threshold == study.None {
		threshold = Proposed
	}
	known := false
	add := func(way, behind string, b sim.Backfilling) {
		for _, th := range []study.Seconds{study.None, threshold} {
			n := Near{Order: way, Backfill: behind, Backfilling: b.String(), Threshold: th, Distance: report.Float(math.NaN())}
			n.Asked = n.is(&asked)
			known = known || n.Asked
			list = append(list, n)
		}
	}
	for _, o := range order.Every() {
		for b := sim.Easy; b <= sim.Conservative; b++ {
			add(o.Name(), "", b)
		}
	}
	front := order.Order{}.Name()
	for _, o := range order.Every() {
		if o.Name() != front {
			add(front, o.Name(), sim.Easy)
		}
	}
	if !known {
		list = append(list, asked)
	}
	return list
}

// Config is how this way schedules, otherwise as base says.
func (n *Near) Config(base sim.Config) (sim.Config, error) {
	c, err := study.Config(n.Order, cmp.Or(n.Backfill, n.Order), n.Threshold, n.Backfilling, base.Dialect.String())
	if err != nil {
		return c, err
	}
	base.Primary, base.Backfill, base.Threshold, base.Backfilling = c.Primary, c.Backfill, c.Threshold, c.Backfilling
	if base.Backfilling == sim.Conservative {
		base.Depth, base.Tries = 0, 0
	}
	return base, nil
}

// Try replays one of them in an engine that is loaded with the trace, otherwise as
// base says, and notes its distance.
func (n *Near) Try(e *sim.Engine, t *job.Trace, base sim.Config, logged []int64) error {
	c, err := n.Config(base)
	if err != nil {
		return err
	}
	if err := e.Run(&c); err != nil {
		return err
	}
	n.Measure(t, logged, e.Starts())
	return nil
}

// asNear is how much farther a way may be that is as near: a percent of a wait.
const asNear = 0.015

// Rank takes the ways that were tried, the nearest first, those as near in the
// order they came; ways that make the same schedule become one, under the name that was
// asked where it is among them. A way ties with the nearest that is as near, or nearer in
// one of the halves: another such log might have turned the two round.
func (r *Report) Rank(list []Near) {
	r.Tried = len(list)
	all := slices.Clone(list)
	sorted.Stable(all, func(a, b Near) int { return report.Ascending(a.Distance, b.Distance) })
	r.Nearest = []Near{}
	at := map[uint64]int{}
	for _, n := range all {
		if i, ok := at[n.schedule]; ok && n.schedule != 0 {
			r.Nearest[i].join(n)
			continue
		}
		at[n.schedule] = len(r.Nearest)
		r.Nearest = append(r.Nearest, n)
	}
	for i := range r.Nearest {
		n, best := &r.Nearest[i], &r.Nearest[0]
		n.Tie = i > 0 && (n.Distance <= best.Distance+asNear || n.FirstHalf <= best.FirstHalf || n.SecondHalf <= best.SecondHalf)
	}
}

// join takes in a way that makes the same schedule.
func (n *Near) join(m Near) {
	if m.Asked {
		m.Same, n.Same = n.Same, nil
		*n, m = m, *n
	}
	other := m
	other.Threshold = n.Threshold
	n.idle = n.is(&other) && (m.Threshold == study.None) != (n.Threshold == study.None)
	n.Same = append(n.Same, m.Words())
}

// Listed are the nearest few, and what was asked wherever it stands: their places, from 0.
func (r *Report) Listed(few int) (list []int) {
	for i := range r.Nearest {
		if i < few || r.Nearest[i].Asked {
			list = append(list, i)
		}
	}
	return list
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
