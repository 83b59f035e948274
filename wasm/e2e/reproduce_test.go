package e2e

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// reproducedRow is a row of a reproduced table: the exact values its cells carry.
type reproducedRow struct {
	Figure string
	Values []string
}

// reproduced reads the table of a study on a log.
func (p *page) reproduced(id string) []reproducedRow {
	p.t.Helper()
	return eval[[]reproducedRow](p, `[...document.querySelectorAll("table#reproduced-`+id+
		` tbody tr")].map(tr => ({Figure: tr.dataset.figure, Values: [...tr.querySelectorAll("td")].flatMap(td => [td.dataset.value, td.dataset.low, td.dataset.high].filter(v => v !== undefined))}))`)
}

// requireReproduced compares the page's tables with the command's, figure by
// figure, to the last digit.
func (p *page) requireReproduced(args ...string) {
	p.t.Helper()
	var all struct {
		Tables []struct {
			Log, Study, Sentence string
			Notes                []string
			Readings             []struct {
				Cells []struct {
					Name                     string
					Printed, Plotted, Points *json.Number
					Ours                     *struct{ Change, SimLow, SimHigh *json.Number }
				}
			}
		}
	}
	require.NoError(p.t, json.Unmarshal(command(p.t, append([]string{"reproduce", "--json"}, args...)...), &all))
	write := func(n *json.Number) string {
		if n == nil {
			return ""
		}
		return decimal(p.t, n.String())
	}
	require.NotEmpty(p.t, all.Tables)
	thin := strings.NewReplacer("\u202f", " ")
	for _, x := range all.Tables {
		rows := p.reproduced(x.Study + "-" + x.Log)
		require.Len(p.t, rows, len(x.Readings[0].Cells))
		plotted := false
		for _, c := range x.Readings[0].Cells {
			plotted = plotted || c.Plotted != nil
		}
		for i, row := range rows {
			c := x.Readings[0].Cells[i]
			want := []string{write(c.Printed)}
			if plotted {
				want = append(want, write(c.Plotted))
			}
			for _, r := range x.Readings {
				c := r.Cells[i]
				want = append(want, write(c.Ours.Change))
				if c.Ours.SimLow != nil { // few resamples may leave it unknown
					want = append(want, write(c.Ours.SimLow), write(c.Ours.SimHigh))
				}
				want = append(want, write(c.Points))
			}
			var got []string
			for _, v := range row.Values {
				if v != "" {
					v = decimal(p.t, v)
				}
				got = append(got, v)
			}
			require.Equal(p.t, want, got, "%s, %s", x.Study, row.Figure)
			require.True(p.t, strings.HasPrefix(row.Figure, c.Name), row.Figure)
		}
		text := p.text(`section.reproduced:has(#reproduced-` + x.Study + "-" + x.Log + `)`)
		require.Contains(p.t, text, thin.Replace(x.Sentence))
		for _, note := range x.Notes {
			require.Contains(p.t, text, thin.Replace(note))
		}
	}
}

func TestAPublishedStudyIsRunAgainAsByTheCommand(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	path := fixture.Path(t, "traces", "KTH-SP2-1996-2.1-cln.swf.gz")
	p := open(t, "?view=reproduce&study=orders&resamples=2")
	p.upload(path)
	p.waitState("loaded")
	require.Contains(t, p.text("#reproduce-list"), "11 figures of KTH-SP2")
	require.Contains(t, p.text(".view-reproduce .actions"), "on a usual laptop")
	p.shots("reproduce-question")
	p.press("Reproduce")
	p.wait(`document.querySelector(".reproduced svg .plot-aside")`)
	p.waitState("done")
	p.nothingJumped()
	p.requireReproduced("--study", "orders", "--resamples", "2", path)
	drawn := `document.querySelector(".reproduced svg.plot").outerHTML`
	run := eval[string](p, drawn)
	p.press("as the text of 2018 says")
	p.wait(drawn + ` !== ` + "`" + strings.ReplaceAll(run, "`", "") + "`")
	require.Equal(t, "reading-orders-KTH-SP2-text2018", eval[string](p,
		`(document.querySelector(".reproduced .chip[aria-pressed=true]")||{}).id`))
	if !fixture.Campaigns() {
		return
	}
	// another study, on what is computed already
	eval[bool](p, `(document.getElementById("reproduce-pairs").click(), true)`)
	p.waitState("cancelled")
	p.press("Reproduce")
	p.waitState("done")
	p.requireReproduced("--study", "orders,pairs", "--resamples", "2", path)
	p.shots("reproduce-real")

	// a reload brings it back
	const figures = `document.querySelectorAll(".reproduced td[data-value]").length`
	had := eval[int](p, figures)
	require.Greater(t, had, 33)
	p.again()
	p.waitState("done")
	p.wait(figures + ` === ` + strconv.Itoa(had))
	p.requireReproduced("--study", "orders,pairs", "--resamples", "2", path)
}

// Six studies stand there. Those that the command alone runs in full show what they
// printed, and open what the page answers of them in other views, of the log in sight.
func TestReproduceHasSixStudiesAndOpensTheQuestionsOfThoseRunAlone(t *testing.T) {
	t.Parallel()
	fixture.Long(t)
	p := open(t, "?view=reproduce")
	p.upload(sample(t, 2000, 6))
	p.waitState("loaded")
	require.Equal(t, []string{"orders", "strategies", "pairs", "prediction", "regression", "heterogeneous"},
		eval[[]string](p, `[...document.querySelectorAll("#reproduce-list .order b, #reproduce-alone .order b")].map(b => b.textContent)`))
	for _, name := range []string{"prediction", "regression", "heterogeneous"} {
		p.wait(`document.getElementById("printed-` + name + `")`)
		eval[bool](p, `(document.getElementById("printed-`+name+`").click(), true)`)
		p.wait(`document.querySelector("#printed-` + name +
			`[aria-expanded=true]") && document.querySelector("#reproduce-alone table tbody tr")`)
		p.nothingIsWider("#reproduce-alone .scroll")
	}
	p.shots("reproduce-six")
	require.Contains(t, p.text("#reproduce-alone"), "shadowtime reproduce --study prediction ")
	p.press("Ask in Predict")
	p.wait(`document.querySelector(".view-predict")`)
	p.wait(`location.search.includes("protocol=predict2018")`)
	require.Equal(t, "view-predict", eval[string](p, `document.activeElement.id`))
	eval[bool](p, `(history.back(), true)`)
	p.wait(`document.querySelector(".view-reproduce")`)
	require.Contains(t, p.text("#reproduce-alone"), "Ask in Predict")
}
