package job

import (
	"strconv"

	"shadowtime/core/base/numeral"
)

// calm returns the jobs that are not part of a burst, in place: see
// Rules.Flurry. Weeks are the calendar's; the mean is over the weeks from the
// first submit to the last.
func (c *Cleaning) calm(l *Log, most float64, keep []int32) []int32 {
	if len(keep) == 0 {
		return keep
	}
	submit := func(i int32) int64 { return l.Col[Submit].At(int(i)) }
	user := func(i int32) int64 { return l.Col[User].At(int(i)) }
	first, last := submit(keep[0]), submit(keep[0])
	for _, i := range keep {
		first, last = min(first, submit(i)), max(last, submit(i))
	}
	calendar, _ := calendarOf(l, first)
	type cell struct{ user, week int64 }
	at := func(i int32) cell {
		since := submit(i) - calendar.Monday
		return cell{user(i), (since - mod(since, Week)) / Week}
	}
	jobs := map[cell]int{}
	for _, i := range keep {
		jobs[at(i)]++
	}
	mean := float64(len(keep)) / max(1, float64(last-first)/Week)
	calm := keep[:0]
	for _, i := range keep {
		n := jobs[at(i)]
		if float64(n) <= most*mean || user(i) < 0 { // the unknown user is everybody
			calm = append(calm, i)
			continue
		}
		if len(c.Faults) < MaxFaults {
			c.fault(Burst, Fault{Line: int(l.Line.At(int(i))), Field: User.String(), Text: strconv.FormatInt(user(i), 10),
				Why: Burst.Words() + " (" + numeral.Count(n) + " jobs; a mean week of all users has " + numeral.Whole(mean) + ")"})
		}
	}
	return calm
}
