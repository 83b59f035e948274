package ui

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	js "github.com/vugu/vugu/js"

	"shadowtime/core/compare"
	"shadowtime/core/job"
	"shadowtime/core/lublin"
	"shadowtime/core/online"
	"shadowtime/core/overview"
	"shadowtime/core/tune"
	"shadowtime/core/wire"
)

// machine is an engine whose answers come when the test says so.
type machine struct {
	t      *testing.T
	log    *job.Log // the next to be read
	logs   map[job.Digest]*job.Log
	trace  *job.Trace
	task1  func(k int) ([]byte, error)
	detail func([]byte) ([]byte, error)
	asked  []func() // details that wait for an answer
	made   int      // studies prepared
	forgot []job.Digest
	read   func(*overview.Summary, error)
	tasks  []*task
	ended  int
	slow   bool // Clean answers when the test says so
	cleans []func()
}

type task struct {
	k    int
	done func([]byte, error)
}

func (m *machine) Open(_ any, _ string, _ func(int, int), done func(*overview.Summary, error)) {
	m.read = done
}
func (m *machine) Sample(procs, jobs int, seed uint64, done func(*overview.Summary, error)) {
	m.read = done
}
func (m *machine) Clean(digest job.Digest, rules job.Rules, procs int64, done func(*Trace, error)) {
	answer := func() {
		var c *job.Cleaning
		m.trace, c = job.Clean(m.logs[digest], rules, job.MachineOf(m.logs[digest], procs))
		var w wire.Writer
		m.trace.Encode(&w)
		done(&Trace{Cleaning: c, Overview: overview.Of(m.trace), Data: w.B}, nil)
	}
	if m.slow {
		m.cleans = append(m.cleans, answer)
		return
	}
	answer()
}
func (m *machine) Forget(log job.Digest) { m.forgot = append(m.forgot, log) }
func (m *machine) CancelReading()        {}
func (m *machine) Prepare(t *Trace, kind string, plan []byte) {
	trace := job.DecodeTrace(wire.NewReader(t.Data))
	r := wire.NewReader(plan)
	m.made++
	m.detail = func([]byte) ([]byte, error) { return nil, errors.New("no details") }
	switch kind {
	case compare.Kind:
		runner, err := compare.NewRunner(trace, compare.DecodePlan(r))
		require.NoError(m.t, err)
		m.task1 = func(k int) ([]byte, error) {
			row, err := runner.Task(k, nil)
			var w wire.Writer
			row.Encode(&w)
			return w.B, err
		}
	case online.Kind:
		runner, err := online.NewRunner(trace, online.DecodePlan(r))
		require.NoError(m.t, err)
		m.task1 = func(k int) ([]byte, error) {
			row, err := runner.Task(k, nil)
			var w wire.Writer
			row.Encode(&w)
			return w.B, err
		}
		m.detail = func(b []byte) ([]byte, error) {
			ask := online.DecodeAsk(wire.NewReader(b))
			story, err := runner.Open(ask.K, ask.Strategy, ask.Period)
			if err != nil {
				return nil, err
			}
			var w wire.Writer
			story.Encode(&w)
			return w.B, nil
		}
	case tune.Kind:
		m.tune(trace, r)
	default:
		m.t.Fatal(kind)
	}
	require.NoError(m.t, r.Close())
}
func (m *machine) Task(k int, _ func(int), done func([]byte, error)) {
	m.tasks = append(m.tasks, &task{k, done})
}
func (m *machine) Detail(request []byte, done func([]byte, error)) {
	m.asked = append(m.asked, func() { done(m.detail(request)) })
}
func (m *machine) CancelTasks() { m.ended++; m.tasks = nil }
func (m *machine) Workers() int { return 2 }

// finish answers the n-th waiting task.
func (m *machine) finish(n int) {
	x := m.tasks[n]
	m.tasks = append(m.tasks[:n:n], m.tasks[n+1:]...)
	row, err := m.task1(x.k)
	require.NoError(m.t, err)
	x.done(row, nil)
}

// screen is a browser that remembers what was drawn.
type screen struct {
	drawn map[string]string
	files map[string]string
	now   float64
	step  func(float64) bool // of an animation
	still bool
}

