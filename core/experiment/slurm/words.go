package slurm

import (
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
	"shadowtime/core/slurm/follow"
	"shadowtime/core/slurm/site"
)

// Says tells how near the model is to the machine: who started the jobs, how long they waited, how alike that is.
func (a *Replayed) Says() (list []string) {
	percent := func(part float64) string { return numeral.Percent(part, 0) }
	if m := a.Main; m != nil {
		list = append(list, "Backfill started "+percent(1-m.Machine)+" of the jobs on your machine, "+percent(1-m.Here)+" in the model.")
	} else {
		part := float64(a.ByMain) / float64(a.Jobs)
		list = append(list, "In the model backfill started "+percent(1-part)+" of the jobs. The log does not say it of your machine: "+
			"sacct's column Flags does.")
	}
	n := a.Recorded
	waits := numeral.Times(n.MeanWait, n.Here)
	list = append(list, numeral.Count(a.Judged)+" of "+numeral.Count(a.Jobs)+" jobs are judged. They waited "+waits(n.MeanWait)+
		" in the mean on the machine, and "+waits(n.Here)+" in the model of Slurm "+a.Version+". "+
		percent(float64(n.Near)/float64(n.Jobs))+" start within "+numeral.Duration(n.Within)+" of the record.")
	if a.Seconds != nil {
		list = append(list, a.Seconds.says())
	}
	list = append(list, "Modelled waits are "+a.off()+", a minute added to each.")
	if a.Rank != nil {
		list = append(list, "Who waits longer agrees with a rank correlation of "+numeral.Grouped(*a.Rank, 2)+".")
	}
	if n := a.Priorities; n > 0 {
		words := numeral.Count(a.Equal) + " of " + numeral.Count(n)
		if a.Equal == n {
			words = "All " + numeral.Count(n)
		}
		list = append(list, words+" logged priorities match within "+numeral.Count(follow.Near)+" points.")
	}
	if doubts := doubts(a.Believed); len(doubts) > 0 {
		list = append(append(list, doubts...), "So the model is not near enough to this machine to build on.")
	}
	return list
}

// off says how far a wait is off, either way.
func (a *Replayed) off() string {
	return report.Off(report.Float(a.Distance))
}

// Nearness is whether the model is near enough to a machine to build on.
type Nearness uint8

// Fewer than leastCompared jobs tell nothing.
const (
	Untold Nearness = iota
	Near
	NotNear
)

const leastCompared = 30

// Nearness is that of a replay, Closely says it in two numbers.
func (a *Replayed) Nearness() Nearness {
	switch {
	case a.Recorded == nil || a.Judged < leastCompared:
		return Untold
	case len(doubts(a.Believed)) > 0:
		return NotNear
	}
	return Near
}

func (a *Replayed) Closely() string {
	if a.Nearness() == Untold {
		return numeral.Count(a.Judged) + " jobs can be compared: at least " + numeral.Count(leastCompared) + " are needed."
	}
	words := "Waits are " + a.off()
	if a.Rank != nil {
		words += "; rank correlation " + numeral.Grouped(*a.Rank, 2)
	}
	return words + "."
}

// Bounds of a model that is near: beyond them it is doubted.
const (
	mostTimes = 1.25 // mean wait of all jobs, either way,
	farTimes  = 2    // and of a group of a twentieth of them, a while added to each:
	groupPart = 0.05
	while     = 10      // s
	leastRank = 0.8     // of who waits longer
	agreeing  = 2.0 / 3 // of priorities that are told
)

// doubts says in what the model is not like the machine.
func doubts(b *follow.Believed) (list []string) {
	n := b.Recorded
	if n == nil || n.MeanWait <= 0 {
		return nil
	}
	if x := n.Here / n.MeanWait; x < 1/mostTimes || x > mostTimes {
		list = append(list, "The model's jobs wait "+numeral.Number(x)+" times as long as the machine's.")
	}
	if b.Rank != nil && *b.Rank < leastRank {
		list = append(list, "Who waits longer is told badly: a rank correlation of "+numeral.Grouped(*b.Rank, 2)+" is below "+
			numeral.Grouped(leastRank, 1)+".")
	}
	if b.Priorities > 0 && float64(b.Equal) < agreeing*float64(b.Priorities) {
		list = append(list, "Of the priorities that the log tells "+numeral.Percent(1-float64(b.Equal)/float64(b.Priorities), 0)+
			" are others here.")
	}
	worst, off := "", float64(farTimes)
	for _, crews := range [][]follow.Crew{b.Kinds, b.Partitions, b.QOS, b.Accounts} {
		for _, c := range crews {
			x := (c.Here + while) / (c.Machine + while)
			if x = max(x, 1/x); float64(c.Jobs) >= groupPart*float64(b.Judged) && x > off {
				write := numeral.Durations([]float64{c.Machine, c.Here})
				off, worst = x, numeral.Count(c.Jobs)+" jobs ("+NameOrNone(c.Name)+") waited "+write(c.Machine)+" on the machine and "+
					write(c.Here)+" here."
			}
		}
	}
	if worst != "" {
		list = append(list, worst)
	}
	return list
}

// doubted adds to what is said in what the model is not like the machine.
func doubted(says, doubts []string) []string {
	if len(doubts) == 0 {
		return says
	}
	return append(append(says, doubts...), "So take the figures for a hint.")
}

// noted adds notes that are not there.
func noted(list, more []string) []string {
	for _, note := range more {
		if !slices.Contains(list, note) {
			list = append(list, note)
		}
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
	list := []Group{{"partition", a.Partitions}, {"account", a.Accounts}, {"QOS", a.QOS}}
	if len(a.Kinds) > 0 {
		list = append(list, Group{"kind of job", a.Kinds})
	}
	return list
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
