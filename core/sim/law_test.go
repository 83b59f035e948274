package sim_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/internal/oracle"
	"shadowtime/core/internal/simtest"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

func describe(t *job.Trace, c *sim.Config) string {
	return fmt.Sprintf("setup %+v\nprocs %d start %d\nsubmit %v\nrun %v\nrequest %v\nsize %v",
		simtest.Setup(c), t.Procs, t.Start, t.Submit, t.Run, t.Request, t.Size)
}

var asked = flag.Int("cases", 0, "how many random traces to hold the engine against the oracle on: 3000, with -short 250")

// cases is how many there are of n: all, or with -short a twelfth.
func cases(n int) int {
	if *asked > 0 {
		return *asked * n / 3000
	}
	return fixture.Fewer(n/12, n)
}

func TestEngineEqualsOracleOnRandomTraces(t *testing.T) {
	// One engine each for all traces: nothing may be left over.
	engines := []*sim.Engine{sim.New(), sim.NewWithTrees(6)}
	for seed := range cases(3000) {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		tr := simtest.Trace(r, 1+r.IntN(45))
		e := engines[seed%2]
		e.Load(tr)
		for range 6 {
			c := simtest.Config(r)
			require.NoError(t, e.Run(c))
			if want := oracle.Starts(tr, simtest.Setup(c)); !equal(want, e.Starts()) {
				t.Fatalf("seed %d\n%s\nwant %v\ngot  %v", seed, describe(tr, c), want, e.Starts())
			}
			watch := watcher{tb: t, trace: tr, config: c, reserved: map[int]int64{}, head: -1, upper: upperBounds(tr)}
			before := append([]int64(nil), e.Starts()...)
			c.Observer = &watch
			require.NoError(t, e.Run(c))
			require.Equal(t, before, e.Starts(), "an observer changes nothing")
			watch.drained()
		}
	}
}

// The front of the queue in one order, the jobs behind it in another, a threshold
// on the first alone or on both: as the studies ran it, and every other way.
func TestOrdersApartEqualTheOracleWithThresholdsOnOneOrBoth(t *testing.T) {
	e, every := sim.New(), order.Every()
	seen := map[[2]bool]int{} // thresholds on both, and whether it mattered
	for seed := range 400 {
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		tr := simtest.Trace(r, 10+r.IntN(40))
		e.Load(tr)
		c := &sim.Config{Primary: every[r.IntN(len(every))], Backfill: every[r.IntN(len(every))],
			Threshold: []int64{0, 1, 5, 20, 50}[r.IntN(5)]}
		if seed%3 == 0 {
			c.Backfill = c.Primary
		}
		var last []int64
		for _, both := range []bool{false, true} {
			for _, ties := range []sim.Ties{sim.FirstCome, sim.Reversed} {
				c.Rules = &sim.Rules{BackfillTies: ties, BackfillThreshold: both, FrontThreshold: !both, SparingExtra: ties == sim.Reversed}
				require.NoError(t, e.Run(c))
				if want := oracle.Starts(tr, simtest.Setup(c)); !equal(want, e.Starts()) {
					t.Fatalf("seed %d\n%s\nwant %v\ngot  %v", seed, describe(tr, c), want, e.Starts())
				}
			}
			starts := append([]int64(nil), e.Starts()...)
			if both {
				seen[[2]bool{c.Backfill.Same(c.Primary), !equal(last, starts)}]++
			}
			last = starts
		}
	}
	require.Positive(t, seen[[2]bool{false, true}], "of two orders it matters on which the threshold acts")
	require.Positive(t, seen[[2]bool{true, true}], "so it does of one")
}

// Long queues and many running jobs: where the engine's lists become trees.
func TestEngineEqualsOracleOnLongQueues(t *testing.T) {
	e := sim.New()
	for seed := range cases(36) {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		tr := simtest.Trace(r, 100+r.IntN(200))
		e.Load(tr)
		c := simtest.Config(r)
		if r.IntN(4) > 0 { // most often orders that are kept as trees
			static := []string{"FCFS", "LCFS", "SPF", "LPF", "SQF", "LQF", "SRF", "LRF", "SAF", "LAF", "F1", "F3"}
			c.Primary, _ = order.Parse(static[r.IntN(len(static))])
			c.Backfill, _ = order.Parse(static[r.IntN(len(static))])
			c.Backfilling, c.Slowdown = sim.Easy, 0
			if r.IntN(2) == 0 {
				c.Backfill = c.Primary
			}
		}
		require.NoError(t, e.Run(c))
		if want := oracle.Starts(tr, simtest.Setup(c)); !equal(want, e.Starts()) {
			t.Fatalf("seed %d\n%s\nwant %v\ngot  %v", seed, describe(tr, c), want, e.Starts())
		}
	}
}

