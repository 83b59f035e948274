package predict

import (
	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/predictor"
)

// Row is the result of one task: what each way did on resample K, or on the log
// itself, all of it.
type Row struct {
	K     int
	Weeks int   // of the trace, whole ones
	Ways  []Did // in the order of Plan.Ways
	// Of the log itself alone, or its weeks that are asked for: for each way by week of submit the summed waits, and
	// bounded slowdowns in thousandths; the last entry holds all that is outside
	// whole weeks.
	Wait [][]int64
	Bsld [][]int64
}

// Did is what one way did.
type Did struct {
	Run         metric.Run
	Accuracy    predictor.Accuracy // of the first predictions
	Corrections int64
	Extreme     int64 // jobs slowed down more than a thousandfold
}

// Extreme is from which bounded slowdown on a job is an extreme one: about one in a
// thousand of the published study's.
const Extreme = 1000

// did sums up a replay.
func did(t *job.Trace, starts, first []int64, corrections int, tau int64) Did {
	d := Did{Run: metric.Measure(t, starts, tau), Accuracy: predictor.Measure(t, first), Corrections: int64(corrections)}
	for i, start := range starts {
		if bsld(t, i, start, tau) > Extreme {
			d.Extreme++
		}
	}
	return d
}

// bsld is the bounded slowdown of a job, see metric.Measure.
func bsld(t *job.Trace, i int, start, tau int64) float64 {
	p := t.Run[i]
	return max(1, float64(start-t.Submit[i]+p)/float64(max(p, tau)))
}

// Thousandths is a sum of bounded slowdowns as a whole number, which sums up the
// same in every order.
func Thousandths(sum float64) int64 { return int64(sum*1000 + 0.5) }

// weekly are the sums of a replay by week of submit, counted from the trace's first
// whole week.
func (row *Row) weekly(t *job.Trace, first int64, starts []int64, tau int64) {
	wait, slow, sum := make([]int64, row.Weeks+1), make([]int64, row.Weeks+1), make([]float64, row.Weeks+1)
	for i, start := range starts {
		w := row.Weeks
		if at := t.Submit[i] - first; at >= 0 && at < int64(row.Weeks)*job.Week {
			w = int(at / job.Week)
		}
		wait[w] += start - t.Submit[i]
		sum[w] += bsld(t, i, start, tau)
	}
	for w := range sum {
		slow[w] = Thousandths(sum[w])
	}
	row.Wait, row.Bsld = append(row.Wait, wait), append(row.Bsld, slow)
}

// Number is the task's.
func (row *Row) Number() int { return row.K }

// Wire sends or takes the row.
func (row *Row) Wire(b wire.Both) {
	b.Int(&row.K)
	wire.List(b, &row.Ways)
	b.Int(&row.Weeks)
	for _, list := range []*[][]int64{&row.Wait, &row.Bsld} {
		wire.Listed(b, list, b.Ints)
		b.Check(len(*list) == 0 || len(*list) == len(row.Ways))
	}
}

// Wire sends or takes what a way did.
func (d *Did) Wire(b wire.Both) { b.All(&d.Run, &d.Accuracy, &d.Corrections, &d.Extreme) }
