package job

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// 4 weeks of 10 jobs by ten users, and in the third 100 more of user 7.
func TestABurstOfOneUserIsLeftOutAndCounted(t *testing.T) {
	var rows []row
	add := func(at, user int64) { rows = append(rows, row{at, 60, 1, 1, 100, 1, user}) }
	for w := range int64(4) {
		for u := range int64(10) {
			add(w*Week+u*Week/10, u)
		}
	}
	for i := range int64(100) {
		add(2*Week+5*Day+i, 7)
	}
	l := makeLog("100", rows...)
	rules := Presets()[0].Rules
	_, k := Clean(l, rules, MachineOf(l, 0))
	require.Equal(t, 140, k.Kept)
	require.Empty(t, k.Dropped)
	rules.Flurry = 1
	tr, k := Clean(l, rules, MachineOf(l, 0))
	require.Equal(t, 39, k.Kept) // with the job that user 7 has in that week anyway
	require.Equal(t, []Dropped{{Burst, 101}}, k.Dropped)
	require.Len(t, k.Faults, MaxFaults)
	require.Equal(t, "user", k.Faults[0].Field)
	require.IsNonDecreasing(t, tr.Submit)
	require.Equal(t, "online", k.Rules.Preset())
	rules.Flurry = 50
	_, k = Clean(l, rules, MachineOf(l, 0))
	require.Equal(t, 140, k.Kept)
}

func TestTheUnknownUserHasNoBursts(t *testing.T) {
	var rows []row
	for i := range int64(50) {
		rows = append(rows, row{i, 60, 1, 1, 100, 1, -1})
	}
	l := makeLog("100", rows...)
	_, k := Clean(l, Rules{Flurry: 0.1}, MachineOf(l, 0))
	require.Equal(t, 50, k.Kept)
}
