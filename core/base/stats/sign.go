package stats

import "gonum.org/v1/gonum/mathext"

// Wins counts the resamples in which policy has less than base, ties one half.
func Wins(policy, base []int64) float64 {
	won, tied := count(policy, base)
	return float64(won) + float64(tied)/2
}

func count(policy, base []int64) (won, tied int) {
	for k := range policy {
		switch {
		case policy[k] < base[k]:
			won++
		case policy[k] == base[k]:
			tied++
		}
	}
	return won, tied
}

// Share is how often something held among N resamples, with its interval.
// Won, Tied and Lost are counts; Mid = (Won + Tied/2) / N.
type Share struct {
	Won, Tied, Lost, N int
	Mid, Low, High     float64
}

// WonShare is the share of resamples in which policy has less than base. A tie
// is half a win, so Mid estimates P(less) + P(equal)/2, one half for an order
// that changes nothing. The interval is Clopper and Pearson's from the whole
// count below to the whole count above (a half win counts as none for Low and
// as one for High); ties spread less than wins and losses do, so it then covers
// more than the level, never less. Without resamples Mid is NaN and the interval
// all of [0, 1].
func WonShare(policy, base []int64, level float64) Share {
	won, tied := count(policy, base)
	s := Share{Won: won, Tied: tied, Lost: len(policy) - won - tied, N: len(policy)}
	s.Mid = (float64(won) + float64(tied)/2) / float64(s.N)
	s.Low, _ = ClopperPearson(won+tied/2, s.N, level)
	_, s.High = ClopperPearson(won+(tied+1)/2, s.N, level)
	return s
}

// ClopperPearson is the exact interval of a probability after x of n trials:
// the beta quantiles B(a/2; x, n-x+1) and B(1-a/2; x+1, n-x), a = 1-level
// (Clopper and Pearson, "The use of confidence or fiducial limits illustrated
// in the case of the binomial", Biometrika 26, 1934). Without trials it is all
// of [0, 1].
func ClopperPearson(x, n int, level float64) (low, high float64) {
	tail := (1 - level) / 2
	high = 1
	if x > 0 {
		low = round9(mathext.InvRegIncBeta(float64(x), float64(n-x+1), tail))
	}
	if x < n {
		high = round9(mathext.InvRegIncBeta(float64(x+1), float64(n-x), 1-tail))
	}
	return low, high
}
