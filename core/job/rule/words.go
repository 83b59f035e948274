package rule

import (
	"strconv"
	"strings"
	"time"

	"shadowtime/core/base/numeral"
)

// Terms are what rules of a machine are said in. The zero value says the log's numbers.
type Terms struct {
	Procs int64 // the machine's, 0: not known
	// Name is what the log calls a queue, partition or user, "" where it does not; nil: it never does.
	Name func(what string, id int64) string
	// Undated says that instants count from the beginning of a log that has no dates.
	Undated bool
}

// Words say the rule as a sentence without its stop; dated, with its period behind a comma.
func (r *Rule) Words(dated bool) string { return (&Terms{}).Words(r, dated) }

// Period says when the rule holds: "23 Sep 1996 to 9 Jun 1997", "until 9 Jun 1997", "the whole log".
func (r *Rule) Period() string { return (&Terms{}).Period(r) }

// Words say a rule as a sentence without its stop: "At most 4 running jobs a user"; dated, with its
// period behind a comma where it has one.
func (t *Terms) Words(r *Rule, dated bool) string {
	text := t.Clause(r)
	if dated && (r.Since != Always || r.Until != Forever) {
		text += ", " + t.Period(r)
	}
	return numeral.Capital(text)
}

// Clause is Words within a sentence, without the period.
func (t *Terms) Clause(r *Rule) string {
	switch r.Kind {
	case Hours:
		return t.jobs(&r.Class) + " don’t start " + r.closedWords() + r.dayWords()
	case EndBy:
		return t.jobs(&r.Class) + " must end by " + r.Hour(r.From) + r.dayWords()
	case Missing:
		was := numeral.Plural(int(r.Most), " was missing", " were missing")
		if t.Procs > r.Most {
			return numeral.Count(r.Most) + " of " + counted(t.Procs, "processor") + was
		}
		return counted(r.Most, "processor") + was
	case Stop:
		if r.Class.all() {
			return "nothing starts"
		}
		return t.jobs(&r.Class) + " don’t start"
	case Kept:
		return t.kept(r) + " kept for " + t.Those(&r.Class)
	case First:
		return t.jobs(&r.Class) + " go before all others"
	case Share:
		return "users who used less go first, and use counts half after " + timeWords(r.Half)
	}
	text := "at most " + r.amount(r.Most) + [...]string{"", " a user", " a user in each queue"}[r.Per]
	return text + t.limited(r) + r.whileWords()
}

// whileWords say that a limit is soft.
func (r *Rule) whileWords() string {
	if r.Soft {
		return " while others wait"
	}
	return ""
}

// kept is what is kept, with its verb: the machine, or processors of it.
func (t *Terms) kept(r *Rule) string {
	if r.Most == 0 || r.Most == t.Procs {
		return "the whole machine is"
	}
	return counted(r.Most, "processor") + numeral.Plural(int(r.Most), " is", " are")
}

// limited are the jobs that a limit is for, behind it; "" of all.
func (t *Terms) limited(r *Rule) (text string) {
	if r.Class.all() {
		return ""
	}
	those, ok := t.sole(&r.Class)
	switch {
	case ok:
		text = " for " + those
	case r.Of == Jobs && r.Class.Over == 0:
		text = t.where(&r.Class)
	default:
		text = " for " + t.jobs(&r.Class)
	}
	if r.Per == All && r.Most > 1 {
		text += " together"
	}
	return text
}

// amount is so much of what a limit counts.
func (r *Rule) amount(n int64) string {
	switch r.Of {
	case Procs:
		return counted(n, "processor")
	case Work:
		if n%3600 == 0 {
			return counted(n/3600, "processor-hour") + " outstanding"
		}
		return numeral.Number(float64(n)/3600) + " processor-hours outstanding"
	}
	return counted(n, "running job")
}

func counted(n int64, what string) string {
	return numeral.Count(n) + numeral.Plural(int(n), " "+what, " "+what+"s")
}

// Unmoved says of hours by which clock they go, where that is not the one on the wall.
const Unmoved = "by a clock without summer time"

// dayWords are the days and the turn, behind the hours.
func (r *Rule) dayWords() string {
	text := [...]string{"", ", Monday to Friday", ", Saturday and Sunday", ""}[r.Days]
	text += r.unmoved()
	if r.Turn {
		text += ", and keep their turn"
	}
	return text
}

// closedWords are hours that are closed: between 6:00 and 18:00, from Monday 0:00 to Friday 17:00.
func (r *Rule) closedWords() string {
	if r.Days == Week {
		return "from " + r.Hour(r.From) + " to " + r.Hour(r.To)
	}
	return "between " + hourWords(r.From) + " and " + hourWords(r.To)
}

// Hour is 4:30 of minutes of a day, Friday 17:00 of those of a week, as From and To are.
func (r *Rule) Hour(minute int32) string {
	if r.Days != Week {
		return hourWords(minute)
	}
	day := weekdays[minute/minutes%7]
	return day + longDays[day] + " " + hourWords(minute%minutes)
}

// hourWords is 4:30 of minutes of a day.
func hourWords(minute int32) string { return strings.TrimPrefix(clockText(minute), "0") }

// all says whether every job is of the class.
func (c *Class) all() bool {
	return c.Over == 0 && c.Wider == 0 && len(c.Users)+len(c.Queues)+len(c.Partitions) == 0
}

