package predict

import (
	"encoding/csv"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/stats"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/predictor"
	"shadowtime/core/study"
)

func bytesOf(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

func TestMergingDoesNotDependOnTheOrderOfRows(t *testing.T) {
	p := small()
	p.Also = "ave3-doubling-SAF"
	rows := computed(t, p, sampled(t, 5)).Rows
	want := Merge(p, job.Digest{1}, rows)
	for n := range 10 {
		mixed := slices.Clone(rows)
		rand.New(rand.NewPCG(1, uint64(n))).Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		got := Merge(p, job.Digest{1}, mixed)
		require.Equal(t, bytesOf(t, want), bytesOf(t, got))
		require.Equal(t, want.Sentence(), got.Sentence())
	}
}

// made is a row whose ways wait so long in so many jobs each; slowdowns are a
// hundredth of it.
func made(k, jobs int, waits ...int64) Row {
	row := Row{K: k, Weeks: 2}
	for i, w := range waits {
		row.Ways = append(row.Ways, Did{
			Run: metric.Run{Jobs: int64(jobs), SumWait: w, MaxWait: w / 2, SumBsld: float64(w) / 100,
				MaxBsld: float64(w) / 200, Area: 1},
			Accuracy:    predictor.Accuracy{Jobs: jobs, MAE: float64(10*i + jobs), MeanELoss: float64(i), Under: float64(i) / 10},
			Corrections: int64(i), Extreme: int64(i),
		})
	}
	return row
}

// short is a plan whose ladder has three ways: EASY, the average asked about, exact
// knowledge.
func short(also string) Plan {
	p := Default()
	p.Predictor, p.Backfill, p.Also, p.Objective = Average, "FCFS", also, AvgWait
	return p
}

func TestFiguresArePooledOverAllJobs(t *testing.T) {
	p := short("")
	require.NoError(t, p.Normalise())
	rows := []Row{made(1, 10, 1000, 800, 500), made(2, 30, 3000, 3100, 1500)}
	for _, o := range Objectives {
		p.Objective = o
		r := Merge(p, job.Digest{}, rows)
		require.Equal(t, 2, r.Done)
		ave, bound := r.Asked(), r.Bound()
		require.Equal(t, []report.Float{0, -100. / 4000, -2000. / 4000}, []report.Float{r.EASY().Change, ave.Change, bound.Change})
		require.Equal(t, []report.Float{1, 2}, []report.Float{ave.Wins, bound.Wins})
		require.Equal(t, []report.Float{3900. / 40, 39. / 40}, []report.Float{ave.AvgWait, ave.AvgBsld})
		require.Equal(t, report.Float((400.+1550)/2), ave.MaxWait)
		require.EqualValues(t, 1550, ave.MaxMaxWait)
		require.Equal(t, report.Float(15.5), ave.MaxBsld)
		require.Equal(t, report.Float((20.*10+40*30)/40), ave.MAE, "errors count by the job")
		require.Equal(t, []report.Float{1, 0.1, 2. / 40, 2. / 40}, []report.Float{ave.MeanELoss, ave.Under, ave.Corrections, ave.Extreme})
	}
}

func TestOnlyAWayThatDoesNotKnowRunTimesIsNamed(t *testing.T) {
	p := short("clairvoyant-SJBF,requested-SJBF,ave3-doubling-SJBF")
	require.NoError(t, p.Normalise())
	rng := rand.New(rand.NewPCG(4, 4))
	for range 50 {
		var rows []Row
		for k := 1; k <= 12; k++ {
			row := made(k, 10, 10_000)
			for range p.Ways()[1:] {
				row.Ways = append(row.Ways, made(k, 10, 5000+rng.Int64N(9000)).Ways...)
			}
			for i, x := range p.Ways() { // knowing is far ahead
				if !x.Predicts() {
					row.Ways[i] = made(k, 10, 1000+rng.Int64N(500)).Ways[0]
				}
			}
			rows = append(rows, row)
		}
		r := Merge(p, job.Digest{}, rows)
		least := ""
		for _, w := range r.Ranked() {
			if least == "" && !strings.HasPrefix(w.Way, "clairvoyant") && w.Way != r.EASY().Way {
				least = w.Way
			}
		}
		require.Equal(t, least, r.Named.Way)
		require.Equal(t, least, r.Ways[r.Named.At].Way)
		require.Equal(t, r.Ways[r.Named.At].Change, r.Named.Change)
		require.Equal(t, stats.Among(report.Level, 4), float64(r.Named.Level), "three and EASY could be chosen")
		require.Contains(t, r.Sentence(), "Of the 3 ways tried that don't know run times "+least+" does best")
	}
	p.Also = ""
	require.Nil(t, Merge(p, job.Digest{}, []Row{made(1, 10, 3, 2, 1)}).Named, "the ladder was not chosen by looking")
	p.Also = "clairvoyant-SJBF"
	r := Merge(p, job.Digest{}, []Row{made(1, 10, 3, 2, 1, 1)})
	require.Equal(t, r.Asked().Way, r.Named.Way)
}

func TestTheLogItselfIsSummedUpInHalves(t *testing.T) {
	p := short("")
	require.NoError(t, p.Normalise())
	log := made(study.Logged, 10, 400, 300, 100)
	log.Weeks = 3 // the first half has one of them; what comes after belongs to the second
	log.Wait = [][]int64{{100, 100, 100, 100}, {50, 150, 50, 50}, {25, 25, 25, 25}}
	log.Bsld = [][]int64{{10, 0, 0, 0}, {5, 0, 0, 0}, {0, 0, 0, 0}}
	rows := []Row{made(1, 10, 800, 700, 100), log}
	a := Merge(p, job.Digest{}, rows).AsLogged
	require.Equal(t, 3, a.Weeks)
	require.Equal(t, []report.Float{0, -0.25, -0.75}, a.Changes)
	require.Equal(t, []report.Float{0, -0.5, -0.75}, a.FirstHalf)
	require.Equal(t, []report.Float{0, -50. / 300, -0.75}, a.SecondHalf)
	require.Equal(t, []report.Float{40, 2}, []report.Float{a.EASY, a.Likeness})
	p.Objective = AvgBsld
	a = Merge(p, job.Digest{}, rows).AsLogged
	require.Equal(t, []report.Float{0, -0.5, -1}, a.FirstHalf)
	require.False(t, a.SecondHalf[1].Known(), "nothing is slowed down there")
	require.Equal(t, report.Float(0.4), a.EASY)
	log.Weeks = 1
	require.Nil(t, Merge(p, job.Digest{}, []Row{log}).AsLogged.FirstHalf)
	require.False(t, Merge(p, job.Digest{}, []Row{log}).AsLogged.Likeness.Known(), "there is no resample")
	require.Nil(t, Merge(p, job.Digest{}, rows[:1]).AsLogged)
}

func TestTheEvidenceAgreesWithTheTable(t *testing.T) {
	p := small()
	p.Resamples, p.Threshold = 1, 20*3600
	x := computed(t, p, sampled(t, 5))
	tr, rows := x.Trace, x.Rows
	r := Merge(p, job.Digest{}, rows)
	e, err := Explain(r, tr)
	require.NoError(t, err)
	require.Len(t, e.Behind, len(p.Ladder()))
	for i, b := range e.Behind {
		require.Equal(t, r.Ways[i].Way, b.Name)
		require.Equal(t, r.AsLogged.Ways[i], logged(&b.Did))
	}
	require.Equal(t, thresholds()[0], e.Tail[0].Threshold)
	at := slices.IndexFunc(e.Tail, func(x Threshold) bool { return x.Threshold == p.Threshold })
	require.Equal(t, r.AsLogged.Ways[p.Asked()], e.Tail[at].Way)
	require.Equal(t, r.AsLogged.Ways[0], e.Tail[at].EASY)
	require.EqualValues(t, tr.Len(), e.Asking.Jobs)
	require.InEpsilon(t, float64(r.AsLogged.Ways[0].AvgWait), float64(e.Asking.Waited)/float64(e.Asking.Jobs), 1e-12)
}

func TestWhereRequestsAreExactThereIsNothingToPredict(t *testing.T) {
	p := small()
	p.Closer = 1
	rows := computed(t, p, sampled(t, 5)).Rows
	r := Merge(p, job.Digest{}, rows)
	require.Contains(t, r.Sentence(), "Requests were brought to run times: EASY with requests knows them already, and exact knowledge "+
		"changes the order of backfilling alone.")
	require.Contains(t, r.Sentence(), "This log is too short to claim what knowing or predicting run times is worth: it has 5 whole "+
		"weeks, and 8 are the least.")
	require.Equal(t, r.Bound().Change, r.Ways[1].Change, "shortest request first knows the same")
	p.Closer, p.Backfill = 0, "FCFS"
	rows = computed(t, p, sampled(t, 5)).Rows
	require.NotContains(t, Merge(p, job.Digest{}, rows).Sentence(), "knows them already")
}

// judged is a report of four ways whose intervals are given.
func judged(bound, asked, pair report.Judged) *Report {
	p := Default()
	p.Backfill = "FCFS"
	r := &Report{Plan: p, Done: 60}
	for i, x := range p.Ways() {
		w := Way{Way: x.Name(), AvgWait: 100, MaxWait: 10, MAE: 5, Judged: []report.Judged{{}, pair, asked, bound}[i]}
		r.Ways = append(r.Ways, w)
	}
	return r
}

func change(shown string, mid, low, high, simLow, simHigh report.Float) report.Judged {
	return report.Judged{Bounds: report.Bounds{Change: mid, Low: low, High: high, SimLow: simLow, SimHigh: simHigh}, Shown: shown}
}

func TestWaysThatShareADoubtShareASentence(t *testing.T) {
	plain := func(r *Report) string {
		s, _, _ := strings.Cut(strings.ReplaceAll(r.Sentence(), "\u202f", " "), " With learned run times ")
		return s
	}
	sure, less := change(report.Less, -0.4, -0.5, -0.3, -0.42, -0.38), change(report.Less, -0.2, -0.3, -0.1, -0.21, -0.19)
	resampled := change(report.Nothing, -0.2, -0.4, 0.1, -0.22, -0.18)
	alone, open := change(report.Nothing, -0.2, -0.39, -0.01, -0.22, -0.18), change(report.Nothing, 0.02, -0.1, 0.1, -0.05, 0.07)
	for _, x := range []struct {
		r    *Report
		says string
	}{
		{judged(sure, less, less), "Knowing run times exactly would be worth 40 % [30, 50] of the mean bounded slowdown; learning them " +
			"gets 20 [10, 30] of those 40 points, the average of a user's last two 20 [10, 30]."},
		{judged(less, sure, less), "Knowing run times exactly would be worth 20 % [10, 30] of the mean bounded slowdown; learning them " +
			"gets even 40 [30, 50] points, the average of a user's last two gets 20 [10, 30] of those 20 points."},
		{judged(sure, less, open), "Knowing run times exactly would be worth 40 % [30, 50] of the mean bounded slowdown; learning them " +
			"gets 20 [10, 30] of those 40 points, while the average of a user's last two was not shown to change it. In resamples the " +
			"average of a user's last two changes it by +2.0 %; this may be chance."},
		{judged(alone, less, alone), "Knowing run times exactly was not shown to change the mean bounded slowdown, but learning them " +
			"lowers it by 20 % [10, 30], while the average of a user's last two was not shown to change it. Taken alone, knowing run " +
			"times exactly changes it by −20 % [−39, −1] and the average of a user's last two by −20 % [−39, −1]; among 3 ways compared " +
			"at once that does not count as shown."},
		{judged(resampled, resampled, resampled), "Neither knowing run times exactly, learning them nor the average of a user's last two " +
			"was shown to change the mean bounded slowdown. In resamples knowing run times exactly changes it by −20 %, learning them by " +
			"−20 % and the average of a user's last two by −20 %, but other weeks of this machine could show anything from −40 % to +10 " +
			"%, from −40 % to +10 % and from −40 % to +10 %: a longer log would tell."},
		{judged(resampled, open, change(report.Nothing, 9, -1, 90, 2, 70)), "Neither knowing run times exactly, learning them nor the " +
			"average of a user's last two was shown to change the mean bounded slowdown. In resamples knowing run times exactly changes " +
			"it by −20 % and the average of a user's last two by +900 %, but other weeks of this machine could show anything from −40 % " +
			"to +10 % and anything at all: a longer log would tell. In resamples learning them changes it by +2.0 %; this may be chance."},
		{judged(change(report.Nothing, 0, 0, 0, 0, 0), change(report.Nothing, 0, 0, 0, 0, 0), change(report.Nothing, 0.0001, 0, 0.0002, 0,
			0.0002)), "In resamples knowing run times exactly, learning them and the average of a user's last two leave the mean bounded " +
			"slowdown as it is."},
	} {
		require.Equal(t, x.says, plain(x.r))
	}
}

func TestSeveralLogsAreSummedUpInASentence(t *testing.T) {
	less, open := change(report.Less, -0.2, -0.3, -0.1, -0.21, -0.19), change(report.Nothing, 0.02, -0.1, 0.1, -0.05, 0.07)
	a, b := Finding{"A", judged(less, open, open)}, Finding{"B", judged(less, less, open)}
	require.Equal(t, "Knowing run times exactly was shown to be worth something on all 2 logs; learning them was shown better than "+
		"requests on B, of 2 logs.", Side{a, b}.Sentence())
	none := Finding{"C", judged(open, open, open)}
	require.Equal(t, "On none of the 2 logs was knowing run times exactly shown to be worth anything; on none of the 2 logs was learning "+
		"them shown better than requests.", Side{none, none}.Sentence())
	require.Equal(t, "Nothing is known yet.", Side{}.Sentence())

	cells, err := csv.NewReader(strings.NewReader(CSV(Side{a, b}))).ReadAll()
	require.NoError(t, err)
	require.Len(t, cells, 1+2*4)
	require.Equal(t, []string{"trace", "way"}, cells[0][:2])
	require.Equal(t, []string{"B", "requested-FCFS"}, cells[5][:2])
	require.Equal(t, a.Report.CSV(), CSV(Side{a}), "one log needs no name")
}

func TestTheMethodsNameWhatWasReplayed(t *testing.T) {
	source := report.Source{Name: "a log", Cleaning: &job.Cleaning{}}
	said := func(predictor, also string) string {
		p := Default()
		p.Predictor, p.Also = predictor, also
		require.NoError(t, p.Normalise())
		ways := make([]int64, len(p.Ways()))
		for i := range ways {
			ways[i] = int64(100 + i)
		}
		r := Merge(p, job.Digest{}, []Row{made(1, 10, ways...), made(2, 10, ways...)})
		r.Source = source
		return r.Methods()
	}
	s := said("quantile@0.7", "")
	require.Contains(t, s, "quantile@0.7-incremental-SJBF, clairvoyant-SJBF (predictor")
	require.Contains(t, s, "pinball loss")
	require.NotContains(t, s, "The learner")
	require.Contains(t, s, "A prediction that its job outlived became itself and 1 min")
	require.Contains(t, s, "for all 4 ways at once: each at a level of 98.75")
	s = said("history2", "ave3-doubling-SAF")
	require.Contains(t, s, "History averages")
	require.Contains(t, s, "became longer as its way is called: it became itself and 1 min")
	require.Contains(t, s, "; or it was doubled, up to the request (doubling).")
	s = said("learned", "all")
	require.Contains(t, s, "clairvoyant-SJBF, and the study's 128 triples (predictor")
	require.Contains(t, s, "The learner")
	require.NotContains(t, s, "ave2-doubling-FCFS")
}
