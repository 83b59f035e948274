package predict

import (
	"encoding/csv"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/resample"
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
		require.Equal(t, least, r.Named.Way, "while the log is not replayed, by resamples")
		require.Equal(t, least, r.Ways[r.Named.At].Way)
		require.Equal(t, r.Ways[r.Named.At].Change, r.Named.Change)
		require.Equal(t, 3, r.Named.Among)

		log := made(study.Logged, 10, 10_000)
		for range p.Ways()[1:] {
			log.Ways = append(log.Ways, made(study.Logged, 10, 1000+rng.Int64N(12_000)).Ways...)
		}
		log.Weeks, least = 20, ""
		for i := range log.Ways {
			list := make([]int64, 21)
			for w := range list[:20] {
				list[w] = log.Ways[i].Run.SumWait
			}
			log.Wait, log.Bsld = append(log.Wait, list), append(log.Bsld, list)
		}
		r = Merge(p, job.Digest{}, []Row{log})
		for _, w := range r.Ranked() {
			if least == "" && !strings.HasPrefix(w.Way, "clairvoyant") && w.Way != r.EASY().Way {
				least = w.Way
			}
		}
		require.Equal(t, least, r.Named.Way, "of weeks alike the least")
		require.Equal(t, r.Verdict, r.Named.Verdict)
		require.Contains(t, r.Sentence(), "Of the 3 ways tried that don't know run times ")
		w := &r.Ways[r.Named.At]
		require.Equal(t, []report.Float{w.Corrected, w.Low, w.High}, []report.Float{r.Named.Change, r.Named.Low, r.Named.High},
			"table and sentence have one figure of it")
		switch asked := r.Named.At < len(p.Ladder()); {
		case asked:
			require.Contains(t, r.Sentence(), Doing(p.Ways()[r.Named.At])+" comes out best.")
		case r.Verdict == report.Shown && r.Named.Change < 0:
			require.InDelta(t, 1-0.05/3, float64(r.Named.Level), 1e-15)
			require.Contains(t, r.Sentence(), least+" comes out best. It would have cut the average wait by ")
			require.Contains(t, r.Sentence(), "corrected for choosing the best of 3 ways.")
		}
	}
	p.Also = ""
	require.Equal(t, Average+"-incremental-FCFS", Merge(p, job.Digest{}, []Row{made(1, 10, 3, 2, 1)}).Named.Way, "the one asked about")
	p.Also = "clairvoyant-SJBF"
	r := Merge(p, job.Digest{}, []Row{made(1, 10, 3, 2, 1, 1)})
	require.Equal(t, r.Asked().Way, r.Named.Way)
}

func TestTheLogItselfIsSummedUpInHalves(t *testing.T) {
	p := short("")
	require.NoError(t, p.Normalise())
	log := made(study.Logged, 10, 400, 300, 100)
	log.Weeks = 3 // the first half has one of them; what comes after is in neither
	log.Wait = [][]int64{{100, 100, 100, 100}, {50, 150, 50, 50}, {25, 25, 25, 25}}
	log.Bsld = [][]int64{{10, 0, 0, 0}, {5, 0, 0, 0}, {0, 0, 0, 0}}
	rows := []Row{made(1, 10, 800, 700, 100), log}
	a := Merge(p, job.Digest{}, rows).AsLogged
	require.Equal(t, 3, a.Weeks)
	require.Equal(t, []report.Float{0, -50. / 300, -0.75}, a.Changes, "of the whole weeks")
	require.Equal(t, []report.Float{0, -0.5, -0.75}, a.FirstHalf)
	require.Equal(t, []report.Float{0, 0, -0.75}, a.SecondHalf)
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
	fixture.Long(t)
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
	fixture.Long(t)
	p := small()
	p.Closer = 1
	rows := computed(t, p, sampled(t, 5)).Rows
	r := Merge(p, job.Digest{}, rows)
	require.Contains(t, r.Sentence(), "Requests were brought to run times. EASY with requests knows them already. Exact knowledge "+
		"changes the backfilling order alone.")
	require.Equal(t, r.Bound().Change, r.Ways[1].Change, "shortest request first knows the same")
	p.Closer, p.Backfill = 0, "FCFS"
	rows = computed(t, p, sampled(t, 5)).Rows
	require.NotContains(t, Merge(p, job.Digest{}, rows).Sentence(), "knows them already")
}

