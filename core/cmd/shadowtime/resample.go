package main

import (
	"fmt"

	"shadowtime/core/cmd/cli"
	"shadowtime/core/job"
	"shadowtime/core/job/resample"
	"shadowtime/core/sim"
	"shadowtime/core/study"
)

func init() {
	register(cli.Verb{
		Group: logsAndFiles, Place: 3,
		Name: "resample", Args: "LOG",
		Brief: "write one resample of a log",
		Short: "write one resample of a log as SWF: the one that compare replays as number K; replaying it gives compare's figures for K",
		Examples: []string{
			"shadowtime resample --weeks 52 --seed 1 --k 3 -o week3.swf KTH-SP2.swf.gz",
			"shadowtime resample --variant shuffle -o - KTH-SP2.swf.gz",
			"shadowtime resample --load 1.2 --flurry 1 -o busier.swf KTH-SP2.swf.gz",
		},
		Run: cli.Plainly(runResample),
	})
}

// resamplePlan is one trace of a workload.
type resamplePlan struct {
	study.Workload
	dialect string
}

func (p *resamplePlan) Settings() study.Settings {
	list := append(study.Settings{p.WeeksSetting(), p.CleanSetting()}, p.WhatIf().Without("closed", "rules")...)
	return append(append(list, p.Details(&p.dialect)...), p.SeedSetting())
}

func runResample(c *cli.Call) error {
	p := resamplePlan{study.DefaultWorkload(), sim.Shadowtime.String()}
	c.Declare(p.Settings())
	threshold, backfilling, promises, tau := study.None, sim.Easy.String(), sim.Anew, int64(10)
	c.Accept(study.ThresholdSetting(&threshold), study.BackfillingSetting(&backfilling), study.PromisesSetting(&promises),
		study.TauSetting(&tau))
	c.Flags.Bool("json", false, "print one JSON object"+cli.Idle)
	k := c.Flags.Int("k", 1, "`number` of the resample, from 1; 0: the log's whole weeks as they were")
	out := c.Output("o", "-", "`file` to write (- is standard output)")
	args, err := c.Parse(1)
	if err != nil {
		return err
	}
	p.Normalise()
	if *k < study.Logged {
		return cli.Usef("--k %d: give 0 or more", *k)
	}
	l, err := c.Load(args[0], &p.Workload)
	if err != nil {
		return err
	}
	made, err := makeOne(&p.Workload, l.Trace, *k)
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	note := fmt.Sprintf("resample %d of %s %s, seed %d; instant 0 begins a week", *k, l.Trace.Name, drawnHow(&p.Workload), p.Seed)
	if *k == study.Logged {
		note = fmt.Sprintf("the whole weeks of %s; instant 0 begins a week", l.Trace.Name)
	}
	h := header(made, note)
	return c.SaveLog(*out, toLog(made, nil, h))
}

// drawnHow says how the weeks of a resample were taken.
func drawnHow(w *study.Workload) string {
	if w.Variant == resample.Block {
		return fmt.Sprintf("in blocks of %d weeks on average", w.Block)
	}
	return "by user and week (" + w.Variant.String() + ")"
}

// makeOne makes trace k of a workload.
func makeOne(w *study.Workload, t *job.Trace, k int) (*job.Trace, error) {
	maker, err := w.Maker(t)
	if err != nil {
		return nil, err
	}
	var made job.Trace
	return &made, maker.Make(&made, k)
}
