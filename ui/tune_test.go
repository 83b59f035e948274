package ui

import (
	"encoding/csv"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/lublin"
	"shadowtime/core/overview"
	"shadowtime/core/study"
	"shadowtime/core/tune"
	"shadowtime/core/tuning"
	"shadowtime/core/wire"
)

// newTuneApp is the page with a log of some weeks, asked for a small search.
func newTuneApp(t *testing.T) (*App, *machine, *screen) {
	a, m, s := newTestApp(t)
	log, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 7000, Seed: 3})
	require.NoError(t, err)
	log.Digest = job.DigestOf(log)
	m.log, m.logs = log, map[job.Digest]*job.Log{log.Digest: log}
	p := &a.tuning.plan
	p.Primaries, p.Backfills, p.Resamples = []string{"FCFS", "SPF", "LPF"}, []string{"FCFS", "SPF"}, 5
	a.View = viewTune
	return a, m, s
}

func computeAll(m *machine) {
	for len(m.tasks) > 0 {
		m.finish(len(m.tasks) - 1)
	}
}

// tuned computes a plan as the command does.
func tuned(t *testing.T, m *machine, p tune.Plan) (*tuning.Report, []tune.Row) {
	require.NoError(t, p.Normalise())
	runner, err := tune.NewRunner(m.trace, p)
	require.NoError(t, err)
	var rows []tune.Row
	for k := 1; k <= p.Resamples; k++ {
		row, err := runner.Task(k, nil)
		require.NoError(t, err)
		rows = append(rows, row)
	}
	return tuning.Merge(p, m.log.Digest, rows), rows
}

func TestTuningGoesThroughItsStates(t *testing.T) {
	a, m, s := newTuneApp(t)
	load(a, m)
	require.Equal(t, Loaded, a.State)
	require.True(t, (&TuneQuestion{a}).OtherCleaning(), "the page cleans by other rules than the study")
	a.Compare()
	require.Equal(t, Running, a.State)
	require.Len(t, m.tasks, 5)
	require.Contains(t, s.drawn[hostTuneVerdict], "first weeks")
	a.tuning.due = 0
	m.finish(2)
	require.Equal(t, "1", a.DataDone())
	require.Equal(t, "5", a.DataTotal())
	require.Contains(t, s.drawn[hostTuneVerdict], "So far, after 1 of 5 weeks of each half")
	require.Contains(t, a.ProgressText(), "1 of 5 weeks of each half")
	for len(m.tasks) > 1 {
		m.finish(0)
	}
	m.finish(0)
	require.Equal(t, Running, a.State, "more thresholds for the pair that was found")
	require.Len(t, m.tasks, 5)
	require.Contains(t, a.ProgressText(), "more thresholds")
	computeAll(m)
	require.Equal(t, Done, a.State)
	require.Equal(t, "5", a.DataDone())
	for _, host := range []string{hostTuneSetting, hostTunePairs, hostTuneReading, hostTuneSlider, hostTunePair} {
		require.NotEmpty(t, s.drawn[host], host)
	}
	require.Contains(t, s.drawn[hostTuneSetting], "In your scheduler", "the setting")
	require.Contains(t, s.drawn[hostTuneSweep], "<svg")
	require.Contains(t, s.drawn["tune-figure"], "<svg")
	require.Contains(t, (&TuneEvidence{a}).Methods(), "Lelong")
	a.SetView(viewCompare)
	require.Equal(t, Loaded, a.State, "the comparison has its own state")
	a.SetView(viewTune)
	require.Equal(t, Done, a.State)
}

func TestThePagesTuningIsMergeOfAllRows(t *testing.T) {
	a, m, _ := newTuneApp(t)
	load(a, m)
	(&TuneQuestion{a}).UseStudied()
	a.Compare()
	computeAll(m)
	p, err := a.tuning.planOn(a.current())
	require.NoError(t, err)
	require.Equal(t, "queue-tuning", p.Clean.Preset())
	want, _ := tuned(t, m, p)
	require.Equal(t, want, a.tuning.report)
}

