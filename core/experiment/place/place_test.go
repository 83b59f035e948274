package place

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/cluster"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/study"
)

func trace(t testing.TB, procs, jobs int, p *Plan) *job.Trace {
	t.Helper()
	log, err := lublin.Sample(lublin.Config{Procs: procs, Jobs: jobs, Seed: 2})
	require.NoError(t, err)
	log.Digest = job.DigestOf(log)
	tr, _ := p.Prepare(log)
	return tr
}

func TestPairsAreNamedAllOrByAStarOrOneByOne(t *testing.T) {
	p := Default()
	set := p.Settings().Find("pairs")
	require.Equal(t, "all", set.Get())
	for _, x := range []struct {
		text string
		n    int
	}{{"all", 36}, {"*-*", 36}, {"*-low_power", 6}, {"shortest-*", 6}, {"shortest-*, *-low_power", 11},
		{"first-high_gflops,first-high_gflops", 1}} {
		require.NoError(t, set.Set(x.text), x.text)
		require.Len(t, p.Pairs, x.n, x.text)
		require.NoError(t, set.Set(set.Get()))
		require.Len(t, p.Pairs, x.n, x.text)
	}
	require.Equal(t, "first-high_gflops", set.Get())
	for _, bad := range []string{"", "first", "first-nowhere", "nothing-*", "*-nowhere", "void", "*", "first-high_gflops+easy"} {
		require.Error(t, set.Set(bad), bad)
	}
	require.Equal(t, "first-high_gflops", set.Get())
	against := p.Settings().Find("against")
	require.ErrorContains(t, against.Set("void"), "nothing would ever start")
	require.NoError(t, against.Set("first-low_power+easy-aware"))
	require.Equal(t, "first-low_power+easy-aware", p.Against)
	require.NoError(t, against.Set("first-low_power+none"))
	require.Equal(t, "first-low_power", p.Against)
}

func TestTheBaselineBackfillsAsTheChoicesDo(t *testing.T) {
	p := Default()
	for _, backfilling := range []string{"easy", "none", "easy-aware"} {
		p.Backfillings = []string{backfilling}
		base := p.Choices()[p.Base()]
		require.Equal(t, backfilling, base.Backfill.String())
		require.Equal(t, "first-high_gflops", base.Action.String())
	}
	p = Default()
	require.Equal(t, "first-high_gflops+easy", p.Choices()[p.Base()].Name(), "what saves time is not EASY alone")
	p.Against = "shortest-low_power+easy"
	require.Equal(t, p.Against, p.Choices()[p.Base()].Name())
	p.Pairs = []string{"first-high_gflops"}
	require.Zero(t, p.Base())
}

// What a row says of a run is what the engine says of it.
func TestOutcomesAreTheEnginesMetrics(t *testing.T) {
	p := Default()
	p.Platform, p.First, p.Skip = "fastslow", 50, 7
	tr := trace(t, 64, 2000, &p)
	r, err := NewRunner(tr, p)
	require.NoError(t, err)
	row, err := r.Task(2, nil)
	require.NoError(t, err)
	m, err := p.Machine()
	require.NoError(t, err)
	l, err := p.Site.Load(tr, m, 2, p.Seed)
	require.NoError(t, err)
	for i, c := range p.Choices() {
		s := cluster.New(m, l)
		s.Seed(p.Seed)
		want, got := s.Run(c.Action), row.Outcomes[i]
		require.Equal(t, want.Jobs, got.Jobs)
		require.Equal(t, want.Makespan, got.Makespan, c.Name())
		require.Equal(t, want.Energy, got.Energy)
		require.Equal(t, want.AvgWait, got.SumWait/float64(got.Jobs))
		require.Equal(t, want.AvgTurnaround, got.SumTurnaround/float64(got.Jobs))
		require.Equal(t, want.AvgSlowdown, got.SumSlowdown/float64(got.Lasting))
		require.InEpsilon(t, want.AvgUtilization, got.BusySeconds/(float64(m.Cores())*got.Makespan), 1e-9)
		require.Equal(t, want.OverBandwidth, got.OverBandwidth)
		require.Equal(t, want.Decisions, got.Decisions)
	}
}

func TestALogIsAsManyStretchesAsItHasJobsFor(t *testing.T) {
	p := Default()
	p.Platform, p.First = "fastslow", 300
	r, err := NewRunner(trace(t, 64, 1000, &p), p)
	require.NoError(t, err)
	row, err := r.Task(study.Logged, nil)
	require.NoError(t, err)
	require.Equal(t, 3, row.Stretches)
	p.First = 0
	r, err = NewRunner(trace(t, 64, 1000, &p), p)
	require.NoError(t, err)
	require.Equal(t, 1, r.Stretches())
	_, err = r.Task(2, nil)
	require.ErrorContains(t, err, "there is one stretch")
	p.Platform = "spread"
	r, err = NewRunner(trace(t, 64, 1000, &p), p)
	require.NoError(t, err)
	row, err = r.Task(study.Logged, nil)
	require.NoError(t, err)
	require.Equal(t, "larger-than-machine", row.Dropped[0].Reason.Key())
	p.Platform, p.Skip = "gaia", 5000
	_, err = NewRunner(trace(t, 64, 1000, &p), p)
	require.ErrorContains(t, err, "no jobs can be run")
}

func BenchmarkStretch(b *testing.B) {
	p := Default()
	r, err := NewRunner(trace(b, 256, 25_000, &p), p)
	require.NoError(b, err)
	for b.Loop() {
		_, err := r.Task(1, nil)
		require.NoError(b, err)
	}
}
