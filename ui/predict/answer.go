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
	s := "The change is that of " + v.what() + " relative to EASY with requests, in the log's own weeks replayed as they were. "
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
	return &lab.Excerpt{Said: v.Report.Sentence(), Chart: v.chart(), Report: v.Report.CSV()}
}

// columns are those of the results table, one row a way.
func (v *View) columns() lab.Table[*predict.Way] {
	type row = *predict.Way
	baseline := func(w row) bool { return v.Report != nil && w.Way == v.Report.EASY().Way }
	number := func(key, head, unit, tip string, of func(w row) report.Float,
		column func([]report.Float) func(report.Float) string) lab.Column[row] {
		return lab.Column[row]{Key: key, Head: head, Unit: unit, Tip: tip, Value: func(w row) float64 { return float64(of(w)) },
			Column: lab.Alike(of, column)}
	}
	percents := func(values []report.Float) func(report.Float) string { return numeral.Percents(values, false) }
	return lab.Table[row]{
		ID: "results", Caption: "All figures of the ways; a press on a heading sorts", Act: "sort",
		Row: func(w row) string {
			s := ` data-way="` + lab.Esc(w.Way) + `"` + lab.Keyed(w.Way)
			if baseline(w) {
				s += ` class="baseline"`
			}
			return s
		},
		Columns: []lab.Column[row]{
			{Key: "way", Head: "Way", Text: true, Tip: "predictor, correction where predictions can be outlived, backfilling order",
				Words: func(w row) string { return w.Way },
				Cell: func(w row) lab.Cell {
					html, name := lab.Esc(w.Way), v.label(triples.Find(v.Report.Plan.Ways(), w.Way))
					if i := triples.Find(v.Report.Plan.Ways(), w.Way); i < len(v.Report.Plan.Ladder()) && name != w.Way {
						html = lab.Esc(name) + `<small>` + html + `</small>`
					}
					return lab.Cell{Head: true, HTML: html}
				}},
			{Key: "change", Head: "Change", Tip: "of what is to be small, in the log's own whole weeks, relative to EASY with requests",
				Value: func(w row) float64 { change, _, _ := w.Leading(); return float64(change) },
				Cell: func(w row) lab.Cell {
					if baseline(w) {
						return lab.Mark(0, "baseline")
					}
					change, low, high := w.Leading()
					return lab.Change(change, low, high, false)
				}},
			{Key: "sim", Head: "In resamples", Tip: "the same pooled over all resamples, with its simulation error: how far ever more of " +
				"them could lie",
				Value: func(w row) float64 { return float64(w.Change) },
				Cell: func(w row) lab.Cell {
					if baseline(w) {
						return lab.Mark(0, "–")
					}
					return lab.Change(w.Change, w.SimLow, w.SimHigh, false)
				}},
			{Key: "wins", Head: "Won", Unit: "resamples", Tip: "resamples in which it is less than under EASY with requests; a tie " +
				"counts one half",
				Value: func(w row) float64 { return float64(w.Wins) },
				Cell: func(w row) lab.Cell {
					if baseline(w) {
						return lab.Mark(0, "–")
					}
					return lab.Number(w.Wins, numeral.Plain(float64(w.Wins)))
				}},
			number("bsld", "Slowdown", "bounded, mean", "mean of max(1, (wait + p) / max(p, τ))",
				func(w row) report.Float { return w.AvgBsld }, numeral.Numbers[report.Float]),
			number("avgwait", "AvgWait", "", "mean wait of a job, over all jobs of all resamples",
				func(w row) report.Float { return w.AvgWait }, numeral.Durations[report.Float]),
			number("maxwait", "MaxWait", "mean", "the longest wait of a resample, mean over resamples: predictions that are too short "+
				"can starve large jobs", func(w row) report.Float { return w.MaxWait }, numeral.Durations[report.Float]),
			number("extreme", "Extreme", "slowed 1000-fold", "share of jobs whose bounded slowdown is above 1000",
				func(w row) report.Float { return w.Extreme }, percents),
			number("mae", "Error", "mean, absolute", "mean absolute difference of first prediction and run time",
				func(w row) report.Float { return w.MAE }, numeral.Durations[report.Float]),
			number("under", "Too short", "", "share of jobs predicted shorter than they ran",
				func(w row) report.Float { return w.Under }, percents),
			number("corrections", "Corrections", "a job", "predictions outlived and made longer, a job",
				func(w row) report.Float { return w.Corrections }, numeral.Numbers[report.Float]),
		},
	}
}

// drawTable draws the results table.
func (v *View) drawTable() {
	for i := range v.table.Columns {
		switch c := &v.table.Columns[i]; c.Key {
		case "change":
			c.Unit = report.IntervalHead(v.Report.ByWeeks())
		case "sim":
			c.Unit = report.IntervalHead(v.Report.Done > 1 && v.Report.Bounded())
		}
	}
	rows := make([]*predict.Way, len(v.Report.Ways))
	for i := range rows {
		rows[i] = &v.Report.Ways[i]
	}
	v.Lab.Browser.Draw(hostTable, v.table.HTML(rows))
}

// drawCaution says what must be known before the figures are believed.
func (v *View) drawCaution() {
	var items []string
	if next := v.Report.Prediction(); next != "" {
		items = append(items, next)
	}
	if v.Report.Done > 1 {
		for _, w := range v.Report.Warnings {
			items = append(items, w.Words)
		}
	}
	v.Lab.Browser.Draw(hostCaution, lab.List("caution", items))
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
	t := lab.Table[*predict.Finding]{ID: "side", Caption: "Change of " + whatOf(s[0].Report) + " against EASY with requests on each log" +
		lab.Intervals(bounded, "log"),
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
