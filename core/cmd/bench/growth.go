package bench

import (
	"shadowtime/core/job"
	"shadowtime/core/job/session"
	"shadowtime/core/sim"
	"shadowtime/core/sim/feedback"
	"shadowtime/core/slurm/follow"
	"shadowtime/core/slurm/model"
)

// Growing are what the table of growth measures.
func Growing() []Config { return parseAll([]string{"SAF", "SAF@rules", "SAF@users", slurms}) }

// Growth are a log and the same with ten times the jobs, or on ten times the nodes, and queues of fifty and of
// five hundred jobs, whose users can't be told apart.
func Growth() (logs, queues []func() (*job.Trace, error)) {
	for _, x := range []struct {
		name        string
		procs, jobs int
	}{{"base", 128, 3_000}, {"jobs-x10", 128, 30_000}, {"nodes-x10", 1_280, 3_000}} {
		logs = append(logs, func() (*job.Trace, error) { return sample(x.name, x.procs, x.jobs, 0.6) })
	}
	for _, n := range []int{50, 500} {
		queues = append(queues, func() (*job.Trace, error) { return Overload(n), nil })
	}
	return logs, queues
}

// react measures replays with users whose habits are read of the log as it is replayed with users who don't react. An event
// is one of the jobs that they then submit.
func (r Row) react(t *job.Trace, c *sim.Config, effort Effort, clock Clock) (Row, error) {
	e := sim.New()
	e.Load(t)
	if err := e.Run(c); err != nil {
		return r, err
	}
	ends := append([]int64(nil), e.Starts()...)
	for j := range ends {
		ends[j] += t.Run[j]
	}
	habits, err := session.Read(t, ends, session.Options{Seed: 1})
	if err != nil {
		return r, err
	}
	before := allocated()
	closed, who := sim.New(), feedback.NewUsers(t, habits, 1)
	if err := closed.LoadFed(t.Procs, t.Start, t.Len()+t.Len()/8); err != nil {
		return r, err
	}
	run := func() error {
		if err := closed.RunFed(c, who); err != nil {
			return err
		}
		return who.Err()
	}
	if err := run(); err != nil {
		return r, err
	}
	came := closed.Arrived()
	r.Jobs = came.Len()
	if err := r.measure(run, before, effort, clock); err != nil {
		return r, err
	}
	for j, s := range closed.Starts() {
		r.AvgWait += float64(s-came.Submit[j]) / float64(came.Len())
	}
	return r, nil
}

// slurm measures Slurm's passes, as they are by default.
func (r Row) slurm(t *job.Trace, effort Effort, clock Clock) (Row, error) {
	conf, err := model.Read("", model.V2205)
	if err != nil {
		return r, err
	}
	before := allocated()
	l, err := follow.FreeLog(t, nil, 0, conf)
	if err != nil {
		return r, err
	}
	run := func() error {
		l.Daemon.Replay(l.Begun, nil)
		return nil
	}
	if err := r.measure(run, before, effort, clock); err != nil {
		return r, err
	}
	r.AvgWait = l.Run(false).MeanWait
	return r, nil
}
