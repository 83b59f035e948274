package replay

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/sim/why"
)

// Every colour stands for what its words say, of each job.
func TestEveryColourMeansWhatItsWordsSay(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t, "")
	answer(m)
	tr := m.Trace
	work := map[int32]int64{}
	for j, u := range tr.User {
		work[u] += int64(tr.Size[j]) * tr.Run[j]
	}
	hows, err := tapeOf(t, v, m).Hows()
	require.NoError(t, err)
	for _, c := range colours {
		a.Set("replay-colour", c[0])
		answer(m)
		framed(v, s.Step)
		p := v.paint(0)
		require.Equal(t, len(p.Words), len(p.Tones), c[0])
		require.Len(t, p.palette, waited+len(p.Tones))
		for _, words := range p.Words {
			require.Contains(t, s.Drawn[hostMapKey], words)
		}
		tones := map[string]bool{}
		for _, tone := range p.palette[waited:] {
			require.False(t, tone == p.palette[mark] && tone.Strength == 1, "who is chosen stands out")
			tones[tone.Name+string(rune(1000*tone.Strength))] = true
		}
		require.Len(t, tones, len(p.Tones), "each tone is another")
		for j := range tr.Len() {
			words := strings.ReplaceAll(p.Words[p.Classes[j]], "\u202f", " ")
			switch c[0] {
			case "user":
				others := 0
				for u := range work {
					if work[u] > work[tr.User[j]] {
						others++
					}
				}
				require.Equal(t, others >= 6, strings.Contains(words, "others"), words)
			case "size":
				low, high, ok := strings.Cut(words, " to ")
				if !ok {
					high = low
				}
				require.True(t, atoi(t, low) <= int64(tr.Size[j]) && int64(tr.Size[j]) <= atoi(t, high), words)
			case "length":
				want := map[bool]string{true: "under 15 min", false: "longer"}[tr.Request[j] < 900]
				for _, b := range []struct {
					most  int64
					words string
				}{{3600, "up to 1 h"}, {4 * 3600, "up to 4 h"}, {12 * 3600, "up to 12 h"}, {job.Day, "up to 24 h"}} {
					if want == "longer" && tr.Request[j] <= b.most {
						want = b.words
					}
				}
				require.Equal(t, want, words, tr.Request[j])
			case "how":
				require.Equal(t, hows[j] == why.Backfilled, strings.HasPrefix(words, "by backfilling"))
			}
		}
		require.True(t, slices.ContainsFunc(s.Painted[canvasID][2:], func(p uint32) bool { return p >= waited }))
		_, query, _ := strings.Cut(a.Link(nil), "?")
		require.Equal(t, c[0] != "wait", strings.Contains(query, "colour="+c[0]))
	}
}

func atoi(t *testing.T, text string) (n int64) {
	t.Helper()
	for _, c := range text {
		if c != '\u202f' && c != ' ' {
			n = 10*n + int64(c-'0')
		}
	}
	return n
}
