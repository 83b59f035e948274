package paired

// FirstLook is the number of resamples at which Stop looks first; it then looks
// at twice as many each time.
const FirstLook = 10

// Interval computes the change of policy against base with its interval; one
// entry a resample.
type Interval func(policy, base []int64) Change

// Stop says at how many resamples a comparison may end early: the first n of
// 10, 20, 40, 80, ... at which the interval of every order against wait[base],
// over resamples 1..n, has at most the wanted half-width. wait holds one row an
// order, one entry a resample in the order of k, as far as all before it are
// known; of gives the kind of interval for n resamples. It is false while no
// such n is within reach.
//
// Only those prefixes are looked at, so the answer depends neither on the
// number of workers nor on when it is asked for; a report then holds resamples
// 1..n and no others. An order without interval never stops it, nor does a
// comparison without rivals.
//
// Stopping when the interval happens to be narrow makes it a little too narrow:
// that of Fieller then covered 92-95 %
// (TestStoppingEarlyHardlyHurtsTheCoverage logs it).
func Stop(wait [][]int64, base int, half float64, of func(n int) Interval) (n int, ok bool) {
	if len(wait) < 2 {
		return 0, false
	}
	for n = FirstLook; n <= len(wait[base]); n *= 2 {
		if reached(wait, base, n, half, of(n)) {
			return n, true
		}
	}
	return 0, false
}

func reached(wait [][]int64, base, n int, half float64, interval Interval) bool {
	for i := range wait {
		if i == base {
			continue
		}
		if w := interval(wait[i][:n], wait[base][:n]).HalfWidth(); !(w <= half) {
			return false
		}
	}
	return true
}

// NextLook is the number of resamples at which Stop looks next when n are
// known.
func NextLook(n int) int {
	look := FirstLook
	for look <= n {
		look *= 2
	}
	return look
}
