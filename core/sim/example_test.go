package sim_test

import (
	"fmt"

	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

// Five jobs on four processors, numbered from 0. In order of arrival job 1 is
// the head: it needs all processors and is promised them at 100, the shadow
// time. Job 2 will have ended by then, so it starts ahead of it; job 3 will not,
// so it waits. With the smallest area first, job 4 is the head and job 1 the last.
func Example() {
	trace := &job.Trace{
		Procs:   4,
		Submit:  []int64{0, 10, 20, 30, 40},
		Run:     []int64{100, 50, 60, 90, 10},
		Request: []int64{100, 60, 60, 120, 10},
		Size:    []int32{3, 4, 1, 1, 4},
	}
	engine := sim.New()
	engine.Load(trace)
	for _, name := range []string{"FCFS", "SAF"} {
		o, err := order.Parse(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		if err := engine.Run(&sim.Config{Primary: o, Backfill: o, Threshold: sim.None}); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("EASY", name, "starts them at", engine.Starts())
	}
	// Output:
	// EASY FCFS starts them at [0 100 20 150 240]
	// EASY SAF starts them at [0 200 20 110 100]
}
