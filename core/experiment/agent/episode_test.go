package agent

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"hash/fnv"
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

func walking(seed uint64, critic bool) *Course {
	o := Options{Hidden: 12, LR: 0.01, Gamma: 0.9, Baseline: Mean}
	return &Course{Environment: &walk{}, Agent: newLearner(walkShape, o, critic, weightsOf(seed)), Seed: seed}
}

// lines are what episodes came to.
func (c *Course) lines(t *testing.T, from, upTo int) [][]byte {
	var list [][]byte
	require.NoError(t, c.Run(from, upTo, func(e *Episode) bool {
		b, err := json.Marshal(e)
		require.NoError(t, err)
		list = append(list, b)
		return true
	}))
	return list
}

func TestACourseThatStopsAndGoesOnIsOneThatNeverStopped(t *testing.T) {
	for _, critic := range []bool{false, true} {
		whole := walking(5, critic)
		want := whole.lines(t, 1, 60)
		first := walking(5, critic)
		got := first.lines(t, 1, 23)
		kept, err := json.Marshal(first.Agent.(*Learner).State())
		require.NoError(t, err)

		var s State
		require.NoError(t, json.Unmarshal(kept, &s))
		second := walking(6, critic)
		second.Seed = 5
		require.NoError(t, second.Agent.(*Learner).Restore(s))
		require.Equal(t, want, append(got, second.lines(t, 24, 60)...))
		require.Equal(t, whole.Agent.(*Learner).State(), second.Agent.(*Learner).State())
	}
}

func TestATestTeachesNothing(t *testing.T) {
	c := walking(3, true)
	c.lines(t, 1, 5)
	before, err := json.Marshal(c.Agent.(*Learner).State())
	require.NoError(t, err)
	training := c.lines(t, 6, 6)
	c = walking(3, true)
	c.lines(t, 1, 5)
	c.Test = true
	tested := c.lines(t, 6, 6)
	after, err := json.Marshal(c.Agent.(*Learner).State())
	require.NoError(t, err)
	require.Equal(t, before, after)
	require.NotEqual(t, training, tested, "other draws")
	l := c.Agent.(*Learner)
	l.Greedy = true
	greedy := c.lines(t, 1, 2)
	require.Equal(t, bytes.Replace(greedy[0], []byte(`"Number":1`), []byte(`"Number":2`), 1), greedy[1],
		"the likeliest actions are the same in every episode")
}

func TestAnEpisodeAllocatesNothing(t *testing.T) {
	for name, a := range map[string]Agent{
		"reinforce": walking(1, false).Agent, "actor-critic": walking(1, true).Agent, "random": newRandom(walkShape),
		"classic": newClassic(1, 4),
	} {
		c := &Course{Environment: &walk{}, Agent: a}
		each := func(*Episode) bool { return true }
		require.NoError(t, c.Run(1, 2, each))
		require.Zero(t, testing.AllocsPerRun(20, func() { _ = c.Run(3, 3, each) }), name)
	}
}

func TestLearnersLearn(t *testing.T) {
	fixture.Long(t)
	for _, critic := range []bool{false, true} {
		c := walking(1, critic)
		var first, last float64
		require.NoError(t, c.Run(1, 600, func(e *Episode) bool {
			if e.Number <= 50 {
				first += e.Reward / 50
			}
			if e.Number > 550 {
				last += e.Reward / 50
			}
			return true
		}))
		require.Greater(t, last, first+10, "rewards of %d decisions, from %.1f", walked, first)
	}
}

func TestWeightsBeyondAllNumbersAreSaid(t *testing.T) {
	c := walking(1, true)
	c.Agent.(*Learner).LR = 1e200
	require.ErrorContains(t, c.Run(1, 50, nil), "grown beyond all numbers: give a lower learning rate")
}

func TestADamagedStateIsRefusedInWords(t *testing.T) {
	l := walking(1, false).Agent.(*Learner)
	for want, damage := range map[string]func(s *State){
		"weights: 3 numbers, where this network has": func(s *State) { s.Weights = s.Weights[:3] },
		"first, number 2: NaN can't be":              func(s *State) { s.First[1] = math.NaN() },
		"second, number 1: -1 can't be":              func(s *State) { s.Second[0] = -1 },
		"steps -1":                                   func(s *State) { s.Steps = -1 },
		"rewards 1000000000":                         func(s *State) { s.Rewards.Count = 1e9 },
	} {
		s := walking(1, false).Agent.(*Learner).State()
		damage(&s)
		require.ErrorContains(t, l.Restore(s), want)
	}
}

// bits is a hash of all bits of numbers.
func bits(list []float64) string {
	h := fnv.New64a()
	for _, x := range list {
		_ = binary.Write(h, binary.LittleEndian, x)
	}
	return strconv.FormatUint(h.Sum64(), 16)
}

//go:embed testdata/learned.jsonl
var learned []byte

// One plan has the same bytes natively and as WASM: every figure of every episode,
// every weight at the end.
func TestLearnersHaveTheSameBytesOnEveryPlatform(t *testing.T) {
	var got bytes.Buffer
	for _, c := range []*Course{
		walking(1, false), walking(2, true), learning(t, 3, nil), learning(t, 4, func(p *Plan) { p.Baseline, p.Observe = Mean, "normal" }),
		learning(t, 5, func(p *Plan) { p.Agent, p.Actions, p.Objective = ActorCritic, nil, "energy_consumption" }),
		{Environment: &walk{}, Agent: newRandom(walkShape), Seed: 5},
		{Environment: &walk{}, Agent: newClassic(2, 4), Seed: 6},
	} {
		for _, line := range c.lines(t, 1, 12) {
			got.Write(append(line, '\n'))
		}
		got.Write(c.lines(t, 13, 150)[137])
		got.WriteByte('\n')
		if l, ok := c.Agent.(*Learner); ok {
			s := l.State()
			for _, list := range [][]float64{s.Weights, s.First, s.Second} {
				got.WriteString(bits(list) + "\n")
			}
		}
	}
	fixture.Golden(t, "testdata/learned.jsonl", learned, got.Bytes())
}
