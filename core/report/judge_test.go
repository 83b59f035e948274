package report

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/stats"
	"shadowtime/core/job/resample"
	"shadowtime/core/study"
)

// waits are total waits of a baseline and of choices that wait so many times as
// long, give or take.
func waits(n int, spread float64, times ...float64) [][]int64 {
	rng := rand.New(rand.NewPCG(3, uint64(n)))
	wait := make([][]int64, 1+len(times))
	for range n {
		base := 1e6 * (1 + 0.3*rng.Float64())
		wait[0] = append(wait[0], int64(base))
		for i, x := range times {
			wait[1+i] = append(wait[1+i], int64(base*x*(1+spread*(rng.Float64()-0.5))))
		}
	}
	return wait
}

func TestWhatIsShownLiesOnOneSideOfZeroAmongAll(t *testing.T) {
	weeks := stats.Weeks{Log: 200, Resample: 52, Block: 4}
	wait := waits(40, 0.1, 0.7, 1, 1.4)
	list, named := Judge(wait, weeks, nil)
	require.Equal(t, []string{Nothing, Less, Nothing, More}, []string{list[0].Shown, list[1].Shown, list[2].Shown, list[3].Shown})
	require.Equal(t, []bool{false, true, false, false}, []bool{list[0].Near, list[1].Near, list[2].Near, list[3].Near})
	require.Equal(t, 1, named.At)
	require.InDelta(t, 1-0.05/3, float64(named.Level), 1e-12)
	require.Equal(t, list[1].Change, named.Change)
	for _, j := range list[1:] {
		low, high, byWeeks := j.Interval()
		require.True(t, byWeeks)
		require.Equal(t, []Float{j.Low, j.High}, []Float{low, high})
		require.True(t, j.Low <= j.SimLow && j.SimLow <= j.Change && j.Change <= j.SimHigh && j.SimHigh <= j.High)
	}
	require.Less(t, named.Low, list[1].Low, "what was chosen by looking is less sure")
	require.Greater(t, named.High, list[1].High)

	// without the log's weeks the simulation error is all that is known, and shows nothing
	list, named = Judge(wait, stats.Weeks{}, nil)
	require.False(t, list[1].Low.Known())
	low, _, byWeeks := list[1].Interval()
	require.False(t, byWeeks)
	require.Equal(t, list[1].SimLow, low)
	require.Less(t, list[1].SimHigh, Float(0))
	require.Equal(t, Nothing, list[1].Shown)
	require.Equal(t, Nothing, named.Shown())
	require.Equal(t, Resampled, named.Standing())
	require.Equal(t, "", named.Least("SPF"))

	_, named = Judge(wait[:1], weeks, nil)
	require.Nil(t, named, "there is nothing to name")
	list, named = Judge([][]int64{{}, {}}, weeks, nil)
	require.Nil(t, named)
	require.Equal(t, Nothing, list[1].Shown)
}

// A level for one among many claims less, never more.
func TestMoreChoicesShowLess(t *testing.T) {
	weeks := stats.Weeks{Log: 60, Resample: 52, Block: 4}
	few := waits(30, 0.5, 0.9)
	many := append([][]int64{}, few...)
	for range 40 {
		many = append(many, few[0])
	}
	a, one := Judge(few, weeks, nil)
	b, chosen := Judge(many, weeks, nil)
	require.Equal(t, a[1].Change, b[1].Change)
	require.Equal(t, a[1].Low, b[1].Low)
	require.Less(t, chosen.Low, one.Low)
	require.Greater(t, chosen.High, one.High)
	if a[1].Shown == Nothing {
		require.Equal(t, Nothing, b[1].Shown)
	}
}

func TestOnlyWeeksDrawnWithReplacementSayWhatOthersShow(t *testing.T) {
	w := study.DefaultWorkload()
	require.Equal(t, stats.Weeks{Log: 46, Resample: 52, Block: 4}, WeeksOf(&w, 46, 52))
	require.False(t, Apart(&w))
	w.Variant, w.Block = resample.Draw, 0
	require.Equal(t, stats.Weeks{Log: 46, Resample: 52}, WeeksOf(&w, 46, 52))
	require.True(t, Apart(&w))
	for _, v := range []resample.Variant{resample.Shuffle, resample.Original, resample.Whole} {
		w.Variant = v
		require.Equal(t, stats.Weeks{}, WeeksOf(&w, 46, 52))
	}
}

