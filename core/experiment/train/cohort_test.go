package train

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/agent"
	"shadowtime/core/job"
	"shadowtime/core/report"
)

// cohort is the report of a plan on a synthetic log.
func cohort(t testing.TB, p Plan) (*Cohort, report.Source) {
	t.Helper()
	x := cohorts().Compute(t, p)
	return CohortOf(x.Plan, x.Log.Digest, x.Rows), report.Source{Name: "synthetic", Cleaning: x.Cleaning}
}

// onLog is a plan whose episodes have several decisions.
func onLog() Plan {
	p := Default()
	p.Platform, p.First, p.Seeds = "fastslow", 20, 4
	p.Agent.Agent, p.Agent.Episodes, p.Agent.Hidden, p.Agent.Objective = agent.ActorCritic, 6, 6, "energy_consumption"
	p.Agent.Actions = []string{"first-low_power", "shortest-high_gflops", "random-random", "void"}
	return p
}

func spread(baseline string) Plan {
	p := Spread()
	p.Agent.Baseline = baseline
	return p
}

// Without a baseline fewer seeds settle on spreading, and it is said.
func TestTheBaselineIsWhatLetsSeedsSpread(t *testing.T) {
	fixture.Long(t)
	plain, _ := cohort(t, spread(agent.None))
	mean, _ := cohort(t, spread(agent.Mean))
	require.Equal(t, []string{"shortest-high_mem_bw", "first-high_mem_bw"}, mean.Best.Actions)
	require.Equal(t, 40, mean.Best.Seeds)
	require.Less(t, plain.Best.Seeds, 32)
	require.Contains(t, mean.Sentence(), "After 350 episodes 40 of 40 seeds spread the two jobs over both processors with a probability "+
		"above 0.9")
	require.Contains(t, mean.Beside(plain), "In the plain form, as published, ")
	require.Empty(t, mean.Beside(nil))
}

// Courses in the cohort are those that the verb gives seed by seed.
func TestACohortHasTheCoursesOfItsSeeds(t *testing.T) {
	p := onLog()
	c, _ := cohort(t, p)
	require.Len(t, c.Seeds, 4)
	require.Equal(t, []int{1, 2, 3, 4, 5, 6}, c.Episodes)
	for i := range c.Seeds {
		require.Equal(t, uint64(i+1), c.Seeds[i].Seed)
		require.Len(t, c.Seeds[i].Rewards, 6)
	}
	require.Nil(t, c.Best, "episodes have several decisions")
	require.Equal(t, 1, strings.Count(c.CSV(), "mean")+strings.Count(c.CSV(), "baseline,"))
}

// EASY is the baseline of all tests: its own change is none.
func TestEverybodyIsSetBesideEASYOnTheSameJobs(t *testing.T) {
	c, _ := cohort(t, onLog())
	for _, unseen := range []bool{false, true} {
		easy := c.Find(unseen, EASY, "easy")
		require.Zero(t, easy.Change)
		require.Equal(t, "EASY", easy.Name())
		mine := c.Find(unseen, WhoDraws, "")
		require.InDelta(t, float64(mine.Energy/easy.Energy-1), float64(mine.Change), 1e-6)
		require.LessOrEqual(t, mine.Low, mine.Change)
		best := c.Hindsight(unseen)
		for i := range c.Tests {
			if x := &c.Tests[i]; x.Unseen == unseen && x.key.who >= 0 {
				require.LessOrEqual(t, best.Change, x.Change)
			}
		}
	}
	require.Len(t, c.Tests, 2*(3+2*4), "EASY is among the pairs, or comes to them")
}

func TestNothingLearnedIsSaid(t *testing.T) {
	p := onLog()
	p.Agent.Episodes, p.Agent.LR = 1, 1e-9
	c, _ := cohort(t, p)
	require.True(t, strings.HasPrefix(c.Sentence(), "Nothing was shown to be learned. After 1 episode "), c.Sentence())
	p.Seeds = 1
	c, _ = cohort(t, p)
	require.Contains(t, c.Sentence(), "One seed proves nothing")
	p.Agent.Actions = []string{"first-low_power"}
	p.First = 1
	c, _ = cohort(t, p)
	require.Contains(t, c.Sentence(), "There is nothing to learn here")
	require.Equal(t, "Nothing is known yet.", CohortOf(p, job.Digest{}, nil).Sentence())
}

// Where energy is judged its change on the map is that of the tests, and EASY's are none.
func TestWhatIsTradedIsJudgedAlike(t *testing.T) {
	c, _ := cohort(t, onLog())
	for i := range c.Tests {
		x := &c.Tests[i]
		e, s := c.Traded(x)
		require.Equal(t, [3]report.Float{x.Change, x.Low, x.High}, [3]report.Float{report.Float(e.Mid), report.Float(e.Low),
			report.Float(e.High)}, x.Name())
		easy := c.Find(x.Unseen, EASY, "easy")
		base := float64(easy.AvgTurnaround)
		require.InDelta(t, float64(x.AvgTurnaround), base*(1+s.Mid), 1e-6*base, x.Name())
		require.Equal(t, c.Alike(x, easy), c.Alike(easy, x))
		require.True(t, c.Alike(x, x))
	}
}
