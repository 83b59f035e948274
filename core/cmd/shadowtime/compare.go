package main

import (
	"errors"
	"fmt"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

func init() {
	register(cli.Verb{
		Group: whatToSet, Place: 1,
		Name: "compare", Args: "LOG...",
		Brief: "compare queue orders on resampled weeks of a log",
		Short: "compare queue orders on resampled weeks of a log, or of several, with plausible ranges",
		Examples: []string{
			"shadowtime compare KTH-SP2.swf.gz",
			"shadowtime compare --orders SPF,SAF,SQF --resamples 60 --weeks 104 --threshold 40h KTH-SP2.swf.gz",
			"shadowtime compare --orders every --json KTH-SP2.swf.gz",
			"shadowtime compare --resamples 1000 --stop 0.02 --load 1.1 KTH-SP2.swf.gz",
			"shadowtime compare --resamples 60 --weeks 104 KTH-SP2.swf.gz SDSC-SP2.swf.gz",
			"shadowtime compare --sensitivity --orders SPF,SAF KTH-SP2.swf.gz",
			"shadowtime compare --orders 'SAF,expr:min(p,3600)*q-age' KTH-SP2.swf.gz",
		},
		Run: tasks.Verb(runCompare),
	})
	tasks.Shows(compare.Name, tasks.ShowOf(compareInquiry))
}

type compared = tasks.Finding[compare.Plan, compare.Row, *compare.Report]

func runCompare(c *tasks.Call) error {
	vary := c.Flags.Bool("sensitivity", false, "ask the same with windows of 1, 4, 13 and 52 weeks, with and without threshold, ranking "+
		"the 32 oldest jobs alone, and under each cleaning, side by side")
	q := compareInquiry()
	merge := q.Merge
	others := map[*compared][]other{}
	q.Also = func(x *compared) (err error) {
		if *vary {
			others[x], err = sensitivity(c, x)
		}
		return err
	}
	q.Merge = func(x *compared) error {
		if err := merge(x); err != nil || !*vary {
			return err
		}
		x.Report.Sensitivity = compare.Sensitivity{{Words: compare.Variations(x.Plan)[0].Words, Report: x.Report.Alone()}}
		for _, o := range others[x] {
			x.Report.Sensitivity = append(x.Report.Sensitivity, o.varied())
		}
		return nil
	}
	return tasks.Inquire(c, q)
}

// compareInquiry is the study as the command does it.
func compareInquiry() *tasks.Inquiry[compare.Plan, compare.Row, *compare.Report] {
	plan := compare.Default()
	q := &tasks.Inquiry[compare.Plan, compare.Row, *compare.Report]{
		Kind: compare.Name, Plan: &plan, Logs: -1, Tasks: "resamples", Follow: true,
		Total: func(p compare.Plan) int { return p.Resamples },
		Look: func(p compare.Plan, rows []compare.Row) int {
			if _, ok := compare.Enough(p, rows); ok {
				return len(rows)
			}
			if p.Stop > 0 {
				return stats.NextLook(len(rows))
			}
			return p.Resamples
		},
		Start: func(t *job.Trace, p compare.Plan) (study.Tasks[compare.Row], error) { return compare.NewRunner(t, p) },
		Merge: func(x *compared) error {
			x.Report = compare.Merge(x.Plan, x.Trace.Digest, x.Trace.Procs, x.Rows)
			x.Report.Warn(x.Rows, x.Source)
			return nil
		},
		JSON: compareJSON,
		CSV:  compareCSV,
		Text: func(c *cli.Call, list []*compared) error {
			if len(list) > 1 {
				return printSide(c, list)
			}
			return printComparison(c, list[0])
		},
	}
	q.EvidenceWords = "who beats whom, curves over time, distributions, who gains"
	return q
}

// other is the same asked in another way.
type other struct {
	compare.Variation
	cli.Loaded
	rows []compare.Row
	why  string // there is none
}

// sensitivity computes the same asked in other ways.
func sensitivity(c *tasks.Call, x *compared) (list []other, err error) {
	for _, v := range compare.Variations(x.Plan)[1:] {
		l, err := cli.Prepare(x.Trace.Name, x.Log, &v.Plan.Workload)
		if err != nil { // another cleaning may leave nothing
			list = append(list, other{Variation: v, why: err.Error()})
			continue
		}
		v.Plan.Suit(l.About().Overview)
		var rows compare.Rows
		n := v.Plan.Traces(v.Plan.Resamples)
		err = tasks.Compute(c, &rows, tasks.Batch[compare.Row]{Part: tasks.PartOf(compare.Name, l.Trace, v.Plan.Settings()),
			From: study.Logged, UpTo: n,
			What:  "resamples of " + x.Trace.Name + ", " + v.Words,
			Start: func() (study.Tasks[compare.Row], error) { return compare.NewRunner(l.Trace, v.Plan) }})
		if err != nil && !errors.Is(err, tasks.ErrElsewhere) {
			return nil, err
		}
		list = append(list, other{v, l, rows.Known(n), ""})
	}
	return list, nil
}

func (o *other) varied() compare.Varied {
	if o.why != "" {
		return compare.Varied{Words: o.Words, Why: o.why}
	}
	r := compare.Merge(o.Plan, o.Trace.Digest, o.Trace.Procs, o.rows)
	r.Warn(o.rows, o.Source())
	return compare.Varied{Words: o.Words, Report: r}
}

// printSensitivity prints one table of ways of asking and orders.
func printSensitivity(c *cli.Call, s compare.Sensitivity) error {
	fmt.Fprintf(c.Stdout, "%s\n\n", cli.Wrap("Does this survive other assumptions? "+s.Sentence(), 100))
	p := s[0].Report.Plan
	rows := [][]string{append([]string{"asked", "resamples", order.Label(p.Baseline) + " waits", "late"}, order.Labels(p.Orders[1:])...)}
	var waits []report.Float
	for _, v := range s {
		if v.Report != nil {
			waits = append(waits, v.Report.Baseline().AvgWait, v.Report.AsLogged.AvgWait)
		}
	}
	waited := numeral.Durations(waits)
	for _, v := range s {
		if v.Report == nil {
			rows = append(rows, []string{v.Words, v.Why})
			continue
		}
		base := v.Report.Baseline()
		row, ends := []string{v.Words, strconv.Itoa(v.Report.Done), waited(base.AvgWait), numeral.Percent(base.Late, 1)},
			[]string{"", "", "", ""}
		if !base.Late.Known() {
			row[3] = ""
		}
		logged := []string{"  the log itself, replayed", "", waited(v.Report.AsLogged.AvgWait), ""}
		for i, o := range v.Report.Orders[1:] {
			row, ends = append(row, numeral.Change(o.Change)), append(ends, numeral.Interval(o.SimLow, o.SimHigh))
			logged = append(logged, numeral.Change(v.Report.AsLogged.Changes[i+1]))
		}
		rows = append(rows, row, ends, logged)
	}
	if err := cli.PrintTable(c.Stdout, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintln(c.Stdout)
	return err
}

// compareJSON is the report, or those of all logs, as one object.
func compareJSON(list []*compared, evidence bool) any {
	one := func(x *compared) any {
		if !evidence {
			return x.Report
		}
		e := compare.Explain(x.Report, x.Trace.Users, x.Rows)
		e.Groups.Weigh()
		return struct {
			*compare.Report
			Methods  string            `json:"methods"`
			Evidence *compare.Evidence `json:"evidence"`
		}{x.Report, x.Report.Methods(), e}
	}
	if len(list) == 1 {
		return one(list[0])
	}
	type named struct {
		Trace  string `json:"trace"`
		Report any    `json:"report"`
	}
	all := struct {
		Version int              `json:"version"`
		Traces  []named          `json:"traces"`
		Across  []compare.Across `json:"across"`
	}{Version: compare.Version, Across: sideOf(list).Across()}
	for _, x := range list {
		all.Traces = append(all.Traces, named{x.Trace.Name, one(x)})
	}
	return all
}

func compareCSV(list []*compared) string {
	if len(list) == 1 {
		return list[0].Report.CSV()
	}
	return sideOf(list).CSV()
}

func sideOf(list []*compared) (side compare.Side) {
	for _, x := range list {
		side = append(side, compare.Finding{Name: x.Trace.Name, Report: x.Report})
	}
	return side
}

// logHead names a log with how many jobs and processors it has.
func logHead(log string, jobs int, procs int64) string {
	return log + ": " + numeral.Count(jobs) + numeral.Plural(jobs, " job, ", " jobs, ") + numeral.Count(procs) +
		numeral.Plural(int(procs), " processor", " processors")
}

// printSide prints one table of logs and orders.
func printSide(c *cli.Call, list []*compared) error {
	side := sideOf(list)
	p := list[0].Report.Plan
	fmt.Fprintf(c.Stdout, "%s\n\n", side.Sentence())
	rows := [][]string{append([]string{"log"}, order.Labels(p.Orders[1:])...)}
	for i, x := range list {
		row, ends := []string{x.Trace.Name}, []string{""}
		for j, o := range x.Report.Orders[1:] {
			mark := ""
			if side.Best(i) == j+1 {
				mark = "*"
			}
			change, low, high := o.Leading()
			row, ends = append(row, mark+numeral.Change(change)), append(ends, numeral.Interval(low, high))
		}
		rows = append(rows, row, ends)
	}
	mean, ends, next := []string{"all logs"}, []string{""}, []string{"another log"}
	for _, a := range side.Across() {
		mean, ends = append(mean, numeral.Change(a.Mean)), append(ends, numeral.Interval(a.Low, a.High))
		next = append(next, numeral.Interval(a.NextLow, a.NextHigh))
	}
	rows = append(rows, mean, ends)
	if len(side) > 2 {
		rows = append(rows, next)
	}
	if err := cli.PrintTable(c.Stdout, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintf(c.Stdout, "\nChange of the mean wait against %s with its plausible range (95 %%, of each log's own weeks), "+
		"* the least;\nbelow, the mean over logs (random effects) and what another log would show; %s resamples of %d weeks "+
		"each, threshold %s, seed %d.\n",
		order.Label(p.Baseline), numeral.Count(p.Resamples), p.Weeks, p.Threshold, p.Seed)
	return err
}

func printComparison(c *cli.Call, x *compared) error {
	t, r := x.Trace, x.Report
	p := r.Plan
	fmt.Fprintf(c.Stdout, "%s; %s, threshold %s, seed %d\n\n", logHead(t.Name, x.About.Overview.Jobs, t.Procs),
		x.Source.Traces(p.Workload, r.Done), p.Threshold, p.Seed)
	made := r.Paper()
	made.Next += lateWords(r)
	return c.PrintPaper(made, func() error {
		if len(r.Sensitivity) == 0 {
			return nil
		}
		return printSensitivity(c, r.Sensitivity)
	})
}

// lateWords says how many jobs the threshold reaches.
func lateWords(r *compare.Report) string {
	base := r.Baseline()
	if !base.Late.Known() {
		return ""
	}
	return " Under " + base.Order + " " + numeral.Share(base.Late) + " of the jobs wait longer than the threshold of " +
		r.Plan.Threshold.String() + "."
}
