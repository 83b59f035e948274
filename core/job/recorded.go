package job

import "shadowtime/core/base/wire"

// Waited sums up the waits that a log's own records tell of some jobs, start less
// submit.
type Waited struct {
	Jobs  int64
	Known int64 // those whose wait is recorded
	Sum   int64 // of these, seconds
}

// Recorded is what a log's own records tell of how long the jobs kept have waited, by
// what is replayed of them.
type Recorded struct {
	All    Waited
	Weeks  Waited // the whole weeks by the calendar,
	Clock  Waited // by the clock (ClockWeeks),
	Second Waited // and those of the second half by the calendar, all of it where it has none
}

// recordedOf looks up the waits of a trace's jobs.
func recordedOf(t *Trace, l *Log) (r Recorded) {
	if t.Len() == 0 {
		return r
	}
	from, to := t.Submit[0], t.Submit[t.Len()-1]
	before, second := t.Split()
	later, n := second.WholeWeeks()
	if n == 0 && second.Len() > 0 {
		later, n = second.Submit[0], int((to-second.Submit[0])/Week)+1
	}
	whole, weeks := t.WholeWeeks()
	clock, ticks := ClockWeeks(from, to)
	of := [...]struct {
		job      int // the first
		from, to int64
		sum      *Waited
	}{{0, from, to + 1, &r.All}, {0, whole, whole + int64(weeks)*Week, &r.Weeks}, {0, clock, clock + int64(ticks)*Week, &r.Clock},
		{before.Len(), later, later + int64(n)*Week, &r.Second}}
	wait := &l.Col[Wait]
	for j, submit := range t.Submit { // a column is packed: each value is read once
		x := wait.At(int(t.Pos[j]))
		for i := range of {
			if p := &of[i]; j >= p.job && submit >= p.from && submit < p.to {
				p.sum.add(x)
			}
		}
	}
	return r
}

// add counts a job of a recorded wait, negative or absurd where there is none.
func (w *Waited) add(wait int64) {
	w.Jobs++
	if wait >= 0 && wait <= MaxTime {
		w.Known++
		w.Sum += wait
	}
}

// Wire sends or takes what is recorded.
func (r *Recorded) Wire(b wire.Both) {
	for _, x := range []*Waited{&r.All, &r.Weeks, &r.Clock, &r.Second} {
		b.All(&x.Jobs, &x.Known, &x.Sum)
	}
}
