package site

import (
	"slices"

	"shadowtime/core/base/random"
	"shadowtime/core/job/sacct"
)

// week is one, in seconds.
const week = 7 * day

// Weeks counts a log's whole weeks, from its first submission to its last.
func (l *Log) Weeks() int {
	first, last := l.span()
	return int(max(0, last-first) / week)
}

func (l *Log) span() (first, last int64) {
	for i := range l.Jobs {
		if s := l.Jobs[i].Submit; s > 0 {
			if first == 0 || s < first {
				first = s
			}
			last = max(last, s)
		}
	}
	return first, last
}

// blocks is how many weeks in a row a draw takes, in the mean, as the block variant of other questions does.
const blocks = 4

// Draw is resample k of the log's whole weeks, drawn with replacement in blocks: jobs as they were, at their time of the
// week, each under a number of its own. Jobs depend on those of the same drawn week alone. Of the same weeks, seed and k it
// always is the same.
func (l *Log) Draw(seed, k uint64) *Log {
	n := l.Weeks()
	first, _ := l.span()
	byWeek := make([][]int, n)
	for i := range l.Jobs {
		if w := int((l.Jobs[i].Submit - first) / week); l.Jobs[i].Submit > 0 && w < n {
			byWeek[w] = append(byWeek[w], i)
		}
	}
	d := &Log{File: l.File, late: l.late}
	from := 0
	for w := range n {
		word := random.Hash(seed, k, uint64(w), drawn)
		if from = (from + 1) % n; w == 0 || random.Unit(word)*blocks < 1 {
			from = random.Below(random.Hash(seed, k, uint64(w), drawn+1), n)
		}
		shift, apart := int64(w-from)*week, int64(w+1)<<numbered
		here := map[int64]bool{}
		for _, i := range byWeek[from] {
			here[l.Jobs[i].ID], here[l.Jobs[i].Array] = true, true
		}
		for _, i := range byWeek[from] {
			j := l.Jobs[i]
			j.ID |= apart
			if j.Array > 0 {
				j.Array |= apart
			}
			j.After = slices.Clone(j.After)
			j.After = slices.DeleteFunc(j.After, func(id int64) bool { return !here[id] })
			for a := range j.After {
				j.After[a] |= apart
			}
			for _, t := range []*int64{&j.Submit, &j.Eligible, &j.Start, &j.End} {
				if *t > 0 {
					*t += shift
				}
			}
			d.add(j)
		}
	}
	return d
}

const (
	drawn    = 0x536c75726d // a stream of its own
	numbered = 40           // bits of a job's number
)

// add takes a job in.
func (l *Log) add(j sacct.Job) {
	l.Jobs = append(l.Jobs, j)
	if j.Started != sacct.Unsaid {
		l.Said++
	}
}
