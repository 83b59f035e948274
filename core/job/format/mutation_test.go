package format_test

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/job"
	"shadowtime/core/job/account"
	"shadowtime/core/job/format"
	"shadowtime/core/job/hostile"
)

// shape is what a field looks like.
func shape(field string) string {
	for _, s := range []struct{ name, like string }{{"nothing", `^$`}, {"number", `^-?[0-9]+(\.[0-9]+)?$`},
		{"date", `^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ]`}, {"duration", `^([0-9]+-)?[0-9]+:[0-9:.]+$`}, {"quoted", `^".*"$`}} {
		if regexp.MustCompile(s.like).MatchString(field) {
			return s.name
		}
	}
	return "word"
}

// mutants tries changes of one file.
type mutants struct {
	t      *testing.T
	name   string
	rows   string
	counts map[string]int // of what the file says against itself
	made   int
	failed []string
}

var counted = regexp.MustCompile(`^([0-9]+)( of [0-9]+ jobs?)?`)

// reading is what a file says: its jobs, and how often what is said against it.
func reading(name string, b []byte) (rows string, counts map[string]int) {
	counts = map[string]int{}
	l, err := job.ReadFrom(bytes.NewReader(b), format.NewReaderWith(name, account.Options{}))
	if err != nil {
		counts["error"]++
	}
	if l == nil {
		return "", counts
	}
	var s strings.Builder
	for r := range l.Rows() {
		fmt.Fprintln(&s, r[job.Submit], r[job.Wait], r[job.Run], r[job.Alloc], r[job.ReqProcs], r[job.ReqTime])
	}
	counts["unreadable"] = l.Bad
	m := l.Examined()
	for _, x := range m.Left {
		counts[x.Why] = x.N
	}
	for _, x := range append(m.Warnings, l.Notes...) {
		n := 1
		if at := counted.FindStringSubmatchIndex(x); at != nil {
			n, _ = strconv.Atoi(x[at[2]:at[3]])
			x = x[at[1]:]
		}
		x, _, _ = strings.Cut(x, "the first in line")
		counts[x] = n
	}
	return s.String(), counts
}

// try says of a change of a figure whether something is said more often than before: of
// each, or of a fifth where tests that take long are not asked for.
func (m *mutants) try(what string, mutant []byte) {
	m.made++
	if m.made%fixture.Fewer(5, 1) > 0 {
		return
	}
	rows, counts := reading(m.name, mutant)
	said := rows == m.rows
	for x, n := range counts {
		said = said || n > m.counts[x]
	}
	if !said {
		m.failed = append(m.failed, m.name+": "+what+" changes a figure without a word")
	}
}

// fields tries what moves the fields of some lines, and what joins lines or cuts the file.
func (m *mutants) fields(lines [][]byte, separator string) {
	with := func(i int, line string) []byte {
		return bytes.Join(append(append(append([][]byte{}, lines[:i]...), []byte(line)), lines[i+1:]...), nil)
	}
	for _, i := range []int{0, 1, 5, 13, 22} {
		if i >= len(lines) || i == 0 && !bytes.ContainsAny(lines[0][:1], "\"0123456789") {
			continue
		}
		line := strings.TrimRight(string(lines[i]), "\n")
		f := strings.Split(line, separator)
		for j := range f {
			put := func(what string, list ...string) {
				m.try(fmt.Sprint(what, " field ", j+1, " of line ", i+1), with(i, strings.Join(list, separator)+"\n"))
			}
			before, after := f[:j:j], f[j+1:]
			put("to drop", append(before, after...)...)
			put("to double", append(append(before, f[j]), f[j:]...)...)
			put("to shift left", append(append(before, after...), "")...)
			put("to shift right", append(append(before, ""), f[j:len(f)-1]...)...)
			if shape(f[j]) == "number" || shape(f[j]) == "date" {
				put("a word for", append(append(before, f[j]+"abc"), after...)...)
			}
			if len(after) > 0 && shape(f[j]) != shape(after[0]) {
				put("to swap", append(append(before, after[0], f[j]), after[1:]...)...)
			}
		}
		if i+1 < len(lines) {
			m.try("to join two lines", with(i, line))
			m.try("a second record in a line", with(i, line+" "))
			m.try("a second record between fields", with(i, line+separator))
			m.try("CR at the end of a line", with(i, line+"\r"))
		}
	}
	file := bytes.Join(lines, nil)
	m.try("all in one line", bytes.ReplaceAll(file, []byte("\n"), []byte(" ")))
	m.try("CR at the end of all lines", bytes.ReplaceAll(file, []byte("\n"), []byte("\r")))
	for at := len(file) - 1; at > max(0, len(file)-1400); at -= 7 {
		if file[at-1] != '\n' { // a file of fewer lines is a file
			m.try(fmt.Sprint("to cut at byte ", at), file[:at])
		}
	}
}

