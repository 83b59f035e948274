package online

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/job/resample"
	"shadowtime/core/sim"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// busy is a log of some weeks on 16 processors in which jobs wait: the more
// times their run times are multiplied.
func busy(weeks, jobs int, times int64) *job.Trace {
	r := rand.New(rand.NewPCG(3, 9))
	t := &job.Trace{Name: "busy", Procs: 16, Users: []int64{1, 2, 3}}
	at := make([]int64, jobs)
	for i := range at {
		at[i] = r.Int64N(int64(weeks) * job.Week)
		if i%3 == 0 { // bursts
			at[i] -= at[i] % (job.Day / 2)
		}
	}
	at[0], at[1] = 0, int64(weeks)*job.Week-1
	slices.Sort(at)
	for _, s := range at {
		p := times * r.Int64N(1<<(3+r.IntN(14)))
		t.Submit = append(t.Submit, s)
		t.Run = append(t.Run, p)
		t.Request = append(t.Request, p+r.Int64N(2*p+1))
		t.Size = append(t.Size, int32(1+r.IntN(1<<r.IntN(5))))
		t.User = append(t.User, int32(r.IntN(3)))
	}
	return t
}

func small() Plan {
	p := Default()
	p.Weeks, p.Resamples = 3, 3
	return p
}

func runner(t testing.TB, p Plan) *Runner {
	t.Helper()
	r, err := NewRunner(busy(5, 900, 4), p)
	require.NoError(t, err)
	return r
}

func task(t testing.TB, r *Runner, k int) Row {
	t.Helper()
	row, err := r.Task(k, nil)
	require.NoError(t, err)
	return row
}

func TestATaskDependsOnItsNumberAlone(t *testing.T) {
	p := small()
	one := runner(t, p)
	rows := map[int]Row{}
	for _, k := range []int{3, 1, 2} {
		rows[k] = task(t, one, k)
	}
	_, err := one.Open(2, "thompson", job.Day)
	require.NoError(t, err)
	p.Resamples, p.Bootstrap = 500, 100
	other := runner(t, p)
	require.Equal(t, rows[1], task(t, other, 1))
	require.Equal(t, rows[2], task(t, one, 2))
	require.NotEqual(t, rows[1].Fixed, rows[2].Fixed)
	require.NotEqual(t, rows[1].Learnt[0].Chosen, rows[2].Learnt[0].Chosen, "strategies draw anew on every resample")
}

func TestAddingAStrategyChangesNoOther(t *testing.T) {
	fixture.Long(t)
	p := small()
	all := task(t, runner(t, p), 1)
	require.NoError(t, p.Normalise())
	for _, e := range p.Entries() {
		q := p
		q.Strategies = []string{"epsilon-greedy@0.7", e.Strategy.Name(), "random"}
		if e.Period != study.None {
			q.Periods = []study.Seconds{e.Period}
		}
		row := task(t, runner(t, q), 1)
		require.NoError(t, q.Normalise())
		i := slices.IndexFunc(q.Entries(), func(x Entry) bool { return x.Strategy == e.Strategy })
		require.Equal(t, all.Course(e), row.Course(q.Entries()[i]), e.Name())
	}
}

func TestAFixedOrderEqualsAPlainRun(t *testing.T) {
	p := small()
	r := runner(t, p)
	row := task(t, r, 2)
	watch := metric.NewWatch(&r.trace, r.weeks)
	e := sim.New()
	e.Load(&r.trace)
	for i, name := range r.plan.Orders {
		c, err := study.Config(name, name, p.Threshold, p.Backfilling, p.Dialect)
		require.NoError(t, err)
		require.NoError(t, e.Run(&c))
		m := metric.Measure(&r.trace, e.Starts(), 10)
		require.Equal(t, Course{SumWait: m.SumWait, MaxWait: m.MaxWait, Ended: watch.Breakdown(e.Starts()).Ended}, row.Fixed[i])
		require.Equal(t, row.Jobs, m.Jobs)
	}
}