func TestMoreWeeksComputeOnlyTheMissingOnes(t *testing.T) {
	a, m, _ := newTuneApp(t)
	q := &TuneQuestion{a}
	load(a, m)
	a.Compare()
	computeAll(m)
	q.SetNumber("weeks", "7")
	require.Equal(t, Cancelled, a.State)
	require.Contains(t, q.Known(), "2 to go")
	a.Compare()
	require.Len(t, m.tasks, 2)
	require.Equal(t, 6, m.tasks[0].k)
	computeAll(m)
	require.Equal(t, Done, a.State)
	require.Equal(t, 7, a.tuning.report.Done)
	// what is to be small and how long may be waited are other questions to the
	// same weeks
	q.SetObjective("avgBsld")
	q.SetBounded("bound")
	require.Equal(t, Done, a.State)
	require.Equal(t, tune.AvgBsld, a.tuning.report.Plan.Objective)
	require.Equal(t, 1.5, a.tuning.report.Plan.Bound)
	q.SetNumber("seed", "9")
	require.Equal(t, Loaded, a.State)
	require.Nil(t, a.tuning.report)
	q.SetNumber("seed", "1")
	require.Equal(t, Done, a.State)
}

func TestACancelledSearchKeepsItsWeeks(t *testing.T) {
	a, m, _ := newTuneApp(t)
	load(a, m)
	a.Compare()
	m.finish(0)
	m.finish(0)
	a.Cancel()
	require.Equal(t, Cancelled, a.State)
	require.Equal(t, "2", a.DataDone())
	require.Contains(t, (&TuneAnswer{a}).Stopped(), "2 of 5 weeks of each half are computed")
	a.Compare()
	require.Len(t, m.tasks, 3)
	computeAll(m)
	require.Equal(t, Done, a.State)
	// cancelled while more thresholds were tried, the search itself is done
	b, m2, _ := newTuneApp(t)
	load(b, m2)
	b.Compare()
	for range 6 {
		m2.finish(0)
	}
	b.Cancel()
	require.Equal(t, Cancelled, b.State)
	b.Compare()
	require.Len(t, m2.tasks, 4)
	computeAll(m2)
	require.Equal(t, Done, b.State)
}

var pairRow = regexp.MustCompile(`<tr data-primary="([^"]*)" data-backfill="([^"]*)" data-threshold="([^"]*)"[^>]*>(.*?)</tr>`)
var dataValue = regexp.MustCompile(`data-value="([^"]*)"`)

func TestTheTableOfPairsHoldsTheReport(t *testing.T) {
	a, m, s := newTuneApp(t)
	load(a, m)
	a.Compare()
	computeAll(m)
	r := a.tuning.report
	short := pairRow.FindAllStringSubmatch(s.drawn[hostTunePairs], -1)
	require.GreaterOrEqual(t, len(short), topTuned)
	require.Less(t, len(short), len(r.Pairs))
	a.Act("tune-all-rows", "")
	rows := pairRow.FindAllStringSubmatch(s.drawn[hostTunePairs], -1)
	require.Len(t, rows, len(r.Pairs))
	for i, x := range r.Ranked() {
		require.Equal(t, []string{x.Primary, x.Backfill, x.Threshold.String()}, rows[i][1:4], "the best on learning weeks first")
		want := []float64{float64(x.Change), float64(x.TrainAvg), float64(x.TrainMax), float64(x.TrainBsld), float64(x.TestAvg), float64(x.TestMax), float64(x.TestMaxMax), float64(x.TestBsld)}
		for j, v := range dataValue.FindAllStringSubmatch(rows[i][4], -1) {
			got, err := strconv.ParseFloat(v[1], 64)
			require.NoError(t, err)
			require.Equal(t, want[j], got)
		}
	}
	a.Act("tune-sort", "testmax")
	require.Contains(t, s.drawn[hostTunePairs], `aria-sort="ascending"><button type="button" id="tune-sort-testmax"`)
	first := pairRow.FindStringSubmatch(s.drawn[hostTunePairs])
	a.Act("tune-sort", "testmax")
	rows = pairRow.FindAllStringSubmatch(s.drawn[hostTunePairs], -1)
	require.Equal(t, first[1:3], rows[len(rows)-1][1:3], "but for ties, the other way round")
	a.Act("tune-csv", "")
	require.Equal(t, r.CSV(), s.files["shadowtime-"+a.Summary.Name+"-tune.csv"])
}

