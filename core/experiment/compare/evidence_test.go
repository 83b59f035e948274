package compare

import (
	"encoding/json"
	"math"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/report"
	"shadowtime/core/sim/metric"
)

// made is the comparison that tests look at, computed once: they read it only.
var made = sync.OnceValue(func() (x struct {
	report   *Report
	evidence *Evidence
	rows     []Row
	trace    *job.Trace
	err      error
}) {
	log, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 4000, Seed: 5})
	if x.err = err; err != nil {
		return x
	}
	p := Default()
	p.Weeks, p.Resamples, p.Bootstrap = 4, 8, 200
	if x.err = p.Normalise(); x.err != nil {
		return x
	}
	tr, cleaning := p.Prepare(log)
	r, err := NewRunner(tr, p)
	if x.err = err; err != nil {
		return x
	}
	var rows []Row
	for k := p.Resamples; k >= 0; k-- { // the log itself the last
		row, err := r.Task(k, nil)
		if x.err = err; err != nil {
			return x
		}
		rows = append(rows, row)
	}
	x.report = Merge(p, log.Digest, tr.Procs, rows)
	x.report.Warn(rows, report.Source{Name: "a log", Cleaning: cleaning, Users: len(tr.Users), UsersKnown: true, WholeWeeks: 9})
	x.evidence, x.rows, x.trace = Explain(x.report, tr.Users, rows), rows[:p.Resamples], tr
	return x
})

func evidence(t *testing.T) (*Report, *Evidence, []Row, *job.Trace) {
	t.Helper()
	x := made()
	require.NoError(t, x.err)
	return x.report, x.evidence, x.rows, x.trace
}

func TestTheEvidenceAgreesWithTheReport(t *testing.T) {
	fixture.Long(t)
	r, e, rows, tr := evidence(t)
	jobs := int64(0)
	for k := range rows {
		jobs += rows[k].Runs[0].Jobs
	}
	for i, o := range r.Orders {
		curve, point := e.Curves[i], e.Points[i]
		last := len(curve.Mean) - 1
		require.Equal(t, o.Change, curve.Mean[last], "the curve of %s ends at its pooled change", o.Order)
		require.InDelta(t, float64(point.AvgLow)-1, float64(curve.Low[last]), 1e-9, "and its band where single resamples do")
		require.InDelta(t, float64(point.AvgHigh)-1, float64(curve.High[last]), 1e-9)
		if i > 0 {
			require.InDelta(t, float64(o.Wins)/8, float64(e.Beats[i][0]), 1e-12)
		}
		for j := range r.Orders {
			require.InDelta(t, 1, float64(e.Beats[i][j]+e.Beats[j][i]), 1e-12)
		}
		share := e.Waits[i].Share
		require.Equal(t, report.Float(1), share[len(share)-1])
		require.LessOrEqual(t, int64(0), e.Waits[i].At[0])
		require.LessOrEqual(t, o.MaxMaxWait, e.Waits[i].At[len(e.Waits[i].At)-1])
		require.LessOrEqual(t, e.Points[i].AvgLow, e.Points[i].AvgHigh)
		w := e.Weeks[i]
		require.True(t, w.P10 <= w.P25 && w.P25 <= w.Median && w.Median <= w.P75 && w.P75 <= w.P90)
		require.Len(t, w.Values, 4*8, "every week of every resample")
	}
	require.Equal(t, report.Float(1), e.Points[0].Avg)
	for _, groups := range [][]Group{e.Groups.Size, e.Groups.Run, e.Groups.Hour, e.Groups.User} {
		n := int64(0)
		wait := 0.0
		changed := make([]float64, len(r.Orders))
		for _, g := range groups {
			n += g.Jobs
			w := float64(g.AvgWait) * float64(g.Jobs)
			wait += w
			for i, c := range g.Change {
				if w > 0 {
					changed[i] += w * float64(c)
				}
			}
		}
		require.Equal(t, jobs, n)
		require.InEpsilon(t, float64(r.Orders[0].AvgWait)*float64(jobs), wait, 1e-9)
	}
	require.Equal(t, len(tr.Users), len(e.Groups.User))
	b, err := json.Marshal(e)
	require.NoError(t, err)
	require.Contains(t, string(b), `"beats"`)
}

