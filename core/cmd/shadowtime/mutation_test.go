package main

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/cluster/platform"
	"shadowtime/core/job/hostile"
	"shadowtime/core/job/sacct"
)

// machine is a description of one, and its reader: the figures that are taken of it.
type machine struct {
	name, text string
	read       func(text string) (figures string, err error)
}

// sized reads what Slurm says of a machine.
func sized(text string) (string, error) {
	s, err := sacct.ReadSize(text)
	return fmt.Sprint(s.Procs, s.Nodes), err
}

// laid reads a platform of unequal processors.
func laid(text string) (string, error) {
	s, err := platform.Parse(platform.File{Name: "p.json", Text: text})
	if err != nil {
		return "", err
	}
	m, err := s.Lay()
	return fmt.Sprint(m.Nodes, m.Processors), err
}

var numbered = regexp.MustCompile(`("[A-Za-z_]+": ?)(-?[0-9]+(\.[0-9]+)?|"[^"]*"),?`)

// mutants are texts that say a count as something else, or something of another kind, once
// more, or not at all.
func (m *machine) mutants(yield func(what, text string)) {
	if strings.HasPrefix(m.text, "{") {
		for i, at := range numbered.FindAllStringSubmatchIndex(m.text, -1) {
			before, key, value, after := m.text[:at[0]], m.text[at[2]:at[3]], m.text[at[4]:at[5]], m.text[at[5]:]
			say := func(what, text string) { yield(fmt.Sprint("member ", i+1, ", ", key, value, " ", what), text) }
			for what, other := range map[string]string{"as a list": "[" + value + "]", "as true": "true", "as null": "null",
				"as a number below 0": "-7.5", "as a text": `"` + strings.Trim(value, `"`) + `x"`} {
				say(what, before+key+other+after)
			}
			say("by another key", before+strings.Replace(key, `"`, `"x`, 1)+value+after)
			say("twice, otherwise", before+key+"3, "+key+value+after)
			say("left out", before+strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(after, " \n"), ","), " \n"))
		}
		for at := len(m.text) - 2; at > max(0, len(m.text)-1400); at -= 7 {
			yield(fmt.Sprint("cut at byte ", at), m.text[:at])
		}
		return
	}
	lines := strings.SplitAfter(m.text, "\n")
	for i, line := range lines {
		f := strings.Fields(line)
		if i > 40 || len(f) > 60 && i > 3 {
			break
		}
		with := func(what string, j int, list []string) {
			yield(fmt.Sprint("word ", j+1, " of line ", i+1, " ", what), strings.Join(slices.Concat(lines[:i], []string{
				strings.Join(list, " ") + "\n"}, lines[i+1:]), ""))
		}
		for j, w := range f {
			before, after := f[:j:j], f[j+1:]
			with("left out", j, slices.Concat(before, after))
			with("twice", j, slices.Concat(before, []string{w}, f[j:]))
			key, value, pair := strings.Cut(w, "=")
			if !pair {
				key, value = "", w
			} else {
				key += "="
			}
			for _, other := range []string{"x" + value, "-" + value, ""} {
				if key == "" && other != "" && !strings.ContainsAny(value[:1], "0123456789") {
					continue // another name is another node
				}
				with("as "+other, j, slices.Concat(before, []string{key + other}, after))
			}
			if len(after) > 0 {
				with("behind the next", j, slices.Concat(before, []string{after[0], w}, after[1:]))
			}
		}
	}
}

// machines are descriptions in every form that is read.
func machines(t *testing.T) (list []machine) {
	for _, name := range []string{"scontrol-partitions.txt", "slurm-live-scontrol-node.txt", "slurm-live-scontrol-partition.txt",
		"slurm-live-sinfo-nodes.txt", "slurm-live-sinfo.json", "slurm-partitions.json"} {
		list = append(list, machine{name, string(fixture.Bytes(t, "inputs", name)), sized})
	}
	list = append(list, machine{"sinfo", "PARTITION NODES(A/I/O/T) CPUS\nbatch* 1/2/1/4 16\nlong 0/8/0/8 4+\n", sized})
	for _, name := range platform.BuiltinNames() {
		s, ok := platform.BuiltinSpec(name)
		require.True(t, ok)
		list = append(list, machine{name, s.Text(), laid})
	}
	return list
}

// No change of a count, or of what kind it is, changes a machine without an error.
func TestHostileMutationsOfMachinesAreNeverBelieved(t *testing.T) {
	fixture.Long(t)
	tried, failed := 0, []string(nil)
	for _, m := range machines(t) {
		own, err := m.read(m.text)
		require.NoError(t, err, m.name)
		m.mutants(func(what, text string) {
			tried++
			if got, err := m.read(text); err == nil && got != own {
				failed = append(failed, m.name+": "+what+" makes "+got[:min(60, len(got))]+" of "+own[:min(60, len(own))])
			}
		})
	}
	hostile.Survived(t, hostile.Machines, tried, failed)
	page, err := os.ReadFile("../../../public/docs/limits.html")
	require.NoError(t, err)
	require.True(t, bytes.Contains(page, []byte(hostile.Row(hostile.Machines, tried, tried))), "./build.sh publish limits")
}
