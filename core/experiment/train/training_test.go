package train

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/agent"
	"shadowtime/core/report"
)

// coin is an environment of one decision, in which the first action earns more.
type coin struct{ left, action int }

func (c *coin) Reset()                          { c.left = 1 }
func (c *coin) Next() bool                      { c.left--; return c.left == 0 }
func (c *coin) Observe(dst []float64) []float64 { return append(dst[:0], 1, 0.5, 0.25) }
func (c *coin) MayIdle() bool                   { return true }
func (c *coin) Act(action int)                  { c.action = action }
func (c *coin) Reward() float64                 { return float64(2 - c.action) }
func (c *coin) Makespan() float64               { return float64(c.action) }
func (c *coin) Energy() float64                 { return 1 }

func plan() agent.Plan {
	p := agent.Default()
	p.Agent, p.Hidden, p.Baseline = agent.ActorCritic, 4, agent.Mean
	p.Actions = []string{"first-random", "shortest-low_power"}
	return p
}

// trained is a learner of the plan after more episodes, and what they came to.
func trained(t *testing.T, p agent.Plan, l *agent.Learner, from, upTo int) (c Curves) {
	t.Helper()
	c.Seed = p.Seed
	course := agent.Course{Environment: &coin{}, Agent: l, Seed: p.Seed}
	require.NoError(t, course.Run(from, upTo, func(e *agent.Episode) bool { c.Add(e, false); return true }))
	return c
}

func fresh(t *testing.T, p agent.Plan) *agent.Learner {
	t.Helper()
	a, err := p.Make(3)
	require.NoError(t, err)
	return a.(*agent.Learner)
}

func encoded(t *testing.T, m *Model) []byte {
	t.Helper()
	b, err := m.Encode()
	require.NoError(t, err)
	return b
}

func TestAModelTrainedOnIsToTheByteOneThatNeverStopped(t *testing.T) {
	for _, name := range []string{agent.Reinforce, agent.ActorCritic} {
		p := plan()
		p.Agent = name
		whole := fresh(t, p)
		trained(t, p, whole, 1, 50)
		want := encoded(t, ModelOf(p, 3, 50, whole))

		first := fresh(t, p)
		trained(t, p, first, 1, 19)
		m, err := ReadModel(encoded(t, ModelOf(p, 3, 19, first)))
		require.NoError(t, err)
		require.Equal(t, 19, m.Plan.Episodes)
		second, err := m.Learner()
		require.NoError(t, err)
		trained(t, p, second, 20, 50)
		require.Equal(t, string(want), string(encoded(t, ModelOf(m.Plan, 3, 50, second))))
	}
}

func TestWhatIsNoModelIsSaidInWords(t *testing.T) {
	p := plan()
	good := string(encoded(t, ModelOf(p, 3, 1, fresh(t, p))))
	_, err := ReadModel([]byte(good))
	require.NoError(t, err)
	change := func(old, new string) string {
		require.Contains(t, good, old)
		return strings.Replace(good, old, new, 1)
	}
	for want, text := range map[string]string{
		"it is empty":                               " ",
		"line 2: it ends too early":                 "{\n",
		"line 1: it is not JSON: invalid character": "; a log",
		`"shadowtime" is "", not "agent model"`:     "{}",
		"a model of version 1: this program reads":  change(`"version":2`, `"version":1`),
		"version 3: this program reads":             `{"shadowtime":"agent model","version":3,"layers":[]}`,
		`unknown field "sises"`:                     change(`"inputs"`, `"sises"`),
		"can't be":                                  change(`"inputs":3`, `"inputs":"three"`),
		"weights: ":                                 change(`"inputs":3`, `"inputs":4`),
		"inputs 0: an observation has 1":            change(`"inputs":3`, `"inputs":0`),
		"actions: they are not those of its plan": strings.Replace(good, `"actions":["first-random","shortest-low_power"],"inputs"`,
			`"actions":["first-random"],"inputs"`, 1),
		`plan: hidden "0": give a whole number from 1`: change(`"hidden":4`, `"hidden":0`),
		"agent classic has nothing to learn":           change(`"agent":"actor-critic"`, `"agent":"classic"`),
		"learned: steps -4":                            change(`"steps":0`, `"steps":-4`),
		"more stands behind its end":                   good + "{}",
		"sum: the model was changed":                   change(`"weights":[-0.026`, `"weights":[-0.027`),
	} {
		_, err := ReadModel([]byte(text))
		require.ErrorContains(t, err, want)
	}
}

