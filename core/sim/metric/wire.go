package metric

import "shadowtime/core/base/wire"

// Wire sends or takes the run.
func (r *Run) Wire(b wire.Both) {
	b.All(&r.Jobs, &r.SumWait, &r.MaxWait, &r.SumBsld, &r.MaxBsld, &r.Area, &r.First, &r.Last)
}

// Wire sends or takes the breakdown.
func (d *Breakdown) Wire(b wire.Both) {
	b.All(&d.Waits, &d.Ended, &d.Week, &d.Size, &d.Run, &d.Hour, &d.User)
}

// Wire sends or takes the counts.
func (c *Counts) Wire(b wire.Both) { b.All(&c.Week, &c.Size, &c.Run, &c.Hour, &c.User, &c.Work) }

// Wire sends or takes the shape.
func (s *Shape) Wire(b wire.Both) { b.All(&s.Load, &s.Spread, &s.DayLag, &s.Compensation, &s.Again) }
