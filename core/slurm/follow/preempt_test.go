package follow

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/slurm/model"
)

// brought is a job of a minimal case as it was submitted to a real Slurm 22.05.8 on nodes of four CPUs: low, high, how long it runs.
type brought struct {
	at   int64 // s
	high bool
	asks string
	cpus int
	runs int64 // s
}

// stopping is the site of a minimal case. Its log has each job as if it had run at once; nobody asks it for more than what came.
func stopping(t *testing.T, nodes int, conf string, jobs []brought) *Site {
	t.Helper()
	var b strings.Builder
	b.WriteString("JobIDRaw|User|Account|QOS|Partition|Submit|Eligible|Start|End|ElapsedRaw|TimelimitRaw|AllocCPUS|ReqCPUS|State|NodeList|" +
		"SubmitLine\n")
	stamp := func(s int64) string { return fmt.Sprintf("2026-01-01T%02d:%02d:%02d", 1+s/3600, s/60%60, s%60) }
	b.WriteString("99|u|a|low|low|2026-01-01T00:58:00|2026-01-01T00:58:00|2026-01-01T00:58:01|2026-01-01T00:58:02|1|5|1|1|COMPLETED|n1|\n")
	for i, j := range jobs {
		name := "low"
		if j.high {
			name = "high"
		}
		fmt.Fprintf(&b, "%d|u|a|%s|%s|%s|%s|%s|%s|%d|5|%d|%d|COMPLETED|n1|sbatch %s\n", i+1, name, name, stamp(j.at), stamp(j.at),
			stamp(j.at+1000), stamp(j.at+1000+j.runs), j.runs, j.cpus, j.cpus, j.asks)
	}
	conf = fmt.Sprintf("SLURM_VERSION=22.05.8\nAuthInfo=cred_expire=10\nSchedulerParameters=bf_interval=5,bf_resolution=1,sched_interval=20\n"+
		"PriorityType=priority/basic\nSelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\nNodeName=n[1-%d] CPUs=4\n"+
		"PartitionName=low Nodes=ALL PriorityTier=1 MaxTime=60 Default=YES LOW\nPartitionName=high Nodes=ALL PriorityTier=10 MaxTime=60\n",
		nodes) + conf
	low := ""
	if _, after, ok := strings.Cut(conf, "LOW: "); ok {
		low = after
		conf = strings.Replace(conf, "LOW: "+after, "", 1)
	}
	x, err := siteOf(t, strings.Replace(conf, " LOW\n", " "+low+"\n", 1), b.String(),
		"Name|Priority|GraceTime|Preempt|PreemptExemptTime|PreemptMode|Flags\nhigh|100|00:00:00|low||cluster|\nlow|0|00:00:00|||cluster|\n")
	require.NoError(t, err)
	x.Believe()
	return x
}

// when says when a job started and ended, s from the first submission.
func when(x *Site, job int) (start, end float64) {
	d := &x.Daemon
	zero := x.Submits[1] // behind one that ended before, so that the log begins sooner
	return float64(d.Starts[job]-zero) / milliSecond, float64(d.Ends[job]-zero) / milliSecond
}

// Which jobs are stopped, and in what order: as a real daemon did, by partition and by QOS alike. Six of four CPUs, three of them
// sooner, give way as they came; and of smaller ones as many as it takes, those of the chosen nodes alone.
func TestJobsGiveWayInTheOrderOfTheRealDaemon(t *testing.T) {
	var jobs []brought
	for i := range int64(6) {
		jobs = append(jobs, brought{i / 3 * 6, false, "-n 4", 4, 200})
	}
	for i := range int64(6) {
		jobs = append(jobs, brought{13 + 5*i, true, "-n 4", 4, 100})
	}
	const tier = "PreemptType=preempt/partition_prio\nPreemptMode=CANCEL\n"
	x := stopping(t, 6, tier, jobs)
	require.Equal(t, 6, x.Daemon.Stops[model.Cancelled])
	for i, real := range []float64{13.2, 18.8, 25.5, 30.6, 35.6, 41.7} { // when the daemon killed each
		_, end := when(x, i+1)
		require.InDelta(t, real, end, 4, "%d", i)
		start, _ := when(x, i+7)
		require.InDelta(t, real+0.3, start, 4, "%d starts on its node", i)
	}

	small := []brought{{0, false, "-n 2", 2, 200}, {0, false, "-n 2", 2, 200}, {0, false, "-n 3", 3, 200}, {0, false, "-n 1", 1, 200},
		{5, false, "-n 4", 4, 200}, {5, false, "-n 1", 1, 200}, {5, false, "-n 1", 1, 200}, {5, false, "-n 2", 2, 200},
		{12, true, "-n 2", 2, 100}, {18, true, "-n 4", 4, 100}, {24, true, "-n 1", 1, 100}, {30, true, "-N 2 -n 4", 4, 100}}
	x = stopping(t, 4, tier, small)
	for i, real := range []float64{12.1, 18.4, 18.4, 30.6, 30.6} {
		_, end := when(x, i+1)
		require.InDelta(t, real, end, 4, "%d", i)
	}
	require.Equal(t, 5, x.Daemon.Stops[model.Cancelled], "the last three run to their end")
	require.InDelta(t, 24.6, first(when(x, 11)), 4, "the third finds a CPU free and stops nobody")
}

