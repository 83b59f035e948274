package resample_test

import (
	"fmt"

	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/resample"
)

// Four weeks at a time are drawn from a synthetic log, user by user. Number 3 is
// the same whether 1 and 2 were made before it or not.
func Example() {
	log, err := lublin.Sample(lublin.Config{Procs: 8, Jobs: 5000, Users: 40, Seed: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	trace, _ := job.Clean(log, job.Presets()[0].Rules, job.MachineOf(log, 0))
	source, err := resample.New(trace, resample.Draw, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(source.Jobs(), "jobs of", len(trace.Users), "users in", source.Weeks(), "whole weeks")
	var made job.Trace // its columns are used again
	for k := uint64(1); k <= 3; k++ {
		source.Make(&made, 4, 1, k)
		fmt.Println("resample", k, "has", made.Len(), "jobs")
	}
	// Output:
	// 5000 jobs of 40 users in 10 whole weeks
	// resample 1 has 1929 jobs
	// resample 2 has 2167 jobs
	// resample 3 has 2355 jobs
}