func (s *screen) Mount(string, js.Value)                  {}
func (s *screen) Draw(host, html string)                  { s.drawn[host] = html }
func (s *screen) Width() int                              { return 900 }
func (s *screen) ChooseFile()                             {}
func (s *screen) SetValue(string, string)                 {}
func (s *screen) Download(name, mime string, data []byte) { s.files[name] = string(data) }
func (s *screen) DownloadPNG(name, svg string)            { s.files[name] = svg }
func (s *screen) Address() string                         { return "https://example.org/lab/" }
func (s *screen) Copy(text string)                        { s.files["clipboard"] = text }
func (s *screen) Reveal(string)                           {}
func (s *screen) Focus(string)                            {}
func (s *screen) Theme(string)                            {}
func (s *screen) Now() float64                            { s.now++; return s.now }
func (s *screen) Animate(step func(float64) bool)         { s.step = step }
func (s *screen) Still() bool                             { return s.still }

func newTestApp(t *testing.T) (*App, *machine, *screen) {
	log, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 1500, Seed: 2})
	require.NoError(t, err)
	log.Digest = job.DigestOf(log)
	m := &machine{t: t, log: log, logs: map[job.Digest]*job.Log{log.Digest: log}}
	s := &screen{drawn: map[string]string{}, files: map[string]string{}}
	a := NewApp()
	a.Engine, a.Browser = m, s
	a.Post = func(f func()) { f() }
	a.Plan.Weeks, a.Plan.Resamples = 3, 4
	return a, m, s
}

func load(a *App, m *machine) {
	a.OpenFile(nil, "log.swf")
	m.read(overview.Summarise(m.log), nil)
}

func TestTheStatesFollowTheMainJob(t *testing.T) {
	a, m, s := newTestApp(t)
	a.Start("")
	require.Equal(t, Empty, a.State)
	require.Contains(t, s.drawn[hostLesson], "<svg")
	a.OpenFile(nil, "log.swf")
	require.Equal(t, Reading, a.State)
	require.False(t, a.CanCompare())
	m.read(overview.Summarise(m.log), nil)
	require.Equal(t, Loaded, a.State)
	a.Compare()
	require.Equal(t, Running, a.State)
	require.Len(t, m.tasks, 4)
	m.finish(2) // answers come in any order
	require.Equal(t, 1, a.Report.Done)
	require.Equal(t, "1", a.DataDone())
	require.Contains(t, a.sentence(), "So far, after 1 of 4 resamples")
	m.finish(2)
	m.finish(0)
	m.finish(0)
	require.Equal(t, Done, a.State)
	require.Equal(t, 4, a.Report.Done)
	require.Contains(t, s.drawn[hostTable], `data-order="FCFS"`)
	require.Contains(t, s.drawn[hostForest], "<svg")
}

func TestThePagesReportIsMergeOfAllRows(t *testing.T) {
	a, m, _ := newTestApp(t)
	load(a, m)
	a.Compare()
	for len(m.tasks) > 0 {
		m.finish(len(m.tasks) - 1)
	}
	p := a.Plan
	require.NoError(t, p.Normalise())
	runner, err := compare.NewRunner(m.trace, p)
	require.NoError(t, err)
	var rows []compare.Row
	for k := 1; k <= 4; k++ {
		row, err := runner.Task(k, nil)
		require.NoError(t, err)
		rows = append(rows, row)
	}
	require.Equal(t, a.merge(p, rows), a.Report)
}

func TestMoreResamplesComputeOnlyTheMissingOnes(t *testing.T) {
	a, m, _ := newTestApp(t)
	load(a, m)
	a.Compare()
	for len(m.tasks) > 0 {
		m.finish(0)
	}
	a.SetNumber("resamples", "6")
	require.Equal(t, Cancelled, a.State, "4 of 6 are known")
	a.Compare()
	require.Len(t, m.tasks, 2)
	require.Equal(t, 5, m.tasks[0].k)
	m.finish(0)
	m.finish(0)
	require.Equal(t, 6, a.Report.Done)
	// fewer are shown at once, another seed is not known
	a.SetNumber("resamples", "2")
	require.Equal(t, Done, a.State)
	require.Equal(t, 2, a.Report.Done)
	a.SetNumber("seed", "9")
	require.Equal(t, Loaded, a.State)
	require.Nil(t, a.Report)
	a.SetNumber("seed", "1")
	require.Equal(t, 2, a.Report.Done)
}

