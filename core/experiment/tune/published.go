package tune

import (
	"shadowtime/core/report/published"
	"shadowtime/core/study"
)

// StudyThreshold is that of the study whose figures are printed.
const StudyThreshold study.Seconds = 20 * 3600

// Ours is the change of the setting learned with the study's threshold of 20 h, as
// its figure stands beside it.
func (t *Report) Ours() (list []published.Ours) {
	for _, l := range t.Learned.ByThreshold {
		if l.Threshold == StudyThreshold {
			list = append(list, published.Ours{Name: published.Learned, Period: study.None, Words: l.Primary + "-" + l.Backfill,
				Bounds: l.Bounds})
		}
	}
	return list
}
