package predictor

import (
	"math"

	"shadowtime/core/job"
)

// mostFeatures bounds the base features of a Basis, the constant included.
const mostFeatures = 21

// base are the features of a job when it is submitted; the first is 1.
type base [mostFeatures]float64

// Basis is which features a learner has, and which of their products.
type Basis uint8

const (
	// Printed are the features of Reis 2018, table 4.2, with 0 for what is unknown
	// of a user, and all their products.
	Printed Basis = iota
	// PYSS are those of the study's program: of a user's last jobs the time since
	// they were submitted, cut to the request, stands for their run times, the
	// request for what is unknown; products of the first sixteen alone.
	PYSS
)

// size is the number of base features, the constant included; the products of two
// different ones are among the first paired.
func (b Basis) size() (n, paired int) {
	if b == PYSS {
		return 19, 16
	}
	return mostFeatures, mostFeatures - 1
}

// Terms is how many terms the polynomial has: the base features, the products of
// two different ones, and squares.
func (b Basis) Terms() int {
	n, paired := b.size()
	return n + paired*(paired-1)/2 + n - 1
}

// expand writes the polynomial's terms.
func (b Basis) expand(terms []float64, x *base) {
	n, paired := b.size()
	at := copy(terms, x[:n])
	for i := 1; i <= paired; i++ {
		for k := i + 1; k <= paired; k++ {
			terms[at] = x[i] * x[k]
			at++
		}
	}
	for i := 1; i < n; i++ {
		terms[at] = x[i] * x[i]
		at++
	}
}

// observe writes the features of job j, submitted now.
func (b Basis) observe(x *base, h *record, j int32, now int64) {
	if b == PYSS {
		h.asRun(x, j, now)
		return
	}
	h.asPrinted(x, j, now)
}

// rhythm writes where an instant is in the day and in the week, of the trace's own
// clock.
func rhythm(x []float64, now int64) {
	d, w := float64(now%job.Day), float64(now%job.Week)
	x[0], x[1] = math.Cos(2*math.Pi*d/job.Day), math.Sin(2*math.Pi*d/job.Day)
	x[2], x[3] = math.Cos(2*math.Pi*w/job.Week), math.Sin(2*math.Pi*w/job.Week)
}

func ratio(a, b int64) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// asPrinted are the features of table 4.2.
func (h *record) asPrinted(x *base, j int32, now int64) {
	u, q := h.of(j), int64(h.trace.Size[j])
	sum, longest := h.elapsed(u, now)
	r := &u.run
	known := min(u.ended, recent)
	x[0] = 1
	x[1] = float64(h.trace.Request[j])
	x[2], x[3], x[4] = float64(r[0]), float64(r[1]), float64(r[2])
	x[5] = ratio(r[0]+r[1], min(known, 2))
	x[6] = ratio(r[0]+r[1]+r[2], known)
	x[7] = ratio(u.runs, u.ended)
	x[8] = float64(q)
	x[9] = ratio(u.sizes, u.submitted)
	x[10] = 0
	if u.sizes > 0 {
		x[10] = float64(q) / x[9]
	}
	x[11] = ratio(u.procs, u.running)
	x[12] = float64(u.running)
	x[13], x[14] = float64(longest), float64(sum)
	x[15] = float64(u.procs)
	x[16] = 0
	if u.ended > 0 {
		x[16] = float64(now - u.lastEnd)
	}
	rhythm(x[17:], now)
}

// asRun are the features of the study's program.
func (h *record) asRun(x *base, j int32, now int64) {
	u, q, request := h.of(j), int64(h.trace.Size[j]), h.trace.Request[j]
	sum, longest := h.elapsed(u, now)
	x[0] = 1
	for i := range recent {
		x[1+i] = float64(request)
		if int64(i) < u.ended {
			x[1+i] = float64(min(request, now-u.submit[i]))
		}
	}
	x[4] = float64(request)
	x[5], x[6] = x[4], x[4]
	switch {
	case u.ended == 1:
		x[5], x[6] = x[1], x[1]
	case u.ended > 1:
		x[5] = (x[1] + x[2]) / 2
		if x[6] = x[5]; u.ended > 2 {
			x[6] = 0.33 * (x[1] + x[2] + x[3])
		}
	}
	x[7] = ratio(u.runs, u.ended)
	x[8], x[9] = 0, 0
	if u.ended > 0 {
		x[8] = float64(now - u.lastEnd)
		x[9] = float64(q) / ratio(u.endedSizes, u.ended)
	}
	x[10], x[11], x[12], x[13] = float64(u.procs), float64(sum), float64(u.running), float64(longest)
	rhythm(x[14:], now)
	x[18] = float64(q)
}

// Names of features, short enough for a chart's labels; of a user's where nothing else
// is said.
var (
	printedNames = [...]string{"a constant", "requested time", "last run time", "run before last", "third last run", "mean of last 2",
		"mean of last 3", "mean of all runs",
		"processors", "mean processors", "size against it", "size of running", "running jobs", "longest running", "running, summed",
		"processors held", "since last end",
		"day (cosine)", "day (sine)", "week (cosine)", "week (sine)"}
	pyssNames = [...]string{"a constant", "since last submit", "since one before", "since third last", "requested time", "mean of last 2",
		"mean of last 3", "mean of all runs",
		"since last end", "size against mean", "processors held", "running, summed", "running jobs", "longest running",
		"day (cosine)", "day (sine)", "week (cosine)", "week (sine)", "processors"}
)

// Features names the base features, the constant first.
func (b Basis) Features() []string {
	if b == PYSS {
		return pyssNames[:]
	}
	return printedNames[:]
}

// Fold sums what terms have up by base feature: a product is half of either.
func (b Basis) Fold(terms []float64) []float64 {
	n, paired := b.size()
	of := append([]float64(nil), terms[:n]...)
	at := n
	for i := 1; i <= paired; i++ {
		for k := i + 1; k <= paired; k++ {
			of[i] += terms[at] / 2
			of[k] += terms[at] / 2
			at++
		}
	}
	for i := 1; i < n; i++ {
		of[i] += terms[at]
		at++
	}
	return of
}