// With one order to choose from, every strategy is that order.
func TestAStrategyWithoutAChoiceEqualsAPlainRun(t *testing.T) {
	p := small()
	p.Orders = []string{"FCFS"}
	row := task(t, runner(t, p), 1)
	for _, c := range row.Learnt {
		require.Equal(t, row.Fixed[0].SumWait, c.SumWait)
		require.Equal(t, row.Fixed[0].Ended, c.Ended)
	}
}

func TestTheFeedbackTableEqualsSeparateSimulations(t *testing.T) {
	for d := sim.Shadowtime; d <= sim.PYSS; d++ {
		t.Run(d.String(), func(t *testing.T) { requireSeparate(t, d) })
	}
}

func requireSeparate(t *testing.T, d sim.Dialect) {
	p := small()
	p.Dialect = d.String()
	p.Periods = []study.Seconds{job.Day, 5 * job.Day} // 21 days in 5 periods
	r := runner(t, p)
	task(t, r, 1)
	for _, l := range r.lengths {
		for turn := range l.turns {
			var part job.Trace
			var factors []float64
			for j, s := range r.trace.Submit {
				if s/l.seconds == int64(turn) {
					part.Submit = append(part.Submit, s)
					part.Run = append(part.Run, r.trace.Run[j])
					part.Request = append(part.Request, r.trace.Request[j])
					part.Size = append(part.Size, r.trace.Size[j])
					factors = append(factors, l.factor[j])
				}
			}
			part.Procs = r.trace.Procs
			e := sim.New()
			e.Load(&part)
			for i, o := range r.plan.Orders {
				o, err := order.Parse(o)
				require.NoError(t, err)
				require.NoError(t, e.Run(&sim.Config{Primary: o, Backfill: o, Threshold: int64(p.Threshold), Dialect: d}))
				sum, noisy := 0.0, 0.0
				for j, s := range e.Starts() {
					sum += float64(s - part.Submit[j])
					noisy += factors[j] * float64(s-part.Submit[j])
				}
				require.Equal(t, sum, l.costs.wait[turn*len(r.arms)+i])
				require.Equal(t, noisy, l.costs.noisy[turn*len(r.arms)+i])
				if sum > 0 {
					require.InDelta(t, 1, noisy/sum, p.JobNoise)
				}
			}
			require.Equal(t, float64(part.Len()), l.costs.jobs[turn])
		}
	}
}

func TestWithoutNoiseNoisyFeedbackIsFullFeedback(t *testing.T) {
	fixture.Long(t)
	for _, feedback := range []Feedback{Empty, Machine} {
		p := small()
		p.Strategies, p.Feedback = []string{"full", "noisy", "noisy-job", "full@0.5", "noisy@0.5"}, feedback
		noisy := task(t, runner(t, p), 1)
		p.Noise, p.JobNoise = 0, 0
		row := task(t, runner(t, p), 1)
		for i := range 2 { // periods
			require.Equal(t, row.Learnt[i], row.Learnt[2+i])
			require.Equal(t, row.Learnt[i], row.Learnt[4+i])
			require.Equal(t, row.Learnt[6+i], row.Learnt[8+i])
			require.Zero(t, row.Learnt[i].Chosen[0], "nothing is known at first: FCFS")
		}
		require.NotEqual(t, noisy.Learnt[0].Chosen, noisy.Learnt[2].Chosen)
	}
}

func TestATaskDoesNotAllocate(t *testing.T) {
	fixture.Long(t)
	p := small()
	p.Strategies = append(p.Strategies, "full@0.9", "sw-ucb@5", "d-ucb@0.9", "epsilon-greedy@0.5")
	for _, feedback := range []Feedback{Empty, Machine} {
		p.Feedback = feedback
		r := runner(t, p)
		require.NoError(t, r.load(1))
		row := r.newRow(1)
		require.Zero(t, testing.AllocsPerRun(2, func() {
			if err := r.fill(&row, nil); err != nil {
				t.Fatal(err)
			}
		}), feedback.String())
	}
}

