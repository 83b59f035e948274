package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment"
	"shadowtime/core/study/keep"
)

// asCommand makes the test's own program be the command: processes that are killed
// must be real.
const asCommand = "SHADOWTIME_TEST_AS_COMMAND"

func command(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asCommand+"=1")
	return cmd
}

// questions are small ones of every kind that is kept, and other ways to ask.
func questions() map[string][]string {
	sample := sampleFile()
	list := map[string][]string{
		"compare": {"compare", "--resamples", "5", "--weeks", "2", "--orders", "FCFS,SAF", sample},
		"logs":    {"compare", "--resamples", "2", "--weeks", "2", "--orders", "FCFS,SAF", sample, secondFile()},
		"stop":    {"compare", "--resamples", "40", "--stop", "0.5", "--weeks", "2", "--orders", "FCFS,SPF", sample},
		"agent":   {"agent", "train", "--platform", "spread", "--episodes", "3", "--seeds", "4", sample, "--jobs-first", "60"},
	}
	for name, k := range kinds {
		if _, other := list[name]; !other && k.unkept == "" {
			list[name] = k.ask()
		}
	}
	if os.Getenv("SHADOWTIME_CAMPAIGNS") != "" { // years are among its ways to ask
		list["sensitivity"] = []string{"compare", "--sensitivity", "--resamples", "1", "--weeks", "2", "--orders", "FCFS,SAF", sample}
	}
	return list
}

// inputs have a merge read the files of a question.
func inputs(args []string) (list []string) {
	for _, path := range args {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			list = append(list, "--input", path)
		}
	}
	return list
}

func TestSharesMergedAreTheReportOfASingleRun(t *testing.T) {
	for _, k := range experiment.Kinds() {
		require.Equal(t, kinds[k.Name].unkept == "", questions()[k.Name] != nil, "a question of %s", k.Name)
	}
	for name, args := range questions() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "kept")
			once := must(t, append(args, "--json")...)
			merge := slices.Clip(append([]string{"merge", dir}, inputs(args)...))
			for share, workers := range map[string]string{"3/3": "7", "1/3": "1"} {
				status, out, said := callCommand("", append(args, "--keep", dir, "--share", share, "--workers", workers)...)
				require.Equal(t, 0, status, said)
				require.Empty(t, out)
				require.Contains(t, said, "shadowtime merge "+dir+" --input=", "with what it may read")
			}
			status, out, said := callCommand("", append(merge, "--json")...)
			require.Equal(t, 1, status)
			require.Empty(t, out)
			require.Contains(t, said, "are missing: 2")
			require.Contains(t, said, "--partial")
			must(t, append(args, "--keep", dir, "--share", "2/3")...)
			require.Equal(t, once, must(t, append(merge, "--json")...), "merged")
			require.Equal(t, once, must(t, append(args, "--keep", dir, "--json")...), "gone on with")
			if name == "compare" || fixture.Every() { // words are made of the same report
				require.Equal(t, must(t, args...), must(t, merge...), "in words")
			}
		})
	}
}

func TestWhatIsKeptIsNotComputedAgainAndMoreGoesOn(t *testing.T) {
	dir := t.TempDir()
	args := func(n string) []string {
		return []string{"compare", "--resamples", n, "--weeks", "2", "--orders", "FCFS,SAF", sampleFile(), "--json"}
	}
	must(t, append(args("3"), "--keep", dir)...)
	rows := func() int { return len(keptFiles(t, dir)) }
	require.Equal(t, 1, rows(), "a file a process")
	must(t, append(args("3"), "--keep", dir)...)
	require.Equal(t, 1, rows(), "nothing was left to do")
	require.Equal(t, must(t, args("5")...), must(t, append(args("5"), "--keep", dir)...))
	require.Equal(t, 2, rows())
	require.Equal(t, must(t, args("5")...), must(t, "merge", dir, "--input", sampleFile(), "--json"), "as it was asked last")
	require.Equal(t, must(t, args("3")...), must(t, append(args("3"), "--keep", dir)...), "fewer are shown of more")
}

func keptFiles(t *testing.T, dir string) []string {
	t.Helper()
	list, err := filepath.Glob(filepath.Join(dir, "*", "*"+keep.Ending))
	require.NoError(t, err)
	return list
}

