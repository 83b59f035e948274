package sim_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/oracle"
	"shadowtime/core/internal/simtest"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/predictor"
)

// script is a Foreteller whose predictions are written down.
type script []int64

func (s script) Load(t *job.Trace)               {}
func (s script) Submit(j int32, now int64) int64 { return s[j] }
func (s script) Start(j int32, now int64)        {}
func (s script) End(j int32, now int64)          {}

// hearing keeps what a Foreteller is told, and passes it on.
type hearing struct {
	sim.Foreteller
	told []telling
}

type telling struct {
	what string
	job  int32
	now  int64
}

func (h *hearing) Submit(j int32, now int64) int64 {
	h.told = append(h.told, telling{"submit", j, now})
	return h.Foreteller.Submit(j, now)
}

func (h *hearing) Start(j int32, now int64) {
	h.told = append(h.told, telling{"start", j, now})
	h.Foreteller.Start(j, now)
}

func (h *hearing) End(j int32, now int64) {
	h.told = append(h.told, telling{"end", j, now})
	h.Foreteller.End(j, now)
}

// foretoldCase is a trace, how to replay it, and the Foreteller of each side.
type foretoldCase struct {
	trace         *job.Trace
	config        sim.Foresight
	engines, ours sim.Foreteller
}

func (c *foretoldCase) String() string {
	t := c.trace
	return fmt.Sprintf("%s %s backfill %s threshold %d depth %d tries %d foreteller %T%v\nprocs %d start %d\nsubmit %v\nrun %v\nrequest "+
		"%v\nsize %v\nuser %v",
		c.config.Dialect, c.config.Correction, c.config.Backfill, c.config.Threshold, c.config.Depth, c.config.Tries, c.ours, c.ours,
		t.Procs, t.Start, t.Submit, t.Run, t.Request, t.Size, t.User)
}

// hold runs both simulators, and holds the engine's run to the oracle's and to the
// laws of any. It returns the corrections.
func (c *foretoldCase) hold(tb testing.TB, e *sim.ForetoldEngine) int {
	tb.Helper()
	got, want := &hearing{Foreteller: c.engines}, &hearing{Foreteller: c.ours}
	config := c.config
	config.Foreteller = got
	if err := e.Run(c.trace, &config); err != nil {
		tb.Fatalf("%v\n%v", err, c)
	}
	want.Load(c.trace)
	starts, first, fixed := oracle.Foretold(c.trace, oracle.Foresight{
		Primary: config.Primary.Name(), Backfill: config.Backfill.Name(), Threshold: config.Threshold,
		Depth: config.Depth, Tries: config.Tries,
		Correction: config.Correction.String(), Dialect: config.Dialect.String(),
		Submit: func(j int, now int64) int64 { return want.Submit(int32(j), now) },
		Start:  func(j int, now int64) { want.Start(int32(j), now) },
		End:    func(j int, now int64) { want.End(int32(j), now) },
	})
	fixes := 0
	for _, n := range fixed {
		fixes += n
	}
	if !equal(starts, e.Starts()) || !equal(first, e.First()) || fixes != e.Corrections() {
		tb.Fatalf("%v\nwant %v\ngot  %v\nfirst predictions, want %v\ngot  %v\ncorrections, want %v, %d in all, got %d",
			c, starts, e.Starts(), first, e.First(), fixed, fixes, e.Corrections())
	}
	if fmt.Sprint(want.told) != fmt.Sprint(got.told) {
		tb.Fatalf("%v\ntold, want %v\ngot  %v", c, want.told, got.told)
	}
	c.laws(tb, e.Starts(), got.told)
	return fixes
}

