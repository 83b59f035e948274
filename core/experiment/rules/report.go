package rules

import (
	"math"

	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/report"
	"shadowtime/core/sim/held"
	"shadowtime/core/sim/metric"
	"shadowtime/core/study"
)

// Report answers a Plan. The same Plan and trace give the same bytes of JSON on every platform, for any number of
// workers. Seconds are sums over jobs; shares and figures are fractions.
type Report struct {
	Version     int          `json:"version"`
	Trace       string       `json:"trace"`
	Digest      string       `json:"digest"`
	Procs       int64        `json:"procs"`
	Plan        Plan         `json:"plan"`
	Waiting     *Waiting     `json:"waiting"` // from the log alone
	Lacking     report.Float `json:"lacking"` // share of the contested starts that had no room
	Size        bool         `json:"sizeLooksWrong"`
	Order       string       `json:"order"` // of the queue, as the log shows it
	Backfilling bool         `json:"backfilling"`
	Rules       []Rule       `json:"rules"`
	Said        []SaidRule   `json:"said,omitempty"` // by the site's files
	Stops       []Span       `json:"stops"`          // stretches in which nothing started
	After       *Waiting     `json:"after"`          // under all of that
	Week        []Waiting    `json:"week"`           // from the log alone, by hour from Monday 0:00
	Sizes       []Group      `json:"sizes"`
	Users       []Group      `json:"users"` // those that waited most in vain, then all others
	Queues      []Group      `json:"queues"`
	Partitions  []Group      `json:"partitions"`
	Patterns    []Pattern    `json:"patterns"` // of what stays unexplained
	Likely      string       `json:"likely"`   // what it looks like; "": hardly anything is left
	Likeness    *Nearness    `json:"likeness"` // of replays to the record
	Gate        *Gate        `json:"gate"`
	Forward     *Forwarded   `json:"forward"`

	// Source is what the report was computed from.
	Source report.Source `json:"-"`

	account *held.Account
	found   *Found
	forward *Forward
	terms   rule.Terms
}

// Waiting is by what waiting is due to, in seconds.
type Waiting struct {
	Jobs    int   `json:"jobs"`
	Seconds int64 `json:"seconds"`
	NoRoom  int64 `json:"noRoom"`
	Kept    int64 `json:"kept"`
	Rule    int64 `json:"rule"`
	Room    int64 `json:"room"` // and nobody would have been delayed
}

// Group is that of jobs of a size, a user, a queue or a partition; -1: all others, or unknown.
type Group struct {
	ID int64 `json:"id"` // of a size the least
	To int64 `json:"to"` // of a size the greatest
	Waiting
}

// Rule is one that the log shows. What its kind does not have is null.
type Rule struct {
	Kind      string  `json:"kind"`
	Text      *string `json:"text"` // as --rules reads it; null of what is no rule
	Words     string  `json:"words"`
	Period    string  `json:"period"`
	Limit     *int64  `json:"limit"`    // jobs, processors or processor-seconds
	HalfLife  *int64  `json:"halfLife"` // seconds
	Over      *int64  `json:"over"`     // request in seconds
	Wider     *int64  `json:"wider"`    // processors
	From      *int64  `json:"from"`     // seconds of the day, or of the week from Monday 0:00
	To        *int64  `json:"to"`
	Days      *string `json:"days"`
	Standard  bool    `json:"standardTime"` // hours go by a clock that nobody moves for summer time
	Turn      bool    `json:"keepsTurn"`
	Soft      bool    `json:"whileOthersWait"`
	Since     *int64  `json:"since"` // instants of the log
	Until     *int64  `json:"until"`
	Group     []int64 `json:"group"`    // queues, partitions or users
	Explains  *share  `json:"explains"` // of all waiting
	Seconds   *int64  `json:"explainsSeconds"`
	Broken    *int    `json:"broken"` // starts
	Concerned *int    `json:"concerned"`
	Edge      *EdgeOf `json:"edge"`
	Exact     *int    `json:"exact"`            // jobs that hardly wait in vain then
	Weeks     *int    `json:"weeks"`            // in which it explains something,
	Of        *int    `json:"of"`               // of those in which something is to be explained
	By        string  `json:"saidBy,omitempty"` // the line of the site's files that says it
}

