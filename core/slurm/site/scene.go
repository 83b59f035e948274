package site

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/sacct"
	"shadowtime/core/slurm/model"
)

// Scene is a site's machine with its jobs, to be replayed under its configuration.
type Scene struct {
	Settings model.Settings
	Machine  model.Machine
	Names    []string // of nodes
	Jobs     []model.Job
	Tasks    []model.Task
	Records  []sacct.Job // of each job
	Judged   []bool      // of each: it ran, and the log has its wait from its beginning
	Tree     []model.Association
	QOS      int64          // the greatest priority of any
	Left     map[string]int // records that are no jobs here, by reason
	odd      [oddities]seen // rows of sshare
	Notes    []string       // what is taken for want of better, or left out
	Unspent  string         // the one of them that is about usage before the log, if any
	Warm     int64          // jobs that come before this are not judged: s
	Late     bool           // priorities in the log are those when jobs started, not when they came
	Boot     int64          // when the daemon began: s, 0 where no file says it

	site       *Site
	nodes      map[string]int
	features   map[string]model.Nodes
	wants      map[string]int32 // a job's features -> Job.Feature
	partitions map[string]int32
	limits     map[string]int32
	crew       map[string][2][]int32 // limits, and those counted for, by who asks for what
	fitting    *model.Fitting
	sums       map[string]int64 // CPUs of lists of nodes
	most       map[string]int64 // memory of a CPU, by partition
	classes    map[string]int32 // of QOS that stop others, or are stopped
	closed     map[string]int32 // reservations, by number from 1
	licences   map[string]int32
	users      map[string]int32
	at         map[string]int32 // account/user or account -> association
	counts     map[string]int   // notes of jobs
	asked      map[string]bool  // what is known of jobs by their names
	least      int64            // memory of a node; 0: not yet looked at
	now        int64            // where the clock stands: who has begun by then runs; 0: at the first end of a job
}

// Ran says whether a record is of a job that began and ended.
func Ran(j *sacct.Job) bool {
	return j.Start > 0 && j.End >= j.Start && j.CPUs > 0 && !j.Never && j.Submit > 0 && j.State != account.Pending &&
		j.State != account.Running
}

const (
	day    = 86400
	noEnd  = 365 * day // the limit of a job that has none
	milli  = 1000
	before = 1 << 40 // priority of jobs that run when the log begins
)

// Scene sets up the machine and the jobs of a log.
func (s *Site) Scene(l *Log) (*Scene, error) {
	c := &Scene{site: s, Left: map[string]int{}, nodes: map[string]int{}, features: map[string]model.Nodes{}, wants: map[string]int32{},
		partitions: map[string]int32{}, limits: map[string]int32{}, crew: map[string][2][]int32{},
		closed: map[string]int32{}, users: map[string]int32{}, at: map[string]int32{}, counts: map[string]int{}}
	if err := s.stopped(); err != nil {
		return nil, err
	}
	c.read(l)
	c.settings()
	if err := c.machine(l.Jobs); err != nil {
		return nil, err
	}
	if c.Late = l.late; l.whole > 0 {
		c.note("%s joined from several records (resized while running, or cut by exports of several spans), with the mean size",
			account.Count(l.whole, "job is", "jobs are"))
	}
	c.closures()
	c.licensed()
	c.outages()
	c.tree()
	c.jobs(l.Jobs)
	if len(c.Jobs) == 0 {
		return nil, c.none(l)
	}
	c.used()
	c.lacking()
	for _, key := range Ordered(c.counts) {
		c.Notes = append(c.Notes, counted(c.counts[key], key))
	}
	return c, nil
}

// singular are the verbs that words of Scene.counts begin with, as one job has them; others don't change.
var singular = map[string]string{"ask": "asks", "are": "is", "do": "does", "have": "has", "name": "names"}

// counted says of n jobs what words, which begin with a verb of many, say.
func counted(n int, words string) string {
	if verb, rest, _ := strings.Cut(words, " "); n == 1 && singular[verb] != "" {
		words = singular[verb] + " " + rest
	}
	return account.Count(n, "job", "jobs") + " " + words
}

// Ordered are the keys of counts.
func Ordered(counts map[string]int) (list []string) {
	for key := range counts {
		list = append(list, key)
	}
	sorted.Stable(list, strings.Compare)
	return list
}

