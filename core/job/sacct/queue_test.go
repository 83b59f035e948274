package sacct

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job/account"
)

// A queue of a real Slurm gives those that may start, when Slurm says that they do, and counts the others.
func TestTheQueueOfARealSlurmIsRead(t *testing.T) {
	text := string(fixture.Bytes(t, "inputs", "slurm-live-squeue.json.gz"))
	require.True(t, SniffQueue([]byte(text[:4096])))
	q, err := ReadQueue("squeue.json", text)
	require.NoError(t, err)
	require.Equal(t, "22.05.8", q.Version)
	require.Zero(t, q.At, "Slurm 22.05 does not say when it was asked")
	names := map[string]Queued{}
	for _, j := range q.Jobs {
		names[j.Name] = j
	}
	require.Len(t, q.Jobs, 6) // tasks 3 and 4 of array 176 among them
	require.Equal(t, int64(1795278258), names["105"].Plans)
	require.Zero(t, names["105"].Start)
	require.Equal(t, int64(480), names["105"].Limit)
	require.Equal(t, []int64{176, 4, 2}, []int64{names["176_4"].Array, names["176_4"].Task, names["176_4"].Throttle})
	require.Contains(t, q.Notes[0], "left out: 6 jobs that only a change will start")
}

const waiting = `{"job_id": 7, "accrue_time": 1, "job_state": ["PENDING"], "submit_time": {"set": true, "infinite": false, "number": 1700000000},
 "eligible_time": {"set": true, "infinite": false, "number": 1700000000}, "start_time": {"set": false, "infinite": false, "number": 0},
 "time_limit": {"set": true, "infinite": true, "number": 0}, "cpus": {"set": true, "infinite": false, "number": 4}, "node_count": 2,
 "user_name": "u", "priority": {"set": true, "infinite": false, "number": 12}, "dependency": "afterok:3(unfulfilled)?afterany:4_*", "hold": false}`

func TestAQueueOfNewerSlurmIsRead(t *testing.T) {
	q, err := ReadQueue("q", `{"jobs": [`+waiting+`], "last_update": {"set": true, "infinite": false, "number": 1700000100},
		"meta": {"slurm": {"release": "25.05.1"}}}`)
	require.NoError(t, err)
	require.Equal(t, int64(1700000100), q.At)
	require.Equal(t, "25.05.1", q.Version)
	require.Empty(t, q.Notes)
	j := q.Jobs[0]
	require.Equal(t, Job{ID: 7, Task: -1, User: "u", Submit: 1700000000, Eligible: 1700000000, Limit: -1, Run: -1, CPUs: 4,
		NodeCount: 2, Priority: 12,
		After: []int64{3, 4}, State: account.Pending, Request: Request{CPUs: 4, Least: 2}}, j.Job)
	require.Zero(t, j.Plans)
}

// A job that contradicts itself is counted and named, and the others stay; a file that is cut off is refused.
func TestABadQueueLosesNoOtherJob(t *testing.T) {
	fixture.Long(t)
	for from, to := range map[string]string{
		`"cpus": {"set": true, "infinite": false, "number": 4}`: `"cpus": "four"`,
		`"infinite": false`: `"infinite": !`, `"user_name": "u"`: `"user_name": "` + strings.Repeat("u", 2<<20) + `"`,
		`"job_id": 7`: `"job_id": -7`, `["PENDING"]`: `["RUNNING"]`, `"number": 1700000000}`: `"number": 1e300}`, `"node_count": 2`: `"node_count": [2]`,
	} {
		bad := strings.Replace(waiting, from, to, 1)
		require.NotEqual(t, waiting, bad)
		q, err := ReadQueue("q", "{\"jobs\": [\n"+waiting+",\n"+bad+"]}")
		require.NoError(t, err, to)
		require.Len(t, q.Jobs, 1, to)
		require.Contains(t, q.Notes[0], "q: not read: 1 job; the first, line 6: ", to)
	}
	for text, want := range map[string]string{`{"jobs": [` + waiting: "cut off",
		`{"jobs": [{"job_state": 5}]}`: "job_state is missing"} {
		_, err := ReadQueue("q", text)
		require.ErrorContains(t, err, want)
	}
	many := strings.Replace(waiting, `"hold": false`, fmt.Sprintf(`"array_job_id": 7, "array_task_string": "0-%d"`, MaxQueue+9), 1)
	q, err := ReadQueue("q", `{"jobs": [`+many+`]}`)
	require.NoError(t, err)
	require.Len(t, q.Jobs, MaxQueue)
	require.Contains(t, q.Notes[0], "beyond the 20\u202f000")
}

func FuzzQueue(f *testing.F) {
	f.Add(`{"jobs": [` + waiting + `]}`)
	f.Add(`{"jobs": [` + strings.Replace(waiting, `["PENDING"]`, `"RUNNING"`, 1) + `,` + waiting + `], "last_update": 5}`)
	f.Add(strings.Replace(`{"jobs": [`+waiting+`]}`, `"hold": false`, `"array_job_id": {"number": 7}, "array_task_string": "1-9:2%3"`, 1))
	f.Fuzz(func(t *testing.T, text string) {
		q, err := ReadQueue("x", text)
		if err != nil {
			return
		}
		if len(q.Jobs) == 0 {
			require.NotContains(t, strings.Join(q.Notes, ""), "not read")
		}
		require.LessOrEqual(t, len(q.Jobs), MaxQueue)
		for _, j := range q.Jobs {
			require.Positive(t, j.CPUs)
			require.Positive(t, j.Submit)
			require.True(t, j.State == account.Running && j.Start >= j.Submit || j.State == account.Pending && j.Start == 0)
		}
	})
}
