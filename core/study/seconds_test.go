package study

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDurationsAreReadAsTheyAreWritten(t *testing.T) {
	for s, want := range map[string]Seconds{"none": None, "0s": 0, "90s": 90, "5m": 300, "40h": 144000, "2d": 172800} {
		got, err := ParseSeconds(s)
		require.NoError(t, err)
		require.Equal(t, want, got)
		again, err := ParseSeconds(got.String())
		require.NoError(t, err)
		require.Equal(t, got, again)
	}
	for _, s := range []string{"", "5", "h", "-3h", "+3h", "1.5h", "9999999999d", "4w"} {
		_, err := ParseSeconds(s)
		require.ErrorContains(t, err, "40h", s)
	}
}
