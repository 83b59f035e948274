package compare

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/overview"
	"shadowtime/core/report/archive"
	"shadowtime/core/study"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

// page is one with this view alone, asked for a small comparison.
func page(t *testing.T) (*ui.App, *View, *labtest.Machine, *labtest.Screen) {
	var v *View
	a, m, s := labtest.New(t, func(l *lab.Lab) []lab.View {
		v = New(l)
		return []lab.View{v}
	}, compare.Kind())
	v.Plan.Weeks, v.Plan.Resamples = 3, 4
	return a, v, m, s
}

func open(a *ui.App, name string) { a.OpenFiles([]ui.File{{Name: name}}) }

func TestTheStatesFollowTheMainJob(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	a.Start("")
	require.Equal(t, lab.Empty, a.State)
	open(a, "log.swf")
	require.Equal(t, lab.Reading, a.State)
	require.False(t, a.CanCompute())
	m.Read(overview.Summarise(m.Log), nil)
	require.Equal(t, lab.Loaded, a.State)
	a.Run()
	require.Equal(t, lab.Running, a.State)
	require.Len(t, m.Tasks, 5, "the log itself and four resamples")
	require.Equal(t, study.Logged, m.Tasks[0].K)
	m.Finish(2) // answers come in any order
	require.Equal(t, 1, v.Report.Done)
	require.Equal(t, "1", a.DataDone())
	require.Contains(t, s.Drawn["verdict"], "So far, after 1 of 4 resamples")
	require.NotContains(t, s.Drawn["verdict"], "Replaying your log")
	m.Finish(2)
	v.Pace = lab.Pace{} // it is time to draw again
	m.Finish(0)
	require.Contains(t, s.Drawn["verdict"], "Replaying your log: ")
	m.Finish(0)
	m.Finish(0)
	require.Equal(t, lab.Done, a.State)
	require.Equal(t, 4, v.Report.Done)
	require.Contains(t, s.Drawn[hostTable], `data-order="FCFS"`)
	require.Contains(t, s.Drawn[hostForest], "<svg")
}

func TestThePagesReportIsMergeOfAllRows(t *testing.T) {
	fixture.Long(t)
	a, v, m, _ := page(t)
	labtest.Load(a, m)
	a.Run()
	for len(m.Tasks) > 0 {
		m.Finish(len(m.Tasks) - 1)
	}
	p := v.Plan
	require.NoError(t, p.Normalise())
	runner, err := compare.NewRunner(m.Trace, p)
	require.NoError(t, err)
	var rows []compare.Row
	for k := study.Logged; k <= 4; k++ {
		row, err := runner.Task(k, nil)
		require.NoError(t, err)
		rows = append(rows, row)
	}
	require.Equal(t, asJSON(t, v.ReportOf(a.Current(), &p, rows)), asJSON(t, v.Report))
}

