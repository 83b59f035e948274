package online

import (
	"shadowtime/core/report"
	"shadowtime/ui/lab"
)

// answered is the answer in sight, to be kept, with its sentence and the key of
// what it answers.
func (v *View) answered() (kept *report.Kept, said, key string) {
	plan := v.report.Plan
	v.pinned = plan
	return v.report.Kept(v.behind), v.report.Sentence(), v.Question.Key(v.Lab.Current(), &plan)
}

// drawPin draws the pinned answer beside the one in sight, once that is the one
// asked for.
func (v *View) drawPin() {
	if v.report == nil || v.verdict.Standing != lab.Asked || v.report.Done < 2 || v.Lab.Computes(v.Kind) {
		v.pin.Draw("", nil, nil)
		return
	}
	plan := v.report.Plan
	v.pin.Draw(v.Question.Key(v.Lab.Current(), &plan), func() *report.Kept { return v.report.Kept(v.behind) },
		func() string { return "the answer to " + v.Before(&v.pinned) })
}
