package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/tracefile"
)

const slurmTable = `JobID|User|Account|Partition|Submit|Start|End|ElapsedRaw|TimelimitRaw|AllocCPUS|State
7|zoe|bio|long|2026-11-21T16:00:00|2026-11-21T16:00:10|2026-11-21T16:01:00|50|10|4|COMPLETED
7.batch||bio||2026-11-21T16:00:10|2026-11-21T16:00:10|2026-11-21T16:01:00|50||4|COMPLETED
8|ann|chem|batch|2026-11-21T15:00:00|2026-11-21T16:00:20|2026-11-21T16:01:20|60|UNLIMITED|8|CANCELLED by 1000
9|ann|chem|batch|2026-11-21T16:00:00|Unknown|Unknown|0|10|8|PENDING
x|ann|chem|batch|2026-11-21T16:00:00|Unknown|Unknown|0|10|8|PENDING
`

func tableFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "jobs.psv")
	require.NoError(t, os.WriteFile(path, []byte(slurmTable), 0o644))
	return path
}

func TestConvertedRecordsAreTheLogThatIsReadFromThem(t *testing.T) {
	path := tableFile(t)
	out := filepath.Join(t.TempDir(), "jobs.swf")
	status, _, errs := callCommand("", "convert", path, "--zone", "Europe/Oslo", "-o", out)
	require.Equal(t, 0, status, errs)
	require.Contains(t, errs, "left out: pending 1 (the first in line 5)")
	require.Contains(t, errs, `line 6, JobID "x"`)
	l, err := tracefile.Open(out, nil)
	require.NoError(t, err)
	direct, err := tracefile.Open(path, nil)
	require.NoError(t, err)
	for f := range l.Col {
		if f := job.Field(f); f != job.User && f != job.Group {
			require.Equal(t, direct.Col[f], l.Col[f], f.String())
		}
	}
	require.Equal(t, []int64{1, 2}, l.Col[job.User].Values(), "as they come in the log")
	require.Equal(t, []int64{2, 1}, direct.Col[job.User].Values(), "as they come in the records")
	unix, _ := l.Header.Int("UnixStartTime")
	require.Equal(t, int64(1795273200-3600), unix)
	require.Equal(t, job.Machine{Procs: 12, From: job.SizeInHeader, Of: "MaxProcs"}, job.MachineOf(l, 0))
	text, err := os.ReadFile(out)
	require.NoError(t, err)
	for _, name := range []string{"zoe", "ann", "bio", "chem"} {
		require.NotContains(t, string(text), name, "names are left out")
	}
	require.Contains(t, string(text), "; Partition: 1 long")
	require.Contains(t, string(text), "; Note: left out: pending 1")

	named := must(t, "convert", "--names", path)
	require.Contains(t, named, "; Note: user 1 zoe")
	require.Contains(t, named, "; Note: group 2 chem")
}

func TestTheAccountOfAnImportIsOneObject(t *testing.T) {
	var a struct {
		Format                             string
		Records, Steps, Bad, Jobs, Dropped int
		DroppedBy                          map[string]int
		Procs                              int64
		Zone, ProcsSource, Unit            string
		Guesses                            []struct{ Switch, Value string }
		BadFirst                           []struct{ Line int }
	}
	path := tableFile(t)
	require.NoError(t, json.Unmarshal([]byte(must(t, "convert", "--json", path)), &a))
	require.Equal(t, []int{5, 1, 1, 2, 1}, []int{a.Records, a.Steps, a.Bad, a.Jobs, a.Dropped})
	require.Equal(t, map[string]int{"pending": 1}, a.DroppedBy)
	require.Equal(t, int64(12), a.Procs)
	require.Equal(t, "zone", a.Guesses[0].Switch)
	require.Equal(t, "UTC", a.Zone)
	require.Equal(t, 6, a.BadFirst[0].Line)

	require.NoError(t, json.Unmarshal([]byte(must(t, "convert", "--json", "--partition", "long", "--zone", "Asia/Tokyo", "--procs",
		"64", path)), &a))
	require.Equal(t, 1, a.Jobs)
	require.Equal(t, int64(64), a.Procs)
	require.Equal(t, "Asia/Tokyo", a.Zone)

	sizes := filepath.Join(t.TempDir(), "partitions.txt")
	require.NoError(t, os.WriteFile(sizes, []byte("PartitionName=all Nodes=n[1-4] TotalCPUs=256 TotalNodes=4\n"), 0o644))
	require.NoError(t, json.Unmarshal([]byte(must(t, "convert", "--json", "--machine", sizes, path)), &a))
	require.Equal(t, int64(256), a.Procs)
	require.Equal(t, "partition all, which has all nodes", a.ProcsSource)

	require.NoError(t, json.Unmarshal([]byte(must(t, "convert", "--json", sampleFile())), &a))
	require.Equal(t, "Standard Workload Format", a.Format)
	require.Equal(t, 1500, a.Jobs)
	require.Equal(t, int64(64), a.Procs)
}

