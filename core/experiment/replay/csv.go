package replay

import (
	"strconv"
	"strings"

	"shadowtime/core/job"
	"shadowtime/core/report/csv"
	"shadowtime/core/sim/why"
)

// Column is one more of a schedule's table, a number a job of the trace.
type Column struct {
	Name   string
	Values []int64
}

// ScheduleCSV writes when each job starts and ends, on the trace's clock: a line a job, in
// the order of the log.
func ScheduleCSV(t *job.Trace, starts []int64, more ...Column) string {
	head := "job,submit,start,end,procs,user"
	for _, c := range more {
		head += "," + c.Name
	}
	return table(t, head, func(j int32, number func(int64) string) []string {
		row := []string{number(t.Submit[j]), number(starts[j]), number(starts[j] + t.Run[j]), number(int64(t.Size[j])),
			number(t.Users[t.User[j]])}
		for _, c := range more {
			row = append(row, number(c.Values[j]))
		}
		return row
	})
}

// WaitsCSV writes what each job waits in two schedules, an unknown wait as nothing, likewise.
func WaitsCSV(t *job.Trace, a, b []int64) string {
	return table(t, "job,submit,procs,request,run,user,a,b", func(j int32, number func(int64) string) []string {
		wait := func(starts []int64) string {
			if starts[j] == why.Unknown {
				return ""
			}
			return number(starts[j] - t.Submit[j])
		}
		return []string{number(t.Submit[j]), number(int64(t.Size[j])), number(t.Request[j]), number(t.Run[j]), number(t.Users[t.User[j]]),
			wait(a), wait(b)}
	})
}

// table writes a line a job: its number, and what else there is of it.
func table(t *job.Trace, head string, of func(j int32, number func(int64) string) []string) string {
	var b strings.Builder
	w := csv.NewWriter(&b) // a Builder takes every write
	_ = w.Write(strings.Split(head, ","))
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	for _, j := range t.FileOrder() {
		_ = w.Write(append([]string{number(why.Number(t, int(j)))}, of(j, number)...))
	}
	w.Flush()
	return b.String()
}
