package rule

import (
	"strconv"
	"strings"
	"time"
)

// Slurm is the rule in Slurm's terms; see Terms.Slurm.
func (r *Rule) Slurm() (lines string, ok bool) { return (&Terms{}).Slurm(r) }

// Slurm is a rule as lines for a shell, that of slurm.conf as a comment: a limit of the QOS that
// jobs have, or of the QOS that a partition has, or several together; or a reservation, which no job may reach into by
// its request. False: Slurm has no line that does so, and Lacking says why.
// A job above a limit of processors never starts there.
func (t *Terms) Slurm(r *Rule) (lines string, ok bool) { return t.slurm(r, false) }

// SlurmLifted are the lines that take such a limit off again: -1 is none; fair share by a weight of 0.
func (t *Terms) SlurmLifted(r *Rule) (lines string, ok bool) { return t.slurm(r, true) }

func (t *Terms) slurm(r *Rule, lifted bool) (lines string, ok bool) {
	switch {
	case r.Kind == Share && lifted:
		return "# slurm.conf: PriorityWeightFairshare=0", true
	case r.Kind == Share:
		return "# slurm.conf: PriorityType=priority/multifactor, PriorityWeightFairshare above all other weights, " +
			"PriorityDecayHalfLife=" + clockOf(r.Half), true
	}
	switch {
	case r.Kind == First:
		return t.slurmFirst(&r.Class, lifted)
	case r.Kind == EndBy && r.Class.all() && !r.Standard:
		return r.slurmEnd(lifted), true
	case t.floats(r):
		return t.slurmFloating(r, lifted), true
	}
	if r.Kind == Kept {
		return t.slurmKept(r, lifted)
	}
	if r.Kind != Limit || r.Soft || r.Per == UserQueue || r.Per == User && r.Of == Work {
		return "", false
	}
	limit := r.slurmLimit(lifted)
	c := &r.Class
	part, what := c.Partitions, subjects[1]
	if len(c.Queues) > 0 {
		part, what = c.Queues, subjects[0]
	}
	rest := *c
	rest.Partitions, rest.Queues = nil, nil
	switch {
	case c.all():
		return "sacctmgr modify qos normal set " + limit, true
	case !rest.all() || len(c.Queues) > 0 && len(c.Partitions) > 0 || len(part) > few:
		return "", false
	}
	var names []string
	for _, id := range part {
		names = append(names, plain(what, t.one(what, id)))
	}
	name := strings.Join(names, "_")
	if lifted {
		return "sacctmgr modify qos " + name + " set " + limit, true
	}
	// one that is there already is not added, nor set by that
	return "sacctmgr add qos " + name + "\nsacctmgr modify qos " + name + " set " + limit +
		"\n# slurm.conf, at the PartitionName of " + t.named(what, part) + ": QOS=" + name, true
}

// slurmFirst are the lines for jobs that go before all others: a tier of partitions, or the priority of their QOS.
func (t *Terms) slurmFirst(c *Class, lifted bool) (lines string, ok bool) {
	rest := *c
	rest.Partitions, rest.Queues = nil, nil
	switch n := len(c.Queues) + len(c.Partitions); {
	case !rest.all() || len(c.Queues) > 0 && len(c.Partitions) > 0 || n > few:
		return "", false
	case len(c.Partitions) > 0 && lifted:
		return "# slurm.conf, at the PartitionName of " + t.named(subjects[1], c.Partitions) + ": PriorityTier=1", true
	case len(c.Partitions) > 0:
		return "# slurm.conf, at the PartitionName of " + t.named(subjects[1], c.Partitions) + ": PriorityTier=2, " +
			"above those of all others", true
	}
	var list []string
	for _, id := range c.Queues {
		priority := "1000"
		if lifted {
			priority = "0"
		}
		list = append(list, "sacctmgr modify qos "+plain(subjects[0], t.one(subjects[0], id))+" set Priority="+priority)
	}
	if !lifted {
		list = append(list, "# slurm.conf: PriorityType=priority/multifactor, PriorityWeightQOS above all other weights")
	}
	return strings.Join(list, "\n"), true
}

// slurmEnd is the rule that all jobs end by an hour: a minute that is reserved again and again. Slurm 22.05.8 starts no job
// whose limit reaches into it. It asks nothing of jobs that end by limit before.
func (r *Rule) slurmEnd(lifted bool) string {
	clock := clockText(r.From)
	name := "end_" + strings.ReplaceAll(clock, ":", "")
	if lifted {
		return slurmDelete(name)
	}
	flag, note := "DAILY", ""
	switch r.Days {
	case Workdays:
		flag, note = "WEEKDAY", "# on a day from Monday to Friday, before "+clock+": it begins on the next "+clock+", whatever the day\n"
	case Weekend:
		flag, note = "WEEKEND", "# on a Saturday or Sunday, before "+clock+": it begins on the next "+clock+", whatever the day\n"
	}
	return note + "scontrol create reservation ReservationName=" + name + " StartTime=" + clock +
		":00 Duration=1 Users=root Nodes=ALL Flags=" + flag + ",IGNORE_JOBS"
}

