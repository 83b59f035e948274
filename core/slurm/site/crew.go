package site

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/sorted"
	"shadowtime/core/job/account"
	"shadowtime/core/job/sacct"
	"shadowtime/core/slurm/model"
)

// tree makes the associations: of sshare, which says who is below whom, else of sacctmgr.
func (c *Scene) tree() {
	c.Tree = []model.Association{{Parent: -1}}
	c.at["root"] = 0
	add := func(parent int32, account, user, shares, usage, weight string) int32 {
		a := model.Association{Parent: parent, User: user != "", Shares: 1}
		if n, err := strconv.ParseInt(shares, 10, 64); err == nil && n >= 0 {
			a.Shares = n
		}
		if n, err := strconv.ParseFloat(usage, 64); err == nil && n > 0 && !math.IsInf(n, 1) {
			a.Usage = n
		}
		if n, err := strconv.ParseInt(weight, 10, 64); err == nil && n >= 0 {
			a.Weight = n
		}
		c.at[key(account, user)] = int32(len(c.Tree))
		c.Tree = append(c.Tree, a)
		return int32(len(c.Tree) - 1)
	}
	weights := map[string]string{}
	for i := range c.site.Associations {
		r := &c.site.Associations[i]
		weights[key(r.Name, r.Of["user"])] = r.Of["priority"]
	}
	if len(c.site.Shares) > 0 {
		above, named := []int32{0}, []string{"root"} // by depth
		for i := range c.site.Shares {
			r := &c.site.Shares[i]
			user := r.Of["user"]
			if r.Depth == 0 || r.Depth > len(above) {
				c.Tree[0].Usage = max(c.Tree[0].Usage, float64(number(r, "rawusage", 0)))
				c.odd[strayed].see(r, r.Depth > 0 || r.Name != "root")
				continue
			}
			_, wrong := strconv.ParseUint(r.Of["rawshares"], 10, 63)
			c.odd[unshared].see(r, wrong != nil && !strings.EqualFold(r.Of["rawshares"], "parent"))
			_, wrong = strconv.ParseUint(r.Of["rawusage"], 10, 63)
			c.odd[unused].see(r, wrong != nil)
			c.odd[strayed].see(r, user != "" && r.Name != named[r.Depth-1])
			k := add(above[r.Depth-1], r.Name, user, r.Of["rawshares"], r.Of["rawusage"], weights[key(r.Name, user)])
			above, named = append(above[:r.Depth], k), append(named[:r.Depth], r.Name)
		}
		c.sayOdd()
		return
	}
	for _, users := range []bool{false, true} {
		for pass := true; pass; { // parents may stand behind their children
			pass = false
			for i := range c.site.Associations {
				r := &c.site.Associations[i]
				user := r.Of["user"]
				_, has := c.at[key(r.Name, user)]
				up := "root"
				if users {
					up = r.Name
				} else if p := cmp.Or(r.Of["parentname"], r.Of["parname"]); p != "" {
					up = p
				}
				if parent, ok := c.at[up]; ok && !has && (user != "") == users {
					add(parent, r.Name, user, r.Of["share"], "", r.Of["priority"])
					pass = true
				}
			}
		}
	}
}

// What rows of sshare may be.
const (
	strayed = iota
	unshared
	unused
	oddities
)

// seen counts rows, and has where the first stands.
type seen struct {
	n  int
	at string
}

func (s *seen) see(r *Record, is bool) {
	if is {
		if s.n++; s.n == 1 {
			s.at = r.At
		}
	}
}

// sayOdd notes rows of sshare that are not as it prints them.
func (c *Scene) sayOdd() {
	for i, words := range [oddities]string{"below no account, or not below the user’s own", "without a number as RawShares: 1 counts",
		"without a number as RawUsage: none counts"} {
		if s := &c.odd[i]; s.n > 0 {
			c.note("%s: %s of sshare %s (the first here)", s.at, account.Count(s.n, "row", "rows"), words)
		}
	}
}

func key(account, user string) string {
	if user == "" {
		return account
	}
	return account + "/" + user
}

