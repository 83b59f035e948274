package job

import (
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"shadowtime/core/base/jsontext"
)

// ZoneOffset tells how many seconds east of UTC a named zone is at a Unix time,
// false where the name is not known. A program that Go gives no time zones, as in a
// browser, has its own before it reads a log: Go's table weighs 0.4 MB, and the browser
// has the same one. Both are asked when a log is read, and never again: what follows goes
// by the Calendar's few Shifts, which page and workers hand on.
var ZoneOffset = func(name string, unix int64) (offset int64, ok bool) {
	loc, err := zones.of(name)
	if err != nil {
		return 0, false
	}
	_, off := time.Unix(unix, 0).In(loc).Zone()
	return int64(off), true
}

// zones keeps the zone that was asked for last: Go reads its file each time.
var zones lastZone

type lastZone struct {
	sync.Mutex
	name string
	loc  *time.Location
}

func (z *lastZone) of(name string) (*time.Location, error) {
	z.Lock()
	defer z.Unlock()
	if z.loc != nil && z.name == name {
		return z.loc, nil
	}
	loc, err := time.LoadLocation(name)
	if err == nil {
		z.name, z.loc = name, loc
	}
	return loc, err
}

// calendarOf aligns a log's clock with the calendar: weeks have one offset, that of the
// header's TimeZoneString at UnixStartTime, else its TimeZone in seconds; without either,
// or without UnixStartTime, weeks are counted from the first submit. Instants have the
// offset of the zone at that instant, which a TimeZone does not tell.
// The name is that of the zone, "" where the log has one offset throughout.
func calendarOf(l *Log, firstSubmit int64) (c Calendar, name string) {
	unix, ok := l.Header.Int("UnixStartTime")
	if !ok || unix <= 0 {
		return Calendar{Monday: firstSubmit, Source: "weeks counted from the first submit: the header has no UnixStartTime"}, ""
	}
	offset, name, source, ok := zone(&l.Header, unix)
	if !ok {
		return Calendar{Monday: firstSubmit, Unix: unix, Source: "weeks counted from the first submit: " + source}, ""
	}
	// 1970-01-05 was a Monday.
	local := unix + offset - 4*Day
	return Calendar{
		Monday: -mod(local, Week),
		Offset: offset,
		Unix:   unix,
		Source: "weeks begin on Monday 00:00 local time, " + source,
	}, name
}

// zone is the offset at a Unix time, by the name that the header gives, "" where there is
// none that is known, and where it comes from in words; false: it has no offset.
func zone(h *Header, unix int64) (offset int64, name, source string, ok bool) {
	unknown := ""
	if name, ok := h.Get("TimeZoneString"); ok {
		name = strings.TrimSpace(name)
		if name != "" && name != "Local" {
			if off, ok := offsetAt(name, unix); ok {
				return off, name, "TimeZoneString " + name, true
			}
			unknown = "its TimeZoneString " + jsontext.Short(name) + " is not a zone that is known here"
		}
	}
	if n, ok := h.Int("TimeZone"); ok && n > -Day && n < Day {
		if unknown != "" {
			unknown = " all through the log: " + unknown
		}
		return n, "", "TimeZone of the header" + unknown, true
	}
	if unknown == "" {
		unknown = "the header has no time zone"
	}
	return 0, "", unknown, false
}

// offsetAt is ZoneOffset of a zone that has a name: a browser takes +01:00 for one, too.
func offsetAt(name string, unix int64) (offset int64, ok bool) {
	if first := name[0] | ' '; first < 'a' || first > 'z' {
		return 0, false
	}
	return ZoneOffset(name, unix)
}

// A schedule may end long after the log's last job did, and a log may say any time: a zone
// is looked up from a week before the first submit to so long after the last end, for no
// more than a hundred years, and before 3000, in seconds.
const (
	beyond   = 10 * 53 * Week
	farthest = 100 * 53 * Week
	latest   = 1030 * 53 * Week
)

// Shift is a change of a zone's offset.
type Shift struct {
	At     int64 // on the trace's clock
	Offset int64 // seconds east of UTC from then on
}