func TestProgressCountsSteps(t *testing.T) {
	p := small()
	p.Strategies = []string{"fixed:SPF", "full", "random"}
	r := runner(t, p)
	var seen []float64
	_, err := r.Task(1, func(n float64) { seen = append(seen, n) })
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(seen), r.Steps())
	require.Equal(t, 12+2*12+2*2, r.Steps())
	require.EqualValues(t, r.Steps(), seen[len(seen)-1])
	require.True(t, slices.IsSorted(seen))
}

func TestAStoryAgreesWithItsRow(t *testing.T) {
	fixture.Long(t)
	for _, feedback := range []Feedback{Empty, Machine} {
		p := small()
		p.Feedback = feedback
		r := runner(t, p)
		row := task(t, r, 2)
		fresh := runner(t, p)
		for _, e := range r.plan.Entries() {
			s, err := fresh.Open(2, e.Strategy.Name(), e.Period)
			require.NoError(t, err)
			c := row.Course(e)
			if c.Chosen != nil {
				require.Equal(t, c.Chosen, s.Chosen, e.Name())
			}
			sum := func(v []int64) (n int64) {
				for _, x := range v {
					n += x
				}
				return n
			}
			require.Equal(t, c.SumWait, sum(s.Waits), e.Name())
			require.Equal(t, row.Fixed[0].SumWait, sum(s.Baseline))
			require.Equal(t, row.Jobs, sum(s.Jobs))
			d := s.Difference()
			require.Equal(t, c.SumWait-row.Fixed[0].SumWait, d[len(d)-1])

			// Little's law over the whole, jobs that wait on beyond the end aside.
			waiting, area := 0.0, 0.0
			for i := range s.Periods() {
				waiting += s.Queue[i] * float64(s.Period)
				area += s.Busy[i] * float64(s.Period)
				require.LessOrEqual(t, s.Busy[i], float64(s.Procs))
			}
			require.LessOrEqual(t, waiting, float64(c.SumWait)*(1+1e-9))
			if s.QueueEnd[s.Periods()-1] == 0 {
				require.InEpsilon(t, float64(c.SumWait), waiting, 1e-9)
			}
			require.Positive(t, area)

			known := 0
			for i := range s.Periods() {
				for o := range s.Orders {
					if x, ok := s.Estimate(i, o); ok {
						known++
						require.GreaterOrEqual(t, x, -1e5)
					}
				}
			}
			switch e.Strategy.Base {
			case Fixed, "random":
				require.Zero(t, known)
			default:
				require.Positive(t, known, e.Name())
			}
			message := wire.Encode(s)
			back, err := DecodeStory(message)
			require.NoError(t, err)
			require.Equal(t, message, wire.Encode(back))
		}
	}
}

func TestWhatCannotBeOpenedIsAnError(t *testing.T) {
	r := runner(t, small())
	for says, open := range map[string]func() (*Story, error){
		"not known":                func() (*Story, error) { return r.Open(1, "nope", job.Day) },
		"\"full@0.3\"":             func() (*Story, error) { return r.Open(1, "full@0.3", job.Day) },
		"order WFP3":               func() (*Story, error) { return r.Open(1, "fixed:WFP3", job.Day) },
		"period 1h":                func() (*Story, error) { return r.Open(1, "full", 3600) },
		"resamples are counted":    func() (*Story, error) { return r.Open(-1, "full", job.Day) },
		"not among those of the p": func() (*Story, error) { return r.Open(1, "random", 7) },
	} {
		_, err := open()
		require.ErrorContains(t, err, says)
	}
}

