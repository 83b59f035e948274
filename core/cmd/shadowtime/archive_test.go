package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/report/archive"
)

func TestAStudyThatWasSavedIsShownAsItWasComputed(t *testing.T) {
	fixture.Long(t)
	eachKind(t, func(t *testing.T, _ string, k kind) {
		if k.unsaved != "" {
			return
		}
		dir := t.TempDir()
		study, page := filepath.Join(dir, "a.study.json"), filepath.Join(dir, "a.html")
		ask := k.ask(k.saved...)
		json := must(t, append(ask, "--json", "--save", study, "--html", page)...)
		shown := strings.ReplaceAll(must(t, append(ask, "--continue", study)...), k.file(), logName(k.file()))
		require.Equal(t, shown, must(t, "show", study))
		require.Equal(t, json, must(t, "show", "--json", study))
		require.Equal(t, must(t, append(ask, "--csv")...), must(t, "show", "--csv", study))
		written, err := os.ReadFile(page)
		require.NoError(t, err)
		require.Equal(t, string(written), must(t, "show", "--html", "-", study))
		require.Contains(t, string(written), "<pre>shadowtime "+k.small[0]+" ")
		require.Contains(t, string(written), "<svg ")
		for _, no := range []string{"<script", "NaN", "src=", "url("} {
			require.NotContains(t, string(written), no)
		}
		saved, err := os.ReadFile(study)
		require.NoError(t, err)
		require.Equal(t, string(saved), must(t, append(ask, "--save", "-", "--continue", study)...))
	})
}

// logName is what reports call a log of that path.
func logName(path string) string {
	name, _, _ := strings.Cut(filepath.Base(path), ".swf")
	return name
}

// Windows that judge are kept with the order; of another order others are computed.
func TestALearnedOrderIsKeptWithTheWindowsThatJudgedIt(t *testing.T) {
	dir := t.TempDir()
	study, more, bare := filepath.Join(dir, "a.study.json"), filepath.Join(dir, "b.study.json"), filepath.Join(dir, "c.study.json")
	ask := slices.Concat(kinds["learn"].small, kinds["learn"].saved)
	must(t, append(ask, "--save", study, weeksFile())...)
	pairs := []string{"learn", "--continue", study, "--pairs", "14", weeksFile()}
	require.Equal(t, must(t, append(ask, "--pairs", "14", "--json", weeksFile())...), must(t, append(pairs, "--json")...),
		"they judge what is learned now")
	must(t, append(pairs, "--save", more)...)
	for path, windows := range map[string]bool{study: true, more: true} {
		s := readStudy(t, path)
		require.Len(t, s.Also, 1)
		require.Equal(t, windows, len(s.Also[0].Known) > 1)
		require.Contains(t, must(t, "show", path), "Windows of 7 days")
	}
	require.NotEqual(t, readStudy(t, study).Also[0].Known, readStudy(t, more).Also[0].Known)
	must(t, "learn", "--continue", study, "--judge=false", "--save", bare, weeksFile())
	require.Empty(t, readStudy(t, bare).Also)
	require.NotContains(t, must(t, "show", bare), "windows of the log")
	require.Contains(t, readStudy(t, study).Said.Command, "--judge --orders FCFS,SAF --days 7 ")
	require.NotContains(t, readStudy(t, bare).Said.Command, "--judge")
}

// Of a platform's own jobs both forms are trained, and both are kept.
func TestTwoFormsOfAgentsAreKeptTogether(t *testing.T) {
	fixture.Long(t)
	study := filepath.Join(t.TempDir(), "a.study.json")
	ask := []string{"train", "--platform", "spread", "--jobs", "own", "--baseline", "mean", "--seeds", "2", "--episodes", "20", weeksFile()}
	json := must(t, append(ask, "--json", "--save", study)...)
	require.Contains(t, json, `"otherForm"`)
	require.Equal(t, json, must(t, "show", "--json", study))
	s := readStudy(t, study)
	require.Len(t, s.Also, 1)
	require.Len(t, s.Also[0].Known, 3)
	require.Contains(t, s.Said.Found, "In the plain form, as published,")
	require.Contains(t, strings.Join(s.Said.Cautions, " "), "their networks, are not in a study")
	require.Equal(t, must(t, append(ask, "--seeds", "3", "--json")...), must(t, "train", "--continue", study, "--seeds", "3",
		"--json", weeksFile()))
}

func readStudy(t *testing.T, path string) *archive.File {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	s, err := archive.Read(string(b))
	require.NoError(t, err)
	return s
}

func TestAStudyIsGoneOnFromOnItsOwnLogAndPlanAlone(t *testing.T) {
	study := filepath.Join(t.TempDir(), "a.study.json")
	compare := kinds["compare"]
	ask := compare.ask()
	must(t, append(ask, "--save", study)...)
	whole := must(t, append(ask, "--resamples", "6", "--json")...)
	require.Equal(t, whole, must(t, "compare", "--continue", study, "--resamples", "6", "--json", weeksFile()),
		"what it asked stands without a flag")

	for said, args := range map[string][]string{
		"is of the log": {"compare", "--continue", study, sampleFile()},
		`--threshold none: ` + study + ` was computed with`: {"compare", "--continue", study, "--threshold", "none", weeksFile()},
		"is a study of another kind, compare":               {"online", "--continue", study, weeksFile()},
		"is of one log, 2 are given":                        {"compare", "--continue", study, weeksFile(), sampleFile()},
		"this is no saved study":                            {"compare", "--continue", weeksFile(), sampleFile()},
		"--save and --continue are one file":                {"compare", "--continue", study, "--save", study, weeksFile()},
		"are of a study: ask for one with --resamples":      {"predict", "--save", study + "x", weeksFile()},
	} {
		status, out, errs := callCommand("", args...)
		require.NotZero(t, status)
		require.Empty(t, out)
		require.Contains(t, errs, said)
	}
}

func TestAStudyOfThePageAloneIsShownInItsOwnWords(t *testing.T) {
	study := filepath.Join(t.TempDir(), "a.study.json")
	compare := kinds["compare"]
	must(t, compare.ask("--save", study)...)
	s := readStudy(t, study)
	s.Kind = "gang"
	require.NoError(t, os.WriteFile(study, s.Encode(), 0o600))
	out := must(t, "show", study)
	require.Contains(t, strings.Join(strings.Fields(out), " "), strings.Join(strings.Fields(s.Said.Found), " "))
	page := must(t, "show", "--html", "-", study)
	require.Contains(t, page, "A study of kind gang")
	require.Contains(t, page, "<pre>"+s.Said.Command+"</pre>")
	status, _, errs := callCommand("", "show", "--json", study)
	require.Equal(t, 2, status)
	require.Contains(t, errs, "drop it there")
}
