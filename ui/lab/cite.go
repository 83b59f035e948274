package lab

import (
	"html"
	"strings"

	"shadowtime/core/paper"
)

// cite puts on the clipboard what a paper says with a figure: its caption, how it came
// about, and the line that makes it again.
func (l *Lab) cite(caption string, p *paper.Paper) {
	text := caption
	for _, s := range []string{p.Methods, p.Command, "The log " + p.Log + ", SHA-256 of its columns " + p.Digest} {
		if s != "" {
			text += "\n\n" + s
		}
	}
	l.Browser.Copy(text + "\n")
}

// CiteAnswer does so with the chart of the answer.
func (l *Lab) CiteAnswer() {
	v, ok := l.View.(Filer)
	if !ok || !l.Answers() {
		return
	}
	if p := v.Paper(); len(p.Figures) > 0 {
		l.cite(p.Figures[0].Caption(), p)
	}
}

// Cite does so with the picture in sight.
func (g *Figures) Cite() {
	v, ok := g.Lab.View.(Filer)
	p, drawn := g.Chosen()
	if !ok || !drawn || !g.Lab.Answers() {
		return
	}
	if title, words := captionOf(p.Draw(sizes[1].frame)); title != "" {
		g.Lab.cite(html.UnescapeString(title)+". "+html.UnescapeString(words), v.Paper())
	}
}

// captionOf are the title of a drawing for paper, and what it shows.
func captionOf(svg string) (title, words string) {
	part := func(tag string) string {
		_, rest, _ := strings.Cut(svg, "<"+tag+" ")
		_, rest, _ = strings.Cut(rest, ">")
		text, _, _ := strings.Cut(rest, "</"+tag+">")
		return text
	}
	return part("title"), part("desc")
}
