package train

import (
	"errors"
	"strconv"

	"shadowtime/core/cluster"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/experiment/agent"
	"shadowtime/core/job"
	"shadowtime/core/study"
)

// Kind is the study as workers and campaigns compute it.
func Kind() study.Kind {
	return study.KindOf[Plan, Row](Name, func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) })
}

// Runner computes the tasks of one plan on one trace, one after another: give each
// goroutine or worker its own.
type Runner struct {
	plan    Plan
	trace   *job.Trace
	machine *platform.Machine

	// the course that was gone on with last, see Request
	live *agent.Cluster
	of   int // its number, 0: none
}

// NewRunner prepares the tasks of a plan. The trace is the log cleaned with the
// plan's rules; of two jobs it is not looked at.
func NewRunner(t *job.Trace, p Plan) (*Runner, error) {
	if err := p.Normalise(); err != nil {
		return nil, err
	}
	if t.Len() == 0 {
		return nil, errors.New("the log has no jobs: nothing can be learned from it")
	}
	m, err := p.Machine()
	if err != nil {
		return nil, err
	}
	return &Runner{plan: p, trace: t, machine: m}, nil
}

// Steps is the number of progress steps of a task.
func (r *Runner) Steps() int { return r.plan.Steps() }

// Task trains and tests seed number k, or says what courses run on.
func (r *Runner) Task(k int, progress study.Progress) (Row, error) {
	if k < 0 {
		return Row{}, errors.New("task " + strconv.Itoa(k) + ": seeds are counted from 1, 0 is the ground they run on")
	}
	row := Row{K: k}
	if k == study.Logged {
		ground, err := r.ground()
		for done := range r.Steps() {
			progress.Done(done + 1)
		}
		row.Ground = ground
		return row, err
	}
	if err := r.train(&row, progress.Done); err != nil {
		return Row{}, err
	}
	return row, nil
}

// load is the stretch that a seed learns on, or the one behind it.
func (r *Runner) load(seed uint64, unseen bool) (*cluster.Load, error) {
	if r.plan.Jobs == Own {
		l, ok := cluster.Own(r.plan.Platform, r.machine)
		if !ok {
			return nil, errors.New("jobs " + Own + ": " + r.plan.Name() + " has no jobs of its own; take the platform spread, or jobs " +
				OfLog)
		}
		return l, nil
	}
	k := 1
	if unseen {
		k = 2
	}
	return r.plan.Site.Load(r.trace, r.machine, k, seed)
}

func (r *Runner) ground() (g Ground, err error) {
	l, err := r.load(r.plan.Seed, false)
	if err != nil {
		return g, err
	}
	a := r.plan.AgentOf(1)
	env, err := a.On(cluster.New(r.machine, l))
	if err != nil {
		return g, err
	}
	g = Ground{Jobs: l.Len(), Left: l.DroppedJobs(), Cores: r.machine.Cores(), Inputs: env.Inputs(), Weights: a.Weights(env.Inputs())}
	if next := r.next(r.plan.Seed); next != nil {
		g.Unseen = next.Len()
	}
	return g, nil
}

// next is the whole stretch behind the one that a seed learns on; nil: there is none.
func (r *Runner) next(seed uint64) *cluster.Load {
	if r.plan.Jobs == Own || r.plan.First == 0 {
		return nil
	}
	l, err := r.load(seed, true)
	if err != nil || l.Len() < r.plan.First {
		return nil
	}
	return l
}

// train runs the course of a seed, then its tests.
func (r *Runner) train(row *Row, tell func(done int)) error {
	p := r.plan.AgentOf(row.K)
	l, err := r.load(p.Seed, false)
	if err != nil {
		return err
	}
	c, err := p.Course(cluster.New(r.machine, l), nil)
	if err != nil {
		return err
	}
	parts, told := r.plan.Steps()-1, 0
	var all Course
	err = c.Run(1, p.Episodes, func(e *agent.Episode) bool {
		for all.add(e); told < e.Number*parts/p.Episodes; tell(told) {
			told++
		}
		return true
	})
	if err != nil {
		return err
	}
	row.Course = all.Thin(r.plan.Every())
	if err := r.test(row, &p, c.Agent, l, false); err != nil {
		return err
	}
	if next := r.next(p.Seed); next != nil {
		if err := r.test(row, &p, c.Agent, next, true); err != nil {
			return err
		}
	}
	tell(parts + 1)
	return nil
}

// add adds an episode.
func (c *Course) add(e *agent.Episode) {
	for i, x := range []float64{float64(e.Decisions), e.Reward, e.Loss, e.Entropy, e.Makespan, e.Energy} {
		list := c.lists()[i]
		*list = append(*list, x)
	}
	c.Preferences = append(c.Preferences, append([]float64(nil), e.Preferences...))
}

// test runs jobs with the agent and with those beside it.
func (r *Runner) test(row *Row, p *agent.Plan, learned agent.Agent, l *cluster.Load, unseen bool) error {
	t := tester{s: cluster.New(r.machine, l), unseen: unseen}
	t.run(p, sampled, learned, testEpisodes)
	learner := learned.(*agent.Learner) // plans here are of agents that learn
	learner.Greedy = true
	t.run(p, greedy, learned, 1)
	learner.Greedy = false
	drawing := *p
	drawing.Agent = agent.Uniform
	t.run(&drawing, uniform, nil, testEpisodes)
	for who, pair := range r.plan.Choices() {
		t.run(fixed(p, pair, cluster.NoBackfilling), who, nil, 1)
		t.easy = true
		t.run(fixed(p, pair, cluster.Easy), who, nil, 1)
		t.easy = false
	}
	row.Tests = append(row.Tests, t.done...)
	return t.err
}

// tester runs tests on the same jobs, until one errs.
type tester struct {
	s            *cluster.Sim
	unseen, easy bool
	done         []Test
	err          error
}

// run tests the plan's agent, or the one given.
func (t *tester) run(p *agent.Plan, who int, a agent.Agent, episodes int) {
	if t.err != nil {
		return
	}
	var c *agent.Course
	if c, t.err = p.Course(t.s, a); t.err != nil {
		return
	}
	c.Test = true
	mean := Outcome{}
	t.err = c.Run(1, episodes, func(e *agent.Episode) bool {
		o := outcome(e.Reward, t.s.Metrics())
		for i, x := range o.figures() {
			*mean.figures()[i] += *x
		}
		return true
	})
	for _, x := range mean.figures() {
		*x /= float64(episodes)
	}
	t.done = append(t.done, Test{t.unseen, who, t.easy, mean})
}

// fixed is the plan of always taking a pair.
func fixed(p *agent.Plan, pair string, b cluster.Backfilling) *agent.Plan {
	a, _ := cluster.ParseAction(pair) // it is one of Choices
	q := *p
	q.Agent, q.Select, q.Place, q.Backfilling = agent.Fixed, a.Select.String(), a.Place.String(), b.String()
	return &q
}
