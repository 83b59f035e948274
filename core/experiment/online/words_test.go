package online

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// told is the report of made-up waits: of each resample under FCFS, SPF, and
// each strategy, choosing daily. The log is 52 weeks long and waits as the first
// resample does.
func told(t *testing.T, strategies []string, waits ...[]int64) (*Report, []Row) {
	t.Helper()
	return logged(t, 52, strategies, waits[0], waits...)
}

// logged is told of a log of so many weeks that waits of its own.
func logged(t *testing.T, weeks int64, strategies []string, log []int64, waits ...[]int64) (*Report, []Row) {
	t.Helper()
	p := Default()
	p.Bootstrap = 400
	p.Orders, p.Strategies, p.Periods, p.Resamples = []string{"FCFS", "SPF"}, strategies, []study.Seconds{job.Day}, max(1, len(waits))
	require.NoError(t, p.Normalise())
	row := func(k int, w []int64) Row {
		r := Row{K: k, Jobs: 10}
		for i, x := range w {
			c := Course{SumWait: x, Ended: make([]int64, 53)}
			c.Ended[0], c.Ended[51] = x/4, x-x/4
			if k == study.Logged { // weeks that wait alike
				c.Week = make([]int64, weeks+1)
				for w := range weeks {
					c.Week[w] = x*(w+1)/weeks - x*w/weeks
				}
			}
			if i < 2 {
				r.Fixed = append(r.Fixed, c)
			} else {
				c.Chosen = make([]byte, 364)
				r.Learnt = append(r.Learnt, c)
			}
		}
		return r
	}
	var rows []Row
	for k := len(waits); k >= 1; k-- {
		rows = append(rows, row(k, waits[k-1]))
	}
	rows = append(rows, row(study.Logged, log))
	return Merge(p, job.Digest{1}, rows), rows
}

// repeat makes n resamples whose loads differ: shares are waits in percent of
// those under FCFS, off by up to so many percent one way or the other.
func repeat(n int, off int64, shares ...int64) (waits [][]int64) {
	for k := range int64(n) {
		base := 10_000 + 100*(k*k%7)
		row := []int64{base}
		for i, share := range shares {
			sign := 1 - 2*((k+int64(i))%2)
			row = append(row, base*(share+sign*off)/100)
		}
		waits = append(waits, row)
	}
	return waits
}

func TestTheSentenceClaimsWhatIsShown(t *testing.T) {
	both := []string{"random", "full"}
	say := func(waits [][]int64) string {
		s, _ := told(t, both, waits...)
		return strings.ReplaceAll(s.Sentence(), "\u202f", " ")
	}
	require.Equal(t, "The strategy full, choosing daily, would have cut the mean wait by 18 %, plausibly 9 to 28 %. "+
		"Figure and range are corrected for choosing the best of 2 strategies. The raw change is −19 %. "+
		"It was shown better than choosing at random as often: 14 % less waiting, plausibly 3 to 24 %. "+
		"The best fixed order, which only hindsight knows, is SPF. Beside it the mean wait is 14 % higher, plausibly 3 to 27 %.",
		say(repeat(60, 1, 70, 95, 80)))

	require.Regexp(t, "^FCFS has the least mean wait. The strategy full, choosing daily, raises the mean wait by 20 %, "+
		"plausibly 7 to 37 %\\. .* Not knowing it raised the mean wait by 70 %, plausibly 49 to 95 %\\.$", say(repeat(60, 1, 70, 130, 120)))
	require.Contains(t, say(repeat(60, 1, 70, 80, 90)), "The strategy random, choosing daily, would have cut")
	require.Contains(t, say(repeat(60, 1, 70, 80, 90)), " That is choosing at random. Learning was not shown to add anything.")
	require.Contains(t, say(repeat(60, 1, 90, 95, 80)), " is SPF. Beside it the mean wait is 11 % lower, plausibly 1 to 20 %.")
	require.Contains(t, say(repeat(60, 1, 120, 95, 80)), " No fixed order has a lower mean wait than FCFS in this log.")

	unsure := say(repeat(60, 3, 70, 105, 95))
	require.Regexp(t, "^This log does not show that any strategy beats FCFS\\. Best guess: the strategy full, choosing daily, −1.9 %, "+
		"plausibly between 12 % less and 9 % more\\. The raw change is −2.0 %\\. Even twenty years of log would not settle "+
		"it\\.", unsure)
	require.Contains(t, unsure, "It was not shown better than choosing at random as often: 3.9 % less waiting, plausibly between ")
	likely, _ := told(t, both, repeat(60, 1, 100, 100, 88)...)
	require.Equal(t, report.Leaning, likely.Verdict)
	require.Regexp(t, "^The strategy full, choosing daily, is likely to cut the mean wait by 11.? %, plausibly 1 to "+
		"20 %\\. This is not yet sure\\. To be sure of a cut of 11 % you would "+
		"need about [0-9]+ years of log\\. ", say(repeat(60, 1, 100, 100, 88)))

	s, _ := told(t, both, repeat(60, 1, 70, 95, 80)...)
	require.Equal(t, report.Shown, s.Verdict)
	require.Equal(t, "Replaying your log: 17 min mean wait with FCFS, 14 min with full, choosing daily. The change of waiting with full, "+
		"choosing daily, is −19 % in the log's first half and −19 % in its second.",
		strings.ReplaceAll(s.Logged(), "\u202f", " "))
	require.Equal(t, []report.Float{-0.06, -0.19}, s.AsLogged.Changes, "as the strategies are listed")
}

