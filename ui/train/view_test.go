package train

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/lublin"
	core "shadowtime/core/train"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

func page(t *testing.T, query string) (*ui.App, *View, *labtest.Machine, *labtest.Screen) {
	t.Helper()
	var v *View
	a, m, s := labtest.New(t, func(l *lab.Lab) []lab.View {
		v = New(l)
		return []lab.View{v}
	}, core.Kind())
	s.Frozen = true
	m.Log = m.Add("first", lublin.Config{Procs: 64, Jobs: 200, Seed: 2})
	a.Start(query)
	require.Empty(t, a.Message)
	return a, v, m, s
}

// watchOn plays until the course rests.
func watchOn(v *View, m *labtest.Machine, s *labtest.Screen) (n int) {
	for now := 0.0; v.watch.going && n < 1000; now += plays / frames {
		n++
		s.Step(now)
		for len(m.Asked) > 0 {
			m.Answer()
		}
	}
	return n
}

// The demonstration needs no log: one link, and agents learn to spread two jobs, the
// plain form beside that with a baseline.
func TestTheDemonstrationLearnsToSpread(t *testing.T) {
	a, v, m, s := page(t, "demo=spread&seeds=6")
	labtest.Load(a, m)
	require.Equal(t, lab.Running, a.State)
	require.True(t, v.watch.going)
	require.Equal(t, 350/(350/frames), watchOn(v, m, s), "it is played, not flashed")
	require.Contains(t, s.Drawn[hostWatch], "episode 350 of 350")
	m.FinishAll()
	require.Equal(t, lab.Done, a.State, a.Message)
	require.Contains(t, s.Drawn[hostVerdict], "After 350 episodes 6 of 6 seeds spread the two jobs")
	require.Contains(t, s.Drawn[hostVerdict], "In the plain form, as published, ")
	require.Contains(t, s.Drawn[hostLive+"0"], "In the plain form")
	require.Contains(t, s.Drawn[hostLive+"1"], "seed 1 spreads the jobs with probability ")
	require.Contains(t, s.Drawn[hostMain], "seeds learn to spread")
	require.Equal(t, 1+2*6*350, strings.Count(v.courses(), "\n"))
}
