package cli

import (
	"fmt"
	"html"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"shadowtime/core/report/plot"
)

// Page is an HTML file with places for what is computed.
type Page struct {
	Path  string
	Text  []byte
	Grows bool // places are made where there are none
	heads map[string]placeHead
	files map[string]string // charts beside it
}

// Edit changes the page in a file, or leaves the file alone where something is wrong.
func Edit(path string, change func(p *Page) error) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	p := Page{Path: path, Text: text}
	if err := change(&p); err != nil {
		return err
	}
	save := func(name string, text []byte) error {
		return SaveFile(name, func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		})
	}
	for name, text := range p.files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := save(name, []byte(text)); err != nil {
			return err
		}
	}
	return save(path, p.Text)
}

// Table renews the rows of the table of that id; renew is given those that are there. A
// page that has no place for it is an error.
func (p *Page) Table(id string, renew func(old string) string) error {
	return p.place(id, `<tbody id="`+id+`">`, `</tbody>`, "the table", renew)
}

// Chart puts a drawing into the box of its id, which ends in a line of its own: into a page that grows as it is, into any
// other as files beside it, which a browser asks for once they come into sight.
func (p *Page) Chart(c *plot.Inline) error {
	text := ""
	if p.Grows {
		text = c.HTML()
	} else {
		text = p.pictures(c)
	}
	return p.place(c.ID, `<div class="drawn" id="`+c.ID+`">`, "</div><!-- "+c.ID+" -->", "the chart", func(string) string { return text })
}

// drawing is the head of a chart: its width, height, name and words.
var drawing = regexp.MustCompile(`^<svg [^>]*? width="([^"]*)" height="([^"]*)"[^>]* aria-label="([^"]*)"[^>]*>\s*<desc [^>]*>([^<]*)</desc>`)

// fileStyle is what a chart has from its page where it is not a file of its own.
const fileStyle = `<style>svg{font-family:system-ui,'Segoe UI',Roboto,Helvetica,Arial,sans-serif}` +
	`@media(prefers-color-scheme:dark){svg{` + plot.Dark + `}}</style>`

// pictures makes the files of a chart, and what shows the one that fits.
func (p *Page) pictures(c *plot.Inline) string {
	if p.files == nil {
		p.files = map[string]string{}
	}
	page := strings.TrimSuffix(filepath.Base(p.Path), filepath.Ext(p.Path))
	var source, alt [2]string // wide and narrow
	for i, f := range c.Frames() {
		svg, name := c.Draw(f), "charts/"+page+"-"+strings.TrimPrefix(f.ID, "fig-")+".svg"
		m, head := drawing.FindStringSubmatch(svg), strings.Index(svg, ">")+1
		p.files[filepath.Join(filepath.Dir(p.Path), filepath.FromSlash(name))] = svg[:head] + fileStyle + svg[head:]
		source[i] = `"` + name + `" width="` + m[1] + `" height="` + m[2] + `"`
		alt[i] = strings.TrimSpace(m[3] + ". " + m[4])
	}
	return `<picture><source media="(max-width: 720px)" srcset=` + source[1] + ">\n" + `<img loading="lazy" src=` + source[0] +
		` alt="` + alt[0] + `"></picture>` + "\n"
}

func (p *Page) place(id, from, to, what string, renew func(old string) string) error {
	pattern := regexp.MustCompile(`(?s)` + regexp.QuoteMeta(from) + `\n(.*?)` + regexp.QuoteMeta(to))
	at := pattern.FindSubmatchIndex(p.Text)
	if at == nil && p.Grows {
		p.grow(id, from, to)
		at = pattern.FindSubmatchIndex(p.Text)
	}
	if at == nil {
		return fmt.Errorf("%s has no %s ... %s: put one where %s is to stand", p.Path, from, to, what)
	}
	p.Text = slices.Concat(p.Text[:at[2]], []byte(renew(string(p.Text[at[2]:at[3]]))), p.Text[at[3]:])
	return nil
}

// NewPage is a page that makes the places for what is put into it, with a title and
// words below it.
func NewPage(title, words string) *Page {
	return &Page{Grows: true, heads: map[string]placeHead{}, Text: []byte(`<!doctype html>
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

// Head says what is to stand above a table.
func (p *Page) Head(id, title string, head []string) {
	if p.Grows {
		p.heads[id] = placeHead{title, head}
	}
}

// grow makes a place at the end of the page.
func (p *Page) grow(id, from, to string) {
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
	p.Text = append(p.Text, b.String()...)
}

// Part begins a part of a page that grows.
func (p *Page) Part(i int, title, words string) {
	if !p.Grows {
		return
	}
	p.Text = append(p.Text, fmt.Sprintf("<h2>%d. %s</h2>\n", i+1, html.EscapeString(title))...)
	if words != "" {
		p.Text = append(p.Text, "<p>"+html.EscapeString(words)+"</p>\n"...)
	}
}

// Pre adds text to a page that grows, as it was printed.
func (p *Page) Pre(text string) {
	if text = strings.TrimSpace(text); text != "" && p.Grows {
		p.Text = append(p.Text, "<pre>"+html.EscapeString(text)+"</pre>\n"...)
	}
}

// Whole is the text of a page that grew, with its end.
func (p *Page) Whole() []byte { return append(p.Text, "</body>\n</html>\n"...) }
