package tune

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/resample"
	"shadowtime/core/sim"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

func small() Plan {
	p := Default()
	p.Primaries, p.Backfills = []string{"FCFS", "SPF", "LEXP"}, []string{"FCFS", "SQF"}
	p.Thresholds = []study.Seconds{study.None, 20 * 3600, 3600}
	p.Resamples = 3
	return p
}

// busy is a log of a machine on which jobs wait.
func busy(t testing.TB) *job.Log {
	t.Helper()
	l, err := lublin.Sample(lublin.Config{Procs: 16, Jobs: 4000, Seed: 3})
	require.NoError(t, err)
	return l
}

func runner(t testing.TB, p Plan) *Runner {
	t.Helper()
	tr, _ := p.Prepare(busy(t))
	r, err := NewRunner(tr, p)
	require.NoError(t, err)
	return r
}

// jam is a week in which jobs wait: many, on a small machine, some of them
// with wrong or missing requests, or at the same instants.
func jam(r *rand.Rand, n int) job.Trace {
	t := job.Trace{Procs: []int64{1, 4, 16, 100}[r.IntN(4)]}
	gap, longest, round := 1+r.Int64N(200), 1+r.Int64N(5000), r.IntN(2) == 0
	clock := int64(0)
	for range n {
		clock += r.Int64N(gap)
		run := r.Int64N(longest)
		request := run + r.Int64N(longest)
		if round {
			run, request = run/100*100, request/100*100
		}
		if r.IntN(20) == 0 {
			request = r.Int64N(100)
		}
		t.Submit, t.Run, t.Request = append(t.Submit, clock), append(t.Run, run), append(t.Request, request)
		t.Size = append(t.Size, 1+r.Int32N(int32(t.Procs)))
	}
	return t
}

func TestSharedThresholdsGiveWhatReplayingEachOfThemGives(t *testing.T) {
	fixture.Long(t)
	rng := rand.New(rand.NewPCG(1, 2))
	every := order.Every()
	engine := sim.New()
	spared, late, idle := 0, 0, 0
	for n := range 400 {
		r := &Runner{engine: sim.New(), plan: Plan{Tau: 10}, trace: jam(rng, 1+rng.IntN(60))}
		r.to = r.trace.Len()
		for _, s := range []study.Seconds{study.None, 400_000, 100_000, 20_000, 5000, 1000, 200, 20, 1, 0} {
			if rng.IntN(3) > 0 {
				r.plan.Thresholds = append(r.plan.Thresholds, s)
			}
		}
		if len(r.plan.Thresholds) == 0 {
			continue
		}
		r.engine.Load(&r.trace)
		engine.Load(&r.trace)
		h := Half{thresholds: len(r.plan.Thresholds)}
		var pairs []sim.Config
		for range 6 {
			c := sim.Config{Primary: every[rng.IntN(len(every))], Backfill: every[rng.IntN(len(every))], Dialect: sim.Dialect(n % 3)}
			if rng.IntN(3) == 0 {
				c.Primary = every[0]
			}
			if rng.IntN(3) == 0 {
				c.Backfill = c.Primary
			}
			if rng.IntN(4) == 0 {
				c.Rules = &sim.Rules{PrimaryTies: sim.Ties(rng.IntN(3)), BackfillTies: sim.Ties(rng.IntN(3)),
					BackfillThreshold: rng.IntN(2) == 0, SparingExtra: rng.IntN(2) == 0}
			}
			if rng.IntN(4) == 0 {
				c.Depth, c.Tries = rng.IntN(9), rng.IntN(4)
			}
			pairs = append(pairs, c)
			require.NoError(t, r.pair(&h, &c, 0, nil))
		}
		require.Equal(t, len(pairs)*len(r.plan.Thresholds), h.Choices())
		for c := range h.Choices() {
			config := pairs[c/h.thresholds]
			config.Threshold = int64(r.plan.Thresholds[c%h.thresholds])
			require.NoError(t, engine.Run(&config))
			run := metric.Measure(&r.trace, engine.Starts(), 10)
			require.Equal(t, Result{run.SumWait, run.MaxWait, run.SumBsld}, h.Result(c), "case %d, %+v", n, config)
			if config.Threshold >= 0 && run.MaxWait > config.Threshold {
				late++
			}
			if Idle(&config) {
				idle++
			}
		}
		spared += h.Choices() - h.Replays()
	}
	// the cases are of all kinds
	require.Greater(t, spared, 1000)
	require.Greater(t, late, 1000)
	require.Greater(t, idle, 100)
}

