package decide

import (
	"math"
	"slices"

	"shadowtime/core/base/sorted"
	"shadowtime/core/base/stats"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim/held"
	"shadowtime/core/slurm/set"
	"shadowtime/core/study"
)

// Report answers a Plan. The same Plan and trace give the same bytes of JSON on every
// platform, for any number of workers.
type Report struct {
	Version int            `json:"version"`
	Plan    Plan           `json:"plan"`
	Digest  string         `json:"digest"`
	Verdict report.Verdict `json:"verdict"` // on the card that answers the question as it was asked
	Named   *Named         `json:"named"`   // that card in short; null where there is none
	Advice  bool           `json:"advice"`  // it is to be set: all conditions hold
	// Counsel is what the answer comes to, Because the condition that keeps it from being advice ("": none does), Says the
	// sentence, and Fixes what to mend where users waited and the replay's hardly do.
	Counsel Counsel      `json:"counsel"`
	Because string       `json:"because"`
	Says    string       `json:"says"`
	Fixes   []Fix        `json:"fix"`
	Weeks   int          `json:"weeks"` // whole ones of the log, whose sums the ranges are made of
	Level   report.Float `json:"level"` // at which each setting within the bound is claimed; null of none
	Now     Outcome      `json:"now"`
	// Likeness is how near a replay of all of the log, with what is run now, comes to the waits
	// that the log tells; null where it tells none.
	Likeness *Likeness `json:"likeness"`
	// Explained is what of the recorded waiting follows from what is supposed of the machine; null where the log tells
	// none.
	Explained  *Explained  `json:"explained"`
	StandsOut  []Notable   `json:"standsOut"` // of the log, whatever is asked of it: three at most
	Heaviest   *User       `json:"heaviest"`  // the heaviest user, whom one of the ways leaves out; null of fewer than two
	Checks     []Check     `json:"checks"`
	Cards      []Card      `json:"cards"` // safe, balanced, greedy: those that there are
	Conditions []Condition `json:"conditions"`
	Ways       []Way       `json:"ways"` // other assumptions
	// Rules are those that replays obey, in words; Amended what becomes of the waits where one is changed. Open is what would
	// have been said without them; null of a plan that has none.
	Rules   []string  `json:"rules"`
	Obeyed  []Obeyed  `json:"obeyed"` // the same rules with what speaks for each of them
	Amended []Amended `json:"ruleChanges"`
	// Unsettled are those of which the log can't tell: their jobs would fill the limit.
	Unsettled []Unsettled `json:"unsettled"`
	Open      *Way        `json:"open"`
	Settings  []Setting   `json:"candidates"`

	Done     int           `json:"-"` // pairs of orders and changes of rules behind the figures; Plan.Answering() at the end
	others   int           // pairs replayed under other assumptions
	Source   report.Source `json:"-"` // what it was computed from
	weighed  *report.Weighed
	sums     [][]int64 // of the measure, by choice that is claimed and week
	now      *Result
	claimed  []int   // settings with a range, by their place
	above    int     // recorded starts beyond the machine,
	peak     int64   // and the most processors in use
	counts   []int64 // jobs by size class, by class of requested times and of areas
	requests []int64
	areas    []int64
	balanced int         // card that answers, -1: none
	within   []Candidate // that it was chosen among
}

// Named is what the answer names, with the range that the verdict used: null of a log that is too
// short.
type Named struct {
	Setting Candidate    `json:"setting"`
	Change  report.Float `json:"change"`
	Low     report.Float `json:"low"`
	High    report.Float `json:"high"`
	Level   report.Float `json:"level"`
}

// Outcome is what a setting does on the log as it was.
type Outcome struct {
	AvgWait report.Float `json:"avgWait"` // seconds
	AvgBsld report.Float `json:"avgBsld"`
	MaxWait int64        `json:"maxWait"` // seconds
}

func outcomeOf(r *Result) Outcome {
	return Outcome{report.Float(r.AvgWait()), report.Float(r.AvgBsld()), r.MaxWait}
}

// Setting is one that was tried.
type Setting struct {
	Candidate
	Outcome
	// Own is the change of the measure on the log's own weeks, Low to High its range at the
	// level for all that are claimed, of a card's setting the one of its claim; null of those that aren't.
	Own report.Float `json:"own"`
	// Change is what is left of Own, were the setting chosen; every figure that is said follows
	// from it.
	Change report.Float `json:"change"`
	Low    report.Float `json:"low"`
	High   report.Float `json:"high"`
	Shown  string       `json:"shown"`
	// Open is Change on the machine without its rules; none where there are no rules, or it is not replayed so.
	Open *report.Float `json:"open,omitempty"`
	// Safe and Balanced say whether its longest wait is held to the bound of that card.
	Safe     bool         `json:"safe"`
	Balanced bool         `json:"balanced"`
	Slurm    set.Settable `json:"slurm"`

	at     int // its place
	result *Result
	row    int // task that replayed it
	choice int // among those that are claimed, -1: it is not
	claim  *report.Claim
}

