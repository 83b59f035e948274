package decide

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
	"shadowtime/core/experiment/believe"
	"shadowtime/core/experiment/rules"
	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/sim/metric"
	"shadowtime/core/slurm/set"
)

// Level says how far something is to be doubted.
type Level string

// The levels.
const (
	Good     Level = "good"
	Doubtful Level = "doubtful"
	FixFirst Level = "fix first"
	Open     Level = "open" // not known yet
)

// Colour is a level's traffic light, which other programs know; "" of none.
func (l Level) Colour() string {
	return map[Level]string{Good: "green", Doubtful: "amber", FixFirst: "red", Open: "open"}[l]
}

// MarshalText writes it as that colour.
func (l Level) MarshalText() ([]byte, error) {
	colour := l.Colour()
	ok := colour != ""
	if !ok {
		return nil, errors.New("level " + strconv.Quote(string(l)) + " is not known")
	}
	return []byte(colour), nil
}

// Check is a line on the log itself, which is to be read before any answer.
type Check struct {
	Key    string `json:"name"` // size, nearness, records
	Level  Level  `json:"level"`
	Words  string `json:"says"`
	Detail string `json:"detail"`
}

// How near a replay comes to what a machine did: by the mean wait, which may be so many times
// off either way, and by who waits (believe.Likeness). What is asked of advice is the gate of rules.
// Two replays of one log that differ in their order alone had rank correlations above Alike in 20 of 24
// cases of six logs; what agrees less with the log's own waits does not tell which jobs wait long.
const (
	Far   = 4.0
	Alike = 0.4
)

// checks are the lines on the log.
func (r *Report) checks() []Check {
	if r.Source.Cleaning == nil {
		return []Check{}
	}
	return []Check{r.sizeCheck(), r.nearCheck(), r.recordCheck()}
}

func (r *Report) sizeCheck() Check {
	c := r.Source.Cleaning
	m := c.Machine
	on := " on " + numeral.Count(m.Procs) + " processors."
	if gone := r.Plan.missing(); gone > 0 && gone < m.Procs {
		on = " on " + numeral.Count(m.Procs-gone) + " of " + numeral.Count(m.Procs) + " processors."
	}
	x := Check{Key: "size", Level: Good, Words: numeral.Jobs(c.Kept) + " in " +
		numeral.Length(r.Source.Lasts) + on}
	switch m.From {
	case job.SizeByHand:
		x.Detail = "The size was given, not found in the log."
	case job.SizeInHeader:
		x.Detail = "The size is the log header’s (" + m.Of + ")."
	case job.SizeTold:
		x.Words = numeral.Jobs(c.Kept) + on
		x.Detail = "The size is that of " + m.Of + "."
	default:
		x.Level, x.Words = FixFirst, "The machine’s size is a guess: "+numeral.Count(m.Procs)+" processors."
		x.Detail = "It is " + m.Source() + ". The replay may have too few."
	}
	if x.Level == Good && r.Source.Overload != "" {
		x.Level, x.Detail = Doubtful, r.Source.Overload
	}
	return x
}

// missing counts the processors that rules of the question take from the machine for the whole log.
func (p *Plan) missing() (n int64) {
	list, _ := rule.Parse(p.Rules) // checked with the settings
	for i := range list {
		if x := &list[i]; x.Kind == rule.Missing && x.Since == rule.Always && x.Until == rule.Forever {
			n += x.Most
		}
	}
	return n
}

// Likeness is how near a replay comes to the waits that a log tells: mean waits in seconds, and
// Spearman's correlation of who waits longer, null where all waits of a side are equal.
type Likeness struct {
	Jobs      int          `json:"jobs"`  // of the log,
	Known     int          `json:"known"` // whose wait it tells
	Logged    report.Float `json:"logged"`
	Simulated report.Float `json:"simulated"`
	Factor    report.Float `json:"factor"` // the simulated over the logged mean
	Rank      report.Float `json:"rank"`
	Distance  report.Float `json:"distance"` // how many times over a wait is doubled or halved, in the mean
}

