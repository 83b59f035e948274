package tune

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/stats"
	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// week is what choices did on one week of a half: total waits and longest
// waits, the baseline's first.
type week struct{ wait, max []int64 }

// tuneRow makes a row of ten jobs a week; bounded slowdowns are waits / 10.
func tuneRow(t testing.TB, k int, train, test week) Row {
	t.Helper()
	return weekRow(t, k, 1, train, test)
}

// weekRow is tuneRow of so many weeks; that of the halves has them all alike.
func weekRow(t testing.TB, k, weeks int, train, test week) Row {
	t.Helper()
	var w wire.Writer
	w.Int(int64(k))
	for _, x := range []week{train, test} {
		n := len(x.wait) - 1
		w.Int(int64(weeks))
		w.Int(10 * int64(weeks))
		w.Int(x.wait[0])
		w.Int(x.max[0])
		w.Float(float64(x.wait[0]) / 10)
		w.Int(1)
		w.Int(int64(n))
		bsld := make([]float64, n)
		for i := range n {
			w.Raw([]byte{1})
			bsld[i] = float64(x.wait[i+1]) / 10
		}
		w.Ints(x.wait[1:])
		w.Ints(x.max[1:])
		w.Floats(bsld)
	}
	row, err := study.Decode[Row](w.B)
	require.NoError(t, err)
	if k == study.Logged {
		row.Train.weekly, row.Test.weekly = alike(&row.Train), alike(&row.Test)
	}
	return row
}

// alike are the sums of a half whose weeks are all alike.
func alike(h *Half) (list []Sums) {
	for c := -1; c < h.Choices(); c++ {
		r := h.Baseline
		if c >= 0 {
			r = h.Result(c)
		}
		s := Sums{make([]int64, h.Weeks+1), make([]int64, h.Weeks+1)}
		for w := range h.Weeks {
			n := int64(w)
			s.Wait[w] = (n+1)*r.Wait/int64(h.Weeks) - n*r.Wait/int64(h.Weeks)
			s.Bsld[w] = thousandths(r.Bsld / float64(h.Weeks))
		}
		list = append(list, s)
	}
	return list
}

// try makes a tuning of pairs that behave alike on all weeks but for a little
// noise: total waits by choice, the baseline's first. The halves themselves, of forty
// weeks each, are those weeks together.
func try(t *testing.T, p Plan, weeks int, train, test []int64) *Report {
	t.Helper()
	p.Resamples = weeks
	require.NoError(t, p.Normalise())
	return Merge(p, job.Digest{1}, tried(t, weeks, 40, train, test, test))
}

// tried are the rows of so many weeks, after that of halves of long weeks, of which the
// second waited as logged says.
func tried(t *testing.T, weeks, long int, train, test, logged []int64) []Row {
	noisy := func(k int, waits []int64) week {
		x := week{}
		for i, w := range waits {
			noise := int64(k*(i+3)) % 7
			x.wait, x.max = append(x.wait, w+noise), append(x.max, w/5)
		}
		return x
	}
	sum := func(waits []int64) week {
		x := week{wait: make([]int64, len(waits)), max: waits}
		for k := 1; k <= weeks; k++ {
			for i, w := range noisy(k, waits).wait {
				x.wait[i] += w
			}
		}
		return x
	}
	rows := []Row{weekRow(t, study.Logged, long, sum(train), sum(logged))}
	for k := 1; k <= weeks; k++ {
		rows = append(rows, tuneRow(t, k, noisy(k, train), noisy(k, test)))
	}
	rows[0].Train.Jobs, rows[0].Test.Jobs = rows[1].Train.Jobs*int64(weeks), rows[1].Test.Jobs*int64(weeks) // as many as waited
	return rows
}

func pairsOf(primaries, backfills string, threshold study.Seconds) Plan {
	p := Default()
	p.Primaries, p.Backfills = strings.Split(primaries, ","), strings.Split(backfills, ",")
	p.Thresholds = []study.Seconds{threshold}
	return p
}

