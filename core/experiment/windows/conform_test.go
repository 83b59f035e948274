package windows

import (
	"testing"

	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/study"
)

func subject() *studytest.Subject[Plan, Row, *Plan, *Row] {
	p := Default()
	p.Days, p.Orders = 2, []string{"FCFS", "SPF", "LIN"}
	return &studytest.Subject[Plan, Row, *Plan, *Row]{
		Kind: Kind(), Plan: p, Anything: true,
		Others:  map[string]string{"orders": "SAF,expr:p*q+r", "start": "100000,7", "clean": "alloc-above"},
		Compute: func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) },
	}
}

func TestWindowsConform(t *testing.T) { subject().Conforms(t) }

func FuzzAnyBytesAreWholeOrAnError(f *testing.F) { subject().Fuzz(f) }