// Of a large log workers share the first resample, the log itself, and what is left at the end: the first orders are
// there before the others, and the report is that of whole tasks.
func TestASharedTaskIsOneRow(t *testing.T) {
	fixture.Long(t)
	a, v, m, _ := page(t)
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	whole := asJSON(t, v.Report)

	defer func(was int) { shared = was }(shared)
	shared = 1
	a, v, m, s := page(t)
	v.Plan.Resamples = 5
	labtest.Load(a, m)
	a.Run()
	asked := func() (ks []int) {
		for _, x := range m.Tasks {
			ks = append(ks, x.K)
		}
		return ks
	}
	require.Equal(t, []int{1, 1, 1, 1, 1, 1, 0, 0, 2, 3, 4, 5}, asked())
	a.Cancel()
	v.Plan.Resamples = 4
	a.Run()
	require.Equal(t, []int{1, 1, 1, 1, 1, 1, 0, 0, 2, 3, 4, 4}, asked())
	m.Finish(1)
	require.True(t, v.Missing(), "nothing to compare with")
	require.InDelta(t, 2./60, a.Progress(), 1e-9, "two of twelve orders, of five tasks")
	m.Finish(0)
	require.Equal(t, []string{"FCFS", "SPF", "SQF", "LQF"}, v.Report.Plan.Orders, "the baseline, and who leads")
	require.Contains(t, s.Drawn["verdict"], "4 of 12 orders so far")
	require.Contains(t, s.Drawn[hostTable], `data-order="SPF"`)
	require.Equal(t, "0", a.DataDone())
	a.Cancel()
	require.Equal(t, lab.Cancelled, a.State)
	require.Contains(t, s.Drawn["verdict"], "4 of 12 orders so far")
	filed, err := archive.Read(string(v.Filed(v.Paper()).Encode()))
	require.NoError(t, err)
	rows, err := archive.Rows[compare.Row](&filed.Asked)
	require.NoError(t, err)
	require.Len(t, rows.All()[0].Runs, len(v.Report.Orders))
	require.Contains(t, filed.Plan, archive.Value{Key: "orders", Text: "FCFS,SPF,SQF,LQF"})
	a.Run()
	require.Equal(t, []int{1, 1, 1, 1, 1, 1, 0, 0, 2, 3, 4, 4}, asked(), "a part of a row is none")
	for range 7 {
		m.Finish(0)
	}
	require.Equal(t, 1, v.Report.Done)
	require.Len(t, v.Report.Orders, 12)
	a.Cancel()
	a.Run()
	require.Equal(t, []int{0, 0, 2, 2, 3, 4}, asked())
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
	require.Equal(t, whole, asJSON(t, v.Report))
}

// asJSON writes figures that are not known as null, so that they are equal.
func asJSON(t *testing.T, x any) string {
	t.Helper()
	b, err := json.Marshal(x)
	require.NoError(t, err)
	return string(b)
}

func TestMoreResamplesComputeOnlyTheMissingOnes(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Run()
	for len(m.Tasks) > 0 {
		m.Finish(0)
	}
	a.Set("resamples", "6")
	require.Equal(t, lab.Cancelled, a.State, "4 of 6 are known")
	a.Run()
	require.Len(t, m.Tasks, 2)
	require.Equal(t, 5, m.Tasks[0].K)
	m.Finish(0)
	m.Finish(0)
	require.Equal(t, 6, v.Report.Done)
	// fewer are shown at once, another seed is not known
	a.Set("resamples", "2")
	require.Equal(t, lab.Done, a.State)
	require.Equal(t, 2, v.Report.Done)
	a.Set("seed", "9")
	require.Equal(t, lab.Loaded, a.State)
	require.Equal(t, lab.Earlier, v.Verdict.Standing, "the answer to the question before stays in sight")
	require.Contains(t, s.Drawn["verdict"], "seed 1 instead of 9")
	orders := v.Plan.Orders
	require.Greater(t, len(orders), 2)
	v.Plan.Orders = orders[1:]
	a.Set("seed", "9")
	require.Regexp(t, orders[0]+" among orders|other orders", s.Drawn["verdict"], "all orders have one name")
	v.Plan.Orders = orders
	require.Equal(t, "0", a.DataDone())
	a.Set("seed", "1")
	require.Equal(t, lab.Asked, v.Verdict.Standing)
	require.Equal(t, 2, v.Report.Done)
}

func TestNothingIsComparedOnATraceThatIsBeingCleaned(t *testing.T) {
	a, _, m, _ := page(t)
	labtest.Load(a, m)
	m.Slow = true
	a.Set("log:clean", "none")
	a.Set("log:clean", "prediction")
	require.False(t, a.CanCompute())
	a.Run()
	require.Empty(t, m.Tasks)
	m.Cleans[0]() // the answer to a request that was replaced
	require.False(t, a.CanCompute())
	m.Cleans[1]()
	require.True(t, a.CanCompute())
	require.Equal(t, a.Rules, a.Trace.Cleaning.Rules)
}

func TestLateAnswersOfACancelledRunAreDropped(t *testing.T) {
	a, v, m, _ := page(t)
	labtest.Load(a, m)
	a.Run()
	late := m.Tasks[0]
	m.Finish(2)
	a.Cancel()
	require.Equal(t, lab.Cancelled, a.State)
	require.Equal(t, 1, m.Ended)
	late.Done([]byte("late"), nil)
	late.Done(nil, lab.ErrCancelled)
	require.Equal(t, 1, v.Report.Done)
	require.Equal(t, lab.Cancelled, a.State)
	a.Run()
	require.Len(t, m.Tasks, 4, "the log itself and three resamples")
}

