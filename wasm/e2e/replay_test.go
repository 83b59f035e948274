package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/replay"
)

// What the page says of two schedules, and of the job that waited longest, are the
// command's facts.
func TestAScheduleIsReplayedAndExplainedAsByTheCommand(t *testing.T) {
	beside(t)
	path := inSpring(t, sample(t, 1500, 5))
	p := open(t, "?view=replay&order=SAF")
	p.upload(path)
	p.waitState("loaded")
	p.press("Replay")
	p.waitState("done")
	var want replay.Report
	require.NoError(t, json.Unmarshal(command(t, "diff", "--json", "--a", "FCFS", "--b", "SAF", "--threshold", "40h", path), &want))
	for id, list := range map[string][]replay.Difference{"replay-gains": want.Gains, "replay-losses": want.Loss} {
		type row struct{ Job, A, B string }
		var rows []row
		for _, d := range list {
			rows = append(rows, row{strconv.FormatInt(d.Job, 10), strconv.FormatInt(d.A, 10), strconv.FormatInt(d.B, 10)})
		}
		require.Equal(t, rows, eval[[]row](p, `[...document.querySelectorAll("#`+id+
			` tbody tr")].map(r => ({Job: r.querySelector("button").dataset.arg, A: r.cells[1].dataset.value, B: r.cells[2].dataset.value}))`))
	}
	p.wait(`document.querySelector(".replay-parting")`)
	require.Contains(t, eval[string](p, `document.querySelector(".replay-parting").textContent`), want.First.Words)
	require.Equal(t, string(command(t, "diff", "--jobs", "-", "--a", "FCFS", "--b", "SAF", "--threshold", "40h", path)),
		p.saved(`[data-act="replay-csv"]`))
	p.shots("replay")
	p.canvas()
	p.press("the job that waited longest")
	p.wait(`document.querySelector(".replay-told")`)
	var told struct{ Sentences []sentence }
	n := strings.TrimPrefix(eval[string](p, `document.getElementById("replay-find").value`), "job ")
	require.NoError(t, json.Unmarshal(command(t, "explain", "--json", "--order", "SAF", "--threshold", "40h", "--job", n, path), &told))
	require.NotEmpty(t, told.Sentences)
	p.tellsAs(told.Sentences)
	p.shots("replay-why")
	// keys step through the decisions, and the address keeps the instant
	for _, key := range []string{".", ".", "]"} {
		was := p.text(".replay-said")
		eval[bool](p, `document.getElementById("replay-canvas").dispatchEvent(new KeyboardEvent("keydown", {key: "`+key+
			`", bubbles: true, cancelable: true}))`)
		p.wait(`document.querySelector("[aria-live=polite] .replay-said")?.innerText.replaceAll("\u202f", " ") !== ` + strconv.Quote(was) +
			` && document.querySelector("#replay-queue-0, #replay-running")`)
		p.wait(`location.search.includes("at=")`)
	}
	p.shots("replay-instant")
	p.lookAt("replay, at an instant")
}

// inSpring has a log begin a day before summer time does in its zone.
func inSpring(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	log := regexp.MustCompile(`(UnixStartTime|TimeZoneString): \S+`).ReplaceAllStringFunc(string(text), func(pair string) string {
		if strings.HasPrefix(pair, "Unix") {
			return "UnixStartTime: 1711800000"
		}
		return "TimeZoneString: Europe/Stockholm"
	})
	require.NoError(t, os.WriteFile(path, []byte(log), 0o644))
	return path
}

// sentence is one of a story.
type sentence struct{ Words string }

// tellsAs holds the pane to the command's story: the reason apart, then the rest.
func (p *page) tellsAs(told []sentence) {
	p.t.Helper()
	want := []string{}
	for _, x := range told {
		want = append(want, x.Words)
	}
	require.Equal(p.t, want, eval[[]string](p,
		`[...document.querySelectorAll(".replay-why, .replay-told li")].map(x => x.firstChild.textContent.trim())`))
}

