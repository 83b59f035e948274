package site

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/sorted"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/rule"
	"shadowtime/core/slurm/model"
)

// Said is what a line of a site's files says of who may start: a rule, or why it is none here.
type Said struct {
	At   string // the file and its line
	What string // "QOS normal: MaxJobsPU=4"
	Rule rule.Rule
	Why  string // it is no rule; "": it is one
}

// MostSaid bounds the rules that are taken from a site's files.
const MostSaid = 40

// Numbered is the number by which a log's jobs have a queue, a partition or a user of that name; false: none has. Of no name it says
// whether the log has names of these at all.
type Numbered func(f job.Field, name string) (int64, bool)

// sayer collects what the files say.
type sayer struct {
	site   *Site
	number Numbered
	procs  int64 // the machine's
	cpus   map[string]int64
	obeyed bool // what QOS and associations say is
	list   []Said
}

// Rules are what the files say of starts, in terms of a log's numbers, on a machine of so many processors. A QOS is the log's
// queue. Limits that refuse a job when it is submitted say nothing of starts; what can't be told is said. The files say how it was
// when they were written.
func (s *Site) Rules(number Numbered, procs int64) []Said {
	x := &sayer{site: s, number: number, procs: procs, cpus: map[string]int64{}}
	for i := range s.Nodes {
		r := &s.Nodes[i]
		names, _ := model.Hosts(r.Name, model.MaxNodes)
		for _, name := range names {
			x.cpus[name] = max(1, cpusOf(r))
		}
	}
	at, obeyed := s.enforced()
	x.obeyed = obeyed
	for i := range s.Partitions {
		x.partition(&s.Partitions[i])
	}
	x.tiers()
	if !obeyed {
		x.list = append(x.list, Said{At: at, What: "AccountingStorageEnforce has no limits",
			Why: "slurmctld does not obey what QOS and associations say"})
	} else {
		for i := range s.QOS {
			x.qos(&s.QOS[i])
		}
		x.associations()
	}
	for i := range s.Reservations {
		x.reservation(&s.Reservations[i])
	}
	for i, n := 0, 0; i < len(x.list); i++ {
		if x.list[i].Why != "" {
			continue
		}
		if n++; n > MostSaid {
			x.list[i].Why = fmt.Sprintf("more than %d rules: not taken", MostSaid)
		}
	}
	return x.list
}

// enforced says whether slurmctld obeys limits of QOS and associations, as far as the configuration is given, and where that has it.
func (s *Site) enforced() (at string, is bool) {
	if len(s.Conf)+len(s.Shown) == 0 || len(s.QOS)+len(s.Associations) == 0 {
		return "", true
	}
	p := model.Find("AccountingStorageEnforce", false)
	for word := range strings.SplitSeq(strings.ToLower(s.Text(p)), ",") {
		switch strings.TrimSpace(word) {
		case "limits", "safe", "all":
			return "", true
		}
	}
	if g := s.Given(p); g != nil {
		return g.At, false
	}
	return "the configuration", false
}

// add takes a rule of a record's key.
func (x *sayer) add(r *Record, what, key string, made rule.Rule) {
	x.list = append(x.list, Said{At: r.At, What: what + ": " + key, Rule: made})
}

// leave says why a record's key is no rule.
func (x *sayer) leave(r *Record, what, key, why string) {
	x.list = append(x.list, Said{At: r.At, What: what + ": " + key, Why: why})
}

// Why limits are no rules.
const (
	nobody    = "no job of the log is of it"
	perCrew   = "a limit of each account is no rule here"
	otherKind = "only CPUs are counted here"
	usage     = "a limit of what was used is no rule here"
	ofOneKind = "what one job may ask of each node is no rule here"
	whoMay    = "who may use it is asked when a job is submitted"
	partly    = "its users have jobs of other accounts, too, and the log does not tell them apart"
)

// limit makes a limit; of 0 nothing starts.
func limit(per rule.Per, of rule.Measure, most int64, c rule.Class) rule.Rule {
	r := rule.New(rule.Limit)
	if r.Per, r.Of, r.Most, r.Class = per, of, most, c; most == 0 {
		return none(c)
	}
	return r
}

