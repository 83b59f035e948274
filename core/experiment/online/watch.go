package online

import (
	"math"

	"shadowtime/core/job"
	"shadowtime/core/sim"
)

// watch follows a running engine from period to period: what happened, and how
// the machine looks.
type watch struct {
	trace    *job.Trace
	now      *sim.State // at the start of the period, after turn at its end
	before   *sim.State // at the start of the period that turn ended
	there    []int32    // of each job: twice the turn in which it was last seen on the machine, one more when in the queue
	turns    int32
	seen     string // which jobs of a period count, see Plan.Seen
	wait     int64  // theirs, in seconds
	jobs     int64
	features [features]float64
}

func (w *watch) load(t *job.Trace) {
	w.trace = t
	if w.now == nil {
		w.now, w.before = &sim.State{}, &sim.State{}
	}
	n, m := t.Len(), int(min(int64(t.Len()), t.Procs))
	if cap(w.there) < n {
		w.there = make([]int32, n)
	}
	w.there = w.there[:n]
	for _, s := range [...]*sim.State{w.now, w.before} {
		if cap(s.Running) < m+1 {
			s.Running = make([]sim.Running, 0, m+1)
		}
		if cap(s.Waiting) < n {
			s.Waiting = make([]int32, 0, n)
		}
	}
}

// begin is for a run that starts with an empty machine.
func (w *watch) begin(seen string) {
	w.seen = seen
	clear(w.there)
	w.turns, w.wait, w.jobs = 0, 0, 0
	*w.now = sim.State{Running: w.now.Running[:0], Waiting: w.now.Waiting[:0], Promised: w.now.Promised[:0], Used: w.now.Used[:0]}
	clear(w.features[:])
}

// turn looks at the engine at the end of a period and sums up the waits of those
// that count.
func (w *watch) turn(e machine) error {
	w.now, w.before = w.before, w.now
	if err := e.Snapshot(w.now); err != nil {
		return err
	}
	w.turns++
	for _, r := range w.now.Running {
		w.there[r.Job] = 2 * w.turns
	}
	for _, j := range w.now.Waiting {
		w.there[j] = 2*w.turns + 1
	}
	w.wait, w.jobs = 0, 0
	starts := e.Starts()
	w.those(w.seen, func(j int32) {
		till := w.now.Now
		if !w.waits(j) {
			till = starts[j]
		}
		w.wait += till - w.trace.Submit[j]
		w.jobs++
	})
	return nil
}

// waits and runs say how a job is at the period's end.
func (w *watch) waits(j int32) bool { return w.there[j] == 2*w.turns+1 }
func (w *watch) runs(j int32) bool  { return w.there[j] == 2*w.turns }

// those calls f for the jobs that started or were submitted in the period, else
// for those that finished in it: all that ran, waited or came, and is not there
// any more. Those that waited come before those that came, each in ascending
// order.
func (w *watch) those(did string, f func(j int32)) {
	if did != Submitted {
		if did != Started {
			for _, r := range w.before.Running {
				if !w.runs(r.Job) {
					f(r.Job)
				}
			}
		}
		for _, j := range w.before.Waiting {
			if !w.waits(j) && (did == Started || !w.runs(j)) {
				f(j)
			}
		}
	}
	for j := int32(w.before.Arrived); j < int32(w.now.Arrived); j++ {
		if did == Submitted || !w.waits(j) && (did == Started || !w.runs(j)) {
			f(j)
		}
	}
}

// features is how many numbers describe the state in which a period begins.
const features = 7

// describe writes the features, each about 0 to 1: a constant; the length of
// the queue and the work in it (requested time by processors, against what the
// machine does in a period), on a logarithmic scale; its jobs' mean size and
// mean requested time; how long the oldest waits; the share of the machine that
// runs.
func (w *watch) describe(period int64) {
	t, s := w.trace, w.now
	var area, size, request float64
	for _, j := range s.Waiting {
		p, q := float64(t.Request[j]), float64(t.Size[j])
		area += p * q
		size += q
		request += p
	}
	busy := 0.0
	for _, r := range s.Running {
		busy += float64(t.Size[r.Job])
	}
	f := &w.features
	*f = [features]float64{0: 1, 6: busy / float64(t.Procs)}
	n := float64(len(s.Waiting))
	if n == 0 {
		return
	}
	f[1] = math.Log(1+n) / 8
	f[2] = math.Log(1+area/(float64(t.Procs)*float64(period))) / 4
	f[3] = size / (n * float64(t.Procs))
	f[4] = math.Log(1+request/n) / 12
	f[5] = math.Log(1+float64(s.Now-t.Submit[s.Waiting[0]])/3600) / 5
}
