package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/experiment/rank"
	"shadowtime/core/job/swf"
)

var rankArgs = []string{"--resamples", "2", "--weeks", "1"}

// What is learned on the first half and judged on the second is the same as what compare says of the formula there.
func TestAnOrderThatSeesTheMachineIsJudgedOnTheHalfItHasNotSeen(t *testing.T) {
	fixture.Long(t)
	var r rank.Report
	require.NoError(t, json.Unmarshal([]byte(must(t, append(append([]string{"rank", "--json"}, rankArgs...), weeksFile())...)), &r))
	require.LessOrEqual(t, float64(r.Learned), 0.0, "SAF is among the orders to start from")
	require.Equal(t, "SAF", r.Orders[0].Order)
	b, err := os.ReadFile(weeksFile())
	require.NoError(t, err)
	l, err := swf.Read(bytes.NewReader(b), "half")
	require.NoError(t, err)
	p := rank.Default()
	p.Resamples, p.Weeks = 1, 1
	p.Orders = []string{"SAF", r.Formula}
	require.NoError(t, p.Normalise())
	tr, _ := p.Prepare(l)
	_, second := tr.Split()
	x, err := compare.NewRunner(second, p)
	require.NoError(t, err)
	row, err := x.Task(0, nil)
	require.NoError(t, err)
	for i, o := range []rank.Judged{r.Orders[0], *r.Found()} {
		run := row.Runs[min(i, len(row.Runs)-1)]
		require.InDelta(t, float64(run.SumWait)/float64(run.Jobs), float64(o.AvgWait), 1e-6)
		require.Equal(t, run.MaxWait, o.MaxWait)
	}
}

func TestAnOrderThatSeesTheMachineIsTheSameForAnyNumberOfWorkers(t *testing.T) {
	fixture.Long(t)
	args := append(append([]string{"rank", "--json"}, rankArgs...), weeksFile())
	one := must(t, args...)

	require.Equal(t, one, must(t, append(args, "--workers", "1")...))
}

func TestATableOfRanksIsWrittenWhereItHasAPlace(t *testing.T) {
	fixture.Long(t)
	other := "<tr><th scope=\"row\">other</th><td>stays</td></tr>\n"
	path := written(t, "page.html", "<table><tbody id=\"rank-40h\">\n"+other+"</tbody></table>")
	args := append(append([]string{"rank", "--page", path}, rankArgs...), weeksFile())
	must(t, args...)
	once, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Contains(t, string(once), other)
	require.Equal(t, 2, strings.Count(string(once), `<th scope="row">`))
	must(t, args...)
	twice, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(once), string(twice), "rows of the same log take the place of its old ones")
}
