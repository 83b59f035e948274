package tune

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/overview"
	"shadowtime/core/report/plot"
	"shadowtime/core/study"
	"shadowtime/ui"
	"shadowtime/ui/compare"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

// page is one with a log of some weeks, asked for a small search.
func page(t *testing.T) (*ui.App, *View, *labtest.Machine, *labtest.Screen) {
	var v *View
	a, m, s := labtest.New(t, func(l *lab.Lab) []lab.View {
		v = New(l)
		return []lab.View{compare.New(l), v}
	}, tune.Kind())
	m.Log = m.Add("", lublin.Config{Procs: 64, Jobs: 7000, Seed: 3})
	v.Plan.Primaries, v.Plan.Backfills, v.Plan.Resamples = []string{"FCFS", "SPF", "LPF"}, []string{"FCFS", "SPF"}, 5
	v.Plan.Thresholds = []study.Seconds{study.None, 20 * 3600}
	a.View = v
	return a, v, m, s
}

// tuned computes a plan as the command does.
func tuned(t *testing.T, m *labtest.Machine, p tune.Plan) (*tune.Report, []tune.Row) {
	require.NoError(t, p.Normalise())
	rows := labtest.Rows[tune.Plan, tune.Row](t, tune.Kind(), m.Trace, p, p.Resamples)
	r := tune.Merge(p, m.Log.Digest, rows)
	return r, rows
}

func TestTuningGoesThroughItsStates(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	require.Equal(t, lab.Loaded, a.State)
	require.True(t, v.OtherCleaning(), "the page cleans by other rules than the study")
	require.Contains(t, v.CleaningText(), `"online" is in force`)
	a.Run()
	require.Equal(t, lab.Running, a.State)
	require.Len(t, m.Tasks, 1+5, "the halves themselves come first")
	require.Equal(t, study.Logged, m.Tasks[0].K)
	require.Contains(t, s.Drawn["tune-verdict"], "first weeks")
	m.Finish(0)
	require.Nil(t, v.Report, "they alone are no answer")
	v.Pace = lab.Pace{}
	m.Finish(2)
	require.Equal(t, "1", a.DataDone())
	require.Equal(t, "5", a.DataTotal())
	require.Contains(t, s.Drawn["tune-verdict"], "So far, after 1 of 5 weeks of each half")
	require.Contains(t, a.ProgressText(), "1 of 5 weeks of each half")
	require.Contains(t, a.ProgressText(), "pairs of orders a second")
	for len(m.Tasks) > 1 {
		m.Finish(0)
	}
	m.Finish(0)
	require.Equal(t, lab.Running, a.State, "more thresholds for the pair that was found")
	require.Len(t, m.Tasks, 1+5)
	require.Contains(t, a.ProgressText(), "more thresholds")
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
	require.Equal(t, "5", a.DataDone())
	require.Empty(t, s.Drawn[hostSetting], "of so short a log nothing is proposed, and there is nothing to set")
	for _, host := range []string{hostPairs, hostReading, hostSlider, hostPair} {
		require.NotEmpty(t, s.Drawn[host], host)
	}
	require.Contains(t, s.Drawn[hostSweep], "<svg")
	require.Contains(t, s.Drawn["tune-figure"], "<svg")
	require.Contains(t, v.Text(), "Lelong")
	require.Contains(t, s.Drawn["tune-verdict"], `<p class="verdict-logged">Replaying your log&#39;s second half: `)
	for _, words := range append(v.Report.Doubts(), v.Report.Warnings[0].Words) {
		require.Contains(t, s.Drawn[hostCaution], lab.Esc(words))
	}
	require.Contains(t, s.Drawn[hostCaution], "With the halves swapped")
	a.SetView("compare")
	require.Equal(t, lab.Loaded, a.State, "the comparison has its own state")
	a.SetView("tune")
	require.Equal(t, lab.Done, a.State)
}

