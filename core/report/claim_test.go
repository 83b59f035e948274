package report

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/stats"
	"shadowtime/core/job/resample"
	"shadowtime/core/study"
)

// weekly are weekly sums of a baseline and of choices that have so many times as much, give
// or take from week to week.
func weekly(seed uint64, n int, spread float64, times ...float64) [][]int64 {
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	sums := make([][]int64, 1+len(times))
	for range n {
		base := 1e6 * math.Exp(0.5*rng.NormFloat64())
		sums[0] = append(sums[0], int64(base))
		for i, x := range times {
			sums[1+i] = append(sums[1+i], int64(base*x*math.Exp(spread*rng.NormFloat64())))
		}
	}
	return sums
}

func weigh(sums [][]int64) *Weighing { return &Weighing{Own: sums, Weeks: len(sums[0])} }

func subject(name string) Subject {
	return Subject{Name: name, Base: "FCFS", What: "the mean wait", Any: "any order", Where: "This log", Many: "orders"}
}

// Whatever the sums: what is named is shown where anything is, no range of another that is
// shown ends lower, its figure lies in its range, and the words say what the verdict does.
func TestTheVerdictIsThatOfTheRange(t *testing.T) {
	counts := map[Verdict]int{}
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 9))
		n := 1 + rng.IntN(60)
		times := make([]float64, 1+rng.IntN(8))
		for i := range times {
			times[i] = math.Exp(-0.3 + 0.4*rng.NormFloat64())
		}
		w := weigh(weekly(seed, n, 0.6*rng.Float64(), times...))
		list, c := w.Judge()
		counts[c.Verdict]++
		levels := w.levels(make([]stats.Range, len(list)))
		some := false
		for i := 1; i < len(list); i++ {
			some = some || list[i].Shown == Less
			r := stats.RangeOf(w.Own[i], w.Own[0])
			if all := r.Change(levels[i]); list[i].Shown == Less && c.Verdict == Shown {
				require.LessOrEqual(t, float64(c.High), all.High)
			}
		}
		s := c.Sentence(subject("X"))
		switch c.Verdict {
		case Shown:
			require.True(t, c.Change > 0 && list[c.At].Shown == More || some && c.High < 0, "%d", seed)
		case Leaning:
			require.Less(t, c.High, Float(0))
			require.Contains(t, s, "is likely to cut the mean wait")
			require.True(t, c.Held != "" || list[c.At].Shown == Nothing)
		default:
			require.True(t, c.Held != "" || !some, "%d: nothing is undecided beside what is shown", seed)
			require.NotContains(t, s, "would have cut")
		}
		if n < stats.LeastWeeks {
			require.Equal(t, Undecided, c.Verdict)
			require.False(t, c.Low.Known())
			require.Contains(t, s, "too short to claim anything")
			continue
		}
		require.True(t, c.Low <= c.Change && c.Change <= c.High, "%d: %v in [%v, %v]", seed, c.Change, c.Low, c.High)
		require.True(t, c.Own > 0 || c.Own <= c.Change+1e-9, "%d: a cut is shrunk, never stretched", seed)
	}
	for _, v := range []Verdict{Shown, Leaning, Undecided} {
		require.Greater(t, counts[v], 10, v)
	}
}

// The few that were picked beforehand have most of the error that claims may have: they are
// shown more often, the others less, and all together hold as before.
func TestTheFewThatLeadAreShownMoreOften(t *testing.T) {
	lead := &Weighing{Leads: func(i int) bool { return i <= 3 }}
	all := &Weighing{}
	twelve := make([]stats.Range, 12)
	a, b := lead.levels(twelve), all.levels(twelve)
	error := 0.0
	for i := 1; i < 12; i++ {
		require.Equal(t, i <= 3, a[i] < b[i])
		error += 1 - a[i]
	}
	require.InDelta(t, 1-Level, error, 1e-12)
	require.Equal(t, all.levels(twelve[:5]), lead.levels(twelve[:5]), "of four orders three are not few")
	require.Equal(t, "B and C", Leaders([]string{"A", "B", "C", "D", "E", "F", "G"}, func(i int) bool { return i == 1 || i == 2 }))
	require.Equal(t, "", Leaders([]string{"A", "B", "C"}, func(i int) bool { return i == 1 }))
}

