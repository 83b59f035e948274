package paper

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/report/plot"
)

const hostile = `<script>alert("1")</script>&'`

func page() *Paper {
	return &Paper{
		Kind: "Kind", Log: hostile, Digest: "00ff", Answer: hostile, Logged: hostile, Note: hostile, Methods: hostile,
		Cautions: []string{hostile}, Terms: []Term{{Words: hostile}, {[]string{hostile, hostile}, hostile}},
		Figures: []Figure{Forest(plot.Forest{Frame: plot.Frame{Title: hostile, Subtitle: hostile}, Axis: hostile,
			Rows: []plot.ForestRow{{Name: hostile, Mid: -0.1, Low: -0.2, High: 0.1}}})},
		Table: [][]string{{"order", hostile}, {hostile, hostile}}, Command: hostile, Query: "a=b&c=" + hostile,
		Address: "https://example.org/",
	}
}

func TestAPageIsWellFormedAndRunsNothing(t *testing.T) {
	html := page().HTML()
	body := html[strings.Index(html, "<body>"):]
	d := xml.NewDecoder(strings.NewReader(strings.TrimSuffix(strings.TrimSpace(body), "</html>")))
	ids := map[string]bool{}
	for {
		x, err := d.Token()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		if e, ok := x.(xml.StartElement); ok {
			require.NotEqual(t, "script", e.Name.Local)
			for _, a := range e.Attr {
				require.False(t, strings.HasPrefix(a.Name.Local, "on"), a.Name.Local)
				require.NotEqual(t, "src", a.Name.Local)
				if a.Name.Local == "id" {
					require.False(t, ids[a.Value], "%s twice", a.Value)
					ids[a.Value] = true
				}
			}
		}
	}
	require.Contains(t, html, "default-src 'none'")
	require.Equal(t, html, page().HTML())
}

func TestWhatIsNotKnownIsLeftOut(t *testing.T) {
	html := (&Paper{Kind: "Kind", Log: "a log", Digest: "00ff", Answer: "Nothing."}).HTML()
	for _, no := range []string{"<figure", "<table", "<ul>", "Methods", "<pre>", "same question"} {
		require.NotContains(t, html, no)
	}
	require.Contains(t, html, "is the same log where the SHA-256 of its columns is <code>00ff</code>")
}
