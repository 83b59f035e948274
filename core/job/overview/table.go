package overview

import (
	"strconv"
	"time"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
)

// Verb is the command's that prints them.
const Verb = "describe"

// Tables are the charts of an overview by name: the offered load by week, submissions by
// hour of week, and jobs by processors, by run time and by what they used of the time
// they asked for, those without a request apart in the last line.
func Tables() []string { return []string{"load", "hours", "sizes", "runs", "requests"} }

// Table is what a chart shows, in full and exact, with a head; nil: there is no such one.
// Times are in seconds, shares fractions.
func (o *Overview) Table(name string) [][]string {
	d := func(n int64) string { return strconv.FormatInt(n, 10) }
	switch name {
	case "load":
		rows := [][]string{{"week", "begins", "offered load, fraction"}}
		for i, x := range o.Week {
			rows = append(rows, []string{strconv.Itoa(i + 1), o.Begins(i, time.DateTime), numeral.Exact(x)})
		}
		return rows
	case "hours":
		rows := [][]string{{"day", "hour", "submissions"}}
		for h, n := range o.Hour {
			rows = append(rows, []string{Day(h / 24), strconv.Itoa(h % 24), d(n)})
		}
		return rows
	case "sizes":
		return share("processors, from", "to", o.Size, d)
	case "runs":
		return share("run time, from, s", "below, s", o.Run, d)
	case "requests":
		rows := share("used of the requested time, from, fraction", "below, fraction", o.Accuracy, func(n int64) string {
			if n >= accuracyBins {
				return ""
			}
			return numeral.Exact(float64(n) / (accuracyBins - 1))
		})
		if n := o.Unasked(); n > 0 {
			rows = append(rows, []string{"no request", "", strconv.Itoa(n), "", ""})
		}
		return rows
	}
	return nil
}

// Bound writes a bound of run times: 15 min, 4 h, 3 d.
func Bound(s int64) string {
	switch {
	case s < 60:
		return strconv.FormatInt(s, 10) + " s"
	case s < 3600:
		return strconv.FormatInt(s/60, 10) + " min"
	case s < 2*job.Day-1 && s != job.Day:
		return strconv.FormatInt(s/3600, 10) + " h"
	}
	return strconv.FormatInt(s/job.Day, 10) + " d"
}

// Day names the days of Hour, from Monday.
func Day(n int) string { return time.Weekday((n + 1) % 7).String() }

// Begins is the instant at which week i begins, in the form given, or on the log's own
// clock where it has no calendar.
func (o *Overview) Begins(i int, form string) string {
	at := o.From + int64(i)*job.Week
	if o.Calendar.Unix == 0 {
		return strconv.FormatInt(at, 10)
	}
	return time.Unix(o.Calendar.Local(at), 0).UTC().Format(form)
}

// share are the rows of bins between two bounds; the last bin of times has no end.
func share(low, high string, bins []Bin, bound func(int64) string) [][]string {
	jobs, work := int64(0), 0.0
	for _, b := range bins {
		jobs += b.Jobs
		work += b.Work
	}
	part := func(x, all float64) string {
		if all == 0 {
			return ""
		}
		return numeral.Exact(x / all)
	}
	rows := [][]string{{low, high, "jobs", "share of jobs, fraction", "share of work, fraction"}}
	for _, b := range bins {
		end := ""
		if b.High < job.RunEdges[job.RunClasses] {
			end = bound(b.High)
		}
		rows = append(rows, []string{bound(b.Low), end, strconv.FormatInt(b.Jobs, 10), part(float64(b.Jobs), float64(jobs)),
			part(b.Work, work)})
	}
	return rows
}