func TestTunedFiguresAreTheirDefinitions(t *testing.T) {
	p := pairsOf("FCFS,SPF", "FCFS", study.None)
	p.Resamples = 2
	require.NoError(t, p.Normalise())
	r := Merge(p, job.Digest{}, []Row{
		tuneRow(t, 2, week{[]int64{100, 100, 60}, []int64{50, 50, 70}}, week{[]int64{300, 300, 310}, []int64{90, 90, 80}}),
		tuneRow(t, 1, week{[]int64{200, 200, 100}, []int64{30, 30, 20}}, week{[]int64{100, 100, 50}, []int64{20, 20, 30}}),
	})
	require.Equal(t, 2, r.Done)
	spf := r.Pairs[1]
	judged := spf.Judged
	spf.Judged, spf.TrainOwn, r.Baseline.TrainOwn = report.Judged{}, 0, 0 // the halves themselves are not known
	require.Equal(t, Tuned{Primary: "SPF", Backfill: "FCFS", Threshold: study.None, TrainAvg: 8, TestAvg: 18, TrainMax: 45, TestMax: 55,
		TrainMaxMax: 70, TestMaxMax: 80, TrainBsld: 0.8, TestBsld: 1.8}, spf)
	spf.Judged, spf.TrainOwn = judged, r.Pairs[1].TrainOwn
	require.Equal(t, report.Float(-0.1), spf.Change)
	require.False(t, spf.Low.Known(), "the halves themselves are not known")
	policy, base := []int64{50, 310}, []int64{100, 300} // by the number of the week
	sim := stats.Fieller(policy, base, 0.95)
	require.Equal(t, fmt.Sprint(sim.Low, sim.High), fmt.Sprint(spf.SimLow, spf.SimHigh))
	require.Equal(t, Tuned{Primary: "FCFS", Backfill: "FCFS", Threshold: study.None, TrainAvg: 15, TestAvg: 20, TrainMax: 40, TestMax: 55,
		TrainMaxMax: 50, TestMaxMax: 90, TrainBsld: 1.5, TestBsld: 2, Judged: r.Baseline.Judged}, r.Baseline)
	require.Equal(t, report.Judged{Shown: report.Nothing, Near: r.Baseline.Near}, r.Baseline.Judged)
	r.Baseline.TrainOwn = r.Pairs[0].TrainOwn
	require.Equal(t, fmt.Sprint(r.Baseline), fmt.Sprint(r.Pairs[0]), "NaN and all")
	require.Equal(t, spf.Choice(), r.Learned.Tuned.Choice())
	require.Equal(t, fmt.Sprint(spf), fmt.Sprint(r.Learned.Tuned), "NaN and all")
}

func TestTuningJSONHasTheAgreedFields(t *testing.T) {
	b, err := json.Marshal(try(t, pairsOf("FCFS,SPF", "FCFS,SPF", 72000), 20, []int64{1000, 1000, 900, 800, 700},
		[]int64{1000, 1000, 900, 800, 700}))
	require.NoError(t, err)
	var all map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(b, &all))
	for _, name := range []string{"version", "plan", "digest", "pairs", "learned"} {
		require.Contains(t, all, name)
	}
	var pairs []map[string]any
	require.NoError(t, json.Unmarshal(all["pairs"], &pairs))
	require.Len(t, pairs, 4)
	var learned map[string]any
	require.NoError(t, json.Unmarshal(all["learned"], &learned))
	for _, x := range append(pairs, learned) {
		for _, name := range []string{"primary", "backfill", "threshold", "trainAvg", "testAvg", "trainMax", "testMax", "trainMaxMax",
			"testMaxMax", "change", "low", "high"} {
			require.Contains(t, x, name)
		}
	}
	require.Equal(t, "SPF", learned["backfill"])
	require.EqualValues(t, 72000, learned["threshold"])
}

