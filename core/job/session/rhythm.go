package session

import "shadowtime/core/job"

// Rhythm is when the users of a machine work, of its own clock alone: the log's
// local time need not be known.
type Rhythm struct {
	// Origin is an instant, in seconds on the trace's clock, at which day 0 begins:
	// in the middle of the quietest five hours. Every seventh day from it is of one
	// weekday.
	Origin int64
	Active [7]bool   // weekdays on which people work
	Open   [168]bool // hours of the week, from Origin, in which they do
}

const (
	hour       = 3600
	quietHours = 5
	// A weekday with less than this share of a seventh of the batches is a day off,
	activeShare = 0.3
	// and an hour of the week with no more than this share of the mean is closed.
	openShare = 0.1
)

// rhythmOf reads it from the instants at which batches begin, in a trace whose
// weeks begin at an instant.
func rhythmOf(begins []Batch, week int64) Rhythm {
	var byHour [24]int
	for i := range begins {
		byHour[modulo(begins[i].Submit-week, job.Day)/hour]++
	}
	quiet, least := 0, -1
	for h := range byHour {
		sum := 0
		for i := range quietHours {
			sum += byHour[(h+i)%24]
		}
		if least < 0 || sum < least {
			quiet, least = h, sum
		}
	}
	r := Rhythm{Origin: week + int64(quiet)*hour + quietHours*hour/2}
	var byDay [7]int
	var byWeek [168]int
	for i := range begins {
		at := modulo(begins[i].Submit-r.Origin, job.Week)
		byDay[at/job.Day]++
		byWeek[at/hour]++
	}
	n := float64(len(begins))
	for d, k := range byDay {
		r.Active[d] = float64(k) >= activeShare/7*n
	}
	for h, k := range byWeek {
		r.Open[h] = float64(k) > openShare/168*n
	}
	return r
}

// modulo is the rest from 0 to m-1.
func modulo(x, m int64) int64 {
	if x %= m; x < 0 {
		x += m
	}
	return x
}

// Day numbers the day of an instant, Clock is the time since that day began, in
// seconds.
func (r *Rhythm) Day(t int64) int64   { return (t - r.Origin - r.Clock(t)) / job.Day }
func (r *Rhythm) Clock(t int64) int64 { return modulo(t-r.Origin, job.Day) }

// At is the instant of a clock on a day.
func (r *Rhythm) At(day, clock int64) int64 { return r.Origin + day*job.Day + clock }

// Works says whether people work on a day.
func (r *Rhythm) Works(day int64) bool { return r.Active[modulo(day, 7)] }

// IsOpen says whether people work at an instant.
func (r *Rhythm) IsOpen(t int64) bool { return r.Open[modulo(t-r.Origin, job.Week)/hour] }

// days counts the working days of a week.
func (r *Rhythm) days() (n int64) {
	for _, a := range r.Active {
		if a {
			n++
		}
	}
	return n
}

// Between counts the working days after one day, up to another that is not
// before it.
func (r *Rhythm) Between(from, to int64) int64 {
	n := (to - from) / 7 * r.days()
	for d := from + (to-from)/7*7 + 1; d <= to; d++ {
		if r.Works(d) {
			n++
		}
	}
	return n
}

// Later is the k-th working day after a day, k > 0. There is one in every week.
func (r *Rhythm) Later(day, k int64) int64 {
	day += (k - 1) / r.days() * 7
	for k = (k-1)%r.days() + 1; k > 0; {
		if day++; r.Works(day) {
			k--
		}
	}
	return day
}

// Hour is which of the 48 hours of Patience an instant is in: those of a working
// day from its beginning, then those of a day off.
func (r *Rhythm) Hour(t int64) int {
	h := int(r.Clock(t) / hour)
	if !r.Works(r.Day(t)) {
		h += 24
	}
	return h
}

// Return is when somebody came back, as days and a clock.
type Return struct {
	// Days are the working days since the day of what came before, 0: the same day.
	Days int32
	// Off: it was on a day off, and Days are those of the calendar.
	Off bool
	// Clock is the time since the day began, in seconds.
	Clock int32
}

// returnOf says how one instant follows another that is not after it.
func (r *Rhythm) returnOf(from, to int64) Return {
	a, b := r.Day(from), r.Day(to)
	back := Return{Clock: int32(r.Clock(to))}
	switch {
	case a == b:
	case r.Works(b):
		back.Days = int32(r.Between(a, b))
	default:
		back.Days, back.Off = int32(b-a), true
	}
	return back
}

// After is the instant of a return after another instant.
func (r *Rhythm) After(from int64, back Return) int64 {
	day := r.Day(from)
	switch {
	case back.Days == 0:
	case back.Off:
		day += int64(back.Days)
	default:
		day = r.Later(day, int64(back.Days))
	}
	return r.At(day, int64(back.Clock))
}
