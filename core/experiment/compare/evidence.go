package compare

import (
	"shadowtime/core/base/stats"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Evidence is what stands behind a Report, for its views: figures per order,
// in the order of Plan.Orders, the baseline first.
type Evidence struct {
	Orders []string `json:"orders"`
	Users  []int64  `json:"users"` // ids of the log, as in Groups.User
	// [row][column]: share of resamples in which row's total wait is below column's, ties one half
	Beats  [][]report.Float  `json:"beats"`
	Apart  [][]report.Bounds `json:"apart"`    // [row][column]: how their waits relate, see apart
	Sure   [][]bool          `json:"sure"`     // [row][column]: that interval excludes zero at a level for all pairs together
	Curves []report.Band     `json:"curves"`   // by week, the last entry all that ends later: cumulative change in waiting, see curve
	Points []report.Point    `json:"points"`   // average against longest wait, see point
	Idle   int               `json:"idle"`     // resamples in which nobody waits under the baseline: no part of the deciles of Points
	Waits  []Curve           `json:"waits"`    // cumulative distribution of waits
	Weeks  []Spread          `json:"weeks"`    // average wait of single weeks, seconds
	Groups Groups            `json:"groups"`   // who gains and who loses
	Paired []Paired          `json:"paired"`   // what the pairing says of each order
	Kept   []Agreement       `json:"kept"`     // what resamples keep of the log; null while that is not known
	Fair   []Fairness        `json:"fairness"` // who pays for the gains, by order
}

// Paired is what the paired comparison says of an order besides its interval.
type Paired struct {
	Won         report.Float `json:"won"` // share of resamples won against the baseline, ties one half,
	WonLow      report.Float `json:"wonLow"`
	WonHigh     report.Float `json:"wonHigh"`     // with its exact 95 % interval
	Correlation report.Float `json:"correlation"` // of its total waits with the baseline's over resamples
	Reduction   report.Float `json:"reduction"`   // how many times fewer resamples the pairing needs than unpaired ones
	Needed      int          `json:"needed"`      // resamples for a simulation error of one percentage point to each side, 0 when not known
}

// onePoint is the half-width that Paired.Needed is for.
const onePoint = 0.01

// Curve is a cumulative distribution: Share[i] of the jobs wait at most At[i]
// seconds.
type Curve struct {
	At    []int64        `json:"at"`
	Share []report.Float `json:"share"`
}

// Spread is a distribution by its deciles and quartiles, with its values.
type Spread struct {
	P10    report.Float `json:"p10"`
	P25    report.Float `json:"p25"`
	Median report.Float `json:"median"`
	P75    report.Float `json:"p75"`
	P90    report.Float `json:"p90"`
	Values []float64    `json:"-"`
}

// Explain computes the evidence behind a report from the rows it was merged
// from, one resample at least; users are the trace's.
func Explain(r *Report, users []int64, rows []Row) *Evidence {
	p := r.Plan
	log, rows := study.Split(rows)
	e := &Evidence{Orders: order.Labels(p.Orders), Users: users}
	weeks := weeksOf(&p, log, rows)
	e.Fair = fairness(rows, len(p.Orders), weeks)
	e.Apart, e.Sure = apart(weighing(&p, log, rows), len(p.Orders))
	for i := range r.Orders {
		e.Apart[i][0].Low, e.Apart[i][0].High = r.Orders[i].Low, r.Orders[i].High // against the baseline as the table has it
	}
	e.Paired, e.Idle, e.Kept = pairing(r, rows), idle(rows), kept(r, log, rows)
	for i := range p.Orders {
		e.Beats = append(e.Beats, beats(rows, i, len(p.Orders)))
		e.Curves = append(e.Curves, curve(rows, i))
		e.Points = append(e.Points, point(rows, i))
		e.Waits = append(e.Waits, distribution(rows, i))
		e.Weeks = append(e.Weeks, weekly(rows, i))
	}
	e.Groups = groupsOf(rows, users, weeks)
	return e
}

// pairing computes what the pairs say of each order.
func pairing(r *Report, rows []Row) (list []Paired) {
	p := r.Plan
	wait := waits(p, rows)
	for i := range p.Orders {
		won := stats.WonShare(wait[i], wait[0], report.Level)
		pair := stats.Pair(wait[i], wait[0])
		x := Paired{Won: report.Float(won.Mid), WonLow: report.Float(won.Low), WonHigh: report.Float(won.High),
			Correlation: report.Float(pair.Correlation), Reduction: report.Float(pair.Factor)}
		if i > 0 {
			change := stats.Change{Low: float64(r.Orders[i].SimLow), High: float64(r.Orders[i].SimHigh)}
			if n, ok := stats.Needed(len(rows), change.HalfWidth(), onePoint); ok {
				x.Needed = n
			}
		}
		list = append(list, x)
	}
	return list
}

// Warn says what must be known before the figures are believed. The rows are
// those that the report was merged from; facts say what they were made from, and what
// waits the log itself has.
func (r *Report) Warn(rows []Row, facts report.Source) {
	r.Source = facts
	p := r.Plan
	_, rows = study.Split(rows)
	if r.AsLogged != nil {
		r.AsLogged.Recorded = facts.RecordedOfAll(&p.Workload)
	}
	if len(rows) == 0 {
		return
	}
	wait := waits(p, rows)
	dominance := 0.0
	for i := 1; i < len(wait); i++ {
		dominance = max(dominance, report.ZeroNaN(stats.Dominance(wait[i], wait[0])))
	}
	var area, span float64
	var zero, jobs int64
	for k := range rows {
		run := &rows[k].Runs[0]
		area += run.Area
		span += float64(len(rows[k].Counts.Week)-1) * job.Week
		zero += rows[k].Breakdowns[0].Waits[0]
		jobs += run.Jobs
	}
	r.Warnings = stats.Warnings(stats.Facts{
		Weeks: facts.Whole(p.Workload), Users: facts.KnownUsers(), Resamples: report.Resamples(&p.Workload, len(rows)), Length: p.Weeks,
		Likeness: r.AsLogged.Like(), Slowdown: r.AsLogged.LikeBsld(), Apart: report.Apart(&p.Workload),
		Load:      area / (float64(facts.Cleaning.Machine.Procs) * span),
		ZeroWaits: float64(zero) / float64(jobs), Dominance: dominance, Bounded: r.Bounded(), ByWeeks: r.ByWeeks(),
		Slide: p.Slide(),
	})
}

// curve is, by week, the cumulative difference in waiting to the baseline, a
// job counted when it ends, as a fraction of the baseline's whole wait, pooled
// over resamples (Reis 2018, figure 6.4): it ends at the change of the table.
// The percentiles are of single resamples, each as a fraction of its own.
func curve(rows []Row, i int) report.Band {
	totals := make([]int64, len(rows))
	for k := range rows {
		totals[k] = rows[k].Runs[0].SumWait
	}
	return report.Cumulative(len(rows[0].Breakdowns[i].Ended), totals, func(w, k int) int64 {
		return rows[k].Breakdowns[i].Ended[w] - rows[k].Breakdowns[0].Ended[w]
	})
}

// point is an order's waits against the baseline's: pooled, as the change in the
// table is, with deciles over the resamples in which somebody waits.
func point(rows []Row, i int) report.Point {
	var avg, most []float64
	var sum, base, longest, baseLongest int64
	for k := range rows {
		a, b := &rows[k].Runs[i], &rows[k].Runs[0]
		sum, base = sum+a.SumWait, base+b.SumWait
		longest, baseLongest = longest+a.MaxWait, baseLongest+b.MaxWait
		if b.SumWait > 0 {
			avg = append(avg, float64(a.SumWait)/float64(b.SumWait))
			most = append(most, float64(a.MaxWait)/float64(b.MaxWait))
		}
	}
	p := report.PointOf(avg, most)
	p.Avg, p.Max = report.Float(float64(sum)/float64(base)), report.Float(float64(longest)/float64(baseLongest))
	return p
}

// idle counts the resamples in which nobody waits under the baseline.
func idle(rows []Row) (n int) {
	for k := range rows {
		if rows[k].Runs[0].SumWait == 0 {
			n++
		}
	}
	return n
}

// distribution pools the waits of all resamples; classes at the end in which
// no job waits are left out.
func distribution(rows []Row, i int) Curve {
	var c Curve
	total, seen := int64(0), int64(0)
	for k := range rows {
		total += rows[k].Runs[i].Jobs
	}
	for b := range metric.WaitBins {
		n := int64(0)
		for k := range rows {
			n += rows[k].Breakdowns[i].Waits[b]
		}
		if n == 0 && b > 0 {
			continue
		}
		seen += n
		c.At = append(c.At, metric.WaitBound(b))
		c.Share = append(c.Share, report.Float(float64(seen)/float64(total)))
	}
	return c
}

// weekly spreads the average waits of single weeks, by week of submit, over
// all resamples.
func weekly(rows []Row, i int) Spread {
	var avg []float64
	for k := range rows {
		d := &rows[k].Breakdowns[i]
		for w, n := range rows[k].Counts.Week {
			if n > 0 {
				avg = append(avg, float64(d.Week[w])/float64(n))
			}
		}
	}
	q := report.Quantiles(avg, 0.1, 0.25, 0.5, 0.75, 0.9)
	return Spread{P10: q[0], P25: q[1], Median: q[2], P75: q[3], P90: q[4], Values: avg}
}
