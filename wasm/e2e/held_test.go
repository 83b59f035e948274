package e2e

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// beginning is the first part of a log that is packed, so many lines.
func beginning(t *testing.T, path string, lines int) []byte {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	z, err := gzip.NewReader(file)
	require.NoError(t, err)
	text, err := io.ReadAll(z)
	require.NoError(t, err)
	return bytes.Join(bytes.SplitAfterN(text, []byte("\n"), lines+1)[:lines], nil)
}

// From the drop to what held the jobs without a press: what they waited for, then the rules, each as it is found; nothing
// that stands below moves.
func TestWhatHeldJobsIsSaidWithoutAPress(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "?workers=2") // the halves are searched beside the whole
	p.resize(1440, 1000)
	if path := os.Getenv("SHADOWTIME_HELD"); path != "" {
		p.upload(path)
	} else {
		p.drop("weeks.swf", beginning(t, fixture.Path(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz"), 1200))
	}
	p.wait(`document.querySelector('[data-check="waited"] strong')?.textContent.startsWith("Your users waited ")`)
	place := func() float64 {
		return eval[float64](p, `document.getElementById("decide").getBoundingClientRect().top + scrollY`)
	}
	at := place()
	p.shots("held-counting")
	p.resize(1440, 1000)
	p.wait(`document.getElementById("held-line") && !document.getElementById("held-cancel")`)
	require.InDelta(t, at, place(), 1)
	require.Contains(t, p.text("#held-line"), "stays unexplained")
	p.stoodStill(still)
	p.shots("held-folded")
	p.resize(1440, 1000)

	p.focus("held-line")
	p.do(chromedp.KeyEvent(kb.Enter))
	p.wait(`document.querySelector(".plot-week")`)
	require.True(t, eval[bool](p, `document.activeElement.id == "held-line"`))
	p.keys(`[data-host="held-week"] svg`, kb.ArrowDown, kb.ArrowRight, kb.ArrowRight, kb.Enter)
	p.wait(`document.querySelector('[data-host="held-hour"]').textContent.startsWith("Tuesday, 2 to 3")`)
	p.click("[data-act=held-draw]")
	p.wait(`document.querySelector(".rule-drawn .plot-piles")`)
	require.Len(t, eval[[]string](p, `[...new Set([...document.querySelectorAll(".held-rules thead tr > *")].map(c => getComputedStyle(c).borderBottom))]`),
		1, "one line under all of the head")
	p.everyControlHasAName(20)
	p.lookAt("what held them")
	p.shots("held")
	p.nothingIsWider(`#in-sight svg`)
	p.resize(1440, 1000)
	siteFilesSayTheirRules(t, p)
	p.focus("held-line")
	p.do(chromedp.KeyEvent(kb.Escape))
	p.wait(`!document.querySelector(".plot-week")`)

	p.do(chromedp.KeyEvent(kb.Enter))
	p.click("[data-act=held-when]")
	p.wait(`document.querySelector(".replay-area .replay-facts")`)
	require.Contains(t, p.text(".replay-area"), "room, nobody delayed")
}

// siteFilesSayTheirRules drops a site's Slurm files on what held the jobs, which is open: they say their rules there, and the
// log checks them; the view stays.
func siteFilesSayTheirRules(t *testing.T, p *page) {
	p.wait(`document.getElementById("held-files")`)
	eval[bool](p, `(() => { const d = new DataTransfer();
		d.items.add(new File(["Name|Priority|GraceTime|MaxJobsPU\nbatch|0|0|1\n"], "qos.psv"));
		document.getElementById("held-files-hint").dispatchEvent(new DragEvent("drop", {dataTransfer: d, bubbles: true, cancelable: true}));
		return true })()`)
	p.wait(`document.querySelector('[data-host="held-said-by"] table') && !document.getElementById("held-cancel")`)
	require.Contains(t, p.text("[data-host=held-said-by]"), "qos.psv, line 2: QOS batch: MaxJobsPU=1")
	require.Contains(t, p.text("[data-host=held-said-by]"), "contradicted, not in force")
	require.True(t, eval[bool](p, `!!document.getElementById("decide").getClientRects().length`))
	p.everyControlHasAName(20)
	p.lookAt("rules that the site's files say")
	p.nothingIsWider(`#in-sight svg`)
	p.click("[data-act=held-unsay]")
	p.wait(`!document.querySelector('[data-host="held-said-by"] table')`)
}