func TestAFolderOfAnotherQuestionIsRefusedByName(t *testing.T) {
	dir := t.TempDir()
	manifest := filepath.Join(dir, manifestFile)
	must(t, "compare", "--resamples", "1", "--weeks", "2", "--orders", "FCFS,SAF", sampleFile(), "--keep", dir)
	for words, args := range map[string][]string{
		"another plan":           {"compare", "--resamples", "1", "--weeks", "1", "--orders", "FCFS,SAF", sampleFile()},
		"rows of compare":        {"online", "--resamples", "1", sampleFile()},
		"another log, sample":    {"compare", "--resamples", "1", "--weeks", "2", "--orders", "FCFS,SAF", secondFile()},
		"rows of 1, not of 2 lo": {"compare", "--resamples", "1", "--weeks", "2", "--orders", "FCFS,SAF", sampleFile(), secondFile()},
	} {
		status, out, said := callCommand("", append(args, "--keep", dir)...)
		require.Equal(t, 1, status)
		require.Empty(t, out)
		require.Contains(t, said, manifest+": this folder keeps ")
		require.Contains(t, said, words)
		require.Contains(t, said, "name another with --keep")
	}
	status, _, said := callCommand("", "merge", dir, "--input", sampleFile(), secondFile())
	require.Equal(t, 1, status)
	require.Contains(t, said, "rows of another log")
	require.NoError(t, os.WriteFile(manifest, []byte("{"), 0o600))
	status, _, said = callCommand("", "merge", dir, "--input", sampleFile())
	require.Equal(t, 1, status)
	require.Contains(t, said, manifest+" is no manifest")
	status, _, said = callCommand("", "merge", t.TempDir())
	require.Equal(t, 1, status)
	require.Contains(t, said, "no manifest.json")
}

const manifestFile = "manifest.json"

// manifestOf is what a folder of --keep says that it keeps.
type manifestOf struct {
	Format  string          `json:"format"`
	Build   string          `json:"build"`
	Verb    string          `json:"verb"`
	Flags   []string        `json:"flags"`
	Args    []string        `json:"args"`
	Parts   json.RawMessage `json:"parts"`
	Command string          `json:"command"`
}

// remade has a folder's manifest say something else, as whoever hands it on may.
func remade(t *testing.T, dir string, change func(m *manifestOf)) {
	t.Helper()
	path := filepath.Join(dir, manifestFile)
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	var m manifestOf
	require.NoError(t, json.Unmarshal(b, &m))
	change(&m)
	b, err = json.Marshal(m)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, b, 0o600))
}

func TestAManifestNamesNoOutput(t *testing.T) {
	dir, out := filepath.Join(t.TempDir(), "kept"), t.TempDir()
	saved, page := filepath.Join(out, "x.study.json"), filepath.Join(out, "x.html")
	args := []string{"compare", "--resamples", "2", "--weeks", "2", "--orders", "FCFS,SAF", sampleFile()}
	once := must(t, append(args, "--keep", dir, "--save", saved, "--html", page)...)
	b, err := os.ReadFile(filepath.Join(dir, manifestFile))
	require.NoError(t, err)
	require.NotContains(t, string(b), out, "what was asked is kept, and not what was written")
	whole, err := os.ReadFile(saved)
	require.NoError(t, err)
	require.NoError(t, os.Remove(saved))
	require.NoError(t, os.Remove(page))
	require.Equal(t, once, must(t, "merge", dir, "--input", sampleFile()))
	require.NoFileExists(t, saved)
	must(t, "merge", dir, "--input", sampleFile(), "--save", saved)
	again, err := os.ReadFile(saved)
	require.NoError(t, err)
	require.Equal(t, string(whole), string(again), "who merges says what is written")
}

