package lab

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/report"
)

func TestACellHasItsEndsAndItsFigureWhereProgramsLook(t *testing.T) {
	cell := Change(-0.2, -0.3, 0.1, true).String()
	require.Contains(t, cell, ` data-low="-0.3" data-high="0.1" data-value="-0.2"`)
	require.Contains(t, cell, "<small>[−30.0, 10.0]</small>")
	unknown := Change(-0.2, math.NaN(), math.NaN(), true).String()
	require.NotContains(t, unknown, "data-low")
	require.Contains(t, unknown, ` data-value="-0.2"`)
	require.Equal(t, 0.25, Span(-0.125, 0.125).Exact, "an interval sorts by its width")
}

func TestABandStandsBesideItsMeanFromLowToHigh(t *testing.T) {
	n := (&Numbers{}).Add(InWords, "week")
	n.AddBand("SPF", report.Band{Mean: []report.Float{-0.2, -0.1}, Low: []report.Float{-0.4, -0.3}, High: []report.Float{0.1, 0.2}})
	require.Equal(t, "week,\"SPF, fraction\",\"SPF p10, fraction\",\"SPF p90, fraction\"\n1,-0.2,-0.4,0.1\nlater,-0.1,-0.3,0.2\n", n.CSV())
}

// Rows that are equal stay as they came, whichever way round.
func TestAPressSortsUpAndAnotherDown(t *testing.T) {
	type row struct {
		name string
		x    float64
	}
	table := Table[row]{Columns: []Column[row]{
		{Key: "x", Value: func(r row) float64 { return r.x }},
		{Key: "name", Words: func(r row) string { return r.name }},
	}}
	rows := []row{{"c", 2}, {"a", 1}, {"b", 2}, {"d", 0}}
	names := func() (s string) {
		for _, r := range table.Sorted(rows) {
			s += r.name
		}
		return s
	}
	require.Equal(t, "cabd", names(), "as they come")
	for _, press := range []struct{ key, want string }{{"x", "dacb"}, {"x", "cbad"}, {"x", "dacb"}, {"name", "abcd"}, {"name", "dcba"}} {
		require.True(t, table.SortBy(press.key))
		require.Equal(t, press.want, names(), "%v", press)
	}
	require.False(t, table.SortBy("y"))
}