// Every order, threshold, dialect and backfilling meets at least one trace.
func TestEngineEqualsOracleUnderEveryOption(t *testing.T) {
	e := sim.New()
	r := rand.New(rand.NewPCG(7, 7))
	for _, o := range order.Every() {
		for _, dialect := range []sim.Dialect{sim.Shadowtime, sim.OCS, sim.PYSS} {
			for _, backfilling := range []sim.Backfilling{sim.Easy, sim.NoBackfilling, sim.Conservative} {
				for _, threshold := range []int64{sim.None, 0, 30, 3000} {
					for _, backfill := range []order.Order{o, order.Every()[r.IntN(len(order.Every()))]} {
						c := &sim.Config{Primary: o, Backfill: backfill, Dialect: dialect, Backfilling: backfilling, Threshold: threshold}
						tr := simtest.Trace(r, 30)
						e.Load(tr)
						require.NoError(t, e.Run(c))
						if want := oracle.Starts(tr, simtest.Setup(c)); !equal(want, e.Starts()) {
							t.Fatalf("%s\nwant %v\ngot  %v", describe(tr, c), want, e.Starts())
						}
					}
				}
			}
		}
	}
}

// A user's own formula is an order like any other, static or aged, as primary
// or backfilling order; keys that are not numbers go last.
func TestEngineEqualsOracleUnderFormulas(t *testing.T) {
	e := sim.New()
	r := rand.New(rand.NewPCG(11, 11))
	for text, key := range map[string]func(p, q, r, age float64) float64{
		"mix:0.5*SAF+3*FCFS":       func(p, q, r, age float64) float64 { return 0.5*(p*q) + 3*r },
		"expr:p*q/(age+1)":         func(p, q, r, age float64) float64 { return p * q / (age + 1) },
		"expr:log2(p-3)":           func(p, q, r, age float64) float64 { return math.Log2(p - 3) },
		"expr:(age-5)/(age-q)-p/p": func(p, q, r, age float64) float64 { return (age-5)/(age-q) - p/p },
	} {
		own, err := order.Parse(text)
		require.NoError(t, err)
		for n := range 200 {
			c := simtest.Config(r)
			c.Primary = own
			if n%2 == 0 {
				c.Backfill = own
			}
			if n%4 == 1 {
				c.Primary, c.Backfill = c.Backfill, c.Primary
			}
			tr := simtest.Trace(r, 30)
			e.Load(tr)
			require.NoError(t, e.Run(c))
			s := simtest.Setup(c)
			s.Key = key
			if s.Primary == text {
				s.Primary = "own"
			}
			if s.Backfill == text {
				s.Backfill = "own"
			}
			if want := oracle.Starts(tr, s); !equal(want, e.Starts()) {
				t.Fatalf("%s\nwant %v\ngot  %v", describe(tr, c), want, e.Starts())
			}
		}
	}
}

func TestAnEngineIsRightAfterARunThatBrokeOff(t *testing.T) {
	fixture.Long(t)
	for _, e := range []*sim.Engine{sim.New(), sim.NewWithTrees(3)} {
		bad := &job.Trace{Procs: 1}
		for range 600 { // 600 jobs of 2^53 s in turn
			bad.Submit = append(bad.Submit, 0)
			bad.Run = append(bad.Run, 1<<53)
			bad.Request = append(bad.Request, 1<<53)
			bad.Size = append(bad.Size, 1)
		}
		c := &sim.Config{Threshold: sim.None, Primary: order.Twelve()[2]}
		e.Load(bad)
		require.ErrorContains(t, e.Run(c), "clock")
		good := simtest.Trace(rand.New(rand.NewPCG(1, 1)), 40)
		e.Load(good)
		require.NoError(t, e.Run(c))
		require.Equal(t, oracle.Starts(good, simtest.Setup(c)), e.Starts())
		for j := range bad.Run { // as long as the first
			bad.Run[j] = 10
		}
		e.Load(bad)
		require.NoError(t, e.Run(c))
		require.Equal(t, oracle.Starts(bad, simtest.Setup(c)), e.Starts())
	}
}

func TestATraceThatCannotBeSimulatedIsAnError(t *testing.T) {
	good := func() *job.Trace {
		return &job.Trace{Procs: 4, Submit: []int64{1, 2}, Run: []int64{1, 1}, Request: []int64{1, 1}, Size: []int32{1, 4}}
	}
	for want, spoil := range map[string]func(*job.Trace){
		"index 1: processors 5":     func(t *job.Trace) { t.Size[1] = 5 },
		"index 0: processors 0":     func(t *job.Trace) { t.Size[0] = 0 },
		"index 1: submit time 0":    func(t *job.Trace) { t.Submit[1] = 0 },
		"index 0: run time -1":      func(t *job.Trace) { t.Run[0] = -1 },
		"index 1: requested time -": func(t *job.Trace) { t.Request[1] = -7 },
		"machine of 0 processors":   func(t *job.Trace) { t.Procs = 0 },
		"columns differ in length":  func(t *job.Trace) { t.Run = t.Run[:1] },
	} {
		e := sim.New()
		require.ErrorContains(t, e.Run(&sim.Config{}), "no trace loaded")
		tr := good()
		spoil(tr)
		e.Load(tr)
		require.ErrorContains(t, e.Run(&sim.Config{}), want)
		e.Load(good())
		require.NoError(t, e.Run(&sim.Config{}))
	}
	e := sim.New()
	e.Load(&job.Trace{})
	require.NoError(t, e.Run(&sim.Config{}), "no jobs, nothing to do")
}

