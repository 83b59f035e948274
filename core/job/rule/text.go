package rule

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// None is the text of no rules.
const None = "none"

// Text is the list as Parse reads it back: rules with semicolons between them.
func Text(list []Rule) string {
	if len(list) == 0 {
		return None
	}
	parts := make([]string, len(list))
	for i := range list {
		parts[i] = list[i].Text()
	}
	return strings.Join(parts, "; ")
}

// Text is the rule as Parse reads it back, in its one form: what it forbids, for whom, of which
// jobs, when. What its kind has no use for is not there.
func (r *Rule) Text() string {
	text := r.head()
	if r.Kind == Limit {
		text += [...]string{"", " a user", " a user in each queue"}[r.Per]
	}
	if r.Clock() {
		text += [...]string{"", " Mon-Fri", " Sat-Sun", ""}[r.Days]
		if r.Standard {
			text += " standard time"
		}
	}
	if r.Kind != Missing && r.Kind != Share {
		class := r.Class.text()
		if r.Kind == Kept {
			class = strings.ReplaceAll(class, " of ", " for ")
		}
		text += class
	}
	if r.Soft {
		text += " while others wait"
	}
	if r.Clock() && r.Turn {
		text += " keeping turns"
	}
	if r.Since != Always {
		text += " from " + dateText(r.Since)
	}
	if r.Until != Forever {
		text += " until " + dateText(r.Until)
	}
	return text
}

// head is what it forbids.
func (r *Rule) head() string {
	switch r.Kind {
	case Hours:
		return "not " + r.timeText(r.From) + "-" + r.timeText(r.To)
	case EndBy:
		return "end by " + r.timeText(r.From)
	case Missing:
		return many(r.Most, "processor") + " missing"
	case Kept:
		if r.Most == 0 {
			return "all processors kept"
		}
		return many(r.Most, "processor") + " kept"
	case Stop:
		return "nothing starts"
	case First:
		return "first"
	case Share:
		return "fair share with a half-life of " + timeText(r.Half)
	}
	switch {
	case r.Of == Procs:
		return many(r.Most, "processor")
	case r.Of == Work && r.Most%3600 == 0:
		return many(r.Most/3600, "processor-hour")
	case r.Of == Work:
		return many(r.Most, "processor-second")
	}
	return many(r.Most, "job")
}

func many(n int64, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.FormatInt(n, 10) + " " + what
}

func (c *Class) text() (text string) {
	for i, ids := range c.named() {
		if len(ids) == 0 {
			continue
		}
		text += " of " + subjects[i]
		if len(ids) > 1 {
			text += "s"
		}
		for _, id := range ids {
			text += " " + strconv.FormatInt(id, 10)
		}
	}
	if c.Over > 0 {
		text += " over " + timeText(c.Over)
	}
	if c.Wider > 0 {
		text += " wider than " + strconv.FormatInt(c.Wider, 10)
	}
	return text
}

// subjects are what jobs of a class belong to, in the order of named.
var subjects = [...]string{"queue", "partition", "user"}

func (c *Class) named() [len(subjects)][]int64 {
	return [...][]int64{c.Queues, c.Partitions, c.Users}
}

// units of time, largest first: a text has the first that makes it whole.
var units = []struct {
	name    string
	seconds int64
}{{"d", 24 * 3600}, {"h", 3600}, {"m", 60}, {"s", 1}}

// timeText is 2d, 4h, 90m or 45s; a day is 24h.
func timeText(seconds int64) string {
	at := slices.IndexFunc(units, func(u struct {
		name    string
		seconds int64
	}) bool {
		return seconds%u.seconds == 0 && (u.name != "d" || seconds > u.seconds)
	})
	return strconv.FormatInt(seconds/units[at].seconds, 10) + units[at].name
}

// weekdays are those of a week's hours.
var weekdays = [...]string{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"}

// timeText is 06:30 of minutes of a day, Fri 17:00 of those of a week.
func (r *Rule) timeText(minute int32) string {
	if r.Days != Week {
		return clockText(minute)
	}
	return weekdays[minute/minutes%7] + " " + clockText(minute%minutes)
}

// clockText is 06:30 of minutes of a day.
func clockText(minute int32) string {
	two := func(n int32) string { return strconv.Itoa(int(n/10)) + strconv.Itoa(int(n%10)) }
	return two(minute/60) + ":" + two(minute%60)
}

// layouts of an instant on a wall's clock: it has the first that says it all.
var layouts = []string{"2006-01-02", "2006-01-02T15:04", "2006-01-02T15:04:05"}

// dateText is 1996-12-23 of 0:00, 1996-12-23T08:00 of another minute.
func dateText(wall int64) string {
	layout := layouts[2]
	switch {
	case wall%(24*3600) == 0:
		layout = layouts[0]
	case wall%60 == 0:
		layout = layouts[1]
	}
	return time.Unix(wall, 0).UTC().Format(layout)
}
