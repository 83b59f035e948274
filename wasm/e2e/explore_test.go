package e2e

import (
	"encoding/json"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// explored is the page in Explore with a log that says how long its jobs waited.
func explored(t *testing.T) (p *page, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "ran.swf")
	command(t, "replay", "--order", "LEXP", "--threshold", "20h", "--swf", path, sample(t, 3000, 6))
	p = open(t, "")
	p.upload(path)
	p.waitState("loaded")
	p.click("#room-explore")
	p.wait(`document.querySelector("#replay-canvas") && document.querySelector("#replay-other-canvas")`)
	return p, path
}

// boxOf is where an element lies on the page.
func (p *page) boxOf(selector string) (b struct{ Left, Top, Right, Bottom float64 }) {
	p.t.Helper()
	list := eval[[]float64](p, `(() => { const b = document.querySelector("`+selector+
		`").getBoundingClientRect(); return [b.left + scrollX, b.top + scrollY, b.right + scrollX, b.bottom + scrollY] })()`)
	b.Left, b.Top, b.Right, b.Bottom = list[0], list[1], list[2], list[3]
	return b
}

// Nothing is pressed, and the machine's own record stands above FCFS with EASY, as the
// command has both.
func TestExploreOpensWithTheMachinesOwnRecordAboveFCFS(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p, path := explored(t)
	require.Less(t, p.boxOf("#replay-other-canvas").Bottom, p.boxOf("#replay-canvas").Top)
	require.Contains(t, p.text("[data-host=replay-other-title]"), "As it ran: at most ")
	require.Contains(t, p.text("[data-host=replay-title]"), "FCFS with EASY: at most ")
	var want struct {
		A, B struct{ AvgWait float64 }
		Less int
	}
	require.NoError(t, json.Unmarshal(command(t, "diff", "--json", "--a", "logged", "--b", "FCFS", path), &want))
	require.Positive(t, want.A.AvgWait)
	require.Contains(t, p.text(".verdict"), "mean wait with FCFS")
	require.Contains(t, p.text(".verdict"), "Your machine's own record")
	p.noWiderThanTheWindow()
	p.shots("explore")
	p.lookAt("explore")
}

// A number typed at the head goes to the job: the pane tells what the command tells, and
// what is there stays where it is, wide and narrow. An unknown number is said at the field.
func TestAJobIsFoundFromTheHeadAndNothingMoves(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p, path := explored(t)
	n := "1203"
	for _, width := range []int64{1440, 768, 390} {
		p.dress(width, "light")
		p.focus("replay-find")
		eval[bool](p, `(document.getElementById("replay-find").select(), true)`)
		p.do(chromedp.KeyEvent(n), chromedp.KeyEvent(kb.Enter))
		p.wait(`document.querySelector("#replay-pane .replay-told")`)
		require.Equal(t, "replay-find", p.focused())
		var told struct{ Sentences []sentence }
		require.NoError(t, json.Unmarshal(command(t, "explain", "--json", "--job", n, path), &told))
		p.tellsAs(told.Sentences)
		pane, pictures := p.boxOf("#replay-pane"), p.boxOf(".replay-pictures")
		if width == 1440 {
			require.Greater(t, pane.Left, pictures.Right)
			require.InDelta(t, 736.0/352, (pictures.Right-pictures.Left)/(pane.Right-pane.Left), 0.02)
		} else {
			require.LessOrEqual(t, pictures.Bottom, pane.Top, "the schedule comes before its explanation")
		}
		// another job, with another story
		before := []float64{p.boxOf("#replay-canvas").Top, p.boxOf("#replay-other-canvas").Top, p.boxOf("[data-host=replay-tables]").Top,
			p.boxOf("#replay-map").Top}
		n = strconv.Itoa(int(1203 + width))
		p.focus("replay-find")
		eval[bool](p, `(document.getElementById("replay-find").select(), true)`)
		p.do(chromedp.KeyEvent("job "+n), chromedp.KeyEvent(kb.Enter))
		p.wait(`document.querySelector("#replay-pane .eyebrow + *") && document.querySelector("#replay-pane .replay-told") && ` +
			`document.querySelector("[data-host=replay-story] .eyebrow").textContent.startsWith("Job ` + n + `")`)
		require.Equal(t, before, []float64{p.boxOf("#replay-canvas").Top, p.boxOf("#replay-other-canvas").Top,
			p.boxOf("[data-host=replay-tables]").Top, p.boxOf("#replay-map").Top}, "at %d", width)
	}
	p.dress(390, "light")
	p.set("replay-find", "987654")
	p.wait(`document.getElementById("replay-find-refused")`)
	require.Contains(t, p.text("#replay-find-refused"), "Job 987654 is not among the ")
	require.Contains(t, p.text("#replay-find-refused"), "Jobs have numbers from ")
	require.Equal(t, "true", eval[string](p, `document.getElementById("replay-find").getAttribute("aria-invalid")`))
	p.noWiderThanTheWindow()
	p.shots("explore-job")
	p.lookAt("explore, a job and an unknown number")
}

