package main

import (
	"fmt"

	"shadowtime/core/cmd/cli"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
)

func init() {
	register(cli.Verb{
		Group: logsAndFiles, Place: 4,
		Name: "synth", Args: "",
		Brief: "write a synthetic log",
		Short: "write a synthetic log as SWF: users with habits and requested times, or the bare model of Lublin and Feitelson",
		Examples: []string{
			"shadowtime synth --procs 256 --jobs 25000 --seed 1 -o sample.swf",
			"shadowtime synth --model lublin --procs 256 --jobs 10000 --load 0.9 -o model.swf",
			"shadowtime synth --procs 64 --jobs 1000 | shadowtime replay -",
		},
		Run: cli.Plainly(runSynth),
	})
}

// makers are the models that synth knows.
var makers = map[string]func(lublin.Config) (*job.Log, error){"sample": lublin.Sample, "lublin": lublin.Plain}

func runSynth(c *cli.Call) error {
	model := c.Flags.String("model", "sample", "`sample|lublin`; sample: users with habits, working hours and requested times, their "+
		"sizes and run times drawn after Lublin and Feitelson's model, sizes up to half the machine, run times scaled to the load; "+
		"lublin: the model itself, sizes, run times and arrivals as published, no users and no requested times")
	procs := c.Flags.Int("procs", 256, "machine `size` in processors")
	jobs := c.Flags.Int("jobs", 25000, "`number` of jobs")
	seed := c.Flags.Uint64("seed", 1, "seed of the generator")
	load := c.Flags.Float64("load", 0, fmt.Sprintf("offered `load`, the work of all jobs over what the machine could do from the first "+
		"submit to the last, %g to %g: of the sample its length follows, of the model the times between submits; 0: %g of the sample, "+
		"what the model gives of the model",
		lublin.MinLoad, lublin.MaxLoad, lublin.DefaultLoad))
	out := c.Output("o", "-", "`file` to write (- is standard output)")
	if _, err := c.Parse(0); err != nil {
		return err
	}
	maker, ok := makers[*model]
	if !ok {
		return cli.Usef("--model %q: use sample or lublin", *model)
	}
	l, err := maker(lublin.Config{Procs: *procs, Jobs: *jobs, Seed: *seed, Load: *load})
	if err != nil {
		return cli.BadUse(err)
	}
	fmt.Fprintf(c.Stderr, "%d jobs on %d processors, offered load %.4f\n", l.Len(), *procs, lublin.Offered(l, *procs))
	return c.SaveLog(*out, l)
}
