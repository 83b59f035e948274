package tune

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

func TestEveryCandidateOfAMixIsAnOrder(t *testing.T) {
	p := small()
	tr, _ := p.Prepare(busy(t))
	s := NewMixSearch(tr)
	require.Len(t, s.Orders(), 27)
	require.Equal(t, "mix:FCFS", s.Orders()[0])
	for round := 1; ; round++ {
		seen := map[string]bool{}
		for _, name := range s.Orders() {
			o, err := order.Parse(name)
			require.NoError(t, err)
			require.False(t, o.Aged(), "a mix is ranked once")
			require.False(t, seen[name])
			seen[name] = true
		}
		plan := s.Plan(p, Choice{"SPF", "SQF", study.None})
		require.NoError(t, plan.Normalise())
		require.Equal(t, s.Orders(), plan.Primaries)
		before, last := s.Orders(), len(s.Orders())-1
		if !s.Learn(last) {
			require.Equal(t, Rounds, round)
			require.Equal(t, []string{before[last]}, s.Final(p, Choice{"SPF", "SQF", study.None}).Primaries)
			break
		}
		require.Contains(t, s.Orders(), before[last], "the best so far stays among the candidates")
	}
}

func TestAMixIsItsFormula(t *testing.T) {
	require.Equal(t, "mix:FCFS+0.5*SPF+3600*SQF+0.00012*SAF", Mix{0.5, 3600, 0.00012}.Order())
	o, err := order.Parse(Mix{0.5, 3600, 0.25}.Order())
	require.NoError(t, err)
	require.Equal(t, 1000+0.5*60+3600*4+0.25*240, o.Key(60, 4, 1000, 7))
}

func TestALearnedMixIsNoWorseOnTrainingWeeksThanAnyCandidateOfItsRounds(t *testing.T) {
	fixture.Long(t)
	p := small()
	tr, _ := p.Prepare(busy(t))
	s := NewMixSearch(tr)
	least := int64(1 << 62)
	for {
		plan := s.Plan(p, Choice{"", "SPF", study.None})
		r, err := NewRunner(tr, plan)
		require.NoError(t, err)
		var rows []Row
		for k := 1; k <= 2; k++ {
			row, err := r.Task(k, nil)
			require.NoError(t, err)
			rows = append(rows, row)
		}
		train := Pool(&plan, rows, Training)
		best, _ := Learn(&plan, &train, Any)
		require.LessOrEqual(t, train.Choices[best.Choice].Wait, least)
		least = train.Choices[best.Choice].Wait
		if s.Round == 0 {
			require.Less(t, least, train.Choices[0].Wait, "mixing helps this machine")
		}
		if !s.Learn(best.Choice) {
			break
		}
	}
}