// Resamples tell of chance, not of the machine: what they show alone is no claim.
func TestTheLogsOwnWeeksDecideWhatIsClaimed(t *testing.T) {
	both, waits := []string{"random", "full"}, repeat(60, 1, 70, 95, 60)
	s, _ := logged(t, 52, both, []int64{100_000, 70_000, 98_000, 99_000}, waits...)
	require.Equal(t, report.Undecided, s.Verdict)
	require.Less(t, s.Named.SimHigh, report.Float(0))
	require.Equal(t, report.Nothing, s.Strategies[1].Shown)
	require.NotContains(t, s.Sentence(), "would have cut")

	// without resamples the answer is what it is with them, and one seed tells what another does
	log := []int64{100_000, 70_000, 95_000, 80_000}
	few, rows := logged(t, 52, both, log)
	many, _ := logged(t, 52, both, log, repeat(60, 1, 70, 95, 80)...)
	require.Zero(t, few.Done)
	require.Equal(t, many.Sentence(), few.Sentence())
	require.Equal(t, many.Verdict, few.Verdict)
	require.Equal(t, many.Named.Low, few.Named.Low)
	require.Equal(t, "SPF", few.Best.Order)
	require.NotContains(t, strings.Join(slices.Concat(few.Table()...), " "), "NaN")
	few.Warn(rows, report.Source{Name: "a log", Cleaning: &job.Cleaning{}})
	require.NotContains(t, few.CSV()+few.Setting("a log")+few.Note()+few.Methods(), "NaN")

	against, _ := logged(t, 52, both, log, repeat(60, 1, 70, 95, 130)...)
	require.Equal(t, report.Leaning, against.Verdict)
	require.Equal(t, report.Disagrees, against.Named.Held)
	require.Contains(t, against.Sentence(), "Resamples do not bear it out. They change by +30")
	require.Equal(t, report.Leaning, against.Named.Lost.Verdict, "what holds one back holds the others")

	nobody, _ := logged(t, 52, both, []int64{0, 0, 0, 0}, []int64{0, 0, 0, 0})
	require.Equal(t, report.NoGain, nobody.Verdict)
}

// A log of one week says nothing, and one of few weeks next to nothing of the best of
// twelve, sure as its resamples are.
func TestOfFewWeeksNothingIsClaimed(t *testing.T) {
	strategies := []string{"random", "full", "noisy", "noisy-job", "ucb1", "exp3", "thompson", "d-ucb", "sw-ucb", "linucb",
		"epsilon-greedy", "epsilon-decay"}
	shares := []int64{70, 95, 80, 85, 85, 85, 85, 85, 85, 85, 85, 85, 85}
	waits := repeat(60, 1, shares...)
	long, _ := told(t, strategies, waits...)
	require.Equal(t, report.Less, long.Strategies[1].Shown)
	for weeks, verdict := range map[int64]report.Verdict{3: report.Undecided, 6: report.Undecided, 52: report.Shown} {
		s, _ := logged(t, weeks, strategies, waits[0], waits...)
		require.Equal(t, verdict, s.Verdict, weeks)
		require.Less(t, s.Named.SimHigh, report.Float(0))
	}
	three, _ := logged(t, 3, strategies, waits[0], waits...)
	require.False(t, three.Named.Low.Known())
	require.Regexp(t, "^3 whole weeks are too short to claim anything. At least 4 are needed, and 8 or more are useful. Export a longer "+
		"period. "+
		"As replayed, the strategy full, choosing daily, takes 19.% off the mean wait of FCFS.$", three.Sentence())
	require.Equal(t, "Too short to claim anything: 3 weeks", three.Finding())
	six, _ := logged(t, 6, strategies, waits[0], waits...)
	require.Contains(t, six.Sentence(), "This log is too short to tell whether any strategy beats FCFS. Best guess: ")
}