// text is a report with its unknown figures.
func text(t *testing.T, r *tune.Report) string {
	b, err := json.Marshal(r)
	require.NoError(t, err)
	return string(b)
}

func TestThePagesTuningIsMergeOfAllRows(t *testing.T) {
	fixture.Long(t)
	a, v, m, _ := page(t)
	labtest.Load(a, m)
	a.Act("studied", "")
	require.False(t, v.OtherCleaning())
	a.Run()
	m.FinishAll()
	p, err := v.On(a.Current())
	require.NoError(t, err)
	require.Equal(t, "queue-tuning", p.Clean.Preset())
	want, rows := tuned(t, m, p)
	require.Equal(t, m.Trace.HalfWeeks(), a.Source().HalfWeeks)
	want.Warn(rows, a.Source())
	require.Equal(t, text(t, want), text(t, v.Report))
	require.Equal(t, want.Done, v.Report.Done)
	require.NotNil(t, v.Report.AsLogged)
	require.NotNil(t, v.Report.Choice)
}

func TestMoreWeeksComputeOnlyTheMissingOnes(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	a.Set("weeks", "7")
	require.Equal(t, lab.Cancelled, a.State)
	require.Equal(t, "5 weeks of each half are computed already; 2 to go", v.Buttons.Known())
	a.Run()
	require.Len(t, m.Tasks, 2)
	require.Equal(t, 6, m.Tasks[0].K)
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
	require.Equal(t, 7, v.Report.Done)
	// what is to be small and how long may be waited are other questions to the
	// same weeks
	a.Set("objective", "avgBsld")
	a.Set("bounded", "bound")
	require.Equal(t, lab.Done, a.State)
	require.Equal(t, tune.AvgBsld, v.Report.Plan.Objective)
	require.Equal(t, 1.5, v.Report.Plan.Bound)
	a.Set("bound", "0")
	require.False(t, v.Bounded())
	a.Set("bounded", "bound")
	require.Equal(t, "1.5", s.Values["tune-bound"])
	a.Set("seed", "9")
	require.Equal(t, lab.Loaded, a.State)
	require.Equal(t, lab.Earlier, v.Verdict.Standing)
	a.Set("seed", "1")
	require.Equal(t, lab.Done, a.State)
}

func TestACancelledSearchKeepsItsWeeks(t *testing.T) {
	fixture.Long(t)
	a, v, m, _ := page(t)
	labtest.Load(a, m)
	a.Run()
	for range 1 + 2 {
		m.Finish(0)
	}
	a.Cancel()
	require.Equal(t, lab.Cancelled, a.State)
	require.Equal(t, "2", a.DataDone())
	require.Equal(t, "2 of 5 weeks of each half are computed, and kept: Tune continues from here.", v.stopped())
	a.Run()
	require.Len(t, m.Tasks, 3)
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
	// cancelled while more thresholds were tried, the search itself is done
	b, w, m2, _ := page(t)
	labtest.Load(b, m2)
	b.Run()
	for range 1 + 5 + 1 {
		m2.Finish(0)
	}
	b.Cancel()
	require.Equal(t, lab.Cancelled, b.State)
	require.Empty(t, w.stopped())
	b.Run()
	require.Len(t, m2.Tasks, 5)
	m2.FinishAll()
	require.Equal(t, lab.Done, b.State)
}

// What a cancelled search shows does not depend on whether its weeks were drawn
// while it ran.
func TestACancelledSearchHasTheIntervalsOfItsWeeks(t *testing.T) {
	fixture.Long(t)
	shown := map[string]bool{}
	for _, drawn := range []bool{true, false} {
		a, v, m, s := page(t)
		labtest.Load(a, m)
		a.Run()
		m.Finish(0) // the halves themselves
		m.Finish(0)
		v.Pace = lab.Pace{Due: math.Inf(1)}
		if drawn {
			v.Pace = lab.Pace{}
		}
		m.Finish(0)
		if drawn {
			require.Equal(t, 2, v.Report.Done)
			require.Nil(t, v.Report.Choice, "how sure it is is left for later")
			require.Empty(t, s.Drawn[hostCaution])
		}
		a.Cancel()
		p, err := v.On(a.Current())
		require.NoError(t, err)
		want := tune.Merge(p, m.Log.Digest, v.Basis)
		want.Warn(v.Basis, a.Source())
		require.Equal(t, text(t, want), text(t, v.Report))
		require.NotNil(t, v.Report.Choice)
		shown[s.Drawn[hostPairs]+s.Drawn[hostCaution]] = true
		require.NotNil(t, v.explained)
	}
	require.Len(t, shown, 1)
}

