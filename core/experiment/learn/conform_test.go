package learn

import (
	"testing"

	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/study"
)

func subject() *studytest.Subject[Plan, Row, *Plan, *Row] {
	p := Default()
	p.Trials = 200
	return &studytest.Subject[Plan, Row, *Plan, *Row]{
		Kind: Kind(), Plan: p, Anything: true,
		Others: map[string]string{"features": "lin,p q+log(p)", "trials": "1000", "sizes": "8,12", "starts": "7,9,7",
			"clean": "queue-tuning"},
		Compute: func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) },
	}
}

func TestLearningConforms(t *testing.T) { subject().Conforms(t) }

func FuzzAnyBytesAreWholeOrAnError(f *testing.F) { subject().Fuzz(f) }
