package lab

import (
	"html"
	"math"
	"strconv"
	"strings"

	"shadowtime/core/report/plot"
	"shadowtime/core/sim/order"
)

// Esc escapes text for HTML.
func Esc(s string) string { return html.EscapeString(s) }

// Scroll lets what is wider than the page scroll beside it, by keyboard too;
// label says what it is.
func Scroll(label, content string) string {
	return `<div class="scroll" tabindex="0" role="region" aria-label="` + Esc(label) + `">` + content + `</div>`
}

// Beginning is what a message repeats of somebody's text.
func Beginning(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// Says is the attribute of what explains itself to a pointer, and to the arrow
// keys where it stands in a table; "" explains nothing.
func Says(words string) string {
	if words == "" {
		return ""
	}
	return ` data-v="` + Esc(words) + `"`
}

// Keyed is the attribute of whom a row belongs to: the same order, strategy or
// pair stands out in charts and tables together.
func Keyed(key string) string { return ` data-key="` + Esc(key) + `"` }

// Swatch is an order's mark, as in the charts.
func Swatch(name string) string {
	m := plot.Style(name)
	fill := m.CSS()
	if m.Hollow {
		fill = "none"
	}
	return `<svg class="swatch" width="12" height="12" viewBox="-7 -7 14 14" aria-hidden="true"><path d="M0 0` + m.Path() +
		`" fill="` + fill + `" stroke="` + m.CSS() + `" stroke-width="2"/></svg>`
}

// Tint is a background that says less or more waiting at a glance; the figure
// says it too.
func Tint(change float64) string {
	if math.IsNaN(change) || change == 0 {
		return ""
	}
	share := strconv.FormatFloat(min(30, 60*math.Abs(change)), 'f', 0, 64)
	colour := "var(--better)"
	if change > 0 {
		colour = "var(--worse)"
	}
	return "background:color-mix(in srgb," + colour + " " + share + "%,transparent)"
}

// Shorts are those of a list.
func Shorts(names []string) (list []string) {
	for _, name := range names {
		list = append(list, order.Short(name))
	}
	return list
}

// OrderTip explains an order in one line, OrderWords says what it does; a label
// stands for the order among some that has it.
func OrderTip(name string, among ...string) string {
	name = order.Full(name, among...)
	if p, ok := order.ParsePair(name); ok {
		return p.Words()
	}
	o, err := order.Parse(name)
	if err != nil {
		return name
	}
	return o.Words() + ": key " + o.Formula()
}

// OrderCell names the row of an order: its colour, its name, and on demand what it is.
func OrderCell(name string, among []string) Cell {
	return Cell{Head: true, HTML: Swatch(name) + `<span` + Says(OrderTip(name, among...)) + `>` + Esc(name) + `</span>`}
}

// OrderWords says what an order does.
func OrderWords(name string, among ...string) string {
	words, _, _ := strings.Cut(OrderTip(name, among...), ": key ")
	return words
}

// FormulaPrefix begins the name of an order that is a formula.
const FormulaPrefix = "expr:"

// List is a list of sentences, each an item.
func List(class string, items []string) string {
	if len(items) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<ul class="` + class + `">`)
	for _, s := range items {
		b.WriteString(`<li>` + Esc(s) + `</li>`)
	}
	b.WriteString(`</ul>`)
	return b.String()
}

// Tool is a quiet button inside a host.
func Tool(act, arg, label, words string) string {
	s := `<button type="button" class="quiet" data-act="` + act + `"`
	if arg != "" {
		s += ` data-arg="` + Esc(arg) + `"`
	}
	if label != "" {
		s += ` aria-label="` + Esc(label) + `"`
	}
	return s + `>` + Esc(words) + `</button>`
}

// FileTools are the buttons that cite a figure, and hand it out as SVG, PNG and CSV; of
// says which figure, for those who can't see it. See Lab.SavePicture.
func FileTools(act, of string) string {
	return `<p class="figure-tools">` + fileTools(act, of) + `</p>`
}

func fileTools(act, of string) string {
	s := citeTool(act, of)
	for _, kind := range []string{"SVG", "PNG", "CSV"} {
		s += " " + Tool(act, strings.ToLower(kind), of+" as "+kind, kind)
	}
	return s
}

func citeTool(act, of string) string {
	return Tool(act, "cite", "cite: "+of+", its caption, methods and command line", "cite")
}

// Ranges tells of plausible ranges in a caption: "" while none is known.
func Ranges(bounded bool, of string) string {
	if bounded {
		return ", with plausible ranges (95 %), of each " + of + "’s weeks where it is long enough"
	}
	return ""
}
