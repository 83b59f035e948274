package decide

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/study"
)

// What has no waits has no change, and agrees or disagrees with nothing.
func TestAHalfInWhichNobodyWaitsDoesNotDisagree(t *testing.T) {
	c := &Card{}
	for _, x := range []struct {
		now, then           []int64
		says, detail, fails string
	}{
		{[]int64{0, 0, 100, 100}, []int64{0, 0, 90, 90}, "Nobody waits in one half of the log",
			"Nobody waits in the first half with what is run now. As replayed, the second changes by −10\u202f%.",
			"nobody waits in one half of the log"},
		{[]int64{100, 100, 0, 0}, []int64{120, 120, 0, 5}, "Nobody waits in one half of the log",
			"Nobody waits in the second half with what is run now. As replayed, the first changes by +20\u202f%.",
			"nobody waits in one half of the log"},
		{[]int64{100, 100, 100, 100}, []int64{90, 90, 120, 120}, "The halves disagree",
			"As replayed, the first half changes by −10\u202f%, the second by +20\u202f%.", "the log’s halves disagree"},
	} {
		r := &Report{Plan: Default(), Weeks: 4, Settings: []Setting{{choice: 1}}, sums: [][]int64{x.now, x.then}}
		got := r.halves(c)
		require.Equal(t, Doubtful, got.Level)
		require.Equal(t, x.says, got.Words)
		require.Equal(t, x.detail, got.Detail)
		require.Equal(t, []string{x.fails}, r.failing([]Condition{got}))
	}
}

// A threshold that leaves more room than the bound does not hold the longest wait, whatever that was in the log: the answer does
// not say that it was exceeded.
func TestThresholdsThatAreAllTooLongAreNotSaidToMissTheBound(t *testing.T) {
	p := few()
	p.Thresholds = []study.Seconds{study.None, 1000 * 3600}
	r, _ := asked(t, busy(t), p)
	require.Nil(t, r.Answer())
	within := false
	for i := range r.Settings {
		within = within || float64(r.Settings[i].MaxWait) <= p.Longest*float64(r.Now.MaxWait)
	}
	require.True(t, within, "one was within the bound in the log")
	require.Contains(t, r.Sentence(), "no threshold that was tried is short enough to hold the longest wait within 1.2 times that of now")
}
