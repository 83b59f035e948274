package held_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job/rule"
	"shadowtime/core/sim/held"
)

// passing draws a rule that holds for a while.
func passing(r *rand.Rand, last int64) rule.Bound {
	b := rule.Bound{Rule: rule.New([]rule.Kind{rule.Hours, rule.EndBy, rule.Limit, rule.Missing, rule.Stop}[r.IntN(5)])}
	b.Class.Over = int64(r.IntN(2) * r.IntN(40000))
	switch b.Kind {
	case rule.Limit, rule.Hours:
		constants(r, &b)
	case rule.Missing:
		b.Class, b.Most = rule.Class{}, 1+int64(r.IntN(3))
	case rule.EndBy:
		b.From, b.Turn = int32(r.IntN(24)*60), r.IntN(2) == 0
	}
	from := int64(r.IntN(int(last)))
	b.Spans = []rule.Span{{From: from, To: from + 1 + int64(r.IntN(200000))}}
	if r.IntN(5) == 0 { // for ever
		b.Spans[0].To = math.MaxInt64
	}
	return b
}

// Where one rule of a while is added, taken off or another, a pass through that while under both machines says of the other machine
// what a pass through the whole record does.
func TestAWhileUnderBothMachinesIsTheWhole(t *testing.T) {
	tried, turning := 0, 0
	for seed := range uint64(6000) {
		r := rand.New(rand.NewPCG(seed, 60))
		trace := draw(r)
		for j := range trace.Submit { // closer, so that many wait
			trace.Submit[j] /= 8
		}
		last := max(trace.Submit[trace.Len()-1]+100000, 2)
		m := machine(r, last)
		m.Rules = slices.DeleteFunc(m.Rules, func(b rule.Bound) bool { return b.Kind.Orders() })
		if seed%2 == 0 { // who keeps a turn looks ahead, into the while of another rule
			b := rule.Bound{Rule: rule.New(rule.Hours)}
			b.From, b.To, b.Turn = 0, int32(60*(12+r.IntN(11))), true
			m.Rules, m.Plain = append(m.Rules, b), false
		}
		if len(m.Rules) == 0 {
			continue
		}
		record, ok := held.RecordOf(trace)
		require.True(t, ok)
		pass := held.NewPass(record)
		more, second := passing(r, last), passing(r, last)
		if seed%4 == 0 {
			more.Rule = rule.New(rule.Hours)
			more.From, more.To = 0, 23*60
		}
		a, b := *m, *m
		a.Rules = append(slices.Clone(m.Rules), more)
		from, to := more.Spans[0].From, more.Spans[0].To
		if r.IntN(3) == 0 { // one for another
			b.Rules = append(slices.Clone(m.Rules), second)
			from, to = min(from, second.Spans[0].From), max(to, second.Spans[0].To)
		}
		if r.IntN(2) == 0 {
			a, b = b, a
		}
		before, err := pass.Run(&a)
		require.NoError(t, err)
		vain, ahead := slices.Clone(pass.Vain), pass.Ahead
		excused := false
		of := func(m *held.Machine, times int) {
			sum, err := pass.Within(m, from-min(ahead, from), to)
			require.NoError(t, err)
			before.Add(&sum, times)
			for j, x := range pass.Vain {
				vain[j] += int64(times) * x
			}
			excused = excused || pass.Excused()
		}
		of(&a, -1)
		of(&b, 1)
		if to == math.MaxInt64 && excused {
			continue
		}
		whole, err := pass.Run(&b)
		require.NoError(t, err)
		require.Equal(t, whole, before, "seed %d", seed)
		require.Equal(t, pass.Vain, vain, "seed %d", seed)
		tried++
		if ahead > 0 {
			turning++
		}
	}
	require.Greater(t, tried, 1000)
	require.Greater(t, turning, 100)
}

// A pass that is told when enough starts go against the order ends there, and tells no more of them than the whole.
func TestAPassEndsWhereEnoughStartsGoAgainstTheOrder(t *testing.T) {
	ended := 0
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 61))
		trace := draw(r)
		m := machine(r, max(trace.Submit[trace.Len()-1], 1))
		record, ok := held.RecordOf(trace)
		require.True(t, ok)
		pass := held.NewPass(record)
		whole, err := pass.Run(m)
		require.NoError(t, err)
		wrong := func(s *held.Sum) (n int) {
			for half := range s.Breaches {
				n += s.Breaches[half][held.Delays] + s.Breaches[half][held.Overtakes]
			}
			return n
		}
		pass.Enough = func(s *held.Sum) bool { return wrong(s) >= 3 }
		_, err = pass.Run(m)
		require.NoError(t, err)
		require.Equal(t, wrong(&whole) >= 3, pass.Over, "seed %d", seed)
		pass.Enough = nil
		again, err := pass.Run(m)
		require.NoError(t, err)
		require.Equal(t, whole, again, "what ended early leaves nothing behind")
		if wrong(&whole) >= 3 {
			ended++
		}
	}
	require.Positive(t, ended)
}
