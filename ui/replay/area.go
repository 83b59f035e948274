package replay

import (
	"errors"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/experiment/rules"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/held"
	"shadowtime/core/sim/why"
	"shadowtime/ui/lab"
)

const hostArea = "replay-area"

// area is the stretch of time that is selected in the pictures, as a worker counts it.
type area struct {
	v     *View
	turn  int          // tells late answers apart
	of    areaKey      // what was counted or asked for
	told  *replay.Area // nil: not yet
	wrong string       // why it can't be told
}

// areaKey is what the figures of an area are of.
type areaKey struct {
	scene    *scene
	side     int
	from, to int64
}

// selected is the area in seconds; false: there is none.
func (v *View) selected() (from, to int64, ok bool) {
	x := v.scene
	from, to = max(x.first, x.first+v.at.areaFrom), min(x.last, x.first+v.at.areaTo)
	return from, to, v.at.areaFrom < v.at.areaTo && from < to
}

// selects selects an area, as far as there is a schedule.
func (v *View) selects(from, to int64) {
	x := v.scene
	from, to = max(min(from, to), x.first), min(max(from, to), x.last)
	v.at.areaFrom, v.at.areaTo = from-x.first, max(to, from+least)-x.first
	v.soon()
}

// Unselect takes the selection away; false: there is none.
func (v *View) Unselect() bool {
	if v.at.areaFrom >= v.at.areaTo {
		return false
	}
	v.at.areaFrom, v.at.areaTo = 0, 0
	if !v.Unknown() {
		v.soon()
		v.area.draw()
	}
	v.Lab.Rest()
	return true
}

// reach moves the end of the area by a twentieth of what is in sight; without one it selects a twentieth in the middle.
func (v *View) reach(by int64) {
	from, to := v.scene.window(v.at)
	step := max((to-from)/20, least)
	begin, end, ok := v.selected()
	if !ok {
		begin = (from + to) / 2
		end = begin
	}
	if end += by * step; end <= begin {
		v.Unselect()
		return
	}
	v.selects(begin, end)
	v.settle()
}

// settle counts the area once its edges stay where they are.
func (v *View) settle() {
	v.area.draw()
	v.Lab.Rest() // the address has the area
}

// ask asks for the figures of the area in sight, once.
func (a *area) ask(from, to int64) {
	v := a.v
	key := areaKey{v.scene, v.side(), from, to}
	if a.of == key || !v.answers() {
		return
	}
	a.of, a.told, a.wrong = key, nil, ""
	a.turn++
	turn := a.turn
	v.Lab.Engine.Detail(v.study(), replay.AreaRequest(v.scene.k, v.side(), from, to), func(b []byte, err error) {
		v.Lab.Post(func() {
			if turn != a.turn {
				return
			}
			if err == nil {
				a.told, err = replay.DecodeArea(b)
			}
			switch {
			case errors.Is(err, lab.ErrCancelled):
				a.of = areaKey{}
			case err != nil:
				a.wrong = "The area can't be counted: " + err.Error() + "."
			}
			a.draw()
		})
	})
}

// draw shows what is in the area.
func (a *area) draw() {
	v := a.v
	if v.Unknown() {
		v.Lab.Browser.Draw(hostArea, "")
		return
	}
	v.fit()
	from, to, ok := v.selected()
	if !ok {
		v.Lab.Browser.Draw(hostArea, "")
		return
	}
	a.ask(from, to)
	html := `<div class="replay-area"><p class="eyebrow">Selected area, ` + lab.Esc(v.scene.under(v.side())) +
		`</p><p class="replay-why">` +
		lab.Esc(why.Clock(v.scene.trace, from)+" to "+why.Clock(v.scene.trace, to)) + `</p>`
	switch {
	case a.wrong != "":
		html += `<p class="hint">` + lab.Esc(a.wrong) + `</p>`
	case a.told == nil:
		html += `<p class="hint">Its jobs are being counted.</p>`
	default:
		html += a.facts(from, to) + a.causes() + a.longest()
	}
	v.Lab.Browser.Draw(hostArea, html+`<p>`+lab.Tool("replay-area", "look", "", "Show it alone")+` `+
		lab.Tool("replay-area", "clear", "", "Clear")+`</p></div>`)
}

// facts are its jobs, its work and its waiting.
func (a *area) facts(from, to int64) string {
	row := func(name, value string) string { return `<dt>` + name + `</dt><dd>` + lab.Esc(value) + `</dd>` }
	x := a.told
	ran := numeral.Count(x.Ran)
	switch {
	case x.Ran > 0 && x.Started == x.Ran:
		ran += ", all started here"
	case x.Ran > 0:
		ran += ", " + numeral.Count(x.Started) + " started here"
	}
	hours := func(s float64) string { return numeral.Count(int64(s/3600 + 0.5)) }
	all := float64(to-from) * float64(a.v.scene.trace.Procs)
	html := `<dl class="replay-facts">` + row("Jobs that ran", ran) +
		row("Processor-hours", hours(float64(x.Used))+" of "+hours(all)+" ("+numeral.Share(float64(x.Used)/all)+")")
	waiting := "none"
	if x.Waiting > 0 {
		waiting = numeral.Count(x.Waiting) + numeral.Plural(x.Waiting, " job, ", " jobs, ") +
			numeral.Duration(float64(x.Waited)) + " in all"
	}
	return html + row("Waited here", waiting) + `</dl>`
}

// causes is a bar of what its jobs waited for: of the log's own schedule alone, whose scheduler nobody watched.
func (a *area) causes() string {
	if a.told.Parts.Sum() == 0 {
		return ""
	}
	account := held.Account{Jobs: a.told.Waiting, Parts: a.told.Parts}
	bar := plot.SharesBar{}
	for _, p := range rules.Bar(&account) {
		if p.Seconds > 0 {
			bar.Parts = append(bar.Parts, plot.SharesPart{Value: float64(p.Seconds), Words: p.Mean, Label: p.Legend,
				Cause: rules.Colours[p.Cause]})
		}
	}
	chart := plot.Shares{Bars: []plot.SharesBar{bar}}
	chart.Frame = plot.Frame{ID: "replay-area-bar", Width: a.v.pane()}
	chart.Title = "They waited " + rules.Mean(&account) + " here on average"
	return `<figure>` + chart.SVG() + `</figure>`
}

// longest lists the jobs that waited longest in it.
func (a *area) longest() string {
	x := a.v.scene
	if len(a.told.Longest) == 0 {
		return ""
	}
	html := `<details><summary>The jobs that waited longest here</summary><p class="replay-listed">`
	for _, j := range a.told.Longest {
		n := x.number(int(j))
		html += lab.Tool("replay-tell", n, "Why job "+n+" waited", n+", "+x.waitWords(a.v.side(), int(j))) + ` `
	}
	return html + `</p></details>`
}

// veil pales what is outside of the area in a picture of a stretch of time.
func (v *View) veil(from, to int64) string {
	begin, end, ok := v.selected()
	if !ok {
		return ""
	}
	share := func(at int64) float64 { return 100 * float64(min(max(at, from), to)-from) / float64(to-from) }
	number := func(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }
	left, right := share(begin), share(end)
	return `<i class="veil" style="left:0;width:` + number(left) + `%"></i><i class="veil" style="right:0;width:` + number(100-right) +
		`%"></i><i class="chosen-area" style="left:` + number(left) + `%;width:` + number(right-left) + `%"></i>`
}
