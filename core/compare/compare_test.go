package compare

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/lublin"
	"shadowtime/core/resample"
	"shadowtime/core/study"
	"shadowtime/core/wire"
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

func TestATaskDependsOnItsNumberAlone(t *testing.T) {
	p := small()
	tr := sampleTrace(t, p)
	one, err := NewRunner(tr, p)
	require.NoError(t, err)
	var rows []Row
	for _, k := range []int{3, 1, 2} {
		row, err := one.Task(k, nil)
		require.NoError(t, err)
		rows = append(rows, row)
	}
	p.Resamples = 500 // how many are wanted does not matter
	other, err := NewRunner(tr, p)
	require.NoError(t, err)
	row, err := other.Task(1, nil)
	require.NoError(t, err)
	require.Equal(t, rows[1], row)
	require.NotEqual(t, rows[0].Runs, rows[1].Runs)
}

func TestProgressCountsReplays(t *testing.T) {
	p := small()
	r, err := NewRunner(sampleTrace(t, p), p)
	require.NoError(t, err)
	var seen []int
	_, err = r.Task(1, func(n int) { seen = append(seen, n) })
	require.NoError(t, err)
	require.Equal(t, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, seen)
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
		"factor":      func(p *Plan) { p.Load = math.NaN() },
		"flurry":      func(p *Plan) { p.Clean.Flurry = -1 },
		"interval":    func(p *Plan) { p.Interval = "wide" },
		"half-width":  func(p *Plan) { p.Stop = 2 },
	} {
		p := small()
		change(&p)
		require.ErrorContains(t, p.Normalise(), says)
	}
}

func TestPlanAndRowSurviveWireAndJSON(t *testing.T) {
	p := small()
	p.Threshold, p.Variant, p.Clean.Overrun = study.None, 1, job.Kill
	p.Load, p.LoadBy, p.Clean.Flurry, p.Stop, p.Interval = 1.5, 1, 2, 0.01, BCa
	require.NoError(t, p.Normalise())
	var w wire.Writer
	p.Encode(&w)
	row := Row{K: 4}
	row.Encode(&w)
	r := wire.NewReader(w.B)
	require.Equal(t, p, DecodePlan(r))
	require.Equal(t, row.K, DecodeRow(r).K)
	require.NoError(t, r.Close())

	b, err := json.Marshal(p)
	require.NoError(t, err)
	require.Contains(t, string(b), `"threshold":null`)
	require.Contains(t, string(b), `"overrun":"kill"`)
	var back Plan
	require.NoError(t, json.Unmarshal(b, &back))
	require.Equal(t, p, back)
}

func TestDurationsAreReadAsTheyAreWritten(t *testing.T) {
	for s, want := range map[string]study.Seconds{"none": study.None, "0s": 0, "90s": 90, "5m": 300, "40h": 144000, "2d": 172800} {
		got, err := study.ParseSeconds(s)
		require.NoError(t, err)
		require.Equal(t, want, got)
		again, err := study.ParseSeconds(got.String())
		require.NoError(t, err)
		require.Equal(t, got, again)
	}
	for _, s := range []string{"", "5", "h", "-3h", "+3h", "1.5h", "9999999999d", "4w"} {
		_, err := study.ParseSeconds(s)
		require.ErrorContains(t, err, "40h", s)
	}
}

func TestATraceTooShortForAWeekIsAnError(t *testing.T) {
	p := small()
	_, err := NewRunner(&job.Trace{Procs: 4, Submit: []int64{1}, Run: []int64{1}, Request: []int64{1}, Size: []int32{1}, User: []int32{0}, Users: []int64{1}}, p)
	require.ErrorContains(t, err, "no whole week")
}

func TestTheLogItselfIsOneTrace(t *testing.T) {
	p := small()
	p.Variant = resample.Original
	require.NoError(t, p.Normalise())
	require.Equal(t, 1, p.Resamples)
}

func TestABusierMachineMakesJobsWaitLongerAndIsTheSameEachTime(t *testing.T) {
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
