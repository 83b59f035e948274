package site

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/format"
	"shadowtime/core/job/tracefile"
)

const qosHead = "Name|Priority|GraceTime|Flags|UsageFactor|GrpTRES|GrpTRESRunMins|GrpJobs|MaxTRES|MaxWall|MaxTRESPU|MaxJobsPU|MaxJobsPA\n"

// saidIn are the rules, and what is none with the reason, of files on a machine of 64 CPUs; names are numbered by what ends them.
func saidIn(t *testing.T, files ...string) (rules, left []string) {
	t.Helper()
	var list []File
	for i, text := range files {
		list = append(list, File{string(rune('a' + i)), text})
	}
	s, err := Read(list, nil)
	require.NoError(t, err)
	for _, x := range s.Rules(func(_ job.Field, name string) (int64, bool) {
		if name == "" {
			return 0, true
		}
		return int64(name[len(name)-1] - '0'), strings.Contains("0123456789", name[len(name)-1:])
	}, 64) {
		if x.Why != "" {
			left = append(left, x.At+": "+x.What+": "+x.Why)
			continue
		}
		require.NoError(t, x.Rule.Check())
		rules = append(rules, x.At+": "+x.What+": "+x.Rule.Text())
	}
	return rules, left
}

func TestLimitsOfQOSAreRulesOfTheirJobs(t *testing.T) {
	rules, left := saidIn(t, qosHead+
		"q1|0|||1|cpu=32,node=4|cpu=600|7|cpu=16|1-00:00:00|cpu=8|4|3\n"+
		"other|0|||1|||||||5|\n"+
		"free3|0|||1||||||||\n")
	require.Equal(t, []string{
		"a, line 2: QOS q1: MaxJobsPU=4: 4 jobs a user of queue 1",
		"a, line 2: QOS q1: GrpJobs=7: 7 jobs of queue 1",
		"a, line 2: QOS q1: MaxTRESPU=cpu=8: 8 processors a user of queue 1",
		"a, line 2: QOS q1: GrpTRES=cpu=32: 32 processors of queue 1",
		"a, line 2: QOS q1: GrpTRESRunMins=cpu=600: 10 processor-hours of queue 1",
		"a, line 2: QOS q1: MaxWall=1-00:00:00: nothing starts of queue 1 over 24h",
		"a, line 2: QOS q1: MaxTRES=cpu=16: nothing starts of queue 1 wider than 16",
	}, rules)
	require.Equal(t, []string{
		"a, line 2: QOS q1: GrpTRES=node=4: only CPUs are counted here",
		"a, line 2: QOS q1: MaxJobsPA=3: a limit of each account is no rule here",
		"a, line 3: QOS other: limits: no job of the log is of it",
	}, left)
}

func TestPartitionsAndReservationsAreRules(t *testing.T) {
	rules, left := saidIn(t, "ClusterName=c\nAccountingStorageEnforce=limits\nNodeName=n[1-8] CPUs=8\n"+
		"PartitionName=p1 Nodes=n[1-8] MaxTime=60 Default=YES PriorityTier=2\n"+
		"PartitionName=p2 Nodes=n[1-2] MaxNodes=1 AllowGroups=staff QOS=part\n"+
		"PartitionName=p3 Nodes=n3 State=DOWN PriorityTier=7\nPartitionName=unknown Nodes=n4 MaxTime=5\n",
		qosHead+"part|0|||1|cpu=12||||||2|\n",
		"ReservationName=r StartTime=2026-11-21T16:00:00 EndTime=2026-11-21T18:00:00 Nodes=n[1-8] TRES=cpu=64\n"+
			"ReservationName=s StartTime=2026-11-22T16:00:00 EndTime=2026-11-22T18:00:00 Nodes=n1 CoreCnt=8\n")
	require.Equal(t, []string{
		"a, line 4: partition p1: MaxTime=60: nothing starts of partition 1 over 1h",
		"a, line 5: partition p2: MaxNodes=1: nothing starts of partition 2 wider than 8",
		"a, line 5: partition p2: Nodes=n[1-2] with 16 CPUs: 16 processors of partition 2",
		"b, line 2: QOS part of partition p2: MaxJobsPU=2: 2 jobs a user of partition 2",
		"b, line 2: QOS part of partition p2: GrpTRES=cpu=12: 12 processors of partition 2",
		"a, line 6: partition p3: State=DOWN: nothing starts of partition 3",
		"a, line 6: partition p3: Nodes=n3 with 8 CPUs: 8 processors of partition 3",
		"a, line 6: partition p3: PriorityTier=7: first of partition 3",
		"a, line 4: partition p1: PriorityTier=2: first of partitions 1 3",
		"c, line 1: reservation r: 64 CPUs from 2026-11-21T16:00:00 to 2026-11-21T18:00:00: " +
			"nothing starts from 2026-11-21T16:00 until 2026-11-21T18:00",
		"c, line 2: reservation s: 8 CPUs from 2026-11-22T16:00:00 to 2026-11-22T18:00:00: " +
			"8 processors missing from 2026-11-22T16:00 until 2026-11-22T18:00",
	}, rules)
	require.Equal(t, []string{"a, line 5: partition p2: AllowGroups=staff: who may use it is asked when a job is submitted"}, left)
}

