package react

import (
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment/react"
	"shadowtime/core/job"
	"shadowtime/core/job/lublin"
	"shadowtime/core/study"
	"shadowtime/ui"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
)

// page is one with this view alone, asked for a small study.
func page(t *testing.T) (*ui.App, *View, *labtest.Machine, *labtest.Screen) {
	var v *View
	a, m, s := labtest.New(t, func(l *lab.Lab) []lab.View {
		v = New(l)
		return []lab.View{v}
	}, react.Kind())
	v.Plan.Replicates = 3
	return a, v, m, s
}

func TestTheAnswerGrowsReplicateByReplicate(t *testing.T) {
	a, v, m, s := page(t)
	labtest.Load(a, m)
	require.Empty(t, m.Tasks, "nobody waits before somebody asks")
	a.Run()
	require.Len(t, m.Tasks, 1)
	require.Equal(t, study.Logged, m.Tasks[0].K, "it says whether there are others")
	m.Finish(0)
	require.Len(t, m.Tasks, 3)
	m.Finish(1)
	require.Contains(t, s.Drawn["react-verdict"], "So far, after 1 of 3 replicates: ")
	m.FinishAll()
	require.Equal(t, lab.Done, a.State)
	require.Equal(t, 3, v.Report.Replicates)
	require.Contains(t, s.Drawn[hostTable], `data-order="FCFS" data-key="FCFS" class="baseline"`)
	require.Contains(t, s.Drawn[hostTable], "if users do not react")
	require.Contains(t, s.Drawn[hostForest], "if users do not react")
	require.NotContains(t, s.Drawn["react-verdict"], "So far")
	v.Act("sort", "ignore-wait")
	require.Contains(t, s.Drawn[hostTable], "<svg", "swatches of orders")

	p := v.Plan
	require.NoError(t, p.Normalise())
	runner, err := react.NewRunner(m.Trace, p)
	require.NoError(t, err)
	var rows []react.Row
	for k := range 4 {
		row, err := runner.Task(k, nil)
		require.NoError(t, err)
		rows = append(rows, row)
	}
	want := react.Merge(v.Lab.Summary.Name, v.Lab.Summary.Digest, m.Trace.Procs, p, rows)
	require.Equal(t, want.Sentence(), v.Report.Sentence())
	require.Equal(t, want.CSV(), v.Report.CSV())
}

func TestALogWhoseUsersCannotBeToldApartSaysSo(t *testing.T) {
	a, v, m, s := page(t)
	log, err := lublin.Sample(lublin.Config{Procs: 64, Jobs: 1000, Seed: 3})
	require.NoError(t, err)
	users := log.Col[job.User].Values()
	for i := range users {
		users[i] = -1
	}
	log.Col[job.User] = job.ColumnOf(users...)
	log.Digest = job.DigestOf(log)
	m.Logs[log.Digest], m.Log = log, log
	labtest.Load(a, m)
	a.Run()
	m.FinishAll()
	require.Equal(t, lab.Done, a.State, a.Message)
	require.Empty(t, a.Message)
	require.False(t, v.Report.Apart())
	require.Contains(t, s.Drawn["react-verdict"], "Users can&#39;t be told apart")
	require.Contains(t, s.Drawn["react-verdict"], "if users do not react")
	require.NotContains(t, s.Drawn["react-verdict"], "So far")
	require.NotContains(t, s.Drawn[hostTable], "NaN")
}
