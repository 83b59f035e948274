package rules

import (
	"math"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job/rule"
	"shadowtime/core/report"
	"shadowtime/core/sim/held"
	"shadowtime/core/sim/metric"
)

// Sentence is one of two parts, of which the first may stand alone and is set bold.
type Sentence struct{ First, Rest string }

// Text is all of it.
func (s Sentence) Text() string {
	if s.Rest == "" {
		return s.First
	}
	return s.First + " " + s.Rest
}

// Standing is what an account says first.
type Standing uint8

// The standings.
const (
	NoWaiting Standing = iota // no job waited
	WrongSize                 // too many starts had no room: the size is to be looked at before all else
	Ordered                   // hardly any waiting was in vain
	Wasted                    // some was: no order can win it
)

// hardly is the share of the waiting in vain of which nothing is said.
const hardly = 0.05

// StandingOf is that of an account.
func StandingOf(a *held.Account) Standing {
	switch {
	case a.Sum() == 0:
		return NoWaiting
	case a.Lacking > MostLacking:
		return WrongSize
	case a.Share(held.InVain) < hardly:
		return Ordered
	}
	return Wasted
}

// Waited says what users waited for.
func Waited(a *held.Account) Sentence {
	u := unitOf(a)
	switch StandingOf(a) {
	case NoWaiting:
		return Sentence{"No job waited.", "Each started as soon as it was submitted."}
	case WrongSize:
		return Sentence{"The machine size looks wrong: " + numeral.Percent(a.Lacking, 0) + " of the starts had no room.",
			"With the right size Shadowtime tells what your users waited for."}
	case Ordered:
		if a.Parts[held.InVain] == 0 {
			return Sentence{u.waited(), "Too few processors were free for them, or a job ahead needed those that were."}
		}
		return Sentence{u.waited(),
			"Only " + u.of(held.InVain) + " of it" + u.share(held.InVain) + " passed with room for the job and nobody delayed."}
	}
	return Sentence{u.waited() + " No change of the order can win " + u.of(held.InVain) + " of it" + u.share(held.InVain) + ":",
		"there was room for the job, and starting it would have delayed nobody."}
}

// Stays says what stays unexplained, as a sentence behind Waited; "" where nothing is to be explained.
func (f *Found) Stays() string {
	u := unitOf(f.Under)
	switch {
	case f.Foreign || f.Under.Sum() == 0:
		return ""
	case len(f.Findings) == 0 && len(f.Stops) == 0 && f.usual():
		if !f.Done || f.Under.Share(held.InVain) < hardly {
			return ""
		}
		return NoRule + "."
	case len(f.Findings) == 0 && len(f.Stops) == 0:
		return "With the queue as the log shows it, " + u.stays() + "."
	case len(f.Findings) == 0:
		return "Without the times when nothing started, " + u.stays() + "."
	}
	return "With the rules found in the log, " + u.stays() + "."
}

// NoRule is what is said where nothing was found.
const NoRule = "No rule in our list explains it"

// usual says that the queue is first come, first served, with backfilling.
func (f *Found) usual() bool { return f.Order == held.FCFS && !f.Plain }

// unit is how the parts of a mean wait are written: rounded so that they add up.
type unit struct {
	account *held.Account
	name    string
	size    float64
	parts   [held.Causes]int64 // in hundredths
	mean    int64
}

// unitOf rounds the parts of an account to hundredths of a unit, by largest remainder.
func unitOf(a *held.Account) *unit {
	u := &unit{account: a}
	u.size, u.name = numeral.UnitOf(float64(a.Sum()) / float64(max(1, a.Jobs)))
	u.mean = int64(math.Round(u.hundredths(a.Sum())))
	left := u.mean
	var rest [held.Causes]float64
	for c, seconds := range a.Parts {
		exact := u.hundredths(seconds)
		u.parts[c] = int64(exact)
		rest[c] = exact - float64(u.parts[c])
		left -= u.parts[c]
	}
	for ; left > 0; left-- {
		most := 0
		for c := range rest {
			if rest[c] > rest[most] {
				most = c
			}
		}
		u.parts[most]++
		rest[most] = -1
	}
	return u
}

// hundredths are seconds of all jobs as a mean.
func (u *unit) hundredths(seconds int64) float64 {
	return 100 * float64(seconds) / float64(max(1, u.account.Jobs)) / u.size
}

// write is a mean in hundredths: 4.25 h.
func (u *unit) write(hundredths int64) string {
	return numeral.Grouped(float64(hundredths)/100, 2) + numeral.Thin + u.name
}

