package report

import (
	"math"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
	"shadowtime/core/job/resample"
	"shadowtime/core/study"
)

// Bounds are a change against the baseline with how far it may lie elsewhere: fractions
// of the baseline's total wait, at 95 %.
//
// Own is what the log's own weeks show, replayed as they were, and Low to High its range
// (stats.Range), of choices beside others at 95 % for all together: null of fewer than four
// weeks. Change is the same pooled over resamples, and SimLow to SimHigh its simulation error:
// how far it may lie that ever more resamples of this log would show. That error carries no
// claim.
type Bounds struct {
	Change  Float `json:"change"` // pooled over resamples; null of none
	Own     Float `json:"own"`    // of the log's own whole weeks; null where those are not asked
	Low     Float `json:"low"`
	High    Float `json:"high"`
	SimLow  Float `json:"simLow"`
	SimHigh Float `json:"simHigh"`
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
	// Corrected is what is left of Own, were the choice picked among all that were judged beside it: the raw change corrected
	// for choosing, and the figure that a sentence has of the one it names. Null where Own has no range.
	Corrected Float  `json:"corrected"`
	Shown     string `json:"shown"` // what of the change is shown, all choices together at 95 %: see Less
	Near      bool   `json:"near"`  // it may be the one that waits least (stats.NearLeast)
}

// Claimed gives a choice of which something is claimed the range that its claim has, so that sentence, chart and table have
// one. That of others is at 95 % for all together.
func (j *Judged) Claimed(c *Claim) {
	if c != nil && c.Low.Known() {
		j.Low, j.High = c.Low, c.High
	}
}

// What is shown of a change: Less (waiting) and More where the interval of the
// log's weeks, at the level stats.Among all choices, lies on one side of zero. The
// simulation error shows nothing: more resamples of a log are not more of its weeks.
const (
	Less    = "less"
	More    = "more"
	Nothing = "nothing"
)

// Shown is what of a change is shown by its own interval: Less, More or Nothing.
func (b *Bounds) Shown() string {
	return signOf(stats.Change{Low: float64(b.Low), High: float64(b.High)})
}

// wide intervals, of more than three times the baseline's waiting, say nothing
// that numbers would make clearer.
const wide = 3

// Telling says whether an interval is known, and narrow enough to be written.
func Telling(low, high Float) bool { return high-low <= wide }

// Weigh is the change of total waits against the baseline's over resamples, at a level: for
// what the log's own weekly sums are not known of, as a group of users.
func Weigh(policy, base []int64, weeks stats.Weeks, level float64) Bounds {
	return BoundsOf(weeks.Change(policy, base, level), stats.Fieller(policy, base, level))
}

// leastWeeks is how many whole weeks a log must have for the spread of its resamples to say
// anything. Of 140 logs of four to seven weeks on which no order does anything, 61 % had a
// cut claimed by what a few weeks show of themselves; of 243 of eight and more, none.
const leastWeeks = 8

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

// WeeksOf says how many weeks the log and a resample have, for Weigh; none where
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
