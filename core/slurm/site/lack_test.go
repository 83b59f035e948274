package site

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// lackOf are the notes of three jobs under a configuration: of user u in partition a on four CPUs of n1, of v in b on two whole nodes,
// and of u in a with more of its line.
func lackOf(t *testing.T, conf, more string, files ...File) string {
	t.Helper()
	nodes := "NodeName=n1 CPUs=4 RealMemory=1000\nNodeName=n2 CPUs=4 RealMemory=2000\n"
	if strings.Contains(conf, "NodeName") {
		nodes = ""
	}
	text := "ClusterName=c\nSLURM_VERSION=22.05.8\nAccountingStorageEnforce=limits,qos\nPriorityType=priority/multifactor\n" +
		"PriorityWeightAge=10\n" + nodes
	if !strings.Contains(conf, "SelectType=") {
		text += "SelectType=select/cons_tres\nSelectTypeParameters=CR_CPU\n"
	}
	if !strings.Contains(conf, "PartitionName=a") {
		text += "PartitionName=a Nodes=ALL Default=YES MaxTime=60\n"
	}
	text += "PartitionName=b Nodes=ALL MaxTime=60\n" + conf
	row := func(id int, user, part, nodes string, cpus, n int, line string) string {
		return fmt.Sprintf("%d|%s|x|q|%s|2026-01-01T01:00:0%d|2026-01-01T01:00:0%d|2026-01-01T01:01:00|2026-01-01T01:05:00|5|%d|%d|%d|"+
			"COMPLETED|%s|cpu=%d,mem=1500M,node=%d|%s\n", id, user, part, id, id, cpus, cpus, n, nodes, cpus, n, line)
	}
	jobs := "JobIDRaw|User|Account|QOS|Partition|Submit|Eligible|Start|End|TimelimitRaw|AllocCPUS|ReqCPUS|NNodes|State|NodeList|ReqTRES|" +
		"SubmitLine\n" + row(1, "u", "a", "n1", 1, 1, "") + row(2, "v", "b", "n[1-2]", 2, 2, "sbatch -N 2") +
		row(3, "u", "a", "n1", 4, 1, more)
	s, err := Read(append([]File{{"slurm.conf", text}, {"jobs.psv", jobs}}, files...), nil)
	require.NoError(t, err)
	l, err := s.Log()
	require.NoError(t, err)
	c, err := s.Scene(l)
	require.NoError(t, err)
	return strings.Join(c.Notes, "\n")
}

// Whatever of a site is not modelled is said in the answer, with how many jobs it touches; of a site that has nothing of it nothing is.
func TestWhatIsNotModelledIsSaidWithItsJobs(t *testing.T) {
	require.NotContains(t, lackOf(t, "CompleteWait=0\nSuspendTime=-1\nSchedulerParameters=max_rpc_cnt=0\n", "sbatch -n 4"), "left out")
	qos := func(head, cells string) File {
		return File{"qos.psv", "Name|Priority|GraceTime|" + head + "\nq|0|0|" + cells + "\n"}
	}
	assoc := func(head, cells string) File {
		return File{"assoc.psv", "Cluster|Account|User|Share|ParentName|" + head + "\nc|root||1||\nc|x||1|root|" + cells +
			"\nc|x|u|1||\nc|x|v|1||\n"}
	}
	reservation := func(more string) File {
		return File{"r.txt", "ReservationName=r StartTime=2026-01-02T00:00:00 EndTime=2026-01-02T01:00:00 Nodes=n2 " + more + "\n"}
	}
	for _, x := range []struct {
		conf, line, says string
		files            []File
	}{
		{conf: "CompleteWait=32\n", says: "3 jobs under CompleteWait=32: passes do not wait"},
		{conf: "SuspendTime=600\n", says: "3 jobs under SuspendTime=600"},
		{conf: "SchedulerParameters=max_rpc_cnt=150,reduce_completing_frag,preempt_strict_order\n", says: "3 jobs under max_rpc_cnt=150: passes"},
		{conf: "SchedulerParameters=reduce_completing_frag\n", says: "3 jobs under reduce_completing_frag: passes"},
		{conf: "SchedulerParameters=preempt_strict_order\n", says: "3 jobs under preempt_strict_order, which is not known here"},
		{conf: "SchedulerParameters=pack_serial_at_end\n", says: "1 job under pack_serial_at_end"},
		{conf: "PriorityFlags=MAX_TRES\n", says: "3 jobs under PriorityFlags"},
		{conf: "AccountingStorageTRES=license/a\nPriorityWeightTRES=CPU=1,license/a=7\n", says: "3 jobs under a PriorityWeightTRES"},
		{conf: "PartitionName=a Nodes=ALL MaxTime=60 ExclusiveUser=YES\n", says: "2 jobs in partitions with ExclusiveUser=YES"},
		{conf: "PartitionName=a Nodes=ALL MaxTime=60 OverTimeLimit=5\n", says: "2 jobs in partitions with an OverTimeLimit"},
		{conf: "PartitionName=a Nodes=ALL MaxTime=60 MaxCPUsPerNode=2\n", says: "2 jobs in partitions with MaxCPUsPerNode"},
		{conf: "NodeName=n1 CPUs=4\nNodeName=n2 CPUs=4 Weight=9\n", says: "3 jobs going to nodes of a low Weight first"},
		{conf: "NodeName=n1 CPUs=4 MemSpecLimit=500\nNodeName=n2 CPUs=4\n", says: "3 jobs on a machine that keeps cores or memory"},
		{conf: "SelectType=select/linear\nNodeName=n1 CPUs=4 Weight=2\nNodeName=n2 CPUs=4\n", says: "3 jobs going to nodes of a low Weight"},
		{conf: "SelectType=select/linear\n", says: "2 jobs asking for more memory than some nodes have"},
		{conf: "SelectType=select/linear\n", line: "sbatch -w n1", says: "1 job asking for nodes by name"},
		{line: "sbatch -n 4 --time-min=2", says: "1 job with --time-min"},
		{line: "sbatch -n 4 --exclusive=user", says: "1 job asks for nodes by name"},
		{conf: "NodeName=n1 CPUs=4 Gres=gpu:2,shard:8\nNodeName=n2 CPUs=4\n", line: "sbatch -n 4 --gres=shard:2", says: "1 job asking for a shard"},
		{files: []File{qos("GrpTRESMins", "cpu=9")}, says: "3 jobs of a QOS or account with GrpTRESMins"},
		{files: []File{assoc("GrpWall", "60")}, says: "3 jobs of a QOS or account with GrpTRESMins"},
		{files: []File{qos("GrpTRES", "mem=9")}, says: "3 jobs of a QOS or account with limits of other"},
		{files: []File{reservation("Flags=DAILY CoreCnt=4")}, says: "3 jobs that may use nodes of a reservation that repeats"},
		{files: []File{reservation("Flags=SPEC_NODES CoreCnt=1")}, says: "3 jobs that may use nodes of which a reservation has some cores"},
	} {
		require.Contains(t, lackOf(t, x.conf, x.line, x.files...), x.says, "%v", x)
	}
}
