package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/experiment/believe"
	"shadowtime/core/experiment/slurm"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/report/paper"
	"shadowtime/core/sim"
	"shadowtime/core/sim/why"
)

func init() {
	register(cli.Verb{
		Group: whatToSet, Place: 4,
		Name: "believe", Args: "LOG [FILE OF SLURM]...",
		Brief: "say how near simulated waits are to those in the log",
		Short: "say how near the simulated waits are to those the log itself says, and which way of scheduling comes nearest.\n" +
			"Files of its site's Slurm behind a log as Slurm writes it are replayed too, as Slurm is set.",
		Examples: []string{
			"shadowtime believe KTH-SP2.swf.gz",
			"shadowtime believe --order SAF --threshold 20h KTH-SP2.swf.gz",
			"shadowtime believe sacct.psv slurm.conf",
			"shadowtime believe --json --nearest=false CEA-Curie.swf.gz",
		},
		Run: cli.Plainly(runBelieve),
	})
}

func runBelieve(c *cli.Call) error {
	p := newReplayPlan()
	c.Declare(p.Settings())
	asJSON := c.Flags.Bool("json", false, "print one JSON object")
	queue := orderFlags(c)
	try := c.Flags.Bool("nearest", true, "try every order with each backfilling, and FCFS in front of each that backfills, with and "+
		"without the threshold (40h if none is given)")
	c.WorkersFlag("ways of scheduling")
	args, err := c.Parse(-1)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return cli.Usef("no log: write %s %s %s", c.Program.Name, c.Verb.Name, c.Verb.Args)
	}
	cfg, l, err := scheduledBy(c, args[0], &p, queue)
	if err != nil {
		return err
	}
	logged, known := why.Logged(l.Trace, l.Log)
	if known == 0 {
		return errors.New(args[0] + ": no job has a wait (field 3): how it ran is not known, and there is nothing to hold the simulator " +
			"against")
	}
	engine := sim.New()
	engine.Load(l.Trace)
	if err := engine.Run(&cfg); err != nil {
		return err
	}
	r := believe.Measure(l.Trace, logged, engine.Starts())
	if *try {
		list := believe.Tries(believe.WayOf(&cfg))
		if err := tryAll(c, list, l.Trace, cfg, logged); err != nil {
			return err
		}
		r.Rank(list)
	}
	if len(args) > 1 {
		if r.Slurm, err = asSet(c, args); err != nil {
			return err
		}
	}
	if *asJSON {
		return c.PrintJSON(r)
	}
	return printBelief(c, l, r, scheduler(&cfg))
}

// asSet replays the log's jobs as its site's Slurm is set.
func asSet(c *cli.Call, paths []string) (*believe.AsSet, error) {
	s, err := siteToChange(c, paths)
	if err != nil {
		return nil, err
	}
	x, err := slurm.Prepare(s, 0)
	if err != nil {
		return nil, err
	}
	a, err := slurm.Replay(s, x)
	if err != nil {
		return nil, err
	}
	return &believe.AsSet{Jobs: a.Judged, AvgWait: report.Float(a.Recorded.Here), Distance: report.Float(a.Distance)}, nil
}

// tryAll tries ways of scheduling, several at a time.
func tryAll(c *cli.Call, list []believe.Near, t *job.Trace, base sim.Config, logged []int64) error {
	var next atomic.Int64
	progress := c.Tally(len(list), 0, "ways of scheduling")
	errs := make([]error, len(list))
	var all sync.WaitGroup
	for range min(c.Workers, len(list)) {
		all.Go(func() {
			e := sim.New()
			e.Load(t)
			for {
				i := int(next.Add(1)) - 1
				if i >= len(list) {
					return
				}
				share, end := progress.One()
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

// nearestPrinted are printed, and what was asked.
const nearestPrinted = 10

func printBelief(c *cli.Call, l cli.Loaded, r *believe.Report, name string) error {
	fmt.Fprintf(c.Stdout, "%s: %s of %s jobs\n\n", l.Trace.Name, numeral.Count(r.Known), numeral.Count(r.Jobs))
	made := &paper.Paper{Answer: r.Sentence(name), Table: [][]string{{"", "on the machine", "simulated"}}, Cautions: r.Caveats}
	for _, x := range r.Beside() {
		made.Table = append(made.Table, append([]string{x.What}, x.Words[:]...))
	}
	var rows [][]string
	title := "Nearest of " + numeral.Count(len(r.Nearest)) + " schedules, made in " + numeral.Count(r.Tried) + " ways:"
	if len(r.Nearest) > 0 {
		rows = r.NearestTable(nearestPrinted)
		made.Note = believe.Note
	}
	if r.Slurm != nil {
		made.Logged = r.AsSet()
	} else if m := l.Log.Import; m != nil && strings.HasPrefix(m.Format, "Slurm") {
		made.Methods = "Slurm's own passes know more of these reasons: " + c.Program.Name + " slurm run takes the log with what Slurm " +
			"says of itself."
	}
	return c.PrintPaper(made, c.Below(title, rows))
}
