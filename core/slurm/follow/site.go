package follow

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/job/sacct"
	"shadowtime/core/sim/metric"
	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/site"
)

// Believed is what came of a site's own jobs under its own configuration, beside what its log says. Waits are
// seconds, from when a job was eligible; all but Replay's counts is of the jobs that are judged: that ran, whose wait
// the log has from its beginning, and that came when usage was known.
type Believed struct {
	Replay
	Judged     int            `json:"judged"`
	Main       *Shares        `json:"main"`     // jobs that main passes started, as a part; null where no record says
	Distance   float64        `json:"distance"` // how many times over a wait is doubled or halved, in the mean
	Rank       *float64       `json:"rank"`     // correlation of who waits longer; null where all wait alike
	Partitions []Crew         `json:"partitions"`
	Accounts   []Crew         `json:"accounts"`
	QOS        []Crew         `json:"qos"`
	Kinds      []Crew         `json:"kinds"` // jobs with nodes of their own, those with generic resources, others; none of one kind alone
	Reasons    []Cause        `json:"reasons"`
	Priorities int            `json:"priorities"` // that records say,
	Equal      int            `json:"equal"`      // and those within Near of them
	Why        map[string]int `json:"why"`        // records that are no jobs here
	Notes      []string       `json:"notes"`
	Stopped    []string       `json:"-"` // notes of jobs that were stopped for others
}

// Shares are parts of the machine's jobs and of the same here.
type Shares struct {
	Jobs    int     `json:"jobs"`
	Machine float64 `json:"machine"`
	Here    float64 `json:"here"`
}

// Crew are jobs that have a name in common: how long they waited on the machine and here.
type Crew struct {
	Name    string     `json:"name"`
	Jobs    int        `json:"jobs"`
	Machine float64    `json:"machine"` // means
	Here    float64    `json:"here"`
	Half    [2]float64 `json:"half"` // medians, of both
}

// Cause is a reason to wait: how much of all waiting it was here.
type Cause struct {
	Reason string  `json:"reason"`
	Hours  float64 `json:"hours"`
	Part   float64 `json:"part"`
	Jobs   int     `json:"jobs"` // that waited for it at all
}

// Seconds is how long it was.
func (c *Cause) Seconds() float64 { return math.Round(c.Hours*anHour) / milliSecond }

// Site is a scene in a daemon's hands.
type Site struct {
	*Load
	Scene *site.Scene
}

// FreeSite prepares the jobs of a site's log, to be run under its configuration.
func FreeSite(c *site.Scene) *Site {
	l := &Load{machine: c.Machine, settings: c.Settings, goesOn: true, eligible: true, Jobs: c.Jobs, Tasks: c.Tasks}
	said := 0
	for i := range c.Records {
		r := &c.Records[i]
		l.Submits = append(l.Submits, max(r.Submit, r.Eligible)*milliSecond)
		start := int64(model.Unstarted)
		if c.Judged[i] {
			start = r.Start * milliSecond
		}
		l.Starts = append(l.Starts, start)
		if r.Started != sacct.Unsaid {
			said++
		}
	}
	if said > 0 {
		l.Main = []bool{}
		for i := range c.Records {
			l.Main = append(l.Main, c.Records[i].Started == sacct.Main)
		}
	}
	for _, n := range c.Left {
		l.Left += n
	}
	l.load(c.Tree, c.QOS)
	if period := c.Settings.CalcPeriod * milliSecond; c.Boot > 0 && c.Boot*milliSecond <= l.Begun { // periods are counted from it
		since := (l.Begun - c.Boot*milliSecond) / period
		l.Begun, l.goesOn = c.Boot*milliSecond+since*period+milliSecond/2, since > 0
	}
	l.Daemon.Explain()
	return &Site{l, c}
}