func TestAModelServesWhatItWasTrainedFor(t *testing.T) {
	p := plan()
	m := ModelOf(p, 3, 1, fresh(t, p))
	require.NoError(t, m.Fits(&p, 3, true))
	require.ErrorContains(t, m.Fits(&p, 174, false), "observes 3 numbers, 174 are seen here")
	for key, text := range map[string]string{"observe": "normal", "hidden": "5", "agent": "reinforce", "actions": "all"} {
		other := plan()
		require.NoError(t, other.Settings().Find(key).Set(text))
		require.Error(t, m.Fits(&other, 3, false), key)
	}
	other := plan()
	other.LR = 0.5
	require.NoError(t, m.Fits(&other, 3, false))
	require.ErrorContains(t, m.Fits(&other, 3, true), "the model was trained with lr 0.005, not 0.5: leave that out, or train anew")
}

func TestAReportOfSeedsHasTheBandsTheySpan(t *testing.T) {
	p := plan()
	var courses []Curves
	for seed := range uint64(9) {
		p.Seed = seed + 1
		courses = append(courses, trained(t, p, fresh(t, p), 1, 40))
	}
	r := ReportOf(p, "d", false, courses)
	require.Equal(t, 40, r.Episodes)
	for e, band := range r.Bands.Rewards {
		require.True(t, band[0] <= band[1] && band[1] <= band[2])
		for _, c := range courses {
			require.Contains(t, []report.Float{1, 2}, c.Rewards[e])
		}
	}
	require.InDelta(t, 1, float64(r.Bands.Preferences[39][0][1]+r.Bands.Preferences[39][1][1]), 1e-12)
	likeliest := 0
	for _, s := range r.Settled {
		require.LessOrEqual(t, s.Seeds, s.Likeliest)
		likeliest += s.Likeliest
	}
	require.Equal(t, len(courses), likeliest)

	b, err := json.Marshal(ReportOf(p, "d", false, courses[:1]))
	require.NoError(t, err)
	var flat map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(b, &flat))
	for _, key := range []string{"version", "plan", "digest", "actions", "episodes", "rewards", "losses", "preferences", "makespans",
		"energies", "entropies"} {
		require.Contains(t, flat, key)
	}
	require.NotContains(t, flat, "bands")
}

const file = `{"seed": 3, "nb_resources": 4, "nb_jobs": 2, "workload_file_path": "w.json", "platform_file_path": "p.json", "note": [1],
 "pybatsim": {"log_level": "WARNING",
  "env": {"objective": "avg_job_completion", "observation": "small", "queue_sensitivity": 0.01,
   "actions": {"selection": [{"shortest": ["low_power", "random"], "first": ["high_mem"]}, {"random": ["random"]}], "void": true}},
  "agent": {"type": "LEARNING", "run": "test", "hidden": 32, "lr": 1e-3, "gamma": 0.5, "baseline": "mean", "layers": 7}}}`

