package windows

import (
	_ "embed"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
)

func computed(t *testing.T, change func(p *Plan)) (*Report, *job.Cleaning) {
	t.Helper()
	g := reports()
	change(&g.Base)
	x := g.Compute(t, g.Base)
	return Merge(x.Trace.Name, x.Trace.Digest, x.Trace.Procs, x.Plan, x.Rows), x.Cleaning
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
	require.True(t, strings.HasSuffix(r.Title(), "This may be chance."), r.Title())
	for _, d := range r.Differences {
		require.False(t, d.Low.Known(), "three windows have no interval at 95 %")
	}
}
