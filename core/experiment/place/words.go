package place

import (
	"encoding/csv"
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cluster"
	"shadowtime/core/report"
)

// Backfillings and their names for people.
var fillings = map[string]string{"none": "no backfilling", "easy": "EASY", "easy-aware": "EASY that foresees slowing"}

// FillingWords says a kind of backfilling.
func FillingWords(name string) string { return fillings[name] }

// Waits says whether any job waits under any choice.
func (r *Report) Waits() bool {
	for i := range r.Choices {
		if r.Choices[i].MaxWait > 0 {
			return true
		}
	}
	return false
}

// Sentence is the finding: what saves how much energy, what that costs in time, and how
// sure it is.
func (r *Report) Sentence() string {
	if r.Stretches == 0 {
		return ""
	}
	if r.Distinct < 2 {
		if len(r.Choices) < 2 {
			return "One choice has nothing to be compared with: ask for more pairs."
		}
		return "All " + numeral.Count(len(r.Choices)) + " choices do the same here: on this platform neither the order of jobs nor where " +
			"they are placed matters."
	}
	list := []string{r.thrift(), r.haste(), r.placing(), r.waiting()}
	list = append(list, r.filling()...)
	s := ""
	for _, x := range list {
		if x != "" {
			s += " " + x
		}
	}
	if r.Stretches > 1 && r.Thrifty.Level > report.Level {
		s += " Intervals of the ones named are at " + numeral.Percent(r.Thrifty.Level, 1) +
			", wider than those of the table, for choosing them among " + numeral.Count(r.Distinct) + "."
	}
	return s[1:]
}

// thrift says which choice uses least energy.
func (r *Report) thrift() string {
	n := r.Thrifty
	switch {
	case n.Name == r.Against:
		return "No choice uses less energy than " + r.Against + "."
	case !n.Energy.Low.Known():
		return n.Name + " uses least energy, " + less(n.Energy.Mid) + " than " + r.Against + ", and " + r.takes(n) + "; " +
			numeral.Plural(r.Stretches, "one stretch does", "so few stretches do") + " not say how sure that is."
	case n.Energy.Shown() == report.Less:
		return n.Name + " saves " + cut(n.Energy) + " of the energy that " + r.Against + " uses, and " + r.takes(n) + "."
	}
	return "No choice was shown to use less energy than " + r.Against + ": " + n.Name + " uses " + less(n.Energy.Mid) +
		" here, and on other stretches " +
		report.Anything(n.Energy.Low, n.Energy.High) + "; " + r.takes(n) + "."
}

// takes says what a choice does to times.
func (r *Report) takes(n *Named) string {
	what := r.Plan.TimeWords()
	switch {
	case !n.Time.Mid.Known():
		return "its " + what + " can't be compared with 0"
	case n.Time.Mid == 0:
		return "its " + what + " is the same"
	case !n.Time.Low.Known(), n.Time.Shown() != report.Nothing:
		return what + " is " + r.rise(n.Time)
	case !report.Telling(n.Time.Low, n.Time.High):
		return "what that does to " + what + " can't be told"
	}
	return "what that does to " + what + " can't be told: " + report.Anything(n.Time.Low, n.Time.High)
}

// rise is a change of time in words.
func (r *Report) rise(c Change) string {
	longer, shorter := " longer", " shorter"
	if r.Plan.Time == Slowdown {
		longer, shorter = " more", " less"
	}
	if c.Mid < 0 {
		return cut(c) + shorter
	}
	return raised(c) + longer
}

// haste says which choice has the least time.
func (r *Report) haste() string {
	n, what := r.Quick, r.Plan.TimeWords()
	least, lesser := "shortest", "shorter"
	if r.Plan.Time == Slowdown {
		least, lesser = "least", "less"
	}
	if !n.Least {
		least = "most surely " + lesser
	}
	switch {
	case n.Name == r.Thrifty.Name && !n.Least:
		return "No other is as surely of " + lesser + " " + what + "."
	case n.Name == r.Thrifty.Name:
		return "No other has a " + what + " that is " + lesser + "."
	case n.Name == r.Against:
		return numeral.Capital(what) + " is " + least + " under " + r.Against + " itself."
	case n.Time.Low.Known() && n.Time.Shown() == report.Nothing:
		return "No choice was shown to have a " + lesser + " " + what + " than " + r.Against + ": under " + n.Name + " it is " +
			less(n.Time.Mid) + " here, on other stretches " +
			report.Anything(n.Time.Low, n.Time.High) + "."
	}
	s := numeral.Capital(what) + " is " + least + " under " + n.Name + ", " + r.rise(n.Time)
	switch {
	case n.Energy.Mid == 0:
		return s + ", for the same energy."
	case n.Energy.Low.Known() && n.Energy.Shown() == report.Nothing:
		return s + "; its energy can't be told from that of " + r.Against + "."
	case n.Energy.Mid < 0:
		return s + ", for " + cut(n.Energy) + " less energy."
	}
	return s + ", for " + raised(n.Energy) + " more energy."
}

