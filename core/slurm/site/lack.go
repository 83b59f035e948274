package site

import (
	"cmp"
	"slices"
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
	{func(c *Scene) bool { return differ(c.site.Nodes, "weight", 1) }, every,
		"going to nodes of a low Weight first; here the order is that of the nodes, and they take others"},
	{func(c *Scene) bool { return !c.words("PreemptMode", "GANG") }, (*Scene).shares,
		"in partitions with OverSubscribe=YES or FORCE: none shares CPUs here, so they start later"},
	{func(c *Scene) bool { return c.words("PreemptMode", "GANG") }, (*Scene).shares,
		"in partitions with OverSubscribe=YES or FORCE, which take turns on the same CPUs (PreemptMode=GANG): here each has CPUs of its " +
			"own, so they start later, and are not suspended between"},
	{always, func(c *Scene, r *sacct.Job) bool { return c.of(r, "lln", "YES") },
		"in partitions with LLN=YES, which go to the emptiest nodes: here to the fullest, so those of whole nodes start sooner"},
	{always, func(c *Scene, r *sacct.Job) bool {
		p := find(c.site.Partitions, r.FirstPartition())
		return p != nil && (bounds(p.Of["maxcpuspernode"]) || bounds(p.Of["maxcpuspersocket"]))
	}, "in partitions with MaxCPUsPerNode or MaxCPUsPerSocket, which is left out: they start sooner"},
	{always, func(c *Scene, r *sacct.Job) bool { return c.of(r, "exclusiveuser", "YES") },
		"in partitions with ExclusiveUser=YES: here users share nodes, so they start sooner"},
	{always, func(c *Scene, r *sacct.Job) bool {
		p := find(c.site.Partitions, r.FirstPartition())
		return p != nil && bounds(p.Of["overtimelimit"])
	}, "in partitions with an OverTimeLimit of their own: that of slurm.conf counts here"},
	{always, func(_ *Scene, r *sacct.Job) bool { return r.Part },
		"that are parts of heterogeneous jobs: each starts by itself here, and sooner"},
	{func(c *Scene) bool { return !c.Machine.Shared() }, func(_ *Scene, r *sacct.Job) bool { return r.Request.More },
		"asking for nodes by name, neighbours or few switches, which is left out: they start sooner"},
	{func(c *Scene) bool { return !c.Machine.Shared() && slices.Min(c.Machine.Memory) > 1 }, (*Scene).thirsty,
		"asking for more memory than some nodes have: where jobs take whole nodes it is not looked at, so they start sooner"},
	{always, func(_ *Scene, r *sacct.Job) bool { return r.Request.TimeMin },
		"with --time-min, whose limit Slurm may make shorter: here it is that of the log, so they start later"},
	{always, func(_ *Scene, r *sacct.Job) bool {
		return slices.ContainsFunc(r.Request.Wants, func(w sacct.Want) bool { return among("shard mps", w.Kind) })
	}, "asking for a shard or mps, a part of a GPU: it is counted apart from whole GPUs here, so they start sooner"},
	{func(c *Scene) bool {
		return some(c.site.Nodes, "memspeclimit") || some(c.site.Nodes, "corespeccount") || some(c.site.Nodes, "cpuspeclist")
	}, every, "on a machine that keeps cores or memory of nodes for itself (MemSpecLimit, CoreSpecCount, CpuSpecList): here jobs have " +
		"all, so they start sooner"},
	{func(c *Scene) bool { return c.Settings.PreemptQOS && c.words("PreemptMode", "WITHIN") }, every,
		"under PreemptMode=WITHIN: here no job stops another of its own QOS, so those that would start later"},
	{func(c *Scene) bool { return c.preempts() && c.words("PreemptMode", "PRIORITY") }, every,
		"under PreemptMode=PRIORITY: here jobs stop others of a higher priority, too, so they start sooner"},
	{func(c *Scene) bool { return c.Settings.Enforce }, (*Scene).spent,
		"of a QOS or account with GrpTRESMins, GrpWall or UsageThreshold: where that is used up they wait on the machine, and start here"},
	{func(c *Scene) bool { return c.Settings.Enforce }, (*Scene).narrowed,
		"of a QOS or account with limits of other than CPUs and nodes, as memory or GPUs, which are not counted: they start sooner"},
	{always, (*Scene).recurs,
		"that may use nodes of a reservation that repeats or draws jobs in (its Flags): only the time that its file shows counts here"},
	{always, (*Scene).cores,
		"that may use nodes of which a reservation has some cores alone: here it has the whole nodes, so they start later"},
	{func(c *Scene) bool {
		return c.Settings.Multifactor && slices.ContainsFunc(c.Settings.WeightTRES, func(w model.Weight) bool {
			return w.Of != "cpu" && w.Of != "mem" && w.Of != "node" && !strings.HasPrefix(w.Of, "gres/")
		})
	}, every, "under a PriorityWeightTRES of other than CPUs, memory, nodes and generic resources: it counts for nothing here"},
	{func(c *Scene) bool {
		return c.Settings.Multifactor && c.words("PriorityFlags", "DEPTH_OBLIVIOUS", "MAX_TRES", "INCR_ONLY")
	}, every, "under PriorityFlags that are not known here (DEPTH_OBLIVIOUS, MAX_TRES, INCR_ONLY): their priorities may be others"},
}