// unspent notes what is taken for usage before the log.
func (c *Scene) unspent(format string, values ...any) {
	c.note(format, values...)
	c.Unspent = c.Notes[len(c.Notes)-1]
}

func (c *Scene) note(format string, values ...any) {
	c.Notes = append(c.Notes, fmt.Sprintf(format, values...))
}

// settings are the site's, and what the daemon says of itself.
func (c *Scene) settings() {
	s := c.site
	c.Settings = s.Settings()
	c.unset()
	if boot := s.Last("BOOT_TIME"); boot != nil {
		c.Boot, _ = stamp(boot.Value)
	}
	c.unshown()
	if len(s.Conf)+len(s.Shown) == 0 {
		c.note("no configuration is given: the defaults of Slurm %s count", s.Version)
	}
	limit := model.Find("bf_max_time", true)
	seconds, err := limit.Value(s.Text(limit))
	depth, ok := s.Diag["depth mean (try depth)"]
	if most := s.Diag["max cycle"]; err == nil && ok && depth >= 1 && most >= 1e6*float64(seconds) && int64(depth) < c.Settings.MaxJobTest {
		c.Settings.MaxJobTest = int64(depth)
		c.note("backfill passes are cut at bf_max_time, %d s (sdiag): %s jobs are tested in one, as in the mean on the machine",
			seconds, numeral.Whole(depth))
	}
}

// number is a whole number of a record, or none where it is not there.
func number(r *Record, key string, none int64) int64 {
	if n, err := strconv.ParseInt(r.Of[key], 10, 64); err == nil {
		return n
	}
	return none
}

// cpusOf are those of each node that a record is of.
func cpusOf(r *Record) int64 {
	return number(r, "cputot", number(r, "cpus", number(r, "procs", number(r, "sockets", 1)*number(r, "corespersocket", 1)*
		number(r, "threadspercore", 1))))
}

// Size is that of the nodes which the site's files list; nothing where none does, or more than can be told apart.
func (s *Site) Size() (size job.Size) {
	seen := map[string]bool{}
	for i := range s.Nodes {
		names, err := model.Hosts(s.Nodes[i].Name, model.MaxNodes-len(seen))
		if err != nil {
			return job.Size{}
		}
		for _, name := range names {
			if !seen[name] {
				seen[name] = true
				size.Nodes, size.Procs, size.Why = size.Nodes+1, size.Procs+max(1, cpusOf(&s.Nodes[i])), "the nodes that Slurm’s files list"
			}
		}
	}
	return size
}

// machine makes the nodes and partitions.
func (c *Scene) machine(jobs []sacct.Job) error {
	m := &c.Machine
	var gres []string
	memory, has := int64(0), ""
	add := func(list string, cpus int64) error {
		names, err := model.Hosts(list, model.MaxNodes-len(c.Names))
		if err != nil {
			return err
		}
		for _, name := range names {
			if _, has := c.nodes[name]; has {
				continue
			}
			c.nodes[name] = len(c.Names)
			c.Names, m.CPUs = append(c.Names, name), append(m.CPUs, int32(min(max(1, cpus), model.MaxCPUs)))
			m.Memory, gres = append(m.Memory, memory), append(gres, has)
		}
		return nil
	}
	var features [][2]string
	for i := range c.site.Nodes {
		r := &c.site.Nodes[i]
		memory, has = max(1, number(r, "realmemory", 1)), unless(r.Of["gres"]) // 1 as slurmctld has it
		if err := add(r.Name, cpusOf(r)); err != nil {
			return fmt.Errorf("%s: %w", r.At, err)
		}
		features = append(features, [2]string{r.Name,
			cmp.Or(r.Of["activefeatures"], r.Of["availablefeatures"], r.Of["features"], r.Of["feature"])})
	}
	memory, has = math.MaxInt32, "" // of nodes that no file lists
	if len(c.Names) == 0 {
		for i := range c.site.Partitions {
			r := &c.site.Partitions[i]
			nodes, cpus := c.sized(r)
			if err := add(unless(r.Of["nodes"]), (cpus+nodes-1)/nodes); err != nil {
				return fmt.Errorf("%s: %w", r.At, err)
			}
		}
		if len(c.Names) > 0 {
			c.note("no file lists the nodes: they are those of the partitions, with as many CPUs each")
		}
	}
	if len(c.Names) > 0 {
		c.elsewhereRan(jobs)
	} else {
		if err := c.seen(jobs, add); err != nil {
			return err
		}
	}
	if len(c.Names) == 0 {
		n := peak(jobs)
		if n > model.MaxNodes {
			return fmt.Errorf("no file names nodes, and jobs had %s CPUs at once: give what scontrol show node prints, or sacct's "+
				"column NodeList", numeral.Count(n))
		}
		if err := add(fmt.Sprintf("node[1-%d]", max(1, n)), 1); err != nil {
			return err
		}
		c.note("no file names nodes: there are %s of one CPU, as many as jobs had at once", numeral.Count(n))
	}
	m.Nodes = len(c.Names)
	if more := m.Equip(gres); more > 0 {
		c.note("%s of generic resources beyond %d are left out: nobody waits for them", account.Count(more, "kind", "kinds"),
			model.MaxKinds)
	}
	m.Up = model.NewNodes(m.Nodes)
	m.Up.Add(0, m.Nodes)
	for _, f := range features {
		for _, name := range strings.FieldsFunc(unless(f[1]), func(r rune) bool { return r == ',' }) {
			if c.features[name] == nil {
				c.features[name] = model.NewNodes(m.Nodes)
			}
			c.features[name].Join(c.set(f[0]))
		}
	}
	c.partition()
	c.whole(jobs)
	return nil
}

