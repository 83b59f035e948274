package main

import (
	"fmt"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/experiment/rules"
	"shadowtime/core/job"
	"shadowtime/core/slurm/site"
	"shadowtime/core/study"
)

func init() {
	register(cli.Verb{
		Group: oneSchedule, Place: 0,
		Name: rules.Name, Args: "LOG [FILE...]",
		Brief: "say what users waited for, and the rules that held them",
		Short: "say what users waited for by a log's own record, and which rules of the machine held their jobs: hours, limits, " +
			"processors that were missing.\n" +
			"FILE... are what the site's Slurm says, in any order: slurm.conf, or what scontrol show partition, node and\n" +
			"reservation print, and what sacctmgr show qos and assoc -P do. The rules that they say are judged by the log.\n" +
			"Those that it bears out are in force, and what else is found is found beside them.",
		Examples: []string{
			"shadowtime rules KTH-SP2.swf.gz",
			"shadowtime rules --forward --html held.html SDSC-Par.swf.gz",
			"shadowtime rules --text KTH-SP2.swf.gz > kth.rules",
			"shadowtime compare --rules kth.rules KTH-SP2.swf.gz",
			"shadowtime rules jobs.psv slurm.conf qos.psv assoc.psv",
		},
		Run: tasks.Verb(runRules),
	})
	tasks.Shows(rules.Name, tasks.ShowOf(rulesInquiry))
}

type rulesInquiryOf = tasks.Inquiry[rules.Plan, rules.Row, *rules.Report]
type ruledLog = tasks.Finding[rules.Plan, rules.Row, *rules.Report]

func runRules(c *tasks.Call) error {
	q := rulesInquiry()
	asText := c.Flags.Bool("text", false, "print the rules alone, a line each, as --rules of other verbs takes them")
	asWeek := c.Flags.Bool("week", false, "print what was waited for in each hour of the week as CSV")
	print := q.Text
	q.Text = func(c *cli.Call, list []*ruledLog) error {
		text := ""
		switch r := list[0].Report; {
		case *asText:
			text = r.Text() + "\n"
		case *asWeek:
			text = r.WeekCSV()
		default:
			return print(c, list)
		}
		_, err := fmt.Fprint(c.Stdout, text)
		return err
	}
	tasks.Declare[rules.Plan, rules.Row, *rules.Report](c, q)
	paths, err := c.Parse(-1)
	if err != nil {
		return err
	}
	logs, files, err := apart(c.Call, paths)
	switch {
	case err != nil:
		return err
	case len(logs) > 1:
		return cli.Usef("%d logs, %s: give one, and beside it what Slurm says", len(logs), strings.Join(logs, ", "))
	case len(files) > 0 && c.Gave("said"):
		return cli.Usef("--said is what a site's files say: leave it out, or %s", files[0].Name)
	}
	if len(files) > 0 {
		s, err := site.Read(files, included)
		if err != nil {
			return err
		}
		q.Suit = func(x *ruledLog) error {
			x.Plan.Said = rules.SaidBy(s, x.Log, x.Trace.Procs)
			return nil
		}
	}
	return tasks.Answer[rules.Plan, rules.Row](c, q, logs)
}

// apart tells logs from what a site's Slurm says; of one path alone nothing is read.
func apart(c *cli.Call, paths []string) (logs []string, files []site.File, err error) {
	if len(paths) < 2 {
		return paths, nil, nil
	}
	for _, path := range paths {
		text, err := c.ReadText(path)
		if err != nil {
			return nil, nil, err
		}
		switch site.KindOf(text) {
		case site.Other, site.Jobs:
			logs = append(logs, path)
		default:
			files = append(files, site.File{Name: wordsFor(path), Text: text})
		}
	}
	return logs, files, nil
}

// rulesInquiry is the study as the command does it.
func rulesInquiry() *rulesInquiryOf {
	plan := rules.Default()
	return &rulesInquiryOf{
		Kind: rules.Name, Plan: &plan, Logs: 1, Tasks: "searches",
		Total: func(p rules.Plan) int { return p.Last() },
		Bound: func(t *job.Trace, p rules.Plan) (int, error) {
			_, err := rules.NewRunner(t, p)
			return p.Last(), err
		},
		Start: func(t *job.Trace, p rules.Plan) (study.Tasks[rules.Row], error) { return rules.NewRunner(t, p) },
		Merge: func(x *ruledLog) error {
			x.Report = rules.Merge(x.Trace.Name, x.Trace.Digest, x.Trace.Procs, &x.About.Overview.Calendar, x.Plan, x.Rows)
			x.Report.Source = x.Source
			return nil
		},
		Text: func(c *cli.Call, list []*ruledLog) error { return printRules(c, list[0].Report) },
	}
}

// printRules prints the paper, its table in less width.
func printRules(c *cli.Call, r *rules.Report) error {
	fmt.Fprintf(c.Stdout, "%s: %s, %s processors\n\n", r.Trace, numeral.Jobs(r.Jobs()), numeral.Count(r.Procs))
	made := r.Paper()
	made.Table = r.Narrow()
	return c.PrintPaper(made, c.Below("", r.Lines()), c.Below("", r.SaidTable()), c.Below("", r.PatternTable()))
}
