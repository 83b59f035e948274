package table

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/job/account"
)

func TestSizesAreRoundedUp(t *testing.T) {
	rounded := []string{"1.5", "0.2", "2.000001", "1.9999999", "12e-1", "1e-9", "-1.5", "-0.5", "2147483647.5", "4503599627370497.5"}
	for text, want := range map[string]int64{
		"1": 1, "1.0": 1, "1.": 1, "1.5": 2, "0.2": 1, "0": 0, "0.0": 0, "2.000001": 3, "1.9999999": 2, "1.5e1": 15, "12e-1": 2, "1e-9": 1,
		"-1": 0, "-1.5": 0, "-0.5": 0, "": 0, "2147483647.5": 1 << 31, "4503599627370497.5": 1<<52 + 2, "9007199254740992": 1 << 53,
	} {
		n, fraction, ok := size([]byte(text))
		require.True(t, ok, text)
		require.Equal(t, want, n, text)
		require.Equal(t, slices.Contains(rounded, text), fraction, "%s: what was rounded is said", text)
	}
	for _, text := range []string{"many", "1,5", "0x10", "9007199254740994", "1e300"} {
		_, _, ok := size([]byte(text))
		require.False(t, ok, text)
	}
}

func TestTimesOfATableAreCutOffDownwards(t *testing.T) {
	for text, want := range map[string]int64{"3632.92": 3632, "3632": 3632, "0.99": 0, "1e3": 1000, "1.5e0": 1, "-0.5": -1} {
		n, ok := number([]byte(text), 1, 1)
		require.True(t, ok, text)
		require.Equal(t, want, n, text)
	}
	for text, want := range map[string]int64{"1.5": 90, "0.99": 59, "2": 120} {
		n, ok := number([]byte(text), 60, 1)
		require.True(t, ok, text)
		require.Equal(t, want, n, "%s min", text)
	}
	for text, want := range map[string]int64{"1500": 1, "999": 0, "2500.5": 2} {
		n, ok := number([]byte(text), 1, 1000)
		require.True(t, ok, text)
		require.Equal(t, want, n, "%s ms", text)
	}
}

// A job of one and a half processors has two of the log.
func TestAJobOfOneAndAHalfProcessorsHasTwo(t *testing.T) {
	l := read(t, "job,submit,start,end,procs,asked_procs\n1,100,110,200,1.5,2.25\n2,120,130,210,3,3.0\n3,130,140,220,0.2,1\n",
		account.Options{})
	require.Equal(t, []int64{2, 3, 1}, l.Col[job.Alloc].Values())
	require.Contains(t, l.Import.Warnings, "3 sizes have a fraction: rounded up")
}
