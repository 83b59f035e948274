package online

import (
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Evidence is what stands behind a Report, for its views: figures
// by week of the resample, the last entry holding all later weeks.
type Evidence struct {
	Orders []string      `json:"orders"` // as Plan.Orders
	Fixed  []report.Band `json:"fixed"`  // Curve of each order
	Lines  []Line        `json:"lines"`  // as Report.Strategies
	Idle   int           `json:"idle"`   // resamples in which nobody waits under FCFS: pooled figures count them as they are
}

// Line is one strategy over time.
type Line struct {
	// Curve is the cumulative difference in summed waits to FCFS, a job counted
	// when it ends, as a fraction of the whole wait under FCFS, pooled over
	// resamples: it ends at the change of the table (Reis 2018, figures 6.4 to
	// 6.7). The percentiles are of single resamples, each as a fraction of its own.
	Curve report.Band `json:"curve"`
	// Regret is the same against the best fixed order in hindsight.
	Regret report.Band `json:"regret"`
	// Shares says, by order and week, in which share of the resamples' periods
	// that began then the order ran; of periods longer than a week the one in
	// force (Reis 2018, figures 6.8 and 6.9). Fixed orders have none.
	Shares [][]report.Float `json:"shares,omitempty"`
}

// Explain computes the evidence behind a selection from the rows it
// was merged from, one resample at least.
func Explain(s *Report, rows []Row) *Evidence {
	_, rows = study.Split(rows)
	best := 0
	for i, name := range s.Plan.Choices() {
		if order.Label(name) == s.Best.Order {
			best = i
		}
	}
	idle, total := 0, totals(rows, func(r *Row) *Course { return &r.Fixed[0] })
	for _, x := range total {
		if x == 0 {
			idle++
		}
	}
	against := func(of func(*Row) *Course, base int) report.Band {
		return report.Cumulative(len(of(&rows[0]).Ended), total, func(w, k int) int64 {
			return of(&rows[k]).Ended[w] - rows[k].Fixed[base].Ended[w]
		})
	}
	e := &Evidence{Orders: order.Labels(s.Plan.Choices()), Idle: idle}
	for i := range s.Plan.Choices() {
		e.Fixed = append(e.Fixed, against(func(r *Row) *Course { return &r.Fixed[i] }, 0))
	}
	for _, entry := range s.Plan.Entries() {
		of := func(r *Row) *Course { return r.Course(entry) }
		line := Line{Curve: against(of, 0), Regret: against(of, best)}
		if entry.Strategy.Base != Fixed {
			line.Shares = shares(rows, of, len(s.Plan.Choices()), int64(entry.Period))
		}
		e.Lines = append(e.Lines, line)
	}
	return e
}

// shares counts the orders of the periods that begin in each week.
func shares(rows []Row, of func(*Row) *Course, orders int, period int64) [][]report.Float {
	chosen := of(&rows[0]).Chosen
	weeks := len(of(&rows[0]).Ended) - 1
	share := make([][]report.Float, orders)
	for i := range share {
		share[i] = make([]report.Float, weeks)
	}
	count := make([]int, orders)
	for w := range weeks {
		from, to := int64(w)*job.Week, int64(w+1)*job.Week
		first, last := int((from+period-1)/period), int((to+period-1)/period)
		if first >= last { // none begins
			first, last = int(from/period), int(from/period)+1
		}
		last = min(last, len(chosen))
		clear(count)
		for k := range rows {
			for _, i := range of(&rows[k]).Chosen[first:last] {
				count[i]++
			}
		}
		for i, n := range count {
			share[i][w] = report.Float(float64(n) / float64(len(rows)*(last-first)))
		}
	}
	return share
}
