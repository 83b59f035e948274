package stats

import "math"

// Needed is how many resamples, all told, a half-width of want would take, when
// n of them gave have: n (have/want)^2 rounded up, n itself when the width is
// reached. It is false when that can't be said: no interval yet, or a want that
// is not above zero.
func Needed(n int, have, want float64) (int, bool) {
	if n < 2 || !(want > 0) || !(have >= 0) || math.IsInf(have, 0) {
		return 0, false
	}
	if have <= want {
		return n, true
	}
	f := have / want
	k := math.Ceil(round9(float64(n) * (f * f)))
	if k > math.MaxInt32 {
		return math.MaxInt32, true
	}
	return int(k), true
}
