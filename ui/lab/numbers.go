package lab

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
	"shadowtime/core/report/csv"
)

// Numbers are the table behind a picture: people read its figures with their
// units, and with the digits that tell a column's figures apart; files hold them
// exactly, with the unit in the head.
type Numbers struct {
	Heads []Head
	Rows  [][]Datum
}

// Head is a column's.
type Head struct {
	Name string
	Unit Unit
}

// Unit is what a column's figures are.
type Unit int

// The units.
const (
	InWords   Unit = iota // none: text
	InCounts              // how many
	InNumbers             // numbers without a unit
	InSeconds             // times
	InShares              // fractions of all
	InChanges             // relative changes, 0: the same
	InRatios              // factors, 1: the same
)

// Datum is a cell: a figure, or words.
type Datum struct {
	Words string
	Value float64
	Unit  Unit // of a figure whose column has several; InWords: the column's
}

// Text is a cell of words.
func Text(words string) Datum { return Datum{Words: words} }

// N is a cell of a figure, in the unit of its column.
func N[F ~float64 | ~int | ~int64](v F) Datum { return Datum{Value: float64(v)} }

// Figure is a cell of a figure in a unit of its own.
func Figure[F ~float64](unit Unit, v F) Datum {
	return Datum{Value: float64(v), Unit: unit}
}

// Add adds columns of one unit.
func (n *Numbers) Add(unit Unit, names ...string) *Numbers {
	for _, name := range names {
		n.Heads = append(n.Heads, Head{name, unit})
	}
	return n
}

// Row adds a row.
func (n *Numbers) Row(cells ...Datum) { n.Rows = append(n.Rows, cells) }

// Line adds a row of figures after its name.
func (n *Numbers) Line(name string, values ...report.Float) {
	n.Row(append([]Datum{Text(name)}, Data(values...)...)...)
}

// Data are the cells of figures, for rows.
func Data[F ~float64](values ...F) (list []Datum) {
	for _, v := range values {
		list = append(list, N(v))
	}
	return list
}

// writer writes the figures of a column.
func (u Unit) writer(values []float64) func(float64) string {
	switch u {
	case InCounts:
		return numeral.Counted[float64]
	case InSeconds:
		return numeral.Durations(values)
	case InShares:
		return numeral.Percents(values, false)
	case InChanges:
		return numeral.Percents(values, true)
	case InRatios:
		number := numeral.Numbers(values)
		return func(v float64) string {
			if math.IsNaN(v) {
				return numeral.Unknown
			}
			return "×" + numeral.Thin + number(v)
		}
	}
	return numeral.Numbers(values)
}

// suffix names the unit in the heads of files.
func (u Unit) suffix() string {
	switch u {
	case InSeconds:
		return ", s"
	case InShares, InChanges:
		return ", fraction"
	case InRatios:
		return ", ratio"
	}
	return ""
}

// CSV writes all rows as text.
func (n *Numbers) CSV() string {
	rows := [][]string{nil}
	for _, h := range n.Heads {
		rows[0] = append(rows[0], h.Name+h.Unit.suffix())
	}
	for _, r := range n.Rows {
		row := make([]string, len(r))
		for i, x := range r {
			if row[i] = x.Words; n.Heads[i].Unit != InWords || x.Unit != InWords {
				row[i] = numeral.Exact(x.Value)
			}
		}
		rows = append(rows, row)
	}
	return CSV(rows)
}

// mostNumbers bounds the rows that the page shows; the CSV has them all.
const mostNumbers = 200

// HTML is the table for people.
func (n *Numbers) HTML(caption string) string {
	var b strings.Builder
	rows := n.Rows
	b.WriteString(`<table class="plain"><caption>` + Esc(caption))
	if len(rows) > mostNumbers {
		b.WriteString(`: the first rows; the CSV holds all`)
		rows = rows[:mostNumbers]
	}
	b.WriteString(`</caption><thead><tr>`)
	writers := make([]func(float64) string, len(n.Heads))
	for i, h := range n.Heads {
		b.WriteString(`<th scope="col" class="num">` + Esc(h.Name) + `</th>`)
		var values []float64
		for _, r := range rows {
			if h.Unit != InWords && r[i].Unit == InWords {
				values = append(values, r[i].Value)
			}
		}
		writers[i] = h.Unit.writer(values)
	}
	b.WriteString(`</tr></thead><tbody>`)
	for _, r := range rows {
		b.WriteString(`<tr>`)
		for i, x := range r {
			words, value := x.Words, ""
			switch {
			case x.Unit != InWords:
				words = x.Unit.writer([]float64{x.Value})(x.Value)
			case n.Heads[i].Unit != InWords:
				words = writers[i](x.Value)
			}
			if x.Unit != InWords || n.Heads[i].Unit != InWords { // the exact one for programs, as in result tables
				value = ` data-value="` + numeral.Exact(x.Value) + `"`
			}
			if i == 0 {
				b.WriteString(`<th scope="row">` + Esc(words) + `</th>`)
			} else {
				b.WriteString(`<td class="num"` + value + `>` + Esc(words) + `</td>`)
			}
		}
		b.WriteString(`</tr>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}

// AddBand adds the columns of a band over weeks, and those of the weeks with the
// first; the last row holds all that ends later.
func (n *Numbers) AddBand(name string, b report.Band) {
	n.Add(InChanges, name, name+" p10", name+" p90")
	for w := range b.Mean {
		if w == len(n.Rows) {
			n.Row(Text(strconv.Itoa(w + 1)))
		}
		n.Rows[w] = append(n.Rows[w], Data(b.Mean[w], b.Low[w], b.High[w])...)
	}
	n.Rows[len(b.Mean)-1][0] = Text("later")
}

// CSV is the file that a view saves of a chart’s or a table’s rows.
func CSV(rows [][]string) string {
	var b strings.Builder
	_ = csv.NewWriter(&b).WriteAll(rows) // a Builder takes every write
	return b.String()
}
