package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEveryStatisticOfZeroToTenIsKnown(t *testing.T) {
	v := []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	for name, want := range map[string]float64{"mean": 5, "min": 0, "p0": 0, "p10": 1, "p25": 2.5, "median": 5, "p50": 5, "p75": 7.5,
		"p90": 9, "p95": 9.5, "p99": 9.9, "p100": 10, "p99.5": 9.95, "max": 10} {
		got, ok := statistic(v, name)
		require.True(t, ok, name)
		require.InDelta(t, want, got, 1e-12, name)
	}
	for _, name := range []string{"p101", "p-1", "pnan", "p", "middle"} {
		_, ok := statistic(v, name)
		require.False(t, ok, name)
	}
}
