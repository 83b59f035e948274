package main

import (
	"encoding/json"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/job/resample"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
)

// rowsOf computes the tasks 0 to k of a plan on a log.
func rowsOf(t *testing.T, path string, p compare.Plan, k int) (rows []compare.Row) {
	t.Helper()
	require.NoError(t, p.Normalise())
	l, err := (&cli.Call{}).Load(path, &p.Workload)
	require.NoError(t, err)
	r, err := compare.NewRunner(l.Trace, p)
	require.NoError(t, err)
	for k := range k + 1 {
		row, err := r.Task(k, nil)
		require.NoError(t, err)
		rows = append(rows, row)
	}
	return rows
}

// requireReplay holds replay to a figure of a comparison.
func requireReplay(t *testing.T, path, name string, procs int64, want metric.Run) {
	t.Helper()
	var got replayed
	require.NoError(t, json.Unmarshal([]byte(must(t, "replay", "--json", "--threshold", "40h", "--order", name, path)), &got))
	require.Equal(t, want.Jobs, got.Jobs, name)
	require.Equal(t, want.SumWait, got.SumWait, name)
	require.Equal(t, want.MaxWait, got.MaxWait, name)
	require.Equal(t, want.AvgBsld(), float64(got.AvgBsld), name)
	require.Equal(t, want.Utilization(procs), float64(got.Utilization), name)
}

// Orders that look at the submit time count it from the same instant in both:
// the begin of the resample, not its first job.
func TestAWrittenResampleReplaysAsInTheComparisonUnderEveryOrder(t *testing.T) {
	fixture.Long(t)
	path, dir := weeksFile(), t.TempDir()
	p := compare.Default()
	p.Orders = append(order.Names(order.Every()), "expr:r/(p+1)", "mix:F1+0.5*F4")
	p.Weeks, p.Seed = 2, 9
	for _, x := range []struct {
		flags []string
		set   func(p *compare.Plan)
	}{
		{nil, func(*compare.Plan) {}},
		{[]string{"--load", "1.3"}, func(p *compare.Plan) { p.Load = 1.3 }},
		{[]string{"--variant", "shuffle"}, func(p *compare.Plan) { p.Variant = resample.Shuffle }},
	} {
		p := p
		x.set(&p)
		moved := 0
		for k, row := range rowsOf(t, path, p, 2) {
			made := filepath.Join(dir, "made.swf")
			must(t, append([]string{"resample", "--weeks", "2", "--seed", "9", "--k", strconv.Itoa(k), "-o", made, path}, x.flags...)...)
			l, err := (&cli.Call{}).Load(made, &p.Workload)
			require.NoError(t, err)
			require.Zero(t, l.Trace.Start)
			if l.Trace.Submit[0] > 0 {
				moved++
			}
			for i, name := range p.Orders {
				requireReplay(t, made, name, l.Trace.Procs, row.Runs[i])
			}
		}
		require.Positive(t, moved, "a first job that does not begin the week")
	}
}

// So a written resample is predicted as the one it was made of.
func TestAWrittenTraceKeepsItsApplicationsAndGroups(t *testing.T) {
	log := "; MaxProcs: 4\n"
	for i := range 40 {
		n := strconv.Itoa
		log += n(i+1) + " " + n(60*i) + " -1 50 1 -1 -1 1 60 -1 1 " + n(i*7%5) + " " + n(i%3) + " " + n(i*i%11) + " " +
			n(i%2) + " 1 -1 -1\n"
	}
	w := study.DefaultWorkload()
	l, err := (&cli.Call{}).Load(writeLog(t, log), &w)
	require.NoError(t, err)
	require.Greater(t, int(l.Trace.Apps), len(l.Trace.Users))
	again, _ := w.Prepare(toLog(l.Trace, nil, header(l.Trace)))
	require.Equal(t, l.Trace.App, again.App)
	require.Equal(t, l.Trace.Apps, again.Apps)
	require.Equal(t, l.Trace.Groups, again.Groups)
}

// What replay writes as a log keeps the origin of what it read.
func TestAScheduleWrittenAsALogKeepsItsOrigin(t *testing.T) {
	log := "; MaxProcs: 4\n; Origin: 100\n1 160 -1 50 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1\n"
	first := func(text string) string {
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "; Origin") {
				return line
			}
		}
		return ""
	}
	require.Equal(t, "; Origin: 100\n", first(must(t, "replay", "--swf", "-", writeLog(t, log))))
	require.Empty(t, first(must(t, "replay", "--swf", "-", writeLog(t, strings.ReplaceAll(log, "; Origin: 100\n", "")))),
		"a log begins with its first job")
}
