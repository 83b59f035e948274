package rules

import (
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report/csv"
)

// CSV has a line for each rule, in full precision.
func (r *Report) CSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b) // a strings.Builder takes every write: the errors can only be nil
	_ = w.Write([]string{"kind", "rule", "explains", "explains_s", "broken", "concerned", "exact", "weeks", "weeks_of", "sharper",
		"sharper_broken", "sure"})
	for i := range r.Rules {
		x := &r.Rules[i]
		if x.Text == nil {
			_ = w.Write([]string{x.Kind, x.Words, "", "", "", "", "", "", "", "", "", ""})
			continue
		}
		_ = w.Write([]string{x.Kind, *x.Text, numeral.Exact(*x.Explains), strconv.FormatInt(*x.Seconds, 10), strconv.Itoa(*x.Broken),
			strconv.Itoa(*x.Concerned), strconv.Itoa(*x.Exact), strconv.Itoa(*x.Weeks), strconv.Itoa(*x.Of), x.Edge.Next,
			strconv.Itoa(x.Edge.Broken), strconv.FormatBool(x.Edge.Sure)})
	}
	w.Flush()
	return b.String()
}

// WeekCSV has a line for each hour of the week, from Monday 0:00: what was waited for, in seconds of jobs.
func (r *Report) WeekCSV() string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"day", "hour", "seconds", "no_room_s", "kept_s", "rule_s", "room_s"})
	for i, x := range r.Week {
		row := []string{weekdays[i/24], strconv.Itoa(i % 24)}
		for _, n := range []int64{x.Seconds, x.NoRoom, x.Kept, x.Rule, x.Room} {
			row = append(row, strconv.FormatInt(n, 10))
		}
		_ = w.Write(row)
	}
	w.Flush()
	return b.String()
}
