package compare

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

func TestWhatAStudyPrintedStandsBesideTheAnswerOfItsLogAlone(t *testing.T) {
	fixture.Long(t)
	for _, known := range []bool{true, false} {
		a, v, m, s := page(t)
		if known {
			labtest.PoseAs(m, labtest.KTH)
		}
		labtest.Load(a, m)
		a.Run()
		m.FinishAll()
		require.Equal(t, known, s.Drawn["printed"] != "")
		require.Equal(t, known, strings.Contains(s.Drawn[hostForest], "diamonds"))
		require.Equal(t, known, strings.Contains(s.Drawn[hostTable], "Published"))
		if !known {
			continue
		}
		// figures of one page agree: sentence, table and report
		fit := v.Report.Published().Fit()
		require.Equal(t, 11, fit.N)
		require.Contains(t, s.Drawn["printed"], "Of the 11 changes that Reis 2018, table 6.3 has for KTH-SP2")
		require.Contains(t, s.Drawn["printed"], "under the label SEXP stands LEXP")
		require.Contains(t, s.Drawn[hostTable], `data-value="-0.15"`, "LEXP, printed as SEXP")
		require.Contains(t, s.Drawn[hostForest], "under the label SEXP")

		v.Act("printed", "")
		for _, host := range []string{hostForest, hostTable} {
			require.NotContains(t, s.Drawn[host], "ublished", host)
		}
		require.Contains(t, s.Drawn["printed"], "show what the study printed")
		v.Act("sort", "change") // the table drawn alone agrees
		require.NotContains(t, s.Drawn[hostTable], "Published")
		v.Act("printed", "")
		require.Contains(t, s.Drawn[hostTable], "Published")
		v.Act("sort", "printed")
		first := s.Drawn[hostTable][strings.Index(s.Drawn[hostTable], "<tbody>"):]
		require.Less(t, strings.Index(first, `data-order="SPF"`), strings.Index(first, `data-order="SAF"`))

		require.Contains(t, s.Drawn["printed"], "ask as it was run")
		v.Act("as-run", "")
		require.Equal(t, "run2018", v.Plan.Protocol)
		v.Set("weeks", "2")
		v.Set("resamples", "3")
		v.Set("week-start", "calendar") // the log is too short for another
		a.Run()
		m.FinishAll()
		require.Equal(t, lab.Asked, v.Verdict.Standing)
		require.Contains(t, s.Drawn["printed"], "Of the 11 changes")
		require.NotContains(t, s.Drawn["printed"], "ask as it was run")

		a.Set("load", "1.5") // another question than the study's
		a.Run()
		m.FinishAll()
		require.Empty(t, s.Drawn["printed"])
		require.NotContains(t, s.Drawn[hostTable], "Published")
	}
}