func TestAConvertedLogStaysThatLog(t *testing.T) {
	fixture.Long(t)
	folder := t.TempDir()
	want, err := os.ReadFile(sampleFile())
	require.NoError(t, err)
	path := sampleFile()
	for _, name := range []string{"again.swf", "log.csv", "again.swf"} {
		out := filepath.Join(folder, name)
		must(t, "convert", "--names", path, "-o", out)
		path = out
	}
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got))
	require.Contains(t, must(t, "convert", "--to", "json", "--procs", "77", path), "\"nb_res\": 77,")
	workload := filepath.Join(folder, "log.JSON")
	must(t, "convert", path, "-o", workload)
	l, err := tracefile.Open(workload, nil)
	require.NoError(t, err)
	direct, err := tracefile.Open(sampleFile(), nil)
	require.NoError(t, err)
	require.Equal(t, direct.Col[job.Submit], l.Col[job.Submit])
	require.Equal(t, direct.Col[job.Wait], l.Col[job.Wait])
	require.NotEqual(t, direct.Col[job.User], l.Col[job.User], "users are numbered anew")
}

func TestAMatchIsGivenToATable(t *testing.T) {
	const text = "da,dauer\n1,2\n"
	status, _, errs := callCommand(text, "convert", "-", "--to", "csv")
	require.Equal(t, 1, status)
	require.Contains(t, errs, "this table lacks columns")
	status, out, errs := callCommand("job,submit,start,run,procs\n4,5,6,2,9\n", "convert", "-", "--match", "run=run:min,procs=#1",
		"--to", "csv")
	require.Equal(t, 0, status, errs)
	require.Contains(t, out, "\n1,5,1,120,4,")
	require.Contains(t, errs, "run = run (min), procs = job")
	_, out, _ = callCommand("job,submit,start,run,procs\n4,5,6,2,9\n", "convert", "-", "--json")
	require.Contains(t, out,
		`"columns":["job","submit","start","run","procs"],"match":[{"field":"job","column":"job","unit":"","why":"by its name"},{"field":"task","column":"","unit":"","why":""},{"field":"submit","column":"submit","unit":"s",`)
}

func TestAccountingRecordsAreALogToEveryVerb(t *testing.T) {
	status, out, errs := callCommand(slurmTable, "replay", "--json", "-")
	require.Equal(t, 0, status, errs)
	var r map[string]any
	require.NoError(t, json.Unmarshal([]byte(out), &r))
	require.Equal(t, 12.0, r["procs"])
	require.Contains(t, errs, "left out: pending 1")
}

func TestWhatCannotBeConvertedSaysWhatItIsAndWhatToDo(t *testing.T) {
	for text, want := range map[string]string{
		"JobID|State\n1|COMPLETED\n":           "lacks columns: Submit",
		"":                                     "the file is empty",
		"JobID|Submit|Start|End|State|NCPUS\n": "export with TZ=UTC sacct",
	} {
		status, out, errs := callCommand(text, "convert", "-")
		require.Equal(t, 1, status)
		require.Empty(t, out)
		require.Contains(t, errs, want)
	}
	for _, args := range [][]string{{"--zone", "Oslo"}, {"--unit", "cores"}, {"--arrival", "now"}, {"--procs", "-1"},
		{"--procs", "5", "--machine", "x"}, {"--to", "xls"}, {"--match", "when=x"}} {
		status, _, _ := callCommand(slurmTable, append([]string{"convert", "-"}, args...)...)
		require.Equal(t, 2, status, args)
	}
	require.Contains(t, must(t, "convert", "-h"), "TZ=UTC sacct -a -X -P -D")
}

// Verbs that don't say how a file is read name the one that does.
func TestOtherVerbsNameTheOneThatSaysHowAFileIsRead(t *testing.T) {
	folder := t.TempDir()
	path := folder + "/jobs.csv"
	text := "job,submit,start,end,nodes,procs\n"
	for i := range 20 {
		text += fmt.Sprintf("%d,%d,%d,%d,2,2\n", i+1, 1700000000+i, 1700000000+i, 1700000600+i)
	}
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	_, _, stderr := callCommand("", "describe", path)
	require.Contains(t, stderr, "convert LOG --unit nodes -o log.swf, and log.swf for describe")
	require.NoError(t, os.WriteFile(path, []byte("arrived,submit,start\n1,2,3\n"), 0o600))
	_, _, stderr = callCommand("", "replay", path)
	require.Contains(t, stderr, "convert LOG --match ... -o log.swf, and log.swf for replay")
	_, _, stderr = callCommand("", "replay", "--match", "submit=a", path)
	require.Contains(t, stderr, "convert LOG --match ... -o log.swf, and log.swf for replay")
}
