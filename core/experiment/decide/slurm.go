package decide

import (
	"strconv"

	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// Settable says whether Slurm can be set to a candidate.
type Settable string

// The answers.
const (
	Settles Settable = "yes"
	Nearly  Settable = "nearly"
	Cannot  Settable = "no"
)

// rank orders what can be set before what can't.
func (s Settable) rank() int {
	switch s {
	case Settles:
		return 0
	case Nearly:
		return 1
	}
	return 2
}

// Slurm is how a candidate is set up in Slurm.
type Slurm struct {
	Settable Settable `json:"settable"`
	Why      string   `json:"why"`   // what is not as it was simulated, or why it can't be
	Lines    []string `json:"lines"` // of slurm.conf, whole; none where it can't be set
	Back     []string `json:"back"`  // the way back: what to do with them
	Watch    []string `json:"watch"` // what to look at for two weeks
}

// settable says whether a candidate of a plan can be set up in Slurm.
func settable(c Candidate, p *Plan) Settable {
	switch {
	case c.Backfill != c.Front:
		return Cannot
	case p.Depth > 0:
		return Cannot
	}
	switch c.Front {
	case "FCFS":
		return Settles
	case "SQF", "LQF":
		if c.Threshold >= 0 {
			return Nearly
		}
		return Settles
	case "SRF", "LRF":
		return Nearly
	}
	return Cannot
}

// weight is that of a factor that decides.
const weight = "1000000"

// slurmOf is how a candidate of a plan is set up.
func slurmOf(c Candidate, p *Plan) Slurm {
	s := Slurm{Settable: settable(c, p), Lines: []string{}, Back: []string{}, Watch: []string{}}
	if s.Settable == Cannot {
		s.Why = cannot(c, p)
		return s
	}
	s.Lines = []string{"PriorityType=priority/multifactor"}
	switch c.Front {
	case "FCFS":
		s.Lines = append(s.Lines, "PriorityWeightAge="+weight)
		s.Why = "Age alone decides."
	case "SRF", "LRF":
		s.Lines = append(s.Lines, "PriorityFlags=SMALL_RELATIVE_TO_TIME")
		s.Why = "Slurm's factor is the size divided by the time limit: near to " + c.Front + "."
		fallthrough
	default:
		small := "YES"
		if c.Front == "LQF" || c.Front == "SRF" {
			small = "NO"
		}
		s.Lines = append(s.Lines, "PriorityFavorSmall="+small, "PriorityWeightJobSize="+weight)
		if c.Threshold >= 0 {
			s.Lines = append(s.Lines, "PriorityMaxAge="+slurmTime(c.Threshold), "PriorityWeightAge="+weight)
			s.Why += " The age factor grows gradually until the threshold, not at once."
		}
	}
	reserve := "SchedulerParameters=bf_job_part_count_reserve=1"
	if p.Backfilling != "easy" {
		reserve = "SchedulerParameters=bf_continue"
	}
	if p.Tries > 0 {
		reserve += ",bf_max_job_test=" + strconv.Itoa(p.Tries+1)
	}
	s.Lines = append(s.Lines, "PriorityWeightFairshare=0", "PriorityWeightPartition=0", "PriorityWeightQOS=0", reserve)
	s.Back = []string{"Keep a copy of slurm.conf before you change it.", "scontrol reconfigure takes the lines, and the copy again."}
	s.Watch = []string{"squeue --sort=-p shows who goes first, sprio why.",
		"Compare the mean and the longest wait of two weeks with those of the two weeks before."}
	return s
}

// cannot says why Slurm can't be set to a candidate.
func cannot(c Candidate, p *Plan) string {
	switch {
	case c.Backfill != c.Front:
		return "Slurm backfills in the order of priority: there is no backfilling order of its own to set."
	case p.Depth > 0:
		return "Slurm's limits on the queue count jobs in the order of priority, not the oldest."
	}
	return "Slurm has no priority factor for " + order.Label(c.Front) + ": it takes a job_submit or site_factor plugin."
}

// slurmTime writes days-hours:minutes:seconds.
func slurmTime(s study.Seconds) string {
	two := func(n int64) string { return string([]byte{'0' + byte(n/10), '0' + byte(n%10)}) }
	n := int64(s)
	return strconv.FormatInt(n/86400, 10) + "-" + two(n/3600%24) + ":" + two(n/60%60) + ":" + two(n%60)
}
