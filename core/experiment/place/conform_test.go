package place

import (
	_ "embed"
	"testing"

	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/study"
)

//go:embed testdata/reports.jsonl
var golden []byte

func subject() *studytest.Subject[Plan, Row, *Plan, *Row] {
	p := Default()
	p.Platform, p.First, p.Pairs = "fastslow", 20, []string{"first-high_gflops", "shortest-low_power", "random-random"}
	return &studytest.Subject[Plan, Row, *Plan, *Row]{
		Kind: Kind(), Plan: p, Anything: true,
		Others: map[string]string{"platform": "spread", "pairs": "shortest-*", "backfilling": "easy,easy-aware",
			"closed": "8 30m 3h announced 10m", "against": "shortest-low_power+easy", "clean": "alloc-above"},
		Compute: func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) },
		Golden:  []studytest.Golden[Plan, Row]{reports()},
	}
}

func reports() studytest.Golden[Plan, Row] {
	base := Default()
	base.First, base.Stretches = 40, 4
	return studytest.Golden[Plan, Row]{Path: "testdata/reports.jsonl", Want: golden, Base: base,
		Changes: []func(p *Plan){
			func(p *Plan) {
				p.Pairs = []string{"first-high_gflops", "shortest-low_power", "random-random", "smallest-high_mem_bw"}
			},
			func(p *Plan) {
				p.Pairs, p.Platform, p.Stretches = []string{"first-high_gflops", "shortest-high_cores"}, "gaia", 2
			},
			func(p *Plan) {
				p.Pairs, p.Backfillings, p.Time, p.Against = []string{"shortest-high_gflops", "shortest-low_power"},
					[]string{"easy", "easy-aware"}, Slowdown, "shortest-low_power+easy"
				p.Work, p.Workload.Load, p.Skip = "accuracy", 1.5, 11
			},
			func(p *Plan) {
				p.Pairs, p.Platform, p.First = []string{"shortest-high_gflops", "first-low_power"}, "spread", 0
			},
		},
		Compute: func(t testing.TB, p Plan) *studytest.Computed[Plan, Row] {
			return studytest.Compute(t, studytest.Log(t, lublin.Config{Procs: 64, Jobs: 2000, Seed: 5}, 1), p, NewRunner,
				func(p Plan, r *Runner) int { return min(p.Stretches, r.Stretches()) })
		},
		Say: func(_ testing.TB, x *studytest.Computed[Plan, Row]) []any {
			r := Merge(x.Trace.Name, x.Trace.Digest, x.Plan, x.Rows)
			r.Source.Cleaning = x.Cleaning
			return []any{r, append([]string{r.Sentence(), r.Methods()}, r.Cautions()...)}
		},
	}
}

func TestPlacingsConform(t *testing.T) { subject().Conforms(t) }

func FuzzAnyBytesAreWholeOrAnError(f *testing.F) { subject().Fuzz(f) }
