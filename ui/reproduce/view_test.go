package reproduce

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/experiment/online"
	"shadowtime/core/experiment/reproduce"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/overview"
	"shadowtime/core/report/plot"
	"shadowtime/core/report/plottest"
	"shadowtime/core/report/published"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

// page is one with this view alone, and a log that passes for one that studies
// printed figures for.
func page(t *testing.T) (*ui.App, *View, *labtest.Machine, *labtest.Screen) {
	var v *View
	a, m, s := labtest.New(t, func(l *lab.Lab) []lab.View {
		v = New(l)
		return []lab.View{v}
	}, compare.Kind(), online.Kind(), tune.Kind())
	m.Log = m.Add("posing", lublin.Config{Procs: 16, Jobs: 2500, Seed: 3})
	labtest.PoseAs(m, labtest.KTH)
	return a, v, m, s
}

func TestOnlyLogsWithPublishedFiguresAreAsked(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	known := m.Log
	other := m.Add("another", lublin.Config{Procs: 64, Jobs: 1500, Seed: 2})
	a.OpenFiles([]ui.File{{Name: "another.swf"}})
	m.Read(overview.Summarise(other), nil)
	require.False(t, v.buttons.Can())
	require.Equal(t, "a log of theirs", v.LogsText())
	require.Contains(t, s.Drawn[hostStudies], "Nothing was printed for another. The studies have figures of KTH-SP2, ")
	require.Contains(t, s.Drawn[hostStudies], "Parallel Workloads Archive")
	require.Empty(t, v.needs())
	a.Run()
	require.Empty(t, m.Tasks)
	require.Equal(t, lab.Loaded, a.State)

	a.OpenFiles([]ui.File{{Name: "known.swf"}})
	m.Read(overview.Summarise(known), nil)
	a.Select("0") // the log in sight need not be known
	require.True(t, v.buttons.Can())
	require.Equal(t, "KTH-SP2", v.LogsText())
	require.Contains(t, s.Drawn[hostStudies], "11 figures of KTH-SP2")
	a.Set("resamples", "2")
	a.Set("study:pairs", "false")
	a.Run()
	require.Len(t, m.Tasks, 2, "resamples alone: nothing was printed of the logs as they were")
	for _, x := range m.Tasks {
		require.Equal(t, compare.Name, x.Subject.Kind)
		require.Len(t, x.Subject.Trace.Jobs.(*job.Trace).Submit, x.Subject.Trace.Overview.Jobs)
		require.Greater(t, x.Subject.Trace.Overview.Jobs, 2000)
	}
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
	require.Contains(t, s.Drawn[hostTables], `id="reproduced-orders-KTH-SP2"`)
}

func TestTheFiguresAreThoseOfTheCore(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Set("resamples", "2")
	a.Set("study:pairs", "false")
	a.Run()
	m.FinishAll()
	tables := v.tables()
	require.Len(t, tables, 1)
	study := reproduce.Studies()[0]
	want := reproduce.Table{Study: study, Log: "KTH-SP2", Readings: study.Readings()}
	for i := range want.Readings {
		p := compare.Default()
		require.NoError(t, want.Readings[i].Ask(p.Settings()))
		p.Resamples = 2
		require.NoError(t, p.Normalise())
		trace, _ := p.Ground().Prepare(m.Log)
		rows := labtest.Rows[compare.Plan, compare.Row](t, compare.Kind(), trace, p, 2)
		want.Readings[i].Take(study, "KTH-SP2", compare.Merge(p, m.Log.Digest, trace.Procs, rows).Ours())
		require.Len(t, want.Readings[i].Beside, 11)
		fit := want.Readings[i].Beside.Fit()
		fit.Weeks = 0 // of the log's weeks nothing is said here
		require.Equal(t, fit, tables[0].Readings[i].Beside.Fit())
	}
	require.Equal(t, want.Sentence(), tables[0].Sentence())
	require.Contains(t, s.Drawn[hostTables], lab.Esc(want.Sentence()))
	for _, note := range want.Notes() {
		require.Contains(t, s.Drawn[hostTables], lab.Esc(note))
	}
}

// Six studies stand there: three to be run on the page, and three that the command runs in
// full, with what they printed and the questions that the page answers of them.
func TestStudiesThatAreRunAloneSayWhatTheyPrintedAndWhereTheyAreAsked(t *testing.T) {
	a, v, m, s := page(t)
	labtest.Load(a, m)
	list := s.Drawn[hostStudies]
	for _, x := range reproduce.Studies() {
		require.Contains(t, list, `id="reproduce-`+x.Name+`"`)
		require.Contains(t, list, x.Title)
	}
	require.Len(t, others, len(reproduce.Alone()))
	for i, x := range reproduce.Alone() {
		require.Contains(t, list, x.Source+": "+x.Prints)
		require.Contains(t, list, x.Line)
		require.NotEmpty(t, others[i].asks, x.Name)
		for _, ask := range others[i].asks {
			require.Contains(t, list, `data-act="inquire" data-arg="`+lab.Esc(ask.query)+`"`)
		}
		a.Act("printed", x.Name)
		require.Equal(t, 1, strings.Count(s.Drawn[hostStudies], `aria-expanded="true"`), x.Name)
		for _, g := range x.Printed() {
			require.Contains(t, s.Drawn[hostStudies], g.Title)
		}
		require.Equal(t, len(x.Printed()), strings.Count(s.Drawn[hostStudies], "<table"))
	}
	a.Act("printed", reproduce.HeterogeneousStudy)
	require.NotContains(t, s.Drawn[hostStudies], "<table")
	require.Equal(t, proposed(), v.question, "what is asked together stays")
}

