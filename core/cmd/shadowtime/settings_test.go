package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cmd/cli"
	"shadowtime/core/experiment/online"
	"shadowtime/core/job"
	"shadowtime/core/study"
)

// explained is a verb that was asked for -h.
func explained(t *testing.T, name string) (*cli.Call, string) {
	t.Helper()
	v := shadowtime.Find(name)
	require.NotNil(t, v, name)
	var out bytes.Buffer
	c := cli.NewCall(&shadowtime, v, []string{"-h"}, nil, &out, &out)
	require.ErrorIs(t, v.Run.Run(c), flag.ErrHelp)
	return c, out.String()
}

func keysOf(list study.Settings) (keys []string) {
	for _, s := range list {
		keys = append(keys, s.Key)
	}
	return keys
}

// A link and a command line call a value by the same name, and no value of a
// plan is out of a script's reach.
func TestTheSettingsOfAStudyAreTheFlagsOfItsVerb(t *testing.T) {
	eachKind(t, func(t *testing.T, name string, x kind) {
		if x.plan == nil {
			return
		}
		c, help := explained(t, x.verb.Name)
		var keys, others []string
		all := append([]string{"csv", "json", "keep", "share", "shares", "slurm", "submit", "workers"}, x.others...)
		for _, s := range x.plan().Settings() {
			keys = append(keys, s.Key)
			for _, other := range s.Old {
				all = append(all, other)
				require.Contains(t, help, "\n  --"+other)
				require.Contains(t, help, "the same as --"+s.Key)
			}
			f := c.Flags.Lookup(s.Key)
			require.NotNil(t, f, "%s --%s", name, s.Key)
			require.Equal(t, s.Get(), f.DefValue)
			require.Contains(t, help, "\n  --"+s.Key)
			require.Contains(t, help, s.Usage())
			for _, o := range s.Options {
				require.Regexp(t, `--`+s.Key+` .*\b`+o.Value+`\b`, help)
			}
		}
		require.Equal(t, append(keys, x.further...), keysOf(c.Settings(false)))
		require.Equal(t, x.idle, keysOf(c.Settings(true)))
		c.Flags.VisitAll(func(f *flag.Flag) {
			if c.Settings(false).Find(f.Name) == nil && c.Settings(true).Find(f.Name) == nil {
				others = append(others, f.Name)
			}
		})
		if x.unsaved == "" {
			all = append(all, "continue", "html", "save")
		}
		require.ElementsMatch(t, all, others)
	})
}

// Whatever is no value of any setting.
func TestABadValueIsBadUseThatNamesFlagAndValue(t *testing.T) {
	path := sampleFile()
	n := 0
	for _, name := range []string{"replay", "compare", "online", "tune", "resample"} {
		c, _ := explained(t, name)
		for _, s := range append(c.Settings(false), c.Settings(true)...) {
			status, out, errs := callCommand("", name, path, "--"+s.Key+"=~")
			require.Equal(t, 2, status, "%s --%s: %s", name, s.Key, errs)
			require.Empty(t, out)
			begin := "shadowtime " + name + ": --" + s.Key + ` "~": `
			require.True(t, strings.HasPrefix(errs, begin), errs)
			require.Greater(t, len(strings.TrimPrefix(errs, begin)), 10, "a remedy")
			n++
		}
	}
	require.Greater(t, n, 60)
}

func TestRulesStandOnTheLineOrInAFile(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	lines := file("rules.txt", "# by day\nend by 17 Mon-Fri over 4h\n4 jobs a user\n")
	report := file("rules.json", `{"rules": [{"text": "end by 17:00 Mon-Fri over 4h", "broken": 3}, {"text": "4 jobs a user"}]}`)
	const want = "end by 17:00 Mon-Fri over 4h; 4 jobs a user"
	for _, text := range []string{lines, report, want} {
		require.Contains(t, must(t, "replay", "--rules", text, sampleFile()), want)
		var r struct{ Plan struct{ Rules string } }
		out := must(t, "compare", "--orders", "SPF", "--weeks", "1", "--resamples", "1", "--rules", text, "--json", sampleFile())
		require.NoError(t, json.Unmarshal([]byte(out), &r))
		require.Equal(t, want, r.Plan.Rules)
	}
	status, out, _ := callCommand("1 job of queue 3", "replay", "--rules", "-", sampleFile())
	require.Zero(t, status)
	require.Contains(t, out, "1 job of queue 3")
	bad := file("bad.txt", "4 jbos a user\n")
	status, _, errs := callCommand("", "replay", "--rules", bad, sampleFile())
	require.Equal(t, 1, status)
	require.Contains(t, errs, bad+`: rules "4 jbos a user\n": "jbos" is not known there; write it as in 4 jobs`)
	status, _, errs = callCommand("", "replay", "--rules", "rules.yaml", sampleFile())
	require.Equal(t, 2, status)
	require.Contains(t, errs, "there is no file of that name")
	status, _, errs = callCommand("", "replay", "--rules", lines, "--jobs", lines, sampleFile())
	require.Equal(t, 2, status)
	require.Contains(t, errs, "are one file")
	status, _, errs = callCommand("", "replay", "--users", "react", "--rules", "1 job", sampleFile())
	require.Equal(t, 2, status)
	require.Contains(t, errs, "leave --rules out")
}

