package labtest_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/experiment"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/format"
	"shadowtime/core/job/overview"
	"shadowtime/ui"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

// table is an accounting file of two partitions.
const table = `JobID|User|Partition|Submit|Start|End|ElapsedRaw|TimelimitRaw|AllocCPUS|State
1|ann|a|2026-11-21T15:00:00|2026-11-21T16:00:00|2026-11-21T16:01:00|60|10|4|COMPLETED
2|bob|b|2026-11-21T15:30:00|2026-11-21T16:00:00|2026-11-21T16:01:00|60|10|8|COMPLETED
`

// readTable answers the page's wish to have the table read.
func readTable(t *testing.T, m *labtest.Machine) *job.Log {
	t.Helper()
	l, err := job.ReadFrom(strings.NewReader(table), format.NewReaderWith("t.psv", m.Options))
	require.NoError(t, err)
	m.Logs[l.Digest] = l
	m.Read(overview.Summarise(l), nil)
	return l
}

func TestALinkSaysHowItsLogIsRead(t *testing.T) {
	a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
	a.Start("zone=Europe/Oslo&partition=b,c&orders=FCFS,SPF")
	require.Empty(t, a.Message)
	a.OpenFiles([]ui.File{{Handle: 1, Name: "t.psv"}})
	require.Equal(t, account.Options{Zone: "Europe/Oslo", Partitions: []string{"b", "c"}}, m.Options)
	first := readTable(t, m)
	require.Equal(t, 1, a.Trace.Overview.Jobs)
	a.CopyLink()
	require.Contains(t, s.Files["clipboard"], "partition=b%2Cc")
	require.Contains(t, s.Files["clipboard"], "zone=Europe%2FOslo")

	a.SetField("import-part-0", "import:partition=a", "true")
	require.Empty(t, m.Options.Partitions, "all of them are all there are")
	require.Equal(t, 1, a.Trace.Overview.Jobs, "what was read stays until the other is there")
	readTable(t, m)
	require.Equal(t, 2, a.Trace.Overview.Jobs)
	require.Len(t, a.Shelf, 1)
	require.Equal(t, []job.Digest{first.Digest}, m.Forgot)

	a.OpenFiles([]ui.File{{Handle: 2, Name: "u.psv"}})
	require.Empty(t, m.Options, "a link speaks of the first log alone")
}

func TestAMachinesTextSetsTheSizeBesideItsLog(t *testing.T) {
	a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
	told := &overview.Summary{Told: job.Size{Procs: 64, Nodes: 4, Why: "partition a, which has all nodes"}}
	a.OpenFiles([]ui.File{{Handle: 1, Name: "parts.txt"}, {Handle: 2, Name: "t.psv"}})
	m.Read(told, nil)
	readTable(t, m)
	require.Equal(t, int64(64), a.Trace.Overview.Procs, "dropped before its log")
	require.Equal(t, "64", s.Values["machine-from"])
	errFormat := errors.New("no job has a GPU")
	a.SetField("import-unit", "import:unit", "gpus")
	m.Read(nil, errFormat)
	require.Equal(t, errFormat.Error(), s.Refused["import-unit"])
	require.Equal(t, int64(64), a.Trace.Overview.Procs, "what was there stays")
	a.Set("log:machine", "12")
	require.Equal(t, int64(12), a.Trace.Overview.Procs)
	a.OpenFiles([]ui.File{{Handle: 1, Name: "parts.txt"}})
	m.Read(told, nil)
	require.Equal(t, int64(64), a.Trace.Overview.Procs, "dropped behind its log")
	a.Act("save-log", "swf")
	require.Contains(t, s.Files["t.swf"], "; MaxProcs: 64 (partition a, which has all nodes)")
	require.NotContains(t, s.Files["t.swf"], "ann")
}

// A log of the Standard Workload Format is asked by partition as accounting files are: by the
// same setting, with what a link, a kept log and the command's line say of it.
func TestAPartitionOfAPlainLogIsChosen(t *testing.T) {
	const plain = "; MaxProcs: 64\n; Partition: 2 batch\n1 0 5 60 4 -1 -1 4 90 -1 1 1 1 -1 1 1 -1 -1\n" +
		"2 10 5 60 8 -1 -1 8 90 -1 1 2 1 -1 1 2 -1 -1\n3 20 5 60 2 -1 -1 2 90 -1 1 2 1 -1 1 2 -1 -1\n"
	a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
	read := func() {
		l, err := job.ReadFrom(strings.NewReader(plain), format.NewReaderWith("p.swf", m.Options))
		require.NoError(t, err)
		m.Logs[l.Digest] = l
		m.Read(overview.Summarise(l), nil)
	}
	a.OpenFiles([]ui.File{{Handle: 1, Name: "p.swf"}})
	read()
	require.Equal(t, 3, a.Trace.Overview.Jobs)
	require.Contains(t, s.Drawn["import"], "2 batch")
	require.NotContains(t, s.Drawn["import"], "import-zone", "what does not matter to it is not asked")
	a.Set("log:procs", "99")
	require.Equal(t, int64(99), a.Trace.Overview.Procs)

	a.Act("only", "2")
	require.Equal(t, []string{"2"}, m.Options.Partitions)
	read()
	require.Equal(t, 2, a.Trace.Overview.Jobs)
	require.Equal(t, int64(10), a.Trace.Overview.Procs, "what both had at once, not the size of both partitions")
	require.Contains(t, a.Trace.Cleaning.Machine.Source(), "in use at once")
	require.Equal(t, "false", s.Values["import-part-1"])
	require.Len(t, a.Shelf, 1)
	a.CopyLink()
	require.Contains(t, s.Files["clipboard"], "partition=2")
	a.SetView("compare")
	a.Act("elsewhere", "")
	require.Contains(t, s.Drawn["elsewhere"], "shadowtime convert p.swf --partition 2 -o p-chosen.swf")
	require.Contains(t, s.Drawn["elsewhere"], "open <code>p-chosen.swf</code> on this page")

	a.SetField("import-part-1", "import:partition=1", "true")
	require.Empty(t, m.Options.Partitions)
	read()
	require.Equal(t, int64(64), a.Trace.Overview.Procs, "the header's, of all")
}