func TestAMergeWritesNothingThatAManifestNames(t *testing.T) {
	dir, victim := filepath.Join(t.TempDir(), "kept"), filepath.Join(t.TempDir(), "dear.txt")
	args := []string{"compare", "--resamples", "2", "--weeks", "2", "--orders", "FCFS,SAF", sampleFile()}
	once := must(t, append(args, "--keep", dir)...)
	whole, err := os.ReadFile(filepath.Join(dir, manifestFile))
	require.NoError(t, err)
	unhurt := func() {
		t.Helper()
		b, err := os.ReadFile(victim)
		require.NoError(t, err)
		require.Equal(t, "dear", string(b))
	}
	require.NoError(t, os.WriteFile(victim, []byte("dear"), 0o600))
	said := "--html " + victim + " is passed over: merge writes what its own command line names"
	for _, change := range []func(m *manifestOf){
		func(m *manifestOf) { m.Flags = append(m.Flags, "--html="+victim) },
		func(m *manifestOf) { m.Flags = append([]string{"-html", victim}, m.Flags...) },
		func(m *manifestOf) { m.Args = append(m.Args, "--html", victim) },
		func(m *manifestOf) { m.Args = append([]string{"-html=" + victim}, m.Args...) },
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, manifestFile), whole, 0o600))
		remade(t, dir, change)
		status, out, errs := callCommand("", "merge", dir, "--input", sampleFile(), "--wait", "1s")
		require.Equal(t, 0, status, errs)
		require.Equal(t, once, out)
		require.Equal(t, 1, strings.Count(errs, said), errs)
		unhurt()
	}
	for words, change := range map[string]func(m *manifestOf){
		"is of convert, which keeps no tasks":  func(m *manifestOf) { m.Verb, m.Flags = "convert", []string{"-o", victim} },
		"is of resample, which keeps no tasks": func(m *manifestOf) { m.Verb, m.Flags = "resample", []string{"-o=" + victim} },
		"is of campaign, which keeps no tasks": func(m *manifestOf) { m.Verb, m.Args = "campaign", []string{"orders", "--html", victim} },
		`verb "merge" is not known`:            func(m *manifestOf) { m.Verb, m.Args = "merge", []string{dir, "--html", victim} },
		"it says --keep, which is not of the":  func(m *manifestOf) { m.Flags = append(m.Flags, "--keep", filepath.Dir(victim)) },
		"it says --slurm, which is not of the": func(m *manifestOf) { m.Flags = append(m.Flags, "--slurm", "--submit") },
		"defined: -no-such":                    func(m *manifestOf) { m.Flags = append(m.Flags, "--no-such") },
		"can't be asked: flag: help requested": func(m *manifestOf) { m.Flags = append(m.Flags, "-h") },
		"--model": func(m *manifestOf) {
			m.Verb, m.Flags, m.Args = "agent", []string{"--model", victim},
				[]string{"train"}
		},
		"--page " + victim + " is passed over": func(m *manifestOf) { m.Verb, m.Flags = "reproduce", []string{"--page", victim} },
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, manifestFile), whole, 0o600))
		remade(t, dir, change)
		status, _, errs := callCommand("", "merge", dir, "--input", sampleFile())
		require.NotEqual(t, 0, status, words)
		require.Contains(t, errs, words)
		unhurt()
	}
}

