package why

import (
	"cmp"
	"slices"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/job"
)

// Waits are those that the log itself says (field 3) of a trace's jobs, negative where
// it does not; none of a trace that is not the log's own.
func Waits(t *job.Trace, l *job.Log) []int64 {
	waits := make([]int64, len(t.Pos))
	for j, at := range t.Pos {
		waits[j] = l.Col[job.Wait].At(int(at))
	}
	return waits
}

// Waited are the starts that such waits make, Unknown where there is none, and how many
// are known.
func Waited(t *job.Trace, waits []int64) (starts []int64, known int) {
	starts = make([]int64, t.Len())
	for j := range starts {
		starts[j] = Unknown
		if len(waits) == len(starts) && waits[j] >= 0 {
			starts[j] = t.Submit[j] + waits[j]
			known++
		}
	}
	return starts, known
}

// Logged are the starts that the log itself says, and how many are known.
func Logged(t *job.Trace, l *job.Log) (starts []int64, known int) { return Waited(t, Waits(t, l)) }

// Ran is what a log's own schedule tells of why a job waited. Nobody watched its
// scheduler: who ran and who waited is known, not what was decided and why.
type Ran struct {
	Job        int
	Start, End int64 // Unknown where the log does not say
	Ahead      int   // jobs that waited when it came
	// Free is the most processors that were free at a time while it waited; Room how
	// long there were enough of them for it, from First on (Unknown: never).
	Free, Room int64
	First      int64
	Overtaken  []int // jobs submitted later that started earlier, in that order
}

// RanOf tells what the starts that a log says mean for a job.
func RanOf(t *job.Trace, starts []int64, j int) *Ran {
	r := &Ran{Job: j, Start: starts[j], End: Unknown, First: Unknown}
	if r.Start == Unknown {
		return r
	}
	came := t.Submit[j]
	r.End = r.Start + t.Run[j]
	var moves []held
	for k, at := range starts {
		switch {
		case at == Unknown || k == j:
			continue
		case t.Submit[k] <= came && at > came && k < j:
			r.Ahead++
		case t.Submit[k] > came && at < r.Start:
			r.Overtaken = append(r.Overtaken, k)
		}
		if end := at + t.Run[k]; at < r.Start && end > came {
			q := int64(t.Size[k])
			moves = append(moves, held{max(at, came), q}, held{min(end, r.Start), -q})
		}
	}
	slices.SortStableFunc(r.Overtaken, func(a, b int) int { return cmp.Compare(starts[a], starts[b]) })
	r.room(t, came, moves)
	return r
}

// held is by how many processors more are in use from an instant on.
type held struct{ at, by int64 }

// room finds when there were processors for the job, from who held them.
func (r *Ran) room(t *job.Trace, came int64, moves []held) {
	sorted.Stable(moves, func(a, b held) int { return cmp.Compare(a.at, b.at) })
	free := t.Procs
	for from := came; from < r.Start; {
		for len(moves) > 0 && moves[0].at == from {
			free -= moves[0].by
			moves = moves[1:]
		}
		to := r.Start
		if len(moves) > 0 {
			to = moves[0].at
		}
		r.Free = max(r.Free, free)
		if free >= int64(t.Size[r.Job]) {
			r.Room += to - from
			if r.First == Unknown {
				r.First = from
			}
		}
		from = to
	}
}

// Sentences tell it.
func (r *Ran) Sentences(t *job.Trace) []Sentence {
	w := teller{t: t}
	came, size := t.Submit[r.Job], int64(t.Size[r.Job])
	text := numeral.Capital(w.job(r.Job)) + " came at " + w.clock(came) + " and asked for " + processors(size) + " for " +
		numeral.Duration(float64(t.Request[r.Job]))
	if r.Start == Unknown {
		w.say(came, text+". The log does not say how long it waited.")
		return w.list
	}
	if wait := r.Start - came; wait > 0 {
		w.say(came, "It waited "+numeral.Duration(float64(wait))+". The log does not say why.")
	}
	switch r.Ahead {
	case 0:
		text += "; no other job waited."
	case 1:
		text += "; one job waited already."
	default:
		text += "; " + numeral.Count(r.Ahead) + " jobs waited already."
	}
	w.say(came, text)
	wait := r.Start - came
	switch {
	case wait == 0:
	case r.First == Unknown:
		w.say(came, "As long as it waited it did not fit: at most "+processors(r.Free)+" "+numeral.Plural(int(min(r.Free, 2)), "was",
			"were")+" free of the "+
			numeral.Count(t.Procs)+", as far as the log's jobs tell, and it asks for "+numeral.Count(size)+".")
	default:
		text = "From " + w.clock(r.First) + " on there was room for it"
		if r.Room < wait {
			text = "There was room for it for " + numeral.Duration(float64(r.Room)) + " of that time, first at " + w.clock(r.First)
		}
		w.say(r.First, text+", as far as the log's jobs tell. What kept it then is not in the log: another job's reservation or "+
			"priority, a partition, a hold or a limit.")
	}
	if n := len(r.Overtaken); n > 0 {
		w.say(came, numeral.Jobs(n)+" that came later started earlier: "+w.jobs(r.Overtaken)+".")
	}
	text = "It started at " + w.clock(r.Start)
	if wait == 0 {
		text += " at once"
	} else {
		text += ", after " + numeral.Duration(float64(wait))
	}
	w.say(r.Start, text+", and ended at "+w.clock(r.End)+".")
	return w.list
}
