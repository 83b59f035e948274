package ui

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/online"
	"shadowtime/core/overview"
	"shadowtime/core/report"
	"shadowtime/core/selection"
	"shadowtime/core/study"
)

// selectionApp is a page with a log, the view of the selection and a small
// plan in it.
func selectionApp(t *testing.T) (*App, *machine, *screen, *selecting) {
	a, m, s := newTestApp(t)
	load(a, m)
	a.SetView(viewOnline)
	a.online.plan.Weeks, a.online.plan.Resamples, a.online.plan.Bootstrap = 3, 4, 200
	return a, m, s, a.online
}

func finishAll(m *machine) {
	for len(m.tasks) > 0 {
		m.finish(len(m.tasks) - 1)
	}
}

func answer(m *machine) {
	f := m.asked[0]
	m.asked = m.asked[1:]
	f()
}

func TestTheSelectionFollowsTheMainJob(t *testing.T) {
	a, m, s, x := selectionApp(t)
	c := &OnlineAnswer{App: a}
	require.False(t, c.Visible())
	require.Equal(t, Loaded, a.State)
	a.Compare()
	require.Equal(t, Running, a.State)
	require.Len(t, m.tasks, 4)
	require.Equal(t, "The first resamples are being replayed.", x.sentence())
	m.finish(1)
	require.True(t, c.Visible())
	require.Equal(t, "1", a.DataDone())
	require.Equal(t, "4", a.DataTotal())
	require.Contains(t, x.sentence(), "So far, after 1 of 4 resamples: Learning while running")
	a.Cancel()
	require.Equal(t, Cancelled, a.State)
	require.Contains(t, c.Stopped(), "Learn continues from here")
	a.Compare()
	require.Len(t, m.tasks, 3)
	finishAll(m)
	require.Equal(t, Done, a.State)
	require.Equal(t, 4, x.selection.Done)
	require.Contains(t, s.drawn[hostOnlineForest], "best in hindsight: ")

	// more resamples continue, fewer are shown at once, other settings are not known
	q := &OnlineQuestion{App: a}
	q.Set("resamples", "6")
	require.Equal(t, Cancelled, a.State)
	require.Contains(t, q.Known(), "2 to go")
	a.Compare()
	require.Len(t, m.tasks, 2)
	finishAll(m)
	require.Equal(t, 6, x.selection.Done)
	q.Set("resamples", "2")
	require.Equal(t, Done, a.State)
	require.Equal(t, 2, x.selection.Done)
	q.Set("epsilon", "0,5")
	require.Equal(t, Loaded, a.State)
	require.Nil(t, x.selection)
	q.Set("epsilon", "0.1")
	require.Equal(t, 2, x.selection.Done)

	// the other view is as it was
	a.SetView(viewCompare)
	require.Equal(t, Loaded, a.State)
	require.False(t, c.Visible())
}

func TestThePagesSelectionIsMergeOfAllRows(t *testing.T) {
	a, m, s, x := selectionApp(t)
	a.Compare()
	finishAll(m)
	p, err := x.planOn(a.current())
	require.NoError(t, err)
	runner, err := online.NewRunner(m.trace, p)
	require.NoError(t, err)
	require.Equal(t, runner.Steps(), stepsOf(p))
	var rows []online.Row
	for k := 1; k <= 4; k++ {
		row, err := runner.Task(k, nil)
		require.NoError(t, err)
		rows = append(rows, row)
	}
	want := selection.Merge(p, m.log.Digest, rows)
	require.Equal(t, want, x.selection)
	table := s.drawn[hostOnlineTable]
	require.Equal(t, 1+8, strings.Count(table, "<tr data-strategy="))
	for _, v := range want.Strategies {
		line := table[strings.Index(table, `data-strategy="`+v.Strategy+`" data-period="`+online.PeriodName(v.Period)+`"`):]
		line = line[:strings.Index(line, "</tr>")]
		for _, f := range []report.Float{v.Change, v.RegretFraction, v.Regret} {
			require.Contains(t, line, `data-value="`+exactly(f)+`"`)
		}
		require.Contains(t, line, `data-low="`+exactly(v.Low)+`" data-high="`+exactly(v.High)+`"`)
	}
	for _, machine := range []online.Feedback{online.Empty, online.Machine} {
		p.Feedback, p.Strategies = machine, []string{"all", "full@0.5"}
		runner, err := online.NewRunner(m.trace, p)
		require.NoError(t, err)
		require.NoError(t, p.Normalise())
		require.Equal(t, runner.Steps(), stepsOf(p))
	}
}

