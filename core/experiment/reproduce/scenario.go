package reproduce

import (
	"errors"
	"slices"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cluster"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/experiment/agent"
	"shadowtime/core/experiment/train"
	"shadowtime/core/report/published"
)

// Seeds is how many seeds learn scenario 1, where the study shows one.
const Seeds = 100

// actions are the study's five.
var actions = []string{"shortest-high_gflops", "shortest-high_mem_bw", "shortest-low_power", "first-high_gflops", "first-high_mem_bw"}

// spreading are those of them that put the jobs on two processors.
var spreading = []int{1, 4}

// LearningForm is a way to learn scenario 1.
type LearningForm struct {
	Name string
	Plan agent.Plan
}

// Forms are the study's own, as it is published, and those beside it.
func Forms() []LearningForm {
	of := func(name string, change func(p *agent.Plan)) LearningForm {
		p := agent.Default()
		p.Actions, p.Episodes = actions, published.Scenario1.Episodes
		change(&p)
		return LearningForm{name, p}
	}
	return []LearningForm{
		of("REINFORCE, as published", func(*agent.Plan) {}),
		of("REINFORCE, baseline", func(p *agent.Plan) { p.Baseline = agent.Mean }),
		of("actor-critic", func(p *agent.Plan) { p.Agent = agent.ActorCritic }),
		of("REINFORCE, as published, four times as long", func(p *agent.Plan) { p.Episodes *= 4 }),
	}
}

// Course is what one seed of a form came to.
type Course struct {
	Spread  []float64 // by episode: with which probability the first decision spread the jobs
	Rewards []float64
	Likes   int     // the action it likes best in the end,
	HowMuch float64 // and its probability
}

// Train trains a form with a seed on the platform's own jobs.
func (f *LearningForm) Train(seed uint64) (*Course, error) {
	s, err := scenario()
	if err != nil {
		return nil, err
	}
	c := &Course{}
	_, err = taught(f.Plan, seed, s, func(e *agent.Episode) {
		sum := 0.0
		for _, a := range spreading {
			sum += e.Preferences[a]
		}
		c.Spread, c.Rewards = append(c.Spread, sum), append(c.Rewards, e.Reward)
		c.Likes, c.HowMuch = likeliest(e.Preferences)
	})
	return c, err
}

// scenario is the platform with its own jobs.
func scenario() (*cluster.Sim, error) {
	const name = "spread"
	m, ok := platform.Builtin(name)
	if !ok {
		return nil, errors.New("no platform " + name)
	}
	l, ok := cluster.Own(name, m)
	if !ok {
		return nil, errors.New(name + " has no jobs of its own")
	}
	return cluster.New(m, l), nil
}

// taught runs all episodes of a plan with another seed.
func taught(p agent.Plan, seed uint64, s *cluster.Sim, each func(e *agent.Episode)) (agent.Agent, error) {
	p.Seed = seed
	if err := p.Normalise(); err != nil {
		return nil, err
	}
	course, err := p.Course(s, nil)
	if err != nil {
		return nil, err
	}
	return course.Agent, course.Run(1, p.Episodes, func(e *agent.Episode) bool { each(e); return true })
}

func likeliest(p []float64) (at int, most float64) {
	for i, x := range p {
		if x > most {
			at, most = i, x
		}
	}
	return at, most
}

// ActionPay is what an action of scenario 1 earns, and what it costs.
type ActionPay struct {
	Action                   string
	Reward, Makespan, Energy float64
}

// Pays lists the study's five actions so.
func Pays() (list []ActionPay, err error) {
	for _, name := range actions {
		s, err := scenario()
		if err != nil {
			return nil, err
		}
		a, err := cluster.ParseAction(name)
		if err != nil {
			return nil, err
		}
		s.Reset()
		x := ActionPay{Action: name}
		for s.Next() {
			s.Act(a)
			x.Reward += s.Reward(cluster.Makespan)
		}
		m := s.Metrics()
		x.Makespan, x.Energy = m.Makespan, m.Energy
		list = append(list, x)
	}
	return list, nil
}

// FormCourses is what all seeds of a form came to.
type FormCourses struct {
	LearningForm
	Courses []*Course
}

// Likes is in how many seeds the likeliest action in the end spreads; Spreads in how
// many spreading has a probability above 0.9; Settles in how many one spreading
// action has; Errs in how many another action has.
func (l *FormCourses) Likes() int {
	return l.count(func(c *Course) bool { return slices.Contains(spreading, c.Likes) })
}
func (l *FormCourses) Spreads() int {
	return l.count(func(c *Course) bool { return c.Spread[len(c.Spread)-1] > train.SettledAt })
}
func (l *FormCourses) Settles() int {
	return l.count(func(c *Course) bool { return slices.Contains(spreading, c.Likes) && c.HowMuch > train.SettledAt })
}
func (l *FormCourses) Errs() int {
	return l.count(func(c *Course) bool { return !slices.Contains(spreading, c.Likes) && c.HowMuch > train.SettledAt })
}

func (l *FormCourses) count(is func(c *Course) bool) (n int) {
	for _, c := range l.Courses {
		if is(c) {
			n++
		}
	}
	return n
}

// Since is, of a seed that spreads in the end, the episode from which it did so.
func (c *Course) Since() (episode int, ok bool) {
	n := len(c.Spread)
	for n > 0 && c.Spread[n-1] > train.SettledAt {
		n--
	}
	return n + 1, n < len(c.Spread)
}

// Sinces are those of all seeds that do.
func (l *FormCourses) Sinces() (list []float64) {
	for _, c := range l.Courses {
		if n, ok := c.Since(); ok {
			list = append(list, float64(n))
		}
	}
	return list
}

// Late are the mean rewards of the last fifty episodes, by seed.
func (l *FormCourses) Late() (list []float64) {
	for _, c := range l.Courses {
		last := c.Rewards[max(0, len(c.Rewards)-50):]
		sum := 0.0
		for _, r := range last {
			sum += r
		}
		list = append(list, sum/float64(len(last)))
	}
	return list
}

// quantiles are three of values, in any order.
func quantiles(values []float64, low, high float64) (three [3]float64) {
	v := slices.Clone(values)
	slices.Sort(v)
	for i, p := range []float64{low, 0.5, high} {
		three[i] = numeral.Quantile(v, p)
	}
	return three
}

// Middle are the 5th, 50th and 95th percentile.
func Middle(values []float64) [3]float64 { return quantiles(values, 0.05, 0.95) }
