package stats

// firstLook is the number of resamples at which Stop looks first; each further look
// is at twice as many.
const firstLook = 20

// Stop says at how many resamples a comparison may end early: the first n of
// 20, 40, 80, ... at which the interval of Fieller of every order against
// wait[base], over resamples 1..n, has at most the wanted half-width at the
// level. wait holds one row an order, one entry a resample in the order of k, as
// far as all before it are known. ok is false while no such n is within reach.
//
// Only those prefixes are looked at, so the answer depends neither on the
// number of workers nor on when Stop is asked; a report then holds resamples
// 1..n and no others. An order without interval never stops a comparison, nor does a
// comparison without rivals stop.
//
// Stopping when an interval happens to be narrow makes intervals a little too narrow:
// Fieller's then covered 92-95 %
// (TestStoppingEarlyHardlyHurtsTheCoverage logs it), the bootstrap's 88
// to 90 %, which is why Stop asks for Fieller's.
func Stop(wait [][]int64, base int, half, level float64) (n int, ok bool) {
	if len(wait) < 2 {
		return 0, false
	}
	for n = firstLook; n <= len(wait[base]); n *= 2 {
		if reached(wait, base, n, half, level) {
			return n, true
		}
	}
	return 0, false
}

func reached(wait [][]int64, base, n int, half, level float64) bool {
	for i := range wait {
		if i == base {
			continue
		}
		if w := Fieller(wait[i][:n], wait[base][:n], level).HalfWidth(); !(w <= half) {
			return false
		}
	}
	return true
}

// NextLook is the number of resamples at which Stop looks next when n are
// known.
func NextLook(n int) int {
	look := firstLook
	for look <= n {
		look *= 2
	}
	return look
}
