package slurm

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/slurm/site"
)

// accountOf is what a replay of a site's files says: its figures, and its notes with their counts.
func accountOf(files []site.File) (figures string, notes map[string]bool, err error) {
	s, err := site.Read(files, func(string, string) (f site.File, err error) { return f, fmt.Errorf("there is none") })
	if err != nil {
		return "", nil, err
	}
	x, err := Prepare(s, 0)
	if err != nil {
		return "", nil, err
	}
	a, err := Replay(s, x)
	if err != nil {
		return "", nil, err
	}
	notes = map[string]bool{}
	for _, n := range a.Caveats() {
		notes[n] = true
	}
	b, err := json.Marshal(a)
	var m map[string]json.RawMessage
	if err == nil {
		err = json.Unmarshal(b, &m)
	}
	for _, key := range []string{"notes", "why", "read", "left"} {
		delete(m, key)
	}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		figures += key + string(m[key]) + "\n"
	}
	return figures, notes, err
}

// looks is what a field is: a number, a time, or a word.
func looks(field string) string {
	for _, s := range []string{`^$`, `^-?[0-9.]+$`, `^[0-9]{4}-[0-9]{2}-[0-9]{2}T`} {
		if regexp.MustCompile(s).MatchString(field) {
			return s
		}
	}
	return "word"
}

// mutants are a text with one of its lines, or a field of one, dropped, doubled, swapped, shifted, joined or cut.
func mutants(text, separator string, from int, yield func(what, text string)) {
	lines := strings.SplitAfter(text, "\n")
	lines = lines[:len(lines)-1]
	with := func(what string, i int, put ...string) {
		yield(fmt.Sprint(what, " line ", i+1), strings.Join(slices.Concat(lines[:i], put, lines[i+1:]), ""))
	}
	for i := from; i < len(lines); i++ {
		line := strings.TrimRight(lines[i], "\n")
		with("double", i, line+"\n", line+"\n")
		if i+1 < len(lines) {
			with("join", i, line)
			with("join by a blank", i, line+" ")
		}
		f := strings.Split(line, separator)
		for j := range f {
			field := func(what string, list ...string) {
				with(fmt.Sprint(what, " field ", j+1, " of"), i, strings.Join(list, separator)+"\n")
			}
			before, after := f[:j:j], f[j+1:]
			field("drop", append(before, after...)...)
			field("double", append(append(before, f[j]), f[j:]...)...)
			field("shift right", append(append(before, ""), f[j:max(j, len(f)-1)]...)...)
			if looks(f[j]) != "word" || strings.Contains(f[j], "=") {
				field("a word behind", append(append(before, f[j]+"abc"), after...)...)
			}
			if len(after) > 0 && looks(f[j]) != looks(after[0]) {
				field("swap", append(append(before, after[0], f[j]), after[1:]...)...)
			}
		}
	}
	for at := len(text) - 2; at > max(0, len(text)-300); at -= 7 {
		if text[at-1] != '\n' { // a file of fewer lines is a file
			yield(fmt.Sprint("cut at byte ", at), text[:at])
		}
	}
}

// No figure of a replay moves without a word that is counted, whichever of a site's files is damaged.
func TestNoFigureOfASiteMovesWithoutAWord(t *testing.T) {
	all := map[string]site.File{}
	for _, f := range imported(t, "fair-tree") {
		all[f.Name] = f
	}
	jobs := all["sacct.psv"]
	lines := strings.SplitAfter(jobs.Text, "\n")
	jobs.Text = strings.Join(lines[:24], "")
	files := []site.File{all["scontrol-config.txt"], all["scontrol-partition.txt"], jobs}
	figures, notes, err := accountOf(files)
	require.NoError(t, err)
	made := 0
	var failed []string
	for k, separator := range []string{" ", " ", "|"} {
		n, step := 0, []int{fixture.ByDay(29, 1), fixture.ByDay(5, 1), fixture.ByDay(17, 1)}[k]
		mutants(files[k].Text, separator, min(k/2, 1), func(what, text string) {
			if n++; n%step > 0 {
				return
			}
			made++
			mutant := slices.Clone(files)
			mutant[k].Text = text
			got, said, err := accountOf(mutant)
			word := err != nil || got == figures
			for note := range said {
				word = word || !notes[note]
			}
			if !word {
				failed = append(failed, files[k].Name+": "+what)
			}
		})
	}
	require.Greater(t, made, 100)
	require.Empty(t, failed)
}
