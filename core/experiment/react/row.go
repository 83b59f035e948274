package react

import (
	"shadowtime/core/base/wire"
	"shadowtime/core/sim/feedback"
	"shadowtime/core/sim/metric"
)

// Row is what the orders of a plan did, the baseline first, in replicate K; of task
// study.Logged with the jobs as logged.
type Row struct {
	K     int
	Runs  []metric.Run
	Weeks [][]int64 // sums of waits by the log's whole weeks, in which jobs were submitted
	// Told is what the log tells of its users, and Recorded whether they are taken to have
	// waited for its own ends: of task study.Logged alone.
	Told     feedback.Told
	Recorded bool
}

// Number is the task's.
func (r *Row) Number() int { return r.K }

// Encode writes the row for the page.
func (r *Row) Encode(w *wire.Writer) {
	w.Int(int64(r.K))
	w.Int(int64(len(r.Runs)))
	for i := range r.Runs {
		r.Runs[i].Encode(w)
		w.Ints(r.Weeks[i])
	}
	w.Bool(r.Told.Apart)
	w.Bool(r.Recorded)
	for _, v := range r.shares() {
		w.Float(*v)
	}
}

func (r *Row) shares() []*float64 {
	t := &r.Told
	return []*float64{&t.Weeks, &t.Sync, &t.Async, &t.Anchor, &t.HalfHours}
}

// Decode reads what Encode wrote.
func (r *Row) Decode(from *wire.Reader) error {
	*r = Row{K: int(from.Int())}
	for range from.Len() {
		r.Runs = append(r.Runs, metric.DecodeRun(from))
		r.Weeks = append(r.Weeks, from.Ints())
	}
	r.Told.Apart, r.Recorded = from.Bool(), from.Bool()
	for _, v := range r.shares() {
		*v = from.Float()
	}
	return from.Err()
}
