package decide

import (
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/decide"
	"shadowtime/core/report/plot"
	"shadowtime/ui/lab"
)

// paperColumn is how wide a chart of the printed report is drawn, in CSS pixels: two stand side by
// side on A4, their words then are 6 points high.
const paperColumn = 500

// drawPaper draws what the page has on paper alone: the charts in its width, and behind them
// what a site sets, the way back, what it watches, and the command; the files that a site copies
// stand whole on pages of their own.
func (v *View) drawPaper() {
	r, b := v.Report, v.Lab.Browser
	if v.Missing() || !r.Complete() || len(r.Cards) == 0 {
		v.Lab.Clear(hostPaperCharts, hostPaper, hostAppendix)
		return
	}
	curve, _, _ := v.curve()
	forest := r.Forest(v.Lab.Summary.Name)
	for id, f := range map[string]*plot.Frame{"decide-paper-curve": &curve.Frame, "decide-paper-forest": &forest.Frame} {
		f.ID, f.Width, f.Still = id, paperColumn, true
	}
	b.Draw(hostPaperCharts, `<div class="paper-charts"><div>`+curve.SVG()+`</div><div>`+forest.SVG()+`</div></div>`)

	var html, appendix strings.Builder
	if what := v.supposing(); what != "" {
		html.WriteString(`<h2 class="eyebrow">What if</h2>` + what)
	}
	if v.ruled() {
		html.WriteString(obeyedHTML(r, func(words string) string { return `<h2 class="eyebrow">` + lab.Esc(words) + `</h2>` }))
	}
	if c := r.Answer(); r.Advice && len(c.Slurm.Lines) > 0 {
		html.WriteString(`<h2 class="eyebrow">` + lab.Esc("Lines to set: "+c.Name()) + `</h2><div class="paper-lines"><div><h4>slurm.conf</h4><pre>` +
			lab.Esc(strings.Join(c.Slurm.Lines, "\n")) + `</pre>`)
		if len(c.Slurm.Files) > 0 {
			var names []string
			for _, f := range c.Slurm.Files {
				names = append(names, f.Name)
			}
			html.WriteString(`<p class="hint">` + lab.Esc(numeral.Capital(numeral.Listed(names))+" "+
				numeral.Plural(len(names), "belongs", "belong")+" to it. The last page has the lines.") + `</p>`)
			appendix.WriteString(`<h2 class="eyebrow">` + lab.Esc("Files to set: "+c.Name()) + `</h2>`)
			for _, f := range c.Slurm.Files {
				appendix.WriteString(`<h4>` + lab.Esc(f.Name) + `</h4><pre>` + lab.Esc(strings.Join(f.Lines, "\n")) + `</pre>`)
			}
		}
		write := func(of ...guide) {
			for _, x := range of {
				html.WriteString(`<h4>` + x.title + `</h4>` + lab.List("hint", x.list))
			}
		}
		g := guides(c)
		write(g[1])
		html.WriteString(`</div><div>`)
		write(g[0], g[2])
		html.WriteString(`</div></div>`)
	}
	proposed := decide.Default()
	html.WriteString(`<h2 class="eyebrow">On the command line</h2><pre>` + lab.Esc(v.command()) + `</pre><p class="hint">` +
		lab.Esc("The same question on the page: "+v.Lab.Browser.Address()+"?"+
			r.Plan.Settings().Query(decide.Verb, proposed.Settings(), decide.Name)) + `</p>`)
	b.Draw(hostPaper, html.String())
	b.Draw(hostAppendix, appendix.String())
}

// command is the line that gives the same answer.
func (v *View) command() string {
	usual := decide.Default()
	return v.Report.Plan.Settings().Command(decide.Verb, usual.Settings(), v.Lab.Summary.Name)
}

// guide are steps under a title.
type guide struct {
	title string
	list  []string
}

// guides are how a card's lines are brought in and taken back, and what to watch.
func guides(c *decide.Card) []guide {
	return []guide{{"How to bring it in", c.Slurm.Steps}, {"The way back", c.Slurm.Back}, {"What to watch for two weeks", c.Slurm.Watch}}
}
