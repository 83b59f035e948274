package metric

import (
	"cmp"
	"math"
	"slices"

	"shadowtime/core/base/wire"
	"shadowtime/core/job"
)

// Likeness is how near the waits of a replay are to those that a log tells. Of a log that tells
// none it is zero.
type Likeness struct {
	Jobs      int     // of the log,
	Known     int     // whose wait it tells: all else is of these
	Logged    float64 // mean waits, seconds
	Simulated float64
	Rank      float64 // see Spearman; NaN of few jobs
	Distance  float64 // see Doubled: its mean
}

// Compare is the likeness of a replay that began jobs at starts to a log by which they waited
// so many seconds, negative where it does not say.
func Compare(t *job.Trace, waits, starts []int64) Likeness {
	var logged, simulated []float64
	for j, wait := range waits {
		if wait >= 0 {
			logged, simulated = append(logged, float64(wait)), append(simulated, float64(starts[j]-t.Submit[j]))
		}
	}
	if len(logged) == 0 {
		return Likeness{}
	}
	off := 0.0
	for i := range logged {
		off += Doubled(logged[i], simulated[i])
	}
	rank := math.NaN()
	if len(logged) >= fewRanked {
		rank = Spearman(logged, simulated)
	}
	return Likeness{t.Len(), len(logged), mean(logged), mean(simulated), rank, off / float64(len(logged))}
}

// Of fewer jobs nothing is said of their ranks: the orders of three agree by chance one time in six.
const fewRanked = 10

// minute is what is added to waits before their ratio is taken: nobody minds a second more or less.
const minute = 60

// Doubled is how many times over a wait is doubled or halved in place of another, in seconds: |log2((b + 60 s)/(a + 60 s))|.
func Doubled(a, b float64) float64 { return math.Abs(math.Log2(b+minute) - math.Log2(a+minute)) }

func mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(len(list))
}

// Wire sends or takes the likeness.
func (l *Likeness) Wire(b wire.Both) {
	figures := []float64{l.Logged, l.Simulated, l.Rank, l.Distance}
	b.All(&l.Jobs, &l.Known, &figures)
	if b.Check(len(figures) == 4); b.Taking() {
		l.Logged, l.Simulated, l.Rank, l.Distance = figures[0], figures[1], figures[2], figures[3]
	}
}

// Spearman is the correlation of ranks, from -1 to 1, of equal values the mean rank; NaN where
// all values of a side are equal.
func Spearman(a, b []float64) float64 {
	x, y := ranks(a), ranks(b)
	var xx, yy, xy float64
	for i := range x {
		xx += x[i] * x[i]
		yy += y[i] * y[i]
		xy += x[i] * y[i]
	}
	if xx == 0 || yy == 0 {
		return math.NaN()
	}
	return xy / math.Sqrt(xx*yy)
}

// ranks are twice the ranks less their mean; equal values share the mean of theirs.
func ranks(v []float64) []float64 {
	n := len(v)
	at := make([]int32, n)
	for i := range at {
		at[i] = int32(i)
	}
	slices.SortFunc(at, func(i, j int32) int { return cmp.Compare(v[i], v[j]) })
	r := make([]float64, n)
	for from := 0; from < n; {
		to := from
		for to < n && v[at[to]] == v[at[from]] {
			to++
		}
		for _, i := range at[from:to] {
			r[i] = float64(from + to - n)
		}
		from = to
	}
	return r
}
