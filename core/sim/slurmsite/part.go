package slurmsite

// Parts are a log's jobs in two: those submitted before an instant, and those that end after it. Jobs that wait or run at it
// are in both, since they are there when the second begins.
func (l *Log) Parts(at int64) (first, second *Log) {
	first, second = &Log{File: l.File, late: l.late}, &Log{File: l.File, late: l.late}
	for _, j := range l.Jobs {
		if j.Submit < at {
			first.add(j)
		}
		if j.End > at || j.End == 0 {
			second.add(j)
		}
	}
	return first, second
}

// Middle is where half of the whole weeks of a log are over, or half of its time where there are less than two.
func (l *Log) Middle() int64 {
	first, last := l.span()
	if n := int64(l.Weeks()); n > 1 {
		return first + n/2*week
	}
	return first + (last-first)/2
}

// LongestLimit is the longest limit of its jobs, s.
func (l *Log) LongestLimit() (most int64) {
	for i := range l.Jobs {
		most = max(most, l.Jobs[i].Limit)
	}
	return most
}
