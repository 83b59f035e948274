package slurm

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/base/stats"
	"shadowtime/core/job/sacct"
	"shadowtime/core/report"
	"shadowtime/core/slurm/follow"
	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/site"
)

// Changed is what a change of the configuration would have done: a site's own jobs replayed as Slurm is set, and as it
// would be set. Waits are seconds, of the jobs that are judged in both.
type Changed struct {
	Slurm      string            `json:"version"`
	Changes    []site.Difference `json:"changes"`
	Jobs       int               `json:"jobs"`
	AsSet      Waited            `json:"asSet"`
	Changed    Waited            `json:"changed"`
	Weeks      int               `json:"weeks"` // whole ones of the log,
	Days       int               `json:"days"`  // and days
	Verdict    report.Verdict    `json:"verdict"`
	Claim      *report.Claim     `json:"claim"` // null where no job waits
	Partitions []Shift           `json:"partitions"`
	Accounts   []Shift           `json:"accounts"`
	QOS        []Shift           `json:"qos"`
	Sizes      []Shift           `json:"sizes"`
	Resamples  int               `json:"resamples"`
	Like       report.Float      `json:"like"`     // mean wait as Slurm is set in resamples, over that in the log; null of none
	Never      int               `json:"never"`    // start as Slurm is set, and not with the change
	Same       bool              `json:"same"`     // no job starts at another time
	Likeness   report.Float      `json:"likeness"` // mean wait in the model as Slurm is set, over that on the machine
	Lines      []string          `json:"lines"`    // of slurm.conf, to be set
	Back       []string          `json:"back"`     // the way back
	Restart    bool              `json:"restart"`  // slurmctld has to be restarted, scontrol reconfigure is not enough
	Seconds    *Jitter           `json:"seconds"`  // the change with the parts of a second drawn that the log lacks; null of a long log
	Notes      []string          `json:"notes"`
	Says       []string          `json:"says"`  // what is to be said of it, a claim each
	Paste      []string          `json:"paste"` // lines, as comments say

	idle   string    // what keeps the change from acting, as far as that is known
	doubts []string  // in what the model is not like the machine
	length int64     // from the first to the last that came, seconds
	own    [][]int64 // waits by week, as set and changed
	drawn  [2][]int64
	total  [2]int64

	subject report.Subject // of what it is said; nothing: of this change
}

// Waited is how long jobs wait.
type Waited struct {
	Mean    report.Float `json:"mean"`
	Median  report.Float `json:"median"`
	Longest report.Float `json:"longest"`
}

// Shift is how long jobs that have a name in common wait, in the mean.
type Shift struct {
	Name    string       `json:"name"`
	Jobs    int          `json:"jobs"`
	AsSet   report.Float `json:"asSet"`
	Changed report.Float `json:"changed"`
}

// Gain is what the change makes of it.
func (s *Shift) Gain() float64 { return float64(s.Changed)/float64(s.AsSet) - 1 }

const (
	week = 7 * day
	day  = 86400 * 1000 // ms
)

// Question is a change of a site's configuration (site.Site.With), and how much is asked of it.
type Question struct {
	Change    site.File
	Resamples int // of the log's weeks, where it has as many as a claim needs
	Seed      uint64
	// Each computes n tasks, in any order; nil: one after the other.
	Each func(n int, task func(i int) error) error
}

// Change replays the jobs of a site's log as Slurm is set, and with a change of it.
func Change(s *site.Site, version model.Version, q *Question, include site.Include) (*Changed, error) {
	s.Assume(version)
	log, err := s.Log()
	if err != nil {
		return nil, err
	}
	asSet, err := prepare(s, log)
	if err != nil {
		return nil, err
	}
	return change(s, log, asSet, asSet.Believe(), q, include)
}

