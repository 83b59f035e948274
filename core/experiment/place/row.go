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

// floats are an outcome's figures, in the order in which they are written.
func (o *Outcome) floats() []*float64 {
	return []*float64{&o.Makespan, &o.Energy, &o.SumWait, &o.MaxWait, &o.SumTurnaround, &o.MaxTurnaround, &o.SumSlowdown, &o.MaxSlowdown,
		&o.SumBounded, &o.MaxBounded, &o.BusySeconds, &o.OverBandwidth}
}

// Encode writes the row for the page.
func (r *Row) Encode(w *wire.Writer) {
	w.Int(int64(r.K))
	w.Int(int64(r.Jobs))
	w.Int(int64(r.Stretches))
	w.Int(int64(len(r.Dropped)))
	for _, d := range r.Dropped {
		w.Int(int64(d.Reason))
		w.Int(int64(d.N))
	}
	w.Int(int64(len(r.Outcomes)))
	for i := range r.Outcomes {
		o := &r.Outcomes[i]
		for _, n := range []int{o.Jobs, o.Decisions, o.Lasting} {
			w.Int(int64(n))
		}
		for _, x := range o.floats() {
			w.Float(*x)
		}
	}
}

// Decode reads what Encode wrote.
func (r *Row) Decode(from *wire.Reader) error {
	*r = Row{K: int(from.Int()), Jobs: int(from.Int()), Stretches: int(from.Int())}
	for range from.Len() {
		d := cluster.Dropped{Reason: cluster.Reason(from.Int()), N: int(from.Int())}
		if !d.Reason.Known() {
			return wire.ErrShort
		}
		r.Dropped = append(r.Dropped, d)
	}
	for range from.Len() {
		o := Outcome{Jobs: int(from.Int()), Decisions: int(from.Int()), Lasting: int(from.Int())}
		for _, x := range o.floats() {
			*x = from.Float()
		}
		r.Outcomes = append(r.Outcomes, o)
		if from.Err() != nil {
			break
		}
	}
	return from.Err()
}
