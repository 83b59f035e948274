package main

import (
	"fmt"
	"time"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/experiment/predict"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/predictor"
	"shadowtime/core/study"
)

func init() {
	register(cli.Verb{
		Group: learnAndPredict, Place: 1,
		Name: "predict", Args: "LOG...",
		Brief: "replay with predicted run times in place of requests",
		Short: "replay a log under EASY with predicted run times in place of requests, and say how good they were",
		Examples: []string{
			"shadowtime predict --predictor ave2 --correction incremental --backfill SPF KTH-SP2.swf.gz",
			"shadowtime predict --predictor learned --loss square,linear,area --json KTH-SP2.swf.gz",
			"shadowtime predict --predictor clairvoyant --backfill SJBF KTH-SP2.swf.gz",
			"shadowtime predict --predictor fading@0.5 --primary SAF --backfill SAF KTH-SP2.swf.gz",
			"shadowtime predict --triples all KTH-SP2.swf.gz SDSC-SP2.swf.gz",
			"shadowtime predict --resamples 60 KTH-SP2.swf.gz",
			"shadowtime predict --resamples 60 --triples all --csv KTH-SP2.swf.gz",
			"shadowtime predict --along trace --predictor ave2 --procs 80640 CEA-Curie.swf.gz",
		},
		Run: tasks.Verb(runPredict),
	})
	tasks.Shows(predict.Name, tasks.ShowOf(predictInquiry))
}

// predicted is the answer of predict.
type predicted struct {
	replayed
	MAE         report.Float `json:"mae"`
	MeanELoss   report.Float `json:"meanELoss"`
	Corrections int          `json:"corrections"`
}

// alongTrace is what --along says of predicting without a simulation.
const alongTrace = "trace"

type predictFinding = tasks.Finding[predict.Plan, predict.Row, *predict.Report]

func runPredict(c *tasks.Call) error {
	q, along := predictInquiry(), "simulation"
	plan := q.Plan
	tasks.Declare(c, q)
	c.Declare(study.Settings{study.Named("along", &along, study.Option{Value: along, Words: "the simulation"},
		study.Option{Value: alongTrace, Words: "the log's own starts"}).
		With("Predicted along", "simulation: what predictions do to the schedule; trace: the log's own starts, only how good they are")})
	jobs := c.Output("jobs", "", "write the schedule as CSV to this `file`: job,submit,start,end,procs,user,predicted")
	triples := c.Flags.String("triples", "", "replay these `triples` instead, on one log or more: all (the 128 of the study), or names "+
		"with commas, as in requested-FCFS,ave2-incremental-SJBF,learned(square,linear,area)-doubling-SJBF; with --resamples beside the "+
		"ladder from requests to exact knowledge")
	paths, err := c.Parse(-1)
	switch {
	case err != nil:
		return err
	case c.Gave("resamples"), q.Files.Begun != nil:
		if *triples != "" {
			plan.Also = *triples
		}
		return tasks.Answer(c, q, paths)
	case *q.AsCSV || *q.AsEvidence || *q.Files.Save != "" || *q.Files.HTML != "":
		return cli.Usef("--csv, --evidence, --save and --html are of a study: ask for one with --resamples 60")
	}
	for _, key := range []string{"also", "objective", "weeks", "variant", "block", "week-start"} {
		if c.Gave(key) {
			return cli.Usef("--%s: nothing is drawn and judged in a single replay: add --resamples 60", key)
		}
	}
	for _, key := range []string{"queue-depth", "backfill-tries"} {
		if along == alongTrace && c.Gave(key) {
			return cli.Usef("--%s: nothing is scheduled along the log's own starts: leave it out", key)
		}
	}
	if err := plan.Normalise(); err != nil {
		return cli.BadUse(err)
	}
	switch {
	case *triples != "" && len(paths) > 0:
		return runTriples(c, plan, *triples, paths, *q.AsJSON)
	case len(paths) != 1:
		return cli.Usef("%d arguments instead of 1: write shadowtime predict %s", len(paths), c.Verb.Args)
	}
	if err := c.NotKept("a single replay is no campaign"); err != nil {
		return err
	}
	return predictOnce(c, plan, paths[0], along, *jobs, *q.AsJSON)
}

// predictInquiry is the study as the command does it.
func predictInquiry() *tasks.Inquiry[predict.Plan, predict.Row, *predict.Report] {
	plan := predict.Default()
	q := &tasks.Inquiry[predict.Plan, predict.Row, *predict.Report]{
		Kind: predict.Name, Plan: &plan, Logs: -1, Tasks: "resamples", Follow: true,
		Total: func(p predict.Plan) int { return p.Resamples },
		Start: func(t *job.Trace, p predict.Plan) (study.Tasks[predict.Row], error) { return predict.NewRunner(t, p) },
		Merge: func(x *predictFinding) error {
			x.Report = predict.Merge(x.Plan, x.Trace.Digest, x.Rows)
			x.Report.Warn(x.Rows, x.Source)
			return nil
		},
		JSON: predictJSON,
		CSV:  func(list []*predictFinding) string { return predict.CSV(sidePredict(list)) },
		Text: printPredict,
	}
	q.CSVWords = " (a study's, with --resamples)"
	q.EvidenceWords = "of the log itself: distributions of errors, who and when, what the learner weighs, thresholds, who asks too long"
	return q
}

