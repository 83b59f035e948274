package compare

import (
	"strings"
	"testing"

	"shadowtime/core/report"

	"github.com/stretchr/testify/require"
)

func on(name string, changes ...report.Float) Finding {
	p := Default()
	p.Orders = p.Orders[:0]
	r := &Report{Plan: p, Done: 5}
	for i, c := range changes {
		o := Order{Order: []string{"FCFS", "SPF", "SAF"}[i], Judged: report.Judged{Bounds: report.Bounds{Change: c, Own: c},
			Shown: report.Nothing}}
		if c < -0.05 {
			o.Shown = report.Less
		}
		r.Orders = append(r.Orders, o)
		r.Plan.Orders = append(r.Plan.Orders, o.Order)
	}
	return Finding{name, r}
}

func TestSeveralTracesAreSummedUpInASentence(t *testing.T) {
	s := Side{on("A", 0, -0.2, -0.3), on("B", 0, -0.1, 0.2)}
	require.Equal(t, 2, s.Best(0))
	require.Equal(t, 1, s.Best(1))
	require.Equal(t, "Least waiting: SAF on A and SPF on B. SPF was shown better than FCFS on each of the 2.", s.Sentence())
	s = Side{on("A", 0, -0.2, -0.3), on("B", 0, 0.1, -0.02)}
	require.Equal(t, "SAF waits least on all 2 logs. No order was shown better than FCFS on all of them.", s.Sentence())
	require.Equal(t, 1+2*3, strings.Count(s.CSV(), "\n"))
	require.Equal(t, "Nothing is known yet.", Side{}.Sentence())
}