// laws are those of any run: of the machine, of the queue, of what may be told.
func (c *foretoldCase) laws(tb testing.TB, starts []int64, told []telling) {
	tb.Helper()
	t := c.trace
	fail := func(law string, j int) { tb.Fatalf("law broken: %s (job index %d)\n%v\nstarts %v", law, j, c, starts) }
	for j, s := range starts {
		if s < t.Submit[j] {
			fail("no job starts before it is submitted", j)
		}
		busy := int64(0)
		for k, from := range starts {
			if from <= s && s < from+t.Run[k] {
				busy += int64(t.Size[k])
			}
		}
		if busy > t.Procs {
			fail("never more than m processors are busy", j)
		}
	}
	before, last := map[string]string{"start": "submit", "end": "start"}, map[int32]string{}
	for i, x := range told {
		if i > 0 && x.now < told[i-1].now {
			fail("time never goes back", int(x.job))
		}
		if last[x.job] != before[x.what] {
			fail("a job is submitted, starts and ends once, in turn", int(x.job))
		}
		last[x.job] = x.what
		if at := map[string]int64{"submit": t.Submit[x.job], "start": starts[x.job],
			"end": starts[x.job] + t.Run[x.job]}; at[x.what] != x.now {
			fail("what is told is told when it happens", int(x.job))
		}
	}
	if len(told) != 3*t.Len() {
		fail("every job is submitted, starts and ends", -1)
	}
}

// foretoldTrace is a random trace with users, one of them unknown; what dialect
// pyss says nothing of, run times of 0, is not in its traces.
func foretoldTrace(r *rand.Rand, d sim.Dialect, n int) *job.Trace {
	t := simtest.Trace(r, n)
	t.Users = []int64{-1, 3, 8}[:1+r.IntN(3)]
	for j := range t.User {
		t.User[j] = int32(r.IntN(len(t.Users)))
		if d == sim.PYSS {
			t.Run[j] = max(t.Run[j], 1)
		}
	}
	return t
}

// withinRequests cuts run times to requests of 1 s at least.
func withinRequests(t *job.Trace) *job.Trace {
	for j := range t.Run {
		t.Request[j] = max(t.Request[j], 1)
		t.Run[j] = min(t.Run[j], t.Request[j])
	}
	return t
}

// The ways to be wrong, and a mixture of them.
const (
	aSecond = iota
	theRunTime
	tooShort
	tooLong
	theRequest
	mixed
)

// scripted draws predictions of one way.
func scripted(r *rand.Rand, t *job.Trace, way int) script {
	s := make(script, t.Len())
	for j := range s {
		is := way
		if is == mixed {
			is = r.IntN(mixed)
		}
		s[j] = predicted(is, t.Run[j], t.Request[j], r.Int64N)
	}
	return s
}

// predicted draws one by a source of numbers below n.
func predicted(way int, run, request int64, below func(n int64) int64) int64 {
	p := int64(1)
	switch way {
	case theRunTime:
		p = run
	case tooShort:
		p = below(max(run, 1))
	case tooLong:
		p = run + 1 + below(run+1)
	case theRequest:
		p = request
	}
	return max(p, 1)
}

// foretoldBackfills are the orders behind the head.
func foretoldBackfills(tb testing.TB) (list []order.Order) {
	for _, name := range []string{"FCFS", "SPF", "LPF", "SAF", "LEXP", "LCFS"} {
		o, err := order.Parse(name)
		require.NoError(tb, err)
		list = append(list, o)
	}
	return list
}

// randomForesight draws a configuration but for the Foreteller.
func randomForesight(r *rand.Rand, backfills []order.Order) sim.Foresight {
	c := sim.Foresight{Correction: sim.Correction(r.IntN(3)), Backfill: backfills[r.IntN(len(backfills))], Threshold: sim.None}
	if r.IntN(8) == 0 {
		every := order.Every()
		c.Backfill = every[r.IntN(len(every))]
	}
	if r.IntN(2) == 0 {
		c.Threshold = []int64{0, 5, 50, 5000}[r.IntN(4)]
	}
	if r.IntN(2) == 0 {
		c.Dialect = sim.PYSS
	} else if r.IntN(2) == 0 {
		every := order.Every()
		c.Primary = every[r.IntN(len(every))]
	}
	return c
}

