package e2e

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// What is longer than the renderer carries must not end the page, nor take away
// what was computed.
func TestLongTextsLeaveThePageAlive(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	var thresholds strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&thresholds, "%ds,", i+1)
	}
	for _, query := range []string{
		"?orders=" + url.QueryEscape("expr:"+strings.Repeat("p+", 9000)+"p"),
		"?orders=" + url.QueryEscape("expr:"+strings.Repeat("(", 50_000)),
		"?view=tune&thresholds=" + url.QueryEscape(thresholds.String()),
		"?view=" + strings.Repeat("x", 20_000),
	}[:fixture.ByDay(2, 4)] {
		p := open(t, query)
		p.waitState("empty")
		require.Contains(t, p.text("main"), "The link can", "%.40s", query)
		require.Empty(t, eval[answer](p, answered).wrong(), "%.40s", query)
		require.Less(t, len(p.text("main")), 20_000, "%.40s: nobody reads so much", query)
	}

	p := open(t, "?demo=sample&resamples=2&weeks=4")
	p.waitState("done")
	rows := len(p.results())
	p.press("all 12 orders")
	p.set("formula", strings.Repeat("p + ", 5000)+"p +")
	p.wait(`document.getElementById("formula-refused").innerText.length > 0`)
	require.Len(t, p.results(), rows, "what was computed is still there")
}
