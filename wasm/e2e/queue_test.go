package e2e

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// While one question runs, another view shows nothing of it as its own; what is asked there waits, runs once the first is
// cancelled, and stands among the answers of the visit.
func TestQuestionsOfDifferentViewsWaitForOneAnother(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "?view=compare&resamples=3000&demo=sample&workers=1")
	p.waitState("running")
	p.view("train")
	p.wait(`document.querySelector("main").dataset.state !== "running"`)
	p.view("predict")
	p.set("predict-weeks", "1")
	p.set("predict-resamples", "2")
	p.click(".view-predict .primary")
	p.wait(`document.querySelector("#queue-line").textContent === "1 running, 1 waiting"`)
	require.Contains(t, eval[string](p, `document.title`), "%) Compare")
	require.Equal(t, "loaded", p.state(), "what runs is not this view's")
	p.shots("queue")
	for _, width := range []int64{320, 390, 768, 1440} {
		p.resize(width, 1000)
		require.LessOrEqual(t, eval[int64](p, `document.documentElement.scrollWidth`), width)
	}
	p.click("[data-act=queue-remove]")
	p.wait(`document.querySelector("#queue-line").textContent === "1 running"`)
	p.click("[data-act=queue-undo]")
	p.wait(`document.querySelector("#queue-line").textContent === "1 running, 1 waiting"`)
	p.click("[data-act=queue-cancel]")
	p.waitState("done")
	p.wait(`document.querySelectorAll("#answered tbody tr").length === 1`)
	require.Contains(t, p.text("#answered tbody"), "Predict")
	require.NotContains(t, p.text("#answered tbody"), "Ready: open it to read", "it was read as it came")
	p.view("train")
	p.click("#answered [data-act=answer-open]")
	p.wait(`document.querySelector(".view-predict") && document.querySelector("main").dataset.state === "done"`)
}

// cancels is JavaScript that counts the Cancels in sight.
const cancels = `[...document.querySelectorAll("button")].filter(b => b.textContent.trim() === "Cancel" && b.checkVisibility()).length`

// What runs has one Cancel: at the answer while that is in sight, else in the list of questions. A frame has no list of the
// question in sight alone.
func TestWhatRunsHasOneCancel(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	const runs = "resamples=3000&demo=sample&workers=1"
	for _, width := range []int64{390, 1440} {
		p := open(t, "?view=compare&"+runs)
		p.resize(width, 900)
		p.waitState("running")
		p.wait(`document.querySelector("[data-act=queue-cancel]")`)
		require.Equal(t, 1, eval[int](p, cancels))
		p.view("train")
		p.wait(`document.querySelector("main").dataset.state !== "running"`)
		require.Equal(t, 1, eval[int](p, cancels))
		p.click("[data-act=queue-cancel]")
		p.wait(`!document.querySelector("#queue-line")?.checkVisibility()`)
		require.Zero(t, eval[int](p, cancels))
	}
	p := open(t, "?embed=compare&"+runs)
	p.waitState("running")
	p.wait(`document.querySelector(".questions")`)
	require.Equal(t, 1, eval[int](p, cancels))
	require.False(t, eval[bool](p, `document.querySelector(".questions").checkVisibility()`))
	p.press("Cancel")
	p.wait(`document.querySelector("main").dataset.state !== "running"`)
}
