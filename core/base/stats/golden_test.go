package stats

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// Change, its percentile and BCa intervals, pairing, dominance, share won and
// interval of the log's weeks of both orders, then the best in hindsight, regrets
// against it, shares best, the best and those near it.
const kthDigits = `{-0.1767094920812751 -0.202182293 -0.153829655} {-0.1767094920812751 -0.199988405 -0.152946986} {-0.1767094920812751 -0.198918767 -0.151545461} {0.977586916 26.7634314} 0.27831994 {59 0 1 60 0.9833333333333333 0.91060095 0.999578126} {-0.1767094920812751 -0.527661212 -0.039693927}
{0.0922470281444944 0.0709450217 0.115279908} {0.0922470281444944 0.0703789221 0.113884402} {0.0922470281444944 0.0724332417 0.115406606} {0.979056125 43.3530073} 0.107747642 {5 0 55 60 0.08333333333333333 0.0276133103 0.183857783} {0.0922470281444944 -0.0498436948 0.377145859}
{-0.1767094920812751 -0.199988405 -0.152946986} {0.1767094920812751 0.152746407 0.199718666} {0.0004916487666242731 0 0.00153768705}
[1 59 0] 1 [false true false]
`

const gaiaDigits = `{-0.4007964801936301 -0.524597439 -0.178287005} {-0.4007964801936301 -0.527221384 -0.26753953} {-0.4007964801936301 -0.576881609 -0.288054003} {0.821214827 4.97791565} 0.809170651 {57 0 3 60 0.95 0.860756753 0.98956767} {-0.4007964801936301 -0.890874764 2.29020921}
{-0.5252987100701446 -1 -0.236340411} {-0.5252987100701446 -0.773429766 -0.230539587} {-0.5252987100701446 -0.747124257 -0.114112499} {0.804974078 2.41790095} 0.871038286 {59 0 1 60 0.9833333333333333 0.91060095 0.999578126} {-0.5252987100701446 -1 58.4448825}
{-0.5252987100701446 -0.773429766 -0.434954563} {0.5252987100701446 0.434922817 0.77333442} {0.34943446022942865 0.200765862 0.501958727}
[0 9 51] 2 [false true true]
`

// Each statistic of recorded waits, to the last digit: wherever this test runs,
// natively or in a browser, the same strings must come out.
func TestTheSameWaitsGiveTheSameDigitsOnEveryPlatform(t *testing.T) {
	for _, c := range []struct{ log, want string }{{kth, kthDigits}, {gaia, gaiaDigits}} {
		wait := recorded(c.log)
		for i := range wait {
			wait[i] = wait[i][:60]
		}
		boot := NewBootstrap(60, 2000, 1)
		got := ""
		for _, policy := range wait[1:] {
			base := wait[0]
			got += fmt.Sprintln(Fieller(policy, base, 0.95), boot.Change(policy, base, 0.95), boot.BCa(policy, base, 0.95),
				Pair(policy, base),
				Dominance(policy, base), WonShare(policy, base, 0.95), Weeks{46, 26, 4}.Change(policy, base, 0.95))
		}
		h := boot.Hindsight(wait)
		got += fmt.Sprintln(h.Change(0.95), h.Regret(wait[0], 0.95), h.Each(wait[1], 0.95))
		got += fmt.Sprintln(BestShares(wait), Best(wait), NearBest(wait, 0.95))
		require.Equal(t, c.want, got)
	}
}

func TestQuantilesHaveTheSameDigitsOnEveryPlatform(t *testing.T) {
	fixture.Long(t)
	h := fnv.New64a()
	put := func(x float64) { h.Write(strconv.AppendFloat(nil, x, 'g', -1, 64)); h.Write([]byte{'\n'}) }
	for freedom := 1; freedom < 10_000; freedom++ {
		put(tQuantile(float64(freedom), 0.95))
	}
	for n := 1; n <= 200; n++ {
		for x := 0; x <= n; x += 1 + n/25 {
			low, high := ClopperPearson(x, n, 0.95)
			put(low)
			put(high)
		}
	}
	require.Equal(t, "54c5c6bd1856a1e6", strconv.FormatUint(h.Sum64(), 16))
}
