package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"text/tabwriter"

	"shadowtime/core/job"
	"shadowtime/core/overview"
	"shadowtime/core/report"
	"shadowtime/core/resample"
	"shadowtime/core/sim"
	"shadowtime/core/study"
	"shadowtime/core/swf"
	"shadowtime/core/tracefile"
)

// common are the flags that every verb with a trace has.
type common struct {
	procs     int64
	clean     string
	overrun   string
	threshold string
	dialect   string
	backfill  string // kind of backfilling
	tau       int64
	flurry    float64
	json      bool
}

func (o *common) declare(c *call, threshold string) {
	c.flags.Int64Var(&o.procs, "procs", 0, "machine `size` m in processors (default the log's own)")
	c.flags.StringVar(&o.clean, "clean", "online", "cleaning `rules`: online, queue-tuning, prediction or none")
	c.flags.StringVar(&o.overrun, "overrun", "", "jobs that ran past their request: extend, drop or kill (default as the cleaning has it; the pyss dialect kills)")
	c.flags.StringVar(&o.threshold, "threshold", threshold, "jobs that waited longer go first: none or a `duration` such as 90m, 40h, 2d")
	c.flags.StringVar(&o.dialect, "dialect", "shadowtime", "ties and details as in shadowtime, ocs or pyss")
	c.flags.StringVar(&o.backfill, "backfilling", "easy", "easy, conservative or none")
	c.flags.Int64Var(&o.tau, "tau", 10, "bound of the slowdown, `seconds`")
	c.flags.Float64Var(&o.flurry, "flurry", 0, "what if: leave out bursts, the weeks of a user with more than so many `times` a mean week's jobs of all users (0 keeps them)")
	c.flags.BoolVar(&o.json, "json", false, "print one JSON object")
}

// rules are the cleaning rules that the flags ask for.
func (o *common) rules() (job.Rules, error) {
	r, err := job.ParsePreset(o.clean)
	if err != nil {
		return r, badUse{err}
	}
	if _, err := sim.ParseDialect(o.dialect); err != nil {
		return r, badUse{err}
	}
	r = study.Implied(o.dialect, r)
	if o.overrun != "" {
		if r.Overrun, err = job.ParseOverrun(o.overrun); err != nil {
			return r, badUse{err}
		}
	}
	r.Flurry = o.flurry
	if err := r.Check(); err != nil {
		return r, badUse{err}
	}
	return r, nil
}

// drawn are the flags of verbs that make traces of a log.
type drawn struct {
	weeks   int
	seed    uint64
	variant string
	load    float64
	loadBy  string
}

func (d *drawn) declare(c *call, weeks int) {
	c.flags.IntVar(&d.weeks, "weeks", weeks, "`weeks` of a resample (shuffle and original: at most as many as the log has)")
	c.flags.Uint64Var(&d.seed, "seed", 1, "seed of the resamples")
	c.flags.StringVar(&d.variant, "variant", "draw", "draw weeks for each user, shuffle them, or original: the log's last weeks as they were")
	c.flags.Float64Var(&d.load, "load", 1, "what if: multiply the load by a `factor` from 0.1 to 10")
	c.flags.StringVar(&d.loadBy, "load-by", "arrivals", "what carries --load: arrivals (jobs come sooner) or sizes (jobs are wider)")
}

// workload is what the flags ask for.
func (o *common) workload(d *drawn) (w study.Workload, err error) {
	w = study.Workload{Procs: o.procs, Weeks: d.weeks, Seed: d.seed, Load: d.load}
	if w.Clean, err = o.rules(); err != nil {
		return w, err
	}
	if w.Variant, err = resample.ParseVariant(d.variant); err != nil {
		return w, badUse{err}
	}
	if w.LoadBy, err = resample.ParseBy(d.loadBy); err != nil {
		return w, badUse{err}
	}
	if err = w.Normalise(); err != nil {
		return w, badUse{err}
	}
	return w, nil
}

func (o *common) seconds() (study.Seconds, error) {
	s, err := study.ParseSeconds(o.threshold)
	if err != nil {
		return s, badUse{fmt.Errorf("--threshold: %w", err)}
	}
	return s, nil
}

// open reads a log and tells of lines it could not read.
func (c *call) open(path string) (*job.Log, error) {
	l, err := tracefile.Open(path, c.stdin)
	if err != nil {
		return nil, err
	}
	l.Digest = job.DigestOf(l)
	if l.Bad > 0 {
		fmt.Fprintf(c.stderr, "%s: %d lines could not be read and are left out\n", path, l.Bad)
		for _, f := range l.Faults {
			fmt.Fprintf(c.stderr, "  line %d, %s %q: %s\n", f.Line, f.Field, f.Text, f.Why)
		}
	}
	return l, nil
}

// prepare cleans a log and refuses one of which nothing is left.
func (c *call) prepare(path string, l *job.Log, rules job.Rules, procs int64) (*job.Trace, *job.Cleaning, error) {
	t, k := job.Clean(l, rules, job.MachineOf(l, procs))
	if t.Len() > 0 {
		return t, k, nil
	}
	msg := fmt.Sprintf("%s: none of its %d jobs is left after cleaning %s", path, k.Read, rules.Preset())
	for _, d := range k.Dropped {
		msg += fmt.Sprintf("; %d: %s", d.N, d.Reason.Words())
		if d.Reason == job.NegativeRequest || d.Reason == job.ZeroRequest {
			msg += " (this log has no requests: try --clean online)"
		}
		if d.Reason == job.TooLarge {
			msg += " (try a larger --procs)"
		}
	}
	return nil, nil, fmt.Errorf("%s", msg)
}