// placing says which placing costs most energy, over all else.
func (r *Report) placing() string {
	var most *Difference
	for i := range r.Placings {
		if d := &r.Placings[i]; d.Energy.Shown() == report.More && (most == nil || d.Energy.Mid > most.Energy.Mid) {
			most = d
		}
	}
	if most == nil {
		return ""
	}
	return "Of placings " + most.Of + " costs most, " + raised(most.Energy) + " more energy than " + most.Against + " over all else."
}

// waiting says when orders of jobs can't matter.
func (r *Report) waiting() string {
	if r.Waits() {
		return ""
	}
	return "No job waits under any of them, so the order of jobs and backfilling hardly matter, only placing does: run more jobs at a " +
		"time or a higher load, or take a smaller platform."
}

// filling says what kinds of backfilling do over all pairs.
func (r *Report) filling() (list []string) {
	if !r.Waits() {
		return nil
	}
	pairs := "over the " + numeral.Count(len(r.Plan.Pairs)) + " pairs"
	if len(r.Plan.Pairs) == 1 {
		pairs = "with this pair"
	}
	for i := range r.Backfillings {
		d := &r.Backfillings[i]
		what := FillingWords(d.Of)
		if i == 0 {
			what += " against " + FillingWords(d.Against) + ", " + pairs + ","
		}
		list = append(list, numeral.Capital(what)+" "+r.effect(d)+".")
	}
	return list
}

// effect is what a difference does to both.
func (r *Report) effect(d *Difference) string {
	time, what := "", r.Plan.TimeWords()
	switch {
	case d.Time.Mid == 0 && d.Energy.Mid == 0:
		return "changes nothing"
	case !d.Time.Mid.Known():
		time = "has no " + what + " to be compared with"
	case d.Time.Low.Known() && d.Time.Shown() == report.Nothing:
		time = "was not shown to change " + what + interval(d.Time)
	case d.Time.Mid < 0:
		time = "cuts " + what + " by " + cut(d.Time)
	default:
		time = "raises " + what + " by " + raised(d.Time)
	}
	switch {
	case d.Energy.Low.Known() && d.Energy.Shown() == report.Nothing:
		return time + "; energy can't be told from the same" + interval(d.Energy)
	case d.Energy.Mid < 0:
		return time + " and saves " + cut(d.Energy) + " of the energy"
	}
	return time + " and costs " + raised(d.Energy) + " more energy"
}

func interval(c Change) string {
	if !report.Telling(c.Low, c.High) {
		return ""
	}
	return " (" + report.Anything(c.Low, c.High) + ")"
}

// less is a cut without its interval.
func less(change report.Float) string { return numeral.Share(math.Abs(float64(change))) + " less" }

// cut and raised write a change without its sign, with its interval where that tells.
func cut(c Change) string    { return sized(-float64(c.Mid), -float64(c.High), -float64(c.Low)) }
func raised(c Change) string { return sized(float64(c.Mid), float64(c.Low), float64(c.High)) }

func sized(mid, low, high float64) string {
	s := numeral.Share(mid)
	if report.Telling(report.Float(low), report.Float(high)) {
		s += " " + numeral.IntervalTo(low, high, numeral.Digits(mid))
	}
	return s
}

// Cautions are what must be known before the figures are believed.
func (r *Report) Cautions() (list []string) {
	switch n := r.Stretches; {
	case r.Plan.First == 0:
		list = append(list, "All jobs are run at once, which has no intervals: run fewer at a time to see how sure this is.")
	case n == 1:
		list = append(list, "This is one stretch: it does not say what others would show.")
	case n > 1 && n < report.Few:
		list = append(list, "These are "+numeral.Count(n)+" stretches: below "+strconv.Itoa(report.Few)+
			" the intervals are guides rather than guarantees.")
	}
	if r.Whole > 0 && r.Whole < r.Plan.Stretches && r.Plan.First > 0 {
		list = append(list, "The log has jobs for "+numeral.Count(r.Whole)+" of the "+numeral.Count(r.Plan.Stretches)+
			" stretches asked for.")
	}
	for _, d := range r.Dropped {
		list = append(list, numeral.Count(d.Jobs)+numeral.Plural(d.Jobs, " job was", " jobs were")+" left out: "+d.why.Words()+".")
	}
	return append(list, "Memory bandwidths are drawn, since no log has them; power counts processors alone, as described, and idle ones "+
		"too.")
}