func TestTheChooserReadsWhatWasComputedAndBetween(t *testing.T) {
	a, m, s := newTuneApp(t)
	load(a, m)
	a.Compare()
	computeAll(m)
	c := &a.tuning.chooser
	primary, backfill := a.tuning.pair(a.tuning.report)
	p := finer(a.tuning.report.Plan, primary, backfill)
	want, _ := tuned(t, m, p)
	require.Len(t, c.swept, 10)
	read := func(notch int) (theta, avg, most float64) {
		a.Act("tune-theta", strconv.Itoa(notch))
		v := dataValue.FindAllStringSubmatch(s.drawn[hostTuneReading], -1)
		require.Len(t, v, 3)
		for i, to := range []*float64{&theta, &avg, &most} {
			*to, _ = strconv.ParseFloat(v[i][1], 64)
		}
		return
	}
	for _, x := range want.Pairs {
		theta, avg, most := read(int(math.Round(c.chart.Place(float64(x.Threshold)) * notches)))
		require.Equal(t, float64(x.Threshold), theta)
		require.Equal(t, float64(x.TestAvg), avg)
		require.Equal(t, float64(x.TestMax), most)
		require.Contains(t, s.drawn[hostTuneReading], ">computed<")
	}
	// half way between 1 h and 2 h on the axis
	place := (c.chart.Place(3600) + c.chart.Place(7200)) / 2
	theta, avg, _ := read(int(math.Round(place * notches)))
	require.True(t, theta > 3600 && theta < 7200)
	require.Contains(t, s.drawn[hostTuneReading], "interpolated between 1\u202fh and 2\u202fh")
	one, two := want.Pairs[9], want.Pairs[8]
	require.True(t, avg >= min(float64(one.TestAvg), float64(two.TestAvg)) && avg <= max(float64(one.TestAvg), float64(two.TestAvg)))

	// another pair knows the search's own thresholds, until more are asked for
	other := "LPF"
	if primary == other {
		other = "SPF"
	}
	slider := s.drawn[hostTuneSlider]
	a.Act("tune-queue", other)
	require.Len(t, c.swept, 2)
	require.Contains(t, s.drawn[hostTunePair], "Try 1 h to 100 h")
	require.Contains(t, s.drawn[hostTuneSweep], other)
	a.Act("tune-try", "")
	require.Len(t, m.tasks, 5)
	computeAll(m)
	require.Len(t, c.swept, 10)
	require.Equal(t, Done, a.State)
	before := len(s.drawn[hostTunePairs])
	a.Act("tune-theta", "0")
	require.Len(t, s.drawn[hostTunePairs], before)
	require.NotEmpty(t, slider)
	a.Act("tune-theta", "x")
}