// A Manner is how daring a card is.
type Manner string

// The manners, by what becomes of the longest wait.
const (
	Safe     Manner = "safe"     // it stays about as it is: SafeLongest, or less where that is asked
	Balanced Manner = "balanced" // it grows at most as the question allows
	Greedy   Manner = "greedy"   // it has no bound
)

// rank is from the safest on.
func (m Manner) rank() int { return slices.Index([]Manner{Safe, Balanced, Greedy}, m) }

// Card is one way to set it.
type Card struct {
	Manner Manner `json:"name"`
	At     int    `json:"-"` // the setting's place
	Candidate
	Outcome
	report.Claim
	Verdict      report.Verdict `json:"verdict"`
	Open         *report.Float  `json:"open,omitempty"` // the change without rules, see Setting
	MaxWaitRatio report.Float   `json:"maxWaitRatio"`   // the longest wait over that of now
	Keeps        bool           `json:"kept"`           // no setting within its bound is better: what is run now is kept
	Losers       []Loser        `json:"losers"`         // the class of sizes that loses most; none where none waits longer
	Pays         []Loss         `json:"pays"`           // who loses: by what the order sorts by, by size, and the user
	Last         Last           `json:"longest"`        // the job that waits longest
	Settable     set.Settable   `json:"slurm"`
	Lines        []string       `json:"lines"` // of slurm.conf, whole; none where it can't be set
	Slurm        set.Setup      `json:"setup"`
}

// Kept says that none of its settings is better than what is run now, which is kept.
func (c *Card) Kept() bool { return c.Change >= 0 }

// Loser is the class that loses most; nil: none does.
func (c *Card) Loser() *Loser {
	if len(c.Losers) == 0 {
		return nil
	}
	return &c.Losers[0]
}

// Loser is the class of jobs whose mean wait grows most by what is set.
type Loser struct {
	Low    int64        `json:"low"` // processors, from
	High   int64        `json:"high"`
	Jobs   int64        `json:"jobs"`
	Share  report.Float `json:"share"` // of all jobs
	From   report.Float `json:"from"`  // mean wait now, seconds
	To     report.Float `json:"to"`
	Change report.Float `json:"change"`
}

// Merge makes the report of the rows done so far, in any order. The plan must be normalised.
func Merge(p Plan, digest job.Digest, rows []Row, source report.Source) *Report {
	r := &Report{Version: Version, Plan: p, Digest: digest.Hex(), Verdict: report.Undecided, Source: source, balanced: -1,
		Level: report.Float(math.NaN()), Cards: []Card{}, Settings: []Setting{}, Ways: []Way{},
		Rules: p.RulesList(), Obeyed: p.obeyed(&held.Sum{}, nil, nil), Amended: []Amended{}, Unsettled: []Unsettled{},
		StandsOut: []Notable{}}
	r.Now = Outcome{report.Float(math.NaN()), report.Float(math.NaN()), 0}
	for i := range rows {
		if rows[i].K == study.Logged && len(rows[i].Results) > 0 {
			r.now, r.counts = &rows[i].Results[0], rows[i].Counts.Size
			r.requests, r.areas = rows[i].Requests, rows[i].Areas
			r.Now = outcomeOf(r.now)
			r.Likeness, r.Explained = likenessOf(&rows[i].Likeness), explainedOf(&rows[i].Waits)
			r.Obeyed = p.obeyed(&rows[i].Waits, rows[i].Without, rows[i].Idle)
			r.above, r.peak = rows[i].Above, rows[i].Peak
			r.StandsOut = r.standsOut(rows[i].Notable)
			if rows[i].Heavy.ID >= 0 {
				r.Heaviest = &rows[i].Heavy
			}
		}
	}
	if r.now == nil {
		r.Checks = r.checks()
		r.advise()
		return r
	}
	ranked := slices.Clone(rows)
	sorted.Stable(ranked, func(a, b Row) int { return a.K - b.K })
	for i := range ranked {
		switch k := ranked[i].K; {
		case k > p.Answering():
			r.others++
		case k > p.Pairs():
			switch r.Done++; {
			case len(ranked[i].Results) > 0:
				r.amend(&ranked[i])
			case !ranked[i].Offered.settles():
				r.leave(&ranked[i])
			} // else it is as another that is tried
		case k > study.Logged:
			r.Done++
			var rest []Result // not replayed yet
			if other := slices.IndexFunc(ranked, func(o Row) bool { return o.K == k+p.Answering() }); other >= 0 {
				rest = ranked[other].Results
			}
			r.try(&ranked[i], rest)
		}
	}
	r.claim()
	r.believe()
	r.believeAmended()
	r.choose()
	r.ask(ranked)
	r.Checks = r.checks()
	r.judge()
	r.advise()
	r.judgeAmended()
	return r
}

