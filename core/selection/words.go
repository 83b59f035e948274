package selection

import (
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/bandit"
	"shadowtime/core/figure"
	"shadowtime/core/job"
	"shadowtime/core/online"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Sentence says what learning while running was worth, against FCFS, chance and
// the best fixed order.
func (s *Report) Sentence() string {
	if s.Done == 0 {
		return "Nothing is known yet."
	}
	if math.IsNaN(float64(s.Best.Change)) || math.IsNaN(float64(s.Strategies[0].RegretFraction)) {
		return "Under " + online.Baseline + " no job waits at all in these resamples: there is nothing to learn."
	}
	simulating := s.best(func(base string) bool { return base == online.Full || base == online.Noisy || base == online.NoisyJob })
	bandits := s.best(func(base string) bool {
		_, err := bandit.Find(base)
		return err == nil && base != "random"
	})
	chance := s.best(func(base string) bool { return base == "random" })
	var parts []string
	add := func(x *Selected, what string) {
		if x == nil {
			return
		}
		text := what + " (" + x.Strategy + ", " + often(x.Period) + ") "
		if x.Strategy == "random" {
			text = what + " (" + often(x.Period) + ") "
		}
		if len(parts) == 0 {
			text += "made jobs wait " + lessOrMore(x.Change) + " than " + online.Baseline
		} else {
			text += lessOrMore(x.Change)
		}
		if !math.IsNaN(float64(x.Low)) {
			a, b := -float64(x.High), -float64(x.Low)
			if x.Change > 0 {
				a, b = float64(x.Low), float64(x.High)
			}
			text += " " + figure.IntervalTo(a, b, figure.Digits(float64(x.Change)))
		}
		parts = append(parts, text)
	}
	add(bandits, "learning while running")
	add(simulating, "learning from simulations of the past")
	add(chance, "choosing at random")
	hindsight := "no fixed order is better than " + online.Baseline
	if s.Best.Change < 0 {
		hindsight = "the best fixed order in hindsight, " + s.Best.Order + ", " + lessOrMore(s.Best.Change)
	}
	if len(parts) == 0 {
		hindsight += " than " + online.Baseline
		if s.Best.Change >= 0 {
			hindsight = "no fixed order makes jobs wait less than " + online.Baseline
		}
	}
	text := strings.Join(append(parts, hindsight), "; ")
	text = strings.ToUpper(text[:1]) + text[1:] + "."
	switch {
	case s.Done == 1 && s.Plan.Traces(2) == 1:
		text += " This is the log itself: one history, which proves nothing by itself."
	case s.Done == 1:
		text += " One resample alone proves nothing."
	case s.Done < 10:
		text += " So few resamples leave the intervals too narrow to trust: ask for 20 or more."
	}
	return text
}

// best is the strategy of a kind with the least wait, nil when there is none.
func (s *Report) best(kind func(base string) bool) *Selected {
	for _, x := range s.Ranked() {
		if kind(x.base()) && !math.IsNaN(float64(x.Change)) {
			return &x
		}
	}
	return nil
}

// lessOrMore writes a change in words: "9.0 % less", "4 % longer".
func lessOrMore(f report.Float) string {
	if f > 0 {
		return figure.Share(float64(f)) + " longer"
	}
	return figure.Share(-float64(f)) + " less"
}

// often says how often a choice is made.
func often(d study.Seconds) string {
	switch d {
	case job.Day:
		return "daily"
	case job.Week:
		return "weekly"
	}
	return "every " + online.PeriodName(d)
}

// Interval writes the 95 % interval of a strategy's change for tables, in
// percent with one decimal; "" when it is not known.
func (s Selected) Interval() string { return figure.Interval(s.Low, s.High) }

// Methods is a paragraph with every setting, ready for a report.
func (s *Report) Methods(source report.Source) string {
	p := s.Plan
	var b strings.Builder
	w := func(parts ...string) {
		for _, x := range parts {
			b.WriteString(x)
		}
	}
	var periods []string
	for _, d := range p.Periods {
		periods = append(periods, online.PeriodName(d))
	}
	w("We chose queue orders while the machine ran, on the log ", source.Name, " (SHA-256 of its columns ", s.Digest[:16], "...). ",
		source.Workload(p.Workload, s.Done))
	w("At the start of every policy period (", strings.Join(periods, ", "), ") a strategy picked one of ", strings.Join(p.Orders, ", "),
		", which ", map[string]string{"easy": "EASY backfilling", "conservative": "conservative backfilling", "none": "a scheduler without backfilling"}[p.Backfilling],
		" then used; running and queued jobs carried over. ")
	if p.Threshold >= 0 {
		w("Jobs that had waited longer than ", p.Threshold.String(), " went first in submit order. ")
	} else {
		w("There was no threshold on waits. ")
	}
	w("Ties and details are those of the dialect \"", p.Dialect, "\". ")
	w(strategyWords(p))
	w("All were replayed on the same resamples. A change is the difference of summed waits to ", online.Baseline,
		" with the same threshold, pooled over resamples and divided by those of ", online.Baseline,
		"; its 95 % interval is a percentile bootstrap interval over resamples (", figure.Count(p.Bootstrap), " draws). ",
		"The best fixed order is the one with the least summed wait over all resamples; regret is the wait beyond it. ")
	w("The results are conditional on this log: resamples of one log are not other machines. Computed with Shadowtime, report format ", strconv.Itoa(s.Version), ".")
	return b.String()
}

// strategyWords describes the plan's strategies, each base once.
func strategyWords(p online.Plan) string {
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
		if base == online.Fixed {
			continue
		}
		if !slices.Contains(bases, base) {
			bases = append(bases, base)
		}
		value := ""
		if e.Strategy.Given {
			value = figure.Plain(e.Strategy.Parameter)
		}
		if !slices.Contains(values[base], value) {
			values[base] = append(values[base], value)
		}
	}
	lambda := "λ = " + figure.Plain(p.Lambda)
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
		case online.Full, online.Noisy, online.NoisyJob:
			simulated = true
			w(base, ": the least Σ λ^(T-1-t) w(t), ", own("λ", figure.Plain(p.Lambda)))
			if base == online.Noisy {
				w(", each w(t) of each order multiplied by a factor drawn once, uniformly within 1 ± ", figure.Plain(p.Noise))
			}
			if base == online.NoisyJob {
				w(", each job's wait multiplied by a factor of its own, the same for every order, uniform within 1 ± ", figure.Plain(p.JobNoise))
			}
		default:
			kind, err := bandit.Find(base)
			if err != nil {
				continue
			}
			w(base, ": ", kind.Formula)
			if kind.Parameter != "" {
				usual := figure.Plain(kind.Default)
				if base == online.Epsilon {
					usual = figure.Plain(p.Epsilon)
				} else if kind.Default == 0 {
					usual = "its source's choice for the number of periods"
				}
				w(", ", own(strings.SplitN(kind.Parameter, ",", 2)[0], usual))
			}
			if base == online.Epsilon || base == "epsilon-decay" {
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
		w("There, w(t) is the summed wait of the jobs submitted in period t when they are simulated ")
		if p.Feedback == online.Machine {
			w("from the machine as it was when the period began, with the jobs that ran and waited there (of the latter, what they wait from then on counts too); ")
		} else {
			w("alone from an empty machine until all have ended; ")
		}
		w("in the first period it is ", online.Baseline, " that runs. ")
	}
	if len(bases) > 0 {
		w("Elsewhere w is the summed wait and l the number of the jobs that finished in a period, n counts periods. ")
	}
	return b.String()
}

// CSV writes one row a trace and strategy, with a header line.
// Undefined figures are empty.
func CSV(list []Named) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	// a strings.Builder takes every write: the errors can only be nil
	_ = w.Write([]string{"trace", "strategy", "period_s", "change", "low", "high", "regret_s", "regret_fraction", "resamples"})
	for _, x := range list {
		for _, s := range x.Report.Strategies {
			period := ""
			if s.Period != study.None {
				period = strconv.FormatInt(int64(s.Period), 10)
			}
			_ = w.Write([]string{x.Name, s.Strategy, period, figure.Exact(s.Change), figure.Exact(s.Low), figure.Exact(s.High),
				figure.Exact(s.Regret), figure.Exact(s.RegretFraction), strconv.Itoa(x.Report.Done)})
		}
	}
	w.Flush()
	return b.String()
}
