package replay

import (
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/why"
	"shadowtime/ui/lab"
)

// Of who overtook a job, and of whom it kept waiting, so many are listed.
const (
	listedOvertakers = 12
	listedKept       = 24
)

// extras are what the sentences leave out: the promised start as it moved, who overtook
// the job, and whom it kept waiting.
func (s *story) extras() string {
	if s.v.logged() {
		return ""
	}
	html := `<p class="hint"><i class="replay-there"></i> leads to what the scheduler saw then.</p>`
	if len(s.about.Reserved) > 1 {
		html += `<figure class="replay-reserved">` + s.reserved(plot.Frame{Width: s.v.pane(), Height: 280,
			ID: "replay-reserved"}) + `</figure>`
	}
	if len(s.about.Overtaken) > 0 {
		n := len(s.about.Overtaken)
		html += `<details><summary>Its ` + numeral.Count(n) + numeral.Plural(n, " overtaker", " overtakers") + `</summary>` + s.overtakers() +
			`</details>`
	}
	if list := s.about.Delayed; len(list) > 0 {
		html += `<details><summary>Whom it kept waiting while it was the head</summary><p class="replay-said">`
		for i, j := range list[:min(len(list), listedKept)] {
			if i > 0 {
				html += ", "
			}
			html += s.v.asked(j)
		}
		html += `.</p>` + more(len(list)-listedKept, "more") + `</details>`
	}
	return html
}

// asked is a job whose number tells its story, and shows it.
func (v *View) asked(j int) string {
	n := v.scene.number(j)
	return lab.Tool("replay-job", n, "Why job "+n+" waited", n)
}

// sampled are so many instants at which the promised start is drawn.
const sampled = 321

// reserved is the chart of the promised start as it moved, beside the time itself: where
// they meet the job starts.
func (s *story) reserved(f plot.Frame) string {
	x := s.about
	from := x.Reserved[0].At
	span := float64(x.Start - from)
	promised, now := make([]float64, sampled), make([]float64, sampled)
	k := 0
	for i := range promised {
		at := from + int64(span*float64(i)/(sampled-1))
		for k+1 < len(x.Reserved) && x.Reserved[k+1].At <= at {
			k++
		}
		promised[i], now[i] = float64(x.Reserved[k].Shadow-x.Submit), float64(at-x.Submit)
	}
	moves, first := len(x.Reserved)-1, x.Reserved[0].Shadow
	f.Title = "Its promised start moved " + numeral.Count(moves) + numeral.Plural(moves, " time", " times") + "; it started " +
		sooner(first-x.Start)
	f.Subtitle = "all times since job " + s.v.Chosen() + " came; the last promise holds until the next; where it meets the time, the job " +
		"starts"
	chart := plot.Line{Frame: f, Series: []plot.Series{{Label: "promised start", Hue: "--accent", Values: promised},
		{Label: "the time", Hue: "--ink-soft", Values: now}},
		First: float64(from - x.Submit), Step: span / (sampled - 1), X: "time since it came", XUnit: plot.Seconds, Y: "promised start",
		YUnit: plot.Seconds}
	return chart.SVG()
}

// sooner says how a start was against the first promise.
func sooner(by int64) string {
	switch {
	case by > 0:
		return numeral.Duration(float64(by)) + " before the first promise"
	case by < 0:
		return numeral.Duration(float64(-by)) + " after the first promise"
	}
	return "as promised at first"
}

// overtakers is the table of the jobs that came later and started earlier.
func (s *story) overtakers() string {
	v, t, list := s.v, s.v.scene.trace, s.about.Overtaken
	tape := why.Tape{Trace: t}
	table := lab.Table[why.Overtaker]{ID: "replay-overtakers",
		Caption: "Who came later and started earlier, in the order in which they did", Columns: []lab.Column[why.Overtaker]{
			{Head: "Job", Text: true, Cell: func(o why.Overtaker) lab.Cell { return lab.Cell{Head: true, HTML: v.asked(o.Job)} }},
			{Head: "How", Text: true,
				Cell: func(o why.Overtaker) lab.Cell { return lab.Cell{HTML: lab.Esc(numeral.Capital(tape.Overtook(o)))} }},
			{Head: "Processors", Cell: func(o why.Overtaker) lab.Cell {
				return lab.Number(float64(t.Size[o.Job]), numeral.Count(int64(t.Size[o.Job])))
			}},
			{Head: "For", Column: lab.Alike(func(o why.Overtaker) float64 { return float64(t.Request[o.Job]) },
				numeral.Durations[float64])},
			{Head: "Came after", Column: lab.Alike(func(o why.Overtaker) float64 { return float64(t.Submit[o.Job] - s.about.Submit) },
				numeral.Durations[float64])},
			{Head: "Waited", Column: lab.Alike(func(o why.Overtaker) float64 { return float64(o.Start - t.Submit[o.Job]) },
				numeral.Durations[float64])},
		}}
	return `<div class="replay-changes replay-seen replay-overtook"><div>` + lab.Scroll(table.Caption,
		table.HTML(list[:min(len(list), listedOvertakers)])) + more(len(list)-listedOvertakers, "more") + `</div></div>`
}

// there leads from a sentence to its instant.
func (v *View) there(at int64) string {
	if v.logged() {
		return ""
	}
	return `<button type="button" class="quiet replay-there" data-act="replay-at" data-arg="` + strconv.FormatInt(at-v.scene.first, 10) +
		`" aria-label="What the scheduler saw at ` + lab.Esc(why.Clock(v.scene.trace, at)) + `"></button>`
}
