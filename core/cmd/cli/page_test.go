package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/report/plot"
)

// A page of many charts is read at once where these come when they are looked at; a page made to be sent has them inside.
func TestAChartOfAPageIsAFileBesideIt(t *testing.T) {
	const box = "<div class=\"drawn\" id=\"fig-a\">\n</div><!-- fig-a -->\n"
	chart := plot.Inline{ID: "fig-a", Draw: func(f plot.Frame) string {
		f.Title = "Waits & more"
		l := plot.Line{Frame: f, X: "day", Y: "wait", Series: []plot.Series{{Label: "all", Values: []float64{1, 2}}}}
		return l.SVG()
	}}
	path := filepath.Join(t.TempDir(), "study.html")
	require.NoError(t, os.WriteFile(path, []byte(box), 0o600))
	draw := func(p *Page) error { return p.Chart(&chart) }
	require.NoError(t, Edit(path, draw))
	page, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NotContains(t, string(page), "<svg")
	require.Contains(t, string(page), `<img loading="lazy" src="charts/study-a-wide.svg" width="680" height="`)
	require.Contains(t, string(page), `alt="Waits &amp; more. `)
	for _, width := range []string{"wide", "narrow"} {
		svg, err := os.ReadFile(filepath.Join(filepath.Dir(path), "charts", "study-a-"+width+".svg"))
		require.NoError(t, err)
		require.Contains(t, string(svg), "prefers-color-scheme:dark", "a picture has no colours of the page that shows it")
	}
	require.NoError(t, Edit(path, draw))
	again, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(page), string(again), "written anew it stands once")

	grown := NewPage("Study", "")
	require.NoError(t, grown.Chart(&chart))
	require.Contains(t, string(grown.Whole()), "<svg")
	none := Page{Path: path, Text: []byte("nothing")}
	require.ErrorContains(t, none.Chart(&chart), "put one where the chart is to stand")
}
