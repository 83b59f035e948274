package replay

import (
	"cmp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/sim/why"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

func page(t *testing.T, query string) (*ui.App, *View, *labtest.Machine, *labtest.Screen) {
	t.Helper()
	return pageOf(t, query, 2000, func(*job.Log) {})
}

// pageOf is the page with a log of so many jobs that was changed.
func pageOf(t *testing.T, query string, jobs int, change func(l *job.Log)) (*ui.App, *View, *labtest.Machine, *labtest.Screen) {
	t.Helper()
	var v *View
	a, m, s := labtest.New(t, func(l *lab.Lab) []lab.View {
		v = New(l)
		return []lab.View{v}
	}, replay.Kind())
	m.Log = m.Add("first", lublin.Config{Procs: 64, Jobs: jobs, Seed: 2})
	change(m.Log)
	a.Start(cmp.Or(query, "order=SAF"))
	require.Empty(t, a.Message)
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	require.Equal(t, lab.Done, a.State, a.Message)
	return a, v, m, s
}

// answer answers all details that are asked.
func answer(m *labtest.Machine) {
	for len(m.Asked) > 0 {
		m.Answer()
	}
}

func TestTheAnswerSaysWhatChangedAndForWhom(t *testing.T) {
	_, v, _, s := page(t, "")
	require.Contains(t, s.Drawn["replay-verdict"], " mean wait with FCFS, ")
	require.Contains(t, s.Drawn["replay-verdict"], " less with SAF, ")
	require.Contains(t, s.Drawn[hostTitle], "SAF with EASY, threshold 40")
	require.NotEmpty(t, s.Painted[canvasID])
	r := v.scene.report
	require.Equal(t, v.scene.trace.Len(), r.Less+r.Same+r.More)
	require.Contains(t, s.Drawn[hostTables], `data-arg="`+strconv.FormatInt(r.Gains[0].Job, 10)+`"`)
}

func TestOfOneScheduleTheLongestWaitIsNamed(t *testing.T) {
	_, v, _, s := page(t, "beside=nothing&order=sqf")
	require.True(t, v.Apart())
	require.Contains(t, s.Drawn["replay-verdict"], " mean wait with SQF")
	require.Contains(t, s.Drawn["replay-verdict"], "waits longest")
	require.Empty(t, s.Drawn[hostTables])
	require.Nil(t, v.Excerpt())
}

// The story on the page is the one that the schedule's own tape tells.
func TestAStoryIsTheTapesOwn(t *testing.T) {
	a, v, m, s := page(t, "")
	for side, name := range []string{v.Plan.Order, v.Plan.Beside} {
		a.Act("replay-side", strconv.Itoa(side))
		answer(m)
		a.Act("replay-longest", "")
		require.Contains(t, s.Drawn[hostStory], "is being asked about")
		answer(m)
		c, err := v.Plan.Config(name)
		require.NoError(t, err)
		tape, err := why.Record(m.Trace, &c)
		require.NoError(t, err)
		told, err := tape.Story(tape.Longest())
		require.NoError(t, err)
		for _, x := range tape.Sentences(told) {
			require.Contains(t, s.Drawn[hostStory], lab.Esc(x.Words))
		}
		require.Equal(t, why.Number(m.Trace, tape.Longest()), v.at.job)
		from, to := v.scene.window(v.at)
		require.LessOrEqual(t, from, told.Submit)
		require.GreaterOrEqual(t, to, told.End)
	}
}

// Where the schedules part is said in the command's words.
func TestWhereTheyPartIsSaidOnce(t *testing.T) {
	a, v, m, s := page(t, "")
	require.Len(t, m.Asked, 1)
	answer(m)
	var tapes [2]*why.Tape
	for i, name := range []string{v.Plan.Beside, v.Plan.Order} {
		c, err := v.Plan.Config(name)
		require.NoError(t, err)
		tapes[i], err = why.Record(m.Trace, &c)
		require.NoError(t, err)
	}
	r := replay.Contrast(m.Trace, replay.Side{Order: v.Plan.Beside, Starts: tapes[0].Starts},
		replay.Side{Order: v.Plan.Order, Starts: tapes[1].Starts}, 1)
	other := tapes[0]
	if r.First.ByA {
		other = tapes[1]
	}
	require.NoError(t, r.Explain(other))
	require.Contains(t, s.Drawn[hostTables], lab.Esc(r.First.Words))
	a.Act("replay-gains", "by")
	require.Empty(t, m.Asked)
}

// A late answer about another job, or another schedule, is not shown.
func TestALateStoryIsDropped(t *testing.T) {
	a, v, m, s := page(t, "")
	answer(m)
	a.Act("replay-longest", "")
	a.Set("replay-find", "7")
	require.Len(t, m.Asked, 2)
	m.Answer()
	require.Contains(t, s.Drawn[hostStory], "Job 7 is being asked about")
	m.Answer()
	require.Contains(t, s.Drawn[hostStory], "Why it waited ")
	require.Equal(t, int64(7), v.at.job)
}

func TestAJobThatIsNotThereNamesTheNearest(t *testing.T) {
	a, v, _, s := page(t, "")
	a.SetField("replay-find", "replay-find", "99999")
	require.Contains(t, s.Refused["replay-find"], "the nearest numbers are ")
	a.SetField("replay-find", "replay-find", "seven")
	require.Contains(t, s.Refused["replay-find"], "the number of a job or of a user")
	require.EqualValues(t, none, v.at.job)
}

func TestTheWindowStaysWithinTheSchedule(t *testing.T) {
	a, v, _, _ := page(t, "")
	s := v.scene
	for i, how := range strings.Fields("in in left left left left left right in in in in in in in in in in in in in in in in in in right " +
		"out out out out out all left right out") {
		a.Act("replay-window", how)
		from, to := s.window(v.at)
		require.LessOrEqual(t, s.first, from, i)
		require.LessOrEqual(t, to, s.last, i)
		require.GreaterOrEqual(t, to-from, int64(least), i)
	}
	require.Equal(t, everything(), v.at, "all of it is no window")
}

func TestALinkCarriesWindowAndJob(t *testing.T) {
	a, v, m, _ := page(t, "resample=2&weeks=1&order=spf&beside=saf&threshold=none")
	require.Equal(t, 2, v.scene.k)
	a.Act("replay-longest", "")
	answer(m)
	_, query, _ := strings.Cut(a.Link(nil), "?")
	query, _, _ = strings.Cut(query, "#")
	b, w, m, s := page(t, query)
	require.Equal(t, v.at, w.at)
	answer(m)
	require.Contains(t, s.Drawn[hostStory], "Why it waited ")
	require.Equal(t, a.Ask(nil), b.Ask(nil))
}

func TestWhatALinkCantAskIsSaid(t *testing.T) {
	for query, why := range map[string]string{"beside=none at all": "beside", "from=10&to=5": "a second after 10", "job=x": "job",
		"side=2": "side"} {
		a, _, _ := labtest.New(t, func(l *lab.Lab) []lab.View { return []lab.View{New(l)} }, replay.Kind())
		a.Start(query)
		require.Contains(t, a.Message, why)
	}
}

func TestTheWaitsOfAllJobsAreAFile(t *testing.T) {
	a, v, _, s := page(t, "")
	a.Act("replay-csv", "")
	lines := strings.Split(strings.TrimSpace(s.Files["shadowtime-first-replay-waits.csv"]), "\n")
	require.Len(t, lines, 1+v.scene.trace.Len())
	require.Equal(t, "job,submit,procs,request,run,user,a,b", lines[0], "as diff --a FCFS --b SAF --jobs writes it")
}

// A page and what is cited say the line that makes the schedules, where there is one.
func TestAReplayIsCitedWithTheLineThatMakesItAgain(t *testing.T) {
	fixture.Long(t)
	for query, line := range map[string]string{
		"":                              "shadowtime diff --a FCFS --b SAF --threshold 40h first",
		"beside=nothing&backfill=SPF":   "shadowtime replay --order SAF --threshold 40h --backfill SPF first",
		"beside=nothing&threshold=none": "shadowtime replay --order SAF first",
		"resample=2":                    "",
		"load=1.2":                      "",
	} {
		a, v, _, s := page(t, query)
		require.Equal(t, line, v.Paper().Command, query)
		a.Act("cite", "")
		if line == "" {
			require.NotContains(t, s.Files["clipboard"], "shadowtime ", query)
			line = "Asked on Shadowtime’s page: "
		}
		require.Contains(t, s.Files["clipboard"], line, query)
	}
}
