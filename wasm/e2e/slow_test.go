package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// Where the page has an eighth of a processor it answers, and says meanwhile how far it is. (The browser slows the page
// alone, and not its workers.)
func TestAPageEightTimesSlowerAnswersAndSaysHowFarItIs(t *testing.T) {
	t.Parallel()
	fixture.Rare(t)
	p := open(t, "?"+few)
	_, err := chromedp.Call(p.ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 8})
	require.NoError(t, err)
	eval[bool](p, `(window.told = new Set(), new MutationObserver(() => {
		for (const e of document.querySelectorAll(".progress-text, .verdict")) if (e.checkVisibility()) told.add(e.textContent.replaceAll("\u202f", " "));
	}).observe(document.getElementById("app"), {subtree: true, childList: true, characterData: true}), true)`)
	p.ask()
	told := eval[[]string](p, `[...told]`)
	t.Log(told)
	for _, pattern := range []string{`^\d+ of \d+ `, ` left$`, `^The first settings are being replayed|orders? (is|are) replayed on your log so far`, `mean wait`} {
		require.True(t, eval[bool](p, `[...told].some(s => /`+pattern+`/.test(s))`), pattern)
	}
}

// A first look says how far it is, on a slow page too, and ends with what it was made for.
func TestAFirstLookOnASlowPageSaysHowFarItIs(t *testing.T) {
	t.Parallel()
	fixture.Rare(t)
	p := open(t, "?view=compare")
	_, err := chromedp.Call(p.ctx, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 8})
	require.NoError(t, err)
	eval[bool](p, `(window.told = new Set(), new MutationObserver(() => told.add(document.querySelector(".verdict")?.textContent ?? ""))
		.observe(document.getElementById("app"), {subtree: true, childList: true, characterData: true}), true)`)
	p.upload(sample(t, 20_000, 7))
	p.wait(`document.getElementById("answer").dataset.standing === "rough" && /made at once from \d+ resamples/.test(document.querySelector(".verdict").textContent)`)
	t.Log(eval[[]string](p, `[...told]`))
	require.True(t, eval[bool](p, `[...told].some(s => /on its way: \d+\s*% is computed|made at once from \d+ of \d+ resamples/.test(s))`))
}
