package slurm

import (
	"math"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/slurm/follow"
	"shadowtime/core/slurm/site"
)

// Says tells how near the model is to the machine: who started the jobs, how long they waited, how alike that is.
func (a *Replayed) Says() (list []string) {
	percent := func(part float64) string { return numeral.Percent(part, 0) }
	if m := a.Main; m != nil {
		list = append(list, "Main started "+percent(m.Machine)+", backfill "+percent(1-m.Machine)+" on the machine; in the model "+
			percent(m.Here)+" and "+percent(1-m.Here)+".")
	} else {
		part := float64(a.ByMain) / float64(a.Jobs)
		list = append(list, "The log does not say who started the jobs: sacct's column Flags does. In the model "+
			"main started "+percent(part)+", backfill "+percent(1-part)+".")
	}
	n := a.Recorded
	list = append(list, numeral.Count(a.Judged)+" of "+numeral.Count(a.Jobs)+" jobs are judged. They waited "+numeral.Duration(n.MeanWait)+
		" in the mean on the machine, and "+numeral.Duration(n.Here)+" in the model of Slurm "+a.Version+". "+
		percent(float64(n.Near)/float64(n.Jobs))+" start within "+numeral.Duration(n.Within)+" of the record.")
	if a.Seconds != nil {
		list = append(list, a.Seconds.says())
	}
	off := "A wait is off by a factor of " + numeral.Number(math.Exp2(a.Distance)) + " in the mean (a minute added to each)."
	if a.Rank != nil {
		off += " Who waits longer agrees with a rank correlation of " + numeral.Grouped(*a.Rank, 2) + "."
	}
	list = append(list, off)
	if a.Priorities > 0 {
		list = append(list, "Of "+numeral.Count(a.Priorities)+" priorities in the log "+numeral.Count(a.Equal)+" are within "+
			numeral.Count(follow.Near)+" here.")
	}
	return list
}

// Caveats says what is left out, or taken for want of better.
func (a *Replayed) Caveats() (list []string) {
	return caveats(a.Why, a.Notes)
}

// caveats says how many records are left out for which reason, then what else is noted.
func caveats(why map[string]int, notes []string) (list []string) {
	for _, reason := range site.Ordered(why) {
		n := why[reason]
		list = append(list, numeral.Count(n)+numeral.Plural(n, " record is", " records are")+" left out: "+reason)
	}
	return append(list, notes...)
}

// Group is a table of waits by a name that jobs have in common.
type Group struct {
	Of   string
	List []follow.Crew
}

// Groups are those tables.
func (a *Replayed) Groups() []Group {
	return []Group{{"partition", a.Partitions}, {"account", a.Accounts}, {"QOS", a.QOS}}
}

// Waits write the means and medians of a table.
func Waits(list []follow.Crew) (mean, half func(float64) string) {
	return numeral.Column(list, func(g follow.Crew) float64 { return max(g.Machine, g.Here) }),
		numeral.Column(list, func(g follow.Crew) float64 { return max(g.Half[0], g.Half[1]) })
}

// NameOrNone is a name in a table.
func NameOrNone(name string) string {
	if name == "" {
		return "(none)"
	}
	return name
}

// Whose and Asked say whose a job is, and what it asks for.
func Whose(t *follow.Told) string {
	return strings.Join([]string{NameOrNone(t.Partition), NameOrNone(t.Account), NameOrNone(t.User), NameOrNone(t.QOS)}, " ")
}

func Asked(t *follow.Told) string {
	return numeral.Count(t.CPUs) + " CPUs, " + numeral.Count(t.Nodes) + " nodes, limit " + numeral.Duration(float64(t.Limit))
}

// Line is one of a job's story.
type Line struct{ What, Value, Words string }

// Story is what there is to say of one job, in lines.
func Story(t *follow.Told) []Line {
	by := func(name string) string {
		if name == "" {
			return ""
		}
		return ", started by " + name
	}
	spans := []float64{t.Eligible, t.Machine, t.Here}
	for _, r := range t.Reasons {
		spans = append(spans, r.Seconds())
	}
	span := numeral.Durations(spans)
	list := []Line{{"not eligible", span(t.Eligible), "Dependency, BeginTime or held"},
		{"waited", span(t.Machine), "on the machine" + by(t.StartedBy)}, {"", span(t.Here), "in the model" + by(t.StartedByHere)}}
	for _, r := range t.Reasons {
		list = append(list, Line{"", span(r.Seconds()), r.Reason})
	}
	for _, p := range []struct {
		n     *int64
		words string
	}{{t.Priority, "in the log"}, {t.Sprio, "by sprio"}, {t.PriorityHere, "in the model"}} {
		if p.n != nil {
			list = append(list, Line{"priority", numeral.Count(*p.n), p.words})
		}
	}
	return list
}