func TestTheProgramsOptionsAreSettings(t *testing.T) {
	o, err := ReadOptions([]byte(file))
	require.NoError(t, err)
	require.Equal(t, []any{"w.json", "p.json", 2, 4, "test", "WARNING"}, []any{o.Workload, o.Platform, o.Jobs, o.Resources,
		o.Run, o.LogLevel})
	require.Equal(t, "note, pybatsim.agent.layers", o.Ignored())
	require.Equal(t, "7", string(o.Unknown["pybatsim.agent.layers"]))
	p := agent.Default()
	require.NoError(t, o.Apply(p.Settings(), func(key string) bool { return key == "hidden" }))
	require.NoError(t, p.Normalise())
	want := agent.Default()
	want.Seed, want.LR, want.Gamma, want.Baseline = 3, 0.001, 0.5, agent.Mean
	want.Objective, want.Observe, want.Sensitivity = "avg_completion_time", "small", 0.01
	want.Actions = []string{"shortest-low_power", "shortest-random", "first-high_mem", "random-random", "void"}
	require.Equal(t, want, p)

	o, err = ReadOptions([]byte(`{"pybatsim": {"agent": {"type": "CLASSIC", "policy_pair": "low_mem-high_cores"}}}`))
	require.NoError(t, err)
	p = agent.Default()
	require.NoError(t, o.Apply(p.Settings(), func(string) bool { return false }))
	require.Equal(t, []string{"low_mem-high_cores"}, p.Names())
}

func TestWrongOptionsAreSaidWithTheirPlace(t *testing.T) {
	for text, want := range map[string]string{
		``:                    "no file of options: it is empty",
		"{\n\"seed\": 1,\n}":  "no file of options: line 3: it is not JSON",
		`[1]`:                 "no file of options: line 1",
		`{"nb_jobs": "many"}`: `nb_jobs "many": give a whole number`,
		`{"nb_jobs": -1}`:     "give numbers from 1",
		`{"seed": -1}`:        `seed: seed "-1": give a whole number, 0 or more`,
		`{"pybatsim": 7}`:     "pybatsim 7: give an object in braces",
		`{"pybatsim": {"agent": {"lr": "fast"}}}`:                                   `pybatsim.agent.lr: lr "fast": give a number`,
		`{"pybatsim": {"agent": {"type": "DEEP"}}}`:                                 `pybatsim.agent.type: agent "deep": use reinforce`,
		`{"pybatsim": {"agent": {"policy_pair": "first"}}}`:                         `pybatsim.agent.policy_pair "first": give a job selection, a hyphen`,
		`{"pybatsim": {"env": {"objective": "edp"}}}`:                               `pybatsim.env.objective: objective "edp": use avg_job_slowdown`,
		`{"pybatsim": {"env": {"actions": {"selection": [{"first": "random"}]}}}}`:  "pybatsim.env.actions.selection",
		`{"pybatsim": {"env": {"actions": {"selection": [{"last": ["random"]}]}}}}`: `pybatsim.env.actions.selection: actions "last-random": "last-random" is no action`,
		`{"pybatsim": {"env": {"actions": {"selection": [], "void": "yes"}}}}`:      `pybatsim.env.actions.void "yes": give true or false`,
		`{"pybatsim": {"env": {"observation": [1]}}}`:                               `pybatsim.env.observation: observe "[1]": use normal, small or minimal`,
	} {
		o, err := ReadOptions([]byte(text))
		if err == nil {
			p := agent.Default()
			err = o.Apply(p.Settings(), func(string) bool { return false })
		}
		require.ErrorContains(t, err, want, text)
	}
}

func FuzzAnyOptionsAreReadOrAnError(f *testing.F) {
	f.Add([]byte(file))
	f.Fuzz(func(t *testing.T, text []byte) {
		o, err := ReadOptions(text)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		p := agent.Default()
		if o.Apply(p.Settings(), func(string) bool { return false }) == nil {
			require.NoError(t, p.Normalise())
		}
	})
}

func FuzzAnyModelIsReadOrAnError(f *testing.F) {
	p := plan()
	a, _ := p.Make(3)
	m := ModelOf(p, 3, 1, a.(*agent.Learner))
	b, _ := m.Encode()
	f.Add(bytes.Clone(b))
	f.Fuzz(func(t *testing.T, text []byte) {
		if m, err := ReadModel(text); err == nil {
			again, err := m.Encode()
			require.NoError(t, err)
			_, err = ReadModel(again)
			require.NoError(t, err)
		}
	})
}
