package decide

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/believe"
	"shadowtime/core/experiment/rules"
	"shadowtime/core/report"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// name is a setting as sentences have it: "shortest requested time first (SPF) with a
// 10-hour threshold".
func (c Candidate) name() string {
	name := order.Spoken(c.Front)
	if c.Backfill != c.Front {
		name += ", backfilling " + order.Spoken(c.Backfill) + ","
	}
	if c.Predicted {
		name += " by predicted run times,"
	}
	if c.Threshold < 0 {
		return strings.TrimSuffix(name, ",")
	}
	return name + " with " + adjective(c.Threshold) + " threshold"
}

// adjective is a duration before a noun: "a 10-hour", "an 8-hour".
func adjective(s study.Seconds) string {
	n, unit := int(s), "-second"
	switch {
	case s%86400 == 0 && s > 2*86400:
		n, unit = n/86400, "-day"
	case s%3600 == 0:
		n, unit = n/3600, "-hour"
	case s%60 == 0:
		n, unit = n/60, "-minute"
	}
	digits, article := strconv.Itoa(n), "a "
	if digits[0] == '8' || n == 11 || n == 18 { // as they are spoken
		article = "an "
	}
	return article + digits + unit
}

// what is to be made better.
func (r *Report) what() string {
	if r.Plan.Measure == MeanSlowdown {
		return "the mean slowdown"
	}
	return "the mean wait"
}

// subject is what the answer's claim speaks of.
func (r *Report) subject(c *Card) report.Subject {
	return report.Subject{Name: c.name(), Base: r.Plan.now().name(), What: r.what(), Any: "another setting", Where: "This log",
		Many: "settings", Alone: r.Source.Alone(), Beats: "lowers " + r.what(), Terse: true}
}

// Sentence is the answer: the counsel in a sentence. Its first words are the counsel's own, and an imperative stands only
// where all conditions hold.
func (r *Report) Sentence() string {
	c := r.Answer()
	switch r.Counsel {
	case Set:
		return "Set " + c.name() + "."
	case Likely:
		return "Likely: " + c.name() + " shortens " + r.what() + ", but this is not certain after testing " + r.among() + "."
	case NotYet:
		if r.named() {
			return "Don’t set this yet, because " + r.because() + "."
		}
		return "Don’t set anything yet, because " + r.because() + "."
	case NoGain:
		return "Nothing to gain: hardly anybody waits, as recorded and as replayed."
	case Unclear:
		return "Can’t tell: " + r.unclear() + "."
	}
	if r.now == nil {
		return "Nothing is known yet."
	}
	return r.trying() + numeral.Plural(r.Done, " is", " are") + " replayed on your log so far."
}

// unclear says why nothing can be told, within a sentence.
func (r *Report) unclear() string {
	c, another := r.Answer(), " to say whether another setting shortens "+r.what()
	switch {
	case r.idle():
		return "nobody waits in the replay, and the log does not say how long your users waited"
	case c == nil:
		return "no threshold that was tried is short enough to hold the longest wait within " + numeral.Plain(r.Plan.Longest) +
			" times that of now"
	case !r.enough():
		return r.Source.AreShort(r.Weeks) + another
	case c.Kept():
		return "no setting that keeps the longest wait within " + numeral.Plain(r.Plan.Longest) + " times that of now was shown " +
			"to shorten " + r.what() + ", so keep " + r.Plan.now().Words()
	case c.More == nil || *c.More > report.TooLong:
		return "this log does not show that another setting shortens " + r.what()
	}
	return r.Source.AreShort(r.Weeks) + another
}

// idle says that hardly anybody waits now.
func (r *Report) idle() bool { return r.now != nil && report.Idle(r.Now.AvgWait) }