// peak is how many CPUs jobs had at once.
func peak(jobs []sacct.Job) (most int64) {
	var turns [][2]int64 // when, and how many more or, first of one moment, fewer
	for i := range jobs {
		if j := &jobs[i]; Ran(j) && j.End > j.Start {
			turns = append(turns, [2]int64{j.Start, j.CPUs}, [2]int64{j.End, -j.CPUs})
		}
	}
	sorted.Stable(turns, func(a, b [2]int64) int { return slices.Compare(a[:], b[:]) })
	now := int64(0)
	for _, t := range turns {
		now += t[1]
		most = max(most, now)
	}
	return most
}

// unless is a text, nothing for (null) and the like.
func unless(text string) string {
	if Unset(text) {
		return ""
	}
	return text
}

// seen makes nodes of those that jobs ran on.
func (c *Scene) seen(jobs []sacct.Job, add func(string, int64) error) error {
	most := map[string]int64{}
	told := map[string]bool{}
	for i := range jobs {
		j := &jobs[i]
		if !Ran(j) || j.NodeCount <= 0 {
			continue
		}
		each := (j.CPUs + j.NodeCount - 1) / j.NodeCount
		if key := j.Nodes + " " + strconv.FormatInt(each, 10); told[key] {
			continue
		} else {
			told[key] = true
		}
		names, err := model.Hosts(unless(j.Nodes), model.MaxNodes)
		if err != nil {
			continue
		}
		for _, name := range names {
			most[name] = max(most[name], each)
		}
	}
	var names []string
	for name := range most {
		names = append(names, name)
	}
	sorted.Stable(names, func(a, b string) int { return cmp.Or(len(a)-len(b), cmp.Compare(a, b)) })
	for _, name := range names {
		if err := add(name, most[name]); err != nil {
			return err
		}
	}
	if len(names) > 0 {
		c.note("no file lists the nodes: they are those that jobs ran on, with the most CPUs that one job had on each")
	}
	return nil
}

// set is the nodes of a list, as far as they are known.
func (c *Scene) set(list string) model.Nodes {
	set := model.NewNodes(len(c.Names))
	if strings.EqualFold(list, "ALL") {
		set.Add(0, len(c.Names))
		return set
	}
	names, err := model.Hosts(unless(list), model.MaxNodes)
	if err != nil {
		return set
	}
	for _, name := range names {
		if i, ok := c.nodes[name]; ok {
			set.Add(i, i+1)
		}
	}
	return set
}

