package place

import (
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/place"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/ui/lab"
)

// stopped says what a cancelled study leaves.
func (v *View) stopped() string {
	if v.Report == nil || v.Verdict.Standing != lab.Asked {
		return "Cancelled before the first stretch was done."
	}
	_, most := v.Known()
	return numeral.Count(v.Report.Stretches) + " of " + numeral.Count(most) + " stretches are done, and kept: " + v.Verb +
		" continues from here."
}

// Footnote says what the figures mean and what they do not.
func (v *View) Footnote() string {
	return "Energy is that of all processors from the first submission to the last end, idle ones too, in the mean stretch. Changes are " +
		"against " + v.Report.Against +
		" on the same stretches, pooled over them, with their plausible range (95 % each, if the stretches that " +
		"follow " +
		"are like these; none of fewer than four). Turnaround is from submission to end. Seed " +
		strconv.FormatUint(v.Report.Plan.Seed, 10) +
		"; the same settings give the same figures everywhere."
}

func (v *View) drawAnswer() {
	b := v.Lab.Browser
	if v.Report == nil {
		v.Await("The first stretches are being run.")
		v.Lab.Clear(hostMap, hostTools, hostTable, hostCaution)
		v.Figures.Draw()
		v.drawStage()
		return
	}
	v.Verdict.Say("", v.sentence())
	b.Draw(hostMap, v.drawMap(plot.Frame{Width: b.Width()}))
	b.Draw(hostTools, lab.FileTools("save", "The map"))
	v.drawTable()
	b.Draw(hostCaution, lab.List("caution", v.Report.Cautions()))
	if !v.Lab.Computes(v.Kind) {
		v.Lab.Then(v.Figures.Draw, v.drawStage)
	}
}

// drawStage draws the run that is played.
func (v *View) drawStage() {
	v.stage.drawAsk()
	v.stage.draw()
}

// sentence is the answer in words; while computing, how far it is.
func (v *View) sentence() string {
	s := v.Report.Sentence()
	if done, most := v.Known(); v.Lab.Computes(v.Kind) && v.Verdict.Standing == lab.Asked && done < most {
		return "So far, after " + numeral.Count(done) + " of " + numeral.Count(most) + " stretches: " + s
	}
	return s
}

// Excerpt is the answer in short: the choices that none is better than on both.
func (v *View) Excerpt() *lab.Excerpt {
	if v.Report == nil {
		return nil
	}
	c := v.Report.Forest()
	return &lab.Excerpt{Said: v.Report.Sentence(), Chart: c, Rest: len(v.distinct()) - len(c.Rows), Report: v.Report.CSV(),
		Cautions: v.Report.Cautions()}
}

// ---- the map

// distinct are the choices that stand for themselves, and for those that did the same.
func (v *View) distinct() []*place.Standing { return v.Report.Apart() }

// others are those that did the same as a choice.
func (v *View) others(c *place.Standing) (names []string) {
	for i := range v.Report.Choices {
		if v.Report.Choices[i].Alike == c.Name {
			names = append(names, v.Report.Choices[i].Name)
		}
	}
	return names
}

// drawMap is the main chart.
func (v *View) drawMap(f plot.Frame) string {
	r := v.Report
	m := lab.EnergyMap{Scatter: plot.Scatter{Frame: f, Of: "choice", Bars: "plausible range (95 %) of the change against " + r.Against,
		X: "energy of the mean stretch, kWh", Y: r.Plan.TimeWords(), YUnit: plot.Seconds}}
	if r.Plan.Time == place.Slowdown {
		m.YUnit = plot.Number
	}
	for _, c := range v.distinct() {
		m.Choices = append(m.Choices, v.traded(c))
	}
	m.Title, m.Subtitle = v.found(), v.setting()
	return m.SVG()
}

// traded is a choice as the map has it.
func (v *View) traded(c *place.Standing) lab.Traded {
	return lab.Traded{Name: c.Name, Placing: c.Placing, Backfilling: c.Backfilling, Baseline: c.Name == v.Report.Against, Front: c.Front,
		Energy: kWh(c.Energy), Time: float64(v.timeOf(c)), EnergyChange: c.EnergyChange, TimeChange: c.TimeChange, Alike: v.others(c)}
}

// like names those that did the same as a choice.
func (v *View) like(c *place.Standing) string {
	x := v.traded(c)
	return x.Like()
}

