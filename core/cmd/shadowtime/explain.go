package main

import (
	"errors"
	"flag"
	"fmt"

	"shadowtime/core/job"
	"shadowtime/core/sim/why"
)

func init() {
	register(verb{
		group: oneSchedule, place: 2,
		name: "explain", args: "TRACE",
		brief: "say why a job waited",
		short: "say why a job waited: who stood before it, what did not fit, whom it would have delayed, who overtook it",
		examples: []string{
			"shadowtime explain KTH-SP2.swf.gz --job 4711",
			"shadowtime explain KTH-SP2.swf.gz --longest --order SAF --threshold 40h",
			"shadowtime explain --json --job 4711 --backfilling conservative KTH-SP2.swf.gz",
		},
		run: plainly(runExplain),
	})
}

func runExplain(c *call) error {
	p := newReplayPlan()
	c.declare(p.Settings())
	asJSON := c.flags.Bool("json", false, "print one JSON object")
	queue := orderFlags(c)
	number := c.flags.Int64("job", -1, "`number` of the job in the log (field 1)")
	longest := c.flags.Bool("longest", false, "the job that waits longest")
	args, err := c.parse(1)
	if err != nil {
		return err
	}
	given := false
	c.flags.Visit(func(f *flag.Flag) { given = given || f.Name == "job" })
	if given == *longest {
		return usef("name one job: --job N or --longest")
	}
	cfg, l, err := scheduledBy(c, args[0], &p, queue)
	if err != nil {
		return err
	}
	j := 0
	if given {
		if j, err = why.Find(l.trace, *number); err != nil {
			return errors.New(args[0] + ": " + err.Error() + l.leftOut(*number))
		}
	}
	tape, err := why.Record(l.trace, &cfg)
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
		return c.printJSON(tape.Tell(s))
	}
	fmt.Fprintf(c.stdout, "%s under %s, threshold %s\n\n", l.trace.Name, scheduler(&cfg), p.Threshold)
	for _, x := range tape.Sentences(s) {
		fmt.Fprintf(c.stdout, "%s\n", wrap(x.Words, 100))
	}
	return nil
}

// leftOut says that cleaning took a job.
func (l loaded) leftOut(number int64) string {
	for n := range l.log.Col[job.ID].All() {
		if n == number {
			return "; the log has it, but cleaning left it out (--clean none keeps what can be simulated)"
		}
	}
	return ""
}
