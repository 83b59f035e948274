package lab

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/report"
)

func TestNumbersHaveUnitsOnThePageAndAreExactInFiles(t *testing.T) {
	n := (&Numbers{}).Add(InWords, "order").Add(InSeconds, "wait").Add(InChanges, "change").Add(InRatios, "longest").Add(InCounts,
		"jobs").Add(InShares, "won")
	n.Row(Text("SPF"), N(61234.5), N(-1.0/3), N(1.5), N(12345), N(0.25))
	n.Row(Text("SAF"), N(61999.0), N(math.NaN()), N(2.25), N(7), N(1.0))
	n.Line("FCFS", report.Float(64000), 0, 1, 8, 0)
	require.Equal(t, "order,\"wait, s\",\"change, fraction\",\"longest, ratio\",jobs,\"won, "+
		"fraction\"\nSPF,61234.5,-0.3333333333333333,1.5,12345,0.25\nSAF,61999,,2.25,7,1\nFCFS,64000,0,1,8,0\n", n.CSV())
	html := n.HTML("numbers")
	for _, cell := range []string{"17.0\u202fh", "17.2\u202fh", "17.8\u202fh", "−33.3\u202f%", "×\u202f2.2", "12\u202f345", "25.0\u202f%",
		`data-value="-0.3333333333333333">−33.3`, `data-value="">–<`} {
		require.Contains(t, html, cell)
	}
}
