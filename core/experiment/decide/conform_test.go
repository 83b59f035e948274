package decide

import (
	_ "embed"
	"testing"

	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/overview"
	"shadowtime/core/job/resample"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

//go:embed testdata/reports.jsonl
var golden []byte

// few is a question of few settings.
func few() Plan {
	p := Default()
	p.Orders, p.Backfills = []string{"SPF", "LEXP"}, []string{"SAF"}
	p.Thresholds = []study.Seconds{study.None, 20 * 3600, 3600}
	return p
}

func subject() *studytest.Subject[Plan, Row, *Plan, *Row] {
	return &studytest.Subject[Plan, Row, *Plan, *Row]{
		Kind: Kind(), Plan: few(),
		Others: map[string]string{"closed": "64 10d 8h unannounced", "rules": "4 jobs a user",
			"order": "saf", "orders": "SAF,lqf", "backfills": "lqf", "threshold": "40h", "thresholds": "none,2h",
			"longest": "2",
			"clean":   "alloc-above+zero-run", "without": "heaviest"},
		Compute: func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) },
		Golden:  []studytest.Golden[Plan, Row]{reports()},
	}
}

func reports() studytest.Golden[Plan, Row] {
	return studytest.Golden[Plan, Row]{Path: "testdata/reports.jsonl", Want: golden, Each: 8, Base: few(),
		Changes: []func(p *Plan){
			func(p *Plan) {},
			func(p *Plan) { p.Measure, p.Longest = MeanSlowdown, 2 },
			func(p *Plan) { p.Backfilling, p.Order, p.Threshold = "conservative", "SAF", 40*3600 },
			func(p *Plan) { p.Backfilling, p.Dialect = "none", "ocs" },
			func(p *Plan) { p.Draw, p.Weeks, p.Load = 2, 4, 1.2 },
			func(p *Plan) { p.Variant, p.Depth = resample.Whole, 32 },
			func(p *Plan) { p.Warmup, p.Drain, p.Closer, p.Dialect = 7, 2, 0.5, "pyss" },
			func(p *Plan) { p.Without = heaviest },
			func(p *Plan) { p.Also = AlsoBoth },
			func(p *Plan) { p.Rules = "2 jobs a user; 40 processors over 2h; 4 processors missing" },
		},
		Compute: func(t testing.TB, p Plan) *studytest.Computed[Plan, Row] {
			return studytest.Compute(t, studytest.Log(t, lublin.Config{Procs: 64, Jobs: 5000, Seed: 5}, 1), p, NewRunner,
				func(p Plan, _ *Runner) int { return p.Tasks() })
		},
		Say: func(_ testing.TB, x *studytest.Computed[Plan, Row]) []any {
			source := report.SourceOf("a log", x.Cleaning, 0, overview.Describe(x.Trace))
			r := Merge(x.Plan, x.Log.Digest, x.Rows, source)
			return []any{r, r.Effect(), r.Doubt(), r.Table(), r.AmendedSentence(), r.OpenWords(),
				r.AmendedTable(), r.Methods()}
		},
	}
}

func TestTheDecisionConforms(t *testing.T) { subject().Conforms(t) }

func FuzzAnyBytesAreWholeOrAnError(f *testing.F) { subject().Fuzz(f) }
