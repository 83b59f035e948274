package report

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/lublin"
	"shadowtime/core/order"
	"shadowtime/core/resample"
	"shadowtime/core/study"
	"shadowtime/core/swf"
)

//go:embed testdata/reports.jsonl
var golden []byte

var update = flag.Bool("update", false, "write testdata/reports.jsonl anew")

// The same plans give the same bytes wherever this test runs: natively, and in
// a browser, where the same golden file is embedded.
func TestReportsHaveTheSameBytesOnEveryPlatform(t *testing.T) {
	log, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 5000, Seed: 5})
	require.NoError(t, err)
	log.Digest = swf.Digest(log)
	base := study.Default()
	base.Weeks, base.Resamples, base.Bootstrap = 3, 12, 500
	base.Orders = nil
	for _, o := range order.Every() {
		base.Orders = append(base.Orders, o.Name())
	}
	plans := []study.Plan{base}
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

	var got bytes.Buffer
	for _, p := range plans {
		require.NoError(t, p.Normalise())
		tr, _ := p.Prepare(log)
		r, err := study.NewRunner(tr, p)
		require.NoError(t, err)
		var rows []study.Row
		for k := 1; k <= p.Resamples; k++ {
			row, err := r.Task(k, nil)
			require.NoError(t, err)
			rows = append(rows, row)
		}
		b, err := json.Marshal(Merge(p, log.Digest, tr.Procs, rows))
		require.NoError(t, err)
		got.Write(append(b, '\n'))
	}
	if *update {
		require.NoError(t, os.WriteFile("testdata/reports.jsonl", got.Bytes(), 0o644))
		return
	}
	require.Equal(t, string(golden), got.String())
}