// Effect says what the answer does in the reader's units: gain, range and longest wait; or what record and replay say where
// nothing is named. "" while it is not known.
func (r *Report) Effect() string {
	c := r.Answer()
	switch {
	case r.Counsel == Unsaid:
		return ""
	case r.Counsel == NoGain:
		return "The recorded mean wait is " + numeral.Mean(float64(r.Likeness.Logged)) + ", the replayed one " +
			numeral.Mean(float64(r.Likeness.Simulated)) + ". The longest replayed wait is " + numeral.Duration(float64(r.Now.MaxWait)) + "."
	case r.unreplayed() && !r.named():
		return r.nearWaits()
	case c == nil || r.idle():
		return ""
	case c.Kept() && c.Change > 0:
		return "The setting picked, " + c.name() + ", raises " + r.what() + " by " +
			numeral.Share(c.Change) + "."
	case c.Kept():
		return ""
	}
	rises, falls := " would rise", " would fall"
	if r.Counsel == Set {
		rises, falls = " rises", " falls"
	}
	longest := sways("The longest wait", rises, falls, float64(r.Now.MaxWait), float64(c.MaxWait))
	by := " by " + numeral.Share(-c.Change) + report.Plausible(c.Change, c.Low, c.High) + r.fromTo(c) + ". " + longest
	switch {
	case r.Counsel == Unclear, c.Verdict == report.Undecided:
		return "Best guess: " + c.name() + ", " + report.Signed(c.Change) + report.Plausible(c.Change, c.Low, c.High) + ". " + longest
	case r.Counsel == NotYet:
		return "In the replay, " + c.name() + " cuts " + r.what() + by
	}
	return numeral.Capital(r.what()) + falls + by
}

// fromTo are the mean waits of now and with a card's setting, behind a change; "" where something else was measured.
func (r *Report) fromTo(c *Card) string {
	if r.Plan.Measure != MeanWait {
		return ""
	}
	from, to := float64(r.Now.AvgWait), r.Expected(c)
	words := Durations(from, to)
	return ", from " + words(from) + " to " + words(to)
}

// sways says how a duration changes, by how much and in one unit.
func sways(what, rises, falls string, from, to float64) string {
	words := Durations(from, to)
	a, b := words(from), words(to)
	switch change := report.Float(to/from - 1); {
	case a == b:
		return what + " stays at " + a + "."
	case to >= 2*from:
		return what + rises + " " + numeral.NumberTo(to/from, 2) + "-fold, from " + a + " to " + b + "."
	case to > from:
		return what + rises + " by " + numeral.Share(change) + ", from " + a + " to " + b + "."
	default:
		return what + falls + " by " + numeral.Share(-change) + ", from " + a + " to " + b + "."
	}
}

// Mean is the measure of an outcome: the mean wait in seconds, or the mean slowdown.
func (r *Report) Mean(o *Outcome) float64 {
	if r.Plan.Measure == MeanSlowdown {
		return float64(o.AvgBsld)
	}
	return float64(o.AvgWait)
}

// Expected is the measure with a card's setting, see Mean: that of now with what is left of its change.
func (r *Report) Expected(c *Card) float64 { return r.expected(&c.Outcome, c.Change) }

func (r *Report) expected(then *Outcome, change report.Float) float64 {
	if !change.Known() {
		return r.Mean(then)
	}
	return float64(report.Float(r.Mean(&r.Now)) * (1 + change))
}

// ExpectedOf is the mean wait with a setting, seconds: that of now with what is left of its
// change; as replayed where another measure was asked for.
func (r *Report) ExpectedOf(s *Setting) float64 {
	if r.Plan.Measure != MeanWait || !s.Change.Known() {
		return float64(s.AvgWait)
	}
	return float64(r.Now.AvgWait * (1 + s.Change))
}

// moves says how a duration changes, in one unit.
func moves(what string, from, to float64) string {
	words := Durations(from, to)
	a, b := words(from), words(to)
	switch {
	case a == b:
		return what + " stays at " + a + "."
	case to > from:
		return what + " rises from " + a + " to " + b + "."
	}
	return what + " falls from " + a + " to " + b + "."
}

// Durations write a few durations in one unit, that of the longest, to one decimal.
func Durations(of ...float64) func(seconds float64) string {
	most := slices.Max(of)
	for _, unit := range []struct {
		from, size float64
		name       string
	}{{2 * 86400, 86400, "d"}, {3600, 3600, "h"}, {60, 60, "min"}, {0, 1, "s"}} {
		if most >= unit.from || unit.size == 1 {
			return func(x float64) string {
				if x != x {
					return numeral.Unknown
				}
				return numeral.Grouped(x/unit.size, 1) + numeral.Thin + unit.name
			}
		}
	}
	return nil
}

