package online

import (
	_ "embed"
	"testing"

	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/job/resample"
	"shadowtime/core/study"
)

//go:embed testdata/reports.jsonl
var golden []byte

func subject() *studytest.Subject[Plan, Row, *Plan, *Row] {
	p := Default()
	p.Weeks, p.Resamples = 2, 3
	p.Orders, p.Strategies = []string{"FCFS", "SPF", "SAF"}, []string{"full", "noisy", "linucb", "fixed:SPF"}
	return &studytest.Subject[Plan, Row, *Plan, *Row]{
		Kind: Kind(), Plan: p,
		Others: map[string]string{"strategies": "all,exp3,full@0.5", "orders": "SPF,SQF", "period": "12h,week", "threshold": "none",
			"clean": "none", "backfill": "p*q", "rules": "4 jobs a user"},
		Compute: func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) },
		Golden:  []studytest.Golden[Plan, Row]{reports()},
	}
}

func reports() studytest.Golden[Plan, Row] {
	return studytest.Golden[Plan, Row]{Path: "testdata/reports.jsonl", Want: golden, Each: 1, Base: smallSelection(),
		Changes: []func(p *Plan){
			func(p *Plan) {},
			func(p *Plan) {
				p.Feedback, p.Lambda, p.DiscountJobs, p.Resamples, p.Dialect = Machine, 0.7, true, 2, "ocs"
				p.Strategies = []string{"full", "noisy", "noisy-job@0.5", "epsilon-greedy@0.5", "epsilon-decay@0.3", "linucb@3"}
			},
			func(p *Plan) {
				p.Orders, p.Dialect, p.Threshold, p.Resamples, p.UntriedFirst = []string{"SPF", "LEXP", "F4"}, "pyss", study.None, 2,
					false
				p.Periods, p.Seed = []study.Seconds{5 * 3600, 10 * job.Day}, 1<<40
			},
			func(p *Plan) { p.Variant, p.Weeks, p.Load = resample.Original, 4, 1.2 },
			func(p *Plan) {
				p.Variant, p.Warmup, p.Drain, p.Resamples = resample.Draw, 2, 1, 5
				p.Strategies = []string{"random", "epsilon-greedy@0.1", "epsilon-greedy@0.5", "fixed:SPF"}
			},
		},
		Compute: computed,
		Say: func(t testing.TB, x *studytest.Computed[Plan, Row]) []any {
			s := Merge(x.Plan, x.Log.Digest, x.Rows)
			s.Warn(x.Rows, sourceOf(x))
			return []any{struct {
				*Report
				Evidence *Evidence `json:"evidence"`
			}{s, Explain(s, x.Rows)}}
		},
	}
}

func TestTheChoiceWhileRunningConforms(t *testing.T) { subject().Conforms(t) }

func FuzzAnyBytesAreWholeOrAnError(f *testing.F) { subject().Fuzz(f) }
