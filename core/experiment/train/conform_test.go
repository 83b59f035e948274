package train

import (
	_ "embed"
	"testing"

	"shadowtime/core/experiment/agent"
	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

//go:embed testdata/cohorts.jsonl
var golden []byte

func subject() *studytest.Subject[Plan, Row, *Plan, *Row] {
	p := Default()
	p.Platform, p.First = "fastslow", 8
	p.Agent.Episodes, p.Agent.Hidden = 3, 4
	p.Agent.Actions = []string{"first-low_power", "shortest-high_gflops", "void"}
	return &studytest.Subject[Plan, Row, *Plan, *Row]{
		Kind: Kind(), Plan: p, Anything: true, Jobs: 200,
		Others:  map[string]string{"platform": "fatthin", "actions": "all", "clean": "queue-tuning"},
		Compute: func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) },
		Golden:  []studytest.Golden[Plan, Row]{cohorts()},
	}
}

func cohorts() studytest.Golden[Plan, Row] {
	return studytest.Golden[Plan, Row]{Path: "testdata/cohorts.jsonl", Want: golden, Base: onLog(),
		Changes: []func(p *Plan){
			func(p *Plan) {},
			func(p *Plan) {
				*p = spread(agent.None)
				p.Agent.Episodes, p.Seeds = 4, 3
			},
		},
		Compute: func(t testing.TB, p Plan) *studytest.Computed[Plan, Row] {
			return studytest.Compute(t, studytest.Log(t, lublin.Config{Procs: 64, Jobs: 300, Seed: 5}, 1), p, NewRunner,
				func(p Plan, _ *Runner) int { return p.Seeds })
		},
		Say: func(_ testing.TB, x *studytest.Computed[Plan, Row]) []any {
			c := CohortOf(x.Plan, x.Log.Digest, x.Rows)
			c.Source = report.Source{Name: "synthetic", Cleaning: x.Cleaning}
			return []any{c, map[string]any{"sentence": c.Sentence(), "methods": c.Methods(), "cautions": c.Cautions(), "csv": c.CSV(),
				"tests": c.TestsCSV()}}
		},
		Across: func(t testing.TB) []any {
			plain, _ := cohort(t, spread(agent.None))
			mean, _ := cohort(t, spread(agent.Mean))
			return []any{[]string{plain.Sentence(), mean.Sentence(), mean.Beside(plain), plain.Beside(mean)},
				[]any{plain.Best, mean.Best}}
		},
	}
}

func TestTrainingConforms(t *testing.T) { subject().Conforms(t) }

func FuzzAnyBytesAreWholeOrAnError(f *testing.F) { subject().Fuzz(f) }
