package decide

import (
	"slices"

	"shadowtime/core/base/sorted"
	"shadowtime/core/base/wire"
	"shadowtime/core/experiment/rules"
	"shadowtime/core/job/rule"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/sim/guard"
)

// Amending is what is done to a rule.
type Amending uint8

// What is done. Only limits are doubled and halved.
const (
	Lifted Amending = iota
	Doubled
	Halved
)

func (a Amending) String() string { return [...]string{"lifted", "doubled", "halved"}[a] }

// MarshalText writes it by name in JSON.
func (a Amending) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// amendment is a change of one rule of a plan, beside the orders that are tried: the order stays that of now.
type amendment struct {
	how   Amending
	at    int       // its place in the plan's rules
	rule  rule.Rule // as it is
	then  rule.Rule // as it would be; of no use to one that is lifted
	rules string    // of the machine then, as the plan has them
}

// mostAmended is how many rules are tried to be changed, the first of a plan.
const mostAmended = 8

// amendments are the changes of rules that are tried. A rule that ends holds no more, and a stretch without a start is
// nothing that a site has set.
func (p *Plan) amendments() (list []amendment) {
	now, _ := rule.Parse(p.Rules) // checked with the settings
	tried := 0
	for i, x := range now {
		if x.Kind == rule.Stop || x.Until != rule.Forever || tried == mostAmended {
			continue
		}
		tried++
		add := func(how Amending, then ...rule.Rule) {
			a := amendment{how: how, at: i, rule: x}
			if left := slices.Replace(slices.Clone(now), i, i+1, then...); len(left) > 0 {
				a.rules = rule.Text(left)
			}
			if how != Lifted {
				a.then = then[0]
			}
			list = append(list, a)
		}
		add(Lifted)
		if x.Kind == rule.Limit {
			more, less := x, x
			more.Most, less.Most = 2*x.Most, x.Most/2
			if more.Check() == nil {
				add(Doubled, more)
			}
			if less.Check() == nil {
				add(Halved, less)
			}
		}
	}
	return list
}

// lifts says that a doubled limit is as good as lifted on a machine of so many processors, which is tried anyway: no more of them are
// ever in use, nor do more jobs run.
func (a *amendment) lifts(procs int64) bool {
	return a.how == Doubled && a.then.Of != rule.Work && a.then.Most >= procs
}

// amended replays what is run now with a rule changed, as task k, and then has the trace as before. Where the log does not tell how
// long jobs would wait under a lower limit, nothing is replayed.
func (r *Runner) amended(k int, a *amendment, progress sim.Progress) (Row, error) {
	p := r.plan
	p.Rules = a.rules
	if err := r.load(&p); err != nil {
		return Row{}, err
	}
	row := Row{K: k}
	if a.how == Halved {
		var err error
		if row.Offered, err = r.offered(a.at); err != nil {
			return Row{}, err
		}
	}
	if row.Offered.settles() {
		x, err := r.replay(r.plan.now(), progress)
		if err != nil {
			return Row{}, err
		}
		row.Results, row.Users = []Result{*x}, r.moved(r.byUser())
	}
	return row, r.load(&r.plan)
}

// Offered is what jobs offer to a limit.
type Offered struct {
	Share float64 // of the limit, that they would hold in the mean if none waited: of the user of whom that is most, or of all
	User  int64   // the user, -1: it is no limit of users
}

// settles says that a log tells how long jobs would wait under the limit.
func (o *Offered) settles() bool { return o.Share < rules.MostOffered }

// offered is what the jobs of the trace offer to one of its rules.
func (r *Runner) offered(at int) (Offered, error) {
	var g guard.Guard
	if err := g.Load(&r.trace, r.trace.Rules, false); err != nil {
		return Offered{}, err
	}
	share, j := g.Offered(at)
	o := Offered{share, -1}
	if j >= 0 && r.trace.Rules[at].Per != rule.All {
		o.User = r.trace.Users[r.trace.User[j]]
	}
	return o, nil
}

