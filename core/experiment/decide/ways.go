package decide

import (
	"math"
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
	"shadowtime/core/job"
	"shadowtime/core/job/resample"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/sim/feedback"
	"shadowtime/core/sim/metric"
	"shadowtime/core/study"
)

// Way is what the answer's setting does under another assumption: beside what is run now,
// under the same one.
type Way struct {
	Key     string       `json:"key"` // of the what-if that it belongs to
	Words   string       `json:"words"`
	Own     report.Float `json:"own"`     // change of the measure, as replayed
	Change  report.Float `json:"change"`  // what is left of it, by the answer's share
	Low     report.Float `json:"low"`     // its range at 95 %, of the weeks; null where it has none
	High    report.Float `json:"high"`    //
	AvgWait report.Float `json:"avgWait"` // now, seconds
	Then    report.Float `json:"then"`    // with the setting
	MaxWait int64        `json:"maxWait"` // now, seconds
	MaxThen int64        `json:"maxThen"`
	// Named is the setting that would be named under the assumption, among those of the cards that keep to the bound; null
	// where none does there, or the answer's alone was asked of several.
	Named *Candidate   `json:"named"`
	Best  report.Float `json:"best"` // the change with that one

	number int  // of the assumption
	alone  bool // of several settings one was asked
}

// Agrees says whether the setting is better under the assumption too.
func (w *Way) Agrees() bool { return w.Own < 0 }

// assumption is another one under which a question is asked. Its number, by which rows know
// it, is its place.
type assumption struct {
	key, words string
	// change makes it that of a plan on a log of so many processors and weeks; false where it
	// is none of the plan's.
	change func(p *Plan, procs int64, weeks int) bool
	closed bool // users wait for their jobs
}

// Keys of what-ifs.
const (
	asLoad, asLarger, asSmaller   = "load", "larger", "smaller"
	asCloser, asUser, asYears     = "closer", "user", "years"
	asUsers, asScheduler, asDepth = "react", "backfilling", "depth"
	asOpen                        = "open" // no way of asking: what would be said of a machine without its rules
)

// years that might have been are replayed: so many.
const years = 5

// assumptions are another load, another machine, requests nearer to run times, a user less,
// users who wait for their jobs, a scheduler that looks at few jobs or plans for all, and other
// years made of a log's weeks. The order is that of rows: what is added goes to the end.
var assumptions = append([]assumption{
	{asLoad, "a tenth less load", loaded(0.9), false},
	{asLoad, "a tenth more load", loaded(1.1), false},
	{asCloser, "requests half as far from run times", func(p *Plan, _ int64, _ int) bool {
		p.Closer = (1 + p.Closer) / 2
		return true
	}, false},
	{asScheduler, "a reservation for every job", scheduled(sim.Conservative), false},
	{asScheduler, "one reservation (EASY)", scheduled(sim.Easy), false},
	{asDepth, "only the 32 oldest jobs ranked", func(p *Plan, _ int64, _ int) bool {
		none := p.Depth == 0 && p.Backfilling != sim.Conservative.String()
		p.Depth = 32
		return none
	}, false},
	{asLarger, "a tenth more processors", sized(1.1), false},
	{asSmaller, "a tenth fewer processors", sized(0.9), false},
	{asUser, "no jobs of the heaviest user", func(p *Plan, _ int64, _ int) bool {
		nobody := p.Without == ""
		p.Without = heaviest
		return nobody
	}, false},
	{asUsers, "users who wait for their jobs", func(p *Plan, _ int64, _ int) bool {
		own := Default()
		own.Clean, own.Procs, own.Seed = p.Clean, p.Procs, p.Seed
		own.Variant, own.Block, own.Begin = p.Variant, p.Block, p.Begin
		d, err := sim.ParseDialect(p.Dialect)
		return p.Workload == own.Workload && p.Draw == 0 && p.Without == "" && err == nil && !d.Rules().EachEvent
	}, true},
}, append(others(), assumption{asOpen, "no rules", func(p *Plan, _ int64, _ int) bool {
	ruled := p.Rules != ""
	p.Rules = ""
	return ruled
}, false})...)

// loaded is so many times the load. Where rules have hours, users come and go, since other jobs than before would meet these hours
// if all came sooner or later.
func loaded(times float64) func(p *Plan, _ int64, _ int) bool {
	return func(p *Plan, _ int64, _ int) bool {
		asked := p.Load != 1
		if p.Load *= times; !asked && p.Slide() > 0 {
			p.LoadBy = resample.Users
		}
		return true
	}
}

func sized(times float64) func(p *Plan, procs int64, _ int) bool {
	return func(p *Plan, procs int64, _ int) bool {
		p.Procs = int64(math.Round(times * float64(procs)))
		return p.Procs != procs
	}
}

