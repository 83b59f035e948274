// Package comparison turns the rows of package compare into a Report: who makes
// jobs wait less, by how much and how surely, and the evidence behind it.
package comparison

import (
	"slices"

	"shadowtime/core/compare"
	"shadowtime/core/job"
	"shadowtime/core/paired"
	"shadowtime/core/report"
)

// Report answers a Plan. The same Plan and trace give the same bytes of JSON
// on every platform, for any number of workers.
type Report struct {
	Version int          `json:"version"`
	Plan    compare.Plan `json:"plan"`
	Digest  string       `json:"digest"`
	Orders  []Order      `json:"orders"` // in the order of Plan.Orders, the baseline first

	Done int `json:"-"` // resamples behind the figures; Plan.Resamples at the end
}

// Order is one queue order's outcome over all resamples. Waits are seconds;
// Change, Low and High are fractions of the baseline's total wait.
type Order struct {
	Order       string       `json:"order"`
	Change      report.Float `json:"change"`      // pooled relative change of the total wait
	Low         report.Float `json:"low"`         // its 95 % interval over
	High        report.Float `json:"high"`        // resamples, of the kind that Plan.Interval names
	Wins        report.Float `json:"wins"`        // resamples with a lower total wait than the baseline, ties one half
	Best        report.Float `json:"best"`        // resamples with the lowest total wait of all orders, ties shared
	AvgWait     report.Float `json:"avgWait"`     // pooled over all jobs
	MaxWait     report.Float `json:"maxWait"`     // mean over resamples of the longest wait
	MaxMaxWait  int64        `json:"maxMaxWait"`  // the longest wait of all resamples
	AvgBsld     report.Float `json:"avgBsld"`     // mean bounded slowdown, pooled over all jobs
	Utilization report.Float `json:"utilization"` // mean over resamples
}

// Merge makes the report of the rows done so far, which it sorts by K. The
// plan must be normalised.
func Merge(p compare.Plan, digest job.Digest, procs int64, rows []compare.Row) *Report {
	r := &Report{Version: compare.Version, Plan: p, Digest: digest.Hex(), Done: len(rows)}
	rows = slices.Clone(rows)
	slices.SortFunc(rows, func(a, b compare.Row) int { return a.K - b.K })
	wait := waits(p, rows)
	best := paired.BestShares(wait)
	interval := intervals(p, len(rows))
	for i, name := range p.Orders {
		o := Order{Order: name, Best: report.Float(best[i])}
		if i > 0 {
			c := interval(wait[i], wait[0])
			o.Change, o.Low, o.High = report.Float(c.Mid), report.Float(c.Low), report.Float(c.High)
			o.Wins = report.Float(paired.Wins(wait[i], wait[0]))
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
		o.AvgWait = report.Float(float64(sum) / float64(jobs))
		o.MaxWait = report.Float(float64(maxSum) / float64(len(rows)))
		o.AvgBsld = report.Float(bsld / float64(jobs))
		o.Utilization = report.Float(use / float64(len(rows)))
		r.Orders = append(r.Orders, o)
	}
	return r
}

// intervals is the kind of interval that a plan asks for, over n resamples.
func intervals(p compare.Plan, n int) paired.Interval {
	if p.Interval == compare.Fieller {
		return func(policy, base []int64) paired.Change { return paired.Fieller(policy, base, report.Level) }
	}
	boot := paired.NewBootstrap(n, p.Bootstrap, p.Seed)
	if p.Interval == compare.BCa {
		return func(policy, base []int64) paired.Change { return boot.BCa(policy, base, report.Level) }
	}
	return func(policy, base []int64) paired.Change { return boot.Change(policy, base, report.Level) }
}

// Enough says whether the comparison may end with fewer resamples than the
// plan asks for, and with how many: see paired.Stop. Rows may be in any order;
// those after a missing one do not count.
func Enough(p compare.Plan, rows []compare.Row) (n int, ok bool) {
	if p.Stop == 0 {
		return 0, false
	}
	rows = slices.Clone(rows)
	slices.SortFunc(rows, func(a, b compare.Row) int { return a.K - b.K })
	known := 0
	for known < len(rows) && rows[known].K == known+1 {
		known++
	}
	wait := waits(p, rows[:min(known, p.Resamples)])
	return paired.Stop(wait, 0, p.Stop, func(n int) paired.Interval { return intervals(p, n) })
}

// waits are the total waits by order and resample.
func waits(p compare.Plan, rows []compare.Row) [][]int64 {
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
	slices.SortStableFunc(rows, func(a, b Order) int { return report.Ascending(a.Change, b.Change) })
	return rows
}

// Baseline is the row the others are compared with.
func (r *Report) Baseline() Order { return r.Orders[0] }
