package main

import (
	"encoding/json"
	"html"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/cmd/tasks"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/report"
	"shadowtime/core/study"
)

const evidencePage = "../../../public/docs/evidence.html"

// evidenceLogs are the logs at hand, the quickest first.
var evidenceLogs = []struct{ name, file string }{
	{"KTH-SP2", "KTH-SP2-1996-2.1-cln.swf.gz"},
	{"SDSC-SP2", "SDSC-SP2-1998-4.2-cln.swf.gz"},
	{"SDSC-Par", "SDSC-Par-1996-3.1-cln.swf.gz"},
	{"UniLu-Gaia", "UniLu-Gaia-2014-1.swf.gz"},
	{"CEA-Curie", "CEA-Curie-2011-2.1-cln.swf.gz"},
}

// told is a comparison on a log with what stands behind it.
type told struct {
	log      *compare.Row // of the log itself
	rows     []compare.Row
	report   *compare.Report
	evidence *compare.Evidence
}

func tell(t *testing.T, file string, change func(p *compare.Plan)) told {
	t.Helper()
	l, err := tracefile.Open(fixture.Path(t, "traces", file), nil)
	require.NoError(t, err)
	p := compare.Default()
	p.Resamples = 20
	change(&p)
	require.NoError(t, p.Normalise())
	trace, _ := p.Prepare(l)
	var rows compare.Rows
	require.NoError(t, tasks.Compute(tasks.NewCall(cli.NewCall(&shadowtime, &cli.Verb{}, nil, nil, nil, io.Discard)), &rows,
		tasks.Batch[compare.Row]{UpTo: p.Resamples, Start: func() (study.Tasks[compare.Row],
			error) {
			return compare.NewRunner(trace, p)
		}}))
	known := rows.Known(p.Resamples)
	r := compare.Merge(p, trace.Digest, trace.Procs, known)
	return told{&known[0], known[1:], r, compare.Explain(r, trace.Users, known)}
}

// outside counts the orders whose change in the log itself lies outside that of
// every resample, and how far the resamples' change is from it on average.
func (x told) outside() (orders int, off float64) {
	n := len(x.report.Orders) - 1
	for i := 1; i <= n; i++ {
		low, high := math.Inf(1), math.Inf(-1)
		for k := range x.rows {
			c := float64(x.rows[k].Runs[i].SumWait)/float64(x.rows[k].Runs[0].SumWait) - 1
			low, high = min(low, c), max(high, c)
		}
		logged := float64(x.report.AsLogged.Changes[i])
		if logged < low || logged > high {
			orders++
		}
		off += math.Abs(float64(x.report.Orders[i].Change)-logged) / float64(n)
	}
	return orders, off
}

// cells are the cells of a row, the first one its heading.
func cells(head string, values ...string) string {
	s := `<tr><th scope="row">` + head + `</th>`
	for _, v := range values {
		s += `<td class="num">` + v + `</td>`
	}
	return s
}

func digits(x float64, n int) string { return numeral.Grouped(x, n) }

func bracketed(change, low, high report.Float) string {
	return numeral.Change(change) + ` <span class="ci">` + html.EscapeString(numeral.Interval(low, high)) + `</span>`
}

// What drawing the weeks of users apart does to a log, beside weeks taken whole.
func TestTheTablesOfWhatResamplingKeepsAreWhatTheCoreComputes(t *testing.T) {
	fixture.Long(t)
	if testing.Short() {
		t.Skip("seconds of computing are left out with -short")
	}
	logs := evidenceLogs
	if !fixture.Whole(t) {
		logs = logs[:1]
	}
	var like, kept strings.Builder
	for _, l := range logs {
		var ratio, out, off []string
		var of [2]told
		for i, variant := range []string{"draw", "block"} {
			of[i] = tell(t, l.file, func(p *compare.Plan) {
				require.NoError(t, p.Settings().Find("variant").Set(variant))
			})
			orders, error := of[i].outside()
			ratio = append(ratio, digits(float64(of[i].report.AsLogged.Likeness), 2))
			out, off = append(out, strconv.Itoa(orders)), append(off, digits(100*error, 1))
		}
		block := float64(of[1].report.AsLogged.Likeness)
		require.True(t, block > 0.75 && block < 1.35, "%s: under the defaults FCFS waits %v times as long in resamples as in the log",
			l.name, block)
		like.WriteString(cells(l.name, strconv.Itoa(of[1].report.AsLogged.Weeks), ratio[0], ratio[1], out[0], out[1], off[0],
			off[1]) + "</tr>\n")
		var values []string
		for i, k := range of[0].evidence.Kept {
			if i < 2 {
				continue // wait and load
			}
			values = append(values, digits(float64(k.Log), 2)+" → "+digits(float64(k.Mean), 2)+", "+
				digits(float64(of[1].evidence.Kept[i].Mean), 2))
		}
		kept.WriteString(cells(l.name, values...) + "</tr>\n")
	}
	fixture.Tables(t, evidencePage, map[string]string{"like": like.String(), "kept": kept.String()})
}

