package labtest_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"html"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"shadowtime/core/base/fixture"
	"shadowtime/core/experiment"
	"shadowtime/core/job"
	"shadowtime/core/job/format"
	"shadowtime/core/job/lublin"
	"shadowtime/core/report/archive"
	"shadowtime/core/report/link"
	"shadowtime/ui/lab"
	"shadowtime/ui/lab/labtest"
	"shadowtime/ui/views"
)

// figure is a number as it is written somewhere: half is half a unit of its last digit, 0 of an exact one.
type figure struct {
	value, half float64
	where       string
}

// ledger has the figures that were met, by whose they are and what they are called.
type ledger struct {
	t  *testing.T
	of map[[2]string][]figure
}

// book books a figure: of two of one name one must be a rounding of the other.
func (l *ledger) book(who, name string, f figure) {
	if math.IsNaN(f.value) {
		return
	}
	at := [2]string{who, name}
	for _, x := range l.of[at] {
		if math.Abs(x.value-f.value) > x.half+f.half+1e-8*math.Max(1, math.Abs(f.value)) {
			l.t.Errorf("the %s of %s is %.9g on %s and %.9g on %s", name, who, x.value, x.where, f.value, f.where)
		}
	}
	l.of[at] = append(l.of[at], f)
}

var (
	interval = regexp.MustCompile(`,? (95 %( interval)?|plausible range|simulation error)$`)
	ranged   = regexp.MustCompile(`\[([−+]?[\d.\x{202f}]+), ([−+]?[\d.\x{202f}]+)\]`)
	single   = regexp.MustCompile(`([−+]?)(\d[\d\x{202f}]*(?:\.\d+)?)(?:\x{202f}| )?(%|h|d|min|s)?`)
	// units are the dimension and the size of what figures are written in; "1" is a share as a fraction.
	units = map[string]struct {
		of   string
		size float64
	}{"%": {"share", 0.01}, "1": {"share", 1}, "h": {"seconds", 3600}, "d": {"seconds", 86400}, "min": {"seconds",
		60}, "s": {"seconds", 1},
		"#": {"number", 1}, "kWh": {"number", 1}}
)

// read is a figure in words; a unit that is written there goes before the column's.
func read(sign, digits, unit, column string) figure {
	digits = strings.ReplaceAll(digits, "\u202f", "")
	value, _ := strconv.ParseFloat(digits, 64)
	_, decimals, _ := strings.Cut(digits, ".")
	if sign == "−" {
		value = -value
	}
	if unit == "" {
		unit = column
	}
	size := units[unit].size
	return figure{value: value * size, half: 0.5 * math.Pow(10, -float64(len(decimals))) * size}
}

// cell books what a cell says in words. Names are those of its figures, each with the unit that a bare number has; a figure
// takes the first of its dimension that is left. A cell's range, and its exact figure, are those of the first name.
func (l *ledger) cell(who, names, where, words string) {
	list := strings.Split(names, "|")
	first, _ := cutUnit(list[0])
	for _, m := range ranged.FindAllStringSubmatch(words, -1) {
		for i, end := range []string{" low", " high"} {
			x := single.FindStringSubmatch(m[1+i])
			f := read(x[1], x[2], x[3], "%")
			f.where = where
			l.book(who, first+end, f)
		}
		words = strings.Replace(words, m[0], "", 1)
	}
	for _, m := range single.FindAllStringSubmatch(words, -1) {
		at := slices.IndexFunc(list, func(s string) bool {
			_, unit := cutUnit(s)
			return m[3] == "" && (unit != "%" || len(list) == 1) || units[unit].of == units[m[3]].of
		})
		require.GreaterOrEqual(l.t, at, 0, "no name for %q in %q on %s", m[0], words, where)
		name, unit := cutUnit(list[at])
		f := read(m[1], m[2], m[3], unit)
		f.where = where
		l.book(who, name, f)
		list = slices.Delete(list, at, at+1)
	}
}

// cutUnit parts a name and its unit.
func cutUnit(s string) (name, unit string) {
	at := strings.LastIndex(s, " ")
	return s[:at], s[at+1:]
}

