package windows

import (
	"shadowtime/core/base/wire"
	"shadowtime/core/job"
)

// Row is what orders did in window K. Of task study.Logged it tells of the log:
// its first submit, its jobs, and how many windows there are.
type Row struct {
	K        int
	Start    int64 // submit of the first job, on the log's clock
	Jobs     int   // with those that do not count
	Windows  int   // of task study.Logged
	Outcomes []Outcome
}

// Outcome is what one order did, of the jobs that count. Waits are seconds, and
// fractions of them in dialect gc.
type Outcome struct {
	Jobs             int
	SumWait, MaxWait float64
	SumBsld, MaxBsld float64 // bounded slowdowns, see metric.Measure
}

// AvgBsld is the mean bounded slowdown, NaN when no job counts.
func (o *Outcome) AvgBsld() float64 { return o.SumBsld / float64(o.Jobs) }

// AvgWait is the mean wait, NaN when no job counts.
func (o *Outcome) AvgWait() float64 { return o.SumWait / float64(o.Jobs) }

// measure sums up the waits of a window's jobs from the first that counts on.
func measure(t *job.Trace, waits []float64, warm int, tau int64) Outcome {
	var o Outcome
	for j := warm; j < t.Len(); j++ {
		p := t.Run[j]
		bsld := max(1, (waits[j]+float64(p))/float64(max(p, tau)))
		o.Jobs++
		o.SumWait += waits[j]
		o.MaxWait = max(o.MaxWait, waits[j])
		o.SumBsld += bsld
		o.MaxBsld = max(o.MaxBsld, bsld)
	}
	return o
}

// Count is how many windows there are of a plan, 0 while the row of the log is not known.
func Count(p *Plan, rows *Rows) int {
	for _, row := range rows.Known(0) {
		return min(row.Windows, p.Windows)
	}
	return 0
}

// Number is the task's.
func (r *Row) Number() int { return r.K }

// Wire sends or takes the row.
func (r *Row) Wire(b wire.Both) {
	b.All(&r.K, &r.Start, &r.Jobs, &r.Windows)
	wire.Listed(b, &r.Outcomes, func(o *Outcome) { b.All(&o.Jobs, &o.SumWait, &o.MaxWait, &o.SumBsld, &o.MaxBsld) })
}
