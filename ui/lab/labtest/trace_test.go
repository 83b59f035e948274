package labtest_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment"
	"shadowtime/core/job/overview"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

func TestALinkNamesItsLog(t *testing.T) {
	const query = "orders=spf,saf&resamples=4&weeks=1&trace=logs%2Fmine.swf"
	a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
	m.Log = m.Add("", long)
	a.Arrive(query, "")
	require.Equal(t, "logs/mine.swf", s.Asked)
	require.Equal(t, lab.Reading, a.State)
	s.Got("file", "mine.swf", nil)
	m.Read(overview.Summarise(m.Log), nil)
	require.Empty(t, a.Message)
	require.NotNil(t, a.Trace)
	a.CopyLink()
	require.Contains(t, s.Files["clipboard"], "trace=logs%2Fmine.swf", "a reload asks for it again")

	a, m, s = labtest.New(t, views.All, experiment.Kinds()...)
	m.Log = m.Add("", long)
	a.Arrive(query, "")
	s.Got(nil, "", errors.New("the host answers 404: see where the log is, and mend the link"))
	require.Equal(t, lab.Failed, a.State)
	require.Equal(t, "The log of the link, logs/mine.swf, can't be had: the host answers 404: see where the log is, and mend the link.",
		a.Message)
	labtest.Load(a, m)
	a.CopyLink()
	require.NotContains(t, s.Files["clipboard"], "trace=", "another log was dropped")
	require.Contains(t, s.Files["clipboard"], "orders=SPF", "of which the link's question is asked")

	a, m, s = labtest.New(t, views.All, experiment.Kinds()...)
	m.Log = m.Add("", long)
	a.Arrive(query, "")
	a.Cancel()
	s.Got("file", "mine.swf", nil)
	require.Equal(t, lab.Empty, a.State, "it was cancelled")
}
