package job

import (
	"strings"
	"time"
)

// ZoneOffset tells how many seconds east of UTC a named zone is at a Unix time,
// false where the name is not known. A program that Go gives no time zones, as in a
// browser, has its own before it reads a log: they weigh a tenth of a megabyte.
var ZoneOffset = func(name string, unix int64) (offset int64, ok bool) {
	loc, err := time.LoadLocation(name)
	if err != nil {
		return 0, false
	}
	_, off := time.Unix(unix, 0).In(loc).Zone()
	return int64(off), true
}

// calendarOf aligns a log's clock with the calendar: one fixed offset a log,
// that of the header's TimeZoneString at UnixStartTime, else its TimeZone in
// seconds; without either, or without UnixStartTime, weeks are counted from
// the first submit.
func calendarOf(l *Log, firstSubmit int64) Calendar {
	unix, ok := l.Header.Int("UnixStartTime")
	if !ok || unix <= 0 {
		return Calendar{Monday: firstSubmit, Source: "weeks counted from the first submit: the header has no UnixStartTime"}
	}
	offset, source, ok := zone(&l.Header, unix)
	if !ok {
		return Calendar{Monday: firstSubmit, Unix: unix, Source: "weeks counted from the first submit: the header has no time zone"}
	}
	// 1970-01-05 was a Monday.
	local := unix + offset - 4*Day
	return Calendar{
		Monday: -mod(local, Week),
		Offset: offset,
		Unix:   unix,
		Source: "weeks begin on Monday 00:00 local time, " + source,
	}
}

func zone(h *Header, unix int64) (offset int64, source string, ok bool) {
	if name, ok := h.Get("TimeZoneString"); ok {
		name = strings.TrimSpace(name)
		if name != "" && name != "Local" {
			if off, ok := ZoneOffset(name, unix); ok {
				return off, "TimeZoneString " + name, true
			}
		}
	}
	if n, ok := h.Int("TimeZone"); ok && n > -Day && n < Day {
		return n, "TimeZone of the header", true
	}
	return 0, "", false
}

// mod is the remainder that is never negative.
func mod(a, b int64) int64 { return ((a % b) + b) % b }

// HourOfWeek returns the hour in which instant t falls, 0 to 167 from the
// start of the week.
func (c Calendar) HourOfWeek(t int64) int { return int(mod(t-c.Monday, Week) / 3600) }

// WholeWeeks returns the whole weeks that lie between the first and the last
// submit of the trace: partial first and last weeks are left out.
func (t *Trace) WholeWeeks() (first int64, n int) {
	if t.Len() == 0 {
		return 0, 0
	}
	begin, end := t.Submit[0], t.Submit[t.Len()-1]+1
	first = begin + mod(t.Calendar.Monday-begin, Week)
	if end-first < Week {
		return first, 0
	}
	return first, int((end - first) / Week)
}

// ClockWeeks are the weeks by the clock between a first and a last submit: the
// instant the first begins, and how many there are. Weeks are counted from
// instant 0 of the clock, and those of the first and of the last submit are left
// out even when they are whole.
func ClockWeeks(firstSubmit, lastSubmit int64) (first int64, n int) {
	week := firstSubmit/Week + 1
	return week * Week, int(max(lastSubmit/Week-week, 0))
}
