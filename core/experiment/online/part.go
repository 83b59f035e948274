package online

import (
	"slices"

	"shadowtime/core/base/sorted"
	"shadowtime/core/job"
	"shadowtime/core/sim"
)

// part is what a simulation of a period replays where that depends on what the
// strategy did: a trace of those jobs alone, and the state it starts from. Jobs
// submitted before the period wait when it begins.
type part struct {
	trace job.Trace
	state sim.State
	jobs  []int32 // of the whole trace, by their index in this one
}

// gather lists the jobs that did something in the period that w ended, those
// that waited when it began unless the machine is to be empty, and those that
// ran then if that counts; and makes the trace.
func (p *part) gather(w *watch, did string, from Feedback) {
	p.jobs = p.jobs[:0]
	w.those(did, func(j int32) { p.jobs = append(p.jobs, j) })
	if from != Empty {
		p.jobs = append(p.jobs, w.before.Waiting...)
	}
	if from == Machine {
		for _, r := range w.before.Running {
			p.jobs = append(p.jobs, r.Job)
		}
	}
	sorted.Stable(p.jobs, func(a, b int32) int { return int(a - b) })
	p.jobs = slices.Compact(p.jobs)

	t, whole := &p.trace, w.trace
	t.Procs, t.Start = whole.Procs, whole.Start
	t.Submit, t.Run, t.Request, t.Size = t.Submit[:0], t.Run[:0], t.Request[:0], t.Size[:0]
	p.obey(whole)
	p.state = sim.State{Now: w.before.Now, Running: p.state.Running[:0], Waiting: p.state.Waiting[:0], Used: w.before.Used}
	for _, j := range p.jobs {
		t.Submit = append(t.Submit, whole.Submit[j])
		t.Run = append(t.Run, whole.Run[j])
		t.Request = append(t.Request, whole.Request[j])
		t.Size = append(t.Size, whole.Size[j])
		if int(j) < w.before.Arrived {
			p.state.Arrived++
		}
	}
	if from == Machine {
		for _, r := range w.before.Running { // in the order they started
			i, _ := slices.BinarySearch(p.jobs, r.Job)
			p.state.Running = append(p.state.Running, sim.Running{Job: int32(i), Start: r.Start})
		}
	}
	for i := range int32(p.state.Arrived) {
		if !slices.ContainsFunc(p.state.Running, func(r sim.Running) bool { return r.Job == i }) {
			p.state.Waiting = append(p.state.Waiting, i)
		}
	}
}

// obey gives the jobs what rules look at, where there are rules.
func (p *part) obey(whole *job.Trace) {
	t := &p.trace
	if t.Rules = whole.Rules; t.Rules == nil {
		return
	}
	t.Users, t.Calendar = whole.Users, whole.Calendar
	t.User = of(whole.User, p.jobs, t.User)
	t.Queue, t.Partition = of(whole.Queue, p.jobs, t.Queue), of(whole.Partition, p.jobs, t.Partition)
}

// of writes the entries of some jobs into a list, nil of a column that is not there.
func of(column []int32, jobs, list []int32) []int32 {
	if column == nil {
		return nil
	}
	list = list[:0]
	for _, j := range jobs {
		list = append(list, column[j])
	}
	return list
}

// simulatePart computes a row of a strategy's own costs: those of the period that
// has just ended, by what its jobs did in it.
func (r *Runner) simulatePart(l *learner, turn int) error {
	p := &r.part
	p.gather(&r.watch, r.plan.Replayed, r.plan.Feedback)
	r.scratch.Load(&p.trace)
	l.live.jobs[turn] = float64(len(p.jobs) - len(p.state.Running))
	for i := range r.arms {
		at := turn*len(r.arms) + i
		l.live.wait[at] = 0
		if l.length.noisy {
			l.live.noisy[at] = 0
		}
		if len(p.jobs) == 0 {
			continue
		}
		c := r.simulated(i)
		if err := r.scratch.StartAt(&c, &p.state, len(p.jobs)); err != nil {
			return err
		}
		if err := r.scratch.Finish(); err != nil {
			return err
		}
		starts := r.scratch.Starts()
		for k, j := range p.jobs {
			wait := float64(max(0, starts[k]-max(p.trace.Submit[k], p.state.Now))) // of those that ran: none
			l.live.wait[at] += wait
			if l.length.noisy {
				l.live.noisy[at] += float64(l.length.factor[j] * wait)
			}
		}
	}
	return nil
}
