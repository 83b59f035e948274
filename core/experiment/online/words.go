package online

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/job"
	"shadowtime/core/job/resample"
	"shadowtime/core/report"
	"shadowtime/core/sim/bandit"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Logged says what a replay of the log shows of what is named, beside what the log's own
// records say; "" while it is not known.
func (s *Report) Logged() string {
	n := s.Named
	if n == nil || n.At < 0 {
		return ""
	}
	name := n.spoken()
	if n.Chooses() {
		name += ","
	}
	return s.AsLogged.Words(Baseline, name, n.At)
}

// Sentence says what choosing while the machine runs was worth against FCFS,
// against chance and against the best fixed order in hindsight, and says so when
// nothing can be concluded. What it claims of the strategy that it names holds
// for having found it among all that choose: see Named.
func (s *Report) Sentence() string {
	n := s.Named
	switch {
	case s.Done == 0 && s.AsLogged == nil:
		return "Nothing is known yet."
	case s.nothing() != "":
		return s.nothing()
	case s.Verdict == report.NoGain:
		return "Nobody waits with " + Baseline + ": there is nothing to gain."
	case n == nil:
		return "Only " + Baseline + " was chosen. Choose other orders, and a strategy, to compare it with."
	case !n.Change.Known():
		return "Nothing else can be compared with " + Baseline + " on this log."
	}
	return numeral.Capital(n.Sentence(s.subject())) + s.chance() + s.lost()
}

// nothing says that hardly anybody waits; "" where somebody does.
func (s *Report) nothing() string { return s.AsLogged.Nothing(Baseline, s.AvgWait) }

// subject is what the sentence speaks of.
func (s *Report) subject() report.Subject {
	x := report.Subject{Name: s.Named.spoken(), Base: Baseline, What: "the mean wait", Where: "This log", Alone: s.Source.Alone()}
	if s.Named.Chooses() {
		x.Name, x.Any, x.Many = "the strategy "+x.Name+",", "any strategy", "strategies"
		return x
	}
	names := order.Labels(s.Plan.Choices())
	x.Any, x.Many, x.Leads = "any order", "orders", report.Leaders(names, func(i int) bool { return compare.Leads(names[i]) })
	return x
}

// Prediction says where as many weeks more may lie; "" where that is not known.
func (s *Report) Prediction() string {
	if s.Named == nil {
		return ""
	}
	return s.Named.Next(s.subject())
}

// telling says whether the log's own weeks say anything of the strategy that is named.
func (s *Report) telling() bool { return s.Named.Replayed() && s.Named.Weeks >= stats.LeastWeeks }

// chance is what is shown of the named strategy against choosing at random.
func (s *Report) chance() string {
	n := s.Named
	switch {
	case n.Strategy == "random" && (s.choosing() == 1 || !s.telling()):
		return " That is choosing at random."
	case n.Strategy == "random":
		return " That is choosing at random. Learning was not shown to add anything."
	}
	c := n.Chance
	if c == nil || !c.Own.Known() || !s.telling() {
		return ""
	}
	less := ": " + numeral.Share(-c.Own) + " less waiting" + report.Plausible(c.Own, c.Low, c.High) + "."
	switch {
	case c.Own == 0:
		return " Choosing at random as often has the same mean wait."
	case c.Own > 0: // of another period it may be the best, and here not better
		return " Choosing at random as often has the lower mean wait in this log."
	case c.Verdict == report.Shown:
		return " It was shown better than choosing at random as often" + less
	case c.Verdict == report.Leaning:
		return " It is likely better than choosing at random as often" + less
	}
	return " It was not shown better than choosing at random as often" + less
}

