package predict

import (
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/predict"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/ui/lab"
)

// Footnote says what the figures mean and what they do not.
func (v *View) Footnote() string {
	if v.Report == nil {
		return ""
	}
	s := "The raw change is that of " + v.what() + " relative to EASY with requests, in the log's own weeks replayed as they were. "
	if v.Report.ByWeeks() {
		s += "Its plausible range (95 %) is made of those weeks' sums and holds if the machine's weeks go on as these did. "
	}
	if v.Report.Bounded() && v.Report.Done > 1 {
		s += "In resamples the same is pooled over all of them; its simulation error (95 %, paired t interval of the ratio) says how far " +
			"more resamples could lie, and carries no claim. "
	}
	return s + "A prediction is made when a job is submitted, from what is known then; only the way that knows run times looks at them " +
		"before jobs end. Seed " +
		strconv.FormatUint(v.Report.Plan.Seed, 10) + "; the same settings give the same figures everywhere."
}

func (v *View) drawAnswer() {
	b := v.Lab.Browser
	v.Tell()
	v.Pin.Draw(v.Pins())
	if v.Report == nil {
		v.Lab.Clear(hostLadder, hostTable, hostCaution)
		v.drawEvidence()
		return
	}
	b.Draw(hostLadder, v.ladder(plot.Frame{Width: b.Width()}))
	v.drawTable()
	v.drawCaution()
	if !v.Lab.Computes(v.Kind) {
		v.Lab.Then(v.drawEvidence)
	}
}

// label is a way's name beside its mark: on the ladder what is predicted with, else
// the triple's.
func (v *View) label(i int) string { return v.Report.Label(i) }

// ladder is the main chart: from requests to exact knowledge.
func (v *View) ladder(f plot.Frame) string { return lab.Forest(v.chart(), f) }

func (v *View) chart() plot.Forest { return v.Report.Forest(v.Lab.Summary.Name) }

// Excerpt is the answer in short.
func (v *View) Excerpt() *lab.Excerpt {
	if v.Report == nil {
		return nil
	}
	return &lab.Excerpt{Said: lab.Whole(v.Report), Chart: v.chart(), Report: v.Report.CSV(),
		Cautions: v.cautions()}
}

// drawTable draws the results table.
func (v *View) drawTable() {
	t, all := &v.table, v.Report.Columns()
	t.Columns = lab.Columns(all, false)
	t.Row = func(w *predict.Way) string {
		s := ` data-way="` + lab.Esc(w.Way) + `"` + lab.Keyed(w.Way)
		if all.Baseline(w) {
			s += ` class="baseline"`
		}
		return s
	}
	t.Of("way").Cell = func(w *predict.Way) lab.Cell {
		html, i := lab.Esc(w.Way), triples.Find(v.Report.Plan.Ways(), w.Way)
		if name := v.label(i); i < len(v.Report.Plan.Ladder()) && name != w.Way {
			html = lab.Esc(name) + `<small>` + html + `</small>`
		}
		return lab.Cell{Head: true, HTML: html}
	}
	v.Lab.Browser.Draw(hostTable, t.HTML(report.Rows(v.Report.Ways)))
}

func (v *View) drawCaution() { v.Lab.Browser.Draw(hostCaution, lab.List("caution", v.cautions())) }

// cautions are what must be known before the figures are believed.
func (v *View) cautions() (items []string) {
	if next := v.Report.Prediction(); next != "" {
		items = append(items, next)
	}
	if v.Report.Done > 1 {
		for _, w := range v.Report.Warnings {
			items = append(items, w.Words)
		}
	}
	return items
}

// ---- several logs

// side are the reports of the plan on all loaded traces of which something is known.
func (v *View) side() (s predict.Side) {
	for _, x := range v.Beside() {
		s = append(s, predict.Finding{Name: x.Name, Report: x.Report})
	}
	return s
}

// drawSide draws the table of logs and ways, when there are logs to set side by
// side.
func (v *View) drawSide() {
	var s predict.Side
	if len(v.Lab.Shelf) > 1 {
		s = v.side()
	}
	if len(s) < 2 {
		v.Lab.Browser.Draw(hostSide, "")
		return
	}
	bounded := false
	for _, x := range s {
		bounded = bounded || x.Report.Bounded()
	}
	t := lab.Table[*predict.Finding]{ID: "side", Caption: "Raw change of " + whatOf(s[0].Report) +
		" against EASY with requests on each log" + lab.Ranges(bounded, "log"),
		Row: func(x *predict.Finding) string { return ` data-trace="` + lab.Esc(x.Name) + `"` },
		Columns: []lab.Column[*predict.Finding]{{Head: "Log", Text: true,
			Cell: func(x *predict.Finding) lab.Cell { return lab.Cell{Head: true, HTML: lab.Esc(x.Name)} }}}}
	for i, w := range s[0].Report.Plan.Ladder()[1:] {
		t.Columns = append(t.Columns, lab.Column[*predict.Finding]{Head: lab.Esc(predict.Short(w)),
			Cell: func(x *predict.Finding) lab.Cell {
				way := &x.Report.Ways[i+1]
				change, low, high := way.Leading()
				c := lab.Change(change, low, high, true)
				c.Attrs, c.Style = ` data-way="`+lab.Esc(way.Way)+`"`, lab.Tint(c.Exact)
				return c
			}})
	}
	t.Columns = append(t.Columns, lab.Column[*predict.Finding]{Head: "resamples", Cell: func(x *predict.Finding) lab.Cell {
		return lab.Number(float64(x.Report.Done), numeral.Count(x.Report.Done))
	}})
	rows := make([]*predict.Finding, len(s))
	for i := range rows {
		rows[i] = &s[i]
	}
	v.Lab.Browser.Draw(hostSide, `<h2 class="eyebrow">Side by side</h2><p class="side-sentence">`+lab.Esc(s.Sentence())+`</p>`+
		lab.Scroll("Ways side by side", t.HTML(rows))+`<p class="figure-tools">`+lab.Tool("side-csv", "", "", "CSV of all logs")+`</p>`)
}

// what is to be small.
func (v *View) what() string { return whatOf(v.Report) }

func whatOf(r *predict.Report) string {
	if r.Plan.Objective == predict.AvgWait {
		return "the average wait"
	}
	return "the mean bounded slowdown"
}
