package online

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/job/overview"
	"shadowtime/core/job/resample"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
	"shadowtime/core/study/protocol"
)

// Verb is how the command is asked for it.
var Verb = study.Verb{Name: "online", Always: []string{"weeks"}}

// Version of the Plan and Selection formats.
const Version = 1

// Baseline is the order that all others are compared with, and the one that
// runs while nothing is known.
const Baseline = "FCFS"

// Bounds of a Plan.
const (
	MaxOrders     = 64
	MaxStrategies = 200
	MaxPeriods    = 8       // lengths of a period in one plan
	MaxTurns      = 100_000 // periods of one replay
)

// Plan is a comparison of strategies over resamples of one trace, as data.
type Plan struct {
	Version  int    `json:"version"`
	Protocol string `json:"protocol,omitempty"` // of a published study, see package protocol; "": none
	study.Workload
	Orders      []string        `json:"orders"`     // that strategies choose from, FCFS first
	Strategies  []string        `json:"strategies"` // see ParseStrategy
	Periods     []study.Seconds `json:"periods"`    // lengths of a policy period
	Threshold   study.Seconds   `json:"threshold"`
	Backfilling string          `json:"backfilling"`
	Backfill    string          `json:"backfill,omitempty"` // order of the jobs behind the head, "": as the front has it
	Late        string          `json:"late,omitempty"`     // on which orders of strategies the threshold acts, "": as the dialect has it
	Promises    sim.Promises    `json:"promises,omitempty"` // of conservative backfilling
	study.Limits
	Dialect string `json:"dialect"`

	Lambda       float64  `json:"lambda"`       // what a period keeps of the past's costs, 0 to 1
	Epsilon      float64  `json:"epsilon"`      // share of periods in which epsilon-greedy explores
	UntriedFirst bool     `json:"untriedFirst"` // orders not tried yet come first; the papers do not say
	DiscountJobs bool     `json:"discountJobs"` // λ acts on the numbers of jobs too; as published it does not
	Noise        float64  `json:"noise"`        // simulated periods are off by up to this fraction,
	JobNoise     float64  `json:"jobNoise"`     // simulated jobs by up to this one
	Feedback     Feedback `json:"feedback"`
	// whose waits tell of the order in force: jobs that Finished ("") in a period, Started or Submitted
	Seen string `json:"seen,omitempty"`
	// which jobs simulations of a period replay: those Submitted ("") in it, Started or Finished
	Replayed  string `json:"replayed,omitempty"`
	Unbounded bool   `json:"unbounded,omitempty"` // simulations have no threshold

	Arms      string  `json:"arms,omitempty"` // what strategies choose among, see ArmsOrders; "": orders
	Safe      bool    `json:"-"`              // puts the strategy among the others
	Alpha     float64 `json:"alpha"`          // safe: the share of the baseline's waiting that may be lost,
	Delta     float64 `json:"delta"`          // but with this probability
	Longest   float64 `json:"longest"`        // safe: by what share the baseline's longest wait may be exceeded
	Objective string  `json:"goal,omitempty"` // what shared feedback counts: wait (""), slowdown or longest

	Resamples int `json:"resamples"`
	Bootstrap int `json:"bootstrap"` // bootstrap draws behind an interval
}

// Feedback says where the simulations of full and noisy feedback begin.
type Feedback uint8

const (
	// Empty: the jobs submitted in a period, alone, from an empty machine until
	// all have ended. Their summed wait is the period's cost. The published way.
	Empty Feedback = iota
	// Machine: the same from the machine as it was when the period began, with
	// the jobs that ran and waited there. The cost counts, of the jobs that
	// waited, what they wait from then on.
	Machine
	// Queue: the same from an empty machine, with the jobs that waited when the
	// period began, which count what they wait from then on.
	Queue
)

var feedbackNames = [...]string{"empty", "machine", "queue"}

// What a job did in a period.
const (
	Finished  = "finished"
	Started   = "started"
	Submitted = "submitted"
)

// On which orders of strategies a threshold acts: the front of the queue alone,
// or jobs behind the head, too.
const (
	front = "front"
	Both  = "both"
)

func (f Feedback) String() string { return feedbackNames[f] }

