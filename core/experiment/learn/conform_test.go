package learn

import (
	_ "embed"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/sim/trials"
	"shadowtime/core/study"
)

var (
	//go:embed testdata/learned.jsonl
	goldenFits []byte
	//go:embed testdata/reports.jsonl
	goldenReports []byte
)

func subject() *studytest.Subject[Plan, Row, *Plan, *Row] {
	p := Default()
	p.Trials = 200
	return &studytest.Subject[Plan, Row, *Plan, *Row]{
		Kind: Kind(), Plan: p, Anything: true,
		Others: map[string]string{"features": "lin,p q+log(p)", "trials": "1000", "sizes": "8,12", "starts": "7,9,7",
			"clean": "queue-tuning"},
		Compute: func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) },
		Golden:  []studytest.Golden[Plan, Row]{fits(), reports()},
	}
}

// computed are all pairs of a plan on a log of so many jobs.
func computed(t testing.TB, p Plan, jobs int, seed uint64) *studytest.Computed[Plan, Row] {
	t.Helper()
	return studytest.Compute(t, studytest.Log(t, lublin.Config{Procs: 64, Jobs: jobs, Seed: seed}, 1), p, NewRunner,
		func(p Plan, _ *Runner) int { return p.Pairs })
}

// fits are rows, and what is fitted to them.
func fits() studytest.Golden[Plan, Row] {
	return studytest.Golden[Plan, Row]{Path: "testdata/learned.jsonl", Want: goldenFits, Base: Default(),
		Changes: []func(p *Plan){
			func(p *Plan) { p.Pairs, p.Trials, p.Features = 30, 96, Four+",log(p)+sqrt(q) log(r)" },
			func(p *Plan) {
				p.Sizes, p.Trials, p.Pairs, p.Features, p.Ridge = trials.Sizes{Ahead: 5, Queued: 4}, All, 12, "lin,p q", 0.1
			},
			func(p *Plan) { p.Starts, p.Trials, p.Load, p.Seed, p.Features = []int{900, 3, 900}, 64, 1.4, 7, "lin" },
		},
		Compute: func(t testing.TB, p Plan) *studytest.Computed[Plan, Row] { return computed(t, p, 1500, 3) },
		Say: func(t testing.TB, x *studytest.Computed[Plan, Row]) []any {
			rows := slices.Clone(x.Rows)
			slices.Reverse(rows)
			list := []any{x.Plan, rows[:3]}
			training := TrainingOf(rows)
			for _, features := range x.Plan.Models() {
				f, err := FitTo(training, features, x.Plan.Ridge)
				require.NoError(t, err)
				list = append(list, []any{f.Name, f.Formula(), f.MAE, f.R2, f.Rank, f.Warnings()})
				for _, c := range f.Coefficients[1:] {
					list = append(list, c)
				}
			}
			return list
		},
	}
}

// reports are those, with the windows that judge the order.
func reports() studytest.Golden[Plan, Row] {
	base := Default()
	base.Pairs, base.Trials = 30, 256
	return studytest.Golden[Plan, Row]{Path: "testdata/reports.jsonl", Want: goldenReports, Base: base,
		Changes: []func(p *Plan){
			func(p *Plan) {},
			func(p *Plan) {
				p.Features, p.Part, p.Ridge = "log(p)+log(q),lin+p q,p+sqrt(q)", study.FirstHalf, 0.1
			},
			func(p *Plan) { p.Sizes, p.Trials, p.Pairs = trials.Sizes{Ahead: 8, Queued: 5}, All, 9 },
		},
		Compute: func(t testing.TB, p Plan) *studytest.Computed[Plan, Row] { return computed(t, p, 3000, 5) },
		Say: func(t testing.TB, x *studytest.Computed[Plan, Row]) []any {
			r := Merge(x.Plan, x.Log.Digest, x.Rows)
			return []any{r, map[string]any{"sentence": WithWindows(r, evaluated(t, r, x.Trace, 2)).Sentence(), "csv": r.CSV()}}
		},
	}
}

func TestLearningConforms(t *testing.T) { subject().Conforms(t) }

func FuzzAnyBytesAreWholeOrAnError(f *testing.F) { subject().Fuzz(f) }