// sheet is a table somewhere: a head, and rows. Exact are figures for programs, with their ranges, where it has them.
type sheet struct {
	head  []string
	rows  [][]string
	exact [][][3]string
	half  float64 // of the exact figures' last digit
}

// telling says how the tables of a view name their rows and columns.
type telling struct {
	who  []string          // the columns that name a row
	what map[string]string // what a column's figures are called; "": none. A head that stands again has #2 behind it
}

// take books a sheet. A column without a name here is an error: every figure has a name.
func (l *ledger) take(x telling, where string, s sheet) (booked int) {
	heads := make([]string, len(s.head))
	for i, h := range s.head {
		heads[i] = interval.ReplaceAllString(strings.ReplaceAll(h, "\u202f", " "), "")
		n := 1
		for _, before := range s.head[:i] {
			if before == h {
				n++
			}
		}
		if n > 1 {
			heads[i] += "#" + strconv.Itoa(n)
		}
	}
	for r, row := range s.rows {
		var who []string
		for _, h := range x.who {
			at := slices.Index(heads, h)
			require.GreaterOrEqual(l.t, at, 0, "%s has no column %s, but %q", where, h, heads)
			who = append(who, oneName(row[at]))
		}
		for i, h := range heads {
			names, known := x.what[h]
			require.True(l.t, known || slices.Contains(x.who, h), "say in agree_test.go what %q of %s is", h, where)
			if names == "" || i >= len(row) {
				continue
			}
			booked++
			l.cell(strings.Join(who, ", "), names, where, row[i])
			if s.exact == nil {
				continue
			}
			first, _, _ := strings.Cut(names, "|")
			name, _ := cutUnit(first)
			for k, end := range []string{"", " low", " high"} {
				if v, err := strconv.ParseFloat(s.exact[r][i][k], 64); err == nil && !strings.Contains(row[i], "baseline") {
					l.book(strings.Join(who, ", "), name+end, figure{v, s.half, where})
				}
			}
		}
	}
	return booked
}

// oneName is one name of a choice, of the ways in which it is written.
func oneName(s string) string {
	s, _, _ = strings.Cut(s, " and ")
	s = strings.NewReplacer("\u202f", " ", "daily", "day", "weekly", "week", "keep ", "").Replace(s)
	for _, mark := range []string{" trained", " near best", " named"} {
		s = strings.ReplaceAll(s, mark, "")
	}
	switch s {
	case "86400":
		return "day"
	case "604800":
		return "week"
	case "", "null":
		return "none"
	}
	if n, err := strconv.Atoi(s); err == nil && n%3600 == 0 && n > 0 {
		return strconv.Itoa(n/3600) + "h"
	}
	if hours, is := strings.CutSuffix(s, " h"); is {
		return hours + "h"
	}
	return s
}

var (
	anyTable = regexp.MustCompile(`(?s)<table.*?</table>`)
	anyRow   = regexp.MustCompile(`(?s)<tr[^>]*>(.*?)</tr>`)
	anyCell  = regexp.MustCompile(`(?s)<t[hd]([^>]*)>(.*?)</t[hd]>`)
	anyMark  = regexp.MustCompile(`<[^>]*>|[↑↓]`)
	data     = regexp.MustCompile(`data-(value|low|high)="([^"]*)"`)
)

// sheets are the tables in markup whose head begins so.
func sheets(markup, first string) (list []sheet) {
	for _, table := range anyTable.FindAllString(markup, -1) {
		var s sheet
		for _, tr := range anyRow.FindAllStringSubmatch(table, -1) {
			var row []string
			var exact [][3]string
			for _, c := range anyCell.FindAllStringSubmatch(tr[1], -1) {
				words := html.UnescapeString(anyMark.ReplaceAllString(c[2], " "))
				row = append(row, strings.Join(strings.FieldsFunc(words, func(r rune) bool { return r == ' ' || r == '\n' }), " "))
				var x [3]string
				for _, m := range data.FindAllStringSubmatch(c[1], -1) {
					x[map[string]int{"value": 0, "low": 1, "high": 2}[m[1]]] = m[2]
				}
				exact = append(exact, x)
			}
			switch {
			case s.head != nil:
				s.rows, s.exact = append(s.rows, row), append(s.exact, exact)
			case len(row) > 0 && strings.HasPrefix(row[0], first):
				s.head = row
			}
		}
		if s.head != nil {
			list = append(list, s)
		}
	}
	return list
}

