package main

import (
	"io"
	"strconv"

	"shadowtime/core/cmd/cli"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/job"
)

// ownStarts are the starts that the log itself has.
func ownStarts(x cli.Loaded) []int64 {
	starts := make([]int64, x.Trace.Len())
	for j, i := range x.Trace.Pos {
		starts[j] = x.Trace.Submit[j] + max(0, x.Log.Col[job.Wait].At(int(i)))
	}
	return starts
}

// writeJobs writes a schedule: kept jobs in file order, on the trace's clock.
func writeJobs(c *cli.Call, path string, t *job.Trace, starts []int64, more ...replay.Column) error {
	return c.Save(path, func(w io.Writer) error {
		_, err := io.WriteString(w, replay.ScheduleCSV(t, starts, more...))
		return err
	})
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
