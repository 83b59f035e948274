package study_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/compare"
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
	require.Equal(t, []string{"protocol", "week-start", "closer", "closed", "rules", "backfill", "promises", "queue-depth",
		"backfill-tries"}, keys)
}

func TestAPlanIsFoundAgainByTheKeyOfItsRows(t *testing.T) {
	p := compare.Default()
	for key, text := range map[string]string{"orders": "SPF,expr:p*q", "backfill": "SAF", "queue-depth": "8", "threshold": "40h",
		"load": "1.2", "week-start": "mon"} {
		if s := p.Settings().Find(key); s != nil {
			_ = s.Set(text)
		}
	}
	require.NoError(t, p.Normalise())
	again := compare.Default()
	again.Resamples = 7
	require.NoError(t, again.Settings().AskKey(p.Settings().TaskKey()))
	require.Equal(t, 7, again.Resamples, "what is only shown stays")
	again.Resamples = p.Resamples
	require.Equal(t, p, again)
	key := p.Settings().TaskKey()
	for _, bad := range []string{"", key[:len(key)-1], key + "x", "1" + key, key + key} {
		require.Error(t, again.Settings().AskKey(bad), "%q", bad)
	}
}