func TestNamesOfDialectsAndBackfillingsAreReadBack(t *testing.T) {
	for d := sim.Shadowtime; d <= sim.PYSS; d++ {
		got, err := sim.ParseDialect(d.String())
		require.NoError(t, err)
		require.Equal(t, d, got)
	}
	for b := sim.Easy; b <= sim.Conservative; b++ {
		got, err := sim.ParseBackfilling(b.String())
		require.NoError(t, err)
		require.Equal(t, b, got)
	}
	_, err := sim.ParseDialect("ocaml")
	require.ErrorContains(t, err, "shadowtime, ocs, pyss")
	_, err = sim.ParseBackfilling("hard")
	require.ErrorContains(t, err, "easy, none, conservative")
}

func equal(a, b []int64) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return len(a) == len(b)
}

// watcher holds a run to the laws of EASY.
type watcher struct {
	tb      testing.TB
	trace   *job.Trace
	config  *sim.Config
	upper   bool
	passing bool

	now              int64
	busy             int64
	arrived, started int
	ended            int
	head             int
	shadow           int64
	reserved         map[int]int64 // first reservation of a head
	state            map[int]int
}

func (w *watcher) fail(law string, j int) {
	w.tb.Fatalf("law broken: %s (job index %d, now %d)\n%s", law, j, w.now, describe(w.trace, w.config))
}

func (w *watcher) clock(now int64) {
	if w.arrived+w.started+w.ended > 0 && now < w.now {
		w.fail("time never goes back", -1)
	}
	w.now = now
	if w.state == nil {
		w.state = map[int]int{}
	}
}

func (w *watcher) step(j, from int, law string) {
	if w.state[j] != from {
		w.fail(law, j)
	}
	w.state[j]++
}

func (w *watcher) Arrive(now int64, j int) {
	w.clock(now)
	w.step(j, 0, "a job arrives once, first")
	if w.trace.Submit[j] != now {
		w.fail("a job arrives when submitted", j)
	}
	w.arrived++
}

func (w *watcher) Start(now int64, j int) {
	w.head = -1 // whoever was head has started, or was overtaken
	if w.config.Backfilling == sim.Easy && w.reserved[j] < now && w.upper && w.plainFCFS() {
		if _, ok := w.reserved[j]; ok {
			w.fail("under FCFS a head starts by its first reservation", j)
		}
	}
	w.begin(now, j)
}

func (w *watcher) Backfill(now int64, j int) {
	if j == w.head {
		w.fail("the head is not backfilled", j)
	}
	if w.config.Backfilling == sim.NoBackfilling {
		w.fail("no backfilling means none", j)
	}
	w.begin(now, j)
}

func (w *watcher) begin(now int64, j int) {
	w.clock(now)
	w.step(j, 1, "a job starts once, after its arrival")
	w.started++
	if w.busy += int64(w.trace.Size[j]); w.busy > w.trace.Procs && w.config.Dialect != sim.PYSS {
		w.fail("never more than m processors are busy", j)
	}
}

func (w *watcher) plainFCFS() bool {
	return w.config.Primary.Arrival() && w.config.Threshold < 0 && w.config.Slowdown <= 0 &&
		(w.config.Rules == nil || w.config.Rules.PrimaryTies == sim.FirstCome)
}

func (w *watcher) Reserve(now int64, head int, shadow, extra int64) {
	w.clock(now)
	if w.config.Backfilling != sim.Easy {
		w.fail("only easy backfilling reserves", head)
	}
	if int64(w.trace.Size[head]) <= w.trace.Procs-w.busy {
		w.fail("no processor idles while the head fits", head)
	}
	if shadow < now || extra < 0 {
		w.fail("a reservation is now or later, and holds", head)
	}
	if head == w.head && w.upper && shadow > w.shadow {
		w.fail("while a job stays head its shadow time never moves later", head)
	}
	w.head, w.shadow = head, shadow
	if _, ok := w.reserved[head]; !ok {
		w.reserved[head] = shadow
	}
}

func (w *watcher) Pass(now int64) {
	w.clock(now)
	if w.passing {
		w.fail("a pass ends before the next", -1)
	}
	w.passing = true
}

func (w *watcher) Place(now int64, j int, at int64) {
	if w.clock(now); w.config.Backfilling != sim.Conservative || at < now || !w.passing {
		w.fail("only conservative backfilling gives places, from now on, within a pass", j)
	}
}

func (w *watcher) Passed(now int64, head int) {
	w.clock(now)
	if !w.passing || head >= 0 && w.state[head] != 1 {
		w.fail("a pass leaves a waiting job at the front", head)
	}
	w.passing = false
}

func (w *watcher) End(now int64, j int) {
	w.clock(now)
	w.step(j, 2, "a job ends once, after its start")
	w.busy -= int64(w.trace.Size[j])
	w.ended++
}

func (w *watcher) drained() {
	if n := w.trace.Len(); w.arrived != n || w.started != n || w.ended != n {
		w.fail("every job ends", -1)
	}
}