// Believe runs the jobs, and sets what comes of them beside the log.
func (x *Site) Believe() *Believed {
	a := &Believed{Replay: *x.Run(false), Why: x.Scene.Left, Notes: x.Scene.Notes}
	d, c := &x.Daemon, x.Scene
	for mode, n := range d.Stops {
		if n > 0 {
			a.Stopped = append(a.Stopped, fmt.Sprintf(stops[mode], n, numeral.Plural(n, "time", "times"), d.Lost[mode]/hour))
		}
	}
	a.Notes = append(slices.Clip(a.Notes), a.Stopped...)
	judged := x.judged()
	a.Judged, a.Recorded = len(judged), x.near(judged)
	var logged, here []float64
	main := &Shares{}
	for _, k := range judged {
		l, h := x.waits(k)
		logged, here = append(logged, l), append(here, h)
		a.Distance += x.off(k)
		if r := &c.Records[k]; r.Started != sacct.Unsaid {
			main.Jobs++
			if r.Started == sacct.Main {
				main.Machine++
			}
			if d.By[k] != model.BackfillPass {
				main.Here++
			}
		}
		if r := &c.Records[k]; d.Priorities != nil && r.Priority > 0 {
			a.Priorities++
			if diff := r.Priority - x.priority(k); -Near <= diff && diff <= Near {
				a.Equal++
			}
		}
	}
	a.Distance /= float64(max(1, len(judged)))
	if rank := metric.Spearman(logged, here); !math.IsNaN(rank) {
		a.Rank = &rank
	}
	if main.Jobs > 0 {
		main.Machine, main.Here = main.Machine/float64(main.Jobs), main.Here/float64(main.Jobs)
		a.Main = main
	}
	a.Partitions = x.crews(judged, func(k int) string { return c.Records[k].FirstPartition() })
	a.Accounts = x.crews(judged, func(k int) string { return c.Records[k].Account })
	a.QOS = x.crews(judged, func(k int) string { return c.Records[k].QOS })
	if a.Kinds = x.crews(judged, x.kind); len(a.Kinds) < 2 {
		a.Kinds = []Crew{}
	}
	a.Reasons = x.causes(judged)
	return a
}

// stops say what jobs lost that were stopped for others, by mode: how often, and CPU hours.
var stops = [...]string{
	model.Requeued:  "jobs were stopped here for others %d %s, and lost %.1f CPU hours, which they ran again",
	model.Cancelled: "jobs were cancelled here for others %d %s, and %.1f CPU hours of their work were lost",
	model.Suspended: "jobs were suspended here for others %d %s, and held their nodes for %.1f CPU hours without running",
}

// judged are the places of the jobs that are judged.
func (x *Site) judged() (list []int) {
	for k, judged := range x.Scene.Judged {
		if judged && x.Daemon.Starts[k] != model.Unstarted && x.Scene.Tasks[k].Eligible >= x.Scene.Warm*milliSecond {
			list = append(list, k)
		}
	}
	return list
}

// Apart are as many of the judged jobs, those whose wait is furthest from the log's first: most times over doubled
// or halved.
func (x *Site) Apart(most int) (list []Told) {
	judged := x.judged()
	off := map[int]float64{}
	for _, k := range judged {
		off[k] = x.off(k)
	}
	sorted.Stable(judged, func(a, b int) int { return cmp.Compare(off[b], off[a]) })
	for _, k := range judged[:min(len(judged), most)] {
		told, _ := x.TellOf(k)
		list = append(list, told)
	}
	return list
}

// off is how many times over a job's wait is doubled or halved, a minute added to each.
func (x *Site) off(k int) float64 {
	logged, here := x.waits(k)
	return math.Abs(math.Log2((here + sixty) / (logged + sixty)))
}

const (
	sixty   = 60
	hour    = 3600
	anHour  = hour * milliSecond
	atMost  = 1000 // names of crews
	halfway = 2
)

// kind is what sort of job one is by what it asks of nodes.
func (x *Site) kind(k int) string {
	switch a := x.Scene.Jobs[k].Ask; {
	case a != nil && a.Exclusive:
		return "exclusive"
	case a != nil && len(a.Wants) > 0:
		return "generic resources"
	}
	return "others"
}