func TestTheSelectionsQuestionIsASentence(t *testing.T) {
	a, _, _, x := selectionApp(t)
	q := &OnlineQuestion{App: a}
	require.Equal(t, "4 strategies", q.StrategiesText())
	require.Equal(t, "all 12 orders", q.OrdersText())
	require.Empty(t, q.Extras())
	q.SetStrategy("noisy", false)
	q.SetStrategy("random", false)
	require.Equal(t, "full and epsilon-greedy", q.StrategiesText())
	q.SetValues(online.Epsilon, "0.3; 0.5")
	require.Equal(t, []string{"full", "epsilon-greedy", "epsilon-greedy@0.3", "epsilon-greedy@0.5"}, x.plan.Strategies)
	q.SetValues(online.Epsilon, "7")
	require.Contains(t, a.Message, "give 0 to 1")
	q.SetStrategy("ucb1", true)
	require.Equal(t, "ucb1", x.plan.Strategies[4], "every strategy has its place")
	q.SetStrategy(online.Epsilon, false)
	require.Equal(t, "full and ucb1", q.StrategiesText())
	q.SetFixed(true)
	require.Equal(t, "full and ucb1 and each order for good", q.StrategiesText())
	q.SetOrder("LAF", false)
	q.SetOrder("FCFS", false)
	require.Equal(t, "11 orders", q.OrdersText(), "the baseline is always there")
	_, err := x.planOn(a.current())
	require.NoError(t, err)
	q.Choose(true)
	require.Equal(t, "all 12 strategies", q.StrategiesText())
	require.Empty(t, q.Rows(), "a shut panel costs nothing")
	require.Empty(t, q.OrderRows())
	q.ToggleStrategies()
	q.ToggleOrders()
	require.NotEmpty(t, q.OrderRows())
	require.Len(t, q.Rows(), 12)
	for _, row := range q.Rows() {
		require.True(t, row.On, row.Name)
		require.NotEmpty(t, row.Words+row.Formula)
		require.NotEmpty(t, row.Source, row.Name)
	}
	q.SetPeriods("12h,week")
	require.Equal(t, []study.Seconds{12 * 3600, job.Week}, x.plan.Periods)
	require.Equal(t, "12h, week", q.Periods()[len(q.Periods())-1].Name)
	q.SetVariant("original")
	require.True(t, q.Original())
	q.SetLoadBy("sizes")
	q.Set("load", "1.2")
	q.Set("lambda", "0.9")
	q.SetSwitch("untried", false)
	q.SetSwitch("discountjobs", true)
	q.SetFeedback("machine")
	q.SetBackfilling("none")
	q.SetDialect("ocs")
	q.SetThresholdOn("none")
	require.False(t, q.HasThreshold())
	require.Equal(t, ", with 1.2 times the load by wider jobs, λ 0.9, untried orders not first, numbers of jobs discounted too, simulations from the machine as it was, without backfilling, with ties as in ocs", q.Extras())
	for what, bad := range map[string]string{"weeks": "0", "resamples": "1.5", "load": "x", "epsilon": "2", "noise": "-1", "seed": "", "threshold": "NaN"} {
		q.Set(what, bad)
		require.Contains(t, a.Message, what)
	}
}

func TestALinkCarriesTheSelection(t *testing.T) {
	a, m, _ := newTestApp(t)
	load(a, m)
	a.SetView(viewOnline)
	require.Equal(t, "https://example.org/lab/?view=online", a.Link())
	q := &OnlineQuestion{App: a}
	q.SetValues(online.Epsilon, "0.3")
	q.SetStrategy("exp3", true)
	q.SetOrder("LAF", false)
	q.SetPeriods("week")
	q.Set("threshold", "20")
	q.Set("noise", "0.1")
	q.Set("resamples", "60")
	q.Set("weeks", "104")
	q.SetSwitch("untried", false)
	q.SetFeedback("machine")
	q.SetVariant("shuffle")
	link := a.Link()
	b, m2, _ := newTestApp(t)
	b.Start(strings.TrimPrefix(link, "https://example.org/lab/?"))
	require.Empty(t, b.Message)
	load(b, m2)
	require.Equal(t, viewOnline, b.View)
	want, err := a.online.planOn(a.current())
	require.NoError(t, err)
	got, err := b.online.planOn(b.current())
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.Equal(t, link, b.Link())

	for _, bad := range []string{"strategies=sorcery", "period=soon", "feedback=loud", "epsilon=many", "orders=NOPE", "weeks=0", "lambda=3"} {
		c, _, _ := newTestApp(t)
		c.Start("view=online&" + bad)
		require.Contains(t, c.Message, "The link can't be read in full", bad)
		require.Equal(t, proposedOnline(), c.online.plan)
	}
	values := url.Values{}
	newSelecting(a).write(values)
	require.Empty(t, values)
}

