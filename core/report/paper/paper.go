// Package paper is a report as people keep it: what was found, with figures, table,
// cautions, methods and how it is made again, in one page to read or print that asks
// for nothing else.
package paper

import (
	"html"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/report/plot"
)

// Paper is a report as a page; what is empty is left out.
type Paper struct {
	Kind    string // what it is: "Queue orders compared"
	Log     string
	Digest  string   // of the log, in hexadecimal
	Answer  string   // the answer
	Logged  string   // what the log itself shows beside it
	Figures []Figure // the first proves the answer
	// Behind are figures that follow them, made when the page is written: they take time. nil: none.
	Behind   func() []Figure
	Table    [][]string
	Note     string // what the table's figures are
	Further  []Table
	Next     string // where as many weeks more may lie
	Cautions []string
	Terms    []Term // how a site sets up what was found
	Methods  string
	Command  string // the line that makes it again
	Query    string // what a link to the page says to ask it
	Address  string // of the page, "": it is not known
}

// Table is a further one, below that of the numbers.
type Table struct {
	Title string
	Rows  [][]string // their head first
	Note  string
}

// Term is a part of a setting: lines to be pasted, if any, and what is to be known.
type Term struct {
	Lines []string
	Words string
}

// Figure is a chart; Draw takes a frame without a title.
type Figure struct {
	Title, Subtitle string
	Draw            func(plot.Frame) string
}

// Chart is a chart of whatever form.
type Chart interface {
	SVG() string
	Surround() *plot.Frame
}

// Of is a chart as a figure.
func Of(c Chart) Figure {
	title, subtitle := c.Surround().Title, c.Surround().Subtitle
	return Figure{title, subtitle, func(f plot.Frame) string {
		f.Title, f.Subtitle = title, subtitle
		*c.Surround() = f
		return c.SVG()
	}}
}

// Forest is a forest as a figure of a page.
func Forest(f plot.Forest) Figure { return Of(&f) }

// HTML writes the page. It draws every figure in two widths, of which the style shows
// one, and has no program and asks for no file.
func (p *Paper) HTML() string {
	var b strings.Builder
	w := func(parts ...string) {
		for _, s := range parts {
			b.WriteString(s)
		}
	}
	w("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, "+
		"initial-scale=1\">\n",
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n",
		"<title>", esc(p.Kind), ": ", esc(p.Log), "</title>\n<style>\n", style, "</style>\n</head>\n<body>\n<main>\n",
		"<p class=\"eyebrow\">", esc(p.Kind), "</p>\n<h1>", esc(p.Log), "</h1>\n")
	paragraph := func(class, text string) {
		if text != "" {
			w("<p class=\"", class, "\">", esc(text), "</p>\n")
		}
	}
	paragraph("found", p.Answer)
	paragraph("logged", p.Logged)
	figures := p.Figures
	if p.Behind != nil {
		figures = slices.Concat(figures, p.Behind())
	}
	for i := range figures {
		w(figures[i].html(i + 1))
	}
	if len(p.Table) > 1 {
		w("<h2>The numbers</h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"The numbers\">",
			table(p.Table), "</div>\n")
		paragraph("note", p.Note)
	}
	for _, x := range p.Further {
		title := esc(x.Title)
		w("<h2>", title, "</h2>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"", title, "\">", table(x.Rows), "</div>\n")
		paragraph("note", x.Note)
	}
	if list := p.Believed(); len(list) > 0 {
		w("<h2>Before it is believed</h2>\n<ul>\n")
		for _, s := range list {
			w("<li>", esc(s), "</li>\n")
		}
		w("</ul>\n")
	}
	if len(p.Terms) > 0 {
		w("<h2>In your scheduler’s terms</h2>\n")
		for _, t := range p.Terms {
			if len(t.Lines) > 0 {
				w("<pre>", esc(strings.Join(t.Lines, "\n")), "</pre>\n")
			}
			w("<p>", esc(t.Words), "</p>\n")
		}
	}
	section := func(head, text string) {
		if text != "" {
			w("<h2>", head, "</h2>\n<p>", esc(text), "</p>\n")
		}
	}
	section("Methods", p.Methods)
	w(p.again(), "</main>\n</body>\n</html>\n")
	return b.String()
}

// Believed is what is to be known before the figures are believed.
func (p *Paper) Believed() []string {
	if p.Next == "" {
		return p.Cautions
	}
	return append([]string{p.Next}, p.Cautions...)
}

