package study

import (
	"errors"
	"strconv"
)

// Bound is a number of a plan with the range it must lie in.
type Bound struct {
	What      string
	N, Lo, Hi int64
}

// Within says which number lies outside of its range, if any does.
func Within(list ...Bound) error {
	for _, c := range list {
		if c.N < c.Lo || c.N > c.Hi {
			return errors.New(c.What + " is " + strconv.FormatInt(c.N, 10) + ": give " +
				strconv.FormatInt(c.Lo, 10) + " to " + strconv.FormatInt(c.Hi, 10))
		}
	}
	return nil
}