func TestForetoldRunsEqualTheOracleOnRandomTraces(t *testing.T) {
	var e sim.ForetoldEngine // one for all: nothing may be left over
	backfills := foretoldBackfills(t)
	met := map[string]int{}
	for seed := range cases(1500) {
		r := rand.New(rand.NewPCG(uint64(seed), 31))
		c := foretoldCase{config: randomForesight(r, backfills)}
		c.trace = foretoldTrace(r, c.config.Dialect, 1+r.IntN(45))
		way := r.IntN(mixed + 1)
		s := scripted(r, c.trace, way)
		c.engines, c.ours = s, s
		fixes := c.hold(t, &e)
		met[c.config.Dialect.String()+" "+c.config.Correction.String()] += fixes
		met[fmt.Sprint("way ", way)]++
		count(met, &c, s, e.Starts())
		if front := c.config.Primary; !front.Arrival() {
			starts := append([]int64(nil), e.Starts()...)
			c.config.Primary = order.Order{}
			c.hold(t, &e)
			if !equal(starts, e.Starts()) {
				met["front that matters"]++
			}
			c.config.Primary = front
			c.hold(t, &e)
		}
		if starts := append([]int64(nil), e.Starts()...); c.config.Threshold >= 0 {
			c.config.Threshold = sim.None
			c.hold(t, &e)
			if !equal(starts, e.Starts()) {
				met["threshold that matters"]++
			}
		}
	}
	for _, what := range []string{
		"shadowtime requested", "shadowtime incremental", "shadowtime doubling", "pyss requested", "pyss incremental", "pyss doubling",
		"way 0", "way 1", "way 2", "way 3", "way 4", "way 5", "threshold that matters",
		"shadowtime expiry at an end", "shadowtime expiry at a submission", "pyss expiry at an end", "pyss expiry at a submission",
		"shadowtime run past its request", "pyss run past its request", "shadowtime run of no length", "front that matters",
	} {
		require.Positive(t, met[what], what)
	}
}

// count notes what a run had that is easy to get wrong.
func count(met map[string]int, c *foretoldCase, s script, starts []int64) {
	t := c.trace
	note := func(what string) { met[c.config.Dialect.String()+" "+what]++ }
	for j, start := range starts {
		if t.Run[j] == 0 {
			note("run of no length")
		}
		if s[j] >= t.Run[j] {
			continue
		}
		if t.Run[j] > t.Request[j] {
			note("run past its request")
		}
		for k := range starts {
			switch start + s[j] {
			case starts[k] + t.Run[k]:
				note("expiry at an end")
			case t.Submit[k]:
				note("expiry at a submission")
			}
		}
	}
}

// predictors are fresh ones of package predictor.
func predictors() []sim.Foreteller {
	study := predictor.NewLearned()
	study.Basis = predictor.PYSS
	return []sim.Foreteller{&predictor.Requested{}, &predictor.Clairvoyant{}, &predictor.Average{K: 2}, &predictor.History{K: 2},
		predictor.NewLearned(), study}
}

// A predictor that has served other traces beside one that has not.
func TestForetoldRunsTellPredictorsWhatTheOracleTellsThem(t *testing.T) {
	var e sim.ForetoldEngine
	backfills, used := foretoldBackfills(t), predictors()
	fixes := make([]int, len(used))
	for seed := range cases(400) {
		r := rand.New(rand.NewPCG(uint64(seed), 32))
		config := randomForesight(r, backfills)
		tr := foretoldTrace(r, config.Dialect, 1+r.IntN(60))
		if seed%4 > 0 {
			tr = withinRequests(tr)
		}
		for i, fresh := range predictors() {
			c := foretoldCase{tr, config, used[i], fresh}
			fixes[i] += c.hold(t, &e)
		}
	}
	for i, n := range fixes[2:] {
		require.Positive(t, n, "%T", used[2+i])
	}
}

// With nothing foretold but requests, EASY is EASY, under limits too.
func TestForetoldRunsOfRequestsAreThoseOfTheEngine(t *testing.T) {
	var foretold sim.ForetoldEngine
	e := sim.New()
	for seed := range cases(600) {
		r := rand.New(rand.NewPCG(uint64(seed), 33))
		c := randomForesight(r, foretoldBackfills(t)[:1+r.IntN(6)])
		tr := withinRequests(foretoldTrace(r, c.Dialect, 1+r.IntN(60)))
		rules := c.Dialect.Rules()
		rules.BackfillThreshold = true
		if seed%2 > 0 {
			limit(r, &c)
		}
		easy := &sim.Config{Primary: c.Primary, Backfill: c.Backfill, Threshold: c.Threshold, Depth: c.Depth, Tries: c.Tries,
			Dialect: c.Dialect, Rules: &rules}
		e.Load(tr)
		require.NoError(t, e.Run(easy))
		c.Foreteller = &predictor.Requested{}
		require.NoError(t, foretold.Run(tr, &c))
		if !equal(e.Starts(), foretold.Starts()) {
			t.Fatalf("seed %d\n%s\nwant %v\ngot  %v", seed, describe(tr, easy), e.Starts(), foretold.Starts())
		}
		require.Zero(t, foretold.Corrections())
	}
}