// load makes the trace of a log as a workload says, and tells what it was made
// from.
func (c *call) load(path string, w *study.Workload) (*job.Trace, report.Source, error) {
	l, err := c.open(path)
	if err != nil {
		return nil, report.Source{}, err
	}
	t, cleaning, err := c.prepare(path, l, w.Clean, w.Procs)
	if err != nil {
		return nil, report.Source{}, err
	}
	return t, report.SourceOf(t.Name, cleaning, l.Bad, overview.Of(t)), nil
}

// progress returns a function that tells a person at a terminal how far the
// work is; a log file is spared it.
func (c *call) progress(total int, what string) func(done int) {
	f, ok := c.stderr.(*os.File)
	if ok {
		info, err := f.Stat()
		ok = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	if !ok {
		return func(int) {}
	}
	return func(done int) {
		end := "\r"
		if done == total {
			end = "\r\x1b[K" // the result takes its place
		}
		fmt.Fprintf(f, "%d of %d %s%s", done, total, what, end)
	}
}

func (c *call) printJSON(v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.stdout, "%s\n", b)
	return err
}

// table prints rows aligned for people, the first column to the left.
func table(w io.Writer, rows [][]string) error {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	for _, r := range rows {
		for i, cell := range r {
			if i == 0 {
				cell = pad(cell, rows)
			}
			fmt.Fprint(t, cell, "\t")
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}

// pad widens a cell of the first column so that right alignment leaves it at
// the left.
func pad(s string, rows [][]string) string {
	most := 0
	for _, r := range rows {
		most = max(most, len([]rune(r[0])))
	}
	for n := len([]rune(s)); n < most; n++ {
		s += " "
	}
	return s
}

// writeJobs writes a schedule: kept jobs in file order, on the trace's clock.
func writeJobs(path string, t *job.Trace, starts []int64) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := csv.NewWriter(f)
	_ = w.Write([]string{"job", "submit", "start", "end", "procs", "user"}) // Flush reports
	d := func(n int64) string { return strconv.FormatInt(n, 10) }
	for _, i := range fileOrder(t) {
		_ = w.Write([]string{d(t.ID[i]), d(t.Submit[i]), d(starts[i]), d(starts[i] + t.Run[i]), d(int64(t.Size[i])), d(t.Users[t.User[i]])})
	}
	w.Flush()
	if err := w.Error(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// fileOrder lists the trace's jobs by their position in the log.
func fileOrder(t *job.Trace) []int32 {
	most := int32(0)
	for _, p := range t.Pos {
		most = max(most, p)
	}
	at := make([]int32, most+1)
	for i := range at {
		at[i] = -1
	}
	for i, p := range t.Pos {
		at[p] = int32(i)
	}
	list := make([]int32, 0, len(t.Pos))
	for _, i := range at {
		if i >= 0 {
			list = append(list, i)
		}
	}
	return list
}

// toLog turns a trace back into a log, to be written as SWF. Waits are those
// of starts, unknown when nil.
func toLog(t *job.Trace, starts []int64, header []job.Pair) *job.Log {
	l := &job.Log{Name: t.Name, Header: job.Header{Pairs: header}}
	n := t.Len()
	for f := range l.Col {
		l.Col[f] = make([]int64, n)
		for i := range l.Col[f] {
			l.Col[f][i] = -1
		}
	}
	for i := 0; i < n; i++ {
		l.Col[job.ID][i] = int64(i + 1)
		if t.ID != nil {
			l.Col[job.ID][i] = t.ID[i]
		}
		l.Col[job.Submit][i] = t.Submit[i]
		if starts != nil {
			l.Col[job.Wait][i] = starts[i] - t.Submit[i]
		}
		l.Col[job.Run][i] = t.Run[i]
		l.Col[job.Alloc][i] = int64(t.Size[i])
		l.Col[job.ReqProcs][i] = int64(t.Size[i])
		l.Col[job.ReqTime][i] = t.Request[i]
		l.Col[job.Status][i] = 1
		l.Col[job.User][i] = t.Users[t.User[i]]
	}
	return l
}

// header describes a trace that the command writes.
func header(t *job.Trace, notes ...string) []job.Pair {
	d := func(n int64) string { return strconv.FormatInt(n, 10) }
	pairs := []job.Pair{{Key: "Version", Value: "2.2"}}
	for _, n := range notes {
		pairs = append(pairs, job.Pair{Key: "Note", Value: n})
	}
	pairs = append(pairs,
		job.Pair{Key: "MaxJobs", Value: strconv.Itoa(t.Len())},
		job.Pair{Key: "MaxRecords", Value: strconv.Itoa(t.Len())},
		job.Pair{Key: "MaxNodes", Value: d(t.Procs)},
		job.Pair{Key: "MaxProcs", Value: d(t.Procs)})
	return pairs
}

// saveLog writes a log as SWF; "-" is standard output.
func (c *call) saveLog(path string, l *job.Log) error {
	if path == "-" {
		return swf.Write(c.stdout, l)
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := swf.Write(f, l); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