func TestTheLogItselfCanBeRun(t *testing.T) {
	p := small()
	p.Variant, p.Resamples = resample.Original, 20
	require.NoError(t, p.Normalise())
	require.Equal(t, 1, p.Resamples)
	r := runner(t, p)
	row := task(t, r, 1)
	require.Len(t, row.Learnt[0].Chosen, 21)
	p.Weeks = 100 // more than the log has
	r = runner(t, p)
	require.Len(t, task(t, r, 1).Learnt[0].Chosen, 7*r.weeks)
	p.Load = 2
	r = runner(t, p)
	require.Len(t, task(t, r, 1).Learnt[0].Chosen, 7*r.weeks, "half as long")
}

func TestNormalisedPlansSayEverything(t *testing.T) {
	p := small()
	p.Orders = []string{"saf", "SJF", "SPF"}
	p.Strategies = []string{"full", "all", " Full@0.90 ", "fixed:sjf", "epsilon-greedy@0.3"}
	p.Periods = []study.Seconds{job.Week, job.Day, job.Week}
	require.NoError(t, p.Normalise())
	require.Equal(t, []string{"FCFS", "SAF", "SPF"}, p.Orders)
	require.Equal(t, []string{"full", "fixed:FCFS", "fixed:SAF", "fixed:SPF", "random", "noisy", "noisy-job",
		"epsilon-greedy", "epsilon-decay", "ucb1", "exp3", "thompson", "sw-ucb", "d-ucb", "linucb", "full@0.9",
		"epsilon-greedy@0.3"}, p.Strategies)
	require.Equal(t, []study.Seconds{job.Week, job.Day}, p.Periods)
	again := p
	require.NoError(t, again.Normalise())
	require.Equal(t, p, again)
	entries := p.Entries()
	require.Len(t, entries, 3+2*14)
	require.Equal(t, "full, week", entries[0].Name())
	require.Equal(t, Entry{Strategy{Base: Fixed, Order: "SPF"}, study.None, 2}, entries[4])
	require.Equal(t, "fixed:SPF", entries[4].Name())
}

func TestPlansThatCannotBeAreErrors(t *testing.T) {
	for says, change := range map[string]func(*Plan){
		"version":               func(p *Plan) { p.Version = 99 },
		"NOPE":                  func(p *Plan) { p.Orders = []string{"NOPE"} },
		"full, noisy, noisy":    func(p *Plan) { p.Strategies = []string{"dance"} },
		"number of strategies":  func(p *Plan) { p.Strategies = nil },
		"has no parameter":      func(p *Plan) { p.Strategies = []string{"random@3"} },
		"0 to 1":                func(p *Plan) { p.Strategies = []string{"full@1.5"} },
		"the window in rounds":  func(p *Plan) { p.Strategies = []string{"sw-ucb@0"} },
		"after @ stands":        func(p *Plan) { p.Strategies = []string{"epsilon-greedy@NaN"} },
		"add it there":          func(p *Plan) { p.Strategies = []string{"fixed:WFP3"} },
		"unknown queue order":   func(p *Plan) { p.Strategies = []string{"fixed:dance"} },
		"period \"\"":           func(p *Plan) { p.Periods = nil },
		"such as 12h":           func(p *Plan) { p.Periods = []study.Seconds{0} },
		"take longer":           func(p *Plan) { p.Periods = []study.Seconds{1} },
		"lambda":                func(p *Plan) { p.Lambda = 2 },
		"epsilon":               func(p *Plan) { p.Epsilon = math.NaN() },
		"noise":                 func(p *Plan) { p.Noise = -1 },
		"job-noise":             func(p *Plan) { p.JobNoise = 2 },
		"feedback":              func(p *Plan) { p.Feedback = 9 },
		"resamples":             func(p *Plan) { p.Resamples = 0 },
		"weeks":                 func(p *Plan) { p.Weeks = 0 },
		"bootstrap":             func(p *Plan) { p.Bootstrap = 1 },
		"dialect":               func(p *Plan) { p.Dialect = "x" },
		"backfilling":           func(p *Plan) { p.Backfilling = "x" },
		"threshold":             func(p *Plan) { p.Threshold = 1 << 60 },
		"write none, or a numb": func(p *Plan) { _, err := parsePeriod("dance"); p.Orders = []string{err.Error()} },
	} {
		p := small()
		change(&p)
		require.ErrorContains(t, p.Normalise(), says[:min(len(says), 21)])
	}
}

