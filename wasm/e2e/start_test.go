package e2e

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"shadowtime/wasm/browser"
)

// How long a visitor waits for the first content and for the program, from
// localhost, each time in a browser context that has nothing of the page: the
// least of all times. On a machine that does other things it says little.
func BenchmarkThePageStarts(b *testing.B) {
	server := httptest.NewServer(http.FileServer(http.Dir(browser.Public(b))))
	defer server.Close()
	paint, ready := 1e9, 1e9
	for range b.N {
		ctx := browser.New(b)
		require.NoError(b, chromedp.Do(ctx, chromedp.Navigate(server.URL)))
		_, err := chromedp.Run(ctx, chromedp.Poll[bool](`performance.getEntriesByName("started").length > 0`))
		require.NoError(b, err)
		at := func(name string) float64 {
			t, err := chromedp.Run(ctx, chromedp.Evaluate[float64](`performance.getEntriesByName("`+name+`")[0].startTime`))
			require.NoError(b, err)
			return t
		}
		paint, ready = min(paint, at("first-contentful-paint")), min(ready, at("started"))
		require.NoError(b, chromedp.Do(ctx, chromedp.Navigate("about:blank")))
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(paint, "ms-first-content")
	b.ReportMetric(ready, "ms-ready")
}
