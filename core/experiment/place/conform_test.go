package place

import (
	"testing"

	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/study"
)

func subject() *studytest.Subject[Plan, Row, *Plan, *Row] {
	p := Default()
	p.Platform, p.First, p.Pairs = "fastslow", 20, []string{"first-high_gflops", "shortest-low_power", "random-random"}
	return &studytest.Subject[Plan, Row, *Plan, *Row]{
		Kind: Kind(), Plan: p, Anything: true,
		Others: map[string]string{"platform": "spread", "pairs": "shortest-*", "backfilling": "easy,easy-aware",
			"against": "shortest-low_power+easy", "clean": "alloc-above"},
		Compute: func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) },
	}
}

func TestPlacingsConform(t *testing.T) { subject().Conforms(t) }

func FuzzAnyBytesAreWholeOrAnError(f *testing.F) { subject().Fuzz(f) }
