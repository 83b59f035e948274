package main

import (
	"fmt"

	"shadowtime/core/job"
	"shadowtime/core/lublin"
	"shadowtime/core/resample"
)

func resampleVerb() verb {
	return verb{
		name: "resample", args: "TRACE",
		short: "write one resample of a log as SWF: the trace that compare replays as number K",
		examples: []string{
			"shadowtime resample --weeks 52 --seed 1 --k 3 -o week3.swf KTH-SP2.swf.gz",
			"shadowtime resample --variant shuffle -o - KTH-SP2.swf.gz",
		},
		run: runResample,
	}
}

func runResample(c *call) error {
	var o common
	o.declare(c, "none")
	weeks := c.flags.Int("weeks", 52, "`weeks` of the result (shuffle: at most as many as the log has)")
	seed := c.flags.Uint64("seed", 1, "seed of the resamples")
	k := c.flags.Int("k", 1, "`number` of the resample, from 1")
	variant := c.flags.String("variant", "draw", "draw weeks for each user, or shuffle them")
	out := c.flags.String("o", "-", "`file` to write (- is standard output)")
	args, err := c.parse(1)
	if err != nil {
		return err
	}
	rules, err := o.rules()
	if err != nil {
		return err
	}
	v, err := resample.ParseVariant(*variant)
	if err != nil {
		return badUse{err}
	}
	if *weeks < 1 || *k < 1 {
		return usef("--weeks %d --k %d: give 1 or more of each", *weeks, *k)
	}
	l, err := c.open(args[0])
	if err != nil {
		return err
	}
	t, _, err := c.prepare(args[0], l, rules, o.procs)
	if err != nil {
		return err
	}
	source, err := resample.New(t, v)
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	var made job.Trace
	source.Make(&made, *weeks, *seed, uint64(*k))
	h := header(&made, fmt.Sprintf("resample %d of %s by user and week (%s), seed %d; instant 0 begins a week", *k, t.Name, v, *seed))
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
