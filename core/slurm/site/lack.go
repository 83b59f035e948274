package site

import (
	"strings"

	"shadowtime/core/job/account"
	"shadowtime/core/job/sacct"
	"shadowtime/core/slurm/model"
)

// lack is what a site has set that passes here do not know: which jobs it touches, and what that does to them.
type lack struct {
	is      func(c *Scene) bool
	touches func(c *Scene, r *sacct.Job) bool
	words   string
}

// lacks are all of them; an answer says those that touch a job.
var lacks = []lack{
	{unstopped, func(_ *Scene, r *sacct.Job) bool { return r.Preempted },
		"stopped for another, and count as jobs of their own here: no job is stopped, so those that stopped it start later"},
	{func(c *Scene) bool { return c.Settings.PreemptQOS }, (*Scene).suspends,
		"of a QOS that may suspend others (PreemptType=preempt/qos): here they wait and suspend nobody. So they do in one partition on " +
			"the machine; in another they start at once there, on the same CPUs as those jobs"},
	{(*Scene).preempts, (*Scene).exempted,
		"that may stop others after a PreemptExemptTime: here in the next pass, on the machine up to a sched_interval later, since its " +
			"backfill passes rest while nothing happens"},
	{func(c *Scene) bool { return c.words("TopologyPlugin", "tree", "block", "3d_torus") },
		func(_ *Scene, r *sacct.Job) bool { return r.NodeCount > 1 },
		"of several nodes, where a topology is set, which is left out: they take nodes further apart, and start sooner"},
	{(*Scene).threaded, func(c *Scene, r *sacct.Job) bool { return c.Machine.Shared() },
		"on nodes of several threads a core, where a core may be a job’s alone: CPUs count one by one, and they start sooner"},
	{func(c *Scene) bool { return c.words("SelectTypeParameters", "CR_LLN", "CR_PACK_NODES") },
		func(c *Scene, _ *sacct.Job) bool { return c.Machine.Shared() },
		"that CR_LLN or CR_Pack_Nodes spreads or packs otherwise: those of whole nodes start sooner or later than on the machine"},
	{func(c *Scene) bool { return c.Machine.Shared() && differ(c.site.Nodes, "weight") },
		func(*Scene, *sacct.Job) bool { return true },
		"that go to nodes of a low Weight first; here the order is that of the nodes, and they take others"},
	{func(c *Scene) bool { return !c.words("PreemptMode", "GANG") }, (*Scene).shares,
		"in partitions with OverSubscribe=YES or FORCE: none shares CPUs here, so they start later"},
	{func(c *Scene) bool { return c.words("PreemptMode", "GANG") }, (*Scene).shares,
		"in partitions with OverSubscribe=YES or FORCE, which take turns on the same CPUs (PreemptMode=GANG): here each has CPUs of its " +
			"own, so they start later, and are not suspended between"},
	{always, func(c *Scene, r *sacct.Job) bool { return c.of(r, "lln", "YES") },
		"in partitions with LLN=YES, which go to the emptiest nodes: here to the fullest, so those of whole nodes start sooner"},
	{always, func(c *Scene, r *sacct.Job) bool {
		p := find(c.site.Partitions, r.Partition)
		return p != nil && !Unset(p.Of["maxcpuspernode"]) && !strings.EqualFold(p.Of["maxcpuspernode"], "UNLIMITED")
	}, "in partitions with MaxCPUsPerNode, which is left out: they start sooner"},
	{always, func(_ *Scene, r *sacct.Job) bool { return r.Part },
		"that are parts of heterogeneous jobs: each starts by itself here, and sooner"},
}

func always(*Scene) bool { return true }

// shares says whether a job's partition lets jobs share CPUs.
func (c *Scene) shares(r *sacct.Job) bool { return c.of(r, "oversubscribe", "YES", "FORCE") }

// suspends says whether a job's QOS names one whose jobs are suspended.
func (c *Scene) suspends(r *sacct.Job) bool {
	q := find(c.site.QOS, r.QOS)
	if q == nil {
		return false
	}
	for name := range strings.SplitSeq(unless(q.Of["preempt"]), ",") {
		if other := find(c.site.QOS, name); other != nil {
			if mode, _ := c.mode(other); mode == model.Suspended {
				return true
			}
		}
	}
	return false
}

// exempted says whether a job may stop others that run for a time before.
func (c *Scene) exempted(r *sacct.Job) bool {
	classes := c.Machine.Classes
	at := int(c.class(r.QOS, c.partitions[r.FirstPartition()]))
	if at >= len(classes) {
		return false
	}
	for other := range classes {
		if classes[at].Stops>>other&1 != 0 && classes[other].Exempt > 0 {
			return true
		}
	}
	return false
}

// unstopped says whether the site lets jobs stop others in a way that is not known here.
func unstopped(c *Scene) bool {
	return c.words("PreemptType", "qos", "partition_prio") && !c.preempts()
}

// words says whether a parameter's value has one of some words.
func (c *Scene) words(name string, any ...string) bool {
	value := strings.ToUpper(c.site.Text(model.Find(name, false)))
	for _, word := range any {
		if strings.Contains(value, strings.ToUpper(word)) {
			return true
		}
	}
	return false
}

// threaded says whether nodes have several threads a core, and cores are what is given.
func (c *Scene) threaded() bool {
	if c.words("SelectTypeParameters", "CR_CPU") {
		return false
	}
	for i := range c.site.Nodes {
		if number(&c.site.Nodes[i], "threadspercore", 1) > 1 {
			return true
		}
	}
	return false
}

// differ says whether records have several values of a key.
func differ(list []Record, key string) bool {
	for i := range list {
		if list[i].Of[key] != list[0].Of[key] {
			return true
		}
	}
	return false
}

// of says whether the partition of a job has one of some values, whatever follows behind a colon.
func (c *Scene) of(r *sacct.Job, key string, any ...string) bool {
	p := find(c.site.Partitions, r.FirstPartition())
	if p == nil {
		return false
	}
	value, _, _ := strings.Cut(p.Of[key], ":")
	for _, v := range any {
		if strings.EqualFold(value, v) {
			return true
		}
	}
	return false
}

// lacking notes what of the site is not known here, each with how many jobs it touches.
func (c *Scene) lacking() {
	for i := range lacks {
		l, n := &lacks[i], 0
		if !l.is(c) {
			continue
		}
		for k := range c.Records {
			if l.touches(c, &c.Records[k]) {
				n++
			}
		}
		if n > 0 {
			c.Notes = append(c.Notes, "left out: "+account.Count(n, "job", "jobs")+" "+l.words)
		}
	}
}
