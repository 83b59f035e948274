package online

import (
	"errors"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/sim/bandit"
	"shadowtime/core/study"
)

// Names of the strategies that package bandit does not have.
const (
	Fixed    = "fixed"     // one order all the time, as in fixed:SPF
	Full     = "full"      // the order that did best in simulations of the past
	Noisy    = "noisy"     // the same, an error on each simulated period
	NoisyJob = "noisy-job" // the same, an error on each simulated job
	Shared   = "shared"    // epsilon-greedy, by replays of each period under every arm from its own state
	Safe     = "safe"      // the same feedback, near the baseline: see bandit.Guard
)

// Epsilon is the name of the strategy whose parameter Plan.Epsilon is.
const Epsilon = "epsilon-greedy"

// Strategy is a strategy of a plan, by its name.
type Strategy struct {
	Base      string  // fixed, full, noisy, noisy-job or a kind of package bandit
	Order     string  // of fixed
	Given     bool    // a parameter was given,
	Parameter float64 // this one: λ of full and noisy feedback, else see bandit.Kind
}

// ParseStrategy reads a name: fixed:ORDER, full, noisy, noisy-job or a kind of
// package bandit, and for most @ with a parameter, as in epsilon-greedy@0.3,
// full@0.9 or sw-ucb@60.
func ParseStrategy(name string) (s Strategy, err error) {
	name = strings.TrimSpace(name)
	if prefix, rest, ok := strings.Cut(name, ":"); ok && strings.EqualFold(prefix, Fixed) {
		name, err := study.ProperPair(rest)
		return Strategy{Base: Fixed, Order: name}, err
	}
	base, parameter, given := strings.Cut(name, "@")
	s = Strategy{Base: strings.ToLower(base), Given: given}
	what, low, high := "λ, what a period keeps of the past", 0.0, 1.0
	switch {
	case s.Base == Shared:
		what = "ε, the share of periods that explore"
	case s.Base == Safe:
		what = ""
	case !s.Simulates():
		kind, err := bandit.Find(s.Base)
		if err != nil {
			return s, errors.New(err.Error() + "; or " + Full + ", " + Noisy + ", " + NoisyJob + ", " + Shared + ", " + Safe + ", " +
				Fixed + ":ORDER")
		}
		what, low, high = kind.Parameter, kind.Low, kind.High
	}
	if !given {
		return s, nil
	}
	if what == "" {
		return s, errors.New("strategy " + strconv.Quote(name) + ": " + s.Base + " has no parameter; leave out @" + parameter)
	}
	s.Parameter, err = strconv.ParseFloat(parameter, 64)
	if err != nil || !(s.Parameter >= low && s.Parameter <= high) {
		return s, errors.New("strategy " + strconv.Quote(name) + ": after @ stands " + what + ": give " + numeral.Plain(low) + " to " +
			numeral.Plain(high))
	}
	return s, nil
}

// Name is the name ParseStrategy reads.
func (s Strategy) Name() string {
	switch {
	case s.Base == Fixed:
		return Fixed + ":" + s.Order
	case s.Given:
		return s.Base + "@" + numeral.Plain(s.Parameter)
	}
	return s.Base
}

// Simulates says whether the strategy learns from simulations.
func (s Strategy) Simulates() bool { return s.Base == Full || s.Base == Noisy || s.Base == NoisyJob }

// shares says whether it learns from replays of every arm from a period's own state.
func (s Strategy) shares() bool { return s.Base == Shared || s.Base == Safe }

// Words says what the strategy does, for people.
func (s Strategy) Words() string {
	switch s.Base {
	case Fixed:
		return "always " + s.Order
	case Full:
		return "the order that did best in simulations of the past periods"
	case Noisy:
		return "the same, from simulations with an error on each period"
	case NoisyJob:
		return "the same, from simulations with an error on each job"
	case Shared:
		return "the choice that did best in replays of each period from its own state, now and then any"
	case Safe:
		return "the same replays, but FCFS while another choice might lose more than agreed"
	}
	k, err := bandit.Find(s.Base)
	if err != nil {
		return s.Base
	}
	return k.Words
}

// everything lists all strategies without a parameter.
func everything(orders []string) []string {
	var list []string
	for _, o := range orders {
		list = append(list, Fixed+":"+o)
	}
	return append(list, Bases()...)
}

// Every is every strategy without a parameter, fixed orders left out: Bases, and those that replay
// every arm of every period, which all leaves out for what they cost.
func Every() []string { return append(Bases(), Shared, Safe) }

// Bases are all strategies without a parameter, fixed orders left out.
func Bases() []string {
	list := []string{"random", Full, Noisy, NoisyJob}
	for _, k := range bandit.Kinds() {
		if k.Name != "random" {
			list = append(list, k.Name)
		}
	}
	return list
}
