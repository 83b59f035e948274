package report

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/stats"
	"shadowtime/core/study"
)

// kept is an answer over resamples 1..n with two choices.
func kept(named string, a, b []int64) *Choices {
	k := &Choices{Digest: "d", Ground: study.DefaultWorkload(), Named: named, Names: []string{"A", "B"}, Wait: [][]int64{a, b},
		Change: make([]Bounds, 2)}
	for i := range a {
		k.K = append(k.K, i+1)
	}
	return k
}

func TestTwoAnswersArePairedByTheResamplesThatBothHave(t *testing.T) {
	a, b := []int64{300, 320, 310, 400}, []int64{290, 330, 280, 300}
	then := kept("A", a, b)
	now := kept("B", []int64{280, 300, 300}, []int64{270, 250, 290})
	list := Besides(then, now)
	require.Len(t, list, 3)
	first := list[0]
	require.Equal(t, []string{"A", "B"}, []string{first.Then, first.Now}, "the choices that the answers name come first")
	want := stats.Fieller(now.Wait[1], a[:3], Level)
	require.Equal(t, Float(want.Mid), first.Change)
	require.Equal(t, Float(want.Low), first.SimLow)
	require.Equal(t, 3, first.Resamples)
	same := list[1]
	require.Equal(t, same.Then, same.Now)
	require.Equal(t, Float(stats.Fieller(now.Wait[0], a[:3], Level).Mid), same.Change)

	// a resample that one of them lacks is left out
	now.K = []int{2, 3, 9}
	require.Equal(t, Float(stats.Fieller(now.Wait[1][:2], a[1:3], Level).Mid), Besides(then, now)[0].Change)

	// an answer beside itself differs by nothing, and nothing is shown
	for _, x := range Besides(then, then) {
		require.Zero(t, x.Change)
		require.Equal(t, Nothing, x.Shown())
	}
}

func TestAnswersOfOtherResamplesAreNotPaired(t *testing.T) {
	then, now := kept("A", []int64{100, 200}, []int64{90, 180}), kept("A", []int64{100, 200}, []int64{90, 180})
	require.True(t, then.Pairs(now))
	for _, change := range []func(){
		func() { now.Ground.Seed++ },
		func() { now.Ground.Weeks++ },
		func() { now.Ground.Load = 1.1 },
		func() { now.Digest = "another" },
	} {
		now.Ground, now.Digest = then.Ground, then.Digest
		change()
		require.False(t, then.Pairs(now))
		for _, x := range Besides(then, now) {
			require.False(t, x.Bounds.Change.Known())
			require.Equal(t, Nothing, x.Shown())
			require.Zero(t, x.Resamples)
		}
	}
}