func TestNothingIsComparedOnATraceThatIsBeingCleaned(t *testing.T) {
	a, m, _ := newTestApp(t)
	load(a, m)
	m.slow = true
	a.SetPreset("none")
	a.SetPreset("prediction")
	require.False(t, a.CanCompare())
	a.Compare()
	require.Empty(t, m.tasks)
	m.cleans[0]() // the answer to a request that was replaced
	require.False(t, a.CanCompare())
	m.cleans[1]()
	require.True(t, a.CanCompare())
	require.Equal(t, a.Rules, a.Trace.Cleaning.Rules)
}

func TestLateAnswersOfACancelledRunAreDropped(t *testing.T) {
	a, m, _ := newTestApp(t)
	load(a, m)
	a.Compare()
	late := m.tasks[0]
	m.finish(1)
	a.Cancel()
	require.Equal(t, Cancelled, a.State)
	require.Equal(t, 1, m.ended)
	late.done([]byte("late"), nil)
	late.done(nil, ErrCancelled)
	require.Equal(t, 1, a.Report.Done)
	require.Equal(t, Cancelled, a.State)
	a.Compare()
	require.Len(t, m.tasks, 3)
}

func TestAFailedReadLeavesTheTraceUsable(t *testing.T) {
	a, m, _ := newTestApp(t)
	load(a, m)
	before := a.Trace
	a.OpenFile(nil, "bad.png")
	m.read(nil, errors.New("bad.png: this is a picture"))
	require.Equal(t, Failed, a.State)
	require.Equal(t, "bad.png: this is a picture", a.Message)
	require.Same(t, before, a.Trace)
	require.True(t, a.CanCompare())
}

func TestAFailedTaskSaysWhyAndKeepsTheRest(t *testing.T) {
	a, m, _ := newTestApp(t)
	load(a, m)
	a.Compare()
	m.finish(0)
	m.tasks[0].done(nil, errors.New("the engine stopped"))
	require.Equal(t, Failed, a.State)
	require.Contains(t, a.Message, "the engine stopped")
	require.Equal(t, 1, a.Report.Done)
	require.True(t, a.CanCompare())
}

func TestNumbersThatCannotBeAreRefusedInWords(t *testing.T) {
	a, m, _ := newTestApp(t)
	load(a, m)
	for _, bad := range []string{"", "x", "-1", "0", "1e9", "99999999999999999999"} {
		a.SetNumber("weeks", bad)
		require.Contains(t, a.Message, "weeks", bad)
		require.Equal(t, 3, a.Plan.Weeks)
	}
	a.SetProcs("none")
	require.Contains(t, a.Message, "Machine size")
}

func TestAnOwnFormulaIsAnOrderAmongOthers(t *testing.T) {
	a, m, s := newTestApp(t)
	load(a, m)
	q := &Question{App: a}
	a.SetFormula("p * foo")
	require.Contains(t, a.Message, "column 5")
	require.Len(t, a.Plan.Orders, 12)
	a.SetFormula("p * sqrt(q)")
	require.Empty(t, a.Message)
	require.Equal(t, "13 orders", q.OrdersText())
	a.SetOrder("LAF", false)
	q.Choose(12)
	require.Equal(t, "p * sqrt(q)", q.FormulaText())
	a.Compare()
	for len(m.tasks) > 0 {
		m.finish(0)
	}
	require.Contains(t, s.drawn[hostTable], "p * sqrt(q)")
	a.SetFormula("")
	require.Equal(t, "all 12 orders", q.OrdersText())
}

func TestAnEmptiedTraceSaysWhatToDo(t *testing.T) {
	a, m, _ := newTestApp(t)
	load(a, m)
	for i := range m.log.Col[job.ReqTime] {
		m.log.Col[job.ReqTime][i] = -1
	}
	a.SetPreset("queue-tuning")
	require.Equal(t, Failed, a.State)
	require.Contains(t, a.Message, "online")
	require.False(t, a.CanCompare())
	a.SetPreset("online")
	require.Equal(t, Loaded, a.State)
	require.True(t, a.CanCompare())
}

