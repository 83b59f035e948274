package study_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/compare"
)

// Keys of rows that were about before the setting stay what they are.
func TestAChoiceThatCameLaterIsInKeysOnlyWhenItIsMade(t *testing.T) {
	p := compare.Default()
	p.Backfilling = "conservative"
	without := p.Settings().Without("promises").TaskKey()
	require.Equal(t, without, p.Key())
	require.NoError(t, p.Settings().Find("promises").Set("kept"))
	require.NotEqual(t, without, p.Key())
	var keys []string
	for _, s := range p.Settings() {
		if s.Added {
			keys = append(keys, s.Key)
			require.NotEmpty(t, s.Usual, "what it was before")
		}
	}
	require.Equal(t, []string{"protocol", "week-start", "closer", "backfill", "promises", "queue-depth", "backfill-tries"}, keys)
}
