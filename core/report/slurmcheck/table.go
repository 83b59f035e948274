package slurmcheck

import (
	"fmt"
	"strconv"
	"strings"
)

// records are those that scontrol prints: each begins with its name's key, on one line or several.
func records(f File, key string) ([]record, error) {
	var list []record
	number := 0
	for line := range strings.Lines(f.Text) {
		number++
		for _, p := range assignment.FindAllStringSubmatch(line, -1) {
			k := strings.ToLower(p[1])
			switch {
			case k == key:
				if len(list) == MaxRecords {
					return nil, fmt.Errorf("%s, line %d: more than %d of %s: leave some out", f.Name, number, MaxRecords, p[1])
				}
				list = append(list, record{name: p[2], at: fmt.Sprintf("%s, line %d", f.Name, number), of: map[string]string{}})
			case len(list) > 0:
				list[len(list)-1].of[k] = p[2]
			}
		}
	}
	return list, nil
}

// table reads what sacctmgr -P prints: a line of names, and a line for each QOS.
func table(f File) ([]record, error) {
	var list []record
	var columns []string
	number := 0
	for line := range strings.Lines(f.Text) {
		number++
		if line = strings.TrimRight(line, "\r\n"); strings.TrimSpace(line) == "" {
			continue
		}
		cells := strings.Split(line, "|")
		if columns == nil {
			columns = cells
			continue
		}
		at := fmt.Sprintf("%s, line %d", f.Name, number)
		switch {
		case len(cells) != len(columns):
			return nil, fmt.Errorf("%s: %d fields, the first line names %d: give what sacctmgr show qos -P prints", at, len(cells),
				len(columns))
		case len(list) == MaxRecords:
			return nil, fmt.Errorf("%s: more than %d QOS: leave some out", at, MaxRecords)
		}
		r := record{at: at, of: map[string]string{}}
		for i, c := range columns {
			if c = strings.ToLower(strings.TrimSpace(c)); c == "name" {
				r.name = cells[i]
			} else {
				r.of[c] = cells[i]
			}
		}
		list = append(list, r)
	}
	return list, nil
}

// readDiag reads what sdiag prints of the backfill passes. Cycles are in microseconds.
func (s *site) readDiag(f File) error {
	part := ""
	number := 0
	for line := range strings.Lines(f.Text) {
		number++
		key, value, ok := strings.Cut(strings.TrimSpace(line), ":")
		switch {
		case strings.HasPrefix(line, "Backfilling stats"):
			part = "backfill"
		case line != "" && line[0] != ' ' && line[0] != '\t':
			part = ""
		}
		if !ok || part == "" || key == "Last cycle when" {
			continue
		}
		text, _, _ := strings.Cut(strings.TrimSpace(value), " ")
		n, err := strconv.ParseUint(text, 10, 53)
		if err != nil {
			return fmt.Errorf("%s, line %d: %s: %q: give a whole number, as sdiag prints it", f.Name, number, key, shortened(text))
		}
		s.diag[strings.ToLower(key)] = float64(n)
	}
	return nil
}
