package check

import (
	"html"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/slurm/site"
)

// The page's configuration gives the page's findings.
func TestThePagesExampleIsChecked(t *testing.T) {
	const page = "../../../public/docs/slurm-site.html"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Skip("no documentation here: " + err.Error())
	}
	example := regexp.MustCompile(`(?s)<pre id="site">(.*?)</pre>`).FindSubmatch(text)
	require.NotNil(t, example)
	a, err := Check([]site.File{conf(html.UnescapeString(string(example[1])))}, 2411, nothing)
	require.NoError(t, err)
	agrees(t, a)
	var b strings.Builder
	require.NoError(t, a.Print(&b))
	all, _, _ := strings.Cut(b.String(), "\nAs by default")
	var lines []string
	for line := range strings.Lines(all) {
		lines = append(lines, strings.TrimRight(line, " \n"))
	}
	want := html.EscapeString(strings.TrimSpace(strings.Join(lines, "\n")))
	place := regexp.MustCompile(`(?s)(<pre id="checked"[^>]*>)(.*?)(</pre>)`)
	m := place.FindSubmatch(text)
	require.NotNil(t, m)
	if *fixture.Publish {
		require.NoError(t, os.WriteFile(page, place.ReplaceAllLiteral(text, []byte(string(m[1])+want+string(m[3]))), 0o644))
		return
	}
	require.Equal(t, want, string(m[2]), "-publish writes it anew")
}
