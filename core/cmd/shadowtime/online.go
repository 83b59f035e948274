package main

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"shadowtime/core/figure"
	"shadowtime/core/job"
	"shadowtime/core/online"
	"shadowtime/core/order"
	"shadowtime/core/report"
	"shadowtime/core/selection"
)

func onlineVerb() verb {
	return verb{
		name: "online", args: "TRACE...",
		short: "choose queue orders while the machine runs: strategies that learn, against each fixed order",
		examples: []string{
			"shadowtime online KTH-SP2.swf.gz",
			"shadowtime online --resamples 60 --weeks 104 --threshold 40h KTH-SP2.swf.gz",
			"shadowtime online --strategies full,noisy,epsilon-greedy,random --period 12h,day --json KTH-SP2.swf.gz",
			"shadowtime online --strategies all,epsilon-greedy@0.3,epsilon-greedy@0.5,full@0.9 KTH-SP2.swf.gz SDSC-SP2.swf.gz",
			"shadowtime online --variant original --weeks 26 --strategies all KTH-SP2.swf.gz",
		},
		run: onlineRun,
	}
}

func onlineRun(c *call) error {
	var o common
	o.declare(c, "40h")
	var d drawn
	plan := online.Default()
	d.declare(c, plan.Weeks)
	strategies := c.flags.String("strategies", "all", "all, or a comma-separated `list` of "+strings.Join(append([]string{"fixed:ORDER"}, plain(plan)...), ", ")+
		"; some take a parameter, as in epsilon-greedy@0.3, full@0.9 (λ), sw-ucb@60 (periods); all may be in the list")
	orders := c.flags.String("orders", "all", "what strategies choose from: all (the 12) or a comma-separated `list`, FCFS is always there")
	periods := c.flags.String("period", "day,week", "how long an order stays: day, week, durations such as 12h, or a `list` of them")
	c.flags.IntVar(&plan.Resamples, "resamples", plan.Resamples, "`number` of resamples")
	c.flags.Float64Var(&plan.Lambda, "lambda", plan.Lambda, "what a period keeps of the past's costs, 0 to 1 (full, noisy and epsilon-greedy)")
	c.flags.Float64Var(&plan.Epsilon, "epsilon", plan.Epsilon, "`share` of periods in which epsilon-greedy explores")
	c.flags.BoolVar(&plan.UntriedFirst, "untried-first", plan.UntriedFirst, "epsilon-greedy tries each order once, in random order, before anything else")
	c.flags.BoolVar(&plan.DiscountJobs, "discount-jobs", plan.DiscountJobs, "--lambda acts on numbers of jobs too; as published it acts on waits alone")
	c.flags.Float64Var(&plan.Noise, "noise", plan.Noise, "noisy: a simulated period is off by up to this `fraction`")
	c.flags.Float64Var(&plan.JobNoise, "job-noise", plan.JobNoise, "noisy-job: a simulated job is off by up to this `fraction`")
	feedback := c.flags.String("feedback", "empty", "simulations of a period start from an empty machine, or from the state of the `machine` when it began")
	workers := c.flags.Int("workers", runtime.NumCPU(), "`number` of resamples computed at a time")
	asCSV := c.flags.Bool("csv", false, "print the table as CSV")
	evidence := c.flags.Bool("evidence", false, "with --json: add methods and evidence (curves, regret and shares of orders over time)")
	args, err := c.parse(-1)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return usef("no log: write shadowtime online %s", c.verb.args)
	}
	if plan.Workload, err = o.workload(&d); err != nil {
		return err
	}
	if plan.Threshold, err = o.seconds(); err != nil {
		return err
	}
	if plan.Feedback, err = online.ParseFeedback(*feedback); err != nil {
		return badUse{fmt.Errorf("--feedback: %w", err)}
	}
	plan.Dialect, plan.Backfilling = o.dialect, o.backfill
	plan.Strategies = order.Split(*strategies)
	if *orders != "all" {
		plan.Orders = order.Split(*orders)
	}
	plan.Periods = nil
	for _, s := range strings.Split(*periods, ",") {
		p, err := online.ParsePeriod(s)
		if err != nil {
			return badUse{fmt.Errorf("--period: %w", err)}
		}
		plan.Periods = append(plan.Periods, p)
	}
	if err := plan.Normalise(); err != nil {
		return badUse{err}
	}
	if *workers < 1 {
		return usef("--workers %d: give 1 or more", *workers)
	}
	var list []*selected
	for _, path := range args {
		x, err := c.selectOne(path, plan, *workers)
		if err != nil {
			return err
		}
		list = append(list, x)
	}
	return printSelections(c, list, o.json, *asCSV, *evidence)
}

// plain lists the strategies that are not one order for good.
func plain(p online.Plan) []string {
	var list []string
	if p.Normalise() == nil {
		for _, s := range p.Strategies {
			if !strings.HasPrefix(s, online.Fixed+":") {
				list = append(list, s)
			}
		}
	}
	return list
}

// selected is the outcome on one log.
type selected struct {
	trace     *job.Trace
	selection *selection.Report
	rows      []online.Row
	source    report.Source
}

