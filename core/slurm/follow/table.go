package follow

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/jsontext"
	"shadowtime/core/slurm/model"
)

// table is a text of comma separated values with a head, read a line at a time. The first fault is
// kept, and ends it.
type table struct {
	lines  []string
	column map[string]int
	fields []string
	at     int // line, from 1
	places int // nodes of sets that were read
	err    error
}

func readTable(text string, columns ...string) (*table, error) {
	t := &table{lines: strings.Split(strings.TrimRight(text, "\r\n"), "\n"), column: map[string]int{}, at: 1}
	for i, name := range strings.Split(strings.TrimRight(t.lines[0], "\r"), ",") {
		t.column[name] = i
	}
	for _, name := range columns {
		if _, ok := t.column[name]; !ok {
			return t, fmt.Errorf("line 1: no column %s: the head names %s", name, strings.Join(columns, ","))
		}
	}
	if len(t.lines)-1 > MaxRecords {
		return t, fmt.Errorf("more than %d lines: leave some out", MaxRecords)
	}
	return t, nil
}

func (t *table) next() bool {
	if t.err != nil || t.at >= len(t.lines) {
		return false
	}
	t.fields = strings.Split(strings.TrimRight(t.lines[t.at], "\r"), ",")
	t.at++
	if len(t.fields) != len(t.column) {
		t.err = fmt.Errorf("line %d: %d fields instead of %d", t.at, len(t.fields), len(t.column))
	}
	return t.err == nil
}

func (t *table) text(name string) string { return t.fields[t.column[name]] }

func (t *table) fault(name, remedy string) error {
	if t.err == nil {
		t.err = fmt.Errorf("line %d, %s: %s: %s", t.at, name, jsontext.Short(t.text(name)), remedy)
	}
	return t.err
}

// whole is a number of 0 or more, and 0 where there is none.
func (t *table) whole(name string, most int64) int64 {
	if t.text(name) == "" {
		return 0
	}
	n, err := strconv.ParseInt(t.text(name), 10, 64)
	if err != nil || n < 0 || n > most {
		_ = t.fault(name, "give a whole number of 0 or more")
	}
	return n
}

// milli are seconds with at most three decimals, as milliseconds.
func (t *table) milli(name string) int64 {
	v, err := strconv.ParseFloat(t.text(name), 64)
	if err != nil || !(math.Abs(v) < 1e10) {
		_ = t.fault(name, "give seconds")
		return 0
	}
	return int64(math.Round(v * 1000))
}

// nodes are numbers from 1, with spaces between.
func (t *table) nodes(name string, size int) model.Nodes {
	if t.places += size; t.places > MaxPlaces {
		_ = t.fault(name, fmt.Sprintf("more than %d nodes in so many lines: leave some out", MaxPlaces))
		return nil
	}
	set := model.NewNodes(size)
	for _, f := range strings.Fields(t.text(name)) {
		n, err := strconv.Atoi(f)
		if err != nil || n < 1 || n > size {
			_ = t.fault(name, fmt.Sprintf("give nodes of 1 to %d", size))
			return set
		}
		set.Add(n-1, n)
	}
	return set
}
