package replay

import (
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/report/plot"
	"shadowtime/ui/lab"
)

// draw draws answer and evidence.
func (v *View) draw() {
	if v.scene != nil {
		v.accompany()
	}
	switch {
	case !v.Unknown():
		v.Verdict.Say("", v.scene.sentence())
	case v.Lab.Computes(v.Kind) || v.scene != nil:
		v.Verdict.Say("", "The schedule is being made.")
	default:
		v.Verdict.Say("", "")
	}
	v.belief.draw()
	v.drawPicture()
	v.drawTables()
	v.instant.draw()
	v.drawUser()
	v.area.draw()
	v.differs.draw()
	v.story.draw()
}

func (v *View) drawPicture() {
	b := v.Lab.Browser
	if v.Unknown() {
		for _, p := range pictures {
			v.Lab.Clear(p.title, p.picture, p.marks, p.scale, p.axis)
		}
		v.Lab.Clear(hostTools, hostReading, hostMap, hostMapTitle, hostMapKey)
		return
	}
	v.tells = v.telling()
	b.Draw(hostTools, v.tools()+v.toPress())
	v.drawStages()
}

// tools choose the colours and the stretch of time.
func (v *View) tools() string {
	html := `<p class="figure-tools replay-tools">` + v.switches() + v.colourTools()
	for _, x := range [...][3]string{{"left", "Earlier", "←"}, {"right", "Later", "→"}, {"in", "Shorter stretch", "+"},
		{"out", "Longer stretch", "−"}, {"all", "All of the schedule", "all"}} {
		html += `<button type="button" class="quiet" id="replay-look-` + x[0] + `" data-act="replay-window" data-arg="` + x[0] +
			`" aria-label="` + x[1] + `">` + x[2] + `</button> `
	}
	return html + `</p>`
}

// switches choose between the schedules, in one place, or both of them.
func (v *View) switches() string {
	x := v.scene
	if len(x.starts) < 2 {
		return ""
	}
	html := `<span class="segments" role="group" aria-label="Schedules in sight">`
	for _, side := range [...]int{1, 0, none} {
		name := "Both"
		if side != none {
			name = x.called(side)
		}
		html += `<button type="button" id="replay-only-` + strconv.Itoa(side) + `" data-act="replay-only" data-arg="` + strconv.Itoa(side) +
			`" aria-pressed="` + lab.Bool(side == v.at.only) + `">` + lab.Esc(name) + `</button>`
	}
	return html + `</span> <span class="replay-swaps"><kbd>B</kbd> in a picture swaps</span> `
}

// ---- who gained and who lost

// change is a job's two waits.
type change struct{ replay.Difference }

// columns are those of the tables of gains and losses.
func (v *View) columns() (tables [2]lab.Table[change]) {
	value := func(of func(c change) int64) func(c change) float64 {
		return func(c change) float64 { return float64(of(c)) }
	}
	before, after := func(c change) int64 { return c.A }, func(c change) int64 { return c.B }
	duration := func(of func(c change) int64) func(rows []change) func(c change) lab.Cell { // a row has one unit
		return lab.Alike(value(of), numeral.Durations[float64], value(before), value(after))
	}
	for i, x := range [...][3]string{{"replay-gains", "Who waits less, most first", "less"},
		{"replay-losses", "Who waits longer, most first", "more"}} {
		by := func(c change) int64 { return c.A - c.B }
		if i == 1 {
			by = func(c change) int64 { return c.B - c.A }
		}
		tables[i] = lab.Table[change]{ID: x[0], Caption: x[1], Act: x[0], Columns: []lab.Column[change]{
			{Key: "job", Head: "Job", Text: true, Value: func(c change) float64 { return float64(c.Job) }, Cell: func(c change) lab.Cell {
				n := strconv.FormatInt(c.Job, 10)
				return lab.Cell{Head: true, HTML: `<button type="button" class="quiet" data-act="replay-job" data-arg="` + n +
					`" aria-label="Why job ` + n + ` waited">` + n + `</button>`}
			}},
			{Key: "beside", Head: "Waits beside", Value: value(before), Column: duration(before)},
			{Key: "here", Head: "Waits here", Value: value(after), Column: duration(after)},
			{Key: "by", Head: numeral.Capital(x[2]) + " by", Value: value(by), Column: duration(by)},
		}}
	}
	return tables
}

func (v *View) drawTables() {
	if v.Apart() {
		v.Lab.Browser.Draw(hostTables, "")
		return
	}
	v.part()
	html := ""
	if f := v.scene.report.First; f != nil && f.Words != "" {
		html = `<p class="replay-parting">` + lab.Esc(f.Words) + ` <button type="button" class="quiet" data-act="replay-job" data-arg="` +
			strconv.FormatInt(f.Job, 10) + `">look there</button></p>`
	}
	html += `<div class="replay-changes">`
	for i, list := range [][]replay.Difference{v.scene.report.Gains, v.scene.report.Loss} {
		t := &v.tables[i]
		t.Columns[1].Head, t.Columns[2].Head = lab.Esc(numeral.Capital(v.scene.under(1))), lab.Esc(numeral.Capital(v.scene.under(0)))
		var rows []change
		for _, d := range list {
			rows = append(rows, change{d})
		}
		if len(rows) > 0 {
			html += `<div>` + lab.Scroll(t.Caption, t.HTML(rows)) + `</div>`
		}
	}
	v.Lab.Browser.Draw(hostTables, html+`</div><p class="figure-tools">`+lab.Tool("replay-csv", "", "The waits of all jobs as CSV",
		"waits of all jobs as CSV")+`</p>`)
}

// waits are those of all jobs under both schedules, as CSV, or the one schedule: what diff
// and replay print with --jobs.
func (v *View) waits() string {
	s := v.scene
	if len(s.starts) == 1 {
		return replay.ScheduleCSV(s.trace, s.starts[0])
	}
	return replay.WaitsCSV(s.trace, s.starts[1], s.starts[0])
}

// Excerpt is the answer in short; none of one schedule alone.
func (v *View) Excerpt() *lab.Excerpt {
	if v.Apart() || v.scene.report.A.SumWait == 0 {
		return nil
	}
	r := v.scene.report
	change := float64(r.B.SumWait-r.A.SumWait) / float64(r.A.SumWait)
	f := &lab.Excerpt{Said: r.Sentence(), Chart: plot.Forest{Rows: []plot.ForestRow{
		{Name: v.scene.plan.Beside, Label: r.A.Order, Baseline: true},
		{Name: v.scene.plan.Order, Label: r.B.Order, Mid: change, Low: change, High: change, Best: true},
	}}}
	moved := "as long"
	switch {
	case change < 0:
		moved = numeral.Percent(-change, 1) + " less"
	case change > 0:
		moved = numeral.Percent(change, 1) + " longer"
	}
	f.Chart.Title = "Under " + r.B.Order + " jobs wait " + moved + " in sum, against " + replay.Who(r.A.Order)
	f.Report = strings.Join([]string{r.A.Order, strconv.FormatInt(r.A.SumWait, 10), r.B.Order, strconv.FormatInt(r.B.SumWait, 10),
		strconv.Itoa(r.Less), strconv.Itoa(r.Same), strconv.Itoa(r.More)}, ",")
	return f
}
