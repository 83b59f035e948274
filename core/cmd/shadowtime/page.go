package main

import (
	"fmt"
	"html"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
)

// page is an HTML file with places for what is computed.
type page struct {
	path  string
	text  []byte
	grows bool // places are made where there are none
	heads map[string]placeHead
}

// edit rewrites a page, or leaves it alone where something is wrong.
func edit(path string, change func(p *page) error) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	p := page{path: path, text: text}
	if err := change(&p); err != nil {
		return err
	}
	return saveFile(path, func(w io.Writer) error {
		_, err := w.Write(p.text)
		return err
	})
}

// table renews the body of that id, chart the box of that id, which ends in a line
// of its own.
func (p *page) table(id string, renew func(old string) string) error {
	return p.place(id, `<tbody id="`+id+`">`, `</tbody>`, "the table", renew)
}

func (p *page) chart(id, svg string) error {
	return p.place(id, `<div class="drawn" id="`+id+`">`, "</div><!-- "+id+" -->", "the chart", func(string) string { return svg })
}

func (p *page) place(id, from, to, what string, renew func(old string) string) error {
	pattern := regexp.MustCompile(`(?s)` + regexp.QuoteMeta(from) + `\n(.*?)` + regexp.QuoteMeta(to))
	at := pattern.FindSubmatchIndex(p.text)
	if at == nil && p.grows {
		p.grow(id, from, to)
		at = pattern.FindSubmatchIndex(p.text)
	}
	if at == nil {
		return fmt.Errorf("%s has no %s ... %s: put one where %s is to stand", p.path, from, to, what)
	}
	p.text = slices.Concat(p.text[:at[2]], []byte(renew(string(p.text[at[2]:at[3]]))), p.text[at[3]:])
	return nil
}

// newPage is a page that makes the places for what is put into it, with a title and
// words below it.
func newPage(title, words string) *page {
	return &page{grows: true, heads: map[string]placeHead{}, text: []byte(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>` + html.EscapeString(title) + `</title>
<style>` + pageStyle + `</style>
</head>
<body>
<h1>` + html.EscapeString(title) + `</h1>
<p>` + html.EscapeString(words) + `</p>
`)}
}

const pageStyle = `
body { font: 16px/1.5 Georgia, serif; max-width: 1180px; margin: 0 auto; padding: 24px; background: Canvas; color: CanvasText; }
table { border-collapse: collapse; font: 14px/1.4 system-ui, sans-serif; display: block; overflow-x: auto; margin: 0 0 24px; }
th, td { text-align: left; padding: 4px 10px; border-bottom: 1px solid color-mix(in srgb, CanvasText 20%, Canvas); vertical-align: top; }
thead th:not(:first-child) { text-align: right; vertical-align: bottom; }
.num { text-align: right; font-variant-numeric: tabular-nums; }
.ci { font-size: 12px; opacity: .8; white-space: nowrap; }
pre { font-size: 13px; overflow-x: auto; }
.drawn svg { max-width: 100%; height: auto; }
.drawn .narrow { display: none; }
@media (max-width: 720px) { .drawn .wide { display: none; } .drawn .narrow { display: block; } }
`

// placeHead is what stands above a place that a page makes.
type placeHead struct {
	title string
	head  []string
}

// head says what is to stand above a table.
func (p *page) head(id, title string, head []string) {
	if p.grows {
		p.heads[id] = placeHead{title, head}
	}
}

// grow makes a place at the end of the page.
func (p *page) grow(id, from, to string) {
	h, table := p.heads[id], strings.HasPrefix(from, "<tbody")
	var b strings.Builder
	if h.title != "" {
		b.WriteString("<h3>" + html.EscapeString(h.title) + "</h3>\n")
	}
	if table {
		b.WriteString("<table>\n")
		if len(h.head) > 0 {
			b.WriteString("<thead><tr>")
			for _, cell := range h.head {
				b.WriteString(`<th scope="col">` + html.EscapeString(cell) + "</th>")
			}
			b.WriteString("</tr></thead>\n")
		}
	}
	b.WriteString(from + "\n" + to + "\n")
	if table {
		b.WriteString("</table>\n")
	}
	p.text = append(p.text, b.String()...)
}

// part begins a part of a page that grows.
func (p *page) part(i int, title, words string) {
	if !p.grows {
		return
	}
	p.text = append(p.text, fmt.Sprintf("<h2>%d. %s</h2>\n", i+1, html.EscapeString(title))...)
	if words != "" {
		p.text = append(p.text, "<p>"+html.EscapeString(words)+"</p>\n"...)
	}
}

// pre adds text to a page that grows, as it was printed.
func (p *page) pre(text string) {
	if text = strings.TrimSpace(text); text != "" && p.grows {
		p.text = append(p.text, "<pre>"+html.EscapeString(text)+"</pre>\n"...)
	}
}

func (p *page) whole() []byte { return append(p.text, "</body>\n</html>\n"...) }
