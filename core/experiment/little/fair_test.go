package little

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/sim/why"
)

// By fair share an hour's pass is what its shares say: who has more goes first, of those alike who came first, and the
// first that does not fit ends it. Usage is that of a slow count, an hour after the other, and ranks are those of the
// factors.
func TestFairShareDecidesEachHoursPass(t *testing.T) {
	fixture.Long(t)
	decay := math.Pow(1-0.693/(HalfLife*hour), hour)
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(11, seed))
		e := random(r)
		e.Sides = []Side{fairly(Classic), fairly(FairTree)}
		e.share()
		for row := range e.Of {
			e.Of[row] = 1 + r.Int64N(int64(len(e.Users)))
		}
		m, err := Run(e)
		require.NoError(t, err)
		for _, s := range m.Sides {
			used := make([]float64, len(e.Users))
			for at := int64(0); at <= s.Done(); at++ {
				free := e.Procs
				var queue []int
				for row, j := range e.Jobs {
					u, begins, ends := e.Of[row]-1, s.Start(row), s.End(row)
					if begins < at && ends >= at && ends > begins {
						used[u] += float64(j.Procs) * map[bool]float64{true: decay, false: 1}[ends == at] // its rest was added before
					}
					if begins < at && ends > at {
						free -= j.Procs
					}
					if j.Arrives <= at && begins >= at {
						queue = append(queue, row)
					}
				}
				all := 0.0
				for u := range used {
					used[u] *= decay
					all += used[u]
				}
				list := s.Shares(at)
				sum := 0.0
				for u, x := range list {
					sum += x.Shares
					if all > 0 {
						require.InDelta(t, used[u]/all, x.Used, 1e-6, "seed %d at %d %s", seed, at, s.Name)
					}
					rank := 1
					for _, other := range list {
						if other.Fair > x.Fair {
							rank++
						}
					}
					require.Equal(t, rank, x.Rank)
				}
				require.InDelta(t, 1, sum, 1e-9)

				fair := func(row int) float64 { return list[e.Of[row]-1].Fair }
				slices.SortStableFunc(queue, func(a, b int) int {
					switch x, y := math.Floor(weigh*fair(a)), math.Floor(weigh*fair(b)); {
					case x != y:
						return int(y - x)
					}
					return int(e.Jobs[a].Arrives - e.Jobs[b].Arrives)
				})
				x, err := s.instant(at)
				require.NoError(t, err)
				stopped := false
				for i, row := range queue {
					if stopped = stopped || e.Jobs[row].Procs > free; !stopped {
						free -= e.Jobs[row].Procs
					}
					require.Equal(t, !stopped, s.Start(row) == at, "seed %d at %d %s job %d", seed, at, s.Name, row+1)
					require.Equal(t, row, s.row(last(x).Queue[i].Job))
					require.Equal(t, !stopped, last(x).Queue[i].Reason == why.Front)
				}
				require.Equal(t, free, x.Free)
			}
		}
	}
}

// The example of two users parts where its words say, for the reason they say.
func TestTwoUsersPartWhereTheWordsSay(t *testing.T) {
	m := preset(t, "shares")
	_, parting, err := m.Answer()
	require.NoError(t, err)
	require.Contains(t, parting, "The schedules of Classic fair share and Fair Tree first differ at 5\u202fh: Fair Tree "+
		"starts job 3, Classic fair share does not")
	require.Contains(t, parting, "user 3 has fair share 0.414, user 1 has 0.365")
	classic, tree := m.Sides[0], m.Sides[1]
	require.Equal(t, classic.Start(6), tree.Start(6), "until then they are alike")
	over := func(s *Schedule, user int) float64 { x := s.Shares(5)[user-1]; return x.Used/x.Shares - 1 }
	require.InDelta(t, 0.45, over(classic, 1), 0.005)
	require.InDelta(t, 0.27, over(classic, 3), 0.005)
	x := tree.Shares(5)
	require.Less(t, x[0].Used+x[1].Used, 0.5)
	require.Zero(t, x[1].Used)
	require.Less(t, x[0].Rank, x[2].Rank)
	require.Greater(t, classic.Shares(5)[0].Rank, classic.Shares(5)[2].Rank)
	told, err := classic.Tell(5)
	require.NoError(t, err)
	require.Contains(t, told.Lead[1], "The queue, by classic fair share: jobs 9, 10, 3")
	require.Nil(t, m.Sides[2].Shares(5), "first come, first served knows no shares")
	require.Less(t, tree.Start(2), classic.Start(2))
	require.Equal(t, int64(6), m.Sides[2].Start(6), "who comes later waits for all of the flood")
}

// A side of fair share makes the machine one that is shared: its jobs have users, which follow what is done to them.
func TestASharedMachineKeepsWhoseJobsAre(t *testing.T) {
	e := First()
	n := len(e.Jobs)
	require.Empty(t, e.Users)
	e.SetOrder(1, FairTree)
	require.Equal(t, FairTree, e.Sides[1].Order)
	require.Len(t, e.Of, n)
	require.Len(t, e.Users, 2)
	require.NoError(t, e.SetUser(0, "2"))
	require.ErrorContains(t, e.SetUser(0, "3"), "1 to 2 whole numbers of users")
	require.NoError(t, e.SetShares(1, "3"))
	require.ErrorContains(t, e.SetShares(1, "0"), "1 to 999 whole shares")
	require.True(t, e.Add())
	_, err := e.Type("sbatch -n 1 -t 1")
	require.NoError(t, err)
	require.Len(t, e.Of, n+2)
	require.True(t, e.Remove(0))
	require.Equal(t, int64(1), e.Of[0])
	require.Len(t, e.Of, len(e.Jobs))
	said, err := e.Type("squeue")
	require.NoError(t, err)
	require.Contains(t, said, "JOBID")
	require.Equal(t, e, unlink(t, link(e)))
	m, err := Run(e)
	require.NoError(t, err)
	require.Equal(t, "Fair Tree", m.Sides[1].Name)
	e.SetOrder(1, "nothing")
	require.Len(t, e.Sides, 1)
}
