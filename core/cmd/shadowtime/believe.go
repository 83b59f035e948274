package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/believe"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/sim/why"
	"shadowtime/core/study"
)

func init() {
	register(verb{
		group: whatToSet, place: 4,
		name: "believe", args: "TRACE",
		brief: "say how near simulated waits are to those in the log",
		short: "say how near the simulated waits are to those the log itself says, and which way of scheduling comes nearest",
		examples: []string{
			"shadowtime believe KTH-SP2.swf.gz",
			"shadowtime believe --order SAF --threshold 20h KTH-SP2.swf.gz",
			"shadowtime believe --json --nearest=false CEA-Curie.swf.gz",
		},
		run: plainly(runBelieve),
	})
}

func runBelieve(c *call) error {
	p := newReplayPlan()
	c.declare(p.Settings())
	asJSON := c.flags.Bool("json", false, "print one JSON object")
	queue := orderFlags(c)
	try := c.flags.Bool("nearest", true, "try every order with each backfilling, with and without the threshold (40h if none is given)")
	c.parallelFlag("ways of scheduling")
	args, err := c.parse(1)
	if err != nil {
		return err
	}
	cfg, l, err := scheduledBy(c, args[0], &p, queue)
	if err != nil {
		return err
	}
	logged, known := why.Logged(l.trace, l.log)
	if known == 0 {
		return errors.New(args[0] + ": no job has a wait (field 3): how it ran is not known, and there is nothing to hold the simulator against")
	}
	engine := sim.New()
	engine.Load(l.trace)
	if err := engine.Run(&cfg); err != nil {
		return err
	}
	r := believe.Of(l.trace, logged, engine.Starts())
	if *try {
		threshold := p.Threshold
		if threshold == study.None {
			threshold = 40 * 3600
		}
		list := believe.Tries(threshold)
		if err := tryAll(c, list, l.trace, cfg, logged); err != nil {
			return err
		}
		r.Rank(list)
	}
	if *asJSON {
		return c.printJSON(r)
	}
	return printBelief(c, l, r, scheduler(&cfg))
}

// tryAll tries ways of scheduling, several at a time.
func tryAll(c *call, list []believe.Near, t *job.Trace, base sim.Config, logged []int64) error {
	var next atomic.Int64
	progress := c.tally(len(list), 0, "ways of scheduling")
	errs := make([]error, len(list))
	var all sync.WaitGroup
	for range min(c.workers, len(list)) {
		all.Go(func() {
			e := sim.New()
			e.Load(t)
			for {
				i := int(next.Add(1)) - 1
				if i >= len(list) {
					return
				}
				share, end := progress.one()
				way := base
				way.Progress = func(done, all int) { share(float64(done) / float64(all)) }
				errs[i] = list[i].Try(e, t, way, logged)
				end()
			}
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

func printBelief(c *call, l loaded, r *believe.Report, name string) error {
	fmt.Fprintf(c.stdout, "%s: %s of %s jobs\n\n%s\n\n", l.trace.Name, numeral.Count(r.Known), numeral.Count(r.Jobs), wrap(r.Sentence(name), 100))
	rows := [][]string{{"", "on the machine", "simulated"}}
	of := func(words string, figures func(s believe.Side) string) {
		rows = append(rows, []string{words, figures(r.Logged), figures(r.Simulated)})
	}
	of("mean wait", func(s believe.Side) string { return numeral.Duration(s.AvgWait) })
	of("median wait", func(s believe.Side) string { return numeral.Duration(s.MedianWait) })
	of("90 % wait at most", func(s believe.Side) string { return numeral.Duration(s.Percentiles[90]) })
	of("longest wait", func(s believe.Side) string { return numeral.Duration(float64(s.MaxWait)) })
	of("utilization", func(s believe.Side) string { return numeral.Percent(s.Utilization, 1) })
	if err := printTable(c.stdout, rows); err != nil {
		return err
	}
	if len(r.Nearest) > 0 {
		fmt.Fprintf(c.stdout, "\nnearest of %d\n", len(r.Nearest))
		rows = [][]string{{"", "distance"}}
		for _, n := range r.Nearest[:min(10, len(r.Nearest))] {
			rows = append(rows, []string{n.Words(), numeral.Number(report.Float(n.Distance))})
		}
		if err := printTable(c.stdout, rows); err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "%s\n", wrap("Distance: how many times over a wait is doubled or halved in the mean, the mean of |log2((simulated + 60 s)/(logged + 60 s))|.", 100))
	}
	for _, w := range r.Caveats {
		fmt.Fprintf(c.stdout, "\n%s\n", wrap("! "+w, 100))
	}
	return nil
}
