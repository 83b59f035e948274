package paired

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Flips is how many random sign changes the sign-flip test draws when there are
// too many to try all, and Exact the number of differing resamples up to which
// it tries them all.
const (
	Flips = 19_999
	Exact = 16
)

// SignFlip is the two-sided p-value of "policy and base wait equally long" by
// Fisher's randomization test of paired differences ("The design of
// experiments", 1935, section 21): if neither is better, every difference
// D_k = W_k(P) - W_k(B) could as well have had the other sign, so
//
//	p = share of sign changes s with |sum_k s_k D_k| >= |sum_k D_k|.
//
// With up to Exact resamples that differ it is exact. With more, Flips random
// sign changes are drawn and p = (1 + hits) / (1 + Flips), which never claims
// too much (Phipson and Smyth, Stat. Appl. Genet. Mol. Biol. 9, 2010). Sums are
// integers and the draws apply to the sorted |D_k|, so p depends neither on
// the sequence of resamples nor on which of the two is called policy.
func SignFlip(policy, base []int64, seed uint64) float64 {
	var total int64
	var d []int64
	for k := range policy {
		if x := policy[k] - base[k]; x != 0 {
			total += x
			d = append(d, abs(x))
		}
	}
	total = abs(total)
	if len(d) <= Exact {
		return flipAll(d, total)
	}
	slices.Sort(d)
	return flipSome(d, total, rand.New(rand.NewPCG(seed, flips)))
}

// flipAll walks through all signs by changing one at a time (Gray code). The
// first keeps its sign: the other half mirrors this one.
func flipAll(d []int64, total int64) float64 {
	if len(d) == 0 {
		return 1
	}
	s, rest := sum(d), d[1:]
	negative := make([]bool, len(rest))
	hits := 0
	for i := 1; ; i++ {
		if abs(s) >= total {
			hits++
		}
		j := bits.TrailingZeros(uint(i))
		if j >= len(rest) {
			return float64(hits) / float64(i)
		}
		if negative[j] {
			s += 2 * rest[j]
		} else {
			s -= 2 * rest[j]
		}
		negative[j] = !negative[j]
	}
}

// flipSome draws eight signs at once: table holds, for each eight differences,
// their sum under each of the 256 signs.
func flipSome(d []int64, total int64, rng *rand.Rand) float64 {
	for len(d)%8 != 0 {
		d = append(d, 0)
	}
	table := make([][256]int64, len(d)/8)
	for g := range table {
		for pattern := range table[g] {
			for j, x := range d[8*g : 8*g+8] {
				if pattern>>j&1 != 0 {
					x = -x
				}
				table[g][pattern] += x
			}
		}
	}
	hits := 0
	for range Flips {
		var s int64
		var word uint64
		for g := range table {
			if g%8 == 0 {
				word = rng.Uint64()
			}
			s += table[g][word&255]
			word >>= 8
		}
		if abs(s) >= total {
			hits++
		}
	}
	return float64(1+hits) / float64(1+Flips)
}

func abs(x int64) int64 {
	if x < 0 {
		return -x
	}
	return x
}