func TestAFailedReadLeavesTheTraceUsable(t *testing.T) {
	a, _, m, _ := page(t)
	labtest.Load(a, m)
	before := a.Trace
	open(a, "bad.png")
	m.Read(nil, errors.New("bad.png: this is a picture"))
	require.Equal(t, lab.Failed, a.State)
	require.Equal(t, "bad.png: this is a picture", a.Message)
	require.Same(t, before, a.Trace)
	require.True(t, a.CanCompute())
}

func TestAFailedTaskSaysWhyAndKeepsTheRest(t *testing.T) {
	a, v, m, _ := page(t)
	labtest.Load(a, m)
	a.Run()
	m.Finish(1)
	m.Tasks[0].Done(nil, errors.New("the engine stopped"))
	require.Equal(t, lab.Failed, a.State)
	require.Contains(t, a.Message, "The engine stopped")
	require.Equal(t, 1, v.Report.Done)
	require.True(t, a.CanCompute())
}

func TestNumbersThatCannotBeAreRefusedInWords(t *testing.T) {
	a, v, m, _ := page(t)
	labtest.Load(a, m)
	for _, bad := range []string{"", "x", "-1", "0", "1e9", "99999999999999999999"} {
		a.Set("weeks", bad)
		require.Contains(t, a.Message, "weeks", bad)
		require.Equal(t, 3, v.Plan.Weeks)
	}
	a.Set("procs", "none")
	require.Contains(t, a.Message, "Machine size")
}

func TestAnOwnFormulaIsAnOrderAmongOthers(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Set("formula", "p * foo")
	require.Contains(t, a.Message, "column 5")
	require.Len(t, v.Plan.Orders, 12)
	a.Set("formula", "p * sqrt(q)")
	require.Empty(t, a.Message)
	require.Equal(t, "13 orders", v.OrdersText())
	a.Set("order:LAF", "false")
	a.Act("choose", "all")
	require.Equal(t, "p * sqrt(q)", lab.OwnText(lab.Own(v.Plan.Orders)))
	a.Run()
	for len(m.Tasks) > 0 {
		m.Finish(0)
	}
	require.Contains(t, s.Drawn[hostTable], "p * sqrt(q)")
	a.Set("formula", "")
	require.Equal(t, "all 12 orders", v.OrdersText())
}

func TestAnEmptiedTraceSaysWhatToDo(t *testing.T) {
	a, _, m, _ := page(t)
	labtest.Load(a, m)
	m.Log.Col[job.ReqTime] = job.Column{}
	a.Set("log:clean", "queue-tuning")
	require.Equal(t, lab.Failed, a.State)
	require.Contains(t, a.Message, "online")
	require.False(t, a.CanCompute())
	a.Set("log:clean", "online")
	require.Equal(t, lab.Loaded, a.State)
	require.True(t, a.CanCompute())
}

func TestDownloadsHoldTheEvidence(t *testing.T) {
	fixture.Long(t)
	a, _, m, s := page(t)
	labtest.Load(a, m)
	a.Run()
	for len(m.Tasks) > 0 {
		m.Finish(0)
	}
	a.Act("save", "csv")
	a.Act("save", "svg")
	a.Act("save", "png")
	require.Len(t, s.Files, 3)
	csv := s.Files["shadowtime-"+a.Summary.Name+"-compare.csv"]
	require.Equal(t, 13, strings.Count(csv, "\n"), "a header and twelve orders")
	require.NotContains(t, s.Files["shadowtime-"+a.Summary.Name+"-compare.svg"], "var(--", "colours of a file are plain")
}

