package tune

import (
	"testing"

	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/study"
)

func subject() *studytest.Subject[Plan, Row, *Plan, *Row] {
	p := Default()
	p.Primaries, p.Backfills, p.Resamples = []string{"FCFS", "SPF"}, []string{"SPF", "LEXP"}, 4
	return &studytest.Subject[Plan, Row, *Plan, *Row]{
		Kind: Kind(), Plan: p, Jobs: 6000,
		Others:  map[string]string{"pairs": "FCFS,SAF x SPF", "threshold": "none,40h,1h", "bound": "1.5", "clean": "online"},
		Compute: func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) },
	}
}

func TestTheSearchConforms(t *testing.T) { subject().Conforms(t) }

func FuzzAnyBytesAreWholeOrAnError(f *testing.F) { subject().Fuzz(f) }
