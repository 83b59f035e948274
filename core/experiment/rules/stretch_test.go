package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/stats"
	"shadowtime/core/job"
	"shadowtime/core/job/resample"
	"shadowtime/core/report"
	"shadowtime/core/sim"
	"shadowtime/core/sim/held"
	"shadowtime/core/sim/metric"
	"shadowtime/core/sim/order"
)

// weekSums are what speaks for and against a machine as supposed, by week of submission.
type weekSums struct {
	trace     *job.Trace
	starts    []int64      // of a replay
	jobs      [][2]int     // of each week, from one to before another
	waited    []held.Parts // recorded
	contested []int
	broke     []int
	logged    []int64 // waits in seconds, of jobs whose wait is told
	replayed  []int64
}

// starter counts contested starts.
type starter struct{ contested []bool }

func (s *starter) Interval(_, _ int64, _ *[held.Causes]int64) {}
func (s *starter) Start(_ int64, j int32, contested bool)     { s.contested[j] = contested }
func (s *starter) End(int32)                                  {}

// weeksUnder goes through a record and replays it, as supposed.
func weeksUnder(t testing.TB, trace *job.Trace, f *Found) *weekSums {
	record, ok := held.RecordOf(trace)
	require.True(t, ok)
	rules := bound(trace, f.Rules())
	n := trace.Len()
	pass, count := held.NewPass(record), &starter{make([]bool, n)}
	pass.Detail()
	pass.Against, pass.Watch = make([]uint8, n), count
	_, err := pass.Run(&held.Machine{Order: f.Order, Plain: f.Plain, Rules: rules})
	require.NoError(t, err)
	x := *trace
	resample.Bind(&x, f.Rules(), 1, resample.Arrivals)
	o, err := order.Parse(f.Order.String())
	require.NoError(t, err)
	c := sim.Config{Primary: o, Backfill: o, Threshold: sim.None}
	if f.Plain {
		c.Backfilling = sim.NoBackfilling
	}
	e := sim.New()
	e.Load(&x)
	require.NoError(t, e.Run(&c))
	w := &weekSums{trace: trace, starts: slices.Clone(e.Starts())}
	for j := range n {
		k := int((trace.Submit[j] - trace.Submit[0]) / job.Week)
		for len(w.jobs) <= k {
			w.jobs, w.waited = append(w.jobs, [2]int{j, j}), append(w.waited, held.Parts{})
			w.contested, w.broke = append(w.contested, 0), append(w.broke, 0)
			w.logged, w.replayed = append(w.logged, 0), append(w.replayed, 0)
		}
		w.jobs[k][1] = j + 1
		for c, s := range pass.Each[j] {
			w.waited[k][c] += s
		}
		if count.contested[j] {
			w.contested[k]++
		}
		if pass.Against[j] != 0 {
			w.broke[k]++
		}
		if trace.Wait[j] >= 0 {
			w.logged[k], w.replayed[k] = w.logged[k]+trace.Wait[j], w.replayed[k]+w.starts[j]-trace.Submit[j]
		}
	}
	return w
}

// near is what the gate asks of weeks from one to before another; the rank is left out.
func (w *weekSums) near(from, to int) Near {
	var parts held.Parts
	contested, broke, logged, replayed := 0, 0, int64(0), int64(0)
	for k := from; k < to; k++ {
		for c, s := range w.waited[k] {
			parts[c] += s
		}
		contested, broke = contested+w.contested[k], broke+w.broke[k]
		logged, replayed = logged+w.logged[k], replayed+w.replayed[k]
	}
	return Near{Held: report.Fraction(parts[held.InVain], parts.Sum()), Broken: report.Fraction(int64(broke), int64(contested)),
		Ratio: report.Fraction(replayed, logged)}
}

// rank is the correlation of replayed and recorded waits of such weeks.
func (w *weekSums) rank(from, to int) report.Float {
	part := w.trace.Part(w.jobs[from][0], w.jobs[to-1][1])
	l := metric.Compare(&part, part.Wait, w.starts[w.jobs[from][0]:w.jobs[to-1][1]])
	return report.Float(l.Rank)
}