func TestTheLearnedPairIsTheArgminOnTrainingWhateverTheTestSays(t *testing.T) {
	r := try(t, pairsOf("FCFS,SPF,SQF", "FCFS", study.None), 20, []int64{1000, 1000, 700, 600}, []int64{1000, 1000, 500, 900})
	require.Equal(t, "SQF", r.Learned.Primary)
	require.Equal(t, []string{"SQF", "SPF", "FCFS"}, []string{r.Ranked()[0].Primary, r.Ranked()[1].Primary, r.Ranked()[2].Primary})
	require.InDelta(t, -0.1, float64(r.Learned.Change), 0.01)
}

func TestTheSentenceRecommendsTheLearnedChoiceWhenItIsBetterThanSimplerOnes(t *testing.T) {
	p := pairsOf("FCFS,SPF", "FCFS,SPF,SQF", 72000)
	r := try(t, p, 60, []int64{1000, 1000, 950, 950, 800, 790, 600}, []int64{10000, 10000, 9500, 9500, 8000, 7900, 6000})
	require.Equal(t, Choice{Primary: "SPF", Backfill: "SQF", Threshold: 72000}, r.Recommended.Choice())
	require.False(t, r.Recommended.Simpler)
	require.Equal(t, report.Shown, r.Verdict)
	require.Equal(t, "SPF with SQF backfilling and a threshold of 20\u202fh would have cut the mean wait by 39\u202f%, plausibly 33 to "+
		"46\u202f%. The longest wait falls from 2.8 to 1.7\u202fhours. Decide says whether to set it.", r.Sentence())
}

func TestASimplerChoiceIsPreferredWhereTheTestingWeeksDoNotTellThem(t *testing.T) {
	p := pairsOf("FCFS,SPF", "FCFS,SPF,SQF", 72000)
	same := try(t, p, 60, []int64{1000, 1000, 950, 950, 800, 603, 600}, []int64{1000, 1000, 950, 950, 800, 601, 600})
	require.Equal(t, "SQF", same.Learned.Backfill)
	require.Equal(t, Choice{Primary: "SPF", Backfill: "SPF", Threshold: 72000}, same.Recommended.Choice())
	require.True(t, same.Recommended.Simpler)
	require.Contains(t, same.Sentence(), "SPF with a threshold of 20\u202fh would have cut the mean wait")
	require.Contains(t, same.Sentence(), "The simpler one will do")

	backfill := try(t, p, 60, []int64{1000, 1000, 950, 605, 800, 603, 600}, []int64{1000, 1000, 950, 600, 800, 600, 600})
	require.Equal(t, Choice{Primary: "FCFS", Backfill: "SQF", Threshold: 72000}, backfill.Recommended.Choice(),
		"leaving the queue alone is simpler still")

	nothing := try(t, p, 60, []int64{1000, 1000, 950, 950, 800, 610, 600}, []int64{1000, 1000, 950, 950, 800, 1000, 1000})
	require.True(t, nothing.Recommended.Choice().IsBaseline())
	require.Contains(t, nothing.Sentence(), "The second half does not show that the chosen setting beats FCFS")

	worse := try(t, p, 60, []int64{1000, 1000, 950, 950, 800, 610, 600}, []int64{1000, 1000, 950, 950, 800, 1000, 1500})
	require.Regexp(t, "^SPF with SQF backfilling and a threshold of 20\u202fh was shown worse than FCFS. In the second half it raises "+
		"the mean "+
		"wait by "+
		"4\\d\u202f%, plausibly \\d+ to \\d+\u202f%", worse.Sentence())
}