func TestThePairsAgreeWithTheReport(t *testing.T) {
	fixture.Long(t)
	r, e, _, _ := evidence(t)
	near := 0
	for i, o := range r.Orders {
		p := e.Paired[i]
		if i > 0 {
			require.InDelta(t, float64(o.Wins)/8, float64(p.Won), 1e-12)
			require.True(t, p.WonLow <= p.Won && p.Won <= p.WonHigh)
		}
		if o.Near {
			near++
		}
	}
	require.Equal(t, len(r.Orders), near, "three weeks tell nothing apart")
	require.True(t, r.Ranked()[0].Near)
	var codes []string
	for _, w := range r.Warnings {
		codes = append(codes, w.Code)
	}
	require.Contains(t, codes, "few-resamples")
	require.Contains(t, codes, "few-weeks")
	require.Equal(t, "conditional", codes[len(codes)-1])
}

func TestManyClearResamplesTellTheBest(t *testing.T) {
	p := Default()
	p.Orders, p.Resamples = []string{"FCFS", "SPF", "SAF"}, 30
	require.NoError(t, p.Normalise())
	var rows []Row
	for k := 1; k <= 30; k++ {
		row := Row{K: k}
		for _, w := range []int64{1000, 500, 800} { // of resamples alone
			row.Runs = append(row.Runs, metric.Run{Jobs: 10, SumWait: w + int64(k), MaxWait: 9, Last: 5})
			row.Breakdowns = append(row.Breakdowns, metric.Breakdown{Waits: make([]int64, metric.WaitBins)})
		}
		rows = append(rows, row)
	}
	r := Merge(p, job.Digest{}, 4, rows)
	require.Equal(t, []bool{false, true, false}, []bool{r.Orders[0].Near, r.Orders[1].Near, r.Orders[2].Near})
	require.Equal(t, "SPF", r.Named.Order)
}

func TestGroupsWithoutWaitingHaveNoChange(t *testing.T) {
	_, e, _, _ := evidence(t)
	for _, g := range e.Groups.User {
		if g.AvgWait == 0 {
			require.True(t, math.IsNaN(float64(g.Change[1])) || math.IsInf(float64(g.Change[1]), 0))
		}
	}
	require.Equal(t, "1 processor", SizeClassName(0, 100))
	require.Equal(t, "4–7 processors", SizeClassName(2, 100))
	require.Equal(t, "64–100 processors", SizeClassName(6, 100), "the last class ends at the machine")
	require.Equal(t, "64 processors", SizeClassName(6, 64))
	require.Equal(t, "0 s", RunClassName(0))
	require.Equal(t, "1\u202fmin to 5\u202fmin", RunClassName(3))
}

func TestTheMethodsNameEverySetting(t *testing.T) {
	r, _, _, tr := evidence(t)
	c := &job.Cleaning{Rules: r.Plan.Clean, Machine: job.Machine{Procs: 64, From: job.SizeInHeader, Of: "MaxProcs"}, Read: 4003, Kept: 4000,
		Dropped: []job.Dropped{{Reason: job.ZeroRun, N: 3}}, Extended: 12}
	r.Source = report.Source{Name: "a log", Cleaning: c, Unreadable: 2, Users: len(tr.Users), UsersKnown: true, WholeWeeks: 9,
		Calendar: "weeks begin on Monday"}
	s := r.Methods()
	for _, part := range []string{"a log", r.Digest[:16], "LCFS, SPF", "with FCFS", "4\u202f000 of 4\u202f005", "online",
		"2 unreadable lines", "3: run time is zero", "12 of them the request was raised",
		"64 identical processors (MaxProcs of the header)", "8 resamples of 4 weeks", "9 whole weeks", "seed 1", "blocks of 4",
		"weeks begin on Monday", "EASY backfilling", "40h", "shadowtime", "Fieller 1954", "tau = 10 s",
		"conditional on this log"} {
		require.Contains(t, s, part)
	}
}
