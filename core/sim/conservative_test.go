package sim_test

import (
	"bytes"
	_ "embed"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cmd/bench"
	"shadowtime/core/job"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

//go:embed testdata/conservative.csv
var conservativeStarts []byte

// The file was written by an engine that made the whole plan again at every pass, on a list
// of steps. A few of its lines are computed by day, and all where campaigns are asked for.
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
	lines := bytes.SplitAfter(conservativeStarts, []byte("\n"))
	want, n := slices.Clone(lines[0]), 0
	e := sim.New()
	for _, tr := range []*job.Trace{like, light, &over, synthetic(3000, 500, 1), synthetic(1200, 1000, 3)} {
		e.Load(tr)
		for i, name := range []string{"FCFS", "SAF", "LPF", "LEXP", "WFP3"} {
			o, err := order.Parse(name)
			require.NoError(t, err)
			for promises := sim.Anew; promises <= sim.Kept; promises++ {
				for k, threshold := range []int64{sim.None, 7200} {
					if n++; n%fixture.Fewer(23, fixture.ByDay(7, 1)) != 0 && !*fixture.Update {
						continue
					}
					want = append(want, lines[min(n, len(lines)-1)]...)
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
	fixture.Golden(t, "testdata/conservative.csv", want, []byte(b.String()))
	if !*fixture.Update {
		require.Len(t, lines, n+2, "the file's head, its lines and its end")
	}
}

// What the shortest first gain under EASY, at one machine's threshold of 40 hours, they lose where
// everybody is promised a start: the change of the mean wait against FCFS.
func TestAnOrderThatGainsUnderEasyCanLoseUnderConservativeBackfilling(t *testing.T) {
	fixture.Long(t)
	log, err := tracefile.Open(fixture.Path(t, "traces", "SDSC-SP2-1998-4.2-cln.swf.gz"), nil)
	require.NoError(t, err)
	rules, err := job.ParsePreset("online")
	require.NoError(t, err)
	tr, _ := job.Clean(log, rules, job.MachineOf(log, 0))
	e := sim.New()
	e.Load(tr)
	wait := func(name string, b sim.Backfilling) (sum float64) {
		o, err := order.Parse(name)
		require.NoError(t, err)
		require.NoError(t, e.Run(&sim.Config{Primary: o, Backfill: o, Threshold: 40 * 3600, Backfilling: b}))
		for j, s := range e.Starts() {
			sum += float64(s - tr.Submit[j])
		}
		return sum
	}
	for b, want := range map[sim.Backfilling]string{sim.Easy: "-3.3 %", sim.Conservative: "+5.6 %"} {
		require.Equal(t, want, fmt.Sprintf("%+.1f %%", 100*(wait("SPF", b)/wait("FCFS", b)-1)), b)
	}
}
