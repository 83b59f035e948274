package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// On SDSC-SP2 backfilling the shortest request first beats the learner: the sentence
// says so where the table does, and only there.
func TestWhatBeatsALearnerWithoutPredictingIsSaid(t *testing.T) {
	fixture.Long(t)
	said := map[bool]int{}
	for _, name := range []string{"KTH-SP2-1996-2.1-cln", "SDSC-SP2-1998-4.2-cln"} {
		for _, objective := range []string{"avgWait"} {
			args := []string{"predict", "--objective", objective, "--resamples", "2", fixture.Path(t, "traces", name+".swf.gz")}
			text := strings.Join(strings.Fields(must(t, args...)), " ")
			var r struct {
				Ways []struct {
					Way string
					Own *float64
				}
			}
			require.NoError(t, json.Unmarshal([]byte(must(t, append(args, "--json")...)), &r))
			change := map[string]float64{}
			least := 0.0
			for _, w := range r.Ways[1:] {
				change[strings.SplitN(w.Way, "(", 2)[0]] = *w.Own
				if !strings.HasPrefix(w.Way, "clairvoyant") {
					least = min(least, *w.Own)
				}
			}
			sjbf := change["requested-SJBF"]
			beats := sjbf < 0 && sjbf < change["learned"]
			said[beats]++
			if !beats {
				require.NotContains(t, text, "needs no prediction", "%s, %s", name, objective)
				continue
			}
			words := "does better than learning run times on this log: "
			if sjbf == least {
				words = "does best of all that a machine could have on this log: "
			}
			require.Contains(t, text, "Backfilling the shortest request first, which needs no prediction, "+words, "%s, %s",
				name, objective)
		}
	}
	require.Positive(t, said[true])
	require.Positive(t, said[false])
}