func TestARunThatHadLateJobsIsNotThatOfALongerThreshold(t *testing.T) {
	// What pair must not do: 20 s is above the longest wait under a threshold of
	// 5 s, yet with 20 s a job waits longer than that.
	rng := rand.New(rand.NewPCG(3, 3))
	spf := order.Twelve()[2]
	e := sim.New()
	found := false
	for range 300 {
		tr := jam(rng, 40)
		e.Load(&tr)
		longest := func(threshold int64) int64 {
			require.NoError(t, e.Run(&sim.Config{Primary: spf, Backfill: spf, Threshold: threshold}))
			return measure(&tr, e.Starts(), 10).Max
		}
		short := longest(1000)
		found = found || short > 1000 && longest(short) > short
	}
	require.True(t, found)
}

func TestATaskDependsOnItsNumberAlone(t *testing.T) {
	p := small()
	one := runner(t, p)
	var rows []Row
	for _, k := range []int{3, 1, 2} {
		row, err := one.Task(k, nil)
		require.NoError(t, err)
		rows = append(rows, row)
	}
	p.Resamples, p.Objective, p.Bound, p.Bootstrap = 500, AvgBsld, 2, 700 // none of which matters
	other := runner(t, p)
	row, err := other.Task(1, nil)
	require.NoError(t, err)
	require.Equal(t, rows[1], row)
	require.NotEqual(t, rows[0], rows[1])
	require.Greater(t, row.Train.Baseline.Wait, int64(0))
	_, err = one.Task(-1, nil)
	require.ErrorContains(t, err, "counted from 1")
}

func TestTrainingWeeksHoldTheFirstHalfAloneAndTestingWeeksTheSecond(t *testing.T) {
	p := small()
	tr, _ := p.Prepare(busy(t))
	middle := tr.Submit[0] + (tr.Submit[tr.Len()-1]-tr.Submit[0]+1)/2
	for i := range tr.Submit { // jobs tell by their run time which half they are of
		tr.Run[i], tr.Request[i] = 100, 300
		if tr.Submit[i] >= middle {
			tr.Run[i] = 200
		}
	}
	r, err := NewRunner(tr, p)
	require.NoError(t, err)
	for k := 1; k <= 20; k++ {
		for maker, run := range map[*study.Maker]int64{r.train: 100, r.test: 200} {
			require.NoError(t, maker.Make(&r.trace, k))
			for _, p := range r.trace.Run {
				require.Equal(t, run, p)
			}
		}
	}
}

func TestTheHalvesDrawFromStreamsOfTheirOwn(t *testing.T) {
	p := small()
	// A log whose second half is the first again: with the same draws, its weeks
	// would be the same.
	half := &job.Trace{Procs: 8}
	rng := rand.New(rand.NewPCG(9, 9))
	const weeks = 6
	for clock := int64(0); clock < weeks*job.Week; clock += 1 + rng.Int64N(4000) {
		half.Submit = append(half.Submit, clock)
	}
	whole := &job.Trace{Procs: 8, Users: make([]int64, 10)}
	for shift := int64(0); shift <= weeks*job.Week; shift += weeks * job.Week {
		for i, s := range half.Submit {
			whole.Submit = append(whole.Submit, s+shift)
			whole.Run, whole.Request = append(whole.Run, int64(i)), append(whole.Request, int64(i))
			whole.Size, whole.User = append(whole.Size, 8), append(whole.User, int32(i%10))
		}
	}
	r, err := NewRunner(whole, p)
	require.NoError(t, err)
	row, err := r.Task(1, nil)
	require.NoError(t, err)
	require.NotEqual(t, row.Train.Baseline, row.Test.Baseline)
	// the same number gives the same week of either
	require.NoError(t, r.train.Make(&r.trace, 5))
	jobs := append([]int64(nil), r.trace.Run...)
	require.NoError(t, r.test.Make(&r.trace, 5))
	require.Equal(t, jobs, r.trace.Run)
}