// Doubt says what the evidence lacks, and what a longer log would do; "" where it lacks nothing.
func (r *Report) Doubt() string {
	c := r.Answer()
	if c == nil || !r.Answered() || r.idle() || c.Verdict == report.Shown {
		return ""
	}
	return strings.TrimSpace(r.uncertain(c) + " " + c.Why(r.subject(c)) + " " + settled(c))
}

// uncertain says of a likely setting that is not to be set yet that it is no more than that; "" of others, whose sentence
// says what they are.
func (r *Report) uncertain(c *Card) string {
	switch {
	case r.Counsel != NotYet || c.Verdict != report.Leaning:
		return ""
	case r.alone():
		return "The range holds for this setting alone: after testing " + r.among() + ", the cut is not certain."
	}
	return "The cut is not certain after testing " + r.among() + "."
}

// Brief is the answer as a link carries it: sentence, gain, range or its absence, longest wait, who loses, and what else
// keeps it from being advice.
func (r *Report) Brief() string {
	parts := []string{r.Sentence(), r.Effect()}
	if c := r.Answer(); c != nil && r.named() {
		if !c.Low.Known() {
			parts = append(parts, "The log is too short for a range.")
		}
		parts = append(parts, r.uncertain(c))
		if len(c.Pays) > 0 {
			parts = append(parts, "Who loses: "+c.LoserWords()+".")
		}
	}
	rest := slices.DeleteFunc(slices.Clone(r.Conditions), func(x Condition) bool { return x.Key == r.Because || x.Key == "shown" })
	if list := r.failing(rest); len(list) > 0 {
		parts = append(parts, "To doubt: "+numeral.Listed(list)+".")
	}
	return strings.TrimSpace(strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " "))
}

// failing says which conditions don't hold, within a sentence.
func (r *Report) failing(conditions []Condition) (list []string) {
	for _, x := range conditions {
		switch {
		case x.Level == Good:
		case x.Level == Open:
			list = append(list, "other assumptions are not asked yet")
		case x.Key == "waits":
			list = append(list, numeral.Share(float64(r.Explained.InVain))+" of the recorded waiting is not explained")
		case x.Key == "starts":
			list = append(list, numeral.Share(float64(r.Explained.Broken))+" of the recorded starts contradict the assumed order and rules")
		case x.Key == "nearness" && r.Likeness == nil:
			list = append(list, "the log has no waits to hold the replay against")
		case x.Key == "nearness":
			list = append(list, r.nearWords())
		case x.Key == "halves" && r.halfIdle():
			list = append(list, "nobody waits in one half of the log")
		case x.Key == "halves":
			list = append(list, "the log’s halves disagree")
		case x.Key == "ways":
			list = append(list, "it changes with the assumptions")
		case x.Key == "records":
			list = append(list, "the log has a time that is hardly right")
		case x.Key == "requests" && r.Source.Cleaning.NoRequest < r.Source.Cleaning.Kept:
			list = append(list, "many jobs have no requested time")
		case x.Key == "requests":
			list = append(list, "no job has a requested time")
		case x.Key == "size" && x.Level == FixFirst:
			list = append(list, "the machine’s size is a guess")
		case x.Key == "size":
			list = append(list, "the machine’s size looks wrong")
		}
	}
	return list
}

// nearWords says what keeps the replay from being near.
func (r *Report) nearWords() string {
	switch factor := float64(r.Likeness.Factor); {
	case rules.NearLong(r.Likeness.Factor) && r.Likeness.Rank >= Alike:
		return "the replay is a rough guide to which jobs wait long" + ranked(r.Likeness)
	case rules.NearLong(r.Likeness.Factor):
		return "the replay is a poor guide to which jobs wait long" + ranked(r.Likeness)
	default:
		return "the replayed mean wait is " + beside(factor) + " the recorded one"
	}
}

// ranked is a rank correlation behind what is said of it.
func ranked(l *Likeness) string { return " (rank correlation " + believe.Ranked(l.Rank) + ")" }

