package main

import (
	"fmt"
	"time"

	"shadowtime/core/figure"
	"shadowtime/core/job"
	"shadowtime/core/metric"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/study"
)

func replayVerb() verb {
	return verb{
		name: "replay", args: "TRACE",
		short: "replay a log under one queue order and say how long jobs waited",
		examples: []string{
			"shadowtime replay KTH-SP2.swf.gz",
			"shadowtime replay --clean queue-tuning --order SQF SDSC-SP2.swf.gz",
			"shadowtime replay --primary SAF --backfill SPF --threshold 20h --jobs schedule.csv KTH-SP2.swf.gz",
			"zcat KTH-SP2.swf.gz | shadowtime replay --json -",
		},
		run: replay,
	}
}

// replayed is the answer of replay.
type replayed struct {
	Jobs        int64          `json:"jobs"`
	Dropped     int            `json:"dropped"`
	DroppedBy   map[string]int `json:"droppedBy"`
	Procs       int64          `json:"procs"`
	AvgWait     report.Float   `json:"avgWait"`
	MaxWait     int64          `json:"maxWait"`
	SumWait     int64          `json:"sumWait"`
	AvgBsld     report.Float   `json:"avgBsld"`
	MaxBsld     report.Float   `json:"maxBsld"`
	Utilization report.Float   `json:"utilization"`
	Makespan    int64          `json:"makespan"`
	Events      int64          `json:"events"`
	Seconds     float64        `json:"seconds"`
}

func replay(c *call) error {
	var o common
	o.declare(c, "none")
	order := c.flags.String("order", "FCFS", "queue `order` of front and backfill: FCFS, SPF, SQF, SAF, ...")
	primary := c.flags.String("primary", "", "queue `order` of the front alone")
	backfill := c.flags.String("backfill", "", "queue `order` of the backfill alone")
	jobs := c.flags.String("jobs", "", "write the schedule as CSV to this `file`: job,submit,start,end,procs,user")
	out := c.flags.String("swf", "", "write the schedule as SWF to this `file` (- is standard output), its waits in field 3")
	args, err := c.parse(1)
	if err != nil {
		return err
	}
	rules, err := o.rules()
	if err != nil {
		return err
	}
	threshold, err := o.seconds()
	if err != nil {
		return err
	}
	if *primary == "" {
		*primary = *order
	}
	if *backfill == "" {
		*backfill = *order
	}
	cfg, err := study.Config(*primary, *backfill, threshold, o.backfill, o.dialect)
	if err != nil {
		return badUse{err}
	}
	if o.tau < 1 {
		return usef("--tau %d: give 1 second or more", o.tau)
	}
	l, err := c.open(args[0])
	if err != nil {
		return err
	}
	t, k, err := c.prepare(args[0], l, rules, o.procs)
	if err != nil {
		return err
	}
	engine := sim.New()
	engine.Load(t)
	began := time.Now()
	if err := engine.Run(&cfg); err != nil {
		return err
	}
	spent := time.Since(began).Seconds()
	m := metric.Measure(t, engine.Starts(), o.tau)
	if *jobs != "" {
		if err := writeJobs(*jobs, t, engine.Starts()); err != nil {
			return err
		}
	}
	if *out != "" {
		log := toLog(t, engine.Starts(), header(t, fmt.Sprintf("simulated with EASY-%s-%s, threshold %s; field 3 is the simulated wait", cfg.Primary.Name(), cfg.Backfill.Name(), threshold)))
		if err := c.saveLog(*out, log); err != nil {
			return err
		}
		if *out == "-" {
			return nil
		}
	}
	a := replayed{
		Jobs: m.Jobs, Dropped: k.Read - k.Kept + l.Bad, DroppedBy: droppedBy(l, k), Procs: t.Procs,
		AvgWait: report.Float(m.AvgWait()), MaxWait: m.MaxWait, SumWait: m.SumWait,
		AvgBsld: report.Float(m.AvgBsld()), MaxBsld: report.Float(m.MaxBsld),
		Utilization: report.Float(m.Utilization(t.Procs)), Makespan: m.Makespan(),
		Events: 2 * m.Jobs, Seconds: spent,
	}
	if o.json {
		return c.printJSON(a)
	}
	rows := [][]string{
		{"trace", t.Name, ""},
		{"order", "EASY-" + cfg.Primary.Name() + "-" + cfg.Backfill.Name(), "threshold " + threshold.String()},
		{"machine", figure.Count(t.Procs), "processors (" + k.Machine.Source + ")"},
		{"jobs", figure.Count(a.Jobs), ""},
		{"left out", figure.Count(a.Dropped), ""},
		{"AvgWait", fmt.Sprintf("%.1f", m.AvgWait()), "s"},
		{"MaxWait", figure.Count(m.MaxWait), "s"},
		{"bounded slowdown", fmt.Sprintf("%.3f", m.AvgBsld()), fmt.Sprintf("mean, tau %d s", o.tau)},
		{"utilization", fmt.Sprintf("%.4f", m.Utilization(t.Procs)), ""},
		{"makespan", figure.Count(m.Makespan()), "s"},
	}
	for _, r := range rows {
		fmt.Fprintf(c.stdout, "%-18s%16s  %s\n", r[0], r[1], r[2])
	}
	for _, d := range k.Dropped {
		fmt.Fprintf(c.stdout, "  left out %s: %s\n", figure.Count(d.N), d.Reason.Words())
	}
	return nil
}

// droppedBy counts what was left out by reason, unreadable lines included.
func droppedBy(l *job.Log, k *job.Cleaning) map[string]int {
	by := map[string]int{}
	if l.Bad > 0 {
		by["unreadable"] = l.Bad
	}
	for _, d := range k.Dropped {
		by[d.Reason.Key()] = d.N
	}
	return by
}