func TestStoppingKeepsWhatWasComputed(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Set("resamples", "2")
	a.Run()
	require.Equal(t, lab.Running, a.State)
	require.Contains(t, a.ProgressText(), "resamples (orders as run in 2018)")
	require.Len(t, m.Tasks, 2)
	m.Finish(1)
	a.Cancel()
	require.Equal(t, lab.Cancelled, a.State, "it is this view's, whatever kind the work was of")
	done, wanted := v.Known()
	require.Equal(t, []int{1, 6}, []int{done, wanted})
	require.Contains(t, v.verdict.Stopped(), "Reproduce continues from here")
	require.Contains(t, s.Drawn[hostTables], "as run in 2018")
	require.Contains(t, v.needs(), "1 of 6 resamples are computed already; the rest takes")
	a.Run()
	require.Len(t, m.Tasks, 1)
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
	require.Equal(t, "all of it is computed", v.needs())
	require.Contains(t, s.Drawn[hostStudies], "11 figures of KTH-SP2</span>", "nor is any time said of the study")
	require.Contains(t, s.Drawn[hostVerdict], "As run in 2018, 11 published figures come out")
	require.Contains(t, s.Drawn[hostVerdict], "As run in 2017")

	a.Set("study:orders", "false")
	require.NotContains(t, s.Drawn[hostTables], "reproduced-orders")
	a.Set("study:orders", "true")
	a.Set("log:clean", "none") // of other views: these logs are cleaned as the studies did
	require.Equal(t, lab.Done, a.State)
	require.Contains(t, s.Drawn[hostTables], "reproduced-orders")
}

func TestALogIsCleanedAsEachReadingSaysBeforeAnyTask(t *testing.T) {
	a, v, m, _ := page(t)
	labtest.Load(a, m)
	m.Slow = true
	a.Run()
	require.Empty(t, m.Tasks)
	require.Len(t, m.Cleans, 1, "as run, other jobs are left out than proposed here")
	require.False(t, v.buttons.Can(), "one press is enough")
	require.Contains(t, v.sentence(nil), "being cleaned")
	require.True(t, v.Answered())
	m.Cleans[0]()
	require.Len(t, m.Cleans, 1, "both studies of as run share it")
	require.Equal(t, lab.Running, a.State)
	ran, _ := job.ParsePreset("queue-tuning")
	require.Equal(t, ran, m.Tasks[0].Subject.Trace.Cleaning.Rules)
	a.Cancel()
	a.Run()
	require.Len(t, m.Cleans, 1, "the trace is kept")
}

func TestTheTimeNeededIsSaidBefore(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	require.Regexp(t, `^takes .* on a usual laptop$`, v.needs())
	long := v.seconds(v.leftOf(a.Shelf[0], reproduce.Studies()[1]))
	short := v.seconds(v.leftOf(a.Shelf[0], reproduce.Studies()[0]))
	require.Greater(t, long, 4*short, "strategies simulate")
	before := v.needs()
	a.Set("study:strategies", "true")
	require.NotEqual(t, before, v.needs())
	require.Contains(t, s.Drawn[hostStudies], lab.About(long))
	a.Set("study:strategies", "false")
	a.Set("resamples", "2")
	a.Run()
	m.FinishAll()
	require.Positive(t, v.speed.rate)
	a.Set("resamples", "3")
	require.Regexp(t, `^6 of 9 .*takes .* here$`, v.needs())
	for _, n := range []string{"orders", "pairs"} {
		a.Set("study:"+n, "false")
	}
	require.Empty(t, v.needs())
	require.False(t, v.buttons.Can())
	require.Equal(t, lab.Loaded, a.State)
}

