package study_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/compare"
)

func TestACommandLineSaysWhatIsOtherThanUsual(t *testing.T) {
	p, usual := compare.Default(), compare.Default()
	line := func(log string) string {
		usual = compare.Default()
		return p.Settings().Command(compare.Verb, usual.Settings(), log)
	}
	require.Equal(t, "shadowtime compare --weeks 52 KTH-SP2", line("KTH-SP2"))
	p.Orders, p.Seed = []string{"FCFS", "expr:p*q"}, 7
	require.NoError(t, p.Settings().Find("one-second").Set("true"))
	require.Equal(t, `shadowtime compare --orders 'FCFS,expr:p*q' --weeks 52 --one-second --seed 7 'it'\''s a log'`, line("it's a log"))
	usual = compare.Default()
	require.Equal(t, "one-second=true&orders=FCFS%2Cexpr%3Ap%2Aq&seed=7&view=compare&weeks=52", p.Settings().Query(compare.Verb, usual.Settings(), "compare"))
}