func scheduled(as sim.Backfilling) func(p *Plan, _ int64, _ int) bool {
	return func(p *Plan, _ int64, _ int) bool {
		planned := p.Backfilling == sim.Conservative.String() // for every job
		p.Backfilling = as.String()
		if as == sim.Conservative {
			p.Limits = study.Limits{}
		}
		return planned == (as == sim.Easy)
	}
}

// others are other years, made of a log's weeks.
func others() (list []assumption) {
	for k := 1; k <= years; k++ {
		list = append(list, assumption{asYears, "another year, " + strconv.Itoa(k) + " of " + strconv.Itoa(years),
			func(p *Plan, _ int64, weeks int) bool {
				drawn := !p.Once() && weeks > 1
				p.Draw, p.Weeks = p.Draw+k, min(52, weeks)
				return drawn
			}, false})
	}
	return list
}

// of is the plan under the assumption, normalised; false where it is none of the plan's.
func (a *assumption) of(p Plan, procs int64, weeks int) (Plan, bool) {
	fits := a.change(&p, procs, weeks)
	fits = fits && (p.Closed == "" && p.Rules == "" || p.Depth == 0) // neither goes with it
	return p, fits && p.Normalise() == nil                           // a load may be beyond its bounds
}

// measured is the mean of what is to be small.
func (u *Under) measured(m Measure) float64 {
	if m == MeanSlowdown {
		return u.AvgBsld()
	}
	return u.AvgWait()
}

// weekly are its sums by week.
func (u *Under) weekly(m Measure) []int64 {
	if m == MeanSlowdown {
		return u.Bsld
	}
	return u.Wait
}

// pairs are what was replayed of a setting under an assumption.
type pairs []Pair

// of is a mean over replays, and longest the longest wait of all.
func (list pairs) of(figure func(x *Pair) float64) report.Float {
	sum := 0.0
	for i := range list {
		sum += figure(&list[i])
	}
	return report.Float(sum / float64(len(list)))
}

func (list pairs) longest() (now, then int64) {
	for i := range list {
		now, then = max(now, list[i].Now.MaxWait), max(then, list[i].Then.MaxWait)
	}
	return now, then
}

// changeOf is what a setting changes under an assumption, with its range at a level.
func (r *Report) changeOf(list pairs, level float64) (change, low, high report.Float) {
	x, m := &list[0], r.Plan.Measure
	of := r.rangeUnder(x, m)
	change = report.Float(x.Then.measured(m)/x.Now.measured(m) - 1)
	if assumptions[x.Way].closed {
		change, of = reacting(list, m)
	}
	low, high = report.Float(math.NaN()), report.Float(math.NaN())
	if of.Known() {
		c := of.Change(level)
		low, high = report.Float(c.Low), report.Float(c.High)
	}
	return change, low, high
}

// rangeUnder is that of the log's weeks under an assumption.
func (r *Report) rangeUnder(x *Pair, m Measure) (of stats.Range) {
	plan, ok := assumptions[x.Way].of(r.Plan, r.procs(), len(r.now.Wait)-1)
	if !ok || len(x.Now.Wait) == 0 {
		return of
	}
	own, weeks := report.Own(&plan.Workload, [][]int64{x.Now.weekly(m), x.Then.weekly(m)})
	if weeks > 0 {
		of = stats.RangeOf(own[1], own[0])
	}
	return of
}

// reacting is the change if users wait, with its range, as react has them.
func reacting(list pairs, m Measure) (report.Float, stats.Range) {
	closed := make([][]metric.Run, 2)
	for i := range list {
		closed[0], closed[1] = append(closed[0], list[i].Now.Run), append(closed[1], list[i].Then.Run)
	}
	o := feedback.Merge(feedback.Told{}, []metric.Run{closed[0][0], closed[1][0]}, closed).Orders[0]
	change, failing := o.ClosedChange.Wait, o.Error.Wait
	if m == MeanSlowdown {
		change, failing = o.ClosedChange.Slowdown, o.Error.Slowdown
	}
	x := &list[0]
	if len(x.Now.Wait) == 0 || len(list) == 1 { // of a build that had none
		return report.Float(change), stats.Range{}
	}
	return report.Float(change), feedback.RangeOf(change, failing, x.Then.weekly(m), x.Now.weekly(m))
}

