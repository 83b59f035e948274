package online

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/ui/lab/labtest"
)

func TestWhatAStudyPrintedStandsBesideItsStrategiesToo(t *testing.T) {
	fixture.Long(t)
	a, v, m, s := page(t)
	labtest.PoseAs(m, labtest.KTH)
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	b := v.Report.Published()
	require.NotEmpty(t, b)
	require.Contains(t, s.Drawn["online-printed"], b.Sentence()[:20])
	require.Contains(t, s.Drawn[hostForest], "published −16\u202f% (Reis 2018, table 6.4)")
	require.Contains(t, s.Drawn[hostTable], "Published")
	require.Contains(t, s.Drawn[hostTable], `data-value="-0.16"`, "the best order in hindsight")
	v.Act("printed", "")
	require.NotContains(t, s.Drawn[hostForest], "ublished")
	require.NotContains(t, s.Drawn[hostTable], "Published")
}
