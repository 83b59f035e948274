// Package metric measures a replay: waits, bounded slowdowns, utilization.
package metric

import "shadowtime/core/job"

// Run sums up one replay. Times are seconds.
type Run struct {
	Jobs    int64
	SumWait int64
	MaxWait int64
	SumBsld float64 // bounded slowdowns: see Measure
	MaxBsld float64
	Area    float64 // sum of q p, processor-seconds
	First   int64   // first submit
	Last    int64   // last end
}

// Measure sums up a replay whose jobs began at starts.
//
//	wait = start - r
//	bsld = max(1, (wait + p) / max(p, tau))
//
// The bound tau >= 1 (10 s in most of the literature) keeps very short jobs
// from deciding the mean (Feitelson, "Metrics for Parallel Job Scheduling and
// Their Convergence", 2001). Sums run in trace order, so they are the same on
// every platform.
func Measure(t *job.Trace, starts []int64, tau int64) Run {
	r := Run{Jobs: int64(t.Len())}
	if r.Jobs == 0 {
		return r
	}
	r.First, r.Last = t.Submit[0], t.Submit[0]
	for i, start := range starts {
		wait, p := start-t.Submit[i], t.Run[i]
		r.SumWait += wait
		if wait > r.MaxWait {
			r.MaxWait = wait
		}
		bsld := max(1, float64(wait+p)/float64(max(p, tau)))
		r.SumBsld += bsld
		if bsld > r.MaxBsld {
			r.MaxBsld = bsld
		}
		r.Area += float64(t.Size[i]) * float64(p)
		if end := start + p; end > r.Last {
			r.Last = end
		}
	}
	return r
}

// Makespan is the time from the first submit to the last end.
func (r *Run) Makespan() int64 { return r.Last - r.First }

// AvgWait is the mean wait, NaN without jobs.
func (r *Run) AvgWait() float64 { return float64(r.SumWait) / float64(r.Jobs) }

// AvgBsld is the mean bounded slowdown, NaN without jobs.
func (r *Run) AvgBsld() float64 { return r.SumBsld / float64(r.Jobs) }

// Utilization is the share of the machine's processor-seconds in use between
// the first submit and the last end; NaN when no time passes.
func (r *Run) Utilization(procs int64) float64 {
	return r.Area / (float64(procs) * float64(r.Makespan()))
}

// Late is how many jobs waited longer than the threshold, seconds.
func Late(t *job.Trace, starts []int64, threshold int64) (n int64) {
	for i, start := range starts {
		if start-t.Submit[i] > threshold {
			n++
		}
	}
	return n
}
