package report

import (
	"strconv"
	"strings"

	"shadowtime/core/job"
	"shadowtime/core/overview"
	"shadowtime/core/resample"
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
	Calendar   string
}

// SourceOf is the source of a trace: its name, its cleaning, the lines that
// could not be read, and what it looks like.
func SourceOf(name string, c *job.Cleaning, unreadable int, o *overview.Overview) Source {
	return Source{Name: name, Cleaning: c, Unreadable: unreadable, Users: o.Users, UsersKnown: o.Known,
		WholeWeeks: o.WholeWeeks, Calendar: o.Calendar.Source}
}

// Methods is a paragraph with every setting, ready for a report.
func (r *Report) Methods(s Source) string {
	p := r.Plan
	var b strings.Builder
	w := func(parts ...string) {
		for _, x := range parts {
			b.WriteString(x)
		}
	}
	w("We compared the queue orders ", strings.Join(p.Orders[1:], ", "), " with ", p.Orders[0], " on the log ", s.Name,
		" (SHA-256 of its columns ", r.Digest[:16], "...). ")
	w(s.workload(p.Workload, r.Done))
	w("Each was replayed with ", map[string]string{"easy": "EASY backfilling", "conservative": "conservative backfilling", "none": "no backfilling"}[p.Backfilling])
	if p.Threshold >= 0 {
		w(", jobs that had waited longer than ", p.Threshold.String(), " going first in submit order")
	} else {
		w(" without threshold")
	}
	w("; orders and reservations use requested times; ties and details are those of the dialect \"", p.Dialect, "\". ")
	w("All orders were replayed on the same resamples. The change in waiting is the difference of summed waits to ", p.Orders[0],
		", pooled over resamples and divided by those of ", p.Orders[0], "; its 95 % interval is ", intervalWords(p), ". Bounded slowdowns use tau = ", strconv.FormatInt(p.Tau, 10), " s. ")
	if p.Stop > 0 {
		w("Resampling was to stop at 10, 20, 40, ... resamples once every interval reached a half-width of ", percentPlain(p.Stop), ". ")
	}
	w("The results are conditional on this log: resamples of one log are not other machines. Computed with Shadowtime, report format ", strconv.Itoa(r.Version), ".")
	return b.String()
}

// intervalWords names the kind of interval, and what it was made of.
func intervalWords(p study.Plan) string {
	draws := " over resamples (" + Count(int64(p.Bootstrap)) + " draws)"
	switch p.Interval {
	case study.Fieller:
		return "the paired t interval of the ratio (Fieller 1954) over resamples"
	case study.BCa:
		return "a bias-corrected and accelerated bootstrap interval" + draws
	}
	return "a percentile bootstrap interval" + draws
}

// IntervalName names the kind of interval in a few words.
func IntervalName(p study.Plan) string {
	switch p.Interval {
	case study.Fieller:
		return "paired t interval of the ratio (Fieller)"
	case study.BCa:
		return "BCa bootstrap, " + Count(int64(p.Bootstrap)) + " draws"
	}
	return "percentile bootstrap, " + Count(int64(p.Bootstrap)) + " draws"
}

// workload writes the sentences about the traces that a plan makes of a log, n
// of them: what was kept, for which machine, how weeks were drawn, what was
// supposed.
func (s Source) workload(p study.Workload, n int) string {
	var b strings.Builder
	w := func(parts ...string) {
		for _, x := range parts {
			b.WriteString(x)
		}
	}
	c := s.Cleaning
	w(Count(int64(c.Kept)), " of ", Count(int64(c.Read+s.Unreadable)), " jobs were simulated after the cleaning \"", c.Rules.Preset(), "\"")
	var left []string
	if s.Unreadable > 0 {
		left = append(left, Count(int64(s.Unreadable))+" unreadable lines")
	}
	for _, d := range c.Dropped {
		left = append(left, Count(int64(d.N))+": "+d.Reason.Words())
	}
	if len(left) > 0 {
		w(" (left out: ", strings.Join(left, "; "), ")")
	}
	for _, n := range []struct {
		n     int
		words string
	}{{c.Extended, "the request was raised to the run time"}, {c.Killed, "the run was cut to the request"}, {c.NoRequest, "the run time stood for a missing request"}} {
		if n.n > 0 {
			w("; for ", Count(int64(n.n)), " of them ", n.words)
		}
	}
	if p.Clean.Flurry > 0 {
		w("; a burst is a user's week with more than ", factor(p.Clean.Flurry), " times a mean week's jobs of all users")
	}
	w(". The machine has ", Count(c.Machine.Procs), " identical processors (", c.Machine.Source, "). ")
	weeks := strconv.Itoa(p.Weeks) + " weeks"
	if p.Weeks == 1 {
		weeks = "one week"
	}
	if p.Variant == resample.Original {
		w("The log's last ", strconv.Itoa(min(p.Weeks, s.WholeWeeks)), " whole weeks were taken as they were (", s.Calendar, "). ")
	} else {
		w(Count(int64(n)), " resamples of ", weeks, " were made from the log's ", strconv.Itoa(s.WholeWeeks), " whole weeks")
		who := " and user"
		if !s.UsersKnown {
			who = ""
		}
		if p.Variant == resample.Shuffle {
			w(" by permuting the weeks of each user once")
		} else {
			w(" by drawing, for each week", who, ", one of them uniformly and independently")
		}
		w(" (seed ", strconv.FormatUint(p.Seed, 10), "; ", s.Calendar, "). ")
	}
	if p.Load != 1 {
		w("The load was multiplied by ", factor(p.Load))
		if p.LoadBy == resample.Arrivals {
			w(", dividing the times between submits by it. ")
		} else {
			w(", multiplying the processors of each job by it, rounded at random and within the machine. ")
		}
	}
	return b.String()
}

func factor(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
