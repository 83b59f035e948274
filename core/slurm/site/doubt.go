package site

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/sacct"
	"shadowtime/core/slurm/model"
)

// tally counts records of a kind, and has the line of the first.
type tally struct{ n, line int }

func (t *tally) add(line int) {
	if t.n++; t.n == 1 {
		t.line = line
	}
}

// say notes something of records that were counted.
func (l *Log) say(t tally, one, many, words string) {
	if t.n > 0 {
		l.Says = append(l.Says, account.Count(t.n, one, many)+" "+words+" (the first in line "+strconv.Itoa(t.line)+")")
	}
}

// account takes over what the reader of the file says of it.
func (l *Log) account(read *job.Log) {
	if read.Bad > 0 {
		f := read.Faults[0]
		where := "line " + strconv.Itoa(f.Line)
		if f.Field != "" {
			where += ", " + f.Field + " " + strconv.Quote(f.Text)
		}
		l.Says = append(l.Says, account.Count(read.Bad, "record", "records")+" could not be read and "+
			numeral.Plural(read.Bad, "is", "are")+" left out (the first in "+where+": "+f.Why+")")
	}
	l.Says = append(l.Says, read.Import.Reading...)
}

// life is one of a job: what two records of it have in common.
type life struct {
	id, array, task, submit, start int64
}

// fate is how it went.
type fate struct {
	end, cpus int64
	state     account.State
}

// once leaves out what another record repeats: of two that say the same the last counts, as in any log. Two that say
// different things of how one life went are jobs of their own.
func (l *Log) once() {
	last := map[life]map[fate]int{}
	var twice, unlike tally
	drop := map[int]bool{}
	for i := range l.Jobs {
		j := &l.Jobs[i]
		k, f := life{j.ID, j.Array, j.Task, j.Submit, j.Start}, fate{j.End, j.CPUs, j.State}
		of := last[k]
		if of == nil {
			of = map[fate]int{}
			last[k] = of
		}
		if was, ok := of[f]; ok {
			drop[was] = true
			twice.add(l.Jobs[was].Line)
		} else if len(of) > 0 {
			unlike.add(j.Line)
		}
		of[f] = i
	}
	if len(drop) > 0 {
		jobs := l.Jobs
		l.Jobs, l.Said = nil, 0
		for i := range jobs {
			if !drop[i] {
				l.add(jobs[i])
			}
		}
	}
	l.say(twice, "record is", "records are", "left out, as another says the same of its job")
	l.say(unlike, "record shares", "records share",
		"id, submit and start with another, but not how the job ran: taken as jobs of their own")
}

// contradictions are what records of jobs that ran say against themselves. Right makes of it what counts, and says whether
// there was one.
var contradictions = []struct {
	words string
	right func(j *sacct.Job) bool
}{
	{"with a start before the submit, where the end minus the run time is none: that is taken as the start",
		func(j *sacct.Job) bool {
			if j.Start >= j.Submit || j.Run < 0 || !apart(j) || j.End-j.Run < j.Submit {
				return false
			}
			j.Start = j.End - j.Run
			return true
		}},
	{"with a submit after the start: taken as submitted at the start", func(j *sacct.Job) bool {
		if j.Start >= j.Submit {
			return false
		}
		j.Submit, j.Eligible = j.Start, min(j.Eligible, j.Start)
		return true
	}},
	{"whose run time is not end minus start (suspended for a time, or wrong): end minus start counts", apart},
	{"whose NNodes is not how many nodes NodeList names: NodeList counts", func(j *sacct.Job) bool {
		n := int64(len(hostsOf(j)))
		if n == 0 || n == j.NodeCount || j.NodeCount <= 0 {
			return false
		}
		j.NodeCount = n
		return true
	}},
	{"with fewer CPUs than nodes: taken as with one on each", func(j *sacct.Job) bool {
		if j.CPUs >= j.NodeCount || len(hostsOf(j)) == 0 {
			return false
		}
		j.CPUs = j.NodeCount
		return true
	}},
	{"with more nodes than CPUs: taken as with one node for each", func(j *sacct.Job) bool {
		if j.CPUs >= j.NodeCount {
			return false
		}
		j.NodeCount = j.CPUs
		return true
	}},
}

// apart says whether a job's run time is not from its start to its end, by more than seconds are cut.
func apart(j *sacct.Job) bool {
	between := j.End - j.Start
	return j.Run >= 0 && max(j.Run-between, between-j.Run) > 1
}