// A manifest that came with a folder has no file of this machine read that the caller has not
// named: it says which, and how to name it.
func TestAMergeReadsNothingThatAManifestNames(t *testing.T) {
	dir, secret := filepath.Join(t.TempDir(), "kept"), filepath.Join(t.TempDir(), "secret.txt")
	require.NoError(t, os.WriteFile(secret, []byte("password\n"), 0o600))
	args := []string{"compare", "--resamples", "2", "--weeks", "2", "--orders", "FCFS,SAF"}
	once := must(t, append(args, sampleFile(), "--keep", dir)...)
	whole, err := os.ReadFile(filepath.Join(dir, manifestFile))
	require.NoError(t, err)
	inside := filepath.Join(dir, "sample.swf")
	b, err := os.ReadFile(sampleFile())
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(inside, b, 0o600))
	require.NoError(t, os.Symlink(secret, filepath.Join(dir, "link.swf")))
	rest := func(change func(m *manifestOf), more ...string) (int, string, string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, manifestFile), whole, 0o600))
		remade(t, dir, change)
		return callCommand("", append([]string{"merge", dir}, more...)...)
	}
	named := func(path string) func(m *manifestOf) { return func(m *manifestOf) { m.Args = []string{path} } }
	platform := func(m *manifestOf) {
		m.Verb, m.Flags, m.Args = "train", []string{"--types", secret}, []string{inside}
	}
	options := filepath.Join(dir, "options.json")
	require.NoError(t, os.WriteFile(options, fmt.Appendf(nil, `{"workload_file_path": %q, "platform_file_path": "gaia"}`, secret), 0o600))
	linked := filepath.Join(dir, "types")
	require.NoError(t, os.Mkdir(linked, 0o700))
	require.NoError(t, os.Symlink(secret, filepath.Join(linked, "node_types.json")))
	agent := func(flags ...string) func(m *manifestOf) {
		return func(m *manifestOf) {
			m.Verb, m.Flags, m.Args = "agent", append(flags, "--agent=random"), []string{"test", inside}
		}
	}
	asked := func(m *manifestOf) {
		m.Verb, m.Flags, m.Args = "agent", []string{"--options", options, "--agent=random"}, []string{"test"}
	}
	up := filepath.Join(dir, "..", "..", filepath.Base(filepath.Dir(secret)), "secret.txt")
	for _, x := range []struct {
		change func(m *manifestOf)
		asks   string
		given  []string
	}{
		{asked, "the log " + secret, nil}, {agent("--platform", secret), "--platform " + secret, nil},
		{agent("--platform", linked), "--platform " + linked, nil},
		{named(secret), "the log " + secret, nil}, {named(filepath.Join(dir, "link.swf")), "the log " + dir, nil},
		{named(up), "the log ", nil}, {named(sampleFile()), "the log " + sampleFile(), nil},
		{named(secret), "the log " + secret, []string{"--input", sampleFile()}}, {platform, "--types " + secret, nil},
		{platform, "--types " + secret, []string{"--input", sampleFile()}}, {named("/dev/null"), "the log /dev/null", nil},
	} {
		status, out, said := rest(x.change, x.given...)
		require.Equal(t, 1, status, said)
		require.Empty(t, out)
		require.Contains(t, said, manifestFile+": it asks to read "+x.asks)
		require.Contains(t, said, "which lies outside of the folder: if that is meant, add --input ")
		require.NotContains(t, said, "password")
	}
	for _, x := range []struct {
		change func(m *manifestOf)
		given  []string
	}{{named(inside), nil}, {named(sampleFile()), []string{sampleFile()}}, {named(secret), []string{sampleFile()}},
		{named(sampleFile()), []string{"--input", sampleFile()}}} {
		status, out, said := rest(x.change, x.given...)
		require.Equal(t, 0, status, said)
		require.Equal(t, once, out)
	}
}

func TestNoOutputIsWrittenOverWhatIsKept(t *testing.T) {
	at := t.TempDir()
	dir, link, part := filepath.Join(at, "kept"), filepath.Join(at, "link"), filepath.Join(at, "part")
	args := []string{"compare", "--resamples", "2", "--weeks", "2", "--orders", "FCFS,SAF", sampleFile()}
	new := filepath.Join(at, "new")
	status, _, errs := callCommand("", append(args, "--keep", new, "--save", filepath.Join(new, "a.json"))...)
	require.Equal(t, 2, status)
	require.Contains(t, errs, "--save "+filepath.Join(new, "a.json")+" lies in "+new+", where tasks are kept, and nothing is written "+
		"over those: name a file elsewhere")
	require.NoDirExists(t, new)

	must(t, append(args, "--keep", dir)...)
	rows := keptFiles(t, dir)[0]
	require.NoError(t, os.Symlink(dir, link))
	require.NoError(t, os.Symlink(rows, filepath.Join(at, "rows.html")))
	require.NoError(t, os.Link(rows, filepath.Join(at, "hard.html")))
	require.NoError(t, os.Rename(filepath.Dir(rows), part)) // the part lies on another disk
	require.NoError(t, os.Symlink(part, filepath.Dir(rows)))
	require.NoError(t, os.MkdirAll(filepath.Join(at, "deep", "er"), 0o700))
	require.NoError(t, os.Symlink(filepath.Join(dir), filepath.Join(at, "deep", "er", "in")))
	t.Chdir(at)
	for _, path := range []string{
		filepath.Join(dir, "a.html"), filepath.Join(dir, manifestFile), rows, filepath.Join(dir, "not", "there", "a.html"),
		"kept/a.html", "./kept/../kept/a.html", "link/a.html", "deep/../link/a.html", "deep/er/in/../kept/manifest.json",
		"deep/er/in/a.html",
		"rows.html", "hard.html", "part/a.html", dir,
	} {
		for _, call := range [][]string{append(args, "--keep", dir, "--html", path), append(args, "--keep", "link", "--html", path),
			{"merge", dir, "--input", sampleFile(), "--html", path}} {
			was, err := os.ReadFile(rows)
			require.NoError(t, err)
			status, out, errs := callCommand("", call...)
			require.Equal(t, 2, status, "%v: %s", call, errs)
			require.Empty(t, out)
			require.Contains(t, errs, "--html "+path+" lies in ")
			is, err := os.ReadFile(rows)
			require.NoError(t, err)
			require.Equal(t, was, is)
		}
	}
	require.NoFileExists(t, filepath.Join(dir, "a.html"))
	must(t, append(args, "--keep", dir, "--html", "kept-beside.html")...)
	require.FileExists(t, "kept-beside.html")
}

