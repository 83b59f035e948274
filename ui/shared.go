package ui

import (
	"math"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/report/link"
	"shadowtime/core/report/plot"
	"shadowtime/ui/lab"
)

// shared is an answer that came with a link, computed elsewhere.
type shared struct {
	*link.Finding
	ask     string // the link's question, as the page writes it
	checked outcome
	view    string // the name of its view
	other   string // the log that was dropped instead
	kept    bool   // its log was in this browser
	file    string // of the study that it came from instead: nothing is to be computed anew
}

// outcome is what computing it here came to.
type outcome uint8

const (
	unchecked outcome = iota
	checking
	confirmed
	differs
)

// receive takes the answer of a link's fragment.
func (a *App) receive(query, fragment string) {
	f, err := lab.ResultOf(fragment)
	if err != nil {
		a.Message = "The result in the link can't be shown: " + err.Error() + "."
		return
	}
	if f == nil {
		return
	}
	v, known := a.find(f.View)
	if !known {
		a.Message = "The result in the link is of a view that this version of Shadowtime has not: open it in the one that made it."
		return
	}
	a.shared = &shared{Finding: f, view: v.Name()}
	a.drawShared()
}

// meets says whether the log that was read is the one that the link's answer is of:
// then it is to be computed here.
func (a *App) meets() bool {
	s := a.shared
	if s == nil || s.checked != unchecked || s.alone() {
		return false
	}
	if s.Digest != a.Summary.Digest {
		s.other = a.Summary.Name
		a.drawShared()
		return false
	}
	if s.file != "" { // its rows are known, and shown
		a.shared = nil
		a.drawShared()
		return false
	}
	s.other, s.checked = "", checking
	s.ask = a.Ask(a.First)
	a.drawShared()
	return true
}

// verify holds the answer in sight against the link's, when it is to the same question.
func (a *App) verify() {
	s := a.shared
	if s == nil || s.checked != checking || a.State != lab.Done || a.View.Key() != s.View || a.Summary.Digest != s.Digest ||
		a.Ask(a.First) != s.ask {
		return
	}
	f := a.Lab.Finding()
	if f == nil {
		return
	}
	s.checked = differs
	if f.Report == s.Report {
		s.checked = confirmed
	}
	a.drawShared()
}

// alone says that the answer is of no log.
func (s *shared) alone() bool { return s.Log == "" && s.Digest == job.Digest{} }

// says is what is known of the link's answer.
func (s *shared) says() string {
	log := s.Log + " (" + numeral.Count(s.Jobs) + " jobs, digest " + link.Short(s.Digest) + ")"
	switch {
	case s.alone():
		return "Computed elsewhere from a site’s own files, in the view " + s.view +
			". The link has figures and findings, and no names. Drop such files here to see yours."
	case s.checked == confirmed:
		return "Confirmed: computed here on the same log, the report is the same, byte for byte."
	case s.checked == differs:
		return "Not confirmed: on the same log, the report computed here is another one. The link was changed, or made by another " +
			"version of Shadowtime: trust the answer below."
	case s.checked == checking && s.kept:
		return "The log is opened from what this browser keeps. The same question is computed here, to be held against the link’s answer."
	case s.checked == checking:
		return "This is the log. The same question is computed here, to be held against the link’s answer."
	case s.other != "" && s.file != "":
		return "The log dropped, " + s.other + ", is another one: the study is of " + log + ". Drop that one to see it in full."
	case s.file != "":
		return "A study that was saved, of " + log + ", in the view " + s.view + ". Drop that log here: its answer appears in full " +
			"without computing."
	case s.other != "":
		return "The log dropped, " + s.other + ", is another one: the answer of the link is of " + log + ". Drop that one to check it."
	}
	return "Computed elsewhere on " + log + ", in the view " + s.view + ", and not checked yet. Drop the log here: the same question is " +
		"computed on this machine, and the two reports are compared byte for byte."
}

// from is what it came with.
func (s *shared) from() string {
	if s.file != "" {
		return "file"
	}
	return "link"
}

// mark is the state as the page carries it.
func (s *shared) mark() string {
	return [...]string{"unchecked", "checking", "confirmed", "differs"}[s.checked]
}

// drawShared shows the link's answer: all of it until the log is here, then what came of it.
func (a *App) drawShared() {
	s := a.shared
	if s == nil {
		a.Browser.Draw(hostShared, "")
		return
	}
	var b strings.Builder
	b.WriteString(`<section class="shared" id="shared" data-checked="` + s.mark() + `" aria-label="The answer that came with the ` +
		s.from() + `"><h2 class="eyebrow">From a ` + s.from() + `</h2>` +
		`<p class="shared-says" role="status">` + lab.Esc(s.says()) + `</p>`)
	b.WriteString(`<p class="actions">`)
	if s.checked == unchecked && !s.alone() {
		b.WriteString(`<button type="button" class="primary" id="shared-file" data-act="choose-file">Choose the log</button> `)
		if a.InFrame {
			b.WriteString(lab.Tool("shared-open", "", "", "Open it, if this browser keeps it") + " ")
		}
	}
	b.WriteString(lab.Tool("shared-away", "", "", "dismiss") + `</p>`)
	if s.checked == unchecked {
		b.WriteString(s.answer(a))
	}
	b.WriteString(`</section>`)
	a.Browser.Draw(hostShared, b.String())
}

// answer is the link's answer: sentence, chart and table.
func (s *shared) answer(a *App) string {
	html, cautions := `<div class="verdict">`+lab.Sentences(s.Said)+`</div>`, lab.List("caution", s.Cautions)
	if len(s.Chart.Rows) == 0 {
		return html + cautions
	}
	c := s.Chart
	c.Frame.Width = a.Browser.Width()
	return html + `<figure class="figure"><div class="scroll">` + c.SVG() + `</div></figure>` + lab.Scroll("The answer in figures",
		sharedTable(&s.Chart)) + s.left() + cautions
}

// left says how many rows the link had no room for.
func (s *shared) left() string {
	if s.Rest == 0 {
		return ""
	}
	return `<p class="hint">` + numeral.Count(s.Rest) + numeral.Plural(s.Rest, " more is", " more are") + ` not in the link.</p>`
}

func sharedTable(c *plot.Forest) string {
	type row = *plot.ForestRow
	t := lab.Table[row]{ID: "shared-table", Class: "plain", Caption: "The answer in figures: " + lab.Esc(c.Axis),
		Row: func(r row) string { return ` data-key="` + lab.Esc(r.Name) + `"` },
		Columns: []lab.Column[row]{
			{Head: "Choice", Text: true, Cell: func(r row) lab.Cell {
				return lab.Cell{Head: true, HTML: lab.Esc(orName(r))}
			}},
			{Head: "Change", Unit: "with its range", Cell: func(r row) lab.Cell {
				switch {
				case r.Baseline:
					return lab.Mark(0, "baseline")
				case r.Undefined:
					return lab.Mark(math.NaN(), numeral.Unknown)
				}
				low, high, known := r.Span()
				if !known {
					low, high = math.NaN(), math.NaN()
				}
				return lab.Change(r.Mid, low, high, true)
			}},
		}}
	rows := make([]row, len(c.Rows))
	for i := range c.Rows {
		rows[i] = &c.Rows[i]
	}
	return t.HTML(rows)
}

func orName(r *plot.ForestRow) string {
	if r.Label != "" {
		return r.Label
	}
	return r.Name
}