// limit draws limits, which go with a front in the order of arrival.
func limit(r *rand.Rand, c *sim.Foresight) {
	c.Primary = order.Order{}
	for c.Depth == 0 && c.Tries == 0 {
		c.Depth, c.Tries = []int{0, 1, 2, 3, 5, 8, 20, 1000}[r.IntN(8)], []int{0, 0, 1, 2, 3, 7, 30}[r.IntN(7)]
	}
}

func TestForetoldLimitedQueuesEqualTheOracle(t *testing.T) {
	var e sim.ForetoldEngine
	backfills := foretoldBackfills(t)
	met := map[string]int{}
	for seed := range cases(300) {
		r := rand.New(rand.NewPCG(uint64(seed), 35))
		c := foretoldCase{config: randomForesight(r, backfills)}
		c.config.Primary = order.Order{}
		c.trace = foretoldTrace(r, c.config.Dialect, 1+r.IntN(45))
		s := scripted(r, c.trace, r.IntN(mixed+1))
		c.engines, c.ours = s, s
		c.hold(t, &e)
		all := slices.Clone(e.Starts())
		n := c.trace.Len()
		for _, whole := range [][2]int{{n, 0}, {0, n}, {n, math.MaxInt}} {
			c.config.Depth, c.config.Tries = whole[0], whole[1]
			c.hold(t, &e)
			require.Equal(t, all, e.Starts(), "limits of the whole queue are none: %v", &c)
		}
		c.config.Depth, c.config.Tries = 0, 0
		limit(r, &c.config)
		c.hold(t, &e)
		if !equal(all, e.Starts()) {
			met[c.config.Dialect.String()]++
			if c.config.Depth == 0 {
				met["tries alone"]++
			}
		}
	}
	for _, what := range []string{"shadowtime", "pyss", "tries alone"} {
		require.Positive(t, met[what], what)
	}
}

func TestForetoldClairvoyanceIsNeverCorrected(t *testing.T) {
	var e sim.ForetoldEngine
	for seed := range cases(300) {
		r := rand.New(rand.NewPCG(uint64(seed), 34))
		c := randomForesight(r, foretoldBackfills(t))
		tr := foretoldTrace(r, c.Dialect, 1+r.IntN(60))
		c.Foreteller = &predictor.Clairvoyant{}
		require.NoError(t, e.Run(tr, &c))
		require.Zero(t, e.Corrections())
		for j, p := range e.First() {
			require.Equal(t, max(1, tr.Run[j]), p)
		}
	}
}

// worked is a case worked by hand.
func worked(tb testing.TB, d sim.Dialect, c sim.Correction, t *job.Trace, s script) *sim.ForetoldEngine {
	tb.Helper()
	var e sim.ForetoldEngine
	x := foretoldCase{t, sim.Foresight{Correction: c, Threshold: sim.None, Dialect: d}, s, s}
	x.hold(tb, &e)
	return &e
}

func TestForetoldCorrectionsGoOnUntilTheJobEnds(t *testing.T) {
	for _, c := range []struct {
		correction           sim.Correction
		predicted, run, most int64
		shadowtime, pyss     int
		why                  string
	}{
		{sim.ToRequest, 60, 100_000, 200_000, 1, 1, "the request holds"},
		{sim.InSteps, 60, 100_000, 200_000, 10, 10, "120, 360, 960, 1860, 3660, 7260, 18060, 36060, 72060, 180060"},
		{sim.InSteps, 60, 400_000, 500_000, 12, 12, "beyond the last offset, 360060, the request"},
		{sim.Doubled, 60, 100_000, 200_000, 11, 11, "60 2^11 = 122880"},
		{sim.Doubled, 60, 1000, 1000, 5, 5, "120, 240, 480, 960, then 1000 or 1920"},
		{sim.ToRequest, 60, 5000, 1000, 4, 4, "past the request: 1000, 2000, 4000, 8000"},
		{sim.InSteps, 60, 5000, 1000, 7, 7, "120, 360, 960, 1000, 2000, 4000, 8000"},
		{sim.Doubled, 60, 5000, 1000, 8, 7, "120, 240, 480, 960, then 1000 to 8000 or 1920 to 7680"},
		{sim.ToRequest, 60, 60, 1000, 0, 0, "it ends as foretold"},
		{sim.ToRequest, 60, 61, 1000, 1, 1, "a second later"},
	} {
		t.Run(c.why, func(t *testing.T) {
			tr := &job.Trace{Procs: 1, Submit: []int64{7}, Run: []int64{c.run}, Request: []int64{c.most}, Size: []int32{1}}
			require.Equal(t, c.shadowtime, worked(t, sim.Shadowtime, c.correction, tr, script{c.predicted}).Corrections())
			require.Equal(t, c.pyss, worked(t, sim.PYSS, c.correction, tr, script{c.predicted}).Corrections())
		})
	}
}

