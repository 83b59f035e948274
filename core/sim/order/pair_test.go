package order

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Two names with a hyphen are a pair, in any capitalisation; a formula with the same signs says expr:.
func TestTwoNamesWithAHyphenAreAPair(t *testing.T) {
	for text, name := range map[string]string{"SPF-SAF": "SPF-SAF", "sjf-exp": "SPF-LEXP", " SPF - SAF ": "SPF-SAF",
		"FCFS-SPF@20h": "FCFS-SPF@20h", "f1-f2 @ 1.5d": "F1-F2@1.5d"} {
		p, ok := ParsePair(text)
		require.True(t, ok, text)
		require.Equal(t, name, p.Name())
		_, err := Parse(text)
		require.ErrorContains(t, err, "is a pair", text)
		require.ErrorContains(t, err, "expr:"+p.Front.Name()+"-"+p.Behind.Name())
		list, err := ProperPairs([]string{text, "all", name})
		require.NoError(t, err)
		require.Len(t, list, 13)
		require.Equal(t, name, list[0])
		_, err = Proper([]string{text})
		require.Error(t, err)
	}
	for _, text := range []string{"SPF", "SPF-", "-SAF", "SPF-SAF-SQF", "SPF-SAF@", "SPF@20h", "expr:SPF-SAF", "a=SPF-SAF",
		"p-q", "SPF-2", ""} {
		require.False(t, IsPair(text), text)
	}
	o, err := Parse("expr:SPF-SAF")
	require.NoError(t, err)
	require.Equal(t, 100.0-100*4, o.Key(100, 4, 0, 0))
}
