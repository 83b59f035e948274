package predict

import "shadowtime/core/report"

// Objectives are what studies may be judged by, for tests inside and outside.
var Objectives = []Objective{AvgBsld, AvgWait}

// ClaimOf is what may be claimed of a way of the ladder.
func (r *Report) ClaimOf(i int) *report.Claim { return r.claims[i] }
