package train

import (
	"shadowtime/core/cluster"
	"shadowtime/core/experiment/agent"
	"shadowtime/core/job"
	"shadowtime/core/study"
	"shadowtime/core/study/site"
)

// Name is the kind's name: in messages to workers, in links, in files of rows.
const Name = "train"

// Verb is how the command is asked for it.
var Verb = study.Verb{Name: "train"}

// version of the Plan format.
const version = 1

// Plan asks for courses of an agent on a cluster, one a seed.
type Plan struct {
	Version int `json:"version"`
	study.Workload
	site.Site
	Jobs  string     `json:"jobs"`
	Agent agent.Plan `json:"agent"`
	Seeds int        `json:"seeds"` // the seed and those after it
}

// What is run: jobs of the log, or those that the platform comes with (cluster.Own).
const (
	OfLog = "log"
	Own   = "own"
)

// MaxSeeds bounds Plan.Seeds, maxEpisodes the episodes of each.
const (
	MaxSeeds    = 1000
	maxEpisodes = 100_000
)

// Default is five seeds on Gaia, with fifty jobs of the log.
func Default() Plan {
	p := Plan{
		Version:  version,
		Workload: study.Workload{Clean: job.Presets()[0].Rules, Seed: 1, Load: 1},
		Site:     site.Default(), Jobs: OfLog, Agent: agent.Default(), Seeds: 5,
	}
	p.First = 50
	return p
}

// Spread is HDeepRM's first scenario (section 5.4) with so many seeds: two jobs on the
// platform spread, and five of the pairs.
func Spread() Plan {
	p := Default()
	p.Platform, p.Jobs, p.Seeds = "spread", Own, 40
	p.Agent.Actions = []string{"shortest-high_gflops", "shortest-high_mem_bw", "shortest-low_power", "first-high_gflops",
		"first-high_mem_bw"}
	return p
}

// Settings are all values of the plan.
func (p *Plan) Settings() study.Settings {
	a := p.Agent.Settings()
	with := func(key string) study.Setting { return *a.Find(key) }
	list := study.Settings{
		with("agent").Only(agent.Reinforce, agent.ActorCritic),
		study.Named("jobs", &p.Jobs, study.Option{Value: OfLog, Words: "jobs of the log"},
			study.Option{Value: Own, Words: "the platform's own"}).
			With("Jobs run", "log: those of the log; own: those that the platform comes with, spread's are the two of HDeepRM's first "+
				"scenario, which together ask for more bandwidth than a processor has"),
	}
	list = append(list, p.Site.Settings()...)
	list = append(list, study.Whole("episodes", &p.Agent.Episodes, 1, maxEpisodes).
		With("Episodes", "how many times the jobs are run; the agent learns at the end of each"),
		study.Whole("seeds", &p.Seeds, 1, MaxSeeds).
			With("Seeds", "how many agents learn, each from weights of its own: the seed and those after it").Display())
	for _, key := range []string{"objective", "observe", "actions", "backfilling", "hidden", "lr", "gamma", "baseline",
		"queue-sensitivity"} {
		list = append(list, with(key))
	}
	list = append(list, p.CleanSetting())
	for _, s := range p.WhatIf().Without("closed", "rules") {
		if s.Key == "procs" || s.Key == "flurry" {
			list = append(list, s)
		}
	}
	return append(append(list, p.Details(new(string)).Without("dialect")...),
		p.SeedSetting().With("Seed",
			"the first one; the same seed draws the same weights, actions and properties of jobs, on every machine"))
}

// Normalise checks the Plan and brings it into its one form.
func (p *Plan) Normalise() error {
	if err := p.Settings().CheckVersion(&p.Version, version); err != nil {
		return err
	}
	p.Variant, p.Begin, p.Weeks, p.Warmup, p.Drain, p.Closer, p.Workload.Load = 0, 0, 0, 0, 0, 0, 1 // nothing is drawn of weeks
	p.Workload.Normalise()
	if p.Jobs == Own {
		p.First, p.Skip, p.Work = 0, 0, cluster.Ran.String()
	}
	fixed := agent.Default()
	p.Agent.Version, p.Agent.Seed, p.Agent.Greedy = agent.Version, 0, false // each course has a seed of its own
	p.Agent.Select, p.Agent.Place = fixed.Select, fixed.Place
	return p.Agent.Normalise()
}

// Forms are the plans that a question asks for: of a platform's own jobs, which leave one
// decision an episode, both with the baseline and without, the one asked for first.
func (p Plan) Forms() []Plan {
	if p.Jobs != Own {
		return []Plan{p}
	}
	other := p
	other.Agent.Baseline = agent.Mean
	if p.Agent.Baseline == agent.Mean {
		other.Agent.Baseline = agent.None
	}
	return []Plan{p, other}
}

// AgentOf is the agent's plan of seed number k, from 1.
func (p *Plan) AgentOf(k int) agent.Plan {
	a := p.Agent
	a.Seed = p.Seed + uint64(k-1)
	return a
}

// mostPoints is how many points of a course a row keeps.
const mostPoints = 500

// Every is how many episodes a point of a row stands for: 1 where there are at most
// 500. A point has the means of its episodes, and the preferences in the last of them.
func (p *Plan) Every() int { return (p.Agent.Episodes + mostPoints - 1) / mostPoints }

// Points is how many points a course has.
func (p *Plan) Points() int { return (p.Agent.Episodes + p.Every() - 1) / p.Every() }

// EpisodeOf is the last episode that point i, from 0, stands for.
func (p *Plan) EpisodeOf(i int) int { return min((i+1)*p.Every(), p.Agent.Episodes) }

// Steps is the number of progress steps of a task: parts of the course, then the tests.
func (p *Plan) Steps() int { return min(p.Points(), 20) + 1 }

// Choices are the pairs that the agent may take, in their order, and behind them the
// one that EASY is (see EASY) where it is not among them: all run beside it.
func (p *Plan) Choices() (list []string) {
	mine := false
	for _, name := range p.Agent.Names() {
		if name != cluster.Void.String() {
			list, mine = append(list, name), mine || name == EASY
		}
	}
	if !mine {
		list = append(list, EASY)
	}
	return list
}

// EASY is the pair that is EASY when it backfills, as agents are compared with: jobs
// in order of arrival, on the fastest cores.
const EASY = "first-high_gflops"
