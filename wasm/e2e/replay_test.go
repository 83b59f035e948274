package e2e

import (
	"encoding/json"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/contrast"
)

// What the page says of two schedules, and of the job that waited longest, are the
// command's facts.
func TestAScheduleIsReplayedAndExplainedAsByTheCommand(t *testing.T) {
	path := sample(t, 3000, 5)
	p := open(t, "?view=replay")
	p.upload(path)
	p.waitState("loaded")
	p.press("Replay")
	p.waitState("done")
	var want contrast.Report
	require.NoError(t, json.Unmarshal(command(t, "diff", "--json", "--a", "FCFS", "--b", "SAF", "--threshold", "40h", "--most", "12", path), &want))
	for id, list := range map[string][]contrast.Difference{"replay-gains": want.Gains, "replay-losses": want.Loss} {
		type row struct{ Job, A, B string }
		var rows []row
		for _, d := range list {
			rows = append(rows, row{strconv.FormatInt(d.Job, 10), strconv.FormatInt(d.A, 10), strconv.FormatInt(d.B, 10)})
		}
		require.Equal(t, rows, eval[[]row](p, `[...document.querySelectorAll("#`+id+` tbody tr")].map(r => ({Job: r.querySelector("button").dataset.arg, A: r.cells[1].dataset.value, B: r.cells[2].dataset.value}))`))
	}
	p.shots("replay")
	p.press("the job that waited longest")
	p.wait(`document.querySelector(".replay-told")`)
	var told struct {
		Sentences []struct{ Words string }
	}
	n := eval[string](p, `document.getElementById("replay-find").value`)
	require.NoError(t, json.Unmarshal(command(t, "explain", "--json", "--order", "SAF", "--threshold", "40h", "--job", n, path), &told))
	require.NotEmpty(t, told.Sentences)
	for i, said := range eval[[]string](p, `[...document.querySelectorAll(".replay-told li")].map(x => x.textContent)`) {
		require.Equal(t, told.Sentences[i].Words, said)
	}
	p.shots("replay-why")
}
