package resample

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/drawtest"
	"shadowtime/core/job"
)

// told is a log of n whole weeks: user u submits a job at hour u of each, whose run time is
// the week's number.
func told(n, users int) *job.Trace {
	t := &job.Trace{Procs: 64}
	for u := range users {
		t.Users = append(t.Users, int64(u))
	}
	add := func(at, run int64, user int32) {
		t.Submit, t.Run, t.Request = append(t.Submit, at), append(t.Run, run), append(t.Request, run)
		t.Size, t.User = append(t.Size, 10), append(t.User, user)
	}
	add(1, 99, 0) // before the first whole week
	for w := range int64(n) {
		for u := range int32(users) {
			add((w+1)*job.Week+int64(u)*3600, w, u)
		}
	}
	add(int64(n+1)*job.Week, 99, 0)
	return t
}

// weeksOf are the source weeks of a resample, user by user.
func weeksOf(t *testing.T, s *Source, weeks, users int, k uint64) [][]int {
	t.Helper()
	var made job.Trace
	s.Make(&made, weeks, 5, k)
	list := make([][]int, users)
	for i, run := range made.Run {
		if run < 99 {
			list[made.User[i]] = append(list[made.User[i]], int(run))
		}
	}
	return list
}

func TestEveryShuffleOfWeeksIsEquallyLikely(t *testing.T) {
	s := mustNew(t, told(4, 2), Shuffle)
	require.Equal(t, 4, s.Weeks())
	for u := range 2 {
		drawtest.Permuted(t, 4, 1200, func(k int) []int { return weeksOf(t, s, 0, 2, uint64(k+1))[u] }, u)
	}
	drawtest.Even(t, drawtest.Cells(4, 4, 2000, func(k int) []int { // one user's weeks say nothing of another's
		v := weeksOf(t, s, 0, 2, uint64(k+1))
		w := weeksOf(t, s, 0, 2, uint64(k+2))
		return []int{v[0][0], v[1][0], w[0][3], w[1][3]}
	}))
}

func TestEveryDrawOfWeeksIsEquallyLikely(t *testing.T) {
	s := mustNew(t, told(3, 2), Draw)
	drawtest.Even(t, drawtest.Cells(3, 5, 4000, func(k int) []int {
		v, next := weeksOf(t, s, 2, 2, uint64(k+1)), weeksOf(t, s, 2, 2, uint64(k+2))
		return []int{v[0][0], v[1][0], v[0][1], v[1][1], next[0][0]}
	}))
}

// A week follows the one before it where no block begins, with 1 - 1/L, and as often as any
// other where one does.
func TestABlockGoesOnAsOftenAsItsLengthSays(t *testing.T) {
	const n = 4
	s := mustNew(t, told(n, 1), Block)
	for _, length := range []int{1, 3, 8} {
		s.Blocks(length)
		begins := 1 / float64(length)
		chances := make([]float64, n*n)
		for from := range n {
			for to := range n {
				chances[from*n+to] = begins / n / n
			}
			chances[from*n+(from+1)%n] += (1 - begins) / n
		}
		for _, at := range []int{0, 3} {
			counts := drawtest.Cells(n, 2, 4000, func(k int) []int { return weeksOf(t, s, 5, 1, uint64(k+1))[0][at : at+2] })
			drawtest.Follows(t, counts, chances, length, at)
		}
	}
}

// Ten processors by 1.37 are 13.7: 14 of ten times seven.
func TestAScaledSizeIsRoundedUpAsOftenAsItsFractionSays(t *testing.T) {
	counts := [2]int{}
	for k := range uint64(300) {
		made := job.Trace{Procs: 64, Size: []int32{10, 10, 10, 10, 10, 10, 10, 10, 10, 10}}
		Scale(&made, 1.37, Sizes, 5, k)
		for _, q := range made.Size {
			counts[q-13]++
		}
	}
	drawtest.Follows(t, counts[:], []float64{0.3, 0.7})
}
