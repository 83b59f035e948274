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
	// Replaying your log: 5.6 h mean wait with FCFS, 2.4 h with SAF. The change of waiting with SAF is −55 % in the log's first half and −59 % in its second.
	// No order was shown better than FCFS. In resamples of this log SAF cuts total waiting by 55 % and is better in 10 of 10 resamples, but other weeks of this machine could show anything from −87 % to +58 %: a longer log would tell. Intervals of the one named are at 97.5 %, wider than those of the table, for choosing it among 2.
}
