package train

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/cluster"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/experiment/agent"
	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
)

//go:embed testdata/courses.jsonl
var goldenCourses []byte

// One plan has the same courses and the same models natively and as WASM.
func TestCoursesAndModelsAreTheSameBytesEverywhere(t *testing.T) {
	var lines []any
	log, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 200, Seed: 5})
	require.NoError(t, err)
	for _, x := range []struct {
		platform string
		options  cluster.Options
		change   func(p *agent.Plan)
	}{
		{"spread", cluster.Options{}, func(p *agent.Plan) { p.Episodes, p.Baseline = 60, agent.Mean }},
		{"spread", cluster.Options{}, func(p *agent.Plan) {
			p.Agent, p.Observe, p.Episodes, p.LR = agent.ActorCritic, "normal", 25, 0.02
		}},
		{"fastslow", cluster.Options{First: 40, Work: cluster.Accuracy, Seed: 3}, func(p *agent.Plan) {
			p.Agent, p.Observe, p.Objective, p.Backfilling, p.Hidden, p.Gamma = agent.ActorCritic, "small", "avg_job_slowdown",
				"easy", 8, 0.9
		}},
		{"fatthin", cluster.Options{First: 30, Skip: 5, Overrun: job.Kill}, func(p *agent.Plan) {
			p.Observe, p.Objective, p.Seed, p.Backfilling = "normal", "energy_consumption", 1<<40, "easy-aware"
			p.Actions = []string{"random-random", "shortest-low_power", "first-high_mem", "void"}
		}},
		{"fatthin", cluster.Options{First: 30}, func(p *agent.Plan) { p.Agent, p.Objective = agent.Uniform, "avg_utilization" }},
	} {
		p := agent.Default()
		p.Episodes = 6
		x.change(&p)
		require.NoError(t, p.Normalise())
		m, ok := platform.Builtin(x.platform)
		require.True(t, ok)
		load, ok := cluster.Own(x.platform, m)
		if !ok {
			load = cluster.FromLog(log, m, x.options)
		}
		env, err := p.On(cluster.New(m, load))
		require.NoError(t, err)
		a, err := p.Make(env.Inputs())
		require.NoError(t, err)
		course := Curves{Seed: p.Seed}
		run := agent.Course{Environment: env, Agent: a, Seed: p.Seed}
		require.NoError(t, run.Run(1, p.Episodes, func(e *agent.Episode) bool { course.Add(e, false); return true }))
		course.Preferences = course.Preferences[len(course.Preferences)-1:]
		lines = append(lines, p, course)
		if l, ok := a.(*agent.Learner); ok {
			b, err := ModelOf(p, env.Inputs(), p.Episodes, l).Encode()
			require.NoError(t, err)
			sum := sha256.Sum256(b)
			lines = append(lines, "model "+hex.EncodeToString(sum[:]))
		}
	}
	studytest.Lines(t, "testdata/courses.jsonl", goldenCourses, lines...)
}
