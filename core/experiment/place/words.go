package place

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
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
			return "One choice has nothing to be compared with. Ask for more pairs."
		}
		return "All " + numeral.Count(len(r.Choices)) + " choices do the same here. On this platform neither the order of jobs nor where " +
			"they are placed matters."
	}
	list := []string{r.thrift(), r.haste(), r.placing(), r.waiting()}
	list = append(list, r.filling()...)
	return strings.Join(slices.DeleteFunc(list, func(x string) bool { return x == "" }), " ")
}

// subject is what is claimed of a choice that is named: of energy, or of time.
func (r *Report) subject(name, what, beats string) report.Subject {
	return report.Subject{Name: name, Base: r.Against, What: what, Any: "any choice", Where: "What was run", Many: "choices", Beats: beats,
		Own: "energy and time in each of the " + numeral.Count(r.Stretches) + " stretches", Units: [2]string{"stretch", "stretches"}}
}

func (r *Report) energySubject(name string) report.Subject {
	return r.subject(name, "the energy", "uses less energy than "+r.Against)
}

func (r *Report) timeSubject(name string) report.Subject {
	return r.subject(name, r.time(), "has less "+r.Plan.TimeWords()+" than "+r.Against)
}

// time is what of time is set against energy, as an object.
func (r *Report) time() string { return "the " + r.Plan.TimeWords() }

// thrift says which choice uses less energy, and what it does to time.
func (r *Report) thrift() string {
	n := r.Named
	return n.Claim.Sentence(r.energySubject(n.Name)) + n.raw() + does(n.TimeShown, r.time(), n.Time) + "."
}

// haste says which choice takes less time, and what it does to energy, where it is another.
func (r *Report) haste() string {
	n := r.Quick
	also := n.raw() + does(n.EnergyShown, "the energy", n.Energy) + "."
	switch {
	case n.Verdict == report.NoGain || !n.Change.Known():
		return ""
	case n.Name == r.Named.Name && n.Verdict == report.Shown && n.Change < 0:
		return "No other takes as much off " + r.time() + " as surely."
	case n.Name == r.Named.Name:
		return ""
	case n.Weeks < stats.LeastWeeks && n.Change >= 0:
		return "No choice had less " + r.Plan.TimeWords() + " than " + r.Against + "."
	case n.Weeks < stats.LeastWeeks:
		return n.Name + " had the least " + r.Plan.TimeWords() + ": it " + does("", r.time(), n.Time) + "." + also
	}
	s := r.timeSubject(n.Name)
	s.Terse = true
	return n.Claim.Sentence(s) + also
}

// raw begins a sentence on what the named choice does to the other of energy and time: that is its raw change, which stands
// beside a corrected one in the table where there is a range.
func (n *Named) raw() string {
	if n.Weeks < stats.LeastWeeks {
		return " " + n.Name + " "
	}
	return " In raw figures " + n.Name + " "
}

// does says what is done to something: claimed where it is shown.
func does(shown, what string, c Change) string {
	if shown == report.Less || shown == report.More {
		return report.Does(what, c.Mid, c.Low, c.High)
	}
	return report.Changes(what, c.Mid, c.Low, c.High)
}

// Prediction says where as many stretches more may lie; "" where that is not known.
func (r *Report) Prediction() string {
	if r.Named == nil {
		return ""
	}
	return r.Named.Next(r.energySubject(r.Named.Name))
}

// placing says which placing costs most energy, over all else.
func (r *Report) placing() string {
	var most *Difference
	for i := range r.Placings {
		if d := &r.Placings[i]; d.EnergyShown == report.More && (most == nil || d.Energy.Mid > most.Energy.Mid) {
			most = d
		}
	}
	if most == nil {
		return ""
	}
	return "The placing " + most.Of + " costs most. Against " + most.Against + ", over all else, it " +
		report.Does("the energy", most.Energy.Mid, most.Energy.Low, most.Energy.High) + "."
}

// waiting says when orders of jobs can't matter.
func (r *Report) waiting() string {
	if r.Waits() {
		return ""
	}
	return "No job waits under any of them, so only placing matters. Run more jobs at a time or a higher load, or take a smaller " +
		"platform, to see what order and backfilling do."
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
		if d.Time.Mid == 0 && d.Energy.Mid == 0 {
			list = append(list, numeral.Capital(what)+" changes nothing.")
			continue
		}
		list = append(list, numeral.Capital(what)+" "+does(d.TimeShown, r.time(), d.Time)+".",
			"It "+does(d.EnergyShown, "the energy", d.Energy)+".")
	}
	return list
}

// Cautions are what must be known before the figures are believed.
func (r *Report) Cautions() (list []string) {
	switch n := r.Stretches; {
	case r.Plan.First == 0:
		list = append(list, "All jobs are run at once, which has no range. Run fewer at a time to see how sure this is.")
	case n == 1:
		list = append(list, "One stretch does not say what others would show.")
	case n >= stats.LeastWeeks && n < useful:
		list = append(list, numeral.Count(n)+" stretches are few. "+strconv.Itoa(useful)+" or more are useful.")
	}
	if next := r.Prediction(); next != "" {
		list = append(list, next)
	}
	if r.Whole > 0 && r.Whole < r.Plan.Stretches && r.Plan.First > 0 {
		list = append(list, "The log has jobs for "+numeral.Count(r.Whole)+" of the "+numeral.Count(r.Plan.Stretches)+
			" stretches asked for.")
	}
	for _, d := range r.Dropped {
		list = append(list, numeral.Count(d.Jobs)+numeral.Plural(d.Jobs, " job was", " jobs were")+" left out: "+d.why.Words()+".")
	}
	return append(list, "Memory bandwidths are drawn, since no log has them. Power is that of processors alone, idle ones "+
		"too.")
}

// useful is from how many stretches on ranges have much to say.
const useful = 8

// Methods says in a paragraph how the figures came about.
func (r *Report) Methods() string {
	c := r.Source.Cleaning
	p := &r.Plan
	s := numeral.Count(c.Kept) + " of " + numeral.Count(c.Read) + " jobs of the log " + r.Trace + " (SHA-256 of its columns " +
		r.Digest[:min(16, len(r.Digest))] + "...) were kept after the cleaning " + strconv.Quote(c.Rules.Preset())
	for _, d := range c.Dropped {
		s += "; " + numeral.Count(d.N) + ": " + d.Reason.Words()
	}
	s += "."
	if none := c.Supposed(); none != "" {
		s += " " + none
	}
	s += " They were run on the platform " + r.Platform.Name + ", " + numeral.Count(r.Platform.Nodes) + numeral.Plural(r.Platform.Nodes,
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
	if closed := p.ClosedMethods(); closed != "" {
		s += closed + " Whole nodes were out, the last first, on the clock of each stretch. "
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
	s += "Changes are against " + r.Against + " on the same stretches, pooled over them. "
	if r.Named != nil {
		s += r.Named.Methods(r.energySubject(r.Named.Name))
	}
	if r.Named != nil && r.Named.Low.Known() {
		s += "So does what is claimed of time, and what is claimed of placings or kinds of backfilling holds for all of those. "
	}
	return s + "They speak of further stretches like these on this platform; one log is not other machines."
}
