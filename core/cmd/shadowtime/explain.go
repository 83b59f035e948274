package main

import (
	"errors"
	"flag"
	"fmt"

	"shadowtime/core/cmd/cli"
	"shadowtime/core/job"
	"shadowtime/core/sim/why"
)

func init() {
	register(cli.Verb{
		Group: oneSchedule, Place: 2,
		Name: "explain", Args: "LOG",
		Brief: "say why a job waited",
		Short: "say why a job waited: who stood before it, what did not fit, whom it would have delayed, who overtook it",
		Examples: []string{
			"shadowtime explain KTH-SP2.swf.gz --job 4711",
			"shadowtime explain KTH-SP2.swf.gz --longest --order SAF --threshold 40h",
			"shadowtime explain --json --job 4711 --backfilling conservative KTH-SP2.swf.gz",
		},
		Run: cli.Plainly(runExplain),
	})
}

func runExplain(c *cli.Call) error {
	p := newReplayPlan()
	c.Declare(p.Settings())
	asJSON := c.Flags.Bool("json", false, "print one JSON object")
	queue := orderFlags(c)
	number := c.Flags.Int64("job", -1, "`number` of the job in the log (field 1)")
	longest := c.Flags.Bool("longest", false, "the job that waits longest")
	args, err := c.Parse(1)
	if err != nil {
		return err
	}
	given := false
	c.Flags.Visit(func(f *flag.Flag) { given = given || f.Name == "job" })
	if given == *longest {
		return cli.Usef("name one job: --job N or --longest")
	}
	cfg, l, err := scheduledBy(c, args[0], &p, queue)
	if err != nil {
		return err
	}
	j := 0
	if given {
		if j, err = why.Find(l.Trace, *number); err != nil {
			return errors.New(args[0] + ": " + err.Error() + notReplayed(l, *number))
		}
	}
	tape, err := why.Record(l.Trace, &cfg)
	if err != nil {
		return err
	}
	if *longest {
		j = tape.Longest()
	}
	s, err := tape.Story(j)
	if err != nil {
		return err
	}
	if *asJSON {
		return c.PrintJSON(tape.Tell(s))
	}
	fmt.Fprintf(c.Stdout, "%s under %s, threshold %s\n\n", l.Trace.Name, scheduler(&cfg), p.Threshold)
	for _, x := range tape.Sentences(s) {
		fmt.Fprintf(c.Stdout, "%s\n", cli.Wrap(x.Words, 100))
	}
	return nil
}

// notReplayed says that cleaning took a job.
func notReplayed(l cli.Loaded, number int64) string {
	for n := range l.Log.Col[job.ID].All() {
		if n == number {
			return "; the log has it, but cleaning left it out (--clean none keeps what can be simulated)"
		}
	}
	return ""
}
