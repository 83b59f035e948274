package compare

import (
	"flag"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/base/stats"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/resample"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/report"
)

// go test -run Covers -v -timeout 0 ./core/experiment/compare -pseudologs 100 -logs KTH-SP2-1996-2.1-cln,SDSC-SP2-1998-4.2-cln
var (
	pseudologs = flag.Int("pseudologs", 0, "logs drawn from each super-population behind the logged coverages; 0: as many as a quick "+
		"test has")
	realLogs = flag.String("logs", "", "real logs, by the names of their files, to make super-populations of; with -pseudologs")
)

// world is a super-population: a log is taken for the machine itself, whose
// weeks come in blocks, and logs of the same length are drawn from it. What many
// resamples of the machine show is the truth that each of them is asked for.
type world struct {
	name  string
	trace *job.Trace
	plan  Plan
	truth []float64   // change of each order
	logs  [][][]int64 // total waits: by drawn log, order and resample
	weeks float64     // of a log
}

func newWorld(t *testing.T, name string, l *job.Log, p Plan, logs, population int) *world {
	t.Helper()
	require.NoError(t, p.Normalise())
	trace, _ := p.Prepare(l)
	_, weeks := trace.WholeWeeks()
	x := &world{name: name, trace: trace, plan: p, weeks: float64(weeks), logs: make([][][]int64, logs)}
	whole := x.run(t, trace, population)
	for i := range whole {
		x.truth = append(x.truth, float64(total(whole[i]))/float64(total(whole[0]))-1)
	}
	var wg sync.WaitGroup
	next := make(chan int)
	for range 2 {
		wg.Go(func() {
			source, err := resample.New(trace, resample.Block, false)
			if err != nil {
				t.Error(err)
				return
			}
			var log job.Trace
			for i := range next {
				// two weeks more: the first and the last job need not be at the ends
				source.Make(&log, weeks+2, 777, uint64(i+1))
				x.logs[i] = x.run(t, &log, p.Resamples)
			}
		})
	}
	for i := range logs {
		next <- i
	}
	close(next)
	wg.Wait()
	return x
}

// run computes total waits by order and resample.
func (x *world) run(t *testing.T, trace *job.Trace, resamples int) [][]int64 {
	wait := make([][]int64, len(x.plan.Orders))
	r, err := NewRunner(trace, x.plan)
	if err != nil {
		t.Error(err)
		return wait
	}
	for k := range resamples {
		row, err := r.Task(k+1, nil)
		if err != nil {
			t.Error(err)
			return wait
		}
		for i := range wait {
			wait[i] = append(wait[i], row.Runs[i].SumWait)
		}
	}
	return wait
}

func total(v []int64) (s int64) {
	for _, x := range v {
		s += x
	}
	return s
}

// told is what a share of the drawn logs says about the machine.
type told struct {
	weeks, sim []float64 // share of logs, by order, whose interval holds the truth
	named      float64   // whose named order's interval holds its truth
	false      float64   // that claim something where no order differs from the baseline
	falseSim   float64   // likewise, by the simulation error alone
	mean       float64   // of weeks
}

// tell judges every log by its first n resamples.
func (x *world) tell(t *testing.T, n int) told {
	orders := len(x.truth)
	r := told{weeks: make([]float64, orders), sim: make([]float64, orders)}
	share := 1 / float64(len(x.logs))
	of := report.WeeksOf(&x.plan.Workload, int(x.weeks), x.plan.Weeks)
	holds := func(low, high report.Float, truth float64) float64 {
		require.True(t, low.Known() && high.Known(), "what says nothing covers nothing")
		if float64(low) > truth || float64(high) < truth {
			return 0
		}
		return share
	}
	for _, log := range x.logs {
		wait, null := make([][]int64, orders), make([][]int64, orders)
		for i := range wait {
			wait[i] = log[i][:n]
			for _, w := range wait[i] { // every order as the baseline in truth
				null[i] = append(null[i], int64(float64(w)/(1+x.truth[i])))
			}
		}
		judged, named := report.Judge(wait, of, nil)
		for i := 1; i < orders; i++ {
			r.weeks[i] += holds(judged[i].Low, judged[i].High, x.truth[i])
			r.sim[i] += holds(judged[i].SimLow, judged[i].SimHigh, x.truth[i])
		}
		r.named += holds(named.Low, named.High, x.truth[named.At])
		if _, named := report.Judge(null, of, nil); named.Change < 0 {
			if named.High < 0 {
				r.false += share
			}
			if stats.Fieller(null[named.At], null[0], report.Level).High < 0 {
				r.falseSim += share
			}
		}
	}
	for i := 1; i < orders; i++ {
		r.mean += r.weeks[i] / float64(orders-1)
	}
	return r
}

