package predict

import (
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
	"shadowtime/core/report/csv"
)

// Finding is the report on one log.
type Finding struct {
	Name   string
	Report *Report
}

// Side holds reports of one plan on several logs, side by side.
type Side []Finding

// Sentence says on how many of the logs knowing run times was shown to be worth
// anything, and the way asked about to get some of it.
func (s Side) Sentence() string {
	if len(s) == 0 {
		return "Nothing is known yet."
	}
	var worth, gets []string
	for _, x := range s {
		r := x.Report
		if r.helps(r.Plan.Bound()) {
			worth = append(worth, x.Name)
		}
		if r.helps(r.Plan.Asked()) {
			gets = append(gets, x.Name)
		}
	}
	text := numeral.Capital(some(worth, len(s), "knowing run times exactly", "to be worth something", "to be worth anything"))
	if r := s[0].Report; r.asked().Predicts() && r.Plan.Asked() > 0 {
		text += "; " + some(gets, len(s), Doing(r.asked()), "better than requests", "better than requests")
	}
	return text + "."
}

// some says on which of so many logs a way was shown to be so, and no other.
func some(names []string, n int, way, so, nowhere string) string {
	switch len(names) {
	case 0:
		return "on none of the " + numeral.Count(n) + " logs was " + way + " shown " + nowhere
	case n:
		return way + " was shown " + so + " on all " + numeral.Count(n) + " logs"
	}
	return way + " was shown " + so + " on " + numeral.Listed(names) + ", of " + numeral.Count(n) + " logs"
}

// CSV writes the table of ways, one row a way, with the log's name before it where
// there are several.
func CSV(s Side) string {
	if len(s) == 1 {
		return s[0].Report.CSV()
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	for i, x := range s {
		for k, row := range x.Report.Columns().Lines(report.Rows(x.Report.Ways)) {
			switch {
			case k > 0:
				_ = w.Write(append([]string{x.Name}, row...)) // a strings.Builder takes every write
			case i == 0:
				_ = w.Write(append([]string{"trace"}, row...))
			}
		}
	}
	w.Flush()
	return b.String()
}
