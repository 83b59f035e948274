package report

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report/csv"
)

// Column is a column of a report's table, written once: the page's table, that of the paper (which the command prints)
// and the file are made of it. Where its head for one of them is empty, the column is not there.
type Column[R any] struct {
	Key             string // names it on the page and for Sheet
	Head, Unit, Tip string // on the page; Tip is told on demand
	Paper, Ranged   string // on paper: of the figure, and of its range in a column beside it
	File            string // in CSV

	Words func(row R) string            // text, in the place of a figure
	Value func(row R) Float             // the figure, by which the page sorts
	Range func(row R) (low, high Float) // of the figure
	// Write makes words of the column's figures, with the digits that tell them apart; without it they are changes.
	Write func(figures []Float) func(Float) string
	Fixed func(Float) string // the same on paper, where digits are fixed
	Said  func(row R) string // on paper, in the place of figures
	Whole bool               // figures are whole: the file has all of their digits
	Mark  string             // stands in the baseline's row in the place of figure and range
}

// Table is a report's table: columns for rows of any kind.
type Table[R any] struct {
	Columns  []Column[R]
	Baseline func(row R) bool // the row that others are compared with
}

// Marked is what stands in the place of a column's figure, "" where the figure does.
func (t *Table[R]) Marked(c *Column[R], row R) string {
	if c.Mark != "" && t.Baseline(row) {
		return c.Mark
	}
	return ""
}

// Sheet is the table of the paper with its head, see Pick.
func (t *Table[R]) Sheet(rows []R, keys ...string) [][]string {
	sheet := make([][]string, 1+len(rows))
	for _, c := range t.Pick(func(c *Column[R]) string { return c.Paper }, keys) {
		sheet[0] = append(sheet[0], c.Paper)
		if c.Ranged != "" {
			sheet[0] = append(sheet[0], c.Ranged)
		}
		words := c.words(rows)
		for i, row := range rows {
			sheet[1+i] = append(sheet[1+i], t.cells(c, row, words)...)
		}
	}
	return sheet
}

// Pick is the columns that have such a head, or those of the keys in their order.
func (t *Table[R]) Pick(head func(c *Column[R]) string, keys []string) (list []*Column[R]) {
	for i := range t.Columns {
		if c := &t.Columns[i]; len(keys) == 0 && head(c) != "" {
			list = append(list, c)
		}
	}
	for _, key := range keys {
		at := slices.IndexFunc(t.Columns, func(c Column[R]) bool { return c.Key == key })
		list = append(list, &t.Columns[at])
	}
	return list
}

// words writes a column's cells on paper.
func (c *Column[R]) words(rows []R) func(row R) string {
	if c.Words != nil {
		return c.Words
	}
	if c.Said != nil {
		return c.Said
	}
	write := c.Fixed
	switch {
	case write != nil:
	case c.Write != nil:
		figures := make([]Float, len(rows))
		for i, row := range rows {
			figures[i] = c.Value(row)
		}
		write = c.Write(figures)
	default:
		write = numeral.Change[Float]
	}
	return func(row R) string { return write(c.Value(row)) }
}

// cells are a row's on paper: the figure, and its range where the column has a head for it.
func (t *Table[R]) cells(c *Column[R], row R, words func(R) string) []string {
	mark := t.Marked(c, row)
	switch {
	case c.Ranged == "" && mark != "":
		return []string{mark}
	case c.Ranged == "":
		return []string{words(row)}
	case mark == numeral.Unknown: // stands once a row is called the baseline, and says no more
		return []string{"", ""}
	case mark != "":
		return []string{mark, ""}
	}
	return []string{words(row), numeral.Interval(c.Range(row))}
}

// Lines are the rows of the file below their heads.
func (t *Table[R]) Lines(rows []R) [][]string {
	lines := make([][]string, 1+len(rows))
	for i := range t.Columns {
		c := &t.Columns[i]
		if c.File == "" {
			continue
		}
		lines[0] = append(lines[0], c.File)
		for k, row := range rows {
			switch {
			case c.Words != nil:
				lines[1+k] = append(lines[1+k], c.Words(row))
			case c.Whole:
				lines[1+k] = append(lines[1+k], strconv.FormatInt(int64(c.Value(row)), 10))
			default:
				lines[1+k] = append(lines[1+k], numeral.Exact(c.Value(row)))
			}
		}
	}
	return lines
}

