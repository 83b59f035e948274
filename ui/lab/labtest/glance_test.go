package labtest_test

import (
	"encoding/csv"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment"
	"shadowtime/core/job/overview"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

// A chart of what is in a trace is cited before anything is computed: with what was kept
// of the log, and the line that prints its table.
func TestAChartOfTheTraceIsCitedWithTheLineThatPrintsItsTable(t *testing.T) {
	a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
	m.Log = m.Add("KTH SP2", long)
	a.Start("")
	labtest.Load(a, m)
	a.Set("log:clean", "prediction")
	a.Set("log:machine", "80")
	for _, key := range overview.Tables() {
		require.Contains(t, s.Drawn[key], `data-act="glance-`+key+`" data-arg="cite"`)
		for _, ending := range []string{"cite", "svg", "png", "csv"} {
			a.Act("glance-"+key, ending)
		}
		text := s.Files["clipboard"]
		require.Regexp(t, `^[^\n]+\. [^\n]+\n\nThe log KTH SP2 is described as it is, nothing is simulated\. [0-9 \x{2009}\x{202f}]+ of `,
			text, key)
		require.Contains(t, text, "after the cleaning \"prediction\"", key)
		require.Contains(t, text, "\n\nshadowtime describe --figure "+key+" --clean prediction --procs 80 'KTH SP2'\n\nThe log KTH SP2, "+
			"SHA-256 of its columns "+a.Summary.Digest.Hex()+"\n")
		name := "shadowtime-KTH SP2-" + key + "."
		require.Contains(t, s.Files[name+"svg"], "<svg")
		require.Contains(t, s.Files, name+"png")
		rows, err := csv.NewReader(strings.NewReader(s.Files[name+"csv"])).ReadAll()
		require.NoError(t, err)
		require.Equal(t, a.Trace.Overview.Table(key), rows)
	}
	require.Equal(t, strconv.Itoa(int(a.Trace.Overview.Hour[5])), a.Trace.Overview.Table("hours")[6][2])
}
