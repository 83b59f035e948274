// Package lublin makes synthetic workloads: the model of rigid jobs of Lublin
// and Feitelson ("The workload on parallel supercomputers", J. Parallel Distrib.
// Comput. 63(11), 2003), bare (Plain), or a log of users with habits and requests
// that takes its sizes and run times from it (Sample), so that weekly resampling
// and backfilling have something to work on.
//
// The same configuration gives the same log, bit for bit, natively and in WASM:
// random bits come from PCG, and beside + - * / only Sqrt, Log and Floor of
// package math are used, and an exp of our own.
package lublin

import (
	"math"

	"shadowtime/core/job"
)

// The parameters of the sample that is not divided into batch and interactive
// jobs, as published with the model's program. HighSize and MedSize are those of
// its machine of 128 processors; For sets them for another.
const (
	serialShare = 0.244 // of all jobs
	power2Share = 0.576 // of all jobs, beside those the other jobs hit by chance
	lowSize     = 0.8   // log2 of processors
	medSize     = 4.5   // log2 of processors
	highSize    = 7.0   // log2 of processors
	lowShare    = 0.86  // of parallel jobs, between LowSize and MedSize

	shortShape = 4.2     // gamma of ln(run time in seconds), short jobs
	shortScale = 0.94    //
	longShape  = 312.0   // the same, long jobs
	longScale  = 0.03    //
	shortSlope = -0.0054 // share of short jobs among those of q processors:
	shortBase  = 0.78    // ShortSlope*q + ShortBase, between 0 and 1
	MaxLogRun  = 12.0    // ln of the longest run time, 162754 s

	gapShape  = 10.2303 * 1.0225 // gamma of ln(gap between submits in seconds)
	gapScale  = 0.4871           //
	MaxLogGap = 13.0             // ln of the longest gap
	dayShape  = 8.1737           // gamma of the half hour of the day a job comes in
	dayScale  = 3.9631           //
	dayStart  = 11               // the half hour, counted from 1, the day begins with
)

const (
	slots       = 48 // half hours of a day
	slotSeconds = 1800
)

// Model makes rigid jobs for a machine of Procs processors. Sizes are in log2 of
// processors, run times and gaps in ln of seconds. For fills it; what is changed
// after may be anything: sizes stay within the machine, and gammas without
// positive shape and scale are 0.
type Model struct {
	Procs int64 // m >= 1

	Serial, Power2 float64 // shares of all jobs: size 1; size a power of two
	Low, Med, High float64 // two-stage uniform of log2 size
	LowShare       float64 // its share between Low and Med

	ShortShape, ShortScale float64
	LongShape, LongScale   float64
	ShortSlope, ShortBase  float64 // share of short jobs = slope*q + base
	MaxLogRun              float64

	GapShape, GapScale float64
	MaxLogGap          float64
	DayShape, DayScale float64
	DayStart           int
}

// For is the model with its published parameters on m processors: high = log2 m,
// med = high - 2.5. On machines so small that the intervals would be empty
// (m <= 8) med and low move down with high.
func For(m int64) Model {
	m = max(m, 1)
	high := math.Log2(float64(m))
	low := min(lowSize, high)
	return Model{
		Procs:  m,
		Serial: serialShare, Power2: power2Share,
		Low: low, Med: max(low, high-(highSize-medSize)), High: high, LowShare: lowShare,
		ShortShape: shortShape, ShortScale: shortScale, LongShape: longShape, LongScale: longScale,
		ShortSlope: shortSlope, ShortBase: shortBase, MaxLogRun: MaxLogRun,
		GapShape: gapShape, GapScale: gapScale, MaxLogGap: MaxLogGap,
		DayShape: dayShape, DayScale: dayScale, DayStart: dayStart,
	}
}

// Job is a job of the bare model.
type Job struct {
	Submit int64 // seconds from midnight of the first day
	Run    int64 // seconds, at least 1
	Size   int64 // processors, 1..Procs
}

