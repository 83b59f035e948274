package lab

import (
	"cmp"
	"math"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/report"
)

// Cell is a figure for people that carries the exact one for programs.
type Cell struct {
	Exact     float64 // NaN: not known
	HTML      string
	Tip       string // on demand
	Low, High float64
	Bounded   bool   // Low and High are those of Exact
	Style     string // CSS
	Attrs     string // further attributes, each with a blank before it
	Text      bool   // words, to the left, with no figure
	Head      bool   // of the row
	Best      bool
}

// Number is a cell of a figure in words.
func Number[F ~float64](v F, words string) Cell { return Cell{Exact: float64(v), HTML: Esc(words)} }

// Alike makes the cells of a column of figures that are written alike: with the
// digits that tell the rows' figures apart (numeral.Durations and its like), and in the unit
// that they share with what stands beside.
func Alike[R any, F ~float64](of func(r R) F, column func(values []F) func(F) string,
	beside ...func(r R) F) func(rows []R) func(r R) Cell {
	return func(rows []R) func(r R) Cell {
		var values []F
		for _, r := range rows {
			values = append(values, of(r))
			for _, other := range beside {
				values = append(values, other(r))
			}
		}
		write := column(values)
		return func(r R) Cell { return Number(of(r), write(of(r))) }
	}
}

// Mark is a cell of words in the place of a figure, with the exact one.
func Mark(v float64, words string) Cell { return Cell{Exact: v, HTML: words} }

// Change is a cell of a relative change with its interval; small says that the
// interval stands below it.
func Change[F ~float64](v, low, high F, small bool) Cell {
	c := Cell{Exact: float64(v), HTML: Esc(numeral.Change(v)), Low: float64(low), High: float64(high)}
	if ci := numeral.Interval(low, high); ci != "" {
		c.Bounded = true
		if small {
			c.HTML += `<small>` + Esc(ci) + `</small>`
		} else {
			c.HTML += ` <span class="ci">` + Esc(ci) + `</span>`
		}
	}
	return c
}

// Span is a cell of an interval, which sorts by its width.
func Span[F ~float64](low, high F) Cell {
	return Number(high-low, cmp.Or(numeral.Interval(low, high), numeral.Unknown))
}

// String is the cell as HTML.
func (c Cell) String() string {
	tag, class := "td", ""
	attrs := c.Attrs
	if c.Style != "" {
		attrs += ` style="` + c.Style + `"`
	}
	if c.Tip != "" {
		attrs += Says(c.Tip)
	}
	switch {
	case c.Head:
		return `<th scope="row"` + attrs + `>` + c.HTML + `</th>`
	case !c.Text:
		class = "num"
	}
	if c.Best {
		class = strings.TrimSpace(class + " best")
	}
	s := `<` + tag + attrs
	if class != "" {
		s += ` class="` + class + `"`
	}
	if !c.Text {
		if c.Bounded {
			s += ` data-low="` + exact(c.Low) + `" data-high="` + exact(c.High) + `"`
		}
		s += ` data-value="` + exact(c.Exact) + `"`
	}
	return s + `>` + c.HTML + `</` + tag + `>`
}

func exact(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return numeral.Plain(x)
}

// Column is a column of a result table, declared as data.
type Column[R any] struct {
	Key        string // of its heading's button; "": it does not sort
	Head, Unit string
	Tip        string
	Text       bool // words, to the left
	Cell       func(r R) Cell
	// Column makes Cell of all rows where there is none, for figures that share their digits: see
	// Alike.
	Column func(rows []R) func(r R) Cell
	// Value is what the column sorts by: a figure, or words where Words is given.
	Value func(r R) float64
	Words func(r R) string
	// Dress adds to a cell what the page alone has: a tip, a style.
	Dress func(r R, c *Cell)
}

// Columns are those of a report's table that the page shows, or those of the keys in their order; small says that ranges
// stand below their figures.
func Columns[R any](t *report.Table[R], small bool, keys ...string) (list []Column[R]) {
	for _, c := range t.Pick(func(c *report.Column[R]) string { return c.Head }, keys) {
		x := Column[R]{Key: c.Key, Head: c.Head, Unit: c.Unit, Tip: c.Tip, Text: c.Words != nil, Words: c.Words}
		if c.Value != nil {
			x.Value, x.Words = func(r R) float64 { return float64(c.Value(r)) }, nil
		}
		x.Column = func(rows []R) func(r R) Cell {
			cell := written(c, rows, small)
			return func(r R) Cell {
				if mark := t.Marked(c, r); mark != "" {
					return Mark(0, Esc(mark))
				}
				return cell(r)
			}
		}
		list = append(list, x)
	}
	return list
}

// written makes the cells of a report's column.
func written[R any](c *report.Column[R], rows []R, small bool) func(r R) Cell {
	switch {
	case c.Words != nil:
		return func(r R) Cell { return Cell{HTML: Esc(c.Words(r))} }
	case c.Write != nil:
		return Alike(c.Value, c.Write)(rows)
	}
	return func(r R) Cell {
		low, high := c.Range(r)
		return Change(c.Value(r), low, high, small)
	}
}

