package sim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/oracle"
	"shadowtime/core/order"
	"shadowtime/core/sim"
	"shadowtime/core/sim/simtest"
)

// pacedConfig draws one whose list may be tall: an aged order in front, behind or
// in both places.
func pacedConfig(r *rand.Rand) *sim.Config {
	paced := []string{"LEXP", "SEXP", "WFP3", "UNICEF"}
	c := simtest.Config(r)
	c.Slowdown, c.Backfilling = 0, sim.Easy
	if r.IntN(8) == 0 {
		c.Backfilling = sim.NoBackfilling
	}
	c.Primary, _ = order.Parse(paced[r.IntN(len(paced))])
	switch r.IntN(4) {
	case 0:
		c.Backfill, _ = order.Parse(paced[r.IntN(len(paced))])
	case 1:
		c.Backfill, c.Primary = c.Primary, order.Every()[r.IntN(len(order.Every()))]
	case 2:
		c.Backfill = c.Primary
	}
	return c
}

func TestATallListEqualsTheOracle(t *testing.T) {
	e := sim.NewWithTrees(3)
	n := *cases / 12
	if testing.Short() {
		n = min(n, 40)
	}
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 21))
		tr := simtest.Trace(r, 20+r.IntN(100))
		e.Load(tr)
		for range 3 {
			c := pacedConfig(r)
			require.NoError(t, e.Run(c))
			if want := oracle.Starts(tr, simtest.Setup(c)); !equal(want, e.Starts()) {
				t.Fatalf("seed %d\n%s\nwant %v\ngot  %v", seed, describe(tr, c), want, e.Starts())
			}
		}
	}
}

// Beyond what the oracle can do: queues of thousands, the same with and without a
// tree, and nothing allocated.
func TestATallListEqualsAListOfThousands(t *testing.T) {
	tr := synthetic(6000, 3000, 1.2)
	list, tall := sim.NewWithTrees(1<<20), sim.New()
	list.Load(tr)
	tall.Load(tr)
	for seed := range 12 {
		c := pacedConfig(rand.New(rand.NewPCG(uint64(seed), 22)))
		if c.Threshold >= 0 {
			c.Threshold = 40_000
		}
		require.NoError(t, list.Run(c))
		require.NoError(t, tall.Run(c))
		requireStarts(t, list.Starts(), tall.Starts())
		require.Zero(t, min(allocations(func() { _ = tall.Run(c) }), allocations(func() { _ = tall.Run(c) })), "%+v", simtest.Setup(c))
	}
}
