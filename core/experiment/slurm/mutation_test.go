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
	jobcomp := strings.HasPrefix(text, "JobId=")
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
			_, value, pair := strings.Cut(f[j], "=") // of jobcomp a word is a name, and another is another's
			if looks(f[j]) != "word" || pair && (!jobcomp || looks(value) != "word") {
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

// damage is a file among those of a site, and how its lines are damaged.
type damage struct {
	name      string
	files     []site.File
	of        int // the file that is
	separator string
	from      int // the first line
	step      int // each so many mutants are tried
}

// beginning is a file's first lines.
func beginning(f site.File, lines int) site.File {
	list := strings.SplitAfter(f.Text, "\n")
	f.Text = strings.Join(list[:min(lines, len(list))], "")
	return f
}

// damages are of every kind of file that a replay reads, of two sites.
func damages(t *testing.T) []damage {
	all := map[string]site.File{}
	for _, f := range imported(t, "fair-tree") {
		all[f.Name] = f
	}
	for _, name := range []string{"config.txt", "partition.txt", "node.txt", "jobs.psv"} {
		all[name] = site.File{Name: name, Text: string(fixture.Bytes(t, "golden", "slurm-nodes", "import-e-cores-shared", name))}
	}
	answer := all["sacct.json"]
	for range 8 { // jobs
		end := strings.LastIndex(answer.Text[:len(answer.Text)/2], "\n    },\n    {")
		answer.Text = answer.Text[:max(end, 0)]
		if len(answer.Text) < 50_000 {
			break
		}
	}
	answer.Text += "\n    }\n  ]\n}\n"
	jobs := beginning(all["sacct.psv"], 24)
	site1 := []site.File{all["scontrol-config.txt"], all["scontrol-partition.txt"], jobs}
	crew := append(slices.Clone(site1), all["sshare.psv"], all["sacctmgr-assoc.psv"], all["sacctmgr-qos.psv"])
	with := func(f site.File) []site.File { return []site.File{site1[0], site1[1], f} }
	nodes := []site.File{all["config.txt"], all["partition.txt"], beginning(all["jobs.psv"], 24), all["node.txt"]}
	return []damage{{"configuration", site1, 0, " ", 0, fixture.ByDay(29, 1)}, {"partitions", site1, 1, " ", 0, fixture.ByDay(5, 1)},
		{"sacct", site1, 2, "|", 1, fixture.ByDay(17, 1)}, {"shares", crew, 3, "|", 1, fixture.ByDay(5, 1)},
		{"associations", crew, 4, "|", 1, fixture.ByDay(11, 1)}, {"QOS", crew, 5, "|", 1, fixture.ByDay(5, 1)},
		{"jobcomp", with(beginning(all["jobcomp.txt"], 12)), 2, " ", 0, fixture.ByDay(19, 1)},
		{"JSON", with(answer), 2, ": ", 0, fixture.ByDay(211, 3)}, {"nodes", nodes, 3, " ", 0, fixture.ByDay(23, 1)}}
}

// No figure of a replay moves without a word that is counted, whichever of a site's files is damaged.
func TestNoFigureOfASiteMovesWithoutAWord(t *testing.T) {
	fixture.Long(t)
	for _, x := range damages(t) {
		figures, notes, err := accountOf(x.files)
		require.NoError(t, err, x.name)
		n, made := 0, 0
		var failed []string
		mutants(x.files[x.of].Text, x.separator, x.from, func(what, text string) {
			if n++; n%x.step > 0 {
				return
			}
			made++
			mutant := slices.Clone(x.files)
			mutant[x.of].Text = text
			got, said, err := accountOf(mutant)
			word := err != nil || got == figures
			for note := range said {
				word = word || !notes[note]
			}
			if !word {
				failed = append(failed, x.name+": "+what)
			}
		})
		require.Greater(t, made, 20, x.name)
		require.Empty(t, failed)
	}
}
