package decide

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
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
	return name + " with a " + adjective(c.Threshold) + " threshold"
}

// adjective is a duration before a noun: "10-hour".
func adjective(s study.Seconds) string {
	switch {
	case s%86400 == 0 && s > 2*86400:
		return strconv.Itoa(int(s/86400)) + "-day"
	case s%3600 == 0:
		return strconv.Itoa(int(s/3600)) + "-hour"
	case s%60 == 0:
		return strconv.Itoa(int(s/60)) + "-minute"
	}
	return strconv.Itoa(int(s)) + "-second"
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
		Many: "settings", Days: r.Source.DaysAlone(), Beats: "lowers " + r.what(), Terse: true}
}

// Sentence is the answer: what to set, or what keeps it back. An imperative stands only where
// all conditions hold.
func (r *Report) Sentence() string {
	c := r.Answer()
	switch {
	case r.now == nil:
		return "Nothing is known yet."
	case r.idle():
		return "Nobody waits with " + r.Plan.now().name() + ": there is nothing to gain."
	case !r.Answered():
		return numeral.Count(r.Done) + " of " + r.trying() + " are replayed on your log so far."
	case c == nil:
		return "No setting that was tried keeps the longest wait within " + numeral.Plain(r.Plan.Longest) + " times that of now."
	case !r.enough():
		return c.Short(r.subject(c))
	case c.Kept():
		return "Keep what you run now: no setting was shown to shorten " + r.what() + "."
	}
	name, what := c.name(), r.what()
	size := " by " + numeral.Share(-c.Change) + report.Plausible(c.Change, c.Low, c.High) + "."
	switch {
	case r.Advice:
		return "Set " + name + ". It cuts " + what + size
	case c.Verdict == report.Shown:
		return numeral.Capital(name) + " would cut " + what + size
	case c.Verdict == report.Leaning:
		return numeral.Capital(name) + " is likely to cut " + what + size + " This is not yet sure."
	}
	if c.More == nil || *c.More > tooLong {
		return "This log does not show that another setting lowers " + what + "."
	}
	return numeral.Capital(numeral.Weeks(r.Weeks)) + numeral.Plural(r.Weeks, " is", " are") + " too short to tell whether another " +
		"setting lowers " + what + "."
}

// idle says that hardly anybody waits now.
func (r *Report) idle() bool { return r.now != nil && report.Idle(r.Now.AvgWait) }

// Effect says what the answer does in the reader's units; "" without one.
func (r *Report) Effect() string {
	c := r.Answer()
	if c == nil || r.idle() || !r.Answered() || c.Kept() {
		return ""
	}
	guess := ""
	if !r.enough() {
		guess = "Best guess: " + c.name() + ". "
	}
	if c.Verdict == report.Undecided && r.enough() {
		return "Best guess: " + c.name() + ", " + report.Signed(c.Change) + report.Plausible(c.Change, c.Low, c.High) + "."
	}
	return guess + moves("The mean wait", float64(r.Now.AvgWait), r.Expected(c)) + " " +
		moves("The longest wait", float64(r.Now.MaxWait), float64(c.MaxWait))
}

// Expected is the mean wait with a card's setting, seconds.
func (r *Report) Expected(c *Card) float64 { return r.ExpectedOf(&r.Settings[c.At]) }

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

// Doubt says what keeps the answer from being advice; "" where nothing does, or there is none.
func (r *Report) Doubt() string {
	c := r.Answer()
	if c == nil || r.Advice || !r.Answered() || r.idle() {
		return ""
	}
	if c.Verdict != report.Shown {
		return strings.TrimSpace(c.Why(r.subject(c)) + " " + settled(c))
	}
	return "Not advice yet: " + numeral.Listed(r.failing(r.Conditions)) + "."
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
			list = append(list, numeral.Share(float64(r.Explained.Broken))+" of the recorded starts go against what is supposed")
		case x.Key == "nearness" && r.Likeness == nil:
			list = append(list, "the log has no waits to hold the replay against")
		case x.Key == "nearness":
			list = append(list, r.nearWords())
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
		case x.Key == "size":
			list = append(list, "the machine’s size is a guess")
		}
	}
	return list
}

// nearWords says what keeps the replay from being near.
func (r *Report) nearWords() string {
	switch factor := float64(r.Likeness.Factor); {
	case rules.NearLong(r.Likeness.Factor) && r.Likeness.Rank >= Alike:
		return "the replay tells only roughly which jobs wait long"
	case rules.NearLong(r.Likeness.Factor):
		return "the replay hardly tells which jobs wait long"
	case factor > 1:
		return "the replay waits " + numeral.NumberTo(factor, 2) + " times as long as your machine did"
	default:
		return "the replay waits " + numeral.Share(factor) + " as long as your machine did"
	}
}

