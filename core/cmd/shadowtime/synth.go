package main

import (
	"fmt"

	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
)

func init() {
	register(verb{
		group: logsAndFiles, place: 4,
		name: "synth", args: "",
		brief: "write a synthetic log",
		short: "write a synthetic log as SWF: users with habits and requested times, or the bare model of Lublin and Feitelson",
		examples: []string{
			"shadowtime synth --procs 256 --jobs 25000 --seed 1 -o sample.swf",
			"shadowtime synth --model lublin --procs 256 --jobs 10000 --load 0.9 -o model.swf",
			"shadowtime synth --procs 64 --jobs 1000 | shadowtime replay -",
		},
		run: plainly(runSynth),
	})
}

// makers are the models that synth knows.
var makers = map[string]func(lublin.Config) (*job.Log, error){"sample": lublin.Sample, "lublin": lublin.Plain}

func runSynth(c *call) error {
	model := c.flags.String("model", "sample", "`sample|lublin`; sample: users with habits, working hours and requested times, their sizes and run times drawn after Lublin and Feitelson's model, sizes up to half the machine, run times scaled to the load; "+
		"lublin: the model itself, sizes, run times and arrivals as published, no users and no requested times")
	procs := c.flags.Int("procs", 256, "machine `size` in processors")
	jobs := c.flags.Int("jobs", 25000, "`number` of jobs")
	seed := c.flags.Uint64("seed", 1, "seed of the generator")
	load := c.flags.Float64("load", 0, fmt.Sprintf("offered `load`, the work of all jobs over what the machine could do from the first submit to the last, %g to %g: of the sample its length follows, of the model the times between submits; 0: %g of the sample, what the model gives of the model",
		lublin.MinLoad, lublin.MaxLoad, lublin.DefaultLoad))
	out := c.output("o", "-", "`file` to write (- is standard output)")
	if _, err := c.parse(0); err != nil {
		return err
	}
	maker, ok := makers[*model]
	if !ok {
		return usef("--model %q: use sample or lublin", *model)
	}
	l, err := maker(lublin.Config{Procs: *procs, Jobs: *jobs, Seed: *seed, Load: *load})
	if err != nil {
		return misused(err)
	}
	fmt.Fprintf(c.stderr, "%d jobs on %d processors, offered load %.4f\n", l.Len(), *procs, lublin.Offered(l, *procs))
	return saveLog(c, *out, l)
}