// unobeyed are parameters that are read and not obeyed, which jobs one touches; nil: every.
var unobeyed = []struct {
	name    string
	option  bool
	touches func(c *Scene, r *sacct.Job) bool
}{
	{"CompleteWait", false, nil}, {"SuspendTime", false, nil}, {"PrioritySiteFactorPlugin", false, nil}, {"max_rpc_cnt", true, nil},
	{"max_sched_time", true, nil}, {"build_queue_timeout", true, nil}, {"reduce_completing_frag", true, nil},
	{"extra_constraints", true, nil}, {"bf_topopt_enable", true, func(_ *Scene, r *sacct.Job) bool { return r.NodeCount > 1 }},
	{"pack_serial_at_end", true, func(c *Scene, r *sacct.Job) bool { return c.Machine.Shared() && r.CPUs == 1 }},
}

// unread are options of SchedulerParameters that matter to starts and are no parameters here.
var unread = [...]string{"bf_ignore_newly_avail_nodes", "preempt_strict_order", "delay_boot"}

func always(*Scene) bool { return true }

func every(*Scene, *sacct.Job) bool { return true }

// bounds says whether a key sets a limit.
func bounds(text string) bool { return !Unset(text) && !among("UNLIMITED NONE INFINITE", text) }

// thirsty says whether a job asks for more memory than some nodes have.
func (c *Scene) thirsty(r *sacct.Job) bool {
	if c.least == 0 {
		c.least = slices.Min(c.Machine.Memory)
	}
	q := &r.Request
	nodes := max(1, r.NodeCount)
	return max(q.Memory, q.PerCPU*((r.CPUs+nodes-1)/nodes), q.Sum/nodes) > c.least
}

// known is the answer to a question, asked once.
func (c *Scene) known(question string, answer func() bool) bool {
	is, ok := c.asked[question]
	if !ok {
		if c.asked == nil {
			c.asked = map[string]bool{}
		}
		is = answer()
		c.asked[question] = is
	}
	return is
}

// limitedBy says whether a record whose limits a job is under is of some kind.
func (c *Scene) limitedBy(r *sacct.Job, of string, kind func(x *Record) bool) bool {
	return c.known(of+"\n"+r.QOS+"\n"+r.Account+"\n"+r.User, func() bool { return slices.ContainsFunc(c.above(r), kind) })
}

// above are the records whose limits a job is under: of its QOS, its association, and those above that.
func (c *Scene) above(r *sacct.Job) (list []*Record) {
	if q := find(c.site.QOS, r.QOS); q != nil {
		list = append(list, q)
	}
	const deepest = 20
	for name, depth := r.Account, 0; name != "" && depth < deepest; depth++ {
		parent := ""
		for i := range c.site.Associations {
			a := &c.site.Associations[i]
			if user := a.Of["user"]; a.Name == name && (user == "" || depth == 0 && user == r.User) {
				list = append(list, a)
				parent = cmp.Or(parent, a.Of["parentname"], a.Of["parname"])
			}
		}
		name = parent
	}
	return list
}

