package online

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/job/resample"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// told is the report of made-up waits: of each resample under FCFS, SPF, and
// each strategy, choosing daily. The log is 52 weeks long and waits as the first
// resample does.
func told(t *testing.T, strategies []string, waits ...[]int64) (*Report, []Row) {
	t.Helper()
	p := Default()
	p.Bootstrap = 400
	p.Orders, p.Strategies, p.Periods, p.Resamples = []string{"FCFS", "SPF"}, strategies, []study.Seconds{job.Day}, len(waits)
	require.NoError(t, p.Normalise())
	row := func(k int, w []int64) Row {
		r := Row{K: k, Jobs: 10}
		for i, x := range w {
			c := Course{SumWait: x, Ended: make([]int64, 53)}
			c.Ended[0], c.Ended[51] = x/4, x-x/4
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
	rows = append(rows, row(study.Logged, waits[0]))
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
	text := say(repeat(60, 1, 70, 95, 80))
	require.Regexp(t, `^The strategy full, choosing daily, would have cut total waiting by 20 % \[1\d, 2\d\] against FCFS\. `+
		`It was shown better than choosing at random as often: 16 % less waiting \[.*\]\. `+
		`In resamples the best fixed order, SPF, which only hindsight knows, changes waiting by −30 % \[.*\]: not knowing it cost 10 % \[.*\] of the waiting under FCFS\. `+
		`Intervals of the one named are at 97\.5 %, wider than those of the table, for choosing it among 2\.$`, text)

	require.Regexp(t, "^FCFS waits less than any strategy that chooses: full, choosing daily, comes next, and was shown to make jobs "+
		"wait longer, by 20 % \\[", say(repeat(60, 1, 70, 130, 120)))
	require.Regexp(t, "^No strategy was shown better than FCFS. The best guess: full, choosing daily, with 2.0 % less waiting.*this may "+
		"be chance", say(repeat(60, 40, 70, 105, 98)))
	require.Contains(t, say(repeat(60, 40, 70, 105, 98)), "It was not shown better than choosing at random as often: ")
	require.Contains(t, say(repeat(60, 40, 70, 140, 98)), " in other weeks anything at all.")
	require.Contains(t, say(repeat(60, 3, 70, 105, 95)), "No strategy was shown better than FCFS. In resamples of this log full, "+
		"choosing daily, cuts total waiting by 5.0 % [")
	require.Contains(t, say(repeat(60, 3, 70, 105, 95)), "but other weeks of this machine could show anything from ")
	require.Contains(t, say(repeat(60, 1, 70, 80, 90)), "That is choosing at random: no strategy that learns waits less in resamples.")
	require.Contains(t, say(repeat(60, 1, 90, 95, 80)), "that is less waiting than under any one order: ")
	require.Contains(t, say(repeat(60, 1, 120, 95, 80)), "In resamples no fixed order waits less than FCFS.")
	require.NotContains(t, say(repeat(60, 1, 70, 95, 80)), "ask for")
	require.Contains(t, say(repeat(5, 1, 70, 95, 80)), "ask for 60.")
	one := say(repeat(1, 0, 70, 95, 80))
	require.Contains(t, one, "than under FCFS; one resample alone proves nothing. There the best fixed order, SPF,")
	require.NotContains(t, one, "shown")

	s, _ := told(t, both, repeat(60, 1, 70, 95, 80)...)
	require.Equal(t, "Replaying your log: 17 min mean wait with FCFS, 14 min with full, choosing daily. The change of waiting with full, "+
		"choosing daily, is −19 % in the log's first half and −19 % in its second.",
		strings.ReplaceAll(s.Logged(), "\u202f", " "))
	require.Equal(t, []report.Float{-0.06, -0.19}, s.AsLogged.Changes, "as the strategies are listed")
	s.Plan.Variant = resample.Original
	require.Contains(t, s.Sentence(), "than under FCFS; one history proves nothing by itself")
}

// Twelve strategies none of which differs from FCFS in truth, nor from chance.
func TestWhereNothingHelpsASentenceRarelyClaimsIt(t *testing.T) {
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
		s, rows := told(t, strategies, waits...)
		if s.Strategies[s.Named.At].Shown == report.Less {
			weeks++
		}
		if s.Named.Chance != nil && s.Named.Chance.Shown == report.Less {
			chance++
		}
		flattered += float64(s.Strategies[3].Change+s.Strategies[4].Change+s.Strategies[5].Change) / 3 / runs
		honest += float64(s.Parameters[0].Change) / runs
		alone := Merge(s.Plan, job.Digest{}, rows[:len(rows)-1]) // without the log there is the simulation error alone
		if alone.Strategies[alone.Named.At].Shown == report.Less {
			simulation++
		}
	}
	t.Logf("claims against FCFS in %d of %d by the simulation error, %d by the log's weeks, %d against chance", simulation, runs,
		weeks, chance)
	require.LessOrEqual(t, simulation, runs*7/100)
	require.LessOrEqual(t, weeks, simulation)
	require.LessOrEqual(t, chance, runs*7/100)
	require.InDelta(t, flattered, honest, 0.005, "the parameter chosen on other resamples is no better than any: nothing flatters it")
}

// A log of two blocks of weeks says next to nothing of the best of twelve, sure
// as its resamples are.
func TestOfTwoBlocksNothingIsClaimed(t *testing.T) {
	strategies := []string{"random", "full", "noisy", "noisy-job", "ucb1", "exp3", "thompson", "d-ucb", "sw-ucb", "linucb",
		"epsilon-greedy", "epsilon-decay"}
	shares := []int64{70, 95, 80, 85, 85, 85, 85, 85, 85, 85, 85, 85, 85}
	s, rows := told(t, strategies, repeat(60, 1, shares...)...)
	require.Equal(t, report.Less, s.Strategies[1].Shown)
	p := s.Plan
	p.Block = 26
	s = Merge(p, job.Digest{1}, rows)
	full := s.Strategies[s.Named.At]
	require.Equal(t, "full", full.Strategy)
	require.True(t, full.Low.Known())
	require.Less(t, s.Named.SimHigh, report.Float(0))
	require.Greater(t, s.Named.High, report.Float(0))
	require.Equal(t, report.Nothing, full.Shown)
	require.Equal(t, report.Nothing, s.Named.Chance.Shown)
	require.Contains(t, s.Sentence(), "No strategy was shown better than FCFS. In resamples of this log full, choosing daily, cuts total "+
		"waiting by 20")
	require.Contains(t, s.Sentence(), "other weeks of this machine could show anything at all: ")
	require.Contains(t, s.Sentence(), "It was not shown better than choosing at random")
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
	s, rows := told(t, []string{"epsilon-greedy@0.1", "epsilon-greedy@0.3", "epsilon-greedy@0.5"}, waits...)
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
	require.True(t, x.Low < x.SimLow && x.SimLow < x.Change && x.Change < x.SimHigh && x.SimHigh < x.High)
	require.Contains(t, s.Sentence(), "Its parameter was found by looking. Of the values that epsilon-greedy (daily) has, the resamples "+
		"of odd number choose epsilon-greedy@0.3; on those of even number it changes waiting by −7.0\u202f% [")
	require.Same(t, &s.Parameters[0], s.Tuning("epsilon-greedy@0.5", job.Day))
	require.Nil(t, s.Tuning("epsilon-greedy@0.5", job.Week))

	half, _ := told(t, []string{"epsilon-greedy@0.1", "epsilon-greedy@0.3"}, []int64{1000, 700, 950, 900})
	require.Contains(t, half.Parameters[0].Words(), "there is none of even number yet to judge it")
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
	require.Equal(t, "Nothing is known yet.", nothing.Sentence())
	require.Empty(t, nothing.Logged())
}
