package lab

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"shadowtime/core/figure"
	"shadowtime/core/ranked"
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
// digits that tell the rows' figures apart (figure.Durations and its like).
func Alike[R any, F ~float64](of func(r R) F, column func(values []F) func(F) string) func(rows []R) func(r R) Cell {
	return func(rows []R) func(r R) Cell {
		values := make([]F, len(rows))
		for i, r := range rows {
			values[i] = of(r)
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
	c := Cell{Exact: float64(v), HTML: Esc(figure.Change(v)), Low: float64(low), High: float64(high)}
	if ci := figure.Interval(low, high); ci != "" {
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
	return Number(high-low, cmp.Or(figure.Interval(low, high), figure.Unknown))
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
	return figure.Plain(x)
}

// Column is a column of a result table, declared as data.
type Column[R any] struct {
	Key        string // of its heading's button; "": it does not sort
	Head, Unit string
	Tip        string
	Text       bool // words, to the left
	Cell       func(r R) Cell
	// Column makes Cell of all rows, for figures that share their digits: see
	// Alike.
	Column func(rows []R) func(r R) Cell
	// Value is what the column sorts by: a figure, or words where Words is given.
	Value func(r R) float64
	Words func(r R) string
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
	for _, c := range t.Columns {
		if c.Key == key {
			t.Down = t.Sort == key && !t.Down
			t.Sort = key
			return true
		}
	}
	return false
}

// Sorted are rows in the table's order; equal ones stay as they came.
func (t *Table[R]) Sorted(rows []R) []R {
	for _, c := range t.Columns {
		if c.Key != t.Sort || c.Key == "" {
			continue
		}
		rows = slices.Clone(rows)
		ranked.Stable(rows, func(a, b R) int {
			by := 0
			if c.Words != nil {
				by = strings.Compare(c.Words(a), c.Words(b))
			} else {
				by = report.Ascending(c.Value(a), c.Value(b))
			}
			if t.Down {
				return -by
			}
			return by
		})
	}
	return rows
}

// HTML is the table with these rows.
func (t *Table[R]) HTML(rows []R) string {
	var b strings.Builder
	for _, c := range t.Columns {
		b.WriteString(`<th scope="col"`)
		if !c.Text {
			b.WriteString(` class="num"`)
		}
		unit := ""
		if c.Unit != "" {
			unit = `<small>` + c.Unit + `</small>`
		}
		if t.Act == "" || c.Key == "" {
			if c.Tip != "" {
				b.WriteString(Says(c.Tip))
			}
			b.WriteString(`>` + c.Head + unit + `</th>`)
			continue
		}
		aria, arrow := "none", ""
		if c.Key == t.Sort {
			aria, arrow = "ascending", " ↑"
			if t.Down {
				aria, arrow = "descending", " ↓"
			}
		}
		b.WriteString(` aria-sort="` + aria + `"><button type="button" id="` + t.Act + `-` + c.Key + `" data-act="` + t.Act + `" data-arg="` + c.Key +
			`"` + Says(c.Tip) + `>` + c.Head + arrow + unit + `</button></th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	cells := make([]func(R) Cell, len(t.Columns))
	for i, c := range t.Columns {
		if cells[i] = c.Cell; c.Column != nil {
			cells[i] = c.Column(rows)
		}
	}
	for _, r := range t.Sorted(rows) {
		b.WriteString(`<tr`)
		if t.Row != nil {
			b.WriteString(t.Row(r))
		}
		b.WriteString(`>`)
		for i, c := range t.Columns {
			cell := cells[i](r)
			cell.Text = c.Text
			b.WriteString(cell.String())
		}
		b.WriteString(`</tr>`)
	}
	head := `<table id="` + t.ID + `"`
	if t.Class != "" {
		head += ` class="` + t.Class + `"`
	}
	if strings.Contains(b.String(), ` data-v="`) { // one stop, and the arrows go from one explanation to the next
		head += ` tabindex="0" data-read="grid"`
	}
	return head + `><caption>` + t.Caption + `</caption><thead>` + t.Above + `<tr>` + b.String() + `</tbody></table>`
}