// change is Change where the jobs were replayed as Slurm is set.
func change(s *site.Site, log *site.Log, asSet *follow.Site, believed *follow.Believed, q *Question,
	include site.Include) (*Changed, error) {
	change := q.Change
	t, err := s.With(change, include)
	if err != nil {
		return nil, err
	}
	list := s.Differences(t)
	if len(list) == 0 {
		return nil, errors.New(change.Name + ": what it sets is set already: nothing would change")
	}
	if d := list[0]; !slices.ContainsFunc(list, func(d site.Difference) bool { return d.Model != model.LeftOut }) {
		return nil, errors.New(change.Name + ": " + d.Name + " has no effect in the model, so what it changes is not known: " + d.Says)
	}
	a, changed, err := beside(s, t, log, asSet)
	if err != nil {
		return nil, err
	}
	if a.Weeks >= stats.LeastWeeks && q.Resamples > 0 {
		if err := a.resample(s, t, log, q); err != nil {
			return nil, err
		}
	}
	if !a.Same {
		a.Seconds = jitter(a.Jobs, func(k uint64) (float64, bool) {
			x, y := asSet.Jittered(k), changed.Jittered(k)
			x.Run(false)
			y.Run(false)
			one := compare(x, y)
			if one == nil || one.total[0] == 0 {
				return 0, false
			}
			return float64(one.total[1])/float64(one.total[0]) - 1, true
		})
	}
	a.judge(&report.Weighing{Own: a.own, Weeks: a.Weeks, Resampled: a.drawn[:]}, 1)
	if n := believed.Recorded; n != nil && n.MeanWait > 0 {
		a.Likeness = report.Float(n.Here / n.MeanWait)
	}
	a.doubts = doubts(believed)
	a.Notes = append(a.Notes, caveats(believed.Why, believed.Notes)...)
	a.Notes = noted(a.Notes, changed.Scene.Notes)
	a.Says, a.Paste = a.says(), a.paste()
	return a, nil
}

// beside replays a log as a site is that is changed, beside what it does as Slurm is set.
func beside(s, t *site.Site, log *site.Log, asSet *follow.Site) (*Changed, *follow.Site, error) {
	changed, err := replayed(t, log)
	if err != nil {
		return nil, nil, err
	}
	a := compare(asSet, changed)
	if a == nil {
		return nil, nil, errors.New("no job started of which the log has the wait: export more jobs")
	}
	a.Slurm, a.Changes, a.Likeness = s.Version.String(), s.Differences(t), report.Float(math.NaN())
	if a.Same {
		a.idle = calmOf(asSet, changed).why(a.Changes)
	}
	a.Lines, a.Back, a.Restart = lines(s, t, a.Changes)
	return a, changed, nil
}

// replayed are a log's jobs as Slurm is set.
func replayed(s *site.Site, log *site.Log) (*follow.Site, error) {
	x, err := prepare(s, log)
	if err != nil {
		return nil, err
	}
	x.Run(false)
	return x, nil
}

// compare sets two replays of a log side by side; nil: no job is judged in both.
func compare(asSet, changed *follow.Site) *Changed {
	before, after := asSet.Waits(), changed.Waits()
	a := &Changed{Same: true, Verdict: report.Undecided, Like: report.Float(math.NaN())}
	first, last := int64(math.MaxInt64), int64(math.MinInt64)
	for k := range before {
		first, last = min(first, before[k].Come), max(last, before[k].Come)
	}
	a.Weeks, a.Days, a.length = int((last-first)/week), int((last-first)/day), last-first
	own := [][]int64{make([]int64, a.Weeks), make([]int64, a.Weeks)}
	var waits [2][]float64
	groups := [4]map[string]*Shift{{}, {}, {}, {}}
	total := [2]int64{}
	for k, b := range before {
		c, ok := after[k]
		if !ok {
			a.Never++
			continue
		}
		pair := [2]int64{int64(math.Round(b.Seconds)), int64(math.Round(c.Seconds))}
		a.Same = a.Same && pair[0] == pair[1]
		for side, seconds := range pair {
			if w := int((b.Come - first) / week); w < a.Weeks {
				own[side][w] += seconds
			}
			total[side] += seconds
			waits[side] = append(waits[side], float64(seconds))
		}
		for i, name := range groupsOf(b.Record) {
			g := groups[i][name]
			if g == nil {
				g = &Shift{Name: name}
				groups[i][name] = g
			}
			g.Jobs++
			g.AsSet += report.Float(pair[0])
			g.Changed += report.Float(pair[1])
		}
	}
	if a.Jobs = len(waits[0]); a.Jobs == 0 {
		return nil
	}
	for side, to := range []*Waited{&a.AsSet, &a.Changed} {
		mean := float64(total[side]) / float64(a.Jobs)
		*to = Waited{report.Float(mean), report.Quantiles(waits[side], 0.5)[0], report.Float(slices.Max(waits[side]))}
	}
	for i, to := range []*[]Shift{&a.Partitions, &a.Accounts, &a.QOS, &a.Sizes} {
		*to = shifts(groups[i])
	}
	sorted.Stable(a.Sizes, func(a, b Shift) int { return cmp.Or(len(a.Name)-len(b.Name), cmp.Compare(a.Name, b.Name)) })
	if a.Weeks == 0 {
		own, a.Days = [][]int64{{total[0]}, {total[1]}}, max(a.Days, 1)
	}
	a.own, a.total = own, total
	a.Same = a.Same && a.Never == 0
	return a
}

