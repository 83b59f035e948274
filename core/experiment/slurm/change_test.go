package slurm_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/slurm"
	"shadowtime/core/report"
	"shadowtime/core/slurm/site"
)

const conf = `ClusterName=c
SlurmctldHost=h
SelectType=select/linear
PriorityType=priority/multifactor
PriorityWeightAge=1000
NodeName=n[1-16] CPUs=1
PartitionName=batch Nodes=ALL Default=YES MaxTime=INFINITE
PartitionName=debug Nodes=n[15-16]
`

// weeks of jobs that wait, as sacct -P prints them.
func weeks(n int) string {
	r := rand.New(rand.NewPCG(7, 8))
	var b strings.Builder
	b.WriteString("JobIDRaw|User|Account|Partition|QOS|Submit|Eligible|Start|End|TimelimitRaw|ElapsedRaw|AllocCPUS|ReqCPUS|NNodes|State\n")
	at, id := int64(1_700_000_000), 0
	for end := at + int64(n)*7*86400 + 40_000; at < end; at += r.Int64N(3100) {
		id++
		size, runs, partition := 1+r.IntN(8), 600+r.Int64N(7200), "batch"
		if r.IntN(10) == 0 {
			size, partition = 1, "debug"
		}
		instant := func(s int64) string { return time.Unix(s, 0).UTC().Format("2006-01-02T15:04:05") }
		fmt.Fprintf(&b, "%d|u%d|a%d|%s|normal|%[5]s|%[5]s|%[6]s|%[7]s|%[8]d|%[9]d|%[10]d|%[10]d|%[10]d|COMPLETED\n", id, r.IntN(5),
			r.IntN(2), partition,
			instant(at), instant(at+900), instant(at+900+runs), runs/60+r.Int64N(200), runs, size)
	}
	return b.String()
}

func siteOf(t *testing.T, conf, log string) *site.Site {
	t.Helper()
	s, err := site.Read([]site.File{{Name: "slurm.conf", Text: conf}, {Name: "sacct.psv", Text: log}}, nil)
	require.NoError(t, err)
	return s
}

func changed(t *testing.T, s *site.Site, set string, resamples int) *slurm.Changed {
	t.Helper()
	a, err := slurm.Change(s, 0, &slurm.Question{Change: site.File{Name: "--set", Text: set}, Resamples: resamples, Seed: 1}, nil)
	require.NoError(t, err)
	return a
}

// What a change would do is what a site shows that is set so.
func TestAChangeDoesWhatAConfigurationSetSoDoes(t *testing.T) {
	fixture.Long(t)
	log := weeks(1)
	for _, x := range []struct{ set, conf string }{
		{"PriorityWeightJobSize=100000", conf + "PriorityWeightJobSize=100000\n"},
		{"bf_job_part_count_reserve=1; bf_max_job_test=5", conf + "SchedulerParameters=bf_job_part_count_reserve=1,bf_max_job_test=5\n"},
		{"SchedulerType=sched/builtin", conf + "SchedulerType=sched/builtin\n"},
		{"PartitionName=debug Nodes=ALL PriorityTier=9", strings.Replace(conf, "debug Nodes=n[15-16]",
			"debug Nodes=ALL PriorityTier=9", 1)},
		{"NodeName=n[17-18] CPUs=1", conf + "NodeName=n[17-18] CPUs=1\n"},
		{"PartitionName=debug State=DOWN", strings.Replace(conf, "PartitionName=debug Nodes=n[15-16]\n", "", 1)},
	} {
		text := log
		if strings.Contains(x.set, "DOWN") {
			text = strings.ReplaceAll(log, "|debug|", "|batch|")
		}
		mean := func(s *site.Site) float64 {
			ready, err := slurm.Prepare(s, 0)
			require.NoError(t, err)
			a, err := slurm.Replay(s, ready)
			require.NoError(t, err)
			return a.Recorded.Here
		}
		a := changed(t, siteOf(t, conf, log), strings.ReplaceAll(x.set, ";", "\n"), 0)
		require.InDelta(t, mean(siteOf(t, conf, log)), float64(a.AsSet.Mean), 1, x.set)
		require.InDelta(t, mean(siteOf(t, x.conf, text)), float64(a.Changed.Mean), 1, x.set)
		whole := changed(t, siteOf(t, conf, log), x.conf, 0)
		require.Equal(t, a.Changed, whole.Changed, "another slurm.conf is the same question: %s", x.set)
	}
}

