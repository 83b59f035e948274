package train

import (
	"testing"

	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/study"
)

func subject() *studytest.Subject[Plan, Row, *Plan, *Row] {
	p := Default()
	p.Platform, p.First = "fastslow", 8
	p.Agent.Episodes, p.Agent.Hidden = 3, 4
	p.Agent.Actions = []string{"first-low_power", "shortest-high_gflops", "void"}
	return &studytest.Subject[Plan, Row, *Plan, *Row]{
		Kind: Kind(), Plan: p, Anything: true, Jobs: 200,
		Others:  map[string]string{"platform": "fatthin", "actions": "all", "clean": "queue-tuning"},
		Compute: func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) },
	}
}

func TestTrainingConforms(t *testing.T) { subject().Conforms(t) }

func FuzzAnyBytesAreWholeOrAnError(f *testing.F) { subject().Fuzz(f) }