// none makes a rule by which nothing of a class starts.
func none(c rule.Class) rule.Rule {
	r := rule.New(rule.Stop)
	r.Class = c
	return r
}

// partition reads what a partition says.
func (x *sayer) partition(r *Record) {
	what := "partition " + r.Name
	id, ok := x.number(job.Partition, r.Name)
	c := rule.Class{Partitions: []int64{id}}
	if !ok {
		return // no job of the log is in it: there is nothing to hold
	}
	if most, ok := limitTime(r, "maxtime"); ok {
		long := c
		long.Over = most
		x.add(r, what, "MaxTime="+r.Of["maxtime"], none(long))
	}
	if state := strings.ToUpper(r.Of["state"]); state == "DOWN" || state == "INACTIVE" {
		x.add(r, what, "State="+state, none(c))
	}
	names, cpus, widest := x.nodes(r)
	if most := number(r, "maxnodes", -1); most > 0 && widest > 0 && most < int64(len(names)) {
		wide := c
		wide.Wider = most * widest
		x.add(r, what, "MaxNodes="+r.Of["maxnodes"], none(wide))
	}
	if cpus > 0 && cpus < x.procs {
		x.add(r, what, "Nodes="+Shortened(r.Of["nodes"])+" with "+account.Count(int(cpus), "CPU", "CPUs"),
			limit(rule.All, rule.Procs, cpus, c))
	}
	for _, key := range []string{"AllowAccounts", "AllowGroups", "AllowQos", "DenyAccounts", "DenyQos"} {
		if v := r.Of[strings.ToLower(key)]; !Unset(v) && !strings.EqualFold(v, "ALL") {
			x.leave(r, what, key+"="+Shortened(v), whoMay)
		}
	}
	if q := find(x.site.QOS, r.Of["qos"]); q != nil && x.obeyed {
		x.limits(q, "QOS "+q.Name+" of partition "+r.Name, c)
	}
}

// tiers read which partitions go before others: of each PriorityTier but the lowest, those that have it or a higher one.
func (x *sayer) tiers() {
	at := map[int64][]int64{} // partitions of the log
	line := map[int64]*Record{}
	for i := range x.site.Partitions {
		r := &x.site.Partitions[i]
		if id, ok := x.number(job.Partition, r.Name); ok {
			tier := number(r, "prioritytier", 1)
			if at[tier] = append(at[tier], id); line[tier] == nil {
				line[tier] = r
			}
		}
	}
	var tiers []int64
	for tier := range at {
		tiers = append(tiers, tier)
	}
	slices.Sort(tiers)
	var ids []int64
	for i := len(tiers) - 1; i > 0; i-- {
		ids = append(slices.Clone(ids), at[tiers[i]]...)
		slices.Sort(ids)
		made := rule.New(rule.First)
		made.Class.Partitions = ids
		r := line[tiers[i]]
		x.add(r, "partition "+r.Name, "PriorityTier="+strconv.FormatInt(tiers[i], 10), made)
	}
}

// nodes are those of a partition, their CPUs, and the most that one has; 0: not known.
func (x *sayer) nodes(r *Record) (names []string, cpus, widest int64) {
	list := unless(r.Of["nodes"])
	if strings.EqualFold(list, "ALL") || list == "" {
		return nil, 0, 0
	}
	names, err := model.Hosts(list, model.MaxNodes)
	if err != nil {
		return nil, 0, 0
	}
	for _, name := range names {
		n, ok := x.cpus[name]
		if !ok {
			return names, number(r, "totalcpus", 0), 0
		}
		cpus, widest = cpus+n, max(widest, n)
	}
	return names, cpus, widest
}

// qos reads what a QOS says of its jobs; one of partitions alone is read with these.
func (x *sayer) qos(r *Record) {
	c := rule.Class{}
	id, ok := x.number(job.Queue, r.Name)
	_, any := x.number(job.Queue, "")
	switch {
	case ok:
		c.Queues = []int64{id}
	case any || len(x.site.QOS) > 1:
		if x.limited(r) && !slices.ContainsFunc(x.site.Partitions, func(p Record) bool { return p.Of["qos"] == r.Name }) {
			x.leave(r, "QOS "+r.Name, "limits", nobody)
		}
		return
	}
	x.limits(r, "QOS "+r.Name, c)
}

