package report

import (
	"math"

	"shadowtime/core/base/stats"
)

// A Verdict is how surely the choice that an answer names is better than the baseline.
type Verdict string

// The verdicts, from the one that proposes something to the one that never can.
const (
	Shown     Verdict = "shown"           // at 95 % for all that was looked at: nothing else is an imperative
	Leaning   Verdict = "leaning"         // at 95 % for itself, or shown and held back, see Claim.Held
	Undecided Verdict = "can't tell"      // its range has no change in it, or there is none
	NoGain    Verdict = "nothing to gain" // nobody waits
)

// Held says what keeps a claim at leaning that would be shown.
type Held string

// The reasons, in the order in which they are asked for.
const (
	OneSpell  Held = "one busy spell"     // decides the log
	Disagrees Held = "resamples disagree" // beyond chance: how weeks follow each other decides
)

// Claim is what may be said of the choice that an answer names: of those that are looked
// at the one whose range ends lowest, at the level for all of them. Its range comes from
// the log's own weeks (stats.Range).
type Claim struct {
	At      int     `json:"-"` // which choice it is
	Verdict Verdict `json:"-"` // stands at the head of the report
	// Change is the figure, shrunk for having been chosen; Own is what the log's weeks
	// show.
	Change Float `json:"change"`
	Own    Float `json:"own"`
	Low    Float `json:"low"` // the range that the verdict used; null of fewer than four weeks
	High   Float `json:"high"`
	Level  Float `json:"level"` // of that range: 0.95 where the verdict is leaning or can't tell
	Held   Held  `json:"held,omitempty"`
	Among  int   `json:"among"` // choices that were looked at
	Weeks  int   `json:"weeks"` // whole ones of the log
	More   *int  `json:"more"`  // about so many weeks more would show it; null where no length would, or none is needed
	// NextLow to NextHigh is where the change of as many weeks more may lie, at 95 %: a
	// prediction.
	NextLow  Float `json:"nextLow"`
	NextHigh Float `json:"nextHigh"`
	// Resampled is the change pooled over resamples, with its simulation error; null of
	// none.
	Resampled Float `json:"resampled"`
	SimLow    Float `json:"simLow"`
	SimHigh   Float `json:"simHigh"`
	Follows   Float `json:"follows"` // how far a week goes on into the next, see stats.Range: mean of all choices
	Peak      Float `json:"peak"`    // the busiest week's share of the waiting

	replayed bool    // the log itself is known
	shownAt  float64 // the level at which it would be shown
}

// Weighing is what a claim is made of.
type Weighing struct {
	// Own are the sums of the log's own replay by choice and whole week, the baseline
	// first; nil while it is not replayed.
	Own   [][]int64
	Weeks int // of those
	// Resampled are the total waits by choice and resample.
	Resampled [][]int64
	// Sim gives the interval of the simulation error; nil: Fieller's.
	Sim func(policy, base []int64) stats.Change
	// Leads says which choices were picked beforehand, to be looked at first; nil: none.
	Leads func(choice int) bool
	// Together says that choices go with each other, as one order with several thresholds
	// does: the error is shared by as many as they are worth (stats.Separate).
	Together bool
	// Rules says which choices change rules, whose ranges are wider (stats.RuleSpread); nil: none.
	Rules func(choice int) bool
}

// rangeOf is a choice's change over the log's own weeks, with its range.
func (w *Weighing) rangeOf(choice int) stats.Range {
	if w.Rules != nil && w.Rules(choice) {
		return stats.RangeSupposing(stats.RuleSpread, w.Own[choice], w.Own[0])
	}
	return stats.RangeOf(w.Own[choice], w.Own[0])
}

// leading is how much of the error that a claim may have goes to the choices that lead,
// where some do.
const leading = 0.8

// levels are those at which each choice is claimed, so that all claims together hold at
// Level (Bonferroni): the same for all, or most of the error for the few that lead.
func (w *Weighing) levels(ranges []stats.Range) []float64 {
	n := len(ranges)
	list, leads := make([]float64, n), 0
	of := map[bool][]stats.Range{}
	for i := 1; i < n; i++ {
		lead := w.Leads != nil && w.Leads(i)
		if of[lead] = append(of[lead], ranges[i]); lead {
			leads++
		}
	}
	worth := func(list []stats.Range) float64 {
		if w.Together {
			return stats.Separate(list, Level)
		}
		return float64(len(list))
	}
	none := leads == 0 || leads == n-1 || !w.Together && 2*leads >= n-1
	all, first, rest := worth(ranges[1:]), worth(of[true]), worth(of[false])
	for i := 1; i < n; i++ {
		switch {
		case none:
			list[i] = 1 - (1-Level)/all
		case w.Leads(i):
			list[i] = 1 - leading*(1-Level)/first
		default:
			list[i] = 1 - (1-leading)*(1-Level)/rest
		}
	}
	return list
}

