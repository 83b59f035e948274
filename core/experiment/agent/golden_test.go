//go:build !js

package agent

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/sim/bandit"
)

// golden is a case of learn.json.
type golden struct {
	Name, Agent string
	Gamma, LR   float64
	Sizes       struct{ Inputs, Hidden, Actions int }

	Weights, Gradients, AfterAdam1, AfterAdam2 struct{ Policy, Input, Actor, Critic []float64 }

	Observations               [][]float64
	Actions                    []int
	Rewards, Returns, LogProbs []float64
	Values, Advantages         []float64
	Loss                       float64
}

// The same losses, gradients and steps come out of another hand's code (PyTorch in
// float64 agrees with it).
func TestLearningIsThatOfAnotherHand(t *testing.T) {
	text, err := os.ReadFile(fixture.Path(t, "golden", "cluster", "learn.json"))
	require.NoError(t, err)
	var file struct{ Cases []golden }
	require.NoError(t, json.Unmarshal(text, &file))
	require.Len(t, file.Cases, 6)
	for _, c := range file.Cases {
		t.Run(c.Name+", "+c.Agent, func(t *testing.T) { c.hold(t) })
	}
}

func (c *golden) hold(t *testing.T) {
	near := func(want, got []float64, what string) {
		require.Len(t, got, len(want), what)
		for i := range want {
			require.InDelta(t, want[i], got[i], 1e-10, "%s %d", what, i)
		}
	}
	var s bandit.Stream
	l := newLearner(Shape{c.Sizes.Inputs, c.Sizes.Actions, noVoid}, Options{c.Sizes.Hidden, c.LR, c.Gamma, None},
		c.Agent == "actor-critic", &s)
	row := func(x struct{ Policy, Input, Actor, Critic []float64 }) (list []float64) {
		for _, part := range [][]float64{x.Policy, x.Input, x.Actor, x.Critic} {
			list = append(list, part...)
		}
		return list
	}
	w := l.net.Weights()
	require.Equal(t, len(w), copy(w, row(c.Weights)))

	lived(l, c.Observations, c.Actions, c.Rewards)
	g, loss := gradients(l)
	near(c.Returns, l.returns, "return")
	near([]float64{c.Loss}, []float64{loss}, "loss")
	near(row(c.Gradients), g, "gradient")
	for i, x := range c.Observations {
		l.net.policy(x, true)
		near(c.LogProbs[i:i+1], []float64{l.net.logProb(c.Actions[i])}, "log probability")
		if l.net.critics {
			v := l.net.value()
			near([]float64{c.Values[i], c.Advantages[i]}, []float64{v, l.returns[i] - v}, "value and advantage")
		}
	}
	for _, after := range [][]float64{row(c.AfterAdam1), row(c.AfterAdam2)} {
		lived(l, c.Observations, c.Actions, c.Rewards)
		l.Learn()
		near(after, w, "weight after Adam")
	}
}