var member = regexp.MustCompile(`"[A-Za-z_]+": ?-?[0-9]+(\.[0-9]+)?,?`)

// members tries what changes the numbers of JSON.
func (m *mutants) members(file []byte) {
	all := member.FindAllIndex(file, -1)
	for i := 0; i < len(all); i += 1 + len(all)/100 {
		at := all[i]
		key, value, _ := bytes.Cut(file[at[0]:at[1]], []byte(":"))
		value, comma := bytes.CutSuffix(bytes.TrimSpace(value), []byte(","))
		end := ""
		if comma {
			end = ","
		}
		for _, text := range []string{`"` + string(value) + `x"`, "[" + string(value) + "]", "true"} {
			m.try(fmt.Sprint("number ", i+1, ", ", string(key), ", as ", text),
				bytes.Join([][]byte{file[:at[0]], key, []byte(": " + text + end), file[at[1]:]}, nil))
		}
	}
	for at := len(file) - 3; at > max(0, len(file)-1400); at -= 7 {
		m.try(fmt.Sprint("to cut at byte ", at), file[:at])
	}
}

// No change of how many fields a record has, or of what kind they are, changes a figure
// without a counted word: a record that is not what it should be is never believed.
func TestHostileMutationsOfRecordsAreNeverBelieved(t *testing.T) {
	fixture.Long(t)
	made, failed := 0, []string(nil)
	files := []struct{ folder, name, separator string }{ // one of each format, then others
		{"inputs", "slurm-xdmod-odd.psv", "|"}, {"inputs", "slurm-live-comma.csv", ","}, {"inputs", "slurm-fixed-width.txt", " "},
		{"inputs", "pbs-mixed.log", " "}, {"inputs", "lsf-mixed.acct", " "}, {"inputs", "ge-mixed.acct", ":"},
		{"inputs", "csv-aws-jobs.csv", ","}, {"traces", "lublin_256.swf.gz", " "}, {"inputs", "slurm-json-24.05.json", ""},
		{"inputs", "batsim-hpc-250.json.gz", ""},
		{"inputs", "slurm-xdmod-utc.psv.gz", "|"}, {"inputs", "slurm-dst-newyork.psv", "|"}, {"inputs", "slurm-live-epoch.psv", "|"},
		{"inputs", "slurm-live-all.psv.gz", "|"}, {"inputs", "slurm-live-running-all.psv.gz", "|"},
		{"inputs", "slurm-live-default-trailing.psv", "|"}, {"inputs", "slurm-live-default.psv", "|"}, {"inputs", "slurm-steps.psv", "|"},
		{"inputs", "slurm-aws-steps.psv.gz", "|"}, {"inputs", "slurm-live-wide.txt", " "}, {"inputs", "csv-lumos-theta.csv.gz", ","},
		{"inputs", "slurm-live-sacct.json.gz", ""},
	}
	for _, f := range files[:fixture.ByDay(10, len(files))] {
		file := fixture.Bytes(t, f.folder, f.name)
		lines := bytes.SplitAfter(file, []byte("\n"))
		if f.separator != "" {
			lines = lines[:min(24, len(lines)-1)]
			file = bytes.Join(lines, nil)
		}
		m := &mutants{t: t, name: f.name}
		m.rows, m.counts = reading(f.name, file)
		if f.separator == "" {
			m.members(file)
		} else {
			m.fields(lines, f.separator)
		}
		made, failed = made+m.made, append(failed, m.failed...)
	}
	hostile.Survived(t, hostile.Mutations, made, failed)
	if !fixture.Campaigns() {
		return // the page tells of all
	}
	page, err := os.ReadFile("../../../public/docs/limits.html")
	require.NoError(t, err)
	require.Contains(t, string(page), hostile.Row(hostile.Mutations, made, made), "./build.sh publish limits")
}