// try takes the settings of a row; of those that it misses, the results that another task has.
func (r *Report) try(row *Row, rest []Result) {
	nan := report.Float(math.NaN())
	for i := range row.Results {
		s := Setting{Candidate: r.Plan.pair(row.K, r.Plan.Thresholds[i]), result: &row.Results[i], row: row.K, Own: nan, Change: nan,
			Low: nan, High: nan, Shown: report.Nothing, choice: -1, at: len(r.Settings), Outcome: Outcome{nan, nan, 0}}
		if s.result.missing() && i < len(rest) {
			s.result = &rest[i]
		}
		if s.result.missing() {
			r.Settings = append(r.Settings, s)
			continue
		}
		s.Outcome = outcomeOf(s.result)
		s.Safe = holds(s.Candidate, r.now, s.result, min(SafeLongest, r.Plan.Longest))
		s.Balanced = holds(s.Candidate, r.now, s.result, r.Plan.Longest)
		s.Slurm = r.Plan.queue(s.Candidate).Settable()
		if base := r.measured(r.now); base > 0 {
			s.Own = report.Float(r.measured(s.result)/base - 1)
		}
		r.Settings = append(r.Settings, s)
	}
}

// measured is the sum of what is to be small.
func (r *Report) measured(x *Result) float64 {
	if r.Plan.Measure == MeanSlowdown {
		return x.SumBsld
	}
	return float64(x.SumWait)
}

func (r *Report) weekly(x *Result) []int64 {
	if r.Plan.Measure == MeanSlowdown {
		return x.Bsld
	}
	return x.Wait
}

// claim finds which settings are claimed, and weighs them. Of each pair of orders those are
// the ones with the longest threshold that each card's bound allows, and with the longest of
// all: thresholds are chosen by the longest waits alone, and what they do to the measure is
// judged on the rest of the evidence.
func (r *Report) claim() {
	sums := [][]int64{r.weekly(r.now)}
	per := len(r.Plan.Thresholds)
	for from := 0; from < len(r.Settings); from += per {
		pair := r.Settings[from : from+per] // thresholds fall
		for _, allows := range []func(*Setting) bool{
			func(s *Setting) bool { return true },
			func(s *Setting) bool { return s.Balanced },
			func(s *Setting) bool { return s.Safe },
		} {
			i := slices.IndexFunc(pair, func(s Setting) bool { return allows(&s) })
			if i >= 0 && pair[i].choice < 0 && pair[i].Candidate != r.Plan.now() {
				pair[i].choice = len(sums)
				r.claimed = append(r.claimed, from+i)
				sums = append(sums, r.weekly(pair[i].result))
			}
		}
	}
	for i := range r.Amended {
		r.Amended[i].choice = len(sums)
		sums = append(sums, r.weekly(r.Amended[i].result))
	}
	own, weeks := report.Own(&r.Plan.Workload, sums)
	r.Weeks, r.sums = weeks, own
	if len(sums) < 2 {
		return
	}
	w := &report.Weighing{Own: own, Weeks: weeks, Together: true, Leads: func(choice int) bool {
		if at := choice - 1 - len(r.claimed); at >= 0 {
			return r.Amended[at].Within
		}
		return r.Settings[r.claimed[choice-1]].Balanced
	}, Rules: func(choice int) bool { return choice > len(r.claimed) }}
	r.weighed = w.Weigh()
	for _, at := range r.claimed {
		s := &r.Settings[at]
		b := r.weighed.Range(s.choice)
		if s.Balanced {
			r.Level = report.Float(r.weighed.LevelOf(s.choice))
		}
		s.Own, s.Low, s.High, s.Shown = b.Own, b.Low, b.High, r.weighed.Judged[s.choice].Shown
	}
}

// alike is how far apart the ends of two ranges are that don't tell them apart: a point of
// the baseline's.
const alike = 0.01