// parseFeedback reads empty, machine or queue.
func parseFeedback(s string) (Feedback, error) {
	for i, n := range feedbackNames {
		if s == n {
			return Feedback(i), nil
		}
	}
	return 0, errors.New("feedback " + strconv.Quote(s) + " is not known: use empty, machine or queue")
}

// MarshalText and UnmarshalText write it by name in JSON.
func (f Feedback) MarshalText() ([]byte, error) { return []byte(f.String()), nil }
func (f *Feedback) UnmarshalText(b []byte) (err error) {
	*f, err = parseFeedback(string(b))
	return err
}

// Default is the comparison of Reis 2018, chapter 6, with every strategy and
// years of the usual length.
func Default() Plan {
	return Plan{
		Version:      Version,
		Workload:     study.DefaultWorkload(),
		Orders:       order.Names(order.Twelve()),
		Strategies:   []string{"all"},
		Periods:      []study.Seconds{job.Day, job.Week},
		Threshold:    40 * 3600,
		Backfilling:  sim.Easy.String(),
		Dialect:      sim.Shadowtime.String(),
		Lambda:       1,
		Epsilon:      0.1,
		UntriedFirst: true,
		Noise:        0.2,
		JobNoise:     0.15,
		Alpha:        0.1,
		Delta:        0.05,
		Longest:      1,
		Resamples:    60,
		Bootstrap:    2000,
	}
}

// Proposed is the plan that the page proposes: the strategies of the published
// study.
func Proposed() Plan {
	p := Default()
	p.Strategies = []string{"random", Full, Noisy, Epsilon}
	return p
}