func TestAMergedLogMayBeElsewhere(t *testing.T) {
	dir, moved := t.TempDir(), filepath.Join(t.TempDir(), "sample.swf")
	b, err := os.ReadFile(sampleFile())
	require.NoError(t, err)
	args := []string{"compare", "--resamples", "2", "--weeks", "2", "--orders", "FCFS,SAF", "--json"}
	status, once, said := callCommand(string(b), append(args, "--keep", dir, "-")...)
	require.Equal(t, 0, status, said)
	require.NoError(t, os.WriteFile(moved, b, 0o600))
	merged := must(t, "merge", dir, "--input", sampleFile(), "--json", moved)
	require.Equal(t, once, merged)
}

func TestPartOfATaskIsReportedWhenAsked(t *testing.T) {
	dir := t.TempDir()
	must(t, "compare", "--resamples", "7", "--weeks", "2", "--orders", "FCFS,SAF", sampleFile(), "--keep", dir, "--share", "1/2")
	status, out, said := callCommand("", "merge", "--partial", dir, "--input", sampleFile())
	require.Equal(t, 0, status, said)
	require.Contains(t, out, "4 resamples")
	require.Contains(t, said, "partial: 4 of 8 resamples of sample, the log itself first are missing: 0, 2, 4, 6")
}

func TestBadUseOfCampaignsIsSaid(t *testing.T) {
	log, dir := sampleFile(), t.TempDir()
	for words, args := range map[string][]string{
		"say with --keep":                {"compare", log, "--share", "1/2"},
		"--slurm: say with --keep":       {"compare", log, "--slurm"},
		"--submit goes with --slurm":     {"compare", log, "--submit", "--keep", dir},
		"--shares goes with --slurm":     {"compare", log, "--shares", "3", "--keep", dir},
		"--shares -1: give 1 to 100000":  {"compare", log, "--shares", "-1", "--slurm", "--keep", dir},
		"write i/n":                      {"compare", log, "--keep", dir, "--share", "3/2"},
		"weights follow from the round":  {"tune", log, "--mix", "--keep", dir, "--share", "1/2"},
		"follows from the pairs":         {"choose", log, "--keep", dir, "--slurm"},
		"a single replay is no campaign": {"predict", log, "--keep", dir},
		"no folder":                      {"merge"},
	} {
		status, out, said := callCommand("", args...)
		require.Equal(t, 2, status, "%v: %s", args, said)
		require.Empty(t, out)
		require.Contains(t, said, words)
	}
}

// ---- faults