// ask takes what was found under other assumptions: about the answer's setting, and which card
// would be named there.
func (r *Report) ask(rows []Row) {
	c := r.Answer()
	if c == nil || !r.Complete() {
		return
	}
	among := r.asked()
	for number := range assumptions {
		of := map[int]pairs{} // by setting
		for i := range rows {
			for _, x := range rows[i].Ways {
				if x.Way == number {
					of[x.At] = append(of[x.At], x)
				}
			}
		}
		if len(of[c.At]) > 0 {
			w := r.wayOf(of[c.At], among, of)
			if w.Key == asOpen {
				r.Open = &w
				r.tellOpen(of)
				continue
			}
			r.Ways = append(r.Ways, w)
		}
	}
}

// asked are the settings, by their places, that are asked under other assumptions: those of the cards that keep to the bound,
// the answer's first. Of the others nothing there would change what is said.
func (r *Report) asked() []int {
	list := []int{}
	if c := r.Answer(); c != nil {
		list = append(list, c.At)
	}
	for i := range r.Cards {
		if c := &r.Cards[i]; r.Settings[c.At].Balanced && !slices.Contains(list, c.At) {
			list = append(list, c.At)
		}
	}
	return list
}

// named are the settings that are asked, by the rows that make an answer.
func named(p Plan, digest job.Digest, rows []Row) []int {
	return Merge(p, digest, rows, report.Source{}).asked()
}

// tellOpen says beside each change what it is without rules, as replayed by setting.
func (r *Report) tellOpen(of map[int]pairs) {
	for at, list := range of {
		s := &r.Settings[at]
		change, low, high := r.changeOf(list, report.Level)
		change = r.left(at, change, low, high)
		s.Open = &change
	}
	for i := range r.Cards {
		r.Cards[i].Open = r.Settings[r.Cards[i].At].Open
	}
}

// wayOf is what is found under an assumption.
func (r *Report) wayOf(own pairs, among []int, of map[int]pairs) Way {
	number := own[0].Way
	a := &assumptions[number]
	w := Way{number: number, alone: len(of) < len(among),
		Key: a.key, Words: a.words, AvgWait: own.of(func(x *Pair) float64 { return x.Now.AvgWait() }),
		Then: own.of(func(x *Pair) float64 { return x.Then.AvgWait() }), Best: report.Float(math.NaN())}
	w.MaxWait, w.MaxThen = own.longest()
	if a.key == asUser && r.Heaviest != nil {
		w.Words = "no jobs of user " + r.Heaviest.name() + ", the heaviest"
	}
	w.Own, w.Low, w.High = r.changeOf(own, report.Level)
	w.Change = r.left(r.Answer().At, w.Own, w.Low, w.High)
	var list []contender
	changes := map[int]report.Float{}
	for _, at := range among {
		if len(of[at]) == 0 {
			continue
		}
		now, then := of[at].longest()
		if float64(then) > r.Plan.Longest*float64(now) {
			continue
		}
		change, low, high := r.changeOf(of[at], r.weighed.LevelOf(r.Settings[at].choice))
		changes[at] = r.left(at, change, low, high)
		list = append(list, contender{at, end(change, high), shownOf(low, high), then})
	}
	if len(list) > 0 && !w.alone {
		at := r.best(list)
		w.Named, w.Best = &r.Settings[at].Candidate, changes[at]
	}
	return w
}

// left is what is left of a setting's change under an assumption: the share that is left of the
// one as asked, within its range.
func (r *Report) left(at int, change, low, high report.Float) report.Float {
	s := &r.Settings[at]
	if s.Own == 0 {
		return change
	}
	change *= min(max(s.Change/s.Own, 0), 1)
	if low.Known() && high.Known() {
		change = min(max(change, low), high)
	}
	return change
}

func shownOf(low, high report.Float) string {
	b := report.Bounds{Low: low, High: high}
	return b.Shown()
}

// WhatIf is a question about another world that one press asks.
type WhatIf struct{ Key, Words string }

// WhatIfs are those that are answered beside the question as it was asked.
func (r *Report) WhatIfs() (list []WhatIf) {
	for _, x := range []WhatIf{{asLoad, "More load"}, {asSmaller, "A smaller machine"}, {asLarger, "A larger machine"},
		{asCloser, "Requests nearer to run times"}, {asUser, "Without the heaviest user"},
		{asYears, "Simulated years drawn from this log"}, {asUsers, "Users who react"}} {
		if slices.ContainsFunc(r.Ways, func(w Way) bool { return w.Key == x.Key }) {
			list = append(list, x)
		}
	}
	return list
}

// Supposed is the question that a what-if asks, on a log of so many processors and weeks; false
// where it is asked elsewhere.
func Supposed(p Plan, key string, procs int64, weeks int) (Plan, bool) {
	for i := len(assumptions) - 1; i >= 0; i-- {
		if a := &assumptions[i]; a.key == key && !a.closed && (key != asYears || a.words == others()[0].words) {
			return a.of(p, procs, weeks)
		}
	}
	return p, false
}

