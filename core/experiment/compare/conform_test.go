package compare

import (
	"testing"

	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/study"
)

func subject() *studytest.Subject[Plan, Row, *Plan, *Row] {
	p := small()
	p.Orders = []string{"SPF", "LEXP", "expr:min(p,3600)*q"}
	return &studytest.Subject[Plan, Row, *Plan, *Row]{
		Kind: Kind(), Plan: p,
		Others: map[string]string{"orders": "SAF,fcfs", "baseline": "saf", "threshold": "none", "clean": "alloc-above+zero-run",
			"backfill": "lqf"},
		Compute: func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) },
	}
}

func TestTheComparisonConforms(t *testing.T) { subject().Conforms(t) }

func FuzzAnyBytesAreWholeOrAnError(f *testing.F) { subject().Fuzz(f) }
