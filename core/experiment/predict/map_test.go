package predict

import (
	"encoding/csv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/sim/metric"
)

const mappedTriples = "requested-SJBF,ave2-incremental-SJBF,learned-incremental-SJBF,ave2-requested-FCFS"

func TestAMapIsTheReplaysOfItsTriples(t *testing.T) {
	log := sampled(t, 5)
	m := mapped(t, "one", mappedTriples, log)
	require.True(t, m.Complete())
	require.Len(t, m.Triples, 4)
	require.Len(t, m.Bounds, 2)
	tr, _ := m.Plan.Prepare(log)
	var stage triples.Stage
	for _, o := range append(m.Triples, m.Bounds...) {
		want, err := stage.Replay(o.Triple, tr, sim.Foresight{Threshold: int64(m.Plan.Threshold)}, m.Plan.Tau)
		require.NoError(t, err)
		require.Equal(t, want, o)
	}
	for _, o := range m.Triples {
		require.GreaterOrEqual(t, o.Run.AvgBsld(), m.Triples[m.Best()].Run.AvgBsld())
	}
	easy, err := stage.Replay(triples.EASY, tr, sim.Foresight{Threshold: int64(m.Plan.Threshold)}, m.Plan.Tau)
	require.NoError(t, err)
	require.Equal(t, easy.Run, m.EASY)
	require.Equal(t, easy.Accuracy, m.Requests)

	half := MapOf("one", m.Plan, []triples.Row{{K: 2, Run: m.Triples[1].Run}})
	require.False(t, half.Complete())
	require.Equal(t, "ave2-incremental-SJBF", half.Triples[half.Best()].Triple.Name())
	require.Equal(t, -1, MapOf("one", m.Plan, nil).Best())
	require.Equal(t, "Nothing is known yet.", Atlas{MapOf("one", m.Plan, nil)}.Sentence())
}

// slowed is a map whose triples have these mean slowdowns.
func slowed(t *testing.T, name string, avg ...float64) *Map {
	t.Helper()
	p := triples.Default()
	p.Triples = mappedTriples
	require.NoError(t, p.Normalise())
	m := &Map{Name: name, Plan: p}
	for i, x := range avg {
		m.Triples = append(m.Triples, triples.Outcome{Triple: p.List()[i], Run: metric.Run{Jobs: 10, SumBsld: 10 * x}})
	}
	return m
}

func TestCorrelationsAreThoseOfPearson(t *testing.T) {
	a := Atlas{slowed(t, "a", 1, 2, 3, 6), slowed(t, "b", 10, 20, 30, 60), slowed(t, "c", 6, 5, 4, 1), slowed(t, "d", 1, 3, 2, 2),
		slowed(t, "e", 4, 4, 4, 4)}
	list := a.Correlations()
	for i := range a {
		for j := range a {
			if i < 4 && j < 4 {
				require.Equal(t, list[j][i], list[i][j], "it does not matter which log comes first")
				require.LessOrEqual(t, float64(list[i][j]*list[i][j]), 1+1e-12)
			}
		}
		if i < 4 {
			require.InDelta(t, 1, float64(list[i][i]), 1e-12)
		}
		require.False(t, list[i][4].Known(), "what does not vary has none")
	}
	require.InDelta(t, 1, float64(list[0][1]), 1e-12)
	require.InDelta(t, -1, float64(list[0][2]), 1e-12)
	require.InDelta(t, 1/(3.7416573867739413*1.4142135623730951), float64(list[0][3]), 1e-12)
	require.False(t, Atlas{a[0], slowed(t, "few", 1, 2)}.Correlations()[0][1].Known(), "of other triples nothing is known")
}

func TestTheOtherLogsChooseAsTheStudyDid(t *testing.T) {
	a := Atlas{slowed(t, "a", 1, 5, 9, 3), slowed(t, "b", 9, 2, 4, 3), slowed(t, "c", 9, 8, 1, 4)}
	of, learned := a.Chosen()
	var all [][]triples.Outcome
	for _, m := range a {
		all = append(all, m.Triples)
	}
	want, ok := triples.Choose(all, triples.Any)
	require.True(t, ok)
	require.Equal(t, want, of)
	require.Equal(t, []int{2, 3, 3}, of)
	require.Equal(t, []int{2, 2, 2}, learned, "one alone learns")
	require.Equal(t, "Least mean bounded slowdown on the log as it was: requested-SJBF on a (1), ave2-incremental-SJBF on b (2) and "+
		"learned(square,linear,area)-incremental-SJBF on c (1)."+
		" The other logs choose for a learned(square,linear,area)-incremental-SJBF (9), for b ave2-requested-FCFS (3) and for c "+
		"ave2-requested-FCFS (4)."+
		" Each log is replayed once, so no difference has a range: a few jobs can move these figures by a fifth. The resamples above "+
		"say "+
		"what is shown.", a.Sentence())
	of, learned = a[:1].Chosen()
	require.Nil(t, of)
	require.Nil(t, learned)
	of, _ = Atlas{a[0], slowed(t, "few", 1, 2)}.Chosen()
	require.Nil(t, of, "not all are known yet")
	_, learned = Atlas{slowed(t, "a", 1, 2), slowed(t, "b", 2, 1)}.Chosen()
	require.Nil(t, learned, "none learns")
}

func TestTheMapsTableHasARowALogAndTriple(t *testing.T) {
	a := Atlas{mapped(t, "one", mappedTriples, sampled(t, 5)), slowed(t, "two", 1, 2, 3, 4)}
	rows, err := csv.NewReader(strings.NewReader(a.CSV())).ReadAll()
	require.NoError(t, err)
	require.Len(t, rows, 1+6+4)
	for i, o := range append(a[0].Triples, a[0].Bounds...) {
		require.Equal(t, []string{"one", o.Triple.Name(), numeral.Exact(report.Float(o.Run.AvgBsld()))}, rows[1+i][:3])
	}
}
