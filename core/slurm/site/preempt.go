package site

import (
	"cmp"
	"strconv"
	"strings"

	"shadowtime/core/base/sorted"
	"shadowtime/core/job/account"
	"shadowtime/core/job/sacct"
	"shadowtime/core/slurm/model"
)

// again is after how many seconds a job that was stopped may start once more, where the log does not say: cred_expire of AuthInfo,
// and one.
func (c *Scene) again() int64 {
	const usual = 120
	if info := c.site.Last("AuthInfo"); info != nil {
		for word := range strings.SplitSeq(info.Value, ",") {
			text, _ := strings.CutPrefix(strings.TrimSpace(word), "cred_expire=")
			if n, err := strconv.ParseInt(text, 10, 32); err == nil && n > 0 {
				return n + 1
			}
		}
	}
	return usual + 1
}

// preempts says whether jobs stop others here in a way that is known.
func (c *Scene) preempts() bool {
	_, off := c.mode(nil)
	return !off && (c.Settings.PreemptQOS || c.Settings.PreemptTier)
}

// mode is what becomes of jobs that are stopped, by the record of their QOS or partition, else by PreemptMode. off: they are not, or
// in a way that is not known here: that of a QOS may suspend jobs for others of the same partition, with which they take turns.
func (c *Scene) mode(r *Record) (mode model.Mode, off bool) {
	text := c.site.Text(model.Find("PreemptMode", false))
	if r != nil && !Unset(r.Of["preemptmode"]) && !strings.EqualFold(r.Of["preemptmode"], "cluster") {
		text = r.Of["preemptmode"]
	}
	has := func(word string) bool { return strings.Contains(strings.ToUpper(text), word) }
	again := c.site.Last("JobRequeue")
	switch {
	case has("SUSPEND"):
		return model.Suspended, !c.Settings.PreemptTier
	case has("CANCEL"), has("REQUEUE") && again != nil && again.Value == "0":
		return model.Cancelled, false
	case has("REQUEUE"):
		return model.Requeued, false
	}
	return 0, true
}

// classed says which jobs stop which: those of a QOS, or of a partition.
func (c *Scene) classed() {
	const most = 64 // bits
	records := c.site.QOS
	if c.classes = map[string]int32{}; c.Settings.PreemptTier {
		records = nil
		for i := range c.Machine.Partitions {
			name := c.Machine.Partitions[i].Name
			r := Record{Name: name}
			if p := find(c.site.Partitions, name); p != nil {
				r = *p
			}
			records = append(records, r)
		}
	}
	records = records[:min(most, len(records))]
	c.Machine.Classes = make([]model.Class, max(1, len(records)))
	var stopped uint64 // who may be
	for i := range records {
		r, class := &records[i], &c.Machine.Classes[i]
		c.classes[r.Name] = int32(i)
		mode, off := c.mode(r)
		if class.Mode = mode; !off {
			stopped |= 1 << i
		}
		if class.Grace = number(r, "gracetime", 0); class.Grace == 0 { // of a QOS it is h:m:s
			class.Grace, _ = model.ParsePeriod(r.Of["gracetime"])
		}
		class.Exempt = c.Settings.Exempt
		if exempt, ok := model.ParsePeriod(r.Of["preemptexempttime"]); ok {
			class.Exempt = exempt
		}
		if class.Rank = number(r, "priority", 0); c.Settings.PreemptTier {
			class.Rank = c.Machine.Partitions[i].Tier
		}
	}
	for i := range records {
		class := &c.Machine.Classes[i]
		for name := range strings.SplitSeq(unless(records[i].Of["preempt"]), ",") {
			if other, known := c.classes[name]; known && !c.Settings.PreemptTier {
				class.Stops |= 1 << other
			}
		}
		for o := range records {
			if c.Settings.PreemptTier && c.Machine.Classes[o].Rank < class.Rank {
				class.Stops |= 1 << o
			}
		}
		class.Stops &= stopped
	}
}

// class is that of a job of a QOS, in a partition.
func (c *Scene) class(qos string, partition int32) int32 {
	if c.Settings.PreemptTier {
		return partition
	}
	return c.classes[qos]
}

// preempting says which jobs stop which, and makes one record of the attempts of a job.
func (c *Scene) preempting(records []sacct.Job) []sacct.Job {
	if !c.preempts() {
		return records
	}
	c.classed()
	c.Settings.Again = 0
	var list []sacct.Job
	at := map[int64]int{} // in list, of those of which the last attempt was stopped
	attempts := 0
	for _, r := range sortedAttempts(records) {
		if r.Run > 0 && r.Run < r.End-r.Start {
			r.Lasted = r.Run // without what it was suspended
		}
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
	c.Settings.Again = cmp.Or(c.Settings.Again, c.again())
	if attempts > 0 {
		c.note("%s one with the attempt before, which was stopped for another: each job runs as long as its last attempt, and waits "+
			"until its first", account.Count(attempts, "attempt is", "attempts are"))
	}
	if unended > 0 {
		c.note("%s stopped for others for good in the log: their limit counts as run time",
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
