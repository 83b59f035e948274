package little

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	core "shadowtime/core/experiment/little"
	"shadowtime/ui/lab"
)

// Each exercise is reached by the lines of its hint, as the page takes them, and leads on to the next, which has the focus; squeue does not
// count, and what was typed is taken back.
func TestAnExerciseIsReachedOnThePage(t *testing.T) {
	a, v, _, s := page(t, "view=little&task=request")
	for i, x := range core.Tasks() {
		a.Act("little-task", x.Key)
		require.Contains(t, s.Drawn[hostAsk], lab.Esc(x.Asks))
		require.Contains(t, s.Drawn[hostAnswer], `data-reached="false"`)
		a.Set("little-line", "squeue")
		for _, line := range x.Lines {
			require.NotContains(t, s.Drawn[hostAnswer], "Reached")
			a.Set("little-line", line)
		}
		require.Contains(t, s.Drawn[hostAnswer], lab.Esc(x.Why), x.Key)
		require.Contains(t, s.Drawn[hostAnswer], `id="little-next"`)
		require.Equal(t, "little-next", s.Focused, "the field is gone: the focus is on the way on")
		require.Equal(t, i+1, strings.Count(s.Drawn[hostAsk], `aria-label="reached"`))
		a.Act("little-undo", "")
		require.NotContains(t, s.Drawn[hostAnswer], "Reached")
	}
	link := map[string]string{}
	v.Write(func(key, text string) { link[key] = text })
	require.Equal(t, map[string]string{"task": "nodes"}, link)
}
