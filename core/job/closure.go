package job

import "math"

// Closure is processors that are out for a time: a maintenance, a drain, a failure, or the
// processors of a machine that is to grow before they are there. Several closures at once add up.
type Closure struct {
	From, To int64 // out from an instant to before another
	Procs    int64 // so many of the machine's
	// Known is the second from which the scheduler knows of the closure. From then on the scheduler starts no job
	// whose request would run into the closure for want of processors. A closure that the scheduler learns of only
	// when it begins takes processors as they become free: jobs run on to their ends.
	Known int64
}

// Foreknown is the Known of a closure that the scheduler always knows of.
const Foreknown = math.MinInt64