// Settings are all values of the plan.
func (p *Plan) Settings() study.Settings {
	list := study.Settings{
		protocol.Setting(Name, &p.Protocol, p.Settings),
		study.Words("strategies", func() string { return strings.Join(p.Strategies, ",") }, func(text string) error {
			names, err := properStrategies(order.Split(text))
			if err == nil {
				p.Strategies = names
			}
			return err
		}).With("Strategies", "all, or a comma-separated list of "+strings.Join(append([]string{Fixed + ":ORDER"}, Every()...), ", ")+
			"; some take a parameter, as in epsilon-greedy@0.3, full@0.9 (λ), sw-ucb@60 (periods); "+
			"all, which leaves out shared and safe, may be in the list"),
		study.Orders("orders", &p.Orders).
			With("Queue orders to choose among", "what strategies choose from: names and formulas (p*sqrt(q)) with commas between them; "+
				"all stands for the 12 of the studies, every for all known; FCFS is always there"),
		study.Words("period", func() string { return PeriodsText(p.Periods) }, func(text string) error {
			periods, err := parsePeriods(text)
			if err == nil {
				p.Periods = periods
			}
			return err
		}).With("Period", "how long an order stays: day, week, durations such as 12h, or a list of them"),
		study.ThresholdSetting(&p.Threshold),
		study.ResamplesSetting(&p.Resamples),
		p.WeeksSetting(),
		p.CleanSetting(),
	}
	whatIf := p.WhatIf().Without("closed")
	variant := whatIf.Find("variant")
	variant.Options[2].Words = "the log's own last ones: what would the selector have done?"
	say := variant.Say
	variant.Say = func() string {
		if p.Variant == resample.Original {
			return "" // the question has another form for the log itself
		}
		return say()
	}
	number := func(key string, at *float64, say string) study.Setting {
		return study.Real(key, at, 0, 1).Saying(func() string { return say + " " + numeral.Plain(*at) })
	}
	only := func(on *bool, when bool, words string) func() string {
		return func() string {
			if *on == when {
				return words
			}
			return ""
		}
	}
	other := func(at *float64, usual float64, words string) func() string {
		return func() string {
			if *at == usual {
				return ""
			}
			return words + " " + numeral.Plain(*at)
		}
	}
	list = append(append(list, whatIf...),
		number("epsilon", &p.Epsilon, "ε").
			With("Exploration ε", "the share of periods in which epsilon-greedy takes any order"),
		number("lambda", &p.Lambda, "λ").
			With("Memory λ", "what a period keeps of the past: 1 all of it, 0 only the last period; for full, noisy and epsilon-greedy"),
		number("noise", &p.Noise, "noise").
			With("Noise of a period", "noisy: a simulated period is off by up to this fraction"),
		number("job-noise", &p.JobNoise, "noise of jobs").Once("jobnoise").
			With("Noise of a job", "noisy-job: each simulated job is off by up to this fraction"),
		study.Flag("untried-first", &p.UntriedFirst).Once("untried").Saying(only(&p.UntriedFirst, false, "untried orders not first")).
			With("Untried orders come first", "epsilon-greedy tries each order once, in random order, before anything else"),
		study.Flag("discount-jobs", &p.DiscountJobs).Once("discountjobs").Saying(only(&p.DiscountJobs, true,
			"numbers of jobs discounted too")).
			With("λ acts on the numbers of jobs too", "as published it acts on waits alone, which makes orders look cheap that were not "+
				"tried for long"),
		study.One("feedback", &p.Feedback, study.Option{Value: "empty", Words: "from an empty machine, as published"},
			study.Option{Value: "machine", Words: "from the machine as it was when the period began"},
			study.Option{Value: "queue", Words: "from an empty machine, with the queue as it was when the period began"}).
			Saying(func() string {
				return [...]string{"", "simulations from the machine as it was", "simulations with the queue as it was"}[p.Feedback]
			}).
			With("Simulations start", "simulations of a period start from an empty machine, from the state of the machine when it began, "+
				"or from an empty machine with the queue of then, whose jobs count what they wait from then on"),
		study.Usually("replayed", &p.Replayed, study.Option{Value: Submitted, Words: "submitted in it"},
			study.Option{Value: Started, Words: "started in it"}, study.Option{Value: Finished, Words: "finished in it"}).
			With("Simulations of a period replay jobs", "which jobs full, noisy and noisy-job simulate of a period that is over: those "+
				"submitted in it, or those that started or finished in it under the strategy itself (submitted before it, they wait when "+
				"it begins)").
			Saying(func() string {
				if p.Replayed == "" {
					return "simulating jobs submitted in a period"
				}
				return "simulating jobs that " + p.Replayed
			}),
		study.Usually("arms", &p.Arms, study.Option{Value: ArmsOrders, Words: "queue orders"},
			study.Option{Value: ArmsPairs, Words: "pairs of them, front and backfilling"},
			study.Option{Value: ArmsSettings, Words: "pairs with thresholds"}).
			With("Choose among", "orders, pairs of them (of the front and of backfilling) or settings (pairs, each with the threshold, "+
				"half and twice of it); pairs are of FCFS, SPF, SQF and SAF unless orders are named").
			SayingOf(&p.Arms, map[string]string{ArmsPairs: "pairs of orders", ArmsSettings: "pairs of orders with thresholds"}),
		study.Flag("safe", &p.Safe).AddedLater("false").
			With("Learn safely", "the strategy safe, with those that are named: it leaves FCFS only "+
				"while it can't lose much, see alpha and delta"),
		study.Real("alpha", &p.Alpha, 0, 10).AddedLater("0.1").Saying(other(&p.Alpha, 0.1, "α")).
			With("Loss α", "safe: the share of FCFS' waiting so far that may be lost at any period's end; what "+
				"others lost is held to it, too"),
		study.Real("delta", &p.Delta, 0, 1).AddedLater("0.05").Saying(other(&p.Delta, 0.05, "δ")).
			With("Risk δ", "safe: the probability that more is lost all the same"),
		study.Real("longest", &p.Longest, 0, 1000).AddedLater("1").Saying(other(&p.Longest, 1, "growth of the longest wait")).
			With("Longest wait", "safe: back to FCFS before a job has waited so much longer than FCFS' longest wait so far: 1 "+
				"for twice, 0 for not at all"),
		study.Usually("goal", &p.Objective, study.Option{Value: byWait, Words: "waits"},
			study.Option{Value: bySlowdown, Words: "slowdowns"}, study.Option{Value: byLongest, Words: "longest waits"}).
			With("Learn for", "what shared and safe count of a period: wait, slowdown (waits by run times of 10 s "+
				"at least) or the longest wait").
			SayingOf(&p.Objective, map[string]string{bySlowdown: "learning for slowdowns", byLongest: "learning for the longest wait"}),
		study.Flag("unbounded", &p.Unbounded).AddedLater("false").Saying(only(&p.Unbounded, true, "simulations without threshold")).
			With("Simulations have no threshold", "simulations of a period move no late job to the front"),
		study.Usually("seen", &p.Seen, study.Option{Value: Finished, Words: "finished in it"},
			study.Option{Value: Started, Words: "started in it"}, study.Option{Value: Submitted, Words: "submitted in it"}).
			With("A period tells of jobs", "whose waits strategies without simulations see at a period's end: of jobs that finished or "+
				"started in it, or that were submitted in it (those still waiting count what they have waited)").
			SayingOf(&p.Seen, map[string]string{Started: "judging by jobs that started", Submitted: "judging by jobs that were submitted"}),
		study.BackfillingSetting(&p.Backfilling),
		study.BackfillSetting(&p.Backfill),
		study.Usually("late", &p.Late, study.Option{Value: "dialect", Words: "as for each order for good"},
			study.Option{Value: front, Words: "at the front of the queue alone"},
			study.Option{Value: Both, Words: "among jobs to backfill, too"}).
			With("Late jobs of strategies go first", "where the threshold acts while strategies choose: dialect (as for fixed orders: on "+
				"the backfilling order if that is the same, or the dialect is ocs), front (never on it) or both (always)").
			SayingOf(&p.Late, map[string]string{front: "thresholds of strategies at the front alone",
				Both: "thresholds of strategies on both orders"}),
		study.PromisesSetting(&p.Promises),
	)
	list = append(list, p.LimitSettings()...)
	seed := p.SeedSetting()
	seed.Hint = "the same seed draws the same weeks and the same choices, on every machine"
	return append(append(list, p.Details(&p.Dialect)...), seed, study.BootstrapSetting(&p.Bootstrap))
}

