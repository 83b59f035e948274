package main

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"shadowtime/core/figure"
	"shadowtime/core/job"
	"shadowtime/core/paired"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/study"
	"shadowtime/core/tune"
	"shadowtime/core/tuning"
)

func tuneVerb() verb {
	return verb{
		name: "tune", args: "TRACE",
		short: "find the primary order, backfill order and threshold for a machine: learned on one half of its log, judged on the other",
		examples: []string{
			"shadowtime tune KTH-SP2.swf.gz",
			"shadowtime tune --threshold none,1h,2h,5h,10h,20h,40h,60h,80h,100h KTH-SP2.swf.gz",
			"shadowtime tune --pairs 12x12 --weeks 250 --threshold sweep --csv KTH-SP2.swf.gz",
			"shadowtime tune --pairs 'FCFS,SPF,mix:SAF+3600*FCFS x SPF,LEXP' --dialect ocs --json KTH-SP2.swf.gz",
			"shadowtime tune --objective avgBsld --bound 1.5 KTH-SP2.swf.gz",
			"shadowtime tune --mix KTH-SP2.swf.gz",
		},
		run: tuneRun,
	}
}

func tuneRun(c *call) error {
	plan := tune.Default()
	var o common
	o.declare(c, "none,20h")
	o.clean = "queue-tuning"
	for name, usage := range map[string]string{
		"clean":     "cleaning `rules`: online, queue-tuning, prediction or none",
		"threshold": "jobs that waited longer go first: none, a `duration` such as 20h, several with commas, or sweep (none and nine from 1h to 100h)",
	} {
		f := c.flags.Lookup(name)
		f.Usage = usage
		if name == "clean" {
			f.DefValue = o.clean
		}
	}
	pairs := c.flags.String("pairs", tune.Published, "what is tried: 7x7 (the published search), 12x12, every, or primary `orders` x backfill orders, as in \"FCFS,SPF x SPF,LEXP\"")
	c.flags.IntVar(&plan.Resamples, "weeks", plan.Resamples, "`number` of weeks drawn from each half of the log")
	c.flags.Uint64Var(&plan.Seed, "seed", plan.Seed, "seed of the weeks")
	objective := c.flags.String("objective", plan.Objective.String(), "what is to be small: avgWait or avgBsld")
	c.flags.Float64Var(&plan.Bound, "bound", 0, "the learned setting's MaxWait is at most so many `times` the baseline's, 1 or more (0: no bound)")
	var d drawn
	c.flags.Float64Var(&d.load, "load", 1, "what if: multiply the load by a `factor` from 0.1 to 10")
	c.flags.StringVar(&d.loadBy, "load-by", "arrivals", "what carries --load: arrivals (jobs come sooner) or sizes (jobs are wider)")
	mix := c.flags.Bool("mix", false, "then learn the weights of a mixture too: waiting, requested time, processors and area, beside the learned backfill order and threshold")
	workers := c.flags.Int("workers", runtime.NumCPU(), "`number` of weeks computed at a time")
	asCSV := c.flags.Bool("csv", false, "print the table as CSV, a row a setting")
	evidence := c.flags.Bool("evidence", false, "with --json: add methods and evidence (deciles over weeks, heat maps, sweep, rank correlations)")
	args, err := c.parse(1)
	if err != nil {
		return err
	}
	if o.backfill != sim.Easy.String() {
		return usef("--backfilling %s: EASY's two queues are tuned; leave it out", o.backfill)
	}
	d.weeks, d.seed, d.variant = 1, plan.Seed, plan.Variant.String()
	if plan.Workload, err = o.workload(&d); err != nil {
		return err
	}
	if plan.Thresholds, err = thresholds(o.threshold); err != nil {
		return badUse{fmt.Errorf("--threshold: %w", err)}
	}
	if plan.Objective, err = tune.ParseObjective(*objective); err != nil {
		return badUse{err}
	}
	if plan.Primaries, plan.Backfills, err = tune.ParsePairs(*pairs); err != nil {
		return badUse{fmt.Errorf("--pairs: %w", err)}
	}
	plan.Dialect, plan.Tau = o.dialect, o.tau
	if err := plan.Normalise(); err != nil {
		return badUse{err}
	}
	if *workers < 1 {
		return usef("--workers %d: give 1 or more", *workers)
	}
	x, err := c.tuneOne(args[0], plan, *workers)
	if err != nil {
		return err
	}
	if *mix {
		if err := c.mixOne(args[0], x, *workers); err != nil {
			return err
		}
	}
	switch {
	case o.json:
		return c.printJSON(x.json(*evidence))
	case *asCSV:
		_, err := fmt.Fprint(c.stdout, x.tuning.CSV())
		return err
	}
	return printTuning(c, x)
}

// thresholds reads sweep, or durations with commas.
func thresholds(s string) (list []study.Seconds, err error) {
	if s == "sweep" {
		return tune.Sweep(), nil
	}
	for _, x := range strings.Split(s, ",") {
		d, err := study.ParseSeconds(strings.TrimSpace(x))
		if err != nil {
			return nil, err
		}
		list = append(list, d)
	}
	return list, nil
}

// tunedLog is the outcome on one log.
type tunedLog struct {
	trace  *job.Trace
	tuning *tuning.Report
	rows   []tune.Row
	mixed  *tuning.Mixed // nil unless asked for
	source report.Source
	halves tuning.Halves
}

