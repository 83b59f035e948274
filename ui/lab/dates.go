package lab

import (
	"time"

	"shadowtime/core/job"
	"shadowtime/core/report/plot"
)

// paces are how far apart marks may be, and how an instant is written then.
var paces = [...]struct {
	months int
	days   int
	hours  int
	layout string
}{{hours: 1, layout: "15:04"}, {hours: 3, layout: "15:04"}, {hours: 6, layout: "2 Jan 15:04"}, {hours: 12, layout: "2 Jan 15:04"},
	{days: 1, layout: "Mon 2"}, {days: 2, layout: "2 Jan"}, {days: 3, layout: "2 Jan"}, {days: 7, layout: "2 Jan"},
	{days: 14, layout: "2 Jan"}, {months: 1, layout: "Jan"}, {months: 3, layout: "Jan 2006"}, {months: 12, layout: "2006"}}

// Dates are the marks of a stretch of time whose dates are known, where as a share of it: at most so many, and none
// beyond a last share, where it would be cut off.
func Dates(c *job.Calendar, from, to int64, most int, last float64) (list []plot.Tick) {
	begin, end := time.Unix(c.Local(from), 0).UTC(), time.Unix(max(c.Local(from), c.Local(to)), 0).UTC()
	for _, p := range paces {
		y, m, d := begin.Date()
		at := time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
		if p.months > 0 {
			at = time.Date(y, 1, 1, 0, 0, 0, 0, time.UTC)
		}
		list = list[:0]
		for !at.After(end) && len(list) <= most {
			instant := c.Instant(at.Unix())
			there := c.Local(instant) == at.Unix() // no clock shows an hour that is left out
			if share := float64(instant-from) / float64(to-from); there && share >= 0 && share <= last {
				list = append(list, plot.Tick{At: share, Label: at.Format(p.layout)})
			}
			at = at.AddDate(0, p.months, p.days).Add(time.Duration(p.hours) * time.Hour)
		}
		if len(list) <= most {
			return list
		}
	}
	return nil
}