// told is the report of a log of so many weeks in which exact knowledge, the way asked about
// and the average of two have slowdowns of so many percent of EASY's, as resamples have.
func told(t *testing.T, weeks int, percent ...int64) *Report {
	t.Helper()
	p := Default()
	p.Backfill, p.Resamples = "FCFS", 8
	require.NoError(t, p.Normalise())
	places := []int{p.Bound(), p.Asked(), p.Pair()}
	row := func(k int, of func(share int64) int64) Row {
		waits := []int64{of(100), 0, 0, 0}
		for i, share := range percent {
			waits[places[i]] = of(share)
		}
		row := made(k, 10, waits...)
		row.Weeks = weeks
		return row
	}
	log := row(study.Logged, func(share int64) int64 { return 1000 * share })
	for i := range log.Ways {
		list := make([]int64, weeks+1)
		for w := range list[:weeks] {
			list[w] = log.Ways[i].Run.SumWait
		}
		log.Wait, log.Bsld = append(log.Wait, list), append(log.Bsld, list)
	}
	rows := []Row{log}
	for k := 1; k <= 8; k++ {
		rows = append(rows, row(k, func(share int64) int64 { return share * int64(1000+k*k%7) }))
	}
	return Merge(p, job.Digest{}, rows)
}

func TestEachWayHasASentenceOfWhatIsShownOfIt(t *testing.T) {
	for _, x := range []struct {
		weeks   int
		percent []int64
		verdict report.Verdict
		says    string
	}{
		{52, []int64{60, 80, 80}, report.Shown,
			"Knowing run times exactly would have cut the mean bounded slowdown by 39 %, plausibly 32 to 47 %. Learning run times would " +
				"have " +
				"cut it by 19 %, plausibly 9 to 30 %. The average of a user's last two would have cut it by 19 %, plausibly 9 to 30 %. " +
				"The raw changes are −40 %, −20 % and −20 %, in this order."},
		{52, []int64{60, 80, 98}, report.Shown,
			"Knowing run times exactly would have cut the mean bounded slowdown by 39 %, plausibly 32 to 47 %. Learning run times would " +
				"have " +
				"cut it by 19 %, plausibly 9 to 30 %. The average of a user's last two was not shown to change it. Best guess: −1.9 %, " +
				"plausibly between 14 % less and 12 % more. Even twenty years of log would not settle it."},
		{52, []int64{130, 88, 100}, report.Leaning,
			"Even knowing run times exactly raises the mean bounded slowdown by 29 %, plausibly 14 to 48 %. Learning run times is likely " +
				"to cut it by 12 %, plausibly 2 to 21 %. This is not yet sure. About 74 weeks more would settle it. " +
				"The average of a user's last two leaves it as it is."},
		{6, []int64{70, 90, 95}, report.Undecided, "Neither"},
		{3, []int64{60, 80, 80}, report.Undecided,
			"3 whole weeks are too short to claim anything. At least 4 are needed, and 8 or more are useful. Export a longer period. As " +
				"replayed, knowing run times exactly takes 40 % off the mean bounded slowdown of EASY with requests. Learning run times " +
				"changes the mean bounded slowdown by −20 %."},
		{52, []int64{100, 100, 100}, report.Undecided,
			"Knowing run times exactly, learning run times and the average of a user's last two leave the mean bounded slowdown as it is."},
	} {
		r := told(t, x.weeks, x.percent...)
		s, _, _ := strings.Cut(strings.ReplaceAll(r.Sentence(), "\u202f", " "), " With learned run times ")
		require.Contains(t, s, x.says)
		require.Equal(t, x.verdict, r.Verdict, x.says)
		for _, row := range r.Forest("log").Rows[1:] {
			i := slices.IndexFunc(r.Ways, func(w Way) bool { return w.Way == row.Name })
			if c := r.claims[i]; c != nil && x.weeks > 6 && row.Mid != 0 {
				said := report.Plausible(report.Float(row.Mid), report.Float(row.Low), report.Float(row.High))
				said = strings.ReplaceAll(said, "\u202f", " ")
				require.Contains(t, s, said, row.Name+": the chart draws what the sentence says")
				require.Equal(t, c.Verdict == report.Undecided, row.Low < 0 && row.High > 0, row.Name)
			}
		}
	}
}