// partition makes the partitions.
func (c *Scene) partition() {
	for i := range c.site.Partitions {
		r := &c.site.Partitions[i]
		c.doubted(r)
		shown := c.site.Kinds[Partitions]
		c.partitions[r.Name] = int32(len(c.Machine.Partitions))
		c.Machine.Partitions = append(c.Machine.Partitions, model.Partition{Name: r.Name, Nodes: c.set(r.Of["nodes"]),
			Tier: c.figure(r, shown, "PriorityTier", 1), Factor: c.figure(r, shown, "PriorityJobFactor", 1)})
	}
}

// mostlyWhole is the part of jobs with all CPUs of their nodes from which on nodes count as taken whole.
const mostlyWhole = 0.95

// whole says whether jobs take whole nodes: as the configuration has it, or as nearly all did.
func (c *Scene) whole(jobs []sacct.Job) {
	m := &c.Machine
	if slices.Max(m.CPUs) == 1 {
		m.CPUs = nil
		return
	}
	exclusive := len(c.site.Partitions) > 0
	for i := range c.site.Partitions {
		exclusive = exclusive && strings.HasPrefix(strings.ToUpper(c.site.Partitions[i].Of["oversubscribe"]), "EXCLUSIVE")
	}
	configured := len(c.site.Conf)+len(c.site.Shown) > 0
	if m.Whole = exclusive || c.Settings.Linear && configured; m.Whole || c.site.Given(model.Find("SelectType", false)) != nil {
		return
	}
	cpus := map[string]int64{}
	all, taken := 0, 0
	for i := range jobs {
		j := &jobs[i]
		if !Ran(j) {
			continue
		}
		sum, ok := cpus[j.Nodes]
		if !ok {
			set := c.set(j.Nodes)
			for i, n := range m.CPUs {
				if set.Has(i) {
					sum += int64(n)
				}
			}
			cpus[j.Nodes] = sum
		}
		if sum > 0 {
			if all++; sum == j.CPUs {
				taken++
			}
		}
	}
	if m.Whole = all > 0 && float64(taken) >= mostlyWhole*float64(all); m.Whole {
		c.note("jobs take whole nodes here, as %s of %s did on the machine", numeral.Count(taken), numeral.Count(all))
	}
}

// stamp is an instant as the log's clock has it; false: none.
func stamp(text string) (int64, bool) {
	t, ok := account.ParseStamp([]byte(text))
	return t.Sec, ok && t.Kind != account.None && t.Sec > 0
}

// closures are advance reservations.
func (c *Scene) closures() {
	for i := range c.site.Reservations {
		r := &c.site.Reservations[i]
		from, okFrom := stamp(r.Of["starttime"])
		to, okTo := stamp(r.Of["endtime"])
		set := c.set(r.Of["nodes"])
		if !okFrom || !okTo || set.Count() == 0 {
			c.note("reservation %s is left out: it names no nodes, or no times", r.Name)
			continue
		}
		c.Machine.Closures = append(c.Machine.Closures, model.Closure{From: from, To: to, Nodes: set})
		c.closed[r.Name] = int32(len(c.Machine.Closures))
	}
}

// outages are times in which nodes were down or drained.
func (c *Scene) outages() {
	sets := map[string]model.Nodes{}
	add := func(list string, from, to int64) {
		set, ok := sets[list]
		if !ok {
			set = c.set(list)
			sets[list] = set
		}
		if set.Count() > 0 {
			c.Machine.Outages = append(c.Machine.Outages, model.Outage{From: from, To: to, Nodes: set})
		}
	}
	for i := range c.site.Events {
		r := &c.site.Events[i]
		from, ok := stamp(r.Of["timestart"])
		to, ended := stamp(r.Of["timeend"])
		if !ended {
			to = math.MaxInt64
		}
		if ok && r.Name != "" {
			add(r.Name, from, to)
		}
	}
	if c.site.Kinds[Events] {
		return
	}
	for i := range c.site.Nodes {
		r := &c.site.Nodes[i]
		_, at, _ := strings.Cut(r.Of["reason"], "@")
		if from, ok := stamp(strings.TrimRight(at, "]")); ok && Away(r.Of["state"]) {
			add(r.Name, from, math.MaxInt64)
		}
	}
}

// Sprio is a job's priority when sprio was asked.
func (c *Scene) Sprio(id int64) (priority int64, ok bool) {
	priority, ok = c.site.Factors[strconv.FormatInt(id, 10)]
	return priority, ok
}
