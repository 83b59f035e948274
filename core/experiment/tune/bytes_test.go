package tune

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

//go:embed testdata/reports.jsonl
var goldenReports []byte

func tuningLog(t *testing.T) *job.Log {
	t.Helper()
	log, err := lublin.Sample(lublin.Config{Procs: 16, Jobs: 4000, Seed: 5})
	require.NoError(t, err)
	// slower by 4: more weeks of fewer and longer jobs
	for _, f := range []job.Field{job.Submit, job.Run, job.ReqTime} {
		values := log.Col[f].Values()
		for i := range values {
			values[i] *= 4
		}
		log.Col[f] = job.ColumnOf(values...)
	}
	log.Digest = job.DigestOf(log)
	return log
}

// tuneLog computes all weeks of a plan.
func tuneLog(t *testing.T, p *Plan, log *job.Log) (*job.Trace, *job.Cleaning, []Row) {
	t.Helper()
	require.NoError(t, p.Normalise())
	tr, cleaning := p.Prepare(log)
	runner, err := NewRunner(tr, *p)
	require.NoError(t, err)
	var rows []Row
	for k := p.Resamples; k >= study.Logged; k-- { // rows come in any order
		row, err := runner.Task(k, nil)
		require.NoError(t, err)
		rows = append(rows, row)
	}
	return tr, cleaning, rows
}

// The same plans give the same bytes natively and in a browser.
func TestTuningsHaveTheSameBytesOnEveryPlatform(t *testing.T) {
	log := tuningLog(t)
	base := Default()
	base.Resamples, base.Bootstrap = 12, 300
	base.Thresholds = []study.Seconds{study.None, 20 * 3600, 3600}
	other := base
	var err error
	other.Primaries, other.Backfills, err = ParsePairs("FCFS,F2,WFP3,mix:SAF+3600*FCFS x SPF,UNICEF")
	require.NoError(t, err)
	other.Dialect, other.Objective, other.Bound, other.Load, other.Tau = "ocs", AvgBsld, 1.1, 1.1, 60
	third := base
	third.Primaries, third.Backfills, third.Dialect, third.Seed = []string{"SQF", "SRF"}, []string{"SRF", "LAF"}, "pyss", 1<<40
	third.Block, base.Block = 1, 2 // blocks enough for intervals of the log's weeks
	third.Clean = study.Implied("pyss", third.Clean)

	var got bytes.Buffer
	for _, p := range []Plan{base, other, third} {
		tr, cleaning, rows := tuneLog(t, &p, log)
		r := Merge(p, log.Digest, rows)
		source := report.Source{Name: "a log", Cleaning: cleaning, Users: len(tr.Users), UsersKnown: true,
			WholeWeeks: 10, HalfWeeks: tr.HalfWeeks()}
		r.Warn(rows, source)
		for _, v := range []any{r, Explain(r, rows), append(r.Doubts(), r.Logged(), r.Sentence(), r.Methods()),
			settingOf(r.Recommended.Choice(), &p)} {
			b, err := json.Marshal(v)
			require.NoError(t, err)
			got.Write(append(b, '\n'))
		}
	}
	fixture.Golden(t, "testdata/reports.jsonl", goldenReports, got.Bytes())
}
