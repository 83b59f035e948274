package sim_test

import "shadowtime/core/job"

// upperBounds says whether no job runs past its request.
func upperBounds(t *job.Trace) bool {
	for j := range t.Run {
		if t.Run[j] > t.Request[j] {
			return false
		}
	}
	return true
}
