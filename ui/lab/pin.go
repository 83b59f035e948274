package lab

import (
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report"
)

// Pin keeps an answer in sight beside the one that comes next.
type Pin struct {
	Lab  *Lab
	Host string
	Also string // further buttons beside its own

	pinned *Pinnable
	kept   *report.Choices
}

// Pinnable is an answer that can be pinned.
type Pinnable struct {
	Key    string // of what it answers
	Said   string // its sentence
	Kept   func() *report.Choices
	Before func() string // by what it was asked otherwise than what is asked now
}

// Act pins the answer in sight, or lets go of what was pinned; false: it is none
// of its buttons.
func (p *Pin) Act(what string, now *Pinnable) bool {
	switch {
	case what == "pin" && now != nil:
		p.pinned, p.kept = now, now.Kept()
	case what == "unpin":
		p.pinned, p.kept = nil, nil
	default:
		return false
	}
	p.Draw(now)
	return true
}

// Draw draws the button, or the pinned answer beside the one in sight; nil: there
// is none that could be pinned.
func (p *Pin) Draw(now *Pinnable) {
	b := p.Lab.Browser
	switch {
	case p.pinned == nil && now == nil:
		b.Draw(p.Host, "")
	case p.pinned == nil:
		b.Draw(p.Host, `<p class="actions">`+Tool("pin", "", "", "keep this answer to compare with the next")+` `+p.Also+`</p>`)
	case now == nil || now.Key == p.pinned.Key:
		b.Draw(p.Host, `<p class="actions"><span class="pinned-note">Kept. The next answer will stand beside it.</span> `+
			Tool("unpin", "", "", "Stop comparing")+`</p>`)
	default:
		b.Draw(p.Host, p.beside(now.Kept()))
	}
}

// mostBeside bounds the rows of the table.
const mostBeside = 30

// beside is the pinned answer, and what the two have in common.
func (p *Pin) beside(now *report.Choices) string {
	first, _, _ := strings.Cut(p.pinned.Said, ". ")
	s := `<section class="pinned" aria-label="The kept answer beside this one"><h2 class="eyebrow">Beside the answer kept</h2><p class="side-sentence">Kept, the answer to ` +
		Esc(p.pinned.Before()) + `: ` + Esc(strings.TrimSuffix(first, ".")) + `.</p>`
	rows, all := report.Besides(p.kept, now), ""
	if n := len(rows); n > mostBeside {
		rows, all = rows[:mostBeside], `<p class="hint">The `+numeral.Count(mostBeside)+` that wait least now, of `+numeral.Count(n)+`.</p>`
	}
	switch {
	case len(rows) == 0:
		s += `<p class="hint">The two have no choice in common.</p>`
	case !p.kept.Pairs(now):
		s += `<p class="hint">They are not of the same resamples: their waits differ by what was drawn, too, and can’t be paired.</p>`
	}
	if len(rows) > 0 {
		s += `<div class="scroll" tabindex="0" role="region" aria-label="The kept and this answer">` + besideTable(p.kept, now).HTML(rows) +
			`</div>` + all
	}
	return s + `<p class="figure-tools">` + Tool("unpin", "", "", "Stop comparing") + ` ` + Tool("pin", "", "",
		"Keep this one instead") + `</p></section>`
}

func besideTable(then, now *report.Choices) *Table[report.Beside] {
	caption := "Total waiting of each choice in this answer, relative to the same in the kept one on the same resamples, with its " +
		"plausible range (95 %)"
	if !then.Pairs(now) {
		caption = "Raw change of each choice against its own answer’s baseline"
	}
	change := func(b report.Bounds) Cell {
		change, low, high := b.Leading()
		return Change(change, low, high, true)
	}
	t := &Table[report.Beside]{ID: "pinned", Class: "plain", Caption: caption,
		Row: func(r report.Beside) string { return ` data-key="` + Esc(r.Now) + `"` },
		Columns: []Column[report.Beside]{
			{Head: "Choice", Text: true, Cell: func(r report.Beside) Cell {
				name := Esc(r.Now)
				if r.Then != r.Now {
					name = Esc(r.Now) + ` <small>against ` + Esc(r.Then) + `, each answer’s best</small>`
				}
				return Cell{Head: true, HTML: name}
			}},
			{Head: "Kept", Unit: "raw, against its baseline", Cell: func(r report.Beside) Cell { return change(r.ThenChange) }},
			{Head: "This", Unit: "raw, against its baseline", Cell: func(r report.Beside) Cell { return change(r.NowChange) }},
		}}
	if then.Pairs(now) {
		t.Columns = append(t.Columns,
			Column[report.Beside]{Head: "Difference in waiting", Unit: "paired", Cell: func(r report.Beside) Cell {
				c := change(r.Bounds)
				c.Style = Tint(c.Exact)
				return c
			}},
			Column[report.Beside]{Head: "Shown", Text: true, Cell: func(r report.Beside) Cell {
				words := "can’t be told"
				if r.Low == 0 && r.High == 0 { // the two were replayed alike
					words = "the same"
				}
				switch r.Shown() {
				case report.Less:
					words = "waits less now"
				case report.More:
					words = "waits longer now"
				}
				return Cell{Text: true, HTML: words}
			}},
			Column[report.Beside]{Head: "Resamples", Unit: "both have", Cell: func(r report.Beside) Cell {
				return Number(float64(r.Resamples), numeral.Count(r.Resamples))
			}})
	}
	return t
}