func TestDownloadsHoldTheEvidence(t *testing.T) {
	a, m, s := newTestApp(t)
	load(a, m)
	a.Compare()
	for len(m.tasks) > 0 {
		m.finish(0)
	}
	a.SaveCSV()
	a.SaveSVG()
	a.SavePNG()
	require.Len(t, s.files, 3)
	csv := s.files["shadowtime-"+a.Summary.Name+"-compare.csv"]
	require.Equal(t, 13, strings.Count(csv, "\n"), "a header and twelve orders")
	require.NotContains(t, s.files["shadowtime-"+a.Summary.Name+"-compare.svg"], "var(--", "colours of a file are plain")
}

func TestTheLessonIsWhatTheEngineDoes(t *testing.T) {
	tr, starts, w, err := lesson()
	require.NoError(t, err)
	require.Equal(t, 1, w.head, "B is the head")
	require.Equal(t, int64(6), w.shadow, "promised when A ends")
	require.Equal(t, int64(2), w.extra)
	require.Equal(t, map[int]bool{2: true, 3: true}, w.backfilled, "C and D slip in, E does not")
	require.Equal(t, int64(6), starts[1], "and B is not delayed")
	require.Equal(t, 5, tr.Len())
}

func TestEveryFigureIsDrawnWithItsTable(t *testing.T) {
	a, m, s := newTestApp(t)
	load(a, m)
	a.Compare()
	for len(m.tasks) > 0 {
		m.finish(0)
	}
	e, g := &Evidence{App: a}, &Gallery{Of: &a.gallery}
	require.True(t, e.Visible())
	g.ToggleNumbers()
	seen := map[string]bool{}
	for _, tab := range g.Tabs() {
		g.Choose(tab.Key)
		for _, group := range []string{"size", "run", "hour", "day", "user"} {
			e.SetGroup(group)
			svg := s.drawn[a.gallery.host()]
			require.Contains(t, svg, "<svg", tab.Key)
			require.NotContains(t, svg, "NaN", tab.Key)
			require.Contains(t, s.drawn[a.gallery.numbersHost()], "<table", tab.Key)
			p, ok := a.gallery.chosen()
			require.True(t, ok)
			rows := p.table()
			require.Greater(t, len(rows), 2)
			for _, r := range rows {
				require.Len(t, r, len(rows[0]), tab.Key)
			}
			if e.Grouped() {
				require.False(t, seen[svg], "%s by %s is another picture", tab.Key, group)
			}
			seen[svg] = true
		}
		g.SaveCSV()
		g.SaveSVG()
		require.Contains(t, s.files, a.gallery.file("csv"))
		require.NotContains(t, s.files[a.gallery.file("svg")], "var(--")
	}
	require.Equal(t, "Copy", e.CopyText())
	e.CopyMethods()
	require.Equal(t, e.Methods(), s.files["clipboard"])
	require.Equal(t, "Copied", e.CopyText())
	g.Choose("waits")
	before := s.drawn[a.gallery.host()]
	e.SetOrder("LAF")
	require.NotEqual(t, before, s.drawn[a.gallery.host()])
	require.Contains(t, s.drawn[a.gallery.host()], "LAF")
}

// another gives the machine another log to read.
func another(m *machine, seed uint64) *job.Log {
	log, err := lublin.Sample(lublin.Config{Procs: 32, Jobs: 1200, Seed: seed})
	require.NoError(m.t, err)
	log.Name, log.Digest = "other", job.DigestOf(log)
	m.logs[log.Digest] = log
	return log
}

func TestSeveralLogsStandSideBySide(t *testing.T) {
	a, m, s := newTestApp(t)
	first := m.log
	a.OpenFiles([]File{{nil, "one.swf"}, {nil, "two.swf"}})
	m.read(overview.Summarise(first), nil)
	require.Equal(t, Reading, a.State)
	m.read(overview.Summarise(another(m, 7)), nil)
	require.Equal(t, Loaded, a.State)
	require.Len(t, a.Shelf, 2)
	require.Equal(t, "other", a.Summary.Name)
	a.CompareAll()
	require.Len(t, m.tasks, 4)
	for len(m.tasks) > 0 {
		m.finish(0)
	}
	require.Equal(t, Done, a.State)
	require.Contains(t, s.drawn[hostSide], `data-trace="other"`)
	require.Equal(t, 2, strings.Count(s.drawn[hostSide], "<b class=\"best\">"))
	second := *a.Report
	a.Select("0")
	require.Equal(t, first.Digest, a.Summary.Digest)
	require.Equal(t, Done, a.State)
	require.Equal(t, first.Digest.Hex(), a.Report.Digest)
	require.NotEqual(t, second.Orders, a.Report.Orders)
	a.Act("side-csv", "")
	require.Equal(t, 1+2*12, strings.Count(s.files["shadowtime-side-by-side.csv"], "\n"))
	a.Drop()
	require.Len(t, a.Shelf, 1)
	require.Equal(t, []job.Digest{first.Digest}, m.forgot)
	require.Equal(t, second.Orders, a.Report.Orders)
	require.Empty(t, s.drawn[hostSide])
}

