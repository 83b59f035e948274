package believe

import (
	"fmt"
	"math"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Sentence says how near the simulated schedule is, by its name.
func (r *Report) Sentence(name string) string {
	if r.Known == 0 {
		return "The log does not say how long its jobs waited."
	}
	text := "Your machine's own record: " + r.Logged.words() + ". Replayed with " + name + ": " + r.Simulated.words() +
		". Replayed waits are " + report.Off(r.Distance) + "."
	if r.RankCorrelation.Known() {
		text += " Who waits longer agrees with a rank correlation of " + Ranked(r.RankCorrelation) + "."
	}
	if len(r.Nearest) > 0 && r.Nearest[0].Distance.Known() {
		text += " Nearest to the machine comes " + r.Nearest[0].Words() +
			", whose waits are " + report.Off(r.Nearest[0].Distance) + "." +
			r.tied() + " That does not prove that the machine was scheduled so."
	}
	return text
}

// AsSet says how near a site's own Slurm comes.
func (r *Report) AsSet() string {
	text := "Slurm as it is set was replayed on " + numeral.Count(r.Slurm.Jobs) + " of the jobs. Its waits are " +
		report.Off(r.Slurm.Distance) + "."
	if len(r.Nearest) > 0 && r.Nearest[0].Distance.Known() && r.Slurm.Distance < r.Nearest[0].Distance {
		text += " That is nearer than any of these ways."
	}
	return text
}

// words say how long jobs wait.
func (s *Side) words() string {
	text := numeral.Duration(s.AvgWait) + " mean wait, half of the jobs "
	if s.MedianWait < 1 {
		return text + "start at once"
	}
	return text + "wait up to " + numeral.Duration(s.MedianWait)
}

// Ranked writes a rank correlation, as all rooms say it.
func Ranked(rank report.Float) string { return numeral.Number(math.Round(float64(rank)*100) / 100) }

// mostTies are named.
const mostTies = 3

// tied names the ways that can't be told from the nearest.
func (r *Report) tied() string {
	ties := r.Ties()
	switch n := len(ties); {
	case n == 0:
		return " It is nearest in both halves of the log."
	case n > mostTies:
		return " " + numeral.Count(n) + " others can't be told from it: they are as near, or nearer in one half of the log."
	default:
		return " " + numeral.Listed(ties) + numeral.Plural(n, " is", " are") + " as near, or nearer in one half of the log."
	}
}

// Words names a way of scheduling.
func (n Near) Words() string {
	text := order.Label(n.Order)
	switch n.Backfilling {
	case "none":
		text += " without backfilling"
	case "conservative":
		text += " with conservative backfilling"
	default:
		text = "EASY-" + text
		if n.Backfill != "" {
			text += " with " + order.Label(n.Backfill) + " behind the head"
		}
	}
	if n.Threshold != study.None {
		text += ", threshold " + n.Threshold.Words()
	}
	return text
}

// AlsoBy says how else this schedule is made, "" where it is not.
func (n *Near) AlsoBy() string {
	switch {
	case len(n.Same) == 0:
		return ""
	case len(n.Same) > 1:
		return "the same schedule by " + numeral.Count(len(n.Same)) + " other ways"
	case n.idle:
		return "with and without the threshold"
	}
	return "the same schedule by " + n.Same[0]
}

// warn says what the figures do not know.
func (r *Report) warn(t *job.Trace) {
	say := func(text string) { r.Caveats = append(r.Caveats, text) }
	say("Partitions, reservations, holds, dependencies, priorities and limits of users are not in the log: where the machine had them, " +
		"jobs waited for reasons that no simulation here knows.")
	if n := r.Jobs - r.Known; n > 0 {
		say("Of " + numeral.Count(n) + " of " + numeral.Count(r.Jobs) + " jobs the log does not say how long they waited; they are " +
			"simulated and not compared.")
	}
	if r.AboveMachine > 0 {
		what := "Some times of the log are not what they seem: "
		if WrongSize(r.AboveMachine, r.Known) {
			what = "The machine’s size looks wrong: "
		}
		say(what + Beyond(r.AboveMachine, r.Known, r.Peak, t.Procs) + ".")
	}
	if r.Known > 0 && r.Logged.MaxWait == 0 {
		say("Every wait in the log is 0: it may not have been written down.")
	}
	switch n := t.Len() - t.Requests(); {
	case n == 0:
	case n == t.Len():
		say("The log has no requested times: the simulator plans with run times that the machine did not know.")
	default:
		say(numeral.Count(n) + numeral.Plural(n, " job has", " jobs have") + " no requested time: the simulator plans with " +
			numeral.Plural(n, "its run time", "their run times") + ", which the machine did not know.")
	}
	if first, n := t.WholeWeeks(); n > 0 && first-t.Submit[0] < job.Week {
		say("The simulation begins with an empty machine; the log's began with jobs that are not in it.")
	}
}

// Beyond says how many starts are beyond the machine.
func Beyond(above, known int, peak, procs int64) string {
	return numeral.Count(above) + " of " + numeral.Count(known) + " jobs started while more processors were in use than the machine has (" +
		numeral.Count(peak) + " of " + numeral.Count(procs) + ")"
}

// Note says what the distances of NearestTable are.
const Note = "Distance: how many times over a wait is doubled or halved in the mean, the mean of " +
	"|log2((simulated + 60 s)/(logged + 60 s))|."

// NearestTable are the nearest ways of scheduling, so many and what was asked, their head first.
func (r *Report) NearestTable(few int) [][]string {
	rows := [][]string{{"", "distance", "first half", "second half", "", ""}}
	for _, i := range r.Listed(few) {
		n := &r.Nearest[i]
		tie, more := "", n.AlsoBy()
		if n.Tie {
			tie = "as near"
		}
		if n.Asked {
			more = strings.TrimSuffix("asked; "+more, "; ")
		}
		rows = append(rows, []string{fmt.Sprintf("%3d  %s", i+1, n.Words()), numeral.Number(n.Distance), numeral.Number(n.FirstHalf),
			numeral.Number(n.SecondHalf), tie, more})
	}
	return rows
}

// Beside is a figure of both sides, what the log says and what is simulated.
type Beside struct {
	What   string
	Values [2]float64
	Words  [2]string
}

// Beside are the waits of both sides, all in one unit, and how much of the machine they use.
func (r *Report) Beside() (list []Beside) {
	add := func(what string, of func(s *Side) float64) {
		list = append(list, Beside{What: what, Values: [2]float64{of(&r.Logged), of(&r.Simulated)}})
	}
	add("mean wait", func(s *Side) float64 { return float64(s.AvgWait) })
	add("median wait", func(s *Side) float64 { return float64(s.MedianWait) })
	add("90 % wait at most", func(s *Side) float64 { return float64(s.Percentiles[90]) })
	add("longest wait", func(s *Side) float64 { return float64(s.MaxWait) })
	var waits []float64
	for _, x := range list {
		waits = append(waits, x.Values[:]...)
	}
	write := numeral.Durations(waits)
	for i := range list {
		list[i].Words = [2]string{write(list[i].Values[0]), write(list[i].Values[1])}
	}
	add("utilization", func(s *Side) float64 { return float64(s.Utilization) })
	used := &list[len(list)-1]
	used.Words = [2]string{numeral.Percent(used.Values[0], 1), numeral.Percent(used.Values[1], 1)}
	return list
}
