package sim_test

import (
	"flag"
	"runtime"
	"syscall"
	"time"

	"shadowtime/core/cmd/bench"
)

var cpuTime = flag.Bool("cputime", false, "measure this thread's processor time, where others are at work")

// stopwatch is the clock of the measurements, in nanoseconds.
func stopwatch() bench.Clock {
	if *cpuTime {
		const thisThread = 1 // RUSAGE_THREAD
		runtime.LockOSThread()
		return func() int64 {
			var u syscall.Rusage
			if err := syscall.Getrusage(thisThread, &u); err != nil {
				panic(err)
			}
			return u.Utime.Nano() + u.Stime.Nano()
		}
	}
	begin := time.Now()
	return func() int64 { return time.Since(begin).Nanoseconds() }
}