// objects are a list of a report in JSON as a sheet: what is nested has its path for a head.
func objects(t *testing.T, text, key string) (s sheet) {
	t.Helper()
	var all map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &all))
	var list []map[string]string
	for _, x := range all[key].([]any) {
		cells := map[string]string{}
		flatten("", x, cells)
		list = append(list, cells)
		for h := range cells {
			if !slices.Contains(s.head, h) {
				s.head = append(s.head, h)
			}
		}
	}
	for _, cells := range list {
		row, exact := make([]string, len(s.head)), make([][3]string, len(s.head))
		for h, v := range cells {
			at := slices.Index(s.head, h)
			exact[at][0] = v
			row[at] = ""
			if _, err := strconv.ParseFloat(v, 64); err != nil || h == "period" || h == "threshold" {
				row[at] = v
			}
		}
		s.rows, s.exact = append(s.rows, row), append(s.exact, exact)
	}
	return s
}

// claimed is the choice that a report in JSON names, as a sheet of one row.
func claimed(t *testing.T, text string, who []string) sheet {
	t.Helper()
	var all struct {
		Named map[string]any `json:"named"`
	}
	require.NoError(t, json.Unmarshal([]byte(text), &all))
	cells := map[string]string{}
	flatten("", all.Named, cells)
	s := sheet{rows: [][]string{nil}, exact: [][][3]string{nil}}
	for _, h := range append(slices.Clone(who), "change", "own", "low", "high") {
		s.head = append(s.head, h)
		s.rows[0], s.exact[0] = append(s.rows[0], cells[h]), append(s.exact[0], [3]string{cells[h]})
		if s.rows[0][len(s.head)-1] = ""; slices.Contains(who, h) {
			s.rows[0][len(s.head)-1] = cells[h]
		}
	}
	return s
}

func flatten(path string, x any, to map[string]string) {
	switch x := x.(type) {
	case map[string]any:
		for k, v := range x {
			flatten(strings.TrimPrefix(path+"."+k, "."), v, to)
		}
	case float64:
		to[path] = strconv.FormatFloat(x, 'g', -1, 64)
	case string:
		to[path] = x
	case nil:
		to[path] = ""
	}
}

// file is a CSV file as a sheet of exact figures.
func file(t *testing.T, text string) (s sheet) {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	require.NoError(t, err)
	s.head = lines[0]
	for _, line := range lines[1:] {
		row, exact := make([]string, len(line)), make([][3]string, len(line))
		for i, v := range line {
			exact[i][0] = v
			if _, err := strconv.ParseFloat(v, 64); err != nil || s.head[i] == "period_s" || s.head[i] == "threshold_s" {
				row[i] = v
			}
		}
		s.rows, s.exact = append(s.rows, row), append(s.exact, exact)
	}
	return s
}

// charted are the rows of a finding's chart as a sheet.
func charted(f *link.Finding) sheet {
	s := sheet{head: []string{"name", "change", "sim"}, half: 2e-5}
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	for _, r := range f.Chart.Rows {
		label := r.Label
		switch {
		case label == "" || f.View == "predict":
			label = r.Name
		case f.View == "tune":
			label = strings.ReplaceAll(label, " + ", ", ")
			if !strings.Contains(label, "h") {
				label += ", none"
			}
		}
		x := [][3]string{{}, {number(r.Mid), "", ""}, {}}
		if r.Low != r.High {
			x[1][1], x[1][2] = number(r.Low), number(r.High)
		}
		if r.Baseline || r.Undefined {
			continue
		}
		if r.SimLow != r.SimHigh {
			x[2] = [3]string{number(r.Sim), number(r.SimLow), number(r.SimHigh)}
		}
		s.rows, s.exact = append(s.rows, []string{label, "", ""}), append(s.exact, x)
	}
	return s
}

