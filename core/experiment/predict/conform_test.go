package predict

import (
	"testing"

	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/study"
)

func subject() *studytest.Subject[Plan, Row, *Plan, *Row] {
	p := Default()
	p.Weeks, p.Also = 1, "requested-SAF,ave3-doubling-FCFS"
	return &studytest.Subject[Plan, Row, *Plan, *Row]{
		Kind: Kind(), Plan: p,
		Others: map[string]string{"predictor": "quantile@0.7", "loss": "linear,linear,unit,60", "backfill": "SAF",
			"also": "clairvoyant-FCFS", "threshold": "20h", "clean": "alloc-above+zero-run"},
		Compute: func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) },
	}
}

func TestPredictionConforms(t *testing.T) { subject().Conforms(t) }

func FuzzAnyBytesAreWholeOrAnError(f *testing.F) { subject().Fuzz(f) }