// each computes tasks as it is asked.
func (q *Question) each() func(n int, task func(int) error) error {
	if q.Each != nil {
		return q.Each
	}
	return func(n int, task func(int) error) error {
		for i := range n {
			if err := task(i); err != nil {
				return err
			}
		}
		return nil
	}
}

// judge says what may be claimed of it, as one of the choices that are weighed.
func (a *Changed) judge(w *report.Weighing, choice int) {
	if a.Same {
		return
	}
	if a.Claim = w.About(choice); a.Claim != nil {
		a.Verdict = a.Claim.Verdict
	}
}

// resample replays resamples of the log's weeks both ways.
func (a *Changed) resample(s, t *site.Site, log *site.Log, q *Question) error {
	each := q.each()
	var jobs, waited int64
	for side := range a.drawn {
		a.drawn[side] = make([]int64, q.Resamples)
	}
	counts := make([]int64, q.Resamples)
	err := each(q.Resamples, func(k int) error {
		drawn := log.Draw(q.Seed, uint64(k))
		asSet, err := replayed(s, drawn)
		if err != nil {
			return err
		}
		changed, err := replayed(t, drawn)
		if err != nil {
			return err
		}
		one := compare(asSet, changed)
		if one == nil {
			return errors.New("a resample of the log has no job that starts")
		}
		a.drawn[0][k], a.drawn[1][k], counts[k] = one.total[0], one.total[1], int64(one.Jobs)
		return nil
	})
	for k, n := range counts {
		jobs, waited = jobs+n, waited+a.drawn[0][k]
	}
	a.Resamples = q.Resamples
	a.Like = report.Float(float64(waited) / float64(jobs) / float64(a.AsSet.Mean))
	return err
}

// groupsOf are the names of a job by which waits are told: partition, account, QOS and size.
func groupsOf(r *sacct.Job) [4]string {
	return [4]string{r.FirstPartition(), r.Account, r.QOS, sizeOf(r.CPUs)}
}

// sizeOf is the class of a job's size: eight times as many CPUs make another.
func sizeOf(cpus int64) string {
	from, to := int64(1), int64(1)
	for cpus > to {
		from, to = to+1, to*8
	}
	if from >= to {
		return "1 CPU"
	}
	return numeral.Count(from) + " to " + numeral.Count(to) + " CPUs"
}

// shifts are groups with their means, those with the most jobs first.
func shifts(groups map[string]*Shift) []Shift {
	list := []Shift{}
	for _, g := range groups {
		g.AsSet, g.Changed = g.AsSet/report.Float(g.Jobs), g.Changed/report.Float(g.Jobs)
		list = append(list, *g)
	}
	sorted.Stable(list, func(a, b Shift) int { return cmp.Or(b.Jobs-a.Jobs, cmp.Compare(a.Name, b.Name)) })
	return list
}

// restarts are the parameters that slurmctld reads as it starts, and not again.
var restarts = []string{"SchedulerType", "PriorityType", "SelectType", "SelectTypeParameters", "PreemptType", "TopologyPlugin",
	"JobSubmitPlugins", "PrioritySiteFactorPlugin"}

