package tune

import (
	"cmp"
	"math"
	"slices"
)

// spearman is Spearman's rank correlation, ties having their mean rank: NaN
// when one of the two does not vary or holds what is not a number. Doubled
// ranks are integers, and so are all sums.
func spearman(x, y []float64) float64 {
	a, okA := doubledRanks(x)
	b, okB := doubledRanks(y)
	if !okA || !okB {
		return math.NaN()
	}
	n := int64(len(a))
	var sa, sb, aa, bb, ab int64
	for i := range a {
		sa, sb = sa+a[i], sb+b[i]
		aa, bb, ab = aa+a[i]*a[i], bb+b[i]*b[i], ab+a[i]*b[i]
	}
	return float64(n*ab-sa*sb) / (math.Sqrt(float64(n*aa-sa*sa)) * math.Sqrt(float64(n*bb-sb*sb)))
}

// doubledRanks are twice the mean ranks, counted from 1; false when there is
// something that is not a number.
func doubledRanks(x []float64) ([]int64, bool) {
	by := make([]int, len(x))
	for i := range by {
		by[i] = i
		if math.IsNaN(x[i]) {
			return nil, false
		}
	}
	slices.SortStableFunc(by, func(i, j int) int { return cmp.Compare(x[i], x[j]) })
	rank := make([]int64, len(x))
	for from := 0; from < len(by); {
		to := from
		for to < len(by) && x[by[to]] == x[by[from]] {
			to++
		}
		for _, i := range by[from:to] {
			rank[i] = int64(from + 1 + to) // from+1 and to are the first and the last rank
		}
		from = to
	}
	return rank, true
}

// kendall is Kendall's tau-b, in which ties count for neither side (gonum's
// Kendall is tau-a and takes ties for pairs in one order or the other): NaN
// when one of the two does not vary or holds what is not a number.
func kendall(x, y []float64) float64 {
	var agree, pairs, tiedX, tiedY int64
	for i := range x {
		if math.IsNaN(x[i]) || math.IsNaN(y[i]) {
			return math.NaN()
		}
		for j := range i {
			a, b := cmp.Compare(x[i], x[j]), cmp.Compare(y[i], y[j])
			agree += int64(a * b)
			pairs++
			if a == 0 {
				tiedX++
			}
			if b == 0 {
				tiedY++
			}
		}
	}
	return float64(agree) / (math.Sqrt(float64(pairs-tiedX)) * math.Sqrt(float64(pairs-tiedY)))
}
