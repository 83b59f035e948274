package report

import (
	"shadowtime/core/figure"
	"shadowtime/core/paired"
	"shadowtime/core/resample"
	"shadowtime/core/study"
)

// Bounds are a change against the baseline with its two intervals: fractions of
// the baseline's total wait, at 95 % unless a level is said.
//
// Low to High is about this log's weeks: how far the change may lie that other
// weeks of the same machine would show (paired.Weeks); it is null where the log
// has less than two blocks of weeks, and where weeks are not drawn with
// replacement. SimLow to SimHigh is the simulation error: how far the change may
// lie that ever more resamples of this log would show.
type Bounds struct {
	Change  Float `json:"change"` // pooled relative change of the total wait
	Low     Float `json:"low"`
	High    Float `json:"high"`
	SimLow  Float `json:"simLow"`
	SimHigh Float `json:"simHigh"`
}

// Interval is the one that leads: of this log's weeks where it is known, else
// the simulation error; byWeeks says which.
func (b *Bounds) Interval() (low, high Float, byWeeks bool) {
	if b.Low.Known() {
		return b.Low, b.High, true
	}
	return b.SimLow, b.SimHigh, false
}

// BoundsOf are a change with the interval of the log's weeks, and the simulation
// error.
func BoundsOf(c, sim paired.Change) Bounds {
	return Bounds{Float(c.Mid), Float(c.Low), Float(c.High), Float(sim.Low), Float(sim.High)}
}

// Judged is what is known of the change of one choice: an order, a strategy, a
// pair of orders.
type Judged struct {
	Bounds
	Shown string `json:"shown"` // what of the change is shown, all choices together at 95 %: see Less
	Near  bool   `json:"near"`  // it may be the one that waits least in resamples (paired.NearBest)
}

// What is shown of a change: Less (waiting) and More where the interval that
// leads, at the level paired.Among all choices, lies on one side of zero.
const (
	Less    = "less"
	More    = "more"
	Nothing = "nothing"
)

// Choice is the one that waits least of all but the baseline: the one that a
// sentence names. Since it was chosen by looking, its intervals are at the level
// paired.Among all of them.
type Choice struct {
	At    int   `json:"-"` // which one it is
	Level Float `json:"level"`
	Bounds
}

// Shown is what of its change is shown at its level: Less, More or Nothing.
func (c *Choice) Shown() string {
	switch low, high, _ := c.Interval(); {
	case high < 0:
		return Less
	case low > 0:
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
	return " Intervals of the one named are at " + figure.Percent(c.Level, 1) + ", wider than those of the table, for choosing it among " + figure.Count(of) + "."
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
	return "Changes of " + name + " below about ±" + figure.Percent(half, 0) + " can't be shown by a log like this one: they need more weeks, not more resamples."
}

func (c *Choice) brackets(a, b float64) string {
	if !(b-a <= wide) {
		return ""
	}
	return " " + figure.IntervalTo(a, b, figure.Digits(float64(c.Change)))
}

// Judge judges total waits against those of the first row, the baseline; one
// row a choice, one entry a resample. Sim gives the interval of the simulation
// error; nil: Fieller's. The best but the baseline is nil where there is none.
func Judge(wait [][]int64, weeks paired.Weeks, sim func(policy, base []int64) paired.Change) ([]Judged, *Choice) {
	among := paired.Among(Level, len(wait))
	near := paired.NearBest(wait, Level)
	if sim == nil {
		sim = func(policy, base []int64) paired.Change { return paired.Fieller(policy, base, Level) }
	}
	list := make([]Judged, len(wait))
	for i := range wait {
		j := &list[i]
		*j = Judged{Near: near[i], Shown: Nothing}
		if i == 0 {
			continue
		}
		j.Bounds = BoundsOf(weeks.Change(wait[i], wait[0], Level), sim(wait[i], wait[0]))
		at := chosen(i, wait, weeks, among)
		j.Shown = at.Shown()
	}
	if len(wait) < 2 || len(wait[0]) == 0 {
		return list, nil
	}
	best := chosen(1+paired.Best(wait[1:]), wait, weeks, among)
	return list, &best
}

// chosen is choice i at a level. Its simulation error is Fieller's, whatever
// kind others have: claims are made by it.
func chosen(i int, wait [][]int64, weeks paired.Weeks, level float64) Choice {
	c := Weigh(wait[i], wait[0], weeks, level)
	c.At = i
	return c
}

// Weigh is a choice that other weeks named, at a level of its own: its total
// waits against the baseline's.
func Weigh(policy, base []int64, weeks paired.Weeks, level float64) Choice {
	return Choice{Level: Float(level), Bounds: BoundsOf(weeks.Change(policy, base, level), paired.Fieller(policy, base, level))}
}

// WeeksOf says how many weeks the log and a resample have, for Judge; none where
// the spread of resamples says nothing of other weeks.
func WeeksOf(w *study.Workload, log, resampled int) paired.Weeks {
	if w.Variant != resample.Block && w.Variant != resample.Draw {
		return paired.Weeks{}
	}
	return paired.Weeks{Log: float64(log), Resample: float64(resampled), Block: float64(w.Block)}
}

// Resamples is how many of them there are: none where the log itself was
// replayed, whose single trace is no sample of anything.
func Resamples(w *study.Workload, rows int) int {
	if w.Variant == resample.Original {
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
	return figure.SignedPercent(float64(change), figure.Digits(float64(change)))
}