// manners are the cards' from the one that answers, with what each allows.
var manners = []struct {
	manner Manner
	allows func(s *Setting) bool
}{{Balanced, func(s *Setting) bool { return s.Balanced }}, {Safe, func(s *Setting) bool { return s.Safe }},
	{Greedy, func(*Setting) bool { return true }}}

// believe finds what is left of each setting's change, were it chosen among those of the first
// card that has it. Of a pair's other thresholds, which nobody chose, as much is left as of the
// one that was judged.
func (r *Report) believe() {
	if r.weighed == nil {
		return
	}
	for _, m := range manners {
		among := r.allowed(m.allows)
		choices := make([]int, len(among))
		for i, x := range among {
			choices[i] = r.Settings[x].choice
		}
		for i, c := range r.weighed.Claims(choices) {
			if s := &r.Settings[among[i]]; s.claim == nil {
				s.claim, s.Change = c, c.Change
			}
		}
	}
	per := len(r.Plan.Thresholds)
	for from := 0; from < len(r.Settings); from += per {
		pair, share := r.Settings[from:from+per], report.Float(1)
		for i := range pair { // from no threshold on
			if s := &pair[i]; s.claim != nil && s.Own != 0 {
				share = min(max(s.Change/s.Own, 0), 1)
			} else if s.claim == nil {
				s.Change = s.Own * share
			}
		}
	}
}

// choose makes the cards, each of the settings that its bound allows.
func (r *Report) choose() {
	if r.weighed == nil {
		return
	}
	for _, m := range manners {
		among := r.allowed(m.allows)
		if len(among) == 0 {
			continue
		}
		if m.manner == Balanced {
			for _, x := range among {
				r.within = append(r.within, r.Settings[x].Candidate)
			}
		}
		var list []contender
		for _, x := range among {
			s := &r.Settings[x]
			list = append(list, contender{x, end(s.Own, s.High), s.Shown, s.MaxWait})
		}
		at := r.best(list)
		s := &r.Settings[at]
		card := Card{Manner: m.manner, At: at, Candidate: s.Candidate, Outcome: s.Outcome, Claim: *s.claim, Verdict: s.claim.Verdict,
			Losers: []Loser{}, MaxWaitRatio: report.Fraction(s.MaxWait, r.Now.MaxWait), Slurm: r.Plan.queue(s.Candidate).Setup()}
		card.Settable, card.Lines, card.Keeps = card.Slurm.Settable, card.Slurm.Lines, card.Kept()
		if l := r.moves(s.result, 1); l != nil {
			card.Losers = append(card.Losers, *l)
		}
		card.Pays, card.Last = r.losses(s.Candidate, s.result), s.result.Last
		r.Cards = append(r.Cards, card)
	}
	for i := range r.Cards { // one range of each setting, wherever it is written
		s := &r.Settings[r.Cards[i].At]
		s.Low, s.High = s.claim.Low, s.claim.High
	}
	sorted.Stable(r.Cards, func(a, b Card) int { return a.Manner.rank() - b.Manner.rank() })
	r.balanced = slices.IndexFunc(r.Cards, func(c Card) bool { return c.Manner == Balanced })
	if c := r.Answer(); c != nil {
		r.Verdict, r.Named = c.Verdict, &Named{c.Candidate, c.Change, c.Low, c.High, c.Level}
	}
}

// allowed are the settings that a card chooses among: those claimed that its bound allows. A narrower bound's are among them, so
// that a wider one never has a worse card.
func (r *Report) allowed(allows func(s *Setting) bool) (list []int) {
	for _, at := range r.claimed {
		if allows(&r.Settings[at]) {
			list = append(list, at)
		}
	}
	return list
}

// contender is a setting to be chosen among others.
type contender struct {
	at      int
	end     float64 // of its range
	shown   string
	longest int64 // wait, seconds
}

// end is where a change's range ends; of those without a range the least change comes first.
func end(change, high report.Float) float64 {
	if high.Known() {
		return float64(high)
	}
	return 1e3 + float64(change)
}

// best is the setting whose range ends lowest; of those whose ranges end as low,
// the one with the shortest longest wait, then the one that Slurm can be set to.
func (r *Report) best(among []contender) int {
	first := slices.MinFunc(among, func(a, b contender) int { return report.Ascending(report.Float(a.end), report.Float(b.end)) })
	near := slices.DeleteFunc(slices.Clone(among), func(x contender) bool {
		return x.at != first.at && !(x.end <= first.end+alike && x.shown == first.shown)
	})
	return slices.MinFunc(near, func(a, b contender) int {
		if a.longest != b.longest {
			return report.Ascending(report.Float(a.longest), report.Float(b.longest))
		}
		return r.Settings[a.at].Slurm.Rank() - r.Settings[b.at].Slurm.Rank()
	}).at
}

