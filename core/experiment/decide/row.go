package decide

import (
	"shadowtime/core/base/wire"
	"shadowtime/core/sim/metric"
)

// Row is the result of one task: what an order does with each threshold, and with that which
// the bound on the longest wait leaves room for under other assumptions. That of task 0 has
// what is run now alone, and the jobs behind all sums.
type Row struct {
	K       int
	Results []Result // in the order of Plan.Thresholds
	Counts  metric.Counts
	Ways    []Pair // in the order of assumptions; none where no threshold keeps to the bound
}

// Pair is a replay with what is run now and one with another setting, of the same trace.
type Pair struct{ Now, Then metric.Run }

// Result is one replay. Sums by week are by the week of submit, the last entry being what
// came after all of them.
type Result struct {
	metric.Run
	Late    int64   // jobs that waited longer than the threshold; none of it: 0
	Wait    []int64 // seconds, by week
	Bsld    []int64 // bounded slowdowns in thousandths, by week
	Longest []int64 // the longest wait of those submitted in a week, seconds
	Size    []int64 // waits by size class, seconds
}

// Number is the task's.
func (r *Row) Number() int { return r.K }

// Encode writes the row for the page.
func (r *Row) Encode(w *wire.Writer) {
	w.Int(int64(r.K))
	w.Int(int64(len(r.Results)))
	for i := range r.Results {
		x := &r.Results[i]
		x.Run.Encode(w)
		w.Int(x.Late)
		for _, v := range [][]int64{x.Wait, x.Bsld, x.Longest, x.Size} {
			w.Ints(v)
		}
	}
	r.Counts.Encode(w)
	w.Int(int64(len(r.Ways)))
	for i := range r.Ways {
		r.Ways[i].Now.Encode(w)
		r.Ways[i].Then.Encode(w)
	}
}

// Decode reads what Encode wrote.
func (r *Row) Decode(b *wire.Reader) error {
	r.K = int(b.Int())
	for n := b.Len(); n > 0; n-- {
		x := Result{Run: metric.DecodeRun(b), Late: b.Int()}
		for _, v := range []*[]int64{&x.Wait, &x.Bsld, &x.Longest, &x.Size} {
			*v = b.Ints()
		}
		r.Results = append(r.Results, x)
	}
	r.Counts = metric.DecodeCounts(b)
	for n := b.Len(); n > 0; n-- {
		r.Ways = append(r.Ways, Pair{metric.DecodeRun(b), metric.DecodeRun(b)})
	}
	return b.Err()
}
