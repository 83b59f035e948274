package windows

import (
	_ "embed"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/study"
)

//go:embed testdata/reports.jsonl
var golden []byte

func subject() *studytest.Subject[Plan, Row, *Plan, *Row] {
	p := Default()
	p.Days, p.Orders = 2, []string{"FCFS", "SPF", "LIN"}
	return &studytest.Subject[Plan, Row, *Plan, *Row]{
		Kind: Kind(), Plan: p, Anything: true,
		Others:  map[string]string{"orders": "SAF,expr:p*q+r", "start": "100000,7", "clean": "alloc-above"},
		Compute: func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) },
		Golden:  []studytest.Golden[Plan, Row]{reports()},
	}
}

func reports() studytest.Golden[Plan, Row] {
	base := Default()
	base.Days = 1
	return studytest.Golden[Plan, Row]{Path: "testdata/reports.jsonl", Want: golden, Base: base,
		Changes: []func(p *Plan){
			func(p *Plan) {},
			func(p *Plan) { p.Scenario, p.Dialect = Easy, GC },
			func(p *Plan) {
				p.Scenario, p.Orders, p.Starts, p.Load = Easy, []string{"SAF", "expr:p*q-age", "WFP3"}, []int64{0, 100_000}, 1.2
			},
		},
		Compute: func(t testing.TB, p Plan) *studytest.Computed[Plan, Row] {
			return studytest.Compute(t, studytest.Log(t, lublin.Config{Procs: 32, Jobs: 2000, Seed: 5}, 1), p, NewRunner,
				func(_ Plan, r *Runner) int {
					require.NoError(t, r.Short())
					return r.Windows()
				})
		},
		Say: func(_ testing.TB, x *studytest.Computed[Plan, Row]) []any {
			r := Merge(x.Trace.Name, x.Trace.Digest, x.Trace.Procs, x.Plan, x.Rows)
			return []any{r, []string{r.Title(), r.Methods(x.Cleaning)}}
		},
	}
}

func TestWindowsConform(t *testing.T) { subject().Conforms(t) }

func FuzzAnyBytesAreWholeOrAnError(f *testing.F) { subject().Fuzz(f) }
