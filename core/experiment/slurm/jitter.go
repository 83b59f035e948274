package slurm

import (
	"math"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
	"shadowtime/core/slurm/follow"
)

// Jitter is what the parts of a second do that a log of whole seconds lacks: its jobs replayed anew with these drawn.
type Jitter struct {
	Draws int          `json:"draws"`
	Low   report.Float `json:"low"`  // of the draws: a mean wait, s; of a change, what it makes of one
	High  report.Float `json:"high"` // the same
}

// Of draws: how many, and of how many jobs a log has as many.
const (
	jitters  = 8
	fewJobs  = 2_000
	manyJobs = 20_000 // above, none: they would take as long as the replay itself
)

// jittersOf are as many as a log's jobs leave time for.
func jittersOf(jobs int) int {
	switch {
	case jobs > manyJobs:
		return 0
	case jobs > fewJobs:
		return jitters / 4
	}
	return jitters
}

// jitter draws, and sees what comes of each; nil: no draw was made.
func jitter(jobs int, of func(k uint64) (float64, bool)) *Jitter {
	var j *Jitter
	for k := range jittersOf(jobs) {
		v, ok := of(uint64(k) + 1)
		switch {
		case !ok:
			return nil
		case j == nil:
			j = &Jitter{Low: report.Float(v), High: report.Float(v)}
		}
		j.Draws, j.Low, j.High = k+1, min(j.Low, report.Float(v)), max(j.High, report.Float(v))
	}
	return j
}

// waited is the mean wait of the judged jobs in a draw.
func waited(x *follow.Site, k uint64) (mean float64, ok bool) {
	y := x.Jittered(k)
	y.Run(false)
	waits := y.Waits()
	sum := int64(0) // ms: the order of a map is not always the same
	for _, w := range waits {
		sum += int64(math.Round(w.Seconds * 1000))
	}
	return float64(sum) / 1000 / float64(max(1, len(waits))), len(waits) > 0
}

// says is what they do to a mean wait.
func (j *Jitter) says() string {
	write := numeral.Durations([]float64{float64(j.Low), float64(j.High)})
	return "The log has whole seconds. With their parts drawn " + numeral.Count(j.Draws) + " times the mean wait here is " +
		write(float64(j.Low)) + " to " + write(float64(j.High)) + "."
}

// moves is what they do to a change of it.
func (j *Jitter) moves() string {
	words := "The log has whole seconds. With their parts drawn " + numeral.Count(j.Draws) + " times the change is " +
		numeral.Change(float64(j.Low)) + " to " + numeral.Change(float64(j.High)) + "."
	if j.Low < 0 && j.High > 0 {
		words += " They alone may turn it into its opposite."
	}
	return words
}
