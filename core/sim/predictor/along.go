package predictor

import (
	"errors"
	"math"
	"slices"
	"strconv"

	"shadowtime/core/base/sorted"
	"shadowtime/core/job"
)

// Along predicts every job of a trace along given starts, whatever the predictions
// are: those of the log itself, or of a schedule. It errs when a job starts before
// it is submitted, or the starts are not those of the trace.
func Along(t *job.Trace, starts []int64, p Predictor) (predicted []int64, err error) {
	n := t.Len()
	if len(starts) != n {
		return nil, errors.New("predict: " + strconv.Itoa(len(starts)) + " starts of " + strconv.Itoa(n) + " jobs")
	}
	byStart := make([]int32, n)
	for j := range n {
		if starts[j] < t.Submit[j] {
			return nil, errors.New("predict: job at index " + strconv.Itoa(j) + " starts before it is submitted")
		}
		byStart[j] = int32(j)
	}
	sortBy := func(list []int32, at func(j int32) int64) {
		sorted.Stable(list, func(a, b int32) int {
			switch x, y := at(a), at(b); {
			case x < y:
				return -1
			case x > y:
				return 1
			}
			return 0
		})
	}
	end := func(j int32) int64 { return starts[j] + t.Run[j] }
	sortBy(byStart, func(j int32) int64 { return starts[j] })
	byEnd := slices.Clone(byStart) // of one instant, those that started first end first
	sortBy(byEnd, end)

	p.Load(t)
	predicted = make([]int64, n)
	on := make([]bool, n) // started
	submitted, started, ended := 0, 0, 0
	for ended < n {
		r, s, e := int64(math.MaxInt64), int64(math.MaxInt64), end(byEnd[ended])
		if submitted < n {
			r = t.Submit[submitted]
		}
		if started < n {
			s = starts[byStart[started]]
		}
		switch {
		case r <= e && r <= s:
			predicted[submitted] = p.Submit(int32(submitted), r)
			submitted++
		case e <= s && on[byEnd[ended]]: // one of no length starts first
			p.End(byEnd[ended], e)
			ended++
		default:
			on[byStart[started]] = true
			p.Start(byStart[started], s)
			started++
		}
	}
	return predicted, nil
}
