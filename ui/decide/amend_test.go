package decide

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/decide"
	"shadowtime/core/report"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

// Under rules a question has cards of what changes of them do, beside those of orders, and what a machine without them
// would have been told; without rules there is neither.
func TestChangesOfRulesStandBesideTheOrders(t *testing.T) {
	a, v, m, s := page(t)
	labtest.Load(a, m)
	v.Set("orders", "SPF")
	v.Set("backfills", "")
	v.Set("thresholds", "none,20h")
	a.Run()
	m.FinishAll()
	require.Empty(t, s.Drawn[hostAmended])
	v.Set("rules", "2 jobs a user; not 06:00-18:00 over 4h")
	a.Run()
	for len(m.Tasks) > 0 {
		if m.Finish(0); !v.amends() {
			require.Empty(t, s.Drawn[hostAmended])
		}
	}
	r, drawn := v.Report, s.Drawn[hostAmended]
	require.Len(t, r.Amended, 3)
	require.Len(t, r.Unsettled, 1, "half of the limit is too low for this log")
	require.Contains(t, drawn, `<p>`+lab.Esc(r.UnsettledWords()[0])+`</p>`)
	require.Equal(t, 2, strings.Count(drawn, "data-amended="), "the best of each rule")
	require.Contains(t, drawn, lab.Esc(r.AmendedSentence()))
	require.Contains(t, drawn, lab.Esc(r.OpenWords()))
	for _, x := range r.AmendedCards() {
		title, rule := x.Heading()
		require.Contains(t, drawn, `<h3>`+lab.Esc(title)+`</h3>`)
		require.Contains(t, drawn, `<p class="sets">`+lab.Esc(rule)+`</p>`)
		require.Contains(t, drawn, report.Signed(x.Change))
	}
	require.Len(t, r.ObeyedTable(), 3)
	for _, row := range append(r.ObeyedTable(), r.BothTable()...) {
		for _, cell := range row {
			require.Contains(t, drawn, lab.Esc(cell), "on the page")
			require.Contains(t, s.Drawn[hostPaper], lab.Esc(cell), "and on paper, whatever is folded")
		}
	}
	require.NotContains(t, drawn, "Lines to copy", "nothing is shown")
	best := r.AmendedCards()[0]
	best.Verdict, best.Change, best.Lines = report.Shown, -0.3, []string{"sacctmgr modify qos normal set MaxJobsPerUser=-1"}
	v.drawAmended()
	require.Contains(t, s.Drawn[hostAmended], "<pre tabindex=\"0\"><code>"+best.Lines[0])
}

// Rules that nobody changes have a heading of their own, and the fold below it says what is in it.
func TestAFoldDoesNotSayItsHeadingAgain(t *testing.T) {
	a, v, m, s := page(t)
	labtest.Load(a, m)
	v.Set("orders", "SPF")
	v.Set("backfills", "")
	v.Set("thresholds", "none")
	v.Set("rules", "2 jobs a user")
	a.Run()
	m.FinishAll()
	v.Report.Amended = nil
	v.drawAmended()
	require.True(t, v.ruled() && !v.amends())
	require.Equal(t, decide.ObeyedTitle, v.rulesTitle())
	require.Contains(t, s.Drawn[hostAmended], "<summary>")
	require.NotContains(t, s.Drawn[hostAmended], "<summary>"+decide.ObeyedTitle)
}
