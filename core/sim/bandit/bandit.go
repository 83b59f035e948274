package bandit

import (
	"errors"
	"strconv"
	"strings"
)

// Strategy is one way of choosing. A caller repeats Choose, then Learn.
type Strategy interface {
	// Reset forgets everything; from now on the strategy draws from stream.
	Reset(stream *Stream)
	// Choose returns the arm of the round that begins. Features describe the
	// state of things (Settings.Features numbers of size about 1); only
	// contextual strategies look at them.
	Choose(features []float64) int
	// Learn tells what the round under an arm cost: the summed wait, in
	// seconds, of the jobs that finished, and how many these were.
	Learn(arm int, wait float64, jobs int64)
	// Estimate is the wait per job, in seconds, that the strategy expects of an
	// arm; false while it expects nothing.
	Estimate(arm int) (seconds float64, ok bool)
}

// Settings are what the strategies can be told. Those that one has no use for
// it does not look at.
type Settings struct {
	Arms     int
	Features int // of a context

	// Parameter is the strategy's own number, as Kind describes it.
	Parameter float64

	// Lambda discounts the past in epsilon-greedy and epsilon-decay: 1 keeps
	// all, 0 only the last round.
	Lambda float64
	// DiscountJobs lets Lambda act on the numbers of jobs too. The published
	// formula discounts the waits alone, which makes an arm look cheap that was
	// not tried for long.
	DiscountJobs bool
	// UntriedFirst tries each arm once, in random order, before anything else
	// (epsilon-greedy and epsilon-decay; others do so by their definition).
	UntriedFirst bool
}

// Kind describes a strategy.
type Kind struct {
	Name    string
	Words   string // for people
	Formula string // of what is chosen
	Source  string // authors and year

	Parameter string  // what Settings.Parameter is; empty: nothing
	Default   float64 // its usual value; 0: it follows from the number of rounds, see Usual
	Low, High float64 // its bounds, both allowed

	usual func(rounds int) float64
	make  func(s *Settings) Strategy
}

// Usual is the usual value of the parameter when there will be so many rounds,
// 0 for an unknown number.
func (k Kind) Usual(rounds int) float64 {
	if k.usual != nil {
		return k.usual(rounds)
	}
	return k.Default
}

