package place

import (
	"shadowtime/core/base/wire"
	"shadowtime/core/cluster"
)

// Row is what choices did on stretch K. Of task study.Logged it tells of the log: its
// jobs that can be run, how many whole stretches they are, and what was left out.
type Row struct {
	K         int
	Jobs      int
	Stretches int               // of task study.Logged
	Dropped   []cluster.Dropped // of task study.Logged
	Outcomes  []Outcome         // in the order of the plan's choices
}

// Outcome is what a run under one choice came to. Times are seconds.
type Outcome struct {
	Jobs, Decisions              int
	Makespan                     float64 // the last end
	Energy                       float64 // J
	SumWait, MaxWait             float64
	SumTurnaround, MaxTurnaround float64
	Lasting                      int     // jobs that were on the machine for any time:
	SumSlowdown, MaxSlowdown     float64 // of those, turnaround over that time
	SumBounded, MaxBounded       float64 // turnaround over what the job takes at the mean speed, or tau
	BusySeconds, OverBandwidth   float64 // cores times seconds; processors times seconds
}

// measure sums up a run that has ended.
func measure(s *cluster.Sim, tau int64) Outcome {
	m := s.Metrics()
	l, reference := s.Load(), s.Machine().Reference()
	o := Outcome{Jobs: m.Jobs, Decisions: m.Decisions, Makespan: m.Makespan, Energy: m.Energy, MaxWait: m.MaxWait,
		MaxTurnaround: m.MaxTurnaround,
		MaxSlowdown:   m.MaxSlowdown, OverBandwidth: m.OverBandwidth}
	for j, submit := range l.Submit {
		start, end := s.Start(j), s.End(j)
		length, turnaround := end-start, end-submit
		o.SumWait += start - submit
		o.SumTurnaround += turnaround
		if length > 0 {
			o.Lasting++
			o.SumSlowdown += turnaround / length
		}
		bounded := turnaround / max(l.Work[j]/reference, float64(tau))
		o.SumBounded += bounded
		o.MaxBounded = max(o.MaxBounded, bounded)
		o.BusySeconds += float64(float64(l.Size[j]) * length)
	}
	return o
}

// Number is the task's.
func (r *Row) Number() int { return r.K }

// Wire sends or takes the row.
func (r *Row) Wire(b wire.Both) {
	b.All(&r.K, &r.Jobs, &r.Stretches)
	wire.Listed(b, &r.Dropped, func(d *cluster.Dropped) {
		wire.Whole(b, &d.Reason)
		b.Int(&d.N)
		b.Check(d.Reason.Known())
	})
	wire.List(b, &r.Outcomes)
}

// Wire sends or takes the outcome.
func (o *Outcome) Wire(b wire.Both) {
	b.All(&o.Jobs, &o.Decisions, &o.Lasting, &o.Makespan, &o.Energy, &o.SumWait, &o.MaxWait, &o.SumTurnaround, &o.MaxTurnaround,
		&o.SumSlowdown, &o.MaxSlowdown, &o.SumBounded, &o.MaxBounded, &o.BusySeconds, &o.OverBandwidth)
}
