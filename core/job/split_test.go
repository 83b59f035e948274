package job

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHalvesHaveEveryJobOnceOnItsSideOfTheMidpoint(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		tr := &Trace{Procs: 8, Users: []int64{5}, Calendar: Calendar{Monday: 77}}
		clock, gap := r.Int64N(3)*31_000_000, 1+r.Int64N(5000)
		for n := r.IntN(40); n > 0; n-- {
			tr.Submit = append(tr.Submit, clock)
			tr.Run, tr.Request = append(tr.Run, clock+1), append(tr.Request, clock+2)
			tr.Size, tr.User = append(tr.Size, int32(n)), append(tr.User, 0)
			tr.ID, tr.Pos = append(tr.ID, int64(n)), append(tr.Pos, int32(n))
			clock += r.Int64N(gap)
		}
		first, second := tr.Split()
		require.Equal(t, tr.Submit, append(append([]int64(nil), first.Submit...), second.Submit...))
		require.Equal(t, tr.ID, append(append([]int64(nil), first.ID...), second.ID...))
		for _, half := range []*Trace{first, second} {
			n := half.Len()
			require.Equal(t, []int{n, n, n, n, n, n}, []int{len(half.Run), len(half.Request), len(half.Size), len(half.User), len(half.ID),
				len(half.Pos)})
			require.Equal(t, tr.Calendar, half.Calendar)
			require.Equal(t, tr.Users, half.Users)
			if n > 0 {
				require.Equal(t, half.Submit[0], half.Start)
			}
		}
		if tr.Len() == 0 {
			continue
		}
		a, b := tr.Submit[0], tr.Submit[tr.Len()-1]
		for _, s := range first.Submit {
			require.True(t, s-a < b-s || a == b, "%d of %d to %d", s, a, b)
		}
		for _, s := range second.Submit {
			require.GreaterOrEqual(t, s-a, b-s)
		}
		require.Equal(t, a < b, second.Len() > 0)
	}
}

func TestAHalfWithoutPositionsHasNone(t *testing.T) {
	tr := &Trace{Submit: []int64{0, 9}, Run: []int64{1, 1}, Request: []int64{1, 1}, Size: []int32{1, 1}, User: []int32{0, 0}}
	first, second := tr.Split()
	require.Nil(t, first.ID)
	require.Nil(t, second.Pos)
	require.Equal(t, 1, second.Len())
}
