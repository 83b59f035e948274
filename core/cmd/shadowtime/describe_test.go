package main

import (
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/overview"
	"shadowtime/core/job/tracefile"
	"shadowtime/core/study"
)

// What a chart of the page is cited with prints what it shows, whatever was kept.
func TestTheLineOfAChartOfALogPrintsItsTable(t *testing.T) {
	fixture.Long(t)
	path := sampleFile()
	log, err := tracefile.Open(path, nil)
	require.NoError(t, err)
	for _, set := range []string{"", "clean=none procs=300 overrun=kill", "clean=alloc-above+zero-run flurry=2 one-second=true",
		"clean=prediction overrun=extend"} {
		w, usual := study.DefaultWorkload(), study.DefaultWorkload()
		for kv := range strings.FieldsSeq(set) {
			key, text, _ := strings.Cut(kv, "=")
			require.NoError(t, w.CleanedSettings().Find(key).Set(text))
		}
		trace, _ := w.Prepare(log)
		o := overview.Describe(trace)
		for _, key := range overview.Tables() {
			usual = study.DefaultWorkload()
			args := shellWords(t, w.CleanedSettings().Command(study.Verb{Name: overview.Verb + " --figure " + key},
				usual.CleanedSettings(), path))
			rows, err := csv.NewReader(strings.NewReader(must(t, args[1:]...))).ReadAll()
			require.NoError(t, err)
			require.Equal(t, o.Table(key), rows, "%s %s", key, set)
		}
	}
}

func TestDescribeSaysTheSameInWordsAndJSON(t *testing.T) {
	path := writeLog(t, busyLog)
	var x contents
	require.NoError(t, json.Unmarshal([]byte(strings.Replace(must(t, "describe", "--json", path), `"figures":{`,
		`"figures":null,"tables":{`, 1)), &x))
	require.Equal(t, []int64{5, 8, 4}, []int64{int64(x.Jobs), x.Procs, x.Span})
	require.Equal(t, 2, *x.Users)
	text := must(t, "describe", path)
	for _, words := range []string{"offered load", "processors, from", "run time, from", "used of the requested time", "most submissions"} {
		require.Contains(t, text, words)
	}
	require.Contains(t, must(t, "describe", "--figure", "sizes", path), "\n4,7,2,0.4,") // jobs of 5 and 6 processors
	for said, args := range map[string][]string{
		"give load, hours, sizes, runs or requests": {"--figure", "waits"}, "give one of both": {"--figure", "load", "--json"},
	} {
		status, _, complaint := callCommand("", append(append([]string{"describe"}, args...), path)...)
		require.Equal(t, 2, status)
		require.Contains(t, complaint, said)
	}
}

func TestTheClassesOfATableHoldAllJobs(t *testing.T) {
	log, err := tracefile.Open(sampleFile(), nil)
	require.NoError(t, err)
	trace, _ := job.Clean(log, job.Presets()[0].Rules, job.MachineOf(log, 0))
	o := overview.Describe(trace)
	require.Len(t, o.Table("hours"), 1+7*24)
	require.Len(t, o.Table("load"), 1+len(o.Week))
	runs := o.Table("runs")
	require.Equal(t, "", runs[len(runs)-1][1], "the last class has no end")
	asked := o.Table("requests")
	require.Equal(t, []string{"1", ""}, asked[len(asked)-1][:2])
	require.Nil(t, o.Table("waits"))
}