var (
	pairRow   = regexp.MustCompile(`<tr data-primary="([^"]*)" data-backfill="([^"]*)" data-threshold="([^"]*)"[^>]*>(.*?)</tr>`)
	dataValue = regexp.MustCompile(`data-value="([^"]*)"`)
)

func TestTheTableOfPairsHoldsTheReport(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	r := v.Report
	short := pairRow.FindAllStringSubmatch(s.Drawn[hostPairs], -1)
	require.GreaterOrEqual(t, len(short), topTuned)
	require.Less(t, len(short), len(r.Pairs))
	a.Act("tune-all-rows", "")
	rows := pairRow.FindAllStringSubmatch(s.Drawn[hostPairs], -1)
	require.Len(t, rows, len(r.Pairs))
	for i, x := range r.Ranked() {
		require.Equal(t, []string{x.Primary, x.Backfill, x.Threshold.String()}, rows[i][1:4], "the best on training weeks first")
		want := []float64{float64(lead(&x)), float64(x.Corrected), float64(x.Change), float64(x.TrainAvg), float64(x.TrainMax),
			float64(x.TrainBsld), float64(x.TestAvg), float64(x.TestMax), float64(x.TestMaxMax), float64(x.TestBsld)}
		for j, cell := range dataValue.FindAllStringSubmatch(rows[i][4], -1) {
			if math.IsNaN(want[j]) { // of few weeks nothing is left
				require.Empty(t, cell[1])
				continue
			}
			got, err := strconv.ParseFloat(cell[1], 64)
			require.NoError(t, err)
			require.Equal(t, want[j], got)
		}
	}
	require.Contains(t, s.Drawn[hostPairs], `data-v="mean bounded slowdown on the testing weeks, tau = 10 s"`)
	a.Act("tune-sort", "testmax")
	require.Contains(t, s.Drawn[hostPairs], `aria-sort="ascending"><button type="button" id="tune-sort-testmax"`)
	first := pairRow.FindStringSubmatch(s.Drawn[hostPairs])
	a.Act("tune-sort", "testmax")
	rows = pairRow.FindAllStringSubmatch(s.Drawn[hostPairs], -1)
	require.Equal(t, first[1:3], rows[len(rows)-1][1:3], "but for ties, the other way round")
	a.Act("tune-csv", "")
	require.Equal(t, r.CSV(), s.Files["shadowtime-"+a.Summary.Name+"-tune.csv"])
}

