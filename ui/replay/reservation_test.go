package replay

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/sim/why"
	"shadowtime/ui/lab"
)

// A story lists who overtook the job, how, and whom it kept, as the tape has them, and
// says how many are not listed; its promised start is a chart where it moved.
func TestAStoryListsWhoOvertookAndWhoWasKept(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t, "order=fcfs&threshold=none")
	answer(m)
	tape := tapeOf(t, v, m)
	charts, cut := 0, 0
	for j := 0; j < m.Trace.Len(); j += 37 {
		a.Set("replay-find", strconv.FormatInt(why.Number(m.Trace, j), 10))
		answer(m)
		told, err := tape.Story(j)
		require.NoError(t, err)
		html := s.Drawn[hostStory]
		for _, o := range told.Overtaken[:min(len(told.Overtaken), listedOvertakers)] {
			require.Contains(t, html, lab.Esc(numeral.Capital(tape.Overtook(o))))
		}
		for _, k := range told.Delayed[:min(len(told.Delayed), listedKept)] {
			require.Contains(t, html, v.asked(k))
		}
		if n := len(told.Overtaken) - listedOvertakers; n > 0 {
			require.Contains(t, html, "and "+numeral.Count(n)+" more")
			cut++
		}
		require.Equal(t, len(told.Reserved) > 1, strings.Contains(html, `id="replay-reserved`), j)
		if len(told.Reserved) > 1 {
			require.Contains(t, html, "moved "+numeral.Count(len(told.Reserved)-1)+" time")
			charts++
		}
	}
	require.Greater(t, charts, 1)
	require.Greater(t, cut, 0)
}

// A sentence leads to its instant.
func TestASentenceLeadsToItsInstant(t *testing.T) {
	a, v, m, s := page(t, "")
	answer(m)
	a.Act("replay-longest", "")
	answer(m)
	at := v.story.told[1].At
	require.Contains(t, s.Drawn[hostStory], v.there(at))
	a.Act("replay-at", strconv.FormatInt(at-v.scene.first, 10))
	answer(m)
	require.Equal(t, at, v.instant.seen.Now)
}