func TestTheSentenceSaysWhatIsNotKnown(t *testing.T) {
	p := pairsOf("FCFS,SPF", "FCFS", study.None)
	require.NoError(t, p.Normalise())
	require.Equal(t, "Nothing is known yet.", Merge(p, job.Digest{}, nil).Sentence())
	require.Contains(t, try(t, p, 20, []int64{100, 100, 150}, []int64{100, 100, 50}).Sentence(),
		"On the training weeks no other setting does better than FCFS.")
	require.Contains(t, try(t, p, 3, []int64{1000, 1000, 500}, []int64{1000, 1000, 500}).Sentence(), "ask for 60 or more")
	idle := Merge(p, job.Digest{}, []Row{tuneRow(t, 1, week{[]int64{5, 5, 5}, []int64{1, 1, 1}}, week{[]int64{0, 0, 0}, []int64{0, 0, 0}})})
	require.Contains(t, idle.Sentence(), "Nobody waits with FCFS in the second half: there is nothing to gain.")
	require.Equal(t, report.NoGain, idle.Verdict)
	b, err := json.Marshal(idle)
	require.NoError(t, err)
	require.Contains(t, string(b), `"change":null`)
}

func TestABoundThatNobodyKeepsIsSaid(t *testing.T) {
	p := pairsOf("SPF,SQF", "SPF", study.None)
	p.Bound = 1.2
	r := try(t, p, 20, []int64{1000, 1500, 1800}, []int64{1000, 900, 900})
	require.False(t, r.Learned.WithinBound)
	require.Equal(t, "SPF", r.Learned.Primary)
	require.Contains(t, r.Sentence(), "No setting kept the longest wait within 1.2 times that of FCFS")
}

func TestSlowdownsAreTheObjectiveWhenAskedFor(t *testing.T) {
	p := pairsOf("FCFS,SPF", "SPF", study.None)
	p.Objective = AvgBsld
	r := try(t, p, 20, []int64{1000, 900, 500}, []int64{10000, 9000, 5000})
	require.InDelta(t, -0.5, float64(r.Named.Own), 0.01)
	require.Contains(t, r.Sentence(), "would have cut the mean bounded slowdown by 49\u202f%, plausibly ")
}

func TestAGlanceSaysTheSameButHowSureTheChoiceIs(t *testing.T) {
	log := tuningLog(t)
	p := pairsOf("FCFS,SPF,SQF", "FCFS,SPF", 72000)
	p.Resamples, p.Bootstrap = 6, 200
	rows := computed(t, p, log).Rows
	full, glance := Merge(p, log.Digest, rows), Glance(p, log.Digest, rows)
	require.NotNil(t, full.Choice)
	require.Nil(t, glance.Choice, "it takes the most time")
	text := func(r *Report) string { // of NaN too
		b, err := json.Marshal(r)
		require.NoError(t, err)
		return string(b)
	}
	all := text(full)
	full.Choice = nil
	for i := range full.Pairs {
		require.False(t, glance.Pairs[i].Near)
		full.Pairs[i].Near = false
	}
	full.Learned.Near, full.Baseline.Near = false, false
	for i := range full.Learned.ByThreshold {
		full.Learned.ByThreshold[i].Near = false
	}
	require.Equal(t, text(full), text(glance))
	require.Equal(t, full.Sentence(), glance.Sentence())
	slices.Reverse(rows)
	require.Equal(t, all, text(Merge(p, log.Digest, rows)), "rows may come in any order")
}

func TestCSVHasARowForEachChoice(t *testing.T) {
	r := try(t, pairsOf("FCFS,SPF", "FCFS,SPF", study.None), 20, []int64{1000, 1000, 900, 800, 700}, []int64{1000, 1000, 900, 800, 700})
	cells, err := csv.NewReader(strings.NewReader(r.CSV())).ReadAll()
	require.NoError(t, err)
	require.Len(t, cells, 1+4)
	require.Equal(t, []string{"SPF", "SPF", "", "20"}, cells[4][:4])
	require.Equal(t, "of all", cells[4][len(cells[4])-1])
	x, err := strconv.ParseFloat(cells[4][12], 64)
	require.NoError(t, err)
	require.Equal(t, float64(r.Pairs[3].Change), x)
}

