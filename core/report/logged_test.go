package report

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/job/resample"
	"shadowtime/core/study"
)

func plain(s string) string { return strings.ReplaceAll(s, "\u202f", " ") }

// A replay is under orders that the machine did not have: what it waited is in the
// log's own records alone.
func TestTheReplayIsNeverCalledTheLog(t *testing.T) {
	a := Replayed([][]int64{{100, 100, 100, 50, 50}, {50, 50, 100, 50, 50}}, 4, 10, 60)
	halves := " The change of waiting with SPF is −50 % in the log's first half and 0 % in its second."
	require.Equal(t, "Replaying your log: 40 s mean wait with FCFS, 30 s with SPF."+halves, plain(a.Words("FCFS", "SPF", 1)))
	a.Recorded = recordedOf(job.Waited{Jobs: 10, Known: 10, Sum: 36000})
	require.Equal(t, "Replaying your log: 40 s mean wait with FCFS, 30 s with SPF. Your machine's own record: 1.00 h."+halves,
		plain(a.Words("FCFS", "SPF", 1)))
	a.Recorded = recordedOf(job.Waited{Jobs: 10, Known: 8, Sum: 28800})
	require.Contains(t, plain(a.Words("FCFS", "SPF", 1)), " Your machine's own record, of 8 of these 10 jobs: 1.00 h.")
	require.Contains(t, plain(a.Words("FCFS", "full, choosing daily,", 1)), ", 30 s with full, choosing daily. Your")
	require.Contains(t, plain(a.Words("FCFS", "full, choosing daily,", 1)), "The change of waiting with full, choosing daily, is −50 %")
	require.Nil(t, recordedOf(job.Waited{Jobs: 10}), "a log without waits says nothing")
	require.Equal(t, "", (*AsLogged)(nil).Words("FCFS", "SPF", 1))
}

// 3.2 h does not stand beside 3 h.
func TestTheTwoWaitsOfAReplayHaveTheSameDigits(t *testing.T) {
	a := &AsLogged{AvgWait: 3.2 * 3600, Changes: []Float{0, Float(3/3.2 - 1)}}
	require.Equal(t, "Replaying your log: 3.2 h mean wait with FCFS, 3.0 h with SPF.", plain(a.Words("FCFS", "SPF", 1)))
}

// A change of nothing has no percent, neither −∞ nor +∞.
func TestAHalfInWhichNobodyWaitsHasNoChange(t *testing.T) {
	for _, x := range []struct {
		wait  [][]int64
		words string
	}{
		{[][]int64{{10, 10, 0, 0}, {5, 5, 7, 0}}, " Nobody waits with FCFS in the log's second half. The change of waiting with SPF is " +
			"−50 % in its first."},
		{[][]int64{{0, 0, 10, 10}, {5, 5, 5, 5}}, " Nobody waits with FCFS in the log's first half. The change of waiting with SPF is " +
			"−50 % in its second."},
	} {
		a := Replayed(x.wait, 4, 10, Float(math.NaN()))
		require.Contains(t, plain(a.Words("FCFS", "SPF", 1)), x.words)
		require.NotContains(t, a.Words("FCFS", "SPF", 1), "∞")
	}
	nobody := Replayed([][]int64{{0, 0}, {7, 0}}, 1, 10, Float(math.NaN()))
	require.Equal(t, "Replaying your log: nobody waits with FCFS.", nobody.Words("FCFS", "SPF", 1))
	require.False(t, nobody.Changes[1].Known())
}

// An order that is best where nobody waits is best at nothing.
func TestWhereHardlyAnybodyWaitsThereIsNothingToGain(t *testing.T) {
	const nothing = "Under FCFS jobs wait less than a second on average"
	require.Equal(t, nothing+": there is nothing to gain.", (*AsLogged)(nil).Nothing("FCFS", 0.9))
	require.Equal(t, nothing+" in a replay of the log itself: there is nothing to gain.", (&AsLogged{AvgWait: 0.2}).Nothing("FCFS", 40))
	require.Empty(t, (&AsLogged{AvgWait: 30}).Nothing("FCFS", 40))
	require.Empty(t, (*AsLogged)(nil).Nothing("FCFS", Float(math.NaN())), "nothing is known")
	a := Replayed([][]int64{{1, 1}, {1, 0}}, 1, 100, 1)
	require.Equal(t, "Replaying your log: jobs wait less than a second on average with FCFS.", a.Words("FCFS", "LCFS", 1))
}

// Beside a replay stand the waits of its own jobs: of the weeks that it has, and none
// where it has others than the log.
func TestRecordedWaitsAreOfTheJobsReplayed(t *testing.T) {
	s := &Source{Cleaning: &job.Cleaning{Recorded: job.Recorded{All: job.Waited{Jobs: 9, Known: 9, Sum: 90},
		Weeks: job.Waited{Jobs: 8, Known: 8, Sum: 88},
		Clock: job.Waited{Jobs: 7, Known: 7, Sum: 84}, Second: job.Waited{Jobs: 4, Known: 3, Sum: 60}}}}
	w := study.DefaultWorkload()
	require.Equal(t, &Recorded{10, 9, 9}, s.RecordedOfAll(&w))
	require.Equal(t, &Recorded{20, 3, 4}, s.RecordedLater(&w))
	w.Variant = resample.Shuffle
	require.Equal(t, &Recorded{10, 9, 9}, s.RecordedOfAll(&w), "one figure, however weeks are counted")
	require.Nil(t, s.RecordedLater(&w))
	for _, change := range []func(w *study.Workload){func(w *study.Workload) { w.Load = 1.2 }, func(w *study.Workload) { w.Warmup = 1 },
		func(w *study.Workload) { w.Drain = 1 }} {
		w := study.DefaultWorkload()
		change(&w)
		require.Nil(t, s.RecordedOfAll(&w))
		require.Nil(t, s.RecordedLater(&w))
	}
	w = study.DefaultWorkload()
	require.Nil(t, (&Source{}).RecordedOfAll(&w))
}
