package study

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A link that was made when something else was proposed asks what it asked then: where
// it says other settings, and where a new one says what is proposed now.
func TestALinkMeansWhatWasProposedWhenItWasMade(t *testing.T) {
	threshold, seed := "", ""
	list := Settings{
		Words("threshold", func() string { return threshold }, func(s string) error { threshold = s; return nil }).Unless("old"),
		Words("seed", func() string { return seed }, func(s string) error { seed = s; return nil }),
	}
	read := func(link map[string]string) string {
		threshold, seed = "now", "1"
		require.NoError(t, list.Read(func(key string) string { return link[key] }))
		return threshold + " " + seed
	}
	require.Equal(t, "now 1", read(nil), "a link that asks nothing asks what is proposed")
	require.Equal(t, "old 7", read(map[string]string{"seed": "7"}))
	require.Equal(t, "mine 7", read(map[string]string{"seed": "7", "threshold": "mine"}))
	for _, x := range []string{"now 1", "now 7", "old 1", "old 7", "mine 7"} {
		threshold, seed, _ = strings.Cut(x, " ")
		was, wasSeed := "now", "1"
		proposal := Settings{
			Words("threshold", func() string { return was }, func(s string) error { was = s; return nil }),
			Words("seed", func() string { return wasSeed }, func(s string) error { wasSeed = s; return nil }),
		}
		link := map[string]string{}
		list.Write(proposal, func(key, text string) { link[key] = text })
		require.Equal(t, x, read(link), "what is written is read again")
	}
}
