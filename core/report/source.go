package report

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/job/overview"
	"shadowtime/core/job/resample"
	"shadowtime/core/study"
)

// Source says what a report was computed from, for the methods paragraph.
type Source struct {
	Name       string
	Cleaning   *job.Cleaning
	Unreadable int // lines
	Users      int
	UsersKnown bool
	WholeWeeks int
	Lasts      int64  // from the first submit to the last, seconds
	ClockWeeks int    // the same counted from instant 0 of the clock
	HalfWeeks  [2]int // the same of each half of the log's time
	Calendar   string
	Overload   string // what to check where far more is offered than the machine can do; ""
}

// KnownUsers is how many users the log names, 0 where it names none.
func (s *Source) KnownUsers() int {
	if !s.UsersKnown {
		return 0
	}
	return s.Users
}

// SourceOf is the source of a trace: its name, its cleaning, the lines that
// could not be read, and what it looks like.
func SourceOf(name string, c *job.Cleaning, unreadable int, o *overview.Overview) Source {
	_, clock := job.ClockWeeks(o.First, o.Last)
	return Source{Name: name, Cleaning: c, Unreadable: unreadable, Users: o.Users, UsersKnown: o.Known,
		WholeWeeks: o.WholeWeeks, Lasts: o.Last - o.First, ClockWeeks: clock,
		HalfWeeks: o.HalfWeeks, Calendar: o.Calendar.Source, Overload: o.Overload()}
}

// Alone is how long a log is that has no whole week by the calendar; "" of others, and of one instant.
func (s *Source) Alone() string {
	if s.WholeWeeks > 0 || s.Lasts == 0 {
		return ""
	}
	return numeral.Length(s.Lasts)
}

// Span is how much of a log is summed up, which is so many weeks, or all of one without a whole week.
func (s *Source) Span(weeks int) string {
	if alone := s.Alone(); alone != "" {
		return alone
	}
	return numeral.Weeks(weeks)
}

// AreShort says so of what Span writes.
func (s *Source) AreShort(weeks int) string {
	return s.Span(weeks) + numeral.Plural(s.several(weeks), " is", " are") + " too short"
}

// several is how many of its unit Span writes: a length is of two or more.
func (s *Source) several(weeks int) int {
	if s.Alone() != "" {
		return 2
	}
	return weeks
}

// Asked says what orders and reservations go by: requests, and run times where those
// are missing.
func (s *Source) Asked() string {
	switch none, kept := s.unasked(); none {
	case 0:
		return "requested times"
	case kept:
		return "run times, which stand for the requests that the log does not have"
	default:
		return "requested times, and for the " + numeral.Count(none) + " of " + numeral.Count(kept) +
			" jobs without one the run time, which stands for it"
	}
}

// LookAt says the same of orders, in sentences.
func (s *Source) LookAt() string {
	switch none, kept := s.unasked(); none {
	case 0:
		return "Orders look at requested times, never at run times. "
	case kept:
		return "None of the " + numeral.Count(kept) + " jobs has a requested time: run times stand for them, and orders look at those. "
	default:
		return "Orders look at requested times. For " + numeral.Count(none) + " of " + numeral.Count(kept) +
			" jobs the request is missing, and the run time stands for it. "
	}
}

// unasked counts the jobs without a request, of those kept.
func (s *Source) unasked() (none, kept int) {
	if s.Cleaning == nil {
		return 0, 0
	}
	return s.Cleaning.NoRequest, s.Cleaning.Kept
}

// Length is how many weeks a resample has: as many as were asked for, where
// weeks are drawn; else no more than there are.
func (s Source) Length(p study.Workload) int {
	switch p.Variant {
	case resample.Shuffle, resample.Original:
		return min(p.Weeks, s.Whole(p))
	}
	return p.Weeks
}

// Traces counts what figures are of, as in "60 resamples of 52 weeks".
func (s Source) Traces(p study.Workload, n int) string {
	if p.Variant == resample.Whole {
		return Once(&p)
	}
	return numeral.Resamples(n) + " of " + numeral.Weeks(s.Length(p))
}

// Whole is how many whole weeks there are to draw from.
func (s Source) Whole(p study.Workload) int {
	if p.ByClock() {
		return s.ClockWeeks
	}
	return s.WholeWeeks
}

// begin says when weeks do.
func (s Source) begin(p study.Workload) string {
	if p.ByClock() {
		return "weeks of seven days counted from instant 0 of the log's clock and not from Monday, those of the first and of the last " +
			"submit left out"
	}
	return s.Calendar
}