func TestEveryFigureIsDrawnWithItsTable(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Run()
	for len(m.Tasks) > 0 {
		m.Finish(0)
	}
	g := &v.Figures
	require.False(t, v.Unexplained())
	a.Act("picture", "numbers")
	seen := map[string]bool{}
	for _, tab := range v.pictures() {
		g.Choose(tab.Key)
		for _, group := range []string{"size", "run", "hour", "day", "user"} {
			a.Set("figure-group", group)
			svg := s.Drawn[g.FigureHost()]
			require.Contains(t, svg, "<svg", tab.Key)
			require.NotContains(t, svg, "NaN", tab.Key)
			require.Contains(t, s.Drawn[g.NumbersHost()], "<table", tab.Key)
			p, ok := g.Chosen()
			require.True(t, ok)
			rows := p.Table()
			require.Greater(t, len(rows.Rows), 1)
			for _, r := range rows.Rows {
				require.Len(t, r, len(rows.Heads), tab.Key)
			}
			if tab.Key == "gains" {
				require.False(t, seen[svg], "%s by %s is another picture", tab.Key, group)
			}
			seen[svg] = true
		}
		a.Act("picture", "csv")
		a.Act("picture", "svg")
		require.Contains(t, s.Files, a.FileName("csv", "compare", tab.Key))
		require.NotContains(t, s.Files[a.FileName("svg", "compare", tab.Key)], "var(--")
	}
	require.Equal(t, "Copy", v.Methods.CopyText())
	a.Act("methods", "")
	require.Equal(t, v.Methods.Text(), s.Files["clipboard"])
	require.Equal(t, "Copied", v.Methods.CopyText())
	g.Choose("waits")
	before := s.Drawn[g.FigureHost()]
	a.Set("figure-order", "LAF")
	require.NotEqual(t, before, s.Drawn[g.FigureHost()])
	require.Contains(t, s.Drawn[g.FigureHost()], "LAF")
}

func TestTheForestSaysUnderWhichConditionsItWasMade(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Set("backfilling", "conservative")
	a.Set("promises", "kept")
	a.Set("interval", compare.Fieller)
	a.Run()
	for len(m.Tasks) > 0 {
		m.Finish(0)
	}
	for _, where := range []string{v.Report.Setting(v.Lab.Summary.Name), s.Drawn[hostForest]} {
		require.Contains(t, where, "conservative backfilling, promises kept, with a threshold")
		require.NotContains(t, where, "EASY")
		require.NotContains(t, where, "bootstrap")
	}
	a.Set("interval", compare.BCa)
	require.Contains(t, v.Report.Methods(), "bias-corrected")
}

func TestTheQueueIsLimitedAmongMoreSettings(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Act("fold", "more")
	require.Contains(t, s.Drawn["more"], `id="queue-depth"`)
	require.Contains(t, s.Drawn["more"], `placeholder="all"`)
	require.Empty(t, s.Values["queue-depth"])
	a.Set("queue-depth", "32")
	a.Set("backfill-tries", "5")
	require.Equal(t, "32", s.Values["queue-depth"])
	require.Contains(t, v.Extras(), ", only the 32 oldest jobs ranked, at most 5 tried to backfill")
	a.Run()
	for len(m.Tasks) > 0 {
		m.Finish(0)
	}
	require.Contains(t, v.Report.Setting(v.Lab.Summary.Name), "EASY, only the 32 oldest jobs ranked, at most 5 tried to backfill, with a "+
		"threshold")
	require.Contains(t, v.Methods.Text(), "the 32 oldest waiting jobs by submit time alone")
	a.Set("queue-depth", "")
	a.Set("backfill-tries", "")
	require.Zero(t, v.Plan.Limits, "an empty field is all")
	require.NotContains(t, v.Extras(), "oldest")
	a.Set("queue-depth", "32")
	a.Set("backfilling", "conservative")
	a.Run()
	require.Contains(t, a.Message, "conservative backfilling plans the whole queue")
}

