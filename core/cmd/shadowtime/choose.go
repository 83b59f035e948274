package main

import (
	"fmt"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/experiment/choose"
	"shadowtime/core/experiment/windows"
	"shadowtime/core/study"
)

func init() {
	register(cli.Verb{
		Group: learnAndPredict, Place: 3,
		Name: "choose", Args: "LOG",
		Brief: "choose the features of a learned order",
		Short: "choose the features of a learned order: many sets fitted to one half of a log, chosen and judged on windows of two other " +
			"quarters",
		Examples: []string{
			"shadowtime choose KTH-SP2.swf.gz",
			"shadowtime choose --days 14 --json lublin_256.swf.gz",
			"shadowtime choose --terms 'p,q,r,log(p),sqrt(q)' --most 3 --features lin,qdr --ridges 0,0.1 SDSC-SP2.swf.gz",
			"shadowtime choose --part second --orders FCFS,SAF,mine=expr:p*q --csv KTH-SP2.swf.gz",
		},
		Run: tasks.Verb(runChoose),
	})
}

// shownSets is how many sets of features people are shown.
const shownSets = 10

func runChoose(c *tasks.Call) error {
	plan := choose.Default()
	c.Declare(plan.Flags())
	asJSON := c.Flags.Bool("json", false, "print one JSON object")
	asCSV := c.Flags.Bool("csv", false, "print every set of features as CSV")
	c.TaskFlags("pairs or windows")
	args, err := c.Parse(1)
	if err != nil {
		return err
	}
	if err := c.OnlyHere("what windows are asked follows from the pairs"); err != nil {
		return err
	}
	if err := plan.Normalise(); err != nil {
		return cli.BadUse(err)
	}
	l, err := c.Load(args[0], &plan.Learn.Workload)
	if err != nil {
		return err
	}
	if n := l.Trace.Len(); !c.Gave("days") && n > 0 {
		plan.Windows.Days = choose.Days(l.Trace.Submit[n-1] - l.Trace.Submit[0])
	}
	if err := c.Begin(tasks.EntryOf(tasks.PartOf("choose", l.Trace, plan.Flags()), l.Trace.Name)); err != nil {
		return err
	}
	r, err := chooseFeatures(c, &l, plan)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", args[0], err)
	case *asJSON:
		return c.PrintJSON(r)
	case *asCSV:
		_, err := fmt.Fprint(c.Stdout, r.CSV())
		return err
	}
	return printChoice(c.Call, &l, r)
}

// chooseFeatures scores, fits, and asks the windows of both quarters.
func chooseFeatures(c *tasks.Call, l *cli.Loaded, plan choose.Plan) (*choose.Report, error) {
	scored, err := scoresOf(c, *l, plan.Learn)
	if err != nil {
		return nil, err
	}
	fitted := plan.Fit(scored.Training)
	var rows [2][]windows.Row
	first, last := plan.Parts()
	for i, part := range []study.Part{first, last} {
		p, err := plan.Quarter(part, fitted)
		if err != nil {
			return nil, err
		}
		if rows[i], err = windowRows(c, l, p); err != nil {
			return nil, err
		}
	}
	return choose.Merge(plan, l.Trace.Name, l.Trace.Digest, l.Trace.Procs, fitted, rows[0], rows[1]), nil
}

// words are those of a quarter.
func words(p study.Part) string { return strings.ReplaceAll(p.String(), "-", " ") }

func printChoice(c *cli.Call, l *cli.Loaded, r *choose.Report) error {
	p := &r.Plan
	first, last := p.Parts()
	fmt.Fprintf(c.Stdout, "%s\n\n", cli.Wrap(fmt.Sprintf("%s: %s jobs, %s processors; learned from the %s half, windows of %d %s: "+
		"%d of the %s choose, %d of the %s judge, %s",
		l.Trace.Name, numeral.Count(l.Trace.Len()), numeral.Count(l.Trace.Procs), p.Learn.Part, p.Windows.Days,
		numeral.Plural(p.Windows.Days, "day", "days"), r.Choosing, words(first), r.Judging, words(last), p.Windows.Scenario), 100))
	made := r.Paper(shownSets)
	made.Methods += " " + l.Cleaning.Supposed()
	if r.Judged == nil {
		return c.PrintPaper(made)
	}
	return c.PrintPaper(made, c.Below(choose.Chosen+"="+r.Candidates[r.Chosen].Formula+"\n", r.JudgedTable()))
}