// beside says how large a thing is beside another: "45 % of", "1.8 times".
func beside(factor float64) string {
	if factor > 1 {
		return numeral.NumberTo(factor, 2) + " times"
	}
	return numeral.Share(factor) + " of"
}

// settled says what would show a card's cut; "" where it is shown.
func settled(c *Card) string {
	switch {
	case c.Verdict == report.Shown || c.Kept() || !c.Change.Known() || c.Held != "" || !c.Low.Known():
		return ""
	case c.More != nil && *c.More <= report.TooLong:
		return "About " + numeral.Weeks(*c.More) + " more would settle a cut of this size."
	}
	if c.More != nil {
		return c.Years()
	}
	return "Even twenty years of log would not settle a cut of this size."
}

// half a year, in weeks
const halfYear = 26

// Longer says what a longer log would do for an answer that is not shown; "" where this one is long
// and years more would be needed.
func (r *Report) Longer() string {
	c := r.Answer()
	if r.enough() && c != nil && c.More != nil && *c.More <= report.TooLong && settled(c) != "" {
		return settled(c)
	}
	if r.Weeks < halfYear {
		return "Half a year is enough for a cut of 15 %."
	}
	return ""
}

// Guessed says that the size of the machine is a guess.
func (r *Report) Guessed() bool {
	return slices.ContainsFunc(r.Checks, func(c Check) bool { return c.Key == "size" && c.Level == FixFirst })
}

// Class says which jobs they are: "64 to 100 processors".
func (l *Loser) Class() string {
	if l.Low >= l.High {
		return numeral.Count(l.Low) + " " + numeral.Plural(int(l.Low), "processor", "processors")
	}
	return numeral.Count(l.Low) + " to " + numeral.Count(l.High) + " processors"
}

// KeepWords says why a card keeps what is run now.
func (r *Report) KeepWords(c *Card) string {
	if !(c.Change > 0) {
		return "With the longest threshold that keeps the longest wait, no order lowers " + r.what() + "."
	}
	return "With the longest threshold that keeps the longest wait, the order picked raises " + r.what() + " by " +
		numeral.Share(c.Change) + "."
}

// Briefly are the methods in two sentences.
func (r *Report) Briefly() string {
	text := "We replayed " + numeral.Count(len(r.Settings)) + " settings on " + r.Plan.replayed("log "+r.Source.Name) + ", beside " +
		r.Plan.now().name() + " with " + backfilling[r.Plan.Backfilling] + "."
	if len(r.claimed) == 0 || !r.enough() {
		return text
	}
	text += " Ranges come from its own " + numeral.Weeks(r.Weeks) + " and hold at 95 % for all " + r.among() + " that were judged together."
	if r.alone() {
		text += likelyAlone
	}
	return text
}

// likelyAlone says which range is of one setting.
const likelyAlone = " That of a setting that is likely holds for this setting alone."

// backfilling is how sentences name it.
var backfilling = map[string]string{"easy": "EASY backfilling", "conservative": "conservative backfilling", "none": "no backfilling"}

// replayed says on what settings are replayed: a log as it was, or a resample of it.
func (p *Plan) replayed(log string) string {
	if p.Draw > 0 {
		return "resample " + strconv.Itoa(p.Draw) + " of the " + log
	}
	return "the " + log + " as it was"
}

