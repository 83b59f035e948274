package windows

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
)

//go:embed testdata/reports.jsonl
var golden []byte

func computed(t *testing.T, change func(p *Plan)) (*Report, *job.Cleaning) {
	t.Helper()
	log, err := lublin.Sample(lublin.Config{Procs: 32, Jobs: 2000, Seed: 5})
	require.NoError(t, err)
	log.Digest = job.DigestOf(log)
	p := Default()
	p.Days = 1
	change(&p)
	require.NoError(t, p.Normalise())
	tr, cleaning := p.Prepare(log)
	runner, err := NewRunner(tr, p)
	require.NoError(t, err)
	require.NoError(t, runner.Short())
	var rows []Row
	for k := runner.Windows(); k >= 0; k-- { // in any order, and with that of the log itself
		row, err := runner.Task(k, nil)
		require.NoError(t, err)
		rows = append(rows, row)
	}
	return Merge(tr.Name, tr.Digest, tr.Procs, p, rows), cleaning
}

func TestReportsHaveTheSameBytesOnEveryPlatform(t *testing.T) {
	var got bytes.Buffer
	for _, change := range []func(p *Plan){
		func(p *Plan) {},
		func(p *Plan) { p.Scenario, p.Dialect = Easy, GC },
		func(p *Plan) {
			p.Scenario, p.Orders, p.Starts, p.Load = Easy, []string{"SAF", "expr:p*q-age", "WFP3"}, []int64{0, 100_000}, 1.2
		},
	} {
		r, cleaning := computed(t, change)
		b, err := json.Marshal(r)
		require.NoError(t, err)
		got.Write(append(b, '\n'))
		b, err = json.Marshal([]string{r.Title(), r.Methods(cleaning)})
		require.NoError(t, err)
		got.Write(append(b, '\n'))
	}
	fixture.Golden(t, "testdata/reports.jsonl", golden, got.Bytes())
}

func TestDifferencesAreOfTheSameWindows(t *testing.T) {
	r, _ := computed(t, func(p *Plan) { p.Orders = []string{"FCFS", "SPF", "expr:r"} })
	require.Len(t, r.Differences, 2)
	less := 0
	for _, w := range r.Windows {
		if w.AvgBsld["SPF"] < w.AvgBsld["FCFS"] {
			less++
		}
	}
	d := r.Differences[0]
	require.Equal(t, less, d.Less)
	require.Equal(t, len(r.Windows), d.Windows)
	require.True(t, d.Low <= d.Ratio && d.Ratio <= d.High)
	require.GreaterOrEqual(t, float64(d.Holm), float64(d.P))
	same := r.Differences[1]
	require.Equal(t, Difference{Order: "expr:r", Baseline: "FCFS", Ratio: 1, Low: 1, High: 1, P: 1, Holm: 1, Same: len(r.Windows),
		Windows: len(r.Windows)}, same,
		"first come, first served by another name")
}

func TestWindowsWithoutJobsThatCountAreLeftOut(t *testing.T) {
	r, _ := computed(t, func(p *Plan) { p.Warm = 100_000 })
	require.True(t, math.IsNaN(float64(r.Medians["FCFS"])))
	require.Contains(t, r.Title(), "In no window any job counts")
	b, err := json.Marshal(r)
	require.NoError(t, err)
	require.Contains(t, string(b), `"medians":{"CUB":null`)
}

func TestAFewWindowsAreCalledChance(t *testing.T) {
	r, _ := computed(t, func(p *Plan) { p.Windows = 3 })
	require.True(t, strings.HasSuffix(r.Title(), "this may be chance."), r.Title())
	for _, d := range r.Differences {
		require.False(t, d.Low.Known(), "three windows have no interval at 95 %")
	}
}
