package e2e

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// The published studies in full, as the page computes them: minutes each, so
// only when asked for. The logs tell how long they took.
func TestWholeCampaignsGiveTheCommandsFigures(t *testing.T) {
	fixture.Rare(t)
	path := fixture.Path(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz")
	measure := func(query, button, row string) *page {
		p := open(t, query)
		p.upload(path)
		p.waitState("loaded")
		began := time.Now()
		p.press(button)
		p.wait(`document.querySelector("` + row + `")`)
		first := time.Since(began)
		for p.state() == "running" { // each wait is bounded, the campaign is not
			done := eval[string](p, `document.querySelector("main").dataset.done`)
			p.wait(`document.querySelector("main").dataset.done !== "` + done +
				`" || document.querySelector("main").dataset.state !== "running"`)
		}
		require.Equal(t, "done", p.state())
		t.Logf("%s with %d workers: first evidence after %.1f s, all after %.1f s", query,
			eval[int](p, `navigator.hardwareConcurrency`), first.Seconds(), time.Since(began).Seconds())
		return p
	}
	p := measure("?resamples=60&weeks=104", "Compare", "#results tbody tr")
	p.requireSame("--resamples", "60", "--weeks", "104", path)
	all := "random,full,noisy,noisy-job,epsilon-greedy,epsilon-decay,ucb1,exp3,thompson,sw-ucb,d-ucb,linucb"
	p = measure("?view=online&resamples=60&weeks=104&strategies="+all, "Choose orders", "#selection tbody tr")
	p.requireSelected("--resamples", "60", "--weeks", "104", "--strategies", all, path)
	p = measure("?view=predict", "Predict", "#results tbody tr")
	p.requireForetold("--clean", "online", "--resamples", "60", "--weeks", "46", path)
	p = measure("?view=learn&pairs=100&trials=20000", "Fit an order", ".learned code")
	p.requireLearned([]string{"--pairs", "100", "--trials", "20000", "--features", "lin"}, nil, path)
	measure("?view=tune&clean=queue-tuning&pairs=12x12&thresholds=none,1h,2h,5h,10h,20h,40h,60h,80h,100h", "Tune", "#pairs tbody tr")
}
