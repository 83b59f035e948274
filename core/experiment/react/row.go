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

// Wire sends or takes the row.
func (r *Row) Wire(b wire.Both) {
	b.Int(&r.K)
	at := 0
	wire.Listed(b, &r.Runs, func(x *metric.Run) {
		if b.Take != nil {
			r.Weeks = append(r.Weeks, nil)
		}
		b.All(x, &r.Weeks[at])
		at++
	})
	t := &r.Told
	b.All(&t.Apart, &r.Recorded, &t.Weeks, &t.Sync, &t.Async, &t.Anchor, &t.HalfHours)
}