// spread is told of a log whose weeks are the first resamples, as they wait.
func spread(t *testing.T, strategies []string, waits [][]int64) (*Report, []Row) {
	t.Helper()
	s, rows := told(t, strategies, waits...)
	log := &rows[len(rows)-1]
	all := []*Course{&log.Fixed[0], &log.Fixed[1]}
	for i := range log.Learnt {
		all = append(all, &log.Learnt[i])
	}
	for i, c := range all {
		c.SumWait, c.Week = 0, make([]int64, len(waits)+1)
		for k := range waits {
			c.SumWait, c.Week[k] = c.SumWait+waits[k][i], waits[k][i]
		}
	}
	return Merge(s.Plan, job.Digest{1}, rows), rows
}

// Twelve strategies none of which differs from FCFS in truth, nor from chance.
func TestWhereNothingHelpsASentenceRarelyClaimsIt(t *testing.T) {
	fixture.Long(t)
	if runtime.GOOS == "js" {
		t.Skip("a simulation of a second: run it natively")
	}
	strategies := []string{"random", "full", "noisy", "epsilon-greedy@0.1", "epsilon-greedy@0.3", "epsilon-greedy@0.5",
		"epsilon-greedy@0.7", "epsilon-greedy@0.9",
		"ucb1", "exp3", "thompson", "d-ucb"}
	rng := rand.New(rand.NewPCG(1, 1))
	const runs = 300
	simulation, weeks, chance, flattered, honest := 0, 0, 0, 0.0, 0.0
	for range runs {
		waits := make([][]int64, 20)
		for k := range waits {
			base := 1e6 * math.Exp(0.3*rng.NormFloat64())
			waits[k] = []int64{int64(base), int64(base * 0.9)}
			for range strategies {
				waits[k] = append(waits[k], int64(base*(1+0.1*rng.NormFloat64())))
			}
		}
		s, rows := spread(t, strategies, waits)
		if s.Verdict == report.Shown && s.Named.Change < 0 {
			weeks++
		}
		if s.Named.Chance != nil && s.Named.Chance.Shown == report.Less {
			chance++
		}
		flattered += float64(s.Strategies[3].Change+s.Strategies[4].Change+s.Strategies[5].Change) / 3 / runs
		honest += float64(s.Parameters[0].Change) / runs
		alone := Merge(s.Plan, job.Digest{}, rows[:len(rows)-1]) // without the log there is the simulation error alone
		if alone.Verdict == report.Shown || alone.Strategies[alone.Named.At].Shown == report.Less {
			simulation++
		}
	}
	t.Logf("claims against FCFS in %d of %d by the simulation error, %d by the log's weeks, %d against chance", simulation, runs,
		weeks, chance)
	require.Zero(t, simulation)
	require.LessOrEqual(t, weeks, runs*5/100)
	require.LessOrEqual(t, chance, runs*5/100)
	require.InDelta(t, flattered, honest, 0.005, "the parameter chosen on other resamples is no better than any: nothing flatters it")
}

