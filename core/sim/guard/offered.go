package guard

import "shadowtime/core/job/rule"

// Offered is what the jobs of limit i would hold in the mean if none of them waited, as a share of the limit, for the subject of which
// that is most, and a job of that subject. From 1 on the jobs of this subject wait ever longer while they come like this, in
// whatever order; shortly below it, too long for a log to show. It counts what is submitted while the rule holds, from the trace's first
// submission to its last, or over the longest run, where that takes longer: no more is held then than all jobs do at once. 0, -1: another
// rule, a soft limit, which lets a subject beyond it that is alone, or nothing to count.
func (g *Guard) Offered(i int) (share float64, job int32) {
	c, t := &g.rules[i], g.trace
	span := c.within(t.Submit)
	if c.Kind != rule.Limit || c.Soft || span <= 0 {
		return 0, -1
	}
	held, most, job := make([]float64, g.Subjects(i)), 0.0, int32(-1)
	for j := range t.Submit {
		on, _ := c.on(t.Submit[j])
		if !on || !g.Concerns(i, int32(j)) {
			continue
		}
		span = max(span, t.Run[j])
		hold, s := float64(t.Run[j]), c.of(int32(j))
		switch c.Of {
		case rule.Procs:
			hold *= float64(t.Size[j])
		case rule.Work: // what is left of its request, while it runs
			hold *= float64(t.Size[j]) * (float64(t.Request[j]) - hold/2)
		}
		if held[s] += hold; held[s] > most {
			most, job = held[s], int32(j)
		}
	}
	return most / float64(c.Most) / float64(span), job
}

// within is how long a rule holds between the first of some instants and the last.
func (c *counter) within(at []int64) (sum int64) {
	if len(at) == 0 {
		return 0
	}
	first, last := at[0], at[len(at)-1]
	if len(c.Spans) == 0 {
		return last - first
	}
	for _, s := range c.Spans {
		sum += max(0, min(s.To, last)-max(s.From, first))
	}
	return sum
}
