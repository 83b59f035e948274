package cli

import (
	"errors"
	"fmt"
	"io"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/job/overview"
	"shadowtime/core/job/swf"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/report"
	"shadowtime/core/report/archive"
	"shadowtime/core/study"
)

// Open reads a log and tells of what it left out.
func (c *Call) Open(path string) (*job.Log, error) {
	l, err := tracefile.Open(path, c.Stdin)
	if err != nil {
		if errors.As(err, new(*job.Asked)) || errors.As(err, new(*job.Unmatched)) {
			err = fmt.Errorf("%w; %s", err, c.elsewhere("--match ..."))
		}
		return nil, err
	}
	c.Tell(path, l)
	if l.Import != nil && len(l.Import.Readings) > 0 {
		r := l.Import.Readings[0]
		fmt.Fprintf(c.Stderr, "%s: to have it otherwise (%s): %s\n", path, r.Words, c.elsewhere("--"+r.Switch+" "+r.Value))
	}
	return l, nil
}

// elsewhere is how a file is read with an option of reading, which one verb has.
func (c *Call) elsewhere(option string) string {
	return fmt.Sprintf("%s convert LOG %s -o log.swf, and log.swf for %s", c.Program.Name, option, c.Verb.Name)
}

// Tell says what came of a file's records, and which could not be read.
func (c *Call) Tell(path string, l *job.Log) {
	if l.Import != nil {
		c.Account(path, l.Import)
	} else {
		for _, line := range l.Notes {
			fmt.Fprintf(c.Stderr, "%s: %s\n", path, line)
		}
	}
	if l.Bad > 0 {
		fmt.Fprintf(c.Stderr, "%s: %d lines could not be read and are left out\n", path, l.Bad)
		for _, f := range l.Faults {
			fmt.Fprintf(c.Stderr, "  line %d, %s %q: %s\n", f.Line, f.Field, f.Text, f.Why)
		}
	}
}

// Account says how a log came of its records.
func (c *Call) Account(path string, m *job.Import) {
	for _, line := range m.Words() {
		fmt.Fprintf(c.Stderr, "%s: %s\n", path, line)
	}
}

// ReadText reads a file that is no log.
func (c *Call) ReadText(path string) (string, error) { return tracefile.Text(path, c.Stdin, 0) }

// Loaded is a log, and the trace that cleaning made of it.
type Loaded struct {
	Log      *job.Log
	Trace    *job.Trace
	Cleaning *job.Cleaning
}

// Load reads a log and cleans it as a workload says.
func (c *Call) Load(path string, w *study.Workload) (Loaded, error) {
	l, err := c.Open(path)
	if err != nil {
		return Loaded{}, err
	}
	x, err := Prepare(path, l, w)
	if err == nil {
		if s := overview.Describe(x.Trace).Overload(); s != "" {
			fmt.Fprintf(c.Stderr, "%s: %s\n", path, s)
		}
	}
	return x, err
}

// Prepare cleans a log, and refuses one of which nothing is left.
func Prepare(path string, l *job.Log, w *study.Workload) (Loaded, error) {
	t, k := w.Prepare(l)
	if t.Len() > 0 {
		return Loaded{l, t, k}, nil
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
	return Loaded{}, errors.New(msg)
}

// Source tells what a report is computed from.
func (x Loaded) Source() report.Source {
	return report.SourceOf(x.Trace.Name, x.Cleaning, x.Log.Bad, overview.Describe(x.Trace))
}

// About says of a log what a saved study does.
func (x Loaded) About() archive.Log {
	return archive.Log{Name: x.Trace.Name, Digest: x.Trace.Digest, Bad: x.Log.Bad, Cleaning: x.Cleaning,
		Overview: overview.Describe(x.Trace)}
}

// Dropped is how many jobs were left out, unreadable lines included.
func (x Loaded) Dropped() int { return x.Cleaning.Read - x.Cleaning.Kept + x.Log.Bad }

// DroppedBy counts them by reason.
func (x Loaded) DroppedBy() map[string]int {
	by := map[string]int{}
	if x.Log.Bad > 0 {
		by["unreadable"] = x.Log.Bad
	}
	for _, d := range x.Cleaning.Dropped {
		by[d.Reason.Key()] = d.N
	}
	return by
}

// PrintDropped prints what was left out, and why.
func (l Loaded) PrintDropped(c *Call) {
	for _, d := range l.Cleaning.Dropped {
		fmt.Fprintf(c.Stdout, "  left out %s: %s\n", numeral.Count(d.N), d.Reason.Words())
	}
}

// SaveLog writes a log as SWF; "-" is standard output.
func (c *Call) SaveLog(path string, l *job.Log) error {
	return c.Save(path, func(w io.Writer) error { return swf.Write(w, l) })
}
