package metric

import (
	"math"

	"shadowtime/core/job"
)

// Shape is what a workload is like, whatever schedules it: what resamples of a
// log are to keep. Work is requested processors times run time, q p, counted
// when a job is submitted.
type Shape struct {
	Load   float64 // work over what the machine can do in the trace's whole weeks
	Spread float64 // standard deviation of the work of weeks over its mean
	DayLag float64 // autocorrelation of the work of days, one day apart
	// variance of the work of weeks over the sum of users' variances: 1 where users do not
	// know of each other, less where they make way for each other
	Compensation float64
	Again        float64 // share of the weeks in which a user submits that are followed by another one of the same user
}

// ShapeOf measures a trace of so many weeks. What is not defined is NaN: spreads
// of a single week, a lag in days without any work.
func ShapeOf(t *job.Trace, weeks int) Shape {
	users := len(t.Users)
	days, total := make([]float64, 7*weeks), make([]float64, weeks)
	work := make([]float64, weeks*users) // by week and user
	active := make([]bool, weeks*users)
	sum := 0.0
	for i, r := range t.Submit {
		w := int(r / job.Week)
		if r < 0 || w >= weeks {
			continue
		}
		x := float64(t.Size[i]) * float64(t.Run[i])
		sum += x
		total[w] += x
		days[r/job.Day] += x
		work[w*users+int(t.User[i])] += x
		active[w*users+int(t.User[i])] = true
	}
	s := Shape{Load: sum / (float64(t.Procs) * float64(weeks) * job.Week)}
	apart, column := 0.0, make([]float64, weeks)
	again, came := 0, 0
	for u := range users {
		for w := range column {
			column[w] = work[w*users+u]
			if w+1 < weeks && active[w*users+u] {
				came++
				if active[(w+1)*users+u] {
					again++
				}
			}
		}
		_, v := moments(column)
		apart += v
	}
	mean, v := moments(total)
	s.Spread, s.Compensation = math.Sqrt(v)/mean, v/apart
	s.DayLag = lag(days)
	s.Again = float64(again) / float64(came)
	return s
}

// moments are the mean and the variance, NaN of a single value.
func moments(v []float64) (mean, variance float64) {
	n := float64(len(v))
	for _, x := range v {
		mean += x
	}
	mean /= n
	for _, x := range v {
		d := x - mean
		variance += float64(d * d)
	}
	return mean, variance / (n - 1)
}

// lag is the autocorrelation of neighbours.
func lag(v []float64) float64 {
	mean, _ := moments(v)
	var with, all float64
	for i, x := range v {
		d := x - mean
		all += float64(d * d)
		if i > 0 {
			with += float64(d * (v[i-1] - mean))
		}
	}
	return with / all
}
