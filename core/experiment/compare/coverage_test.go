package compare

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/stats"
	"shadowtime/core/internal/worlds"
	"shadowtime/core/job"
	"shadowtime/core/sim"
)

// family is the comparison whose ranges are measured on machines whose truth is known.
func family(t *testing.T) Plan {
	t.Helper()
	p := Default()
	p.Orders = strings.Split("SPF,SAF,LEXP", ",")
	require.NoError(t, p.Normalise())
	return p
}

// ownWeeks are the sums by order and week that a comparison has of a log itself.
func ownWeeks(t *testing.T, l *job.Trace, p Plan) [][]int64 {
	t.Helper()
	r, err := NewRunner(l, p)
	require.NoError(t, err)
	row, err := r.Task(0, nil)
	require.NoError(t, err)
	var sums [][]int64
	for _, b := range row.Breakdowns {
		require.Zero(t, b.Week[len(b.Week)-1], "no job is submitted after the whole weeks")
		sums = append(sums, b.Week[:len(b.Week)-1])
	}
	return sums
}

// What evidence.html says of ranges holds for a comparison: both have the same weeks.
func TestAComparisonHasTheWeeksThatRangesAreMeasuredOn(t *testing.T) {
	fixture.Long(t)
	family, p := must(worlds.Family()), family(t)
	e := sim.New()
	for _, kind := range worlds.Kinds() {
		m, err := worlds.New(kind, 5, 16)
		require.NoError(t, err)
		// a week more at each end: the first and the last job are not at the ends of theirs
		sums := ownWeeks(t, m.Log(2, 10), p)
		same := must(family.Sums(e, m.Log(3, 8), 8))
		require.Equal(t, same, sums, kind)
	}
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// The range of a log's weeks covers what its machine does, few logs claim more than that,
// and another seed changes nothing of it. evidence.html has this for all machines.
func TestTheRangeOfTheLogsWeeksCoversTheMachine(t *testing.T) {
	fixture.Long(t)
	p, other := family(t), family(t)
	other.Seed++
	m, err := worlds.New(worlds.Independent, 6, 400)
	require.NoError(t, err)
	truth := must(m.Truth(sim.New(), must(worlds.Family())))
	const weeks = 10
	logs, held, stated, wrong := 0, 0, 0, 0
	for from := 0; from+weeks+2 <= m.Weeks; from += weeks + 2 {
		log := m.Log(from, weeks+2)
		sums := ownWeeks(t, log, p)
		if logs%10 == 0 {
			require.Equal(t, sums, ownWeeks(t, log, other), "nothing of it is drawn")
		}
		require.Len(t, sums[0], weeks)
		logs++
		claim := false
		for i := range sums[1:] {
			r := stats.RangeOf(sums[i+1], sums[0])
			c := r.Change(0.95)
			stated++
			if c.Low <= truth[i+1] && truth[i+1] <= c.High {
				held++
			}
			claim = claim || r.Change(stats.Among(0.95, len(truth))).High < truth[i+1]
		}
		if claim {
			wrong++
		}
	}
	t.Logf("%d logs of %d weeks: %d of %d ranges hold the truth, %d claim more than it", logs, weeks, held, stated, wrong)
	require.Less(t, slices.Min(truth), -0.05, "an order that helps, or the test is of nothing")
	// as few as chance leaves to 95 % once in a thousand, the orders of a log being one trial
	require.GreaterOrEqual(t, float64(held)/float64(stated), 0.84)
	require.LessOrEqual(t, wrong, 5)
}
