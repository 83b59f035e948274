package online

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	numbers "shadowtime/core/base/random"
	"shadowtime/core/internal/oracle"
	"shadowtime/core/job"
	"shadowtime/core/sim/bandit"
	"shadowtime/core/study"
)

// slow plays strategies the plain way, on the slow simulator: whenever
// something must be known, all is simulated anew from the first job on.
type slow struct {
	trace  *job.Trace
	plan   *Plan
	orders []string
	period int64
	turns  int
}

// setup is EASY under an order.
func (s *slow) setup(i int) oracle.Setup {
	return oracle.Setup{Primary: s.orders[i], Backfill: study.Backfill(s.orders[i], s.plan.Backfill), Threshold: int64(s.plan.Threshold),
		Backfilling: "easy", Depth: s.plan.Depth, Tries: s.plan.Tries, Dialect: "shadowtime"}
}

// history is the schedule under the orders chosen so far; the last one stays.
func (s *slow) history(chosen []int) []int64 {
	setup := s.setup(chosen[0])
	setup.FrontThreshold, setup.BackfillThreshold = s.plan.Late == front, s.plan.Late == Both
	for turn, i := range chosen[1:] {
		setup.Switches = append(setup.Switches, oracle.Switch{At: int64(turn+1) * s.period, Primary: s.orders[i],
			Backfill: study.Backfill(s.orders[i], s.plan.Backfill)})
	}
	return oracle.Starts(s.trace, setup)
}

// did says whether a job did something in a period.
func (s *slow) did(what string, turn, j int, starts []int64) bool {
	at := map[string]int64{Submitted: s.trace.Submit[j], Started: starts[j], Finished: starts[j] + s.trace.Run[j]}[what]
	return at >= int64(turn)*s.period && at < int64(turn+1)*s.period
}

