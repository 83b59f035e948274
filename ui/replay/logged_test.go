package replay

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/job"
	"shadowtime/core/sim/why"
	"shadowtime/ui/lab"
)

// withWaits gives a log waits, every seventh job none.
func withWaits(l *job.Log) {
	n := l.Col[job.Wait].Len()
	l.Col[job.Wait] = job.Column{}
	for i := range n {
		wait := int64(i*7919) % 40000
		if i%7 == 3 {
			wait = -1
		}
		l.Col[job.Wait].Append(wait)
	}
}

// The log's own schedule is compared as the command compares it.
func TestAsItRanStandsBesideAsTheCommandHasIt(t *testing.T) {
	a, v, m, s := pageOf(t, "beside=logged", 2000, withWaits)
	c, err := v.Plan.Config(v.Plan.Order)
	require.NoError(t, err)
	tape, err := why.Record(m.Trace, &c)
	require.NoError(t, err)
	starts, known := why.Logged(m.Trace, m.Log)
	require.Positive(t, known)
	want := replay.Contrast(m.Trace, replay.Side{Order: replay.ItRan, Starts: starts}, replay.Side{Order: "SAF", Starts: tape.Starts},
		replay.Listed)
	require.Contains(t, s.Drawn["replay-verdict"], "machine&#39;s own record, of ")
	require.Contains(t, v.scene.sentence(), want.Sentence())
	require.Equal(t, want.Gains, v.scene.report.Gains)
	answer(m)
	left := want.First.ByA
	require.Equal(t, left, !strings.Contains(s.Drawn[hostTables], "did not, and the log does not say why"))
	require.Equal(t, !left, strings.Contains(s.Drawn[hostTables], "the log does not say why"))

	a.Act("replay-side", "1")
	require.Contains(t, s.Drawn[pictures[1].title], "As it ran: at most ")
	require.Contains(t, s.Drawn[pictures[1].title], "Busy processors on average")
	a.Act("replay-step", "begin")
	require.Contains(t, s.Drawn[hostStep], "is not in the log")
	a.Act("replay-longest", "")
	j := v.scene.longest(1)
	require.Empty(t, m.Asked, "no worker knows")
	for _, x := range why.RanOf(m.Trace, starts, j).Sentences(m.Trace) {
		require.Contains(t, s.Drawn[hostStory], lab.Esc(x.Words))
	}
	lost := -1
	for k, at := range starts {
		require.True(t, at == why.Unknown || v.scene.wait(1, k) <= v.scene.wait(1, j))
		if at == why.Unknown {
			lost = k
		}
	}
	a.Act("replay-job", v.scene.number(lost))
	require.Contains(t, s.Drawn[hostStory], "does not say how long it waited")
	a.Act("replay-csv", "")
	require.Contains(t, s.Files["shadowtime-first-replay-waits.csv"], ",,0\n", "an unknown wait is empty")
	require.NotNil(t, v.Excerpt())
}

func TestALogWithoutWaitsIsSaidToTellNothing(t *testing.T) {
	for query, words := range map[string]string{"beside=logged": "As it ran is not known of this log",
		"beside=logged&resample=2&weeks=1": "of the log alone"} {
		change := func(*job.Log) {}
		if strings.Contains(query, "resample") {
			change = withWaits
		}
		_, v, m, s := pageOf(t, query, 2000, change)
		require.Contains(t, s.Drawn["replay-verdict"], words)
		require.Len(t, v.scene.starts, 1)
		require.True(t, v.Apart())
		require.Empty(t, m.Asked)
	}
}

// Of the log's own schedule a sentence leads to no instant, and the mean wait of a user
// is that of the jobs whose wait is known.
func TestOfALogOnlyWhatItKnowsIsSaid(t *testing.T) {
	a, _, m, s := pageOf(t, "beside=logged&side=1", 2000, withWaits)
	answer(m)
	a.Act("replay-longest", "")
	require.NotContains(t, s.Drawn[hostStory], "replay-there")
	u := m.Trace.User[0]
	sum, known, n := 0.0, 0, 0
	starts, _ := why.Logged(m.Trace, m.Log)
	for j, at := range starts {
		if m.Trace.User[j] == u {
			if n++; at != why.Unknown {
				sum += float64(at - m.Trace.Submit[j])
				known++
			}
		}
	}
	require.Less(t, known, n)
	a.Set(fieldID, "user "+strconv.FormatInt(m.Trace.Users[u], 10))
	require.Contains(t, s.Drawn[hostUser], lab.Esc(numeral.Duration(sum/float64(known))+" on average"))
	require.Contains(t, s.Drawn[hostUser], "As it ran ")
}