// Suit makes the plan one for a log, see study.Suiting.
func (p *Plan) Suit(o *overview.Overview) { p.SuitWeeks(p.WholeWeeks(o)) }

// Normalise checks the Plan and brings it into its one form: orders by their
// proper names, FCFS first, "all" written out, each strategy and period once.
func (p *Plan) Normalise() error {
	if err := p.Settings().CheckVersion(&p.Version, Version); err != nil {
		return err
	}
	p.Workload.Normalise()
	if err := study.Scheduled(p.Backfilling, &p.Backfill, &p.Promises, &p.Limits); err != nil {
		return err
	}
	if err := p.names(); err != nil {
		return err
	}
	if err := order.Distinct(append(slices.Clone(p.Orders), p.Backfill)...); err != nil {
		return err
	}
	p.Resamples = p.Traces(p.Resamples)
	return p.periods()
}

// names brings orders and strategies into form.
func (p *Plan) names() error {
	orders := []string{Baseline}
	for _, name := range p.Orders {
		if name != Baseline {
			orders = append(orders, name)
		}
	}
	p.Orders = orders
	if err := p.arms(); err != nil {
		return err
	}
	choices, asked := p.Choices(), p.Strategies
	if p.Safe { // all others only when they are named
		asked = append(slices.DeleteFunc(slices.Clone(asked), func(s string) bool { return s == "all" }), Safe)
	}
	var strategies []string
	for _, name := range asked {
		list := []string{name}
		if name == "all" {
			list = everything(choices)
		}
		for _, name := range list {
			if order, fixed := strings.CutPrefix(name, Fixed+":"); fixed && !slices.Contains(choices, order) {
				return errors.New("strategy " + strconv.Quote(name) + ": " + order + " is not among the orders of the plan: add it there")
			}
			if !slices.Contains(strategies, name) {
				strategies = append(strategies, name)
			}
		}
	}
	p.Strategies, p.Safe = strategies, false
	return between("orders", len(orders), MaxOrders, between("strategies", len(strategies), MaxStrategies, nil))
}

// between says that there are none, or too many; otherwise it is the other
// error.
func between(what string, n, most int, other error) error {
	if n < 1 || n > most {
		return errors.New("number of " + what + " is " + strconv.Itoa(n) + ": give 1 to " + strconv.Itoa(most))
	}
	return other
}

