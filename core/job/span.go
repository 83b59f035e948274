package job

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"shadowtime/core/base/numeral"
)

// Span is a part of a log by when jobs were submitted: whole days from one to another, or of a log that tells no dates
// whole weeks of its clock. The zero Span is all of a log.
type Span struct {
	From, To int64 // seconds, without To itself: Unix times, or those of the log's own clock
	Own      bool  // they are of the log's own clock
}

// All says whether the span leaves no job out.
func (s Span) All() bool { return s == Span{} }

// Has says whether a job submitted at that time is in the span.
func (s Span) Has(submit int64) bool { return s.All() || s.From <= submit && submit < s.To }

// ParseSpan reads two days, both in the span, in UTC, or two numbers of weeks from 1: 2019-03-04..2020-03-01, 1..52.
// An empty text is all of a log.
func ParseSpan(text string) (s Span, err error) {
	if text = strings.TrimSpace(text); text == "" {
		return s, nil
	}
	first, last, two := strings.Cut(text, "..")
	n, e1 := strconv.ParseInt(strings.TrimSpace(first), 10, 32)
	m, e2 := strconv.ParseInt(strings.TrimSpace(last), 10, 32)
	from, e3 := time.Parse(time.DateOnly, strings.TrimSpace(first))
	to, e4 := time.Parse(time.DateOnly, strings.TrimSpace(last))
	switch {
	case two && e1 == nil && e2 == nil && n >= 1:
		s = Span{(n - 1) * Week, m * Week, true}
	case two && e3 == nil && e4 == nil:
		s = Span{From: from.Unix(), To: to.Unix() + Day}
	default:
		return s, errors.New("give the first and the last day, as 2019-03-04..2020-03-01, or of a log without dates the first and the " +
			"last week, as 1..52")
	}
	if s.To <= s.From || s.To > MaxTime || s.From < 0 {
		return Span{}, errors.New("the span ends before it begins, or is beyond what logs have: give the earlier first")
	}
	return s, nil
}

// String is the span as ParseSpan reads it.
func (s Span) String() string {
	switch {
	case s.All():
		return ""
	case s.Own:
		return strconv.FormatInt(s.From/Week+1, 10) + ".." + strconv.FormatInt(s.To/Week, 10)
	}
	return date(s.From) + ".." + date(s.To-Day)
}

// words are the span for people.
func (s Span) words() string {
	if s.Own {
		return "in weeks " + strconv.FormatInt(s.From/Week+1, 10) + " to " + strconv.FormatInt(s.To/Week, 10)
	}
	return "from " + date(s.From) + " to " + date(s.To-Day)
}

func date(unix int64) string { return time.Unix(unix, 0).UTC().Format(time.DateOnly) }

// Mismatch is the error of a span on a log that tells dates, or that tells none; nil: it can be asked of it.
func (s Span) Mismatch(own bool) error {
	switch {
	case s.All() || s.Own == own:
		return nil
	case own:
		return errors.New("--span " + s.String() + ": this log tells no dates: give weeks from its beginning, as 1..52")
	}
	return errors.New("--span " + s.String() + ": the times of this log are dates: give days, as 2019-03-04..2020-03-01")
}

// Outside counts the jobs that a span leaves out, and of those before it what they still had or wanted when it began.
type Outside struct {
	Before, After  int
	Running, Procs int // jobs that ran then, on so many processors
	Waiting        int
}

// Add counts a job outside the span that had started after a wait and ran on so many processors; a negative wait is not known.
func (o *Outside) Add(s Span, submit, wait, run, procs int64) {
	if submit >= s.To {
		o.After++
		return
	}
	o.Before++
	switch start := submit + wait; {
	case wait < 0:
	case start >= s.From:
		o.Waiting++
	case start+max(0, run) > s.From:
		o.Running++
		o.Procs += int(max(0, procs))
	}
}

// Words say what a span left of a log of so many jobs, and what a replay of it lacks.
func (o *Outside) Words(s Span, kept int, unit string) string {
	text := "jobs submitted " + s.words() + " were read, " + numeral.Count(int64(kept)) + " of " +
		numeral.Count(int64(kept+o.Before+o.After)) + " (span)"
	if o.Running+o.Waiting == 0 {
		return text
	}
	return text + ". When the span began, " + numeral.Count(int64(o.Running)) + " earlier jobs ran on " + numeral.Count(int64(o.Procs)) +
		" " + unit + " and " + numeral.Count(int64(o.Waiting)) + " waited: a replay begins without them, on an empty machine"
}

// Weeks counts the jobs of a log that is too large by the weeks they were submitted in, Monday to Sunday in UTC or weeks of the
// log's own clock.
type Weeks struct {
	Own  bool
	jobs map[int64]int // by week since the first Monday of 1970, or the clock's beginning
	all  int
}

// monday is the first one of 1970.
const monday = 4 * Day

// Add counts n jobs.
func (w *Weeks) Add(submit int64, n int) {
	if w.jobs == nil {
		w.jobs = map[int64]int{}
	}
	w.all += n
	w.jobs[(max(0, min(submit, MaxTime))-w.begin())/Week] += n
}

func (w *Weeks) begin() int64 {
	if w.Own {
		return 0
	}
	return monday
}

// span is that of weeks, the first to the last.
func (w *Weeks) span(first, last int64) Span {
	return Span{w.begin() + first*Week, w.begin() + (last+1)*Week, w.Own}
}

// TooMany is the error of a log of more jobs than are held, with the last and the first weeks that fit as ways to read it.
func (w *Weeks) TooMany(most int) error {
	list := slices.Sorted(maps.Keys(w.jobs))
	first, last := list[0], list[len(list)-1]
	asked := &Asked{Says: "this log has " + numeral.Count(int64(w.all)) + " jobs, submitted " + w.span(first, last).words() + " (" +
		numeral.Weeks(int(last-first+1)) + "); " + numeral.Count(int64(most)) + " at most are read here. Read a part of it"}
	fit := func(name string, weeks []int64) {
		n, k := 0, 0
		for k < len(weeks) && n+w.jobs[weeks[k]] <= most {
			n += w.jobs[weeks[k]]
			k++
		}
		if n == 0 {
			return
		}
		s := w.span(min(weeks[0], weeks[k-1]), max(weeks[0], weeks[k-1]))
		asked.Readings = append(asked.Readings, Reading{"span", s.String(), "read the " + name + " " +
			numeral.Weeks(int((s.To-s.From)/Week)) + ": " + numeral.Count(int64(n)) + " jobs"})
	}
	backwards := slices.Clone(list)
	slices.Reverse(backwards)
	fit("last", backwards)
	fit("first", list)
	if len(asked.Readings) == 0 {
		return TooMany(most)
	}
	return asked
}