// likenessOf is that of a row; nil where the log tells no waits.
func likenessOf(l *metric.Likeness) *Likeness {
	if l.Known == 0 {
		return nil
	}
	return &Likeness{l.Jobs, l.Known, report.Float(l.Logged), report.Float(l.Simulated), report.Float(l.Simulated / l.Logged),
		report.Float(l.Rank), report.Float(l.Distance)}
}

// ruledNow names what is run now, and says that it is under rules: jobs wait otherwise without them.
func (p *Plan) ruledNow() string {
	name := p.now().name()
	if p.Rules != "" {
		name += " under the rules of the question"
	}
	return name
}

// nearWaits says how long users waited, and how long they wait in the replay of all of the log.
func (r *Report) nearWaits() string {
	return "Your users waited " + numeral.Mean(float64(r.Likeness.Logged)) + " on average. Replayed with " + r.Plan.ruledNow() +
		" they wait " + numeral.Mean(float64(r.Likeness.Simulated)) + "."
}

// nowWaits is the mean wait of now as the answer writes it: one figure is written one way on a page.
func (r *Report) nowWaits() string { return inAnswer(r.Now.AvgWait) }

func inAnswer(wait report.Float) string { return Durations(float64(wait))(float64(wait)) }

func (r *Report) nearCheck() Check {
	base := r.Plan.ruledNow()
	x := Check{Key: "nearness", Level: Open, Words: "How near the replay comes to the machine is not known yet."}
	l := r.Likeness
	switch {
	case !r.Now.AvgWait.Known():
		return x
	case l == nil:
		x.Level, x.Words = Doubtful, "The log does not say how long your users waited. Replayed with "+base+" they wait "+r.nowWaits()+"."
		x.Detail = "How near the replay comes to the machine can’t be told."
		return x
	}
	x.Words = r.nearWaits()
	if l.Known < l.Jobs {
		x.Words = "Of " + numeral.Count(l.Known) + " of " + numeral.Count(l.Jobs) + " jobs the log says how long they waited: " +
			numeral.Mean(float64(l.Logged)) + " on average. Replayed with " +
			base + " they wait " + numeral.Mean(float64(l.Simulated)) + "."
	}
	switch factor := float64(l.Factor); {
	case r.idles():
		x.Level, x.Detail = Good, "Hardly anybody waits, on the machine and in the replay."
		return x
	case rules.NearLong(l.Factor):
		x.Detail = "The mean wait is near to the machine’s."
	default:
		x.Detail = "The replayed mean wait is " + beside(factor) + " the recorded one."
	}
	if l.Rank.Known() {
		x.Detail += " " + r.told() + " (rank correlation " + believe.Ranked(l.Rank) + ")."
	}
	p := &r.Plan
	if asIs := p.Load == 1 && p.Closer == 0 && p.Draw == 0 && p.Without == ""; asIs &&
		r.nowWaits() != inAnswer(l.Simulated) {
		x.Detail += " The answer uses complete weeks only; there the replayed mean is " + r.nowWaits() + "."
	}
	x.Level = r.nearLevel()
	return x
}

// nearLevel takes both into account: how long users wait, and who.
func (r *Report) nearLevel() Level {
	l := r.Likeness
	factor, alike := float64(l.Factor), !l.Rank.Known() || l.Rank >= Alike
	switch {
	case rules.NearLong(l.Factor) && rules.TellsWho(l.Rank):
		return Good
	case within(1/Far, factor, Far) || alike:
		return Doubtful
	}
	return FixFirst
}

// told says whether the replay tells which jobs wait long.
func (r *Report) told() string {
	switch rank := r.Likeness.Rank; {
	case rules.TellsWho(rank):
		return "The replay is a good guide to which jobs wait long"
	case rank >= Alike:
		return "The replay is a rough guide to which jobs wait long"
	}
	return "The replay is a poor guide to which jobs wait long"
}

func within(low, x, high float64) bool { return x >= low && x <= high }

// a mean wait below which a factor says nothing, seconds
const short = 60

// idles says that hardly anybody waits, on the machine and in the replay.
func (r *Report) idles() bool { return r.Likeness.Logged < short && r.Likeness.Simulated < short }

