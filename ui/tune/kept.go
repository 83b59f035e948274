package tune

import (
	"shadowtime/core/experiment/tune"
	"shadowtime/core/job"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// Recall takes a row that was kept, but for one of the halves that was kept before its sums
// by week were: that is computed anew.
func (v *View) Recall(log job.Digest, row lab.KeptRow) {
	if r, err := study.Decode[tune.Row](row.Row); row.Kind == tune.Name && row.K == study.Logged && err == nil && !r.Test.Weekly() {
		return
	}
	v.Question.Recall(log, row)
}