// crews are the jobs by a name, those with the most jobs first.
func (x *Site) crews(judged []int, name func(k int) string) []Crew {
	at := map[string]int{}
	list := []Crew{}
	var waits [][2][]float64
	for _, k := range judged {
		n := name(k)
		i, ok := at[n]
		if !ok {
			i = len(list)
			at[n], list, waits = i, append(list, Crew{Name: n}), append(waits, [2][]float64{})
		}
		l, h := x.waits(k)
		waits[i][0], waits[i][1] = append(waits[i][0], l), append(waits[i][1], h)
	}
	for i := range list {
		c := &list[i]
		c.Jobs = len(waits[i][0])
		for side, to := range []*float64{&c.Machine, &c.Here} {
			v := waits[i][side]
			slices.Sort(v)
			for _, w := range v {
				*to += w / float64(len(v))
			}
			c.Half[side] = v[len(v)/halfway]
		}
	}
	sorted.Stable(list, func(a, b Crew) int { return cmp.Or(b.Jobs-a.Jobs, cmp.Compare(a.Name, b.Name)) })
	return list[:min(len(list), atMost)]
}

// causes are the reasons of all waiting, the longest first.
func (x *Site) causes(judged []int) []Cause {
	var sum [model.Reasons]int64
	var jobs [model.Reasons]int
	all := int64(0)
	for _, k := range judged {
		for r, ms := range x.Daemon.Waited[k] {
			if sum[r] += ms; ms > 0 {
				jobs[r]++
			}
			all += ms
		}
	}
	list := []Cause{}
	for r := range model.Reasons {
		if sum[r] > 0 {
			list = append(list, Cause{r.String(), float64(sum[r]) / anHour, float64(sum[r]) / float64(max(1, all)), jobs[r]})
		}
	}
	sorted.Stable(list, func(a, b Cause) int { return cmp.Compare(b.Hours, a.Hours) })
	return list
}

// Told is what there is to say of one job.
type Told struct {
	ID            int64   `json:"job"`
	User          string  `json:"user"`
	Account       string  `json:"account"`
	Partition     string  `json:"partition"`
	QOS           string  `json:"qos"`
	CPUs          int64   `json:"cpus"`
	Nodes         int64   `json:"nodes"`
	Limit         int64   `json:"limit"` // s
	Machine       float64 `json:"machine"`
	Here          float64 `json:"here"`
	StartedBy     string  `json:"startedBy"` // main, backfill, or nothing where no record says
	StartedByHere string  `json:"startedByHere"`
	Priority      *int64  `json:"priority"` // by the log: sacct has that at its submission, scontrol the last
	PriorityHere  *int64  `json:"priorityHere"`
	Sprio         *int64  `json:"sprio"` // when sprio was asked
	Reasons       []Cause `json:"reasons"`
	Eligible      float64 `json:"eligible"` // s from its submission until it could start
}

// priority is a job's as the log has it: sacct that at its submission, scontrol the last.
func (x *Site) priority(k int) int64 {
	if x.Scene.Late {
		return x.Daemon.Jobs[k].Priority
	}
	return x.Daemon.First[k]
}

// Tell says of a job, by its number, why it waited; false: there is none, or it never started here.
func (x *Site) Tell(id int64) (told Told, ok bool) {
	k := slices.IndexFunc(x.Scene.Records, func(r sacct.Job) bool { return r.ID == id })
	if k < 0 {
		return told, false
	}
	return x.TellOf(k)
}

// TellOf says it of the job at a place.
func (x *Site) TellOf(k int) (told Told, ok bool) {
	d := &x.Daemon
	if d.Starts[k] == model.Unstarted {
		return told, false
	}
	r := &x.Scene.Records[k]
	told = Told{ID: r.ID, User: r.User, Account: r.Account, Partition: r.Partition, QOS: r.QOS, CPUs: r.CPUs, Nodes: r.NodeCount,
		Limit: d.Jobs[k].Limit, Reasons: x.causes([]int{k}), Eligible: float64(max(0, r.Eligible-r.Submit)),
		StartedBy: [...]string{"", "main", "backfill"}[r.Started], StartedByHere: "main"}
	told.Machine, told.Here = float64(max(0, r.Start-max(r.Submit, r.Eligible))), float64(x.wait(k))/milliSecond
	if d.By[k] == model.BackfillPass {
		told.StartedByHere = "backfill"
	}
	if r.Priority >= 0 {
		told.Priority = &r.Priority
	}
	if d.Priorities != nil && x.Scene.Judged[k] { // one that ran when the log begins has a place, and no priority
		n := x.priority(k)
		told.PriorityHere = &n
	}
	if n, ok := x.Scene.Sprio(r.ID); ok {
		told.Sprio = &n
	}
	return told, true
}