// recordCheck says what was left out, pooled, guessed and missing.
func (r *Report) recordCheck() Check {
	c := r.Source.Cleaning
	x := Check{Key: "records", Level: Good}
	doubt := func(words string) {
		if x.Words = strings.TrimSpace(x.Words + " " + words); x.Level == Good {
			x.Level = Doubtful
		}
	}
	more := func(words string) { x.Detail = strings.TrimSpace(x.Detail + " " + words) }
	all := c.Read + r.Source.Unreadable
	left := all - c.Kept
	if left > 0 {
		x.Words = numeral.Count(left) + " of " + numeral.Count(all) + " records " + numeral.Plural(left, "was", "were") + " left out."
		more(droppedWords(c, r.Source.Unreadable))
	}
	if float64(left) > leftOut*float64(max(1, all)) {
		x.Level = Doubtful
	}
	if n := c.Pooled.Partitions; n > 1 {
		doubt(numeral.Count(n) + " partitions were pooled into one machine.")
		more("The largest partition has " + numeral.Count(c.Pooled.Largest) + " of " + numeral.Count(c.Kept) +
			" jobs. On the machine a job waited for its own partition.")
		if n*c.Pooled.Largest < c.Kept {
			more("Some jobs name none.")
		}
	}
	if n := c.Pooled.Queues; n > 1 {
		more("The log has " + numeral.Count(n) + " queues; they are replayed as one.")
	}
	switch n := c.NoRequest; {
	case n == c.Kept && n > 0:
		doubt("No job has a requested time.")
		more("The run times stand for the requests, which no scheduler knows.")
	case unasked(c):
		doubt(numeral.Count(n) + " of " + numeral.Count(c.Kept) + " jobs " + numeral.Plural(n, "has", "have") + " no requested time.")
		more(c.Supposed() + " No scheduler knows these.")
	case n > 0:
		more(c.Supposed())
	}
	var unread []string
	doubts, zones := 0, 0
	for _, g := range c.Pooled.Guesses {
		switch g.Switch {
		case "zone": // moves weeks by hours, and nobody's wait
			more("Times were taken for UTC.")
			zones++
		case "left":
			n, _ := strconv.Atoi(g.Value)
			unread = append(unread, numeral.Count(n)+" "+g.Why)
		case "partition":
			n, _ := strconv.Atoi(g.Value)
			more(numeral.Count(n) + numeral.Plural(n, " record", " records") +
				" of other partitions or queues " + numeral.Plural(n, "was", "were") + " left out, as was asked.")
		case "doubt", "grave":
			if doubt(numeral.Capital(g.Why) + ": " + g.Value + "."); g.Switch == "grave" {
				x.Level = FixFirst
			}
			doubts++
		default:
			doubt("The " + g.Switch + " was guessed: " + g.Value + ".")
			more(numeral.Capital(g.Why) + ".")
		}
	}
	if x.Words == "" {
		x.Words = "Every record was used."
		if len(c.Pooled.Guesses) > doubts+zones {
			x.Words = "Every job that was asked for and has a recorded run was used."
		}
	}
	if len(unread) > 0 {
		more("Skipped: " + strings.Join(unread, ", ") + ".")
	}
	if len(c.Pooled.Guesses) == len(unread)+doubts && c.Pooled.Partitions < 2 && c.Pooled.Queues < 2 {
		more("Nothing was pooled or guessed.")
	}
	return x
}

// unasked says whether so many jobs have no requested time that the run times in their place may decide.
func unasked(c *job.Cleaning) bool { return float64(c.NoRequest) > leftOut*float64(c.Kept) }

// leftOut is the share of records that may be left out and nobody would doubt the rest.
const leftOut = 0.05

// droppedWords says why records were left out.
func droppedWords(c *job.Cleaning, unreadable int) string {
	var list []string
	if unreadable > 0 {
		list = append(list, numeral.Count(unreadable)+" unreadable")
	}
	for _, d := range c.Dropped {
		words := numeral.Count(d.N) + ": " + d.Reason.Words()
		if len(c.Dropped) == 1 && unreadable == 0 {
			words = d.Reason.Words()
		}
		list = append(list, words)
	}
	return numeral.Capital(strings.Join(list, "; ")) + "."
}

