package online

import (
	"math"

	"shadowtime/core/job"
	"shadowtime/core/sim"
)

// watch follows a running engine from period to period: what finished, and how
// the machine looks.
type watch struct {
	trace    *job.Trace
	now      *sim.State // at the start of the period, after turn at its end
	before   *sim.State // at the start of the period that turn ended
	there    []int32    // of each job: the turn in which it was last seen on the machine or in the queue
	turns    int32
	wait     int64 // seconds, of the jobs that finished in the period
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
func (w *watch) begin() {
	clear(w.there)
	w.turns, w.wait, w.jobs = 0, 0, 0
	*w.now = sim.State{Running: w.now.Running[:0], Waiting: w.now.Waiting[:0], Promised: w.now.Promised[:0]}
	clear(w.features[:])
}

// turn looks at the engine at the end of a period and sums up what finished in
// it: all that ran, waited or came, and is not there any more.
func (w *watch) turn(e *sim.Engine) error {
	w.now, w.before = w.before, w.now
	if err := e.Snapshot(w.now); err != nil {
		return err
	}
	w.turns++
	for _, r := range w.now.Running {
		w.there[r.Job] = w.turns
	}
	for _, j := range w.now.Waiting {
		w.there[j] = w.turns
	}
	w.wait, w.jobs = 0, 0
	starts := e.Starts()
	for _, r := range w.before.Running {
		w.count(r.Job, starts)
	}
	for _, j := range w.before.Waiting {
		w.count(j, starts)
	}
	for j := w.before.Arrived; j < w.now.Arrived; j++ {
		w.count(int32(j), starts)
	}
	return nil
}

func (w *watch) count(j int32, starts []int64) {
	if w.there[j] != w.turns {
		w.wait += starts[j] - w.trace.Submit[j]
		w.jobs++
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