func TestASweepIsOnePairWithEveryThreshold(t *testing.T) {
	log := tuningLog(t)
	p := pairsOf("FCFS,SPF", "FCFS,SQF", study.None)
	p.Thresholds = []study.Seconds{study.None, 3600, 72000}
	p.Resamples, p.Bootstrap = 3, 100
	rows := computed(t, p, log).Rows
	r := Merge(p, log.Digest, rows)
	sweep := r.Sweep("SPF", "SQF")
	require.Len(t, sweep, 3)
	for i, s := range p.Thresholds {
		require.Equal(t, Choice{Primary: "SPF", Backfill: "SQF", Threshold: s}, sweep[i].Choice())
	}
	require.Nil(t, r.Sweep("SAF", "SQF"))
}

func TestEvidenceIsThatOfTheRows(t *testing.T) {
	log := tuningLog(t)
	p := pairsOf("FCFS,SPF,LQF,SQF", "FCFS,SPF", study.None)
	p.Thresholds = []study.Seconds{study.None, 72000, 7200}
	p.Resamples, p.Bootstrap = 10, 100
	rows := computed(t, p, log).Rows
	r := Merge(p, log.Digest, rows)
	e := Explain(r, rows)
	_, weeks := study.Split(rows)
	require.Len(t, e.Test, p.Choices())
	for c, x := range e.Test {
		// the difference is the mean over weeks, whatever the ratio is
		sum, weight := 0.0, 0.0
		for k := range weeks {
			h := &weeks[k].Test
			sum += float64(h.Result(c).Wait-h.Baseline.Wait) / float64(h.Jobs)
			weight++
		}
		require.InDelta(t, sum/weight, float64(x.Difference.Avg), 1e-6)
		require.LessOrEqual(t, x.Ratio.AvgLow, x.Ratio.AvgHigh)
		dominated := false
		for _, y := range e.Test {
			dominated = dominated || y.Change < x.Change && y.MaxChange < x.MaxChange
		}
		require.False(t, dominated && x.Front, "a point on the front that another beats in both")
		if !x.Front && !dominated { // then another is as good in one and better in the other
			found := false
			for _, y := range e.Test {
				found = found || y.Change <= x.Change && y.MaxChange <= x.MaxChange && (y.Change != x.Change || y.MaxChange != x.MaxChange)
			}
			require.True(t, found)
		}
	}
	require.Equal(t, report.Point{Avg: 1, AvgLow: 1, AvgHigh: 1, Max: 1, MaxLow: 1, MaxHigh: 1}, e.Train[0].Ratio,
		"the baseline against itself")

	require.Len(t, e.Heat, 3)
	require.Equal(t, "FCFS", e.Heat[1].Against)
	for i := range p.Primaries {
		require.Zero(t, e.Heat[1].Given[i][0])
	}
	at, _ := p.Find(Choice{Primary: "LQF", Backfill: "SPF", Threshold: 72000})
	plain, _ := p.Find(Choice{Primary: "LQF", Backfill: "FCFS", Threshold: 72000})
	require.InDelta(t, float64(r.Pairs[at].TestAvg/r.Pairs[plain].TestAvg)-1, float64(e.Heat[1].Given[2][1]), 1e-12)
	require.Equal(t, r.Pairs[at].Change, e.Heat[1].Change[2][1])

	moves := e.MovesTo(&p, "SPF", 72000)
	require.Len(t, moves, 4)
	for i, m := range moves {
		require.Equal(t, Choice{Primary: p.Primaries[i], Backfill: "SPF", Threshold: study.None}, p.Choice(m.From))
		require.Equal(t, Choice{Primary: p.Primaries[i], Backfill: "SPF", Threshold: 72000}, p.Choice(m.To))
	}

	require.Len(t, e.Swept, 3)
	for k, s := range e.Swept {
		require.Equal(t, r.Learned.ByThreshold[k].Choice(), p.Choice(s.Learned))
		require.Equal(t, s.Threshold, p.Choice(s.Overall).Threshold)
		require.Equal(t, r.Learned.Primary, p.Choice(s.Overall).Primary)
		require.Len(t, e.Transfer[k].Choices, 8)
		require.Less(t, math.Abs(float64(e.Transfer[k].Spearman)), 1.0000001)
	}
	require.InDelta(t, float64(r.Pairs[at].TestAvg-r.Baseline.TestAvg), float64(e.Transfer[1].TestDifference[5]), 1e-9)
	require.InDelta(t, float64(r.Pairs[at].TestAvg/r.Baseline.TestAvg), float64(e.Transfer[1].Test[5]), 1e-12)

	require.Len(t, e.Weekly.Avg, 4)
	require.Len(t, e.Weekly.Avg[0], 10)
	require.Equal(t, e.Weekly.Baseline, e.Weekly.Avg[0], "FCFS with FCFS is the baseline")
	require.InDelta(t, float64(e.Weekly.Avg[1][3]/e.Weekly.Baseline[3]), float64(e.Weekly.Relative[1][3]), 1e-12)
}