// judged are the columns of what is known of a choice's change, as files and JSON have them.
func judged(more map[string]string) map[string]string {
	for head, name := range map[string]string{"raw": "raw 1", "own": "raw 1", "corrected": "corrected 1", "low": "raw low 1",
		"high": "raw high 1", "resampled": "resampled 1", "change": "resampled 1", "sim_low": "resampled low 1",
		"sim_high": "resampled high 1", "simLow": "resampled low 1", "simHigh": "resampled high 1", "near": "", "near_best": "",
		"shown": "", "resamples": ""} {
		if _, is := more[head]; !is {
			more[head] = name
		}
	}
	return more
}

// tellings say of each view what its page, its printed report, its files and its link call what.
var tellings = map[string]struct {
	first           string // of the page's heads
	page, paper     telling
	list            string // of the report in JSON
	json, csv, link telling
}{
	"compare": {"Order",
		telling{[]string{"Order"}, map[string]string{"Raw change of the mean wait": "raw %", "Corrected for choosing": "corrected %",
			"In resamples": "resampled %", "Won resamples": "won #", "Best resamples": "best #", "AvgWait": "mean wait h",
			"MaxWait mean": "longest wait h", "MaxWait of all": "longest of all h", "Slowdown bounded, mean": "slowdown #",
			"Utilization mean": "utilization %", "Makespan mean": "makespan d", "Late": "late %"}},
		telling{[]string{"order"}, map[string]string{"raw": "raw %", "plausible": "raw %", "corrected": "corrected %",
			"in resamples": "resampled %", "simulation": "resampled %", "won": "won #", "best": "best #", "AvgWait": "mean wait h",
			"MaxWait": "longest wait h", "MaxMaxWait": "longest of all h", "AvgBsld": "slowdown #", "utilization": "utilization 1"}},
		"orders",
		telling{[]string{"order"}, judged(map[string]string{"wins": "won #", "best": "best #", "avgWait": "mean wait s",
			"maxWait": "longest wait s", "maxMaxWait": "longest of all s", "avgBsld": "slowdown #", "utilization": "utilization 1",
			"late": "late 1", "makespan": "makespan s"})},
		telling{[]string{"order"}, judged(map[string]string{"wins": "won #", "best": "best #", "avg_wait_s": "mean wait s",
			"max_wait_s": "longest wait s", "max_max_wait_s": "longest of all s", "avg_bsld": "slowdown #",
			"utilization": "utilization 1",
			"late":        "late 1", "makespan_s": "makespan s"})},
		telling{[]string{"name"}, map[string]string{"change": "raw 1", "sim": "resampled 1"}},
	},
	"online": {"Strategy",
		telling{[]string{"Strategy", "Chooses"}, map[string]string{"Raw change of the mean wait": "raw %",
			"Corrected for choosing": "corrected %", "In resamples": "resampled %", "Regret of the wait under FCFS": "regret %",
			"Regret of each of the wait under FCFS": "regret of each %",
			"Regret hours; of the best’s wait":      "regret in time h|regret of best %"}},
		telling{[]string{"strategy", "period"}, map[string]string{"raw": "raw %", "plausible": "raw %", "corrected": "corrected %",
			"in resamples": "resampled %", "simulation": "resampled %", "regret/FCFS": "regret %", "simulation#2": "regret %",
			"regret/best": "regret of best %", "regret of each": "regret of each %", "simulation#3": "regret of each %",
			"regret, h": "regret in time h"}},
		"strategies",
		telling{[]string{"strategy", "period"}, judged(map[string]string{"regret": "regret in time s", "regretFraction": "regret 1",
			"regretLow": "regret low 1", "regretHigh": "regret high 1", "regretOfBest": "regret of best 1",
			"ofBestLow":  "regret of best low 1",
			"ofBestHigh": "regret of best high 1", "regretEach": "regret of each 1", "eachLow": "regret of each low 1",
			"eachHigh": "regret of each high 1"})},
		telling{[]string{"strategy", "period_s"}, judged(map[string]string{"trace": "", "regret_s": "regret in time s",
			"regret_fraction": "regret 1", "regret_low": "regret low 1", "regret_high": "regret high 1",
			"regret_of_best": "regret of best 1",
			"of_best_low":    "regret of best low 1", "of_best_high": "regret of best high 1", "regret_each": "regret of each 1",
			"each_low": "regret of each low 1", "each_high": "regret of each high 1"})},
		telling{[]string{"name"}, map[string]string{"change": "raw 1", "sim": "resampled 1"}},
	},
	"tune": {"Queue",
		telling{[]string{"Queue", "Backfill", "Threshold"}, map[string]string{"Raw change of the mean wait": "raw %",
			"Corrected for choosing": "corrected %", "In single weeks": "resampled %", "AvgWait": "training mean wait h",
			"MaxWait mean week": "training longest wait h", "Slowdown": "training slowdown #", "AvgWait#2": "mean wait h",
			"MaxWait mean week#2": "longest wait h", "MaxWait all weeks": "longest of all h", "Slowdown#2": "slowdown #"}},
		telling{[]string{"primary", "backfill", "threshold"}, map[string]string{"train AvgWait": "training mean wait h",
			"test AvgWait": "mean wait h", "raw": "raw %", "plausible": "raw %", "corrected": "corrected %",
			"in single weeks": "resampled %",
			"simulation":      "resampled %", "test MaxWait": "longest wait h", "test MaxMaxWait": "longest of all h"}},
		"pairs",
		telling{[]string{"primary", "backfill", "threshold"}, judged(map[string]string{"trainAvg": "training mean wait s",
			"testAvg": "mean wait s", "trainMax": "training longest wait s", "testMax": "longest wait s",
			"trainMaxMax": "training longest of all s",
			"testMaxMax":  "longest of all s", "trainBsld": "training slowdown #", "testBsld": "slowdown #", "trainOwn": ""})},
		telling{[]string{"primary", "backfill", "threshold_s"}, judged(map[string]string{"weeks": "", "learned": "",
			"train_avg_wait_s": "training mean wait s", "test_avg_wait_s": "mean wait s", "train_max_wait_s": "training longest wait s",
			"test_max_wait_s": "longest wait s", "train_max_max_wait_s": "training longest of all s",
			"test_max_max_wait_s": "longest of all s", "train_avg_bsld": "training slowdown #", "test_avg_bsld": "slowdown #"})},
		telling{[]string{"name"}, map[string]string{"change": "raw 1", "sim": "resampled 1"}},
	},
	"predict": {"Way",
		telling{[]string{"Way"}, map[string]string{"Raw change": "raw %", "Corrected for choosing": "corrected %",
			"In resamples": "resampled %", "Won resamples": "won #", "Slowdown bounded, mean": "slowdown #",
			"AvgWait": "mean wait h", "MaxWait mean": "longest wait h", "Extreme slowed 1000-fold": "extreme %",
			"Error mean, absolute": "error h", "Too short": "too short %", "Corrections a job": "corrections #"}},
		telling{[]string{"way"}, map[string]string{"raw": "raw %", "plausible": "raw %", "corrected": "corrected %",
			"in resamples": "resampled %", "simulation": "resampled %", "won": "won #", "AvgBsld": "slowdown #", "AvgWait": "mean wait h",
			"MaxWait": "longest wait h", "MAE": "error h", "too short": "too short %", "extreme": "extreme %"}},
		"ways",
		telling{[]string{"way"}, judged(map[string]string{"wins": "won #", "avgBsld": "slowdown #", "avgWait": "mean wait s",
			"maxWait": "longest wait s", "maxMaxWait": "longest of all s", "maxBsld": "largest slowdown #", "extreme": "extreme 1",
			"mae": "error s", "meanELoss": "loss #", "under": "too short 1", "corrections": "corrections #"})},
		telling{[]string{"way"}, judged(map[string]string{"wins": "won #", "avg_bsld": "slowdown #", "avg_wait_s": "mean wait s",
			"max_wait_s": "longest wait s", "max_max_wait_s": "longest of all s", "max_bsld": "largest slowdown #",
			"extreme": "extreme 1",
			"mae_s":   "error s", "mean_eloss": "loss #", "under": "too short 1", "corrections_per_job": "corrections #"})},
		telling{[]string{"name"}, map[string]string{"change": "raw 1", "sim": "resampled 1"}},
	},
	"react": {"Order",
		telling{[]string{"Order"}, map[string]string{"Mean wait if they wait": "change if they wait %|mean wait if they wait h",
			"Slowdown if they wait":              "change of slowdown if they wait %|slowdown if they wait #",
			"Jobs a week, if they wait":          "change of jobs a week if they wait %|jobs a week if they wait #",
			"Mean wait if users do not react":    "change %|mean wait h",
			"Slowdown if users do not react":     "change of slowdown %|slowdown #",
			"Jobs a week, if users do not react": "change of jobs a week %|jobs a week #"}},
		telling{[]string{"order"}, map[string]string{"wait, no reaction": "mean wait h|change %",
			"slowdown":           "slowdown #|change of slowdown %",
			"jobs a week":        "jobs a week #|change of jobs a week %",
			"wait, if they wait": "mean wait if they wait h|change if they wait %",
			"plausible":          "change if they wait %", "simulation": "simulation error %",
			"slowdown#2":    "slowdown if they wait #|change of slowdown if they wait %",
			"jobs a week#2": "jobs a week if they wait #|change of jobs a week if they wait %", "": ""}},
		"orders",
		telling{[]string{"order"}, map[string]string{"verdict": "", "ignore.avgWait": "mean wait s", "ignore.avgBsld": "slowdown #",
			"ignore.jobsPerWeek": "jobs a week #", "ignore.change.avgWait": "change 1", "ignore.change.avgBsld": "change of slowdown 1",
			"ignore.change.jobsPerWeek": "change of jobs a week 1", "react.avgWait": "mean wait if they wait s",
			"react.avgBsld": "slowdown if they wait #", "react.jobsPerWeek": "jobs a week if they wait #",
			"react.change.avgWait": "change if they wait 1", "react.change.avgBsld": "change of slowdown if they wait 1",
			"react.change.jobsPerWeek": "change of jobs a week if they wait 1", "low": "change if they wait low 1",
			"high": "change if they wait high 1", "simulationError.avgWait": "simulation error 1", "simulationError.avgBsld": "",
			"simulationError.jobsPerWeek": ""}},
		telling{[]string{"order"}, map[string]string{"verdict": "", "replicates": "", "ignore_avg_wait_s": "mean wait s",
			"ignore_avg_bsld": "slowdown #", "ignore_jobs_per_week": "jobs a week #", "ignore_change": "change 1",
			"react_avg_wait_s": "mean wait if they wait s", "react_avg_bsld": "slowdown if they wait #",
			"react_jobs_per_week": "jobs a week if they wait #", "react_change": "change if they wait 1",
			"low":  "change if they wait low 1",
			"high": "change if they wait high 1", "simulation_error": "simulation error 1"}},
		telling{[]string{"name"}, map[string]string{"change": "change if they wait 1", "sim": ""}},
	},
	"cluster": {"Choice",
		telling{[]string{"Choice"}, map[string]string{"Front": "", "Raw energy change": "raw %", "Corrected for choosing": "corrected %",
			"Raw time change": "time change %", "Corrected for choosing#2": "corrected time %",
			"Energy kWh, mean stretch": "energy kWh", "Turnaround mean": "turnaround h", "AvgWait": "mean wait h",
			"MaxWait of all stretches": "longest wait h", "Slowdown bounded, mean": "slowdown #", "Makespan mean stretch": "makespan d",
			"Busy of all cores": "busy %", "Over bandwidth processor hours": ""}},
		telling{[]string{"choice"}, map[string]string{"front": "", "raw energy": "raw %", "plausible": "raw %", "corrected": "corrected %",
			"raw mean turnaround": "time change %", "plausible#2": "time change %", "corrected#2": "corrected time %", "kWh": "energy kWh",
			"turnaround": "turnaround h",
			"AvgWait":    "mean wait h", "MaxWait": "longest wait h", "busy": "busy %", "alike": ""}},
		"choices",
		telling{[]string{"choice"}, map[string]string{"pair": "", "selection": "", "placing": "", "backfilling": "", "energy": "",
			"makespan": "", "avgWait": "mean wait s", "maxWait": "longest wait s", "avgTurnaround": "turnaround s", "maxTurnaround": "",
			"avgSlowdown": "", "maxSlowdown": "", "avgbsld": "slowdown #", "avgUtilization": "busy 1",
			"overBandwidth": "", "decisions": "",
			"energyChange.change": "raw 1", "energyChange.low": "raw low 1", "energyChange.high": "raw high 1",
			"energyCorrected": "corrected 1", "timeCorrected": "corrected time 1",
			"timeChange.change": "time change 1", "timeChange.low": "time change low 1", "timeChange.high": "time change high 1",
			"energyHalves": "", "alike": ""}},
		telling{[]string{"choice"}, map[string]string{"selection": "", "placing": "", "backfilling": "", "stretches": "", "jobs": "",
			"energy, J": "", "raw energy change": "raw 1", "low": "raw low 1", "high": "raw high 1",
			"corrected energy change": "corrected 1", "corrected time change": "corrected time 1",
			"raw time change": "time change 1", "low#2": "time change low 1", "high#2": "time change high 1", "front": "", "alike": "",
			"makespan, s": "", "avg wait, s": "mean wait s", "max wait, s": "longest wait s", "avg turnaround, s": "turnaround s",
			"max turnaround, s": "", "avg slowdown": "", "max slowdown": "", "avg bounded slowdown": "slowdown #",
			"utilization":                 "busy 1",
			"over bandwidth, processor s": "", "decisions": ""}},
		telling{[]string{"name"}, map[string]string{"change": "raw 1", "sim": ""}},
	},
}

