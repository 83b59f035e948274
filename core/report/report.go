// Package report turns the rows of a study into a Report: intervals, shares,
// sentences and tables. It is linked by page and command, not by workers.
package report

import (
	"math"
	"slices"
	"strconv"

	"shadowtime/core/job"
	"shadowtime/core/paired"
	"shadowtime/core/study"
)

// Level is the confidence of the intervals.
const Level = 0.95

// Report answers a Plan. The same Plan and trace give the same bytes of JSON
// on every platform, for any number of workers.
type Report struct {
	Version int        `json:"version"`
	Plan    study.Plan `json:"plan"`
	Digest  string     `json:"digest"`
	Orders  []Order    `json:"orders"` // in the order of Plan.Orders, the baseline first

	Done int `json:"-"` // resamples behind the figures; Plan.Resamples at the end
}

// Order is one queue order's outcome over all resamples. Waits are seconds;
// Change, Low and High are fractions of the baseline's total wait.
type Order struct {
	Order       string `json:"order"`
	Change      Float  `json:"change"`      // pooled relative change of the total wait
	Low         Float  `json:"low"`         // its 95 % interval over
	High        Float  `json:"high"`        // resamples, of the kind that Plan.Interval names
	Wins        Float  `json:"wins"`        // resamples with a lower total wait than the baseline, ties one half
	Best        Float  `json:"best"`        // resamples with the lowest total wait of all orders, ties shared
	AvgWait     Float  `json:"avgWait"`     // pooled over all jobs
	MaxWait     Float  `json:"maxWait"`     // mean over resamples of the longest wait
	MaxMaxWait  int64  `json:"maxMaxWait"`  // the longest wait of all resamples
	AvgBsld     Float  `json:"avgBsld"`     // mean bounded slowdown, pooled over all jobs
	Utilization Float  `json:"utilization"` // mean over resamples
}

// Float is a figure that may be undefined: NaN is null in JSON.
type Float float64

// MarshalJSON writes null for what is not a number.
func (f Float) MarshalJSON() ([]byte, error) {
	x := float64(f)
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, x, 'g', -1, 64), nil
}

// Merge makes the report of the rows done so far, which it sorts by K. The
// plan must be normalised.
func Merge(p study.Plan, digest job.Digest, procs int64, rows []study.Row) *Report {
	r := &Report{Version: study.Version, Plan: p, Digest: digest.Hex(), Done: len(rows)}
	rows = slices.Clone(rows)
	slices.SortFunc(rows, func(a, b study.Row) int { return a.K - b.K })
	wait := waits(p, rows)
	best := paired.BestShares(wait)
	interval := intervals(p, len(rows))
	for i, name := range p.Orders {
		o := Order{Order: name, Best: Float(best[i])}
		if i > 0 {
			c := interval(wait[i], wait[0])
			o.Change, o.Low, o.High = Float(c.Mid), Float(c.Low), Float(c.High)
			o.Wins = Float(paired.Wins(wait[i], wait[0]))
		}
		var jobs, sum, maxSum int64
		bsld, use := 0.0, 0.0
		for k := range rows {
			run := &rows[k].Runs[i]
			jobs += run.Jobs
			sum += run.SumWait
			maxSum += run.MaxWait
			o.MaxMaxWait = max(o.MaxMaxWait, run.MaxWait)
			bsld += run.SumBsld
			use += run.Utilization(procs)
		}
		o.AvgWait = Float(float64(sum) / float64(jobs))
		o.MaxWait = Float(float64(maxSum) / float64(len(rows)))
		o.AvgBsld = Float(bsld / float64(jobs))
		o.Utilization = Float(use / float64(len(rows)))
		r.Orders = append(r.Orders, o)
	}
	return r
}

// intervals is the kind of interval that a plan asks for, over n resamples.
func intervals(p study.Plan, n int) paired.Interval {
	if p.Interval == study.Fieller {
		return func(policy, base []int64) paired.Change { return paired.Fieller(policy, base, Level) }
	}
	boot := paired.NewBootstrap(n, p.Bootstrap, p.Seed)
	if p.Interval == study.BCa {
		return func(policy, base []int64) paired.Change { return boot.BCa(policy, base, Level) }
	}
	return func(policy, base []int64) paired.Change { return boot.Change(policy, base, Level) }
}

// Enough says whether the comparison may end with fewer resamples than the
// plan asks for, and with how many: see paired.Stop. Rows may be in any order;
// those after a missing one do not count.
func Enough(p study.Plan, rows []study.Row) (n int, ok bool) {
	if p.Stop == 0 {
		return 0, false
	}
	rows = slices.Clone(rows)
	slices.SortFunc(rows, func(a, b study.Row) int { return a.K - b.K })
	known := 0
	for known < len(rows) && rows[known].K == known+1 {
		known++
	}
	wait := waits(p, rows[:min(known, p.Resamples)])
	return paired.Stop(wait, 0, p.Stop, func(n int) paired.Interval { return intervals(p, n) })
}

// waits are the total waits by order and resample.
func waits(p study.Plan, rows []study.Row) [][]int64 {
	wait := make([][]int64, len(p.Orders))
	for i := range wait {
		wait[i] = make([]int64, len(rows))
		for k := range rows {
			wait[i][k] = rows[k].Runs[i].SumWait
		}
	}
	return wait
}

// Ranked returns the rows from the least total wait to the most, rows without
// a figure last, equal ones in the order of the plan.
func (r *Report) Ranked() []Order {
	rows := slices.Clone(r.Orders)
	slices.SortStableFunc(rows, func(a, b Order) int {
		x, y := float64(a.Change), float64(b.Change)
		switch {
		case math.IsNaN(x) && math.IsNaN(y):
			return 0
		case math.IsNaN(x):
			return 1
		case math.IsNaN(y) || x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	return rows
}

// Baseline is the row the others are compared with.
func (r *Report) Baseline() Order { return r.Orders[0] }
