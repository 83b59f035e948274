package main

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNothingIsWrittenOntoWhatIsRead(t *testing.T) {
	dir := t.TempDir()
	log, link, hard := filepath.Join(dir, "own.swf"), filepath.Join(dir, "link.swf"), filepath.Join(dir, "hard.swf")
	text, err := os.ReadFile(sampleFile())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(log, text, 0o644))
	require.NoError(t, os.Symlink("own.swf", link))
	require.NoError(t, os.Link(log, hard))
	scores := filepath.Join(dir, "scores.csv")
	require.NoError(t, os.WriteFile(scores, []byte("p,q,r,score\n"), 0o644))
	for _, to := range []string{log, link, hard, filepath.Join(dir, ".", "..", filepath.Base(dir), "own.swf")} {
		for _, args := range [][]string{{"replay", "--jobs", to, log}, {"replay", log, "--swf", to}, {"resample", "-o", to, log},
			{"learn", "--scores-out", to, log}, {"predict", "--jobs", to, log}} {
			status, out, complaint := callCommand("", args...)
			require.Equal(t, 2, status, args)
			require.Empty(t, out)
			require.Contains(t, complaint, "nothing is written onto its own input")
		}
	}
	status, _, complaint := callCommand("", "learn", "--scores", scores, "--scores-out", scores)
	require.Equal(t, 2, status)
	require.Contains(t, complaint, "--scores-out and --scores are one file")
	now, err := os.ReadFile(log)
	require.NoError(t, err)
	require.Equal(t, text, now)
}

func TestTwoOutputsAreTwoFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.csv")
	for _, other := range []string{path, filepath.Join(dir, "x", "..", "a.csv")} {
		status, _, complaint := callCommand("", "replay", "--jobs", path, "--swf", other, sampleFile())
		require.Equal(t, 2, status)
		require.Contains(t, complaint, "--jobs and --swf both write")
	}
	require.NoFileExists(t, path)
	must(t, "replay", "--jobs", path, "--swf", filepath.Join(dir, "a.swf"), sampleFile())
	require.Len(t, entries(t, dir), 2, "nothing else is left")
}

func entries(t *testing.T, dir string) []os.DirEntry {
	t.Helper()
	list, err := os.ReadDir(dir)
	require.NoError(t, err)
	return list
}

func TestAFileThatCanNotBeWrittenIsNamed(t *testing.T) {
	status, _, complaint := callCommand("", "synth", "--jobs", "200", "-o", filepath.Join(t.TempDir(), "nowhere", "x.swf"))
	require.Equal(t, 1, status)
	require.Contains(t, complaint, "x.swf can't be written")
}

// What can't be written, or would mix answers, is said before anything is computed.
func TestAnOutputIsLookedAtBeforeTheWork(t *testing.T) {
	log, dir := sampleFile(), t.TempDir()
	for says, x := range map[string]struct {
		status int
		args   string
	}{
		dir + " is a directory: name a file in it":                  {1, "compare --resamples 10000 --html " + dir},
		"none/a.html can't be written, " + dir + "/none: no such":   {1, "compare --resamples 10000 --html " + dir + "/none/a.html"},
		"--json and --csv both print the answer":                    {2, "compare --resamples 10000 --json --csv"},
		"--json and --jobs - both write standard output":            {2, "replay --json --jobs -"},
		"standard input is named 2 times and can be read once":      {2, "compare --resamples 10000 - -"},
		"--keep " + log + " is a file: name a folder, there or new": {1, "compare --keep " + log},
	} {
		status, out, said := callCommand("", append(strings.Fields(x.args), log)...)
		require.Equal(t, x.status, status, "%s: %s", x.args, said)
		require.Empty(t, out)
		require.Contains(t, said, says)
	}
	require.Empty(t, entries(t, dir))
}

// One output on standard output is all that is there, and the others are written.
func TestStandardOutputHasOneAnswer(t *testing.T) {
	dir := t.TempDir()
	svg, html := filepath.Join(dir, "a.svg"), filepath.Join(dir, "a.html")
	out := must(t, "replay", "--jobs", "-", "--svg", svg, "--html", html, sampleFile())
	require.Regexp(t, `^job,submit,start,end,procs,user\n(\d+(,-?\d+){5}\n)+$`, out)
	require.Len(t, entries(t, dir), 2)
	require.Regexp(t, `^<svg [^\x00]*</svg>\s*$`, must(t, "replay", "--svg", "-", sampleFile()))
}

func TestADeviceIsWrittenAsItIs(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs /dev/null and /dev/full")
	}
	must(t, "replay", "--jobs", "/dev/null", "--swf", "/dev/null", sampleFile())
	info, err := os.Stat("/dev/null")
	require.NoError(t, err)
	require.False(t, info.Mode().IsRegular())
	status, _, complaint := callCommand("", "replay", "--jobs", "/dev/full", sampleFile())
	require.Equal(t, 1, status)
	require.Contains(t, complaint, "no space left")
}

// full is a disk that takes no more.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestAnAnswerThatGoesNowhereIsAFailure(t *testing.T) {
	for _, args := range [][]string{{"help"}, {"-h"}, {"replay", "-h"}, {"replay", sampleFile()}, {"replay", "--json", sampleFile()},
		{"synth", "--jobs", "200"}, {"platform", "describe"}} {
		var complaint strings.Builder
		require.Equal(t, 1, shadowtime.Run(args, nil, full{}, &complaint), args)
		require.Contains(t, complaint.String(), "no space left", args)
	}
}

func TestAbsurdNumbersAreBadUse(t *testing.T) {
	for _, args := range [][]string{
		{"--procs", "-1"}, {"--procs", "9223372036854775807"}, {"--tau", "0"}, {"--tau", "9223372036854775807"},
	} {
		status, out, complaint := callCommand("", append([]string{"replay", sampleFile()}, args...)...)
		require.Equal(t, 2, status, args)
		require.Empty(t, out)
		require.Contains(t, complaint, args[0])
		require.Contains(t, complaint, "give", "what to do")
	}
}

func TestWorkersAreAFewForACore(t *testing.T) {
	args := []string{"compare", "--resamples", "2", "--weeks", "1", "--orders", "FCFS,SPF", "--json", sampleFile()}
	one := must(t, append(args, "--workers", "1")...)
	status, out, said := callCommand("", append(args, "--workers", "1000000")...)
	require.Zero(t, status)
	require.Equal(t, one, out)
	require.Contains(t, said, "--workers 1000000: ")
	for _, n := range []string{"0", "-3"} {
		status, _, complaint := callCommand("", append(args, "--workers", n)...)
		require.Equal(t, 2, status)
		require.Contains(t, complaint, "--workers "+n+": give 1 or more")
	}
}
