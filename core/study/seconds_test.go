package study

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDurationsAreReadAsTheyAreWritten(t *testing.T) {
	for s, want := range map[string]Seconds{"none": None, "0s": 0, "90s": 90, "5m": 300, "40h": 144000, "2d": 172800,
		"1.5h": 5400, "90m": 5400, "0.25d": 21600, "2.0h": 7200, "0.5m": 30, "1.000000000s": 1} {
		got, err := ParseSeconds(s)
		require.NoError(t, err)
		require.Equal(t, want, got)
		again, err := ParseSeconds(got.String())
		require.NoError(t, err)
		require.Equal(t, got, again)
	}
	for _, s := range []string{"", "5", "h", "-3h", "+3h", "9999999999d", "4w",
		"1.5", "1.5s", "1.0001h", ".5h", "1.h", "1.+5h", "1.-5h", "1.5.5h", "1,5h", "1e3s", "1.0000000000h"} {
		_, err := ParseSeconds(s)
		require.ErrorContains(t, err, "40h", s)
	}
}

func TestDurationsAreSaidInAsManyUnitsAsTheyNeed(t *testing.T) {
	for s, want := range map[string]Seconds{"none": None, "40\u202fh": 144000, "90\u202fs": 90, "5\u202fmin": 300,
		"1\u202fh 30\u202fmin": 5400, "55\u202fh 33\u202fmin 20\u202fs": 200_000, "2\u202fh 5\u202fs": 7205} {
		require.Equal(t, s, want.Words())
	}
}
