package rank

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/sim/order"
)

func TestEveryOrderThatIsTriedCanBePastedAndEachOnce(t *testing.T) {
	s := NewSearch(100)
	r := rand.New(rand.NewPCG(1, 2))
	for more := true; more; {
		seen := map[string]bool{}
		costs := []float64{}
		for _, name := range s.Orders() {
			o, err := order.Parse(name)
			require.NoError(t, err, name)
			require.False(t, seen[o.Name()])
			seen[o.Name()] = true
			costs = append(costs, 100*r.Float64())
		}
		more = s.Learn(costs)
	}
	require.Equal(t, Rounds, s.Round)
}

// The waiting of this world has its least where the weights are known.
func TestTheSearchComesNearTheWeightsThatAWorldHas(t *testing.T) {
	cost := func(c Candidate) float64 {
		far := 0.0
		for i, want := range []float64{0.8, 0, -0.3} {
			far += (c.Weights[i] - want) * (c.Weights[i] - want)
		}
		return 1 + far + float64(c.Start)
	}
	s := NewSearch(100)
	for more := true; more; {
		var costs []float64
		for _, c := range s.list {
			costs = append(costs, cost(c))
		}
		more = s.Learn(costs)
	}
	require.Equal(t, 0, s.Best.Start)
	require.InDelta(t, 0.8, s.Best.Weights[0], 0.15)
	require.InDelta(t, -0.3, s.Best.Weights[2], 0.15)
	require.Equal(t, cost(s.Best), s.Cost)
	for i, w := range s.Best.Weights[3:] {
		require.Zero(t, w, s.terms[i+3].Text)
	}
}

func TestAMoveThatHelpsNextToNothingIsNotTaken(t *testing.T) {
	s := NewSearch(100)
	for more := true; more; {
		var costs []float64
		for _, c := range s.list {
			cost := 100.0 + float64(c.Start)
			for _, w := range c.Weights {
				if w > 0 {
					cost -= 0.9 * worth * 100
				}
			}
			costs = append(costs, cost)
		}
		more = s.Learn(costs)
	}
	require.Equal(t, "SAF", s.Name(s.Best))
}

func TestACandidateIsItsFormula(t *testing.T) {
	s := NewSearch(10)
	w := make([]float64, len(s.terms))
	w[0], w[3] = 0.5, -0.25
	name := s.Name(Candidate{0, w})
	require.Equal(t, "expr:log(p*q)+0.5*share-0.25*log(q)", name)
	require.Equal(t, "F3", s.Name(Candidate{4, make([]float64, len(s.terms))}))
}
