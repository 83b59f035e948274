package replay

import (
	"testing"

	"shadowtime/core/experiment/believe"
	"shadowtime/core/internal/studytest"
	"shadowtime/core/job"
	"shadowtime/core/study"
)

func subject() *studytest.Subject[Plan, Row, *Plan, *Row] {
	p := Default()
	p.Weeks = 1
	return &studytest.Subject[Plan, Row, *Plan, *Row]{
		Kind: Kind(), Plan: p, Anything: true,
		Others: map[string]string{"closed": "64 10d 8h unannounced", "rules": "4 jobs a user",
			"order": "LEXP", "beside": "logged", "threshold": "none", "clean": "alloc-above+zero-run",
			"backfill": "lqf"},
		Compute: func(t *job.Trace, p Plan) (study.Tasks[Row], error) { return NewRunner(t, p) },
		Golden:  []studytest.Golden[Plan, Row]{{Path: "testdata/reports.jsonl", Want: golden, Across: contrasts}},
	}
}

func TestTheReplayConforms(t *testing.T) { subject().Conforms(t) }

func FuzzAnyBytesAreWholeOrAnError(f *testing.F) {
	for _, b := range [][]byte{StoryRequest(0, 1, 5), InstantRequest(0, 0, 1000), HowRequest(0, 1), LeftRequest(0, 1, 5, 1000),
		TryRequest(0, believe.Near{Order: "SQF", Backfilling: "none", Threshold: 3600})} {
		f.Add(b)
	}
	subject().Fuzz(f)
}