// hostsOf are the nodes that a job ran on, none where they are not known.
func hostsOf(j *sacct.Job) []string {
	if list := unless(j.Nodes); list != "" && !strings.HasSuffix(list, "+") {
		names, err := model.Hosts(list, model.MaxNodes)
		if err == nil && !slices.Contains(names, "None assigned") {
			return names
		}
	}
	return nil
}

// expected are what a record has where others of its log have it.
var expected = []struct {
	what string
	has  func(j *sacct.Job) bool
}{
	{"Priority", func(j *sacct.Job) bool { return j.Priority >= 0 }},
	{"Account", func(j *sacct.Job) bool { return j.Account != "" }},
	{"QOS", func(j *sacct.Job) bool { return j.QOS != "" }},
	{"NodeList", func(j *sacct.Job) bool { return unless(j.Nodes) != "" }},
	{"Flags which say what started them", func(j *sacct.Job) bool { return j.Started != sacct.Unsaid }},
}

// lack counts jobs that lack what others have.
func (l *Log) lack() {
	for _, x := range expected {
		var t tally
		ran := 0
		for i := range l.Jobs {
			if j := &l.Jobs[i]; Ran(j) {
				if ran++; !x.has(j) {
					t.add(j.Line)
				}
			}
		}
		if t.n < ran {
			of := "of " + account.Count(ran, "job", "jobs")
			l.say(t, of, of, "without "+x.what+", though others have it")
		}
	}
}

// contradict counts them.
func (l *Log) contradict() {
	ran := 0
	found := make([]tally, len(contradictions))
	for i := range l.Jobs {
		j := &l.Jobs[i]
		if !Ran(j) {
			continue
		}
		ran++
		for k, c := range contradictions {
			if c.right(j) {
				found[k].add(j.Line)
			}
		}
	}
	for k, c := range contradictions {
		of := "of " + account.Count(ran, "job", "jobs")
		l.say(found[k], of, of, c.words)
	}
}

// stopped errs where slurmctld would not start with the files; a daemon that runs, and says as what, has done so.
func (s *Site) stopped() error {
	if len(s.Refused) == 0 || s.Kinds[Shown] {
		return nil
	}
	n := s.Refused[0]
	return errors.New(n.At + ": " + n.Says + " " + n.Remedy)
}

// read notes what is to be said of the files, and of the records of a log.
func (c *Scene) read(l *Log) {
	for _, n := range slices.Concat(c.site.Notes, c.site.Refused) {
		c.note("%s: %s", n.At, n.Says)
	}
	for _, name := range c.site.cut {
		c.note("%s ends without the end of a line: it may be cut off", name)
	}
	c.Notes = append(c.Notes, l.Says...)
}

// unset notes values that can't be read, in whose place defaults count.
func (c *Scene) unset() {
	s := c.site
	for i := range model.Parameters {
		p := &model.Parameters[i]
		g := s.Given(p)
		if g == nil {
			continue
		}
		if _, err := p.Value(g.Value); err != nil || !p.Knows(g.Value) {
			c.note("%s: %s=%s can’t be read (known are %s): the default counts, %s", g.At, p.Name, Shortened(g.Value),
				cmp.Or(strings.Join(p.Types, ", "), p.Range()),
				p.Write(s.Text(p)))
		}
	}
}

// shownAlways are what scontrol show config prints whatever is set, and shownWeighed what it prints beside where priorities are
// of several factors.
var (
	shownAlways = []string{"BOOT_TIME", "SchedulerType", "SchedulerParameters", "SelectType", "PriorityType",
		"AccountingStorageEnforce", "KillWait", "OverTimeLimit"}
	shownWeighed = []string{"PriorityCalcPeriod", "PriorityDecayHalfLife", "PriorityMaxAge", "PriorityFavorSmall", "PriorityFlags",
		"PriorityUsageResetPeriod", "PriorityWeightAge", "PriorityWeightFairShare", "PriorityWeightJobSize", "PriorityWeightPartition",
		"PriorityWeightQOS"}
)

// unshown notes what scontrol prints and its file lacks, as where a line was lost.
func (c *Scene) unshown() {
	s := c.site
	if !s.Kinds[Shown] {
		return
	}
	names := shownAlways
	if c.Settings.Multifactor {
		names = slices.Concat(names, shownWeighed)
	}
	var lost []string
	for _, name := range names {
		if x := s.Last(name); x == nil || x.Value == "" && name != "PriorityFlags" { // which may be none
			lost = append(lost, name)
		}
	}
	if len(lost) > 0 {
		c.note("what scontrol show config prints lacks %s here: %s", strings.Join(lost, ", "),
			numeral.Plural(len(lost), "its default counts", "their defaults count"))
	}
	if boot := s.Last("BOOT_TIME"); boot != nil && c.Boot == 0 {
		c.note("%s: BOOT_TIME=%s is no time: when the daemon began is not known", boot.At, Shortened(boot.Value))
	}
}

