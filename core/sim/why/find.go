package why

import (
	"errors"
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
)

// Find is the job of a number in the log. Where several have it, the first.
func Find(t *job.Trace, number int64) (int, error) {
	if t.ID == nil {
		if number >= 1 && number <= int64(t.Len()) {
			return int(number - 1), nil
		}
	} else if j := slices.Index(t.ID, number); j >= 0 {
		return j, nil
	}
	text := "job " + strconv.FormatInt(number, 10) + " is not among the " + numeral.Count(t.Len()) + " that are simulated"
	if near := nearest(t, number, 4); len(near) > 0 {
		text += "; the nearest numbers are " + numeral.Listed(near)
	}
	return 0, errors.New(text)
}

// nearest are the numbers nearest to one, at most n of them, ascending.
func nearest(t *job.Trace, number int64, n int) (words []string) {
	var list []int64
	far := func(x int64) uint64 {
		if x > number {
			return uint64(x) - uint64(number)
		}
		return uint64(number) - uint64(x)
	}
	for j := range t.Len() {
		x := Number(t, j)
		i := len(list)
		for i > 0 && far(x) < far(list[i-1]) {
			i--
		}
		if i < n && !slices.Contains(list, x) {
			if list = slices.Insert(list, i, x); len(list) > n {
				list = list[:n]
			}
		}
	}
	slices.Sort(list)
	for _, x := range list {
		words = append(words, strconv.FormatInt(x, 10))
	}
	return words
}