// Unsettled is a change of a rule that is not replayed: a limit that its jobs would fill.
type Unsettled struct {
	How     Amending     `json:"how"`
	Rule    string       `json:"rule"`  // as --rules reads it
	Rules   string       `json:"rules"` // all that are in force then
	Words   string       `json:"says"`
	Offered report.Float `json:"offered"` // what jobs would hold in the mean if none waited, as a share of the limit
	User    *int64       `json:"user"`    // whose jobs; null of a limit for all together, and of jobs whose user is not known
	Because string       `json:"because"`
}

// leave takes a change of a rule that was not replayed.
func (r *Report) leave(row *Row) {
	a := &r.Plan.amendments()[row.K-r.Plan.Pairs()-1]
	x := Unsettled{How: a.how, Rule: a.rule.Text(), Rules: a.rules, Words: a.words(r.terms()), Offered: report.Float(row.Offered.Share),
		Because: row.Offered.words()}
	if row.Offered.User >= 0 {
		x.User = &row.Offered.User
	}
	r.Unsettled = append(r.Unsettled, x)
}

// byUser are the waits of the last replay by the place of the user, in seconds.
func (r *Runner) byUser() []int64 {
	sums := make([]int64, len(r.counted.Users))
	for i, start := range r.last {
		sums[r.counted.User[i]] += start - r.counted.Submit[i]
	}
	return sums
}

// Moved are the users by what becomes of their mean wait.
type Moved struct {
	Less int `json:"waitLess"` // users whose mean wait falls by a minute at least,
	More int `json:"waitMore"` // and rises
	// Gains and Pays are who gains and loses most in all: of the zero value nobody does.
	Gains UserWait `json:"gains"`
	Pays  UserWait `json:"pays"`
}

// UserWait is what becomes of the waits of a user, in seconds over all jobs.
type UserWait struct {
	ID   int64 `json:"id"`
	Jobs int64 `json:"jobs"`
	From int64 `json:"from"`
	To   int64 `json:"to"`
}

// noticed is a change of a mean wait that counts, in seconds.
const noticed = 60

// moved compares the waits of users with those of now.
func (r *Runner) moved(then []int64) (m Moved) {
	jobs := make([]int64, len(then))
	for _, u := range r.counted.User {
		jobs[u]++
	}
	for u, id := range r.counted.Users {
		if id < 0 || jobs[u] == 0 {
			continue
		}
		x := UserWait{id, jobs[u], r.waits[u], then[u]}
		switch d := x.To - x.From; {
		case d <= -noticed*x.Jobs:
			m.Less++
		case d >= noticed*x.Jobs:
			m.More++
		}
		if x.To-x.From < m.Gains.To-m.Gains.From {
			m.Gains = x
		}
		if x.To-x.From > m.Pays.To-m.Pays.From {
			m.Pays = x
		}
	}
	return m
}

// Wire sends or takes it.
func (m *Moved) Wire(b wire.Both) {
	b.All(&m.Less, &m.More)
	b.All(&m.Gains, &m.Pays)
}

// Wire sends or takes it.
func (u *UserWait) Wire(b wire.Both) { b.All(&u.ID, &u.Jobs, &u.From, &u.To) }

// Amended is a rule of the machine changed, beside what is run now: the same order under all rules.
type Amended struct {
	How   Amending `json:"how"`
	Rule  string   `json:"rule"`  // as --rules reads it
	Rules string   `json:"rules"` // all that are in force then
	Words string   `json:"says"`
	Outcome
	report.Claim
	Verdict      report.Verdict `json:"verdict"`
	Advice       bool           `json:"advice"`       // it is to be set: all that is asked of advice holds
	Within       bool           `json:"within"`       // the longest wait keeps to the bound of the question
	MaxWaitRatio report.Float   `json:"maxWaitRatio"` // the longest wait over that of now
	FirstHalf    report.Float   `json:"firstHalf"`    // changes of the log's halves
	SecondHalf   report.Float   `json:"secondHalf"`
	Gainers      []Loser        `json:"gainers"` // the class of sizes that gains most, and that loses most: one or none
	Losers       []Loser        `json:"losers"`
	Users        Moved          `json:"users"`
	Lines        []string       `json:"lines"` // for a shell; none where Slurm has no such rule

	rule   rule.Rule
	clause string // its words, or those of the rule in its place
	result *Result
	choice int
}

