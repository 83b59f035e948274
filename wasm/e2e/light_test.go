package e2e

import (
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// watch begins to measure the main thread; stop prints how busy it was since, in
// its own time, and holds that drawing does not go with every answer of a worker.
// Alone on two cores it is busy for a seventh of a run, and no task takes 0.1 s. That is a
// matter of time, so it is held where campaigns are asked for alone.
func (p *page) watch() (stop func()) {
	p.t.Helper()
	if !fixture.Campaigns() {
		return func() {}
	}
	_, err := chromedp.Call(p.ctx, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks})
	require.NoError(p.t, err)
	metric := func(name string) float64 {
		r, err := chromedp.Call(p.ctx, performance.GetMetrics, cdp.Empty{})
		require.NoError(p.t, err)
		for _, m := range r.Metrics {
			if m.Name == name {
				return m.Value
			}
		}
		p.t.Fatalf("no metric %s", name)
		return 0
	}
	eval[bool](p,
		`(() => { window.longTasks = []; new PerformanceObserver(l => { for (const e of l.getEntries()) window.longTasks.push(e.duration / 1000) }).observe({type: "longtask"}); return true })()`)
	busy, at := metric("TaskDuration"), metric("Timestamp")
	return func() {
		p.t.Helper()
		wall, busy := metric("Timestamp")-at, metric("TaskDuration")-busy
		over, longest := 0, 0.0
		for _, s := range eval[[]float64](p, `window.longTasks`) {
			longest = max(longest, s)
			if s > 0.1 {
				over++
			}
		}
		p.t.Logf("in %.1f s the main thread was busy for %.2f s (%.0f %%), %d tasks took more than 100 ms, the longest %.0f ms", wall, busy,
			100*busy/wall, over, 1000*longest)
		// a quarter of a second is what is drawn at the end, however short the run
		require.Less(p.t, busy, 0.25+wall/2, "the main thread's own time")
	}
}