// CSV writes the file.
func (t *Table[R]) CSV(rows []R) string {
	var b strings.Builder
	_ = csv.NewWriter(&b).WriteAll(t.Lines(rows)) // a Builder takes every write
	return b.String()
}

// Rows are those of a list, as tables take them.
func Rows[R any](list []R) []*R {
	rows := make([]*R, len(list))
	for i := range list {
		rows[i] = &list[i]
	}
	return rows
}

// Decimals writes figures with so many decimals, as few as it takes where that is -1.
func Decimals(n int) func(Float) string {
	return func(x Float) string {
		if !x.Known() {
			return numeral.Unknown
		}
		return strconv.FormatFloat(float64(x), 'f', n, 64)
	}
}

// Each writes every figure of a column by itself.
func Each(write func(Float) string) func([]Float) func(Float) string {
	return func([]Float) func(Float) string { return write }
}

// Plain writes figures as they are, Shares those of a column as percent.
func Plain([]Float) func(Float) string {
	return func(x Float) string { return numeral.Plain(float64(x)) }
}

func Shares(figures []Float) func(Float) string { return numeral.Percents(figures, false) }

// RangeHead is the unit of a column of raw changes on the page: "" while no range is known, of which tables then don't speak.
func RangeHead(known bool) string { return headIf(known, "plausible range") }

// ErrorHead is that of changes in resamples, whose range is their simulation error.
func ErrorHead(known bool) string { return headIf(known, "simulation error") }

func headIf(known bool, head string) string {
	if known {
		return head
	}
	return ""
}

// Figure is a column of a file: a figure of each row.
func Figure[R any](file string, of func(row R) Float) Column[R] {
	return Column[R]{File: file, Value: of}
}

// Word is a column of a file: words of each row.
func Word[R any](file string, of func(row R) string) Column[R] {
	return Column[R]{File: file, Words: of}
}

// Count is a column of a file: the same whole number in every row.
func Count[R any](file string, n int) Column[R] {
	return Column[R]{File: file, Words: func(R) string { return strconv.Itoa(n) }}
}

// ChangeColumns are those of what is known of a choice's change: own has heads and tip of the raw change in the log's own
// weeks, sim those of the change in resamples; between them stands the change corrected for choosing, where any is known. The
// page shows the leading change where own weeks are not known; paper and file, whose column has the key "own", do not.
func ChangeColumns[R any](of func(row R) *Judged, own, sim Column[R]) []Column[R] {
	file := func(name string, figure func(j *Judged) Float) Column[R] {
		return Column[R]{File: name, Value: func(row R) Float { return figure(of(row)) }}
	}
	page := own
	page.Paper, page.Ranged = "", ""
	page.Value = func(row R) Float { change, _, _ := of(row).Leading(); return change }
	page.Range = func(row R) (low, high Float) { return of(row).Low, of(row).High }
	own = Column[R]{Key: "own", Paper: own.Paper, Ranged: own.Ranged, File: "raw", Mark: "baseline", Range: page.Range,
		Value: func(row R) Float { return of(row).Own }}
	sim.Mark = numeral.Unknown
	sim.Value = func(row R) Float { return of(row).Change }
	sim.Range = func(row R) (low, high Float) { return of(row).SimLow, of(row).SimHigh }
	corrected := CorrectedColumn(func(row R) Float { return of(row).Corrected })
	return []Column[R]{file("resampled", func(j *Judged) Float { return j.Change }), page, own, corrected,
		file("low", func(j *Judged) Float { return j.Low }), file("high", func(j *Judged) Float { return j.High }), sim,
		file("sim_low", func(j *Judged) Float { return j.SimLow }), file("sim_high", func(j *Judged) Float { return j.SimHigh })}
}

// CorrectedColumn is that of changes corrected for choosing.
func CorrectedColumn[R any](of func(row R) Float) Column[R] {
	return Column[R]{Key: "corrected", Head: "Corrected", Unit: "for choosing", Paper: "corrected", File: "corrected",
		Mark: numeral.Unknown, Write: changes, Value: of,
		Tip: "what is left of the raw change, were this the one that is picked: the best of many looks better than it is. The sentence " +
			"has this figure of the one it names"}
}

// changes writes each figure as a change.
func changes([]Float) func(Float) string { return numeral.Change[Float] }
