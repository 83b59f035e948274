package main

import (
	"fmt"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/problem"
	"shadowtime/core/sim"
	"shadowtime/core/sim/population"
)

func init() {
	register(cli.Verb{
		Group: logsAndFiles, Place: 4,
		Name: "synth", Args: "",
		Brief: "write a synthetic log",
		Short: "write a synthetic log as SWF: users with habits and requested times, the bare model of Lublin and Feitelson, or " +
			"users who wait for their jobs; or one of the made-up problems of the page",
		Examples: []string{
			"shadowtime synth --procs 256 --jobs 25000 --seed 1 -o sample.swf",
			"shadowtime synth --model lublin --procs 256 --jobs 10000 --load 0.9 -o model.swf",
			"shadowtime synth --procs 64 --jobs 1000 | shadowtime replay -",
			"shadowtime synth --model users --procs 64 --weeks 100 --users 20 -o users.swf",
			"shadowtime synth --problem wide -o wide.swf",
		},
		Run: cli.Plainly(runSynth),
	})
}

// makers are the models that synth knows.
var makers = map[string]func(lublin.Config) (*job.Log, error){"sample": lublin.Sample, "lublin": lublin.Plain}

// homes are what sends users home.
var homes = map[string]population.Form{"response": population.Response, "slowdown": population.Slowdown, "campaign": population.Campaign}

// synthProblem writes a problem of the page, and says what it asks.
func synthProblem(c *cli.Call, out, name string) error {
	if beside := c.GivenBeside("problem", "o"); len(beside) > 0 {
		return cli.Usef("--problem is a log as it is: leave out %s", strings.Join(beside, ", "))
	}
	p, err := problem.Find(name)
	if err != nil {
		return cli.Usef("--problem: %w", err)
	}
	l, err := p.Make()
	if err != nil {
		return err
	}
	fmt.Fprintf(c.Stderr, "%s, made up: %s %s\n", p.Title, p.Words, p.Question)
	return c.SaveLog(out, l)
}

// synthUsers writes a log of users who wait, as EASY(FCFS) ran it.
func synthUsers(c *cli.Call, out string, cfg population.Config) error {
	p, err := population.New(cfg)
	if err != nil {
		return cli.BadUse(err)
	}
	e := sim.New()
	if err := e.LoadFed(int64(cfg.Procs), 0, 0); err != nil {
		return err
	}
	if err := e.RunFed(&sim.Config{Threshold: sim.None}, p); err != nil {
		return err
	}
	l := p.Log(e)
	fmt.Fprintf(c.Stderr, "%s jobs on %s processors, offered load %.4f\n", numeral.Count(l.Len()), numeral.Count(cfg.Procs),
		lublin.Offered(l, cfg.Procs))
	return c.SaveLog(out, l)
}

func runSynth(c *cli.Call) error {
	model := c.Flags.String("model", "sample", "`sample|lublin|users`; sample: users with habits, working hours and requested times, "+
		"their sizes and run times drawn after Lublin and Feitelson's model, sizes up to half the machine, run times scaled to the load; "+
		"lublin: the model itself, sizes, run times and arrivals as published, no users and no requested times; "+
		"users: who wait for the end of a batch of jobs before they think and submit the next, under EASY(FCFS), with waits")
	procs := c.Flags.Int("procs", 256, "machine `size` in processors")
	jobs := c.Flags.Int("jobs", 25000, "`number` of jobs; of model users it follows from the others")
	seed := c.Flags.Uint64("seed", 1, "seed of the generator")
	load := c.Flags.Float64("load", 0, fmt.Sprintf("offered `load`, the work of all jobs over what the machine could do from the first "+
		"submit to the last, %g to %g: of the sample its length follows, of the model the times between submits; 0: %g of the sample, "+
		"what the model gives of the model",
		lublin.MinLoad, lublin.MaxLoad, lublin.DefaultLoad))
	weeks := c.Flags.Int("weeks", 52, "`number` of weeks in which users submit, of model users")
	users := c.Flags.Int("users", 24, "`number` of users, of model users")
	async := c.Flags.Float64("async", 0, "`share` of batches whose end nobody waits for, 0 to 1, of model users")
	home := c.Flags.String("home", "response", "what sends users home for the day, of model users: `response|slowdown|campaign`, the time "+
		"to the end of a batch, that over its run time, or a series of batches that is through or given up")
	name := c.Flags.String("problem", "", "made-up `problem` of the page, as it is there: "+strings.Join(problem.Names(), ", ")+
		"; a log of its own, to which no other flag but -o belongs")
	out := c.Output("o", "-", "`file` to write (- is standard output)")
	if _, err := c.Parse(0); err != nil {
		return err
	}
	if *name != "" {
		return synthProblem(c, *out, *name)
	}
	own := []string{"model", "procs", "seed", "o", "jobs", "load"}
	if *model == "users" {
		own = []string{"model", "procs", "seed", "o", "weeks", "users", "async", "home"}
	}
	if beside := c.GivenBeside(own...); len(beside) > 0 {
		return cli.Usef("%s: model %s follows from the others: leave it out", strings.Join(beside, ", "), *model)
	}
	if *model == "users" {
		form, ok := homes[*home]
		if !ok {
			return cli.Usef("--home %q: use response, slowdown or campaign", *home)
		}
		return synthUsers(c, *out, population.Config{Procs: *procs, Weeks: *weeks, Users: *users, Async: *async, Seed: *seed, Form: form})
	}
	maker, ok := makers[*model]
	if !ok {
		return cli.Usef("--model %q: use sample, lublin or users", *model)
	}
	l, err := maker(lublin.Config{Procs: *procs, Jobs: *jobs, Seed: *seed, Load: *load})
	if err != nil {
		return cli.BadUse(err)
	}
	fmt.Fprintf(c.Stderr, "%s jobs on %s processors, offered load %.4f\n", numeral.Count(l.Len()), numeral.Count(*procs),
		lublin.Offered(l, *procs))
	return c.SaveLog(*out, l)
}
