package train

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/train"
	"shadowtime/core/job/lublin"
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
	}, train.Kind())
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
	fixture.Long(t)
	a, v, m, s := page(t, "demo=spread&seeds=6")
	labtest.Load(a, m)
	require.Equal(t, lab.Running, a.State)
	require.True(t, v.watch.going)
	require.Equal(t, 350/(350/frames), watchOn(v, m, s), "it is played, not flashed")
	require.Contains(t, s.Drawn[hostWatch], "episode 350 of 350")
	m.FinishAll()
	require.Equal(t, lab.Done, a.State, a.Message)
	require.Contains(t, s.Drawn["train-verdict"], "After 350 episodes 6 of 6 seeds spread the two jobs")
	require.Contains(t, s.Drawn["train-verdict"], "In the plain form, as published, ")
	require.Contains(t, s.Drawn[hostLive+"0"], "In the plain form")
	require.Contains(t, s.Drawn[hostLive+"1"], "seed 1 spreads the jobs with probability ")
	require.Contains(t, s.Drawn[hostMain], "seeds learn to spread")
	require.Equal(t, 1+2*6*350, strings.Count(train.CoursesCSV(v.Report, v.other()), "\n"))
}

// onLog is a question about a log, on few jobs.
const onLog = "view=train&platform=fastslow&jobs-first=8&episodes=12&seeds=3&actions=first-low_power,shortest-high_gflops,void"

// What is watched can be stopped at any episode; on from there it comes to what the
// seed's row has.
func TestACourseStopsAndGoesOn(t *testing.T) {
	a, v, m, s := page(t, onLog)
	labtest.Load(a, m)
	a.Run()
	require.Len(t, m.Tasks, 1, "a worker is left to the course that is watched")
	s.Step(0)
	m.Answer()
	a.Act("train-watch", "")
	require.Contains(t, s.Drawn[hostWatch], ">Go on<")
	require.False(t, s.Step(1), "nothing more is asked for")
	require.Empty(t, m.Asked)
	require.Equal(t, 1, v.watch.done())
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
	require.Contains(t, s.Drawn["train-verdict"], "EASY")
	a.Act("train-watch", "")
	watchOn(v, m, s)
	require.Contains(t, s.Drawn[hostWatch], "episode 12 of 12")
	p := v.Plan
	require.Equal(t, v.Rows(v.Lab.Current(), &p).First(1)[0].Course, v.watch.courses[0].course)
	a.Act("train-watch", "")
	watchOn(v, m, s)
	require.Contains(t, s.Drawn[hostWatch], "episode 24 of 24")
}

// A saved agent is a model that the command reads, after the episodes it has lived.
func TestAnAgentIsSavedAsItIs(t *testing.T) {
	a, v, m, s := page(t, onLog)
	labtest.Load(a, m)
	a.Act("train-model", "")
	require.Empty(t, s.Files, "nothing is learned yet")
	a.Run()
	a.Set("train-seed", "2")
	s.Step(0)
	for len(m.Asked) > 0 {
		m.Answer()
	}
	a.Act("train-model", "")
	model, err := train.ReadModel([]byte(s.Files["shadowtime-first-agent-seed-2.json"]))
	require.NoError(t, err)
	require.Equal(t, uint64(2), model.Plan.Seed)
	require.Equal(t, v.watch.done(), model.Plan.Episodes)
	require.Equal(t, 21, model.Inputs)
}

func TestAnotherSeedIsWatchedFromItsBeginning(t *testing.T) {
	a, v, m, s := page(t, onLog)
	labtest.Load(a, m)
	a.Run()
	watchOn(v, m, s)
	was := v.watch.courses[0].course
	a.SetField("train-seed", "train-seed", "3")
	require.Zero(t, v.watch.done())
	watchOn(v, m, s)
	require.NotEqual(t, was, v.watch.courses[0].course)
	a.SetField("train-seed", "train-seed", "4")
	require.Contains(t, s.Refused["train-seed"], "one of 3")
	require.Equal(t, 3, v.watch.number)
}

// What is under way is stopped with all the rest.
func TestCancellingStopsWhatIsWatchedToo(t *testing.T) {
	a, v, m, s := page(t, onLog)
	labtest.Load(a, m)
	a.Run()
	m.Finish(0)
	a.Cancel()
	require.Equal(t, lab.Cancelled, a.State)
	require.False(t, v.watch.going)
	require.Contains(t, s.Drawn[hostWatch], "Go on")
}

func TestALinkIsTheQuestion(t *testing.T) {
	fixture.Long(t)
	a, v, m, _ := page(t, "demo=spread&seeds=7")
	labtest.Load(a, m)
	m.FinishAll()
	query := a.Link(nil)
	_, query, _ = strings.Cut(query, "?")
	query, _, _ = strings.Cut(query, "#")
	_, w, _, _ := page(t, query)
	p, q := v.Plan, w.Plan
	require.NoError(t, p.Normalise())
	require.NoError(t, q.Normalise())
	require.Equal(t, p, q)
}

// A platform's own jobs bring the platform; those of the log the one proposed.
func TestOwnJobsBringTheirPlatform(t *testing.T) {
	a, v, m, _ := page(t, onLog)
	labtest.Load(a, m)
	a.Set("jobs", "own")
	require.Equal(t, "spread", v.Plan.Platform)
	require.Equal(t, 40, v.Plan.Seeds)
	a.Set("jobs", "log")
	require.Equal(t, "gaia", v.Plan.Platform)
	a.Set("episodes", "none")
	require.NotEmpty(t, a.Message)
}

// The map has all that were tested, each once, of the jobs in sight: pairs that did the
// same with every seed share a mark, agents have their own.
func TestTheMapHasAllThatWereTested(t *testing.T) {
	a, v, m, s := page(t, onLog)
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	a.Act("tab", "map")
	require.Contains(t, s.Drawn["train-figure"], "which no agent saw")
	for _, on := range []string{onUnseen, onLearned} {
		a.Set("train-on", on)
		var names []string
		for _, x := range v.tried() {
			names = append(append(names, x.Name), x.Alike...)
			require.Equal(t, x.Mark != nil, x.Named, x.Name)
		}
		var tested []string
		for i := range v.Report.Tests {
			if x := &v.Report.Tests[i]; x.Unseen == (on == onUnseen) {
				tested = append(tested, x.Name())
			}
		}
		require.ElementsMatch(t, tested, names)
		require.Equal(t, "EASY", names[0], "what all are compared with stands for itself")
		require.Contains(t, s.Drawn["train-figure"], "agent, drawing as it learned to")
	}
	require.Contains(t, s.Drawn["train-figure"], "the jobs learned on")
	a.Act("tab", "reward")
	require.Empty(t, s.Drawn[hostLook])
}

// What a watched course prefers is named by its own actions, whatever is asked meanwhile.
func TestAnotherQuestionBesideAWatchedCourse(t *testing.T) {
	a, v, m, s := page(t, "platform=fastslow&jobs-first=8&episodes=4&seeds=1&actions=first-low_power,shortest-high_gflops")
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	require.NotEmpty(t, v.watch.courses)
	a.Set("jobs", train.Own)
	require.Equal(t, lab.Earlier, v.Verdict.Standing)
	require.Contains(t, s.Drawn[hostLive+"1"], "<svg")
}
