package reproduce

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cluster"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/report/plottest"
	"shadowtime/core/report/published"
)

func TestActionsOfScenarioOneEarnWhatIsPrinted(t *testing.T) {
	list, err := Pays()
	require.NoError(t, err)
	want := []float64{published.Scenario1.Fast, published.Scenario1.Spread, published.Scenario1.Slow, published.Scenario1.Fast,
		published.Scenario1.Spread}
	require.Len(t, list, len(want))
	for i, x := range list {
		require.InDelta(t, want[i], x.Reward, 1e-12, x.Action)
	}
	for _, i := range spreading {
		require.Less(t, list[i].Makespan, list[0].Makespan)
	}
}

func trained(t *testing.T, f LearningForm, seeds int) *FormCourses {
	t.Helper()
	l := &FormCourses{LearningForm: f}
	for seed := range uint64(seeds) {
		c, err := f.Train(seed + 1)
		require.NoError(t, err)
		require.Len(t, c.Rewards, f.Plan.Episodes)
		l.Courses = append(l.Courses, c)
	}
	return l
}

func TestSeedsAreCountedByWhatTheyEndWith(t *testing.T) {
	at := func(likes int, much float64, spread ...float64) *Course {
		return &Course{spread, []float64{6, 8}, likes, much}
	}
	l := &FormCourses{Courses: []*Course{
		at(1, 0.95, 0.4, 0.95, 0.97), at(4, 0.6, 0.4, 0.95, 0.3, 0.99), at(0, 0.99, 0.95, 0.01), at(4, 0.5, 0.7),
	}}
	require.Equal(t, []int{3, 2, 1, 1}, []int{l.Likes(), l.Spreads(), l.Settles(), l.Errs()})
	require.Equal(t, []float64{2, 4}, l.Sinces())
	require.Equal(t, []float64{7, 7, 7, 7}, l.Late())
	require.Equal(t, []float64{2, 4}, []float64{quantiles(l.Sinces(), 0, 1)[0], quantiles(l.Sinces(), 0, 1)[2]})
}

func TestABaselineSettlesSoonerThanThePublishedForm(t *testing.T) {
	forms := Forms()
	plain, based := trained(t, forms[0], 12), trained(t, forms[1], 12)
	require.GreaterOrEqual(t, based.Spreads(), 11)
	require.Less(t, Middle(based.Sinces())[1], Middle(plain.Sinces())[1])
}

// madeGaia is the study's question to a log of our own.
func madeGaia(t *testing.T) *Gaia {
	t.Helper()
	log, err := lublin.Sample(lublin.Config{Procs: 512, Jobs: 2500, Seed: 5})
	require.NoError(t, err)
	log.Digest = job.DigestOf(log)
	g, err := OnGaia(log)
	require.NoError(t, err)
	return g
}

func TestCoresAlikeKeepTheirOrderOfSpeeds(t *testing.T) {
	fixture.Long(t)
	g := madeGaia(t)
	as, alike := g.as, g.alike
	require.Equal(t, as.Cores(), alike.Cores())
	require.InEpsilon(t, as.Reference(), alike.Reference(), 1e-9)
	for i := range as.Processors {
		for j := range as.Processors {
			require.Equal(t, as.Processors[i].Speed < as.Processors[j].Speed, alike.Processors[i].Speed < alike.Processors[j].Speed)
		}
		require.InEpsilon(t, as.Reference(), alike.Processors[i].Speed, 1e-5)
	}
}

// Jobs of one core after another: with as many cores as one has at a time, none idle.
func TestTimeWithAllCoresBusyIsCounted(t *testing.T) {
	m, ok := platform.Builtin("spread")
	require.True(t, ok)
	l, ok := cluster.Own("spread", m)
	require.True(t, ok)
	l.Size[0], l.Size[1] = 4, 3
	s := cluster.New(m, l)
	metrics := s.Run(pair(cluster.SelectFirst, cluster.PlaceHighSpeed))
	require.InDelta(t, s.End(0)-s.Start(0), fullFor(s), 1e-9)
	require.Greater(t, metrics.Makespan, fullFor(s))
}

func TestPoliciesAreAskedTheSameWhoeverLearned(t *testing.T) {
	fixture.Long(t)
	g := madeGaia(t)
	for _, p := range Policies() {
		if p.Agent != "" && p.Agent != "random" {
			continue // that takes seconds
		}
		o, err := g.Schedule(&p, 3)
		require.NoError(t, err)
		require.Equal(t, 1000, o.Seen.Jobs, p.Name)
		again, err := g.Schedule(&p, 3)
		require.NoError(t, err)
		require.Equal(t, o, again)
	}
}

func TestChartsOfHeterogeneousClustersAreLegibleInBothWidths(t *testing.T) {
	g, s := madeGaia(t), &Heterogeneous{Log: "made"}
	for _, f := range Forms()[:3] {
		f.Plan.Episodes = 40
		s.Learned = append(s.Learned, trained(t, f, 5))
	}
	ask := func(list []PairQuestion) (out []*PairAnswer) {
		for _, q := range list {
			q.Options.First = 60
			a := &PairAnswer{PairQuestion: q}
			for seed := range uint64(5) {
				a.Seeds = append(a.Seeds, g.Ask(&q, seed))
			}
			out = append(out, a)
		}
		return out
	}
	s.Energy, s.Waits = ask(Consolidating()), ask(Waiting())
	for _, p := range Policies()[:4] {
		o, err := g.Schedule(&p, 1)
		require.NoError(t, err)
		s.Policies = append(s.Policies, &PolicyOutcomes{p, []PolicyOutcome{o, o}})
	}
	charts := s.Charts()
	require.Len(t, charts, 4)
	for _, c := range charts {
		text := c.HTML()
		require.Equal(t, 2, strings.Count(text, "<svg"), c.ID)
		for d := xml.NewDecoder(strings.NewReader("<p>" + text + "</p>")); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else {
				require.NoError(t, err, c.ID)
			}
		}
		for _, f := range c.Frames() {
			plottest.Legible(t, f.ID, c.Draw(f), func(words string,
				size float64) float64 {
				return 0.5 * size * float64(len([]rune(words)))
			})
		}
	}
	s.Log = ""
	require.Len(t, s.Charts(), 2)
}