// spent says whether a job is under a limit of what was used.
func (c *Scene) spent(r *sacct.Job) bool {
	return c.limitedBy(r, "spent", func(x *Record) bool {
		return bounds(x.Of["grptresmins"]) || bounds(x.Of["grpwall"]) || number(x, "usagethres", 0) > 0 ||
			strings.HasPrefix(x.Of["usagethres"], "0.")
	})
}

// narrowed says whether a job is under a limit of what is not counted.
func (c *Scene) narrowed(r *sacct.Job) bool {
	return c.limitedBy(r, "narrowed", func(x *Record) bool {
		for _, key := range [...]string{"grptres", "maxtrespu", "maxtrespa", "grptresrunmins"} {
			for part := range strings.SplitSeq(unless(x.Of[key]), ",") {
				if kind, _, ok := strings.Cut(part, "="); ok && kind != "cpu" && !(kind == "node" && key != "grptresrunmins") {
					return true
				}
			}
		}
		return false
	})
}

// recurs says whether a job may use nodes of a reservation whose flags say more than its times.
func (c *Scene) recurs(r *sacct.Job) bool {
	return c.near(r, "recurs", func(x *Record) bool {
		for _, flag := range [...]string{"DAILY", "HOURLY", "WEEKLY", "WEEKDAY", "WEEKEND", "MAGNETIC"} {
			if strings.Contains(strings.ToUpper(x.Of["flags"]), flag) {
				return true
			}
		}
		return false
	})
}

// cores says whether a job may use nodes of which a reservation has some cores alone.
func (c *Scene) cores(r *sacct.Job) bool {
	return c.Machine.Shared() && c.near(r, "cores", func(x *Record) bool {
		n, threads := number(x, "corecnt", 0), int64(1)
		for i := range c.site.Nodes {
			threads = max(threads, number(&c.site.Nodes[i], "threadspercore", 1))
		}
		return 0 < n && n*threads < c.all(x.Of["nodes"])
	})
}

// near says whether the partition of a job has nodes of a reservation of some kind.
func (c *Scene) near(r *sacct.Job, of string, kind func(x *Record) bool) bool {
	name := r.FirstPartition()
	return c.known(of+"\n"+name, func() bool {
		part, ok := c.partitions[name]
		return ok && slices.ContainsFunc(c.site.Reservations, func(x Record) bool {
			return kind(&x) && c.Machine.Partitions[part].Nodes.Meets(c.set(x.Of["nodes"]))
		})
	})
}

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

// differ says whether records have several numbers for a key, which is usual where it is not set.
func differ(list []Record, key string, usual int64) bool {
	return slices.ContainsFunc(list, func(r Record) bool { return number(&r, key, usual) != number(&list[0], key, usual) })
}

// some says whether a record has a value for a key, and not 0.
func some(list []Record, key string) bool {
	return slices.ContainsFunc(list, func(r Record) bool { return !Unset(r.Of[key]) && r.Of[key] != "0" })
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
	note := func(touches func(c *Scene, r *sacct.Job) bool, words string) {
		n := 0
		for k := range c.Records {
			if touches(c, &c.Records[k]) {
				n++
			}
		}
		if n > 0 {
			c.Notes = append(c.Notes, "left out: "+account.Count(n, "job", "jobs")+" "+words)
		}
	}
	for i := range lacks {
		if l := &lacks[i]; l.is(c) {
			note(l.touches, l.words)
		}
	}
	for _, x := range unobeyed {
		p := model.Find(x.name, x.option)
		g := c.site.Given(p)
		if g == nil || off(g.Value, x.option) {
			continue
		}
		touches := x.touches
		if touches == nil {
			touches = every
		}
		set := p.Name
		if g.Value != "" {
			set += "=" + Shortened(g.Value)
		}
		note(touches, "under "+set+": "+p.Says)
	}
	for _, o := range c.site.Options {
		if slices.ContainsFunc(unread[:], func(name string) bool { return strings.EqualFold(name, o.Name) }) {
			note(every, "under "+Shortened(o.Name)+", which is not known here")
		}
	}
}

// off says whether a value is one under which a parameter does nothing; an option that is named alone is on.
func off(value string, option bool) bool {
	value, _, _ = strings.Cut(value, " ") // show config writes 0 sec
	return value == "" && !option || among("0 -1 none no infinite (null)", value)
}