// lost is what the named strategy lost against hindsight.
func (s *Report) lost() string {
	l := s.Named.Lost
	switch {
	case l == nil || !l.Own.Known() || !s.telling():
		return ""
	case l.Other == Baseline:
		return " No fixed order has a lower mean wait than " + Baseline + " in this log."
	}
	text := " The best fixed order, which only hindsight knows, is " + l.Other + "."
	span := report.Plausible(l.Own, l.Low, l.High) + "."
	switch share := numeral.Share(abs(l.Own)); {
	case l.Own == 0:
		return text + " With it the mean wait is the same."
	case l.Own > 0 && l.Verdict == report.Shown:
		return text + " Not knowing it raised the mean wait by " + share + span
	case l.Own > 0:
		return text + " Beside it the mean wait is " + share + " higher" + span
	}
	return text + " Beside it the mean wait is " + numeral.Share(-l.Own) + " lower" + span
}

func abs(f report.Float) report.Float {
	if f < 0 {
		return -f
	}
	return f
}

// spoken names the strategy with how often it chooses, or an order.
func (n *Named) spoken() string {
	if !n.Chooses() {
		return strings.TrimPrefix(n.Strategy, Fixed+":")
	}
	return n.Strategy + ", choosing " + often(n.Period)
}

// often says how often a choice is made.
func often(d study.Seconds) string {
	switch d {
	case job.Day:
		return "daily"
	case job.Week:
		return "weekly"
	}
	return "every " + PeriodName(d)
}

// Methods is a paragraph with every setting, ready for a report.
func (s *Report) Methods() string {
	source := &s.Source
	p := s.Plan
	var b strings.Builder
	w := func(parts ...string) {
		for _, x := range parts {
			b.WriteString(x)
		}
	}
	var periods []string
	for _, d := range p.Periods {
		periods = append(periods, PeriodName(d))
	}
	w("We chose queue orders while the machine ran, on the log ", source.Name, " (SHA-256 of its columns ", s.Digest[:16], "...). ",
		source.Workload(p.Workload, s.Done))
	if a := s.AsLogged; a != nil && p.Variant != resample.Whole {
		w("The log itself, its ", strconv.Itoa(a.Weeks), " whole weeks, was replayed as it was beside them. ")
	}
	w("At the start of every policy period (", strings.Join(periods, ", "), ") a strategy picked one of ",
		strings.Join(order.SpelledAll(p.Choices()), ", "),
		", which ", map[string]string{"easy": "EASY backfilling", "conservative": "conservative backfilling",
			"none": "a scheduler without backfilling"}[p.Backfilling],
		study.PromisesWords(p.Backfilling, p.Promises), study.BackfillWords(p.Backfill),
		" then used; running and queued jobs carried over. ")
	if p.Threshold >= 0 {
		w("Jobs that had waited longer than ", p.Threshold.String(), " went first in submit order. ")
	} else {
		w("There was no threshold on waits. ")
	}
	switch p.Late {
	case front:
		w("While strategies chose, that held at the front of the queue alone. ")
	case Both:
		w("While strategies chose, that held among the jobs to backfill, too. ")
	}
	w("Ties and details are those of the dialect \"", p.Dialect, "\". ", p.LimitMethods())
	w(strategyWords(p))
	w("All were replayed on ", report.Same(&p.Workload), ". A change is the difference of summed waits to ", Baseline,
		" with the same threshold", report.Over(&p.Workload), " divided by those of ", Baseline,
		". ", s.intervalsWords())
	w("The best fixed order in hindsight is the one with the least summed wait over all resamples; regret is the wait beyond it, as a "+
		"share of the wait under ", Baseline,
		", and the regret of each resample the same against its own best order. ")
	if s.Done > 1 && s.Bounded() {
		w("Their intervals, and that of the best order's change, are percentile bootstrap intervals over resamples (",
			numeral.Count(p.Bootstrap), " draws) in which the best order is chosen anew in every draw: they are of the simulation error. ")
	}
	if len(s.Parameters) > 0 {
		w("Where a parameter had several values, one was chosen on the resamples of odd number and judged on those of even number. ")
	}
	w("The results are conditional on this log: its weeks are not those of other machines. Computed with Shadowtime, report format ",
		strconv.Itoa(s.Version), ".")
	return b.String()
}

