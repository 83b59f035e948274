package main

import (
	"fmt"

	"shadowtime/core/job"
	"shadowtime/core/lublin"
)

func resampleVerb() verb {
	return verb{
		name: "resample", args: "TRACE",
		short: "write one resample of a log as SWF: the trace that compare replays as number K",
		examples: []string{
			"shadowtime resample --weeks 52 --seed 1 --k 3 -o week3.swf KTH-SP2.swf.gz",
			"shadowtime resample --variant shuffle -o - KTH-SP2.swf.gz",
			"shadowtime resample --load 1.2 --flurry 1 -o busier.swf KTH-SP2.swf.gz",
		},
		run: runResample,
	}
}

func runResample(c *call) error {
	var o common
	o.declare(c, "none")
	var d drawn
	d.declare(c, 52)
	k := c.flags.Int("k", 1, "`number` of the resample, from 1")
	out := c.flags.String("o", "-", "`file` to write (- is standard output)")
	args, err := c.parse(1)
	if err != nil {
		return err
	}
	w, err := o.workload(&d)
	if err != nil {
		return err
	}
	if *k < 1 {
		return usef("--k %d: give 1 or more", *k)
	}
	l, err := c.open(args[0])
	if err != nil {
		return err
	}
	t, _, err := c.prepare(args[0], l, w.Clean, w.Procs)
	if err != nil {
		return err
	}
	maker, err := w.Maker(t)
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	var made job.Trace
	if err := maker.Make(&made, *k); err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	h := header(&made, fmt.Sprintf("resample %d of %s by user and week (%s), seed %d; instant 0 begins a week", *k, t.Name, w.Variant, w.Seed))
	return c.saveLog(*out, toLog(&made, nil, h))
}

func synthVerb() verb {
	return verb{
		name: "synth", args: "",
		short: "write a synthetic log as SWF: the Lublin-Feitelson model with users and requested times",
		examples: []string{
			"shadowtime synth --procs 256 --jobs 25000 --seed 1 -o sample.swf",
			"shadowtime synth --procs 64 --jobs 1000 | shadowtime replay -",
		},
		run: runSynth,
	}
}

func runSynth(c *call) error {
	procs := c.flags.Int("procs", 256, "machine `size` in processors")
	jobs := c.flags.Int("jobs", 25000, "`number` of jobs")
	seed := c.flags.Uint64("seed", 1, "seed of the generator")
	out := c.flags.String("o", "-", "`file` to write (- is standard output)")
	if _, err := c.parse(0); err != nil {
		return err
	}
	l, err := lublin.Sample(lublin.Config{Procs: *procs, Jobs: *jobs, Seed: *seed})
	if err != nil {
		return badUse{err}
	}
	return c.saveLog(*out, l)
}
