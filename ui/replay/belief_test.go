package replay

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/believe"
	"shadowtime/core/sim"
	"shadowtime/core/sim/why"
	"shadowtime/ui/lab"
)

// What the page says of nearness are the bytes that the command writes.
func TestNearnessIsTheCommandsByteForByte(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := pageOf(t, "threshold=10h", 300, withWaits)
	answer(m)
	s.Frozen = true
	c, err := v.Plan.Config(v.Plan.Order)
	require.NoError(t, err)
	list := believe.Tries(believe.WayOf(&c))
	ways := strconv.Itoa(len(list))
	require.False(t, strings.Contains(s.Drawn[hostBelief], "<table"), "on demand only")
	a.Act(believeID, "")
	require.Len(t, m.Asked, m.Workers(), "what else is asked for comes between")
	require.True(t, strings.Contains(s.Drawn[hostBelief], "0 of "+ways+" ways"))
	m.Answer()
	require.True(t, strings.Contains(s.Drawn[hostBelief], "1 of "+ways+" ways"))
	require.False(t, strings.Contains(s.Drawn[hostBelief], "Nearest to the machine comes"))
	answer(m)

	logged, _ := why.Logged(m.Trace, m.Log)
	e := sim.New()
	e.Load(m.Trace)
	require.NoError(t, e.Run(&c))
	want := believe.Measure(m.Trace, logged, e.Starts())
	for i := range list {
		require.NoError(t, list[i].Try(e, m.Trace, c, logged))
	}
	want.Rank(list)
	x, err := json.Marshal(want)
	require.NoError(t, err)
	y, err := json.Marshal(v.belief.report)
	require.NoError(t, err)
	require.Equal(t, string(x), string(y))
	require.True(t, strings.Contains(s.Drawn[hostBelief], lab.Esc(want.Sentence("EASY-SAF, threshold 10\u202fh"))))
	for _, w := range want.Caveats {
		require.True(t, strings.Contains(s.Drawn[hostBelief], lab.Esc(w)))
	}
	require.True(t, strings.Contains(s.Drawn[hostBelief], "(the question's)"))
	a.Act("replay-nearest", "")
	require.Len(t, strings.Split(strings.TrimSpace(s.Files["shadowtime-first-replay-nearest.csv"]), "\n"), 1+len(want.Nearest))
	for _, chart := range []string{"replay-waits", "replay-weeks"} {
		for _, kind := range []string{"svg", "csv"} {
			n := len(s.Files)
			a.Act(chart, kind)
			require.Len(t, s.Files, n+1)
		}
	}
	a.Act("replay-near", "way")
	a.Act(believeID, "")
	require.False(t, strings.Contains(s.Drawn[hostBelief], "<table"))
}

// The question's own way is in the table, also where no usual way is so.
func TestTheQuestionsOwnWayIsListed(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := pageOf(t, "order=SAF&backfill=LQF&threshold=10h", 300, withWaits)
	answer(m)
	a.Act(believeID, "")
	answer(m)
	require.Equal(t, "LQF", v.belief.own().Backfill)
	require.Equal(t, 1, strings.Count(s.Drawn[hostBelief], "(the question's)"))
	require.True(t, strings.Contains(s.Drawn[hostBelief], "as near"), "ties are shown")
}

// What was tried is kept when the others are cancelled, and goes on from there.
func TestTryingIsCancelledAndGoesOn(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := pageOf(t, "believe=true", 300, withWaits)
	for range 5 {
		m.Answer()
	}
	a.Act(cancelID, "")
	require.Equal(t, 1, m.Ended)
	for len(m.Asked) > 0 {
		m.Lose()
	}
	n := v.belief.tried()
	require.Positive(t, n)
	require.True(t, strings.Contains(s.Drawn[hostBelief], "Cancelled after"))
	require.Equal(t, n, v.belief.report.Tried)
	require.Empty(t, m.Asked)
	a.Act("replay-believe-on", "")
	answer(m)
	require.Equal(t, len(v.belief.tries), v.belief.report.Tried)
}

func TestWithoutWaitsNothingIsTried(t *testing.T) {
	a, _, m, s := page(t, "")
	answer(m)
	a.Act(believeID, "")
	require.True(t, strings.Contains(s.Drawn[hostBelief], "As it ran is not known of this log"))
	require.Empty(t, m.Asked)
}

// Another view's question how far to believe it is answered by one press.
func TestBeliefIsAskedForFromElsewhere(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := pageOf(t, "", 300, withWaits)
	answer(m)
	v.Set("believe", "true")
	m.FinishAll()
	answer(m)
	require.Contains(t, s.Drawn["replay-verdict"], "machine&#39;s own record")
	require.True(t, strings.Contains(s.Drawn[hostBelief], "Nearest to the machine comes"))
	_, query, _ := strings.Cut(a.Link(nil), "?")
	require.Contains(t, query, "believe=true")
	require.Contains(t, query, "beside=logged")
}
