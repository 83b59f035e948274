package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBelieveFindsTheSchedulerThatMadeALog(t *testing.T) {
	made := t.TempDir() + "/made.swf"
	must(t, "replay", "--order", "SAF", "--threshold", "20h", "--swf", made, sampleFile())
	var got struct {
		Jobs, Known       int
		Logged, Simulated struct {
			AvgWait, MedianWait, Utilization float64
			MaxWait                          int64
		}
		RankCorrelation float64
		AboveMachine    int
		Nearest         []struct {
			Order, Backfilling string
			Threshold          *int64
			Distance           float64
		}
	}
	require.NoError(t, json.Unmarshal([]byte(must(t, "believe", "--json", "--order", "SAF", "--threshold", "20h", made)), &got))
	require.Equal(t, got.Logged, got.Simulated)
	require.Equal(t, got.Jobs, got.Known)
	require.InDelta(t, 1, got.RankCorrelation, 1e-12)
	require.Zero(t, got.AboveMachine)
	n := got.Nearest[0]
	require.Equal(t, []any{"SAF", "easy", int64(72000), 0.0}, []any{n.Order, n.Backfilling, *n.Threshold, n.Distance})
	require.Contains(t, must(t, "believe", "--nearest=false", made), "on the machine")
	text := must(t, "believe", "--primary", "LAF", "--backfill", "LQF", made)
	require.Regexp(t, "EASY-LAF with LQF behind the head .* asked", text)
	require.Contains(t, text, "as near")
	status, _, errs := callCommand("", "believe", writeLog(t, "; MaxProcs: 8\n1 0 -1 5 4 -1 -1 4 9 -1 1 1 1 1 1 1 -1 -1\n"))
	require.Equal(t, 1, status)
	require.Contains(t, errs, "how it ran is not known")
}
