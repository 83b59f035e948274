package e2e

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// saved is the file that a press on a button hands out.
func (p *page) saved(button string) string {
	p.t.Helper()
	return eval[string](p, `(async () => {
		const make = URL.createObjectURL, click = HTMLAnchorElement.prototype.click;
		HTMLAnchorElement.prototype.click = () => {};
		const file = await new Promise(given => {
			URL.createObjectURL = b => { given(b); return make.call(URL, b) };
			document.querySelector('`+button+`').click();
		});
		URL.createObjectURL = make; HTMLAnchorElement.prototype.click = click;
		return await file.text();
	})()`)
}

const waysCSV = `.view-predict [data-act="save"][data-arg="csv"]`

// foretold is what the command says, with its evidence.
type foretold struct {
	Sentence string
	Evidence struct {
		Behind []struct {
			Users []struct{ Jobs int64 }
			Worst []struct{ ID int64 }
		}
		Asking struct{ Users []struct{ ID int64 } }
	}
}

// requireForetold holds the page to the command: the file of the ways byte by byte,
// the sentence, and what is behind it.
func (p *page) requireForetold(args ...string) foretold {
	p.t.Helper()
	require.Equal(p.t, string(command(p.t, append([]string{"predict", "--csv"}, args...)...)), p.saved(waysCSV))
	var r foretold
	require.NoError(p.t, json.Unmarshal(command(p.t, append([]string{"predict", "--json", "--evidence"}, args...)...), &r))
	thin := strings.NewReplacer("\u202f", " ", "\n", " ")
	verdict := strings.Join(strings.Fields(p.text(`[data-host='predict-verdict']`)), " ")
	logged, found := strings.CutSuffix(verdict, thin.Replace(r.Sentence))
	require.True(p.t, found, "the page says %q, the command %q", verdict, r.Sentence)
	require.Regexp(p.t, `^Replaying your log: .*\. $`, logged)
	return r
}

// predictTab shows a picture of the study and waits until it is there.
func (p *page) predictTab(name string) {
	p.press(name)
	p.wait(`[...document.querySelectorAll(".tab")].some(b => b.offsetParent && b.textContent === "` + name +
		`" && b.getAttribute("aria-selected") === "true")`)
	p.wait(`document.querySelector('[data-host="predict-figure"] svg .plot-title')`)
}

func TestARealTraceIsForeseenAsByTheCommand(t *testing.T) {
	t.Parallel()
	fixture.Rare(t)
	path := fixture.Path(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz")
	p := watchable(t, "?view=predict")
	p.upload(path)
	p.waitState("loaded")
	p.set("predict-resamples", "4")
	p.set("predict-weeks", "10")
	p.shots("predict-question")
	watched := p.watch()
	p.press("Predict")
	p.wait(`document.querySelector("table#results tbody tr")`)
	p.waitState("done")
	watched()
	asked := []string{"--clean", "online", "--resamples", "4", "--weeks", "10"}
	p.requireForetold(append(asked, path)...)
	for _, tab := range []string{"Errors", "What is predicted", "For whom", "As it learns", "The tail", "What it weighs"} {
		p.predictTab(tab)
		p.shotOf("predict-"+strings.ReplaceAll(strings.ToLower(tab), " ", "-"), `section.evidence:not([hidden])`)
	}
	p.shots("predict-answer")
	// the same rows answer another question
	p.set("predict-objective", "avgWait")
	p.waitState("done")
	p.requireForetold(append(asked, "--objective", "avgWait", path)...)
}

func TestAnotherWayOfPredictingGivesTheCommandsFiguresAndDetails(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	path := sample(t, 4000, 5)
	p := open(t,
		"?view=predict&weeks=3&resamples=5&predictor=history2&correction=doubling&threshold=20h&closer=0.5&also=ave3-incremental-FCFS,learned-doubling-SAF")
	p.upload(path)
	p.waitState("loaded")
	p.press("Predict")
	p.waitState("done")
	r := p.requireForetold("--clean", "online", "--weeks", "3", "--resamples", "5", "--predictor", "history2", "--correction", "doubling",
		"--threshold", "20h", "--closer", "0.5",
		"--also", "ave3-incremental-FCFS,learned-doubling-SAF", path)

	p.wait(`document.querySelector('[data-act="predict-look"]')`)
	worst := r.Evidence.Behind[3].Worst[0].ID
	require.Equal(t, strconv.FormatInt(worst, 10), p.text(`[data-act='predict-look']`), "the job slowed down most")
	p.set("predict-number", "17")
	p.wait(`document.querySelector(".story")`)
	require.Contains(t, p.text(".story"), "Job 17 of user ")
	p.set("predict-number", "70000")
	p.wait(`document.querySelector('[data-host="predict-job"] .refusal')`)
	require.Contains(t, p.text(`[data-host='predict-job'] .refusal`), "Job 70000 is not among those simulated")
	p.press("work it out")
	p.wait(`document.querySelector(".advice")`)
	ids := eval[[]string](p, `[...document.querySelectorAll("#askers tbody tr")].map(tr => tr.dataset.id)`)
	require.Len(t, ids, len(r.Evidence.Asking.Users))
	for i, u := range r.Evidence.Asking.Users {
		require.Equal(t, strconv.FormatInt(u.ID, 10), ids[i])
	}
}

// Each of the study's triples on each log as it was, in the page as in the command.
func TestTheMapOfWaysIsTheCommands(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	paths := []string{sample(t, 800, 5), sample(t, 1000, 6)}
	if os.Getenv("SHADOWTIME_CAMPAIGNS") != "" {
		paths = []string{fixture.Path(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz"),
			fixture.Path(t, "traces", "SDSC-SP2-1998-4.2-cln.swf.gz")}
	}
	p := open(t, "?view=predict&weeks=1&resamples=2")
	for i, path := range paths {
		p.upload(path)
		p.wait(fmt.Sprintf(`document.querySelectorAll(".shelf .chip").length === %d || %d === 1`, i+1, i+1))
		p.waitState("loaded")
	}
	p.press("Predict")
	p.waitState("done")
	p.press("map the study’s 128 ways")
	p.wait(`document.querySelector('[data-host="predict-map"] svg')`)
	p.wait(`document.querySelector('[data-act="predict-map-csv"]')`)
	p.waitState("done")
	p.shotOf("predict-map", `[data-host="predict-map"]`)
	rows, err := csv.NewReader(strings.NewReader(p.saved(`[data-act="predict-map-csv"]`))).ReadAll()
	require.NoError(t, err)
	got := map[string]string{}
	for _, row := range rows[1:] {
		got[row[0]+" "+row[1]] = decimal(t, row[2])
	}
	var r struct {
		Logs []struct {
			Trace                string
			Others               string
			Triples, Clairvoyant []struct {
				Triple  string
				AvgBsld json.Number
			}
		}
	}
	require.NoError(t, json.Unmarshal(command(t, append([]string{"predict", "--json", "--triples", "all", "--clean", "online"},
		paths...)...), &r))
	want := map[string]string{}
	for _, l := range r.Logs {
		for _, x := range append(l.Triples, l.Clairvoyant...) {
			want[l.Trace+" "+x.Triple] = decimal(t, x.AvgBsld.String())
		}
		require.Contains(t, p.text(`[data-host='predict-map']`), "for "+l.Trace+" "+l.Others)
	}
	require.Len(t, got, 2*130)
	require.Equal(t, want, got)
}
