package labtest_test

import (
	"html"
	"net/url"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment"
	"shadowtime/core/job/overview"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

var source = regexp.MustCompile(`<iframe src="([^"]*)"`)

func TestWhatIsEmbeddedAsksTheSameInAFrame(t *testing.T) {
	fixture.Long(t)
	a, m, s, link := answered(t, small["online"])
	snippet := func() (string, *url.URL) {
		a.Act("embed", "copy")
		text := s.Files["clipboard"]
		u, err := url.Parse(html.UnescapeString(source.FindStringSubmatch(text)[1]))
		require.NoError(t, err)
		return text, u
	}
	a.Act("embed", "")
	require.True(t, a.Framed())
	text, u := snippet()
	require.Contains(t, s.Drawn["elsewhere"], "Copied")
	require.Contains(t, text, "'https://example.org'", "the height is asked of that origin alone")
	require.Equal(t, "online", u.Query().Get("embed"))
	require.Equal(t, link.Fragment, u.Fragment, "the answer comes with it")

	b, n, screen := labtest.New(t, views.All, experiment.Kinds()...)
	n.Log = n.Add("", long)
	b.Arrive(u.RawQuery, u.EscapedFragment())
	require.Empty(t, b.Message)
	require.Equal(t, "online", b.View.Key())
	require.Contains(t, screen.Drawn["shared"], "Computed elsewhere on ")
	labtest.Load(b, n)
	n.FinishAll()
	require.Contains(t, screen.Drawn["shared"], `data-checked="confirmed"`)

	a.Act("embed-starts", "log")
	a.Act("embed-theme", "dark")
	a.Act("embed-height", "600")
	text, u = snippet()
	require.NotContains(t, text, "<script>")
	require.Contains(t, text, `height="600"`)
	require.Empty(t, u.Fragment)
	require.Equal(t, "dark", u.Query().Get("theme"))

	a.Act("embed-starts", "sample")
	_, u = snippet()
	require.Empty(t, u.Query().Get("demo"), "this log is not the sample")
	a.TrySample()
	m.Log = m.Add("sample", long)
	m.Read(overview.Summarise(m.Log), nil)
	_, u = snippet()
	require.Equal(t, "sample", u.Query().Get("demo"))

	a.Act("elsewhere", "")
	require.False(t, a.Framed(), "one at a time")
	require.True(t, a.Away())
	require.NotEqual(t, lab.Failed, a.State)
}