// again says how the report is made again.
func (p *Paper) again() string {
	log := "<code>" + esc(p.Log) + "</code>"
	s := "<h2>How it is made again</h2>\n"
	if p.Command != "" {
		s += "<pre>" + esc(p.Command) + "</pre>\n<p>" + log + " stands for the path of the log’s file. It"
	} else {
		s += "<p>" + log
	}
	s += " is the same log where the SHA-256 of its columns is <code>" + esc(p.Digest) + "</code>. "
	switch {
	case p.Query == "":
	case p.Address != "":
		link := esc(p.Address + "?" + p.Query)
		s += "The same question on the page: <a href=\"" + link + "\">" + link + "</a>"
	default:
		s += "The same question on Shadowtime’s page, behind its address: <code>?" + esc(p.Query) + "</code>"
	}
	return s + "</p>\n"
}

func (f *Figure) html(number int) string {
	n := strconv.Itoa(number)
	inline := plot.Inline{ID: "figure-" + n, Draw: f.Draw}
	s := "<figure>\n" + inline.HTML() + "<figcaption><b>Figure " + n + ". " + esc(f.Title) + ".</b>"
	if f.Subtitle != "" {
		s += " " + esc(f.Subtitle) + "."
	}
	return s + "</figcaption>\n</figure>\n"
}

// Caption is what stands below it, without its number.
func (f *Figure) Caption() string {
	if f.Subtitle == "" {
		return f.Title + "."
	}
	return f.Title + ". " + f.Subtitle + "."
}

func table(rows [][]string) string {
	var b strings.Builder
	b.WriteString("<table>\n<thead><tr>")
	for _, cell := range rows[0] {
		b.WriteString("<th scope=\"col\">" + esc(cell) + "</th>")
	}
	b.WriteString("</tr></thead>\n<tbody>\n")
	for _, row := range rows[1:] {
		b.WriteString("<tr>")
		for i, cell := range row {
			if i == 0 {
				b.WriteString("<th scope=\"row\">" + esc(cell) + "</th>")
			} else {
				b.WriteString("<td>" + esc(cell) + "</td>")
			}
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody>\n</table>")
	return b.String()
}

func esc(s string) string { return html.EscapeString(s) }

// style is what a page of paper looks like; on paper it is always light.
const style = `:root{color-scheme:light dark;--paper:#fbfaf7;--ink:#1d1c1a;--ink-soft:#5f5b53;--rule:#dedad0;--accent:#8c2f39;--better:#5142c4;--worse:#7a4a10}
@media screen and (prefers-color-scheme:dark){:root{` + plot.Dark + `}}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 "Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio L","Book Antiqua",Georgia,serif}
main{max-width:42.5rem;margin:0 auto;padding:2rem 1rem 3rem}
.eyebrow,table,pre,code,figure,.note{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif}
.eyebrow{margin:0;color:var(--ink-soft);font-size:.8125rem;letter-spacing:.06em;text-transform:uppercase}
h1{margin:0 0 1rem;font-size:1.75rem;line-height:1.2;overflow-wrap:anywhere}
h2{margin:2rem 0 .5rem;font-size:1.25rem;break-after:avoid}
p{margin:0 0 1rem}
.found{font-size:1.25rem;line-height:1.4}
.logged,.note,figcaption{color:var(--ink-soft)}
.note,figcaption,table,pre,code{font-size:.8125rem}
figure{margin:1.5rem 0;break-inside:avoid}
figure svg{display:block;max-width:100%;height:auto;overflow:visible}
.narrow{display:none}
.scroll{overflow-x:auto}
@media screen and (min-width:68rem){.scroll{width:max-content;min-width:100%;max-width:64rem;position:relative;left:50%;transform:translateX(-50%)}}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin-bottom:.5rem}
th,td{padding:.25rem .5rem;text-align:right;border-bottom:1px solid var(--rule);white-space:nowrap}
th:first-child{text-align:left;padding-left:0}
thead th{white-space:normal;vertical-align:bottom;color:var(--ink-soft);font-weight:600}
tbody th{font-weight:400}
pre{white-space:pre-wrap;overflow-wrap:anywhere;border-left:3px solid var(--rule);padding-left:.75rem;margin:0 0 1rem}
code,a{overflow-wrap:anywhere;color:inherit}
@media(max-width:44rem){.wide{display:none}.narrow{display:block}}
@page{size:A4;margin:18mm}
@media print{body{background:none;font-size:10pt}main{max-width:none;padding:0}.wide{display:block}.narrow{display:none}figure svg{max-height:215mm}.scroll{overflow:visible}table{font-size:6.5pt;width:100%}th,td{padding:.15rem .2rem;white-space:normal}tr{break-inside:avoid}.found{font-size:13pt}}
`