// predictOnce replays the log itself in one way.
func predictOnce(c *tasks.Call, p *predict.Plan, path, along, jobs string, asJSON bool) error {
	under, err := p.Under()
	if err != nil {
		return cli.BadUse(err)
	}
	x := p.Ways()[p.Asked()]
	cfg, err := x.Foresight(under)
	if err != nil {
		return cli.BadUse(err)
	}
	l, err := c.Load(path, &p.Workload)
	if err != nil {
		return err
	}
	var t job.Trace
	p.Whole(&t, l.Trace)
	var engine sim.ForetoldEngine
	began := time.Now()
	var starts, first []int64
	if along == alongTrace {
		starts = ownStarts(l)
		if first, err = predictor.Along(&t, starts, cfg.Foreteller); err != nil {
			return err
		}
	} else {
		cfg.Progress = c.Replaying()
		if err := engine.Run(&t, cfg); err != nil {
			return cli.BadUse(err)
		}
		starts, first = engine.Starts(), engine.First()
	}
	spent := time.Since(began).Seconds()
	m, a := metric.Measure(&t, starts, p.Tau), predictor.Measure(&t, first)
	if jobs != "" {
		if err := writeJobs(c.Call, jobs, &t, starts, replay.Column{Name: "predicted", Values: first}); err != nil || jobs == cli.Standard {
			return err
		}
	}
	if asJSON {
		return c.PrintJSON(predicted{replayAnswer(l, m, spent), report.Float(a.MAE), report.Float(a.MeanELoss), engine.Corrections()})
	}
	name := "EASY, backfilling by " + order.Label(x.Backfill)
	if x.Front != "" {
		name += " behind " + order.Label(x.Front)
	}
	name += p.LimitWords()
	if along == alongTrace {
		name = "the log's own starts"
	}
	printReplay(l, c.Call, replayRows(l, name, "threshold "+p.Threshold.String(), p.Tau, m))
	words := p.Predictor
	if x.Learns() {
		words += ", loss " + p.Loss
	}
	rows := [][3]string{
		{"predicted by", words, "corrections " + p.Correction.String()},
		{"error", fmt.Sprintf("%.0f", a.MAE), "s, mean absolute"},
		{"mean E-Loss", numeral.Number(a.MeanELoss), ""},
		{"too short", numeral.Share(a.Under), "of the jobs"},
		{"corrections", numeral.Count(engine.Corrections()), ""},
	}
	if under.Dialect == sim.PYSS && x.Repels() {
		rows = append(rows, [3]string{"weight below 0", numeral.Share(x.Loss.Weight.Repelled(&t)),
			"of the jobs: this dialect learns away from their run times, as the study's program did"})
	}
	cli.PrintRows(c.Call, rows)
	return nil
}

func sidePredict(list []*predictFinding) (side predict.Side) {
	for _, x := range list {
		side = append(side, predict.Finding{Name: x.Trace.Name, Report: x.Report})
	}
	return side
}

// predictJSON is the report, or those of all logs, as one object.
func predictJSON(list []*predictFinding, evidence bool) any {
	one := func(x *predictFinding) any {
		if !evidence {
			return x.Report
		}
		e, err := predict.Explain(x.Report, x.Trace)
		if err != nil { // the rows were computed of the same
			return x.Report
		}
		return struct {
			*predict.Report
			Sentence string            `json:"sentence"`
			Methods  string            `json:"methods"`
			Evidence *predict.Evidence `json:"evidence"`
		}{x.Report, x.Report.Sentence(), x.Report.Methods(), e}
	}
	if len(list) == 1 {
		return one(list[0])
	}
	type named struct {
		Trace  string `json:"trace"`
		Report any    `json:"report"`
	}
	all := struct {
		Version int     `json:"version"`
		Traces  []named `json:"traces"`
	}{Version: predict.Version}
	for _, x := range list {
		all.Traces = append(all.Traces, named{x.Trace.Name, one(x)})
	}
	return all
}

func printPredict(c *cli.Call, list []*predictFinding) error {
	for _, x := range list {
		r := x.Report
		fmt.Fprintf(c.Stdout, "%s; %s, %s, seed %d\n\n", logHead(x.Trace.Name, x.About.Overview.Jobs, x.Trace.Procs),
			x.Source.Traces(r.Plan.Workload, r.Done), r.Scheduler(), r.Plan.Seed)
		if err := c.PrintPaper(r.Paper()); err != nil {
			return err
		}
		fmt.Fprintln(c.Stdout)
	}
	if len(list) > 1 {
		fmt.Fprintln(c.Stdout, cli.Wrap(sidePredict(list).Sentence(), 100))
	}
	return nil
}