// How the log ran stands beside, and how near the simulator comes to it is what the
// command writes, digit by digit.
func TestTheSimulatorIsHeldAgainstTheLogAsByTheCommand(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	path := filepath.Join(t.TempDir(), "ran.swf")
	command(t, "replay", "--order", "LEXP", "--threshold", "20h", "--swf", path, sample(t, 2000, 6))
	p := open(t, "?view=replay&beside=logged")
	p.upload(path)
	p.waitState("loaded")
	p.press("Replay")
	p.waitState("done")
	var diff replay.Report
	require.NoError(t, json.Unmarshal(command(t, "diff", "--json", "--a", "logged", "--b", "SAF", "--threshold", "40h", path), &diff))
	p.wait(`document.querySelector(".replay-parting")`)
	require.Contains(t, p.text(".verdict"), "own record")
	require.Contains(t, eval[string](p, `document.querySelector(".replay-parting").textContent`), diff.First.Words)
	p.press("Check against your machine's real waits")
	p.wait(`document.getElementById("replay-nearest")`)
	var want struct {
		Logged, Simulated map[string]any
		Nearest           []struct{ Distance, FirstHalf, SecondHalf json.Number }
	}
	from := json.NewDecoder(bytes.NewReader(command(t, "believe", "--json", "--order", "SAF", "--threshold", "40h", path)))
	from.UseNumber()
	require.NoError(t, from.Decode(&want))
	figures := eval[[][]string](p,
		`[...document.querySelectorAll("#replay-believed tbody tr")].map(r => [...r.querySelectorAll("td")].map(c => c.dataset.value))`)
	for i, key := range []string{"avgWait", "medianWait", "", "maxWait", "utilization"} {
		if key != "" {
			require.Equal(t, []string{string(want.Logged[key].(json.Number)), string(want.Simulated[key].(json.Number))}, figures[i], key)
		}
	}
	for i, d := range eval[[][]string](p,
		`[...document.querySelectorAll("#replay-nearest tbody tr")].map(r => [...r.querySelectorAll("td")].slice(-4, -1).map(c => c.dataset.value))`)[:10] {
		n := want.Nearest[i]
		require.Equal(t, []string{string(n.Distance), string(n.FirstHalf), string(n.SecondHalf)}, d)
	}
	p.shots("replay-believe")
}

// canvas holds the picture to be of pixels, and to follow wheel and keys: each changes
// what is painted, and Home shows it all again.
func (p *page) canvas() {
	p.t.Helper()
	const sum = `(() => { const c = document.getElementById("replay-canvas"), d = c.getContext("2d").getImageData(0, 0, c.width, c.height).data; let s = 0; for (let i = 0; i < d.length; i += 4) s = (s * 31 + d[i] + 7 * d[i + 1]) % 1e9; return s })()`
	eval[bool](p, `((put) => { CanvasRenderingContext2D.prototype.putImageData = function (...a) { put.apply(this, a); `+noted+` }; return true })(CanvasRenderingContext2D.prototype.putImageData)`)
	all := eval[float64](p, sum)
	require.Greater(p.t, eval[int](p, `document.getElementById("replay-canvas").width`), 300)
	last := all
	for _, do := range []string{
		`c.focus(), c.dispatchEvent(new WheelEvent("wheel", {deltaY: -400, clientX: b.left + b.width / 2, clientY: b.top + 50, bubbles: true, cancelable: true}))`,
		`c.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowLeft", bubbles: true, cancelable: true}))`,
		`c.dispatchEvent(new KeyboardEvent("keydown", {key: "Home", bubbles: true, cancelable: true}))`,
	} {
		eval[bool](p, `(() => { const c = document.getElementById("replay-canvas"), b = c.getBoundingClientRect(); `+do+
			`; return true })()`)
		p.wait(sum + ` !== ` + strconv.FormatFloat(last, 'f', -1, 64))
		last = eval[float64](p, sum)
	}
	require.Equal(p.t, all, last)
	// two fingers that part have less to be seen
	span := `document.querySelector("[data-host=replay-title] .replay-heading span").textContent`
	was := eval[string](p, span)
	x, y := p.spot("#replay-canvas", 200, 60)
	for _, apart := range []float64{40, 60, 90, 130, 0} {
		params := input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchMove,
			TouchPoints: []*input.TouchPoint{{X: x - apart, Y: y, ID: new(0.0)}, {X: x + apart, Y: y, ID: new(1.0)}}}
		switch apart {
		case 40:
			params.Type = input.DispatchTouchEventTypeTouchStart
		case 0:
			params.Type, params.TouchPoints = input.DispatchTouchEventTypeTouchEnd, []*input.TouchPoint{}
		}
		_, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, params)
		require.NoError(p.t, err)
	}
	p.wait(span + ` !== ` + strconv.Quote(was))
	eval[bool](p,
		`document.getElementById("replay-canvas").dispatchEvent(new KeyboardEvent("keydown", {key: "Home", bubbles: true, cancelable: true}))`)
	p.wait(span + ` === ` + strconv.Quote(was))
}