// An area is dragged with the mouse and told beside the picture; the schedules swap in place.
func TestAnAreaIsDraggedAndSchedulesSwap(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p, _ := explored(t)
	box := p.boxOf("#replay-other-canvas")
	x, y := p.spot("#replay-other-canvas", 0.4*(box.Right-box.Left), 120)
	p.do(chromedp.MouseEvent("mousePressed", x, y, chromedp.Button("left")), chromedp.MouseEvent("mouseMoved", x+40, y,
		chromedp.Button("left")), chromedp.MouseEvent("mouseMoved", x+160, y, chromedp.Button("left")),
		chromedp.MouseEvent("mouseReleased", x+160, y, chromedp.Button("left")))
	p.wait(`document.querySelector(".replay-area .replay-facts")`)
	require.Contains(t, p.text(".replay-area"), "too few processors free")
	p.shots("explore-area")
	p.lookAt("explore, an area")
	box = p.boxOf("#replay-other-canvas")
	p.focus("replay-other-canvas")
	p.do(chromedp.KeyEvent("b"))
	p.wait(`!document.querySelector("#replay-canvas")`)
	require.Equal(t, box.Top, p.boxOf("#replay-other-canvas").Top)
	p.click("#replay-only-0")
	p.wait(`!document.querySelector("#replay-other-canvas") && document.querySelector("#replay-canvas")`)
	require.InDelta(t, box.Top, p.boxOf("#replay-canvas").Top, 1, "in its place")
	p.noWiderThanTheWindow()
	p.do(chromedp.KeyEvent(kb.Escape))
	p.wait(`!document.querySelector(".replay-area")`)
}

// The frame of the map follows mouse, finger and keys; at months there is a density, at
// days there are jobs.
func TestTheMapsFrameFollowsMouseFingerAndKeys(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p, _ := explored(t)
	const span = `document.querySelector("[data-host=replay-title] .replay-heading span").textContent`
	const says = `document.querySelector(".replay-span").innerText`
	changes := func(do func()) {
		t.Helper()
		was := eval[string](p, span)
		do()
		p.wait(span + ` !== ` + strconv.Quote(was))
		require.Contains(t, eval[string](p, `document.getElementById("replay-map").getAttribute("aria-valuetext")`), " to ")
	}
	p.focus("replay-map")
	changes(func() { p.do(chromedp.KeyEvent(kb.Home)) })
	require.Contains(t, eval[string](p, says), "drawn as a density")
	box := p.boxOf("#replay-map")
	wide := int(box.Right - box.Left)
	x, y := p.spot("#replay-map", 0.3*float64(wide), 20)
	changes(func() { // a stretch is drawn
		p.do(chromedp.MouseEvent("mousePressed", x, y, chromedp.Button("left")), chromedp.MouseEvent("mouseMoved", x+10, y,
			chromedp.Button("left")), chromedp.MouseEvent("mouseMoved", x+60, y, chromedp.Button("left")),
			chromedp.MouseEvent("mouseReleased", x+60, y, chromedp.Button("left")))
	})
	p.wait(says + `.includes("drawn as jobs")`)
	changes(func() { // and moved by a finger
		for _, at := range []float64{0, 20, 40, -1} {
			params := input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchMove,
				TouchPoints: []*input.TouchPoint{{X: x + 30 + at, Y: y, ID: new(0.0)}}}
			switch at {
			case 0:
				params.Type = input.DispatchTouchEventTypeTouchStart
			case -1:
				params.Type, params.TouchPoints = input.DispatchTouchEventTypeTouchEnd, []*input.TouchPoint{}
			}
			_, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, params)
			require.NoError(t, err)
		}
	})
	p.focus("replay-map")
	changes(func() { p.do(chromedp.KeyEvent(kb.ArrowLeft)) })
	require.Equal(t, "replay-map", p.focused())
}