// Jobs makes n jobs in order of submit. The stream tells independent workloads of
// one seed apart.
func (m *Model) Jobs(seed, stream uint64, n int) []Job {
	s := newSource(seed, stream)
	jobs := make([]Job, max(n, 0))
	clock := m.clock()
	for i := range jobs {
		q := m.size(s)
		jobs[i] = Job{
			Submit: clock.next(m.gap(s)),
			Run:    seconds(m.logRun(s, q)),
			Size:   q,
		}
	}
	return jobs
}

// size draws q.
func (m *Model) size(s source) int64 {
	u := s.unit()
	if u <= m.Serial {
		return 1
	}
	a, b := m.Low, m.Med
	if s.unit() > m.LowShare {
		a, b = m.Med, m.High
	}
	x := s.between(a, b)
	if u <= m.Serial+m.Power2 {
		x = math.Floor(x + 0.5)
		// On a machine that is no power of two x may be rounded up beyond it.
		x = min(x, math.Floor(math.Log2(float64(max(m.Procs, 1)))))
	}
	return m.fit(math.Floor(exp(x*math.Ln2) + 0.5))
}

// fit bounds a size by the machine.
func (m *Model) fit(q float64) int64 {
	if !(q > 1) {
		return 1
	}
	if q >= float64(m.Procs) {
		return m.Procs
	}
	return int64(q)
}

// logRun draws ln of the run time of a job of q processors.
func (m *Model) logRun(s source, q int64) float64 {
	share := m.ShortSlope*float64(q) + m.ShortBase
	for range 1000 { // the published parameters are drawn again once in 500 times
		var h float64
		if s.unit() <= share {
			h = s.gamma(m.ShortShape, m.ShortScale)
		} else {
			h = s.gamma(m.LongShape, m.LongScale)
		}
		if h <= m.MaxLogRun {
			return h
		}
	}
	return m.MaxLogRun
}

// gap draws the seconds of rush hour between two submits.
func (m *Model) gap(s source) float64 {
	for range 1000 {
		if h := s.gamma(m.GapShape, m.GapScale); h <= m.MaxLogGap {
			return exp(h)
		}
	}
	return exp(m.MaxLogGap)
}

// seconds is e^h in whole seconds, within [1, 2^40].
func seconds(h float64) int64 {
	s := math.Floor(exp(h))
	if !(s > 1) {
		return 1
	}
	return int64(min(s, 1<<40))
}

// clock turns gaps into submit times: a gap is spent on the half hours that pass,
// each costing as much as its share of the day's jobs, 1 a second on average.
type clock struct {
	weight [slots]float64
	day    float64 // seconds of the whole days that passed
	slot   int     // of the day
	at     float64 // seconds into the slot
}

func (m *Model) clock() *clock {
	c := &clock{}
	sum := 0.0
	for i := range slots {
		// The model counts half hours from 1, and its day from DayStart.
		n := float64(m.DayStart + i)
		w := gammaCDF(n+0.5, m.DayShape, m.DayScale) - gammaCDF(n-0.5, m.DayShape, m.DayScale)
		if !(w > 0) {
			w = 0
		}
		slot := (m.DayStart + i - 1) % slots
		if slot < 0 {
			slot += slots
		}
		c.weight[slot] = w
		sum += w
	}
	for i := range c.weight {
		if sum > 0 {
			c.weight[i] *= slots / sum
		} else {
			c.weight[i] = 1
		}
	}
	return c
}

// next passes the gap and returns the time, in whole seconds.
func (c *clock) next(gap float64) int64 {
	if !(gap > 0) {
		gap = 0
	}
	gap = min(gap, 1<<32) // 136 years
	// The weights of a day sum to its seconds, so whole days need no walk.
	if days := math.Floor(gap / job.Day); days > 0 {
		gap -= days * job.Day
		c.day += days * job.Day
	}
	for {
		w := c.weight[c.slot]
		left := (slotSeconds - c.at) * w
		if gap < left {
			c.at += gap / w
			break
		}
		gap -= left
		c.at = 0
		if c.slot++; c.slot == slots {
			c.slot = 0
			c.day += job.Day
		}
	}
	return int64(c.day + float64(c.slot)*slotSeconds + c.at)
}
