package report

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
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
}

// leading is how much of the error that a claim may have goes to the choices that lead,
// where some do.
const leading = 0.8

// levels are those at which each choice is claimed, so that all claims together hold at
// Level (Bonferroni): the same for all, or most of the error for the few that lead.
func (w *Weighing) levels(n int) []float64 {
	list, leads := make([]float64, n), 0
	for i := 1; i < n; i++ {
		if w.Leads != nil && w.Leads(i) {
			leads++
		}
	}
	for i := 1; i < n; i++ {
		switch share := (1 - Level) / float64(n-1); {
		case leads == 0 || 2*leads >= n-1:
			list[i] = 1 - share
		case w.Leads(i):
			list[i] = 1 - leading*(1-Level)/float64(leads)
		default:
			list[i] = 1 - (1-leading)*(1-Level)/float64(n-1-leads)
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
	return list, w.claim(list, ranges, levels)
}

// nothing says whether there is no choice to speak of, or nothing known of them.
func (w *Weighing) nothing(n int) bool { return n < 2 || len(w.Own) == 0 && len(w.Resampled[0]) == 0 }

// weigh weighs all choices, each for itself and at its level.
func (w *Weighing) weigh() (list []Judged, ranges []stats.Range, levels []float64) {
	n := max(len(w.Own), len(w.Resampled))
	list, levels = make([]Judged, n), w.levels(n)
	sim := w.Sim
	if sim == nil {
		sim = func(policy, base []int64) stats.Change { return stats.Fieller(policy, base, Level) }
	}
	near := w.near()
	ranges = make([]stats.Range, n)
	for i := range list {
		nan := Float(math.NaN())
		list[i] = Judged{Bounds: Bounds{nan, nan, nan, nan, nan, nan}, Shown: Nothing, Near: near[i]}
		if i == 0 {
			list[i].Bounds = Bounds{}
		}
		if len(w.Resampled) > 0 && i > 0 {
			c := sim(w.Resampled[i], w.Resampled[0])
			list[i].Change, list[i].SimLow, list[i].SimHigh = Float(c.Mid), Float(c.Low), Float(c.High)
		}
		if len(w.Own) > 0 && i > 0 {
			ranges[i] = stats.RangeOf(w.Own[i], w.Own[0])
			c, all := ranges[i].Change(Level), ranges[i].Change(levels[i])
			list[i].Own, list[i].Low, list[i].High = Float(c.Mid), Float(c.Low), Float(c.High)
			list[i].Shown = signOf(all)
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
func (w *Weighing) claim(list []Judged, ranges []stats.Range, levels []float64) *Claim {
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
	c := w.about(at, list, ranges, levels)
	if c.Verdict != NoGain && ranges[at].Known() {
		c.Change = Float(stats.Chosen(ranges[1:], at-1, levels[at]))
		c.judge(&ranges[at], &list[at], levels[at])
	}
	return c
}

// about is what is known of a choice, before anything is claimed of it.
func (w *Weighing) about(at int, list []Judged, ranges []stats.Range, levels []float64) *Claim {
	j, r := &list[at], &ranges[at]
	c := &Claim{At: at, Verdict: Undecided, Own: j.Own, Level: Level, Among: len(list) - 1, Weeks: w.Weeks, replayed: len(w.Own) > 0,
		shownAt:   levels[at],
		Resampled: j.Change, SimLow: j.SimLow, SimHigh: j.SimHigh}
	c.Change, c.Low, c.High = j.Leading()
	next := r.Next(max(1, r.Weeks), Level)
	c.NextLow, c.NextHigh = Float(next.Low), Float(next.High)
	c.Follows, c.Peak = w.follows(ranges), Float(r.Peak())
	if len(w.Own) == 0 || sum(w.Own[0]) == 0 && sum(first(w.Resampled)) == 0 {
		if len(w.Own) > 0 {
			c.Verdict = NoGain
		}
	}
	return c
}

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
	case j.High < 0:
		c.Verdict = Leaning
	}
	if n, ok := r.More(float64(c.Change), level); ok && c.Change < 0 {
		c.More = &n
	}
	// a figure lies in the range that stands beside it
	c.Change = min(max(c.Change, c.Low), c.High)
}

// held says what keeps a claim back.
func (c *Claim) held(r *stats.Range, j *Judged) Held {
	switch {
	case r.OneSpell(float64(c.Follows)):
		return OneSpell
	case j.SimLow > max(j.High, 0) || j.SimHigh < min(j.Low, 0) || j.High < 0 && j.SimLow > 0 || j.Low > 0 && j.SimHigh < 0:
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

// Subject is of what a claim is said, in the words of its kind.
type Subject struct {
	Name  string // the choice as a subject: "SPF"; "full, choosing daily,"
	Base  string // "FCFS"
	What  string // what is to be small: "the mean wait"
	Any   string // "any order": what could not be told to beat the baseline
	Where string // what was replayed: "This log", "The second half"
	Many  string // of what it is one: "orders"
	Leads string // those that were picked beforehand, "" where none were

	// What is said otherwise of some kinds; each "" for the usual words.
	Beats string    // "beats FCFS": what could not be told
	Of    string    // " of the half that judges": whose weeks there are too few of
	Own   string    // "the log's own 20 weeks, replayed as they were": what the range is made of
	Drawn string    // "Resamples": what does not bear a claim out
	Units [2]string // "stretch", "stretches": what is summed up, if not weeks
	Terse bool      // it was said already that the range is widened
}

func (s *Subject) beats() string { return cmp.Or(s.Beats, "beats "+s.Base) }

// units counts what is summed up.
func (s *Subject) units(n int) string {
	if s.Units[0] == "" {
		return numeral.Weeks(n)
	}
	return numeral.Count(n) + " " + numeral.Plural(n, s.Units[0], s.Units[1])
}

// like says what claims rest on.
func (s *Subject) like() string {
	if s.Units[0] == "" {
		return "its weeks go on as these did"
	}
	return "the " + s.Units[1] + " that follow are like these"
}

// Sentence says the claim with its one range, and what would settle it. One claim a
// sentence.
func (c *Claim) Sentence(s Subject) string {
	switch {
	case !c.replayed:
		return "The log itself is not replayed yet. In resamples of it " + s.Name + " changes " + s.What + " by " + Signed(c.Change) + "."
	case c.Weeks < stats.LeastWeeks:
		return c.tooShort(s)
	case c.Change > 0 || c.Change == 0:
		return c.behind(s)
	case c.Verdict == Shown:
		return s.Name + " would have cut " + s.What + " by " + numeral.Share(-c.Change) + c.plausibly() + "." + c.widened(s)
	case c.Verdict == Leaning:
		return "Likely better, not yet sure: " + s.Name + " with " + numeral.Share(-c.Change) + " off " + s.What + c.plausibly() + "." +
			c.Why(s) + c.settled(s)
	case c.More != nil:
		return s.Where + " is too short to tell whether " + s.Any + " " + s.beats() + "." + c.guess(s) + c.settled(s)
	}
	return s.Where + " does not show that " + s.Any + " " + s.beats() + "." + c.guess(s) + c.settled(s)
}

// guess names the choice where nothing is shown.
func (c *Claim) guess(s Subject) string {
	return " Best guess: " + s.Name + " with " + numeral.Share(-c.Change) + " off " + s.What + c.plausibly() + "."
}

// behind is said where the choice does no better than the baseline.
func (c *Claim) behind(s Subject) string {
	text := s.Where + " does not show that " + s.Any + " " + s.beats() + "."
	switch {
	case c.Change == 0:
		return text + " With " + s.Name + " it has the same " + bare(s.What) + "."
	case c.Verdict == Shown:
		text = s.Base + " has the least " + bare(s.What) + "."
	}
	name := s.Name
	if s.Units[0] == "" { // choices of other kinds have names that are written as they are
		name = Capital(name)
	}
	text += " " + name + " comes next: "
	if c.Verdict != Shown {
		return text + "with it " + s.What + " is " + numeral.Share(c.Change) + " higher" + c.plausibly() + "." + c.Why(s)
	}
	return text + "it raises " + s.What + " by " + numeral.Share(c.Change) + c.plausibly() + "."
}

func bare(what string) string { return what[len("the "):] }

// Capital begins a sentence.
func Capital(s string) string { return numeral.Capital(s) }

// Short says that there are fewer weeks than have a range.
func (c *Claim) Short(s Subject) string {
	has, short, remedy := numeral.Count(c.Weeks)+" whole "+numeral.Plural(c.Weeks, "week", "weeks")+s.Of, "short", "Export a longer period."
	switch {
	case s.Units[0] != "":
		has, short, remedy = s.units(c.Weeks)+s.Of, "few", "Run more of them."
	case c.Weeks == 0:
		has = "Less than a whole week" + s.Of
	}
	return has + numeral.Plural(max(c.Weeks, 1), " is", " are") + " too " + short + " to claim anything: " +
		strconv.Itoa(stats.LeastWeeks) + " are the least, 8 or more are useful. " + remedy
}

// tooShort is Short with what was seen.
func (c *Claim) tooShort(s Subject) string {
	text := c.Short(s) + " "
	if s.Units[0] != "" {
		return text + s.Name + " " + Changes(s.What, c.Change, c.Low, c.High) + "."
	}
	switch {
	case !c.Change.Known():
		return text + "Nobody waits with " + s.Base + "."
	case c.Change == 0:
		return text + "As it was replayed, " + s.Name + " has the same " + bare(s.What) + " as " + s.Base + "."
	case c.Change > 0:
		return text + "As it was replayed, " + s.Base + " has the least " + bare(s.What) + "; with " + s.Name + " it is " +
			numeral.Share(c.Change) + " more."
	}
	return text + "As it was replayed, " + s.Name + " takes " + numeral.Share(-c.Change) + " off " + s.What + " of " + s.Base + "."
}

// plausibly is the range as words behind a figure.
func (c *Claim) plausibly() string { return Plausible(c.Change, c.Low, c.High) }

// Plausible is a change's range as words behind its size; "" where it has none.
func Plausible(change, low, high Float) string {
	if !low.Known() {
		return ""
	}
	digits := min(numeral.Digits(float64(change)), numeral.Digits(float64(max(abs(low), abs(high)))))
	bare := func(x Float) string { return numeral.BarePercent(float64(x), digits) }
	if far := high - low; far > wide {
		return ", but almost anything is plausible"
	}
	if near := float64(min(abs(low), abs(high))); low*high > 0 && digits == 0 && near < 0.005 {
		digits = 1 // an end that is not zero does not look like it
	}
	switch less := change < 0 || change == 0 && high <= 0; {
	case less && high < 0:
		return ", plausibly " + bare(-high) + " to " + bare(-low) + numeral.PerCent
	case !less && low > 0:
		return ", plausibly " + bare(low) + " to " + bare(high) + numeral.PerCent
	}
	return ", plausibly between " + bare(-low) + numeral.PerCent + " less and " + bare(high) + numeral.PerCent + " more"
}

// Does says what a choice does to something, as words behind its name: "takes 12 % off the
// mean wait, plausibly 5 to 19 %" where its range has no other sign.
func Does(what string, change, low, high Float) string {
	switch {
	case change < 0 && high < 0:
		return "takes " + numeral.Share(-change) + " off " + what + Plausible(change, low, high)
	case change > 0 && low > 0:
		return "raises " + what + " by " + numeral.Share(change) + Plausible(change, low, high)
	}
	return Changes(what, change, low, high)
}

// Changes says the same of what is not claimed.
func Changes(what string, change, low, high Float) string {
	switch {
	case !change.Known():
		return "has no " + bare(what) + " to be compared with"
	case change == 0:
		return "has the same " + bare(what)
	}
	return "changes " + what + " by " + Signed(change) + Plausible(change, low, high)
}

// widened says that a range is that of one picked among several.
func (c *Claim) widened(s Subject) string {
	if c.Among < 2 || s.Terse {
		return ""
	}
	text := " The range is widened because it was picked as the best of " + strconv.Itoa(c.Among) + " " + s.Many
	if s.Leads != "" {
		text += ", of which " + s.Leads + " were looked at first"
	}
	return text + "."
}

// Why says what keeps a claim back, as a sentence behind it.
func (c *Claim) Why(s Subject) string {
	switch c.Held {
	case OneSpell:
		return " One busy spell decides this log."
	case Disagrees:
		return " " + cmp.Or(s.Drawn, "Resamples") + " do not bear it out: they change by " + Signed(c.Resampled) + "."
	}
	return ""
}

// settled says what would show it.
func (c *Claim) settled(s Subject) string {
	switch {
	case c.Verdict == Shown || c.Held != "" || !c.Low.Known():
		return ""
	case c.More != nil:
		return " About " + s.units(*c.More) + " more would settle it."
	case c.Change < 0 && s.Units[0] != "":
		return " No number of " + s.Units[1] + " would settle so small a change."
	case c.Change < 0:
		return " No longer log would settle so small a change."
	}
	return ""
}

// Next says where as many weeks more may lie: a prediction. "" where it is not known.
func (c *Claim) Next(s Subject) string {
	if !c.NextLow.Known() {
		return ""
	}
	return "If " + s.like() + ", the next " + s.units(c.Weeks) + " would change " + s.What + " by " +
		between(c.NextLow, c.NextHigh) + "."
}

func between(low, high Float) string {
	if high-low > wide {
		return "almost anything"
	}
	return Signed(low) + " to " + Signed(high)
}

// Leaders says which of the choices lead, by name, as a list; "" where none do.
func Leaders(names []string, leads func(choice int) bool) string {
	var list []string
	for i, name := range names {
		if i > 0 && leads != nil && leads(i) {
			list = append(list, name)
		}
	}
	if len(list) == 0 || 2*len(list) >= len(names)-1 {
		return ""
	}
	return numeral.Listed(slices.Clip(list))
}

// Title is the claim over a chart of all choices, of which so many are shown to have less
// and more; one and many name what they are.
func (c *Claim) Title(s Subject, less, more int, one string) string {
	switch {
	case c == nil || !c.replayed:
		return "The log itself is not replayed yet"
	case c.Weeks < stats.LeastWeeks:
		return "Too short to claim anything: " + s.units(c.Weeks)
	case c.Verdict == Leaning:
		return numeral.Capital(s.Name) + " is likely better than " + s.Base + ", not yet sure"
	}
	return Headline(less, more, c.Among, one, s.Many, s.Base, true)
}

// Methods says how the range was made, and what the claim holds for.
func (c *Claim) Methods(s Subject) string {
	if c == nil || !c.Low.Known() {
		return ""
	}
	text := "The range is made of the sums of " + cmp.Or(s.Own, "the log's own "+s.units(c.Weeks)+", replayed as they were") +
		": the spread of their residuals of the ratio, shrunk to that of the weeks of public logs, with t quantiles, on the scale " +
		"of logarithms; nothing of it is drawn. " +
		"It holds if " + s.like() + ", and never shows a change below some 10 %. "
	if c.Among > 1 {
		text += "What is shown holds at 95 % for all " + strconv.Itoa(c.Among) + " " + s.Many + " together (Bonferroni), " +
			"that of the one named at a level of " + numeral.Percent(c.shownAt, 2)
		if s.Leads != "" {
			text += "; four fifths of the error go to " + s.Leads +
				", which were picked beforehand as those that do well on the public logs"
		}
		text += ". The figure of the one named is shrunk for having been chosen. "
	}
	return text
}
