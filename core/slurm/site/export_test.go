package site

import (
	"html"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// The page has the script.
func TestThePageHasTheScript(t *testing.T) {
	const page = "../../../public/docs/slurm.html"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Skip("no documentation here: " + err.Error())
	}
	place := regexp.MustCompile(`(?s)(<pre id="script-text">)(.*?)(</pre>)`)
	m := place.FindSubmatch(text)
	require.NotNil(t, m)
	want := html.EscapeString(strings.TrimSpace(Export))
	if *fixture.Publish {
		require.NoError(t, os.WriteFile(page, place.ReplaceAllLiteral(text, []byte(string(m[1])+want+string(m[3]))), 0o644))
		return
	}
	require.Equal(t, want, string(m[2]), "-publish writes it anew")
}