type share = report.Float

// EdgeOf is the next sharper constant.
type EdgeOf struct {
	Next   string `json:"next"` // the rule with it
	Broken int    `json:"broken"`
	Sure   bool   `json:"sure"`
}

// Span is from an instant of the log to before another.
type Span struct {
	From int64 `json:"from"`
	To   int64 `json:"to"`
}

// Pattern is how often starts of jobs that waited in vain look like something.
type Pattern struct {
	Name    string       `json:"name"`
	Seen    report.Float `json:"seen"`
	Chance  report.Float `json:"chance"`
	PointTo string       `json:"pointsTo"`
	Sign    string       `json:"sign"`
}

// Nearness is how near replays come to the recorded waits, without rules and under them.
type Nearness struct {
	Open  Near `json:"open"`
	Ruled Near `json:"rules"`
}

// Near is that of one replay.
type Near struct {
	Recorded report.Float `json:"recordedWait"` // means, seconds
	Replayed report.Float `json:"replayedWait"`
	Ratio    report.Float `json:"ratio"`
	Rank     report.Float `json:"rank"`
	Distance report.Float `json:"distance"` // how many times over a wait is doubled or halved, in the mean
	Held     report.Float `json:"held"`     // share of the waiting that is in vain
	Broken   report.Float `json:"broken"`   // share of the contested starts
}

// Forwarded is what the rules of the first half of the jobs are worth in the second.
type Forwarded struct {
	Jobs  int      `json:"jobs"`
	Rules []string `json:"carried"` // as --rules reads them
	Open  Near     `json:"open"`
	Ruled Near     `json:"rules"`
}

// reportVersion of the format of reports.
const reportVersion = 1

// Merge makes the report of the rows done so far, in any order, of a log by its name and digest on a machine of so many
// processors, whose instants have a calendar. The plan must be normalised.
func Merge(name string, digest job.Digest, procs int64, c *job.Calendar, p Plan, rows []Row) *Report {
	r := &Report{Version: reportVersion, Trace: name, Digest: digest.Hex(), Procs: procs, Plan: p, Order: held.FCFS.String(),
		Backfilling: true, Lacking: share(math.NaN()), Rules: []Rule{}, Stops: []Span{}, Week: []Waiting{}, Patterns: []Pattern{},
		terms: rule.Terms{Procs: procs, Undated: c.Unix == 0}}
	log, rows := study.Split(rows)
	if log != nil {
		r.account = log.Account
		r.tellWaits(log.Account)
	}
	for i := range rows {
		switch rows[i].K {
		case Whole:
			r.found = rows[i].Found
			r.tellFound(c)
		case Half:
			r.forward = rows[i].Forward
			r.tellForward()
		}
	}
	return r
}

// tellWaits takes over what jobs waited for, from the log alone.
func (r *Report) tellWaits(a *held.Account) {
	w := waitingOf(a.Jobs, &a.Parts)
	r.Waiting, r.Lacking, r.Size = &w, share(a.Lacking), StandingOf(a) == WrongSize
	for i := range a.Week {
		r.Week = append(r.Week, waitingOf(0, &a.Week[i]))
	}
	r.Sizes, r.Users, r.Queues, r.Partitions = groups(a.Sizes), groups(a.Users), groups(a.Queues), groups(a.Partitions)
}

func waitingOf(jobs int, p *held.Parts) Waiting {
	return Waiting{jobs, p.Sum(), p[held.Full], p[held.Ahead], p[held.Ruled], p[held.InVain]}
}

