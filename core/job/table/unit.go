package table

import (
	"math"
	"slices"
	"strings"

	"shadowtime/core/job"
)

// slurmdbd says whether the columns are those of its job_table, which says by its names
// alone what units and states are.
func (t *table) slurmdbd() bool {
	has := func(name string) bool {
		return slices.ContainsFunc(t.columns, func(c string) bool { return strings.EqualFold(c, name) })
	}
	return has("id_job") && has("time_submit")
}

// tell sees from all dates of the first records which stands first in them, unless a match
// tells it of a column; settled: it does, or no date is there of which it matters.
func (t *table) tell() (settled bool) {
	for r := range roles {
		switch t.told[fields[r].name].unit {
		case dayFirst:
			t.days = days{day: 1}
			return true
		case monthFirst:
			t.days = days{month: 1}
			return true
		}
	}
	for _, row := range t.sample {
		for _, b := range row {
			t.days.see(b)
		}
	}
	return !t.days.ambiguous()
}

// dateUnit is that of a column of dates.
func (t *table) dateUnit(at int) string {
	unit := yearFirst
	t.values(&column{at: at}, func(b []byte) {
		if x, ok := hasDate(b); ok && x.open {
			unit = t.days.unit()
		}
	})
	return unit
}

// ask is the error of a table whose dates have two readings.
func (t *table) ask(settled bool) error {
	if settled {
		return nil
	}
	for r := range roles {
		c := &t.of[r]
		if c.at < 0 || c.unit != dayFirst && c.unit != monthFirst {
			continue
		}
		is := fields[r].name + "=" + t.called(c.at) + ":"
		return &job.Asked{Says: "the dates of column " + t.columns[c.at] + " have two readings: no day of them is beyond 12. Say which " +
			"stands first", Readings: []job.Reading{{Switch: "match", Value: is + dayFirst, Words: "day first"},
			{Switch: "match", Value: is + monthFirst, Words: "month first"}}}
	}
	return nil
}

// Bounds within which the time limits of a machine lie, and those of doubt.
const (
	fewMinutes = 300
	week       = 7 * 86400
)

// unsure is a column whose unit was taken, and the unit that it could have as well.
type unsure struct {
	of    role
	other string
}

// keptBy finds the unit of time limits: the least in which most jobs keep theirs.
func (t *table) keptBy(c *column) {
	for _, unit := range []string{"s", "min", "h"} {
		n, over, met := 0, 0, 0
		times, _ := scale(unit)
		var used []float64
		for _, row := range t.sample {
			x, ok := real(t.cell(row, c))
			if lasts, known := t.lasts(row); ok && known && x > 0 && !isNothing(t.cell(row, c)) {
				n++
				share := lasts / (x * float64(times))
				if lasts > x*float64(times)*1.01+1 {
					over++
				} else if share > 0.95 {
					met++
				}
				used = append(used, share)
			}
		}
		if n > 0 && over*2 > n {
			continue
		}
		if c.in(unit); unit != "s" {
			c.why += "; in a smaller unit most jobs would run past it"
		}
		slices.Sort(used)
		if t.meets = met >= 2 && met*100 >= n; n > 0 && !t.meets { // nobody was stopped by it
			t.doubt(limit, c, t.middle(c)*float64(times) < fewMinutes || used[n/2] < 0.1)
		}
		return
	}
}

// doubt notes that a column's unit could be the next larger one: what it was taken for is
// small, and in that one it would not be large.
func (t *table) doubt(r role, c *column, small bool) {
	next := map[string]string{"s": "min", "min": "h"}[c.unit]
	times, _ := scale(next)
	if x := t.middle(c) * float64(times); small && next != "" && x > 0 && x <= week && !math.IsInf(x, 0) {
		t.unsure = append(t.unsure, unsure{r, next})
	}
}

// timed says whether times beside a duration show its unit.
func (t *table) timed() bool {
	return t.of[start].at >= 0 && t.of[end].at >= 0 || t.of[submit].at >= 0 && t.of[end].at >= 0 && t.of[wait].at >= 0
}
