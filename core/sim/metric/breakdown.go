package metric

import (
	"math/bits"

	"shadowtime/core/job"
)

// Breakdown says to whom and when a replay gave its waits, in sums of seconds
// that add over resamples. Its size is bounded by weeks, users and classes,
// not by jobs.
type Breakdown struct {
	Waits []int64 // jobs by their wait: WaitBins bins, see WaitBin
	Ended []int64 // by week of the trace, the waits of jobs that ended in it; the last entry holds all later weeks
	Week  []int64 // by week of submit
	Size  []int64 // by size class
	Run   []int64 // by run-time class
	Hour  []int64 // by hour of week, from Monday 00:00
	User  []int64 // by user
}

// Counts are the jobs behind the sums of a Breakdown: the same for every order.
type Counts struct {
	Week, Size, Run, Hour, User []int64
	Work                        []int64 // by user, processor-seconds (q p)
}

// Watch measures breakdowns of a trace. A result shares the Watch's buffers.
type Watch struct {
	weeks int
	trace *job.Trace
}

// NewWatch prepares breakdowns of a resampled trace of so many weeks, whose clock
// starts at 0 with a week.
func NewWatch(t *job.Trace, weeks int) *Watch { return &Watch{weeks, t} }

func (w *Watch) week(at int64) int { return int(min(max(at/job.Week, 0), int64(w.weeks))) }

// Counts counts the trace's jobs by week, class, hour and user.
func (w *Watch) Counts() Counts {
	t := w.trace
	c := Counts{
		Week: make([]int64, w.weeks+1), Size: make([]int64, job.SizeClasses(t.Procs)),
		Run: make([]int64, job.RunClasses), Hour: make([]int64, 168), User: make([]int64, len(t.Users)), Work: make([]int64, len(t.Users)),
	}
	for i, r := range t.Submit {
		c.Week[w.week(r)]++
		c.Size[job.SizeClass(int64(t.Size[i]))]++
		c.Run[job.RunClass(t.Run[i])]++
		c.Hour[t.HourOfWeek(i)]++
		c.User[t.User[i]]++
		c.Work[t.User[i]] += int64(t.Size[i]) * t.Run[i]
	}
	return c
}

// Breakdown sums up the waits of a replay whose jobs began at starts.
func (w *Watch) Breakdown(starts []int64) Breakdown {
	t := w.trace
	d := Breakdown{
		Waits: make([]int64, WaitBins), Ended: make([]int64, w.weeks+1), Week: make([]int64, w.weeks+1),
		Size: make([]int64, job.SizeClasses(t.Procs)), Run: make([]int64, job.RunClasses),
		Hour: make([]int64, 168), User: make([]int64, len(t.Users)),
	}
	for i, start := range starts {
		r := t.Submit[i]
		wait := start - r
		if wait == 0 { // most jobs of most logs: nothing to sum
			d.Waits[0]++
			continue
		}
		d.Waits[WaitBin(wait)]++
		if wait == 0 { // most often, and it adds nothing
			continue
		}
		d.Ended[w.week(start+t.Run[i])] += wait
		d.Week[w.week(r)] += wait
		d.Size[job.SizeClass(int64(t.Size[i]))] += wait
		d.Run[job.RunClass(t.Run[i])] += wait
		d.Hour[t.HourOfWeek(i)] += wait
		d.User[t.User[i]] += wait
	}
	return d
}

// WaitBins is the number of classes of waits: a class for no wait, then four classes for
// each doubling, up to 2^38 s.
const WaitBins = 1 + 4*38

// WaitBin is the class of a wait in seconds.
func WaitBin(wait int64) int {
	if wait <= 0 {
		return 0
	}
	octave := bits.Len64(uint64(wait)) - 1
	quarter := 0
	if octave >= 2 {
		quarter = int(wait>>(octave-2)) & 3
	} else if octave == 1 {
		quarter = 2 * int(wait&1)
	}
	return min(1+4*octave+quarter, WaitBins-1)
}

// WaitBound is the upper end of a class of waits: every wait of class b is at
// most WaitBound(b), and more than WaitBound(b-1). The last class has no end.
func WaitBound(b int) int64 {
	if b <= 0 {
		return 0
	}
	octave, quarter := (b-1)/4, int64(b-1)%4
	switch octave {
	case 0:
		return 1
	case 1:
		return 2 + quarter/2
	}
	return int64(1)<<octave + (quarter+1)<<(octave-2) - 1
}