// association is a job's; one that no file has shares alike with its siblings.
func (c *Scene) association(account, user string) int32 {
	account = strings.ToLower(account)
	if a, ok := c.at[key(account, user)]; ok {
		return a
	}
	parent, ok := c.at[account]
	if !ok {
		parent = int32(len(c.Tree))
		c.at[account] = parent
		c.Tree = append(c.Tree, model.Association{Parent: 0, Shares: 1})
	}
	c.at[key(account, user)] = int32(len(c.Tree))
	c.Tree = append(c.Tree, model.Association{Parent: parent, User: true, Shares: 1})
	return int32(len(c.Tree) - 1)
}

// under puts a job under the limits of that name, of each kind one of its own. One that
// an earlier has set, first, does not hold the job, but the job counts for it.
func (c *Scene) under(j *model.Job, name string, l model.Limit, first *model.Limit) {
	for i := range 4 {
		own := model.Unlimited
		of := func(l *model.Limit) *int64 { return [...]*int64{&l.Jobs, &l.CPUs, &l.Nodes, &l.Seconds}[i] }
		if *of(&own) = *of(&l); own == model.Unlimited {
			continue
		}
		name := name + strconv.Itoa(i)
		k, ok := c.limits[name]
		if !ok {
			k = int32(len(c.Machine.Limits))
			own.Association = strings.HasPrefix(name, "association ")
			c.limits[name], c.Machine.Limits = k, append(c.Machine.Limits, own)
		}
		if *of(first) < 0 {
			j.Limits = append(j.Limits, k)
		} else {
			j.Counted = append(j.Counted, k)
		}
	}
}

// limitOf reads a number of jobs, a list of resources as cpu=8,node=2, and one of their minutes.
func (c *Scene) limitOf(r *Record, jobs, resources, minutes string) model.Limit {
	l := model.Unlimited
	l.Jobs = c.figure(r, false, jobs, -1)
	for _, x := range []struct {
		key       string
		cpu, node *int64
		unit      int64
	}{{resources, &l.CPUs, &l.Nodes, 1}, {minutes, &l.Seconds, nil, 60}} {
		for _, part := range strings.Split(r.Of[x.key], ",") {
			kind, text, _ := strings.Cut(part, "=")
			n, err := strconv.ParseInt(text, 10, 48)
			switch {
			case kind == "":
			case err == nil && kind == "cpu":
				*x.cpu = n * x.unit
			case err == nil && kind == "node" && x.node != nil:
				*x.node = n
			default:
				if text := "limits of " + kind + " (" + x.key + ") are not counted"; !slices.Contains(c.Notes, text) {
					c.note("%s", text)
				}
			}
		}
	}
	return l
}

// and are the limits that one of two sets.
func and(a, b model.Limit) model.Limit {
	return model.Limit{Jobs: max(a.Jobs, b.Jobs), CPUs: max(a.CPUs, b.CPUs), Nodes: max(a.Nodes, b.Nodes),
		Seconds: max(a.Seconds, b.Seconds)}
}