// A log says less of what a changed rule does than of an order, so its range is wider.
func TestAChangeOfARuleHasAWiderRangeThanAnOrderOfTheSameWeeks(t *testing.T) {
	sums := weekly(1, 20, 0.3, 0.8)
	sums = append(sums, sums[1]) // the same sums, of a rule
	w := weigh(sums)
	w.Rules = func(choice int) bool { return choice == 2 }
	list, _ := w.Judge()
	require.Equal(t, list[1].Own, list[2].Own)
	require.Less(t, list[2].Low, list[1].Low)
	require.Greater(t, list[2].High, list[1].High)
}

// One week that holds most of the waiting of a short log decides it, whatever the others say.
func TestOneBusySpellHoldsAClaimBack(t *testing.T) {
	sums := weekly(3, 18, 0.02, 0.4)
	sums[0][5], sums[1][5] = 20*sums[0][5], 8*sums[0][5]
	_, c := weigh(sums).Judge()
	require.Equal(t, Leaning, c.Verdict)
	require.Equal(t, OneSpell, c.Held)
	require.Contains(t, c.Sentence(subject("SPF")), " One busy spell decides this log.")
	require.Nil(t, c.More, "more weeks are not what it lacks")
}

func TestWhatResamplesContradictIsHeldBack(t *testing.T) {
	w := weigh(weekly(4, 60, 0.1, 0.6))
	w.Resampled = weekly(5, 20, 0.02, 1.2)
	_, c := w.Judge()
	require.Equal(t, Leaning, c.Verdict)
	require.Equal(t, Disagrees, c.Held)
	w.Resampled = weekly(5, 20, 0.02, 0.62)
	_, c = w.Judge()
	require.Equal(t, Shown, c.Verdict)
	require.InDelta(t, -0.38, float64(c.Resampled), 0.02)
	w.Resampled = weekly(5, 1, 0.02, 1.2)
	_, c = w.Judge()
	require.Equal(t, Shown, c.Verdict, "a single resample has no error of its own: it contradicts nothing")
}

func TestNobodyWaitingIsNothingToGain(t *testing.T) {
	_, c := weigh([][]int64{{0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}}).Judge()
	require.Equal(t, NoGain, c.Verdict)
	_, c = (&Weighing{Resampled: weekly(1, 20, 0.1, 0.5)}).Judge()
	require.Equal(t, Undecided, c.Verdict, "resamples alone carry no claim")
	require.Contains(t, c.Sentence(subject("SPF")), "not replayed yet")
	_, c = (&Weighing{Own: [][]int64{{1, 2, 3, 4}}, Weeks: 4}).Judge()
	require.Nil(t, c, "there is nothing to name")
}

// Sums of a log's replay become whole weeks: what is cut is part of the week before, what
// is not counted is none, and a lighter load makes no more weeks than there are.
func TestTheLogsWeeksAreItsOwn(t *testing.T) {
	w := study.DefaultWorkload()
	own := func(v ...int64) (list []int64, weeks int) {
		all, weeks := Own(&w, [][]int64{v, v})
		require.Equal(t, all[0], all[1])
		return all[0], weeks
	}
	list, weeks := own(1, 2, 3, 4, 5)
	require.Equal(t, []int64{1, 2, 3, 9}, list, "what comes after belongs to the last")
	require.Equal(t, 4, weeks)
	w.Warmup, w.Drain = 7, 13
	list, _ = own(0, 2, 3, 4, 0)
	require.Equal(t, []int64{2, 7}, list)
	w.Warmup, w.Drain, w.Variant = 0, 0, resample.Whole
	list, weeks = own(1, 2, 3, 4, 0)
	require.Equal(t, []int64{1, 2, 7}, list)
	require.Equal(t, 3, weeks)
	list, weeks = own(6, 1)
	require.Equal(t, []int64{7}, list)
	require.Zero(t, weeks, "less than a week is none")
	w.Variant, w.Load = resample.Block, 0.5
	list, weeks = own(1, 2, 3, 4, 0)
	require.Equal(t, []int64{3, 7}, list)
	require.Equal(t, 2, weeks)
	w.Load = 1.5
	list, _ = own(1, 2, 3, 0)
	require.Equal(t, []int64{1, 5}, list)
	none, weeks := Own(&w, nil)
	require.Empty(t, none)
	require.Zero(t, weeks)
}

