package why

import "shadowtime/core/job"

// Logged are the starts that the log itself says, by its waits (field 3), Unknown
// where it does not, and how many are known.
func Logged(t *job.Trace, l *job.Log) (starts []int64, known int) {
	starts = make([]int64, t.Len())
	for j := range starts {
		starts[j] = Unknown
		if t.Pos == nil {
			continue
		}
		if w := l.Col[job.Wait][t.Pos[j]]; w >= 0 {
			starts[j] = t.Submit[j] + w
			known++
		}
	}
	return starts, known
}