// asAsked is the question as it was asked, as a way of asking it.
func (r *Report) asAsked(c *Card) Way {
	s := &r.Settings[c.At]
	own := &r.weighed.Judged[s.choice] // for itself
	return Way{Words: "as asked", Own: s.Own, Change: s.Change, Low: own.Low, High: own.High, AvgWait: r.Now.AvgWait,
		Then: s.AvgWait, MaxWait: r.Now.MaxWait, MaxThen: s.MaxWait, Named: &c.Candidate, Best: s.Change}
}

// WhatIfTable has the answer as it was asked and that of a what-if in words, their head first;
// nil where there is none.
func (r *Report) WhatIfTable(key string) [][]string {
	c := r.Answer()
	if c == nil {
		return nil
	}
	list := []Way{r.asAsked(c)}
	for _, w := range r.Ways {
		if w.Key == key {
			list = append(list, w)
		}
	}
	return r.wayTable(list)
}

// WaysNote says what the figures of other assumptions are.
const WaysNote = "Both settings are replayed on the same jobs. Changes are corrected for selection, as in the answer. Ranges are " +
	"95 % each. The last column picks from the settings of the cards."

// WaysTable are the other assumptions in words, their head first.
func (r *Report) WaysTable() [][]string { return r.wayTable(r.Ways) }

func (r *Report) wayTable(ways []Way) [][]string {
	rows := [][]string{{"if there were", "mean wait", "change of " + r.what(), "plausible", "longest wait", "best card in that case"}}
	var waits, longest []float64
	for i := range ways {
		w := &ways[i]
		waits = append(waits, float64(w.AvgWait), r.then(w))
		longest = append(longest, float64(w.MaxWait), float64(w.MaxThen))
	}
	wait, most := numeral.DurationsTo(waits, 1), numeral.DurationsTo(longest, 1)
	for i := range ways {
		w := &ways[i]
		rows = append(rows, []string{w.Words, wait(float64(w.AvgWait)) + " → " + wait(r.then(w)), numeral.Change(w.Change),
			numeral.Interval(w.Low, w.High), most(float64(w.MaxWait)) + " → " + most(float64(w.MaxThen)), r.namedThere(w)})
	}
	return rows
}

// then is the mean wait with the setting, seconds, of what is left of its change.
func (r *Report) then(w *Way) float64 {
	if r.Plan.Measure != MeanWait || !w.Change.Known() {
		return float64(w.Then)
	}
	return float64(w.AvgWait * (1 + w.Change))
}

// namedThere says which card's setting would be named under an assumption.
func (r *Report) namedThere(w *Way) string {
	switch c := r.Answer(); {
	case w.alone:
		return "not asked"
	case w.Named == nil:
		return "none"
	case *w.Named == c.Candidate:
		return "the same"
	}
	return w.Named.Words() + ", " + numeral.Change(w.Best)
}

// WhatIfWords says what a what-if makes of the answer; "" where there is none.
func (r *Report) WhatIfWords(key string) string {
	c := r.Answer()
	if c == nil {
		return ""
	}
	var list []*Way
	same := 0
	for i := range r.Ways {
		if w := &r.Ways[i]; w.Key == key && w.number != 0 { // less load is beside more
			list = append(list, w)
			if w.Named != nil && *w.Named == c.Candidate {
				same++
			}
		}
	}
	if len(list) == 0 {
		return ""
	}
	text := "In the replay " + c.name() + " " + r.does(c.Change) + ". "
	if len(list) > 1 {
		ascending := func(a, b *Way) int { return report.Ascending(a.Change, b.Change) }
		least, most := slices.MinFunc(list, ascending), slices.MaxFunc(list, ascending)
		both := numeral.Changes(least.Change, most.Change)
		return text + "In " + small(len(list)) + " simulated years drawn from this log the change is " + both(least.Change) +
			" to " + both(most.Change) + ", and in " + small(same) + " of them it keeps to the bound and no other card is better."
	}
	w := list[0]
	text += "With " + w.Words + ", it " + r.does(w.Change) + "."
	switch {
	case w.alone:
		return text
	case w.Named == nil:
		return text + " In that case no card keeps to the bound on the longest wait."
	case same > 0:
		return text + " It would still be the recommended setting."
	}
	return text + " The best card in that case, " + w.Named.name() + ", " + r.does(w.Best) + "."
}

// does says what a change does to what is to be made better.
func (r *Report) does(change report.Float) string {
	switch {
	case change < 0:
		return "cuts " + r.what() + " by " + numeral.Share(-change)
	case change > 0:
		return "raises " + r.what() + " by " + numeral.Share(change)
	}
	return "leaves " + r.what() + " as it is"
}
