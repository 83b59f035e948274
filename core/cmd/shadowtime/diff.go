package main

import (
	"errors"
	"fmt"
	"io"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/job"
	"shadowtime/core/report/paper"
	"shadowtime/core/sim/order"
	"shadowtime/core/sim/why"
	"shadowtime/core/study"
)

func init() {
	register(cli.Verb{
		Group: oneSchedule, Place: 3,
		Name: "diff", Args: "LOG",
		Brief: "set two schedules of the same jobs side by side",
		Short: "set two schedules of the same jobs side by side: where they part and why, who waits less and who more",
		Examples: []string{
			"shadowtime diff KTH-SP2.swf.gz --a FCFS --b SAF",
			"shadowtime diff KTH-SP2.swf.gz --b logged",
			"shadowtime diff --a FCFS --b SAF --backfill SPF --html waits.html KTH-SP2.swf.gz",
			"shadowtime diff --a FCFS --b SAF --threshold 40h --json --jobs waits.csv KTH-SP2.swf.gz",
		},
		Run: cli.Plainly(runDiff),
	})
}

// asItRan is the side that is the log's own waits.
const asItRan = replay.AsItRan

func runDiff(c *cli.Call) error {
	p := newReplayPlan()
	c.Declare(p.line())
	asJSON := c.Flags.Bool("json", false, "print one JSON object")
	a := c.Flags.String("a", "FCFS", "queue `order` of the first schedule, or logged: as the log says it ran")
	b := c.Flags.String("b", "SAF", "queue `order` of the second schedule, or logged")
	most := c.Flags.Int("most", replay.Listed, "`number` of the greatest gains and losses that are listed")
	jobs := c.Output("jobs", "", "write every job's waits as CSV to this `file`: job,submit,procs,request,run,user,a,b")
	asHTML := c.Output("html", "", "write the report, with both schedules drawn, to this `file` as one HTML page to read or print")
	args, err := c.Parse(1)
	if err != nil {
		return err
	}
	if *most < 0 {
		return cli.Usef("--most %d: give 0 or more", *most)
	}
	for _, name := range []string{*a, *b} {
		if name != asItRan {
			if _, err := p.config(name, study.Backfill(name, p.Backfill)); err != nil {
				return err
			}
		}
	}
	l, err := c.Load(args[0], &p.Workload)
	if err == nil {
		err = p.CloseLog(l.Trace)
	}
	if err == nil {
		err = p.RuleLog(l.Trace)
	}
	if err != nil {
		return err
	}
	first, tapeA, err := sideOn(c, l, args[0], *a, &p)
	if err != nil {
		return err
	}
	second, tapeB, err := sideOn(c, l, args[0], *b, &p)
	if err != nil {
		return err
	}
	r := replay.Contrast(l.Trace, first, second, *most)
	other := tapeA
	if r.First != nil && r.First.ByA {
		other = tapeB
	}
	if err := r.Explain(other); err != nil {
		return err
	}
	if *jobs != "" {
		if err := c.Save(*jobs, func(w io.Writer) error {
			_, err := io.WriteString(w, replay.WaitsCSV(l.Trace, first.Starts, second.Starts))
			return err
		}); err != nil {
			return err
		}
	}
	if *asHTML != "" {
		x, err := diffPaper(&p, l, r, [2]string{*a, *b}, [2][]int64{first.Starts, second.Starts})
		if err != nil {
			return err
		}
		if err := c.SavePaper(*asHTML, x); err != nil {
			return err
		}
	}
	switch {
	case c.OnStandard():
		return nil
	case *asJSON:
		return c.PrintJSON(r)
	}
	return printDiff(c, l, r)
}

// diffPaper is the report on two schedules as a page.
func diffPaper(p *replayPlan, l cli.Loaded, r *replay.Report, names [2]string, starts [2][]int64) (*paper.Paper, error) {
	shown, beside := names[1], names[0]
	if shown == asItRan {
		shown, beside = beside, shown
	}
	if shown == asItRan {
		return nil, cli.Usef("--html: the log is set beside itself: name an order as --a or --b")
	}
	t := l.Trace
	p.Order = shown
	if err := p.Plan.Settings().Find("beside").Set(beside); err != nil {
		return nil, err
	}
	x, err := p.paper("Two schedules side by side", l, replay.Diff(names[0], names[1]))
	if err != nil {
		return nil, err
	}
	r.Fill(x)
	from, to := spanOf(t, starts[0])
	_, last := spanOf(t, starts[1])
	sides := []func(from, to int64, words string){drawer(x, t, r.A.Order, starts[0]), drawer(x, t, r.B.Order, starts[1])}
	draw := func(from, to int64, words string) {
		for _, side := range sides {
			side(from, to, words)
		}
	}
	draw(from, max(to, last), "")
	if r.First != nil {
		draw(r.First.Time-job.Day, r.First.Time+6*job.Day, ", in the week of the first difference")
	}
	return x, nil
}

// sideOn is a schedule by name, with its tape where it is simulated.
func sideOn(c *cli.Call, l cli.Loaded, path, name string, p *replayPlan) (replay.Side, *why.Tape, error) {
	if name == asItRan {
		starts, known := why.Logged(l.Trace, l.Log)
		if known == 0 {
			return replay.Side{}, nil, errors.New(path + ": no job has a wait (field 3): how it ran is not known; name two orders")
		}
		return replay.Side{Order: replay.ItRan, Starts: starts}, nil, nil
	}
	cfg, err := p.config(name, study.Backfill(name, p.Backfill))
	if err != nil {
		return replay.Side{}, nil, err
	}
	cfg.Progress = c.Replaying()
	tape, err := why.Record(l.Trace, &cfg)
	if err != nil {
		return replay.Side{}, nil, err
	}
	label := cfg.Primary.Label()
	if pair, ok := order.ParsePair(name); ok {
		label = pair.Name()
	}
	return replay.Side{Order: label, Starts: tape.Starts}, tape, nil
}

func printDiff(c *cli.Call, l cli.Loaded, r *replay.Report) error {
	fmt.Fprintf(c.Stdout, "%s: %s, A %s, B %s\n\n", l.Trace.Name, numeral.Jobs(r.Jobs), r.A.Order, r.B.Order)
	var made paper.Paper
	r.Fill(&made)
	rows := [][]string{{"processors", "jobs", "mean wait under A", "under B", "wait less", "more"}}
	var means []float64
	for _, g := range r.Size {
		means = append(means, float64(g.A)/float64(g.Jobs), float64(g.B)/float64(g.Jobs))
	}
	wait := numeral.Durations(means)
	for i, g := range r.Size {
		rows = append(rows, []string{processorSpan(g), numeral.Count(g.Jobs), wait(means[2*i]), wait(means[2*i+1]),
			numeral.Count(g.Less), numeral.Count(g.More)})
	}
	return c.PrintPaper(&made, c.Below("By processors:", rows))
}

func processorSpan(g replay.Group) string {
	if g.Low == g.High {
		return numeral.Count(g.Low)
	}
	return numeral.Count(g.Low) + "–" + numeral.Count(g.High)
}
