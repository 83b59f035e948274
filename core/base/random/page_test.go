//go:build !js

package random_test

import (
	"html"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/random"
)

const page = "../../../public/docs/formats.html"

// Whoever adds a stream adds a row, and whoever changes a word of it the page.
func TestThePageHasEveryStream(t *testing.T) {
	var rows strings.Builder
	for _, r := range random.Table() {
		rows.WriteString(`<tr><th scope="row">` + html.EscapeString(r.For) + "</th><td>" + html.EscapeString(r.Begins) + "</td><td>" +
			html.EscapeString(r.Draws) + "</td></tr>\n")
	}
	fixture.Tables(t, page, map[string]string{"streams": rows.String()})
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	_, body, _ := strings.Cut(string(text), `<tbody id="streams">`)
	body, _, _ = strings.Cut(body, "</tbody>")
	require.Equal(t, len(random.Table()), strings.Count(body, "<tr>"), "no row but these")
}
