package main

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"shadowtime/core/job"
	"shadowtime/core/order"
	"shadowtime/core/overview"
	"shadowtime/core/report"
	"shadowtime/core/resample"
	"shadowtime/core/study"
)

func compareVerb() verb {
	return verb{
		name: "compare", args: "TRACE",
		short: "compare queue orders on resampled weeks of a log, with intervals",
		examples: []string{
			"shadowtime compare KTH-SP2.swf.gz",
			"shadowtime compare --orders SPF,SAF,SQF --resamples 60 --weeks 104 --threshold 40h KTH-SP2.swf.gz",
			"shadowtime compare --orders every --json KTH-SP2.swf.gz",
			"shadowtime compare --orders 'SAF,expr:min(p,3600)*q-age' KTH-SP2.swf.gz",
		},
		run: compare,
	}
}

func compare(c *call) error {
	var o common
	o.declare(c, "40h")
	plan := study.Default()
	orders := c.flags.String("orders", "all", "all (the 12), every (all known), or a comma-separated `list`, formulas (expr:p*sqrt(q)) among them")
	c.flags.StringVar(&plan.Baseline, "baseline", plan.Baseline, "the `order` that others are compared with")
	c.flags.IntVar(&plan.Resamples, "resamples", plan.Resamples, "`number` of resamples")
	c.flags.IntVar(&plan.Weeks, "weeks", plan.Weeks, "`weeks` of a resample")
	c.flags.Uint64Var(&plan.Seed, "seed", plan.Seed, "seed of the resamples")
	variant := c.flags.String("variant", "draw", "draw weeks for each user, or shuffle them")
	workers := c.flags.Int("workers", runtime.NumCPU(), "`number` of resamples computed at a time")
	asCSV := c.flags.Bool("csv", false, "print the table as CSV")
	evidence := c.flags.Bool("evidence", false, "with --json: add methods and evidence (who beats whom, curves over time, distributions, who gains)")
	args, err := c.parse(1)
	if err != nil {
		return err
	}
	if plan.Clean, err = o.rules(); err != nil {
		return err
	}
	if plan.Threshold, err = o.seconds(); err != nil {
		return err
	}
	plan.Procs, plan.Dialect, plan.Backfilling, plan.Tau = o.procs, o.dialect, o.backfill, o.tau
	if plan.Variant, err = resample.ParseVariant(*variant); err != nil {
		return badUse{err}
	}
	switch *orders {
	case "all":
	case "every":
		plan.Orders = names(order.Every())
	default:
		plan.Orders = splitOrders(*orders)
	}
	if err := plan.Normalise(); err != nil {
		return badUse{err}
	}
	if *workers < 1 {
		return usef("--workers %d: give 1 or more", *workers)
	}
	l, err := c.open(args[0])
	if err != nil {
		return err
	}
	t, cleaning, err := c.prepare(args[0], l, plan.Clean, plan.Procs)
	if err != nil {
		return err
	}
	progress := c.progress(plan.Resamples, "resamples")
	rows, err := computeRows(t, plan, *workers, progress)
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	r := report.Merge(plan, l.Digest, t.Procs, rows)
	glance := overview.Of(t)
	source := report.Source{Name: t.Name, Cleaning: cleaning, Unreadable: l.Bad, Users: glance.Users,
		UsersKnown: glance.Known, WholeWeeks: glance.WholeWeeks, Calendar: glance.Calendar.Source}
	methods := r.Methods(source)
	switch {
	case o.json && *evidence:
		return c.printJSON(struct {
			*report.Report
			Methods  string           `json:"methods"`
			Evidence *report.Evidence `json:"evidence"`
		}{r, methods, report.Explain(r, t.Users, rows, source)})
	case o.json:
		return c.printJSON(r)
	case *asCSV:
		_, err := fmt.Fprint(c.stdout, r.CSV())
		return err
	}
	return printReport(c, t, r, methods)
}

// splitOrders splits a list at its commas, but not at those within the
// parentheses of a formula.
func splitOrders(s string) []string {
	var list []string
	depth, from := 0, 0
	for i, c := range s {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				list = append(list, s[from:i])
				from = i + 1
			}
		}
	}
	return append(list, s[from:])
}

func names(orders []order.Order) []string {
	var list []string
	for _, o := range orders {
		list = append(list, o.Name())
	}
	return list
}

// computeRows computes tasks 1..K on the given number of goroutines.
func computeRows(t *job.Trace, p study.Plan, workers int, progress func(done int)) ([]study.Row, error) {
	var (
		mu    sync.Mutex
		next  = 1
		rows  []study.Row
		first error
		wg    sync.WaitGroup
	)
	for range min(workers, p.Resamples) {
		wg.Go(func() {
			runner, err := study.NewRunner(t, p)
			for {
				mu.Lock()
				if err != nil && first == nil {
					first = err
				}
				k := next
				next++
				stop := first != nil || k > p.Resamples
				mu.Unlock()
				if stop {
					return
				}
				var row study.Row
				if row, err = runner.Task(k, nil); err == nil {
					mu.Lock()
					rows = append(rows, row)
					progress(len(rows))
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	return rows, first
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

func printReport(c *call, t *job.Trace, r *report.Report, methods string) error {
	p := r.Plan
	fmt.Fprintf(c.stdout, "%s: %d jobs, %d processors; %d resamples of %d weeks, threshold %s, seed %d\n\n",
		t.Name, t.Len(), t.Procs, p.Resamples, p.Weeks, p.Threshold, p.Seed)
	fmt.Fprintf(c.stdout, "%s\n\n", r.Sentence())
	rows := [][]string{{"order", "change", "95 % interval", "won", "best", "AvgWait", "MaxWait", "MaxMaxWait", "AvgBsld", "utilization"}}
	f := func(x report.Float, digits int) string { return strconv.FormatFloat(float64(x), 'f', digits, 64) }
	for _, o := range r.Ranked() {
		row := []string{o.Order, report.Percent(o.Change), report.Interval(o), f(o.Wins, -1),
			f(o.Best, 1), f(o.AvgWait, 1), f(o.MaxWait, 0), strconv.FormatInt(o.MaxMaxWait, 10), f(o.AvgBsld, 2), f(o.Utilization, 4)}
		if o.Order == p.Baseline {
			row[1], row[2], row[3] = "baseline", "", "–"
		}
		rows = append(rows, row)
	}
	if err := table(c.stdout, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintf(c.stdout, "\nWaits in seconds; change of total waiting against %s, paired over resamples.\n\n%s\n", p.Baseline, wrap(methods, 100))
	return err
}
