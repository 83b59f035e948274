package react

import (
	_ "embed"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/population"
	"shadowtime/core/study"
)

//go:embed testdata/reports.jsonl
var golden []byte

func subject() *studytest.Subject[Plan, Row, *Plan, *Row] {
	p := Default()
	p.Orders, p.Replicates = []string{"SPF"}, 3
	return &studytest.Subject[Plan, Row, *Plan, *Row]{
		Kind: Kind(), Plan: p, Anything: true, Jobs: 600,
		Others:  map[string]string{"orders": "SAF,expr:p*q+r", "baseline": "SQF", "threshold": "none", "clean": "alloc-above"},
		Compute: func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) },
		Golden:  []studytest.Golden[Plan, Row]{reports()},
	}
}

func reports() studytest.Golden[Plan, Row] {
	base := Default()
	base.Replicates = 3
	return studytest.Golden[Plan, Row]{Path: "testdata/reports.jsonl", Want: golden, Base: base,
		Changes: []func(p *Plan){
			func(*Plan) {},
			func(p *Plan) {
				p.Orders, p.Baseline, p.Threshold, p.Ends = []string{"FCFS", "expr:p*q-age"}, "SPF", study.None, Simulated
			},
			func(p *Plan) { p.Backfilling, p.Replicates, p.Seed, p.Dialect = "conservative", 1, 7, "ocs" },
		},
		Compute: func(t testing.TB, p Plan) *studytest.Computed[Plan, Row] {
			return studytest.Compute(t, village(t, 20), p, NewRunner, func(p Plan, _ *Runner) int { return p.Replicates })
		},
		Say: func(_ testing.TB, x *studytest.Computed[Plan, Row]) []any {
			r := Merge(x.Trace.Name, x.Trace.Digest, x.Trace.Procs, x.Plan, x.Rows)
			r.Source.Cleaning = x.Cleaning
			return []any{r, append(r.Notes(), r.Sentence(), r.Setting(), r.Methods(), r.CSV())}
		},
	}
}

// village is the log of a few users who wait for their jobs, and of their waits.
func village(t testing.TB, weeks int) *job.Log {
	t.Helper()
	users, err := population.New(population.Config{Procs: 64, Users: 20, Weeks: weeks, Seed: 5})
	require.NoError(t, err)
	e := sim.New()
	require.NoError(t, e.LoadFed(64, 0, 1000))
	require.NoError(t, e.RunFed(&sim.Config{Threshold: 40 * 3600}, users))
	log := users.Log(e)
	log.Digest = job.DigestOf(log)
	return log
}

func TestReactConforms(t *testing.T) { subject().Conforms(t) }

func FuzzAnyBytesAreWholeOrAnError(f *testing.F) { subject().Fuzz(f) }
