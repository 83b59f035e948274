package table

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"shadowtime/core/job"
	"shadowtime/core/job/account"
)

// Every preset speaks of columns that tell it, in a match that can be read.
func TestPresetsAreSound(t *testing.T) {
	for _, p := range presets {
		told, err := ParseMatch(p.match)
		require.NoError(t, err, p.name)
		for _, a := range told {
			require.True(t, a.column == "" || contains(" "+p.tells+" ", a.column), "%s: %s", p.name, a.column)
		}
	}
}

// Eagle's processors are tasks: jobs are counted in the nodes that they had to themselves.
func TestEaglesJobsAreCountedInNodes(t *testing.T) {
	text := "job_id,user,account,partition,state,submit_time,start_time,end_time,run_time,nodes_req,processors_req,wallclock_req,gpus_req\n" +
		"1,ann,a,short,COMPLETED,2021-03-01 08:00:00,2021-03-01 08:01:00,2021-03-01 08:11:00,600,4,4,14400,0\n" +
		"2,bob,a,short,COMPLETED,2021-03-01 08:05:00,2021-03-01 08:11:00,2021-03-01 08:21:00,600,2,72,3600,0\n"
	l := read(t, text, account.Options{})
	require.Equal(t, "nodes", l.Import.Unit)
	require.Equal(t, []int64{4, 2}, []int64{l.Col[job.Alloc].At(0), l.Col[job.Alloc].At(1)})
	require.Equal(t, []int64{14400, 3600}, []int64{l.Col[job.ReqTime].At(0), l.Col[job.ReqTime].At(1)})
	require.Contains(t, l.Import.Guesses[0].Why, "processors_req counts tasks")
	l = read(t, text, account.Options{Match: "procs=processors_req,limit=wallclock_req:s"})
	require.Equal(t, int64(72), l.Col[job.Alloc].At(1), "what is told goes before")
}

// F-DATA's columns have names of their own, and its limits are seconds.
func TestTheColumnsOfFugakuAreKnown(t *testing.T) {
	l := read(t, "jid,usr,jnam,cnumr,nnumr,adt,sdt,edt,elpl,duration\n"+
		"a1,u1,x,4608,96,2023-07-01 00:00:00+00:00,2023-07-01 00:10:00+00:00,2023-07-01 00:40:00+00:00,3600,1800\n"+
		"a2,u2,x,48,1,2023-07-01 00:05:00+00:00,2023-07-01 00:10:00+00:00,2023-07-01 00:12:00+00:00,86400,120\n", account.Options{})
	require.Equal(t, "nodes", l.Import.Unit)
	require.Equal(t, []int64{96, 1800, 3600, 600}, []int64{l.Col[job.Alloc].At(0), l.Col[job.Run].At(0), l.Col[job.ReqTime].At(0),
		l.Col[job.Wait].At(0)})
}

// What jobs had goes before what they asked for, and durations tell their unit themselves.
func TestTheColumnsOfKestrelAreKnown(t *testing.T) {
	text := "id,submit_time,start_time,end_time,nodes_req,processors_req,nodes_used,processors_used,wallclock_req,gpus_requested," +
		"state_simple,user_hash,account_hash\n" +
		"1,2024-03-01 08:00:00,2024-03-01 08:01:00,2024-03-01 08:11:00,1,1,1,104,0 days 04:00:00,0,COMPLETED,aaaa,bbbb\n" +
		"2,2024-03-01 08:05:00,2024-03-01 08:11:00,2024-03-01 08:21:00,2,2,2,208,1 days 00:00:00,0,TIMEOUT,cccc,bbbb\n"
	l := read(t, text, account.Options{})
	require.Equal(t, []int64{104, 208}, []int64{l.Col[job.Alloc].At(0), l.Col[job.Alloc].At(1)})
	require.Equal(t, []int64{14400, 86400}, []int64{l.Col[job.ReqTime].At(0), l.Col[job.ReqTime].At(1)})
	require.Equal(t, []string{"aaaa", "cccc"}, l.Import.Users)
	require.Equal(t, "Etc/GMT+7", l.Import.Zone)
	require.Equal(t, "zone", l.Import.Guesses[1].Switch)
	first, _ := l.Header.Int("UnixStartTime")
	require.Equal(t, time.Date(2024, 3, 1, 15, 0, 0, 0, time.UTC).Unix(), first, "08:00 at UTC-7")
	l = read(t, text, account.Options{Zone: "Europe/Oslo"})
	require.Equal(t, "Europe/Oslo", l.Import.Zone, "what is told goes before")
}