func TestAssociationsAreRulesOfUsersAndAccounts(t *testing.T) {
	const head = "Cluster|Account|User|Partition|Share|GrpJobs|GrpTRES|MaxJobs|ParentName\n"
	rules, left := saidIn(t, head+"c|root|||1|20|||\nc|a|||1|||3|root\nc|a|u1||1||cpu=8||\nc|a|u2||1|||2|\nc|b|||1||cpu=16||root\n"+
		"c|b|u3||1||||\nc|b|u4||1||||\nc|d|u4||1||||\nc|d|||1|5|||root\nc|e|||1||cpu=4||root\nc|e|u5||1||||\nc|e|gone||1|||1|\n")
	require.Equal(t, []string{
		"a, line 2: account root: GrpJobs=20: 20 jobs",
		"a, line 4: user u1: GrpTRES=cpu=8: 8 processors of user 1",
		"a, line 11: account e: GrpTRES=cpu=4: 4 processors of user 5",
		"a, line 5: 1 user of associations: MaxJobs=2: 2 jobs a user of user 2",
		"a, line 4: 1 user of associations: MaxJobs=3: 3 jobs a user of user 1",
	}, rules)
	require.Equal(t, []string{"a, line 6: account b: GrpTRES=cpu=16: " + partly, "a, line 10: account d: GrpJobs=5: " + partly}, left)
}

// A configuration that enforces no limits has none obeyed.
func TestLimitsThatAreNotEnforcedAreNoRules(t *testing.T) {
	rules, left := saidIn(t, "ClusterName=c\nAccountingStorageEnforce=associations\n", qosHead+"q1|0|||1|||||||4|\n")
	require.Empty(t, rules)
	require.Equal(t, []string{"a, line 2: AccountingStorageEnforce has no limits: " +
		"slurmctld does not obey what QOS and associations say"}, left)
}

// What a real daemon says of its machine, in the numbers of its own log.
func TestTheFilesOfARunningSlurmSayItsRules(t *testing.T) {
	path := func(name string) string { return fixture.Path(t, "inputs", name) }
	l, err := tracefile.Open(path("slurm-live-all.psv.gz"), nil)
	require.NoError(t, err)
	var files []File
	for _, name := range []string{"slurm-live-sacctmgr-qos.psv", "slurm-live-sacctmgr-assoc.psv", "slurm-live-scontrol-partition.txt",
		"slurm-live-scontrol-node.txt", "slurm-live-scontrol-reservation.txt"} {
		text, err := tracefile.Text(path(name), nil, 0)
		require.NoError(t, err)
		files = append(files, File{name, text})
	}
	s, err := Read(files, nil)
	require.NoError(t, err)
	var rules []string
	for _, x := range s.Rules(l.Number, 64) {
		require.Empty(t, x.Why)
		rules = append(rules, x.Rule.Text())
	}
	require.Equal(t, []string{"nothing starts of partition 1 over 24h", "32 processors of partition 2", "8 processors of user 4",
		"16 processors missing from 2026-11-21T16:19:17 until 2026-11-21T16:21:17"}, rules)
}

// What Slurm says of its configuration is named, with where to give it, and is taken there.
func TestWhatSlurmSaysOfItselfIsNamedWithWhereToGiveIt(t *testing.T) {
	for text, want := range map[string]string{
		"# made by hand\n\nClusterName=hydra\nSlurmctldHost=h\n":              "slurm.conf",
		"NodeName=n[1-4] CPUs=4\nPartitionName=p Nodes=ALL\nselecttype = x\n": "slurm.conf",
		"include nodes.conf\nSchedulerType=sched/backfill\n":                  "slurm.conf",
		"Configuration data as of 2026-11-27T20:24:10\nSelectType = x\n":      "what scontrol show config prints",
		"ReservationName=course StartTime=2026-11-21T16:19:17\n":              "what scontrol show reservation prints",
		"Name|Priority|GraceTime|Preempt|\nnormal|0|00:00:00|low|\n":          "what sacctmgr show qos prints",
		"Cluster|Account|User|Partition|Share|Priority|\nhydra|root|||1||\n":  "what sacctmgr show assoc prints",
	} {
		_, err := format.Read(strings.NewReader(text), "file")
		require.ErrorContains(t, err, "this is "+want+": give it to slurm check, or beside a log to rules")
		require.ErrorContains(t, err, "sacct -a")
		require.NotEqual(t, Other, KindOf(text), "and it is taken there")
	}
}