// Judge weighs all choices, and names one; nil where there is no other than the baseline,
// or nothing is known yet.
func (w *Weighing) Judge() ([]Judged, *Claim) {
	list, ranges, levels := w.weigh()
	if w.nothing(len(list)) {
		return list, nil
	}
	gain := stats.Choosing(ranges[1:])
	for i := 1; i < len(list); i++ {
		list[i].Corrected = Corrected(&ranges[i], gain, levels[i])
	}
	return list, w.claim(list, ranges, levels, gain)
}

// nothing says whether there is no choice to speak of, or nothing known of them.
func (w *Weighing) nothing(n int) bool { return n < 2 || len(w.Own) == 0 && len(w.Resampled[0]) == 0 }

// weigh weighs all choices, each for itself and at its level.
func (w *Weighing) weigh() (list []Judged, ranges []stats.Range, levels []float64) {
	n := max(len(w.Own), len(w.Resampled))
	list = make([]Judged, n)
	sim := w.Sim
	if sim == nil {
		sim = func(policy, base []int64) stats.Change { return stats.Fieller(policy, base, Level) }
	}
	near := w.near()
	ranges = make([]stats.Range, n)
	for i := 1; i < len(w.Own); i++ {
		ranges[i] = w.rangeOf(i)
	}
	levels = w.levels(ranges)
	for i := range list {
		nan := Float(math.NaN())
		list[i] = Judged{Bounds: Bounds{nan, nan, nan, nan, nan, nan}, Corrected: nan, Shown: Nothing, Near: near[i]}
		if i == 0 {
			list[i].Bounds, list[i].Corrected = Bounds{}, 0
		}
		if len(w.Resampled) > 0 && i > 0 {
			c := sim(w.Resampled[i], w.Resampled[0])
			list[i].Change, list[i].SimLow, list[i].SimHigh = Float(c.Mid), Float(c.Low), Float(c.High)
		}
		if len(w.Own) > 0 && i > 0 {
			c := ranges[i].Change(levels[i])
			list[i].Own, list[i].Low, list[i].High = Float(c.Mid), Float(c.Low), Float(c.High)
			list[i].Shown = signOf(c)
		}
	}
	return list, ranges, levels
}

// Against is how choice i's sums relate to those of choice j, with its ranges at a level.
func (w *Weighing) Against(i, j int, level float64) Bounds {
	nan := Float(math.NaN())
	b := Bounds{nan, nan, nan, nan, nan, nan}
	if len(w.Resampled) > 0 {
		c := stats.Fieller(w.Resampled[i], w.Resampled[j], level)
		b.Change, b.SimLow, b.SimHigh = Float(c.Mid), Float(c.Low), Float(c.High)
	}
	if len(w.Own) > 0 {
		r := stats.RangeOf(w.Own[i], w.Own[j])
		c := r.Change(level)
		b.Own, b.Low, b.High = Float(c.Mid), Float(c.Low), Float(c.High)
	}
	return b
}

// signOf is what an interval shows.
func signOf(c stats.Change) string {
	switch {
	case c.High < 0:
		return Less
	case c.Low > 0:
		return More
	}
	return Nothing
}

// near says which choices may be the best, by the log's own weeks where they are known.
func (w *Weighing) near() []bool {
	if len(w.Own) > 0 {
		return stats.NearLeast(w.Own, Level)
	}
	return stats.NearBest(w.Resampled, Level)
}

// claim names a choice and says what may be claimed of it.
func (w *Weighing) claim(list []Judged, ranges []stats.Range, levels []float64, gain float64) *Claim {
	at, bound := 0, math.Inf(1)
	for i := 1; i < len(list); i++ { // the least upper end; of those without a range the least change
		end := ranges[i].Change(levels[i]).High
		if math.IsNaN(end) {
			mid, _, _ := list[i].Leading()
			end = 1e9 + float64(mid)
		}
		if end < bound {
			at, bound = i, end
		}
	}
	if at == 0 {
		at = 1
	}
	return w.about(at, list, ranges, levels, gain)
}

// Weighed are all choices, weighed.
type Weighed struct {
	Judged   []Judged
	weighing *Weighing
	ranges   []stats.Range
	levels   []float64
}

// Weigh weighs all choices, for those who choose among some of them by themselves.
func (w *Weighing) Weigh() *Weighed {
	list, ranges, levels := w.weigh()
	return &Weighed{list, w, ranges, levels}
}

// Range is a choice's change with its range at the level for all that was looked at.
func (w *Weighed) Range(choice int) Bounds {
	return w.Judged[choice].Bounds
}

