package site

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/drawtest"
	"shadowtime/core/job/sacct"
)

// A week follows the one before it where no block begins, the first the last; any is as
// likely where one does.
func TestEveryWeekOfALogIsEquallyLikely(t *testing.T) {
	const n = 4
	l := &Log{}
	for w := range int64(n + 1) { // the last submission ends the last whole week
		l.add(sacct.Job{ID: w + 1, Submit: 1000 + w*week})
	}
	require.Equal(t, n, l.Weeks())
	drawn := func(k int) (weeks []int) {
		for _, j := range l.Draw(5, uint64(k)).Jobs {
			weeks = append(weeks, int(j.ID&(1<<numbered-1))-1)
		}
		require.Len(t, weeks, n)
		return weeks
	}
	chances := make([]float64, n*n)
	for from := range n {
		for to := range n {
			chances[from*n+to] = 1. / blocks / n / n
		}
		chances[from*n+(from+1)%n] += (1 - 1./blocks) / n
	}
	for at := range n - 1 {
		drawtest.Follows(t, drawtest.Cells(n, 2, 4000, func(k int) []int { return drawn(k)[at : at+2] }), chances, at)
	}
}