// The figures of a view are the same under one name in its tables on the page, in the report that it prints, in the
// finding of its link, and in what the command of that report prints: text, CSV and JSON.
func TestFiguresOfOneNameAgreeOnPageInReportLinkAndCommand(t *testing.T) {
	fixture.Long(t)
	dir := t.TempDir()
	command := filepath.Join(dir, "shadowtime")
	out, err := exec.Command("go", "build", "-o", command, "shadowtime/core/cmd/shadowtime").CombinedOutput()
	require.NoError(t, err, string(out))
	for i, of := range []lublin.Config{long, {Procs: 128, Jobs: 9000, Seed: 7}} {
		log := onDisk(t, dir, of)
		for view, hold := range map[string]func(t *testing.T, x *answer){"decide": decided, "learn": fitted, "train": trained,
			"replay": replayed} {
			if i == 1 {
				t.Run(view, func(t *testing.T) {
					hold(t, answerOf(t, view, small[view], command, filepath.Join(dir, log.Name+".swf"), log))
				})
			}
		}
		if i == 1 {
			t.Run("slurm", func(t *testing.T) { sited(t, command) })
			t.Run("rules", func(t *testing.T) {
				const under = "&orders=spf,saf&thresholds=none,20h&longest=3&rules=6+jobs+a+user%3B+not+06:00-18:00+over+4h"
				log := record(t, dir, recording(t))
				ruled(t, answerOf(t, "decide", "view=decide&backfills=none"+under, command, filepath.Join(dir, log.Name+".swf"), log))
			})
		}
		for view := range tellings {
			t.Run(view+" "+log.Name, func(t *testing.T) { agrees(t, view, command, filepath.Join(dir, log.Name+".swf"), log) })
		}
	}
}