func groups(of []held.Group) []Group {
	list := make([]Group, len(of))
	for i := range of {
		g := &of[i]
		list[i] = Group{g.ID, g.To, waitingOf(g.Jobs, &g.Parts)}
	}
	return list
}

// tellFound takes over what was found.
func (r *Report) tellFound(c *job.Calendar) {
	f := r.found
	r.Order, r.Backfilling = f.Order.String(), !f.Plain
	w := waitingOf(f.Under.Jobs, &f.Under.Parts)
	r.After = &w
	all := float64(max(1, f.Under.Sum()))
	turns := false
	for i := range f.Findings {
		x := &f.Findings[i]
		one := r.ruleOf(&x.Rule, c)
		explains := share(float64(x.Explains) / all)
		one.Explains, one.Seconds, one.Broken, one.Concerned = &explains, &x.Explains, &x.Broken, &x.Concerned
		one.Edge = &EdgeOf{x.Edge.Text(), x.EdgeBroken, x.Sure()}
		one.Exact, one.Weeks, one.Of, one.By = &x.Exact, &x.Weeks, &x.Of, r.bySaid(&x.Rule)
		r.Rules = append(r.Rules, one)
		turns = turns || x.Rule.Turn
	}
	for _, x := range []struct {
		is          bool
		kind, words string
	}{{f.Order != held.FCFS, "order", f.orderWords()}, {f.Plain, "no-backfilling", "no job was started out of turn"},
		{turns, "keeps-turn", "a job that only the clock forbids keeps its turn"},
		{len(f.Stops) > 0, "stretches", "nothing started in " + f.stretches() + ", " + f.stopped() + " in all"}} {
		if x.is {
			r.Rules = append(r.Rules, Rule{Kind: x.kind, Words: x.words})
		}
	}
	for _, x := range f.Stops {
		r.Stops = append(r.Stops, Span(x))
	}
	r.tellPatterns()
	r.tellSaid(c)
	if f.Done && !f.Foreign {
		r.Likeness = &Nearness{nearOf(&f.Open, r.account), nearOf(&f.Ruled, f.Under)}
		r.Gate = gateOf(&r.Likeness.Ruled)
	}
}

// kinds of rules that count for each user, for each user of a queue, and for all, by what they count.
var kinds = [3][3]string{rule.All: {"class-jobs", "class-processors", "class-outstanding"},
	rule.User:      {"user-jobs", "user-processors", "user-outstanding"},
	rule.UserQueue: {"queue-user-jobs", "queue-user-processors", "queue-user-outstanding"}}

// kindOf names the family of a rule.
func kindOf(x *rule.Rule) string {
	switch x.Kind {
	case rule.Hours:
		return "hours"
	case rule.EndBy:
		return "end-by"
	case rule.Missing:
		return "machine"
	case rule.Stop:
		return "stretches"
	case rule.Share:
		return "fair-share"
	case rule.First:
		return "goes-first"
	case rule.Kept:
		return "kept"
	}
	measure := [3]string{"jobs", "processors", "outstanding"}[x.Of]
	c := &x.Class
	switch {
	case len(c.Users) > 1 && x.Of == rule.Jobs && x.Most == 1:
		return "chain"
	case len(c.Users) > 0:
		return "one-user-" + measure
	case x.Per == rule.All && len(c.Queues) > 0:
		return "queue-" + measure
	case x.Per == rule.All && len(c.Partitions) > 0:
		return "partition-" + measure
	}
	return kinds[x.Per][x.Of]
}

