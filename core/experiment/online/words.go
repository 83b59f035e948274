package online

import (
	"encoding/csv"
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/job/resample"
	"shadowtime/core/report"
	"shadowtime/core/sim/bandit"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Logged says what a replay of the log shows of the strategy that is named, beside what
// the log's own records say; "" while it is not known.
func (s *Report) Logged() string {
	n := s.Named
	if n == nil || s.Done == 0 {
		return ""
	}
	return s.AsLogged.Words(Baseline, n.spoken()+",", n.At)
}

// Sentence says what choosing while the machine runs was worth against FCFS,
// against chance and against the best fixed order in hindsight, and says so when
// nothing can be concluded. What it claims of the strategy that it names holds
// for having found it among all that choose: see Named.
func (s *Report) Sentence() string {
	n := s.Named
	switch {
	case s.Done == 0:
		return "Nothing is known yet."
	case !s.Best.Change.Known():
		return "Under " + Baseline + " no job waits at all in these resamples: there is nothing to learn."
	case s.AsLogged.Nothing(Baseline, s.AvgWait) != "":
		return s.AsLogged.Nothing(Baseline, s.AvgWait)
	case n == nil && len(s.Plan.Orders) < 2:
		return "Only " + Baseline + " was chosen: choose other orders, and a strategy, to compare it with."
	case n == nil:
		return s.orders() + s.few()
	case s.short() != "":
		return s.short() + " " + report.At(&s.Plan.Workload, s.Done) + n.did() + "."
	case s.Plan.Once():
		return report.At(&s.Plan.Workload, s.Done) + n.did() + "; one history proves nothing by itself: resamples of it show what is " +
			"chance." + s.lost()
	case s.Done == 1:
		return "In the first resample " + n.did() + "; one resample alone proves nothing." + s.lost()
	}
	return s.claim() + s.chance() + s.lost() + s.Named.AtLevel(s.choosing()) + s.tuned() + s.few()
}

// short says that the log is too short to claim anything; "" where it is not, or is not
// replayed yet.
func (s *Report) short() string {
	if s.AsLogged == nil {
		return ""
	}
	return report.TooShort(&s.Plan.Workload, "This log", s.AsLogged.Weeks, "that any strategy is better than "+Baseline)
}

// claim is what is shown of the named strategy against FCFS.
func (s *Report) claim() string {
	n := s.Named
	low, high, _ := n.Interval()
	none, share, standing := "No strategy was shown better than "+Baseline, numeral.Share(math.Abs(float64(n.Change))), n.Standing()
	in := ""
	against := ""
	if standing == report.Sure {
		against = s.AsLogged.Against(&n.Choice)
	}
	if against != "" {
		in = "In resamples of this log "
	}
	switch {
	case n.Change == 0:
		return none + ": " + n.spoken() + ", makes jobs wait as long in resamples of this log."
	case n.Change > 0 && standing == report.Sure:
		return in + Baseline + " waits less than any strategy that chooses: " + n.spoken() +
			", comes next, and was shown to make jobs wait longer, by " + share + n.Rise(low, high) + "." + against
	case n.Change > 0 && standing == report.Resampled:
		return none + ", which waits less than any of them in resamples of this log. " + capital(n.spoken()) + ", comes next with " +
			share + " more waiting" + n.Rise(n.SimLow, n.SimHigh) +
			", but " + report.Elsewhere(n.Low, n.High)
	case n.Change > 0:
		return none + ". " + capital(n.spoken()) + ", comes next with " + share + " more waiting" + n.Rise(low, high) +
			"; this may be chance."
	case standing == report.Sure && in == "":
		return capital(n.spoken()) + ", would have cut total waiting by " + share + n.Cut(low, high) + " against " + Baseline + "."
	case standing == report.Sure:
		return in + n.spoken() + ", would have cut total waiting by " + share + n.Cut(low, high) + " against " + Baseline + "." + against
	case standing == report.Resampled:
		return none + ". In resamples of this log " + n.spoken() + ", cuts total waiting by " + share + n.Cut(n.SimLow, n.SimHigh) +
			", but " + report.Elsewhere(n.Low, n.High)
	}
	return none + ". The best guess: " + n.spoken() + ", with " + share + " less waiting" + n.Cut(low, high) + "; this may be chance."
}

// chance is what is shown of the named strategy against choosing at random.
func (s *Report) chance() string {
	n := s.Named
	if n.Strategy == "random" {
		if s.choosing() == 1 {
			return " That is choosing at random."
		}
		return " That is choosing at random: no strategy that learns waits less in resamples."
	}
	c, i := n.Chance, s.random(n.Period)
	if c == nil || i < 0 || !c.Change.Known() {
		return ""
	}
	low, high, byWeeks := c.Interval()
	less := numeral.Share(float64(-c.Change)) + " less waiting"
	switch {
	case !low.Known():
		return ""
	case c.Change == 0:
		return " It waits as long as choosing at random as often in resamples."
	case c.Change > 0: // of another period it may be the best, and here not better
		return " Choosing at random as often waits less in resamples: it was not shown better."
	case c.Shown == report.Less:
		return " It was shown better than choosing at random as often: " + less + cut(c.Change, low, high) + "."
	case byWeeks && c.SimHigh < 0:
		return " It was not shown better than choosing at random as often: in resamples " + less + cut(c.Change, c.SimLow, c.SimHigh) +
			", in other weeks " + report.Anything(low, high) + "."
	case byWeeks:
		return " It was not shown better than choosing at random as often: " + less + cut(c.Change, low, high) + "."
	}
	return " It was not shown better than choosing at random as often: in resamples " + less + cut(c.Change, low, high) + "."
}

// lost is what the named strategy lost against hindsight.
func (s *Report) lost() string {
	n, best, where := s.Named, s.Best, " In resamples "
	if s.Done == 1 {
		where = " There "
	}
	if best.Change >= 0 {
		return where + "no fixed order waits less than " + Baseline + "."
	}
	regret := s.Strategies[n.At].RegretFraction
	fixed := "the best fixed order, " + best.Order + ", which only hindsight knows, changes waiting by " + report.Signed(best.Change) +
		within(best.Change, best.Low, best.High)
	ends := within(regret, n.RegretLow, n.RegretHigh)
	switch {
	case regret > 0 && n.RegretLow > 0 && s.Done >= report.Few:
		return where + fixed + ": not knowing it cost " + numeral.Share(float64(regret)) + ends + " of the waiting under " + Baseline + "."
	case regret < 0 && n.RegretHigh < 0 && s.Done >= report.Few:
		return where + "that is less waiting than under any one order: " + fixed + ", a regret of " + report.Signed(regret) + ends + "."
	case !n.RegretLow.Known():
		return where + fixed + ": a regret of " + report.Signed(regret) + " of the waiting under " + Baseline + "."
	case regret < 0:
		return where + "it waits less than any one order does, which may be chance: " + fixed + ", a regret of " +
			report.Signed(regret) + ends + "."
	}
	return where + fixed + ": a regret of " + report.Signed(regret) + ends + " of the waiting under " + Baseline + ", which may be chance."
}

// tuned says how the parameter of the named strategy fares when it is chosen on
// other resamples than those that judge it.
func (s *Report) tuned() string {
	if t := s.Tuning(s.Named.Strategy, s.Named.Period); t != nil {
		return " Its parameter was found by looking. " + t.Words()
	}
	return ""
}

// orders is what is said of a plan with fixed orders alone.
func (s *Report) orders() string {
	b, in := s.Best, " in resamples"
	if s.Plan.Once() {
		in = " on " + report.Once(&s.Plan.Workload)
	}
	if b.Change >= 0 {
		return Baseline + " waits least" + in + ": no other fixed order makes jobs wait less."
	}
	text := "The best fixed order in hindsight, " + b.Order + ", makes jobs wait " + numeral.Share(-float64(b.Change)) + " less than " +
		Baseline + cut(b.Change, b.Low, b.High) + in
	switch {
	case s.Done == 1:
		return text + "; one trace alone proves nothing."
	case b.Shown == report.Less:
		return text + ", and was shown better among all " + strconv.Itoa(len(s.Plan.Orders)) + "."
	}
	return text + ", but was not shown better among all " + strconv.Itoa(len(s.Plan.Orders)) + "."
}

// few says that there are few resamples.
func (s *Report) few() string {
	if s.Done >= report.Few || s.Done == 1 {
		return ""
	}
	return " So few resamples can't tell much: ask for 60."
}

// spoken names the strategy with how often it chooses.
func (n *Named) spoken() string { return n.Strategy + ", choosing " + often(n.Period) }

// did is what happened, where nothing is concluded.
func (n *Named) did() string {
	share := numeral.Share(math.Abs(float64(n.Change)))
	switch {
	case n.Change > 0:
		return Baseline + " waits less than any strategy that chooses; under " + n.spoken() + ", jobs wait " + share + " longer"
	case n.Change == 0:
		return "jobs wait as long under " + n.spoken() + ", as under " + Baseline
	}
	return "jobs wait " + share + " less under " + n.spoken() + ", than under " + Baseline
}

// capital begins a sentence with a strategy's name, which stays as it is typed.
func capital(name string) string { return "The strategy " + name }

// within writes an interval after its figure, with a space before it; "" when it
// is not known.
func within(f, low, high report.Float) string {
	if !low.Known() || !high.Known() {
		return ""
	}
	return " " + numeral.IntervalTo(float64(low), float64(high), numeral.Digits(float64(f)))
}

// cut is within of a change that was written without its minus.
func cut(f, low, high report.Float) string { return within(f, -high, -low) }

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
		strings.Join(order.SpelledAll(p.Orders), ", "),
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
	if s.Bounded() {
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

// intervalsWords says what the two intervals are, and how the strategy that is
// named was found.
func (s *Report) intervalsWords() string {
	p := s.Plan
	if !s.Bounded() {
		return ""
	}
	text := "The simulation error, which more resamples make smaller, is the paired t interval of the ratio (Fieller 1954) over " +
		"resamples at 95 %. "
	if s.ByWeeks() {
		text = "The 95 % interval says how far other weeks of the same machine could lie: the spread of single resamples, a stationary " +
			"bootstrap of the log (Politis and Romano 1994), stands for the error of the log's own " +
			strconv.Itoa(s.AsLogged.Weeks) + " weeks"
		if p.Variant == resample.Block {
			text += " in blocks of " + strconv.Itoa(p.Block)
		}
		text += ", beside that of the resamples, in an interval of the ratio (Fieller 1954). The simulation error, which more resamples " +
			"make smaller, is the paired t interval of the ratio over resamples. "
	}
	if n := s.choosing(); n > 1 && s.Named != nil {
		text += "What is said of the strategy named best of " + strconv.Itoa(n) +
			", with every period and parameter, holds at a level of " +
			numeral.Percent(float64(s.Named.Level), 2) + " (95 % for all of them together); which can't be told from the best was found " +
			"by subset selection with paired t tests (Gupta 1965). "
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

// CSV is the table of one log, see CSV.
func (s *Report) CSV() string { return CSV([]Trace{{s.Source.Name, s}}) }

// CSV writes one row a trace and strategy, with a header line.
// Undefined figures are empty.
func CSV(list []Trace) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	// a strings.Builder takes every write: the errors can only be nil
	_ = w.Write([]string{"trace", "strategy", "period_s", "change", "low", "high", "sim_low", "sim_high", "shown", "near_best", "regret_s",
		"regret_fraction", "regret_low", "regret_high", "regret_of_best", "of_best_low", "of_best_high", "regret_each", "each_low",
		"each_high", "resamples"})
	for _, x := range list {
		for _, s := range x.Report.Strategies {
			period := ""
			if s.Period != study.None {
				period = strconv.FormatInt(int64(s.Period), 10)
			}
			_ = w.Write([]string{x.Name, s.Strategy, period, numeral.Exact(s.Change), numeral.Exact(s.Low), numeral.Exact(s.High),
				numeral.Exact(s.SimLow), numeral.Exact(s.SimHigh), s.Shown, strconv.FormatBool(s.Near), numeral.Exact(s.Regret),
				numeral.Exact(s.RegretFraction), numeral.Exact(s.RegretLow), numeral.Exact(s.RegretHigh),
				numeral.Exact(s.RegretOfBest), numeral.Exact(s.OfBestLow), numeral.Exact(s.OfBestHigh),
				numeral.Exact(s.RegretEach), numeral.Exact(s.EachLow), numeral.Exact(s.EachHigh), strconv.Itoa(x.Report.Done)})
		}
	}
	w.Flush()
	return b.String()
}

// IntervalShort says what the bars are, for subtitles; "" where there are none.
func (s *Report) IntervalShort() string {
	switch {
	case s.ByWeeks():
		return "95 % intervals of this log's weeks, thick: the simulation error"
	case s.Bounded():
		return "95 % intervals of the simulation alone"
	}
	return ""
}