// Condition is one of those that all must hold before a setting is advised.
type Condition struct {
	Key    string `json:"name"` // shown, halves, ways, waits, starts, nearness, size, requests, records
	Level  Level  `json:"level"`
	Words  string `json:"says"`
	Detail string `json:"detail"`
}

// agreeing is the share of other assumptions under which a setting must be better.
const agreeing = 0.9

// judge finds the conditions.
func (r *Report) judge() {
	if c := r.Answer(); c != nil {
		r.Conditions = append([]Condition{r.shown(c), r.halves(c), r.ways(c)}, r.machine()...)
	} else if r.Answered() {
		r.Conditions = r.machine()
	}
}

// good says whether all conditions hold.
func good(list []Condition) bool {
	return !slices.ContainsFunc(list, func(x Condition) bool { return x.Level != Good })
}

// machine are the conditions on what is known of the machine, whatever is set.
func (r *Report) machine() (list []Condition) {
	for _, held := range []func() (Condition, bool){r.explain, r.obey} {
		if x, ok := held(); ok {
			list = append(list, x)
		}
	}
	list = append(list, r.nearly(), r.sized())
	if x := r.Source.Cleaning; x != nil && unasked(x) {
		words := "No requested times"
		if x.NoRequest < x.Kept {
			words = numeral.Share(float64(x.NoRequest)/float64(x.Kept)) + " of the jobs have no requested time"
		}
		list = append(list, Condition{"requests", Doubtful, words,
			"The run times stand for the requests, which no scheduler knows."})
	}
	for _, x := range r.Checks {
		if x.Key == "records" && x.Level == FixFirst {
			list = append(list, Condition{x.Key, x.Level, "Records to mend first", x.Words + " " + x.Detail})
		}
	}
	return list
}

func (r *Report) shown(c *Card) Condition {
	among := r.among()
	has := "The log has "
	if r.Plan.Draw > 0 {
		has = "The resample has "
	}
	x := Condition{"shown", Good, "Holds after testing " + among, has + r.Source.Span(r.Weeks) + "."}
	switch {
	case c.Verdict == report.Leaning:
		x.Level, x.Words = Doubtful, "Likely; not certain after testing "+among
	case c.Verdict != report.Shown || c.Kept():
		x.Level, x.Words = FixFirst, "No evidence in this log"
	}
	x.Detail = strings.TrimSpace(x.Detail + " " + settled(c))
	return x
}

func (r *Report) halves(c *Card) Condition {
	x := Condition{"halves", Open, "The log’s two halves", "There are too few weeks to cut them in two."}
	if r.Weeks < 2 {
		x.Level, x.Words = Doubtful, "Too few weeks for two halves"
		return x
	}
	first, second := r.Halves(c)
	if !first.Known() || !second.Known() {
		idle, half, change := "first", "second", second
		if first.Known() {
			idle, half, change = half, idle, first
		}
		x.Level, x.Words = Doubtful, "Nobody waits in one half of the log"
		x.Detail = "Nobody waits in the " + idle + " half with what is run now."
		if change.Known() {
			x.Detail += " As replayed, the " + half + " changes by " + report.Signed(change) + "."
		}
		return x
	}
	both := numeral.Changes(first, second)
	x.Detail = "As replayed, the first half changes by " + both(first) + ", the second by " + both(second) + "."
	if at, later := r.Crossed(); at >= 0 {
		x.Detail += " The first half alone would choose " + r.Settings[at].Words() + ", which changes the second by " +
			report.Signed(later) + "."
		if later >= 0 {
			x.Level, x.Words = Doubtful, "What the first half chooses fails in the second"
			return x
		}
	}
	switch {
	case first < 0 && second < 0:
		x.Level, x.Words = Good, "Both halves agree"
	default:
		x.Level, x.Words = Doubtful, "The halves disagree"
	}
	return x
}