func percents(v []float64) string {
	var s []string
	for _, x := range v {
		s = append(s, strconv.FormatFloat(100*x, 'f', 0, 64))
	}
	return strings.Join(s, " ")
}

// The interval of the log's weeks covers what it says it covers: the truth of
// the machine that the log was drawn from. So does that of the order that is
// named, and where no order differs from the baseline hardly any log claims it.
func TestTheIntervalOfTheLogsWeeksCoversTheMachine(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("a simulation of some seconds: run it natively")
	}
	p := Default()
	p.Orders = strings.Split("SPF,SQF,LQF", ",")
	logs, population, jobs, procs := 16, 30, 6000, 8
	p.Resamples, p.Weeks, p.Block = 20, 6, 2
	if *fixture.Publish && *pseudologs == 0 {
		*pseudologs, *realLogs = 100, "KTH-SP2-1996-2.1-cln,SDSC-SP2-1998-4.2-cln"
	}
	if *pseudologs > 0 {
		p.Orders = strings.Split("SPF,SAF,SQF,LQF,SRF", ",")
		logs, population, jobs, procs = *pseudologs, 400, 20_000, 256
		p.Resamples, p.Weeks, p.Block = 60, 52, 4
	}
	sample, err := lublin.Sample(lublin.Config{Procs: procs, Jobs: jobs, Seed: 1})
	require.NoError(t, err)
	worlds := []*world{newWorld(t, "sample", sample, p, logs, population)}
	for _, name := range strings.FieldsFunc(*realLogs, func(r rune) bool { return r == ',' }) {
		l, err := tracefile.Open(fixture.Path(t, "traces", name+".swf.gz"), nil)
		require.NoError(t, err)
		worlds = append(worlds, newWorld(t, strings.Join(strings.Split(name, "-")[:2], "-"), l, p, logs, population))
	}
	var table strings.Builder
	for _, x := range worlds {
		for n := 20; n <= p.Resamples; n += 40 {
			r := x.tell(t, n)
			t.Logf("%s, %d logs of %.0f weeks, %d resamples of %d: this log's weeks cover %s (mean %.1f), simulation error %s %%; the "+
				"named order %.1f; false headlines %.1f, by the simulation error alone %.1f %%",
				x.name, len(x.logs), x.weeks, n, p.Weeks, percents(r.weeks[1:]), 100*r.mean, percents(r.sim[1:]), 100*r.named, 100*r.false,
				100*r.falseSim)
			share := func(x float64) string { return strconv.FormatFloat(100*x, 'f', 0, 64) }
			fmt.Fprintf(&table, "<tr><th scope=\"row\">%s, %d resamples</th><td class=\"num\">%d of %.0f weeks</td><td "+
				"class=\"num\">%s</td><td class=\"num\">%s</td><td class=\"num\">%s</td><td class=\"num\">%s</td><td "+
				"class=\"num\">%s</td></tr>\n",
				x.name, n, len(x.logs), x.weeks, percents(r.weeks[1:]), percents(r.sim[1:]), share(r.named), share(r.false),
				share(r.falseSim))
			if *pseudologs > 0 {
				require.GreaterOrEqual(t, r.mean, 0.88)
				require.GreaterOrEqual(t, r.named, 0.94)
				require.LessOrEqual(t, r.false, 0.05)
				continue
			}
			// sixteen logs: as few as chance leaves to a cover of 93 % at most
			// once in a thousand
			require.GreaterOrEqual(t, r.mean, 0.75)
			require.GreaterOrEqual(t, r.named, 0.7)
			require.LessOrEqual(t, r.false, 0.25)
			require.Less(t, r.sim[1], r.weeks[1], "the simulation error is about the resamples alone")
		}
	}
	if *pseudologs == 100 && len(worlds) == 3 { // as the documentation has it
		fixture.Tables(t, "../../../public/docs/evidence.html", map[string]string{"cover": table.String()})
	}
}