func TestThePictureHasPrintedAndComputedOfTheReadingChosen(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Set("resamples", "2")
	a.Set("study:strategies", "true")
	a.Run()
	m.FinishAll()
	tables := v.tables()
	require.Len(t, tables, 3)
	for _, f := range tables {
		for at := range f.Readings {
			for _, w := range []int{340, 700, 1070} {
				svg := f.forest(at, plot.Frame{Width: w})
				plottest.Legible(t, f.id(), svg, plot.TextWidth)
				require.Equal(t, len(f.Figures()), strings.Count(svg, `class="plot-aside"`))
				require.Contains(t, svg, published.Source(f.Study.Kind))
			}
		}
	}
	require.Len(t, tables[2].Wholes, 4, "the learned pair's waits, and FCFS'")
	require.Contains(t, s.Drawn[hostTables], "longest wait of a testing week, mean")
	require.Equal(t, 1, v.reading(&tables[0]), "as it was run")
	require.Contains(t, s.Drawn[hostTables], `aria-pressed="true">as run in 2018`)
	a.Act("reading", "orders-KTH-SP2 text2018")
	require.Equal(t, 0, v.reading(&tables[0]))
	require.Equal(t, 1, v.reading(&tables[1]), "of that table alone")
	for _, ending := range []string{"svg", "png", "csv"} {
		a.Act("save-orders-KTH-SP2", ending)
	}
	require.Contains(t, s.Files["shadowtime-KTH-SP2-reproduce-orders.svg"], "as the text of 2018 says")
	require.Equal(t, s.Files["shadowtime-KTH-SP2-reproduce-orders.svg"], s.Files["shadowtime-KTH-SP2-reproduce-orders.png"])
	csv := s.Files["shadowtime-KTH-SP2-reproduce-orders.csv"]
	require.Equal(t, 12, strings.Count(csv, "\n"))
	require.True(t, strings.HasPrefix(csv, "log,figure,printed as,\"printed, fraction\",\"plotted, fraction\",as the text of 2018 says: "+
		"what,"), csv)
	require.Contains(t, csv, "\nKTH-SP2,SEXP,LEXP,-0.08,")
}

func TestALinkCarriesWhatIsAsked(t *testing.T) {
	a, v, m, _ := page(t)
	labtest.Load(a, m)
	require.Equal(t, "https://example.org/lab/", a.Link(a.First))
	a.Set("study:strategies", "true")
	a.Set("study:orders", "false")
	a.Set("resamples", "20")
	link := a.Link(a.First)
	b, w, _, _ := page(t)
	b.Start(strings.TrimPrefix(link, "https://example.org/lab/?"))
	require.Empty(t, b.Message)
	require.Equal(t, v.question, w.question)
	require.Equal(t, "strategies and pairs", w.StudiesText())
	require.True(t, w.Own())

	for query, says := range map[string]string{"study=tables": `study "tables": use orders, strategies, pairs`,
		"resamples=-1": "whole number", "weeks=3": "none of this view's settings"} {
		c, x, _, _ := page(t)
		c.Start(query)
		require.Contains(t, c.Message, says)
		require.Equal(t, proposed(), x.question)
	}
	for text, want := range map[string][]string{"all": {"orders", "strategies", "pairs"}, "none": nil,
		"pairs, orders": {"orders", "pairs"}} {
		got, err := studiesOf(text)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	a.Set("resamples", "many")
	require.Contains(t, a.Message, "resamples")
	require.Equal(t, 20, v.resamples)
	a.Set("resamples-of", "study")
	require.False(t, v.Own())
}

// Of some of the studies' logs no digest is known: they go by their names, and the page says so.
func TestALogWithoutAKnownDigestGoesByItsName(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	m.Log = m.Add("CTC-SP2-1996-3.1-cln", lublin.Config{Procs: 16, Jobs: 2500, Seed: 3})
	a.OpenFiles([]ui.File{{Name: "CTC-SP2-1996-3.1-cln.swf"}})
	m.Read(overview.Summarise(m.Log), nil)
	require.Equal(t, "CTC-SP2", v.LogsText())
	require.True(t, v.buttons.Can())
	require.Contains(t, s.Drawn[hostStudies], "No digest is known for CTC-SP2: it is taken by its name")
	require.NotContains(t, s.Drawn[hostStudies], "Nothing was printed")
	require.True(t, v.Wants(overview.Summarise(m.Log)), "what is kept of it comes back")

	m.Log = m.Add("KTH-SP2-1996-9", lublin.Config{Procs: 16, Jobs: 2500, Seed: 4})
	require.False(t, v.Wants(overview.Summarise(m.Log)), "another version of a log whose digest is known")
}

func TestAReloadBringsBackWhatWasReproducedWithoutComputing(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Set("resamples", "2")
	a.Run()
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)

	var again *View
	b, m2, s2 := labtest.New(t, func(l *lab.Lab) []lab.View {
		again = New(l)
		return []lab.View{again}
	}, compare.Kind(), online.Kind(), tune.Kind())
	m2.Log = m.Log
	m2.Logs[m.Log.Digest] = m.Log
	b.Store = a.Store
	b.Arrive("resamples=2", "")
	require.Equal(t, lab.Reading, b.State)
	m2.Read(overview.Summarise(m.Log), nil)
	require.Equal(t, lab.Done, b.State, b.Message)
	require.Empty(t, m2.Tasks)
	require.Equal(t, "all of it is computed", again.needs())
	require.Equal(t, v.sentence(v.tables()), again.sentence(again.tables()))
	require.Equal(t, s.Drawn[hostTables], s2.Drawn[hostTables])
	require.Contains(t, s2.Drawn[hostVerdict], "As run in 2018, 11 published figures come out")
}