func TestRankCorrelationsOfKnownExamples(t *testing.T) {
	x := []float64{106, 100, 86, 101, 99, 103, 97, 113, 112, 110}
	y := []float64{7, 27, 2, 50, 28, 29, 20, 12, 6, 17}
	require.InDelta(t, -29./165, spearman(x, y), 1e-12)
	require.InDelta(t, -5./45, kendall(x, y), 1e-12)
	require.InDelta(t, 1, spearman([]float64{1, 2, 2, 9}, []float64{3, 4, 4, 5}), 1e-12)
	require.InDelta(t, 1, kendall([]float64{1, 2, 2, 9}, []float64{3, 4, 4, 5}), 1e-12)
	// one tie in x: (5-0)/sqrt(5*6)
	require.InDelta(t, 5/math.Sqrt(30), kendall([]float64{1, 2, 2, 3}, []float64{1, 2, 3, 4}), 1e-12)
	for _, f := range []func(a, b []float64) float64{spearman, kendall} {
		require.InDelta(t, -1, f([]float64{1, 2, 3}, []float64{3, 2, 1}), 1e-12)
		require.True(t, math.IsNaN(f([]float64{1, 1, 1}, []float64{3, 2, 1})))
		require.True(t, math.IsNaN(f([]float64{1, math.NaN(), 1}, []float64{3, 2, 1})))
		require.True(t, math.IsNaN(f(nil, nil)))
	}
}

func TestAMixIsJudgedAgainstBaselineAndLearnedPair(t *testing.T) {
	log := tuningLog(t)
	p := pairsOf("FCFS,SPF", "SPF", study.None)
	p.Resamples, p.Bootstrap = 8, 200
	rows := computed(t, p, log).Rows
	r := Merge(p, log.Digest, rows)
	// a mixture that is the learned pair again: nothing further
	final := p
	final.Primaries = []string{r.Learned.Primary}
	mixed := computed(t, final, log).Rows
	m := MergeMix(r, rows, Mix{}, final, mixed)
	require.Equal(t, fmt.Sprint(r.Learned.Tuned), fmt.Sprint(m.Tuned), "NaN and all")
	require.Zero(t, m.Further)
	require.Contains(t, m.Sentence(), "can't be told apart")
	// and one that is the baseline's order
	final.Primaries = []string{"FCFS"}
	mixed = computed(t, final, log).Rows
	m = MergeMix(r, rows, Mix{}, final, mixed)
	require.Equal(t, report.Nothing, m.Shown, "of halves of so few weeks nothing is shown")
	m.Near = r.Pairs[0].Near // that of one of two settings
	require.Equal(t, fmt.Sprint(r.Pairs[0]), fmt.Sprint(m.Tuned), "NaN and all")
	require.Greater(t, m.FurtherSimLow, report.Float(0))
	require.True(t, m.FurtherLow.Known())
	require.Less(t, m.FurtherLow, report.Float(0))
	require.Regexp(t, "Against the chosen pair it changes the mean wait by .* more. The two can't be told apart\\.", m.Sentence())
}