// The first job was to end at 10; at its correction the third, of 20 s, fits before
// the head, which needs the whole machine. Without a pass it waits for the end.
func TestForetoldCorrectionsBringAPassInShadowtimeAlone(t *testing.T) {
	tr := &job.Trace{Procs: 2, Submit: []int64{0, 0, 0}, Run: []int64{100, 50, 20}, Request: []int64{100, 50, 20}, Size: []int32{1, 2, 1}}
	s := script{10, 50, 20}
	require.Equal(t, []int64{0, 100, 10}, worked(t, sim.Shadowtime, sim.ToRequest, tr, s).Starts())
	require.Equal(t, []int64{0, 100, 150}, worked(t, sim.PYSS, sim.ToRequest, tr, s).Starts())
}

// The third job arrives as the first outlives its prediction: were that still to be
// corrected, the head would count on processors that are busy.
func TestForetoldExpiriesComeBeforeArrivalsOfTheirInstant(t *testing.T) {
	tr := &job.Trace{Procs: 2, Submit: []int64{0, 1, 10}, Run: []int64{100, 50, 5}, Request: []int64{100, 50, 5}, Size: []int32{1, 2, 1}}
	for _, d := range []sim.Dialect{sim.Shadowtime, sim.PYSS} {
		require.Equal(t, []int64{0, 100, 10}, worked(t, d, sim.ToRequest, tr, script{10, 50, 5}).Starts(), d)
	}
}

// At 10 the first job ends and the third arrives: shadowtime has its processor back
// for one pass that sees both; pyss starts the head at the arrival, before the end
// is handled, as the first was expected to end now.
func TestForetoldEndsComeBeforeArrivalsInShadowtimeAndAfterThemInPYSS(t *testing.T) {
	tr := &job.Trace{Procs: 1, Submit: []int64{0, 10}, Run: []int64{10, 10}, Request: []int64{10, 10}, Size: []int32{1, 1}}
	var e sim.ForetoldEngine
	for d, want := range map[sim.Dialect][]telling{
		sim.Shadowtime: {{"submit", 0, 0}, {"start", 0, 0}, {"end", 0, 10}, {"submit", 1, 10}, {"start", 1, 10}, {"end", 1, 20}},
		sim.PYSS:       {{"submit", 0, 0}, {"start", 0, 0}, {"submit", 1, 10}, {"end", 0, 10}, {"start", 1, 10}, {"end", 1, 20}},
	} {
		h := &hearing{Foreteller: script{10, 10}}
		require.NoError(t, e.Run(tr, &sim.Foresight{Foreteller: h, Threshold: sim.None, Dialect: d}))
		require.Equal(t, want, h.told, d)
	}
}

// At 10 two jobs end, the first of them before it was expected to; what is due alone
// counts as free for an arrival. So a job that fits there goes before the head, which
// would have the machine once both ends are handled. Which job brings that pass: under
// FCFS one that fits itself, else any.
func TestForetoldArrivalsInPYSSSeeWhatIsDueBeforeItEnds(t *testing.T) {
	var e sim.ForetoldEngine
	for _, c := range []struct {
		backfill string
		sizes    []int32
		want     []int64
	}{
		{"FCFS", []int32{1, 1, 2, 1, 1}, []int64{0, 0, 30, 10, 80}},
		{"FCFS", []int32{1, 1, 2, 1, 2}, []int64{0, 0, 10, 60, 80}},
		{"SPF", []int32{1, 1, 2, 1, 2}, []int64{0, 0, 30, 10, 80}},
	} {
		backfill, err := order.Parse(c.backfill)
		require.NoError(t, err)
		tr := &job.Trace{Procs: 2, Submit: []int64{0, 0, 1, 2, 10}, Run: []int64{10, 10, 50, 20, 40}, Request: []int64{100, 10, 50, 20, 40},
			Size: c.sizes}
		s := script(tr.Request)
		x := foretoldCase{tr, sim.Foresight{Backfill: backfill, Threshold: sim.None, Dialect: sim.PYSS}, s, s}
		x.hold(t, &e)
		require.Equal(t, c.want, e.Starts(), c)
	}
}

