package reproduce

import (
	"cmp"
	"errors"
	"slices"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/cluster"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/experiment/agent"
	"shadowtime/core/job"
)

// Gaia is the study's log on its platform.
type Gaia struct {
	log   *job.Log
	as    *platform.Machine // as it is
	alike *platform.Machine // with cores of almost one speed, in the same order of speeds
}

// OnGaia takes the study's log.
func OnGaia(log *job.Log) (*Gaia, error) {
	as, err := laid(func(*platform.Spec) {})
	if err != nil {
		return nil, err
	}
	alike, err := laid(func(s *platform.Spec) {
		for i := range s.Processors {
			p := &s.Processors[i]
			p.Clock, p.Flops = as.Reference()+1e-6*(p.Clock*p.Flops-as.Reference()), 1
		}
	})
	return &Gaia{log, as, alike}, err
}

func laid(change func(s *platform.Spec)) (*platform.Machine, error) {
	s, ok := platform.BuiltinSpec("gaia")
	if !ok {
		return nil, errors.New("no platform gaia")
	}
	change(s)
	return s.Lay()
}

// PairQuestion sets one policy against another on the same jobs.
type PairQuestion struct {
	Name    string
	Options cluster.Options
	Alike   bool // on cores of almost one speed
	A, B    cluster.Action
}

func pair(s cluster.Selection, p cluster.Placing) cluster.Action {
	return cluster.Action{Select: s, Place: p}
}

// Consolidating asks scenario 2: consolidating against spreading, on the first
// hundred jobs without the four that came long before them.
func Consolidating() []PairQuestion {
	a, b := pair(cluster.SelectShortest, cluster.PlaceHighSpeed), pair(cluster.SelectShortest, cluster.PlaceHighBandwidth)
	drawn, run := cluster.Options{Skip: 4, First: 100, Work: cluster.Accuracy}, cluster.Options{Skip: 4, First: 100}
	return []PairQuestion{
		{"drawn accuracies, as published", drawn, false, a, b},
		{"run times of the log", run, false, a, b},
		{"drawn accuracies, cores alike", drawn, true, a, b},
	}
}

// Waiting asks experiment 5.2: FCFS against shortest first on the first thousand
// jobs.
func Waiting() []PairQuestion {
	a, b := pair(cluster.SelectFirst, cluster.PlaceHighSpeed), pair(cluster.SelectShortest, cluster.PlaceHighSpeed)
	drawn, run := cluster.Options{First: 1000, Work: cluster.Accuracy}, cluster.Options{First: 1000}
	later := drawn
	later.Skip = 4
	return []PairQuestion{
		{"drawn accuracies, as published", drawn, false, a, b},
		{"drawn accuracies, without the first four jobs", later, false, a, b},
		{"run times of the log", run, false, a, b},
	}
}

// PairContrast is the first policy against the second, with one seed's draws: changes,
// ratios of slowdowns, the longest wait of both; and for which part of its time the
// first had at most a hundredth of the cores idle.
type PairContrast struct {
	Energy, Makespan, Turnaround, AvgSlowdown, MaxSlowdown, MaxWait, Full float64
}

// Ask answers a question with a seed's draws.
func (g *Gaia) Ask(q *PairQuestion, seed uint64) PairContrast {
	m := g.as
	if q.Alike {
		m = g.alike
	}
	s := g.sim(m, q.Options, seed)
	a := s.Run(q.A)
	full := fullFor(s) / a.Makespan
	b := s.Run(q.B)
	return PairContrast{
		a.Energy/b.Energy - 1, a.Makespan/b.Makespan - 1, a.AvgTurnaround/b.AvgTurnaround - 1,
		a.AvgSlowdown / b.AvgSlowdown, a.MaxSlowdown / b.MaxSlowdown, max(a.MaxWait, b.MaxWait), full,
	}
}

func (g *Gaia) sim(m *platform.Machine, o cluster.Options, seed uint64) *cluster.Sim {
	o.Seed = seed
	s := cluster.New(m, cluster.FromLog(g.log, m, o))
	s.Seed(seed)
	return s
}

// fullFor is for how long at most a hundredth of the cores was idle.
func fullFor(s *cluster.Sim) (sum float64) {
	type step struct {
		at    float64
		cores int
	}
	l := s.Load()
	var steps []step
	for j, q := range l.Size {
		steps = append(steps, step{s.Start(j), int(q)}, step{s.End(j), -int(q)})
	}
	sorted.Stable(steps, func(a, b step) int { return cmp.Compare(a.at, b.at) })
	busy := 0
	for i, x := range steps {
		if i > 0 && 100*busy >= 99*s.Machine().Cores() {
			sum += x.at - steps[i-1].at
		}
		busy += x.cores
	}
	return sum
}