// lines are those of slurm.conf that make the change, those that take it back, and whether the daemon has to be restarted.
func lines(s, t *site.Site, list []site.Difference) (to, back []string, restart bool) {
	options := false
	parts := map[string][2][]string{}
	var names []string
	for _, d := range list {
		switch {
		case d.Option:
			options = true
		case d.Name == "NodeName" && d.From != "" && d.To != "":
			to, back, restart = append(to, "NodeName="+d.To), append(back, "NodeName="+d.From), true
		case d.Name == "NodeName":
			to, back, restart = append(to, "NodeName="+cmp.Or(d.To, d.From+" State=DOWN")),
				append(back, "without NodeName="+cmp.Or(d.To, d.From)), true
		case d.Partition != "" && d.Name == "PartitionName":
			if d.To == "" {
				to = append(to, "PartitionName="+d.Partition+" State=DOWN")
				back = append(back, "PartitionName="+d.Partition+" State=UP")
			}
		case d.Partition != "":
			p, ok := parts[d.Partition]
			if !ok {
				names = append(names, d.Partition)
			}
			parts[d.Partition] = [2][]string{append(p[0], d.Name+"="+d.To), append(p[1], d.Name+"="+d.From)}
		default:
			to, back = append(to, t.Line(d.Name)), append(back, cmp.Or(s.Line(d.Name), "without "+t.Line(d.Name)))
			restart = restart || slices.Contains(restarts, d.Name)
		}
	}
	if options {
		line := t.Line("SchedulerParameters")
		to, back = append(to, line), append(back, cmp.Or(s.Line("SchedulerParameters"), "without "+line))
	}
	for _, name := range names {
		to = append(to, "PartitionName="+name+" "+strings.Join(parts[name][0], " "))
		back = append(back, "PartitionName="+name+" "+strings.Join(parts[name][1], " "))
	}
	return to, back, restart
}

// says tells what the change would have done, a sentence or two each.
func (a *Changed) says() (list []string) {
	subject, where := a.subject, "the second part of your log"
	if subject.Name == "" {
		subject, where = report.Subject{Name: "this change", Base: "Slurm as set", What: "the mean wait", Any: "this change",
			Where: "This log", Many: "changes"}, "your log"
	}
	if a.Weeks == 0 {
		subject.Alone = numeral.Length(a.length)
	}
	switch {
	case a.Same:
		list = append(list, "No job starts at another time with this change."+a.idle)
	case a.Claim == nil || a.Verdict == report.NoGain:
		list = append(list, "As Slurm is set nobody waits: there is nothing to gain.")
	default:
		list = append(list, a.Claim.Sentence(subject))
	}
	written := numeral.Durations([]float64{float64(a.AsSet.Mean), float64(a.Changed.Mean)})
	list = append(list, "Replaying "+where+": "+written(float64(a.AsSet.Mean))+" mean wait as Slurm is set, "+
		written(float64(a.Changed.Mean))+
		" with the change. "+report.Moves("The longest wait", float64(a.AsSet.Longest), float64(a.Changed.Longest)))
	if a.Seconds != nil {
		list = append(list, a.Seconds.moves())
	}
	if a.Never > 0 {
		list = append(list, numeral.Count(a.Never)+numeral.Plural(a.Never, " job starts", " jobs start")+
			" as Slurm is set and never with the change.")
	}
	list = doubted(list, a.doubts)
	if x := float64(a.Like); !math.IsNaN(x) && (x < 0.8 || x > 1.25) {
		list = append(list, "In weeks drawn anew jobs wait "+numeral.Number(x)+
			" times as long as in the log as it was. What is said is of that log alone.")
	}
	for _, d := range a.Changes {
		if d.Model == model.LeftOut {
			list = append(list, d.Name+" has no effect in the model: "+d.Says+".")
		}
	}
	return list
}

// Shifts is a table of waits by a name that jobs have in common.
type Shifts struct {
	Of   string
	List []Shift
}

// Groups are those tables: who gains, who pays.
func (a *Changed) Groups() []Shifts {
	return []Shifts{{"partition", a.Partitions}, {"account", a.Accounts}, {"QOS", a.QOS}, {"size", a.Sizes}}
}

// ShiftWaits writes the means of a table.
func ShiftWaits(list []Shift) func(float64) string {
	return numeral.Column(list, func(g Shift) float64 { return float64(max(g.AsSet, g.Changed)) })
}

// Words is the change of a group's mean wait; "" where nobody waited.
func (s *Shift) Words() string {
	if s.AsSet == 0 {
		return ""
	}
	return numeral.Change(s.Gain())
}

// paste are the lines for slurm.conf, as comments say, with the way back. A change that is not shown to be better is none
// to be set.
func (a *Changed) paste() []string {
	head := "# not shown to be better: to try it, in slurm.conf"
	if a.Verdict == report.Shown && a.Claim.Change < 0 {
		head = "# in slurm.conf"
	}
	take := "scontrol reconfigure"
	if a.Restart {
		take = "systemctl restart slurmctld"
	}
	list := append([]string{head}, a.Lines...)
	list = append(list, "# then: "+take, "# the way back")
	for _, line := range a.Back {
		list = append(list, "# "+line)
	}
	return list
}