func (r *Report) ways(c *Card) Condition {
	x := Condition{"ways", Open, "Other assumptions", "They are not asked yet."}
	asked, agree := 0, 0
	for i := range r.Ways {
		asked++
		if r.Ways[i].Agrees() {
			agree++
		}
	}
	if asked == 0 {
		return x
	}
	x.Detail = numeral.Count(agree) + " of " + numeral.Count(asked) +
		numeral.Plural(asked, " other assumption agrees.", " other assumptions agree.")
	if x.Level, x.Words = Good, "Holds under other assumptions"; float64(agree) < agreeing*float64(asked) {
		x.Level, x.Words = Doubtful, "Changes with the assumptions"
	}
	x.Detail += r.planned()
	return x
}

// planned says what the setting does where every job has a reservation, if it is no better
// there: Slurm reserves so unless it is told not to.
func (r *Report) planned() string {
	at := slices.IndexFunc(r.Ways, func(w Way) bool { return w.Key == asScheduler })
	if at < 0 || r.Plan.Backfilling == sim.Conservative.String() || r.Ways[at].Agrees() {
		return ""
	}
	return " With a reservation for every job, as in Slurm without " + set.OneReservation + ", the setting " +
		r.does(r.Ways[at].Change) + "."
}

// Reacting says what becomes of the answer if users wait for their jobs before they submit
// more; false where that is not replayed. It is no condition: how users react is read of one
// log.
func (r *Report) Reacting() (Check, bool) {
	c := r.Answer()
	at := slices.IndexFunc(r.Ways, func(w Way) bool { return w.Key == asUsers })
	if c == nil || at < 0 {
		return Check{}, false
	}
	w, own := &r.Ways[at], c.Change
	both := numeral.Changes(w.Change, own)
	x := Check{Key: asUsers, Level: Good,
		Words: numeral.Capital(r.what()) + " changes by " + both(w.Change) + " if users wait for their jobs, and by " +
			both(own) + " if they do not."}
	if w.Change > own/2 {
		x.Level, x.Detail = Doubtful, "Users who wait less submit more, which cancels most of the gain."
	}
	if w.Low.Known() {
		x.Detail = strings.TrimSpace(x.Detail + " The plausible range is " + numeral.Interval(w.Low, w.High) + ".")
	}
	return x, true
}

func (r *Report) nearly() Condition {
	c := r.nearCheck()
	x := Condition{"nearness", c.Level, "Replay near your real waits", c.Words}
	if c.Level == Doubtful || c.Level == FixFirst {
		x.Words = "Replay differs from your real waits"
		if r.Likeness == nil {
			x.Words = "No recorded waits to compare with"
		}
	}
	return x
}

func (r *Report) sized() Condition {
	x := Condition{"size", Good, "Machine size known", ""}
	for _, c := range r.Checks {
		if c.Key == "size" {
			x.Level, x.Detail = c.Level, c.Detail
		}
	}
	switch e := r.Explained; {
	case x.Level == FixFirst:
		x.Words = "The machine’s size is a guess"
	case e != nil && e.Lacking > rules.MostLacking:
		x.Level, x.Words = Doubtful, "The machine’s size looks wrong"
		x.Detail = strings.TrimSpace(numeral.Share(float64(e.Lacking)) + " of the starts that other jobs waited for had no room. " +
			x.Detail)
	case r.Likeness != nil && r.Source.Cleaning != nil && believe.WrongSize(r.above, r.Likeness.Known):
		x.Level, x.Words = Doubtful, "The machine’s size looks wrong"
		x.Detail = believe.Beyond(r.above, r.Likeness.Known, r.peak, r.Source.Cleaning.Machine.Procs) + ". " + x.Detail
	case x.Level == Doubtful:
		x.Words = "More work than the machine can do"
	}
	return x
}

// small writes numbers up to twelve in words.
func small(n int) string {
	words := [...]string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if n < len(words) {
		return words[n]
	}
	return numeral.Count(n)
}

// enough says whether the log has as many weeks as have a range.
func (r *Report) enough() bool { return r.Weeks >= stats.LeastWeeks }