func TestOneResampleIsOpenedAndPlays(t *testing.T) {
	a, m, s, x := selectionApp(t)
	c := &OnlineStory{App: a}
	require.False(t, c.Possible())
	a.Compare()
	finishAll(m)
	require.True(t, c.Possible())
	require.False(t, c.Open())
	require.Equal(t, 1, m.made)

	c.Watch()
	require.True(t, c.Busy())
	answer(m)
	require.Equal(t, 1, m.made, "the pool still holds the plan")
	require.True(t, c.Open())
	require.Equal(t, "epsilon-greedy", x.theatre.story.Strategy)
	require.Contains(t, s.drawn[hostStory], "plot-story")
	require.Equal(t, "Pause", c.PlayText())
	picture := s.drawn[hostStory]
	require.True(t, s.step(10))
	require.Contains(t, s.drawn[hostStoryHead], `data-at="0"`)
	require.True(t, s.step(13))
	require.Contains(t, s.drawn[hostStoryHead], `data-at="10"`, "halfway")
	require.Contains(t, s.drawn[hostStoryReading], "<b>Day 11 (week 2)</b>")
	require.Contains(t, s.drawn[hostStoryReading], "is in force")
	require.Equal(t, picture, s.drawn[hostStory], "a frame moves the playhead, nothing else")
	require.False(t, s.step(19))
	require.Equal(t, "Play", c.PlayText())
	require.Equal(t, "20", c.At())
	require.Equal(t, c.Last(), c.At())

	// by hand
	a.Act("story-at", "3")
	require.Contains(t, s.drawn[hostStoryReading], "<b>Day 4 (week 1)</b>")
	c.PlayOrPause()
	old := s.step
	c.PlayOrPause()
	require.False(t, old(1), "a paused play asks for no more frames")
	c.Seek("99")
	require.Equal(t, "20", c.At())
	s.still = true
	c.PlayOrPause()
	s.step(0)
	s.step(2.6)
	require.Equal(t, "9", c.At(), "with less motion it goes in steps")
	c.PlayOrPause()

	// another strategy, another resample
	c.Choose("full, week")
	c.SetK("3")
	require.Len(t, m.asked, 2)
	answer(m)
	require.Equal(t, "epsilon-greedy", x.theatre.story.Strategy, "the answer to a request that was replaced")
	answer(m)
	require.Equal(t, "full", x.theatre.story.Strategy)
	require.Equal(t, 3, x.theatre.story.K)
	require.Contains(t, x.theatre.reading(1), "Week 2")
	c.SetK("9")
	require.Contains(t, a.Message, "1 to 4")
	for _, tab := range c.Lines() {
		c.Choose(tab.Key)
		answer(m)
		require.NotContains(t, s.drawn[hostStory]+s.drawn[hostStoryReading], "NaN", tab.Key)
	}
	c.SaveSVG()
	c.SavePNG()
	c.SaveCSV()
	require.NotContains(t, s.files[c.file("svg")], "var(--")
	require.Equal(t, 1+x.theatre.story.Periods(), strings.Count(s.files[c.file("csv")], "\n"))

	// another study was prepared since: the plan is given again
	a.SetView(viewCompare)
	a.Compare()
	finishAll(m)
	made := m.made
	a.SetView(viewOnline)
	require.True(t, c.Open())
	c.Choose("full, day")
	require.Equal(t, made+1, m.made)
	answer(m)
	require.Equal(t, "full", x.theatre.story.Strategy)
	// and so it is when nobody said so
	m.detail = func([]byte) ([]byte, error) { return []byte("something else"), nil }
	c.Choose("random, day")
	answer(m)
	require.Equal(t, made+2, m.made)
	answer(m)
	require.Equal(t, "random", x.theatre.story.Strategy)

	// another question has another story
	(&OnlineQuestion{App: a}).Set("seed", "5")
	require.False(t, c.Open())
	require.Empty(t, s.drawn[hostStory])
}

