package agent

import (
	"errors"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cluster"
	"shadowtime/core/study"
)

// Version of the Plan format.
const Version = 1

// Plan asks for an agent, what it sees, what it may do and is paid for, and how it
// learns. Everything that it does depends on the cluster, its workload and this.
type Plan struct {
	Version  int    `json:"version"`
	Agent    string `json:"agent"`
	Episodes int    `json:"episodes"`
	Seed     uint64 `json:"seed"`
	Options
	Greedy      bool     `json:"greedy,omitempty"`
	Objective   string   `json:"objective"`
	Observe     string   `json:"observe"`
	Sensitivity float64  `json:"queueSensitivity"`
	Actions     []string `json:"actions,omitempty"` // none: all pairs and void
	Select      string   `json:"select"`            // the pair of a classic agent
	Place       string   `json:"place"`
	Backfilling string   `json:"backfilling"`
}

// The agents there are.
const (
	Reinforce   = "reinforce"
	ActorCritic = "actor-critic"
	Fixed       = "classic"
	Uniform     = "random"
)

// Learns says whether the agent has anything to learn, and so to save.
func (p *Plan) Learns() bool { return p.Agent == Reinforce || p.Agent == ActorCritic }

// The baselines: nothing, as published, or the mean reward of the episodes so
// far, this one included. Where rewards are all positive, the first makes
// whatever was done likelier.
const (
	None = "none"
	Mean = "mean"
)

// Bounds of plans.
const (
	MaxEpisodes = 1_000_000
	MaxHidden   = 1024
	// MaxWeights bounds a network: beyond it an observation has more numbers than
	// so many hidden units can look at.
	MaxWeights = 20_000_000
)

// Default is scenario 1's learner.
func Default() Plan {
	return Plan{
		Version: Version, Agent: Reinforce, Episodes: 350, Seed: 1,
		Options:   Options{Hidden: 16, LR: 0.005, Gamma: 0.99, Baseline: None},
		Objective: "makespan", Observe: "minimal", Sensitivity: 0.05,
		Select: "shortest", Place: "high_gflops", Backfilling: "none",
	}
}

// Settings are all values of the plan.
func (p *Plan) Settings() study.Settings {
	list := study.Settings{
		study.Named("agent", &p.Agent,
			study.Option{Value: Reinforce, Words: "REINFORCE"}, study.Option{Value: ActorCritic, Words: "actor-critic"},
			study.Option{Value: Fixed, Words: "always the same pair"}, study.Option{Value: Uniform, Words: "any action, at random"}).
			With("Agent", "which agent schedules: two that learn, REINFORCE and the actor-critic, one that always takes the same pair, "+
				"and one that draws"),
		study.Whole("episodes", &p.Episodes, 1, MaxEpisodes).
			With("Episodes", "how many times the workload is run").Display(),
	}
	list = append(list, p.seen()...)
	list = append(list, p.done()...)
	return append(append(list, p.learnt()...),
		study.Flag("greedy", &p.Greedy).
			With("Greedy", "tests take the likeliest action at every decision; training always draws"),
		study.Unsigned("seed", &p.Seed).
			With("Seed", "the same seed draws the same weights and actions, on every machine"))
}

// seen are the settings of what an agent sees and is paid for.
func (p *Plan) seen() study.Settings {
	return study.Settings{
		study.Named("objective", &p.Objective, options(cluster.ObjectiveNames())...).
			With("Objective", "what a decision earns, by the cluster's state just after it"),
		study.Named("observe", &p.Observe,
			study.Option{Value: "normal", Words: "every core, and the queue"},
			study.Option{Value: "small", Words: "nodes and processors, and the queue"}, study.Option{Value: "minimal", Words: "the queue"}).
			With("Observation", "what the agent sees: normal has three numbers a core beside those of nodes, processors and the queue; "+
				"small leaves the cores out; minimal has the queue alone"),
		study.Real("queue-sensitivity", &p.Sensitivity, 1e-6, 1e6).
			With("Queue sensitivity", "the relative change of the queue's length that an observation shows in full"),
	}
}

// done are the settings of what an agent may do.
func (p *Plan) done() study.Settings {
	return study.Settings{
		study.Words("actions", func() string { return ActionsText(p.Actions) }, func(text string) error {
			list, err := parseActions(text)
			if err == nil {
				p.Actions = list
			}
			return err
		}).With("Actions", "what may be chosen: "+allActions+", the 36 pairs of a job selection and a core selection and "+void+
			"; or single ones with commas, as in shortest-high_gflops,first-low_power,"+void),
		study.Named("select", &p.Select, options(cluster.SelectionNames())...).
			With("Job selection", "which waiting job a classic agent takes"),
		study.Named("place", &p.Place, options(cluster.PlacingNames())...).
			With("Core selection", "where a classic agent puts it"),
		study.Named("backfilling", &p.Backfilling, options(cluster.BackfillingNames())...).
			With("Backfilling", "what happens when the selected job does not fit: nothing, or others may start that don't delay it"),
	}
}

// learnt are the settings of how a learner learns.
func (p *Plan) learnt() study.Settings {
	return study.Settings{
		study.Whole("hidden", &p.Hidden, 1, MaxHidden).
			With("Hidden units", "units of each hidden layer"),
		study.Real("lr", &p.LR, 1e-9, 10).
			With("Learning rate", "how far a weight moves in an episode, about"),
		study.Real("gamma", &p.Gamma, 0, 1).
			With("Discount", "what a reward is worth one decision earlier"),
		study.Named("baseline", &p.Baseline,
			study.Option{Value: None, Words: "nothing"}, study.Option{Value: Mean, Words: "the mean reward so far"}).
			With("Baseline", "what is taken from the return of an episode's only decision: nothing, as published, or the mean reward of "+
				"the episodes so far; returns of more decisions are normalised in any case"),
	}
}

func options(values []string) []study.Option {
	var list []study.Option
	for _, v := range values {
		list = append(list, study.Option{Value: v, Words: strings.ReplaceAll(v, "_", " ")})
	}
	return list
}

// Normalise checks the Plan and brings it into its one form.
func (p *Plan) Normalise() error { return p.Settings().CheckVersion(&p.Version, Version) }

// Names are the actions that the agent may take.
func (p *Plan) Names() []string {
	switch {
	case p.Agent == Fixed:
		return []string{p.Select + "-" + p.Place}
	case len(p.Actions) == 0:
		return AllActions()
	}
	return p.Actions
}

// Weights is how many weights the plan's learner has, for observations of so many
// numbers.
func (p *Plan) Weights(inputs int) int {
	return weights(shapeOf(p.Names(), inputs), p.Hidden, p.Agent == ActorCritic)
}

// Make makes the plan's agent for observations of so many numbers, with weights
// that the seed draws.
func (p *Plan) Make(inputs int) (Agent, error) {
	s := shapeOf(p.Names(), inputs)
	switch p.Agent {
	case Fixed:
		return newClassic(0, 1), nil
	case Uniform:
		return newRandom(s), nil
	}
	if n := p.Weights(inputs); n > MaxWeights {
		return nil, errors.New("the network would have " + numeral.Count(n) + " weights, for observations of " + numeral.Count(inputs) +
			" numbers: at most " + numeral.Count(MaxWeights) +
			" are kept; give fewer hidden units than " + strconv.Itoa(p.Hidden) + ", or let it observe less (small or minimal)")
	}
	return newLearner(s, p.Options, p.Agent == ActorCritic, weightsOf(p.Seed)), nil
}