// seconds are those of all jobs as a mean that stands alone.
func (u *unit) seconds(seconds int64) string {
	return u.write(int64(math.Round(u.hundredths(seconds))))
}

func (u *unit) of(c held.Cause) string { return u.write(u.parts[c]) }

// share is " (45 %)" of a cause.
func (u *unit) share(c held.Cause) string { return " (" + percent(u.account.Share(c)) + ")" }

// waited says how long users waited. Jobs that ran for no time or have no wait are in the mean of no part, so where there
// are more than a few, it says which jobs are left out: the record's mean of all jobs stands on the same page.
func (u *unit) waited() string {
	if a := u.account; a.Left > a.Jobs/100 {
		return "Without the " + numeral.Count(a.Left) +
			numeral.Plural(a.Left, " job that did not run or has", " jobs that did not run or have") +
			" no recorded wait, your users waited " + u.write(u.mean) + " on average."
	}
	return "Your users waited " + u.write(u.mean) + " on average."
}

func (u *unit) stays() string {
	if u.account.Parts[held.InVain] == 0 {
		return "nothing stays unexplained"
	}
	return u.of(held.InVain) + " stays unexplained"
}

// percent is a share as whole percent, small ones with decimals.
func percent(share float64) string {
	if share >= 0.005 {
		return numeral.Percent(share, 0)
	}
	return numeral.Share(share)
}

// Piece is a part of a bar: what waiting was due to.
type Piece struct {
	Cause   held.Cause
	Seconds int64   // of all jobs
	Mean    string  // of a job, rounded so that the pieces of a bar add up to the mean
	Share   float64 // of all waiting
	Legend  string
}

var legends = [2][held.Causes]string{
	{"too few processors free", "kept for a job ahead", "held by a rule", "room, nobody delayed"},
	{"too few free", "kept", "held by a rule", "unexplained"},
}

// Bar has the parts of the mean wait, from the log alone.
func Bar(a *held.Account) []Piece { return bar(a, 0) }

// Bar has them under what was found.
func (f *Found) Bar() []Piece { return bar(f.Under, 1) }

func bar(a *held.Account, words int) (list []Piece) {
	u := unitOf(a)
	for c := range held.Cause(held.Causes) {
		if c != held.Ruled || a.Parts[c] > 0 {
			list = append(list, Piece{c, a.Parts[c], u.of(c), a.Share(c), legends[words][c]})
		}
	}
	return list
}

// Mean is the mean wait as the pieces of a bar are written.
func Mean(a *held.Account) string {
	u := unitOf(a)
	return u.write(u.mean)
}

// Headline says the strongest of what was found, and how much was.
func (f *Found) Headline(t *rule.Terms) Sentence {
	u := unitOf(f.Under)
	switch best := f.strongest(); {
	case f.Foreign:
		return Waited(f.Under)
	case best != nil:
		return Sentence{t.Past(&best.Rule) + ".", f.counted(u)}
	case !f.usual():
		return Sentence{f.queue() + ".", f.counted(u)}
	case len(f.Stops) > 0:
		return Sentence{"In " + f.stretches() + " nothing started, " + f.stopped() + " in all.", NoRule + "; " + u.stays() + "."}
	case !f.Done:
		return Sentence{"Looking for rules.", ""}
	case f.Under.Share(held.InVain) < hardly:
		return Sentence{"No rule held them.", numeral.Capital(u.stays()) + "."}
	}
	return Sentence{NoRule + ".", numeral.Capital(u.stays()) + "."}
}

// strongest is the rule that explains most; nil where there is none.
func (f *Found) strongest() *Finding {
	var best *Finding
	for i := range f.Findings {
		if x := &f.Findings[i]; best == nil || x.Explains > best.Explains {
			best = x
		}
	}
	return best
}

// counted says how much was found, and what is left: "3 rules and 26 stretches without a start; 1.06 h stays unexplained."
func (f *Found) counted(u *unit) string {
	var list []string
	if n := len(f.Findings); n > 0 {
		list = append(list, numeral.Count(n)+numeral.Plural(n, " rule", " rules"))
	}
	if len(f.Findings) > 0 && f.Order != held.FCFS {
		list = append(list, "another order of the queue")
	}
	if len(f.Findings) > 0 && f.Plain {
		list = append(list, "no backfilling")
	}
	if len(f.Stops) > 0 {
		list = append(list, f.stretches()+" without a start")
	}
	if len(list) == 0 {
		return numeral.Capital(u.stays()) + "."
	}
	return numeral.Listed(list) + "; " + u.stays() + "."
}

