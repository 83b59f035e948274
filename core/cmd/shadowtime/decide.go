package main

import (
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/experiment/decide"
	"shadowtime/core/job"
	"shadowtime/core/study"
)

func init() {
	register(cli.Verb{
		Group: whatToSet, Place: 0,
		Name: decide.Name, Args: "LOG",
		Brief: "say what to set, how sure that is, and what it risks",
		Short: "replay settings of the scheduler on a log, and say what to set, how sure that is, and what it risks",
		Examples: []string{
			"shadowtime decide KTH-SP2.swf.gz",
			"shadowtime decide --longest 1.5 --measure slowdown KTH-SP2.swf.gz",
			"shadowtime decide --order FCFS --backfilling conservative --json KTH-SP2.swf.gz",
		},
		Run: tasks.Verb(func(c *tasks.Call) error { return tasks.Inquire(c, decideInquiry()) }),
	})
	tasks.Shows(decide.Name, tasks.ShowOf(decideInquiry))
}

type decided = tasks.Finding[decide.Plan, decide.Row, *decide.Report]

// decideInquiry is the study as the command does it.
func decideInquiry() *tasks.Inquiry[decide.Plan, decide.Row, *decide.Report] {
	plan, told := decide.Default(), decide.Told{}
	return &tasks.Inquiry[decide.Plan, decide.Row, *decide.Report]{
		Kind: decide.Name, Plan: &plan, Logs: 1, Tasks: "steps",
		Total: func(p decide.Plan) int { return p.Tasks() },
		Start: func(t *job.Trace, p decide.Plan) (study.Tasks[decide.Row], error) {
			return decide.NewRunnerBeside(t, p, &told)
		},
		Merge: func(x *decided) error {
			x.Report = decide.Merge(x.Plan, x.Trace.Digest, x.Rows, x.Source)
			return nil
		},
		JSON: func(list []*decided, _ bool) any { return list[0].Report },
		CSV:  func(list []*decided) string { return list[0].Report.CSV() },
		Text: func(c *cli.Call, list []*decided) error { return printDecision(c, list[0].Report) },
	}
}

// printDecision prints the paper; changes of rules have a table of their own, with all of them.
func printDecision(c *cli.Call, r *decide.Report) error {
	made := r.Paper()
	made.Table = r.Table()
	return c.PrintPaper(made, c.Below("", r.AmendedTable()), c.Below("Under other assumptions:", r.WaysTable()))
}