// Resamples tell of chance, not of the machine.
func TestTheLogsOwnWeeksDecideWhatPredictionsAreWorth(t *testing.T) {
	all := told(t, 52, 60, 80, 80)
	rows := []Row{}
	for k := 1; k <= 8; k++ {
		rows = append(rows, made(k, 10, 100_000, 80_000, 80_000, 60_000+int64(k)))
	}
	alone := Merge(all.Plan, job.Digest{}, rows)
	require.Equal(t, report.Undecided, alone.Verdict)
	require.Less(t, alone.Bound().SimHigh, report.Float(0))
	require.Equal(t, report.Nothing, alone.Bound().Shown)
	require.Equal(t, "The log itself is not replayed yet. In resamples of it knowing run times exactly changes the mean bounded slowdown "+
		"by −40\u202f%. Learning run times changes the mean bounded slowdown by −20\u202f%.", alone.Sentence())

	p := all.Plan
	log := made(study.Logged, 10, 1, 1, 1, 1)
	log.Weeks = 52
	for _, share := range []int64{100, 80, 80, 60} {
		list := make([]int64, 53)
		for w := range list {
			list[w] = 1000 * share
		}
		list[52] = 99_999_999 // outside whole weeks
		log.Wait, log.Bsld = append(log.Wait, list), append(log.Bsld, list)
	}
	for i := range log.Ways {
		log.Ways[i].Run.SumWait = 1_000_000
	}
	few := Merge(p, job.Digest{}, []Row{log})
	require.Zero(t, few.Done)
	require.Equal(t, all.Verdict, few.Verdict)
	require.Equal(t, all.Named.Low, few.Named.Low)
	require.InDelta(t, -0.2, float64(few.Asked().Own), 1e-12, "of whole weeks alone")
	require.InDelta(t, float64(few.Asked().Own), float64(few.AsLogged.Changes[few.Plan.Asked()]), 1e-12, "as the table has it")
	require.NotContains(t, strings.Join(slices.Concat(few.Table()...), " ")+few.CSV()+few.Sentence()+few.Note(), "NaN")

	last := log // the log's own last weeks, before the log itself is known
	last.K, last.Bsld, p.Variant = 1, nil, resample.Original
	for _, v := range log.Bsld {
		last.Bsld = append(last.Bsld, append(slices.Clone(v[:52]), 0))
	}
	require.NoError(t, p.Normalise())
	own := Merge(p, job.Digest{}, []Row{last})
	require.Nil(t, own.AsLogged)
	require.Equal(t, report.Shown, own.Verdict)
	require.NotEmpty(t, own.Sentence())
	p = all.Plan

	against := Merge(p, job.Digest{}, append([]Row{log}, func() (list []Row) {
		for k := 1; k <= 8; k++ {
			list = append(list, made(k, 10, 100_000, 80_000, 130_000, 60_000+int64(k)))
		}
		return list
	}()...))
	require.Equal(t, report.Leaning, against.Verdict)
	require.Contains(t, against.Sentence(), "Resamples do not bear it out. They change by +30")
}

func TestSeveralLogsAreSummedUpInASentence(t *testing.T) {
	a, b := Finding{"A", told(t, 52, 80, 99, 100)}, Finding{"B", told(t, 52, 80, 80, 100)}
	require.Equal(t, "Knowing run times exactly was shown to be worth something on all 2 logs; learning run times was shown better than "+
		"requests on B, of 2 logs.", Side{a, b}.Sentence())
	none := Finding{"C", told(t, 52, 99, 99, 100)}
	require.Equal(t, "On none of the 2 logs was knowing run times exactly shown to be worth anything; on none of the 2 logs was learning "+
		"run times shown better than requests.", Side{none, none}.Sentence())
	require.Equal(t, "Nothing is known yet.", Side{}.Sentence())

	cells, err := csv.NewReader(strings.NewReader(CSV(Side{a, b}))).ReadAll()
	require.NoError(t, err)
	require.Len(t, cells, 1+2*4)
	require.Equal(t, []string{"trace", "way"}, cells[0][:2])
	require.Equal(t, []string{"B", "requested-FCFS"}, cells[5][:2])
	require.Equal(t, a.Report.CSV(), CSV(Side{a}), "one log needs no name")
}

func TestTheMethodsNameWhatWasReplayed(t *testing.T) {
	fixture.Long(t)
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
	long := told(t, 52, 60, 80, 80)
	long.Source = source
	require.Contains(t, long.Methods(), "the first 3 ways after EASY with requests, holds at 95\u202f% for all of them together "+
		"(Bonferroni), each at a level of 98.33")
	require.Contains(t, long.Methods(), "sums of the log's own 52 weeks")
	s = said("history2", "ave3-doubling-SAF")
	require.Contains(t, s, "History averages")
	require.Contains(t, s, "became longer as its way is called: it became itself and 1 min")
	require.Contains(t, s, "; or it was doubled, up to the request (doubling).")
	s = said("learned", "all")
	require.Contains(t, s, "clairvoyant-SJBF, and the study's 128 triples (predictor")
	require.Contains(t, s, "The learner")
	require.NotContains(t, s, "ave2-doubling-FCFS")
}

// A row that beats the learner without predicting is said, on a log too short to claim
// anything as on any other.
func TestTheSentenceNamesABetterWayThatPredictsNothing(t *testing.T) {
	p := short("requested-SJBF")
	require.NoError(t, p.Normalise())
	for _, weeks := range []int{3, 12} {
		log := made(study.Logged, 10, 400, 300, 100, 200)
		log.Weeks = weeks
		log.Wait, log.Bsld = nil, nil
		for _, of := range []int64{400, 300, 100, 200} {
			list := make([]int64, weeks)
			for w := range list {
				list[w] = of + int64(w%2)
			}
			log.Wait, log.Bsld = append(log.Wait, list), append(log.Bsld, list)
		}
		r := Merge(p, job.Digest{}, []Row{made(1, 10, 400, 300, 100, 200), log})
		require.Contains(t, r.Sentence(), ", which needs no prediction, does best of all that a machine could have on this log: ", weeks)
	}
}
