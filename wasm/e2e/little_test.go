package e2e

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// A link is enough: the example is shown, edited and gone through without a log, its
// address follows, and Back comes to what was there before.
func TestALittleMachineIsAllInItsLink(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "")
	eval[bool](p, `(document.querySelector(".lesson-more a[data-act=view]").click(), true)`)
	p.wait(`document.querySelectorAll(".little-of-side svg.plot").length === 2`)
	require.Equal(t, "little-question-title", p.focused())
	require.True(t, eval[bool](p, `document.querySelector(".lesson").checkVisibility()`), "the lesson stands above it")
	require.Equal(t, "Teach", p.text("[aria-current=page]"))

	p.set("little-2-runs", "9")
	p.wait(`document.getElementById("little-2-requests").value === "9" && document.getElementById("little-wait-3-0").value === "7"`)
	p.set("little-2-procs", "9")
	p.wait(`document.querySelector(".little-jobs").closest("div.refuses").querySelector(".refused")`)
	require.Contains(t, p.text(".refused"), "Job 3, processors")
	p.lookAt("little, with an error at a cell")
	p.set("little-2-procs", "2")
	p.wait(`!document.querySelector(".refused")`)

	// the same line twice: each is carried out
	for range 2 {
		p.focus("little-line")
		p.keys("#little-line", "sbatch -n 1 -t 3:00 --begin 2", kb.Enter)
	}
	p.wait(`document.querySelectorAll(".little-printed b").length === 2 && document.getElementById("little-line").value === ""`)
	require.Equal(t, "little-line", p.focused())
	p.keys("#little-line", "scancel 6 7", kb.Enter)
	p.wait(`document.querySelectorAll(".little-printed b").length === 3`)
	p.keys("#little-line", "sbatch -x", kb.Enter)
	p.wait(`document.querySelector(".refused")`)
	require.Contains(t, p.text(".refused"), "is no option of it")
	p.lookAt("little, with a line that is refused")
	p.set("little-line", "squeue --start")
	p.wait(`document.querySelector(".little-printed").textContent.includes("START_TIME")`)
	p.shots("little-typed")
	p.press("all")

	address := eval[string](p, `location.search`)
	require.Contains(t, address, "jobs=0.6.5_1.4.6_2.9.2_")
	for range 3 {
		p.press("←")
	}
	p.wait(`document.querySelector(".little-said").textContent.startsWith("Step ")`)
	p.focus("little-at")
	p.keys("#little-at", kb.Home, kb.ArrowRight, kb.ArrowRight)
	p.wait(`document.querySelector(".little-said").textContent.startsWith("Step 3 of ")`)
	require.Contains(t, p.text(".little-of-side"), "Job 3 slips in")
	p.everyControlHasAName(30)
	p.lookAt("little, at a step")
	p.shots("little")
	p.nothingIsWider(".little-sides")

	q := open(t, address+"&at=2")
	q.wait(`document.querySelector(".little-said")?.textContent.startsWith("Step 3 of ")`)
	require.Equal(t, p.text("#little-answer"), q.text("#little-answer"))
	eval[bool](q, `(document.querySelector(".little-back").click(), true)`)
	q.wait(`document.querySelector(".hero")?.checkVisibility()`)
	eval[bool](q, `(history.back(), true)`)
	q.wait(`document.querySelector(".view-little")?.checkVisibility()`)
}

// Six exercises fill their rows, or the last looks as if it were none of them.
func TestNoExerciseStandsAloneInItsRow(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "?view=little")
	p.wait(`document.querySelectorAll(".little-steps [id^=little-task-]").length === 6`)
	for width, rows := range map[int64][]int{390: {6}, 768: {2, 2, 2}, 1440: {3, 3}, 1920: {3, 3}} {
		p.resize(width, 1000)
		require.Equal(t, rows, eval[[]int](p, `Object.values(Object.groupBy(document.querySelectorAll(".little-steps [id^=little-task-]"),
			e => Math.round(e.getBoundingClientRect().top))).map(row => row.length)`), "at %d px", width)
		require.LessOrEqual(t, eval[float64](p, `document.documentElement.scrollWidth`), float64(width), "at %d px", width)
	}
}