// Of is the column of that key.
func (t *Table[R]) Of(key string) *Column[R] {
	for i := range t.Columns {
		if t.Columns[i].Key == key {
			return &t.Columns[i]
		}
	}
	panic("lab: no column " + key)
}

// Table is a result table: columns as data, rows of any kind, sorted by a press
// on a heading.
type Table[R any] struct {
	ID, Class, Caption string
	Act                string // what its headings do, "": it does not sort
	Above              string // a row of heads above the columns'
	Columns            []Column[R]
	Row                func(r R) string // attributes of a row, each with a blank before it

	Sort string // key of the column it is sorted by, "": as the rows come
	Down bool
}

// SortBy sorts by a column; the same again turns it round. It is false when
// there is no such column.
func (t *Table[R]) SortBy(key string) bool {
	for i := range t.Columns {
		if t.Columns[i].Key == key {
			t.Down = t.Sort == key && !t.Down
			t.Sort = key
			return true
		}
	}
	return false
}

// Sorted are rows in the table's order; equal ones stay as they came.
func (t *Table[R]) Sorted(rows []R) []R {
	for i := range t.Columns {
		c := &t.Columns[i]
		if c.Key != t.Sort || c.Key == "" {
			continue
		}
		var value func(i int) float64
		var words func(i int) string
		if c.Words != nil {
			words = func(i int) string { return c.Words(rows[i]) }
		} else {
			value = func(i int) float64 { return c.Value(rows[i]) }
		}
		list := make([]R, len(rows))
		for i, k := range places(len(rows), value, words, t.Down) {
			list[i] = rows[k]
		}
		return list
	}
	return rows
}

// places are those of n rows by words, else by values, equal ones as they came.
func places(n int, value func(i int) float64, says func(i int) string, down bool) []int {
	list, values, words := make([]int, n), make([]float64, n), make([]string, n)
	for i := range list {
		list[i] = i
		if says != nil {
			words[i] = says(i)
		} else {
			values[i] = value(i)
		}
	}
	sorted.Stable(list, func(a, b int) int {
		by := cmp.Or(strings.Compare(words[a], words[b]), report.Ascending(values[a], values[b]))
		if down {
			return -by
		}
		return by
	})
	return list
}

// HTML is the table with these rows. What does not need to know what a row is stands
// apart: else the page has it once a kind of rows.
func (t *Table[R]) HTML(rows []R) string {
	w := tableWriter{act: t.Act, sort: t.Sort, down: t.Down}
	for i := range t.Columns {
		c := &t.Columns[i]
		w.head(c.Key, c.Head, c.Unit, c.Tip, c.Text)
	}
	w.b.WriteString(`</tr></thead><tbody>`)
	cells := make([]func(R) Cell, len(t.Columns))
	for i := range t.Columns {
		if cells[i] = t.Columns[i].Cell; cells[i] == nil {
			cells[i] = t.Columns[i].Column(rows)
		}
	}
	rows = t.Sorted(rows)
	attrs := func(int) string { return "" }
	if t.Row != nil {
		attrs = func(i int) string { return t.Row(rows[i]) }
	}
	w.body(len(rows), len(cells), attrs, func(i, at int) Cell {
		c := cells[at](rows[i])
		c.Text = t.Columns[at].Text
		if dress := t.Columns[at].Dress; dress != nil {
			dress(rows[i], &c)
		}
		return c
	})
	return w.table(t.ID, t.Class, t.Caption, t.Above)
}

// tableWriter writes heads and rows of a table of any kind.
type tableWriter struct {
	b         strings.Builder
	act, sort string
	down      bool
}

func (w *tableWriter) head(key, head, unit, tip string, text bool) {
	w.b.WriteString(`<th scope="col"`)
	if !text {
		w.b.WriteString(` class="num"`)
	}
	if unit != "" {
		unit = `<small>` + unit + `</small>`
	}
	if w.act == "" || key == "" {
		w.b.WriteString(Says(tip) + `>` + head + unit + `</th>`)
		return
	}
	aria, arrow := "none", ""
	if key == w.sort {
		aria, arrow = "ascending", " ↑"
		if w.down {
			aria, arrow = "descending", " ↓"
		}
	}
	w.b.WriteString(` aria-sort="` + aria + `"><button type="button" id="` + w.act + `-` + key + `" data-act="` + w.act +
		`" data-arg="` + key +
		`"` + Says(tip) + `>` + head + arrow + unit + `</button></th>`)
}

// body writes rows of cells.
func (w *tableWriter) body(rows, cells int, attrs func(row int) string, cell func(row, at int) Cell) {
	for i := range rows {
		w.b.WriteString(`<tr` + attrs(i) + `>`)
		for at := range cells {
			w.b.WriteString(cell(i, at).String())
		}
		w.b.WriteString(`</tr>`)
	}
}

func (w *tableWriter) table(id, class, caption, above string) string {
	body := w.b.String()
	head := `<table id="` + id + `"`
	if class != "" {
		head += ` class="` + class + `"`
	}
	if strings.Contains(body, ` data-v="`) { // one stop, and the arrows go from one explanation to the next
		head += ` tabindex="0" data-read="grid"`
	}
	return head + `><caption>` + caption + `</caption><thead>` + above + `<tr>` + body + `</tbody></table>`
}
