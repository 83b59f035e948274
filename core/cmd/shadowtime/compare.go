package main

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"shadowtime/core/compare"
	"shadowtime/core/comparison"
	"shadowtime/core/figure"
	"shadowtime/core/job"
	"shadowtime/core/order"
	"shadowtime/core/paired"
	"shadowtime/core/report"
)

func compareVerb() verb {
	return verb{
		name: "compare", args: "TRACE...",
		short: "compare queue orders on resampled weeks of a log, or of several, with intervals",
		examples: []string{
			"shadowtime compare KTH-SP2.swf.gz",
			"shadowtime compare --orders SPF,SAF,SQF --resamples 60 --weeks 104 --threshold 40h KTH-SP2.swf.gz",
			"shadowtime compare --orders every --json KTH-SP2.swf.gz",
			"shadowtime compare --resamples 1000 --stop 0.02 --load 1.1 KTH-SP2.swf.gz",
			"shadowtime compare --resamples 60 --weeks 104 KTH-SP2.swf.gz SDSC-SP2.swf.gz",
			"shadowtime compare --orders 'SAF,expr:min(p,3600)*q-age' KTH-SP2.swf.gz",
		},
		run: runCompare,
	}
}

func runCompare(c *call) error {
	var o common
	o.declare(c, "40h")
	var d drawn
	plan := compare.Default()
	d.declare(c, plan.Weeks)
	orders := c.flags.String("orders", "all", "all (the 12), every (all known), or a comma-separated `list`, formulas (expr:p*sqrt(q)) among them")
	c.flags.StringVar(&plan.Baseline, "baseline", plan.Baseline, "the `order` that others are compared with")
	c.flags.IntVar(&plan.Resamples, "resamples", plan.Resamples, "`number` of resamples")
	c.flags.Float64Var(&plan.Stop, "stop", 0, "end at 10, 20, 40, ... resamples once every interval is at most so wide to each side, a `fraction` (0.02: two points)")
	c.flags.StringVar(&plan.Interval, "interval", plan.Interval, "`kind` of the 95 % intervals: percentile or bca (bootstrap), or fieller (paired t of the ratio)")
	workers := c.flags.Int("workers", runtime.NumCPU(), "`number` of resamples computed at a time")
	asCSV := c.flags.Bool("csv", false, "print the table as CSV")
	evidence := c.flags.Bool("evidence", false, "with --json: add methods and evidence (who beats whom, curves over time, distributions, who gains)")
	args, err := c.parse(-1)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return usef("no log: write shadowtime compare %s", c.verb.args)
	}
	if plan.Workload, err = o.workload(&d); err != nil {
		return err
	}
	if plan.Threshold, err = o.seconds(); err != nil {
		return err
	}
	plan.Dialect, plan.Backfilling, plan.Tau = o.dialect, o.backfill, o.tau
	switch *orders {
	case "all":
	case "every":
		plan.Orders = names(order.Every())
	default:
		plan.Orders = order.Split(*orders)
	}
	if err := plan.Normalise(); err != nil {
		return badUse{err}
	}
	if *workers < 1 {
		return usef("--workers %d: give 1 or more", *workers)
	}
	var list []*compared
	for _, path := range args {
		x, err := c.compareOne(path, plan, *workers)
		if err != nil {
			return err
		}
		list = append(list, x)
	}
	if len(list) > 1 {
		return c.printSeveral(list, o.json, *asCSV, *evidence)
	}
	x := list[0]
	switch {
	case o.json:
		return c.printJSON(x.json(*evidence))
	case *asCSV:
		_, err := fmt.Fprint(c.stdout, x.report.CSV())
		return err
	}
	return printReport(c, x)
}

// compared is the outcome on one log.
type compared struct {
	trace  *job.Trace
	report *comparison.Report
	rows   []compare.Row
	source report.Source
}

func (c *call) compareOne(path string, plan compare.Plan, workers int) (*compared, error) {
	t, source, err := c.load(path, &plan.Workload)
	if err != nil {
		return nil, err
	}
	rows, err := computeRows(t, plan, workers, c.progress(plan.Resamples, "resamples of "+t.Name))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	x := &compared{trace: t, rows: rows, source: source}
	x.report = comparison.Merge(plan, t.Digest, t.Procs, rows)
	return x, nil
}

// json is the report as one object, with what stands behind it if wanted.
func (x *compared) json(evidence bool) any {
	if !evidence {
		return x.report
	}
	return struct {
		*comparison.Report
		Methods  string               `json:"methods"`
		Evidence *comparison.Evidence `json:"evidence"`
	}{x.report, x.report.Methods(x.source), comparison.Explain(x.report, x.trace.Users, x.rows, x.source)}
}