// onDisk is a log as the command and the page read it of the same file.
func onDisk(t *testing.T, dir string, of lublin.Config) *job.Log {
	t.Helper()
	_, m, _ := labtest.New(t, views.All, experiment.Kinds()...)
	return record(t, dir, m.Add("", of))
}

// record writes a log as a file, and reads it.
func record(t *testing.T, dir string, made *job.Log) *job.Log {
	t.Helper()
	var b bytes.Buffer
	writer, err := format.WriterOf("swf", "")
	require.NoError(t, err)
	require.NoError(t, format.Write(&b, made, made.Rows(), format.WriteOptions{Machine: format.MachineOf(made,
		job.Machine{}), Format: writer}))
	require.NoError(t, os.WriteFile(filepath.Join(dir, made.Name+".swf"), b.Bytes(), 0o600))
	log, err := format.Read(bytes.NewReader(b.Bytes()), made.Name)
	require.NoError(t, err)
	return log
}

// answer is that to a question answered on the page, with what was saved of it, and how its command is run.
type answer struct {
	s       *labtest.Screen
	study   *archive.File
	finding *link.Finding
	l       *ledger
	run     func(more ...string) string
}

// answerOf asks a view's question on a log that the page and the command read of one file.
func answerOf(t *testing.T, view, question, command, path string, log *job.Log) *answer {
	a, m, s := labtest.New(t, views.All, experiment.Kinds()...)
	m.Log, m.Logs[log.Digest] = log, log
	a.Start(question)
	labtest.Load(a, m)
	m.FinishAll()
	a.Run()
	m.FinishAll()
	require.Equal(t, lab.Done, a.State, a.Message)
	a.Act("save-study", "")
	x := &answer{s: s, l: &ledger{t: t, of: map[[2]string][]figure{}}}
	var err error
	x.study, err = archive.Read(saved(t, s, view))
	require.NoError(t, err)
	x.finding, err = link.Parse(a.Lab.Finding().Text())
	require.NoError(t, err)
	line := x.study.Said.Command
	x.run = func(more ...string) string {
		list := append([]string{"-c", strings.TrimSuffix(strings.Replace(line, "shadowtime", command, 1),
			log.Name) + `"$@"`, "sh"}, more...)
		var bad bytes.Buffer
		cmd := exec.Command("sh", append(list, path)...)
		cmd.Stderr = &bad
		out, err := cmd.Output()
		require.NoError(t, err, "%s: %s", line, bad.String())
		return string(out)
	}
	return x
}

