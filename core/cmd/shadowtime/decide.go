package main

import (
	"fmt"
	"strings"

	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/experiment/decide"
	"shadowtime/core/job"
	"shadowtime/core/report/paper"
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

// printDecision prints the answer, what it rests on, and what it risks.
func printDecision(c *cli.Call, r *decide.Report) error {
	for _, x := range r.Checks {
		fmt.Fprintf(c.Stdout, "%s\n", cli.Wrap(string(x.Level)+": "+strings.TrimSpace(x.Words+" "+x.Detail), 100))
	}
	for _, x := range r.StandsOut {
		fmt.Fprintf(c.Stdout, "%s\n", cli.Wrap("stands out: "+x.Words, 100))
	}
	fmt.Fprintf(c.Stdout, "\n%s\n\n", cli.Wrap(r.Sentence(), 100))
	said := []string{r.Effect(), r.Doubt()}
	for _, f := range r.Fixes {
		said = append(said, f.Words())
	}
	for _, s := range append(said, r.AmendedSentence(), r.OpenWords()) {
		if s != "" {
			fmt.Fprintf(c.Stdout, "%s\n\n", cli.Wrap(s, 100))
		}
	}
	if len(r.Cards) > 0 {
		if err := cli.PrintTable(c.Stdout, r.Table()); err != nil {
			return err
		}
		fmt.Fprintln(c.Stdout)
	}
	if len(r.Amended) > 0 {
		if err := cli.PrintTable(c.Stdout, r.AmendedTable()); err != nil {
			return err
		}
		fmt.Fprintln(c.Stdout)
		printRuleLines(c, r)
	}
	for _, x := range r.Conditions {
		fmt.Fprintf(c.Stdout, "%s\n", cli.Wrap(string(x.Level)+": "+strings.TrimSpace(x.Words+". "+x.Detail), 100))
	}
	if a := r.Answer(); r.Advice {
		fmt.Fprintln(c.Stdout)
		c.PrintTerms(a.Slurm.Terms())
	}
	if len(r.Ways) > 0 {
		fmt.Fprintln(c.Stdout)
		if err := cli.PrintTable(c.Stdout, r.WaysTable()); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(c.Stdout, "\n%s\n", cli.Wrap(r.Methods(), 100))
	return err
}

// printRuleLines prints the lines that change the rule whose change is best.
func printRuleLines(c *cli.Call, r *decide.Report) {
	if a := r.BestAmended(); a != nil && r.Copied(a) {
		c.PrintTerms([]paper.Term{a.Term()})
		fmt.Fprintln(c.Stdout)
	}
}