func TestADamagedFileIsNamedAndItsTasksComputedAgain(t *testing.T) {
	fixture.Long(t)
	dir := t.TempDir()
	args := []string{"compare", "--resamples", "4", "--weeks", "2", "--orders", "FCFS,SAF", sampleFile(), "--json"}
	once := must(t, append(args, "--keep", dir)...)
	path := keptFiles(t, dir)[0]
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	for words, change := range map[string]func(b []byte) []byte{
		"its last record was cut off": func(b []byte) []byte { return b[:len(b)-5] },
		"1 record in it is damaged":   func(b []byte) []byte { b[len(b)/2] ^= 4; return b },
		"head is cut off or damaged":  func(b []byte) []byte { b[30] ^= 1; return b },
	} {
		for _, f := range keptFiles(t, dir) {
			require.NoError(t, os.Remove(f))
		}
		require.NoError(t, os.WriteFile(path, change(bytes.Clone(whole)), 0o600))
		status, out, said := callCommand("", "merge", dir, "--input", sampleFile())
		require.Equal(t, 1, status)
		require.Empty(t, out)
		require.Contains(t, said, path+": ")
		require.Contains(t, said, words)
		require.Contains(t, said, "missing")
		status, out, said = callCommand("", append(args, "--keep", dir)...)
		require.Equal(t, 0, status)
		require.Equal(t, 1, strings.Count(said, path+": "), said)
		require.Equal(t, once, out)
		require.Equal(t, once, must(t, "merge", dir, "--input", sampleFile(), "--json"))
	}
}

func TestRowsOfAnotherBuildAreNamedAndPassedOver(t *testing.T) {
	dir := t.TempDir()
	args := []string{"compare", "--resamples", "2", "--weeks", "2", "--orders", "FCFS,SAF", sampleFile(), "--json"}
	once := must(t, append(args, "--keep", dir)...)
	path := keptFiles(t, dir)[0]
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	of, rows, _, _, err := keep.Parse(b)
	require.NoError(t, err)
	of.Build = "commit 0123456789ab"
	b = of.Head()
	for _, r := range rows {
		b = append(b, of.Record(r.Row)...)
	}
	require.NoError(t, os.WriteFile(path, b, 0o600))
	status, out, said := callCommand("", append(args, "--keep", dir)...)
	require.Equal(t, 0, status)
	require.Equal(t, once, out)
	require.Contains(t, said, path+": passed over: its 3 rows were computed by another version of Shadowtime, commit 0123456789ab, and "+
		"this is ")
}

func TestAFolderThatTakesNoFilesIsSaidBeforeAnythingIsComputed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	paths := []string{filepath.Join(file, "below")}
	if os.Geteuid() != 0 {
		locked := t.TempDir()
		require.NoError(t, os.Chmod(locked, 0o500))
		paths = append(paths, locked)
	}
	for _, path := range paths {
		status, out, said := callCommand("", "compare", "--resamples", "10000", sampleFile(), "--keep", path)
		require.Equal(t, 1, status)
		require.Empty(t, out)
		require.Contains(t, said, path)
	}
}

func TestTwoRunsOnOneFolderAreOneReport(t *testing.T) {
	fixture.Long(t)
	dir := t.TempDir()
	args := []string{"compare", "--resamples", "12", "--weeks", "2", "--orders", "FCFS,SAF", sampleFile(), "--json"}
	once := must(t, args...)
	outs := make(chan string)
	for range 3 {
		go func() {
			_, out, _ := callCommand("", append(args, "--keep", dir)...)
			outs <- out
		}()
	}
	for range 3 {
		require.Equal(t, once, <-outs)
	}
	require.Equal(t, once, must(t, "merge", dir, "--input", sampleFile(), "--json"))
}

func TestAMergeWaitsForFilesThatAreSeenLate(t *testing.T) {
	fixture.Long(t)
	dir, late := t.TempDir(), t.TempDir()
	args := []string{"compare", "--resamples", "3", "--weeks", "2", "--orders", "FCFS,SAF", sampleFile()}
	once := must(t, append(args, "--json")...)
	must(t, append(args, "--keep", dir, "--share", "1/2")...)
	must(t, append(args, "--keep", late, "--share", "2/2")...)
	from := keptFiles(t, late)[0]
	b, err := os.ReadFile(from)
	require.NoError(t, err)
	to := filepath.Join(dir, filepath.Base(filepath.Dir(from)), filepath.Base(from))
	require.NoError(t, os.WriteFile(to, b[:len(b)-40], 0o600)) // half of it first
	var out bytes.Buffer
	said := &hearing{heard: func() { require.NoError(t, os.WriteFile(to, b, 0o600)) }}
	status := shadowtime.Run([]string{"merge", dir, "--input", sampleFile(), "--json", "--wait", "5m"}, strings.NewReader(""), &out, said)
	require.Equal(t, 0, status, said.String())
	require.Contains(t, said.String(), to, "it says what it can't read yet")
	require.Equal(t, once, out.String())
}