// intervalsWords says what the range and the simulation error are, and how the strategy that
// is named was found.
func (s *Report) intervalsWords() string {
	text := ""
	if s.Named != nil {
		text = s.Named.Methods(s.subject())
	}
	if s.Done > 1 && s.Bounded() {
		text += "The simulation error of resamples, which more of them make smaller and which carries no claim, is the paired t " +
			"interval of the ratio (Fieller 1954) at 95 %. "
	}
	return text
}

// choosing is how many strategies choose, each period and parameter for itself.
func (s *Report) choosing() (n int) {
	for _, x := range s.Strategies {
		if x.Period != study.None {
			n++
		}
	}
	return n
}

// strategyWords describes the plan's strategies, each base once.
func strategyWords(p Plan) string {
	var b strings.Builder
	w := func(parts ...string) {
		for _, x := range parts {
			b.WriteString(x)
		}
	}
	var bases []string
	values := map[string][]string{}
	for _, e := range p.Entries() {
		base := e.Strategy.Base
		if base == Fixed {
			continue
		}
		if !slices.Contains(bases, base) {
			bases = append(bases, base)
		}
		value := ""
		if e.Strategy.Given {
			value = numeral.Plain(e.Strategy.Parameter)
		}
		if !slices.Contains(values[base], value) {
			values[base] = append(values[base], value)
		}
	}
	lambda := "λ = " + numeral.Plain(p.Lambda)
	simulated := false
	for _, base := range bases {
		settings := values[base]
		own := func(name, usual string) string {
			var list []string
			for _, v := range settings {
				if v == "" {
					v = usual
				}
				list = append(list, v)
			}
			return name + " = " + strings.Join(list, ", ")
		}
		switch base {
		case Full, Noisy, NoisyJob:
			simulated = true
			w(base, ": the least Σ λ^(T-1-t) w(t), ", own("λ", numeral.Plain(p.Lambda)))
			if base == Noisy {
				w(", each w(t) of each order multiplied by a factor drawn once, uniformly within 1 ± ", numeral.Plain(p.Noise))
			}
			if base == NoisyJob {
				w(", each job's wait multiplied by a factor of its own, the same for every order, uniform within 1 ± ",
					numeral.Plain(p.JobNoise))
			}
		case Shared, Safe:
			w(base, ": ", Strategy{Base: base}.Words(), ", ", sharedWords(&p, base, settings))
		default:
			kind, err := bandit.Find(base)
			if err != nil {
				continue
			}
			w(base, ": ", kind.Formula)
			if kind.Parameter != "" {
				usual := numeral.Plain(kind.Default)
				if base == Epsilon {
					usual = numeral.Plain(p.Epsilon)
				} else if kind.Default == 0 {
					usual = "its source's choice for the number of periods"
				}
				w(", ", own(strings.SplitN(kind.Parameter, ",", 2)[0], usual))
			}
			if base == Epsilon || base == "epsilon-decay" {
				w(", ", lambda)
				if p.Lambda != 1 {
					w(map[bool]string{true: " on waits and numbers of jobs", false: " on waits alone"}[p.DiscountJobs])
				}
				w(map[bool]string{true: ", untried orders first, in random order", false: ""}[p.UntriedFirst])
			}
			w(" (", kind.Source, ")")
		}
		w(". ")
	}
	if simulated {
		w("There, w(t) is the summed wait of the jobs ", map[string]string{"": "submitted", Started: "started",
			Finished: "finished"}[p.Replayed],
			" in period t when they are simulated ", map[bool]string{true: "without threshold "}[p.Unbounded])
		switch p.Feedback {
		case Machine:
			w("from the machine as it was when the period began, with the jobs that ran and waited there (of the latter, what they wait " +
				"from then on counts too); ")
		case Queue:
			w("from an empty machine with the jobs that waited when the period began (of which what they wait from then on counts too) " +
				"until all have ended; ")
		default:
			w("alone from an empty machine until all have ended; ")
		}
		w("in the first period it is ", Baseline, " that runs. ")
	}
	if len(bases) > 0 {
		w("Elsewhere w is the summed wait and l the number of the jobs that ", map[string]string{"": "finished", Started: "started",
			Submitted: "were submitted"}[p.Seen], " in a period, n counts periods. ")
	}
	return b.String()
}
