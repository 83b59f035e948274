package follow

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/job/sacct"
	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/site"
)

// Run is one of a real Slurm, as its files say. Times are milliseconds from its time 0.
type Run struct {
	Config *model.Config
	Epoch  int64 // of time 0, s

	jobs     []record
	passes   []instant
	plans    []planned
	logged   []logged
	lines    map[int64]sacct.Request // of submissions, by the number that they got
	features map[string]model.Nodes
	closures []model.Closure
	qos      map[string]*quality
	accounts []account
	users    []user
	forced   bool // in passes priorities count as the log has them
}

// record is a job as it went.
type record struct {
	id, array, index                        int64
	submit, start, end, eligible            int64
	limit                                   int64 // min
	nodes, cpus                             int32
	nice                                    int64
	user, account, qos, partition, features string
	after                                   []int64
	throttle                                int32
	main, killed                            bool
	preempted                               bool  // it was stopped for another
	by                                      int   // the pass that did so
	before                                  int   // the record of the same job that was; -1: none
	until                                   int64 // when nodes of one that was preempted are cleaned
	on                                      model.Nodes
	asks                                    sacct.Request // as far as resources tell
}

// instant is that of a pass.
type instant struct {
	at   int64
	kind string // main, full or backfill
}

// planned is what a backfill pass intended.
type planned struct {
	pass, job, start, end int64
	on                    model.Nodes
}

// logged is a priority as the log shows it.
type logged struct{ at, job, priority int64 }

type quality struct {
	priority, most int64
	preempts       []string
	class          int32 // in the order in which they were added
}

type account struct {
	name   string
	shares int64
}

type user struct {
	name, account string
	shares        int64
}

// Of a run.
const (
	MaxRecords = 200_000       // jobs, passes, plans and priorities each
	MaxPlaces  = 2_000_000_000 // jobs, or plans, times nodes
)

// File is what is read, with the name by which errors call it.
type File struct{ Name, Text string }

func (f File) wrong(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", f.Name, err)
}

// ReadRun reads a run's files: jobs and passes as CSV, and its configuration, whose comments
// say what the epoch of its time 0 is and what sacctmgr and scontrol were told.
func ReadRun(jobs, conf, passes File) (*Run, error) {
	r := &Run{qos: map[string]*quality{"normal": {}}, features: map[string]model.Nodes{}}
	if err := r.conf(conf.Text); err != nil {
		return nil, conf.wrong(err)
	}
	if err := r.readJobs(jobs.Text); err != nil {
		return nil, jobs.wrong(err)
	}
	t, err := readTable(passes.Text, "time", "kind")
	for err == nil && t.next() {
		kind := t.text("kind")
		if kind != "main" && kind != "full" && kind != "backfill" {
			err = t.fault("kind", "give main, full or backfill")
		}
		r.passes = append(r.passes, instant{t.milli("time"), kind})
	}
	if err == nil {
		err = t.err
	}
	if err != nil {
		return nil, passes.wrong(err)
	}
	return r, nil
}

// ReadPlans reads what backfill passes intended.
func (r *Run) ReadPlans(file File) error {
	t, err := readTable(file.Text, "pass", "job", "start", "end", "nodes")
	for err == nil && t.next() {
		r.plans = append(r.plans, planned{t.milli("pass"), t.whole("job", math.MaxInt64), t.whole("start", math.MaxInt32),
			t.whole("end", math.MaxInt32), t.nodes("nodes", r.size())})
	}
	if err == nil {
		err = t.err
	}
	return file.wrong(err)
}

// ReadPriorities reads priorities as the log shows them.
func (r *Run) ReadPriorities(file File) error {
	t, err := readTable(file.Text, "time", "job", "priority")
	for err == nil && t.next() {
		r.logged = append(r.logged, logged{t.milli("time"), t.whole("job", math.MaxInt64), t.whole("priority", math.MaxUint32)})
	}
	if err == nil {
		err = t.err
	}
	return file.wrong(err)
}