// cost is w(t; P): the summed wait of the jobs that a period is about, alone or
// with what was there when it began.
func (s *slow) cost(turn, i int, starts []int64) float64 {
	from, part := int64(turn)*s.period, &job.Trace{Procs: s.trace.Procs, Start: s.trace.Start}
	state := &oracle.Initial{Now: from, Start: map[int]int64{}}
	for j, r := range s.trace.Submit {
		waits := r < from && starts[j] >= from
		runs := r < from && starts[j] < from && starts[j]+s.trace.Run[j] >= from && s.plan.Feedback == Machine
		if !runs && !(waits && s.plan.Feedback != Empty) && !s.did(cmp.Or(s.plan.Replayed, Submitted), turn, j, starts) {
			continue
		}
		k := part.Len()
		part.Submit, part.Run = append(part.Submit, r), append(part.Run, s.trace.Run[j])
		part.Request, part.Size = append(part.Request, s.trace.Request[j]), append(part.Size, s.trace.Size[j])
		switch {
		case runs:
			state.Running = append(state.Running, k)
			state.Start[k] = starts[j]
		case r < from:
			state.Waiting = append(state.Waiting, k)
		}
		if r < from {
			state.Arrived = k + 1
		}
	}
	slices.SortStableFunc(state.Running, func(a, b int) int { return int(state.Start[a] - state.Start[b]) })
	state.Last = part.Len()
	setup := s.setup(i)
	setup.Initial = state
	if s.plan.Unbounded {
		setup.Threshold = -1
	}
	sum := 0.0
	for k, start := range oracle.Starts(part, setup) {
		if !slices.Contains(state.Running, k) {
			sum += float64(start - max(from, part.Submit[k]))
		}
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
					if c == i && s.did(cmp.Or(s.plan.Seen, Finished), t, j, starts) {
						w += float64(min(start, int64(t+1)*s.period) - s.trace.Submit[j])
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
	for i, c := range []struct {
		orders []string
		period study.Seconds
		lambda float64
		change func(p *Plan)
	}{
		{[]string{"FCFS", "SPF", "LAF", "SQF"}, job.Day, 1, func(p *Plan) {}},
		{[]string{"FCFS", "LEXP", "SRF"}, job.Day, 0.6, func(p *Plan) {}},
		{[]string{"FCFS", "SPF", "LCFS"}, 2*job.Day + 7, 0, func(p *Plan) {}},
		{[]string{"FCFS", "SAF", "LQF"}, job.Day, 1, func(p *Plan) { p.Feedback = Machine }},
		{[]string{"FCFS", "SPF", "SEXP"}, job.Day, 0.5, func(p *Plan) { p.Feedback = Machine }},
		{[]string{"FCFS", "SPF", "LAF"}, job.Day, 1, func(p *Plan) { p.Feedback = Queue }},
		{[]string{"FCFS", "SPF", "LAF"}, job.Day, 1, func(p *Plan) { p.Backfill, p.Late, p.Threshold = "LQF", front, 3600 }},
		{[]string{"FCFS", "SAF", "LAF"}, job.Day, 1, func(p *Plan) { p.Backfill, p.Late, p.Threshold = "SPF", Both, 3600 }},
		{[]string{"FCFS", "LEXP", "LAF"}, job.Day, 1, func(p *Plan) { p.Late, p.Threshold, p.Unbounded = front, 7200, true }},
		{[]string{"FCFS", "SPF", "LAF"}, job.Day, 1, func(p *Plan) { p.Replayed, p.Seen = Started, Started }},
		{[]string{"FCFS", "LEXP", "SQF"}, job.Day, 1, func(p *Plan) { p.Replayed, p.Seen, p.Feedback = Started, Submitted, Queue }},
		{[]string{"FCFS", "SPF", "LAF"}, job.Day, 1, func(p *Plan) {
			p.Replayed, p.Feedback, p.Unbounded, p.Threshold = Started, Machine,
				true, 3600
		}},
		{[]string{"FCFS", "SPF", "SQF"}, job.Day, 0.7, func(p *Plan) { p.Replayed = Finished }},
		{[]string{"FCFS", "SPF", "LCFS"}, job.Day, 1, func(p *Plan) { p.Replayed, p.Seen, p.Feedback = Finished, Submitted, Machine }},
		{[]string{"FCFS", "SPF", "LAF"}, job.Day, 1, func(p *Plan) { p.Depth, p.Tries = 6, 3 }},
		{[]string{"FCFS", "LEXP", "SAF"}, job.Day, 1, func(p *Plan) { p.Depth, p.Feedback = 4, Machine }},
	} {
		if i%fixture.Fewer(3, 1) != 0 {
			continue
		}
		p := Default()
		p.Weeks, p.Orders, p.Periods, p.Lambda, p.Seed, p.Epsilon = 2, c.orders, []study.Seconds{c.period}, c.lambda, uint64(i+1), 0.3
		c.change(&p)
		p.Strategies = []string{"full", "epsilon-greedy"}
		r, err := NewRunner(log, p)
		require.NoError(t, err)
		row := task(t, r, 1)
		s := &slow{trace: &r.trace, plan: &p, orders: r.plan.Orders, period: int64(c.period), turns: r.lengths[0].turns}

		same := func(n int, name string, want []int, got Course) {
			require.Greater(t, slices.Max(want), 0, "%s %d: a test in which nothing changes tests nothing", name, n)
			for turn, i := range want {
				require.Equal(t, byte(i), got.Chosen[turn], "%s, period %d of %v", name, turn, want)
			}
			sum := int64(0)
			for j, start := range s.history(want) {
				sum += start - r.trace.Submit[j]
			}
			require.Equal(t, sum, got.SumWait, name)
		}
		same(i, "full", s.full(c.lambda), row.Learnt[0])
		var stream bandit.Stream
		stream.Seed(p.Seed^numbers.Key("epsilon-greedy", int64(c.period)), 1)
		same(i, "epsilon-greedy", s.greedy(0.3, c.lambda, &stream), row.Learnt[1])
	}
}
