package windows

import (
	"errors"
	"sort"
	"strconv"

	"shadowtime/core/job"
)

// part is a window: jobs from..to-1 of the trace.
type part struct{ from, to int }

// cut finds the windows of a trace. The first begins at its first job, the next
// at the first job after those submitted within the days of the one before, their
// last second included. Only windows that the trace outlasts count: the end of
// others is not known.
func cut(t *job.Trace, p *Plan) ([]part, error) {
	length := int64(p.Days) * job.Day
	var list []part
	if len(p.Starts) == 0 {
		for from := 0; len(list) < p.Windows; {
			to := after(t, from, length)
			if to == t.Len() {
				break
			}
			list = append(list, part{from, to})
			from = to
		}
		return list, nil
	}
	for _, at := range p.Starts {
		from := sort.Search(t.Len(), func(j int) bool { return t.Submit[j] >= at })
		to := after(t, from, length)
		if to == t.Len() {
			return nil, errors.New("start " + strconv.FormatInt(at, 10) + ": the log ends before a window of " + days(p.Days) +
				" does, with its last job at " + strconv.FormatInt(t.Submit[t.Len()-1], 10) + ": give an earlier start, or fewer days")
		}
		list = append(list, part{from, to})
	}
	return list, nil
}

// after is the first job submitted more than length seconds after a job.
func after(t *job.Trace, from int, length int64) int {
	if from == t.Len() {
		return from
	}
	last := t.Submit[from] + length
	return from + sort.Search(t.Len()-from, func(i int) bool { return t.Submit[from+i] > last })
}

func days(n int) string {
	if n == 1 {
		return "1 day"
	}
	return strconv.Itoa(n) + " days"
}

// short says that a trace has no such window.
func short(t *job.Trace, p *Plan, windows, k int) error {
	if windows > 0 {
		return errors.New("window " + strconv.Itoa(k) + ": the log outlasts " + strconv.Itoa(windows) + " of " + days(p.Days) +
			": ask for no more, or for shorter ones")
	}
	span := t.Submit[t.Len()-1] - t.Submit[0]
	return errors.New("the log's jobs come within " + strconv.FormatFloat(float64(span*10/job.Day)/10, 'f', -1, 64) +
		" days: it does not outlast one window of " + days(p.Days) + "; give fewer days")
}
