package tune

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
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

// CTC-SP2's shape: drawn weeks are sure of a cut of three fifths, and the log's own
// half of nothing.
func TestASettingIsSetOnlyWhereTheLogsOwnHalfBearsItOut(t *testing.T) {
	p := pairsOf("FCFS,LCFS", "FCFS", 72000)
	train, test := []int64{10000, 10000, 4000}, []int64{10000, 10000, 3900}
	for logged, why := range map[int64]Why{
		3900:  "",
		10010: WhyContradicted, // the sign is another
		10000: WhyContradicted, // nothing at all
		8600:  WhyContradicted, // the sign, but less than the interval has
		1000:  WhyContradicted, // and more
	} {
		r := judgedOf(t, p, 40, train, test, []int64{10000, 10000, logged})
		require.Equal(t, why, r.Named.Why, "%d", logged)
		require.Equal(t, why == "", strings.HasPrefix(r.Sentence(), "Set LCFS"), r.Sentence())
		require.Equal(t, why != "", r.Recommended.Choice().IsBaseline())
		if why != "" {
			require.Contains(t, r.Sentence(), "Keep what runs. With LCFS + FCFS with a threshold of 20\u202fh on 60 testing weeks jobs "+
				"waited 61\u202f%")
			require.Contains(t, r.Sentence(), "does not bear that out: there waiting changes by ")
			require.Equal(t, "The log itself does not bear out what weeks drawn from it say of LCFS + FCFS with a threshold of 20\u202fh",
				r.Forest("a log").Title)
		}
	}
	// a half that was not replayed bears nothing out
	p.Resamples = 60
	require.NoError(t, p.Normalise())
	r := Merge(p, job.Digest{1}, tried(t, 60, 40, train, test, test)[1:])
	require.True(t, r.Recommended.Choice().IsBaseline())
	require.Contains(t, r.Sentence(), "Keep what runs.")
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
		require.Equal(t, set, strings.HasPrefix(r.Sentence(), "Set LCFS"), r.Sentence())
		if !set {
			require.Equal(t, WhyLonger, r.Named.Why)
			require.Contains(t, r.Sentence(), "more than 1.2 times is not proposed")
			require.Contains(t, r.Finding(), "makes the longest waits too long")
		}
	}
	// one week with a long wait is enough, however the mean week is
	rows := tried(t, 60, 40, []int64{10000, 10000, 4000}, []int64{10000, 10000, 4000}, []int64{10000, 10000, 4000})
	x := rowWeek(&rows[7].Test)
	x.max[2] = 2500
	rows[7] = tuneRow(t, 7, rowWeek(&rows[7].Train), x)
	require.Equal(t, WhyLonger, Merge(p, job.Digest{1}, rows).Named.Why)
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
			if !r.Recommended.Choice().IsBaseline() && !r.Recommended.Simpler {
				require.Contains(t, r.Sentence(), "can't be told from it, and its longest wait is longer")
			}
		}
	}
	require.NotZero(t, named, "the best on average is not always the safest")
}

func TestAHalfOfFewWeeksClaimsNothing(t *testing.T) {
	p := pairsOf("FCFS,SPF", "FCFS", 72000)
	train := []int64{10000, 10000, 4000}
	short := judgedOf(t, p, 7, train, train, train)
	require.Equal(t, WhyShort, short.Named.Why)
	require.Equal(t, "Keep what runs. The half that judges is too short to claim that any setting is better than FCFS: it has 7 whole "+
		"weeks, and 8 are the least. "+
		"With SPF + FCFS with a threshold of 20\u202fh on 60 testing weeks jobs waited 60\u202f% less.", short.Sentence())
	require.Equal(t, "The half that judges is too short to claim that any setting is better than FCFS", short.Finding())
	require.False(t, short.Named.Low.Known(), "the simulation error carries no claim")
	require.Contains(t, judgedOf(t, p, 8, train, train, train).Sentence(), "Set SPF")
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
	require.Contains(t, r.Sentence(), "Keep FCFS: on the training weeks none of the other 1 settings did better.")
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