// hearing does something when the first is written to it.
type hearing struct {
	bytes.Buffer
	heard func()
}

func (h *hearing) Write(b []byte) (int, error) {
	if h.Len() == 0 {
		h.heard()
	}
	return h.Buffer.Write(b)
}

// ---- processes that are ended

// ending starts a campaign of small tasks, ends it after a time, and says how.
func ending(t *testing.T, dir string, resamples int, wait func(), with syscall.Signal) (status int, said string) {
	t.Helper()
	cmd := command("compare", "--resamples", strconv.Itoa(resamples), "--weeks", "6", "--orders", "FCFS,SAF,SPF", sampleFile(), "--keep",
		dir, "--json", "--workers", "2")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	require.NoError(t, cmd.Start())
	wait()
	_ = cmd.Process.Signal(with)
	_ = cmd.Wait()
	return cmd.ProcessState.ExitCode(), errs.String()
}

// until waits for what another process does; the limit is there for a test that would hang.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	require.Eventually(t, holds, 5*time.Minute, time.Millisecond, what)
}

// keptBytes is how long the files of a folder are together.
func keptBytes(t *testing.T, dir string) (n int) {
	t.Helper()
	for _, f := range keptFiles(t, dir) {
		if info, err := os.Stat(f); err == nil {
			n += int(info.Size())
		}
	}
	return n
}

func countKept(t *testing.T, dir string) (n int) {
	t.Helper()
	for _, f := range keptFiles(t, dir) {
		b, err := os.ReadFile(f)
		require.NoError(t, err)
		_, rows, damaged, _, _ := keep.Parse(b)
		require.Zero(t, damaged)
		n += len(rows)
	}
	return n
}

func TestCtrlCKeepsWhatIsDoneAndSaysHowToGoOn(t *testing.T) {
	fixture.Long(t)
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		dir := filepath.Join(t.TempDir(), "kept")
		kept := func() bool { return keptBytes(t, dir) > 4096 } // more than a file's head
		status, said := ending(t, dir, 900, func() { until(t, "rows are kept", kept) }, s)
		require.Equal(t, 128+int(s), status, said)
		require.Contains(t, said, "are kept in "+dir+"; the same command goes on from there")
		require.Contains(t, said, " "+strconv.Itoa(countKept(t, dir))+" of 901 ")
	}
}

func TestAKilledProcessLosesNoFinishedTaskAndWritesNoWrongOne(t *testing.T) {
	fixture.Long(t)
	moments := 4
	if os.Getenv("SHADOWTIME_CAMPAIGNS") != "" {
		moments = 50
	}
	dir := filepath.Join(t.TempDir(), "kept")
	r := rand.New(rand.NewPCG(1, 50))
	before := 0
	for range moments {
		more := keptBytes(t, dir) + r.IntN(8000)
		ending(t, dir, 300, func() { until(t, "more is kept", func() bool { return keptBytes(t, dir) > more }) }, syscall.SIGKILL)
		now := countKept(t, dir)
		require.GreaterOrEqual(t, now, before)
		before = now
	}
	require.Positive(t, before)
	args := []string{"compare", "--resamples", "300", "--weeks", "6", "--orders", "FCFS,SAF,SPF", sampleFile(), "--json"}
	if moments < 50 { // fewer are enough to compare
		args[2] = "12"
	}
	require.Equal(t, must(t, args...), must(t, append(args, "--keep", dir)...))
}

func TestAReproductionGoesOn(t *testing.T) {
	fixture.Long(t)
	dir := t.TempDir()
	ask := func(n string, more ...string) string {
		return must(t, append([]string{"reproduce", "--study", "heterogeneous", "--resamples", n, "--json"}, more...)...)
	}
	once := ask("3")
	require.Equal(t, ask("2"), ask("2", "--keep", dir))
	had := len(keptFiles(t, dir))
	require.Equal(t, once, ask("3", "--keep", dir))
	require.Equal(t, 2*had, len(keptFiles(t, dir)))
	require.Equal(t, once, must(t, "merge", dir, "--input", sampleFile(), "--json"))
}
