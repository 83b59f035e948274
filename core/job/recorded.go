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
	wait := &l.Col[Wait]
	sum := func(t *Trace, first int64, weeks int) (w Waited) {
		for j, submit := range t.Submit {
			if submit < first || submit >= first+int64(weeks)*Week {
				continue
			}
			w.Jobs++
			if x := wait.At(int(t.Pos[j])); x >= 0 && x <= MaxTime {
				w.Known++
				w.Sum += x
			}
		}
		return w
	}
	from, to := t.Submit[0], t.Submit[t.Len()-1]
	r.All = sum(t, from, int((to-from)/Week)+1)
	first, n := t.WholeWeeks()
	r.Weeks = sum(t, first, n)
	first, n = ClockWeeks(from, to)
	r.Clock = sum(t, first, n)
	_, second := t.Split()
	if first, n = second.WholeWeeks(); n == 0 && second.Len() > 0 {
		first, n = second.Submit[0], int((to-second.Submit[0])/Week)+1
	}
	r.Second = sum(second, first, n)
	return r
}

// Encode writes it for the page and for files.
func (r *Recorded) Encode(w *wire.Writer) {
	for _, x := range r.parts() {
		w.Int(x.Jobs)
		w.Int(x.Known)
		w.Int(x.Sum)
	}
}

// DecodeRecorded reads what Encode wrote.
func DecodeRecorded(b *wire.Reader) (r Recorded) {
	for _, x := range r.parts() {
		*x = Waited{b.Int(), b.Int(), b.Int()}
	}
	return r
}

func (r *Recorded) parts() [4]*Waited { return [4]*Waited{&r.All, &r.Weeks, &r.Clock, &r.Second} }
