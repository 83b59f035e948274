package report

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
	"shadowtime/core/job/resample"
	"shadowtime/core/study"
)

// Bounds are a change against the baseline with how far it may lie elsewhere: fractions
// of the baseline's total wait, at 95 % unless a level is said.
//
// Own is what the log's own weeks show, replayed as they were, and Low to High its range
// (stats.Range): null of fewer than four weeks. Change is the same pooled over resamples,
// and SimLow to SimHigh its simulation error: how far it may lie that ever more resamples of
// this log would show. That error carries no claim.
type Bounds struct {
	Change  Float `json:"change"` // pooled over resamples; null of none
	Own     Float `json:"own"`    // of the log's own whole weeks; null where those are not asked
	Low     Float `json:"low"`
	High    Float `json:"high"`
	SimLow  Float `json:"simLow"`
	SimHigh Float `json:"simHigh"`
}

// Interval is the one that is drawn first: of this log's weeks where it is known,
// else the simulation error; byWeeks says which. Only the former carries a claim.
func (b *Bounds) Interval() (low, high Float, byWeeks bool) {
	if b.Low.Known() {
		return b.Low, b.High, true
	}
	return b.SimLow, b.SimHigh, false
}

// Leading is the change that is spoken of, with its range: of the log's own weeks, or of
// resamples where those are all that is known.
func (b *Bounds) Leading() (change, low, high Float) {
	if b.Own.Known() {
		return b.Own, b.Low, b.High
	}
	return b.Change, b.Low, b.High
}

// BoundsOf are a change over resamples with the interval of the log's weeks (stats.Weeks),
// and the simulation error.
func BoundsOf(c, sim stats.Change) Bounds {
	return Bounds{Float(c.Mid), Float(math.NaN()), Float(c.Low), Float(c.High), Float(sim.Low), Float(sim.High)}
}

// Judged is what is known of the change of one choice: an order, a strategy, a
// pair of orders.
type Judged struct {
	Bounds
	Shown string `json:"shown"` // what of the change is shown, all choices together at 95 %: see Less
	Near  bool   `json:"near"`  // it may be the one that waits least in resamples (stats.NearBest)
}

// What is shown of a change: Less (waiting) and More where the interval of the
// log's weeks, at the level stats.Among all choices, lies on one side of zero. The
// simulation error shows nothing: more resamples of a log are not more of its weeks.
const (
	Less    = "less"
	More    = "more"
	Nothing = "nothing"
)

// Choice is the one that a sentence names, see Judge. Since it was chosen by
// looking, its intervals are at the level stats.Among all of them.
type Choice struct {
	At    int   `json:"-"` // which one it is
	Level Float `json:"level"`
	Bounds
}

// Shown is what of its change is shown at its level: Less, More or Nothing.
func (c *Choice) Shown() string {
	switch {
	case c.High < 0:
		return Less
	case c.Low > 0:
		return More
	}
	return Nothing
}

// Cut writes an interval of changes as one of cuts, with the decimals that the
// choice's change deserves and a space before it; "" when it is not known or says
// nothing.
func (c *Choice) Cut(low, high Float) string { return c.brackets(-float64(high), -float64(low)) }

// Rise is Cut of increases.
func (c *Choice) Rise(low, high Float) string { return c.brackets(float64(low), float64(high)) }

// Elsewhere says what other weeks of the machine could show, where that is not
// the sign that resamples have.
func Elsewhere(low, high Float) string {
	if !low.Known() {
		return "resamples alone prove nothing."
	}
	return "other weeks of this machine could show " + Anything(low, high) + ": a longer log would tell."
}

// wide intervals, of more than three times the baseline's waiting, say nothing
// that numbers would make clearer.
const wide = 3

// Telling says whether an interval is known, and narrow enough to be written.
func Telling(low, high Float) bool { return high-low <= wide }

// Anything says between which changes an interval leaves things open.
func Anything(low, high Float) string {
	if high-low > wide {
		return "anything at all"
	}
	return "anything from " + Signed(low) + " to " + Signed(high)
}

// AtLevel says at which level the intervals of a sentence are that names the
// best of so many; "" where that is the one of the table.
func (c *Choice) AtLevel(of int) string {
	if low, high, _ := c.Interval(); c.Level <= Level || !Telling(low, high) {
		return ""
	}
	return " Intervals of the one named are at " + numeral.Percent(c.Level, 1) + ", wider than those of the table, for choosing it among " +
		numeral.Count(of) + "."
}

// Least says how small a change this log can show of the choice, by its name; ""
// where that is not known.
func (c *Choice) Least(name string) string {
	half := float64(c.High-c.Low) / 2
	switch {
	case !c.Low.Known():
		return ""
	case half > 1:
		return "A log like this one can hardly show any change of " + name + ": that needs more weeks, not more resamples."
	}
	return "Changes of " + name + " below about ±" + numeral.Percent(half, 0) + " can't be shown by a log like this one: they need more " +
		"weeks, not more resamples."
}

func (c *Choice) brackets(a, b float64) string {
	if !(b-a <= wide) {
		return ""
	}
	return " " + numeral.IntervalTo(a, b, numeral.Digits(float64(c.Change)))
}

