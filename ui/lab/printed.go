package lab

import (
	"math"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report/plot"
	"shadowtime/core/report/published"
	"shadowtime/core/study"
	"shadowtime/core/study/protocol"
)

// Printed shows what a study printed for the log in sight beside the answer, where
// the question is near enough to its own, unless it is switched off.
type Printed struct {
	Lab  *Lab
	Host string
	Next string // id of the button that computes
	// Set sets what the question asks, Protocol is the study's way of asking that it
	// follows.
	Set      func(key, text string)
	Protocol func() string

	Off    bool
	beside published.Beside // what there is
}

// Take takes the figures that there are beside an answer, and draws what is said of
// them.
func (p *Printed) Take(b published.Beside) {
	p.beside = b
	p.draw()
}

func (p *Printed) draw() {
	b := p.Lab.Browser
	switch {
	case len(p.beside) == 0:
		b.Draw(p.Host, "")
	case p.Off:
		b.Draw(p.Host, `<p class="actions">`+Tool("printed", "", "", "show what the study printed")+` <span class="hint">`+
			Esc(published.Source(p.beside[0].Kind)+" has figures for this log")+`</span></p>`)
	default:
		b.Draw(p.Host,
			`<section class="printed" aria-label="What a study printed for this log"><h2 class="eyebrow">Beside what was published</h2><p class="side-sentence">`+
				Esc(p.beside.Sentence())+`</p>`+
				List("hint notes", p.beside.Notes())+`<p class="figure-tools">`+p.asRun()+Tool("printed", "", "",
				"hide what the study printed")+`</p></section>`)
	}
}

// asRun leads from another question to the one that the study's program asked.
func (p *Printed) asRun() string {
	if p.Protocol() == protocol.Run2018 {
		return ""
	}
	return `<span class="hint">The study ran another protocol than its text describes.</span> ` + Tool("as-run", "", "",
		"ask as it was run") + ` `
}

// Act switches it on or off, or asks as the study was run; false: it is none of its buttons.
func (p *Printed) Act(what string) bool {
	switch what {
	case "as-run":
		p.Set("protocol", protocol.Run2018)
		p.Lab.Browser.Focus(p.Next)
	case "printed":
		p.Off = !p.Off
	default:
		return false
	}
	return true
}

// Find is the printed figure beside a choice, nil where none is shown.
func (p *Printed) Find(name string, period study.Seconds) *published.Pair {
	if p.Off {
		return nil
	}
	return p.beside.Find(name, period)
}

// Any says whether there is a figure to show.
func (p *Printed) Any() bool { return !p.Off && len(p.beside) > 0 }

// Asides are the marks of a printed figure, Words says in a chart what they are.
func (p *Printed) Asides(name string, period study.Seconds) []plot.Aside {
	return published.AsidesOf(p.Find(name, period))
}

// Words names the marks below a chart.
func (p *Printed) Words() string {
	if p.Off {
		return ""
	}
	return published.AsideWords(p.beside)
}

// printedHead is the head of the column of printed figures, beside the simulation
// error that they are held against.
const printedHead, besideHead = "Published", "In resamples"

// printedAttr tells programs that a cell is none of ours.
const printedAttr = ` data-printed=""`

// WithPrinted adds the column of printed figures to those of a table whose rows are
// named so, where there are any to show; otherwise it takes it away.
func WithPrinted[R any](p *Printed, columns []Column[R], of func(R) (name string, period study.Seconds)) (list []Column[R]) {
	for _, c := range columns {
		if c.Head != printedHead {
			list = append(list, c)
		}
		if c.Head == besideHead && p.Any() {
			x := printedColumn(func(r R) *published.Pair { return p.Find(of(r)) })
			if c.Key != "" { // of a table that sorts
				x.Key = "printed"
			}
			list = append(list, x)
		}
	}
	return list
}

func printedColumn[R any](find func(R) *published.Pair) Column[R] {
	return Column[R]{Head: printedHead, Unit: "ours is off by, points",
		Tip: "what the study printed, or plotted where that is at odds with it, and how far ours lies from it",
		Value: func(r R) float64 {
			if x := find(r); x != nil {
				return x.Value()
			}
			return math.NaN()
		},
		Cell: func(r R) Cell {
			x := find(r)
			if x == nil {
				c := Mark(math.NaN(), "")
				c.Attrs = printedAttr
				return c
			}
			words := published.Printed(x.Printed)
			if x.Contradicted() {
				words = numeral.Change(x.Plotted)
			}
			c := Number(x.Value(), words)
			c.HTML += ` <span class="ci">` + Esc(published.Off(x.Points())) + `</span>`
			c.Tip, c.Attrs = x.Said(), printedAttr
			return c
		}}
}