// Kinds lists the strategies.
func Kinds() []Kind {
	return []Kind{
		{Name: "random", Words: "an arm drawn uniformly each time",
			Formula: "uniform", Source: "the reference point of Reis, 2018, chapter 6",
			make: func(s *Settings) Strategy { return newRandom(s) }},
		{Name: "epsilon-greedy", Words: "the arm with the least waits so far, now and then any arm",
			Formula: "with probability 1 - ε the least Σ λ^(T-1-t) w(t) / Σ l(t), else uniform", Source: greedySource,
			Parameter: "ε, the share of rounds that explore", Default: 0.1, Low: 0, High: 1,
			make: func(s *Settings) Strategy { return newGreedy(s, false) }},
		{Name: "epsilon-decay", Words: "epsilon-greedy that explores less and less",
			Formula: "epsilon-greedy with ε = min(1, c K/t)", Source: auer2002,
			Parameter: "c, how slowly exploration fades", Default: 1, Low: 0, High: 1000,
			make: func(s *Settings) Strategy { return newGreedy(s, true) }},
		{Name: "ucb1", Words: "the arm that may still be the best: least lower confidence bound",
			Formula: "least Σw/Σl - c R √(2 ln n / n_i), R the range of w/l seen so far", Source: auer2002,
			Parameter: "c, the width of the bounds", Default: 1, Low: 0, High: 1000,
			make: func(s *Settings) Strategy { return newUCB1(s) }},
		{Name: "exp3", Words: "arms drawn by exponential weights, against any adversary",
			Formula:   "probability ∝ exp(-c √(ln K / (K t)) L_i), L_i = Σ x/P(i), x = w/l scaled to [0, 1] by the range seen so far",
			Source:    bubeck,
			Parameter: "c, how fast weights move", Default: 1, Low: 0, High: 1000,
			make: func(s *Settings) Strategy { return newEXP3(s) }},
		{Name: "thompson", Words: "each arm with the probability that it is the best",
			Formula: "least draw from N(Σw/Σl, (c σ)²/Σl), σ² = Σ l (w/l - mean)²/(n - K)", Source: thompsonSource,
			Parameter: "c, the width of the draws", Default: 1, Low: 0, High: 1000,
			make: func(s *Settings) Strategy { return newThompson(s) }},
		{Name: "sw-ucb", Words: "lower confidence bounds over the last rounds alone, for workloads that drift",
			Formula: "least Σw/Σl - R √(0.6 ln min(t, τ) / n_i), sums over the last τ rounds", Source: garivier,
			Parameter: "τ, the window in rounds", Low: 1, High: 1e6, usual: usualWindow,
			make: func(s *Settings) Strategy { return newWindow(s) }},
		{Name: "d-ucb", Words: "lower confidence bounds that forget little by little, for workloads that drift",
			Formula: "least Σw/Σl - 2 R √(0.6 ln n / n_i), all sums discounted by γ a round", Source: garivier,
			Parameter: "γ, what a round keeps of the past", Low: 0, High: 1, usual: usualDiscount,
			make: func(s *Settings) Strategy { return newDiscounted(s) }},
		{Name: "linucb", Words: "lower confidence bounds on waits that depend on the state of the queue",
			Formula: "least m + θᵀf - α σ √(fᵀA⁻¹f), A = I + Σ f fᵀ, θ = A⁻¹ Σ f (w/l - m), m and σ mean and deviation of w/l", Source: li,
			Parameter: "α, the width of the bounds", Default: 1, Low: 0, High: 1000,
			make: func(s *Settings) Strategy { return newLinUCB(s) }},
	}
}

const (
	greedySource = "Sutton, Barto: Reinforcement learning, 1998; as in Reis: Learning to control large-scale parallel platforms, 2018, " +
		"section 6.3"
	auer2002 = "Auer, Cesa-Bianchi, Fischer: Finite-time analysis of the multiarmed bandit problem, 2002"
	bubeck   = "Auer, Cesa-Bianchi, Freund, Schapire: The nonstochastic multiarmed bandit problem, 2002; without horizon as in " +
		"Bubeck, Cesa-Bianchi: Regret analysis of stochastic and nonstochastic multi-armed bandit problems, 2012, section 3"
	thompsonSource = "Thompson: On the likelihood that one unknown probability exceeds another, 1933; normal as in Agrawal, Goyal: " +
		"Further optimal regret bounds for Thompson sampling, 2013"
	garivier = "Garivier, Moulines: On upper-confidence bound policies for switching bandit problems, 2011"
	li       = "Li, Chu, Langford, Schapire: A contextual-bandit approach to personalized news article recommendation, 2010"
)

// Find returns the kind of a name; the error of an unknown one lists them all.
func Find(name string) (Kind, error) {
	var known []string
	for _, k := range Kinds() {
		if k.Name == name {
			return k, nil
		}
		known = append(known, k.Name)
	}
	return Kind{}, errors.New("strategy " + strconv.Quote(name) + " is not known: use " + strings.Join(known, ", "))
}

// New makes a strategy of a kind; Reset it before use. It errs when settings
// are out of bounds.
func New(k Kind, s Settings) (Strategy, error) {
	switch {
	case s.Arms < 1 || s.Features < 0:
		return nil, errors.New(k.Name + ": it needs an arm at least, and counts that are not negative")
	case k.Parameter != "" && !(s.Parameter >= k.Low && s.Parameter <= k.High):
		return nil, errors.New(k.Name + ": " + number(s.Parameter) + " for " + k.Parameter + ": give " + number(k.Low) + " to " +
			number(k.High))
	case !(s.Lambda >= 0 && s.Lambda <= 1):
		return nil, errors.New(k.Name + ": λ is " + number(s.Lambda) + ": give 0 to 1")
	}
	return k.make(&s), nil
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