// ruleOf has the values of a rule, its instants on the log's clock.
func (r *Report) ruleOf(x *rule.Rule, c *job.Calendar) Rule {
	text := x.Text()
	one := Rule{Kind: kindOf(x), Text: &text, Words: r.terms.Words(x, false), Period: r.terms.Period(x), Turn: x.Turn}
	known := func(v int64, is bool) *int64 {
		if !is {
			return nil
		}
		return &v
	}
	one.Soft, one.Standard = x.Soft, x.Standard
	limit := x.Most
	if x.Kind == rule.Kept {
		limit = x.Keeps(r.Procs)
	}
	if x.Kind == rule.Missing {
		limit = r.Procs - x.Most
	}
	one.Limit = known(limit, x.Kind == rule.Limit || x.Kind == rule.Missing || x.Kind == rule.Kept)
	one.HalfLife = known(x.Half, x.Kind == rule.Share)
	one.Over, one.Wider = known(x.Class.Over, x.Class.Over > 0), known(x.Class.Wider, x.Class.Wider > 0)
	one.From, one.To = known(60*int64(x.From), x.Clock()), known(60*int64(x.To), x.Kind == rule.Hours)
	if x.Clock() {
		days := [...]string{"all", "mon-fri", "sat-sun", "week"}[x.Days]
		one.Days = &days
	}
	if x.Since != rule.Always {
		one.Since = known(c.Instant(x.Since), true)
	}
	if x.Until != rule.Forever {
		one.Until = known(c.Instant(x.Until), true)
	}
	for _, ids := range [][]int64{x.Class.Queues, x.Class.Partitions, x.Class.Users} {
		one.Group = append(one.Group, ids...)
	}
	return one
}

// patterns are their names, and those of what they point to.
var patterns = [held.Patterns]struct{ name, to string }{held.AfterAnEnd: {"after-an-end", "room"},
	held.AfterOwnEnd: {"after-own-end", "limits-of-users"}, held.InBatches: {"in-batches", "releases"},
	held.OnTheHour: {"on-the-hour", "clock"}}

var likely = [Causes]string{Unseen: "room", OfUsers: "limits-of-users", ByHand: "releases", ByClock: "clock", Seldom: "clock-or-seldom"}

func (r *Report) tellPatterns() {
	a := r.found.Under
	for i, x := range patterns {
		p := &a.Patterns[i]
		r.Patterns = append(r.Patterns, Pattern{x.name, share(p.Seen), share(p.Chance), x.to,
			[...]string{"none", "little", "strong"}[sign(p)]})
	}
	if StandingOf(a) == Wasted {
		r.Likely = likely[Likely(a)]
	}
}

// nearOf is how near a replay came, of a machine under which jobs waited for what an account says; nil: not known.
func nearOf(l *metric.Likeness, a *held.Account) Near {
	x := nearness(l)
	if a != nil {
		broken, contested := 0, 0
		for half := range 2 {
			for _, n := range a.Breaches[half] {
				broken += n
			}
			contested += a.Contested[half]
		}
		x.Held, x.Broken = share(a.Share(held.InVain)), share(float64(broken)/float64(max(1, contested)))
	}
	return x
}

func nearness(l *metric.Likeness) Near {
	nan := share(math.NaN())
	return Near{share(l.Logged), share(l.Simulated), share(l.Simulated / l.Logged), share(l.Rank), share(l.Distance), nan, nan}
}

// tellForward takes over what rules are worth in jobs that they were not read from.
func (r *Report) tellForward() {
	f := r.forward
	x := &Forwarded{Jobs: f.Jobs, Rules: []string{}, Open: nearness(&f.Open), Ruled: nearness(&f.Ruled)}
	x.Open.Held, x.Open.Broken = both(&f.Before)
	x.Ruled.Held, x.Ruled.Broken = both(&f.After)
	for i := range f.Carried {
		x.Rules = append(x.Rules, f.Carried[i].Text())
	}
	r.Forward = x
}

// both are the shares in vain and of breaches of both halves together.
func both(s *held.Sum) (vain, broken share) {
	parts := s.Parts()
	of, n := s.Starts()
	return share(parts.Share(held.InVain)), share(float64(n) / float64(max(1, of)))
}

// Jobs are those of the record.
func (r *Report) Jobs() int {
	if r.Waiting == nil {
		return 0
	}
	return r.Waiting.Jobs
}
