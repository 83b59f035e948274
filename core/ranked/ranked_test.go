package ranked

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

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
