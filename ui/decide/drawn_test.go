package decide

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/rules"
	"shadowtime/core/job/rule"
)

// A rule of the list is drawn in place, and put away by the same button; another list has no drawing of the old one.
func TestARuleIsDrawnInPlace(t *testing.T) {
	a, _, m, s := holdingPage(t, capped)
	found(m)
	a.Act("held", "")
	require.NotContains(t, s.Drawn[hostRules], "rule-drawn")
	a.Act("held-draw", "0")
	require.Contains(t, s.Drawn[hostRules], "being counted")
	answerAside(m)
	require.Contains(t, s.Drawn[hostRules], "plot-piles")
	require.Contains(t, s.Drawn[hostRules], " starts of such jobs broke it")
	a.Act("held-draw", "0")
	require.NotContains(t, s.Drawn[hostRules], "rule-drawn")
	a.Act("held-draw", "0")
	require.Contains(t, s.Drawn[hostRules], "plot-piles", "it is known")
	require.Empty(t, m.Asides)
	a.Act("held-switch", "0")
	require.NotContains(t, s.Drawn[hostRules], "rule-drawn")
	require.NotContains(t, s.Drawn[hostRules], `data-act="held-draw"`, "what is off has no drawing")
	work := rule.New(rule.Limit)
	work.Of = rule.Work
	require.False(t, rules.Drawable(&work))
}