func TestTheDemoOfTheSelectionPlaysByItself(t *testing.T) {
	for _, still := range []bool{false, true} {
		a, m, s := newTestApp(t)
		s.still = still
		a.Start("demo=sample&view=online&weeks=3&resamples=2")
		m.read(overview.Summarise(m.log), nil)
		require.Equal(t, Running, a.State)
		require.Equal(t, 3, a.online.plan.Weeks, "what was asked for stays")
		require.Equal(t, "6 orders", (&OnlineQuestion{App: a}).OrdersText())
		finishAll(m)
		require.Equal(t, Done, a.State)
		answer(m)
		require.Contains(t, s.drawn[hostStory], "<svg")
		require.Equal(t, !still, a.online.theatre.moving, "no motion where less was asked for")
	}
	a, m, _ := newTestApp(t)
	a.Start("demo=sample&view=online")
	m.read(overview.Summarise(m.log), nil)
	require.Len(t, m.tasks, 20)
	require.Equal(t, 26, a.online.plan.Weeks)
}

func TestEveryPictureOfTheSelectionHasItsTable(t *testing.T) {
	a, m, s, x := selectionApp(t)
	q := &OnlineQuestion{App: a}
	q.SetValues(online.Epsilon, "0.3, 0.9")
	q.SetStrategy("sw-ucb", true)
	q.SetValues("sw-ucb", "5")
	a.Compare()
	finishAll(m)
	g := &Gallery{Of: &x.figures}
	g.ToggleNumbers()
	var keys []string
	for _, tab := range g.Tabs() {
		keys = append(keys, tab.Key)
		g.Choose(tab.Key)
		require.Contains(t, s.drawn["online-figure"], "<svg", tab.Key)
		require.NotContains(t, s.drawn["online-figure"], "NaN", tab.Key)
		p, _ := x.figures.chosen()
		rows := p.table()
		require.Greater(t, len(rows), 2)
		for _, r := range rows {
			require.Len(t, r, len(rows[0]), tab.Key)
		}
		require.Contains(t, s.drawn["online-numbers"], "<table", tab.Key)
	}
	require.Equal(t, []string{"curves", "shares", "regret", "orders", "parameter"}, keys)
	require.Contains(t, s.drawn["online-figure"], "epsilon-greedy, daily, ε = 0.9")
	require.Contains(t, s.drawn["online-figure"], "usual")
	c := &OnlineAnswer{App: a}
	require.False(t, c.OneStrategy())
	g.Choose("shares")
	require.True(t, c.OneStrategy())
	before := s.drawn["online-figure"]
	c.Look("full, week")
	require.NotEqual(t, before, s.drawn["online-figure"])
	c.SaveCSV()
	c.SaveSVG()
	c.SavePNG()
	require.Equal(t, 1+16, strings.Count(s.files[c.file("csv")], "\n"))
	c.CopyMethods()
	require.Equal(t, c.Methods(), s.files["clipboard"])
	require.Contains(t, c.Methods(), "epsilon-greedy")
	require.Contains(t, s.drawn[hostOnlineCaution], "4 resamples")
	require.Contains(t, s.drawn[hostOnlineCaution], "One log")
}

func TestSeveralLogsVoteForEachOther(t *testing.T) {
	a, m, s := newTestApp(t)
	a.SetView(viewOnline)
	x := a.online
	x.plan.Weeks, x.plan.Resamples, x.plan.Bootstrap = 3, 3, 200
	(&OnlineQuestion{App: a}).SetValues(online.Epsilon, "0.5")
	a.OpenFiles([]File{{nil, "one.swf"}, {nil, "two.swf"}})
	m.read(overview.Summarise(m.log), nil)
	m.read(overview.Summarise(another(m, 7)), nil)
	a.CompareAll()
	for len(m.tasks) > 0 {
		m.finish(0)
	}
	require.Equal(t, Done, a.State)
	side := s.drawn[hostOnlineSide]
	require.Equal(t, 2+2*(1+10), strings.Count(side, `data-trace="other"`)+strings.Count(side, `data-trace="`+m.log.Name+`"`)-4, "a column a log: best, voted and ten lines; a row a log in two votes")
	require.Equal(t, 2, strings.Count(side, `class="num best"`))
	require.Equal(t, 2, strings.Count(side, "leave-one-trace-out)"), "ε by day and by week")
	a.Act("online-csv", "")
	require.Equal(t, 1+2*10, strings.Count(s.files["shadowtime-online-side-by-side.csv"], "\n"))
	require.NotContains(t, s.drawn[hostOnlineCaution], "One log")
	a.Select("0")
	require.Equal(t, m.log.Digest.Hex(), x.selection.Digest)
	a.Drop()
	require.Empty(t, s.drawn[hostOnlineSide])
}