// printSeveral prints one table of logs and orders.
func (c *call) printSeveral(list []*compared, asJSON, asCSV, evidence bool) error {
	var side comparison.Side
	for _, x := range list {
		side = append(side, comparison.Named{Name: x.trace.Name, Report: x.report})
	}
	switch {
	case asJSON:
		type named struct {
			Trace  string `json:"trace"`
			Report any    `json:"report"`
		}
		all := struct {
			Version int     `json:"version"`
			Traces  []named `json:"traces"`
		}{Version: compare.Version}
		for _, x := range list {
			all.Traces = append(all.Traces, named{x.trace.Name, x.json(evidence)})
		}
		return c.printJSON(all)
	case asCSV:
		_, err := fmt.Fprint(c.stdout, side.CSV())
		return err
	}
	p := list[0].report.Plan
	fmt.Fprintf(c.stdout, "%s\n\n", side.Sentence())
	rows := [][]string{append([]string{"trace"}, p.Orders[1:]...)}
	for i, x := range list {
		row, ends := []string{x.trace.Name}, []string{""}
		for j, o := range x.report.Orders[1:] {
			mark := ""
			if side.Best(i) == j+1 {
				mark = "*"
			}
			row, ends = append(row, mark+figure.Change(o.Change)), append(ends, figure.Interval(o.Low, o.High))
		}
		rows = append(rows, row, ends)
	}
	if err := table(c.stdout, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintf(c.stdout, "\nChange of total waiting against %s with 95 %% intervals, * the best; %d resamples of %d weeks each, threshold %s, seed %d.\n",
		p.Baseline, p.Resamples, p.Weeks, p.Threshold, p.Seed)
	return err
}

func names(orders []order.Order) []string {
	var list []string
	for _, o := range orders {
		list = append(list, o.Name())
	}
	return list
}

// computeRows computes resamples 1..K, or as few as the plan's width asks for.
func computeRows(t *job.Trace, p compare.Plan, workers int, progress func(done int)) ([]compare.Row, error) {
	var rows []compare.Row
	for len(rows) < p.Resamples {
		upTo := p.Resamples
		if p.Stop > 0 {
			upTo = min(upTo, paired.NextLook(len(rows)))
		}
		before := len(rows)
		more, err := compute(before+1, upTo, workers, func() (func(int) (compare.Row, error), error) {
			runner, err := compare.NewRunner(t, p)
			return func(k int) (compare.Row, error) { return runner.Task(k, nil) }, err
		}, func(done int) { progress(before + done) })
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
		if _, ok := comparison.Enough(p, rows); ok {
			break
		}
	}
	return rows, nil
}

// wrap breaks text into lines of at most n characters where it has spaces.
func wrap(text string, n int) string {
	var b strings.Builder
	at := 0
	for _, word := range strings.Fields(text) {
		size := len([]rune(word))
		switch {
		case at > 0 && at+1+size > n:
			b.WriteByte('\n')
			at = 0
		case at > 0:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += size
	}
	return b.String()
}

func printReport(c *call, x *compared) error {
	t, r := x.trace, x.report
	p := r.Plan
	fmt.Fprintf(c.stdout, "%s: %d jobs, %d processors; %d resamples of %d weeks, threshold %s, seed %d\n\n",
		t.Name, t.Len(), t.Procs, r.Done, p.Weeks, p.Threshold, p.Seed)
	fmt.Fprintf(c.stdout, "%s\n\n", r.Sentence())
	rows := [][]string{{"order", "change", "95 % interval", "won", "best", "AvgWait", "MaxWait", "MaxMaxWait", "AvgBsld", "utilization"}}
	f := func(x report.Float, digits int) string { return strconv.FormatFloat(float64(x), 'f', digits, 64) }
	for _, o := range r.Ranked() {
		row := []string{o.Order, figure.Change(o.Change), figure.Interval(o.Low, o.High), f(o.Wins, -1),
			f(o.Best, 1), f(o.AvgWait, 1), f(o.MaxWait, 0), strconv.FormatInt(o.MaxMaxWait, 10), f(o.AvgBsld, 2), f(o.Utilization, 4)}
		if o.Order == p.Baseline {
			row[1], row[2], row[3] = "baseline", "", "–"
		}
		rows = append(rows, row)
	}
	if err := table(c.stdout, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintf(c.stdout, "\nWaits in seconds; change of total waiting against %s, paired over resamples.\n\n%s\n", p.Baseline, wrap(r.Methods(x.source), 100))
	return err
}