func TestEveryPictureOfTheSearchIsDrawnWithItsTable(t *testing.T) {
	a, m, s := newTuneApp(t)
	load(a, m)
	a.Compare()
	computeAll(m)
	e := &TuneEvidence{a}
	g := &Gallery{Of: &a.tuning.gallery}
	require.True(t, e.Visible())
	g.ToggleNumbers()
	for _, tab := range g.Tabs() {
		g.Choose(tab.Key)
		pictures := map[string]bool{}
		looks := 1
		look := func(what string, set func(string), values ...string) {
			if e.Uses(what) {
				looks *= len(values)
			}
			for _, v := range values {
				set(v)
				svg := s.drawn["tune-figure"]
				require.Contains(t, svg, "<svg", tab.Key)
				require.NotContains(t, svg, "NaN", tab.Key)
				require.Contains(t, s.drawn["tune-numbers"], "<table", tab.Key)
				pictures[svg] = true
			}
		}
		look("half", e.SetHalf, "train", "test")
		look("threshold", e.SetThreshold, "0", "1")
		look("scale", e.SetScale, "difference", "ratio")
		look("backfill", e.SetBackfill, "FCFS", "SPF")
		if looks > 1 {
			require.Greater(t, len(pictures), 1, tab.Key)
		}
		g.SaveCSV()
		g.SaveSVG()
		name := "shadowtime-" + a.Summary.Name + "-tune-" + tab.Key
		rows, err := csv.NewReader(strings.NewReader(s.files[name+".csv"])).ReadAll()
		require.NoError(t, err, "every row has as many fields")
		require.Greater(t, len(rows), 1, tab.Key)
		require.NotContains(t, s.files[name+".svg"], "var(--")
	}
	e.CopyMethods()
	require.Equal(t, e.Methods(), s.files["clipboard"])
}

func TestALinkCarriesTheSearch(t *testing.T) {
	a, m, _ := newTuneApp(t)
	a.tuning.plan = tune.Default()
	load(a, m)
	require.Equal(t, "https://example.org/lab/?view=tune", a.Link())
	q := &TuneQuestion{a}
	q.Choose("12x12")
	q.SetHours("none, 1.5, 20, 3d")
	q.SetObjective("avgBsld")
	q.SetBounded("bound")
	q.SetNumber("bound", "2,5")
	q.SetNumber("weeks", "60")
	q.SetNumber("seed", "7")
	q.SetNumber("tau", "60")
	q.SetNumber("load", "1.2")
	q.UseStudied()
	q.SetDialect("ocs")
	require.Empty(t, a.Message)
	q.OwnOrder("p * sqrt(q)")
	link := a.Link()
	b, m2, _ := newTuneApp(t)
	b.View = viewCompare
	b.tuning.plan = tune.Default()
	b.Start(strings.TrimPrefix(link, "https://example.org/lab/?"))
	require.Empty(t, b.Message)
	m2.log, m2.logs = m.log, m.logs
	load(b, m2)
	require.Equal(t, viewTune, b.View)
	require.Equal(t, a.Rules, b.Rules)
	want, err := a.tuning.planOn(a.current())
	require.NoError(t, err)
	require.Equal(t, []study.Seconds{study.None, 3 * 86400, 72000, 5400}, want.Thresholds)
	got, err := b.tuning.planOn(b.current())
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.Equal(t, link, b.Link())

	c, _, _ := newTuneApp(t)
	c.Start("view=tune&pairs=7by7")
	require.Contains(t, c.Message, "The link can't be read in full")
}

func TestPairsAndThresholdsAreChosenInWords(t *testing.T) {
	a, m, s := newTuneApp(t)
	a.tuning.plan = tune.Default()
	load(a, m)
	q := &TuneQuestion{a}
	require.Equal(t, "7 × 7 pairs", q.PairsText())
	require.Equal(t, "none, 20\u202fh", q.ThresholdsText())
	q.TogglePairs()
	require.Contains(t, s.drawn[hostTuneOrders], `data-act="tune-primary" data-arg="SAF"`)
	a.Act("tune-primary", "SAF")
	a.Act("tune-backfill", "FCFS")
	require.Equal(t, "8 × 6 pairs", q.PairsText())
	q.Sweep()
	require.Equal(t, "10 thresholds", q.ThresholdsText())
	require.Equal(t, "none, 100, 80, 60, 40, 20, 10, 5, 2, 1", q.HoursText())
	q.Published()
	for _, bad := range []string{"", "soon", "-4", ","} {
		q.SetHours(bad)
		require.Contains(t, a.Message, "not usable", bad)
		require.Equal(t, "none, 20", q.HoursText())
	}
	for what, bad := range map[string]string{"weeks": "0", "bound": "0.5", "tau": "x", "seed": "1.5", "load": "99"} {
		q.SetNumber(what, bad)
		require.Contains(t, a.Message, what)
	}
	q.OwnOrder("p * foo")
	require.Contains(t, a.Message, "can't be used")
	for _, o := range append([]string{"SAF"}, tune.Seven()...) {
		a.Act("tune-primary", o)
	}
	require.Equal(t, "no pair yet", q.PairsText())
	a.Compare()
	require.Equal(t, Failed, a.State)
	require.Contains(t, a.Message, "primary orders")
	require.Empty(t, m.tasks)
}

