package tune

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// judgedOf is the report of weeks that behave alike, of halves of so many, the second of
// which waited as logged says.
func judgedOf(t *testing.T, p Plan, long int, train, test, logged []int64) *Report {
	t.Helper()
	p.Resamples = 60
	require.NoError(t, p.Normalise())
	return Merge(p, job.Digest{1}, tried(t, 60, long, train, test, logged))
}

// leads says whether a report leads on to advice; nothing in it is an imperative.
func leads(r *Report) bool { return strings.HasSuffix(r.Sentence(), " Decide says whether to set it.") }

// CTC-SP2's shape: drawn weeks are sure of a cut of three fifths, and the log's own
// half of nothing. The half is what is weighed.
func TestASettingIsSetOnlyWhereTheLogsOwnHalfShowsIt(t *testing.T) {
	p := pairsOf("FCFS,LCFS", "FCFS", 72000)
	train, test := []int64{10000, 10000, 4000}, []int64{10000, 10000, 3900}
	const name = "LCFS with FCFS backfilling and a threshold of 20\u202fh"
	for logged, want := range map[int64]struct {
		verdict report.Verdict
		says    string
	}{
		3900: {report.Shown, "Decide says whether to set it."},
		8600: {report.Leaning, name + " is likely to cut the mean wait by 14\u202f%, plausibly "},
		9800: {report.Undecided, "The second half does not show that the chosen setting beats FCFS. Best guess: " +
			"" + name},
		10300: {report.Undecided, "does not show that the chosen setting beats FCFS. " + name + " changes the mean " +
			"wait by +2.9\u202f%, plausibly between 8"},
		16000: {report.Undecided, name + " changes the mean wait by +58\u202f%, plausibly 43 to 79\u202f%. Single weeks drawn from it " +
			"do not bear it"},
	} {
		r := judgedOf(t, p, 40, train, test, []int64{10000, 10000, logged})
		if want.verdict == report.Leaning { // at 95 %, but what is drawn from the half lies beyond its range
			require.Equal(t, report.Disagrees, r.Named.Held)
			require.Contains(t, r.Sentence(), "Single weeks drawn from it do not bear it out. They change by −61\u202f%.")
		}
		require.Equal(t, want.verdict, r.Verdict, "%d", logged)
		require.Contains(t, r.Sentence(), want.says)
		set := logged == 3900
		require.Equal(t, set, leads(r), r.Sentence())
		require.Equal(t, set, r.Named.Why == "")
		require.Equal(t, set, !r.Recommended.Choice().IsBaseline())
		require.Equal(t, set, r.Setting() != nil)
		require.Equal(t, set, strings.HasSuffix(r.Finding(), " was shown better than FCFS"), r.Finding())
		require.NotContains(t, r.Sentence(), "Keep")
	}
	// a half that was not replayed shows nothing
	p.Resamples = 60
	require.NoError(t, p.Normalise())
	rows := tried(t, 60, 40, train, test, test)
	r := Merge(p, job.Digest{1}, rows[1:])
	require.Equal(t, report.Undecided, r.Verdict)
	require.True(t, r.Recommended.Choice().IsBaseline())
	require.Contains(t, r.Sentence(), "The log itself is not replayed yet.")
	// nor does one of a file written before its weeks were kept
	rows[0].Train.weekly, rows[0].Test.weekly = nil, nil
	r = Merge(p, job.Digest{1}, rows)
	require.Equal(t, report.Undecided, r.Verdict)
	require.False(t, r.Named.Low.Known())
	require.True(t, r.Recommended.Choice().IsBaseline())
	require.Contains(t, r.Sentence(), "without the sums by week that a claim is made of. Compute it anew.")
}

// What leads on to advice was shown, at the level of all that is spoken of, and nothing is an
// imperative.
func TestOnlyWhatIsShownLeadsOnToAdvice(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	p := sixSettings(40)
	require.NoError(t, p.Normalise())
	verdicts := map[report.Verdict]int{}
	for n := range 120 {
		m := &machine{t, rng, []float64{0.9, 0.9, 1.2 - 0.01*float64(n%80), 0.9, 0.8, 0.9}}
		r := Glance(p, job.Digest{}, m.log(3+n%30, 40))
		verdicts[r.Verdict]++
		require.NotContains(t, r.Sentence(), "Set ")
		set := leads(r)
		require.Equal(t, set, r.Named.Why == "")
		require.Equal(t, set, r.Setting() != nil)
		if set {
			require.Equal(t, report.Shown, r.Verdict)
			require.Negative(t, r.Named.High)
			require.LessOrEqual(t, r.Named.MaxWait, int64(1.2*float64(r.Named.MaxWaitBase)))
		}
		require.NotContains(t, r.Sentence(), "Keep")
		for _, words := range []string{"total wait", "draws", "95", "interval", " of 40", "testing weeks jobs"} {
			require.NotContains(t, r.Sentence(), words)
		}
		if c := r.Named; c.Low.Known() {
			require.LessOrEqual(t, c.Low, c.Change)
			require.LessOrEqual(t, c.Change, c.High)
		}
	}
	require.Len(t, verdicts, 3, "%v", verdicts)
}

