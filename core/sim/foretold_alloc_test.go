package sim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/simtest"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/predictor"
)

func TestForetoldRunsAllocateNothingAfterTheFirst(t *testing.T) {
	fixture.Long(t)
	tr := simtest.Trace(rand.New(rand.NewPCG(7, 12)), 400)
	tr.Users, tr.User = []int64{1, 2}, nil
	for j := range tr.Submit {
		tr.User = append(tr.User, int32(j%2))
	}
	for _, backfill := range []string{"FCFS", "SPF", "LEXP"} {
		o, err := order.Parse(backfill)
		require.NoError(t, err)
		for _, p := range []sim.Foreteller{&predictor.Requested{}, &predictor.Average{K: 2}, &predictor.History{K: 2},
			predictor.NewLearned()} {
			for _, c := range []*sim.Foresight{{Threshold: sim.None}, {Threshold: 50}, {Threshold: 50, Depth: 8},
				{Threshold: sim.None, Depth: 20, Tries: 3}} {
				var e sim.ForetoldEngine
				c.Foreteller, c.Correction, c.Backfill = p, sim.InSteps, o
				require.NoError(t, e.Run(tr, c))
				require.Zero(t, testing.AllocsPerRun(3, func() {
					if err := e.Run(tr, c); err != nil {
						t.Fatal(err)
					}
				}), "%s %T", backfill, p)
			}
		}
	}
}

// What one round over a trace costs beside plain EASY.
func BenchmarkForetold(b *testing.B) {
	tr, _ := studied(b, "KTH-SP2.predict.csv.gz", 100)
	b.Run("EASY", func(b *testing.B) {
		e := sim.New()
		e.Load(tr)
		c := &sim.Config{Threshold: sim.None}
		for b.Loop() {
			_ = e.Run(c)
		}
	})
	for _, name := range []string{"requested-FCFS", "ave2-incremental-SJBF", "history2-incremental-SJBF", "learned-incremental-SJBF"} {
		b.Run(name, func(b *testing.B) {
			var e sim.ForetoldEngine
			c := foresight(b, name)
			c.Dialect = sim.Shadowtime
			for b.Loop() {
				_ = e.Run(tr, c)
			}
		})
	}
}