func (c *call) selectOne(path string, plan online.Plan, workers int) (*selected, error) {
	t, source, err := c.load(path, &plan.Workload)
	if err != nil {
		return nil, err
	}
	rows, err := compute(1, plan.Resamples, workers, func() (func(int) (online.Row, error), error) {
		runner, err := online.NewRunner(t, plan)
		return func(k int) (online.Row, error) { return runner.Task(k, nil) }, err
	}, c.progress(plan.Resamples, "resamples of "+t.Name))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &selected{t, selection.Merge(plan, t.Digest, rows), rows, source}, nil
}

// json is the selection as one object, with what stands behind it if wanted.
func (x *selected) json(evidence bool) any {
	if !evidence {
		return x.selection
	}
	return struct {
		*selection.Report
		Methods  string              `json:"methods"`
		Evidence *selection.Evidence `json:"evidence"`
	}{x.selection, x.selection.Methods(x.source), selection.Explain(x.selection, x.rows)}
}

// votes are leave-one-trace-out choices, by what is chosen.
type votes struct {
	What    string             `json:"what"`
	Ballots []selection.Ballot `json:"ballots"`
}

// voting lets the traces vote on the fixed order and on every strategy that
// has several parameters.
func voting(list []selection.Named) (all []votes) {
	if len(list) < 2 {
		return nil
	}
	if b := selection.VoteOrder(list); b != nil {
		all = append(all, votes{"fixed order", b})
	}
	seen := map[string]bool{}
	for _, e := range list[0].Report.Plan.Entries() {
		what := online.Entry{Strategy: online.Strategy{Base: e.Strategy.Base}, Period: e.Period}.Name()
		if e.Strategy.Base == online.Fixed || seen[what] {
			continue
		}
		seen[what] = true
		if b := selection.Vote(list, e.Strategy.Base, e.Period); b != nil {
			all = append(all, votes{what, b})
		}
	}
	return all
}

func printSelections(c *call, list []*selected, asJSON, asCSV, evidence bool) error {
	var named []selection.Named
	for _, x := range list {
		named = append(named, selection.Named{Name: x.trace.Name, Report: x.selection})
	}
	switch {
	case asJSON && len(list) == 1:
		return c.printJSON(list[0].json(evidence))
	case asJSON:
		type trace struct {
			Trace     string `json:"trace"`
			Selection any    `json:"selection"`
		}
		all := struct {
			Version int     `json:"version"`
			Traces  []trace `json:"traces"`
			Votes   []votes `json:"votes"`
		}{Version: online.Version, Votes: voting(named)}
		for _, x := range list {
			all.Traces = append(all.Traces, trace{x.trace.Name, x.json(evidence)})
		}
		return c.printJSON(all)
	case asCSV:
		_, err := fmt.Fprint(c.stdout, selection.CSV(named))
		return err
	}
	for _, x := range list {
		if err := printSelection(c, x); err != nil {
			return err
		}
	}
	for _, v := range voting(named) {
		if err := printVotes(c, v); err != nil {
			return err
		}
	}
	p := list[0].selection.Plan
	_, err := fmt.Fprintf(c.stdout, "Change of total waiting against %s with threshold %s, paired over resamples; regret against the best fixed order in hindsight.\n",
		online.Baseline, p.Threshold)
	if err == nil && len(list) == 1 {
		_, err = fmt.Fprintf(c.stdout, "\n%s\n", wrap(list[0].selection.Methods(list[0].source), 100))
	}
	return err
}

func printSelection(c *call, x *selected) error {
	t, s := x.trace, x.selection
	fmt.Fprintf(c.stdout, "%s: %d jobs, %d processors; %d resamples of %d weeks, threshold %s, seed %d\n\n%s\n\n",
		t.Name, t.Len(), t.Procs, s.Done, s.Plan.Weeks, s.Plan.Threshold, s.Plan.Seed, s.Sentence())
	rows := [][]string{{"strategy", "period", "change", "95 % interval", "regret", "regret, h"}}
	for _, r := range s.Ranked() {
		row := []string{r.Strategy, online.PeriodName(r.Period), figure.Change(r.Change), r.Interval(),
			figure.Change(r.RegretFraction), strconv.FormatFloat(float64(r.Regret)/3600, 'f', 0, 64)}
		if r.Strategy == online.Fixed+":"+online.Baseline {
			row[2], row[3] = "baseline", ""
		}
		rows = append(rows, row)
	}
	if err := table(c.stdout, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintln(c.stdout)
	return err
}

func printVotes(c *call, v votes) error {
	fmt.Fprintf(c.stdout, "What the other traces choose for each (%s), and what it does there:\n\n", v.What)
	rows := [][]string{{"trace", "the others' choice", "change", "its own best", "change"}}
	for _, b := range v.Ballots {
		rows = append(rows, []string{b.Trace, b.Others, figure.Change(b.Change), b.Own, figure.Change(b.OwnChange)})
	}
	if err := table(c.stdout, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintln(c.stdout)
	return err
}