func TestOneClaimASentence(t *testing.T) {
	c := &Claim{Verdict: Shown, Change: -0.35, Own: -0.4, Low: -0.5, High: -0.2, Level: 0.98, Among: 3, Weeks: 20, replayed: true}
	require.Equal(t, "SPF would have cut the mean wait by 35 %, plausibly 20 to 50 %. Figure and range are "+
		"corrected for choosing the best of 3 orders. The raw change is −40 %.", plain(c.Sentence(subject("SPF"))))
	more := 14
	c = &Claim{Verdict: Leaning, Change: -0.35, Own: -0.38, Low: -0.55, High: -0.05, Level: 0.95, Among: 3, Weeks: 10, More: &more,
		replayed: true}
	require.Equal(t, "SPF is likely to cut the mean wait by 35 %, plausibly 5 to 55 %. This is not yet sure. The raw change is −38 %. "+
		"About 14 weeks more would settle it.",
		plain(c.Sentence(subject("SPF"))))
	c.Verdict, c.High = Undecided, 0.03
	require.Equal(t, "This log is too short to tell whether any order beats FCFS. Best guess: SPF, −35 %, plausibly "+
		"between 55 % less and 3 % more. The raw change is −38 %. About 14 weeks more would settle it.", plain(c.Sentence(subject("SPF"))))
	c.More = nil
	require.Contains(t, plain(c.Sentence(subject("SPF"))), "This log does not show that any order beats FCFS.")
	require.Contains(t, plain(c.Sentence(subject("SPF"))), "Even twenty years of log would not settle it.")
	c.Low, c.High = -0.9, 12
	require.Contains(t, c.Sentence(subject("SPF")), "but almost anything is plausible", "no range of thousands of percent is written")
	c.NextLow, c.NextHigh = -0.6, 0.1
	require.Equal(t, "If its weeks go on as these did, the next 10 weeks would change the mean wait by −60 % to +10 %.",
		plain(c.Next(subject("SPF"))))
}

// A table's corrected figure of the choice that is named is the sentence's own, whatever its verdict; it lies between the raw
// change and none, and is unknown where the raw one has no range.
func TestTheTablesCorrectedFigureIsTheSentences(t *testing.T) {
	seen := map[Verdict]bool{}
	for seed := range uint64(30) {
		for _, times := range []float64{0.5, 0.9, 1} {
			list, c := weigh(weekly(seed, 6+int(seed)*4, 0.2, times, 1)).Judge()
			require.Equal(t, c.Change, list[c.At].Corrected)
			require.Zero(t, list[0].Corrected)
			seen[c.Verdict] = true
			if c.Change < 0 && c.Verdict == Shown {
				require.GreaterOrEqual(t, c.Change, c.Own, "choosing makes a cut look larger than it is")
			}
		}
	}
	require.True(t, seen[Shown] && seen[Undecided])
	list, _ := weigh([][]int64{{10, 20, 30}, {9, 18, 30}}).Judge()
	require.False(t, list[1].Corrected.Known(), "three weeks have no range")
	require.True(t, list[1].Own.Known())
}
