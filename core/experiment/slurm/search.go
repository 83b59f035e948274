package slurm

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/report"
	"shadowtime/core/slurm/follow"
	"shadowtime/core/slurm/model"
	"shadowtime/core/slurm/site"
)

// Advice is what a search of settings came to: found on the first part of a site's log, judged on the second.
type Advice struct {
	Slurm string   `json:"version"`
	Tried int      `json:"tried"` // settings, alone or together
	Alone []Single `json:"alone"` // each change alone, on the first part: what gains most first
	Cards []Card   `json:"cards"`
	Says  []string `json:"says"`
	Notes []string `json:"notes"`

	doubts []string // of the model, on the first part
}

// Single is what one change alone does on the first part of the log.
type Single struct {
	Set     string       `json:"set"`
	Change  report.Float `json:"change"`  // of the mean wait
	Longest report.Float `json:"longest"` // wait, over that as set
}

// Card is one way to set Slurm. What it does is told of the log's second part.
type Card struct {
	Manner  string       `json:"manner"` // safe, balanced or greedy
	Set     []string     `json:"set"`    // what brings most alone first
	First   report.Float `json:"first"`  // change of the mean wait on the first part
	Changed *Changed     `json:"judged"`
}

// The manners differ in what may become of the longest wait, and safe lets no group of jobs pay.
var manners = []struct {
	name    string
	longest float64 // over that as set
	pays    float64 // the most that a group of a twentieth of the jobs may wait longer
}{{"safe", 1.1, 0.1}, {"balanced", 1.5, math.Inf(1)}, {"greedy", math.Inf(1), math.Inf(1)}}

const (
	least    = 0.005 // gain that is worth a line
	together = 3     // changes in one card
	combined = 8     // that are tried together, those that gain most alone
	group    = 0.05  // of the jobs: who is a group
)

// ladder is what is tried, each a line of slurm.conf, by what is set: weights taken away, halved, doubled, or brought in at
// the greatest that is there, and the parameters of backfilling that decide who is looked at and what is reserved.
func ladder(s *site.Site, log *site.Log) (list []string) {
	value := func(name string, option bool) (int64, *model.Parameter) {
		p := model.Find(name, option)
		n, err := p.Value(s.Text(p))
		if err != nil {
			return -1, p
		}
		return n, p
	}
	try := func(name string, option bool, values ...int64) {
		now, p := value(name, option)
		for _, v := range values {
			v = min(max(v, p.Low), p.High)
			line := name + "=" + strconv.FormatInt(v, 10)
			if v != now && !slices.Contains(list, line) {
				list = append(list, line)
			}
		}
	}
	settings := s.Settings()
	if settings.Multifactor {
		weights := []string{"PriorityWeightAge", "PriorityWeightFairshare", "PriorityWeightJobSize", "PriorityWeightPartition",
			"PriorityWeightQOS"}
		most := int64(0)
		for _, w := range weights {
			n, _ := value(w, false)
			most = max(most, n)
		}
		for _, w := range weights {
			if n, _ := value(w, false); n > 0 {
				try(w, false, 0, n/2, 2*n, 10*n)
			} else if w == "PriorityWeightAge" || w == "PriorityWeightJobSize" {
				try(w, false, max(most, 1000), max(most, 1000)/10)
			}
		}
		small := "YES"
		if settings.FavorSmall {
			small = "NO"
		}
		list = append(list, "PriorityFavorSmall="+small)
		if n, _ := value("PriorityWeightJobSize", false); n == 0 {
			list = append(list, "PriorityFavorSmall="+small+"\nPriorityWeightJobSize="+strconv.FormatInt(max(most, 1000), 10))
		}
	}
	if !settings.Backfill {
		return append(list, "SchedulerType=sched/backfill")
	}
	window, _ := value("bf_window", true)
	longest := (log.LongestLimit() + 59) / 60
	try("bf_window", true, longest, 2*window, window/2)
	test, _ := value("bf_max_job_test", true)
	try("bf_max_job_test", true, test/4, 4*test)
	try("bf_job_part_count_reserve", true, 0, 1, 10)
	interval, _ := value("bf_interval", true)
	try("bf_interval", true, interval/3, 2*interval)
	try("bf_max_job_user", true, 0, 10, 50)
	depth, _ := value("default_queue_depth", true)
	try("default_queue_depth", true, depth/4, 10*depth)
	return list
}