func TestSeveralLogsStandSideBySide(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	first := m.Log
	a.OpenFiles([]ui.File{{Name: "one.swf"}, {Name: "two.swf"}})
	m.Read(overview.Summarise(first), nil)
	require.Equal(t, lab.Reading, a.State)
	m.Read(overview.Summarise(m.Add("other", lublin.Config{Procs: 32, Jobs: 1200, Seed: 7})), nil)
	require.Equal(t, lab.Loaded, a.State)
	require.Len(t, a.Shelf, 2)
	require.Equal(t, "other", a.Summary.Name)
	a.RunAll()
	require.Len(t, m.Tasks, 5)
	for len(m.Tasks) > 0 {
		m.Finish(0)
	}
	require.Equal(t, lab.Done, a.State)
	require.Contains(t, s.Drawn[hostSide], `data-trace="other"`)
	require.Equal(t, 2, strings.Count(s.Drawn[hostSide], "<b class=\"best\">"))
	second := *v.Report
	a.Select("0")
	require.Equal(t, first.Digest, a.Summary.Digest)
	require.Equal(t, lab.Done, a.State)
	require.Equal(t, first.Digest.Hex(), v.Report.Digest)
	require.NotEqual(t, asJSON(t, second.Orders), asJSON(t, v.Report.Orders))
	a.Act("side-csv", "")
	require.Equal(t, 1+2*12, strings.Count(s.Files["shadowtime-side-by-side.csv"], "\n"))
	a.Drop()
	require.Len(t, a.Shelf, 1)
	require.Empty(t, m.Forgot, "what was removed last comes back by Undo")
	require.Equal(t, asJSON(t, second.Orders), asJSON(t, v.Report.Orders))
	require.Empty(t, s.Drawn[hostSide])
}

func TestABadFileAmongOthersIsSaidAndTheOthersRead(t *testing.T) {
	a, _, m, _ := page(t)
	a.OpenFiles([]ui.File{{Name: "bad.png"}, {Name: "log.swf"}})
	m.Read(nil, errors.New("bad.png: this is a picture"))
	require.Equal(t, lab.Reading, a.State)
	m.Read(overview.Summarise(m.Log), nil)
	require.Equal(t, lab.Loaded, a.State)
	require.Equal(t, "bad.png: this is a picture", a.Message)
	require.True(t, a.CanCompute())
}

func TestAComparisonStopsAtAWidth(t *testing.T) {
	fixture.Long(t)
	a, v, m, _ := page(t)
	labtest.Load(a, m)
	a.Set("resamples", "40")
	a.Set("stop", "90")
	require.Equal(t, 0.9, v.Plan.Stop)
	a.Run()
	require.Len(t, m.Tasks, 21) // the log itself, and no more than the first look needs
	for len(m.Tasks) > 0 {
		m.Finish(len(m.Tasks) - 1)
	}
	require.Equal(t, lab.Done, a.State)
	require.Equal(t, 20, v.Report.Done)
	a.Set("stop", "0.0001")
	require.Equal(t, lab.Cancelled, a.State)
	a.Run()
	require.Len(t, m.Tasks, 20) // and those of the second look
	a.Set("stop", "101")
	require.Contains(t, a.Message, "stop")
}

func TestWhatIfsArePartOfTheQuestion(t *testing.T) {
	a, v, m, _ := page(t)
	labtest.Load(a, m)
	a.Set("load", "1,25")
	a.Set("load-by", "sizes")
	a.Set("flurry", "0.5")
	a.Set("procs", "80")
	a.Set("variant", "original")
	require.Equal(t, ", the log's own last ones, with 1.25 times the load by wider jobs, on 80 processors, without bursts", v.Extras())
	a.Run()
	require.Len(t, m.Tasks, 2)
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
	require.Equal(t, 0.5, v.Report.Plan.Clean.Flurry)
	require.Equal(t, int64(80), v.Report.Plan.Procs)
	for what, bad := range map[string]string{"load": "0", "flurry": "x", "stop": "-1"} {
		a.Set(what, bad)
		require.Contains(t, a.Message, what)
	}
}