func TestABadFileAmongOthersIsSaidAndTheOthersRead(t *testing.T) {
	a, m, _ := newTestApp(t)
	a.OpenFiles([]File{{nil, "bad.png"}, {nil, "log.swf"}})
	m.read(nil, errors.New("bad.png: this is a picture"))
	require.Equal(t, Reading, a.State)
	m.read(overview.Summarise(m.log), nil)
	require.Equal(t, Loaded, a.State)
	require.Equal(t, "bad.png: this is a picture", a.Message)
	require.True(t, a.CanCompare())
}

func TestAComparisonStopsAtAWidth(t *testing.T) {
	a, m, _ := newTestApp(t)
	load(a, m)
	a.SetNumber("resamples", "40")
	a.SetFactor("stop", "90")
	require.Equal(t, 0.9, a.Plan.Stop)
	a.Compare()
	require.Len(t, m.tasks, 10) // no more than the first look needs
	for len(m.tasks) > 0 {
		m.finish(len(m.tasks) - 1)
	}
	require.Equal(t, Done, a.State)
	require.Equal(t, 10, a.Report.Done)
	a.SetFactor("stop", "0.0001")
	require.Equal(t, Cancelled, a.State)
	a.Compare()
	require.Len(t, m.tasks, 10) // and those of the second look
	a.SetFactor("stop", "101")
	require.Contains(t, a.Message, "stop")
}

func TestWhatIfsArePartOfTheQuestion(t *testing.T) {
	a, m, _ := newTestApp(t)
	load(a, m)
	q := &Question{App: a}
	a.SetFactor("load", "1,25")
	q.SetLoadBy("sizes")
	a.SetFactor("flurry", "0.5")
	a.SetProcs("80")
	q.SetVariant("original")
	require.Equal(t, ", the log's own last ones, with 1.25 times the load by wider jobs, on 80 processors, without bursts", q.Extras())
	a.Compare()
	require.Len(t, m.tasks, 1)
	m.finish(0)
	require.Equal(t, Done, a.State)
	require.Equal(t, 0.5, a.Report.Plan.Clean.Flurry)
	require.Equal(t, int64(80), a.Report.Plan.Procs)
	for what, bad := range map[string]string{"load": "0", "flurry": "x", "stop": "-1"} {
		a.SetFactor(what, bad)
		require.Contains(t, a.Message, what)
	}
}

func TestALinkCarriesTheQuestion(t *testing.T) {
	a, m, _ := newTestApp(t)
	a.Plan = compare.Default()
	load(a, m)
	require.Equal(t, "https://example.org/lab/", a.Link())
	q := &Question{App: a}
	a.SetFactor("load", "1.1")
	a.SetFactor("flurry", "2")
	a.SetNumber("threshold", "20")
	a.SetNumber("resamples", "60")
	a.SetFormula("p*min(q,3)")
	q.SetInterval(compare.Fieller)
	a.SetPreset("queue-tuning")
	link := a.Link()
	b, m2, _ := newTestApp(t)
	b.Plan = compare.Default()
	b.Start(strings.TrimPrefix(link, "https://example.org/lab/?"))
	load(b, m2)
	require.Equal(t, a.Rules, b.Rules)
	want, err := a.planOn(a.current())
	require.NoError(t, err)
	got, err := b.planOn(b.current())
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.Equal(t, link, b.Link())

	c, _, _ := newTestApp(t)
	c.Start("weeks=many&orders=NOPE")
	require.Contains(t, c.Message, "The link can't be read in full")
}