func TestProgressCountsPairs(t *testing.T) {
	r := runner(t, small())
	var seen []int
	_, err := r.Task(2, func(n float64) {
		if whole := int(n); whole > len(seen) { // the others are of steps under way
			seen = append(seen, whole)
		}
	})
	require.NoError(t, err)
	require.Equal(t, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, seen)
	require.Equal(t, len(seen), r.Steps())
}

func TestTheHalvesThemselvesTellTheirWeeks(t *testing.T) {
	r := runner(t, small())
	row, err := r.Task(study.Logged, nil)
	require.NoError(t, err)
	require.Equal(t, r.weeks, [2]int{row.Train.Weeks, row.Test.Weeks})
	require.Greater(t, row.Test.Weeks, 1)
	one, err := r.Task(1, nil)
	require.NoError(t, err)
	require.Equal(t, [2]int{1, 1}, [2]int{one.Train.Weeks, one.Test.Weeks})
	require.Greater(t, row.Test.Jobs, one.Test.Jobs)
	for _, x := range []Row{row, one} {
		var w wire.Writer
		x.Wire(wire.Both{Put: &w})
		back, err := study.Decode[Row](w.B)
		require.NoError(t, err)
		require.Equal(t, x, back)
	}
}

// What a claim is made of adds up to what the row says, and is of weeks by submit.
func TestTheHalvesThemselvesHaveTheirSumsByWeek(t *testing.T) {
	p := small()
	r := runner(t, p)
	row, err := r.Task(study.Logged, nil)
	require.NoError(t, err)
	j := &judge{plan: &p, log: &row}
	for _, of := range []half{Training, Testing} {
		h := of(&row)
		require.True(t, h.Weekly())
		for c := -1; c < h.Choices(); c++ {
			result, sums := h.Baseline, h.Sums(c)
			if c >= 0 {
				result = h.Result(c)
			}
			require.Len(t, sums.Wait, h.Weeks+1)
			require.Len(t, sums.Bsld, h.Weeks+1)
			require.Equal(t, result.Wait, sum(sums.Wait))
			require.InDelta(t, 1000*result.Bsld, float64(sum(sums.Bsld)), float64(h.Weeks))
			own, weeks := j.own(of, waits, c)
			require.Equal(t, h.Weeks, weeks)
			require.Equal(t, result.Wait, sum(own[1]))
			require.Equal(t, h.Baseline.Wait, sum(own[0]))
		}
	}
	// of one week the jobs that were submitted in it
	require.NoError(t, r.test.Make(&r.trace, study.Logged))
	r.engine.Load(&r.trace)
	require.NoError(t, r.engine.Run(&r.baseline))
	third := int64(0)
	for i, submit := range r.trace.Submit {
		if submit/job.Week == 2 {
			third += r.engine.Starts()[i] - submit
		}
	}
	require.Equal(t, third, row.Test.Sums(-1).Wait[2])
	one, err := r.Task(1, nil)
	require.NoError(t, err)
	require.False(t, one.Train.Weekly() || one.Test.Weekly(), "single weeks are rows as they were")
}

func sum(v []int64) (s int64) {
	for _, x := range v {
		s += x
	}
	return s
}

// A row of the halves in a file written before their weeks were kept is read, without them.
func TestRowsWithoutSumsByWeekAreRead(t *testing.T) {
	row, err := runner(t, small()).Task(study.Logged, nil)
	require.NoError(t, err)
	old := row
	old.Train.weekly, old.Test.weekly = nil, nil
	encode := func(row *Row) []byte {
		var w wire.Writer
		row.Wire(wire.Both{Put: &w})
		return w.B
	}
	whole, before := encode(&row), encode(&old)
	require.Equal(t, before, whole[:len(before)], "what came later stands behind")
	back, err := study.Decode[Row](before)
	require.NoError(t, err)
	require.Equal(t, old, back)
	for cut := len(before) + 1; cut < len(whole); cut += 1 + len(whole)/300 {
		_, err := study.Decode[Row](whole[:cut])
		require.Error(t, err)
	}
}