// The threshold's field is in hours, whole or not; its flag and link may have
// any unit.
func TestAThresholdNeedNotBeWholeHours(t *testing.T) {
	a, v, m, s := page(t)
	labtest.Load(a, m)
	for text, want := range map[string]study.Seconds{"1.5": 5400, "1,5": 5400, "90m": 5400, "1.5h": 5400, "0.25": 900, "40": 144000,
		"2d": 172800} {
		a.Set("threshold", text)
		require.Empty(t, a.Message, text)
		require.Equal(t, want, v.Plan.Threshold, text)
		require.Equal(t, numeral.Plain(float64(want)/3600), s.Values["threshold"], text)
		require.Equal(t, s.Values["threshold"], v.Hours())
	}
	a.Set("threshold", "48")
	for _, bad := range []string{"", "1.00001", "soon", "-1"} {
		a.Set("threshold", bad)
		require.Contains(t, a.Message, "threshold", bad)
		require.Equal(t, study.Seconds(172800), v.Plan.Threshold, "nothing is changed")
	}
}

func TestALinkCarriesTheQuestion(t *testing.T) {
	a, v, m, _ := page(t)
	v.Plan = compare.Default()
	labtest.Load(a, m)
	require.Equal(t, 2, v.Plan.Weeks, "as many as the log has")
	require.Equal(t, "https://example.org/lab/", a.Link(a.First))
	a.Set("load", "1.1")
	a.Set("flurry", "2")
	a.Set("threshold", "20")
	a.Set("resamples", "40")
	a.Set("formula", "p*min(q,3)")
	a.Set("interval", compare.BCa)
	a.Set("log:clean", "queue-tuning")
	link := a.Link(a.First)
	b, w, m2, _ := page(t)
	w.Plan = compare.Default()
	b.Start(strings.TrimPrefix(link, "https://example.org/lab/?"))
	labtest.Load(b, m2)
	require.Equal(t, a.Rules, b.Rules)
	want, err := v.On(a.Current())
	require.NoError(t, err)
	got, err := w.On(b.Current())
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.Equal(t, link, b.Link(b.First))

	c, _, _, _ := page(t)
	c.Start("weeks=many&orders=NOPE")
	require.Contains(t, c.Message, "The link can't be read in full")
}

func TestTheQuestionIsAskedInOtherWays(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Set("orders", "SPF,SAF")
	require.Empty(t, s.Drawn[hostVaried], "there is no answer yet")
	a.Run()
	m.FinishAll()
	require.Contains(t, s.Drawn[hostVaried], "Does this survive other assumptions?")
	a.Act("vary", "")
	require.Equal(t, lab.Running, a.State)
	for range 6 { // the log itself, and five single weeks
		m.Finish(0)
	}
	a.Cancel()
	varied := v.sensitivity()
	require.Equal(t, "as asked", varied[0].Words)
	require.Same(t, v.Report, varied[0].Report)
	require.Equal(t, "single weeks", varied[1].Words)
	require.Equal(t, 5, varied[1].Report.Done)
	require.NotNil(t, varied[1].Report.AsLogged)
	var words []string
	for _, x := range varied {
		words = append(words, x.Words)
	}
	require.Contains(t, words, "no threshold")
	require.Contains(t, words, "only the 32 oldest jobs ranked")
	require.Contains(t, words, "cleaned as queue-tuning")
	require.Contains(t, s.Drawn[hostVaried], varied.Sentence())
	a.Act("vary", "")
	require.Len(t, m.Tasks, 240-5, "what is known is not computed again")
	a.Cancel()
	a.Act("varied-csv", "")
	require.Contains(t, s.Files[a.FileName("csv", "compare", "sensitivity")], "asked,resamples")
	// another question, another answer; back, and it is there again
	a.Set("seed", "5")
	require.Nil(t, v.sensitivity())
	a.Set("seed", "1")
	require.NotNil(t, v.sensitivity())
}

// A machine's size that is told is known, also where it is what was guessed; what the header says needs no telling.
func TestASizeThatIsToldIsNoGuess(t *testing.T) {
	a, _, m, _ := page(t)
	labtest.Load(a, m)
	procs := a.Summary.Machine.Procs
	for from, want := range map[job.SizeOrigin]int64{job.SizeInHeader: 0, job.SizeInUse: procs} {
		a.Summary.Machine.From = from
		a.Set("procs", strconv.FormatInt(procs, 10))
		require.Equal(t, want, a.Procs, from)
	}
}