func TestTheChooserReadsWhatWasComputedAndBetween(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	c := &v.chooser
	primary, backfill := v.pair(v.Report)
	require.Equal(t, []string{primary, backfill}, []string{s.Values["tune-queue"], s.Values["tune-with"]})
	want, _ := tuned(t, m, finer(v.Report.Plan, primary, backfill))
	require.Len(t, c.swept, 10)
	read := func(notch int) (theta, avg, most float64) {
		a.Act("tune-theta", strconv.Itoa(notch))
		values := dataValue.FindAllStringSubmatch(s.Drawn[hostReading], -1)
		require.Len(t, values, 3)
		for i, to := range []*float64{&theta, &avg, &most} {
			*to, _ = strconv.ParseFloat(values[i][1], 64)
		}
		return
	}
	for _, x := range want.Pairs {
		theta, avg, most := read(int(math.Round(c.chart.Place(float64(x.Threshold)) * notches)))
		require.Equal(t, float64(x.Threshold), theta)
		require.Equal(t, float64(x.TestAvg), avg)
		require.Equal(t, float64(x.TestMax), most)
		require.Contains(t, s.Drawn[hostReading], ">computed<")
		require.Equal(t, x.Threshold.Words(), s.Said["theta"], "the slider says where it stands")
	}
	require.Equal(t, "none", want.Pairs[0].Threshold.Words())
	// half way between 1 h and 2 h on the axis
	place := (c.chart.Place(3600) + c.chart.Place(7200)) / 2
	theta, avg, _ := read(int(math.Round(place * notches)))
	require.True(t, theta > 3600 && theta < 7200)
	require.Contains(t, s.Drawn[hostReading], "interpolated between 1\u202fh and 2\u202fh")
	one, two := want.Pairs[9], want.Pairs[8]
	require.True(t, avg >= min(float64(one.TestAvg), float64(two.TestAvg)) && avg <= max(float64(one.TestAvg), float64(two.TestAvg)))

	// another pair knows the search's own thresholds, until more are asked for
	other := "LPF"
	if primary == other {
		other = "SPF"
	}
	slider := s.Drawn[hostSlider]
	a.Act("tune-queue", other)
	require.Len(t, c.swept, 2)
	require.Equal(t, other, s.Values["tune-queue"])
	require.Contains(t, s.Drawn[hostPair], "Try 1 h to 100 h")
	require.Contains(t, s.Drawn[hostSweep], other)
	a.Act("tune-try", "")
	require.Len(t, m.Tasks, 1+5)
	m.FinishAll()
	require.Len(t, c.swept, 10)
	require.Equal(t, lab.Done, a.State)
	before := len(s.Drawn[hostPairs])
	a.Act("tune-theta", "0")
	require.Len(t, s.Drawn[hostPairs], before)
	require.NotEmpty(t, slider)
	a.Act("tune-theta", "x")
}

// What thresholds do to a pair is cited with the search that tried them: where only the
// question's own are known, that is the answer's.
func TestTheSweepIsCitedWithTheSearchThatTriedIt(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	cited := func() string {
		a.Act("tune-sweep", "cite")
		return s.Files["clipboard"]
	}
	primary, backfill := v.pair(v.Report)
	p, usual := finer(v.Report.Plan, primary, backfill), tune.Default()
	fine := p.Settings().Command(tune.Verb, usual.Settings(), a.Summary.Name)
	text := cited()
	require.Contains(t, text, v.sweepTitle(primary, backfill)+". ")
	require.Contains(t, text, "\n\n"+fine+"\n\n")
	require.NotEqual(t, v.Paper().Command, fine)
	require.Contains(t, text, "SHA-256 of its columns "+a.Summary.Digest.Hex())
	for _, ending := range []string{"svg", "png", "csv"} {
		a.Act("tune-sweep", ending)
	}
	name := "shadowtime-" + a.Summary.Name + "-tune-thresholds."
	require.Contains(t, s.Files[name+"svg"], "<svg")
	require.Contains(t, s.Files, name+"png")
	rows, err := csv.NewReader(strings.NewReader(s.Files[name+"csv"])).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+len(v.chooser.swept))
	for i, x := range v.chooser.swept {
		require.Equal(t, []string{x.Threshold.Words(), numeral.Exact(float64(x.TestAvg))}, []string{rows[i+1][0], rows[i+1][3]})
	}
	other := "LPF"
	if primary == other {
		other = "SPF"
	}
	a.Act("tune-queue", other)
	require.Contains(t, cited(), "\n\n"+v.Paper().Command+"\n\n")
}