// amend takes the changes of rules that are replayed.
func (r *Report) amend(row *Row) {
	a := &r.Plan.amendments()[row.K-r.Plan.Pairs()-1]
	x := &row.Results[0]
	t := r.terms()
	c := Amended{How: a.how, Rule: a.rule.Text(), Rules: rule.Text(nil), Words: a.words(t), clause: a.clause(t), rule: a.rule,
		Outcome: outcomeOf(x), result: x,
		Within: float64(x.MaxWait) <= r.Plan.Longest*float64(r.now.MaxWait), MaxWaitRatio: report.Fraction(x.MaxWait, r.now.MaxWait),
		Users: row.Users, Gainers: []Loser{}, Losers: []Loser{}, Lines: a.slurm(t)}
	if a.rules != "" {
		c.Rules = a.rules
	}
	if l := r.moves(x, -1); l != nil {
		c.Gainers = append(c.Gainers, *l)
	}
	if l := r.moves(x, 1); l != nil {
		c.Losers = append(c.Losers, *l)
	}
	r.Amended = append(r.Amended, c)
}

// believeAmended says what may be claimed of each change of a rule, were it chosen among all of them.
func (r *Report) believeAmended() {
	choices := make([]int, len(r.Amended))
	for i := range r.Amended {
		choices[i] = r.Amended[i].choice
	}
	if r.weighed == nil || len(choices) == 0 {
		return
	}
	for i, c := range r.weighed.Claims(choices) {
		a := &r.Amended[i]
		a.Claim, a.Verdict = *c, c.Verdict
		a.FirstHalf, a.SecondHalf = r.halvesOf(a.choice)
	}
}

// halvesOfAmended is the condition on the halves of the log.
func (r *Report) halvesOfAmended(a *Amended) Condition {
	x := Condition{Key: "halves", Level: Good}
	if !(a.FirstHalf < 0 && a.SecondHalf < 0) {
		x.Level = Doubtful
	}
	return x
}

// judgeAmended finds which changes of rules are advised: by all that is asked of orders, but for other assumptions, which
// are not asked of rules.
func (r *Report) judgeAmended() {
	for i := range r.Amended {
		a := &r.Amended[i]
		a.Advice = a.Verdict == report.Shown && !a.Kept() && a.Within && good(append(r.machine(), r.halvesOfAmended(a)))
	}
}

// Kept says that it is no better than the rule as it is.
func (a *Amended) Kept() bool { return !(a.Change < 0) }

// Copied says whether its lines are to be copied: Slurm has some, the cut is shown, and nothing is to be fixed first.
func (r *Report) Copied(a *Amended) bool {
	return len(a.Lines) > 0 && a.Verdict == report.Shown && !a.Kept() && !r.Barred()
}

// AmendedCards are the best change of each rule, best first, as many as there are cards of orders.
func (r *Report) AmendedCards() (list []*Amended) {
	for i := range r.Amended {
		a := &r.Amended[i]
		at := slices.IndexFunc(list, func(x *Amended) bool { return x.Rule == a.Rule })
		switch {
		case at < 0:
			list = append(list, a)
		case better(a, list[at]) < 0:
			list[at] = a
		}
	}
	sorted.Stable(list, better)
	return list[:min(len(manners), len(list))]
}

// better compares by the bound, then by where ranges end.
func better(a, b *Amended) int {
	if a.Within != b.Within {
		return map[bool]int{true: -1, false: 1}[a.Within]
	}
	return report.Ascending(report.Float(end(a.Change, a.High)), report.Float(end(b.Change, b.High)))
}

// BestAmended is the change of a rule whose range ends lowest, of those that keep to the bound; nil where none does that
// waits less.
func (r *Report) BestAmended() (best *Amended) {
	for i := range r.Amended {
		a := &r.Amended[i]
		if !a.Kept() && a.Within && (best == nil || better(a, best) < 0) {
			best = a
		}
	}
	return best
}
