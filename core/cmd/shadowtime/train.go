package main

import (
	"fmt"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/experiment/train"
	"shadowtime/core/job"
	"shadowtime/core/report/archive"
	"shadowtime/core/study"
)

func init() {
	register(cli.Verb{
		Group: clusters, Place: 3,
		Name: "train", Args: "LOG",
		Brief: "ask what agents learn that schedule one",
		Short: "ask what agents learn that schedule a heterogeneous cluster, seed by seed, tested beside EASY, fixed pairs and chance on " +
			"jobs they learned on and never saw",
		Examples: []string{
			"shadowtime train UniLu-Gaia.swf.gz",
			"shadowtime train --jobs-first 100 --episodes 500 --seeds 20 --save gaia." + archive.Ending + " UniLu-Gaia.swf.gz",
			"shadowtime train --continue gaia." + archive.Ending + " --seeds 40 UniLu-Gaia.swf.gz",
			"shadowtime train --platform spread --jobs own --baseline mean --html spread.html UniLu-Gaia.swf.gz",
		},
		Run: tasks.Verb(runTrain),
	})
	tasks.Shows(train.Name, tasks.ShowOf(func() *tasks.Inquiry[train.Plan, train.Row, *train.Cohort] {
		return trainInquiry(nil, new(bool))
	}))
}

type trainedLog = tasks.Finding[train.Plan, train.Row, *train.Cohort]

func runTrain(c *tasks.Call) error {
	types := c.Input("types", "`file` of the platform's types, or a folder with node_types.json, processor_types.json, ...")
	tests := c.Flags.Bool("tests", false, "with --csv: print what the chart of the answer shows, the tests, or where the best action is "+
		"known the seeds that find it, in place of all courses")
	q := trainInquiry(c, tests)
	q.Flags = q.Plan.Settings()
	at := q.Flags.Find("platform")
	*at = platformFrom(c.Call, *at, types)
	c.Check(func() error {
		if *tests && !*q.AsCSV {
			return cli.Usef("--tests: it says which table --csv prints: add --csv")
		}
		return nil
	})
	return tasks.Inquire(c, q)
}

// trainInquiry is the study as the command does it; of one that is shown c is nil.
func trainInquiry(c *tasks.Call, tests *bool) *tasks.Inquiry[train.Plan, train.Row, *train.Cohort] {
	plan := train.Default()
	var other train.Rows // of the other form
	return &tasks.Inquiry[train.Plan, train.Row, *train.Cohort]{
		Kind: train.Name, Plan: &plan, Logs: 1, Tasks: "seeds",
		Total: func(p train.Plan) int { return p.Seeds },
		Start: func(t *job.Trace, p train.Plan) (study.Tasks[train.Row], error) { return train.NewRunner(t, p) },
		Also: func(x *trainedLog) error {
			for _, form := range x.Plan.Forms()[1:] {
				if err := tasks.Compute(c, &other, tasks.Batch[train.Row]{Part: tasks.PartOf(train.Name, x.Trace, form.Settings()),
					From: study.Logged, UpTo: x.Plan.Seeds, What: "seeds in the other form",
					Start: func() (study.Tasks[train.Row], error) { return train.NewRunner(x.Trace, form) }}); err != nil {
					return err
				}
			}
			return nil
		},
		Beside: func(x *trainedLog) (list []archive.Asked) {
			if o := x.Report.Other; o != nil {
				list = append(list, archive.AskedOf(train.Name, o.Plan.Settings(), other.Known(x.Plan.Seeds)))
			}
			return list
		},
		Takes: func(s *archive.File) error {
			rows, err := train.OtherRows(s)
			if err == nil {
				other = *rows
			}
			return err
		},
		Merge: func(x *trainedLog) error {
			x.Report = train.CohortOf(x.Plan, x.Trace.Digest, x.Rows)
			x.Report.Source = x.Source
			if forms := x.Plan.Forms(); len(forms) > 1 && len(other.First(x.Plan.Seeds)) > 0 {
				x.Report.Other = train.CohortOf(forms[1], x.Trace.Digest, other.Known(x.Plan.Seeds))
			}
			return nil
		},
		CSV: func(list []*trainedLog) string {
			r := list[0].Report
			if *tests {
				return r.AnswerCSV(r.Other)
			}
			return train.CoursesCSV(r, r.Other)
		},
		Text: printTrained,
	}
}

func printTrained(c *cli.Call, list []*trainedLog) error {
	x, r := list[0], list[0].Report
	fmt.Fprintf(c.Stdout, "%s on %s: %s %s of %s for %s %s\n\n", x.Trace.Name, r.Plan.Name(), numeral.Count(r.Done),
		numeral.Plural(r.Done, "seed", "seeds"), r.Plan.Agent.Agent,
		numeral.Count(r.Plan.Agent.Episodes), numeral.Plural(r.Plan.Agent.Episodes, "episode", "episodes"))
	made := r.Paper()
	made.Cautions = r.Cautions() // nothing is kept in a file here
	return c.PrintPaper(made)
}
