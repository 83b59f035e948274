package online

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/online"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/overview"
	"shadowtime/core/report"
	"shadowtime/core/study"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

// page is one with this view and that of comparisons, a log, and a small plan.
func page(t *testing.T) (*ui.App, *View, *labtest.Machine, *labtest.Screen) {
	a, v, m, s := empty(t)
	labtest.Load(a, m)
	a.SetView(online.Name)
	v.Plan.Weeks, v.Plan.Resamples, v.Plan.Bootstrap = 3, 4, 200
	return a, v, m, s
}

// empty is one without a log; the first view is another one.
func empty(t *testing.T) (*ui.App, *View, *labtest.Machine, *labtest.Screen) {
	var v *View
	a, m, s := labtest.New(t, func(l *lab.Lab) []lab.View {
		v = New(l)
		return []lab.View{&other{View: New(l)}, v}
	}, online.Kind())
	return a, v, m, s
}

// other stands for another view: the same study under another name.
type other struct{ *View }

func (o *other) Key() string  { return "other" }
func (o *other) Name() string { return "Other" }

func TestTheSelectionFollowsTheMainJob(t *testing.T) {
	fixture.Long(t)
	a, x, m, s := page(t)
	require.False(t, x.Verdict.Shown(x.Report != nil))
	require.Equal(t, lab.Loaded, a.State)
	a.Run()
	require.Equal(t, lab.Running, a.State)
	require.Len(t, m.Tasks, 5, "the log itself and four resamples")
	require.Contains(t, s.Drawn["online-verdict"], "The first resamples are being replayed.")
	m.Finish(0)
	require.Nil(t, x.Report, "the log itself is no resample")
	require.Contains(t, s.Drawn["online-verdict"], "The first resamples are being replayed.")
	m.Finish(1)
	require.True(t, x.Verdict.Shown(x.Report != nil))
	require.Equal(t, "1", a.DataDone())
	require.Equal(t, "4", a.DataTotal())
	require.Contains(t, s.Drawn["online-verdict"], "So far, after 1 of 4 resamples: ")
	require.Contains(t, s.Drawn["online-verdict"], "2 whole weeks are too short to claim anything")
	require.Contains(t, s.Drawn["online-verdict"], "Replaying your log: ")
	require.Contains(t, s.Drawn["online-verdict"], `<p class="verdict-logged">Replaying your log: `)
	a.Cancel()
	require.Equal(t, lab.Cancelled, a.State)
	require.Contains(t, x.Verdict.Stopped(), "Choose orders continues from here")
	a.Run()
	require.Len(t, m.Tasks, 3)
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
	require.Equal(t, 4, x.Report.Done)
	require.Contains(t, s.Drawn[hostForest], "best in hindsight: ")

	// more resamples continue, fewer are shown at once, other settings are not known
	a.Set("resamples", "6")
	require.Equal(t, lab.Cancelled, a.State)
	require.Contains(t, x.Buttons.Known(), "2 to go")
	a.Run()
	require.Len(t, m.Tasks, 2)
	m.FinishAll()
	require.Equal(t, 6, x.Report.Done)
	a.Set("resamples", "2")
	require.Equal(t, lab.Done, a.State)
	require.Equal(t, 2, x.Report.Done)
	a.Set("epsilon", "0,5")
	require.Equal(t, lab.Loaded, a.State)
	require.Equal(t, lab.Earlier, x.Verdict.Standing)
	a.Set("epsilon", "0.1")
	require.Equal(t, lab.Asked, x.Verdict.Standing)
	require.Equal(t, 2, x.Report.Done)

	// the other view is as it was
	a.SetView("other")
	require.Equal(t, lab.Loaded, a.State)
	require.NotContains(t, a.InSight(), lab.View(x))
}