func (f *Found) stretches() string {
	n := len(f.Stops)
	return numeral.Count(n) + numeral.Plural(n, " stretch", " stretches")
}

// stopped is how long nothing started.
func (f *Found) stopped() string {
	sum := int64(0)
	for _, x := range f.Stops {
		sum += x.To - x.From
	}
	return numeral.Count((sum+1800)/3600) + numeral.Thin + "h"
}

// orderWords are the order of the queue.
func (f *Found) orderWords() string {
	return [held.Orders]string{"first come, first served", "shortest request first", "smallest area first", "most processors first",
		"fewest processors first", "last come, first served"}[f.Order]
}

// queue says how the queue looks where it is not first come, first served with backfilling.
func (f *Found) queue() string {
	by := f.orderWords()
	switch {
	case f.Plain && f.Order == held.FCFS:
		return "The queue looks served strictly in turn, without backfilling"
	case f.Plain:
		return "The queue looks ordered by " + by + ", without backfilling"
	case f.Order == held.LCFS:
		return "The queue looks served " + by
	}
	return "The queue looks ordered by " + by
}

// Queue says how the queue looks, as a sentence; "" of first come, first served with backfilling.
func (f *Found) Queue() string {
	if f.usual() {
		return ""
	}
	return f.queue() + "."
}

// Edge is how sharp the constant of a rule is.
type Edge uint8

// The edges.
const (
	Sure Edge = iota // ten times as many starts would break the next sharper one
	Weak             // not so many
	Past             // there is no constant: it tells what happened and never what will
)

func (e Edge) String() string { return [...]string{"Sure", "Weak", "Past only"}[e] }

// Told is a rule in words, as a row of a table.
type Told struct {
	Words, Period string
	Text          string // canonical
	Explains      string // as a mean: 0.69 h; "–" where it is not known
	Share         string // of all waiting
	Broken        string // "14 of 1 422"
	Edge          Edge
	Sharper       string // "16:30 would break 231"
	EdgeWords     string // with "; 17:00 breaks 14"
}

// Told are the rules, and behind them the stretches without a start in one.
func (f *Found) Told(t *rule.Terms) (list []Told) {
	u := unitOf(f.Under)
	all := float64(max(1, f.Under.Sum()))
	for i := range f.Findings {
		x := &f.Findings[i]
		row := Told{Words: t.Words(&x.Rule, false), Period: t.Period(&x.Rule), Text: x.Rule.Text(), Explains: u.seconds(x.Explains),
			Share: percent(float64(x.Explains) / all), Broken: numeral.Count(x.Broken) + " of " + numeral.Count(x.Concerned),
			Edge: Weak}
		row.Sharper, row.EdgeWords = x.edgeWords(t)
		if x.Sure() {
			row.Edge = Sure
		}
		if x.Absent {
			row.Words += " (" + NoJob + ")"
		}
		list = append(list, row)
	}
	if len(f.Stops) > 0 {
		list = append(list, Told{Words: "Nothing starts in " + f.stretches() + ", " + f.stopped() + " in all",
			Period: "on the dates listed", Explains: u.seconds(f.Stopped), Share: percent(float64(f.Stopped) / all),
			Broken: "none", Edge: Past,
			EdgeWords: "does not apply to stretches"})
	}
	return list
}

// NoJob is said of a rule that explains nothing because it was made for other jobs, or for another time.
const NoJob = "it concerns no job of the log"

// edgeWords say how many starts break the sharper neighbour of a rule, and how many the rule.
func (x *Finding) edgeWords(t *rule.Terms) (sharper, both string) {
	now, next := constants(t, &x.Rule, &x.Edge)
	if now == next {
		return "", "it has no sharper neighbour"
	}
	sharper = next + " would break " + numeral.Count(x.EdgeBroken)
	return sharper, sharper + "; " + now + " breaks " + numeral.Count(x.Broken)
}

// constants are those in which two rules of one kind differ.
func constants(t *rule.Terms, a, b *rule.Rule) (string, string) {
	switch {
	case a.Kind == rule.First:
		return t.Those(&a.Class), t.Those(&b.Class)
	case a.Since != b.Since:
		return t.Instant(a.Since), t.Instant(b.Since)
	case a.Until != b.Until:
		return t.Instant(a.Until), t.Instant(b.Until)
	case a.Soft != b.Soft:
		return "while others wait", "always"
	case a.Half != b.Half:
		return numeral.Duration(float64(a.Half)), numeral.Duration(float64(b.Half))
	case a.Class.Over != b.Class.Over:
		return numeral.Duration(float64(a.Class.Over)), numeral.Duration(float64(b.Class.Over))
	case a.From != b.From:
		return a.Hour(a.From), b.Hour(b.From)
	case a.To != b.To:
		return a.Hour(a.To), b.Hour(b.To)
	case a.Of == rule.Work:
		return numeral.Number(float64(a.Most) / 3600), numeral.Number(float64(b.Most) / 3600)
	}
	return numeral.Count(a.Most), numeral.Count(b.Most)
}

