package main

import (
	"errors"
	"fmt"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/job/overview"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/report"
	"shadowtime/core/report/archive"
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

// source tells what a report is computed from.
func (x loaded) source() report.Source {
	return report.SourceOf(x.trace.Name, x.cleaning, x.log.Bad, overview.Of(x.trace))
}

// about says of a log what a saved study does.
func (x loaded) about() archive.Log {
	return archive.Log{Name: x.trace.Name, Digest: x.trace.Digest, Bad: x.log.Bad, Cleaning: x.cleaning, Overview: overview.Of(x.trace)}
}

// dropped is how many jobs were left out, unreadable lines included.
func (x loaded) dropped() int { return x.cleaning.Read - x.cleaning.Kept + x.log.Bad }

// droppedBy counts them by reason.
func (x loaded) droppedBy() map[string]int {
	by := map[string]int{}
	if x.log.Bad > 0 {
		by["unreadable"] = x.log.Bad
	}
	for _, d := range x.cleaning.Dropped {
		by[d.Reason.Key()] = d.N
	}
	return by
}

// printDropped prints what was left out, and why.
func (l loaded) printDropped(c *call) {
	for _, d := range l.cleaning.Dropped {
		fmt.Fprintf(c.stdout, "  left out %s: %s\n", numeral.Count(d.N), d.Reason.Words())
	}
}
