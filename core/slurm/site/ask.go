package site

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/job/sacct"
	"shadowtime/core/slurm/model"
)

// Lack is what a request does not tell, or asks for in vain.
type Lack uint8

// What may be: a bit each.
const (
	NoTasks   Lack = 1 << iota // tasks are not told from CPUs of a task: they are as many, of one CPU
	NoMemory                   // it asks for none, and none is set by default: all memory of a node
	NoKind                     // for generic resources that no node has
	NotRead                    // for what is not read here
	SharesCPU                  // for nodes whose CPUs others use too
)

// Asked is what a job asks of nodes that are shared, of a record that says so.
func Asked(q *sacct.Request, cpus int64, m *model.Machine, s *model.Settings) (a *model.Ask, lacks Lack) {
	small := func(n int64) int32 { return int32(max(0, min(n, math.MaxInt32))) }
	a = &model.Ask{Tasks: small(q.Tasks), Each: max(1, small(q.Each)), PerNode: small(q.PerNode), Least: max(1, small(q.Least)),
		Most: small(q.Most), Exclusive: q.Exclusive, Memory: q.Memory, PerCPU: q.PerCPU}
	if q.Least == 0 {
		a.Most = 0
	}
	switch {
	case a.Tasks > 0:
	case a.PerNode > 0:
		a.Tasks = a.Least * a.PerNode
	default:
		a.Tasks = a.Least
	}
	a.Tasks = max(a.Tasks, a.Least)
	if n := small(cpus); n > 0 && a.CPUs() != n { // the script has what the line has not
		switch {
		case q.Each > 0 && n%a.Each == 0:
			a.Tasks = n / a.Each
		case q.Tasks > 0 && n%a.Tasks == 0:
			a.Each = n / a.Tasks
		default:
			a.Tasks, a.Each, a.PerNode = n, 1, 0
			lacks |= NoTasks
		}
	}
	if !q.Told && a.Least > 1 { // as many nodes as it asked for
		a.Most = a.Least
	}
	if a.Memory == 0 && a.PerCPU == 0 {
		switch {
		case q.Sum > 0 && cpus > 0:
			a.PerCPU = q.Sum / max(1, int64(a.CPUs()))
		case s.DefMemPerCPU > 0:
			a.PerCPU = s.DefMemPerCPU
		case s.DefMemPerNode > 0:
			a.Memory = s.DefMemPerNode
		case s.Memory:
			lacks |= NoMemory
			a.Memory = model.AllMemory
		}
	}
	for _, w := range q.Wants {
		n := small(w.PerNode)
		if n == 0 {
			n = small((w.All + int64(a.Least) - 1) / int64(a.Least))
		}
		if kinds := m.Named(w.Kind); kinds == 0 {
			lacks |= NoKind
		} else if n > 0 {
			a.Wants = append(a.Wants, model.Want{Kinds: kinds, N: n})
		}
	}
	if q.More {
		lacks |= NotRead
	}
	if q.Shares {
		lacks |= SharesCPU
	}
	return a, lacks
}

// ask sets what a job asks of nodes that are shared, and counts what its record does not tell.
func (c *Scene) ask(j *model.Job, r *sacct.Job) {
	q := r.Request
	cpus := q.CPUs
	if cpus == 0 {
		cpus = r.CPUs
	}
	if !q.Told && cpus < r.CPUs && c.all(r.Nodes) == r.CPUs {
		q.Exclusive = true
		c.counts["have all CPUs of their nodes and asked for fewer: they count as exclusive"]++
	}
	a, lacks := Asked(&q, cpus, &c.Machine, &c.Settings)
	if most := c.mostMemory(r.Partition); 0 < most && most < a.PerCPU {
		times := (a.PerCPU + most - 1) / most
		a.PerCPU = (a.PerCPU + times - 1) / times
		if cpus == 0 {
			a.Each = int32(min(int64(a.Each)*times, math.MaxInt32))
		}
		c.counts["ask for more memory a CPU than MaxMemPerCPU: they have it of more CPUs, those of the log"]++
	}
	if n := int64(a.CPUs()); !a.Exclusive && r.CPUs > n && r.Start > 0 {
		if a.Each == 1 {
			a.Tasks = int32(min(r.CPUs, math.MaxInt32))
		} else {
			a.Each = int32(min(r.CPUs/int64(a.Tasks), math.MaxInt32))
		}
		if a.PerNode > 0 {
			a.PerNode = 0
		}
		c.counts["had more CPUs than they asked for, as where threads of a core go together: as many count as they had"]++
	}
	for lack, words := range map[Lack]string{
		NoKind:    "ask for generic resources that no node here has: they start without",
		NotRead:   "ask for nodes by name, neighbours, or GPUs in all or by task, which is left out: they start sooner here",
		SharesCPU: "may share CPUs with others (--oversubscribe), and have their own here: they start later"} {
		if lacks&lack != 0 {
			c.counts[words]++
		}
	}
	if lacks&NoTasks != 0 {
		c.counts["do not tell tasks from CPUs of a task (SubmitLine does, as far as the script doesn’t): their CPUs may be of "+
			"several nodes"]++
	}
	if lacks&NoMemory != 0 {
		c.counts["ask for no memory, and none is set by default: each has all of its nodes"]++
	}
	j.Ask, j.Nodes, j.CPUs = a, a.Least, a.CPUs()
}

// mostMemory is what a CPU may have of memory in a partition, MB; 0: no file says it.
func (c *Scene) mostMemory(partition string) (most int64) {
	if n, ok := c.most[partition]; ok {
		return n
	}
	if x := c.site.Last("MaxMemPerCPU"); x != nil {
		most, _ = strconv.ParseInt(x.Value, 10, 64)
	}
	if p := find(c.site.Partitions, partition); p != nil {
		if n, err := strconv.ParseInt(p.Of["maxmempercpu"], 10, 64); err == nil && n > 0 {
			most = n
		}
	}
	if c.most == nil {
		c.most = map[string]int64{}
	}
	c.most[partition] = most
	return most
}

// alone has a job take whole nodes where its partition gives no others.
func (c *Scene) alone(j *model.Job, partition string) {
	p := find(c.site.Partitions, partition)
	if p == nil || j.Ask.Exclusive || !strings.HasPrefix(strings.ToUpper(p.Of["oversubscribe"]), "EXCLUSIVE") {
		return
	}
	a := *j.Ask
	a.Exclusive = true
	j.Ask = &a
}

// all are the CPUs of a list of nodes.
func (c *Scene) all(list string) (sum int64) {
	if n, ok := c.sums[list]; ok {
		return n
	}
	set := c.set(list)
	for i, n := range c.Machine.CPUs {
		if set.Has(i) {
			sum += int64(n)
		}
	}
	if c.sums == nil {
		c.sums = map[string]int64{}
	}
	c.sums[list] = sum
	return sum
}