// Cause is what the patterns of what is left look like.
type Cause uint8

// The causes.
const (
	Unseen  Cause = iota // room that the log does not show
	OfUsers              // limits of users
	ByHand               // releases in batches
	ByClock              // the clock
	Seldom               // none of these: a scheduler that looks seldom, or what no pattern has
	Causes  = 5
)

var causes = [Causes]string{"room that the log doesn’t show, such as memory, whole nodes or nodes that were down",
	"limits of users",
	"releases in batches, by hand or by a script", "the clock", "no pattern of the starts points to a cause"}

var settles = [Causes]string{"the machine’s nodes with their memory, and the times when nodes were down",
	"the limits of users: the scheduler’s configuration, or sacctmgr’s associations and QOS",
	"the operators’ log, or the holds and releases in the scheduler’s own log",
	"the site’s calendar of service days, or the scheduler’s own log for one week",
	"the site’s calendar of service days, or the scheduler’s own log for one week"}

// Sign is how far a pattern points to something.
type Sign uint8

// The signs.
const (
	None   Sign = iota // not more often than chance has it, or hardly ever
	Little             // more often, and of few starts
	Strong             // three times as often, and of one start in seven at least
)

func (s Sign) String() string { return [...]string{"no sign", "hardly", "yes"}[s] }

const (
	often   = 3    // times as often as by chance
	seen    = 0.15 // of the starts at least
	glimpse = 0.03 // of the starts: of fewer there is no sign
)

// sign is that of a pattern.
func sign(p *held.Pattern) Sign {
	switch more := p.Chance != p.Chance || p.Seen >= often*p.Chance; {
	case more && p.Seen >= seen:
		return Strong
	case more && p.Seen >= glimpse:
		return Little
	}
	return None
}

// Likely is what an account's patterns look like: what starts most that follows.
func Likely(a *held.Account) Cause {
	p := &a.Patterns
	anyone, own := sign(&p[held.AfterAnEnd]), sign(&p[held.AfterOwnEnd])
	switch {
	case own == Strong && 2*p[held.AfterOwnEnd].Seen >= p[held.AfterAnEnd].Seen:
		return OfUsers
	case anyone == Strong:
		return Unseen
	case sign(&p[held.InBatches]) == Strong:
		return ByHand
	case sign(&p[held.OnTheHour]) == Strong:
		return ByClock
	}
	return Seldom
}

// Left says what stays unexplained and its likely cause.
func (f *Found) Left() Sentence {
	u := unitOf(f.Under)
	first := u.of(held.InVain) + u.share(held.InVain) + " stays unexplained."
	if f.Under.Parts[held.InVain] == 0 {
		first = "Nothing stays unexplained."
	}
	if f.Foreign || f.Under.Share(held.InVain) < hardly {
		return Sentence{first, ""}
	}
	cause := Likely(f.Under)
	if cause == Seldom {
		return Sentence{first, numeral.Capital(causes[cause]) + "."}
	}
	return Sentence{first, "The likely cause is " + causes[cause] + "."}
}

// Settles says what would settle what the cause is; "" where hardly anything is left.
func Settles(a *held.Account) string {
	if StandingOf(a) != Wasted {
		return ""
	}
	return "What would settle it: " + settles[Likely(a)] + "."
}

// Pointer is a pattern as a row of a table: how jobs start that waited in vain.
type Pointer struct {
	Starts       string // "within 30 s of any job’s end"
	Seen, Chance string // shares; chance "–" where it can’t be told
	To           string // what it would point to
	Sign         Sign
}

// Pointers are the patterns of an account.
func Pointers(a *held.Account) (list []Pointer) {
	for i, x := range [held.Patterns][2]string{
		{"within 30 s of any job’s end", "room that the log doesn’t show"},
		{"within 30 s of the user’s own job’s end", "limits of users"},
		{"with 3 or more others in a minute", "releases in batches"},
		{"within a minute of a full or half hour", "the clock"},
	} {
		p := &a.Patterns[i]
		list = append(list, Pointer{x[0], numeral.Percent(p.Seen, 0), numeral.Percent(p.Chance, 0), x[1], sign(p)})
	}
	return list
}