// A virtual cluster is a partition.
func TestTheColumnsOfHeliosAreKnown(t *testing.T) {
	l := read(t, "job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,queue\n"+
		"1,u1,vcA,8,64,1,COMPLETED,2020-04-01 00:00:00,2020-04-01 00:00:05,2020-04-01 01:00:05,3600,5\n"+
		"2,u2,vcB,1,8,1,FAILED,2020-04-01 00:10:00,2020-04-01 00:10:00,2020-04-01 00:11:00,60,0\n", account.Options{})
	require.Equal(t, []int64{64, 8}, []int64{l.Col[job.Alloc].At(0), l.Col[job.Alloc].At(1)})
	require.Len(t, l.Import.Partitions, 2)
	require.Equal(t, "vcA", l.Import.Partitions[0].Name)
}

// PM100's limits are minutes, beside run times in seconds, and its nodes are shared.
func TestTheColumnsOfPM100AreKnown(t *testing.T) {
	head := "job_id,user_id,group_id,partition,qos,job_state,submit_time,eligible_time,start_time,end_time,run_time,time_limit," +
		"num_cores_req,num_cores_alloc,num_nodes_req,num_nodes_alloc,num_gpus_req,num_gpus_alloc,shared,cores_alloc_layout,nodes\n"
	l := read(t, head+"11,u1,g,1,q,COMPLETED,2020-06-01 00:00:00+00:00,2020-06-01 00:00:00+00:00,2020-06-01 00:01:00+00:00,"+
		"2020-06-01 00:31:00+00:00,1800,1440,32,128,1,1,4,4,0,\"{'r1': [0, 1]}\",\"[r1]\"\n"+
		"12,u2,g,1,q,TIMEOUT,2020-06-01 00:10:00+00:00,2020-06-01 00:10:00+00:00,2020-06-01 00:10:00+00:00,2020-06-01 00:40:30+00:00,"+
		"1830,30,8,8,1,1,1,1,1,\"{'r2': [0]}\",\"[r2]\"\n"+
		"13,u2,g,1,q,FAILED,2020-06-01 00:20:00+00:00,2020-06-01 00:20:00+00:00,2020-06-01 00:20:00+00:00,2020-06-01 00:20:05+00:00,"+
		"5,INFINITE,8,8,1,1,0,0,1,\"{'r2': [0]}\",\"[r2]\"\n", account.Options{})
	require.Equal(t, []int64{86400, 1800, -1}, valuesOf(l, job.ReqTime))
	require.Equal(t, []int64{1800, 1830, 5}, valuesOf(l, job.Run))
	require.Equal(t, []int64{60, 0, 0}, valuesOf(l, job.Wait))
	require.Equal(t, []int64{128, 8, 8}, valuesOf(l, job.Alloc))
	require.Contains(t, l.Import.Guesses[0].Why, "minutes")
}

// Adastra's limits are instants, which no preset and no measure takes for durations.
func TestTheColumnsOfAdastraAreKnown(t *testing.T) {
	text := "job_id,user_id,partition,qos,job_state,submit_time,start_time,end_time,run_time,time_limit,num_nodes_req,num_nodes_alloc," +
		"num_cores_req,num_gpus_req\n" +
		"1,u1,p,q,COMPLETED,2024-09-01 02:00:00,2024-09-01 02:00:10,2024-09-01 03:00:10,3600,1725242410,4,4,512,32\n" +
		"2,u2,p,q,COMPLETED,2024-09-01 02:05:00,2024-09-01 03:00:10,2024-09-01 03:10:10,600,1725160210,1,1,16,1\n"
	l := read(t, text, account.Options{})
	require.Equal(t, "nodes", l.Import.Unit)
	require.Equal(t, []int64{4, 1}, valuesOf(l, job.Alloc))
	require.Equal(t, []int64{-1, -1}, valuesOf(l, job.ReqTime))
	l = read(t, strings.ReplaceAll(text, "qos", "class"), account.Options{})
	require.Equal(t, []int64{-1, -1}, valuesOf(l, job.ReqTime))
	for _, m := range l.Import.Match {
		if m.Field == "limit" {
			require.Contains(t, m.Why, "instants")
		}
	}
}

