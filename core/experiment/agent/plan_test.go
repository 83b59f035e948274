package agent

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSettingsSayThePlanExactly(t *testing.T) {
	p := Default()
	for key, text := range map[string]string{
		"agent": ActorCritic, "episodes": "7", "objective": "energy_consumption", "observe": "normal", "queue-sensitivity": "0.5",
		"actions": "first-low_power,shortest-random,void", "select": "low_mem", "place": "random", "backfilling": "easy-aware",
		"hidden": "3", "lr": "0.25", "gamma": "1", "baseline": Mean, "greedy": "true", "seed": "18446744073709551615",
	} {
		s := p.Settings().Find(key)
		require.NotNil(t, s, key)
		require.NotEqual(t, text, s.Get(), key)
		require.NoError(t, s.Set(text))
		require.Equal(t, text, s.Get())
		require.NotEmpty(t, s.Hint, key)
		require.NotEmpty(t, s.Name, key)
	}
	require.NoError(t, p.Normalise())
	other := Default()
	read := map[string]string{}
	p.Settings().Write(other.Settings(), func(key, text string) { read[key] = text })
	fresh := Default()
	require.NoError(t, fresh.Settings().Read(func(key string) string { return read[key] }))
	require.Equal(t, p, fresh)
}

func TestActionsAreNamedOnceAndVoidIsLast(t *testing.T) {
	all := AllActions()
	require.Len(t, all, 37)
	require.Equal(t, []string{"random-random", "random-high_gflops"}, all[:2])
	require.Equal(t, void, all[36])
	list, err := parseActions(" void , low_mem_bw-high_mem_bw,first-random")
	require.NoError(t, err)
	require.Equal(t, []string{"low_mem_bw-high_mem_bw", "first-random", void}, list)
	require.Equal(t, 2, shapeOf(list, 9).Void)
	require.Equal(t, noVoid, shapeOf(list[:2], 9).Void)
	for text, want := range map[string]string{
		"":                          `"" is no action: write a job selection (random, first`,
		"first":                     `"first" is no action`,
		"first-random,first-random": "first-random is there twice",
		"void":                      "void alone starts no job",
		strings.Repeat("x", 1000):   "...\" is no action",
	} {
		_, err := parseActions(text)
		require.ErrorContains(t, err, want)
	}
}

func TestAPlanMakesItsAgent(t *testing.T) {
	p := Default()
	for name, want := range map[string]any{Reinforce: &Learner{}, ActorCritic: &Learner{}, Fixed: &Classic{}, Uniform: &Random{}} {
		p.Agent = name
		a, err := p.Make(21)
		require.NoError(t, err)
		require.IsType(t, want, a)
		if l, ok := a.(*Learner); ok {
			require.Equal(t, p.Learns(), ok)
			require.Equal(t, name == ActorCritic, l.net.critics)
			require.Equal(t, 36, l.net.Void)
		}
	}
	p.Agent = Fixed
	require.Equal(t, []string{"shortest-high_gflops"}, p.Names())
	p.Agent, p.Hidden = ActorCritic, MaxHidden
	_, err := p.Make(7_000_000)
	require.ErrorContains(t, err, "are kept; give fewer hidden units than 1024, or let it observe less")
}
