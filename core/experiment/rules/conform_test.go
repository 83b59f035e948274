package rules

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
	return &studytest.Subject[Plan, Row, *Plan, *Row]{
		Kind: Kind(), Plan: Default(), Recorded: true, Last: Half, Jobs: 600,
		Others:  map[string]string{"clean": "alloc-above", "exempt": "0.05", "said": "4 jobs a user\tqos.psv, line 2"},
		Compute: func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) },
		Golden:  []studytest.Golden[Plan, Row]{reports()},
	}
}

func reports() studytest.Golden[Plan, Row] {
	return studytest.Golden[Plan, Row]{Path: "testdata/reports.jsonl", Want: golden, Base: Default(),
		Changes: []func(p *Plan){
			func(*Plan) {},
			func(p *Plan) { p.Exempt, p.Forward = 0, true },
		},
		Compute: func(t testing.TB, p Plan) *studytest.Computed[Plan, Row] {
			log := studytest.Log(t, lublin.Config{Procs: 32, Jobs: 1500, Seed: 5}, 1)
			return studytest.Compute(t, log, p, func(t *job.Trace, p Plan) (*Runner, error) {
				studytest.Record(t)
				return NewRunner(t, p)
			}, func(p Plan, _ *Runner) int { return p.Last() })
		},
		Say: func(_ testing.TB, x *studytest.Computed[Plan, Row]) []any {
			r := Merge(x.Trace.Name, x.Trace.Digest, x.Trace.Procs, &x.Trace.Calendar, x.Plan, x.Rows)
			r.Source.Cleaning = x.Cleaning
			return []any{r, []string{r.Sentence(), r.Finding(), r.Left(), r.Nearness(), r.Forwards(), r.Text(), r.Methods()}, r.Cautions(),
				[][][]string{r.Table(), r.PatternTable()}, []string{r.CSV(), r.WeekCSV()}}
		},
	}
}

func TestRulesConform(t *testing.T) { subject().Conforms(t) }

func FuzzAnyBytesAreWholeOrAnError(f *testing.F) { subject().Fuzz(f) }
