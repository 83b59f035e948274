//go:build !linux

package sim_test

import (
	"time"

	"shadowtime/core/cmd/bench"
)

// stopwatch is the clock of the measurements, in nanoseconds.
func stopwatch() bench.Clock {
	begin := time.Now()
	return func() int64 { return time.Since(begin).Nanoseconds() }
}