// said holds what the command prints to what the paper says, and the link's words to both; most figures must have stood in
// several places.
func (x *answer) said(t *testing.T) {
	said := x.printed(t)
	require.Contains(t, strings.Join(strings.FieldsFunc(x.finding.Said, isBlank), " "), said, "and the link")
}

// printed is said of what has no link with the same words: what the paper says.
func (x *answer) printed(t *testing.T) string {
	text := " " + strings.Join(strings.FieldsFunc(x.run(), isBlank), " ") + " "
	for _, row := range x.study.Said.Table {
		require.Contains(t, text, " "+strings.Join(strings.FieldsFunc(strings.Join(row, " "), isBlank), " ")+" ", "a row of the paper")
	}
	said := strings.Join(strings.FieldsFunc(x.study.Said.Found, isBlank), " ")
	require.Contains(t, text, said, "the command says what the paper does")
	met := 0
	for _, list := range x.l.of {
		if len(list) > 1 {
			met++
		}
	}
	t.Logf("%d figures of %d names", met, len(x.l.of))
	require.Greater(t, met, len(x.l.of)/3, "most figures stand in several places")
	return said
}

func agrees(t *testing.T, view, command, path string, log *job.Log) {
	question := small[view]
	if view == "cluster" {
		question += "0" // of three stretches no range is known
	}
	of := answerOf(t, view, question, command, path, log)
	x, l := tellings[view], of.l
	pages := 0
	for _, drawn := range of.s.Drawn {
		for _, table := range sheets(drawn, x.first) {
			require.NotEmpty(t, table.rows)
			pages += l.take(x.page, "the page", table)
		}
	}
	require.Positive(t, pages)
	paper := of.study.Said.Table
	require.Positive(t, l.take(x.paper, "paper", sheet{head: paper[0], rows: paper[1:]}))
	chart := charted(of.finding)
	for _, row := range chart.rows {
		if who := oneName(row[0]); !strings.HasPrefix(who, "best in hindsight") {
			require.True(t, known(l, who), "%s of the link is nobody on the page", who)
		}
	}
	require.Positive(t, l.take(x.link, "the link", chart))
	text := of.run("--json")
	require.Positive(t, l.take(x.json, "JSON", objects(t, text, x.list)))
	if view != "react" { // which has a verdict for each order
		require.Positive(t, l.take(telling{x.json.who, map[string]string{"change": "corrected 1", "own": "raw 1", "low": "raw low 1",
			"high": "raw high 1"}}, "the one that JSON names", claimed(t, text, x.json.who)))
	}
	require.Positive(t, l.take(x.csv, "CSV", file(t, of.run("--csv"))))
	of.said(t)
}

// known says whether anything is known of one.
func known(l *ledger, who string) bool {
	for at := range l.of {
		if at[0] == who {
			return true
		}
	}
	return false
}

func isBlank(r rune) bool { return r == ' ' || r == '\n' || r == '\u202f' }