func TestAParameterIsJudgedOnOtherResamplesThanChoseIt(t *testing.T) {
	// the second value is best on the odd ones by far, the third one in all
	var waits [][]int64
	for k := 1; k <= 40; k++ {
		w := []int64{1000 + int64(k), 700, 950, 850, 840}
		if k%2 == 1 {
			w[3], w[4] = 600, 700
		} else {
			w[3], w[4] = 950, 700
		}
		waits = append(waits, w)
	}
	s, rows := logged(t, 52, []string{"epsilon-greedy@0.1", "epsilon-greedy@0.3", "epsilon-greedy@0.5"},
		[]int64{100_000, 70_000, 95_000, 85_000, 70_000}, waits...)
	require.Equal(t, "epsilon-greedy@0.5", s.Named.Strategy)
	require.Len(t, s.Parameters, 1)
	x := s.Parameters[0]
	require.Equal(t, "epsilon-greedy@0.3", x.Chosen)
	require.Equal(t, 20, x.Resamples)
	more, all := 0.0, 0.0
	for _, r := range rows {
		if r.K > 0 && r.K%2 == 0 {
			more += float64(r.Learnt[1].SumWait - r.Fixed[0].SumWait)
			all += float64(r.Fixed[0].SumWait)
		}
	}
	require.InDelta(t, more/all, float64(x.Change), 1e-12, "of the even ones alone")
	require.True(t, x.SimLow < x.Change && x.Change < x.SimHigh && !x.Low.Known() && !x.Own.Known())
	require.Contains(t, x.Words(), "Of the values that epsilon-greedy (daily) has, the resamples "+
		"of odd number choose epsilon-greedy@0.3. On those of even number it changes the mean wait by −7.0\u202f% [")
	require.NotContains(t, s.Sentence(), "resamples of odd number", "they carry no claim")
	require.Contains(t, s.Sentence(), "choosing the best of 3 strategies", "each value is one")
	require.Same(t, &s.Parameters[0], s.Tuning("epsilon-greedy@0.5", job.Day))
	require.Nil(t, s.Tuning("epsilon-greedy@0.5", job.Week))

	half, _ := told(t, []string{"epsilon-greedy@0.1", "epsilon-greedy@0.3"}, []int64{1000, 700, 950, 900})
	require.Contains(t, half.Parameters[0].Words(), "There is none of even number yet to judge it")
	b, err := json.Marshal(half)
	require.NoError(t, err)
	require.Contains(t, string(b), `"chosen":"epsilon-greedy@0.3","resamples":0,"change":null`)
	plain, _ := told(t, []string{"full", "random"}, waits...)
	b, err = json.Marshal(plain)
	require.NoError(t, err)
	require.NotContains(t, string(b), `"parameters"`)
}

func TestResamplesWithoutWaitingEmptyNothing(t *testing.T) {
	waits := repeat(20, 1, 70, 95, 80)
	for k := range 10 {
		waits[k] = []int64{0, 0, 0, 0}
	}
	s, rows := told(t, []string{"random", "full", "fixed:SPF"}, waits...)
	for _, x := range s.Strategies {
		for _, f := range []report.Float{x.Change, x.SimLow, x.SimHigh, x.RegretFraction, x.RegretLow, x.RegretHigh, x.RegretEach,
			x.EachLow, x.EachHigh} {
			require.True(t, f.Known(), x.Name())
		}
	}
	require.True(t, s.Best.Low.Known() && s.Best.High.Known())
	e := Explain(s, rows)
	require.Equal(t, 10, e.Idle)
	for _, l := range e.Lines {
		for _, band := range []report.Band{l.Curve, l.Regret} {
			for w := range band.Mean {
				require.True(t, band.Mean[w].Known() && band.Low[w].Known() && band.High[w].Known())
			}
		}
	}
	require.NotContains(t, s.Sentence(), "NaN")
}

func TestWarningsAreOfTheReport(t *testing.T) {
	s, rows, source := selections(t, smallSelection())
	var codes []string
	for _, w := range s.Warnings {
		codes = append(codes, w.Code)
	}
	require.Contains(t, codes, "few-resamples")
	require.Contains(t, codes, "few-weeks")
	require.Equal(t, "conditional", codes[len(codes)-1])
	again := Merge(s.Plan, job.Digest{}, rows)
	again.Warn(rows, source)
	require.Equal(t, s.Warnings, again.Warnings)
	nothing := Merge(s.Plan, job.Digest{}, rows[len(rows)-1:])
	require.Zero(t, nothing.Done, "the log itself is no resample")
	nothing.Warn(rows[len(rows)-1:], source)
	require.Empty(t, nothing.Warnings)
	require.NotNil(t, nothing.AsLogged)
	require.Equal(t, s.Sentence(), nothing.Sentence(), "which says enough")
	require.Contains(t, nothing.Logged(), "Replaying your log: ")
}