// Judge judges total waits against those of the first row, the baseline; one
// row a choice, one entry a resample. Sim gives the interval of the simulation
// error; nil: Fieller's. The choice that is named is the one of those shown to wait
// less whose interval ends lowest, so that none is said to be unshown beside one that
// is; where none is shown, the one that waits least. It is nil where there is no other
// than the baseline.
func Judge(wait [][]int64, weeks stats.Weeks, sim func(policy, base []int64) stats.Change) ([]Judged, *Choice) {
	among := stats.Among(Level, len(wait))
	near := stats.NearBest(wait, Level)
	if sim == nil {
		sim = func(policy, base []int64) stats.Change { return stats.Fieller(policy, base, Level) }
	}
	list := make([]Judged, len(wait))
	var named *Choice
	for i := range wait {
		j := &list[i]
		*j = Judged{Near: near[i], Shown: Nothing}
		if i == 0 {
			continue
		}
		j.Bounds = BoundsOf(weeks.Change(wait[i], wait[0], Level), sim(wait[i], wait[0]))
		at := chosen(i, wait, weeks, among)
		if j.Shown = at.Shown(); j.Shown == Less && (named == nil || at.High < named.High) {
			named = &at
		}
	}
	if named == nil && len(wait) > 1 && len(wait[0]) > 0 {
		best := chosen(1+stats.Best(wait[1:]), wait, weeks, among)
		named = &best
	}
	return list, named
}

// chosen is choice i at a level. Its simulation error is Fieller's, whatever
// kind others have: claims are made by it.
func chosen(i int, wait [][]int64, weeks stats.Weeks, level float64) Choice {
	c := Weigh(wait[i], wait[0], weeks, level)
	c.At = i
	return c
}

// Weigh is a choice that other weeks named, at a level of its own: its total
// waits against the baseline's.
func Weigh(policy, base []int64, weeks stats.Weeks, level float64) Choice {
	return Choice{Level: Float(level), Bounds: BoundsOf(weeks.Change(policy, base, level), stats.Fieller(policy, base, level))}
}

// leastWeeks is how many whole weeks a log must have for anything to be claimed of
// it. Of 140 logs of four to seven weeks on which no order does anything, 61 % had a
// cut claimed by what a few weeks show of themselves; of 243 of eight and more, none.
const leastWeeks = 8

// TooShort says that a log, or a part of it, is too short to claim something, as in
// "This log is too short to claim that any order is better than FCFS: it has 6 whole
// weeks, and 8 are the least."; "" where its replay, under a workload, has weeks enough.
func TooShort(w *study.Workload, part string, weeks int, claim string) string {
	own, exact := ownWeeks(w, weeks)
	if own >= leastWeeks && (w.Variant != resample.Whole || own > leastWeeks) {
		return ""
	}
	has, least := "it has "+numeral.Count(own)+" whole "+numeral.Plural(own, "week", "weeks")+", and ", strconv.Itoa(leastWeeks)
	switch {
	case !exact:
		has, least = "", least+" whole weeks"
	case own == 0:
		has = "it has no whole week, and "
	case w.Variant == resample.Whole:
		has, least = "it spans less than "+numeral.Plural(own, "one week", numeral.Weeks(own))+", and ", least+" whole ones"
	}
	return part + " is too short to claim " + claim + ": " + has + least + " are the least."
}

// Title is what TooShort says without its reason, for a chart.
func Title(short string) string {
	title, _, _ := strings.Cut(short, ":")
	return title
}

// ownWeeks are the weeks of a log whose replay, at another load, has so many; where jobs
// come sooner they are at least that, and not known exactly.
func ownWeeks(w *study.Workload, replayed int) (weeks int, exact bool) {
	switch {
	case w.LoadBy != resample.Arrivals || w.Load == 1:
		return replayed, true
	case w.Load < 1:
		return int(float64(replayed)*w.Load + 1e-9), true
	}
	return int(float64(replayed-1)*w.Load) + 1, false
}

// WeeksOf says how many weeks the log and a resample have, for Judge; none where
// the spread of resamples says nothing of other weeks: of too few of them, or of
// weeks that are not drawn with replacement.
func WeeksOf(w *study.Workload, log, resampled int) stats.Weeks {
	if own, _ := ownWeeks(w, log); own < leastWeeks || w.Variant != resample.Block && w.Variant != resample.Draw {
		return stats.Weeks{}
	}
	return stats.Weeks{Log: float64(log), Resample: float64(resampled), Block: float64(w.Block)}
}

// Resamples is how many of them there are: none where the log itself was
// replayed, whose single trace is no sample of anything.
func Resamples(w *study.Workload, rows int) int {
	if w.Once() {
		return 0
	}
	return rows
}

// Apart says whether the weeks of each user are drawn apart.
func Apart(w *study.Workload) bool {
	return w.Variant == resample.Draw || w.Variant == resample.Shuffle
}

// Signed writes a change with its sign and the decimals that it deserves.
func Signed(change Float) string {
	return numeral.SignedPercent(float64(change), numeral.Digits(float64(change)))
}