func TestAWeekWithoutJobsIsAWeekWithoutWaits(t *testing.T) {
	p := small()
	tr := &job.Trace{Procs: 1, Users: []int64{7}}
	for _, week := range []int64{0, 3, 4, 7, 8} { // one user, silent in most weeks
		tr.Submit = append(tr.Submit, week*job.Week)
		tr.Run, tr.Request = append(tr.Run, 5), append(tr.Request, 5)
		tr.Size, tr.User = append(tr.Size, 1), append(tr.User, 0)
	}
	r, err := NewRunner(tr, p)
	require.NoError(t, err)
	empty := 0
	for k := 1; k <= 20; k++ {
		row, err := r.Task(k, nil)
		require.NoError(t, err)
		if row.Train.Jobs == 0 {
			empty++
			require.Zero(t, row.Train.Baseline)
			require.Zero(t, row.Train.Result(5))
		}
		require.Equal(t, p.Choices(), row.Train.Choices())
	}
	require.Greater(t, empty, 0)
	require.Less(t, empty, 20)
}

func TestAHalfTooShortForAWeekIsAnErrorThatNamesIt(t *testing.T) {
	p := small()
	tr := &job.Trace{Procs: 1, Users: []int64{7}}
	for _, s := range []int64{0, 2 * job.Day} {
		tr.Submit = append(tr.Submit, s)
		tr.Run, tr.Request = append(tr.Run, 5), append(tr.Request, 5)
		tr.Size, tr.User = append(tr.Size, 1), append(tr.User, 0)
	}
	_, err := NewRunner(tr, p)
	require.ErrorContains(t, err, "the first half of the log")
	require.ErrorContains(t, err, "no whole week")
}

func TestMeasureIsThatOfMetrics(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 200 {
		tr := jam(rng, 50)
		starts := make([]int64, tr.Len())
		for i, s := range tr.Submit {
			starts[i] = s + max(0, rng.Int64N(3000)-1000)
		}
		tau := 1 + rng.Int64N(100)
		run := metric.Measure(&tr, starts, tau)
		require.Equal(t, Result{run.SumWait, run.MaxWait, run.SumBsld}, measure(&tr, starts, tau))
	}
}

func TestPlansThatShareRowsShareTheirKey(t *testing.T) {
	p := small()
	require.NoError(t, p.Normalise())
	same := p
	same.Resamples, same.Bootstrap, same.Objective, same.Bound = 77, 500, AvgBsld, 3
	require.Equal(t, p.Key(), same.Key())
	for _, change := range []func(*Plan){
		func(p *Plan) { p.Seed++ }, func(p *Plan) { p.Tau = 60 }, func(p *Plan) { p.Dialect = "ocs" },
		func(p *Plan) { p.Primaries = p.Primaries[:2] }, func(p *Plan) { p.Backfills = []string{"SPF"} },
		func(p *Plan) { p.Thresholds = p.Thresholds[:1] }, func(p *Plan) { p.Clean.DropZeroRun = false },
		func(p *Plan) { p.Load = 1.2 }, func(p *Plan) { p.Procs = 9 }, func(p *Plan) { p.Variant = resample.Shuffle },
	} {
		other := p
		change(&other)
		require.NotEqual(t, p.Key(), other.Key())
	}
}

func TestNormalisedPlansHaveSingleWeeksAndThresholdsFromTheLoosest(t *testing.T) {
	p := small()
	p.Weeks = 52
	p.Primaries, p.Backfills = []string{"exp", "SJF", "LEXP"}, []string{"fcfs"}
	p.Thresholds = []study.Seconds{3600, -7, 72000, 3600, 0}
	require.NoError(t, p.Normalise())
	require.Equal(t, 1, p.Weeks)
	require.Equal(t, []string{"LEXP", "SPF"}, p.Primaries)
	require.Equal(t, []string{"FCFS"}, p.Backfills)
	require.Equal(t, []study.Seconds{study.None, 72000, 3600, 0}, p.Thresholds)
	p.Variant = resample.Original
	require.NoError(t, p.Normalise())
	require.Equal(t, 1, p.Resamples, "the log itself has one last week")
}

