package replay

import (
	_ "embed"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/internal/simtest"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/why"
)

//go:embed testdata/reports.jsonl
var golden []byte

// contrasts are reports of two schedules side by side.
func contrasts(t testing.TB) (list []any) {
	for seed := range uint64(12) {
		tr, x, y := two(t, seed)
		a, b := sides(x, y)
		r := Contrast(tr, a, b, 5)
		require.NoError(t, r.Explain(y))
		list = append(list, struct {
			*Report
			Said      string
			Quantiles []float64
		}{r, r.Sentence(), r.Quantiles(4)})
	}
	return list
}

// two are the tapes of one trace under two orders.
func two(t testing.TB, seed uint64) (tr *job.Trace, a, b *why.Tape) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 31))
	tr = simtest.Trace(r, 2+r.IntN(60))
	tr.Users = []int64{7}
	tape := func(o order.Order) *why.Tape {
		x, err := why.Record(tr, &sim.Config{Primary: o, Backfill: o, Threshold: sim.None})
		require.NoError(t, err)
		return x
	}
	every := order.Every()
	return tr, tape(every[0]), tape(every[1+r.IntN(len(every)-1)])
}

func sides(a, b *why.Tape) (Side, Side) {
	return Side{a.Config.Primary.Label(), a.Starts}, Side{b.Config.Primary.Label(), b.Starts}
}

func TestWhatIsGainedOneWayIsLostTheOther(t *testing.T) {
	for seed := range uint64(100) {
		tr, x, y := two(t, seed)
		a, b := sides(x, y)
		there, back := Contrast(tr, a, b, 5), Contrast(tr, b, a, 5)
		require.Equal(t, []int{there.Less, there.Same, there.More}, []int{back.More, back.Same, back.Less})
		require.Equal(t, there.Jobs, there.Less+there.Same+there.More)
		require.Equal(t, there.A, back.B)
		require.Len(t, there.Gains, len(back.Loss))
		for i, g := range there.Gains {
			require.Positive(t, g.A-g.B)
			require.Equal(t, g.A-g.B, back.Loss[i].B-back.Loss[i].A)
		}
		q := there.Quantiles(4)
		require.IsNonDecreasing(t, q)
		for _, list := range [][]Group{there.Size, there.Run, there.User, there.Hour} {
			var all Group
			for _, g := range list {
				all.Jobs, all.A, all.B, all.Less, all.More = all.Jobs+g.Jobs, all.A+g.A, all.B+g.B, all.Less+g.Less, all.More+g.More
			}
			require.Equal(t, Group{Jobs: there.Jobs, A: there.A.SumWait, B: there.B.SumWait, Less: there.Less, More: there.More}, all)
		}
	}
}

func TestBeforeTheyPartTheSchedulesAreOne(t *testing.T) {
	parted := 0
	for seed := range uint64(200) {
		tr, x, y := two(t, seed)
		a, b := sides(x, y)
		r := Contrast(tr, a, b, 5)
		if r.First == nil {
			require.Equal(t, a.Starts, b.Starts)
			continue
		}
		parted++
		f := r.First
		for j := range tr.Len() {
			if min(a.Starts[j], b.Starts[j]) < f.Time {
				require.Equal(t, a.Starts[j], b.Starts[j])
			}
		}
		starts, other := x, y
		if !f.ByA {
			starts, other = y, x
		}
		require.Equal(t, f.Time, starts.Starts[f.Index])
		require.Greater(t, other.Starts[f.Index], f.Time)
		require.NoError(t, r.Explain(other))
		require.False(t, strings.Contains(f.Words, "starts there too") || strings.Contains(f.Words, "did not look"), f.Words)
	}
	require.Greater(t, parted, 50)
}

// Who is said to start first, so that another has to wait, took the processors that the
// other would have had.
func TestTheFirstDifferenceNamesWhoTookTheProcessors(t *testing.T) {
	named := 0
	for seed := range uint64(200) {
		tr, x, y := two(t, seed)
		a, b := sides(x, y)
		r := Contrast(tr, a, b, 5)
		if r.First == nil {
			continue
		}
		other := y
		if !r.First.ByA {
			other = x
		}
		require.NoError(t, r.Explain(other))
		require.Contains(t, r.First.Words, "First difference, ")
		k := r.rival()
		require.Equal(t, k >= 0, strings.Contains(r.First.Words, " first, so job "), r.First.Words)
		if k < 0 {
			continue
		}
		named++
		free := tr.Procs
		for j, at := range other.Starts {
			if at <= r.First.Time && other.End(j) > r.First.Time {
				free -= int64(tr.Size[j])
			}
		}
		asks := int64(tr.Size[r.First.Index])
		require.True(t, free < asks && free+int64(tr.Size[k]) >= asks)
		require.Equal(t, r.First.Time, other.Starts[k])
	}
	require.Greater(t, named, 20)
}

func TestEveryJobLiesInOneCellOfTheDensity(t *testing.T) {
	tr, x, y := two(t, 3)
	r := Contrast(tr, Side{"A", x.Starts}, Side{"B", y.Starts}, 0)
	d, n := r.Density(7), 0
	for i, c := range d.Cells {
		list := d.In(r, i%7, i/7, 1000)
		require.Len(t, list, int(c))
		n += len(list)
	}
	require.Equal(t, tr.Len(), n)
	same := Contrast(tr, Side{"A", x.Starts}, Side{"A", x.Starts}, 3)
	for i, c := range same.Density(7).Cells {
		require.True(t, c == 0 || i%7 == i/7, "the diagonal is where both are the same")
	}
	require.Nil(t, same.First)
	require.Contains(t, same.Sentence(), "with A, compared with itself. No job waits longer or less.")
	require.NotContains(t, same.Sentence(), "%", "of nothing that changes")
}

func TestJobsOfUnknownStartAreCountedApart(t *testing.T) {
	tr, x, y := two(t, 5)
	starts := append([]int64(nil), y.Starts...)
	starts[0] = why.Unknown
	r := Contrast(tr, Side{"A", x.Starts}, Side{"as it ran", starts}, 3)
	require.Equal(t, 1, r.Unknown)
	require.Equal(t, tr.Len()-1, r.Jobs)
	for j := range starts {
		starts[j] = why.Unknown
	}
	r = Contrast(tr, Side{"A", x.Starts}, Side{"as it ran", starts}, 3)
	require.Equal(t, "There is no job whose wait both schedules know.", r.Sentence())
	b, err := json.Marshal(r)
	require.NoError(t, err)
	require.Contains(t, string(b), `"avgWait":null`)
	require.Contains(t, string(b), `"gains":[]`)
}