func (c *call) tuneOne(path string, plan tune.Plan, workers int) (*tunedLog, error) {
	t, source, err := c.load(path, &plan.Workload)
	if err != nil {
		return nil, err
	}
	rows, err := c.tuneRows(path, t, plan, workers, "")
	if err != nil {
		return nil, err
	}
	return &tunedLog{trace: t, tuning: tuning.Merge(plan, t.Digest, rows), rows: rows, source: source, halves: tuning.HalvesOf(t)}, nil
}

// tuneRows computes all weeks of a plan.
func (c *call) tuneRows(path string, t *job.Trace, plan tune.Plan, workers int, what string) ([]tune.Row, error) {
	rows, err := compute(1, plan.Resamples, workers, func() (func(int) (tune.Row, error), error) {
		runner, err := tune.NewRunner(t, plan)
		return func(k int) (tune.Row, error) { return runner.Task(k, nil) }, err
	}, c.progress(plan.Resamples, "weeks of each half of "+t.Name+what))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return rows, nil
}

// mixOne learns the weights of a mixture.
func (c *call) mixOne(path string, x *tunedLog, workers int) error {
	search, with := tune.NewMixSearch(x.trace), x.tuning.Learned.Choice()
	for more := true; more; {
		plan := search.Plan(x.tuning.Plan, with)
		rows, err := c.tuneRows(path, x.trace, plan, workers, fmt.Sprintf(", mixtures, round %d of %d", search.Round+1, tune.Rounds))
		if err != nil {
			return err
		}
		train := tune.Pool(&plan, rows, tune.Training)
		best, _ := tune.Learn(&plan, &train, tune.Any)
		more = search.Learn(best.Choice)
	}
	final := search.Final(x.tuning.Plan, with)
	rows, err := c.tuneRows(path, x.trace, final, workers, ", the best mixture")
	if err != nil {
		return err
	}
	x.mixed = tuning.MergeMix(x.tuning, x.rows, search.Best, final, rows)
	return nil
}

// json is the tuning as one object, with what stands behind it if wanted.
func (x *tunedLog) json(evidence bool) any {
	if !evidence {
		return struct {
			*tuning.Report
			Mix *tuning.Mixed `json:"mix,omitempty"`
		}{x.tuning, x.mixed}
	}
	return struct {
		*tuning.Report
		Mix      *tuning.Mixed    `json:"mix,omitempty"`
		Sentence string           `json:"sentence"`
		Setting  tuning.Setting   `json:"setting"`
		Methods  string           `json:"methods"`
		Warnings []paired.Warning `json:"warnings"`
		Evidence *tuning.Evidence `json:"evidence"`
	}{x.tuning, x.mixed, x.tuning.Sentence(), tuning.SettingOf(x.tuning.Recommended.Choice()), x.tuning.Methods(x.source, x.halves),
		x.tuning.Warnings(x.source, x.halves, x.rows), tuning.Explain(x.tuning, x.rows)}
}

// topTen is how many of the best settings people are shown.
const topTen = 10

func printTuning(c *call, x *tunedLog) error {
	t, r := x.trace, x.tuning
	p := &r.Plan
	fmt.Fprintf(c.stdout, "%s: %d jobs, %d processors; %d settings on %d weeks of each half, dialect %s, seed %d\n\n%s\n\n",
		t.Name, t.Len(), t.Procs, len(r.Pairs), r.Done, p.Dialect, p.Seed, wrap(r.Sentence(), 100))
	fmt.Fprintf(c.stdout, "Learned on the training weeks, with each threshold:\n\n")
	head := []string{"threshold", "primary", "backfill", "train AvgWait", "test AvgWait", "change", "95 % interval", "test MaxWait", "test MaxMaxWait"}
	seconds := func(x report.Float) string { return strconv.FormatFloat(float64(x), 'f', 0, 64) }
	line := func(x tuning.Tuned) []string {
		return []string{x.Threshold.String(), x.Primary, x.Backfill, seconds(x.TrainAvg), seconds(x.TestAvg), figure.Change(x.Change), x.Interval(), seconds(x.TestMax), strconv.FormatInt(x.TestMaxMax, 10)}
	}
	rows := [][]string{head}
	for _, l := range r.Learned.ByThreshold {
		rows = append(rows, line(l.Tuned))
	}
	base := line(r.Baseline)
	base[5], base[6] = "baseline", ""
	if err := table(c.stdout, append(rows, base)); err != nil {
		return err
	}
	rows = [][]string{head}
	for _, x := range r.Ranked()[:min(topTen, len(r.Pairs))] {
		rows = append(rows, line(x))
	}
	fmt.Fprintf(c.stdout, "\nThe %d best of all on the training weeks:\n\n", len(rows)-1)
	if err := table(c.stdout, rows); err != nil {
		return err
	}
	if x.mixed != nil {
		fmt.Fprintf(c.stdout, "\n%s\n", wrap(x.mixed.Sentence(), 100))
	}
	setting := tuning.SettingOf(r.Recommended.Choice())
	fmt.Fprintf(c.stdout, "\nWaits in seconds; change of total waiting on the testing weeks against %s-%s without threshold, paired over weeks.\n\n%s\n", tune.Baseline, tune.Baseline, wrap(setting.Words, 100))
	for _, h := range setting.Slurm {
		fmt.Fprintln(c.stdout)
		for _, l := range h.Lines {
			fmt.Fprintln(c.stdout, "    "+l)
		}
		fmt.Fprintln(c.stdout, wrap(h.Words, 100))
	}
	fmt.Fprintf(c.stdout, "\n%s\n\n%s\n", wrap("Not modelled: "+strings.Join(setting.NotModelled, "; ")+".", 100), wrap(r.Methods(x.source, x.halves), 100))
	return nil
}