// Search looks for settings under which a site's jobs wait less. It looks on the first part of the log; what it finds is
// judged on the second, with a claim for all cards together.
func Search(s *site.Site, version model.Version, q *Question) (*Advice, error) {
	s.Assume(version)
	log, err := s.Log()
	if err != nil {
		return nil, err
	}
	return searchIn(s, log, q)
}

func searchIn(s *site.Site, log *site.Log, q *Question) (a *Advice, err error) {
	whole, err := s.Scene(log) // what is counted is of the whole log
	if err != nil {
		return nil, err
	}
	first, second := log.Parts(log.Middle())
	x := &search{site: s, log: first, each: q.each(), known: map[string]*Changed{}}
	if x.asSet, err = prepare(s, first); err != nil {
		return nil, err
	}
	believed := x.asSet.Believe()
	lines := ladder(s, log)
	if err := x.tries(lines); err != nil {
		return nil, err
	}
	a = &Advice{Slurm: s.Version.String(), Alone: []Single{}, Cards: []Card{}, Notes: caveats(whole.Left, whole.Notes),
		doubts: doubts(believed)}
	a.Notes = noted(a.Notes, believed.Stopped)
	sorted.Stable(lines, func(p, o string) int { return cmp.Compare(x.known[p].gain(), x.known[o].gain()) })
	for _, line := range lines {
		c := x.known[line]
		a.Alone = append(a.Alone, Single{strings.ReplaceAll(line, "\n", "; "), report.Float(c.gain()), report.Float(c.longest())})
	}
	for _, m := range manners {
		set, err := x.best(lines, m.longest, m.pays)
		if err != nil {
			return nil, err
		}
		if n := len(a.Cards); n > 0 { // who bears more has at least that
			if before := a.Cards[n-1].Set; len(set) == 0 || x.of(before).gain() < x.of(set).gain() {
				set = before
			}
		}
		same := func(c Card) bool { return strings.Join(c.Set, "\n") == strings.Join(set, "\n") }
		if len(set) > 0 && !slices.ContainsFunc(a.Cards, same) {
			a.Cards = append(a.Cards, Card{Manner: m.name, Set: set, First: report.Float(x.of(set).gain())})
		}
	}
	a.Tried = len(x.known)
	if err := a.judge(s, second, x.each); err != nil {
		return nil, err
	}
	a.say()
	a.Says = doubted(a.Says, a.doubts)
	return a, nil
}

// search is one at work.
type search struct {
	site  *site.Site
	log   *site.Log
	asSet *follow.Site
	each  func(n int, task func(int) error) error
	known map[string]*Changed
}

// of is what changes do together.
func (x *search) of(set []string) *Changed { return x.known[strings.Join(set, "\n")] }

// gain is the change of the mean wait, longest the longest wait over that as set.
func (a *Changed) gain() float64    { return ratio(a.Changed.Mean, a.AsSet.Mean) - 1 }
func (a *Changed) longest() float64 { return ratio(a.Changed.Longest, a.AsSet.Longest) }

func ratio(a, b report.Float) float64 {
	if b == 0 {
		return 1
	}
	return float64(a / b)
}

// tries replays the changes that are not known yet.
func (x *search) tries(lines []string) error {
	lines = slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return x.known[line] != nil })
	got := make([]*Changed, len(lines))
	err := x.each(len(lines), func(i int) (err error) {
		got[i], err = changedBy(x.site, x.log, x.asSet, lines[i])
		return err
	})
	if err != nil {
		return err
	}
	for i, line := range lines {
		x.known[line] = got[i]
	}
	return nil
}

// changedBy replays a log with a change, beside what it does as Slurm is set.
func changedBy(s *site.Site, log *site.Log, asSet *follow.Site, line string) (*Changed, error) {
	t, err := s.With(site.File{Name: "tried", Text: line}, nil)
	if err != nil {
		return nil, err
	}
	a, _, err := beside(s, t, log, asSet)
	return a, err
}

