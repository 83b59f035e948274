package sim_test

import (
	_ "embed"
	"fmt"
	"hash/fnv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cmd/bench"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

//go:embed testdata/conservative.csv
var conservativeStarts []byte

// The file was written by an engine that made the whole plan again at every pass, on a list
// of steps.
func TestConservativeStartsAreThoseOfAWholePlanEachPass(t *testing.T) {
	like, err := bench.KTHLike()
	require.NoError(t, err)
	light, err := bench.SDSCLike()
	require.NoError(t, err)
	over := like.Part(0, 6000) // run times beyond what was requested
	for j := range over.Request {
		over.Request[j] = (over.Request[j] + over.Run[j]) / 2 / int64(1+j%3)
	}
	over.Name = "overrun"
	var b strings.Builder
	b.WriteString("trace,order,threshold,dialect,promises,jobs,hash of starts\n")
	e := sim.New()
	for _, tr := range []*job.Trace{like, light, &over, synthetic(3000, 500, 1), synthetic(1200, 1000, 3)} {
		e.Load(tr)
		for i, name := range []string{"FCFS", "SAF", "LPF", "LEXP", "WFP3"} {
			o, err := order.Parse(name)
			require.NoError(t, err)
			for promises := sim.Anew; promises <= sim.Kept; promises++ {
				for k, threshold := range []int64{sim.None, 7200} {
					c := sim.Config{Primary: o, Backfill: o, Threshold: threshold, Dialect: sim.Dialect((i + k) % 3),
						Backfilling: sim.Conservative, Promises: promises}
					require.NoError(t, e.Run(&c))
					h := fnv.New64a()
					for _, s := range e.Starts() {
						fmt.Fprintf(h, "%d ", s)
					}
					fmt.Fprintf(&b, "%s,%s,%d,%s,%s,%d,%016x\n", tr.Name, name, threshold, c.Dialect, promises, tr.Len(), h.Sum64())
				}
			}
		}
	}
	fixture.Golden(t, "testdata/conservative.csv", conservativeStarts, []byte(b.String()))
}
