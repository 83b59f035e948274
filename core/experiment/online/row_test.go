package online

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/wire"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/resample"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// Whatever weeks a log is asked for, an order changes as much in a selection as in a
// comparison, with the same range unless it is the one that is named, and is shown or not.
func TestAnOrderHasOneRangeInSelectionAndComparison(t *testing.T) {
	fixture.Long(t)
	log, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 10_000, Seed: 5, Load: 0.8})
	require.NoError(t, err)
	known := 0
	for name, change := range map[string]func(w *study.Workload){
		"as it is":              func(*study.Workload) {},
		"warm-up and drain":     func(w *study.Workload) { w.Warmup, w.Drain = 7, 10 },
		"more load":             func(w *study.Workload) { w.Load = 1.2 },
		"less load":             func(w *study.Workload) { w.Load = 0.7 },
		"the log's last weeks":  func(w *study.Workload) { w.Variant, w.Weeks = resample.Original, 5 },
		"the whole log as was":  func(w *study.Workload) { w.Variant = resample.Whole },
		"weeks from the clock":  func(w *study.Workload) { w.Variant = resample.Shuffle },
		"wider jobs, more load": func(w *study.Workload) { w.Load, w.LoadBy = 1.3, resample.Sizes },
	} {
		p, q := Default(), compare.Default()
		p.Strategies, p.Resamples, q.Resamples, p.Weeks = []string{"all"}, 1, 1, 3
		p.Periods = []study.Seconds{job.Week}
		change(&p.Workload)
		q.Workload = p.Workload
		require.NoError(t, p.Normalise())
		require.NoError(t, q.Normalise())
		trace, _ := p.Prepare(log)
		chosen, err := NewRunner(trace, p)
		require.NoError(t, err)
		compared, err := compare.NewRunner(trace, q)
		require.NoError(t, err)
		var rows []Row
		var others []compare.Row
		for k := study.Logged; k <= 1; k++ {
			row, err := chosen.Task(k, nil)
			require.NoError(t, err)
			other, err := compared.Task(k, nil)
			require.NoError(t, err)
			rows, others = append(rows, row), append(others, other)
		}
		s, r := Merge(p, job.Digest{}, rows), compare.Merge(q, job.Digest{}, trace.Procs, others)
		require.Equal(t, r.AsLogged.Weeks, s.AsLogged.Weeks, name)
		for i, o := range r.Orders {
			x := s.Strategies[i]
			require.Equal(t, "fixed:"+o.Order, x.Strategy)
			same := func(a, b report.Float) {
				require.True(t, a == b || !a.Known() && !b.Known(), "%s, %s: %v, %v", name, o.Order, a, b)
			}
			same(o.Own, x.Own)
			if !(r.Named != nil && r.Named.At == i || s.Named != nil && s.Named.At == i) { // that has its claim's range
				same(o.Low, x.Low)
				same(o.High, x.High)
			}
			same(o.Change, x.Change)
			require.Equal(t, o.Shown, x.Shown)
			require.Equal(t, o.Near, x.Near)
			if i > 0 && o.Low.Known() {
				known++
			}
		}
		fixed := p
		fixed.Strategies = []string{"fixed:FCFS", "fixed:SPF"}
		alone := Merge(fixed, job.Digest{}, rows)
		require.Equal(t, r.Verdict, alone.Verdict)
		require.Equal(t, "fixed:"+r.Named.Order, alone.Named.Strategy, "of all orders, listed or not")
		require.Equal(t, r.Named.Change, alone.Named.Change)
		require.Equal(t, [2]report.Float{r.Named.Low, r.Named.High}, [2]report.Float{alone.Named.Low, alone.Named.High})
	}
	require.Greater(t, known, 50)
}

// Rows that were kept before the log had its weeks by submit can be read: the log then
// counts as not replayed.
func TestRowsOfFilesOfBeforeAreRead(t *testing.T) {
	p := small()
	r := runner(t, p)
	log, first := task(t, r, study.Logged), task(t, r, 1)
	require.True(t, log.weekly())
	require.False(t, first.weekly(), "of a resample they are not asked")
	var w wire.Writer
	log.Wire(wire.Both{Put: &w})
	whole := len(w.B)
	old := log
	old.Fixed, old.Learnt = append([]Course(nil), log.Fixed...), append([]Course(nil), log.Learnt...)
	for _, list := range [][]Course{old.Fixed, old.Learnt} {
		for i := range list {
			list[i].Week = nil
		}
	}
	w = wire.Writer{}
	old.Wire(wire.Both{Put: &w})
	require.Less(t, len(w.B), whole)
	back, err := study.Decode[Row](w.B)
	require.NoError(t, err)
	require.False(t, back.weekly())
	require.NoError(t, p.Normalise())
	s := Merge(p, job.Digest{}, []Row{back, first})
	require.Nil(t, s.AsLogged)
	require.Equal(t, report.Undecided, s.Verdict)
	require.Contains(t, s.Sentence(), "The log itself is not replayed yet.")
	require.Equal(t, Merge(p, job.Digest{}, []Row{first}).CSV(), s.CSV())
}
