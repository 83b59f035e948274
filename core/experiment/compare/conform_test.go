package compare

import (
	_ "embed"
	"testing"

	"shadowtime/core/internal/studytest"
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

func subject() *studytest.Subject[Plan, Row, *Plan, *Row] {
	p := small()
	p.Orders = []string{"SPF", "LEXP", "expr:min(p,3600)*q"}
	return &studytest.Subject[Plan, Row, *Plan, *Row]{
		Kind: Kind(), Plan: p,
		Others: map[string]string{"closed": "64 10d 8h unannounced", "rules": "4 jobs a user",
			"orders": "SAF,fcfs", "baseline": "saf", "threshold": "none", "clean": "alloc-above+zero-run",
			"backfill": "lqf"},
		Compute: func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) },
		Golden:  []studytest.Golden[Plan, Row]{reports()},
	}
}

// reports are of every order, and of few with every statistic there is.
func reports() studytest.Golden[Plan, Row] {
	base := Default()
	base.Weeks, base.Resamples, base.Bootstrap, base.Orders = 3, 12, 500, order.Names(order.Every())
	few := func(p *Plan) { p.Orders = p.Orders[:4] }
	return studytest.Golden[Plan, Row]{Path: "testdata/reports.jsonl", Want: golden, Base: base,
		Changes: []func(p *Plan){
			func(p *Plan) {},
			func(p *Plan) { p.Dialect, p.Threshold, p.Resamples = "ocs", study.None, 3 },
			func(p *Plan) { p.Dialect, p.Threshold, p.Resamples = "pyss", study.None, 3 },
			func(p *Plan) {
				p.Backfilling, p.Variant, p.Resamples, p.Seed, p.Tau = "none", resample.Shuffle, 3, 1<<40, 60
			},
			func(p *Plan) { p.Backfilling, p.Resamples, p.Weeks = "conservative", 2, 1 },
			func(p *Plan) { few(p); p.Load, p.Interval, p.Block = 1.2, Percentile, 1 },
			func(p *Plan) { few(p); p.Load, p.LoadBy, p.Interval = 1.1, resample.Sizes, BCa },
			func(p *Plan) { few(p); p.Variant, p.Warmup, p.Drain = resample.Draw, 3, 2 },
			func(p *Plan) { few(p); p.Variant, p.Clean.Flurry, p.Resamples = resample.Original, 0.2, 1 },
		},
		Compute: func(t testing.TB, p Plan) *studytest.Computed[Plan, Row] {
			return studytest.Compute(t, studytest.Log(t, lublin.Config{Procs: 64, Jobs: 5000, Seed: 5}, 1), p, NewRunner,
				func(p Plan, _ *Runner) int { return p.Resamples })
		},
		Say: func(_ testing.TB, x *studytest.Computed[Plan, Row]) []any {
			r := Merge(x.Plan, x.Log.Digest, x.Trace.Procs, x.Rows)
			r.Warn(x.Rows, report.SourceOf("a log", x.Cleaning, 0, overview.Describe(x.Trace)))
			if len(x.Plan.Orders) > 4 {
				return []any{r}
			}
			return []any{r, Explain(r, x.Trace.Users, x.Rows)}
		},
	}
}

func TestTheComparisonConforms(t *testing.T) { subject().Conforms(t) }

func FuzzAnyBytesAreWholeOrAnError(f *testing.F) { subject().Fuzz(f) }