// Heaviest are the users that waited most in vain: one that has half of it, else five; and their share of it.
// 0: there are no more users than that.
func Heaviest(a *held.Account) (users int, share float64) {
	all := float64(a.Parts[held.InVain])
	if all == 0 {
		return 0, 0
	}
	sum := int64(0)
	for users < min(5, len(a.Users)-1) {
		sum += a.Users[users].Parts[held.InVain]
		users++
		if users == 1 && 2*float64(sum) >= all {
			break
		}
	}
	return users, float64(sum) / all
}

// HeaviestWords say it of what is left; "" where there are too few users.
func (f *Found) HeaviestWords() string {
	n, share := Heaviest(f.Under)
	if n == 0 {
		return ""
	}
	return [...]string{"", "One user holds ", "Two users hold ", "Three users hold ", "Four users hold ", "Five users hold "}[n] +
		percent(share) + " of what is unexplained."
}

var weekdays = [7]string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

// HourWords say of an hour of the week, from Monday 0:00, how much of its waiting was in vain: "Friday, 16 to 17: 86 % of
// 1 090 h waited passed with room and nobody delayed."
func HourWords(a *held.Account, at int) Sentence {
	p := &a.Week[at]
	from := at % 24
	return Sentence{weekdays[at/24] + ", " + strconv.Itoa(from) + " to " + strconv.Itoa(from+1) + ":",
		percent(p.Share(held.InVain)) + " of " + hours(p.Sum()) + " waited."}
}

// hours are seconds as whole hours.
func hours(seconds int64) string { return numeral.Count((seconds+1800)/3600) + numeral.Thin + "h" }

// WeekWords are the title of the week: from which to which hour of working days most waiting is in vain.
func WeekWords(a *held.Account) string {
	var day [24]held.Parts
	for at := range a.Week[:5*24] {
		for c, x := range a.Week[at] {
			day[at%24][c] += x
		}
	}
	from, to := longestRun(func(h int) bool { return 2*day[h][held.InVain] > day[h].Sum() })
	switch {
	case to-from == 24:
		return "At every hour of working days, most waiting is not for room"
	case to-from >= 2:
		return "On working days from " + strconv.Itoa(from) + " to " + strconv.Itoa(to) + numeral.Thin + "h, most waiting is not for room"
	}
	return "Waiting that is not for room, by hour of the week"
}

// longestRun is the longest run of hours of a day that are so, not over midnight.
func longestRun(is func(h int) bool) (from, to int) {
	for h := 0; h < 24; h++ {
		end := h
		for end < 24 && is(end) {
			end++
		}
		if end-h > to-from {
			from, to = h, end
		}
		h = max(h, end-1)
	}
	return from, to
}

// notable is the part of all waiting that a size has at least, of which something is said: one in so many.
const notable = 20

// SizeWords are the title of the sizes: which waits most in vain for its waiting.
func SizeWords(a *held.Account) string {
	if len(a.Sizes) == 0 || a.Parts[held.InVain] == 0 {
		return "What jobs waited for, by size"
	}
	var most *held.Group
	for i := range a.Sizes {
		g := &a.Sizes[i]
		if notable*float64(g.Sum()) < float64(a.Sum()) {
			continue
		}
		if most == nil || g.Share(held.InVain) > most.Share(held.InVain) {
			most = g
		}
	}
	return "Jobs of " + SizeOf(most) + " were held for " + percent(most.Share(held.InVain)) + " of their wait"
}

// SizeOf is a class of sizes in words.
func SizeOf(g *held.Group) string {
	switch {
	case g.To == 1:
		return "one processor"
	case g.ID == g.To:
		return numeral.Count(g.ID) + " processors"
	}
	return numeral.Count(g.ID) + " to " + numeral.Count(g.To) + " processors"
}

// Said tells what rules of the first half of the jobs are worth in the second.
func (f *Forward) Said() Sentence {
	if len(f.Carried) == 0 && f.Found.usual() {
		return Sentence{"No rule of the first half of the jobs goes on into the second.", ""}
	}
	ratio := func(l *metric.Likeness) string { return percent(l.Simulated / l.Logged) }
	open, ruled := nearness(&f.Open), nearness(&f.Ruled)
	return Sentence{"Under the rules of the first half of the jobs, the replayed mean wait of the second is " + ratio(&f.Ruled) +
		" of the recorded one; without them it is " + ratio(&f.Open) + ".",
		"The rank correlation with the recorded waits is " + rank(report.Float(f.Ruled.Rank)) + "; without them it is " +
			rank(report.Float(f.Open.Rank)) + "." + typical(&ruled) + without(&open)}
}
