package table

import (
	"testing"

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
	l := read(t, "id,submit_time,start_time,end_time,nodes_req,processors_req,nodes_used,processors_used,wallclock_req,gpus_requested,"+
		"state_simple,user_hash,account_hash\n"+
		"1,2024-03-01 08:00:00,2024-03-01 08:01:00,2024-03-01 08:11:00,1,1,1,104,0 days 04:00:00,0,COMPLETED,aaaa,bbbb\n"+
		"2,2024-03-01 08:05:00,2024-03-01 08:11:00,2024-03-01 08:21:00,2,2,2,208,1 days 00:00:00,0,TIMEOUT,cccc,bbbb\n", account.Options{})
	require.Equal(t, []int64{104, 208}, []int64{l.Col[job.Alloc].At(0), l.Col[job.Alloc].At(1)})
	require.Equal(t, []int64{14400, 86400}, []int64{l.Col[job.ReqTime].At(0), l.Col[job.ReqTime].At(1)})
	require.Equal(t, []string{"aaaa", "cccc"}, l.Import.Users)
	require.Contains(t, l.Import.Guesses[0].Why, "UTC-7")
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
