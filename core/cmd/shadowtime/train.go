package main

import (
	"fmt"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/experiment/train"
	"shadowtime/core/job"
	"shadowtime/core/report/archive"
	"shadowtime/core/report/paper"
	"shadowtime/core/study"
)

func init() {
	register(cli.Verb{
		Group: clusters, Place: 3,
		Name: "train", Args: "TRACE",
		Brief: "ask what agents learn that schedule one",
		Short: "ask what agents learn that schedule a heterogeneous cluster, seed by seed, tested beside EASY, fixed pairs and chance on jobs they learned on and never saw",
		Examples: []string{
			"shadowtime train UniLu-Gaia.swf.gz",
			"shadowtime train --jobs-first 100 --episodes 500 --seeds 20 --save gaia." + archive.Ending + " UniLu-Gaia.swf.gz",
			"shadowtime train --continue gaia." + archive.Ending + " --seeds 40 UniLu-Gaia.swf.gz",
			"shadowtime train --platform spread --jobs own --baseline mean --html spread.html UniLu-Gaia.swf.gz",
		},
		Run: taskVerb(runTrain),
	})
	registerShow(train.Name, showOf(func() *inquiry[train.Row, *trained] { p := train.Default(); return trainingOf(nil, &p) }))
}

type trainedLog = finding[train.Row, *trained]

// trained is the report on one log, beside that of the other form; nil: there is none.
type trained struct {
	*train.Cohort
	Other *train.Cohort `json:"otherForm,omitempty"`
}

func runTrain(c *taskCall) error {
	p := train.Default()
	types := c.Input("types", "`file` of the platform's types, or a folder with node_types.json, processor_types.json, ...")
	q := trainingOf(c, &p)
	q.flags = p.Settings()
	at := q.flags.Find("platform")
	*at = platformFrom(c.Call, *at, types)
	return inquire(c, q)
}

// trainingOf is the study as the command does it; of one that is shown c is nil.
func trainingOf(c *taskCall, p *train.Plan) *inquiry[train.Row, *trained] {
	var other train.Rows // of the other form
	return &inquiry[train.Row, *trained]{
		kind: train.Name, plan: p, logs: 1, tasks: "seeds",
		total: func() int { return p.Seeds },
		start: func(t *job.Trace) (study.Tasks[train.Row], error) { return train.NewRunner(t, *p) },
		also: func(x *trainedLog) error {
			for _, form := range p.Forms()[1:] {
				if err := compute(c, &other, batch[train.Row]{part: part(train.Name, x.trace, form.Settings()), from: study.Logged, upTo: p.Seeds, what: "seeds in the other form",
					start: func() (study.Tasks[train.Row], error) { return train.NewRunner(x.trace, form) }}); err != nil {
					return err
				}
			}
			return nil
		},
		beside: func(x *trainedLog) (list []archive.Part) {
			if o := x.report.Other; o != nil {
				list = append(list, archive.PartOf(train.Name, o.Plan.Settings(), other.Known(p.Seeds)))
			}
			return list
		},
		takes: func(s *archive.Study) error {
			rows, err := train.OtherRows(s)
			if err == nil {
				other = *rows
			}
			return err
		},
		merge: func(x *trainedLog) error {
			x.report = &trained{Cohort: train.CohortOf(*p, x.trace.Digest, x.rows)}
			if forms := p.Forms(); len(forms) > 1 && len(other.First(p.Seeds)) > 0 {
				x.report.Other = train.CohortOf(forms[1], x.trace.Digest, other.Known(p.Seeds))
			}
			return nil
		},
		paper: func(x *trainedLog) *paper.Paper { return x.report.Paper(x.report.Other, x.source) },
		json:  func(list []*trainedLog, _ bool) any { return list[0].report },
		csv: func(list []*trainedLog) string {
			return train.CoursesCSV(list[0].report.Cohort, list[0].report.Other)
		},
		text: printTrained,
	}
}

func printTrained(c *cli.Call, list []*trainedLog) error {
	x, r := list[0], list[0].report
	fmt.Fprintf(c.Stdout, "%s on %s: %s %s of %s for %s %s\n\n%s\n\n", x.trace.Name, r.Plan.Name(), numeral.Count(r.Done), numeral.Plural(r.Done, "seed", "seeds"), r.Plan.Agent.Agent,
		numeral.Count(r.Plan.Agent.Episodes), numeral.Plural(r.Plan.Agent.Episodes, "episode", "episodes"), cli.Wrap(r.Answer(r.Other), 100))
	if err := cli.PrintTable(c.Stdout, r.Table()); err != nil {
		return err
	}
	fmt.Fprintf(c.Stdout, "\n%s\n\n", cli.Wrap(train.Note, 100))
	for _, s := range r.Cautions() {
		fmt.Fprintf(c.Stdout, "%s\n\n", cli.Wrap("! "+s, 100))
	}
	_, err := fmt.Fprintln(c.Stdout, cli.Wrap(strings.TrimSpace(r.Methods(x.source)), 100))
	return err
}
