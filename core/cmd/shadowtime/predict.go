package main

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"

	"shadowtime/core/figure"
	"shadowtime/core/job"
	"shadowtime/core/metric"
	"shadowtime/core/order"
	"shadowtime/core/predict"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/study"
	"shadowtime/core/triple"
)

func predictVerb() verb {
	return verb{
		name: "predict", args: "TRACE",
		short: "replay a log under EASY with predicted run times in place of requests, and say how good they were",
		examples: []string{
			"shadowtime predict --predictor ave2 --correction incremental --backfill SPF KTH-SP2.swf.gz",
			"shadowtime predict --predictor learned --loss square,linear,area --json KTH-SP2.swf.gz",
			"shadowtime predict --predictor clairvoyant --backfill SJBF KTH-SP2.swf.gz",
			"shadowtime predict --triples all KTH-SP2.swf.gz SDSC-SP2.swf.gz",
			"shadowtime predict --along trace --predictor ave2 --procs 80640 CEA-Curie.swf.gz",
		},
		run: runPredict,
	}
}

// predicted is the answer of predict.
type predicted struct {
	replayed
	MAE         report.Float `json:"mae"`
	MeanELoss   report.Float `json:"meanELoss"`
	Corrections int          `json:"corrections"`
}

// predictPlan is what predict is asked.
type predictPlan struct {
	study.Workload
	predictor  string
	loss       predict.Loss
	correction sim.Correction
	backfill   string
	threshold  study.Seconds
	dialect    string
	along      string
	tau        int64
}

func (p *predictPlan) Settings() study.Settings {
	list := study.Settings{
		study.Words("predictor", func() string { return p.predictor }, func(text string) error {
			_, err := predict.Named(text, predict.ELoss, predict.Printed)
			if err == nil {
				p.predictor = text
			}
			return err
		}).With("Predictor", strings.Join(predict.Names(), ", ")+"; ave1 to ave"+strconv.Itoa(predict.MostAveraged)+" average the user's last jobs, history1 to history"+strconv.Itoa(predict.MostAveraged)+" the last ones like it: the user's same executable and queue, else the same request, else all of the user"),
		study.Words("loss", func() string { return p.loss.String() }, func(text string) error {
			l, err := predict.ParseLoss(text)
			if err == nil {
				p.loss = l
			}
			return err
		}).With("Loss of the learner", "OVER,UNDER,WEIGHT and a shift in seconds if wanted: square or linear for predictions too long and too short, weighted by unit, short-wide, long-narrow, small-area or area"),
		study.One("correction", &p.correction, study.Option{Value: "requested", Words: "the request"}, study.Option{Value: "incremental", Words: "in steps"}, study.Option{Value: "doubling", Words: "doubled"}).
			With("Correction", "what a prediction becomes that its job outlives: the request, longer in steps of 1 min to 100 h, or doubled"),
		study.Words("backfill", func() string { return p.backfill }, func(text string) error {
			if text == "SJBF" {
				text = "SPF"
			}
			o, err := order.Parse(text)
			if err == nil {
				p.backfill = o.Name()
			}
			return err
		}).With("Backfill order", "FCFS, SJBF (shortest predicted first) or any order, with the prediction in place of the request"),
		study.ThresholdSetting(&p.threshold),
		study.Named("along", &p.along, study.Option{Value: "simulation", Words: "the simulation"}, study.Option{Value: "trace", Words: "the log's own starts"}).
			With("Predicted along", "simulation: what predictions do to the schedule; trace: the log's own starts, only how good they are"),
		p.CleanSetting(),
	}
	list = append(list, p.WhatIf().Without("variant", "block", "week-start", "load", "load-by", "closer", "warmup", "drain")...)
	return append(append(list, p.Details(&p.dialect)...), study.TauSetting(&p.tau))
}

func runPredict(c *call) error {
	p := predictPlan{Workload: study.DefaultWorkload(), predictor: "learned", loss: predict.ELoss, correction: sim.InSteps, backfill: "SPF",
		threshold: study.None, dialect: sim.Shadowtime.String(), along: "simulation", tau: 10}
	p.Clean, _ = job.ParsePreset("prediction")
	c.declare(p.Settings())
	asJSON := c.flags.Bool("json", false, "print one JSON object")
	jobs := c.flags.String("jobs", "", "write the schedule as CSV to this `file`: job,submit,start,end,procs,user,predicted")
	triples := c.flags.String("triples", "", "replay these `triples` instead, on one log or more: all (the 128 of the study), or names with commas, as in requested-FCFS,ave2-incremental-SJBF,learned(square,linear,area)-doubling-SPF")
	workers := c.flags.Int("workers", runtime.NumCPU(), "`number` of triples replayed at a time")
	args, err := c.parse(-1)
	switch {
	case err != nil:
		return err
	case *workers < 1:
		return usef("--workers %d: give 1 or more", *workers)
	case *triples != "" && len(args) > 0:
		return runTriples(c, &p, *triples, args, *workers, *asJSON)
	case len(args) != 1:
		return usef("%d arguments instead of 1: write shadowtime predict %s", len(args), c.verb.args)
	}
	dialect, err := sim.ParseDialect(p.dialect)
	if err != nil {
		return badUse{err}
	}
	cfg, err := triple.Triple{Predictor: p.predictor, Loss: p.loss, Correction: p.correction, Backfill: p.backfill}.Foresight(dialect, int64(p.threshold))
	if err != nil {
		return badUse{err}
	}
	l, err := c.load(args[0], &p.Workload)
	if err != nil {
		return err
	}
	t := l.trace
	var engine sim.ForetoldEngine
	began := time.Now()
	var starts, first []int64
	if p.along == "trace" {
		starts = make([]int64, t.Len())
		for j, i := range t.Pos {
			starts[j] = t.Submit[j] + max(0, l.log.Col[job.Wait][i])
		}
		if first, err = predict.Along(t, starts, cfg.Foreteller); err != nil {
			return err
		}
	} else {
		if err := engine.Run(t, cfg); err != nil {
			return badUse{err}
		}
		starts, first = engine.Starts(), engine.First()
	}
	spent := time.Since(began).Seconds()
	m, a := metric.Measure(t, starts, p.tau), predict.Measure(t, first)
	if *jobs != "" {
		if err := writeJobs(*jobs, t, starts, column{"predicted", first}); err != nil {
			return err
		}
	}
	if *asJSON {
		return c.printJSON(predicted{l.replayed(m, spent), report.Float(a.MAE), report.Float(a.MeanELoss), engine.Corrections()})
	}
	name := "EASY, backfilling by " + cfg.Backfill.Name()
	if p.along == "trace" {
		name = "the log's own starts"
	}
	l.printReplay(c, name, "threshold "+p.threshold.String(), p.tau, m)
	words := p.predictor
	if p.predictor == "learned" {
		words += ", loss " + p.loss.String()
	}
	printRows(c, [][3]string{
		{"predicted by", words, "corrections " + p.correction.String()},
		{"error", fmt.Sprintf("%.0f", a.MAE), "s, mean absolute"},
		{"mean E-Loss", figure.Number(a.MeanELoss), ""},
		{"too short", figure.Share(a.Under), "of the jobs"},
		{"corrections", figure.Count(engine.Corrections()), ""},
	})
	return nil
}

// column is a further one of a schedule's file.
type column struct {
	name   string
	values []int64
}
