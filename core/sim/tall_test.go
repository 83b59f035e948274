package sim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/oracle"
	"shadowtime/core/internal/simtest"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
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
	for seed := range cases(240) {
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

// lined are formulas that are lines in age, of all kinds: ageing, rates, both, equal
// keys, rounding that decides, falling with age, keys that are no number.
var lined = []struct {
	text string
	key  func(p, q, r, age float64) float64
}{
	{"p*q - 100*age", func(p, q, r, age float64) float64 { return p*q - 100*age }},
	{"-age/p", func(p, q, r, age float64) float64 { return -age / p }},
	{"p/60 - age*q/7 + r", func(p, q, r, age float64) float64 { return p/60 - age*q/7 + r }},
	{"age - age + q", func(p, q, r, age float64) float64 { return age - age + q }},
	{"(age*1e17 + q) - age*1e17", func(p, q, r, age float64) float64 { return (age*1e17 + q) - age*1e17 }},
	{"age*q - p", func(p, q, r, age float64) float64 { return age*q - p }},
	{"-(age - p)/(q - 1)", func(p, q, r, age float64) float64 { return -(age - p) / (q - 1) }},
}

func TestATallListOfAFormulaThatIsALineInAgeEqualsTheOracle(t *testing.T) {
	e := sim.NewWithTrees(3)
	for seed := range cases(240) {
		r := rand.New(rand.NewPCG(uint64(seed), 23))
		tr := simtest.Trace(r, 20+r.IntN(100))
		e.Load(tr)
		for range 3 {
			c, own := pacedConfig(r), lined[r.IntN(len(lined))]
			same := r.IntN(2) == 0
			c.Primary = named(t, "expr:"+own.text)
			if same {
				c.Backfill = c.Primary
			}
			require.NoError(t, e.Run(c))
			setup := simtest.Setup(c)
			setup.Primary, setup.Key = "own", own.key
			if same {
				setup.Backfill = "own"
			}
			if want := oracle.Starts(tr, setup); !equal(want, e.Starts()) {
				t.Fatalf("seed %d\n%s\nwant %v\ngot  %v", seed, describe(tr, c), want, e.Starts())
			}
		}
	}
}

func named(t *testing.T, name string) order.Order {
	t.Helper()
	o, err := order.Parse(name)
	require.NoError(t, err)
	return o
}

// Beyond what the oracle can do: queues of thousands, the same with and without a
// tree, and nothing allocated.
func TestATallListEqualsAListOfThousands(t *testing.T) {
	fixture.Long(t)
	tr := synthetic(3000, 2000, 1.2)
	list, tall := sim.NewWithTrees(1<<20), sim.New()
	list.Load(tr)
	tall.Load(tr)
	for seed := range 12 + len(lined) {
		c := pacedConfig(rand.New(rand.NewPCG(uint64(seed), 22)))
		if c.Threshold >= 0 {
			c.Threshold = 40_000
		}
		if seed >= 12 {
			c.Primary = named(t, "expr:"+lined[seed-12].text)
			if seed%2 == 0 {
				c.Backfill = c.Primary
			}
		}
		require.NoError(t, list.Run(c))
		var err error
		run := func() { err = tall.Run(c) }
		n := allocations(run)
		require.NoError(t, err)
		requireStarts(t, list.Starts(), tall.Starts())
		if n > 0 { // of the first run, or of what runs beside
			n = min(allocations(run), allocations(run))
		}
		require.Zero(t, n, "%+v", simtest.Setup(c))
	}
}