// leastShare of jobs makes a class one to speak of.
const leastShare = 0.01

// moves is the class of sizes that loses most, or where the sign is negative that gains most, of those that have one job
// in a hundred.
func (r *Report) moves(x *Result, sign int64) (worst *Loser) {
	return most(r.counts, r.now.Size, x.Size, sign, func(c int) (low, high int64) { return 1 << c, min(1<<(c+1)-1, r.procs()) })
}

// most is the class whose waits change most in all, of those that have one job in a hundred, times a sign; nil: none does.
func most(counts, now, then []int64, sign int64, bounds func(c int) (low, high int64)) (worst *Loser) {
	all, most := total(counts), int64(0)
	for c, n := range counts {
		d := sign * (then[c] - now[c])
		if n == 0 || float64(n) < leastShare*float64(all) || d <= most {
			continue
		}
		low, high := bounds(c)
		most, worst = d, loserOf(low, high, n, all, now[c], then[c])
	}
	return worst
}

// loserOf is a group of so many jobs of all, which waited so many seconds in all, and do now.
func loserOf(low, high, jobs, all, from, to int64) *Loser {
	l := &Loser{Low: low, High: high, Jobs: jobs, Share: report.Fraction(jobs, all), From: report.Fraction(from, jobs),
		To: report.Fraction(to, jobs)}
	l.Change = l.To/l.From - 1
	return l
}

// total is how many jobs all classes have.
func total(counts []int64) (all int64) {
	for _, n := range counts {
		all += n
	}
	return all
}

func (r *Report) procs() int64 {
	if r.Source.Cleaning == nil {
		return math.MaxInt64
	}
	return r.Source.Cleaning.Machine.Procs
}

// Answer is the card that answers the question as it was asked; nil where no setting keeps
// to the bound, or nothing is known yet.
func (r *Report) Answer() *Card {
	if r.balanced < 0 {
		return nil
	}
	return &r.Cards[r.balanced]
}

// Halves are the changes of the measure in the halves of the log's weeks, of a card; not known
// of fewer than two weeks.
func (r *Report) Halves(c *Card) (first, second report.Float) {
	return r.halvesOf(r.Settings[c.At].choice)
}

// halvesOf are those of a choice that is claimed.
func (r *Report) halvesOf(choice int) (first, second report.Float) {
	half := func(from, to int) report.Float {
		var now, then int64
		for w := from; w < to; w++ {
			now, then = now+r.sums[0][w], then+r.sums[choice][w]
		}
		if now == 0 { // it has no change
			return report.Float(math.NaN())
		}
		return report.Float(float64(then)/float64(now) - 1)
	}
	n := len(r.sums[0])
	return half(0, n/2), half(n/2, n)
}

// halfIdle says whether nobody waits in one of two halves with what is run now.
func (r *Report) halfIdle() bool {
	if r.Weeks < 2 || len(r.sums) == 0 {
		return false
	}
	first, second := r.halvesOf(0)
	return !first.Known() || !second.Known()
}

// Crossed is the setting that the first half of the log's weeks alone would choose for the
// answer's card, and what it changes in the second half; -1 where there are too few weeks.
func (r *Report) Crossed() (at int, second report.Float) {
	among, n := r.allowed(func(s *Setting) bool { return s.Balanced }), 0
	if len(r.sums) > 0 {
		n = len(r.sums[0])
	}
	if len(among) == 0 || n/2 < stats.LeastWeeks {
		return -1, report.Float(math.NaN())
	}
	half := func(choice, from, to int) (sum float64) {
		for _, x := range r.sums[choice][from:to] {
			sum += float64(x)
		}
		return sum
	}
	at = slices.MinFunc(among, func(a, b int) int {
		return report.Ascending(report.Float(half(r.Settings[a].choice, 0, n/2)), report.Float(half(r.Settings[b].choice, 0, n/2)))
	})
	return at, report.Float(half(r.Settings[at].choice, n/2, n)/half(0, n/2, n) - 1)
}

// queue is a candidate as Slurm would have it.
func (p *Plan) queue(c Candidate) *set.Queue {
	return &set.Queue{Front: c.Front, Backfill: c.Backfill, Threshold: c.Threshold, Backfilling: p.Backfilling, Dialect: p.Dialect,
		Limits: p.Limits, Predicted: c.Predicted}
}