func TestEveryPictureOfTheSearchIsDrawnWithItsTable(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	require.False(t, v.Unexplained())
	a.Act("picture", "numbers")
	for _, tab := range v.pictures() {
		a.Act("tab", tab.Key)
		pictures := map[string]bool{}
		looks := 1
		look := func(id string, values ...string) {
			uses := strings.Contains(s.Drawn[hostLook], `id="`+id+`"`)
			if uses {
				looks *= len(values)
			}
			for _, x := range values {
				a.Set(id, x)
				if uses {
					require.Equal(t, x, s.Values[id])
				}
				svg := s.Drawn["tune-figure"]
				require.Contains(t, svg, "<svg", tab.Key)
				require.NotContains(t, svg, "NaN", tab.Key)
				require.Contains(t, s.Drawn["tune-numbers"], "<table", tab.Key)
				pictures[svg] = true
			}
		}
		look("tune-half", "train", "test")
		look("tune-at", "0", "1")
		look("tune-scale", "difference", "ratio")
		look("tune-moves", "FCFS", "SPF")
		if looks > 1 {
			require.Greater(t, len(pictures), 1, tab.Key)
		} else {
			require.Equal(t, "steps", tab.Key, "only it needs no look")
		}
		a.Act("picture", "csv")
		a.Act("picture", "svg")
		name := "shadowtime-" + a.Summary.Name + "-tune-" + tab.Key
		rows, err := csv.NewReader(strings.NewReader(s.Files[name+".csv"])).ReadAll()
		require.NoError(t, err, "every row has as many fields")
		require.Greater(t, len(rows), 1, tab.Key)
		require.NotContains(t, s.Files[name+".svg"], "var(--")
	}
	a.Act("methods", "")
	require.NotEmpty(t, v.Text())
	require.Equal(t, v.Text(), s.Files["clipboard"])
}

func TestALinkCarriesTheSearch(t *testing.T) {
	a, v, m, _ := page(t)
	v.Plan = tune.Default()
	labtest.Load(a, m)
	link := func(a *ui.App) string { return a.Link(a.First) }
	require.Equal(t, "https://example.org/lab/?view=tune", link(a))
	a.Act("pairs", "12x12")
	for _, x := range [][2]string{{"threshold", "none, 1.5, 20, 3d"}, {"objective", "avgBsld"}, {"bounded", "bound"}, {"bound", "2,5"},
		{"weeks", "60"}, {"seed", "7"}, {"tau", "60"}, {"load", "1.2"}} {
		a.Set(x[0], x[1])
	}
	a.Act("studied", "")
	a.Set("dialect", "ocs")
	require.Empty(t, a.Message)
	require.Equal(t, ", with 1.2 times the load, with ties as in ocs, seed 7, slowdowns bounded at 60\u202fs", v.Extras())
	a.Set("own", "p * sqrt(q)")
	b, w, m2, _ := page(t)
	b.View = b.First
	w.Plan = tune.Default()
	b.Start(strings.TrimPrefix(link(a), "https://example.org/lab/?"))
	require.Empty(t, b.Message)
	m2.Log, m2.Logs = m.Log, m.Logs
	labtest.Load(b, m2)
	require.Equal(t, lab.View(w), b.View)
	require.Equal(t, a.Rules, b.Rules)
	want, err := v.On(a.Current())
	require.NoError(t, err)
	require.Equal(t, []study.Seconds{study.None, 3 * 86400, 72000, 5400}, want.Thresholds)
	got, err := w.On(b.Current())
	require.NoError(t, err)
	require.Equal(t, want, got)
	require.Equal(t, link(a), link(b))

	// as links that are about have it
	c, x, _, _ := page(t)
	c.Start("view=tune&resamples=12&thresholds=none,40h")
	require.Empty(t, c.Message)
	require.Equal(t, 12, x.Plan.Resamples)
	require.Equal(t, []study.Seconds{study.None, 40 * 3600}, x.Plan.Thresholds)
	c.Start("view=tune&pairs=7by7")
	require.Contains(t, c.Message, "The link can't be read in full")
}

