package site

import (
	"fmt"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/slurm/model"
)

// records are those that scontrol prints: each begins with its name's key, on one line or several.
func records(f File, key string) ([]Record, error) {
	var list []Record
	number := 0
	for line := range strings.Lines(f.Text) {
		number++
		for _, p := range shown(line) {
			k := strings.ToLower(p[1])
			switch {
			case k == key && len(list) > 0 && list[len(list)-1].Name == p[2]: // a line that stands twice
			case k == key:
				if len(list) == MaxRecords {
					return nil, fmt.Errorf("%s, line %d: more than %s of %s: leave some out", f.Name, number, numeral.Count(MaxRecords),
						p[1])
				}
				list = append(list, Record{Name: p[2], At: fmt.Sprintf("%s, line %d", f.Name, number), Of: map[string]string{}})
			case len(list) > 0:
				list[len(list)-1].Of[k] = p[2]
			}
		}
	}
	return list, nil
}

// shown are the pairs of a line that scontrol prints: a blank behind = is a value of nothing, and no blank before it.
func shown(line string) (all [][3]string) {
	pairs, _ := assignments(line)
	for _, p := range pairs {
		_, value, _ := strings.Cut(p[0], "=")
		if value == "" || !model.IsBlank(rune(value[0])) {
			all = append(all, p)
			continue
		}
		all = append(all, [3]string{p[1] + "=", p[1], ""})
		all = append(all, shown(p[2])...)
	}
	return all
}

// table reads what sacctmgr -P or sshare -P prints: a line of names, and a line for each record.
func table(f File, key, made string) ([]Record, error) {
	var list []Record
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
			return nil, fmt.Errorf("%s: %d fields, the first line names %d: give what %s prints", at, len(cells),
				len(columns), made)
		case len(list) == MaxRecords:
			return nil, fmt.Errorf("%s: more than %s lines: leave some out", at, numeral.Count(MaxRecords))
		}
		r := Record{At: at, Of: map[string]string{}, Depth: len(line) - len(strings.TrimLeft(line, " "))}
		for i, c := range columns {
			c, cell := strings.ToLower(strings.ReplaceAll(c, " ", "")), strings.TrimSpace(cells[i])
			if r.Of[c] = cell; c == key {
				r.Name = cell
			}
		}
		list = append(list, r)
	}
	return list, nil
}

// readDiag reads what sdiag prints of the backfill passes. Cycles are in microseconds.
func (s *Site) readDiag(f File) error {
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
			return fmt.Errorf("%s, line %d: %s: %q: give a whole number, as sdiag prints it", f.Name, number, key, Shortened(text))
		}
		s.Diag[strings.ToLower(key)] = float64(n)
	}
	return nil
}

// readFactors reads what sprio prints: of each job its priority.
func (s *Site) readFactors(f File) {
	job, priority := -1, -1
	for line := range strings.Lines(f.Text) {
		words := strings.Fields(line)
		if job < 0 {
			for i, w := range words {
				switch strings.ToUpper(w) {
				case "JOBID":
					job = i
				case "PRIORITY":
					priority = i
				}
			}
			continue
		}
		if len(words) <= max(job, priority) || priority < 0 {
			continue
		}
		if n, err := strconv.ParseInt(words[priority], 10, 64); err == nil {
			s.Factors[words[job]] = n
		}
	}
}