func TestASettingIsNotSetWhereTheLongestWaitGrowsBeyondAFifth(t *testing.T) {
	p := pairsOf("FCFS,LCFS", "FCFS", 72000)
	require.NoError(t, p.Normalise())
	for longest, set := range map[int64]bool{2300: true, 2400: true, 2401: false, 6000: false} {
		rows := tried(t, 60, 40, []int64{10000, 10000, 4000}, []int64{10000, 10000, 4000}, []int64{10000, 10000, 4000})
		for k := 1; k < len(rows); k++ {
			x := rowWeek(&rows[k].Test)
			x.max[2] = longest // the baseline's is 2000
			rows[k] = tuneRow(t, k, rowWeek(&rows[k].Train), x)
		}
		p.Resamples = 60
		r := Merge(p, job.Digest{1}, rows)
		require.Equal(t, set, leads(r), r.Sentence())
		if !set {
			require.Equal(t, WhyLonger, r.Named.Why)
			require.Equal(t, report.Shown, r.Verdict, "of the mean wait")
			require.Contains(t, r.Sentence(), "A setting that makes it more than 1.2 times as long is not proposed.")
			require.Contains(t, r.Sentence(), "would have cut the mean wait by")
			require.Contains(t, r.Finding(), "makes the longest waits too long")
		}
	}
	// one week with a long wait is enough, however the mean week is
	rows := tried(t, 60, 40, []int64{10000, 10000, 4000}, []int64{10000, 10000, 4000}, []int64{10000, 10000, 4000})
	x := rowWeek(&rows[7].Test)
	x.max[2] = 2500
	rows[7] = tuneRow(t, 7, rowWeek(&rows[7].Train), x)
	r := Merge(p, job.Digest{1}, rows)
	require.Equal(t, WhyLonger, r.Named.Why)
	require.Contains(t, r.Sentence(), "The longest wait of all testing weeks rises from ")
	// so is that of the half as it was
	p.Resamples = 60
	half := []int64{10000, 10000, 4000}
	rows = tried(t, 60, 40, half, half, half)
	rows[0].Test.max[1] = 12001
	r = Merge(p, job.Digest{1}, rows)
	require.Equal(t, WhyLonger, r.Named.Why)
	require.Contains(t, r.Sentence(), "The longest wait rises from 2.8 to 3.3\u202fhours. "+
		"A setting that makes it more than 1.2 times as long is not proposed.")
}

// Single weeks from an empty machine are not taken for the machine.
func TestWhatWasChosenOnWeeksUnlikeTheLogLeadsNowhere(t *testing.T) {
	p := pairsOf("FCFS,LCFS", "FCFS", 72000)
	seen := map[bool]bool{}
	for like := int64(4000); like < 40_000; like += 4000 {
		weeks := []int64{like, like, 4 * like / 10}
		r := judgedOf(t, p, 40, weeks, weeks, []int64{10000, 10000, 4000})
		says := r.AsLogged.Likeness > 1/near && r.AsLogged.Likeness < near
		seen[says] = true
		require.Equal(t, report.Shown, r.Verdict)
		require.Equal(t, says, leads(r), r.Sentence())
		require.Equal(t, says, r.Setting() != nil)
		if !says {
			require.Equal(t, WhyUnlike, r.Named.Why)
			require.Contains(t, r.Sentence(), " times as long as the log itself: each begins with an empty machine.")
			require.Contains(t, r.Finding(), "was chosen on weeks that are not like the log")
		}
	}
	require.Len(t, seen, 2)
}

func TestASettingThatDidHarmInTheTrainingWeeksIsNotNamedWhileOthersDidNot(t *testing.T) {
	p := sixSettings(3)
	require.NoError(t, p.Normalise())
	rng := rand.New(rand.NewPCG(7, 1))
	harmful := 0
	for range 60 {
		m := &machine{t, rng, []float64{1, 1.1, 0.9, 1.1, 0.95, 1.05}}
		r := Merge(p, job.Digest{}, m.log(30, 3))
		helps := false
		for _, x := range r.Choice.Near {
			near, _ := r.Find(x.Choice())
			if helps = helps || near.TrainAvg <= r.Baseline.TrainAvg; near.TrainAvg > r.Baseline.TrainAvg {
				harmful++
			}
		}
		if own, _ := r.Find(Choice(r.Safest)); helps {
			require.LessOrEqual(t, own.TrainAvg, r.Baseline.TrainAvg)
		}
	}
	require.NotZero(t, harmful, "three weeks don't tell settings apart")
}