// years of log that nobody has, in weeks.
const tooLong = 260

// settled says what would show a card's cut; "" where it is shown.
func settled(c *Card) string {
	switch {
	case c.Verdict == report.Shown || c.Kept() || c.Held != "" || !c.Low.Known():
		return ""
	case c.More != nil && *c.More <= tooLong:
		return "About " + numeral.Weeks(*c.More) + " more would settle a cut of this size."
	}
	return "A cut of this size would take years of log to show."
}

// half a year, in weeks
const halfYear = 26

// Longer says what a longer log would do for an answer that is not shown; "" where this one is long
// and years more would be needed.
func (r *Report) Longer() string {
	c := r.Answer()
	if r.enough() && c != nil && c.More != nil && *c.More <= tooLong && settled(c) != "" {
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

// Waits says how many they are, and how long they wait now and then.
func (l *Loser) Waits() string {
	words := Durations(float64(l.From), float64(l.To))
	return numeral.Count(l.Jobs) + " " + numeral.Plural(int(l.Jobs), "job", "jobs") + " (" + numeral.Share(l.Share) + "): " +
		words(float64(l.From)) + " → " + words(float64(l.To))
}

// NoLoser is said where no size of job waits longer.
const NoLoser = "No size of job waits longer."

// LoserWords says who loses by a card.
func (c *Card) LoserWords() string {
	l := c.Loser()
	if l == nil {
		return NoLoser
	}
	return l.Class() + " " + report.Signed(l.Change) + ", " + l.Waits()
}

// Briefly are the methods in two sentences.
func (r *Report) Briefly() string {
	text := "We replayed " + numeral.Count(len(r.Settings)) + " settings on the log " + r.Source.Name + " as it was, beside " +
		r.Plan.now().name() + " with " + backfilling[r.Plan.Backfilling] + "."
	if len(r.claimed) == 0 || !r.enough() {
		return text
	}
	return text + " Ranges come from its own " + numeral.Weeks(r.Weeks) + " and hold at 95 % for all " +
		r.among() + " that were judged together."
}

// backfilling is how sentences name it.
var backfilling = map[string]string{"easy": "EASY backfilling", "conservative": "conservative backfilling", "none": "no backfilling"}

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
	w(s.Workload(p.Workload, 0))
	if who := p.left(); who != "" {
		if r.Heaviest != nil && p.Without == heaviest {
			who += ", number " + r.Heaviest.name()
		}
		w("The jobs of ", who, " were left out. ")
	}
	w("Each was replayed with ", backfilling[p.Backfilling], " on the log as it was; orders and reservations use ", s.Asked(),
		"; ties and details are those of the dialect \"", p.Dialect, "\". ", p.LimitMethods())
	if len(r.Amended) > 0 {
		w(AmendedNote, " ")
	}
	w("Of each order the longest threshold was chosen that the bound on the longest wait leaves room for (",
		numeral.Plain(p.Longest), " times that of now), by the longest waits alone; what it does to ", r.what(),
		" was judged afterwards. ")
	if len(r.claimed) > 0 && r.enough() {
		w("The range is made of the sums of the log's own ", numeral.Weeks(r.Weeks), ", replayed as they were. What is shown holds ",
			"at 95 % for all ", r.among(),
			" that were judged together: as many separate ones are counted as they are worth, ",
			"given how they go with each other, and four fifths of the error go to those within the bound")
		if r.Level.Known() {
			w(", each judged at ", numeral.Percent(float64(r.Level), 2))
		}
		w(". Every change is shrunk for having been chosen. ")
	}
	w("Bounded slowdowns use tau = ", strconv.FormatInt(p.Tau, 10), " s. The results are conditional on this log: its weeks are not those ",
		"of other machines. Computed with Shadowtime, report format ", strconv.Itoa(r.Version), ".")
	return b.String()
}

// Name is a setting as sentences have it.
func (c Candidate) Name() string { return c.name() }

// Answered says whether all settings are replayed, Complete whether they are under other assumptions too.
func (r *Report) Answered() bool { return r.now != nil && r.Done >= r.Plan.Answering() }
func (r *Report) Complete() bool { return r.Answered() && r.others >= r.Plan.Pairs() }

// Guess says that no setting is shown, nor likely, to be better.
func (r *Report) Guess() bool { return r.Verdict == report.Undecided && !r.idle() }

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
	return "With a " + adjective(c.Threshold) + " threshold you keep " + numeral.Share(min(1, c.Change/last.Change)) +
		" of the cut, and the longest wait is " + words(float64(c.MaxWait)) + " instead of " + words(float64(last.MaxWait))
}