// Methods is a paragraph with every setting, ready for a report.
func (r *Report) Methods() string {
	p, s := r.Plan, &r.Source
	var b strings.Builder
	w := func(parts ...string) {
		for _, x := range parts {
			b.WriteString(x)
		}
	}
	w("We replayed ", numeral.Count(len(r.Settings)), " settings on the log ", s.Name, " (SHA-256 of its columns ", r.Digest[:16],
		"...) beside what is run now, ", p.now().name(), ". ")
	if p.Draw == 0 {
		w(s.Workload(p.Workload, 0))
	} else {
		w(s.Workload(p.Workload, 1), "It is number ", strconv.Itoa(p.Draw), " and was replayed in place of the log. ")
	}
	if who := p.left(); who != "" {
		if r.Heaviest != nil && p.Without == heaviest {
			who += ", number " + r.Heaviest.name()
		}
		w("The jobs of ", who, " were left out. ")
	}
	w("Each was replayed with ", backfilling[p.Backfilling], " on ", p.replayed("log"), "; orders and reservations use ", s.Asked(),
		"; ties and details are those of the dialect \"", p.Dialect, "\". ", p.LimitMethods())
	if len(r.Amended) > 0 {
		w(AmendedNote, " ")
	}
	w("Of each order the longest threshold was chosen that the bound on the longest wait leaves room for (",
		numeral.Plain(p.Longest), " times that of now), by the longest waits alone; what it does to ", r.what(),
		" was judged afterwards. ")
	if len(r.claimed) > 0 && r.enough() {
		own := "log's own"
		if p.Draw > 0 {
			own = "resample's"
		}
		w("The range is made of the sums of the ", own, " ", numeral.Weeks(r.Weeks), ", replayed as they were. What is shown holds ",
			"at 95 % for all ", r.among(),
			" that were judged together: as many separate ones are counted as they are worth, ",
			"given how they go with each other, and four fifths of the error go to those within the bound")
		if r.Level.Known() {
			w(", each judged at ", numeral.Percent(float64(r.Level), 2))
		}
		w(". Every change is corrected for having chosen the setting. ")
	}
	w(r.askedMethods())
	w("Bounded slowdowns use tau = ", strconv.FormatInt(p.Tau, 10), " s. The results are conditional on this log: its weeks are not those ",
		"of other machines. Computed with Shadowtime, report format ", strconv.Itoa(r.Version), ".")
	return b.String()
}

// askedMethods says of how many settings other assumptions were asked; "" where none were.
func (r *Report) askedMethods() string {
	n := len(r.asked())
	if len(r.Ways) == 0 {
		return ""
	}
	which, alone := "that of the card that keeps to the bound", ""
	if n > 1 {
		which = "those of the cards that keep to the bound"
		if slices.ContainsFunc(r.Ways, func(w Way) bool { return w.alone }) {
			alone = ", users who wait of the answer’s alone"
		}
	}
	return numeral.Capital(small(len(r.Ways))) + numeral.Plural(len(r.Ways), " other assumption was", " other assumptions were") +
		" tried on " + small(n) + " of the " + numeral.Count(len(r.Settings)) + " settings: " + which + alone +
		". The other settings were not replayed there, and the verdict does not rest on them. "
}

// Now is what is run now.
func (p *Plan) Now() Candidate { return p.now() }

// Name is a setting as sentences have it.
func (c Candidate) Name() string { return c.name() }

// Answered says whether all settings are replayed, Complete whether they are under other assumptions too.
func (r *Report) Answered() bool { return r.now != nil && r.Done >= r.Plan.Answering() }
func (r *Report) Complete() bool { return r.Answered() && r.others >= r.Plan.Pairs() }

// Guess says that nothing can be told: no setting is shown, nor likely, to be better.
func (r *Report) Guess() bool { return r.Counsel == Unclear }

// Barred says that something is to be fixed first: there are no lines to copy.
func (r *Report) Barred() bool {
	return slices.ContainsFunc(r.Checks, func(c Check) bool { return c.Level == FixFirst })
}

// Thresholds are the settings of a card's orders, from the shortest threshold to none.
func (r *Report) Thresholds(c *Card) []Setting {
	per := len(r.Plan.Thresholds)
	from := c.At / per * per
	list := slices.Clone(r.Settings[from : from+per])
	slices.Reverse(list)
	return list
}

// Trade says what the card's threshold keeps of what its orders do without one.
func (r *Report) Trade(c *Card) string {
	list := r.Thresholds(c)
	last := &list[len(list)-1]
	if c.Threshold < 0 || last.Threshold >= 0 || !(last.Change < 0) || !(c.Change < 0) || last.MaxWait <= c.MaxWait {
		return "What a threshold does to the mean and the longest wait"
	}
	words := Durations(float64(c.MaxWait), float64(last.MaxWait))
	return "With " + adjective(c.Threshold) + " threshold you keep " + numeral.Share(min(1, c.Change/last.Change)) +
		" of the cut, and the longest wait is " + words(float64(c.MaxWait)) + " instead of " + words(float64(last.MaxWait))
}
