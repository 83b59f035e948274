package learn

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/windows"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/trials"
	"shadowtime/core/study"
)

// Learned is a report, for tests on a synthetic log, with its rows.
func Learned(t *testing.T, change func(p *Plan)) (*Report, []Row, *job.Trace) {
	t.Helper()
	p := reports().Base
	if change != nil {
		change(&p)
	}
	x := computed(t, p, 3000, 5)
	return Merge(x.Plan, x.Log.Digest, x.Rows), x.Rows, x.Trace
}

// evaluated judges a report's order.
func evaluated(t testing.TB, r *Report, tr *job.Trace, days int) *windows.Report {
	t.Helper()
	p := windows.Default()
	p.Days, p.Scenario, p.Orders = days, windows.Easy, []string{"FCFS", "SAF", Named(r.Formula)}
	require.NoError(t, p.Normalise())
	runner, err := windows.NewRunner(tr, p)
	require.NoError(t, err)
	var rows []windows.Row
	for k := 1; k <= runner.Windows(); k++ {
		row, err := runner.Task(k, nil)
		require.NoError(t, err)
		rows = append(rows, row)
	}
	return windows.Merge(tr.Name, tr.Digest, tr.Procs, p, rows)
}

func TestTheReportIsThatOfTheFits(t *testing.T) {
	r, _, _ := Learned(t, nil)
	require.Len(t, r.Models, 4)
	require.Equal(t, 30*32, r.Scores)
	require.Equal(t, r.Models[0].Formula, r.Formula)
	for i, features := range r.Plan.Models() {
		f, err := FitTo(r.Training, features, 0)
		require.NoError(t, err)
		for j, c := range r.Models[i].Coefficients {
			require.Equal(t, f.Coefficients[j].Value, float64(c.Value))
			require.Equal(t, f.Coefficients[j].Determined, c.Determined)
		}
		require.Equal(t, f.Formula(), r.Models[i].Formula)
	}
	settling := r.Settling
	require.Len(t, settling, 3, "after 32, 64 and 128 of 256 trials")
	require.Greater(t, settling[0].RMS, settling[2].RMS)
}

// More features than scored jobs are left out and said; with none left there is no
// order.
func TestRefusalsAreSaid(t *testing.T) {
	r, _, _ := Learned(t, func(p *Plan) {
		p.Sizes, p.Pairs, p.Features = trials.Sizes{Ahead: 4, Queued: 3}, 2, "lin,cub"
	})
	require.Len(t, r.Models, 1)
	require.Contains(t, r.Refusals(), "Cub has 13 features and there are only 6 scored jobs")
	r, _, _ = Learned(t, func(p *Plan) {
		p.Sizes, p.Pairs, p.Features = trials.Sizes{Ahead: 4, Queued: 3}, 2, "cub"
	})
	require.Empty(t, r.Formula)
	require.Contains(t, r.Sentence(), "No order could be fitted. Cub has 13 features")
}

// The share of jobs that go before one is that of the order which the formula is.
func TestTheMapIsThatOfTheFormula(t *testing.T) {
	r, _, _ := Learned(t, nil)
	m := &r.Models[0]
	o, err := order.Parse(m.Formula)
	require.NoError(t, err)
	before := func(p, q, s float64) float64 {
		n := 0
		for i := range r.Training.P {
			if o.Key(int64(r.Training.P[i]), int32(r.Training.Q[i]), int64(r.Training.R[i]), 0) < o.Key(int64(p), int32(q), int64(s), 0) {
				n++
			}
		}
		return float64(n) / float64(r.Training.Len())
	}
	for _, p := range []float64{1, 60, 3600, 86400} {
		for _, q := range []float64{1, 4, 64} {
			require.InDelta(t, before(p, q, 500), Before(r.Training, m.Key, p, q, 500), 0.01, "rounded to seven digits")
		}
	}
}

// The sentence claims what the windows' ranks show, and no more.
func TestTheSentenceGoesNoFurtherThanTheWindows(t *testing.T) {
	r, _, _ := Learned(t, nil)
	d := windows.Difference{Order: Mine, Baseline: "FCFS", Ratio: 0.5, Low: 0.4, High: 0.6, Holm: 0.001, Windows: 20}
	say := func(d windows.Difference, others ...windows.Difference) string {
		return WithWindows(r, &windows.Report{Differences: append(others, d)}).Sentence()
	}
	require.Contains(t, say(d), "has 50\u202f% less mean bounded slowdown than FCFS [40, 60] in the typical of 20 windows")
	require.Contains(t, say(d, windows.Difference{Order: "SAF", Ratio: 0.4, Holm: 0.001, Windows: 20}),
		"SAF, which never saw this log, has −60\u202f%")
	require.Contains(t, say(d, windows.Difference{Order: "SPF", Ratio: 0.9, Windows: 20}, windows.Difference{Order: "SAF", Ratio: 0.7,
		Windows: 20}), "Of the others SAF comes nearest with −30\u202f%")
	open := d
	open.Holm = 0.2
	require.Contains(t, say(open), "was not shown to differ from FCFS")
	worse := d
	worse.Ratio, worse.Low, worse.High = 2, 1.5, 3
	require.Contains(t, say(worse), "was shown to be worse than FCFS, by 100\u202f% [50, 200]")
	few := d
	few.Windows, few.Low, few.High = 3, report.Float(math.NaN()), report.Float(math.NaN())
	require.Contains(t, say(few), "So few windows prove nothing")
	require.Contains(t, r.Sentence(), "learned from the whole log, of which nothing is left to judge it on")
	half := *r
	half.Plan.Part = study.FirstHalf
	require.Contains(t, half.Sentence(), "No window has judged it yet")
	_, err := JudgedBy(&r.Plan, Judging(), r.Formula)
	require.ErrorContains(t, err, "nothing is left to judge it on: learn it from --part first or second")
	require.True(t, strings.HasSuffix(say(d), r.Determined()+"."))
}

// WithWindows is a report with what windows say of its order.
func WithWindows(r *Report, w *windows.Report) *Report {
	judged := *r
	judged.Judged = w
	return &judged
}
