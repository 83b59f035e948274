package tune

import (
	_ "embed"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

//go:embed testdata/reports.jsonl
var golden []byte

func subject() *studytest.Subject[Plan, Row, *Plan, *Row] {
	p := Default()
	p.Primaries, p.Backfills, p.Resamples = []string{"FCFS", "SPF"}, []string{"SPF", "LEXP"}, 4
	return &studytest.Subject[Plan, Row, *Plan, *Row]{
		Kind: Kind(), Plan: p, Jobs: 6000,
		Others: map[string]string{"closed": "64 2d 8h", "rules": "4 jobs a user",
			"pairs": "FCFS,SAF x SPF", "threshold": "none,40h,1h", "bound": "1.5", "clean": "online"},
		Compute: func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) },
		Golden:  []studytest.Golden[Plan, Row]{reports()},
	}
}

func tuningLog(t testing.TB) *job.Log {
	t.Helper()
	return studytest.Log(t, lublin.Config{Procs: 16, Jobs: 4000, Seed: 5}, 4)
}

// computed are all weeks of a plan.
func computed(t testing.TB, p Plan, log *job.Log) *studytest.Computed[Plan, Row] {
	t.Helper()
	return studytest.Compute(t, log, p, NewRunner, func(p Plan, _ *Runner) int { return p.Resamples })
}

func reports() studytest.Golden[Plan, Row] {
	base := Default()
	base.Resamples, base.Bootstrap = 12, 300
	base.Thresholds = []study.Seconds{study.None, 20 * 3600, 3600}
	return studytest.Golden[Plan, Row]{Path: "testdata/reports.jsonl", Want: golden, Each: 4, Base: base,
		Changes: []func(p *Plan){
			func(p *Plan) { p.Block = 2 }, // blocks enough for intervals of the log's weeks
			func(p *Plan) {
				p.Primaries, p.Backfills, _ = ParsePairs("FCFS,F2,WFP3,mix:SAF+3600*FCFS x SPF,UNICEF")
				p.Dialect, p.Objective, p.Bound, p.Load, p.Tau = "ocs", AvgBsld, 1.1, 1.1, 60
			},
			func(p *Plan) {
				p.Primaries, p.Backfills, p.Dialect, p.Seed = []string{"SQF", "SRF"}, []string{"SRF", "LAF"}, "pyss", 1<<40
				p.Block, p.Clean = 1, study.Implied("pyss", p.Clean)
			},
		},
		Compute: func(t testing.TB, p Plan) *studytest.Computed[Plan, Row] { return computed(t, p, tuningLog(t)) },
		Say: func(t testing.TB, x *studytest.Computed[Plan, Row]) []any {
			require.NotEmpty(t, x.Plan.Primaries)
			r := Merge(x.Plan, x.Log.Digest, x.Rows)
			r.Warn(x.Rows, report.Source{Name: "a log", Cleaning: x.Cleaning, Users: len(x.Trace.Users), UsersKnown: true,
				WholeWeeks: 10, HalfWeeks: x.Trace.HalfWeeks()})
			return []any{r, Explain(r, x.Rows), append(r.Doubts(), r.Logged(), r.Sentence(), r.Methods()),
				settingOf(r.Recommended.Choice(), &x.Plan)}
		},
	}
}

func TestTheSearchConforms(t *testing.T) { subject().Conforms(t) }

func FuzzAnyBytesAreWholeOrAnError(f *testing.F) { subject().Fuzz(f) }
