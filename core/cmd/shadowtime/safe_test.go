package main

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/online"
	"shadowtime/core/study"
)

const choosingPage = "../../../public/docs/choosing.html"

// What learning near FCFS loses on real logs, beside what learns without a guard; ./build.sh publish
// safe writes it.
func TestTheTableOfSafeLearningIsWhatTheCommandComputes(t *testing.T) {
	fixture.Rare(t)
	var b strings.Builder
	for _, l := range []struct{ name, file string }{
		{"KTH-SP2", "KTH-SP2-1996-2.1-cln.swf.gz"},
		{"SDSC-SP2", "SDSC-SP2-1998-4.2-cln.swf.gz"},
		{"SDSC-Par", "SDSC-Par-1996-3.1-cln.swf.gz"},
		{"UniLu-Gaia", "UniLu-Gaia-2014-1.swf.gz"},
		{"NASA-iPSC", "NASA-iPSC-1993-3.1-cln.swf.gz"},
		{"lublin_256", "lublin_256.swf.gz"},
	} {
		var s online.Report
		require.NoError(t, json.Unmarshal([]byte(must(t, "online", "--json", "--orders", "FCFS,SPF,SQF,SAF", "--period", "day",
			"--strategies", "safe,shared,epsilon-greedy,full,noisy", "--feedback", "machine", "--resamples", "20", "--weeks", "52",
			fixture.Path(t, "traces", l.file))), &s))
		for _, x := range s.Strategies {
			if x.Period == study.None {
				continue
			}
			b.WriteString(cells(l.name+": "+x.Strategy, numeral.Change(x.Change), s.Best.Order+" "+numeral.Change(s.Best.Change),
				numeral.Change(x.RegretFraction), strconv.Itoa(x.Safety.Broken), numeral.Share(x.Safety.Most),
				digits(float64(x.Safety.Longest), 2)) + "</tr>\n")
		}
	}
	fixture.Tables(t, choosingPage, map[string]string{"safe-logs": b.String()})
}