func first(a, _ float64) float64 { return a }

// What becomes of a job of a whole node that another is stopped for, by mode, as a real daemon had it: one that is requeued is eligible
// eleven seconds later and starts when the other ends; one that is suspended goes on at that moment; one with time of its own is left
// alone for it, or told to end.
func TestStoppedJobsFareByTheirMode(t *testing.T) {
	jobs := []brought{{0, false, "-N 1 -n 4", 4, 60}, {0, false, "-n 2", 2, 60}, {0, false, "-n 2", 2, 60}, {7, true, "-n 4", 4, 15}}
	const tier = "PreemptType=preempt/partition_prio\nPreemptMode="
	for _, c := range []struct {
		conf       string
		mode       model.Mode
		start, end float64 // of the one that others are stopped for, and of the one that is stopped
	}{
		{"REQUEUE\n", model.Requeued, 7.8, 82.9},
		{"CANCEL\n", model.Cancelled, 7.8, 7.6},
		{"SUSPEND,GANG\n", model.Suspended, 7.6, 77.6},
		{"CANCEL\nLOW: GraceTime=8", model.Cancelled, 18.9, 18.7},
	} {
		x := stopping(t, 2, tier+c.conf, jobs)
		start, _ := when(x, 4)
		_, end := when(x, 1)
		require.Equal(t, 1, x.Daemon.Stops[c.mode], c.conf)
		require.InDelta(t, c.start, start, 8, c.conf)
		require.InDelta(t, c.end, end, 9, c.conf)
		require.Contains(t, strings.Join(x.Believe().Notes, "\n"), "for others 1 time")
	}
}

// A job that may not be stopped for its first twenty seconds is stopped in a pass that follows. (The real daemon's came 37 s after its
// start; its backfill passes rested meanwhile.)
func TestNoJobIsStoppedInItsExemptTime(t *testing.T) {
	jobs := []brought{{0, false, "-n 4", 4, 60}, {0, false, "-n 4", 4, 60}, {7, true, "-n 4", 4, 15}}
	x := stopping(t, 2, "PreemptType=preempt/partition_prio\nPreemptMode=REQUEUE\nPreemptExemptTime=00:00:20\n", jobs)
	begun, _ := when(x, 1)
	start, _ := when(x, 3)
	require.GreaterOrEqual(t, start, begun+20)
	require.Less(t, start, begun+38)
}

// A suspended job's CPUs are nobody’s but theirs who may suspend it: a low job waits for another node, a second high one takes what the
// first left, and the suspended one goes on when both are gone.
func TestASuspendedJobKeepsItsNode(t *testing.T) {
	jobs := []brought{{0, false, "-n 4", 4, 60}, {0, false, "-n 3", 3, 60}, {6, true, "-n 3", 3, 20}, {11, false, "-n 1", 1, 10},
		{11, false, "-n 1", 1, 10}, {11, false, "-n 1", 1, 10}, {17, true, "-n 1", 1, 12}}
	x := stopping(t, 2, "PreemptType=preempt/partition_prio\nPreemptMode=SUSPEND,GANG\n", jobs)
	require.Equal(t, 1, x.Daemon.Stops[model.Suspended])
	for i, real := range []float64{1.1, 1.1, 7.2, 11.3, 22.6, 33.8, 17.4} {
		start, _ := when(x, i+1)
		require.InDelta(t, real, start, 4, "%d", i+1)
	}
	_, end := when(x, 1)
	require.InDelta(t, 60+22.4+1.1, end, 4, "it ran 60 s, and stood for as long as the others ran")
}

// What the real daemon does between QOS that suspend, with jobs that take turns, and with time of their own in which nothing else
// happens is not done here, and the answer says of how many jobs. In one partition a QOS that may suspend waits there too: until
// the first job ended.
func TestStopsThatAreNotModelledAreSaid(t *testing.T) {
	jobs := []brought{{0, false, "-n 4", 4, 60}, {0, false, "-n 4", 4, 60}, {7, true, "-n 4", 4, 15}}
	const tier = "PreemptType=preempt/partition_prio\nPreemptMode="
	for conf, says := range map[string]string{
		tier + "SUSPEND,GANG\nLOW: OverSubscribe=FORCE:2":     "3 jobs in partitions with OverSubscribe=YES or FORCE, which take turns",
		"PreemptMode=GANG\nLOW: OverSubscribe=FORCE:2":        "3 jobs in partitions with OverSubscribe=YES or FORCE, which take turns",
		tier + "REQUEUE\nPreemptExemptTime=00:00:20\n":        "1 job that may stop others after a PreemptExemptTime",
		"PreemptType=preempt/qos\nPreemptMode=SUSPEND,GANG\n": "1 job of a QOS that may suspend others",
	} {
		x := stopping(t, 2, conf, jobs)
		require.Contains(t, strings.Join(x.Believe().Notes, "\n"), "left out: "+says, conf)
	}
	x := stopping(t, 2, "PreemptType=preempt/qos\nPreemptMode=SUSPEND,GANG\n", jobs)
	require.Zero(t, x.Daemon.Stops[model.Suspended])
	start, _ := when(x, 3)
	require.InDelta(t, 61, start, 8)
	x = stopping(t, 2, tier+"REQUEUE\n", jobs)
	require.NotContains(t, strings.Join(x.Believe().Notes, "\n"), "left out")
}