// find is the record of that name, or nil.
func find(list []Record, name string) *Record {
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

// limit puts a job under the limits of its partition's QOS, its own and its associations. A limit counts where it is
// set first in this order; the two QOS change places where the job's has the flag OverPartQOS. Limits of groups
// count at each association up the tree.
func (c *Scene) limit(j *model.Job, r *sacct.Job, partition string) {
	s := c.site
	who := strings.Join([]string{r.QOS, partition, r.Account, r.User}, "\x00")
	if found, ok := c.crew[who]; ok {
		j.Limits, j.Counted = append(j.Limits, found[0]...), append(j.Counted, found[1]...)
		return
	}
	from := len(j.Limits)
	defer func() { c.crew[who] = [2][]int32{slices.Clone(j.Limits[from:]), slices.Clone(j.Counted)} }()
	var qos []*Record
	own := find(s.QOS, r.QOS)
	if p := find(s.Partitions, partition); p != nil && p.Of["qos"] != r.QOS {
		qos = append(qos, find(s.QOS, p.Of["qos"]))
	}
	if qos = append(qos, own); own != nil && strings.Contains(own.Of["flags"], "OverPartQOS") {
		slices.Reverse(qos)
	}
	group, user, account := model.Unlimited, model.Unlimited, model.Unlimited
	for _, q := range qos {
		if q == nil {
			continue
		}
		for _, x := range []struct {
			who                string
			first              *model.Limit
			jobs, tres, minute string
		}{{"", &group, "grpjobs", "grptres", "grptresrunmins"}, {" user " + r.User, &user, "maxjobspu", "maxtrespu", "maxtresrunminspu"},
			{" account " + r.Account, &account, "maxjobspa", "maxtrespa", "maxtresrunminspa"}} {
			l := c.limitOf(q, x.jobs, x.tres, x.minute)
			c.under(j, "qos "+q.Name+x.who, l, x.first)
			*x.first = and(*x.first, l)
		}
	}
	for i := range s.Associations {
		a := &s.Associations[i]
		name := a.Of["user"]
		switch {
		case name != "" && (name != r.User || a.Name != r.Account), unless(a.Of["partition"]) != "" && a.Of["partition"] != partition:
			continue
		case name != "":
			jobs := model.Unlimited
			jobs.Jobs = number(a, "maxjobs", -1)
			c.under(j, "association "+key(a.Name, name)+" jobs", jobs, &user)
		case !c.below(j.Association, a.Name):
			continue
		}
		c.under(j, "association "+key(a.Name, name), c.limitOf(a, "grpjobs", "grptres", "grptresrunmins"), &group)
	}
}

// below says whether an association is of an account, or of one below it.
func (c *Scene) below(a int32, account string) bool {
	at, ok := c.at[account]
	for ; ok && a >= 0; a = c.Tree[a].Parent {
		if a == at {
			return true
		}
	}
	return false
}

// feature is that of a job's constraints: & and , want all of them, | one.
func (c *Scene) feature(text string) int32 {
	text = unless(text)
	if text == "" {
		return -1
	}
	if f, ok := c.wants[text]; ok {
		return f
	}
	f := int32(-1)
	if !strings.ContainsAny(text, "[]()*") {
		set := model.NewNodes(len(c.Names))
		set.Add(0, len(c.Names))
		for _, all := range strings.FieldsFunc(text, func(r rune) bool { return r == '&' || r == ',' }) {
			one := model.NewNodes(len(c.Names))
			for _, name := range strings.Split(all, "|") {
				if has := c.features[name]; has != nil {
					one.Join(has)
				}
			}
			set = both(set, one)
		}
		if set.Count() > 0 {
			f = int32(len(c.Machine.Features))
			c.Machine.Features = append(c.Machine.Features, set)
		}
	}
	c.wants[text] = f
	return f
}

// each gives the licences of a list as fluent:2,ansys with their numbers.
func each(list string, take func(name string, n int32)) {
	for _, part := range strings.Split(unless(list), ",") {
		name, number, counted := strings.Cut(strings.Replace(part, "=", ":", 1), ":")
		n, err := strconv.ParseInt(number, 10, 32)
		if !counted {
			n, err = 1, nil
		}
		if name != "" && err == nil && n >= 0 {
			take(name, int32(n))
		}
	}
}

// licensed sets up the licences that there are.
func (c *Scene) licensed() {
	c.licences = map[string]int32{}
	if s := c.site.Last("Licenses"); s != nil {
		each(s.Value, func(name string, n int32) {
			if _, twice := c.licences[name]; !twice {
				c.licences[name], c.Machine.Licences = int32(len(c.Machine.Licences)), append(c.Machine.Licences, n)
			}
		})
	}
}

// license has a job ask for licences.
func (c *Scene) license(j *model.Job, list string) {
	each(list, func(name string, n int32) {
		k, ok := c.licences[name]
		if !ok {
			c.counts["ask for licences that no file has: they start without"]++
			return
		}
		if j.Licences == nil {
			j.Licences = make([]int32, len(c.Machine.Licences))
		}
		j.Licences[k] = n
	})
}

func both(a, b model.Nodes) model.Nodes {
	for i := range a {
		a[i] &= b[i]
	}
	return a
}

// limitTime is a partition's time, s, or none.
func limitTime(r *Record, key string) (int64, bool) {
	if r == nil {
		return 0, false
	}
	n, ok := model.ParsePeriod(r.Of[key])
	return n, ok && n > 0
}

// jobs makes those of the records.
func (c *Scene) jobs(records []sacct.Job) {
	records = slices.Clone(c.preempting(records))
	sorted.Stable(records, func(a, b sacct.Job) int {
		if a.Submit != b.Submit {
			return int(max(-1, min(1, a.Submit-b.Submit)))
		}
		return int(max(-1, min(1, a.ID-b.ID)))
	})
	first, last := int64(math.MaxInt64), int64(0) // ends
	for i := range records {
		if r := &records[i]; Ran(r) {
			first, last = min(first, r.End), max(last, r.End)
		}
	}
	if c.now > 0 {
		first = c.now + 1
	}
	throttled(records)
	for i := range c.site.QOS {
		c.QOS = max(c.QOS, c.figure(&c.site.QOS[i], false, "Priority", 0))
	}
	places := map[int64][]int32{}
	for i := range records {
		r := &records[i]
		runs, ok := int64(0), true
		switch {
		case Ran(r):
			runs = r.End - r.Start
		case r.State == account.Running && r.Start > 0 && r.CPUs > 0:
			runs = max(1, r.Limit, last-r.Start)
		case r.State == account.Pending && r.Eligible > 0 && r.CPUs > 0:
			runs = max(1, r.Limit)
		case r.State == account.Pending:
			c.Left["pending, and not eligible yet"]++
			ok = false
		default:
			c.Left["ended without having run"]++
			ok = false
		}
		if r.Lasted > 0 {
			runs = r.Lasted
		}
		if ok {
			c.one(r, runs, first, last, places)
		}
	}
	for k := range c.Jobs {
		t := &c.Tasks[k]
		for _, id := range c.Records[k].After {
			for _, o := range places[id] {
				if o < int32(k) && (c.Records[o].End <= c.Records[k].Start || c.Records[k].Start == 0) {
					t.After = append(t.After, o)
				}
			}
		}
		if len(t.After) > 0 {
			t.Eligible = c.Jobs[k].Submit * milli
		}
	}
	for k := range c.Records {
		c.elsewhere(int32(k))
	}
}

const mostPartitions = 50 // of a job

// elsewhere has a job wait in each partition that it named: in the first, and once more in each other.
func (c *Scene) elsewhere(k int32) {
	r, j := &c.Records[k], c.Jobs[k]
	list := strings.Split(r.Partition, ",")
	if asked := strings.Split(r.Asked, ","); slices.Contains(asked, r.Partition) {
		list = asked
	}
	if len(list) < 2 || j.Priority == before {
		return
	}
	var all []model.Job
	lost := 0
	for _, name := range list {
		part, ok := c.partitions[name]
		j.Partition, j.Limits, j.Counted, j.Turn, j.Class = part, nil, nil, int32(len(all)), c.class(r.QOS, part)
		if c.Machine.Shared() && ok {
			c.alone(&j, name)
		}
		switch {
		case !ok || len(all) == mostPartitions || !c.fits(&j):
			lost = 1
		case !slices.ContainsFunc(all, func(o model.Job) bool { return o.Partition == part }):
			c.hold(&j, r, name)
			all = append(all, j)
		}
	}
	if lost > 0 {
		c.counts["name partitions that no file has, whose nodes are too few, or beyond 50: they run in the others"]++
	}
	if len(all) == 0 {
		return
	}
	places := []int32{k}
	for range all[1:] {
		places = append(places, int32(len(c.Jobs)+len(places)-1))
	}
	for i := range all {
		if len(all) > 1 {
			all[i].Also = slices.Delete(slices.Clone(places), i, i+1)
		}
	}
	c.Jobs[k] = all[0] // before they move
	c.Jobs = append(c.Jobs, all[1:]...)
	for range all[1:] {
		c.Tasks = append(c.Tasks, c.Tasks[k])
	}
}

// hold puts a job under its limits.
func (c *Scene) hold(j *model.Job, r *sacct.Job, partition string) {
	if r.Array > 0 && r.Throttle > 0 {
		l, none := model.Unlimited, model.Unlimited
		l.Jobs = r.Throttle
		c.under(j, "array "+strconv.FormatInt(r.Array, 10), l, &none)
	}
	if c.Settings.Enforce {
		c.limit(j, r, partition)
	}
}

// throttled gives each task of an array how many of them run at a time, which JSON has of one alone, and when the
// array was eligible: a task's own is when the throttle let it, and that is for the model to say.
func throttled(records []sacct.Job) {
	type array struct{ id, submit int64 } // a task that is requeued is apart
	most, eligible := map[int64]int64{}, map[array]int64{}
	for i := range records {
		if r := &records[i]; r.Array > 0 {
			most[r.Array] = max(most[r.Array], r.Throttle)
			if at, ok := eligible[array{r.Array, r.Submit}]; r.Eligible > 0 && (!ok || r.Eligible < at) {
				eligible[array{r.Array, r.Submit}] = r.Eligible
			}
		}
	}
	for i := range records {
		if r := &records[i]; most[r.Array] > 0 {
			r.Throttle, r.Eligible = most[r.Array], eligible[array{r.Array, r.Submit}]
		}
	}
}

// one adds a job that runs so many seconds.
func (c *Scene) one(r *sacct.Job, runs, first, last int64, places map[int64][]int32) {
	name := r.FirstPartition()
	if len(c.site.Partitions) > 0 && find(c.site.Partitions, name) == nil && find(c.site.Before, name) != nil {
		c.counts["are in the default partition, as theirs is given up"]++
		name = c.site.defaultPartition()
	}
	part, ok := c.partitions[name]
	if !ok {
		all := model.NewNodes(len(c.Names))
		all.Add(0, len(c.Names))
		part = int32(len(c.Machine.Partitions))
		c.partitions[name] = part
		c.Machine.Partitions = append(c.Machine.Partitions, model.Partition{Name: name, Nodes: all, Tier: 1, Factor: 1})
		c.note("partition %s stands in no file: all nodes are its", name)
	}
	limit := r.Limit
	if limit <= 0 {
		p := find(c.site.Partitions, name)
		if limit, ok = limitTime(p, "defaulttime"); !ok {
			if limit, ok = limitTime(p, "maxtime"); !ok {
				limit = noEnd
			}
		}
		c.counts["have no limit: that of their partition counts, else a year"]++
	}
	user, ok := c.users[r.User]
	if !ok {
		user = int32(len(c.users))
		c.users[r.User] = user
		c.Machine.Users = len(c.users)
	}
	j := model.Job{ID: r.ID, Submit: r.Submit, Eligible: r.Eligible, Limit: (limit + 59) / 60 * 60, CPUs: int32(min(r.CPUs, math.MaxInt32)),
		Nodes: int32(max(1, min(r.NodeCount, math.MaxInt32))), Partition: part, User: user, Feature: c.feature(r.Features), Nice: r.Nice,
		Association: c.association(r.Account, r.User)}
	if !c.Machine.Shared() && r.NodeCount <= 0 {
		j.Nodes = c.Machine.Filling(c.Machine.Partitions[part].Nodes, r.CPUs)
	}
	if c.Machine.Shared() {
		c.ask(&j, r)
		c.alone(&j, name)
	}
	if r.Array > 0 {
		j.ID, j.Index, j.Array = r.Array, r.Task, true
	}
	if q := find(c.site.QOS, r.QOS); q != nil {
		j.QOS = number(q, "priority", 0)
		j.Unreserved = strings.Contains(q.Of["flags"], "NoReserve")
	}
	j.Class = c.class(r.QOS, part)
	j.Spared = 1 - c.counted(r)*float64(r.CPUs)/float64(max(1, j.CPUs))
	c.hold(&j, r, name)
	if j.Feature < 0 && unless(r.Features) != "" {
		c.counts["ask for features that no node has here, or that are more than a list: they may use all nodes"]++
	}
	c.license(&j, r.Licences)
	if r.Others && !c.Machine.Shared() {
		c.counts["ask for generic resources, which are not counted"]++
	}
	come := max(r.Submit, r.Eligible)
	if name := unless(r.Reservation); name != "" {
		if k := c.closed[name]; k > 0 {
			j.Inside = k
			come = max(come, c.Machine.Closures[k-1].From)
		} else {
			c.counts["ran in a reservation that no file has: they run anywhere here"]++
		}
	}
	t := model.Task{Eligible: come * milli, Runs: runs * milli, Cut: r.TimedOut}
	if r.Limit > 0 {
		t.Most = (j.Limit + c.Settings.OverTimeLimit) * milli
	}
	judged := r.Start > 0 && r.State != account.Pending
	if r.Start > 0 && r.Start < first && r.State != account.Pending { // it ran when the log begins
		t.Eligible, j.Priority, j.Nice, judged = r.Start*milli, before, -before, false
	}
	if !c.fits(&j) {
		c.Left["larger than their partition's nodes, with their features, or than all licences"]++
		return
	}
	places[r.ID] = append(places[r.ID], int32(len(c.Jobs)))
	if r.Array > 0 {
		places[r.Array] = append(places[r.Array], int32(len(c.Jobs)))
	}
	c.Jobs, c.Tasks = append(c.Jobs, j), append(c.Tasks, t)
	c.Records, c.Judged = append(c.Records, *r), append(c.Judged, judged)
}

// counted is as how many CPUs each CPU of a job counts as used: as the log's billing has it, and as its QOS weighs it.
func (c *Scene) counted(r *sacct.Job) float64 {
	counts := 1.0
	if r.Billing > 0 && r.CPUs > 0 {
		counts = float64(r.Billing) / float64(r.CPUs)
	}
	if q := find(c.site.QOS, r.QOS); q != nil {
		if f, err := strconv.ParseFloat(q.Of["usagefactor"], 64); err == nil && f >= 0 && f <= math.MaxInt32 {
			counts *= f
		}
	}
	return counts
}

// fits says whether a job's nodes are enough where nobody else runs.
func (c *Scene) fits(j *model.Job) bool {
	for k, n := range j.Licences {
		if n > c.Machine.Licences[k] {
			return false
		}
	}
	if c.fitting == nil {
		c.fitting = model.NewFitting(&c.Machine, &c.Settings)
	}
	return c.fitting.Fits(j, c.Machine.Up)
}

// halves is how many half-lives make usage of before a log's beginning of no account.
const halves = 4

// used takes usage back from when sshare was asked, the log's end, to the log's beginning. Where a log is so long
// that its own usage is all that counts, or no file has any, it begins with none.
func (c *Scene) used() {
	s := &c.Settings
	if !s.Multifactor || s.WeightShare == 0 {
		return
	}
	from, to := int64(math.MaxInt64), int64(0)
	for i := range c.Records {
		from, to = min(from, c.Tasks[i].Eligible/milli), max(to, c.Records[i].End)
	}
	long := s.HalfLife > 0 && to-from > 2*halves*s.HalfLife
	if len(c.site.Shares) == 0 || long {
		if s.HalfLife > 0 && long {
			c.Warm = from + halves*s.HalfLife
			c.unspent("usage begins with nothing: jobs of the first %d half-lives are not judged", halves)
		} else {
			c.unspent("usage before the log is unknown without sshare -l -a -P: everybody begins with none")
		}
		for a := range c.Tree {
			c.Tree[a].Usage = 0
		}
		return
	}
	for i := range c.Records {
		if r := &c.Records[i]; Ran(r) {
			used := float64(c.Jobs[i].CPUs) * (1 - c.Jobs[i].Spared) * float64(r.End-r.Start) * c.faded(to-r.End)
			for a := c.Jobs[i].Association; a >= 0; a = c.Tree[a].Parent {
				c.Tree[a].Usage -= used
			}
		}
	}
	for a := range c.Tree {
		c.Tree[a].Usage = max(0, c.Tree[a].Usage) / c.faded(to-from)
	}
}

// Called are the names of an association: of an account, and of a user in it.
func (c *Scene) Called() (accounts, users []string) {
	accounts, users = make([]string, len(c.Tree)), make([]string, len(c.Tree))
	for name, i := range c.at {
		accounts[i], users[i], _ = strings.Cut(name, "/")
	}
	return accounts, users
}
