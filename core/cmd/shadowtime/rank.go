package main

import (
	"fmt"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/experiment/rank"
	"shadowtime/core/job"
	"shadowtime/core/study"
)

func init() {
	register(cli.Verb{
		Group: learnAndPredict, Place: 5,
		Name: "rank", Args: "LOG...",
		Brief: "search for an order that sees the machine",
		Short: "search for an order that sees the machine: weights of hour, weekday, utilization, queue and use are found on the first " +
			"half of a log and judged on the second, beside SAF and FCFS",
		Examples: []string{
			"shadowtime rank KTH-SP2.swf.gz",
			"shadowtime rank --threshold none --resamples 20 KTH-SP2.swf.gz",
			"shadowtime rank --json KTH-SP2.swf.gz SDSC-SP2.swf.gz",
		},
		Run: tasks.Verb(runRank),
	})
}

func runRank(c *tasks.Call) error {
	plan := rank.Default()
	c.Declare(rank.Settings(&plan))
	asJSON := c.Flags.Bool("json", false, "print a JSON object a log, each on a line")
	onto := c.Output("page", "", "instead write the rows of these logs anew into an HTML `file` that has a place for them")
	c.TaskFlags("draws")
	paths, err := c.Parse(-1)
	if err != nil {
		return err
	}
	if len(paths) == 0 {
		return cli.Usef("no log: write shadowtime %s %s", c.Verb.Name, c.Verb.Args)
	}
	if err := c.OnlyHere("what a round tries follows from the round before"); err != nil {
		return err
	}
	if _, err := rank.Trial(plan, []string{rank.Reference}); err != nil {
		return cli.BadUse(err)
	}
	var list []*rank.Report
	for _, path := range paths {
		r, err := ranked(c, path, plan)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		list = append(list, r)
		switch {
		case *onto != "":
		case *asJSON:
			err = c.PrintJSON(r)
		default:
			err = printRanking(c.Call, r)
		}
		if err != nil {
			return err
		}
	}
	if *onto == "" {
		return nil
	}
	return cli.Edit(*onto, func(p *cli.Page) error {
		return p.Table("rank-"+plan.Threshold.String(), func(old string) string { return rank.Renewed(old, list) })
	})
}

// ranked searches on a log's first half, round by round, and judges on its second.
func ranked(c *tasks.Call, path string, plan compare.Plan) (*rank.Report, error) {
	l, err := c.Load(path, &plan.Workload)
	if err != nil {
		return nil, err
	}
	learn, judge := l.Trace.Split()
	tried := func(t *job.Trace, p compare.Plan, from int, what string) ([]compare.Row, error) {
		var rows compare.Rows
		err := tasks.Compute(c, &rows, tasks.Batch[compare.Row]{Part: tasks.PartOf(compare.Name, t, p.Settings()), From: from,
			UpTo: p.Resamples, What: what,
			Start: func() (study.Tasks[compare.Row], error) { return compare.NewRunner(t, p) }})
		return rows.Known(p.Resamples), err
	}
	s := rank.NewSearch(l.Trace.Procs)
	for more := true; more; {
		orders := s.Orders()
		p, err := rank.Trial(plan, orders)
		if err != nil {
			return nil, err
		}
		rows, err := tried(learn, p, 1, fmt.Sprintf("draws of %s, round %d of %d, %s orders", l.Trace.Name, min(s.Round+1, rank.Rounds),
			rank.Rounds, numeral.Count(len(orders))))
		if err != nil {
			return nil, fmt.Errorf("the first half of the log, to learn from: %w", err)
		}
		more = s.Learn(rank.Costs(orders, &p, rows))
	}
	p, err := rank.Judging(plan, s)
	if err != nil {
		return nil, err
	}
	rows, err := tried(judge, p, study.Logged, "the second half of "+l.Trace.Name)
	if err != nil {
		return nil, fmt.Errorf("the second half of the log, to judge by: %w", err)
	}
	return rank.Merge(l.Trace.Name, s, plan.Resamples, compare.Merge(p, l.Trace.Digest, l.Trace.Procs, rows), rows), nil
}

func printRanking(c *cli.Call, r *rank.Report) error {
	fmt.Fprintf(c.Stdout, "%s: %s orders tried on %s draws of %d weeks from the first half, from %s on; threshold %s, seed %d\n\n"+
		"    %s\n\n", r.Log, numeral.Count(r.Tried), numeral.Count(r.Draws), r.Plan.Weeks, r.Start,
		r.Plan.Threshold, r.Plan.Seed, r.Formula)
	fmt.Fprintf(c.Stdout, "%s\n\n", cli.Wrap(fmt.Sprintf("On those draws it changes SAF’s waiting by %s, as found there. %s",
		numeral.Change(r.Learned), r.Sentence()), 100))
	if err := cli.PrintTable(c.Stdout, r.Table()); err != nil {
		return err
	}
	_, err := fmt.Fprintf(c.Stdout, "\n%s\n\n", cli.Wrap(fmt.Sprintf("The second half as it was, replayed whole; ranges are by its %s, "+
		"at 95%s for both others together.", numeral.Weeks(r.Weeks), numeral.PerCent), 100))
	return err
}