func TestThePagesSelectionIsMergeOfAllRows(t *testing.T) {
	fixture.Long(t)
	a, x, m, s := page(t)
	a.Run()
	m.FinishAll()
	p, err := x.On(a.Current())
	require.NoError(t, err)
	runner, err := online.NewRunner(m.Trace, p)
	require.NoError(t, err)
	require.Equal(t, runner.Steps(), p.Steps())
	var rows []online.Row
	for k := study.Logged; k <= 4; k++ {
		row, err := runner.Task(k, nil)
		require.NoError(t, err)
		rows = append(rows, row)
	}
	want := online.Merge(p, m.Log.Digest, rows)
	want.Warn(rows, a.Current().Source())
	require.Equal(t, asJSON(t, want), asJSON(t, x.Report))
	table := s.Drawn[hostTable]
	require.Equal(t, 1+8, strings.Count(table, "<tr data-strategy="))
	for _, v := range want.Strategies {
		line := table[strings.Index(table, `data-strategy="`+v.Strategy+`" data-period="`+online.PeriodName(v.Period)+`"`):]
		line = line[:strings.Index(line, "</tr>")]
		change, low, high := v.Leading()
		for _, f := range []report.Float{change, v.Change, v.RegretFraction, v.RegretEach, v.Regret} {
			require.Contains(t, line, `data-value="`+numeral.Exact(f)+`"`)
		}
		for _, ends := range [][2]report.Float{{low, high}, {v.SimLow, v.SimHigh}, {v.RegretLow, v.RegretHigh}, {v.EachLow, v.EachHigh}} {

			require.Contains(t, line, `data-low="`+numeral.Exact(ends[0])+`" data-high="`+numeral.Exact(ends[1])+`"`)
		}
		require.Contains(t, line, lab.Esc(numeral.Interval(v.SimLow, v.SimHigh)))
	}
	for _, machine := range []online.Feedback{online.Empty, online.Machine} {
		p.Feedback, p.Strategies = machine, []string{"all", "full@0.5"}
		runner, err := online.NewRunner(m.Trace, p)
		require.NoError(t, err)
		require.NoError(t, p.Normalise())
		require.Equal(t, runner.Steps(), p.Steps())
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

func TestTheSelectionsQuestionIsASentence(t *testing.T) {
	a, x, _, screen := page(t)
	require.Equal(t, "4 strategies", x.StrategiesText())
	require.Equal(t, "all 12 orders", x.OrdersText())
	x.Plan.Bootstrap = online.Default().Bootstrap
	require.Empty(t, x.Extras())
	a.Set("strategy:"+"noisy", "false")
	a.Set("strategy:"+"random", "false")
	require.Equal(t, "full and epsilon-greedy", x.StrategiesText())
	a.Set("values:"+online.Epsilon, "0.3; 0.5")
	require.Equal(t, []string{"full", "epsilon-greedy", "epsilon-greedy@0.3", "epsilon-greedy@0.5"}, x.Plan.Strategies)
	a.Set("values:"+online.Epsilon, "7")
	require.Contains(t, a.Message, "give 0 to 1")
	a.Set("strategy:"+"ucb1", "true")
	require.Equal(t, "ucb1", x.Plan.Strategies[4], "every strategy has its place")
	a.Set("strategy:"+online.Epsilon, "false")
	require.Equal(t, "full and ucb1", x.StrategiesText())
	a.Set("fixed", "true")
	require.Equal(t, "full and ucb1 and each order for good", x.StrategiesText())
	a.Set("order:"+"LAF", "false")
	a.Set("order:"+"FCFS", "false")
	require.Equal(t, "11 orders", x.OrdersText(), "the baseline is always there")
	_, err := x.On(a.Current())
	require.NoError(t, err)
	a.Act("choose", "all")
	require.Equal(t, "all 12 strategies", x.StrategiesText())
	require.Empty(t, screen.Drawn["online-strategies"], "a shut panel costs nothing")
	require.Empty(t, screen.Drawn["online-orders"])
	a.Act("fold", "strategies")
	a.Act("fold", "how")
	a.Act("fold", "orders")
	require.Contains(t, screen.Drawn["online-orders"], `id="online-order-LAF"`)
	require.Equal(t, "true", screen.Values["online-order-FCFS"])
	rows := x.strategies()
	require.Len(t, rows, 14)
	for _, row := range rows {
		on := row.Name != online.Shared && row.Name != online.Safe // all leaves them out
		require.Equal(t, on, row.On, row.Name)
		require.Equal(t, lab.Bool(on), screen.Values["strategy-"+row.Name])
		require.NotEmpty(t, row.Words+row.Formula)
		require.NotEmpty(t, row.Source, row.Name)
		require.Contains(t, screen.Drawn["online-strategies"], lab.Esc(row.Source))
	}
	a.Set("period", "12h,week")
	require.Equal(t, []study.Seconds{12 * 3600, job.Week}, x.Plan.Periods)
	require.Equal(t, "12h, week", x.periods()[len(x.periods())-1].Words)
	a.Set("variant", "original")
	require.True(t, x.Original())
	a.Set("load-by", "sizes")
	a.Set("load", "1.2")
	a.Set("lambda", "0.9")
	a.Set("untried-first", "false")
	a.Set("discount-jobs", "true")
	a.Set("feedback", "machine")
	a.Set("backfilling", "none")
	a.Set("dialect", "ocs")
	a.Set("threshold-on", "none")
	require.Negative(t, x.Plan.Threshold)
	require.Equal(t, ", with 1.2 times the load by wider jobs, λ 0.9, untried orders not first, numbers of jobs discounted too, "+
		"simulations from the machine as it was, without backfilling, with ties as in ocs", x.Extras())
	for what, bad := range map[string]string{"weeks": "0", "resamples": "1.5", "load": "x", "epsilon": "2", "noise": "-1", "seed": "",
		"threshold": "NaN"} {
		a.Set(what, bad)
		require.Contains(t, a.Message, what)
	}
}

func TestALinkCarriesTheSelection(t *testing.T) {
	a, x, m, _ := empty(t)
	labtest.Load(a, m)
	a.SetView(online.Name)
	require.Equal(t, "https://example.org/lab/?view=online", a.Link(a.First))
	a.Set("values:"+online.Epsilon, "0.3")
	a.Set("strategy:"+"exp3", "true")
	a.Set("order:"+"LAF", "false")
	a.Set("period", "week")
	a.Set("threshold", "20")
	a.Set("noise", "0.1")
	a.Set("resamples", "60")
	a.Set("weeks", "104")
	a.Set("untried-first", "false")
	a.Set("feedback", "machine")
	a.Set("variant", "shuffle")
	link := a.Link(a.First)
	b, y, m2, _ := empty(t)
	b.Start(strings.TrimPrefix(link, "https://example.org/lab/?"))
	require.Empty(t, b.Message)
	labtest.Load(b, m2)
	require.Equal(t, online.Name, b.View.Key())
	want, err := x.On(a.Current())
	require.NoError(t, err)
	got, err := y.On(b.Current())
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.Equal(t, link, b.Link(b.First))

	for _, bad := range []string{"strategies=sorcery", "period=soon", "feedback=loud", "epsilon=many", "orders=NOPE",
		"weeks=0", "lambda=3"} {
		c, z, _, _ := empty(t)
		c.Start("view=online&" + bad)
		require.Contains(t, c.Message, "The link can't be read in full", bad)
		require.Equal(t, online.Proposed(), z.Plan)
	}
	fresh, y, m3, _ := empty(t)
	labtest.Load(fresh, m3)
	y.Write(func(key, text string) { t.Errorf("%s=%s is as proposed", key, text) })
}

func TestOneResampleIsOpenedAndPlays(t *testing.T) {
	fixture.Long(t)
	a, x, m, s := page(t)
	c := &x.theatre
	require.False(t, c.possible())
	a.Run()
	m.FinishAll()
	require.True(t, c.possible())
	require.False(t, c.opened())

	c.choose("epsilon-greedy, day")
	a.Act("story-open", "")
	require.True(t, x.theatre.wait)
	m.Answer()
	require.True(t, c.opened())
	require.Equal(t, "epsilon-greedy", x.theatre.story.Strategy)
	require.Contains(t, s.Drawn[hostStory], "plot-story")
	require.True(t, c.moving)
	picture := s.Drawn[hostStory]
	require.True(t, s.Step(10))
	require.Contains(t, s.Drawn[hostStoryHead], `data-at="0"`)
	require.True(t, s.Step(13))
	require.Contains(t, s.Drawn[hostStoryHead], `data-at="10"`, "halfway")
	require.Contains(t, s.Drawn[hostStoryReading], "<b>Day 11 (week 2)</b>")
	require.Contains(t, s.Drawn[hostStoryReading], "is in force")
	require.Equal(t, picture, s.Drawn[hostStory], "a frame moves the playhead, nothing else")
	require.False(t, s.Step(19))
	require.False(t, c.moving)
	require.Equal(t, "20", c.now())
	require.Equal(t, c.last(), c.now())

	// by hand
	a.Act("story-at", "3")
	require.Contains(t, s.Drawn[hostStoryReading], "<b>Day 4 (week 1)</b>")
	a.Act("story-play", "")
	old := s.Step
	a.Act("story-play", "")
	require.False(t, old(1), "a paused play asks for no more frames")
	a.Act("story-at", "99")
	require.Equal(t, "20", c.now())
	s.NoMove = true
	a.Act("story-play", "")
	s.Step(0)
	s.Step(2.6)
	require.Equal(t, "9", c.now(), "with less motion it goes in steps")
	a.Act("story-play", "")

	// another strategy, another resample
	x.theatre.choose("full, week")
	x.theatre.setK("3")
	require.Len(t, m.Asked, 2)
	m.Answer()
	require.Equal(t, "epsilon-greedy", x.theatre.story.Strategy, "the answer to a request that was replaced")
	m.Answer()
	require.Equal(t, "full", x.theatre.story.Strategy)
	require.Equal(t, 3, x.theatre.story.K)
	require.Contains(t, x.theatre.reading(1), "Week 2")
	x.theatre.setK("9")
	require.Contains(t, a.Message, "1 to 4")
	keys, _, _ := x.lines(0)
	for _, key := range keys {
		x.theatre.choose(key)
		m.Answer()
		require.NotContains(t, s.Drawn[hostStory]+s.Drawn[hostStoryReading], "NaN", key)
	}
	a.Act("story-save", "svg")
	a.Act("story-save", "png")
	a.Act("story-save", "csv")
	require.NotContains(t, s.Files[a.FileName("svg", x.theatre.story.Strategy, "resample", strconv.Itoa(x.theatre.story.K))], "var(--")
	require.Equal(t, 1+x.theatre.story.Periods(),
		strings.Count(s.Files[a.FileName("csv", x.theatre.story.Strategy, "resample", strconv.Itoa(x.theatre.story.K))], "\n"))

	// another study was computed since: the request carries its own
	a.SetView("other")
	a.Set("resamples", "2")
	a.Run()
	a.SetView(online.Name)
	require.True(t, c.opened())
	require.True(t, c.busy())
	m.FinishAll()
	require.False(t, c.busy(), "what was asked for beside it is done")
	x.theatre.choose("full, day")
	m.Answer()
	require.Equal(t, "full", x.theatre.story.Strategy)

	// another question has another story
	a.Set("seed", "5")
	require.False(t, c.opened())
	require.Empty(t, s.Drawn[hostStory])
}

func TestTheDemoOfTheSelectionPlaysByItself(t *testing.T) {
	for _, still := range []bool{false, true} {
		a, x, m, s := empty(t)
		s.NoMove = still
		a.Start("demo=sample&view=online&weeks=3&resamples=2")
		m.Read(overview.Summarise(m.Log), nil)
		require.Equal(t, lab.Running, a.State)
		require.Equal(t, 3, x.Plan.Weeks, "what was asked for stays")
		require.Equal(t, "6 orders", x.OrdersText())
		m.FinishAll()
		require.Equal(t, lab.Done, a.State)
		m.Answer()
		require.Contains(t, s.Drawn[hostStory], "<svg")
		require.Equal(t, !still, x.theatre.moving, "no motion where less was asked for")
	}
	a, x, m, _ := empty(t)
	a.Start("demo=sample&view=online")
	m.Read(overview.Summarise(m.Log), nil)
	require.Len(t, m.Tasks, 1+60)
	require.Equal(t, 2, x.Plan.Weeks, "no more than the log has")
}

func TestEveryPictureOfTheSelectionHasItsTable(t *testing.T) {
	fixture.Long(t)
	a, x, m, s := page(t)
	a.Set("values:"+online.Epsilon, "0.3, 0.9")
	a.Set("strategy:sw-ucb", "true")
	a.Set("values:"+"sw-ucb", "5")
	a.Run()
	m.FinishAll()
	g := &x.Figures
	a.Act("picture", "numbers")
	var keys []string
	for _, tab := range x.pictures() {
		keys = append(keys, tab.Key)
		g.Choose(tab.Key)
		require.Contains(t, s.Drawn["online-figure"], "<svg", tab.Key)
		require.NotContains(t, s.Drawn["online-figure"], "NaN", tab.Key)
		p, _ := x.Figures.Chosen()
		rows := p.Table()
		require.Greater(t, len(rows.Rows), 1)
		for _, r := range rows.Rows {
			require.Len(t, r, len(rows.Heads), tab.Key)
		}
		require.Contains(t, s.Drawn["online-numbers"], "<table", tab.Key)
	}
	require.Equal(t, []string{"curves", "shares", "regret", "orders", "parameter"}, keys)
	require.Contains(t, s.Drawn["online-figure"], "epsilon-greedy, daily, ε = 0.9")
	require.Contains(t, s.Drawn["online-figure"], "usual")
	require.Contains(t, s.Drawn["online-figure"], "Chosen on odd resamples, told of even ones: ε = ")
	require.NotContains(t, s.Drawn["online-figure"], "Best here")
	require.Empty(t, s.Drawn[hostLook])
	a.Act("tab", "shares")
	require.Contains(t, s.Drawn[hostLook], "online-look")
	before := s.Drawn["online-figure"]
	a.Set("look", "full, week")
	require.NotEqual(t, before, s.Drawn["online-figure"])
	a.Act("save", "csv")
	a.Act("save", "svg")
	a.Act("save", "png")
	require.Equal(t, 1+16, strings.Count(s.Files[a.FileName("csv", "online")], "\n"))
	a.Act("methods", "")
	require.Equal(t, x.Methods.Text(), s.Files["clipboard"])
	require.Contains(t, x.Methods.Text(), "epsilon-greedy")
	require.Contains(t, s.Drawn[hostCaution], "4 resamples are few. Below 60")
	require.Contains(t, s.Drawn[hostCaution], "Of the values that epsilon-greedy (daily) has, the resamples of odd number choose ")
	for _, w := range x.Report.Warnings {
		require.Contains(t, s.Drawn[hostCaution], lab.Esc(w.Words))
	}
	require.Contains(t, x.Methods.Text(), "The simulation error of resamples, which more of them make smaller")
	require.Contains(t, x.Methods.Text(), "chosen anew in every draw")
	require.Contains(t, x.Footnote(), "simulation error")
	require.Contains(t, s.Drawn[hostForest], "2 weeks of the log; beside: 4 resamples of 3 weeks")
	require.Contains(t, s.Drawn[hostCaution], "One log")
}

func TestSeveralLogsVoteForEachOther(t *testing.T) {
	fixture.Long(t)
	a, x, m, s := empty(t)
	a.SetView(online.Name)
	x.Plan.Weeks, x.Plan.Resamples, x.Plan.Bootstrap = 3, 3, 200
	x.Set("values:"+online.Epsilon, "0.5")
	a.OpenFiles([]ui.File{{Name: "one.swf"}, {Name: "two.swf"}})
	m.Read(overview.Summarise(m.Log), nil)
	m.Read(overview.Summarise(m.Add("other", lublin.Config{Procs: 32, Jobs: 1200, Seed: 7})), nil)
	a.RunAll()
	for len(m.Tasks) > 0 {
		m.Finish(0)
	}
	require.Equal(t, lab.Done, a.State)
	side := s.Drawn[hostSide]
	require.Equal(t, 2+2*(1+10), strings.Count(side, `data-trace="other"`)+strings.Count(side, `data-trace="`+m.Log.Name+`"`)-4,
		"a column a log: best, voted and ten lines; a row a log in two votes")
	require.Equal(t, 2, strings.Count(side, `class="num best"`))
	require.Equal(t, 2, strings.Count(side, "leave-one-log-out)"), "ε by day and by week")
	a.Act("online-csv", "")
	require.Equal(t, 1+2*10, strings.Count(s.Files["shadowtime-online-side-by-side.csv"], "\n"))
	require.NotContains(t, s.Drawn[hostCaution], "One log")
	a.Select("0")
	require.Equal(t, m.Log.Digest.Hex(), x.Report.Digest)
	a.Drop()
	require.Empty(t, s.Drawn[hostSide])
}

func TestTheWaysToDrawWeeksAreOffered(t *testing.T) {
	fixture.Long(t)
	a, x, m, s := page(t)
	require.Empty(t, s.Drawn["online-what-if"])
	a.Act("fold", "what-if")
	for _, key := range []string{"variant", "block", "warmup", "drain", "load", "procs", "flurry"} {
		require.Contains(t, s.Drawn["online-what-if"], `data-set="`+key+`"`)
	}
	require.Equal(t, "block", s.Values["online-variant"])
	x.Plan.Bootstrap = online.Default().Bootstrap
	a.Set("variant", "draw")
	a.Set("warmup", "1")
	a.Set("drain", "2")
	require.Equal(t, ", with weeks drawn apart for each user, the first day not counted, the last 2 days not counted", x.Extras())
	a.Set("variant", "block")
	a.Set("block", "1")
	require.Contains(t, x.Extras(), ", weeks apart")
	a.Run()
	m.FinishAll()
	require.Equal(t, 1, x.Report.Plan.Block)
	require.Contains(t, x.Text(), "by drawing whole weeks, each uniformly and independently")
	require.Contains(t, x.Text(), "were simulated but not counted")
}

func TestTheLogItselfIsShownWithoutChance(t *testing.T) {
	a, x, m, s := page(t)
	a.Set("variant", "original")
	a.Run()
	m.FinishAll()
	require.Equal(t, 1, x.Report.Done)
	require.Contains(t, s.Drawn["online-verdict"], "As replayed, the strategy full, choosing daily, takes 30\u202f% off the mean "+
		"wait of FCFS.")
	require.Contains(t, s.Drawn[hostCaution], "This is the log itself")
	require.NotContains(t, s.Drawn[hostCaution], "1 resample:")
	require.Contains(t, s.Drawn[hostForest], "Too short to claim anything: 2 weeks")
	require.Contains(t, s.Drawn[hostForest], "the log&#39;s own last weeks")
	require.NotContains(t, s.Drawn[hostTable], "NaN")
}

func TestAPinnedSelectionStandsBesideTheNext(t *testing.T) {
	fixture.Long(t)
	a, _, m, s := page(t)
	a.Run()
	m.FinishAll()
	a.Act("pin", "")
	require.Contains(t, s.Drawn["online-pinned"], "Kept.")
	a.Set("threshold", "1")
	a.Run()
	m.FinishAll()
	require.Contains(t, s.Drawn["online-pinned"], "threshold 40h instead of 1h")
	require.Contains(t, s.Drawn["online-pinned"], `data-key="random, day"`)
}

func TestTheFormulasSayOfWhichJobsTheyAre(t *testing.T) {
	a, _, _, s := page(t)
	a.Act("fold", "strategies")
	a.Act("fold", "how")
	says := func(words ...string) {
		t.Helper()
		for _, w := range words {
			require.Contains(t, s.Drawn["online-strategies"], w)
		}
	}
	says("the summed wait of the jobs that finished in a period", "of the jobs submitted in period t when they alone are simulated")
	a.Set("seen", online.Started)
	a.Set("replayed", online.Finished)
	a.Set("feedback", "queue")
	says("the summed wait of the jobs that started in a period", "of the jobs finished in period t when they are simulated behind the "+
		"queue as it was")
	a.Set("seen", online.Submitted)
	says("the summed wait of the jobs that were submitted in a period")
	a.Act("fold", "more")
	for _, key := range []string{"seen", "replayed", "unbounded", "late", "backfill", "queue-depth", "backfill-tries"} {
		require.Contains(t, s.Drawn["online-more"], `id="online-`+key+`"`)
	}
	a.Act("fold", "what-if")
	require.Contains(t, s.Drawn["online-what-if"], `id="online-week-start"`)
}