func TestPairsAndThresholdsAreChosenInWords(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	v.Plan = tune.Default()
	labtest.Load(a, m)
	require.Equal(t, "7 × 7 pairs", v.PairsText())
	require.Equal(t, "80\u202fh, 40\u202fh, 20\u202fh", v.ThresholdsText())
	a.Act("fold", "pairs")
	require.Contains(t, s.Drawn["tune-orders"], `id="tune-primary-SAF" data-set="primary:SAF"`)
	form := s.Drawn["tune-orders"]
	a.Set("primary:SAF", "true")
	a.Set("backfill:FCFS", "false")
	require.Equal(t, "8 × 6 pairs", v.PairsText())
	require.Equal(t, form, s.Drawn["tune-orders"], "what has the focus stays")
	require.Equal(t, []string{"true", "false"}, []string{s.Values["tune-primary-SAF"], s.Values["tune-backfill-FCFS"]})
	a.Act("fold", "thresholds")
	a.Act("fold", "more")
	require.Contains(t, s.Drawn["tune-thresholds"], `id="tune-hours"`)
	require.Contains(t, s.Drawn["tune-more"], `id="tune-seed"`)
	a.Act("thresholds", "sweep")
	require.Equal(t, "10 thresholds", v.ThresholdsText())
	require.Equal(t, "none, 100, 80, 60, 40, 20, 10, 5, 2, 1", s.Values["tune-hours"])
	a.Set("threshold", "0.5; 2d 90m, none")
	require.Equal(t, []study.Seconds{study.None, 2 * 86400, 5400, 1800}, v.Plan.Thresholds)
	require.Equal(t, "none, 48, 1.5, 0.5", v.hours())
	a.Act("thresholds", "none,20h")
	for _, bad := range []string{"", "soon", "-4", ","} {
		a.Set("threshold", bad)
		require.Contains(t, a.Message, "not usable", bad)
		require.Equal(t, "none, 20", v.hours())
	}
	for key, bad := range map[string]string{"weeks": "0", "bound": "0.5", "tau": "x", "seed": "1.5", "load": "99"} {
		a.Set(key, bad)
		require.Contains(t, strings.ToLower(a.Message), key+" \""+bad)
	}
	a.Set("own", "p * foo")
	require.Contains(t, a.Message, "can't be used")
	a.Set("own", "p * sqrt(q)")
	require.Contains(t, s.Drawn["tune-orders"], `data-set="primary:expr:p * sqrt(q)"`)
	for _, o := range append([]string{"SAF", "expr:p * sqrt(q)"}, tune.Seven()...) {
		a.Set("primary:"+o, "false")
	}
	require.Equal(t, "no pair yet", v.PairsText())
	a.Run()
	require.Equal(t, lab.Failed, a.State)
	require.Contains(t, a.Message, "primary orders")
	require.Empty(t, m.Tasks)
}

func TestSeveralLogsAreTunedLogByLog(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	a.OpenFiles([]ui.File{{Name: "one.swf"}, {Name: "two.swf"}})
	m.Read(overview.Summarise(m.Log), nil)
	m.Read(overview.Summarise(m.Add("other", lublin.Config{Procs: 32, Jobs: 6000, Seed: 9})), nil)
	require.Equal(t, "Tune on all 2 logs", v.Buttons.AllText())
	a.RunAll()
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
	require.Equal(t, 2, strings.Count(s.Drawn[hostSide], "<tr data-trace="))
	require.Contains(t, s.Drawn[hostSide], `data-trace="other"`)
	second := v.Report
	a.Select("0")
	require.Equal(t, lab.Done, a.State)
	require.NotEqual(t, second.Digest, v.Report.Digest)
	require.Equal(t, 2, strings.Count(s.Drawn[hostSide], "<tr data-trace="))
}