// timeOf is what energy is set against.
func (v *View) timeOf(c *place.Standing) report.Float {
	switch v.Report.Plan.Time {
	case place.Slowdown:
		return c.AvgBsld
	case place.Wait:
		return c.AvgWait
	case place.Makespan:
		return c.Makespan
	}
	return c.AvgTurnaround
}

func kWh(joules report.Float) float64 { return float64(joules) / 3.6e6 }

// found titles the map.
func (v *View) found() string {
	r := v.Report
	front, one := 0, ""
	for i := range r.Choices {
		if r.Choices[i].Front {
			front, one = front+1, r.Choices[i].Name
		}
	}
	switch {
	case r.Distinct < 2:
		return "All choices come to the same"
	case front == 1:
		return "No choice beats " + one + " on energy or on " + r.Plan.TimeWords()
	}
	return numeral.Count(front) + " of " + numeral.Count(r.Distinct) + " different choices trade energy for time; the others are beaten " +
		"on both"
}

// setting says what was run on what.
func (v *View) setting() string {
	r := v.Report
	s := r.Trace + " on " + r.Platform.Name + ", " + numeral.Count(r.Stretches) + numeral.Plural(r.Stretches, " stretch", " stretches")
	if r.Plan.First > 0 {
		s += " of " + numeral.Jobs(r.Plan.First)
	}
	return s
}

// ---- the table

// tip explains a choice.
func tip(c *place.Standing) string {
	words := map[string]string{"random": "any job, drawn", "first": "the job that came first",
		"shortest": "the job with the shortest request", "smallest": "the job of fewest cores",
		"low_mem": "the job of least memory a core", "low_mem_bw": "the job of least bandwidth a core"}
	where := map[string]string{"random": "any idle core, drawn", "high_gflops": "the fastest idle cores",
		"high_cores": "cores of the processor with most idle ones", "high_mem": "cores of the node with most free memory",
		"high_mem_bw": "cores of the processor with most free bandwidth", "low_power": "the idle cores of least power"}
	return words[c.Selection] + " is next, on " + where[c.Placing] + "; " + place.FillingWords(c.Backfilling)
}

// columns are those of the table of choices.
func (v *View) columns(t *lab.Table[*place.Standing]) {
	all := v.Report.Columns()
	t.Columns = lab.Columns(all, false, "choice", "front", "energy", "energy-corrected", "time", "time-corrected", "kwh",
		"turnaround", "wait", "maxwait", "slowdown", "makespan",
		"use", "over")
	t.Row = func(c *place.Standing) string {
		s := ` data-order="` + lab.Esc(c.Name) + `"` + lab.Keyed(c.Name)
		if all.Baseline(c) {
			s += ` class="baseline"`
		}
		return s
	}
	t.Of("choice").Cell = func(c *place.Standing) lab.Cell {
		s := `<span` + lab.Says(strings.TrimSuffix(tip(c)+"; "+v.like(c), "; ")) + `>` + lab.Esc(c.Name) + `</span>`
		if n := len(v.others(c)); n > 0 {
			s += ` <small>and ` + numeral.Count(n) + ` alike</small>`
		}
		return lab.Cell{Head: true, HTML: s}
	}
	front := t.Of("front")
	front.Text, front.Cell = false, func(c *place.Standing) lab.Cell {
		if c.Front {
			return lab.Mark(1, "yes")
		}
		return lab.Mark(0, "")
	}
	for _, key := range []string{"energy", "time"} {
		t.Of(key).Dress = func(c *place.Standing, cell *lab.Cell) {
			if !all.Baseline(c) {
				cell.Style = lab.Tint(cell.Exact)
			}
		}
	}
}

// drawTable draws the choices of the front and the baseline, or all of them.
func (v *View) drawTable() {
	rows, all := v.distinct(), ""
	if n := len(rows); n > mostRows {
		words := "only the front"
		if !v.all {
			words = "all " + numeral.Count(n) + " choices"
			rows = slices.DeleteFunc(rows, func(c *place.Standing) bool { return !c.Front && c.Name != v.Report.Against })
		}
		all = `<p class="figure-tools"><button type="button" class="quiet" id="cluster-all" aria-expanded="` + lab.Bool(v.all) +
			`" data-act="cluster-all">` + words + `</button></p>`
	}
	v.columns(&v.table)
	v.Lab.Browser.Draw(hostTable, lab.Scroll("The choices", v.table.HTML(rows))+all)
}

// mostRows are shown without being asked for.
const mostRows = 12
