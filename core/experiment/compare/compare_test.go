package compare

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/wire"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/resample"
	"shadowtime/core/study"
)

func sampleTrace(t *testing.T, p Plan) *job.Trace {
	t.Helper()
	l, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 2000, Seed: 3})
	require.NoError(t, err)
	l.Digest = job.DigestOf(l)
	tr, _ := p.Prepare(l)
	return tr
}

func small() Plan {
	p := Default()
	p.Weeks, p.Resamples = 3, 3
	return p
}

func TestPlansThatShareRowsShareTheirKey(t *testing.T) {
	p := small()
	require.NoError(t, p.Normalise())
	same := p
	same.Resamples, same.Bootstrap, same.Stop, same.Interval = 77, 500, 0.1, Fieller
	require.Equal(t, p.Key(), same.Key())
	for _, change := range []func(*Plan){
		func(p *Plan) { p.Seed++ }, func(p *Plan) { p.Weeks++ }, func(p *Plan) { p.Threshold = study.None },
		func(p *Plan) { p.Clean.DropZeroRun = true }, func(p *Plan) { p.Procs = 9 }, func(p *Plan) { p.Dialect = "ocs" },
		func(p *Plan) { p.Orders = p.Orders[:3] }, func(p *Plan) { p.Tau = 60 }, func(p *Plan) { p.Variant = 1 },
		func(p *Plan) { p.Backfilling = "none" }, func(p *Plan) { p.Baseline = "SPF" },
		func(p *Plan) { p.Load = 1.1 }, func(p *Plan) { p.LoadBy = 1 }, func(p *Plan) { p.Clean.Flurry = 1 },
		func(p *Plan) { p.Depth = 32 }, func(p *Plan) { p.Tries = 32 },
	} {
		other := p
		change(&other)
		require.NotEqual(t, p.Key(), other.Key())
	}
}

func TestNormalisedPlansHaveTheBaselineFirstAndEachOrderOnce(t *testing.T) {
	p := small()
	p.Orders = []string{"saf", "SJF", "SPF", "fcfs"}
	require.NoError(t, p.Normalise())
	require.Equal(t, []string{"FCFS", "SAF", "SPF"}, p.Orders)
	p.Baseline = "saf"
	require.NoError(t, p.Normalise())
	require.Equal(t, []string{"SAF", "FCFS", "SPF"}, p.Orders)
}

func TestPlansThatCannotBeAreErrors(t *testing.T) {
	for says, change := range map[string]func(*Plan){
		"version":     func(p *Plan) { p.Version = 99 },
		"NOPE":        func(p *Plan) { p.Orders = []string{"NOPE"} },
		"resamples":   func(p *Plan) { p.Resamples = 0 },
		"weeks":       func(p *Plan) { p.Weeks = study.MaxWeeks + 1 },
		"tau":         func(p *Plan) { p.Tau = 0 },
		"bootstrap":   func(p *Plan) { p.Bootstrap = 1 },
		"procs":       func(p *Plan) { p.Procs = -1 },
		"dialect":     func(p *Plan) { p.Dialect = "x" },
		"backfilling": func(p *Plan) { p.Backfilling = "x" },
		"threshold":   func(p *Plan) { p.Threshold = 1 << 60 },
		"load":        func(p *Plan) { p.Load = 0 },
		"0.1 to 10":   func(p *Plan) { p.Load = math.NaN() },
		"flurry":      func(p *Plan) { p.Clean.Flurry = -1 },
		"interval":    func(p *Plan) { p.Interval = "wide" },
		"0 to 1":      func(p *Plan) { p.Stop = 2 },
	} {
		p := small()
		change(&p)
		require.ErrorContains(t, p.Normalise(), says)
	}
}

func TestPlansReadInJSONAsTheyWereWritten(t *testing.T) {
	p := small()
	p.Threshold, p.Clean.Overrun = study.None, job.Kill
	b, err := json.Marshal(p)
	require.NoError(t, err)
	require.Contains(t, string(b), `"threshold":null`)
	require.Contains(t, string(b), `"overrun":"kill"`)
}

func TestTheLogItselfIsOneTrace(t *testing.T) {
	p := small()
	p.Variant = resample.Original
	require.NoError(t, p.Normalise())
	require.Equal(t, 1, p.Resamples)
}

func TestABusierMachineMakesJobsWaitLongerAndIsTheSameEachTime(t *testing.T) {
	fixture.Long(t)
	for _, by := range []resample.By{resample.Arrivals, resample.Sizes} {
		p := small()
		p.Load, p.LoadBy = 1.3, by
		tr := sampleTrace(t, p)
		var rows []Row
		for range 2 {
			r, err := NewRunner(tr, p)
			require.NoError(t, err)
			row, err := r.Task(2, nil)
			require.NoError(t, err)
			rows = append(rows, row)
		}
		require.Equal(t, rows[0], rows[1])
		p.Load = 1
		r, err := NewRunner(tr, p)
		require.NoError(t, err)
		plain, err := r.Task(2, nil)
		require.NoError(t, err)
		require.Greater(t, rows[0].Runs[0].SumWait, plain.Runs[0].SumWait)
	}
}

// The oldest job is all that any order can rank: each is FCFS without
// backfilling then.
func TestUnderADepthOfOneAllOrdersAreTheSame(t *testing.T) {
	p := small()
	p.Depth = 1
	r, err := NewRunner(sampleTrace(t, p), p)
	require.NoError(t, err)
	row, err := r.Task(1, nil)
	require.NoError(t, err)
	p.Depth, p.Backfilling, p.Orders = 0, "none", []string{"FCFS"}
	plain, err := NewRunner(sampleTrace(t, p), p)
	require.NoError(t, err)
	one, err := plain.Task(1, nil)
	require.NoError(t, err)
	for i := range row.Runs {
		require.Equal(t, one.Runs[0], row.Runs[i])
	}
}

// Workers that share a task compute, together, the row of it: whatever it is cut into.
func TestPartsOfATaskMakeItsRow(t *testing.T) {
	p := Default()
	p.Orders, p.Weeks = []string{"FCFS", "SPF", "SAF", "LEXP", "SQF"}, 2
	kind, trace := Kind(), sampleTrace(t, p)
	for _, k := range []int{study.Logged, 1} {
		runner, err := kind.Prepare(trace, study.EncodePlan(p.Settings()))
		require.NoError(t, err)
		whole, err := runner.Task(k, nil)
		require.NoError(t, err)
		for of := 1; of <= 5; of++ {
			parts, steps := make([][]byte, of), 0.
			for at := of - 1; at >= 0; at-- {
				most := 0.
				parts[at], err = study.PartOf(runner, k, at, of, func(done float64) { most = max(most, done) })
				require.NoError(t, err)
				steps += most
			}
			require.Equal(t, 5., steps, "each order is replayed once")
			row, err := Join(parts)
			require.NoError(t, err)
			require.Equal(t, whole, row, "task %d in %d parts", k, of)
			less, early, ok := Early(p, append(parts[:of/2:of/2], make([][]byte, of-of/2)...))
			require.Equal(t, of > 1, ok)
			if ok { // the row is that of a plan of these orders alone
				few, err := kind.Prepare(trace, study.EncodePlan(less.Settings()))
				require.NoError(t, err)
				alone, err := few.Task(k, nil)
				require.NoError(t, err)
				var w wire.Writer
				early.Wire(wire.Both{Put: &w})
				require.Equal(t, alone, w.B)
			}
			_, err = Join(append(parts[1:], []byte{1}))
			require.Error(t, err)
		}
	}
}
