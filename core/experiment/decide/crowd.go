package decide

import (
	"errors"

	"shadowtime/core/job"
	"shadowtime/core/job/session"
	"shadowtime/core/sim"
	"shadowtime/core/sim/feedback"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/why"
)

// crowd are the log's users, who wait for their jobs before they submit more.
type crowd struct {
	users  *feedback.Users
	engine *sim.Engine
}

// replicates are how many replays with users who wait make a figure, as in react: each of them
// is restless.
const replicates = feedback.Replicates

// closed replays a setting with users who wait for their jobs, on all of the log: a replay a
// replicate, the first with the sums of all by the log's whole weeks. There is none where users
// can't be told apart.
func (r *Runner) closed(p *Plan, c Candidate, progress sim.Progress) ([]Under, error) {
	if r.crowd == nil {
		if err := r.gather(p); errors.Is(err, session.ErrUsers) {
			return nil, nil
		} else if err != nil {
			return nil, err
		}
	}
	how, err := config(p, c, nil)
	if err != nil {
		return nil, err
	}
	from, weeks := r.log.WholeWeeks()
	x, list := r.crowd, make([]Under, replicates)
	list[0].Wait, list[0].Bsld = make([]int64, weeks), make([]int64, weeks)
	for k := range list {
		x.users.Replicate = k
		err := x.engine.RunFed(how, x.users)
		if stuck := x.users.Err(); stuck != nil {
			err = stuck
		}
		if err != nil {
			return nil, err
		}
		t := x.engine.Arrived()
		list[k].Run = metric.Measure(&t, x.engine.Starts(), p.Tau)
		byWeek(&t, x.engine.Starts(), p.Tau, list[0].Wait, list[0].Bsld, func(submit int64) int {
			if week := (submit - from) / job.Week; submit >= from && week < int64(weeks) {
				return int(week)
			}
			return -1
		})
		if progress != nil {
			progress(k, replicates)
		}
	}
	return list, nil
}

// gather reads the users' habits: what they waited for ended as the log says, or where it
// does not say so of all jobs, as replayed with what is run now.
func (r *Runner) gather(p *Plan) error {
	ends, known := why.Waited(r.log, r.log.Wait)
	if known < r.log.Len() {
		how, err := config(p, p.now(), nil)
		if err != nil {
			return err
		}
		r.engine.Load(r.log)
		if err := r.engine.Run(how); err != nil {
			return err
		}
		copy(ends, r.engine.Starts())
	}
	for j := range ends {
		ends[j] += r.log.Run[j]
	}
	habits, err := session.Read(r.log, ends, session.Options{Seed: p.Seed})
	if err != nil {
		return err
	}
	x := &crowd{feedback.NewUsers(r.log, habits, p.Seed), sim.New()}
	if err := x.engine.LoadFed(r.log.Procs, r.log.Start, r.log.Len()+r.log.Len()/8); err != nil {
		return err
	}
	r.crowd = x
	return nil
}
