package main

import (
	"errors"
	"fmt"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/job"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

func init() {
	register(cli.Verb{
		Group: whatToSet, Place: 2,
		Name: "tune", Args: "LOG",
		Brief: "find the two orders and the threshold for a machine",
		Short: "find the primary order, backfilling order and threshold for a machine: chosen on one half of its log, tested on the other",
		Examples: []string{
			"shadowtime tune KTH-SP2.swf.gz",
			"shadowtime tune --threshold none,1h,2h,5h,10h,20h,40h,60h,80h,100h KTH-SP2.swf.gz",
			"shadowtime tune --pairs 12x12 --weeks 250 --threshold sweep --csv KTH-SP2.swf.gz",
			"shadowtime tune --pairs 'FCFS,SPF,mix:SAF+3600*FCFS x SPF,LEXP' --dialect ocs --json KTH-SP2.swf.gz",
			"shadowtime tune --objective avgBsld --bound 1.5 KTH-SP2.swf.gz",
			"shadowtime tune --mix KTH-SP2.swf.gz",
		},
		Run: tasks.Verb(runTune),
	})
	tasks.Shows(tune.Name, tasks.ShowOf(tuneInquiry))
}

// tuned is the report on one log.
type tuned struct {
	*tune.Report
	mixed *tune.Mixed // nil unless asked for
}

type tunedLog = tasks.Finding[tune.Plan, tune.Row, *tuned]

func runTune(c *tasks.Call) error {
	promises := sim.Anew
	c.Accept(easyOnly(), study.PromisesSetting(&promises))
	mix := c.Flags.Bool("mix", false, "then learn the weights of a mixture too: waiting, requested time, processors and area, beside the "+
		"learned backfilling order and threshold")
	q := tuneInquiry()
	merge := q.Merge
	q.Merge = func(x *tunedLog) error {
		err := merge(x)
		if err == nil && *mix {
			x.Report.mixed, err = learnMix(c, x)
		}
		return err
	}
	tasks.Declare(c, q)
	paths, err := c.Parse(q.Logs)
	if err == nil && *mix {
		err = c.OnlyHere("with --mix a round's weights follow from the round before")
	}
	if err != nil {
		return err
	}
	return tasks.Answer(c, q, paths)
}

// tuneInquiry is the study as the command does it.
func tuneInquiry() *tasks.Inquiry[tune.Plan, tune.Row, *tuned] {
	plan := tune.Default()
	q := &tasks.Inquiry[tune.Plan, tune.Row, *tuned]{
		Kind: tune.Name, Plan: &plan, Logs: 1, Tasks: "weeks of each half",
		Total: func(p tune.Plan) int { return p.Resamples },
		Start: func(t *job.Trace, p tune.Plan) (study.Tasks[tune.Row], error) { return tune.NewRunner(t, p) },
		Merge: func(x *tunedLog) error {
			x.Report = &tuned{Report: tune.Merge(x.Plan, x.Trace.Digest, x.Rows)}
			x.Report.Warn(x.Rows, x.Source)
			return nil
		},
		JSON: func(list []*tunedLog, evidence bool) any { return tuneJSON(list[0], evidence) },
		Text: func(c *cli.Call, list []*tunedLog) error { return printTuning(c, list[0]) },
	}
	q.CSVWords = ", a row a setting"
	q.EvidenceWords = "deciles over weeks, heat maps, sweep, rank correlations"
	return q
}

// easyOnly refuses other backfilling than the one that is tuned.
func easyOnly() study.Setting {
	easy := sim.Easy.String()
	return study.Words("backfilling", func() string { return easy }, func(text string) error {
		if text != easy {
			return errors.New("EASY's two queues are tuned; leave it out")
		}
		return nil
	}).With("Backfilling", "easy: its two queues are tuned")
}

// learnMix learns the weights of a mixture, round by round.
func learnMix(c *tasks.Call, x *tunedLog) (*tune.Mixed, error) {
	search, with := tune.NewMixSearch(x.Trace), x.Report.Learned.Choice()
	with.Backfill = order.Full(with.Backfill, x.Report.Plan.Backfills...)
	all := func(p tune.Plan, from int, what string) ([]tune.Row, error) {
		var rows tune.Rows
		err := tasks.Compute(c, &rows, tasks.Batch[tune.Row]{Part: tasks.PartOf(tune.Name, x.Trace, p.Settings()), From: from,
			UpTo:  p.Resamples,
			What:  "weeks of each half of " + x.Trace.Name + what,
			Start: func() (study.Tasks[tune.Row], error) { return tune.NewRunner(x.Trace, p) }})
		return rows.Known(p.Resamples), err
	}
	for more := true; more; {
		p := search.Plan(x.Report.Plan, with)
		rows, err := all(p, 1, fmt.Sprintf(", mixtures, round %d of %d", search.Round+1, tune.Rounds))
		if err != nil {
			return nil, err
		}
		train := tune.Pool(&p, rows, tune.Training)
		best, _ := tune.Learn(&p, &train, tune.Any)
		more = search.Learn(best.Choice)
	}
	final := search.Final(x.Report.Plan, with)
	rows, err := all(final, study.Logged, ", the best mixture")
	if err != nil {
		return nil, err
	}
	return tune.MergeMix(x.Report.Report, x.Rows, search.Best, final, rows), nil
}

// tuneJSON is the tuning as one object, with what stands behind it if wanted.
func tuneJSON(x *tunedLog, evidence bool) any {
	r := x.Report
	if !evidence {
		return struct {
			*tune.Report
			Mix *tune.Mixed `json:"mix,omitempty"`
		}{r.Report, r.mixed}
	}
	return struct {
		*tune.Report
		Mix      *tune.Mixed    `json:"mix,omitempty"`
		Sentence string         `json:"sentence"`
		Setting  *tune.Setting  `json:"setting"` // null where nothing is to be set
		Methods  string         `json:"methods"`
		Evidence *tune.Evidence `json:"evidence"`
	}{r.Report, r.mixed, r.Sentence(), r.Setting(), r.Methods(),
		tune.Explain(r.Report, x.Rows)}
}

// topTen is how many of the best settings people are shown.
const topTen = 10

func printTuning(c *cli.Call, x *tunedLog) error {
	t, r := x.Trace, x.Report
	p := &r.Plan
	fmt.Fprintf(c.Stdout, "%s; %s settings on %s, dialect %s, seed %d\n\n", logHead(t.Name, x.About.Overview.Jobs, t.Procs),
		numeral.Count(len(r.Pairs)), r.Traces(), p.Dialect, p.Seed)
	made := r.Paper()
	if r.Setting() == nil {
		made.Methods = r.Methods() // what is not modelled belongs to a proposal
	}
	return c.PrintPaper(made, func() error {
		best := r.Ranked()[:min(topTen, len(r.Pairs))]
		fmt.Fprintf(c.Stdout, "The %d best of all on the training weeks:\n\n", len(best))
		if err := cli.PrintTable(c.Stdout, r.Sheet(best)); err != nil {
			return err
		}
		if r.mixed != nil {
			fmt.Fprintf(c.Stdout, "\n%s\n", cli.Wrap(r.mixed.Sentence(), 100))
		}
		_, err := fmt.Fprintln(c.Stdout)
		return err
	})
}