// Under the proposal jobs wait in resamples about as long as in the log itself.
func TestResamplesWaitAsTheLogDoes(t *testing.T) {
	fixture.Long(t)
	if testing.Short() {
		t.Skip("seconds of computing are left out with -short")
	}
	for _, l := range evidenceLogs {
		x := tell(t, l.file, func(p *compare.Plan) { p.Orders, p.Resamples = nil, 10 })
		like := float64(x.report.AsLogged.Likeness)
		t.Logf("%-10s FCFS waits %.2f times as long in resamples as in the log", l.name, like)
		require.True(t, like > 0.75 && like < 1.35, l.name)
	}
}

// How the length of blocks, warm-up and drain move the answer for SPF.
func TestTheTablesOfBlocksAndEndsAreWhatTheCoreComputes(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of computing are left out with -short")
	}
	logs, lengths := evidenceLogs[:2], []int{1, 2, 4, 8, 13}
	if !fixture.Whole(t) {
		logs, lengths = logs[:1], lengths[:1]
	}
	one := func(file string, change func(p *compare.Plan)) []string {
		x := tell(t, file, func(p *compare.Plan) { p.Orders = []string{"SPF"}; change(p) })
		o := x.report.Orders[1]
		return []string{digits(float64(x.report.AsLogged.Likeness), 2), numeral.Change(x.report.AsLogged.Changes[1]),
			bracketed(o.Change, o.SimLow, o.SimHigh)}
	}
	var blocks, ends strings.Builder
	for _, l := range logs {
		for _, n := range lengths {
			words := l.name + ", blocks of " + strconv.Itoa(n)
			if n == 1 {
				words = l.name + ", weeks apart"
			}
			blocks.WriteString(cells(words, one(l.file, func(p *compare.Plan) { p.Block = n })...) + "</tr>\n")
		}
		if len(lengths) == 1 {
			break
		}
		for _, x := range []struct {
			words         string
			weeks, at, to int
		}{{"52 weeks", 52, 0, 0}, {"52 weeks, first 7 days not counted", 52, 7, 0}, {"52 weeks, first 28 days not counted", 52, 28, 0},
			{"52 weeks, last 7 days not counted", 52, 0, 7},
			{"4 weeks", 4, 0, 0}, {"4 weeks, first 7 days not counted", 4, 7, 0}} {
			ends.WriteString(cells(l.name+", "+x.words, one(l.file, func(p *compare.Plan) {
				p.Weeks, p.Warmup, p.Drain = x.weeks, x.at, x.to
				p.Resamples = 20 * 52 / x.weeks
			})...) + "</tr>\n")
		}
	}
	tables := map[string]string{"blocks": blocks.String()}
	if ends.Len() > 0 {
		tables["ends"] = ends.String()
	}
	fixture.Tables(t, evidencePage, tables)
}

// What decides the sign of SPF.
func TestTheTablesOfWhatDecidesTheSignAreWhatTheCommandComputes(t *testing.T) {
	if !fixture.Whole(t) {
		t.Skip("a minute of computing")
	}
	var b strings.Builder
	for _, l := range evidenceLogs[:2] {
		var r compare.Report
		require.NoError(t, json.Unmarshal([]byte(must(t, "compare", "--json", "--sensitivity", "--orders", "SPF",
			fixture.Path(t, "traces", l.file))), &r))
		for _, v := range r.Sensitivity {
			base, o := v.Report.Orders[0], v.Report.Orders[1]
			late := ""
			if v.Report.Plan.Threshold >= 0 {
				late = numeral.Percent(base.Late, 1)
			}
			b.WriteString(cells(l.name+": "+v.Words, numeral.Duration(base.AvgWait), late, numeral.Change(v.Report.AsLogged.Changes[1]),
				bracketed(o.Change, o.SimLow, o.SimHigh)) + "</tr>\n")
		}
	}
	fixture.Tables(t, "../../../public/docs/evidence-rules.html", map[string]string{"sign": b.String()})
}

// How far the log's halves are from each other, beside its range.
func TestTheTablesOfHalvesAreWhatTheCoreComputes(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of computing are left out with -short")
	}
	logs := evidenceLogs
	if !fixture.Whole(t) {
		logs = logs[:1]
	}
	var b strings.Builder
	for _, l := range logs {
		x := tell(t, l.file, func(p *compare.Plan) { p.Orders = []string{"SPF", "SAF"}; p.Resamples = 1 })
		a := x.report.AsLogged
		for i, o := range x.report.Orders[1:] {
			weeks := a.Weeks // the last sum is of what is submitted after them
			r := stats.RangeOf(x.log.Breakdowns[i+1].Week[:weeks], x.log.Breakdowns[0].Week[:weeks])
			c := r.Change(report.Level)
			require.InDelta(t, float64(a.Changes[i+1]), c.Mid, 1e-12)
			b.WriteString(cells(l.name+", "+o.Order, bracketed(report.Float(c.Mid), report.Float(c.Low), report.Float(c.High)),
				numeral.Change(a.FirstHalf[i+1]), numeral.Change(a.SecondHalf[i+1])) + "</tr>\n")
		}
	}
	fixture.Tables(t, evidencePage, map[string]string{"halves": b.String()})
}