// PairAnswer is a question with the contrasts of all seeds.
type PairAnswer struct {
	PairQuestion
	Seeds []PairContrast
}

// Values are the values of all seeds.
func (a *PairAnswer) Values(value func(c *PairContrast) float64) (list []float64) {
	for i := range a.Seeds {
		list = append(list, value(&a.Seeds[i]))
	}
	return list
}

// ---- who schedules

// LearnedSeeds is how many seeds learn on the log, for so many episodes.
const (
	LearnedSeeds    = 20
	LearnedEpisodes = 200
)

// Policy is who schedules: a fixed pair, or an agent that chooses among the five
// actions of scenario 1, paid for short slowdowns.
type Policy struct {
	Name  string
	Fixed cluster.Action
	Agent string // "": it is a fixed pair
}

// Policies are those that are set beside each other; the first ones, with and without
// backfilling, need no learning.
func Policies() (list []Policy) {
	for _, s := range []struct {
		name string
		by   cluster.Selection
	}{{"FCFS", cluster.SelectFirst}, {"shortest first", cluster.SelectShortest}} {
		for _, b := range []struct {
			name string
			as   cluster.Backfilling
		}{{"", cluster.NoBackfilling}, {", EASY", cluster.Easy}, {", EASY aware of slowing", cluster.EasyAware}} {
			a := pair(s.by, cluster.PlaceHighSpeed)
			a.Backfill = b.as
			list = append(list, Policy{Name: s.name + b.name, Fixed: a})
		}
	}
	return append(list, Policy{Name: "any of five actions", Agent: agent.Uniform},
		Policy{Name: "REINFORCE", Agent: agent.Reinforce}, Policy{Name: "actor-critic", Agent: agent.ActorCritic})
}

// PolicyOutcome is what a policy gave with one seed's draws: on the first thousand jobs, on
// which agents have learned, and on the next, which they have not seen.
type PolicyOutcome struct{ Seen, Next cluster.Metrics }

// Schedule lets a policy schedule with a seed's draws; one that learns has learned
// before.
func (g *Gaia) Schedule(p *Policy, seed uint64) (o PolicyOutcome, err error) {
	seen := cluster.Options{First: 1000, Work: cluster.Accuracy}
	next := seen
	next.Skip = seen.First
	if p.Agent == "" {
		return PolicyOutcome{g.sim(g.as, seen, seed).Run(p.Fixed), g.sim(g.as, next, seed).Run(p.Fixed)}, nil
	}
	plan := agent.Default()
	plan.Agent, plan.Actions, plan.Objective, plan.Episodes = p.Agent, actions, cluster.AvgSlowdown.String(), LearnedEpisodes
	if !plan.Learns() {
		plan.Episodes = 1
	}
	a, err := taught(plan, seed, g.sim(g.as, seen, seed), func(*agent.Episode) {})
	if err != nil {
		return o, err
	}
	plan.Seed = seed
	test := func(o cluster.Options) (m cluster.Metrics, err error) {
		s := g.sim(g.as, o, seed)
		course, err := plan.Course(s, a)
		if err != nil {
			return m, err
		}
		course.Test = true
		err = course.Run(1, 1, func(*agent.Episode) bool { m = s.Metrics(); return true })
		return m, err
	}
	if o.Seen, err = test(seen); err != nil {
		return o, err
	}
	o.Next, err = test(next)
	return o, err
}

// PolicyOutcomes is a policy with the outcomes of all seeds.
type PolicyOutcomes struct {
	Policy
	Seeds []PolicyOutcome
}

// Values are the values of all seeds.
func (s *PolicyOutcomes) Values(value func(o *PolicyOutcome) float64) (list []float64) {
	for i := range s.Seeds {
		list = append(list, value(&s.Seeds[i]))
	}
	return list
}

// ---- the jobs

// JobDemand is what jobs ask for: cores, and MB a core.
type JobDemand struct {
	Jobs                                 int
	MedianSize, HighSize                 float64 // high: the 95th percentile
	MedianMemory, HighMemory, MostMemory float64
}

// Asked is what the first so many jobs ask for, all with 0.
func (g *Gaia) Asked(first, skip int) JobDemand {
	l := cluster.FromLog(g.log, g.as, cluster.Options{First: first, Skip: skip})
	sizes := make([]float64, l.Len())
	for i, q := range l.Size {
		sizes[i] = float64(q)
	}
	slices.Sort(sizes)
	memory := slices.Sorted(slices.Values(l.Memory))
	return JobDemand{l.Len(), numeral.Quantile(sizes, 0.5), numeral.Quantile(sizes, 0.95), numeral.Quantile(memory, 0.5),
		numeral.Quantile(memory, 0.95), memory[len(memory)-1]}
}
