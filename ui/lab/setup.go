package lab

import (
	"strings"

	"shadowtime/core/slurm/set"
)

// Setup is how a queue is set up in Slurm, to be opened under a title: lines and files whole, how
// they are brought in, the way back and what to watch. "" where there are no lines.
func (l *Lab) Setup(s *set.Setup, title string) string { return l.SetupUnder(s, title, "", false) }

// SetupUnder is the same, open or not, behind what is to be known first, as HTML.
func (l *Lab) SetupUnder(s *set.Setup, title, first string, open bool) string {
	if len(s.Lines) == 0 {
		return ""
	}
	block := func(lines []string) string {
		text := strings.Join(lines, "\n") + "\n"
		return `<pre tabindex="0"><code>` + Esc(text) + `</code></pre>` + l.CopyTool(text)
	}
	html := `<details><summary>`
	if open {
		html = `<details open><summary>`
	}
	html += title + `</summary>` + first + `<h4>slurm.conf</h4>` + block(s.Lines)
	for _, f := range s.Files {
		html += `<h4>` + Esc(f.Name) + `</h4>` + block(f.Lines)
	}
	for _, x := range []struct {
		title string
		list  []string
	}{{"How to bring it in", s.Steps}, {"The way back", s.Back}, {"What to watch for two weeks", s.Watch}} {
		html += `<h4>` + x.title + `</h4>` + List("hint", x.list)
	}
	return html + `</details>`
}
