package main

import (
	"fmt"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/experiment/windows"
	"shadowtime/core/job"
	"shadowtime/core/report/paper"
	"shadowtime/core/study"
)

func init() {
	register(cli.Verb{
		Group: learnAndPredict, Place: 4,
		Name: "windows", Args: "LOG",
		Brief: "compare queue orders on windows of a fortnight",
		Short: "compare queue orders on windows of a log, a fortnight each, as the study of regressed orders did",
		Examples: []string{
			"shadowtime windows SDSC-SP2.swf.gz",
			"shadowtime windows --scenario easy --orders FCFS,SPF,SAF,LIN,expr:p+227*q-1.37*r SDSC-SP2.swf.gz",
			"shadowtime windows --dialect gc --scenario estimates --json CEA-Curie.swf.gz",
			"shadowtime windows --dialect gc --pool 0 SDSC-SP2.swf.gz",
			"shadowtime windows --start 5001588,20000000 --days 30 SDSC-SP2.swf.gz",
		},
		Run: tasks.Verb(runWindows),
	})
}

func runWindows(c *tasks.Call) error {
	p := windows.Default()
	c.Declare(p.Settings())
	asJSON := c.Flags.Bool("json", false, "print one JSON object")
	asCSV := c.Flags.Bool("csv", false, "print mean bounded slowdowns by window and order as CSV")
	c.TaskFlags("windows")
	args, err := c.Parse(1)
	if err != nil {
		return err
	}
	if err := p.Normalise(); err != nil {
		return cli.BadUse(err)
	}
	l, err := c.Load(args[0], &p.Workload)
	if err != nil {
		return err
	}
	if err := c.Begin(tasks.EntryOf(tasks.PartOf(windows.Name, l.Trace, p.Settings()), l.Trace.Name)); err != nil {
		return err
	}
	r, err := evaluate(c, &l, p)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", args[0], err)
	case *asJSON:
		return c.PrintJSON(r)
	case *asCSV:
		_, err := fmt.Fprint(c.Stdout, r.CSV())
		return err
	}
	return printWindowing(c.Call, r, l.Cleaning)
}

// evaluate computes the windows of a log.
func evaluate(c *tasks.Call, l *cli.Loaded, p windows.Plan) (*windows.Report, error) {
	rows, err := windowRows(c, l, p)
	if err != nil {
		return nil, err
	}
	return windows.Merge(l.Trace.Name, l.Trace.Digest, l.Trace.Procs, p, rows), nil
}

// windowRows are those of a plan's windows of a log.
func windowRows(c *tasks.Call, l *cli.Loaded, p windows.Plan) ([]windows.Row, error) {
	first, err := windows.NewRunner(l.Trace, p)
	if err == nil {
		err = first.Short()
	}
	if err != nil {
		return nil, err
	}
	var rows windows.Rows
	n := first.Windows()
	err = tasks.Compute(c, &rows, tasks.Batch[windows.Row]{Part: tasks.PartOf(windows.Name, l.Trace, p.Settings()), From: 1, UpTo: n,
		What:  "windows of " + l.Trace.Name,
		Start: func() (study.Tasks[windows.Row], error) { return windows.NewRunner(l.Trace, p) }})
	return rows.First(n), err
}

func printWindowing(c *cli.Call, r *windows.Report, cleaning *job.Cleaning) error {
	p := &r.Plan
	fmt.Fprintf(c.Stdout, "%s: %s %s of %d days, %s, %s processors, dialect %s\n\n", r.Trace, numeral.Count(len(r.Windows)),
		numeral.Plural(len(r.Windows), "window", "windows"), p.Days, p.Scenario, numeral.Count(r.Procs), p.Dialect)
	return c.PrintPaper(&paper.Paper{Answer: r.Title(), Table: r.Table(), Note: windows.Note, Methods: r.Methods(cleaning)})
}
