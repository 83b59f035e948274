package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
)

// pretended is an sbatch that notes what it is given and runs it at once, each index
// of an array.
const pretended = `#!/bin/bash
set -e
n=$(($(cat "$NOTED/n" 2>/dev/null || echo 0) + 1)); echo $n >"$NOTED/n"
cat >"$NOTED/script.$n"
printf '%s\n' "$@" >"$NOTED/args.$n"
from=1 to=1
for a in "$@"; do case $a in --array=*) a=${a#--array=}; from=${a%-*} to=${a#*-};; esac; done
for i in $(seq $from $to); do SLURM_ARRAY_TASK_ID=$i bash "$NOTED/script.$n" >&2; done
echo "$n;cluster"
`

func TestTheScriptComputesEveryTaskInHoweverManyArrays(t *testing.T) {
	fixture.Long(t)
	dir := filepath.Join(t.TempDir(), "it's a $100% folder")
	noted, bin := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(bin, "sbatch"), []byte(pretended), 0o700))
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	t.Setenv("NOTED", noted)
	t.Setenv(asCommand, "1")
	args := []string{"compare", "--resamples", "6", "--weeks", "2", "--orders", "FCFS,expr:p*q", sampleFile()}
	page := filepath.Join(t.TempDir(), "it's a $page.html")
	status, script, said := callCommand("", append(args, "--keep", dir, "--slurm", "--shares", "5", "--html", page)...)
	require.Equal(t, 0, status, said)
	require.Contains(t, said, "took ")
	require.Contains(t, script, "--kill-on-invalid-dep=yes")
	require.Contains(t, script, "--open-mode=append")
	require.Contains(t, script, " '--orders=FCFS,expr:p*q' ")
	require.Regexp(t, `(?m)^minutes=\d+ `, script)
	require.Regexp(t, `(?m)^memory=\d+M `, script)
	script = strings.Replace(script, "largest=1000", "largest=2", 1)
	start := func(script string) string {
		cmd := exec.Command("bash", "-s")
		cmd.Stdin = strings.NewReader(script)
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		require.NoError(t, cmd.Run(), errs.String())
		return out.String()
	}
	out := start(script)
	require.Contains(t, out, "arrays 1:2:3, then merge 4: "+dir+"/report.json")
	for i, array := range []string{"1-2", "1-2", "1-1"} {
		b, err := os.ReadFile(filepath.Join(noted, "args."+strconv.Itoa(i+1)))
		require.NoError(t, err)
		require.Contains(t, string(b), "--array="+array+"\n")
	}
	b, err := os.ReadFile(filepath.Join(noted, "args.4"))
	require.NoError(t, err)
	require.Contains(t, string(b), "--dependency=afterok:1:2:3\n")
	b, err = os.ReadFile(filepath.Join(dir, "report.json"))
	require.NoError(t, err)
	require.Equal(t, must(t, append(args, "--json")...), string(b))
	require.FileExists(t, page, "the merge writes what was asked")

	// Where nodes name no memory Slurm refuses any: emptied, none is asked for.
	start(regexp.MustCompile(`(?m)^memory=\d+M `).ReplaceAllString(script, "memory= "))
	for n, asked := range map[string]bool{"1": true, "4": true, "5": false, "8": false} {
		b, err := os.ReadFile(filepath.Join(noted, "args."+n))
		require.NoError(t, err)
		require.Equal(t, asked, strings.Contains(string(b), "--mem"), n)
		require.Contains(t, string(b), "/it's a $100%% folder/log/")
	}
}

// Slurm itself, where it is installed and may be started.
func TestAnArrayOnSlurmIsTheReportOfASingleRun(t *testing.T) {
	fixture.Long(t)
	leave := func(why string) {
		if os.Getenv("SHADOWTIME_SLURM") == "required" {
			t.Fatal("Slurm is required here: " + why)
		}
		t.Skip("NOT TRIED ON SLURM: " + why)
	}
	if os.Geteuid() != 0 {
		leave("only root may start one")
	}
	t.Setenv("PATH", os.Getenv("PATH")+":/usr/sbin:/sbin")
	for _, name := range []string{"slurmctld", "slurmd", "munged", "sbatch"} {
		if _, err := exec.LookPath(name); err != nil {
			leave("there is no " + name + ": apt-get install --no-install-recommends slurmctld slurmd slurm-client " +
				"slurm-wlm-basic-plugins munge")
		}
	}
	at, err := os.MkdirTemp("/tmp", "slurm") // a socket's path must be short
	require.NoError(t, err)
	defer os.RemoveAll(at)
	if out, err := exec.Command("testdata/slurm.sh", "up", at).CombinedOutput(); err != nil {
		defer exec.Command("testdata/slurm.sh", "down", at).Run()
		leave(string(out))
	}
	defer exec.Command("testdata/slurm.sh", "down", at).Run()
	t.Setenv("SLURM_CONF", filepath.Join(at, "slurm.conf"))

	asked := questions()
	if os.Getenv("SHADOWTIME_CAMPAIGNS") == "" {
		asked = map[string][]string{"compare": asked["compare"]}
	}
	dir := t.TempDir()
	for name, args := range asked {
		out, err := command(append(args, "--keep", filepath.Join(dir, name), "--slurm", "--shares", "3", "--submit")...).CombinedOutput()
		require.NoError(t, err, string(out))
		require.Contains(t, string(out), ", then merge ")
	}
	for name, args := range asked {
		require.Equal(t, must(t, append(args, "--json")...), awaited(t, filepath.Join(dir, name, "report.json")), name)
	}

	// A share that fails takes the merge with it, and what is said names the rest.
	gone := filepath.Join(t.TempDir(), "gone.swf")
	b, err := os.ReadFile(sampleFile())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(gone, b, 0o600))
	failing := filepath.Join(t.TempDir(), "kept")
	args := []string{"compare", "--resamples", "5", "--weeks", "2", "--orders", "FCFS,SAF", gone}
	status, script, said := callCommand("", append(args, "--keep", failing, "--slurm", "--shares", "2")...)
	require.Equal(t, 0, status, said)
	require.NoError(t, os.Remove(gone))
	cmd := exec.Command("bash", "-s")
	cmd.Env = append(os.Environ(), asCommand+"=1")
	cmd.Stdin = strings.NewReader(script)
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	until(t, "no merge waits for ever", func() bool {
		out, err := exec.Command("squeue", "-h").Output()
		return err == nil && len(out) == 0
	})
	require.NoFileExists(t, filepath.Join(failing, "report.json"))
	require.Contains(t, awaited(t, filepath.Join(failing, "log", "*_1.txt")), "gone.swf")
}

// awaited is the text of a file that fits a pattern, when it is there.
func awaited(t *testing.T, pattern string) string {
	t.Helper()
	var b []byte
	until(t, pattern, func() bool {
		list, err := filepath.Glob(pattern)
		if err == nil && len(list) == 1 {
			b, err = os.ReadFile(list[0])
		}
		return err == nil && len(b) > 0
	})
	return string(b)
}
