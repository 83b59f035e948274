package study

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A pair is the scheduler of its two orders, with its threshold in the place of the one that is asked for.
func TestAPairIsTheSchedulerOfItsTwoOrders(t *testing.T) {
	want, err := Config("SPF", "SAF", 7200, "easy", "shadowtime")
	require.NoError(t, err)
	got, err := Config("SPF-SAF", "SPF-SAF", 7200, "easy", "shadowtime")
	require.NoError(t, err)
	require.Equal(t, want, got)
	got, err = Config("SPF-SAF@2h", "SPF-SAF@2h", None, "easy", "shadowtime")
	require.NoError(t, err)
	require.Equal(t, want, got)
	for _, x := range [][3]string{{"SPF-SAF", "SQF", "easy"}, {"SPF-SAF", "SPF-SAF", "conservative"}, {"SPF-SAF@x", "SPF-SAF@x", "easy"},
		{"SPF", "SPF-SAF", "easy"}} {
		_, err = Config(x[0], x[1], None, x[2], "shadowtime")
		require.Error(t, err, x)
	}
}
