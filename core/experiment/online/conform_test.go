package online

import (
	"testing"

	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/study"
)

func subject() *studytest.Subject[Plan, Row, *Plan, *Row] {
	p := Default()
	p.Weeks, p.Resamples = 2, 3
	p.Orders, p.Strategies = []string{"FCFS", "SPF", "SAF"}, []string{"full", "noisy", "linucb", "fixed:SPF"}
	return &studytest.Subject[Plan, Row, *Plan, *Row]{
		Kind: Kind(), Plan: p,
		Others: map[string]string{"strategies": "all,exp3,full@0.5", "orders": "SPF,SQF", "period": "12h,week", "threshold": "none",
			"clean": "none", "backfill": "p*q"},
		Compute: func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) },
	}
}

func TestTheChoiceWhileRunningConforms(t *testing.T) { subject().Conforms(t) }

func FuzzAnyBytesAreWholeOrAnError(f *testing.F) { subject().Fuzz(f) }