// ReadSubmits reads the lines of submissions: when, who, for how long, and what follows sbatch; and below, of those before it
// that have none yet, the number that one got, as "Submitted batch job 7": the first that asks for as many CPUs.
func (r *Run) ReadSubmits(file File) error {
	r.lines = map[int64]sacct.Request{}
	cpus := map[int64]int64{}
	for k := range r.jobs {
		cpus[r.jobs[k].array] = r.jobs[k].asks.CPUs
		cpus[r.jobs[k].id] = r.jobs[k].asks.CPUs
	}
	var open []sacct.Request
	number := 0
	for text := range strings.Lines(file.Text) {
		number++
		text = strings.TrimSpace(text)
		id, got := strings.CutPrefix(text, "Submitted batch job ")
		if !got {
			open = append(open, sacct.RequestOf(text))
			continue
		}
		n, err := strconv.ParseInt(id, 10, 64)
		if err != nil || len(open) == 0 {
			return file.wrong(fmt.Errorf("line %d: %s: give the line of a submission, and below it \"Submitted batch job NUMBER\"",
				number, text))
		}
		at := max(0, slices.IndexFunc(open, func(q sacct.Request) bool {
			a, _ := site.Asked(&q, 0, &model.Machine{}, &r.Config.Settings)
			return int64(a.CPUs()) == cpus[n]
		}))
		r.lines[n] = open[at]
		open = slices.Delete(open, at, at+1)
	}
	return nil
}

func (r *Run) size() int { return len(r.Config.Names) }

func (r *Run) readJobs(text string) error {
	t, err := readTable(text, "job", "submit", "eligible", "start", "end", "limit", "nodes", "cpus", "user", "account", "qos", "partition",
		"nice", "feature", "afterok", "array", "index", "throttle", "by", "on", "state")
	for err == nil && t.next() {
		j := record{id: t.whole("job", math.MaxInt64), array: t.whole("array", math.MaxInt64), index: t.whole("index", math.MaxInt64),
			submit: t.milli("submit"), start: t.milli("start"), end: t.milli("end"), eligible: t.milli("eligible"),
			limit: t.whole("limit", math.MaxInt32), nodes: int32(t.whole("nodes", model.MaxNodes)),
			cpus: int32(t.whole("cpus", math.MaxInt32)), nice: t.whole("nice", math.MaxInt32), user: t.text("user"),
			account: t.text("account"), qos: t.text("qos"), partition: t.text("partition"), features: t.text("feature"),
			throttle: int32(t.whole("throttle", math.MaxInt32)), main: t.text("by") == "main", killed: t.text("state") == "TIMEOUT",
			preempted: t.text("state") == "PREEMPTED", on: t.nodes("on", r.size())}
		if _, ok := t.column["reqtres"]; ok {
			j.asks = sacct.Requested(strings.ReplaceAll(t.text("reqtres"), " ", ","))
		}
		if _, ok := t.column["cleaned"]; ok && t.text("cleaned") != "" {
			j.until = t.milli("cleaned")
		}
		for _, id := range strings.Fields(t.text("afterok")) {
			n, wrong := strconv.ParseInt(id, 10, 64)
			if wrong != nil {
				return t.fault("afterok", "give jobs")
			}
			j.after = append(j.after, n)
		}
		if t.err == nil && r.partition(j.partition) < 0 {
			return t.fault("partition", "the configuration has none of that name")
		}
		r.jobs = append(r.jobs, j)
	}
	if err != nil {
		return err
	}
	return t.err
}

func (r *Run) partition(name string) int {
	for i, p := range r.Config.Partitions {
		if p.Name == name {
			return i
		}
	}
	return -1
}

// conf reads the configuration and its comments.
func (r *Run) conf(text string) error {
	version := model.V2205
	for line := range strings.Lines(text) {
		if words, ok := strings.CutPrefix(line, "# Slurm "); ok {
			number, _, _ := strings.Cut(words, ";")
			v, ok := model.ParseVersion(number)
			if !ok {
				return fmt.Errorf("# Slurm %s: give a version as 22.05.8", number)
			}
			version = v
		}
		if _, after, ok := strings.Cut(line, "epoch of time 0: "); ok {
			number, _, _ := strings.Cut(after, ";")
			n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
			if err != nil || n < 0 || n > math.MaxInt32*100 {
				return fmt.Errorf("epoch of time 0: %s: give seconds", strings.TrimSpace(number))
			}
			r.Epoch = n
		}
	}
	if r.Epoch == 0 {
		return fmt.Errorf("no line says \"# Slurm VERSION; epoch of time 0: SECONDS\": bf_resolution is counted from it")
	}
	var err error
	if r.Config, err = model.Read(text, version); err != nil {
		return err
	}
	if r.size() == 0 {
		return fmt.Errorf("no NodeName line: give the machine's nodes, as NodeName=n[1-16] CPUs=1")
	}
	for line := range strings.Lines(text) {
		if err := r.command(strings.TrimSpace(line)); err != nil {
			return fmt.Errorf("%s: %w", strings.TrimSpace(line), err)
		}
	}
	return nil
}