// A log of less than eight whole weeks claims nothing, whatever load it is replayed at.
func TestALogOfFewWeeksHasNoIntervalAndIsSaidToBeTooShort(t *testing.T) {
	w := study.DefaultWorkload()
	require.Equal(t, stats.Weeks{}, WeeksOf(&w, 7, 7))
	require.Equal(t, "This log is too short to claim anything: it has 7 whole weeks, and 8 are the least.",
		TooShort(&w, "This log", 7, "anything"))
	require.Contains(t, TooShort(&w, "This log", 1, "anything"), "it has 1 whole week, and")
	require.Contains(t, TooShort(&w, "This log", 0, "anything"), "it has no whole week, and 8 are the least.")
	require.NotEqual(t, stats.Weeks{}, WeeksOf(&w, 8, 8))
	require.Empty(t, TooShort(&w, "This log", 8, "anything"))
	for _, load := range []float64{0.1, 0.5, 0.9, 1.1, 1.3, 2, 10} {
		w.Load = load
		for own := range 12 {
			weeks := resample.ScaledWeeks(own, load, resample.Arrivals)
			short := TooShort(&w, "This log", weeks, "anything")
			if own < leastWeeks {
				require.NotEmpty(t, short, "%d weeks at %g times the load", own, load)
				require.Equal(t, stats.Weeks{}, WeeksOf(&w, weeks, weeks))
			}
			if load < 1 && own > 0 && own < leastWeeks {
				require.Contains(t, short, fmt.Sprint("it has ", own, " whole week"))
			}
			if load < 1 && own >= leastWeeks {
				require.Empty(t, short)
			}
		}
	}
	w.Load, w.Variant = 1, resample.Whole
	require.Contains(t, TooShort(&w, "This log", 1, "anything"), "it spans less than one week, and 8 whole ones are the least.")
	require.Contains(t, TooShort(&w, "This log", 2, "anything"), "it spans less than 2 weeks, and")
	require.NotEmpty(t, TooShort(&w, "This log", 8, "anything"), "the last is cut")
	require.Empty(t, TooShort(&w, "This log", 9, "anything"))
}

// Eight in a hundred answers said that no order was shown beside one that was: the one of
// least waiting varies more than another, which is surer.
func TestTheOneThatIsNamedIsTheOneThatIsShown(t *testing.T) {
	weeks := stats.Weeks{Log: 60, Resample: 52, Block: 4}
	rng := rand.New(rand.NewPCG(7, 7))
	wait := make([][]int64, 3)
	for range 40 {
		base := 1e6 * (1 + 0.1*rng.Float64())
		wait[0] = append(wait[0], int64(base))
		wait[1] = append(wait[1], int64(base*(0.2+1.1*rng.Float64()))) // least on average, and wild
		wait[2] = append(wait[2], int64(base*(0.84+0.02*rng.Float64())))
	}
	list, named := Judge(wait, weeks, nil)
	require.Less(t, list[1].Change, list[2].Change)
	require.Equal(t, []string{Nothing, Less}, []string{list[1].Shown, list[2].Shown})
	require.Equal(t, 2, named.At)
	require.Equal(t, Less, named.Shown())

	claims := 0
	weeks.Log = 200
	for seed := range uint64(300) { // whatever is drawn: nothing is unshown beside what is shown
		rng := rand.New(rand.NewPCG(seed, 1))
		wait := make([][]int64, 5)
		for range 30 {
			for i := range wait {
				wait[i] = append(wait[i], int64(1e6*(1-0.16*float64(i)*rng.Float64()+0.2*rng.Float64())))
			}
		}
		list, named := Judge(wait, weeks, nil)
		some := false
		for i := 1; i < len(list); i++ {
			some = some || list[i].Shown == Less
			if named.Shown() == Less && list[i].Shown == Less {
				other := chosen(i, wait, weeks, stats.Among(Level, len(wait)))
				require.LessOrEqual(t, named.High, other.High)
			}
		}
		require.Equal(t, some, named.Shown() == Less)
		if some {
			claims++
		}
	}
	require.True(t, 30 < claims && claims < 270, "%d", claims)
}

func TestTheLogItselfIsSummedUpInHalves(t *testing.T) {
	// four weeks, and what comes after; the second choice waits half as long in
	// the first two
	a := Replayed([][]int64{{100, 100, 100, 50, 50}, {50, 50, 100, 50, 50}}, 4, 10, 60)
	require.False(t, a.BsldLikeness.Known(), "waits say nothing of slowdowns")
	a.BsldLikeness = 0
	require.Equal(t, &AsLogged{Weeks: 4, AvgWait: 40, Changes: []Float{0, -0.25}, FirstHalf: []Float{0, -0.5}, SecondHalf: []Float{0, 0},
		Likeness: 1.5}, a)

	one := Replayed([][]int64{{100, 0}, {50, 0}}, 1, 10, Float(math.NaN()))
	require.Nil(t, one.FirstHalf)
	require.False(t, one.Likeness.Known())
}

func TestWhatSaysNothingIsSaidToSayNothing(t *testing.T) {
	thin := func(s string) string { return strings.ReplaceAll(s, "\u202f", " ") }
	require.Equal(t, "other weeks of this machine could show anything from −12 % to +3.0 %: a longer log would tell.",
		thin(Elsewhere(-0.12, 0.03)))
	require.Equal(t, "resamples alone prove nothing.", Elsewhere(Float(math.NaN()), 0))
	require.Equal(t, "other weeks of this machine could show anything at all: a longer log would tell.", Elsewhere(-0.99, 40))
	require.Contains(t, thin((&Choice{Bounds: Bounds{Low: -0.3, High: -0.1}}).Least("SPF")), "below about ±10 %")
	require.Contains(t, (&Choice{Bounds: Bounds{Low: -0.9, High: 4}}).Least("SPF"), "hardly show any change of SPF")
	require.Equal(t, " [10, 30]", (&Choice{Bounds: Bounds{Change: -0.2}}).Cut(-0.3, -0.1))
	require.Equal(t, " [10, 30]", (&Choice{Bounds: Bounds{Change: 0.2}}).Rise(0.1, 0.3))
	require.Equal(t, "", (&Choice{}).Cut(Float(math.NaN()), 0))
}
