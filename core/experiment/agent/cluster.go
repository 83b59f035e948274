package agent

import "shadowtime/core/cluster"

// Cluster is a simulated cluster as an environment: what of it is seen, which
// actions there are, and what is paid for.
type Cluster struct {
	*cluster.Sim
	actions     []cluster.Action
	kind        cluster.Observation
	sensitivity float64
	objective   cluster.Objective
}

// On is the plan's environment on a cluster, which draws, where selections or
// placings do, by the plan's seed.
func (p *Plan) On(s *cluster.Sim) (*Cluster, error) {
	kind, err := cluster.ParseObservation(p.Observe)
	if err != nil {
		return nil, err
	}
	objective, err := cluster.ParseObjective(p.Objective)
	if err != nil {
		return nil, err
	}
	backfilling, err := cluster.ParseBackfilling(p.Backfilling)
	if err != nil {
		return nil, err
	}
	c := &Cluster{Sim: s, kind: kind, sensitivity: p.Sensitivity, objective: objective}
	for _, name := range p.Names() {
		a, err := cluster.ParseAction(name)
		if err != nil {
			return nil, err
		}
		a.Backfill = backfilling
		c.actions = append(c.actions, a)
	}
	s.Seed(p.Seed)
	return c, nil
}

// Course is the plan's on a cluster, at its beginning, of the agent given; nil is
// one of the plan that has learned nothing.
func (p *Plan) Course(s *cluster.Sim, a Agent) (*Course, error) {
	env, err := p.On(s)
	if err != nil {
		return nil, err
	}
	if a == nil {
		if a, err = p.Make(env.Inputs()); err != nil {
			return nil, err
		}
	}
	return &Course{Environment: env, Agent: a, Seed: p.Seed}, nil
}

// Inputs is how many numbers an observation has.
func (c *Cluster) Inputs() int { return c.kind.Len(c.Machine()) }

// The methods of Environment that are not the simulation's own.
func (c *Cluster) Observe(dst []float64) []float64 {
	return c.Sim.Observe(c.kind, c.sensitivity, dst[:0])
}
func (c *Cluster) Act(action int)    { c.Sim.Act(c.actions[action]) }
func (c *Cluster) Reward() float64   { return c.Sim.Reward(c.objective) }
func (c *Cluster) Makespan() float64 { return c.Metrics().Makespan }
func (c *Cluster) Energy() float64   { return c.Metrics().Energy }
