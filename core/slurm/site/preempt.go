package site

import (
	"cmp"
	"strings"

	"shadowtime/core/base/sorted"
	"shadowtime/core/job/account"
	"shadowtime/core/job/sacct"
)

// again is after how many seconds a job that was stopped may start once more, where neither file nor log says: cred_expire of
// AuthInfo by default, and one.
const again = 121

// requeues says whether jobs of a QOS stop others here, which then begin anew.
func (c *Scene) requeues() bool {
	return c.Settings.PreemptQOS && c.words("PreemptMode", "REQUEUE") && !c.words("PreemptMode", "GANG")
}

// preempting says which QOS stop which, and makes one record of the attempts of a job.
func (c *Scene) preempting(records []sacct.Job) []sacct.Job {
	if !c.requeues() {
		return records
	}
	c.classes = map[string]int32{}
	const most = 64 // bits
	for i := range c.site.QOS {
		if len(c.classes) < most {
			c.classes[c.site.QOS[i].Name] = int32(len(c.classes))
		}
	}
	c.Machine.Preempts = make([]uint64, max(1, len(c.classes)))
	for i := range c.site.QOS {
		q := &c.site.QOS[i]
		of, ok := c.classes[q.Name]
		for name := range strings.SplitSeq(unless(q.Of["preempt"]), ",") {
			if other, known := c.classes[name]; ok && known {
				c.Machine.Preempts[of] |= 1 << other
			}
		}
	}
	c.Settings.Again = 0
	var list []sacct.Job
	at := map[int64]int{} // in list, of those of which the last attempt was stopped
	attempts := 0
	for _, r := range sortedAttempts(records) {
		k, more := at[r.ID]
		if !more {
			k = len(list)
			list = append(list, r)
		} else {
			if wait := r.Eligible - r.Submit; wait > 0 && (c.Settings.Again == 0 || wait < c.Settings.Again) {
				c.Settings.Again = wait
			}
			attempts++
			list[k].Lasted, list[k].State, list[k].TimedOut = r.End-r.Start, r.State, r.TimedOut
		}
		if delete(at, r.ID); r.Preempted {
			at[r.ID] = k
		}
	}
	unended := 0
	for _, k := range at {
		list[k].Lasted = max(1, list[k].Limit)
		unended++
	}
	c.Settings.Again = cmp.Or(c.Settings.Again, again)
	if attempts > 0 {
		c.note("%s one with the attempt before, which was stopped for another: each job runs as long as its last attempt, and waits "+
			"until its first", account.Count(attempts, "attempt is", "attempts are"))
	}
	if unended > 0 {
		c.note("%s stopped for others and not begun anew in the log: their limit counts as run time",
			account.Count(unended, "job was", "jobs were"))
	}
	return list
}

// sortedAttempts are records by their start, those that never started last.
func sortedAttempts(records []sacct.Job) []sacct.Job {
	list := append([]sacct.Job(nil), records...)
	key := func(r *sacct.Job) int64 {
		if r.Start == 0 {
			return never
		}
		return r.Start
	}
	sorted.Stable(list, func(a, b sacct.Job) int { return cmp.Compare(key(&a), key(&b)) })
	return list
}

const never = int64(1) << 60
