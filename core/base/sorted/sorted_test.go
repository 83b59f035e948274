package sorted

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEqualKeysHaveOneNumberInAscendingOrder(t *testing.T) {
	keys := []int64{7, -1, 1 << 60, 7, 3}
	room := make([]int64, 0, 9)
	different := Number(keys, room)
	require.Equal(t, []int64{2, 0, 3, 2, 1}, keys)
	require.Equal(t, []int64{-1, 3, 7, 1 << 60}, different)
	require.Same(t, &room[:1][0], &different[0])
	require.Empty(t, Number(nil, nil))
}

func TestStableSortsAsTheStandardLibraryDoes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	type pair struct{ key, at int }
	by := func(a, b pair) int { return a.key - b.key }
	for n := range 60 {
		list := make([]pair, n)
		for i := range list {
			list[i] = pair{r.IntN(1 + n/3), i}
		}
		want := slices.Clone(list)
		slices.SortStableFunc(want, by)
		Stable(list, by)
		require.Equal(t, want, list)
	}
}

// Keys that lie close together, or far apart, are numbered alike, whatever stands in the room.
func TestKeysAreNumberedByTheirPlaceAmongTheDifferentOnes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := 1; n < 200; n++ {
		for _, span := range []int64{1, 2, int64(n), int64(2 * n), 1 << 62} {
			keys := make([]int64, n)
			for i := range keys {
				keys[i] = r.Int64N(span) - 5
			}
			want := slices.Clone(keys)
			slices.Sort(want)
			want = slices.Compact(want)
			was := slices.Clone(keys)
			different := Number(keys, []int64{9, 9, 9, 9}[:r.IntN(5)])
			require.Equal(t, want, different)
			for i, number := range keys {
				require.Equal(t, was[i], want[number])
			}
		}
	}
}
