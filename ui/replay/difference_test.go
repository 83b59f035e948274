package replay

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/sim/why"
)

// All figures of a difference are of the same jobs, and add up to the answer's.
func TestTheFiguresOfADifferenceAgree(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t, "")
	answer(m)
	r := v.scene.report
	drawn := func() string { return s.Drawn[hostDifference] }
	n := 0
	for _, k := range v.differs.density.Cells {
		n += int(k)
	}
	require.Equal(t, r.Jobs, n)
	require.True(t, strings.Contains(drawn(), ` jobs wait less under SAF`))
	for i, w := range ways {
		a.Act("replay-by", strconv.Itoa(i))
		var all replay.Group
		for _, g := range w.of(r) {
			all.Jobs, all.A, all.B, all.Less, all.More = all.Jobs+g.Jobs, all.A+g.A, all.B+g.B, all.Less+g.Less, all.More+g.More
		}
		require.Equal(t, replay.Group{Jobs: r.Jobs, A: r.A.SumWait, B: r.B.SumWait, Less: r.Less, More: r.More}, all, w.words)
		require.Equal(t, min(len(w.of(r)), groups), strings.Count(drawn(), `<th scope="row"`), w.words)
		require.True(t, strings.Contains(drawn(), `aria-pressed="true">by `+w.words))
	}
	a.Act("replay-total", "change")
	require.True(t, strings.Contains(drawn(), `aria-sort="ascending"`))
	a.Act("replay-totals", "")
	require.Contains(t, s.Files["shadowtime-first-replay-totals.csv"], "by,low,high,jobs,wait FCFS,wait SAF,less,more\n")
	for _, chart := range []string{"replay-density", "replay-curve"} {
		for _, kind := range []string{"svg", "csv"} {
			files := len(s.Files)
			a.Act(chart, kind)
			require.Len(t, s.Files, files+1)
		}
	}
}

// A press on a field chooses a job that lies in it, the one it matters most to.
func TestAPressOnAFieldChoosesAJobInIt(t *testing.T) {
	a, v, m, _ := page(t, "")
	answer(m)
	pressed := 0
	for i, k := range v.differs.density.Cells {
		if k == 0 {
			continue
		}
		a.Act("replay-cell", strconv.Itoa(i))
		j, err := why.Find(v.scene.trace, v.at.job)
		require.NoError(t, err)
		require.Equal(t, i%v.differs.density.N, v.differs.density.Bin(v.scene.wait(1, j)))
		require.Equal(t, i/v.differs.density.N, v.differs.density.Bin(v.scene.wait(0, j)))
		if pressed++; pressed == 40 {
			break
		}
	}
	require.Positive(t, pressed)
	a.Act("replay-cell", "0x")
	a.Act("replay-cell", "999999")
}

func TestOfOneScheduleThereIsNoDifference(t *testing.T) {
	_, _, _, s := page(t, "beside=nothing")
	require.Empty(t, s.Drawn[hostDifference])
}

func TestTheSpreadIsSaidBothWays(t *testing.T) {
	require.Equal(t, "One job in ten waits at least 1\u202fh less, one in ten at least 2\u202fmin longer", spread(-3600, 120))
	require.Contains(t, spread(-3600, 0), "fewer wait longer")
	require.Contains(t, spread(0, 120), "fewer wait less")
	require.Contains(t, spread(0, 0), "Eight jobs in ten")
}

// Where there is room for it, and jobs to fill it, the picture of two waits is finer.
func TestTheFieldsOfTwoWaitsAreAsFineAsTheyCanBePressed(t *testing.T) {
	require.Equal(t, 24, bins(350, 300_000))
	require.Equal(t, 24, bins(700, 2000))
	require.Equal(t, 48, bins(480, 300_000))
}
