package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// Shift is where differences of pairs lie: Mid is the median of the means of all
// pairs of them (Hodges and Lehmann 1963), with an interval, and P the two-sided
// probability of ranks like theirs where differences are as often above zero as
// below, equally far. N differences are not zero. Low and High are NaN where no
// interval reaches the level, P is 1 without differences.
type Shift struct {
	Mid, Low, High, P float64
	N                 int
}

// SignedRank is Wilcoxon's test of paired differences (Biometrics Bulletin 1,
// 1945), with the exact distribution of its statistic up to 200 of them: zeros are left out, equal
// ones share their ranks (of which P takes account; the interval, by Tukey's
// inversion with zeros kept, does not, and then covers no less). It asks little of
// the tails: one window in which an order does a hundred times worse weighs no
// more than one where it does twice.
func SignedRank(differences []float64, level float64) Shift {
	s := Shift{Mid: math.NaN(), Low: math.NaN(), High: math.NaN(), P: 1}
	n := len(differences)
	if n == 0 {
		return s
	}
	means := make([]float64, 0, n*(n+1)/2)
	for i, a := range differences {
		for _, b := range differences[:i+1] {
			means = append(means, (a+b)/2)
		}
	}
	slices.Sort(means)
	last := len(means) - 1
	s.Mid = round9((means[last/2] + means[(last+1)/2]) / 2)
	ranks := make([]int, n)
	for i := range ranks {
		ranks[i] = 2 * (i + 1)
	}
	if out := spared(ranks, (1-level)/2); out >= 0 {
		s.Low, s.High = round9(means[out]), round9(means[last-out])
	}
	s.N, s.P = wilcoxon(differences)
	return s
}

// Follows is how far differences go on into the next, from 0 to 0.9: the lag-one
// correlation, mean over several lists of them, without the bias that few have. What is
// negative or not known counts as none.
func Follows(lists [][]float64) float64 {
	total, known := 0.0, 0
	for _, v := range lists {
		n := float64(len(v))
		mean := 0.0
		for _, x := range v {
			mean += x / n
		}
		if rho := lagOne(v, mean); rho == rho {
			total, known = total+rho, known+1
		}
	}
	if known == 0 {
		return 0
	}
	return round9(min(max(total/float64(known), 0), 0.9))
}

// lagOne is the correlation of values about a mean with those before them, without the bias
// that few have; NaN of fewer than three, or where they do not differ.
func lagOne(v []float64, mean float64) float64 {
	n, along, all := float64(len(v)), 0.0, 0.0
	for i, x := range v {
		d := x - mean
		all += float64(d * d)
		if i > 0 {
			along += float64(d * (v[i-1] - mean))
		}
	}
	if len(v) < 3 {
		return math.NaN()
	}
	return (float64(n*(along/all)) + 1) / (n - 1)
}

// Following is a shift of differences that go on into each other so far: the interval is as
// many times wider, on both sides, as their mean is less sure, sqrt((1+rho)/(1-rho)), and so
// is the deviate that stands for the probability.
func (s Shift) Following(rho float64) Shift {
	wider := math.Sqrt((1 + rho) / (1 - rho))
	if wider == 1 {
		return s
	}
	s.Low, s.High = round9(s.Mid-float64(wider*(s.Mid-s.Low))), round9(s.Mid+float64(wider*(s.High-s.Mid)))
	if s.P < 1 {
		s.P = round9(2 * distuv.UnitNormal.CDF(mathext.NormalQuantile(s.P/2)/wider))
	}
	return s
}

// wilcoxon is the two-sided probability of the ranks of differences.
func wilcoxon(differences []float64) (n int, p float64) {
	var sizes []float64
	for _, d := range differences {
		if d != 0 {
			sizes = append(sizes, math.Abs(d))
		}
	}
	if len(sizes) == 0 {
		return 0, 1
	}
	slices.Sort(sizes)
	// Ranks are counted in halves, so that shared ones are whole.
	rank := func(x float64) int {
		first, _ := slices.BinarySearch(sizes, x)
		end := first
		for end < len(sizes) && sizes[end] == x {
			end++
		}
		return first + 1 + end
	}
	var ranks []int
	up, all := 0, 0
	for _, d := range differences {
		if d == 0 {
			continue
		}
		r := rank(math.Abs(d))
		ranks = append(ranks, r)
		all += r
		if d > 0 {
			up += r
		}
	}
	return len(sizes), round9(min(1, 2*atMost(ranks, min(up, all-up))))
}

// exact is up to how many ranks their sums are counted out; of more they are
// nearly normal.
const exact = 200

// atMost is the chance that those ranks that count sum up to no more than k.
func atMost(ranks []int, k int) (chance float64) {
	if len(ranks) > exact {
		mean, sd := normal(ranks)
		return distuv.UnitNormal.CDF((float64(k) + 1 - mean) / sd)
	}
	for _, c := range sums(ranks)[:k+1] {
		chance += c
	}
	return chance
}

// spared is how many means an interval leaves out at each end before the first it
// has: as many as sums of ranks have no more than the chance of a tail; -1 when
// not even no sum at all has. Ranks are counted in halves.
func spared(ranks []int, tail float64) int {
	if len(ranks) > exact {
		mean, sd := normal(ranks)
		return int((mean + sd*mathext.NormalQuantile(tail) - 1) / 2)
	}
	out, below := -1, 0.0
	for k, c := range sums(ranks) {
		if below += c; below > tail {
			break
		}
		if k%2 == 0 {
			out = k / 2
		}
	}
	return out
}

// normal is the mean and the standard deviation of the sum.
func normal(ranks []int) (mean, sd float64) {
	squares := 0.0
	for _, r := range ranks {
		mean += float64(r) / 2
		squares += float64(r) * float64(r) / 4
	}
	return mean, math.Sqrt(squares)
}

// sums is the distribution of the sum of ranks each of which counts or not, with
// even chances.
func sums(ranks []int) []float64 {
	chance := []float64{1}
	for _, r := range ranks {
		next := make([]float64, len(chance)+r)
		for k, c := range chance {
			next[k] += c / 2
			next[k+r] += c / 2
		}
		chance = next
	}
	return chance
}

// Holm adjusts the probabilities of several tests, so that whatever is called
// unlikely by them holds for all at once (Scandinavian Journal of Statistics 6,
// 1979).
func Holm(p []float64) []float64 {
	rising := make([]int, len(p))
	for i := range rising {
		rising[i] = i
	}
	slices.SortStableFunc(rising, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		}
		return 0
	})
	adjusted, least := make([]float64, len(p)), 0.0
	for k, i := range rising {
		least = min(1, max(least, float64(len(p)-k)*p[i]))
		adjusted[i] = least
	}
	return adjusted
}