func TestSeveralLogsAreTunedLogByLog(t *testing.T) {
	a, m, s := newTuneApp(t)
	a.OpenFiles([]File{{nil, "one.swf"}, {nil, "two.swf"}})
	m.read(overview.Summarise(m.log), nil)
	log, err := lublin.Sample(lublin.Config{Procs: 32, Jobs: 6000, Seed: 9})
	require.NoError(t, err)
	log.Name, log.Digest = "other", job.DigestOf(log)
	m.logs[log.Digest] = log
	m.read(overview.Summarise(log), nil)
	require.Equal(t, "Tune on all 2 logs", (&TuneQuestion{a}).AllText())
	a.CompareAll()
	computeAll(m)
	require.Equal(t, Done, a.State)
	require.Equal(t, 2, strings.Count(s.drawn[hostTuneSide], "<tr data-trace="))
	require.Contains(t, s.drawn[hostTuneSide], `data-trace="other"`)
	second := a.tuning.report
	a.Select("0")
	require.Equal(t, Done, a.State)
	require.NotEqual(t, second.Digest, a.tuning.report.Digest)
	require.Equal(t, 2, strings.Count(s.drawn[hostTuneSide], "<tr data-trace="))
}

// A thousand settings show at once what is in sight, and all on demand.
func TestManySettingsHaveTheIntervalsInSight(t *testing.T) {
	a, m, s := newTuneApp(t)
	q := &TuneQuestion{a}
	load(a, m)
	q.Choose("12x12")
	q.SetNumber("weeks", "3")
	a.Compare()
	computeAll(m)
	require.Len(t, a.tuning.report.Pairs, 288)
	for _, r := range pairRow.FindAllStringSubmatch(s.drawn[hostTunePairs], -1) {
		if !strings.Contains(r[0], "baseline") {
			require.Contains(t, r[0], "data-low=", "%s", r[1:4])
		}
	}
	known := func() (n int) {
		for _, x := range a.tuning.report.Pairs {
			if !math.IsNaN(float64(x.Low)) {
				n++
			}
		}
		return n
	}
	require.Less(t, known(), 30)
	a.Act("tune-all-rows", "")
	require.Less(t, known(), 30, "not at once")
	for frames := 0; s.step(0); frames++ {
		require.Less(t, frames, 288)
	}
	require.Equal(t, 288, known())
	p, err := a.tuning.planOn(a.current())
	require.NoError(t, err)
	want, _ := tuned(t, m, p)
	require.Equal(t, want.Pairs, a.tuning.report.Pairs, "computed in pieces, the same figures")
	require.Equal(t, 288, strings.Count(s.drawn[hostTunePairs], "data-low=")+1)
}

// tune computes rows of a tuning for the machine.
func (m *machine) tune(trace *job.Trace, r *wire.Reader) {
	runner, err := tune.NewRunner(trace, tune.DecodePlan(r))
	require.NoError(m.t, err)
	m.task1 = func(k int) ([]byte, error) {
		row, err := runner.Task(k, nil)
		var w wire.Writer
		row.Encode(&w)
		return w.B, err
	}
}