// Methods says in a paragraph how the figures came about.
func (r *Report) Methods() string {
	c := r.Source.Cleaning
	p := &r.Plan
	s := numeral.Count(c.Kept) + " of " + numeral.Count(c.Read) + " jobs of the log " + r.Trace + " (SHA-256 of its columns " +
		r.Digest[:min(16, len(r.Digest))] + "...) were kept after the cleaning " + strconv.Quote(c.Rules.Preset())
	for _, d := range c.Dropped {
		s += "; " + numeral.Count(d.N) + ": " + d.Reason.Words()
	}
	s += ". They were run on the platform " + r.Platform.Name + ", " + numeral.Count(r.Platform.Nodes) + numeral.Plural(r.Platform.Nodes,
		" node, ", " nodes, ") + numeral.Count(r.Platform.Processors) + " processors and " +
		numeral.Count(r.Platform.Cores) + " cores of " + numeral.Number(r.Platform.Reference) +
		" GFLOPS on average, with HDeepRM's model of it: " +
		"a core is busy at full speed and power, or at 75 % of its speed where the busy cores of its processor ask for more memory " +
		"bandwidth than it has, or idle at 25 % of its power beside a busy one and at 5 % in an idle processor; memory is a hard limit " +
		"of each node. "
	if p.Skip > 0 {
		s += "The first " + numeral.Count(p.Skip) + " jobs were passed over. "
	}
	if p.First == 0 {
		s += "All jobs were run at once"
	} else {
		s += numeral.Count(r.Stretches) + numeral.Plural(r.Stretches, " stretch", " stretches") + " of " + numeral.Count(p.First) +
			" jobs, one behind another, were run from an empty machine each"
	}
	s += ", until all had ended. "
	if p.Work == cluster.Accuracy.String() {
		s += "A job's work is its requested time times an accuracy drawn from the histogram of Tsafrir and others, at the platform's " +
			"mean speed. "
	} else {
		s += "A job's work is its run time at the platform's mean speed. "
	}
	s += "Bandwidths were drawn uniformly from 4, 8, ..., 24 GB/s a core (seed " + strconv.FormatUint(p.Seed, 10) +
		"); memory is the log's, 0 where it has none. "
	if p.Workload.Load != 1 {
		s += "The load was multiplied by " + numeral.Plain(p.Workload.Load) + ". "
	}
	var kinds []string
	for _, b := range p.Backfillings {
		kinds = append(kinds, FillingWords(b))
	}
	s += "Each stretch was scheduled under " + numeral.Count(len(p.Pairs)) + numeral.Plural(len(p.Pairs), " pair", " pairs") +
		" of a job selection and a placing, with " + numeral.Listed(kinds) +
		". Energy is that of all processors from the first submission to the last end, idle ones too. "
	if p.Time == Slowdown {
		s += "The slowdown is the turnaround over what the job takes at the mean speed, at least " + strconv.FormatInt(p.Tau, 10) + " s. "
	}
	return s + "Changes are against " + r.Against + " on the same stretches, pooled over them, with the paired t interval of the ratio " +
		"(Fieller 1954) at 95 %; what is said of the ones named holds for all at once (Bonferroni). " +
		"They speak of further stretches like these on this platform; one log is not other machines."
}

// CSV writes a line a choice.
func (r *Report) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"choice", "selection", "placing", "backfilling", "stretches", "jobs", "energy, J", "energy change", "low", "high",
		"time change", "low", "high", "front", "alike",
		"makespan, s", "avg wait, s", "max wait, s", "avg turnaround, s", "max turnaround, s", "avg slowdown", "max slowdown",
		"avg bounded slowdown", "utilization", "over bandwidth, processor s", "decisions"})
	for i := range r.Choices {
		c := &r.Choices[i]
		row := []string{c.Name, c.Selection, c.Placing, c.Backfilling, strconv.Itoa(r.Stretches), strconv.Itoa(r.Jobs)}
		for _, x := range []report.Float{c.Energy, c.EnergyChange.Mid, c.EnergyChange.Low, c.EnergyChange.High, c.TimeChange.Mid,
			c.TimeChange.Low, c.TimeChange.High} {
			row = append(row, numeral.Exact(x))
		}
		row = append(row, strconv.FormatBool(c.Front), c.Alike)
		for _, x := range []report.Float{c.Makespan, c.AvgWait, c.MaxWait, c.AvgTurnaround, c.MaxTurnaround, c.AvgSlowdown, c.MaxSlowdown,
			c.AvgBsld, c.AvgUtilization, c.OverBandwidth} {
			row = append(row, numeral.Exact(x))
		}
		_ = w.Write(append(row, strconv.Itoa(c.Decisions)))
	}
	w.Flush()
	return b.String()
}
