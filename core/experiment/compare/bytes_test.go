package compare

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/overview"
	"shadowtime/core/job/resample"
	"shadowtime/core/report"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

//go:embed testdata/reports.jsonl
var golden []byte

// The same plans give the same bytes wherever this test runs: natively, and in
// a browser, where the same golden file is embedded.
func TestReportsHaveTheSameBytesOnEveryPlatform(t *testing.T) {
	log, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 5000, Seed: 5})
	require.NoError(t, err)
	log.Digest = job.DigestOf(log)
	base := Default()
	base.Weeks, base.Resamples, base.Bootstrap = 3, 12, 500
	base.Orders = nil
	for _, o := range order.Every() {
		base.Orders = append(base.Orders, o.Name())
	}
	plans := []Plan{base}
	for _, dialect := range []string{"ocs", "pyss"} {
		p := base
		p.Dialect, p.Threshold, p.Resamples = dialect, study.None, 3
		plans = append(plans, p)
	}
	p := base
	p.Backfilling, p.Variant, p.Resamples, p.Seed, p.Tau = "none", resample.Shuffle, 3, 1<<40, 60
	plans = append(plans, p)
	p = base
	p.Backfilling, p.Resamples, p.Weeks = "conservative", 2, 1
	plans = append(plans, p)
	few := base
	few.Orders, few.Resamples = few.Orders[:4], 12
	for _, change := range []func(*Plan){
		func(p *Plan) { p.Load, p.Interval, p.Block = 1.2, Percentile, 1 },
		func(p *Plan) { p.Load, p.LoadBy, p.Interval = 1.1, resample.Sizes, BCa },
		func(p *Plan) { p.Variant, p.Warmup, p.Drain = resample.Draw, 3, 2 },
		func(p *Plan) { p.Variant, p.Clean.Flurry, p.Resamples = resample.Original, 0.2, 1 },
	} {
		p := few
		change(&p)
		plans = append(plans, p)
	}

	var got bytes.Buffer
	for _, p := range plans {
		require.NoError(t, p.Normalise())
		tr, cleaning := p.Prepare(log)
		runner, err := NewRunner(tr, p)
		require.NoError(t, err)
		var rows []Row
		for k := study.Logged; k <= p.Resamples; k++ {
			row, err := runner.Task(k, nil)
			require.NoError(t, err)
			rows = append(rows, row)
		}
		r := Merge(p, log.Digest, tr.Procs, rows)
		r.Warn(rows, report.SourceOf("a log", cleaning, 0, overview.Describe(tr)))
		b, err := json.Marshal(r)
		require.NoError(t, err)
		got.Write(append(b, '\n'))
		if len(p.Orders) < 5 { // with every statistic there is
			b, err := json.Marshal(Explain(r, tr.Users, rows))
			require.NoError(t, err)
			got.Write(append(b, '\n'))
		}
	}
	fixture.Golden(t, "testdata/reports.jsonl", golden, got.Bytes())
}