// limited says whether a QOS has limits of starts.
func (x *sayer) limited(r *Record) bool {
	y := &sayer{site: x.site, number: x.number}
	y.limits(r, "", rule.Class{})
	return len(y.list) > 0
}

// limits reads those of a QOS for the jobs of a class.
func (x *sayer) limits(r *Record, what string, c rule.Class) {
	for _, k := range []struct {
		key string
		per rule.Per
	}{{"MaxJobsPU", rule.User}, {"GrpJobs", rule.All}} {
		if n := number(r, strings.ToLower(k.key), -1); n >= 0 {
			x.add(r, what, k.key+"="+strconv.FormatInt(n, 10), limit(k.per, rule.Jobs, n, c))
		}
	}
	x.resources(r, what, "MaxTRESPU", rule.User, rule.Procs, c)
	x.resources(r, what, "GrpTRES", rule.All, rule.Procs, c)
	x.resources(r, what, "MaxTRESRunMinsPU", rule.User, rule.Work, c)
	x.resources(r, what, "GrpTRESRunMins", rule.All, rule.Work, c)
	x.ofOne(r, what, c)
	for _, k := range [][2]string{{"MaxJobsPA", perCrew}, {"MaxTRESPA", perCrew}, {"GrpTRESMins", usage}, {"GrpWall", usage},
		{"UsageThres", usage}, {"MaxTRESPerNode", ofOneKind}} {
		if v := r.Of[strings.ToLower(k[0])]; !Unset(v) {
			x.leave(r, what, k[0]+"="+Shortened(v), k[1])
		}
	}
}

// ofOne reads what one job may ask.
func (x *sayer) ofOne(r *Record, what string, c rule.Class) {
	if most, ok := limitTime(r, "maxwall"); ok {
		long := c
		long.Over = most
		x.add(r, what, "MaxWall="+r.Of["maxwall"], none(long))
	}
	for kind, n := range x.tres(r, what, "MaxTRES") {
		if kind == "cpu" && n > 0 {
			wide := c
			wide.Wider = n
			x.add(r, what, "MaxTRES=cpu="+strconv.FormatInt(n, 10), none(wide))
		}
	}
}

// resources reads a list such as cpu=8,node=2.
func (x *sayer) resources(r *Record, what, key string, per rule.Per, of rule.Measure, c rule.Class) {
	for kind, n := range x.tres(r, what, key) {
		if kind != "cpu" {
			continue
		}
		text := key + "=cpu=" + strconv.FormatInt(n, 10)
		if of == rule.Work {
			n *= 60
		}
		x.add(r, what, text, limit(per, of, n, c))
	}
}

// tres are the amounts of CPUs in a list; what else it counts is said.
func (x *sayer) tres(r *Record, what, key string) map[string]int64 {
	found := map[string]int64{}
	for _, part := range strings.Split(unless(r.Of[strings.ToLower(key)]), ",") {
		kind, text, _ := strings.Cut(part, "=")
		n, err := strconv.ParseInt(text, 10, 40)
		switch {
		case kind == "" || err == nil && n < 0:
		case err == nil && kind == "cpu":
			found[kind] = n
		default:
			x.leave(r, what, key+"="+Shortened(part), otherKind)
		}
	}
	return found
}

// associations read what these say of users and accounts.
func (x *sayer) associations() {
	list := x.site.Associations
	most := map[int64][]int64{} // users by how many jobs each may run
	first := map[int64]*Record{}
	for i := range list {
		r := &list[i]
		who := r.Of["user"]
		if who == "" {
			x.crew(r)
			continue
		}
		id, ok := x.number(job.User, who)
		if !ok {
			continue
		}
		c := rule.Class{Users: []int64{id}}
		n := number(r, "maxjobs", -1)
		if up := x.above(r); n < 0 && up != nil {
			n = number(up, "maxjobs", -1)
		}
		if n >= 0 && !x.elsewhere(r) {
			if first[n] == nil {
				first[n] = r
			}
			most[n] = append(most[n], id)
		}
		x.group(r, "user "+who, c)
	}
	var values []int64
	for n := range most {
		values = append(values, n)
	}
	slices.Sort(values)
	for _, n := range values {
		users := most[n]
		sorted.Stable(users, func(a, b int64) int { return cmp.Compare(a, b) })
		users = slices.Compact(users)
		x.add(first[n], account.Count(len(users), "user", "users")+" of associations", "MaxJobs="+strconv.FormatInt(n, 10),
			limit(rule.User, rule.Jobs, n, rule.Class{Users: users}))
	}
}

