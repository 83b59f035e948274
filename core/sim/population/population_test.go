package population_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/swf"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/population"
)

// live runs a population.
func live(t *testing.T, c population.Config, o string) (*population.Population, *sim.Engine) {
	p, err := population.New(c)
	require.NoError(t, err)
	e := sim.New()
	require.NoError(t, e.LoadFed(int64(c.Procs), 0, 1))
	parsed, err := order.Parse(o)
	require.NoError(t, err)
	require.NoError(t, e.RunFed(&sim.Config{Primary: parsed, Backfill: parsed, Threshold: sim.None}, p))
	return p, e
}

func TestAPopulationIsTheSameEachTimeAndItsLogReplaysToItsWaits(t *testing.T) {
	for _, form := range []population.Form{population.Response, population.Slowdown, population.Campaign} {
		c := population.Config{Procs: 64, Weeks: 3, Users: 9, Seed: 5, Async: 0.3, Form: form}
		p, e := live(t, c, "SPF")
		log := p.Log(e)
		again, f := live(t, c, "SPF")
		var one, two bytes.Buffer
		require.NoError(t, swf.Write(&one, log))
		require.NoError(t, swf.Write(&two, again.Log(f)))
		require.Equal(t, one.String(), two.String())
		require.Greater(t, log.Len(), 100)

		read, err := swf.Read(&one, "x")
		require.NoError(t, err)
		tr, cleaning := job.Clean(read, job.Presets()[0].Rules, job.MachineOf(read, 0))
		require.Equal(t, cleaning.Read, cleaning.Kept)
		require.Equal(t, p.Trace(e).Submit, tr.Submit)
		spf, err := order.Parse("SPF")
		require.NoError(t, err)
		e.Load(tr)
		require.NoError(t, e.Run(&sim.Config{Primary: spf, Backfill: spf, Threshold: sim.None}))
		for j, s := range e.Starts() {
			require.Equal(t, read.Col[job.Wait].At(j), s-tr.Submit[j])
		}
	}
}

// The n-th batch of a user is the same whatever becomes of the ones before.
func TestUsersSubmitTheSameUnderEveryOrderButAtOtherTimes(t *testing.T) {
	c := population.Config{Procs: 32, Weeks: fixture.Fewer(3, 20), Users: 8, Seed: 6}
	runs := func(o string) map[int32][]int64 {
		p, e := live(t, c, o)
		tr := p.Trace(e)
		by := map[int32][]int64{}
		for j, u := range tr.User {
			by[u] = append(by[u], tr.Run[j])
		}
		return by
	}
	a, b := runs("FCFS"), runs("LQF")
	different := false
	for u := range a {
		n := min(len(a[u]), len(b[u]))
		require.Equal(t, a[u][:n], b[u][:n])
		different = different || len(a[u]) != len(b[u])
	}
	require.True(t, different)
}

func TestBadPopulationsAreRefusedWithTheRemedy(t *testing.T) {
	for words, c := range map[string]population.Config{
		"7 processors: choose from 8":   {Procs: 7},
		"-1 users: choose from 1":       {Procs: 8, Users: -1},
		"5001 weeks: choose from 1":     {Procs: 8, Weeks: 5001},
		"choose from 0 to 1":            {Procs: 8, Async: 1.5},
		"choose a positive one":         {Procs: 8, Patience: -1},
		"no form of giving up":          {Procs: 8, Form: 3},
		"10001 users: choose from 1 to": {Procs: 8, Users: 10_001},
	} {
		_, err := population.New(c)
		require.ErrorContains(t, err, words)
	}
}