// ALCF's columns say by their names what they are of; a program's status 0 is success.
func TestTheColumnsOfALCFAreKnown(t *testing.T) {
	l := read(t, "JOB_NAME,COBALT_JOBID,MACHINE_NAME,QUEUED_TIMESTAMP,START_TIMESTAMP,END_TIMESTAMP,USERNAME_GENID,PROJECT_NAME_GENID,"+
		"QUEUE_NAME,WALLTIME_SECONDS,RUNTIME_SECONDS,NODES_USED,NODES_REQUESTED,CORES_USED,CORES_REQUESTED,EXIT_STATUS\n"+
		"7.theta,7,theta,2019-12-10 19:00:00.000000,2019-12-10 20:00:00.000000,2019-12-10 20:10:00.000000,67550677511631,40773989651712,"+
		"default,1500.0,600.0,128.0,128.0,8192.0,8192.0,0\n"+
		"8.theta,8,theta,2019-12-10 19:30:00.000000,2019-12-10 20:10:00.000000,2019-12-10 20:35:00.000000,67550677511632,40773989651712,"+
		"default,1500.0,1500.0,8.0,8.0,512.0,512.0,-29\n", account.Options{})
	require.Equal(t, []int64{8192, 512}, valuesOf(l, job.Alloc))
	require.Equal(t, []int64{1500, 1500}, valuesOf(l, job.ReqTime))
	require.Equal(t, []int64{600, 1500}, valuesOf(l, job.Run))
	require.Equal(t, []int64{3600, 2400}, valuesOf(l, job.Wait))
	require.Equal(t, []int64{1, 0}, valuesOf(l, job.Status))
	require.Equal(t, []string{"67550677511631", "67550677511632"}, l.Import.Users)
}

// A pod of openb is counted by its GPUs, and one that ran at the time of recording has ended, too.
func TestTheColumnsOfOpenbAreKnown(t *testing.T) {
	l := read(t, "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time\n"+
		"openb-pod-0017,88000,327680,8,1000,,Burstable,Succeeded,9437497,10769854,9437497\n"+
		"openb-pod-0022,4000,15258,1,220,,BE,Running,9679175,9973826,9679175\n"+
		"openb-pod-0030,4000,15258,0,0,,LS,Running,9679180,9973826,9679190\n"+
		"openb-pod-0035,16000,32768,1,1000,V100M16|V100M32,LS,Pending,9967058,9968575,9967063\n", account.Options{})
	require.Equal(t, "gpus", l.Import.Unit)
	require.Equal(t, []int64{8, 1, 1}, valuesOf(l, job.Alloc))
	require.Equal(t, []int64{0, 0, 5}, valuesOf(l, job.Wait))
	require.Equal(t, 1332357, int(valuesOf(l, job.Run)[0]))
	require.Equal(t, "no GPUs", l.Import.Left[0].Why)
}

// CERIT's rows are known by their form, whatever stands above them.
func TestRowsOfCERITAreKnownByTheirForm(t *testing.T) {
	rows := "16922[16921] 1609459200 30 600 8 4294967296,0 17 default@pbs 86400 3600\n" +
		"16923 1609459260 0 120 1 1073741824 18 gpu@pbs 3600 -1\n"
	for _, above := range []string{"", "# jobID arrival wait\n", "; jobID arrival(epoch) wait\n", "Workload format, one job a line:\n\n"} {
		require.True(t, Sniff([]byte(above+rows)), above)
		l := read(t, above+rows, account.Options{})
		require.Equal(t, []int64{8, 1}, valuesOf(l, job.Alloc), above)
		require.Equal(t, []int64{30, 0}, valuesOf(l, job.Wait))
		require.Equal(t, []int64{600, 120}, valuesOf(l, job.Run))
		require.Equal(t, []int64{86400, 3600}, valuesOf(l, job.ReqTime))
		require.Contains(t, l.Import.Guesses[0].Why, "CERIT")
	}
	require.False(t, Sniff([]byte("1 1609459260 0 120 1 -1 1 1 3600 -1\n2 1609459270 0 120 1 -1 1 1 3600 -1\n")))
}

func valuesOf(l *job.Log, f job.Field) []int64 { return slices.Collect(l.Col[f].All()) }