func TestOfSettingsThatCantBeToldApartTheOneWithTheSmallestLongestWaitIsNamed(t *testing.T) {
	p := sixSettings(60)
	require.NoError(t, p.Normalise())
	rng := rand.New(rand.NewPCG(5, 9))
	named := 0
	for range 30 {
		m := &machine{t, rng, []float64{0.9, 0.9, 0.5, 0.9, 0.5, 0.9}}
		r := Merge(p, job.Digest{}, m.log(30, 60))
		for _, x := range r.Choice.Near {
			near, _ := r.Find(x.Choice())
			own, _ := r.Find(r.Named.Choice())
			require.LessOrEqual(t, own.TrainMax, near.TrainMax)
		}
		if r.Named.Choice() != r.Learned.Choice() {
			named++
			require.Contains(t, strings.Join(r.Doubts(), " "), "It was chosen because its longest wait is smaller.")
		}
	}
	require.NotZero(t, named, "the best on average is not always the safest")
}

func TestAHalfOfFewWeeksClaimsNothing(t *testing.T) {
	p := pairsOf("FCFS,SPF", "FCFS", 72000)
	train := []int64{10000, 10000, 4000}
	short := judgedOf(t, p, 3, train, train, train)
	require.Equal(t, WhyShort, short.Named.Why)
	require.Equal(t, report.Undecided, short.Verdict)
	require.Equal(t, "3 whole weeks of the testing half are too short to claim anything. At least 4 are needed, and 8 or more are useful. "+
		"Export "+
		"a longer period. As replayed, SPF with FCFS backfilling and a threshold of 20\u202fh takes 60\u202f% off the mean wait of FCFS.",
		short.Sentence())
	require.Equal(t, "Too short to claim anything: 3 weeks in the testing half", short.Finding())
	require.False(t, short.Named.Low.Known(), "the simulation error carries no claim")
	require.Equal(t, report.Nothing, short.Pairs[1].Shown)
	require.True(t, leads(judgedOf(t, p, 12, train, train, train)))
}

// Late jobs are the first of FCFS anyway: with a threshold it is the baseline, which is
// not set instead of itself.
func TestFCFSWithAThresholdIsTheBaseline(t *testing.T) {
	p := pairsOf("FCFS,SPF", "FCFS", 72000)
	require.NoError(t, p.Normalise())
	rows := tried(t, 60, 40, []int64{1000, 1000, 2000}, []int64{1000, 1000, 2000}, []int64{1000, 1000, 2000})
	for k := 1; k < len(rows); k++ {
		train, test := rowWeek(&rows[k].Train), rowWeek(&rows[k].Test)
		train.wait[1], test.wait[1] = train.wait[0], test.wait[0]
		rows[k] = tuneRow(t, k, train, test)
	}
	p.Resamples = 60
	r := Merge(p, job.Digest{1}, rows)
	require.Equal(t, "FCFS", r.Learned.Primary)
	require.Contains(t, r.Sentence(), "On the training weeks no other setting does better than FCFS.")
}

func TestCandidatesHaveAThresholdUnlessNoneIsAskedFor(t *testing.T) {
	p := Default()
	require.NotContains(t, p.Thresholds, study.None)
	require.Equal(t, "80h,40h,20h", ThresholdsText(p.Thresholds))
	require.NoError(t, p.Settings().Find("protocol").Set("tuning2017"))
	require.Equal(t, "none,20h", ThresholdsText(p.Thresholds), "the study has what it had")
}

// The line above the answer is of the setting that the answer speaks of.
func TestTheReplayIsOfTheSettingThatIsNamed(t *testing.T) {
	p := sixSettings(60)
	require.NoError(t, p.Normalise())
	rng := rand.New(rand.NewPCG(5, 9))
	other := 0
	for range 30 {
		m := &machine{t, rng, []float64{0.9, 0.9, 0.5, 0.9, 0.5, 0.9}}
		r := Merge(p, job.Digest{}, m.log(30, 60))
		require.Contains(t, r.Logged(), " with "+shortWords(r.Named.Choice()))
		if r.Named.Choice() != r.Learned.Choice() {
			other++
			require.NotContains(t, r.Logged(), shortWords(r.Learned.Choice()))
		}
	}
	require.NotZero(t, other)
}

// A formula without a name is said as one, not by the word that begins it in a command.
func TestAFormulaIsSaidAsOne(t *testing.T) {
	const own = "expr:log(p) * q"
	require.Equal(t, "the formula log(p) * q with FCFS backfilling, without threshold",
		shortWords(Choice{Primary: own, Backfill: "FCFS", Threshold: study.None}))
	require.Equal(t, "SPF with log(p) * q backfilling and a threshold of 20 h",
		strings.ReplaceAll(shortWords(Choice{Primary: "SPF", Backfill: own, Threshold: 20 * 3600}), numeral.Thin, " "))
	require.Equal(t, "the formula log(p) * q without threshold", shortWords(Choice{Primary: own, Backfill: own, Threshold: study.None}))
}