// ruled are the cleaning rules in a report.
func ruled(t *testing.T, args ...string) job.Rules {
	t.Helper()
	var r struct{ Plan struct{ Clean job.Rules } }
	require.NoError(t, json.Unmarshal([]byte(must(t, append(args, "--json")...)), &r))
	return r.Plan.Clean
}

func TestSettingsAreSetInTheirOwnOrderWhateverThatOfTheLine(t *testing.T) {
	fixture.Long(t)
	for _, line := range [][]string{
		{"compare", "--weeks", "2", "--resamples", "1", "--orders", "FCFS", sampleFile()},
		{"online", "--weeks", "2", "--resamples", "1", "--orders", "FCFS", "--strategies", "fixed:FCFS", sampleFile()},
		{"tune", "--weeks", "1", "--pairs", "FCFS x FCFS", "--threshold", "none", weeksFile()},
	} {
		for _, c := range []struct {
			flags []string // in pairs of a flag and its value
			want  job.Rules
		}{
			{[]string{"--clean", "none", "--dialect", "pyss"}, job.Rules{Overrun: job.Swap, OneSecond: true}},
			{[]string{"--clean", "none", "--dialect", "pyss", "--overrun", "kill"}, job.Rules{Overrun: job.Kill, OneSecond: true}},
			{[]string{"--clean", "none", "--dialect", "pyss", "--overrun", "drop"}, job.Rules{Overrun: job.DropOverrun, OneSecond: true}},
			{[]string{"--clean", "none", "--dialect", "ocs", "--overrun", "kill"}, job.Rules{Overrun: job.Kill}},
			{[]string{"--clean", "none", "--flurry", "90"}, job.Rules{Flurry: 90}},
		} {
			require.Equal(t, c.want, ruled(t, append(line, c.flags...)...), "%v", c.flags)
			var reversed []string
			for pair := range slices.Chunk(c.flags, 2) {
				reversed = append(slices.Clone(pair), reversed...)
			}
			require.Equal(t, c.want, ruled(t, append(line, reversed...)...), "%v", reversed)
		}
	}
	text := "; MaxProcs: 4\n"
	for day := range 22 { // every other job runs past its request
		text += fmt.Sprintf("%d %d -1 %d 4 -1 -1 4 10 -1 1 1 1 1 1 1 -1 -1\n", day+1, day*job.Day, 5+day%2*900)
	}
	log := writeLog(t, text)
	for _, line := range [][]string{{"replay", "--swf", "-", log}, {"resample", "--variant", "shuffle", "--weeks", "2", log}} {
		dropped := must(t, append(line, "--overrun", "drop", "--dialect", "pyss")...)
		require.Equal(t, dropped, must(t, append(line, "--dialect", "pyss", "--overrun", "drop")...))
		require.Less(t, strings.Count(dropped, "\n"), strings.Count(must(t, append(line, "--dialect", "pyss")...), "\n"))
	}
}

func TestASwitchStandsAloneOrWithItsValue(t *testing.T) {
	args := []string{"online", "--json", "--weeks", "2", "--resamples", "1", "--orders", "FCFS", "--strategies", "fixed:FCFS"}
	for _, c := range []struct {
		flags           []string
		first, discount bool
	}{
		{nil, true, false},
		{[]string{"--untried-first=false", "--discount-jobs"}, false, true},
		{[]string{"--untried-first", "--discount-jobs=true"}, true, true},
		{[]string{"--discount-jobs", "--discount-jobs=false"}, true, false},
	} {
		var r struct{ Plan online.Plan }
		out := must(t, append(append(slices.Clone(args), c.flags...), sampleFile())...)
		require.NoError(t, json.Unmarshal([]byte(out), &r))
		require.Equal(t, c.first, r.Plan.UntriedFirst, "%v", c.flags)
		require.Equal(t, c.discount, r.Plan.DiscountJobs, "%v", c.flags)
	}
}

// Scripts give every verb the same flags: those that change nothing are still
// checked.
func TestIdleFlagsAreTakenAndChangeNothing(t *testing.T) {
	fixture.Long(t)
	for _, x := range []struct{ verb, flags []string }{
		{[]string{"online", "--weeks", "2", "--resamples", "1", "--strategies", "random"}, []string{"--tau", "60"}},
		{[]string{"resample", "--weeks", "2"}, []string{"--tau", "60", "--threshold", "20h", "--backfilling", "none", "--promises",
			"kept", "--json"}},
		{[]string{"tune", "--weeks", "1", "--pairs", "SPF x SPF"}, []string{"--backfilling", "easy", "--promises", "kept"}},
	} {
		args := append(x.verb, weeksFile())
		require.Equal(t, must(t, args...), must(t, append(args, x.flags...)...))
	}
}
