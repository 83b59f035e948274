package sacct

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// sacct shortens thousands, of 1000 each; what it does not shorten has no fraction, unless pandas wrote it.
func TestAShortenedCountIsOfThousands(t *testing.T) {
	for text, want := range map[string]int64{"": 0, "Unknown": 0, "12": 12, "1K": 1000, "1.5K": 1500, "16K": 16_000, "1.2345K": 1235,
		"1.2344K": 1234, "2.25M": 2_250_000, "0.5K": 500, "4.0": 4,
		"nan": 0, "4294967294": 0} {
		n, ok := count([]byte(text))
		require.True(t, ok, text)
		require.Equal(t, want, n, text)
	}
	for _, text := range []string{"1.5", "1.", "K", "1,5K", "1.xK", "0x1"} {
		_, ok := count([]byte(text))
		require.False(t, ok, text)
	}
}