// Workload writes the sentences about the traces that a plan makes of a log, n
// of them: what was kept, for which machine, how weeks were drawn, what was
// supposed.
func (s Source) Workload(p study.Workload, n int) string {
	var b strings.Builder
	w := writer(&b)
	w(s.Cleaned("simulated", p.Clean.Flurry))
	weeks := strconv.Itoa(p.Weeks) + " weeks"
	if p.Weeks == 1 {
		weeks = "one week"
	}
	switch p.Variant {
	case resample.Shuffle:
		w(s.shuffled(&p, n))
	case resample.Whole:
		w("The log was replayed as it was, what lies outside its whole weeks too. ")
	case resample.Original:
		n := s.Length(p)
		w("The log's last ", strconv.Itoa(n), numeral.Plural(n, " whole week was taken as it was", " whole weeks were taken as they were"),
			" (", s.begin(p), "). ")
	default:
		if n == 0 {
			n := s.Whole(p)
			w("The log's ", strconv.Itoa(n), numeral.Plural(n, " whole week was taken as it was", " whole weeks were taken as they were"),
				" (", s.begin(p), "). ")
			break
		}
		w(numeral.Count(n), numeral.Plural(n, " resample", " resamples"), " of ", weeks, numeral.Plural(n, " was", " were"),
			" made from the log's ", strconv.Itoa(s.Whole(p)), numeral.Plural(s.Whole(p), " whole week", " whole weeks"))
		who := " and user"
		if !s.UsersKnown {
			who = ""
		}
		switch p.Variant {
		case resample.Block:
			if p.Block > 1 && p.Weeks != 1 {
				w(" by taking weeks whole, in blocks of ", strconv.Itoa(p.Block), " on average (stationary bootstrap: a block begins at "+
					"any week, and goes on from the last to the first)")
			} else {
				w(" by drawing whole weeks, each uniformly and independently")
			}
		default:
			w(" by drawing, for each week", who, ", one of them uniformly and independently")
		}
		w(" (seed ", strconv.FormatUint(p.Seed, 10), "; ", s.begin(p), "). ")
	}
	if p.Warmup > 0 || p.Drain > 0 {
		var parts []string
		if p.Warmup > 0 {
			parts = append(parts, "in its first "+numeral.Days(p.Warmup))
		}
		if p.Drain > 0 {
			parts = append(parts, "in its last "+numeral.Days(p.Drain))
		}
		w("Jobs submitted ", numeral.Listed(parts), " were simulated but not counted. ")
	}
	if p.Closer > 0 {
		w("Requests were brought closer to run times by ", numeral.Share(p.Closer), " of what they ask beyond them. ")
	}
	if p.Closed != "" {
		w("The machine was taken to have ", p.ClosedWords(), "; a job whose request would have run into that, once it was known, waited. ")
	}
	if p.Rules != "" {
		w(p.RulesMethods(), " ")
	}
	if p.Load != 1 {
		w("The load was multiplied by ", numeral.Plain(p.Load))
		if p.LoadBy == resample.Arrivals {
			w(", dividing the times between submits by it. ")
			if slide := p.Slide(); slide > 0 {
				w("So arrivals moved against the hours of the rules, by ", numeral.Plain(math.Round(slide)), " h a week. ")
			}
		} else if p.LoadBy == resample.Users {
			w(", having each user's jobs of a week as often as that in the mean, whole, further times at the same hours of other weeks. ")
		} else {
			w(", multiplying the processors of each job by it, rounded at random and within the machine. ")
		}
	}
	return b.String()
}

// writer appends to a text.
func writer(b *strings.Builder) func(parts ...string) {
	return func(parts ...string) {
		for _, x := range parts {
			b.WriteString(x)
		}
	}
}

// Cleaned says how many jobs of the log were simulated, or what else was done with them,
// what was left out and why, and of which machine; flurry is what the cleaning takes for
// a burst.
func (s Source) Cleaned(done string, flurry float64) string {
	var b strings.Builder
	w := writer(&b)
	c := s.Cleaning
	w(numeral.Count(c.Kept), " of ", numeral.Count(c.Read+s.Unreadable), " jobs were ", done, " after the cleaning \"",
		c.Rules.Preset(), "\"")
	var left []string
	if s.Unreadable > 0 {
		left = append(left, numeral.Count(s.Unreadable)+" unreadable lines")
	}
	for _, d := range c.Dropped {
		left = append(left, numeral.Count(d.N)+": "+d.Reason.Words())
	}
	if len(left) > 0 {
		w(" (left out: ", strings.Join(left, "; "), ")")
	}
	for _, n := range []struct {
		n     int
		words string
	}{{c.Extended, "the request was raised to the run time"}, {c.Killed, "the run was cut to the request"},
		{c.NoRequest, "the run time stood for a missing request"}} {
		if n.n > 0 {
			w("; for ", numeral.Count(n.n), " of them ", n.words)
		}
	}
	if flurry > 0 {
		w("; a burst is a user's week with more than ", numeral.Plain(flurry), " times a mean week's jobs of all users")
	}
	w(". The machine has ", numeral.Count(c.Machine.Procs), " identical processors (", c.Machine.Source(), "). ")
	return b.String()
}

// shuffled says how weeks were shuffled. Its weeks are not those of the calendar.
func (s Source) shuffled(p *study.Workload, n int) string {
	length := "all " + strconv.Itoa(s.ClockWeeks)
	if n := s.Length(*p); n < s.ClockWeeks {
		length = "the first " + strconv.Itoa(n) + " of " + strconv.Itoa(s.ClockWeeks)
	}
	return numeral.Count(n) + " resamples were made by permuting the weeks of each user once, without replacement (seed " +
		strconv.FormatUint(p.Seed, 10) +
		"; " + s.begin(*p) + "; each resample has " + length + "). "
}