// above is the account of a user's association, nil: not listed.
func (x *sayer) above(r *Record) *Record {
	for i := range x.site.Associations {
		if a := &x.site.Associations[i]; a.Name == r.Name && a.Of["user"] == "" {
			return a
		}
	}
	return nil
}

// elsewhere says whether a user of an association has another, with another account or partition.
func (x *sayer) elsewhere(r *Record) bool {
	return slices.ContainsFunc(x.site.Associations, func(a Record) bool {
		return a.Of["user"] == r.Of["user"] && (a.Name != r.Name || a.Of["partition"] != r.Of["partition"])
	})
}

// crew reads what an account's association says of all its users together.
func (x *sayer) crew(r *Record) {
	var c rule.Class
	shared := false
	for i := range x.site.Associations {
		a := &x.site.Associations[i]
		who := a.Of["user"]
		if who == "" || r.Name != "root" && a.Name != r.Name {
			continue
		}
		if id, ok := x.number(job.User, who); ok {
			c.Users = append(c.Users, id)
			shared = shared || r.Name != "root" && x.elsewhere(a)
		}
	}
	slices.Sort(c.Users)
	c.Users = slices.Compact(c.Users)
	below := slices.ContainsFunc(x.site.Associations, func(a Record) bool {
		return cmp.Or(a.Of["parentname"], a.Of["parname"]) == r.Name && r.Name != "root"
	})
	switch {
	case r.Name == "root":
		c.Users = nil
	case len(c.Users) == 0:
		return
	}
	before := len(x.list)
	x.group(r, "account "+r.Name, c)
	for i := before; i < len(x.list) && (shared || below); i++ {
		x.list[i].Why = cmp.Or(x.list[i].Why, partly)
	}
}

// group reads limits of all below an association together.
func (x *sayer) group(r *Record, what string, c rule.Class) {
	if n := number(r, "grpjobs", -1); n >= 0 {
		x.add(r, what, "GrpJobs="+strconv.FormatInt(n, 10), limit(rule.All, rule.Jobs, n, c))
	}
	x.resources(r, what, "GrpTRES", rule.All, rule.Procs, c)
	x.resources(r, what, "GrpTRESRunMins", rule.All, rule.Work, c)
	x.ofOne(r, what, c)
}

// reservation reads when nodes are not for everybody. Jobs that it lets in are not known, and those whose limit reaches into it are
// not held here.
func (x *sayer) reservation(r *Record) {
	what := "reservation " + r.Name
	from, okFrom := stamp(r.Of["starttime"])
	to, okTo := stamp(r.Of["endtime"])
	cpus := number(r, "corecnt", 0)
	for part := range strings.SplitSeq(r.Of["tres"], ",") {
		if n, err := strconv.ParseInt(strings.TrimPrefix(part, "cpu="), 10, 40); err == nil && strings.HasPrefix(part, "cpu=") {
			cpus = n
		}
	}
	switch {
	case !okFrom || !okTo || from >= to:
		x.leave(r, what, "times", "it has none that can be read")
		return
	case cpus <= 0:
		x.leave(r, what, "Nodes="+Shortened(r.Of["nodes"]), "how many CPUs they have is not said")
		return
	}
	made := rule.New(rule.Missing)
	if made.Most = cpus; cpus >= x.procs {
		made = rule.New(rule.Stop)
	}
	made.Since, made.Until = from, to
	x.add(r, what, account.Count(int(cpus), "CPU", "CPUs")+" from "+r.Of["starttime"]+" to "+r.Of["endtime"], made)
}