func TestPlansThatShareRowsShareTheirKey(t *testing.T) {
	p := small()
	require.NoError(t, p.Normalise())
	same := p
	same.Resamples, same.Bootstrap = 77, 500
	require.Equal(t, p.Key(), same.Key())
	for i, change := range []func(*Plan){
		func(p *Plan) { p.Seed++ }, func(p *Plan) { p.Weeks++ }, func(p *Plan) { p.Threshold = study.None },
		func(p *Plan) { p.Clean.DropZeroRun = true }, func(p *Plan) { p.Procs = 9 }, func(p *Plan) { p.Dialect = "ocs" },
		func(p *Plan) { p.Orders = p.Orders[:3] }, func(p *Plan) { p.Strategies = p.Strategies[:3] },
		func(p *Plan) { p.Periods = p.Periods[:1] },
		func(p *Plan) { p.Backfilling = "none" }, func(p *Plan) { p.Lambda = 0.5 }, func(p *Plan) { p.Epsilon = 0.5 },
		func(p *Plan) { p.UntriedFirst = false }, func(p *Plan) { p.DiscountJobs = true }, func(p *Plan) { p.Noise = 0.5 },
		func(p *Plan) { p.JobNoise = 0.5 }, func(p *Plan) { p.Feedback = Machine }, func(p *Plan) { p.Load = 1.5 },
	} {
		other := p
		change(&other)
		require.NotEqual(t, p.Key(), other.Key(), "change %d", i)
	}
}

func TestPlansReadInJSONAsTheyWereWritten(t *testing.T) {
	p := small()
	p.Feedback = Machine
	require.NoError(t, p.Normalise())
	b, err := json.Marshal(p)
	require.NoError(t, err)
	require.Contains(t, string(b), `"feedback":"machine"`)
	require.Contains(t, string(b), `"periods":[86400,604800]`)
	require.Contains(t, string(b), `"weeks":3`)
}

func FuzzStories(f *testing.F) {
	p := small()
	p.Strategies = []string{"full", "linucb"}
	s, err := runner(f, p).Open(1, "full", job.Week)
	require.NoError(f, err)
	f.Add(wire.Encode(s))
	f.Fuzz(func(t *testing.T, b []byte) {
		if s, err := DecodeStory(b); err == nil {
			require.Len(t, s.Difference(), s.Periods()+1)
		}
	})
}

func TestPeriodsAreReadAsTheyAreWritten(t *testing.T) {
	for s, want := range map[string]study.Seconds{"day": job.Day, "Week": job.Week, "12h": 12 * 3600, "3d": 3 * job.Day, "90m": 5400} {
		got, err := parsePeriod(s)
		require.NoError(t, err)
		require.Equal(t, want, got)
		again, err := parsePeriod(PeriodName(got))
		require.NoError(t, err)
		require.Equal(t, got, again)
	}
	for _, s := range []string{"none", "0s", "", "month"} {
		_, err := parsePeriod(s)
		require.Error(t, err, s)
	}
}

func TestEveryStrategySaysWhatItDoes(t *testing.T) {
	for _, name := range everything([]string{"FCFS", "SPF"}) {
		s, err := ParseStrategy(name)
		require.NoError(t, err)
		require.Equal(t, name, s.Name())
		require.NotEmpty(t, s.Words())
	}
	_, err := order.Parse(Baseline)
	require.NoError(t, err)
}
