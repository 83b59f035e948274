package main

import (
	"fmt"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/experiment/react"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

func init() {
	register(cli.Verb{
		Group: whatToSet, Place: 5,
		Name: "react", Args: "LOG",
		Brief: "say what orders do if users wait for their jobs",
		Short: "replay a log under queue orders twice: with the submit times of the log, and with users who wait for their jobs before " +
			"they submit more",
		Examples: []string{
			"shadowtime react KTH-SP2.swf.gz",
			"shadowtime react --orders SPF,SAF --threshold 40h --replicates 32 KTH-SP2.swf.gz",
			"shadowtime synth --model users --procs 64 --weeks 52 | shadowtime react --json -",
		},
		Run: tasks.Verb(runReact),
	})
	tasks.Shows(react.Name, tasks.ShowOf(reactInquiry))
}

type reactInquiryOf = tasks.Inquiry[react.Plan, react.Row, *react.Report]
type reactedLog = tasks.Finding[react.Plan, react.Row, *react.Report]

func runReact(c *tasks.Call) error { return tasks.Inquire(c, reactInquiry()) }

// reactInquiry is the study as the command does it.
func reactInquiry() *reactInquiryOf {
	plan := react.Default()
	return &reactInquiryOf{
		Kind: react.Name, Plan: &plan, Logs: 1, Tasks: "replicates",
		Total: func(p react.Plan) int { return p.Replicates },
		Bound: func(t *job.Trace, p react.Plan) (int, error) { return p.Replicates, reactable(t, p) },
		Start: func(t *job.Trace, p react.Plan) (study.Tasks[react.Row], error) { return react.NewRunner(t, p) },
		Merge: func(x *reactedLog) error {
			x.Report = react.Merge(x.Trace.Name, x.Trace.Digest, x.Trace.Procs, x.Plan, x.Rows)
			x.Report.Source = x.Source
			return nil
		},
		Text: func(c *cli.Call, list []*reactedLog) error { return printReaction(c, list[0].Report) },
	}
}

// reactable errs where users can't be told apart.
func reactable(t *job.Trace, p react.Plan) error {
	r, err := react.NewRunner(t, p)
	if err == nil {
		err = r.Apart()
	}
	if err != nil {
		return fmt.Errorf("%w (shadowtime compare)", err)
	}
	return nil
}

func printReaction(c *cli.Call, r *react.Report) error {
	fmt.Fprintf(c.Stdout, "%s: %s jobs, %s processors, EASY, threshold %s, %d replicates\n\n", r.Trace, numeral.Count(r.Jobs),
		numeral.Count(r.Procs), r.Threshold, r.Replicates)
	return c.PrintPaper(r.Paper())
}

// reacting is the answer of replay where users wait for their jobs: means of replicates.
type reacting struct {
	Users       string         `json:"users"`
	Jobs        int64          `json:"jobs"`
	Procs       int64          `json:"procs"`
	Replicates  int            `json:"replicates"`
	AvgWait     report.Float   `json:"avgWait"`
	AvgBsld     report.Float   `json:"avgBsld"`
	JobsPerWeek report.Float   `json:"jobsPerWeek"`
	Likeness    react.Likeness `json:"likeness"`
	Rough       bool           `json:"rough"`
}

// replayReacting replays one order with users who wait for their jobs.
func replayReacting(c *cli.Call, path string, p *replayPlan, name string, asJSON bool) error {
	q := react.Default()
	q.Workload.Clean, q.Procs, q.Threshold, q.Backfilling, q.Promises, q.Limits, q.Dialect, q.Tau = p.Clean, p.Procs, p.Threshold,
		p.Backfilling, p.Promises, p.Limits, p.Dialect, p.tau
	o, err := order.Parse(name)
	if err != nil {
		return cli.BadUse(err)
	}
	at := 1
	if q.Orders = []string{o.Name()}; o.Name() == q.Baseline {
		q.Orders, at = []string{"SPF"}, 0 // a study has one besides
	}
	if err := q.Normalise(); err != nil {
		return cli.BadUse(err)
	}
	l, err := c.Load(path, &q.Workload)
	if err != nil {
		return err
	}
	if err := reactable(l.Trace, q); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	var rows react.Rows
	err = tasks.Compute(tasks.NewCall(c), &rows, tasks.Batch[react.Row]{Part: tasks.PartOf(react.Name, l.Trace, q.Settings()),
		UpTo: q.Replicates, What: "replicates of " + l.Trace.Name,
		Start: func() (study.Tasks[react.Row], error) { return react.NewRunner(l.Trace, q) }})
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	a := react.Merge(l.Trace.Name, l.Trace.Digest, l.Trace.Procs, q, rows.Known(q.Replicates))
	f := a.Orders[at].React
	r := reacting{"react", a.Jobs, a.Procs, a.Replicates, f.AvgWait, f.AvgBsld, f.JobsPerWeek, a.Likeness, a.Rough}
	if asJSON {
		return c.PrintJSON(r)
	}
	rough := ""
	if r.Rough {
		rough = " This is rough: with users who wait FCFS does not come out like the log."
	}
	_, err = fmt.Fprintf(c.Stdout, "%s\n", cli.Wrap(fmt.Sprintf("%s under %s, if users wait for their jobs: mean wait %s, mean bounded "+
		"slowdown %s, %s jobs a week; means of %d replays.%s", l.Trace.Name, a.Orders[at].Order, numeral.Duration(r.AvgWait),
		numeral.Number(r.AvgBsld), numeral.Number(r.JobsPerWeek), r.Replicates, rough), 100))
	return err
}
