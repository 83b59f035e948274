package decide

import (
	"math"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/rules"
	"shadowtime/core/job"
	"shadowtime/core/job/rule"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/held"
	"shadowtime/ui/lab"
)

// drawWeek draws the hours of the week, and what groups of jobs waited for beside them.
func (v *View) drawWeek() {
	a, b := v.holding.account, v.Lab.Browser
	week, groups := v.columns()
	b.Draw(hostWeek, `<figure>`+v.week(a, plot.Frame{ID: "held-week", Width: week})+`</figure>`)
	b.Draw(hostHour, v.hourHTML(a))
	b.Draw(hostBy, v.switchHTML(a))
	b.Draw(hostGroups, `<figure>`+v.piles(a, plot.Frame{ID: "held-groups", Width: groups})+`</figure>`)
}

// columns are the room for the week and for groups: seven and five of twelve.
func (v *View) columns() (week, groups int) {
	w := v.Lab.Browser.Width()
	if w < 900 {
		return w, w
	}
	return w*7/12 - 13, w*5/12 - 19
}

// week is the chart of how much of the waiting in each hour was in vain.
func (v *View) week(a *held.Account, f plot.Frame) string {
	f.Title = rules.WeekWords(a)
	f.Subtitle = "Share of the waiting in each hour of the week that passed with room and nobody delayed. Press a cell to see its jobs."
	w := &plot.Week{Frame: f, Bounds: plot.WeekBounds, Of: "of the waiting", Axis: "local hour of the day", Act: "held-hour",
		Chosen: v.hour + 1, Line: v.releases()}
	for at := range a.Week {
		w.Values[at/24][at%24] = math.NaN()
		if a.Week[at].Sum() > 0 {
			w.Values[at/24][at%24] = a.Week[at].Share(held.InVain)
		}
	}
	return w.SVG()
}

// releases is the full hour at which the rule that explains most lets jobs go by the clock; 0: there is none.
func (v *View) releases() int {
	f := v.holding.shown()
	if f == nil {
		return 0
	}
	most, at := int64(0), int32(0)
	for i := range f.Findings {
		if x := &f.Findings[i]; x.Rule.Clock() && x.Explains > most {
			most, at = x.Explains, x.Rule.To
			if x.Rule.Kind == rule.EndBy {
				at = x.Rule.From
			}
		}
	}
	return int(at) / 60
}

// hourHTML is what is said of the cell that was chosen.
func (v *View) hourHTML(a *held.Account) string {
	if v.hour < 0 {
		return `<p class="hint">Press an hour to see what its jobs waited for.</p>`
	}
	said := rules.HourWords(a, v.hour)
	html := `<p><b>` + lab.Esc(said.First) + `</b> ` + lab.Esc(said.Rest)
	if a.Week[v.hour][held.InVain] > 0 {
		html += " " + lab.Tool("held-when", "", "", "Show the week with most of it in Explore")
	}
	return html + `</p>`
}

// exploreHour shows in Explore the hour that was chosen, in the week that waited most in vain.
func (v *View) exploreHour() {
	o, a := v.Lab.Trace.Overview, v.holding.account
	if v.hour < 0 {
		return
	}
	most := 0
	for w := range a.Weeks {
		if a.Weeks[w][held.InVain] > a.Weeks[most][held.InVain] {
			most = w
		}
	}
	at := o.First + int64(most)*job.Week
	const monday = 4 * 24 * 3600 // the first one of 1970
	wall := (o.Calendar.Local(at) - monday) % job.Week
	at += (int64(v.hour)*3600 - wall + 2*job.Week) % job.Week
	from := max(0, at-o.First)
	v.Lab.Go("replay", "to", strconv.FormatInt(from+6*3600, 10))
	v.Lab.View.Set("from", strconv.FormatInt(max(0, from-6*3600), 10))
	v.Lab.View.Set("at", strconv.FormatInt(from, 10))
}

// switchHTML is the switch between ways to part the jobs.
func (v *View) switchHTML(a *held.Account) string {
	html := `<p class="segments" role="group" aria-label="Waiting by">`
	for _, by := range rules.Groupings(a) {
		key := string(by)
		html += `<button type="button" id="held-by-` + key + `" data-act="held-by" data-arg="` + key + `" aria-pressed="` +
			lab.Bool(by == v.groupBy) + `">` + numeral.Capital(key) + `</button>`
	}
	return html + `</p>`
}

// piles is the chart of what groups waited for.
func (v *View) piles(a *held.Account, f plot.Frame) string {
	f.Title, f.Subtitle = rules.GroupWords(a, v.groupBy), "The figure at the bar is the share with room and nobody delayed."
	p := &plot.Piles{Frame: f, Causes: []plot.Legend{{Cause: plot.NoRoom, Words: "too few free"}, {Cause: plot.Kept, Words: "kept"},
		{Cause: plot.InVain, Words: "room, nobody delayed"}}}
	list := rules.Groups(a, v.groupBy)
	most := int64(0)
	for i := range list {
		most = max(most, list[i].Sum())
	}
	unit := 3600.0
	p.Axis = "waiting, hours"
	if most > 3600*5000 {
		unit, p.Axis = 3600*1000, "waiting, thousand hours"
	}
	for i := range list {
		g := &list[i]
		row := plot.Pile{Label: v.groupBy.NameOf(g), Note: numeral.Percent(g.Share(held.InVain), 0)}
		for _, c := range p.Causes {
			row.Parts = append(row.Parts, float64(g.Parts[c.Cause])/unit)
		}
		p.Rows = append(p.Rows, row)
	}
	return p.SVG()
}
