package reproduce

import (
	"html"
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report/plot"
)

// Result is what came out of studies run again, in each form that it is read in.
type Result interface {
	Passages() []Passage // printed
	Page() Page          // put into a page
	JSON() any
}

// Passage is one part of what is printed: a title, a sentence, tables, notes.
type Passage struct {
	Caution, Title, Sentence string
	Grids                    []Grid
	Notes                    []string
}

// Grid is a table in words: its columns' names, its rows' cells.
type Grid struct {
	ID, Title string
	Head      []string
	Rows      [][]string
	ByLog     bool // in a page the rows of logs that were not given stay
}

// add puts a row behind the others.
func (g *Grid) add(cells ...string) { g.Rows = append(g.Rows, cells) }

// HTML are the rows as those of a page; figures stand to the right, names to the left.
func (g *Grid) HTML() string {
	var b strings.Builder
	for _, row := range g.Rows {
		b.WriteString("<tr>")
		for i, cell := range row {
			switch {
			case i == 0:
				b.WriteString(`<th scope="row">` + html.EscapeString(cell) + "</th>")
			case strings.ContainsAny(cell, "abcdefghijklmnopqrstuvwxyz"):
				b.WriteString("<td>" + html.EscapeString(cell) + "</td>")
			default:
				b.WriteString(figure(html.EscapeString(cell)))
			}
		}
		b.WriteString("</tr>\n")
	}
	return b.String()
}

// figure is a cell to the right.
func figure(html string) string { return `<td class="num">` + html + `</td>` }

// passages are tables that stand alone.
func passages(grids []Grid, source string) (list []Passage) {
	for _, g := range grids {
		list = append(list, Passage{Title: g.Title + " (" + source + ")", Grids: []Grid{g}})
	}
	return list
}

// Page is what a page shows: a table or a chart where a place has its id.
type Page struct {
	Words  []string // above the tables, where a page is made for them
	Tables []Body
	Charts []plot.Inline
}

// Body is a table as it stands in a page. Title and Head are what stands above it where
// a page is made.
type Body struct {
	ID, Title string
	Head      []string
	Rows      string // HTML
	ByLog     bool   // the rows of logs that were not given stay
	Placed    bool   // only a page that has a place for it shows it
}

// bodies are tables as they stand in a page.
func bodies(grids []Grid) (list []Body) {
	for _, g := range grids {
		list = append(list, Body{ID: g.ID, Title: g.Title, Head: g.Head, Rows: g.HTML(), ByLog: g.ByLog})
	}
	return list
}

// Renewed are the rows of a table in a page once those of the logs that were computed
// have taken the place of theirs; where logs have no rows of their own, all do.
func (b *Body) Renewed(old string) string {
	if !b.ByLog {
		return b.Rows
	}
	logOf := func(row string) string {
		name, _, _ := strings.Cut(strings.TrimPrefix(row, `<tr><th scope="row">`), ":")
		return name
	}
	of, logs := map[string]string{}, []string(nil)
	for row := range strings.Lines(old) {
		if name := logOf(row); of[name] == "" {
			logs, of[name] = append(logs, name), "old"
		}
	}
	clear(of)
	for row := range strings.Lines(b.Rows) {
		name := logOf(row)
		if !slices.Contains(logs, name) {
			logs = append(logs, name)
		}
		of[name] += row
	}
	text := ""
	for _, name := range logs {
		if of[name] != "" {
			text += of[name]
			continue
		}
		for row := range strings.Lines(old) {
			if logOf(row) == name {
				text += row
			}
		}
	}
	return text
}

// oneDecimal writes a figure to a tenth.
func oneDecimal(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }

// power writes a figure by its power of ten.
func power[F ~float64](f F) string {
	if v := float64(f); v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return numeral.Number(v)
	}
	return numeral.Power(float64(f), 2)
}
