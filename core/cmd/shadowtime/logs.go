package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"

	"shadowtime/core/job"
	"shadowtime/core/job/overview"
	"shadowtime/core/job/swf"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

// open reads a log and tells of what it left out.
func (c *call) open(path string) (*job.Log, error) {
	l, err := tracefile.Open(path, c.stdin)
	if err != nil {
		return nil, err
	}
	c.tell(path, l)
	return l, nil
}

// tell says what came of a file's records, and which could not be read.
func (c *call) tell(path string, l *job.Log) {
	if l.Import != nil {
		c.account(path, l.Import)
	}
	if l.Bad > 0 {
		fmt.Fprintf(c.stderr, "%s: %d lines could not be read and are left out\n", path, l.Bad)
		for _, f := range l.Faults {
			fmt.Fprintf(c.stderr, "  line %d, %s %q: %s\n", f.Line, f.Field, f.Text, f.Why)
		}
	}
}

// account says how a log came of its records.
func (c *call) account(path string, m *job.Import) {
	for _, line := range m.Words() {
		fmt.Fprintf(c.stderr, "%s: %s\n", path, line)
	}
}

// text reads a file that is no log.
func (c *call) text(path string) (string, error) { return tracefile.Text(path, c.stdin, 0) }

// loaded is a log, and the trace that cleaning made of it.
type loaded struct {
	log      *job.Log
	trace    *job.Trace
	cleaning *job.Cleaning
}

// load reads a log and cleans it as a workload says.
func (c *call) load(path string, w *study.Workload) (loaded, error) {
	l, err := c.open(path)
	if err != nil {
		return loaded{}, err
	}
	return prepare(path, l, w)
}

// prepare cleans a log, and refuses one of which nothing is left.
func prepare(path string, l *job.Log, w *study.Workload) (loaded, error) {
	t, k := w.Prepare(l)
	if t.Len() > 0 {
		return loaded{l, t, k}, nil
	}
	msg := fmt.Sprintf("%s: none of its %d jobs is left after cleaning %s", path, k.Read, w.Clean.Preset())
	for _, d := range k.Dropped {
		msg += fmt.Sprintf("; %d: %s", d.N, d.Reason.Words())
		if d.Reason == job.NegativeRequest || d.Reason == job.ZeroRequest {
			msg += " (this log has no requests: try --clean online)"
		}
		if d.Reason == job.TooLarge {
			msg += " (try a larger --procs)"
		}
	}
	return loaded{}, errors.New(msg)
}

// ownStarts are the starts that the log itself has.
func (x loaded) ownStarts() []int64 {
	starts := make([]int64, x.trace.Len())
	for j, i := range x.trace.Pos {
		starts[j] = x.trace.Submit[j] + max(0, x.log.Col[job.Wait].At(int(i)))
	}
	return starts
}

// source tells what a report is computed from.
func (x loaded) source() report.Source {
	return report.SourceOf(x.trace.Name, x.cleaning, x.log.Bad, overview.Of(x.trace))
}

// writeJobs writes a schedule: kept jobs in file order, on the trace's clock.
func (c *call) writeJobs(path string, t *job.Trace, starts []int64, more ...column) error {
	return c.save(path, func(w io.Writer) error { return jobsCSV(w, t, starts, more) })
}

func jobsCSV(to io.Writer, t *job.Trace, starts []int64, more []column) error {
	w := csv.NewWriter(to)
	head := []string{"job", "submit", "start", "end", "procs", "user"}
	for _, c := range more {
		head = append(head, c.name)
	}
	_ = w.Write(head) // Flush reports
	d := func(n int64) string { return strconv.FormatInt(n, 10) }
	for _, i := range fileOrder(t) {
		row := []string{d(t.ID[i]), d(t.Submit[i]), d(starts[i]), d(starts[i] + t.Run[i]), d(int64(t.Size[i])), d(t.Users[t.User[i]])}
		for _, c := range more {
			row = append(row, d(c.values[i]))
		}
		_ = w.Write(row)
	}
	w.Flush()
	return w.Error()
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
func toLog(t *job.Trace, starts []int64, pairs []job.Pair) *job.Log {
	l := &job.Log{Name: t.Name, Header: job.Header{Pairs: pairs}}
	for i := range t.Len() {
		row := job.Unknown()
		row[job.ID] = int64(i + 1)
		if t.ID != nil {
			row[job.ID] = t.ID[i]
		}
		row[job.Submit] = t.Submit[i]
		if starts != nil {
			row[job.Wait] = starts[i] - t.Submit[i]
		}
		row[job.Run] = t.Run[i]
		row[job.Alloc] = int64(t.Size[i])
		row[job.ReqProcs] = int64(t.Size[i])
		row[job.ReqTime] = t.Request[i]
		row[job.Status] = 1
		row[job.User] = t.Users[t.User[i]]
		if t.App != nil {
			row[job.Executable] = int64(t.App[i]) + 1
		}
		if t.Memory != nil && t.Memory[i] > 0 {
			row[job.ReqMemory] = t.Memory[i]
		}
		if t.Groups != nil {
			row[job.Group] = t.Groups[t.User[i]]
		}
		l.Add(&row, i+1)
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
	if t.Len() > 0 && t.Start != t.Submit[0] {
		pairs = append(pairs, job.Pair{Key: job.Origin, Value: d(t.Start)})
	}
	return pairs
}

// saveLog writes a log as SWF; "-" is standard output.
func (c *call) saveLog(path string, l *job.Log) error {
	return c.save(path, func(w io.Writer) error { return swf.Write(w, l) })
}
