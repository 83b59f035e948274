package problem_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/job/problem"
	"shadowtime/core/job/swf"
	"shadowtime/core/sim"
	"shadowtime/core/sim/order"
)

func made(t *testing.T, name string) (*job.Log, *job.Trace) {
	t.Helper()
	p, err := problem.Find(name)
	require.NoError(t, err)
	l, err := p.Make()
	require.NoError(t, err)
	tr, c := job.Clean(l, job.Presets()[0].Rules, job.MachineOf(l, 0))
	require.Equal(t, l.Len(), c.Kept, "no job is left out")
	return l, tr
}

// waits are those of all jobs under an order, in hours.
func waits(t *testing.T, tr *job.Trace, name string, threshold int64) []float64 {
	t.Helper()
	o, err := order.Parse(name)
	require.NoError(t, err)
	e := sim.New()
	e.Load(tr)
	require.NoError(t, e.Run(&sim.Config{Primary: o, Backfill: o, Threshold: threshold}))
	list := make([]float64, tr.Len())
	for j, start := range e.Starts() {
		list[j] = float64(start-tr.Submit[j]) / 3600
	}
	return list
}

// mean is that of the waits of some jobs.
func mean(waits []float64, of func(j int) bool) float64 {
	sum, n := 0.0, 0.0
	for j, w := range waits {
		if of(j) {
			sum, n = sum+w, n+1
		}
	}
	return sum / n
}

func all(int) bool { return true }

// A log that is made twice is the same, is read as it was written, has whole weeks,
// users and requested times, and says that it is made up.
func TestAProblemIsAWholeLogAndAlwaysTheSame(t *testing.T) {
	fixture.Long(t)
	for _, p := range problem.All() {
		l, tr := made(t, p.Name)
		again, _ := made(t, p.Name)
		require.Equal(t, job.DigestOf(l), job.DigestOf(again))
		require.Equal(t, problem.Prefix+p.Name, l.Name)
		note, ok := l.Header.Get("Note")
		require.True(t, ok)
		require.Contains(t, note, "made up")
		var b bytes.Buffer
		require.NoError(t, swf.Write(&b, l))
		read, err := swf.Read(&b, l.Name)
		require.NoError(t, err)
		require.Zero(t, read.Bad)
		require.Equal(t, job.DigestOf(l), job.DigestOf(read))
		weeks := float64(tr.Submit[tr.Len()-1]+1) / job.Week
		require.True(t, weeks >= 8 && weeks <= 30, "%s: %g weeks", p.Name, weeks)
		require.Greater(t, len(tr.Users), 40)
		for j := range tr.Len() {
			require.GreaterOrEqual(t, tr.Request[j], tr.Run[j])
		}
		require.Regexp(t, `\?$`, p.Question)
		require.Less(t, len(p.Question), 110, "a line of it")
	}
	_, err := problem.Find("narrow")
	require.ErrorContains(t, err, `"narrow": use wide, flood, requests, full`)
}

// Under smallest area first the others wait less than before, and the job of the whole
// machine for days; a threshold ends that.
func TestTheWideJobStarvesUntilAThresholdEndsIt(t *testing.T) {
	_, tr := made(t, "wide")
	widest := func(j int) bool { return int64(tr.Size[j]) == tr.Procs }
	others := func(j int) bool { return !widest(j) }
	n := 0
	for j := range tr.Len() {
		if widest(j) {
			n++
			require.EqualValues(t, 3*3600, tr.Run[j])
		}
	}
	require.Equal(t, 10, n, "one a week")
	for _, name := range []string{"SAF", "SQF"} {
		fcfs, starved, bounded := waits(t, tr, "FCFS", sim.None), waits(t, tr, name, sim.None), waits(t, tr, name, 10*3600)
		require.Greater(t, mean(fcfs, others), mean(starved, others), "on average nobody sees it")
		require.Greater(t, mean(starved, widest), 40*mean(starved, others))
		require.Greater(t, mean(starved, widest), 5*mean(fcfs, widest))
		require.Less(t, mean(bounded, widest), mean(starved, widest)/4)
		t.Logf("%s: wide %.1f h, others %.1f h; FCFS %.1f and %.1f; threshold 10 h %.1f and %.1f", name, mean(starved, widest),
			mean(starved, others), mean(fcfs, widest), mean(fcfs, others), mean(bounded, widest), mean(bounded, others))
	}
}

