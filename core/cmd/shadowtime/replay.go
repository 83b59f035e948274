package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"shadowtime/core/base/numeral"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/report/paper"
	"shadowtime/core/sim"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/why"
	"shadowtime/core/study"
)

func init() {
	register(cli.Verb{
		Group: oneSchedule, Place: 1,
		Name: "replay", Args: "LOG",
		Brief: "replay a log under one queue order",
		Short: "replay a log under one queue order and say how long jobs waited",
		Examples: []string{
			"shadowtime replay KTH-SP2.swf.gz",
			"shadowtime replay --clean queue-tuning --order SQF SDSC-SP2.swf.gz",
			"shadowtime replay --primary SAF --backfill SPF --threshold 20h --jobs schedule.csv KTH-SP2.swf.gz",
			"shadowtime replay --order SAF --svg april.svg --from 1997-04-01 --to 1997-04-08 KTH-SP2.swf.gz",
			"shadowtime replay --order SAF --threshold 40h --html KTH.html KTH-SP2.swf.gz",
			"shadowtime replay --chrome-trace schedule.json --waits simulated.swf KTH-SP2.swf.gz",
			"shadowtime replay --backfilling conservative --promises kept KTH-SP2.swf.gz",
			"zcat KTH-SP2.swf.gz | shadowtime replay --json -",
		},
		Run: cli.Plainly(runReplay),
	})
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

// replayPlan is what replay is asked: a machine, a cleaned log and how the
// machine is scheduled, but no weeks.
type replayPlan struct {
	replay.Plan
	tau int64
}

// line are the settings of a command line. Settings are those that all verbs share that
// replay a log: where the front has flags, the backfilling order is one of them.
func (p *replayPlan) line() study.Settings {
	return append(p.LogSettings(), study.TauSetting(&p.tau))
}
func (p *replayPlan) Settings() study.Settings { return p.line().Without("backfill") }

func newReplayPlan() replayPlan { return replayPlan{replay.Usual(), 10} }

// config is how the machine is scheduled, given the orders of front and backfill.
func (p *replayPlan) config(primary, backfill string) (sim.Config, error) {
	x := p.Plan
	x.Backfill = backfill
	cfg, err := x.Config(primary)
	if err != nil {
		return cfg, cli.BadUse(err)
	}
	return cfg, nil
}

// orders are the flags that name a schedule's queue orders.
type orders struct{ both, primary, backfill *string }

// scheduledBy opens the log that a plan is asked of, and says how it is scheduled;
// the replay tells how far it is.
func scheduledBy(c *cli.Call, path string, p *replayPlan, queue orders) (cfg sim.Config, l cli.Loaded, err error) {
	if cfg, err = p.config(queue.front(), queue.behind()); err == nil {
		l, err = c.Load(path, &p.Workload)
		cfg.Progress = c.Replaying()
	}
	if err == nil {
		err = p.CloseLog(l.Trace)
	}
	if err == nil {
		err = p.RuleLog(l.Trace)
	}
	return cfg, l, err
}

func orderFlags(c *cli.Call) orders {
	return orders{
		c.Flags.String("order", "FCFS", "queue `order` of front and backfill: FCFS, SPF, SQF, SAF, ..., or a pair of them with a "+
			"threshold or without: SPF-SAF, SPF-SAF@20h"),
		c.Flags.String("primary", "", "queue `order` of the front alone"),
		c.Flags.String("backfill", "", "queue `order` of the backfill alone"),
	}
}

func (o orders) front() string  { return cmp.Or(*o.primary, *o.both) }
func (o orders) behind() string { return cmp.Or(*o.backfill, *o.both) }

func runReplay(c *cli.Call) error {
	p := newReplayPlan()
	c.Declare(p.Settings())
	asJSON := c.Flags.Bool("json", false, "print one JSON object")
	queue := orderFlags(c)
	jobs := c.Output("jobs", "", "write the schedule as CSV to this `file`: job,submit,start,end,procs,user")
	out := c.Output("swf", "", "write the schedule as SWF to this `file` (- is standard output), its waits in field 3")
	asHTML := c.Output("html", "", "write the report, with the schedule drawn, to this `file` as one HTML page to read or print")
	files := scheduleFlags(c)
	users := c.Flags.String("users", "ignore", "`ignore|react`: jobs come when the log says, or as users submit them who wait for those "+
		"before; then "+
		"there is no one schedule to write")
	args, err := c.Parse(1)
	if err != nil {
		return err
	}
	switch *users {
	case "ignore":
	case "react":
		if queue.front() != queue.behind() || *jobs+*out+*asHTML != "" {
			return cli.Usef("--users react: name one --order for front and backfill, and no file of a schedule, since each replay has " +
				"its own")
		}
		if p.Closed != "" {
			return cli.Usef("--users react: users who wait know of no closure: leave --closed out")
		}
		if p.Rules != "" {
			return cli.Usef("--users react: users who wait know of no rules: leave --rules out")
		}
		return replayReacting(c, args[0], &p, queue.front(), *asJSON)
	default:
		return cli.Usef("--users %q: use ignore or react", *users)
	}
	cfg, l, err := scheduledBy(c, args[0], &p, queue)
	if err != nil {
		return err
	}
	t := l.Trace
	engine := sim.New()
	engine.Load(t)
	began := time.Now()
	if err := engine.Run(&cfg); err != nil {
		return err
	}
	spent := time.Since(began).Seconds()
	m := metric.Measure(t, engine.Starts(), p.tau)
	if *jobs != "" {
		if err := writeJobs(c, *jobs, t, engine.Starts()); err != nil {
			return err
		}
	}
	if err := files.write(c, l, engine.Starts(), scheduler(&cfg), *asHTML != ""); err != nil {
		return err
	}
	if *out != "" {
		note := fmt.Sprintf("simulated with %s, threshold %s; field 3 is the simulated wait", scheduler(&cfg), p.Threshold)
		if err := c.SaveLog(*out, toLog(t, engine.Starts(), header(t, note))); err != nil {
			return err
		}
	}
	rows := replayRows(l, scheduler(&cfg), "threshold "+p.Threshold.String(), p.tau, m)
	if p.Closed != "" {
		rows = slices.Insert(rows, 3, [3]string{"out", p.Closed, ""})
	}
	if p.Rules != "" {
		rows = slices.Insert(rows, 3, [3]string{"rules", p.Rules, ""})
	}
	if *asHTML != "" {
		x, err := replayPaper(&p, &cfg, l, files, engine.Starts(), rows)
		if err == nil {
			err = c.SavePaper(*asHTML, x)
		}
		if err != nil {
			return err
		}
	}
	switch {
	case c.OnStandard():
		return nil
	case *asJSON:
		return c.PrintJSON(replayAnswer(l, m, spent))
	}
	printReplay(l, c, rows)
	return nil
}

// replayAnswer is the answer about a replay that took so many seconds.
func replayAnswer(x cli.Loaded, m metric.Run, spent float64) replayed {
	t := x.Trace
	return replayed{
		Jobs: m.Jobs, Dropped: x.Dropped(), DroppedBy: x.DroppedBy(), Procs: t.Procs,
		AvgWait: report.Float(m.AvgWait()), MaxWait: m.MaxWait, SumWait: m.SumWait,
		AvgBsld: report.Float(m.AvgBsld()), MaxBsld: report.Float(m.MaxBsld),
		Utilization: report.Float(m.Utilization(t.Procs)), Makespan: m.Makespan(),
		Events: 2 * m.Jobs, Seconds: spent,
	}
}

// replayPaper is the report on a replay as a page, with the figures that it prints: all
// of the schedule and the week in which the longest wait ends, or the stretch asked for.
func replayPaper(p *replayPlan, cfg *sim.Config, l cli.Loaded, files schedules, starts []int64, rows [][3]string) (*paper.Paper, error) {
	t := l.Trace
	p.Order, p.Backfill, p.Beside = cfg.Primary.Name(), "", replay.Nothing
	if cfg.Backfill.Name() != p.Order {
		p.Backfill = cfg.Backfill.Name()
	}
	v := replay.Verb(p.Order)
	v.Name += files.stretch()
	x, err := p.paper("A schedule replayed", l, v)
	if err != nil {
		return nil, err
	}
	from, to, err := files.span(t, starts)
	if err != nil {
		return nil, err
	}
	longest := replay.Longest(t, starts)
	x.Answer = replay.Alone(t, cfg.Primary.Label(), starts)
	x.Table = [][]string{{"figure", "value", "unit"}}
	for _, r := range rows {
		x.Table = append(x.Table, r[:])
	}
	for _, d := range l.Cleaning.Dropped {
		x.Cautions = append(x.Cautions, "Left out "+numeral.Count(d.N)+": "+d.Reason.Words()+".")
	}
	if l.Log.Bad > 0 {
		x.Cautions = append(x.Cautions, numeral.Count(l.Log.Bad)+numeral.Plural(l.Log.Bad, " line", " lines")+" of the log can’t be read.")
	}
	draw := drawer(x, t, cfg.Primary.Label(), starts)
	if files.stretch() != "" {
		draw(from, to, ", from "+why.Clock(t, from)+" to "+why.Clock(t, to))
		return x, nil
	}
	draw(from, to, "")
	if to-from > job.Week {
		draw(starts[longest]-6*job.Day, starts[longest]+job.Day, ", in the week in which job "+strconv.FormatInt(why.Number(t, longest),
			10)+" starts, which waits longest")
	}
	return x, nil
}

// paper begins a page of schedules of a whole log: their methods, and how they are made
// again.
func (p *replayPlan) paper(kind string, l cli.Loaded, v study.Verb) (*paper.Paper, error) {
	if err := p.Normalise(); err != nil {
		return nil, err
	}
	t, usual, proposed := l.Trace, newReplayPlan(), replay.Default()
	return &paper.Paper{
		Kind: kind, Log: t.Name, Digest: t.Digest.Hex(), Methods: replay.Methods(&p.Plan, t.Name, t.Digest, study.Logged, t),
		Command: p.line().Command(v, usual.line(), t.Name),
		Query:   p.Plan.Settings().Query(replay.Linked(), proposed.Settings(), replay.Name),
	}, nil
}

// replayRows are the figures of the answer, their names and units.
func replayRows(l cli.Loaded, scheduler, with string, tau int64, m metric.Run) [][3]string {
	busy := numeral.Number(math.NaN()) // of jobs that take no time
	if u := m.Utilization(l.Trace.Procs); m.Makespan() > 0 {
		busy = fmt.Sprintf("%.4f", u)
	}
	return [][3]string{
		{"log", l.Trace.Name, ""},
		{"order", scheduler, with},
		{"machine", numeral.Count(l.Trace.Procs), "processors (" + l.Cleaning.Machine.Source() + ")"},
		{"jobs", numeral.Count(m.Jobs), ""},
		{"left out", numeral.Count(l.Dropped()), ""},
		{"AvgWait", fmt.Sprintf("%.1f", m.AvgWait()), "s"},
		{"MaxWait", numeral.Count(m.MaxWait), "s"},
		{"bounded slowdown", fmt.Sprintf("%.3f", m.AvgBsld()), fmt.Sprintf("mean, tau %d s", tau)},
		{"utilization", busy, ""},
		{"makespan", numeral.Count(m.Makespan()), "s"},
	}
}

// printReplay prints the answer for people.
func printReplay(l cli.Loaded, c *cli.Call, rows [][3]string) {
	cli.PrintRows(c, rows)
	l.PrintDropped(c)
}

// scheduler names what was simulated. Only EASY has a backfilling order.
func scheduler(c *sim.Config) string {
	switch c.Backfilling {
	case sim.NoBackfilling:
		return c.Primary.Label() + ", no backfilling"
	case sim.Conservative:
		return c.Primary.Label() + ", conservative, promises " + c.Promises.String()
	}
	return "EASY-" + c.Primary.Label() + "-" + c.Backfill.Label()
}