// jobs are the class as the subject of a sentence: "requests over 4 h in queue 3".
func (t *Terms) jobs(c *Class) string {
	if c.Over > 0 {
		return "requests over " + timeWords(c.Over) + t.where(c)
	}
	return "jobs" + t.where(c)
}

// where is what stands behind jobs or requests.
func (t *Terms) where(c *Class) (text string) {
	if c.Wider > 0 {
		text = " on more than " + counted(c.Wider, "processor")
	}
	for i, ids := range c.named() {
		if len(ids) > 0 {
			text += [...]string{" in ", " in ", " of "}[i] + t.named(subjects[i], ids)
		}
	}
	return text
}

// sole is "queue 3" of a class that is no more than the jobs of queues, partitions or users.
func (t *Terms) sole(c *Class) (text string, ok bool) {
	for i, ids := range c.named() {
		rest := *c
		*[...]*[]int64{&rest.Queues, &rest.Partitions, &rest.Users}[i] = nil
		if len(ids) > 0 && rest.all() {
			return t.named(subjects[i], ids), true
		}
	}
	return "", false
}

// Those are the jobs of a class within a sentence: "queues 3 and 5", "requests over 4 h".
func (t *Terms) Those(c *Class) string {
	if text, ok := t.sole(c); ok {
		return text
	}
	return t.jobs(c)
}

// few is how many are named one by one.
const few = 4

// named is "queue 3", "users 46 and 57", or how many they are.
func (t *Terms) named(what string, ids []int64) string {
	if len(ids) > few {
		return numeral.Count(len(ids)) + " " + what + "s"
	}
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = t.one(what, id)
	}
	text := what
	if last := len(ids) - 1; last > 0 {
		text += "s"
		names = []string{strings.Join(names[:last], ", "), names[last]}
	}
	return text + " " + strings.Join(names, " and ")
}

// one is the name of a queue, partition or user, else its number.
func (t *Terms) one(what string, id int64) string {
	if t.Name != nil {
		if name := t.Name(what, id); name != "" {
			return name
		}
	}
	return strconv.FormatInt(id, 10)
}

// timeWords is a request to its last second: 2.5 h, 15 min, 2 d.
func timeWords(seconds int64) string {
	text, unit := timeText(seconds), "s"
	switch {
	case text[len(text)-1] == 'd':
		return text[:len(text)-1] + numeral.Thin + "d"
	case seconds > 3600 && seconds%36 == 0:
		return numeral.Plain(float64(seconds)/3600) + numeral.Thin + "h"
	}
	if unit = text[len(text)-1:]; unit == "m" {
		unit = "min"
	}
	return text[:len(text)-1] + numeral.Thin + unit
}

// Period says when a rule holds.
func (t *Terms) Period(r *Rule) string {
	switch {
	case r.Since == Always && r.Until == Forever:
		return "the whole log"
	case r.Since == Always:
		return "until " + t.Instant(r.Until)
	case r.Until == Forever:
		return "from " + t.Instant(r.Since)
	case t.Undated:
		return "from " + t.Instant(r.Since) + " to " + t.Instant(r.Until)
	}
	return t.Instant(r.Since) + " to " + t.Instant(r.Until)
}

// Instant is a day, with the time where it is not 0:00.
func (t *Terms) Instant(wall int64) string {
	if t.Undated {
		return numeral.Duration(float64(wall)) + " in"
	}
	at := time.Unix(wall, 0).UTC()
	text := at.Format("2 Jan 2006")
	switch {
	case wall%60 != 0:
		text += ", " + strings.TrimPrefix(at.Format("15:04:05"), "0")
	case wall%(24*3600) != 0:
		text += ", " + strings.TrimPrefix(at.Format("15:04"), "0")
	}
	return text
}

// Held says by what a job of a user in a queue was held, behind "held by": value is what a limit
// would have counted with the job (guard.Value), of no use to other kinds.
func (t *Terms) Held(r *Rule, value, user int64) string {
	switch r.Kind {
	case Hours:
		return t.jobs(&r.Class) + " do not start before " + r.Hour(r.To) + r.unmoved()
	case EndBy:
		return t.jobs(&r.Class) + " must end by " + r.Hour(r.From) + r.unmoved()
	case Missing:
		return (&Terms{}).Clause(r)
	case Stop:
		if r.Class.all() {
			return "nothing started then"
		}
		return t.jobs(&r.Class) + " did not start then"
	case Kept:
		return "what was kept for " + t.Those(&r.Class) + ", " + t.Period(r)
	case First:
		return t.jobs(&r.Class) + " went before all others"
	case Share:
		return "users who had used less went first"
	}
	who := "all jobs"
	switch {
	case r.Per != All:
		who = t.named("user", []int64{user})
	case !r.Class.all():
		if sole, ok := t.sole(&r.Class); ok {
			who = sole
			break
		}
		who = t.jobs(&r.Class)
	}
	place := ""
	if r.Per == UserQueue {
		place = " in its queue"
	}
	if r.Of == Jobs {
		n := max(value-1, 0)
		return who + " had " + numeral.Count(n) + numeral.Plural(int(n), " job", " jobs") + " running" + place + r.whileWaited()
	}
	most := numeral.Count(r.Most)
	if r.Of == Work {
		most = numeral.Number(float64(r.Most) / 3600)
	}
	return who + " would have " + r.amount(value) + place + ", more than " + most + r.whileWaited()
}

// whileWaited is whileWords of what is past.
func (r *Rule) whileWaited() string {
	if r.Soft {
		return " while others waited"
	}
	return ""
}
