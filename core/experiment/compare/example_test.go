package compare_test

import (
	"fmt"

	"shadowtime/core/experiment/compare"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/study"
)

// From a log to an answer: a plan says what is asked, a runner computes its
// tasks, each a row, and the rows are merged into a report. Tasks need not be
// computed in sequence, or by one runner.
func Example() {
	log, err := lublin.Sample(lublin.Config{Procs: 8, Jobs: 5000, Users: 40, Seed: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	log.Digest = job.DigestOf(log) // the readers of formats do so themselves

	plan := compare.Default()
	plan.Orders, plan.Weeks, plan.Resamples = []string{"SPF", "SAF"}, 4, 10
	if err := plan.Normalise(); err != nil {
		fmt.Println(err)
		return
	}
	trace, _ := plan.Prepare(log)
	runner, err := compare.NewRunner(trace, plan)
	if err != nil {
		fmt.Println(err)
		return
	}
	var rows []compare.Row
	for k := study.Logged; k <= plan.Resamples; k++ { // the log itself, then its resamples
		row, err := runner.Task(k, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		rows = append(rows, row)
	}
	report := compare.Merge(plan, trace.Digest, trace.Procs, rows)
	for _, o := range report.Ranked() {
		fmt.Printf("%s: %.0f s on average\n", o.Order, o.AvgWait)
	}
	fmt.Println(report.Logged())
	fmt.Println(report.Sentence())
	// Output:
	// SAF: 8805 s on average
	// SPF: 9024 s on average
	// FCFS: 19665 s on average
	// Replaying your log: 5.6 h mean wait with FCFS, 2.5 h with SPF. The change of waiting with SPF is −53 % in the log's first half and −57 % in its second.
	// Shortest requested time first (SPF) would have cut the mean wait by 49 %, plausibly 39 to 67 %. Figure and range are corrected for choosing the best of 2 orders. The raw change is −55 %. The longest wait rises from 33 to 46 hours. SAF and SPF are tied for best.
}