// properStrategies are strategies by their proper names, each once.
func properStrategies(names []string) ([]string, error) {
	var list []string
	for _, name := range names {
		if name = strings.TrimSpace(name); name == "" && len(names) == 1 {
			return nil, nil
		}
		if name != "all" {
			s, err := ParseStrategy(name)
			if err != nil {
				return nil, err
			}
			name = s.Name()
		}
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list, nil
}

func (p *Plan) periods() error {
	var list []study.Seconds
	for _, d := range p.Periods {
		if d < 1 || int64(d) > job.MaxTime {
			return errors.New("period is " + strconv.FormatInt(int64(d), 10) + " s: give day, week or a duration such as 12h")
		}
		if n := int64(p.Weeks) * job.Week / int64(d); n > MaxTurns {
			return errors.New("period " + d.String() + ": " + strconv.FormatInt(n, 10) + " periods in " + strconv.Itoa(p.Weeks) +
				" weeks: take longer ones, at most " + strconv.Itoa(MaxTurns) + " fit")
		}
		if !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	p.Periods = list
	return between("periods", len(list), MaxPeriods, nil)
}

// PeriodsText writes lengths of a period as ParsePeriods reads them.
func PeriodsText(list []study.Seconds) string {
	var names []string
	for _, d := range list {
		names = append(names, PeriodName(d))
	}
	return strings.Join(names, ",")
}

// parsePeriods reads day, week and durations, with commas between them.
func parsePeriods(text string) (list []study.Seconds, err error) {
	for _, x := range strings.Split(text, ",") {
		d, err := parsePeriod(x)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	return list, nil
}

// parsePeriod reads day, week, or a duration as study.ParseSeconds does.
func parsePeriod(s string) (study.Seconds, error) {
	switch s = strings.ToLower(strings.TrimSpace(s)); s {
	case "day":
		return job.Day, nil
	case "week":
		return job.Week, nil
	}
	d, err := study.ParseSeconds(s)
	if err == nil && d < 1 {
		err = errors.New("period " + strconv.Quote(s) + ": give day, week or a duration such as 12h")
	}
	return d, err
}

// PeriodName is what ParsePeriod reads: day, week or a duration; "" for none.
func PeriodName(d study.Seconds) string {
	switch d {
	case study.None:
		return ""
	case job.Day:
		return "day"
	case job.Week:
		return "week"
	}
	return d.String()
}

// Entry is one line of the outcome: a strategy with its period.
type Entry struct {
	Strategy Strategy
	Period   study.Seconds // None for fixed orders
	At       int           // where its Course is: in Row.Fixed or in Row.Learnt
}

// Name is the strategy with its period, as in "full, day".
func (e Entry) Name() string {
	if e.Period == study.None {
		return e.Strategy.Name()
	}
	return e.Strategy.Name() + ", " + PeriodName(e.Period)
}

// Entries lists the outcome's lines: strategies in the plan's order, each with
// every period, fixed orders once. The plan must be normalised.
func (p *Plan) Entries() []Entry {
	var list []Entry
	learnt := 0
	for _, name := range p.Strategies {
		s, err := ParseStrategy(name)
		if err != nil {
			continue // not normalised
		}
		if s.Base == Fixed {
			at := slices.Index(p.Choices(), s.Order)
			s.Order = order.Label(s.Order) // as reports call it
			list = append(list, Entry{s, study.None, at})
			continue
		}
		for _, d := range p.Periods {
			list = append(list, Entry{s, d, learnt})
			learnt++
		}
	}
	return list
}

// Key names what a task depends on besides its trace.
func (p Plan) Key() string { return p.Settings().TaskKey() }

// alone says whether simulations of a period depend on nothing but its own
// submits: then all strategies share them.
func (p *Plan) alone() bool { return p.Feedback == Empty && p.Replayed == "" }

// Steps is the number of progress steps of a task: a replay each, of orders, of
// simulations of the past, and of strategies. The plan must be normalised.
func (p *Plan) Steps() int {
	n, simulated := len(p.Choices()), map[study.Seconds]bool{}
	for _, e := range p.Entries() {
		if e.Strategy.Base != Fixed {
			n++
		}
		if e.Strategy.Simulates() && p.alone() {
			simulated[e.Period] = true
		}
	}
	return n + len(simulated)*len(p.Choices())
}
