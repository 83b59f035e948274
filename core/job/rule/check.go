package rule

import (
	"errors"
	"strconv"
)

// minutes of a day, and of a week
const (
	minutes = 24 * 60
	weekly  = 7 * minutes
)

// longestHalf is the longest half-life, in seconds.
const longestHalf = 10_000 * minutes * 60

// Longest is the longest time between an hour of one of the days and the next, in days.
func (d Days) Longest() int64 {
	switch d {
	case Workdays:
		return 3
	case Weekend:
		return 6
	case Week:
		return 7
	}
	return 1
}

// Check says what is wrong with a rule, if anything is.
func (r *Rule) Check() error {
	c := &r.Class
	switch {
	case r.Kind > Kept || r.Of > Work || r.Per > UserQueue || r.Days > Week:
		return errors.New("rule: its kind is not known")
	case c.Over < 0 || c.Wider < 0:
		return errors.New("rule: a class over " + strconv.FormatInt(min(c.Over, c.Wider), 10) + ": give 0 or more")
	case (r.Kind == Limit || r.Kind == Missing) && (r.Most < 1 || r.Most > 1<<53):
		return errors.New("rule: at most " + strconv.FormatInt(r.Most, 10) + ": give 1 or more")
	case r.Kind == Kept && (r.Most < 0 || r.Most > 1<<53):
		return errors.New("rule: " + strconv.FormatInt(r.Most, 10) + " processors kept: give 1 or more")
	case r.Kind == Kept && c.all():
		return errors.New("rule: for whom processors are kept is not said: give users, a queue, partition, request or size")
	case r.Kind == Kept && (r.Since == Always || r.Until == Forever):
		return errors.New("rule: processors are kept for some time: say from when until when, as in " +
			"from 2000-03-14T09:00 until 2000-03-14T12:00")
	case r.Soft && (r.Kind != Limit || r.Per == All):
		return errors.New("rule: only a limit of each user can hold while others wait")
	case r.Kind == First && c.all():
		return errors.New("rule: which jobs go first is not said: give their queue, partition, users, request or size")
	case r.Kind == Share && (r.Half < 1 || r.Half > longestHalf):
		return errors.New("rule: a half-life of " + strconv.FormatInt(r.Half, 10) + " s: give 1 s to 10000 d")
	case r.Kind == EndBy && r.Days == Week:
		return errors.New("rule: jobs must end by an hour of a day, not of a week: give days too, or none")
	case r.Kind == Hours && r.Days == Week && r.From == r.To:
		return errors.New("rule: these hours are a whole week, or none: give two different instants of it, as in " +
			"not Mon 00:00-Fri 17:00; if such jobs never start, nothing starts of queue 3")
	case r.Clock() && !r.timed():
		return errors.New("rule: hours from minute " + strconv.Itoa(int(r.From)) + " to " + strconv.Itoa(int(r.To)) +
			": give two different ones of a day or a week, from 0")
	case r.Since != Always && !dated(r.Since) || r.Until != Forever && !dated(r.Until):
		return errors.New("rule: it begins or ends beyond the years 0 to 9999: give a date as 1996-12-23")
	case r.Since >= r.Until:
		return errors.New("rule: it ends before it begins; give an end behind the beginning")
	}
	return nil
}

// timed says whether the hours are those of a day, or of a week.
func (r *Rule) timed() bool {
	all, last := int32(minutes), int32(minutes)
	if r.Days == Week {
		all, last = weekly, weekly-1
	}
	return r.From >= 0 && r.From < all && r.To >= 0 && r.To <= last && (r.Kind == EndBy || r.From != r.To)
}

// dated says whether a wall's clock shows a year of four digits.
func dated(wall int64) bool { return wall >= -719_528*minutes*60 && wall < 2_932_897*minutes*60 }