// shift finds when a zone changes its offset, for a log from its first submit to its last
// end. No zone changes twice within a week.
func (c *Calendar) shift(name string, firstSubmit, lastEnd int64) {
	from := firstSubmit - Week
	to := min(lastEnd+beyond, from+farthest, latest-c.Unix)
	if from >= to {
		return
	}
	offset := func(at int64) int64 {
		off, _ := ZoneOffset(name, c.Unix+at)
		return off
	}
	last := offset(from)
	if last != c.Offset { // what instant 0 has is older
		c.Shifts = append(c.Shifts, Shift{from, last})
	}
	for at := from; at < to; at += Week {
		if offset(at+Week) == last {
			continue
		}
		change := at + 1 + int64(sort.Search(int(Week-1), func(i int) bool { return offset(at+1+int64(i)) != last }))
		last = offset(change)
		c.Shifts = append(c.Shifts, Shift{change, last})
	}
	for _, s := range c.Shifts {
		c.Summer = max(c.Summer, c.Offset-s.Offset)
	}
}

// Weekdays says whether the weeks begin on a Monday of the people; else on the day of the first submit.
func (c *Calendar) Weekdays() bool {
	return c.Unix > 0 && mod(c.Unix+c.Offset+c.Monday-4*Day, Week) == 0 // 1970-01-05 was a Monday
}

// OffsetAt is how many seconds east of UTC the zone is at an instant of the trace's clock.
func (c *Calendar) OffsetAt(at int64) int64 {
	n := sort.Search(len(c.Shifts), func(i int) bool { return c.Shifts[i].At > at })
	if n == 0 {
		return c.Offset
	}
	return c.Shifts[n-1].Offset
}

// Local is what a clock on the wall shows at an instant, in seconds since 1970-01-01 00:00.
func (c *Calendar) Local(at int64) int64 { return c.Unix + at + c.OffsetAt(at) }

// Instant is the first instant at which a clock on the wall shows so much or more: the first
// one of an hour that comes twice, and the change itself where an hour is left out.
func (c *Calendar) Instant(local int64) int64 {
	at := local - c.Unix - c.Offset
	for i, s := range c.Shifts {
		if i == 0 && at < s.At {
			return at
		}
		at = max(local-c.Unix-s.Offset, s.At)
		if i+1 == len(c.Shifts) || at < c.Shifts[i+1].At {
			break
		}
	}
	return at
}

// mod is the remainder that is never negative.
func mod(a, b int64) int64 { return ((a % b) + b) % b }

// Ahead is how many seconds the clock of the people is ahead of that of the weeks, which
// keep one offset: an hour in summer of a log that begins in winter.
func (c *Calendar) Ahead(at int64) int64 { return c.OffsetAt(at) - c.Offset }

// HourOfWeek returns the hour at which job j was submitted as its people count, 0 to 167
// from the start of the week.
func (t *Trace) HourOfWeek(j int) int {
	at := t.Submit[j]
	if t.Ahead != nil {
		at += int64(t.Ahead[j])
	} else {
		at += t.Calendar.Ahead(at)
	}
	return int(mod(at-t.Calendar.Monday, Week) / 3600)
}

// WholeWeeks returns the whole weeks that lie between the first and the last
// submit of the trace: partial first and last weeks are left out. Where nobody submits
// in them there are none: nothing could be compared by them.
func (t *Trace) WholeWeeks() (first int64, n int) {
	if t.Len() == 0 {
		return 0, 0
	}
	begin, end := t.Submit[0], t.Submit[t.Len()-1]+1
	first = begin + mod(t.Calendar.Monday-begin, Week)
	if end-first < Week {
		return first, 0
	}
	n = int((end - first) / Week)
	if at, _ := slices.BinarySearch(t.Submit, first); t.Submit[at] >= first+int64(n)*Week {
		return first, 0
	}
	return first, n
}

// ClockWeeks are the weeks by the clock between a first and a last submit: the
// instant the first begins, and how many there are. Weeks are counted from
// instant 0 of the clock, and those of the first and of the last submit are left
// out even when they are whole.
func ClockWeeks(firstSubmit, lastSubmit int64) (first int64, n int) {
	week := firstSubmit/Week + 1
	return week * Week, int(max(lastSubmit/Week-week, 0))
}
