package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
)

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
	Alone string    // how long a log without a whole week by the calendar is
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
		return s.start() + " would have cut " + s.What + " by " + numeral.Share(-c.Change) + c.plausibly() + "." + c.Widened(s)
	case c.Verdict == Leaning:
		return s.start() + Likely(s.What, c.Change, c.Low, c.High) + c.Raw() + c.Doubt(s)
	case c.More != nil:
		return s.Where + " is too short to tell whether " + s.Any + " " + s.beats() + "." + c.guess(s) + c.settled(s)
	}
	return s.Where + " does not show that " + s.Any + " " + s.beats() + "." + c.guess(s) + c.settled(s)
}

// guess names the choice where nothing is shown.
func (c *Claim) guess(s Subject) string {
	does := ", " + Signed(c.Change)
	if c.Change > 0 {
		does = " raises " + s.What + " by " + numeral.Share(c.Change)
	}
	return " Best guess: " + strings.TrimSuffix(s.Name, ",") + does + c.plausibly() + "." + c.Raw()
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
	if c.Verdict != Shown && c.Among == 1 {
		return text + c.guess(s) + c.Why(s)
	}
	if c.Verdict != Shown {
		return text + " Of the others " + strings.TrimSuffix(s.Name, ",") + " comes nearest: " + Signed(c.Change) + c.plausibly() + "." +
			c.Raw() + c.Why(s)
	}
	return text + " " + s.start() + " raises " + s.What + " by " + numeral.Share(c.Change) + c.plausibly() + "."
}

// start is the name at the head of a sentence; of kinds with units of their own names are
// written as they are.
func (s *Subject) start() string {
	if s.Units[0] != "" {
		return s.Name
	}
	return numeral.Capital(s.Name)
}

// Likely says of a choice behind its name what is likely and not yet shown.
func Likely(what string, change, low, high Float) string {
	return " is likely to cut " + what + " by " + numeral.Share(-change) + Plausible(change, low, high) + ". This is not yet sure."
}

func bare(what string) string { return what[len("the "):] }

// Short says that there are fewer weeks than have a range.
func (c *Claim) Short(s Subject) string {
	many, unit := max(c.Weeks, 1), ""
	has, short, remedy := numeral.Count(c.Weeks)+" whole "+numeral.Plural(c.Weeks, "week", "weeks")+s.Of, "short", "Export a longer period."
	switch {
	case s.Units[0] != "":
		has, short, remedy = s.units(c.Weeks)+s.Of, "few", "Run more of them."
	case s.Alone != "":
		has, many, unit = numeral.Capital(s.Alone)+s.Of, 2, " weeks"
	case c.Weeks == 0:
		has = "Less than a whole week" + s.Of
	}
	return has + numeral.Plural(many, " is", " are") + " too " + short + " to claim anything. At least " +
		strconv.Itoa(stats.LeastWeeks) + unit + " are needed, and 8 or more are useful. " + remedy
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
		return text + "As replayed, " + s.Name + " has the same " + bare(s.What) + " as " + s.Base + "."
	case c.Change > 0:
		return text + "As replayed, " + s.Base + " has the least " + bare(s.What) + ". With " + s.Name + " it is " +
			numeral.Share(c.Change) + " higher."
	}
	return text + "As replayed, " + s.Name + " takes " + numeral.Share(-c.Change) + " off " + s.What + " of " + s.Base + "."
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

// Raw says the change of the log's own weeks where a sentence has another, corrected one: charts and tables have both.
func (c *Claim) Raw() string {
	if !c.Own.Known() || Signed(c.Own) == Signed(c.Change) {
		return ""
	}
	return " The raw change is " + Signed(c.Own) + "."
}

// Widened says that figure and range are those of one picked among several, and what the raw figure is; "" of one alone.
func (c *Claim) Widened(s Subject) string {
	if c.Among < 2 || s.Terse {
		return ""
	}
	of := strconv.Itoa(c.Among) + " " + s.Many
	if s.Leads != "" { // another may have done better
		of += ", of which " + s.Leads + " are looked at first"
	}
	return " Figure and range are corrected for choosing the best of " + of + "." + c.Raw()
}

// Why says what keeps a claim back, as a sentence behind it.
func (c *Claim) Why(s Subject) string {
	switch c.Held {
	case OneSpell:
		return " One busy spell decides this log."
	case Disagrees:
		return " " + cmp.Or(s.Drawn, "Resamples") + " do not bear it out. They change by " + Signed(c.Resampled) + "."
	}
	return ""
}

// Doubt says what keeps a claim back, and what would settle it; "" where nothing does.
func (c *Claim) Doubt(s Subject) string { return c.Why(s) + c.settled(s) }

// settled says what would show it.
func (c *Claim) settled(s Subject) string {
	switch {
	case c.Verdict == Shown || c.Held != "" || !c.Low.Known():
		return ""
	case c.More != nil && (*c.More <= TooLong || s.Units[0] != ""):
		return " About " + s.units(*c.More) + " more would settle it."
	case c.More != nil:
		return " " + c.Years()
	case c.Change < 0 && s.Units[0] != "":
		return " No number of " + s.Units[1] + " would show so small a change."
	case c.Change < 0:
		return " Even twenty years of log would not settle it."
	}
	return ""
}

// TooLong is a length of log that nobody has, in weeks: from there on it is told in years.
const TooLong = 260

// Years says how long a log would settle a cut that takes so many.
func (c *Claim) Years() string {
	return "To be sure of a cut of " + numeral.Share(-c.Change) + " you would need about " + numeral.Count((*c.More+51)/52) +
		" years of log."
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
	case c.Weeks < stats.LeastWeeks && s.Alone != "":
		return "Too short to claim anything: " + s.Alone
	case c.Weeks < stats.LeastWeeks:
		return "Too short to claim anything: " + s.units(c.Weeks)
	case c.Verdict == Leaning:
		return numeral.Capital(s.Name) + " is likely better than " + s.Base + ", not yet sure"
	}
	return headline(less, more, c.Among, one, s.Many, s.Base)
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
		text += ". The figure of the one named is corrected for choosing. "
	}
	return text
}

// headline says of how many choices it was shown that they make jobs wait less or longer
// than the baseline.
func headline(less, more, n int, one, many, base string) string {
	of := func(k int) string {
		switch {
		case n == 1:
			return "the " + one + " was"
		case k == n:
			return "all " + strconv.Itoa(n) + " " + many + " were"
		case k == 1:
			return "1 of " + strconv.Itoa(n) + " " + many + " was"
		}
		return strconv.Itoa(k) + " of " + strconv.Itoa(n) + " " + many + " were"
	}
	switch {
	case less == 0 && more == 0:
		return "No " + one + " was shown better or worse than " + base
	case less == 0 && more == n:
		return base + " waits least: " + of(more) + " shown to make jobs wait longer"
	case less == 0:
		return "No " + one + " was shown better than " + base + ", " + of(more) + " shown worse"
	}
	s := of(less) + " shown to make jobs wait less than " + base
	if n == 1 {
		s = "T" + s[1:]
	} else if less == n {
		s = "A" + s[1:]
	}
	if more > 0 {
		s += ", " + strconv.Itoa(more) + " longer"
	}
	return s
}
