package job

import "math"

// Closure is processors that are out for a time: a maintenance, a drain, a failure, or those of
// a machine that is to grow before they are there. Several at once are out beside each other.
type Closure struct {
	From, To int64 // out from an instant to before another
	Procs    int64 // so many of the machine's
	// Known is from when the scheduler knows of it. Once it does, it starts no job whose request
	// would run into it for want of processors. A closure that it learns of no sooner than it
	// begins takes processors as they become free: jobs run on to their ends.
	Known int64
}

// Foreknown is the Known of a closure that the scheduler always knows of.
const Foreknown = math.MinInt64