// sized is how many nodes a partition has, by the names of its nodes, and CPUs. Where it says another number, or none, that is
// noted.
func (c *Scene) sized(r *Record) (nodes, cpus int64) {
	names, err := model.Hosts(unless(r.Of["nodes"]), model.MaxNodes)
	if err != nil || len(names) == 0 {
		return 1, 1
	}
	nodes = int64(len(names))
	if c.site.Kinds[Partitions] {
		if number(r, "totalnodes", -1) != nodes {
			c.note("%s: partition %s has %s as TotalNodes, and its Nodes are %s: these count", r.At, r.Name, said(r, "totalnodes"),
				numeral.Count(nodes))
		}
		if number(r, "totalcpus", -1) < nodes {
			c.note("%s: partition %s has %s as TotalCPUs, and %s nodes: each is taken to have one CPU", r.At, r.Name,
				said(r, "totalcpus"), numeral.Count(nodes))
		}
	}
	return nodes, max(nodes, number(r, "totalcpus", nodes))
}

// said is what a record has for a key, as a note has it.
func said(r *Record, key string) string { return cmp.Or(Shortened(r.Of[key]), "nothing") }

// figure is a whole number of a record; where that has something else, or has none though scontrol prints it, that is noted.
func (c *Scene) figure(r *Record, printed bool, name string, none int64) int64 {
	key := strings.ToLower(name)
	n, err := strconv.ParseInt(r.Of[key], 10, 64)
	switch {
	case err == nil && n >= 0:
		return n
	case printed || !Unset(r.Of[key]):
		c.once("%s: %s has %s as %s, which is no number: %d counts", r.At, r.Name, said(r, key), name, none)
	}
	return none
}

// once notes something that is asked for more than once.
func (c *Scene) once(format string, values ...any) {
	if text := fmt.Sprintf(format, values...); !slices.Contains(c.Notes, text) {
		c.Notes = append(c.Notes, text)
	}
}

// lasting are the words for no limit of time.
var lasting = []string{"", "UNLIMITED", "INFINITE", "NONE", "N/A", "(NULL)", "-1"}

// doubted notes what a partition's line has that can't be read: its nodes, and its limits of time.
func (c *Scene) doubted(r *Record) {
	list := unless(r.Of["nodes"])
	names, err := model.Hosts(list, model.MaxNodes)
	lost := 0
	for _, name := range names {
		if _, ok := c.nodes[name]; !ok {
			lost++
		}
	}
	switch {
	case strings.EqualFold(list, "ALL"):
	case err != nil:
		c.note("%s: partition %s: %s", r.At, r.Name, err)
	case list == "":
		c.note("%s: partition %s names no nodes: no job starts in it", r.At, r.Name)
	case lost > 0:
		c.note("%s: partition %s names %s that no file lists: %s not its", r.At, r.Name, account.Count(lost, "node", "nodes"),
			numeral.Plural(lost, "it is", "they are"))
	}
	for _, name := range [...]string{"MaxTime", "DefaultTime"} {
		key := strings.ToLower(name)
		text, has := r.Of[key]
		_, ok := model.ParsePeriod(text)
		if !ok && (has || c.site.Kinds[Partitions]) && (text == "" || !slices.Contains(lasting, strings.ToUpper(text))) {
			c.note("%s: partition %s has %s as %s, which is no time: it counts as none", r.At, r.Name, said(r, key), name)
		}
	}
}

// elsewhereRan counts jobs that ran on nodes which no file lists.
func (c *Scene) elsewhereRan(jobs []sacct.Job) {
	known := map[string]bool{}
	for i := range jobs {
		j := &jobs[i]
		if !Ran(j) {
			continue
		}
		ok, seen := known[j.Nodes]
		if !seen {
			ok = !slices.ContainsFunc(hostsOf(j), func(name string) bool { _, has := c.nodes[name]; return !has })
			known[j.Nodes] = ok
		}
		if !ok {
			c.counts["ran on nodes that no file lists"]++
		}
	}
}

// none says why no job of a log can be replayed.
func (c *Scene) none(l *Log) error {
	why := ""
	for _, reason := range Ordered(c.Left) {
		why += ", " + numeral.Count(c.Left[reason]) + " " + reason
	}
	if why == "" {
		why = ", there is none"
	}
	return fmt.Errorf("%s: no job of %s records can be replayed (%s): look at the nodes of the partitions, or export more with %s", l.File,
		numeral.Count(len(l.Jobs)), why[2:], sacct.Command)
}
