package online

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/bandit"
	"shadowtime/core/internal/oracle"
	"shadowtime/core/job"
	numbers "shadowtime/core/stream"
	"shadowtime/core/study"
)

// slow plays strategies the plain way, on the slow simulator: whenever
// something must be known, all is simulated anew from the first job on.
type slow struct {
	trace   *job.Trace
	orders  []string
	period  int64
	turns   int
	machine bool // simulations start from the machine's state
}

// history is the schedule under the orders chosen so far; the last one stays.
func (s *slow) history(chosen []int) []int64 {
	setup := oracle.Setup{Primary: s.orders[chosen[0]], Backfill: s.orders[chosen[0]], Threshold: 40 * 3600, Backfilling: "easy", Dialect: "shadowtime"}
	for turn, i := range chosen[1:] {
		setup.Switches = append(setup.Switches, oracle.Switch{At: int64(turn+1) * s.period, Primary: s.orders[i], Backfill: s.orders[i]})
	}
	return oracle.Starts(s.trace, setup)
}

// cost is w(t; P): the summed wait of the jobs submitted in a period, alone.
func (s *slow) cost(turn, i int, starts []int64) float64 {
	from, to := int64(turn)*s.period, int64(turn+1)*s.period
	setup := oracle.Setup{Primary: s.orders[i], Backfill: s.orders[i], Threshold: 40 * 3600, Backfilling: "easy", Dialect: "shadowtime"}
	state := &oracle.Initial{Now: from, Start: map[int]int64{}}
	for j, r := range s.trace.Submit {
		if r < from {
			state.Arrived = j + 1
			switch {
			case !s.machine:
			case starts[j] >= from:
				state.Waiting = append(state.Waiting, j)
			case starts[j]+s.trace.Run[j] >= from:
				state.Running = append(state.Running, j)
				state.Start[j] = starts[j]
			}
		}
		if r < to {
			state.Last = j + 1
		}
	}
	setup.Initial = state
	sum := 0.0
	got := oracle.Starts(s.trace, setup)
	for j := state.Arrived; j < state.Last; j++ {
		sum += float64(got[j] - s.trace.Submit[j])
	}
	for _, j := range state.Waiting {
		sum += float64(got[j] - from)
	}
	return sum
}

// full is full feedback with λ.
func (s *slow) full(lambda float64) []int {
	var chosen []int
	table := make([][]float64, 0)
	for turn := range s.turns {
		best, least := 0, math.Inf(1)
		for i := range s.orders {
			score := 0.0
			for t := range turn {
				score = lambda*score + table[t][i]
			}
			if score < least {
				best, least = i, score
			}
		}
		chosen = append(chosen, best)
		starts := s.history(chosen)
		var row []float64
		for i := range s.orders {
			row = append(row, s.cost(turn, i, starts))
		}
		table = append(table, row)
	}
	return chosen
}

// greedy is epsilon-greedy with λ, untried orders first.
func (s *slow) greedy(epsilon, lambda float64, stream *bandit.Stream) []int {
	turns := make([]int, len(s.orders))
	stream.Shuffle(turns)
	var chosen []int
	for turn := range s.turns {
		if turn < len(turns) {
			chosen = append(chosen, turns[turn])
			continue
		}
		best, least := -1, math.Inf(1)
		starts := s.history(chosen)
		for i := range s.orders {
			wait, jobs := 0.0, 0.0
			for t, c := range chosen {
				w, l := 0.0, 0.0
				for j, start := range starts {
					if end := start + s.trace.Run[j]; c == i && end >= int64(t)*s.period && end < int64(t+1)*s.period {
						w += float64(start - s.trace.Submit[j])
						l++
					}
				}
				wait = lambda*wait + w
				jobs += l
			}
			if jobs > 0 && wait/jobs < least {
				best, least = i, wait/jobs
			}
		}
		if stream.Unit() < epsilon || best < 0 {
			best = stream.Below(len(s.orders))
		}
		chosen = append(chosen, best)
	}
	return chosen
}

func TestStrategiesEqualTheirSlowReading(t *testing.T) {
	log := busy(3, 260, 12)
	for _, c := range []struct {
		orders   []string
		period   study.Seconds
		lambda   float64
		feedback Feedback
		seed     uint64
	}{
		{[]string{"FCFS", "SPF", "LAF", "SQF"}, job.Day, 1, Empty, 1},
		{[]string{"FCFS", "LEXP", "SRF"}, job.Day, 0.6, Empty, 2},
		{[]string{"FCFS", "SPF", "LCFS"}, 2*job.Day + 7, 0, Empty, 3},
		{[]string{"FCFS", "SAF", "LQF"}, job.Day, 1, Machine, 4},
		{[]string{"FCFS", "SPF", "SEXP"}, job.Day, 0.5, Machine, 5},
	} {
		p := Default()
		p.Weeks, p.Orders, p.Periods, p.Lambda, p.Feedback, p.Seed, p.Epsilon = 2, c.orders, []study.Seconds{c.period}, c.lambda, c.feedback, c.seed, 0.3
		p.Strategies = []string{"full", "epsilon-greedy"}
		r, err := NewRunner(log, p)
		require.NoError(t, err)
		row := task(t, r, 1)
		s := &slow{trace: &r.trace, orders: r.plan.Orders, period: int64(c.period), turns: r.lengths[0].turns, machine: c.feedback == Machine}

		same := func(name string, want []int, got Course) {
			require.Greater(t, slices.Max(want), 0, "%s: a test in which nothing changes tests nothing", name)
			for turn, i := range want {
				require.Equal(t, byte(i), got.Chosen[turn], "%s, period %d of %v", name, turn, want)
			}
			sum := int64(0)
			for j, start := range s.history(want) {
				sum += start - r.trace.Submit[j]
			}
			require.Equal(t, sum, got.SumWait, name)
		}
		same("full", s.full(c.lambda), row.Learnt[0])
		var stream bandit.Stream
		stream.Seed(c.seed^numbers.Key("epsilon-greedy", int64(c.period)), 1)
		same("epsilon-greedy", s.greedy(0.3, c.lambda, &stream), row.Learnt[1])
	}
}
