package triples

import (
	"testing"

	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/study"
)

func subject() *studytest.Subject[Plan, Row, *Plan, *Row] {
	p := Default()
	p.Triples = "requested-SJBF,ave2-incremental-SJBF,learned-doubling-FCFS"
	return &studytest.Subject[Plan, Row, *Plan, *Row]{
		Kind: Kind(), Plan: p, Anything: true, Elsewhere: "predict",
		Others:  map[string]string{"triples": "all", "threshold": "20h", "clean": "alloc-above+zero-run"},
		Compute: func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) },
	}
}

func TestTheMapOfTriplesConforms(t *testing.T) { subject().Conforms(t) }

func FuzzAnyBytesAreWholeOrAnError(f *testing.F) { subject().Fuzz(f) }
