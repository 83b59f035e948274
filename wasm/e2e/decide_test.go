package e2e

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// What to set, from the drop to the sentence: what the log is, one press, and the answer with
// its verdict, its three ways and its doubts.
func decideAnswersInOnePress(t *testing.T, p *page) {
	p.resize(1440, 1000)
	require.NotEmpty(t, p.text("#decide-answer"))
	eval[bool](p, `(document.querySelectorAll("details").forEach(d => { d.open = true }), true)`)
	p.lookAt("decided")
	p.shots("decide")
}

// The curve is pulled like its slider, by mouse and by the arrow keys; a row of the forest has
// its figures in place; a what-if is one press beside the answer.
func theAnswerIsReadInPlace(t *testing.T, p *page) {
	p.resize(1440, 1000)
	said := p.text("#decide-answer .answer, #decide-answer p")
	at := func() string { return eval[string](p, `document.getElementById("decide-at").value`) }
	const chart = `[data-pull="decide-at"] svg`
	asked, read := at(), p.text("#decide-read")
	x0, y0 := p.spot(chart, 200, 150)
	x1, y1 := p.spot(chart, 80, 150)
	p.do(chromedp.MouseEvent("mousePressed", x0, y0, chromedp.Button("left")),
		chromedp.MouseEvent("mouseMoved", x1, y1, chromedp.Button("left")),
		chromedp.MouseEvent("mouseReleased", x1, y1, chromedp.Button("left")))
	p.wait(`document.getElementById("decide-at").value != "` + asked + `"`)
	p.wait(`document.getElementById("decide-read").textContent != ` + strconv.Quote(read))
	pulled := at()
	p.keys(chart, kb.ArrowRight)
	p.wait(`document.getElementById("decide-at").value != "` + pulled + `"`)
	p.drawn()
	require.True(t, eval[bool](p, `document.activeElement.matches('`+chart+`')`), "the focus stays on the chart")
	once := at()
	p.do(chromedp.KeyEvent(kb.ArrowRight))
	p.wait(`document.getElementById("decide-at").value > "` + once + `"`)

	eval[bool](p, `document.querySelector(".plot-row[data-act]").dispatchEvent(new MouseEvent("click", {bubbles: true}))`)
	p.wait(`document.querySelector(".row-figures").textContent.includes("Can Slurm do this?")`)
	p.focus("decide-if-load")
	p.do(chromedp.KeyEvent(kb.Enter))
	p.wait(`document.querySelector("#decide-if-load").getAttribute("aria-pressed") == "true"`)
	p.wait(`document.activeElement.id == "decide-if-load"`) // the focus stays on the press
	require.Contains(t, p.text("#in-sight"), "as asked")
	require.Equal(t, said, p.text("#decide-answer .answer, #decide-answer p"))
	p.shots("decide-read")
}

// Partitions that were pooled are said before any answer, and one is chosen from there.
func TestAPartitionIsChosenFromTheCheck(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "")
	p.upload(fixture.Path(t, "inputs", "slurm-xdmod-utc.psv.gz"))
	p.wait(`document.querySelectorAll(".check-card > li").length >= 3`)
	require.Contains(t, p.text(".check-card"), "7 partitions were pooled into one machine.")
	p.press("Choose a partition")
	p.wait(`document.activeElement.id == "import-part-0"`)
}

// A log in the Standard Workload Format has its partition chosen there too; the size is then the
// partition's.
func TestAPartitionOfAPlainLogIsChosenFromTheCheck(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "")
	p.upload(fixture.Path(t, "traces", "SDSC-Par-1996-3.1-cln.swf.gz"))
	p.wait(`document.querySelectorAll(".check-card > li").length >= 3`)
	require.Contains(t, p.text(".check-card"), "2 partitions were pooled into one machine.")
	p.press("Choose a partition")
	p.wait(`document.activeElement.id == "import-part-0"`)
	p.shots("partition")
	eval[bool](p, `(document.querySelector("[data-act=only][data-arg='2']").click(), true)`)
	p.wait(`document.querySelector(".check-card")?.innerText.includes("352 processors")`)
	require.Contains(t, p.text(".check-card"), "records of other partitions or queues were left out, as was asked.")
	require.NotContains(t, p.text(".check-card"), "pooled into")
}