func TestEveryChoiceIsFoundByItsNumber(t *testing.T) {
	p := small()
	require.NoError(t, p.Normalise())
	seen := map[Choice]bool{}
	for c := range p.Choices() {
		x := p.Choice(c)
		seen[x] = true
		at, ok := p.Find(x)
		require.True(t, ok)
		require.Equal(t, c, at)
	}
	require.Len(t, seen, 3*2*3)
	require.True(t, p.Choice(0).IsBaseline())
	_, ok := p.Find(Choice{"SAF", "FCFS", study.None})
	require.False(t, ok)
}

func TestPlansThatCannotBeAreErrors(t *testing.T) {
	for says, change := range map[string]func(*Plan){
		"version":    func(p *Plan) { p.Version = 99 },
		"NOPE":       func(p *Plan) { p.Primaries = []string{"NOPE"} },
		"NEITHER":    func(p *Plan) { p.Backfills = []string{"NEITHER"} },
		"primary":    func(p *Plan) { p.Primaries = nil },
		"thresholds": func(p *Plan) { p.Thresholds = nil },
		"write none": func(p *Plan) { p.Thresholds = []study.Seconds{1 << 60} },
		"bound":      func(p *Plan) { p.Bound = 0.5 },
		"objective":  func(p *Plan) { p.Objective = 9 },
		"dialect":    func(p *Plan) { p.Dialect = "x" },
		"weeks":      func(p *Plan) { p.Resamples = 0 },
		"tau":        func(p *Plan) { p.Tau = 0 },
		"bootstrap":  func(p *Plan) { p.Bootstrap = 1 },
		"load":       func(p *Plan) { p.Load = 0 },
	} {
		p := small()
		change(&p)
		require.ErrorContains(t, p.Normalise(), says)
	}
}

func TestPairsAreReadByNameOrAsTwoLists(t *testing.T) {
	for s, n := range map[string]int{"7x7": 7, "12x12": 12, "every": 22} {
		primaries, backfills, err := ParsePairs(s)
		require.NoError(t, err)
		require.Len(t, primaries, n)
		require.Equal(t, primaries, backfills)
	}
	primaries, backfills, err := ParsePairs("fcfs,expr:max(p, 1)*q x EXP,SPF,XFactor")
	require.NoError(t, err)
	require.Equal(t, []string{"FCFS", "expr:max(p, 1)*q"}, primaries)
	require.Equal(t, []string{"LEXP", "SPF"}, backfills)
	for says, s := range map[string]string{"7x7, 12x12": "SPF,FCFS", "NOPE": "SPF x NOPE", "unknown": ", x SPF"} {
		_, _, err := ParsePairs(s)
		require.ErrorContains(t, err, says, s)
	}
}

func TestSomeThresholdsShareTheirResult(t *testing.T) {
	row, err := runner(t, small()).Task(4, nil)
	require.NoError(t, err)
	require.NotEqual(t, row.Train.Replays(), row.Train.Choices(), "some results are shared")
}

// Rows of the largest search that the page proposes stay small: all of them
// together below 25 MB.
func TestRowsAreCompact(t *testing.T) {
	fixture.Long(t)
	p := Default()
	var err error
	p.Primaries, p.Backfills, err = ParsePairs(Twelve)
	require.NoError(t, err)
	p.Thresholds = Sweep()
	row, err := runner(t, p).Task(1, nil)
	require.NoError(t, err)
	var w wire.Writer
	row.Wire(wire.Both{Put: &w})
	require.Less(t, 250*len(w.B), 25<<20)
	require.Less(t, row.Train.Replays(), row.Train.Choices()*9/10)

	// that of the halves has a few bytes more for each week of each of them
	halves, err := runner(t, p).Task(study.Logged, nil)
	require.NoError(t, err)
	var all wire.Writer
	halves.Wire(wire.Both{Put: &all})
	weeks := (halves.Train.Weeks+1)*(1+halves.Train.Replays()) + (halves.Test.Weeks+1)*(1+halves.Test.Replays())
	require.Less(t, len(all.B), 2*len(w.B)+9*weeks)
}