// Hundreds of settings have all their intervals at once.
func TestManySettingsHaveTheirIntervals(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Act("pairs", "12x12")
	a.Set("weeks", "4")
	a.Set("block", "1")
	a.Run()
	m.FinishAll()
	require.Len(t, v.Report.Pairs, 288)
	bounded := func() (n int) {
		for _, r := range pairRow.FindAllStringSubmatch(s.Drawn[hostPairs], -1) {
			if strings.Contains(r[0], "data-low=") {
				n++
			}
		}
		return n
	}
	known := 0
	for _, x := range v.Report.Pairs {
		if x.SimLow.Known() && !x.Choice().IsBaseline() {
			known++
		}
	}
	require.Greater(t, known, 200)
	require.Greater(t, bounded(), 5)
	a.Act("tune-all-rows", "")
	require.Equal(t, known, bounded())
	p, err := v.On(a.Current())
	require.NoError(t, err)
	want, rows := tuned(t, m, p)
	want.Warn(rows, a.Source())
	require.Equal(t, text(t, want), text(t, v.Report))
}

// The workload that resamples are made by is asked for as in the comparison.
func TestTheFormOffersHowWeeksAreDrawn(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.Load(a, m)
	a.Act("fold", "more")
	for _, id := range []string{"tune-variant", "tune-block", "tune-warmup", "tune-drain", "tune-queue-depth", "tune-backfill-tries"} {
		require.Contains(t, s.Drawn["tune-more"], `id="`+id+`"`)
	}
	a.Set("variant", "draw")
	a.Set("warmup", "2")
	require.Empty(t, a.Message)
	require.Equal(t, ", with weeks drawn apart for each user, the first 2 days not counted", v.Extras())
	a.Run()
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
	require.Contains(t, v.Text(), "Jobs submitted in its first 2 days were simulated but not counted")
	a.Set("queue-depth", "2")
	a.Set("backfill-tries", "1")
	a.Run()
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
	require.Contains(t, v.Extras(), "only the 2 oldest jobs ranked, at most 1 tried to backfill")
	require.Contains(t, v.Text(), "the 2 oldest waiting jobs by submit time alone")
	a.Set("drain", "5")
	a.Run()
	require.Equal(t, lab.Failed, a.State)
	require.Contains(t, a.Message, "leave nothing of a single week")
}

func TestTheDemoIsSoonDone(t *testing.T) {
	a, v, m, s := page(t)
	v.Plan = tune.Default()
	labtest.Load(a, m)
	v.Demo()
	require.Equal(t, demoWeeks, v.Plan.Resamples)
	require.Equal(t, "60", s.Values["tune-weeks"])
}

func TestAPinnedSearchStandsBesideTheNext(t *testing.T) {
	fixture.Long(t)
	a, _, m, s := page(t)
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	a.Act("pin", "")
	require.Contains(t, s.Drawn["tune-pinned"], "Kept.")
	a.Set("threshold", "none, 1")
	a.Run()
	m.FinishAll()
	require.Contains(t, s.Drawn["tune-pinned"], "threshold none,20h instead of none,1h")
	require.Contains(t, s.Drawn["tune-pinned"], `data-key="SPF without threshold"`)
}

// The report on paper has the figures of the page, in their order, drawn as the page draws them.
func TestTheReportHasThePagesFigures(t *testing.T) {
	a, v, m, _ := page(t)
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	v.look = tune.Look{}
	page, pictures := v.Paper().HTML(), v.pictures()
	require.Len(t, pictures, 8)
	require.Equal(t, 1+len(pictures), strings.Count(page, "<figure>"), "the first is the answer's")
	for i, x := range pictures {
		id := "figure-" + strconv.Itoa(i+2)
		require.Contains(t, page, x.Draw(plot.Frame{ID: id + "-wide", Width: 680, Untitled: true, Still: true}), x.Key)
		title := regexp.MustCompile(` aria-label="([^"]*)"`).FindStringSubmatch(x.Draw(plot.Frame{}))
		require.Contains(t, page, "<b>Figure "+strconv.Itoa(i+2)+". "+title[1]+".</b>", x.Key)
	}
}
