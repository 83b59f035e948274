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
	want := func(job string, more ...[2]string) *slurm.Forecast {
		var files []site.File
		for _, f := range append(list[:len(list):len(list)], more...) {
			files = append(files, site.File{Name: f[0], Text: f[1]})
		}
		ours, err := site.Read(files, nil)
		require.NoError(t, err)
		one, err := slurm.ParseJob(job)
		require.NoError(t, err)
		f, err := slurm.When(ours, 0, &slurm.Ask{More: one})
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
	require.Contains(t, s.Drawn[hostWhen], "When will my job start?")
	a.Act("slurm-when", "")
	require.Contains(t, s.Drawn[hostWhen], "no job waits there")
	a.SetField("slurm-more-cpus", "slurm-more-cpus", "0")
	a.Act("slurm-when", "")
	require.Contains(t, s.Drawn[hostWhen], "write a whole number from 1 on")
	a.SetField("slurm-more-cpus", "slurm-more-cpus", "4")
	a.SetField("slurm-more-limit", "slurm-more-limit", "2 h")
	a.Act("slurm-when", "")
	require.NotContains(t, s.Drawn[hostWhen], "alert")
	shows(want("cpus=4 limit=2h"))
	a.Act("slurm-when-json", "")

	queue := [2]string{"squeue.json", `{"jobs": [{"job_id": 900, "accrue_time": 5, "job_state": ["PENDING"], "submit_time": 1795277881,
		"eligible_time": 1795277881, "start_time": 1795279000, "time_limit": 3, "cpus": 2, "node_count": 2, "user_name": "x<b>", "partition": "batch",
		"priority": 7}]}`}
	dropped(a, queue)
	require.Empty(t, s.Refused["slurm-text"])
	require.NotContains(t, s.Drawn[hostWhen], "slurm-starts", "what was said was of other files")
	require.Equal(t, "4", v.more[0])
	a.Act("slurm-when", "")
	f := want("cpus=4 limit=2h", queue)
	require.Len(t, f.Jobs, 2)
	require.NotNil(t, f.Jobs[1].Planned)
	shows(f)
}
