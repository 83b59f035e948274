package main

import (
	"fmt"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/experiment/online"
	"shadowtime/core/job"
	"shadowtime/core/study"
)

func init() {
	register(cli.Verb{
		Group: whatToSet, Place: 3,
		Name: "online", Args: "LOG...",
		Brief: "choose queue orders while the machine runs",
		Short: "choose queue orders while the machine runs: strategies that learn, against each fixed order",
		Examples: []string{
			"shadowtime online KTH-SP2.swf.gz",
			"shadowtime online --resamples 60 --weeks 104 --threshold 40h KTH-SP2.swf.gz",
			"shadowtime online --strategies full,noisy,epsilon-greedy,random --period 12h,day --json KTH-SP2.swf.gz",
			"shadowtime online --strategies all,epsilon-greedy@0.3,epsilon-greedy@0.5,full@0.9 KTH-SP2.swf.gz SDSC-SP2.swf.gz",
			"shadowtime online --variant original --weeks 26 --strategies all KTH-SP2.swf.gz",
			"shadowtime online --arms settings --safe --weeks 104 KTH-SP2.swf.gz",
		},
		Run: tasks.Verb(runOnline),
	})
	tasks.Shows(online.Name, tasks.ShowOf(onlineInquiry))
}

type selected = tasks.Finding[online.Plan, online.Row, *online.Report]

func runOnline(c *tasks.Call) error {
	tau := int64(10)
	c.Accept(study.TauSetting(&tau))
	return tasks.Inquire(c, onlineInquiry())
}

// onlineInquiry is the study as the command does it.
func onlineInquiry() *tasks.Inquiry[online.Plan, online.Row, *online.Report] {
	plan := online.Default()
	q := &tasks.Inquiry[online.Plan, online.Row, *online.Report]{
		Kind: online.Name, Plan: &plan, Logs: -1, Tasks: "resamples", Follow: true,
		Total: func(p online.Plan) int { return p.Resamples },
		Start: func(t *job.Trace, p online.Plan) (study.Tasks[online.Row], error) { return online.NewRunner(t, p) },
		Merge: func(x *selected) error {
			x.Report = online.Merge(x.Plan, x.Trace.Digest, x.Rows)
			x.Report.Warn(x.Rows, x.Source)
			return nil
		},
		JSON: onlineJSON,
		CSV:  func(list []*selected) string { return online.CSV(namedSelections(list)) },
		Text: printSelections,
	}
	q.EvidenceWords = "curves, regret and shares of orders over time"
	return q
}

func namedSelections(list []*selected) (named []online.Trace) {
	for _, x := range list {
		named = append(named, online.Trace{Name: x.Trace.Name, Report: x.Report})
	}
	return named
}

// onlineJSON is the selection, or those of all logs with their votes, as one
// object.
func onlineJSON(list []*selected, evidence bool) any {
	one := func(x *selected) any {
		if !evidence {
			return x.Report
		}
		return struct {
			*online.Report
			Methods  string           `json:"methods"`
			Evidence *online.Evidence `json:"evidence"`
		}{x.Report, x.Report.Methods(), online.Explain(x.Report, x.Rows)}
	}
	if len(list) == 1 {
		return one(list[0])
	}
	type trace struct {
		Trace     string `json:"trace"`
		Selection any    `json:"selection"`
	}
	all := struct {
		Version int     `json:"version"`
		Traces  []trace `json:"traces"`
		Votes   []votes `json:"votes"`
	}{Version: online.Version, Votes: voting(namedSelections(list))}
	for _, x := range list {
		all.Traces = append(all.Traces, trace{x.Trace.Name, one(x)})
	}
	return all
}

// votes are leave-one-trace-out choices, by what is chosen.
type votes struct {
	What    string          `json:"what"`
	Ballots []online.Ballot `json:"ballots"`
}

// fixedOrder is what the traces vote on besides parameters.
const fixedOrder = "fixed order"

// voting lets the traces vote on the fixed order and on every strategy that
// has several parameters.
func voting(list []online.Trace) (all []votes) {
	if len(list) < 2 {
		return nil
	}
	if b := online.VoteOrder(list); b != nil {
		all = append(all, votes{fixedOrder, b})
	}
	seen := map[string]bool{}
	for _, e := range list[0].Report.Plan.Entries() {
		what := online.Entry{Strategy: online.Strategy{Base: e.Strategy.Base}, Period: e.Period}.Name()
		if e.Strategy.Base == online.Fixed || seen[what] {
			continue
		}
		seen[what] = true
		if b := online.Vote(list, e.Strategy.Base, e.Period); b != nil {
			all = append(all, votes{what, b})
		}
	}
	return all
}

func printSelections(c *cli.Call, list []*selected) error {
	if len(list) == 1 {
		return printSelection(c, list[0], true)
	}
	longest := list[0].Report
	for _, x := range list {
		if err := printSelection(c, x, false); err != nil {
			return err
		}
		if x.Report.ByWeeks() {
			longest = x.Report
		}
	}
	for _, v := range voting(namedSelections(list)) {
		if err := printVotes(c, v); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(c.Stdout, "%s\n", cli.Wrap(longest.Note(), 100))
	return err
}

func printSelection(c *cli.Call, x *selected, alone bool) error {
	t, s := x.Trace, x.Report
	fmt.Fprintf(c.Stdout, "%s; %s, threshold %s, seed %d\n\n", logHead(t.Name, x.About.Overview.Jobs, t.Procs),
		x.Source.Traces(s.Plan.Workload, s.Done), s.Plan.Threshold, s.Plan.Seed)
	made := s.Paper()
	if !alone {
		made.Note, made.Methods = "", "" // said once below
	}
	return c.PrintPaper(made)
}

func printVotes(c *cli.Call, v votes) error {
	own := "its own is chosen on its odd resamples and told of the even ones"
	if v.What == fixedOrder {
		own = "its own is the best in hindsight"
	}
	fmt.Fprintf(c.Stdout, "What the other logs choose for each (%s), and what it does there; %s:\n\n", v.What, own)
	rows := [][]string{{"log", "the others' choice", "change", "its own", "change"}}
	for _, b := range v.Ballots {
		rows = append(rows, []string{b.Trace, b.Others, numeral.Change(b.Change), b.Own, numeral.Change(b.OwnChange)})
	}
	if err := cli.PrintTable(c.Stdout, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintln(c.Stdout)
	return err
}