// command takes in what was told sacctmgr or scontrol.
func (r *Run) command(line string) error {
	head, told, ok := strings.Cut(line, "$ ")
	if !ok || !strings.HasPrefix(head, "#") {
		return nil
	}
	f := strings.Fields(told)
	set := map[string]string{}
	for _, word := range f {
		if key, value, ok := strings.Cut(word, "="); ok {
			set[strings.ToLower(key)] = value
		}
	}
	number := func(key string, low int64) (int64, error) {
		n, err := strconv.ParseInt(set[key], 10, 32)
		if set[key] == "" {
			return low, nil
		}
		if err != nil || n < low {
			return 0, fmt.Errorf("%s=%s: give %d or more", key, set[key], low)
		}
		return n, nil
	}
	var err error
	switch {
	case strings.HasPrefix(told, "sacctmgr -i add qos ") && len(f) > 4:
		r.qos[f[4]] = &quality{class: int32(len(r.qos))}
	case strings.HasPrefix(told, "sacctmgr -i modify qos ") && len(f) > 4:
		q := r.qos[f[4]]
		if q == nil {
			return fmt.Errorf("QOS %s was not added before", f[4])
		}
		if set["preempt"] != "" {
			q.preempts = strings.Split(set["preempt"], ",")
		}
		for key, to := range map[string]*int64{"priority": &q.priority, "maxjobspu": &q.most} {
			if set[key] != "" {
				if *to, err = number(key, 0); err != nil {
					return err
				}
			}
		}
	case strings.HasPrefix(told, "sacctmgr -i add account ") && len(f) > 4:
		n, err := number("fairshare", 1)
		r.accounts = append(r.accounts, account{f[4], n})
		return err
	case strings.HasPrefix(told, "sacctmgr -i add user ") && len(f) > 4:
		n, err := number("fairshare", 1)
		r.users = append(r.users, user{f[4], set["account"], n})
		return err
	case strings.HasPrefix(told, "scontrol update NodeName="):
		nodes, err := r.Config.Nodes(set["nodename"])
		if err != nil {
			return err
		}
		for _, name := range strings.Split(set["activefeatures"], ",") {
			if r.features[name] == nil {
				r.features[name] = model.NewNodes(r.size())
			}
			r.features[name].Join(nodes)
		}
	case strings.HasPrefix(told, "scontrol create reservation "):
		return r.closure(head, told, set)
	}
	return err
}

// closure reads a maintenance reservation: when it was made, from when, how long, of which nodes.
func (r *Run) closure(head, told string, set map[string]string) error {
	at, err := strconv.ParseInt(strings.Fields(head + " at 0")[2], 10, 32)
	if err != nil {
		return fmt.Errorf("begin it with \"# at SECONDS s $\"")
	}
	_, from, _ := strings.Cut(told, "date -d @$((")
	from, _, _ = strings.Cut(from, "))")
	a, b, _ := strings.Cut(from, "+")
	base, errA := strconv.ParseInt(a, 10, 64)
	offset, errB := strconv.ParseInt(b, 10, 32)
	minutes, errC := strconv.ParseInt(set["duration"], 10, 32)
	if errA != nil || errB != nil || errC != nil {
		return fmt.Errorf("give StartTime=$(date -d @$((EPOCH+SECONDS)) ...) and Duration=MINUTES")
	}
	nodes, err := r.Config.Nodes(set["nodes"])
	r.closures = append(r.closures, model.Closure{Made: r.Epoch + at, From: base + offset, To: base + offset + 60*minutes, Nodes: nodes})
	return err
}