func FuzzDecodedRowsAreWholeOrErrors(f *testing.F) {
	row, err := runner(f, small()).Task(1, nil)
	require.NoError(f, err)
	var w wire.Writer
	row.Wire(wire.Both{Put: &w})
	f.Add(w.B)
	f.Fuzz(func(t *testing.T, b []byte) {
		row, err := study.Decode[Row](b)
		if err == nil {
			for c := range row.Train.Choices() {
				_, _ = row.Train.Result(c), row.Test.Result(c)
			}
		}
	})
}

// rowOf is a row in which choice c has the given results on the training and
// on the testing week.
func rowOf(k int, jobs int64, base Result, train, test []Result) Row {
	half := func(list []Result) Half {
		h := Half{Weeks: 1, Jobs: jobs, Baseline: base, thresholds: 1}
		for _, r := range list {
			h.begin()
			h.add(r)
			h.shared[len(h.shared)-1] = 1
		}
		return h
	}
	return Row{K: k, Train: half(train), Test: half(test)}
}

func TestTheLearnedChoiceIsTheLeastOnTheTrainingWeeks(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for range 200 {
		p := Plan{Primaries: []string{"FCFS", "SPF", "SQF", "SAF"}, Backfills: []string{"FCFS"}, Thresholds: []study.Seconds{study.None}}
		p.Objective = Objective(rng.IntN(2))
		if rng.IntN(2) == 0 {
			p.Bound = 1 + rng.Float64()/2
		}
		var rows []Row
		for k := 5; k > 0; k-- { // in any order
			var train, test []Result
			for range p.Choices() {
				train = append(train, Result{rng.Int64N(5), 10 + rng.Int64N(5), float64(rng.Int64N(5))})
				test = append(test, Result{rng.Int64N(5), 10 + rng.Int64N(5), float64(rng.Int64N(5))})
			}
			rows = append(rows, rowOf(k, 10, Result{3, 10, 3}, train, test))
		}
		train := Pool(&p, rows, Training)
		require.Equal(t, int64(50), train.Baseline.Jobs)
		best, ok := Learn(&p, &train, Any)
		require.True(t, ok)
		cost := func(c int) (sum float64, most int64) {
			for k := range rows {
				r := rows[k].Train.Result(c)
				most += r.Max
				if p.Objective == AvgBsld {
					sum += r.Bsld
				} else {
					sum += float64(r.Wait)
				}
			}
			return sum, most
		}
		bestCost, bestMost := cost(best.Choice)
		require.Equal(t, p.Bound == 0 || float64(bestMost) <= 50*p.Bound, best.Within)
		for c := range p.Choices() {
			x, most := cost(c)
			switch within := p.Bound == 0 || float64(most) <= 50*p.Bound; {
			case best.Within && within:
				require.False(t, x < bestCost || x == bestCost && c < best.Choice)
			case !best.Within:
				require.False(t, within)
				require.False(t, most < bestMost || most == bestMost && c < best.Choice)
			}
		}
	}
}

func TestOnlyTheWantedThresholdIsLearned(t *testing.T) {
	p := small()
	require.NoError(t, p.Normalise())
	r := runner(t, p)
	var rows []Row
	for k := 1; k <= 3; k++ {
		row, err := r.Task(k, nil)
		require.NoError(t, err)
		rows = append(rows, row)
	}
	train := Pool(&p, rows, Training)
	for _, s := range p.Thresholds {
		best, ok := Learn(&p, &train, Only(s))
		require.True(t, ok)
		require.Equal(t, s, p.Choice(best.Choice).Threshold)
		overall, _ := Learn(&p, &train, Any)
		require.LessOrEqual(t, train.Choices[overall.Choice].Wait, train.Choices[best.Choice].Wait)
	}
	_, ok := Learn(&p, &train, Only(5))
	require.False(t, ok)
}