// Two that need the whole machine for no time, one after the other within a second.
func TestForetoldJobsOfNoLengthEndInOneMoreInstant(t *testing.T) {
	tr := &job.Trace{Procs: 3, Submit: []int64{4, 4}, Run: []int64{0, 0}, Request: []int64{0, 9}, Size: []int32{3, 3}}
	h := &hearing{Foreteller: script{1, 9}}
	var e sim.ForetoldEngine
	require.NoError(t, e.Run(tr, &sim.Foresight{Foreteller: h, Threshold: sim.None}))
	require.Equal(t, []telling{{"submit", 0, 4}, {"submit", 1, 4}, {"start", 0, 4}, {"end", 0, 4}, {"start", 1, 4}, {"end", 1, 4}}, h.told)
}

// While the third job waits for the whole machine, one processor is free for those
// behind it, from 10 on. They go shortest first, but for those that are late.
func TestForetoldThresholdsPutTheLateFirstBehindTheHead(t *testing.T) {
	spf, err := order.Parse("SPF")
	require.NoError(t, err)
	tr := &job.Trace{Procs: 2, Submit: []int64{0, 0, 1, 2, 3, 9}, Run: []int64{100, 10, 30, 20, 9, 5},
		Request: []int64{100, 10, 30, 20, 9, 5}, Size: []int32{1, 1, 2, 1, 1, 1}}
	s := script(tr.Request)
	for threshold, want := range map[int64][]int64{
		sim.None: {0, 0, 100, 24, 15, 10}, // shortest first
		7:        {0, 0, 100, 10, 30, 39}, // at 10 job 3 is late (8 s), at 30 all are
		8:        {0, 0, 100, 15, 35, 10}, // at 10 none is, at 15 jobs 3 and 4
		50:       {0, 0, 100, 24, 15, 10}, // none
	} {
		c := foretoldCase{tr, sim.Foresight{Backfill: spf, Threshold: threshold}, s, s}
		var e sim.ForetoldEngine
		c.hold(t, &e)
		require.Equal(t, want, append([]int64(nil), e.Starts()...), threshold)
	}
}

func TestForetoldRunsKnowTwoDialects(t *testing.T) {
	var e sim.ForetoldEngine
	tr := &job.Trace{Procs: 1, Submit: []int64{0}, Run: []int64{1}, Request: []int64{1}, Size: []int32{1}}
	require.ErrorContains(t, e.Run(tr, &sim.Foresight{Foreteller: script{1}, Dialect: sim.OCS}), "use shadowtime or pyss")
	require.ErrorContains(t, e.Run(tr, &sim.Foresight{Foreteller: script{1}, Depth: -3}), "a queue depth of -3; give a number of jobs")
	tr.Size[0] = 2
	require.ErrorContains(t, e.Run(tr, &sim.Foresight{Foreteller: script{1}}), "index 0: processors 2")
	require.NoError(t, e.Run(&job.Trace{}, &sim.Foresight{Foreteller: script{}}), "no jobs, nothing to do")
}

func TestAFrontByPredictionsIsRefusedWhereItIsNotKnown(t *testing.T) {
	var e sim.ForetoldEngine
	saf, _ := order.Parse("SAF")
	tr := foretoldTrace(rand.New(rand.NewPCG(1, 36)), sim.PYSS, 5)
	for says, c := range map[string]sim.Foresight{"dialect pyss": {Dialect: sim.PYSS}, "limits of a pass": {Depth: 3},
		"behind FCFS alone": {Tries: 1}} {
		c.Primary, c.Foreteller = saf, &predictor.Requested{}
		require.ErrorContains(t, e.Run(tr, &c), says)
	}
}