// Hundreds of one user's jobs stand before everybody's under FCFS; another order lets
// the others pass, and the flood waits longer for it.
func TestTheFloodIsTheQueueAndTheOthersWaitBehindIt(t *testing.T) {
	_, tr := made(t, "flood")
	flooding := func(j int) bool { return tr.Users[tr.User[j]] == 61 }
	others := func(j int) bool { return !flooding(j) }
	fcfs, spf := waits(t, tr, "FCFS", sim.None), waits(t, tr, "SPF", sim.None)
	most, floods, until := 0, 0, int64(0)
	for j := range tr.Len() {
		if !flooding(j) || tr.Submit[j] < until {
			continue
		}
		floods++
		until = tr.Submit[j] + job.Week
		at, his, queued := tr.Submit[j]+12*3600, 0, 0
		for k := range tr.Len() {
			if tr.Submit[k] <= at && tr.Submit[k]+int64(fcfs[k]*3600) > at {
				if queued++; flooding(k) {
					his++
				}
			}
		}
		require.Greater(t, his, 200, "half a day later")
		require.Greater(t, float64(his)/float64(queued), 0.6)
		most = max(most, his)
	}
	require.Equal(t, 8, floods)
	keep := job.Trace{Procs: tr.Procs, Users: tr.Users}
	for j := range tr.Len() {
		if others(j) {
			keep.Submit, keep.Run, keep.Request = append(keep.Submit, tr.Submit[j]), append(keep.Run, tr.Run[j]),
				append(keep.Request, tr.Request[j])
			keep.Size, keep.User = append(keep.Size, tr.Size[j]), append(keep.User, tr.User[j])
		}
	}
	alone := mean(waits(t, &keep, "FCFS", sim.None), all)
	require.Greater(t, mean(fcfs, others), 10*alone, "it is the flood's doing")
	require.Less(t, mean(spf, others), mean(fcfs, others)/2)
	require.Greater(t, mean(spf, flooding), mean(fcfs, flooding))
	t.Logf("others %.1f h under FCFS, %.1f under SPF, %.1f without the flood; it %.1f and %.1f; %d of its jobs wait", mean(fcfs, others),
		mean(spf, others), alone, mean(fcfs, flooding), mean(spf, flooding), most)
}

// All request the same, some ten times what they need: shortest first can't tell them
// apart, and nobody slips in. With requests as long as the run both work.
func TestRequestsTenTimesTooLongBlindTheScheduler(t *testing.T) {
	_, tr := made(t, "requests")
	asked, ran := 0.0, 0.0
	for j := range tr.Len() {
		asked, ran = asked+float64(tr.Request[j]), ran+float64(tr.Run[j])
	}
	require.InDelta(t, 10, asked/ran, 1)
	fcfs, spf := waits(t, tr, "FCFS", sim.None), waits(t, tr, "SPF", sim.None)
	require.Equal(t, fcfs, spf)
	exact := *tr
	exact.Request = slices.Clone(tr.Run)
	fcfsExact, spfExact := waits(t, &exact, "FCFS", sim.None), waits(t, &exact, "SPF", sim.None)
	require.Less(t, mean(fcfsExact, all), mean(fcfs, all)/2)
	require.Less(t, mean(spfExact, all), mean(fcfsExact, all)/2)
	t.Logf("ratio %.2f; FCFS %.1f h, exact %.1f; SPF %.1f, exact %.1f", asked/ran, mean(fcfs, all), mean(fcfsExact, all), mean(spf, all),
		mean(spfExact, all))
}

// The work that waits grows from week to week under any order, and none gets more out
// of the machine than another.
func TestAFullMachinesQueueGrowsUnderEveryOrder(t *testing.T) {
	fixture.Long(t)
	l, tr := made(t, "full")
	require.InDelta(t, 1.12, lublin.Offered(l, int(tr.Procs)), 0.01)
	last := tr.Submit[tr.Len()-1]
	low, high := 1.0, 0.0
	for _, o := range order.Twelve() {
		list := waits(t, tr, o.Name(), sim.None)
		queued, busy := make([]float64, (last+1)/job.Week), 0.0
		for j, w := range list {
			start := tr.Submit[j] + int64(w*3600+0.5)
			area := float64(tr.Run[j]) * float64(tr.Size[j])
			for k := range queued {
				if end := int64(k+1) * job.Week; tr.Submit[j] < end && start >= end {
					queued[k] += area / 3600 / float64(tr.Procs)
				}
			}
			busy += float64(max(0, min(last, start+tr.Run[j])-max(start, job.Week))) * float64(tr.Size[j])
		}
		for k := 1; k < len(queued); k++ {
			require.Greater(t, queued[k], queued[k-1], "%s, week %d", o.Name(), k+1)
		}
		require.Greater(t, queued[len(queued)-1], 7*24.0, "at the end the machine is a week behind")
		use := busy / float64(last-job.Week) / float64(tr.Procs)
		low, high = min(low, use), max(high, use)
		t.Logf("%s: utilization %.3f; hours of the machine that wait at the weeks' ends: %.0f", o.Name(), use, queued)
	}
	require.Greater(t, low, 0.98)
	require.Less(t, high-low, 0.02)
}
