package lanes

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/simtest"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// No job is drawn on a row that is out, and all that is out and known has its rows.
func TestNoJobIsDrawnOnARowThatIsOut(t *testing.T) {
	drawn := 0
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 46))
		tr := simtest.Trace(r, 1+r.IntN(40))
		for j := range tr.Request {
			tr.Request[j] = max(tr.Request[j], tr.Run[j], 1)
		}
		first := tr.Submit[0]
		from := first + r.Int64N(tr.Submit[tr.Len()-1]-first+200)
		tr.Closures = []job.Closure{{From: from, To: from + 1 + r.Int64N(500), Procs: 1 + r.Int64N(tr.Procs), Known: job.Foreknown}}
		e := sim.New()
		e.Load(tr)
		o := order.Twelve()[r.IntN(12)]
		require.NoError(t, e.Run(&sim.Config{Primary: o, Backfill: o, Threshold: sim.None, Backfilling: sim.Backfilling(r.IntN(3))}))
		l := Place(tr, e.Starts(), unknown)
		require.Equal(t, tr.Procs, l.Rows, "nothing is drawn beyond the machine")
		require.Equal(t, tr, l.Trace)
		for _, x := range l.Out {
			n := int64(0)
			for _, s := range x.Rows {
				n += int64(s.To - s.From)
			}
			require.Equal(t, min(tr.Closures[0].Procs, tr.Procs), n, "seed %d", seed)
			l.during(x.From, x.To, func(j int32) {
				drawn++
				for _, s := range l.Spans(int(j)) {
					for _, o := range x.Rows {
						require.True(t, s.To <= o.From || o.To <= s.From, "seed %d: job %d", seed, j)
					}
				}
			})
		}
	}
	require.Greater(t, drawn, 100)
}
