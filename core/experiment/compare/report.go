package compare

import (
	"math"
	"slices"

	"shadowtime/core/base/sorted"
	"shadowtime/core/base/stats"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Report answers a Plan. The same Plan and trace give the same bytes of JSON
// on every platform, for any number of workers.
type Report struct {
	Version  int              `json:"version"`
	Plan     Plan             `json:"plan"`
	Digest   string           `json:"digest"`
	AsLogged *report.AsLogged `json:"asLogged"` // null while it is not computed
	Verdict  report.Verdict   `json:"verdict"`
	Named    *Named           `json:"named"`    // null without another order than the baseline
	Same     []string         `json:"same"`     // orders shown to be the same as the named one within Plan.Margin, see same
	Orders   []Order          `json:"orders"`   // in the order of Plan.Orders, the baseline first
	Warnings []stats.Warning  `json:"warnings"` // see Warn

	Sensitivity Sensitivity `json:"sensitivity,omitempty"` // the same asked in other ways, where that was wanted

	Done int `json:"-"` // resamples behind the figures; Plan.Resamples at the end

	// Source is what the report was computed from: Warn sets it.
	Source report.Source `json:"-"`
}

// Order is one queue order's outcome over all resamples. Waits are seconds.
type Order struct {
	Order string `json:"order"`
	report.Judged
	Wins        report.Float `json:"wins"`        // resamples with a lower total wait than the baseline, ties one half
	Best        report.Float `json:"best"`        // resamples with the lowest total wait of all orders, ties shared
	AvgWait     report.Float `json:"avgWait"`     // pooled over all jobs
	MaxWait     report.Float `json:"maxWait"`     // mean over resamples of the longest wait
	MaxMaxWait  int64        `json:"maxMaxWait"`  // the longest wait of all resamples
	AvgBsld     report.Float `json:"avgBsld"`     // mean bounded slowdown, pooled over all jobs
	Utilization report.Float `json:"utilization"` // mean over resamples
	Late        report.Float `json:"late"`        // share of jobs that waited longer than the threshold; null without one
	Makespan    report.Float `json:"makespan"`    // from the first submit to the last end, mean over resamples
}

// Named is the order that a sentence names, see report.Claim.
type Named struct {
	Order string `json:"order"`
	report.Claim
	// MaxWait is the longest wait of the log's own replay under it, MaxWaitBase that under
	// the baseline: seconds.
	MaxWait     int64 `json:"maxWait"`
	MaxWaitBase int64 `json:"maxWaitBase"`
}

// claim is what is claimed of it; nil of none.
func (n *Named) claim() *report.Claim {
	if n == nil {
		return nil
	}
	return &n.Claim
}

// Leads says of an order whether it is one of the few that are looked at first where many
// are compared. They were picked by the public logs, not by the log in question.
func Leads(name string) bool { return name == "SPF" || name == "SAF" || name == "LEXP" }

// Merge makes the report of the rows done so far, in any order; that of the log
// itself may be among them. The plan must be normalised.
func Merge(p Plan, digest job.Digest, procs int64, rows []Row) *Report {
	r := &Report{Version: Version, Plan: p, Digest: digest.Hex()}
	log, rows := study.Split(rows)
	r.Done = len(rows)
	w := weighing(&p, log, rows)
	wait := w.Resampled
	best := stats.BestShares(wait)
	weeks := weeksOf(&p, log, rows)
	w.Sim = intervals(p, len(rows))
	judged, named := w.Judge()
	for i, name := range p.Orders {
		o := Order{Order: order.Label(name), Judged: judged[i], Best: report.Float(best[i]), Late: report.Float(math.NaN())}
		if i > 0 {
			o.Wins = report.Float(stats.Wins(wait[i], wait[0]))
		}
		var jobs, sum, maxSum, late, span int64
		bsld, use := 0.0, 0.0
		for k := range rows {
			run := &rows[k].Runs[i]
			jobs += run.Jobs
			sum += run.SumWait
			maxSum += run.MaxWait
			o.MaxMaxWait = max(o.MaxMaxWait, run.MaxWait)
			bsld += run.SumBsld
			use += run.Utilization(procs)
			span += run.Makespan()
			if i < len(rows[k].Late) {
				late += rows[k].Late[i]
			}
		}
		n := float64(len(rows))
		o.AvgWait = report.Float(float64(sum) / float64(jobs))
		o.MaxWait = report.Float(float64(maxSum) / n)
		o.AvgBsld = report.Float(bsld / float64(jobs))
		o.Utilization = report.Float(use / n)
		o.Makespan = report.Float(float64(span) / n)
		if p.Threshold >= 0 {
			o.Late = report.Float(float64(late) / float64(jobs))
		}
		r.Orders = append(r.Orders, o)
	}
	if log != nil {
		var byWeek [][]int64
		for i := range log.Breakdowns {
			byWeek = append(byWeek, log.Breakdowns[i].Week)
		}
		r.AsLogged = report.Replayed(byWeek, len(log.Counts.Week)-1, log.Runs[0].Jobs, r.Orders[0].AvgWait)
		r.AsLogged.BsldLikeness = r.Orders[0].AvgBsld / report.Float(log.Runs[0].AvgBsld())
	}
	if r.Verdict = report.Undecided; named != nil {
		r.Named, r.Verdict = &Named{Order: r.Orders[named.At].Order, Claim: *named}, named.Verdict
		r.Orders[named.At].Claimed(named)
		if own := ownRow(&p, log, rows); own != nil {
			r.Named.MaxWait, r.Named.MaxWaitBase = own.Runs[named.At].MaxWait, own.Runs[0].MaxWait
		}
		r.Same = same(&p, wait, weeks, named.At)
	}
	if r.nothing() != "" {
		r.Verdict = report.NoGain
	}
	return r
}

// ownRow is the log's own replay: of the weeks that are asked for where those are its last.
func ownRow(p *Plan, log *Row, rows []Row) *Row {
	if p.Once() && len(rows) > 0 {
		return &rows[0]
	}
	return log
}

// weighing has what the log's own weeks and its resamples say.
func weighing(p *Plan, log *Row, rows []Row) *report.Weighing {
	w := &report.Weighing{Resampled: waits(*p, rows), Leads: func(i int) bool { return Leads(p.Orders[i]) }}
	if own := ownRow(p, log, rows); own != nil {
		var sums [][]int64
		for i := range own.Breakdowns {
			sums = append(sums, own.Breakdowns[i].Week)
		}
		w.Own, w.Weeks = report.Own(&p.Workload, sums)
	}
	return w
}

// same are the orders that differ from one by less than the margin: whose
// interval of the difference of both changes, the one that leads, lies within it
// (two one-sided tests: Schuirmann, J. Pharmacokin. Biopharm. 15, 1987; at 95 %
// where they ask for 90).
func same(p *Plan, wait [][]int64, weeks stats.Weeks, as int) []string {
	var list []string
	for i, name := range p.Orders {
		if i == as {
			continue
		}
		c := weeks.Difference(wait[i], wait[as], wait[0], report.Level)
		if -p.Margin < c.Low && c.High < p.Margin {
			list = append(list, order.Label(name))
		}
	}
	return list
}

// weeksOf says how many weeks the log and its resamples have; none while one of
// them is not known.
func weeksOf(p *Plan, log *Row, rows []Row) stats.Weeks {
	if log == nil || len(rows) == 0 {
		return stats.Weeks{}
	}
	return report.WeeksOf(&p.Workload, len(log.Counts.Week)-1, len(rows[0].Counts.Week)-1)
}

// intervals is the kind of interval that a plan asks for, over n resamples: of
// the simulation error.
func intervals(p Plan, n int) func(policy, base []int64) stats.Change {
	if p.Interval == Fieller {
		return func(policy, base []int64) stats.Change { return stats.Fieller(policy, base, report.Level) }
	}
	boot := stats.NewBootstrap(n, p.Bootstrap, p.Seed)
	if p.Interval == BCa {
		return func(policy, base []int64) stats.Change { return boot.BCa(policy, base, report.Level) }
	}
	return func(policy, base []int64) stats.Change { return boot.Change(policy, base, report.Level) }
}

// Enough says whether the comparison may end with fewer resamples than the
// plan asks for, and with how many: see stats.Stop. Rows may be in any order;
// those after a missing one do not count.
func Enough(p Plan, rows []Row) (n int, ok bool) {
	if p.Stop == 0 {
		return 0, false
	}
	_, rows = study.Split(rows)
	known := 0
	for known < len(rows) && rows[known].K == known+1 {
		known++
	}
	return stats.Stop(waits(p, rows[:min(known, p.Resamples)]), 0, p.Stop, report.Level)
}

// waits are the total waits by order and resample.
func waits(p Plan, rows []Row) [][]int64 {
	wait := make([][]int64, len(p.Orders))
	for i := range wait {
		wait[i] = make([]int64, len(rows))
		for k := range rows {
			wait[i][k] = rows[k].Runs[i].SumWait
		}
	}
	return wait
}

// lead is the change that is spoken of, the baseline's 0.
func (o *Order) lead() report.Float {
	change, _, _ := o.Leading()
	return change
}

// Ranked returns the rows from the least total wait to the most, rows without
// a figure last, equal ones in the order of the plan.
func (r *Report) Ranked() []Order {
	rows := slices.Clone(r.Orders)
	sorted.Stable(rows, func(a, b Order) int { return report.Ascending(a.lead(), b.lead()) })
	return rows
}

// Baseline is the row the others are compared with.
func (r *Report) Baseline() Order { return r.Orders[0] }

// Index is the place of an order in Orders; -1 when it is not there.
func (r *Report) Index(name string) int {
	return slices.IndexFunc(r.Orders, func(o Order) bool { return o.Order == name })
}

// Bounded says whether any change has an interval.
func (r *Report) Bounded() bool {
	return slices.ContainsFunc(r.Orders[1:], func(o Order) bool { return o.SimLow.Known() || o.Low.Known() })
}

// ByWeeks says whether the intervals that lead are of this log's weeks.
func (r *Report) ByWeeks() bool {
	for i := 1; i < len(r.Orders); i++ {
		if r.Orders[i].Low.Known() {
			return true
		}
	}
	return false
}
