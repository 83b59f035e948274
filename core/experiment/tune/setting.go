package tune

import (
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Setting is a choice in terms that a site can use. What it says of Slurm is
// what its manual describes (priority/multifactor, sched/backfill); where Slurm
// has nothing like it, it says so, before all lines.
type Setting struct {
	Words       string      `json:"words"` // the rule in plain words
	Slurm       []SlurmHint `json:"slurm"`
	NotModelled []string    `json:"notModelled"` // what the machine may have and the simulation has not
}

// SlurmHint is what could be written in slurm.conf, whole lines of it, if anything, and
// what is to be known about it.
type SlurmHint struct {
	Lines []string `json:"lines"`
	Words string   `json:"words"`
}

// Setting is what is proposed, as it could be set up; nil where nothing is to be set.
func (t *Report) Setting() *Setting {
	c := t.Recommended.Choice()
	if c.IsBaseline() {
		return nil
	}
	s := settingOf(c, &t.Plan)
	return &s
}

// settingOf says how a choice of a plan could be set up, found under its limits.
func settingOf(c Choice, p *Plan) Setting {
	primary, backfill, l := order.Full(c.Primary, p.Primaries...), order.Full(c.Backfill, p.Backfills...), p.Limits
	s := Setting{Words: ruleWords(c, orderWords(primary), orderWords(backfill)) + limitRule(l), NotModelled: notModelled()}
	queue, weighed := priorityHint(primary)
	threshold := thresholdHints(c, weighed)
	if !weighed {
		s.Slurm = append(s.Slurm, queue)
	}
	if c.Backfill != c.Primary {
		s.Slurm = append(s.Slurm, SlurmHint{Words: "Slurm's backfill scheduler goes through the queue in the order of priority: there is " +
			"no order of its own to set for backfilling. " +
			"What is nearest is " + c.Primary + " for both; see what that pair does here before choosing it."})
	}
	s.Slurm = append(s.Slurm, threshold.cannot...)
	if l.Depth > 0 {
		s.Slurm = append(s.Slurm, depthHint)
	}
	if weighed {
		s.Slurm = append(s.Slurm, queue)
	}
	s.Slurm = append(s.Slurm, threshold.can...)
	s.Slurm = append(s.Slurm, backfillHint(l))
	return s
}

// ruleWords says the rule that was simulated, under orders of these words.
func ruleWords(c Choice, primary, backfill string) string {
	var b strings.Builder
	b.WriteString("Keep the queue in the order of " + c.Primary + " (" + primary + ")")
	if c.Threshold >= 0 {
		b.WriteString(", but let jobs that have waited more than " + c.Threshold.Words() +
			" go first, the longest waiting of them before the others")
	}
	b.WriteString(". Start jobs from the front; when the first does not fit, reserve processors for it at the earliest time at which it " +
		"will. " +
		"Then let others start that fit now and do not delay it, ")
	if c.Backfill == c.Primary {
		b.WriteString("tried in the same order.")
	} else {
		b.WriteString("tried in the order of " + c.Backfill + " (" + backfill + ").")
	}
	return b.String()
}

// limitRule is what the rule looks at, as sentences behind it.
func limitRule(l study.Limits) string {
	s := ""
	if l.Depth > 0 {
		s = " All this looks at no more than " + numeral.Count(l.Depth) + numeral.Plural(l.Depth, " waiting job", " waiting jobs") +
			", the oldest."
	}
	if l.Tries > 0 {
		s += " At most " + numeral.Count(l.Tries) + numeral.Plural(l.Tries, " job is", " jobs are") + " tried behind the first."
	}
	return s
}

// depthHint is what is nearest to a limit by age.
var depthHint = SlurmHint{Words: "Slurm has no limit by age: default_queue_depth and bf_max_job_test count jobs in the order " +
	"of priority. " +
	"What is nearest is a limit on the jobs that a user or an account may have pending or running " +
	"(MaxSubmitJobs of an association or QOS)."}

// backfillHint is how Slurm's backfill scheduler does as EASY, within limits. There is
// one line SchedulerParameters: the last of several would hold alone.
func backfillHint(l study.Limits) SlurmHint {
	line := "SchedulerParameters=bf_job_part_count_reserve=1"
	words := "EASY reserves for the first job alone. Without this Slurm's backfill scheduler plans a start for every waiting job that it " +
		"looks at, and lets nobody delay any of them; " +
		"with it, it reserves for the first job of each partition. "
	if l.Tries > 0 {
		line += ",bf_max_job_test=" + strconv.Itoa(l.Tries+1)
		words += "bf_max_job_test is how many jobs it tries in a cycle, the first of the queue and " + numeral.Count(l.Tries) +
			" behind it. "
	}
	return SlurmHint{[]string{line}, words + "If slurm.conf has such a line already, write these behind its own, with a comma: of " +
		"several lines only the last holds."}
}

const multifactor = "PriorityType=priority/multifactor"

// weight is that of a factor that decides.
const weight = "1000000"

// priorityHint is how Slurm could follow an order; false where it can't.
func priorityHint(name string) (hint SlurmHint, can bool) {
	others := "All other weights (fair share, QOS, partition) at 0: with them, priority is a mixture that was not simulated."
	switch name {
	case "FCFS":
		return SlurmHint{[]string{multifactor, "PriorityWeightAge=" + weight},
			"Age alone decides: first come, first served up to PriorityMaxAge, beyond which jobs count as equally old. " +
				"PriorityType=priority/basic is the same without weights. " + others}, true
	case "SQF":
		return SlurmHint{[]string{multifactor, "PriorityFavorSmall=YES", "PriorityWeightJobSize=" + weight},
				"The job size factor, largest for small jobs. Jobs of the same size go by their number, the first submitted first. " +
					others},
			true
	case "LQF":
		return SlurmHint{[]string{multifactor, "PriorityFavorSmall=NO", "PriorityWeightJobSize=" + weight},
				"The job size factor, largest for large jobs. Jobs of the same size go by their number, the first submitted first. " +
					others},
			true
	case "SRF", "LRF":
		small := "PriorityFavorSmall=NO"
		if name == "LRF" {
			small = "PriorityFavorSmall=YES"
		}
		return SlurmHint{[]string{multifactor, "PriorityFlags=SMALL_RELATIVE_TO_TIME", small, "PriorityWeightJobSize=" + weight},
			"With this flag the job size factor is that of size divided by time limit, which is near to " + name +
				"; check with sprio which jobs it favours before relying on it. " + others}, true
	}
	what := "Slurm has no priority factor for " + order.Label(name) + " (" + orderWords(name) + ")."
	switch {
	case strings.HasPrefix(name, "mix:"):
		what = "Slurm's priority is a weighted sum too: its factors for age and job size stand for FCFS and SQF, each between 0 and 1, " +
			"so weights must be scaled. Requested time and area have no factor."
	case name == "SPF" || name == "LPF":
		what = "Slurm has no priority factor for the time limit."
		what += " Coarse and simple: partitions or QOSs by time limit, with PriorityWeightPartition or PriorityWeightQOS."
	}
	return SlurmHint{Words: what + " In full: a site_factor or job_submit plugin that computes the order's key (" + orderFormula(name) +
		") and sets the site factor from it."}, false
}

// thresholdHint is what Slurm has not of a threshold, and what comes near it.
type thresholdHint struct{ cannot, can []SlurmHint }

// thresholdHints are those of a choice whose order Slurm has a weight for, or has not.
func thresholdHints(c Choice, weighed bool) (h thresholdHint) {
	switch {
	case c.Threshold < 0:
		return h
	case c.Primary == Baseline:
		h.can = []SlurmHint{{Words: "Under " + Baseline + " those who have waited longest go first anyway: the threshold needs no " +
			"setting of its own."}}
		return h
	}
	h.cannot = []SlurmHint{{Words: "Slurm has no switch that sends jobs to the front after a time. What is nearest to it is a script " +
		"that raises the priority of jobs that have been eligible for longer than " +
		c.Threshold.Words() + " (scontrol update job; a priority set by hand stays as it is)."}}
	if weighed {
		h.can = []SlurmHint{{[]string{"PriorityMaxAge=" + slurmTime(c.Threshold), "PriorityWeightAge=" + weight},
			"Without that script: the age factor grows evenly until PriorityMaxAge, and with a weight of the same size as the order's " +
				"lets old jobs overtake gradually, which is gentler, and earlier, than what was simulated."}}
	}
	return h
}

// slurmTime writes days-hours:minutes:seconds.
func slurmTime(s study.Seconds) string {
	two := func(n int64) string { return string([]byte{'0' + byte(n/10), '0' + byte(n%10)}) }
	n := int64(s)
	return strconv.FormatInt(n/86400, 10) + "-" + two(n/3600%24) + ":" + two(n/60%60) + ":" + two(n%60)
}

func notModelled() []string {
	return []string{
		"partitions, QOS limits, fair share, accounts and advance reservations",
		"preemption, suspended or requeued jobs, dependencies, jobs that are not eligible when submitted",
		"nodes and their topology, memory, licences, GPUs: processors are all alike, and any free ones will do",
		"how Slurm's backfill scheduler goes about it: a pass every bf_interval, no further than bf_window, in steps of bf_resolution; " +
			"this one looks at every arrival and end, to the second",
		"users who react: who waits less may submit more, or ask for other sizes and times",
	}
}

// orderWords says what an order does, as in "smallest area first";
// orderFormula is its key.
func orderWords(name string) string {
	o, err := order.Parse(name)
	if err != nil {
		return name
	}
	return o.Words()
}

func orderFormula(name string) string {
	o, err := order.Parse(name)
	if err != nil {
		return name
	}
	return o.Formula()
}
