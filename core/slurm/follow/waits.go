package follow

import "shadowtime/core/job/sacct"

// Wait is how long a job that is judged waited here.
type Wait struct {
	Record  *sacct.Job
	Come    int64   // ms of the epoch: when it was submitted, or eligible
	Seconds float64 // until it started
}

// Key tells jobs of a log apart, in whatever scene they are: number, submission and start.
type Key [3]int64

// Waits are those of the jobs that are judged.
func (x *Site) Waits() map[Key]Wait {
	list := map[Key]Wait{}
	for _, k := range x.judged() {
		_, here := x.waits(k)
		r := &x.Scene.Records[k]
		list[Key{r.ID, r.Submit, r.Start}] = Wait{r, x.Submits[k], here}
	}
	return list
}