// longest is the longest stretch of weeks in which all lines of the gate hold that are asked; no weeks: none.
func (w *weekSums) longest(lines ...string) (from, to int) {
	for a := range w.jobs {
		for b := len(w.jobs); b-a > max(to-from, stats.LeastWeeks-1); b-- {
			x := w.near(a, b)
			x.Rank = LeastRank
			fails := func(x *Near) bool {
				return slices.ContainsFunc(gateOf(x).Why, func(why string) bool { return slices.Contains(lines, why) })
			}
			if fails(&x) {
				continue
			}
			if slices.Contains(lines, "rank") {
				if x.Rank = w.rank(a, b); fails(&x) {
					continue
				}
			}
			from, to = a, b
		}
	}
	return from, to
}

// gateLines are the lines of the gate.
var gateLines = []string{"held", "broken", "ratio", "rank"}

// stretchCells are the longest stretches behind the whole gate, and behind each line of it.
func (w *weekSums) stretchCells() []any {
	cells := []any{len(w.jobs)}
	from, to := w.longest(gateLines...)
	text := "none"
	if to > from {
		date := func(k int) string {
			at := w.trace.Calendar.Local(w.trace.Submit[0] + int64(k)*job.Week)
			return time.Unix(at, 0).UTC().Format(time.DateOnly)
		}
		text = fmt.Sprintf("%d: %s to %s", to-from, date(from), date(to))
	}
	cells = append(cells, text)
	for _, line := range gateLines {
		from, to := w.longest(line)
		cells = append(cells, to-from)
	}
	return cells
}

// absent are the columns that a file leaves out of all that could say what holds a job.
func absent(l *job.Log) string {
	var list []string
	for _, f := range []struct {
		field job.Field
		words string
	}{{job.ReqTime, "requested times"}, {job.User, "users"}, {job.Queue, "queues"}, {job.Partition, "partitions"},
		{job.ReqMemory, "requested memory"}} {
		known := false
		for i := range l.Len() {
			known = known || l.Col[f.field].At(i) > 0
		}
		if !known {
			list = append(list, f.words)
		}
	}
	return strings.Join(append(list, "nodes, and when they were down"), ", ")
}

// A stretch behind the gate is the longest in which all lines hold, and no week of one that fails is in it.
func TestAStretchBehindTheGateIsTheLongest(t *testing.T) {
	const weeks, jobs = 12, 20
	trace := &job.Trace{Procs: 8, Users: []int64{1}}
	w := &weekSums{trace: trace}
	for k := range weeks {
		logged, replayed, vain := int64(0), int64(0), int64(0)
		for i := range jobs {
			wait := int64(100 * (i + 1))
			trace.Submit, trace.Wait = append(trace.Submit, int64(k)*job.Week+int64(i)), append(trace.Wait, wait)
			trace.Run, trace.Request = append(trace.Run, 10), append(trace.Request, 10)
			trace.Size, trace.User = append(trace.Size, 1), append(trace.User, 0)
			then := wait
			if k == 3 { // in this week all are told otherwise
				then, vain = 10*int64(jobs-i), vain+wait
			}
			w.starts = append(w.starts, trace.Submit[len(trace.Submit)-1]+then)
			logged, replayed = logged+wait, replayed+then
		}
		w.jobs = append(w.jobs, [2]int{k * jobs, (k + 1) * jobs})
		var parts held.Parts
		parts[held.InVain], parts[held.Full] = vain, logged-vain
		w.waited, w.logged, w.replayed = append(w.waited, parts), append(w.logged, logged), append(w.replayed, replayed)
		w.contested, w.broke = append(w.contested, jobs), append(w.broke, 0)
	}
	from, to := w.longest(gateLines...)
	require.Equal(t, [2]int{4, 12}, [2]int{from, to})
	from, to = w.longest("broken")
	require.Equal(t, [2]int{0, 12}, [2]int{from, to})
	w.broke[8] = jobs
	from, to = w.longest(gateLines...)
	require.Equal(t, [2]int{4, 8}, [2]int{from, to})
	w.broke[6] = jobs
	from, to = w.longest(gateLines...)
	require.Equal(t, 0, to-from, "fewer weeks than a range needs are none")
}