// A file that has several readings offers each as a press: one that could not be read without, and one that was read in one of
// them.
func TestReadingsOfAFileArePresses(t *testing.T) {
	a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
	a.OpenFiles([]ui.File{{Handle: 1, Name: "t.csv"}})
	two := []job.Reading{{Switch: "match", Value: "submit=at <b>:dmy", Words: "day first"},
		{Switch: "match", Value: "submit=at <b>:mdy", Words: "month first"}}
	m.Read(&overview.Summary{Asked: &job.Asked{Says: "the dates have two readings", Readings: two}}, nil)
	require.Equal(t, "the dates have two readings.", a.Message)
	require.True(t, a.Retrying())
	require.Contains(t, s.Drawn["retry"], `data-arg="match submit=at &lt;b&gt;:mdy">Month first</button>`)
	require.NotContains(t, s.Drawn["retry"], "<input")
	a.Act("read-retry", "match submit=at <b>:mdy")
	require.Equal(t, account.Options{Match: "submit=at <b>:mdy"}, m.Options)
	require.False(t, a.Retrying())

	a.OpenFiles([]ui.File{{Handle: 4, Name: "large.swf"}})
	weeks := []job.Reading{{Switch: "span", Value: "7..10", Words: "read the last 4 weeks: 280 jobs"}}
	m.Read(&overview.Summary{Asked: &job.Asked{Says: "this log has 700 jobs", Readings: weeks}}, nil)
	require.Contains(t, s.Drawn["retry"], `data-arg="span 7..10">Read the last 4 weeks: 280 jobs</button>`)
	a.SetField("retry-span", "retry:span", "2..3")
	require.Equal(t, "2..3", m.Options.Span.String(), "weeks of one's own choice")
	m.Read(&overview.Summary{Asked: &job.Asked{Says: "this log has 700 jobs", Readings: weeks}}, nil)
	a.Act("read-retry", "span 7..10")
	require.Equal(t, "7..10", m.Options.Span.String())
	const of7 = "1 3700000 0 5 1 -1 -1 1 5 -1 1 1 1 1 1 1 -1 -1\n"
	l, err := job.ReadFrom(strings.NewReader(of7), format.NewReaderWith("large.swf", m.Options))
	require.NoError(t, err)
	m.Logs[l.Digest] = l
	m.Read(overview.Summarise(l), nil)
	require.Contains(t, s.Drawn["import"], `id="import-span"`, "to be chosen anew")
	require.Equal(t, "7..10", s.Values["import-span"])
	a.CopyLink()
	require.Contains(t, s.Files["clipboard"], "span=7..10")

	read := func(text string) {
		t.Helper()
		l, err := job.ReadFrom(strings.NewReader(text), format.NewReaderWith("t.csv", m.Options))
		require.NoError(t, err)
		m.Logs[l.Digest] = l
		m.Read(overview.Summarise(l), nil)
	}
	const row = "1,2024-01-30 10:00,2024-01-30 10:01,2024-01-30 10:31,2,3600\n"
	const twice = "job,submit,start,end,cores,limit\n" + row + row + "2,2024-01-30 10:00,2024-01-30 10:01,2024-01-30 11:01,4,7200\n"
	a.OpenFiles([]ui.File{{Handle: 2, Name: "t.csv"}})
	read(twice)
	require.Equal(t, 2, a.Trace.Overview.Jobs)
	require.Contains(t, s.Drawn["import"], `data-act="read-again" data-arg="match job=">Make each record a job</button>`)
	require.NotContains(t, s.Drawn["import"], "import-arrival", "no column tells when jobs were able to start")
	a.SetField("match-limit", "import:unit-of=limit", "min")
	m.Read(nil, errors.New("no"))
	a.Act("read-again", "match job=")
	require.Equal(t, "job=", m.Options.Match)
	read(twice)
	require.Equal(t, 3, a.Trace.Overview.Jobs)
	require.NotContains(t, s.Drawn["import"], "read-again")
	a.OpenFiles([]ui.File{{Handle: 3, Name: "e.csv"}})
	read(strings.NewReplacer("limit", "eligible", "3600", "2024-01-30 10:00", "7200", "2024-01-30 10:00").Replace(twice))
	require.Contains(t, s.Drawn["import"], "import-arrival")
}