// Claims are what may be claimed of each of some choices, were it chosen among them.
func (w *Weighed) Claims(among []int) []*Claim {
	ranges, list := make([]stats.Range, len(among)), make([]*Claim, len(among))
	for i, x := range among {
		ranges[i] = w.ranges[x]
	}
	gain := stats.Choosing(ranges)
	for i, x := range among {
		list[i] = w.weighing.about(x, w.Judged, w.ranges, w.levels, gain)
	}
	return list
}

// LevelOf is the level at which a choice is claimed.
func (w *Weighed) LevelOf(choice int) float64 { return w.levels[choice] }

// About is what may be claimed of one choice that was asked about beforehand, at its level
// among all. Nobody chose it by looking, so its figure is shrunk for the busy weeks alone that
// a log may lack. Nil where nothing is known.
func (w *Weighing) About(at int) *Claim {
	list, ranges, levels := w.weigh()
	if w.nothing(len(list)) {
		return nil
	}
	return w.about(at, list, ranges, levels, 0)
}

// about is the claim of a choice that gained something by having been chosen (stats.Choosing).
func (w *Weighing) about(at int, list []Judged, ranges []stats.Range, levels []float64, gain float64) *Claim {
	j, r := &list[at], &ranges[at]
	c := &Claim{At: at, Verdict: Undecided, Own: j.Own, Level: Level, Among: len(list) - 1, Weeks: w.Weeks, replayed: len(w.Own) > 0,
		shownAt:   levels[at],
		Resampled: j.Change, SimLow: j.SimLow, SimHigh: j.SimHigh}
	c.Change, c.Low, c.High = j.Leading()
	if own := r.Change(Level); j.Own.Known() { // for itself
		c.Low, c.High = Float(own.Low), Float(own.High)
	}
	next := r.Next(max(1, r.Weeks), Level)
	c.NextLow, c.NextHigh = Float(next.Low), Float(next.High)
	c.Follows, c.Peak = w.follows(ranges), Float(r.Peak())
	switch {
	case len(w.Own) > 0 && sum(w.Own[0]) == 0 && sum(first(w.Resampled)) == 0:
		c.Verdict = NoGain
	case r.Known():
		c.Change = Float(r.Left(gain, levels[at]))
		c.judge(r, j, levels[at])
		c.Change = Corrected(r, gain, levels[at])
	}
	return c
}

// Together gives a claim of which nothing is shown the range at the level for all that was looked at, as b has it: a sentence that
// speaks of several choices has ranges of one level.
func (c *Claim) Together(b *Bounds) {
	if c.Verdict == Undecided && c.Low.Known() {
		c.Low, c.High, c.Level = b.Low, b.High, Float(c.shownAt)
	}
}

// Replayed says whether the log itself is known.
func (c *Claim) Replayed() bool { return c.replayed }

// judge finds the verdict and its range.
func (c *Claim) judge(r *stats.Range, j *Judged, level float64) {
	all := r.Change(level)
	switch {
	case j.Shown != Nothing:
		c.Verdict, c.Held = Shown, c.held(r, j)
		c.Low, c.High, c.Level = Float(all.Low), Float(all.High), Float(level)
		if c.Held != "" {
			c.Verdict = Leaning
		}
		if c.Held != "" && c.Change > 0 {
			c.Verdict = Undecided
		}
		return
	case c.High < 0:
		c.Verdict = Leaning
	}
	if n, ok := r.More(float64(c.Change), level); ok && c.Change < 0 {
		c.More = &n
	}
}

// Corrected is what is left of a change that gained something by having been chosen (stats.Choosing), at the level at which it
// would be claimed; it lies in the range that stands beside it. NaN where the change has no range.
func Corrected(r *stats.Range, gain, level float64) Float {
	if !r.Known() {
		return Float(math.NaN())
	}
	left := r.Left(gain, level)
	if signOf(r.Change(level)) != Nothing {
		return Float(left)
	}
	own := r.Change(Level)
	return Float(min(max(left, own.Low), own.High))
}

// held says what keeps a claim back.
func (c *Claim) held(r *stats.Range, j *Judged) Held {
	switch {
	case r.OneSpell(float64(c.Follows)):
		return OneSpell
	case j.SimLow > max(c.High, 0) || j.SimHigh < min(c.Low, 0) || c.High < 0 && j.SimLow > 0 || c.Low > 0 && j.SimHigh < 0:
		return Disagrees
	}
	return ""
}

// follows is how far weeks go on into the next, over all choices.
func (w *Weighing) follows(ranges []stats.Range) Float {
	sum, n := 0.0, 0
	for i := range ranges {
		if x := ranges[i].Follows(); i > 0 && x == x {
			sum, n = sum+x, n+1
		}
	}
	return Float(sum / float64(n))
}

func first(sums [][]int64) []int64 {
	if len(sums) == 0 {
		return nil
	}
	return sums[0]
}

func sum(v []int64) (s int64) {
	for _, x := range v {
		s += x
	}
	return s
}