// best are the changes that together make the mean wait least, the longest within a bound and nobody paying more than may be.
func (x *search) best(list []string, longest, pays float64) (set []string, err error) {
	within := func(c *Changed) bool { return c.longest() <= longest && c.pays() <= pays && c.Never == 0 }
	gain := -least
	var good []string
	for _, line := range list {
		if x.known[line].gain() < -least && len(good) < combined {
			good = append(good, line)
		}
	}
	for len(set) < together {
		var next []string
		for _, line := range good {
			if !slices.ContainsFunc(set, func(s string) bool { return clash(s, line) }) {
				next = append(next, line)
			}
		}
		text := func(line string) string { return strings.Join(append(slices.Clone(set), line), "\n") }
		var all []string
		for _, line := range next {
			all = append(all, text(line))
		}
		if err := x.tries(all); err != nil {
			return nil, err
		}
		best := ""
		for _, line := range next {
			if c := x.known[text(line)]; within(c) && c.gain() < gain {
				best, gain = line, c.gain()
			}
		}
		if best == "" {
			break
		}
		set, gain = append(set, best), gain-least
	}
	return set, nil
}

// clash says whether two changes set the same.
func clash(a, b string) bool {
	for line := range strings.Lines(a) {
		name, _, _ := strings.Cut(line, "=")
		if strings.HasPrefix(b, name+"=") || strings.Contains(b, "\n"+name+"=") {
			return true
		}
	}
	return false
}

// pays is how much longer the group waits that pays most, of those that have a twentieth of the jobs.
func (a *Changed) pays() (most float64) {
	for _, g := range a.Groups() {
		for i := range g.List {
			if x := &g.List[i]; float64(x.Jobs) >= group*float64(a.Jobs) && x.AsSet > 0 {
				most = max(most, x.Gain())
			}
		}
	}
	return most
}

// judge replays the cards on the part of the log that they were not chosen by.
func (a *Advice) judge(s *site.Site, log *site.Log, each func(int, func(int) error) error) error {
	if len(a.Cards) == 0 {
		return nil
	}
	asSet, err := replayed(s, log)
	if err != nil {
		return err
	}
	if err := each(len(a.Cards), func(i int) (err error) {
		c := &a.Cards[i]
		c.Changed, err = changedBy(s, log, asSet, strings.Join(c.Set, "\n"))
		return err
	}); err != nil {
		return err
	}
	var list []*Changed
	for i := range a.Cards {
		list = append(list, a.Cards[i].Changed)
	}
	judgeAll(list)
	for i := range a.Cards {
		c := a.Cards[i].Changed
		c.subject = report.Subject{Name: "the " + a.Cards[i].Manner + " card", Base: "Slurm as set", What: "the mean wait",
			Any: "the " + a.Cards[i].Manner + " card", Where: "The second part of the log", Many: "cards", Of: " of the part that judges"}
		c.Says, c.Paste = c.says(), c.paste()
	}
	return nil
}

// judgeAll says of each of several choices on one log what may be claimed of all together.
func judgeAll(list []*Changed) {
	w := report.Weighing{Own: [][]int64{list[0].own[0]}, Weeks: list[0].Weeks, Resampled: [][]int64{{}}}
	for _, c := range list {
		w.Own, w.Resampled = append(w.Own, c.own[1]), append(w.Resampled, nil)
	}
	for i, c := range list {
		c.judge(&w, i+1)
	}
}

// say says what came of it.
func (a *Advice) say() {
	tried := numeral.Count(a.Tried) + " settings were tried on the first part of the log"
	if len(a.Cards) == 0 {
		a.Says = []string{tried + ". Under none of them jobs wait less by half a percent. Keep what you run now."}
		return
	}
	shown := slices.ContainsFunc(a.Cards, func(c Card) bool { return c.Changed.Verdict == report.Shown && c.Changed.Claim.Change < 0 })
	text := tried + ", and what is best was judged on the second."
	if !shown {
		text += " No gain is shown there: keep what you run now, or try one for some weeks."
	}
	a.Says = []string{text}
}
