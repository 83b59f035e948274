package slurm

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/numeral"
	"shadowtime/core/slurm/follow"
)

// A model is doubted for each thing in which it is far from the machine, a mean that is right or not: also where one kind
// of jobs waits far too short and the others make up for it.
func TestAModelIsDoubtedForAnyThingInWhichItIsFar(t *testing.T) {
	rank := 0.95
	near := func() *follow.Believed {
		return &follow.Believed{Judged: 200, Rank: &rank, Priorities: 90, Equal: 80, Replay: follow.Replay{
			Recorded: &follow.Nearness{Jobs: 200, MeanWait: 100, Here: 110}},
			Kinds: []follow.Crew{{Name: "others", Jobs: 188, Machine: 90, Here: 120},
				{Name: "exclusive", Jobs: 12, Machine: 220, Here: 210}}}
	}
	require.Empty(t, doubts(near()))
	for words, far := range map[string]func(b *follow.Believed){
		"The model's jobs wait 1.3 times":      func(b *follow.Believed) { b.Recorded.Here = 130 },
		"The model's jobs wait 0.7 times":      func(b *follow.Believed) { b.Recorded.Here = 70 },
		"a rank correlation of 0.55 is below":  func(b *follow.Believed) { low := 0.55; b.Rank = &low },
		"40 % are others here":                 func(b *follow.Believed) { b.Priorities, b.Equal = 100, 60 },
		"12 jobs (exclusive) waited 220 s on ": func(b *follow.Believed) { b.Kinds[1].Here = 12 },
	} {
		b := near()
		far(b)
		list := doubts(b)
		require.Len(t, list, 1, words)
		require.Contains(t, strings.ReplaceAll(list[0], numeral.Thin, " "), words)
		a := Replayed{Believed: b}
		require.Contains(t, a.Says(), list[0])
		c := Changed{doubts: list}
		require.Contains(t, c.says(), list[0])
	}
	few := near()
	few.Kinds[1].Jobs, few.Kinds[1].Here = 9, 12
	require.Empty(t, doubts(few), "fewer than a twentieth")
}
