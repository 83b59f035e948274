package lab

import (
	"html"
	"strings"

	"shadowtime/core/report/paper"
)

// cite puts on the clipboard what a paper says with a figure: its caption, how it came
// about, and the line that makes it again, or the link where no command does.
func (l *Lab) cite(caption string, p *paper.Paper) {
	parts := []string{p.Methods, p.Command}
	if p.Command == "" && l.here != "" {
		parts = append(parts, "Asked on Shadowtime’s page: "+l.here)
	}
	if p.Digest != "" {
		parts = append(parts, "The log "+p.Log+", SHA-256 of its columns "+p.Digest)
	}
	text := caption
	for _, s := range parts {
		if s != "" {
			text += "\n\n" + s
		}
	}
	l.Copy(text+"\n", func() {})
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

// citePicture does so with a drawing of the view in sight, or with one of an own paper.
func (l *Lab) citePicture(svg string, own *paper.Paper) {
	title, words := captionOf(svg)
	if title == "" { // it is being worked out
		return
	}
	if v, ok := l.View.(Filer); own == nil && ok {
		own = v.Paper()
	} else if own == nil {
		own = &paper.Paper{}
	}
	l.cite(html.UnescapeString(title)+". "+html.UnescapeString(words), own)
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
