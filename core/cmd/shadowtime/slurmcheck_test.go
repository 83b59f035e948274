package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Include lines are followed within their file's own folder, and nowhere else.
func TestIncludesOfOtherFoldersAreSaidAndNotRead(t *testing.T) {
	top := t.TempDir()
	folder := filepath.Join(top, "slurm")
	write := func(name, text string) {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(top, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(top, name), []byte(text), 0o644))
	}
	write("slurm/slurm.conf", "ClusterName=c\nInclude near.conf\nInclude sub/deep.conf\nInclude "+folder+"/whole.conf\n"+
		"Include ../far.conf\nInclude "+top+"/far.conf\nInclude link.conf\nInclude gone.conf\nInclude sub\n")
	write("slurm/near.conf", "KillWait=1\n")
	write("slurm/sub/deep.conf", "OverTimeLimit=2\n")
	write("slurm/whole.conf", "PriorityMaxAge=3-0\n")
	write("far.conf", "PriorityWeightAge=4\n")
	require.NoError(t, os.Symlink(filepath.Join(top, "far.conf"), filepath.Join(folder, "link.conf")))
	out := must(t, "slurm", "check", filepath.Join(folder, "slurm.conf"), "--slurm-version", "22.05", "--json")
	var a struct {
		Version    int
		Slurm      string
		Parameters []struct {
			Name, Value, Modelled, Says string
			Default                     *string
			Set                         bool
		}
		Findings []struct{ Severity, Says, Remedy, Place string }
		Read     []struct{ File, Is string }
	}
	require.NoError(t, json.Unmarshal([]byte(out), &a))
	require.Equal(t, 1, a.Version)
	require.Equal(t, "22.05", a.Slurm)
	set := map[string]string{}
	for _, p := range a.Parameters {
		if p.Set {
			set[p.Name] = p.Value
		}
	}
	require.Equal(t, map[string]string{"KillWait": "1 s", "OverTimeLimit": "2 min", "PriorityMaxAge": "3-0"}, set)
	require.Len(t, a.Read, 4)
	left := 0
	for _, f := range a.Findings {
		if strings.Contains(f.Says, "was not read") {
			left++
			require.Contains(t, f.Place, "slurm.conf, line ")
			require.NotEmpty(t, f.Remedy)
		}
	}
	require.Equal(t, 5, left)
	require.NotContains(t, must(t, "slurm", "check", filepath.Join(folder, "slurm.conf")), "PriorityWeightAge 4")
}

func TestACheckIsCalledRightly(t *testing.T) {
	for words, want := range map[string]string{
		"slurm check":                          "check needs files",
		"slurm check - --slurm-version recent": "--slurm-version recent: give one as 25.05.8",
	} {
		status, _, errs := callCommand("ClusterName=c\n", strings.Fields(words)...)
		require.Equal(t, 2, status, words)
		require.Contains(t, errs, want, words)
	}
	status, out, errs := callCommand("ClusterName=c\nInclude x\n", "slurm", "check", "-")
	require.Equal(t, 0, status, errs)
	require.Contains(t, out, "standard input has no folder")
	status, _, errs = callCommand("not a configuration\n", "slurm", "check", "-")
	require.Equal(t, 1, status)
	require.Contains(t, errs, "no file has the configuration: give what scontrol show config prints")
}

// What slurmctld refuses is told with place, value and remedy, beside all else that is found, and is an error.
func TestWhatSlurmctldRefusesIsAnErrorOfCheck(t *testing.T) {
	for line, want := range map[string]string{
		"NodeName=n[16-1]":          "NodeName=n[16-1] has the range 16-1. Give one that goes up, as 1-16",
		"NodeName=n[0-999999999]":   "has the range 0-999999999",
		"SchedulerType=sched/foo":   "SchedulerType=sched/foo is no type that there is. Give one of sched/backfill",
		"PriorityType=priority/foo": "Give one of priority/basic, priority/multifactor",
		"SchedulerParameters=bf_window=2880, bf_max_job_test=7": "Write it without blanks: " +
			"SchedulerParameters=bf_window=2880,bf_max_job_test=7",
	} {
		path := filepath.Join(t.TempDir(), "slurm.conf")
		require.NoError(t, os.WriteFile(path, []byte("ClusterName=x\n"+line+"\n"), 0o600))
		status, out, errs := callCommand("", "slurm", "check", path)
		require.Equal(t, 1, status, line)
		require.Contains(t, errs, path+", line 2: slurmctld refuses this: ")
		require.Contains(t, errs, want)
		require.Contains(t, out, "slurmctld refuses this: ")
		require.Contains(t, out, "As by default")
	}
}