func TestAChangeIsClaimedByTheLogsOwnWeeksAlone(t *testing.T) {
	fixture.Long(t)
	short := changed(t, siteOf(t, conf, weeks(1)), "SchedulerType=sched/builtin", 5)
	require.Zero(t, short.Resamples)
	require.Contains(t, short.Says[0], "too short to claim anything")
	require.Contains(t, short.Paste[0], "not shown to be better")

	s := siteOf(t, conf, weeks(9))
	a := changed(t, s, "SchedulerType=sched/builtin", 4)
	require.Equal(t, 9, a.Weeks)
	require.Equal(t, 4, a.Resamples)
	require.Equal(t, report.Shown, a.Verdict, "no backfilling costs much: %v", a.Claim)
	require.Positive(t, a.Claim.Change)
	require.InDelta(t, 1, float64(a.Like), 0.25)
	require.Contains(t, a.Paste[0], "not shown to be better")
	require.True(t, a.Restart)
	back := changed(t, siteOf(t, conf+"SchedulerType=sched/builtin\n", weeks(9)), "SchedulerType=sched/backfill", 0)
	require.Equal(t, report.Shown, back.Verdict)
	require.Equal(t, []string{"# in slurm.conf", "SchedulerType=sched/backfill", "# then: systemctl restart slurmctld", "# the way back",
		"# SchedulerType=sched/builtin"}, back.Paste)
	require.Equal(t, a.AsSet, back.Changed)
	sum := 0
	for _, g := range a.Sizes {
		sum += g.Jobs
	}
	require.Equal(t, a.Jobs, sum)

	same := changed(t, s, "bf_max_job_test=100000", 0)
	require.Nil(t, same.Claim)
	require.Contains(t, same.Says[0], "No job starts at another time")
	_, err := slurm.Change(s, 0, &slurm.Question{Change: site.File{Name: "--set", Text: "PriorityWeightAge=1000"}}, nil)
	require.ErrorContains(t, err, "nothing would change")
}

// A change that moves no start says what it never reached, of the replay's own figures; where nothing is known that is left open.
func TestAChangeWithoutEffectSaysWhy(t *testing.T) {
	s := siteOf(t, conf, weeks(2))
	for set, want := range map[string]string{
		"PriorityMaxAge=30-0":                 "d, the shorter PriorityMaxAge of both",
		"PriorityDecayHalfLife=1-0":           "PriorityWeightFairshare is 0, so usage counts for nothing.",
		"PriorityWeightQOS=500":               "All jobs have one QOS, so its priority tells none apart.",
		"bf_max_job_test=100000":              "which the lower bf_max_job_test of both allows.",
		"bf_window=4320":                      "which the shorter bf_window of both holds.",
		"PriorityWeightPartition=3":           "",
		"PriorityMaxAge=30-0\nbf_window=4320": "which the shorter bf_window of both holds. No job waits longer than 7",
	} {
		a := changed(t, s, set, 0)
		require.True(t, a.Same, set)
		why := strings.TrimPrefix(a.Says[0], "No job starts at another time with this change.")
		require.Contains(t, why, want, set)
		require.Equal(t, want == "", why == "", set)
	}
	idle := siteOf(t, strings.Replace(conf, "priority/multifactor", "priority/basic", 1), weeks(2))
	require.Contains(t, changed(t, idle, "PriorityMaxAge=30-0", 0).Says[0], "priority/multifactor alone")
	builtin := siteOf(t, conf+"SchedulerType=sched/builtin\n", weeks(2))
	require.Contains(t, changed(t, builtin, "bf_window=4320", 0).Says[0], "no backfilling without")
}
