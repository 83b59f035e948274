package predict

import (
	_ "embed"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/triples"
	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/overview"
	"shadowtime/core/job/resample"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/study"
)

//go:embed testdata/reports.jsonl
var golden []byte

func subject() *studytest.Subject[Plan, Row, *Plan, *Row] {
	p := Default()
	p.Weeks, p.Also = 1, "requested-SAF,ave3-doubling-FCFS"
	return &studytest.Subject[Plan, Row, *Plan, *Row]{
		Kind: Kind(), Plan: p,
		Others: map[string]string{"predictor": "quantile@0.7", "loss": "linear,linear,unit,60", "backfill": "SAF", "primary": "SAF",
			"also": "clairvoyant-FCFS", "threshold": "20h", "clean": "alloc-above+zero-run"},
		Compute: func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) },
		Golden:  []studytest.Golden[Plan, Row]{reports()},
	}
}

func sampled(t testing.TB, seed uint64) *job.Log {
	t.Helper()
	return studytest.Log(t, lublin.Config{Procs: 32, Jobs: 2500, Seed: seed}, 3)
}

// computed are all rows of a plan on a log.
func computed(t testing.TB, p Plan, log *job.Log) *studytest.Computed[Plan, Row] {
	t.Helper()
	return studytest.Compute(t, log, p, NewRunner, func(p Plan, _ *Runner) int { return p.Resamples })
}

func mapped(t testing.TB, name, list string, log *job.Log) *Map {
	t.Helper()
	p := triples.Default()
	p.Triples = list
	x := studytest.Compute(t, log, p, triples.NewRunner, func(p triples.Plan, _ *triples.Runner) int { return len(p.List()) })
	return MapOf(name, x.Plan, x.Rows)
}

// small is a plan of few and short resamples.
func small() Plan {
	p := Default()
	p.Weeks, p.Resamples, p.Block = 2, 6, 1
	return p
}

// reports are of every way to predict, and of the map of triples on two logs.
func reports() studytest.Golden[Plan, Row] {
	explained := func(p *Plan) bool { // the others add nothing
		once := p.Variant == resample.Draw || p.Variant == resample.Original
		return !once && p.Also == "" && p.Threshold != 3600
	}
	return studytest.Golden[Plan, Row]{Path: "testdata/reports.jsonl", Want: golden, Base: small(),
		Changes: []func(p *Plan){
			func(p *Plan) {},
			func(p *Plan) {
				p.Dialect, p.Objective, p.Threshold, p.Seed = sim.PYSS.String(), AvgWait, 20*3600, 1<<40
				p.Loss, p.Correction, p.Backfill = "linear,square,small-area,60", sim.Doubled, triples.FCFS
				p.Clean = study.Implied(p.Dialect, p.Clean)
			},
			func(p *Plan) {
				p.Predictor, p.Correction, p.Backfill, p.Variant, p.Tau = "ave3", sim.ToRequest, "SAF", resample.Draw, 60
			},
			func(p *Plan) {
				p.Predictor, p.Variant, p.Load, p.LoadBy, p.Resamples = "quantile@0.7", resample.Shuffle, 1.2, resample.Sizes, 3
			},
			func(p *Plan) {
				p.Predictor, p.Correction, p.Variant, p.Closer = "history2", sim.Doubled, resample.Original, 0.3
			},
			func(p *Plan) {
				p.Predictor, p.Backfill, p.Also = triples.Clairvoyant, triples.FCFS,
					"requested-SAF,ave4-doubling-SJBF,learned(square,square,long-narrow)-requested-FCFS"
				p.Block, p.Weeks, p.Objective = 2, 3, AvgWait
			},
			func(p *Plan) {
				p.Predictor, p.Backfill, p.Threshold, p.Load = triples.Requested, triples.FCFS, 3600, 0.8
			},
			func(p *Plan) {
				p.Predictor, p.Primary, p.Backfill, p.Variant = "fading@0.5", "SAF", "SAF", resample.Draw
			},
		},
		Compute: func(t testing.TB, p Plan) *studytest.Computed[Plan, Row] { return computed(t, p, sampled(t, 5)) },
		Say: func(t testing.TB, x *studytest.Computed[Plan, Row]) []any {
			r := Merge(x.Plan, x.Log.Digest, x.Rows)
			r.Warn(x.Rows, report.SourceOf("a log", x.Cleaning, 0, overview.Describe(x.Trace)))
			list := []any{r, []string{r.Sentence(), r.Logged(), r.Setting("a log"), r.Finding(), r.Methods(), r.CSV()}}
			if explained(&x.Plan) {
				e, err := Explain(r, x.Trace)
				require.NoError(t, err)
				list = append(list, e)
			}
			return list
		},
		Across: func(t testing.TB) []any {
			const list = "requested-SJBF,ave2-incremental-SJBF,ave2-doubling-FCFS,learned-incremental-SJBF," +
				"learned(linear,linear,unit)-requested-FCFS"
			a := Atlas{mapped(t, "one", list, sampled(t, 5)), mapped(t, "two", list, sampled(t, 6))}
			chosen, learned := a.Chosen()
			return []any{[]any{a.CSV(), a.Sentence(), a.Correlations(), chosen, learned}}
		},
	}
}

func TestPredictionConforms(t *testing.T) { subject().Conforms(t) }

func FuzzAnyBytesAreWholeOrAnError(f *testing.F) { subject().Fuzz(f) }
