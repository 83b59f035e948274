package slurm

import (
	"html"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment/slurm"
	"shadowtime/core/slurm/site"
	"shadowtime/ui/lab"
)

// When jobs start the page says as slurm when does: of one more job, and of those in what squeue --json prints.
func TestThePageForetellsAsTheCommandDoes(t *testing.T) {
	fixture.Long(t)
	list := imported(t)
	want := func(soon bool, job string, more ...[2]string) *slurm.Forecast {
		var files []site.File
		for _, f := range append(list[:len(list):len(list)], more...) {
			files = append(files, site.File{Name: f[0], Text: f[1]})
		}
		ours, err := site.Read(files, nil)
		require.NoError(t, err)
		one, err := slurm.ParseJob(job)
		require.NoError(t, err)
		f, err := slurm.When(ours, 0, &slurm.Ask{More: one, Soon: soon})
		require.NoError(t, err)
		return f
	}
	a, v, _, s := page(t, "")
	dropped(a, list...)
	shows := func(f *slurm.Forecast) {
		t.Helper()
		for _, words := range f.Says {
			require.Contains(t, s.Drawn[hostWhen], lab.Esc(words))
		}
		head, rows := f.Table()
		for _, row := range append(rows, head) {
			for _, cell := range row {
				require.Contains(t, html.UnescapeString(s.Drawn[hostWhen]), ">"+cell+"<")
			}
		}
	}
	require.Contains(t, s.Drawn[hostWhen], "Waiting jobs: when they start")
	a.Act("slurm-when", "")
	require.Contains(t, s.Drawn[hostWhen], "no job waits there")
	a.SetField(moreKey, moreKey, "0 CPUs")
	a.Act("slurm-when", "")
	require.Contains(t, s.Drawn[hostWhen], "write a whole number from 1 on")
	a.SetField(moreKey, moreKey, "4 CPUs 2 h")
	a.Act("slurm-when", "")
	require.NotContains(t, s.Drawn[hostWhen], "alert")
	shows(want(true, "cpus=4 limit=2h"))
	require.Contains(t, s.Drawn[hostWhen], "slurm-when-range")
	a.Act("slurm-when-range", "")
	shows(want(false, "cpus=4 limit=2h"))
	require.NotContains(t, s.Drawn[hostWhen], "slurm-when-range", "it is said")
	a.Act("slurm-when-json", "")

	queue := [2]string{"squeue.json", `{"jobs": [{"job_id": 900, "accrue_time": 5, "job_state": ["PENDING"], "submit_time": 1795277881,
		"eligible_time": 1795277881, "start_time": 1795279000, "time_limit": 3, "cpus": 2, "node_count": 2, "user_name": "x<b>", "partition": "batch", "state_reason": "BeginTime",
		"priority": 7}]}`}
	dropped(a, queue)
	require.Empty(t, s.Refused["slurm-text"])
	require.Equal(t, "4 CPUs 2 h", v.more)
	f := want(true, "cpus=4 limit=2h", queue)
	shows(f) // by itself, as a job waits
	first := next(f)
	require.Contains(t, s.Drawn[hostTop], clock(f, *first.Median)+", at once")
	require.Less(t, float64(*first.Median), 1.)
	require.Contains(t, s.Drawn[hostWhen], ">BeginTime<", "why Slurm has it wait")
	require.Len(t, f.Jobs, 2)
	require.NotNil(t, f.Jobs[1].Planned)
	shows(f)
}