// floats says whether a rule leaves processors of the machine to short requests, which a reservation does that always
// begins so much later than now.
func (t *Terms) floats(r *Rule) bool {
	c := r.Class
	c.Over = 0
	return r.Kind == Limit && r.Per == All && r.Of == Procs && r.Class.Over >= 60 && c.all() && r.Most < t.Procs
}

// slurmFloating is that reservation: of the processors that the long requests may not have.
func (t *Terms) slurmFloating(r *Rule, lifted bool) string {
	minute := strconv.FormatInt(r.Class.Over/60, 10)
	name := "upto_" + minute + "min"
	if lifted {
		return slurmDelete(name)
	}
	return "# needs SelectType=select/cons_tres, and counts cores of the default partition\n" +
		"scontrol create reservation ReservationName=" + name + " StartTime=now+" + minute +
		"minutes Duration=365-00:00:00 Users=root CoreCnt=" + strconv.FormatInt(t.Procs-r.Most, 10) +
		" Flags=TIME_FLOAT,IGNORE_JOBS"
}

// slurmKept is a reservation of users for some time, which no other job may reach into by its request. Without IGNORE_JOBS Slurm
// makes none while what runs may still do so then.
func (t *Terms) slurmKept(r *Rule, lifted bool) (lines string, ok bool) {
	rest := r.Class
	rest.Users = nil
	if len(r.Class.Users) == 0 || !rest.all() || t.Undated {
		return "", false
	}
	begin := time.Unix(r.Since, 0).UTC()
	name := "kept_" + begin.Format("2006-01-02_1504")
	if lifted {
		return slurmDelete(name), true
	}
	users := make([]string, len(r.Class.Users))
	for i, id := range r.Class.Users {
		users[i] = plain(subjects[2], t.one(subjects[2], id))
	}
	what, needs := "Nodes=ALL", "# of the past Slurm makes none: give a StartTime to come; users need an account where limits are "+
		"enforced\n"
	if r.Most > 0 && r.Most != t.Procs {
		needs += "# needs SelectType=select/cons_tres, and counts cores of the default partition\n"
		what = "CoreCnt=" + strconv.FormatInt(r.Most, 10)
	}
	return needs + "# their jobs ask for it: --reservation=" + name + "\nscontrol create reservation ReservationName=" + name +
		" StartTime=" + begin.Format("2006-01-02T15:04:05") + " Duration=" + strconv.FormatInt((r.Until-r.Since+59)/60, 10) +
		" Users=" + strings.Join(users, ",") + " " + what + " Flags=IGNORE_JOBS", true
}

// slurmDelete takes a reservation away. Whatever a site called its own, Slurm shows.
func slurmDelete(name string) string {
	return "# its name at your site: scontrol show reservation\nscontrol delete ReservationName=" + name
}

// Lacking says why Slurm has no lines for a rule; "" where it has some.
func (t *Terms) Lacking(r *Rule) string {
	if _, ok := t.slurm(r, false); ok {
		return ""
	}
	switch {
	case r.Soft:
		return "Slurm has no line for this. Its limits hold whether others wait or not; fair share puts who runs much behind the others."
	case r.Kind == Kept:
		return "Slurm has no line for this. A reservation is for users, accounts or partitions, and begins on a date."
	case r.Kind == Hours:
		return "Slurm has no line for this. Jobs must end before a reservation begins, not only start before it. A partition with " +
			"State=DOWN starts no jobs, but no clock of Slurm sets that."
	case r.Kind == EndBy && r.Class.all():
		return "Slurm has no line for this. A reservation that comes again goes by the clock on the wall, which is moved for summer time."
	case r.Kind == EndBy:
		return "Slurm has no line for this. A reservation holds all jobs, not " + t.Those(&r.Class) + " alone."
	case r.Kind == Limit && r.Per == User && r.Of == Work:
		return "Slurm takes MaxTRESRunMinsPerUser for this and does not obey it."
	}
	return "Slurm has no line for this."
}

// clockOf is a time as Slurm reads it: days-hours:minutes.
func clockOf(seconds int64) string {
	minute := (seconds + 59) / 60
	return strconv.FormatInt(minute/minutes, 10) + "-" + clockText(int32(minute%minutes))
}

func (r *Rule) slurmLimit(lifted bool) string {
	most := strconv.FormatInt(r.Most, 10)
	if r.Of == Work {
		most = strconv.FormatInt(r.Most/60, 10)
	}
	if lifted {
		most = "-1"
	}
	switch {
	case r.Of == Work:
		return "GrpTRESRunMins=cpu=" + most
	case r.Of == Procs && r.Per == User:
		return "MaxTRESPerUser=cpu=" + most
	case r.Of == Procs:
		return "GrpTRES=cpu=" + most
	case r.Per == User:
		return "MaxJobsPerUser=" + most
	}
	return "GrpJobs=" + most
}

// plain is a name of letters and digits in lower case, as Slurm's database keeps them: that of the
// partition where it has one, else partition and number.
func plain(what, name string) string {
	name = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' || r == '-' {
			return r
		}
		return -1
	}, strings.ToLower(name))
	if name == "" || name[0] < 'a' {
		return what + strings.TrimPrefix(name, "-")
	}
	return name
}
