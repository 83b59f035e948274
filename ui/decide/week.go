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
	f.Title, f.Subtitle = rules.WeekWords(a), "Share of the waiting in each hour of the week that passed with room and nobody delayed. Press a cell to see its jobs."
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

// groupings are the ways to part the jobs, and what each is called.
var groupings = [...]struct{ key, words string }{{"size", "Size"}, {"user", "User"}, {"hour", "Hour"}, {"queue", "Queue"}}

// groups are the jobs parted in a way; nil: the log can't tell.
func groups(a *held.Account, by string) []held.Group {
	switch by {
	case "user":
		return a.Users
	case "hour":
		list := make([]held.Group, 8)
		for at := range a.Week {
			g := &list[at%24/3]
			g.ID, g.To = int64(at%24/3*3), int64(at%24/3*3+3)
			for c, x := range a.Week[at] {
				g.Parts[c] += x
			}
		}
		return list
	case "queue":
		if a.Queues == nil {
			return a.Partitions
		}
		return a.Queues
	}
	return a.Sizes
}

// switchHTML is the switch between them.
func (v *View) switchHTML(a *held.Account) string {
	html := `<p class="segments" role="group" aria-label="Waiting by">`
	for _, x := range groupings {
		if groups(a, x.key) == nil {
			continue
		}
		words := x.words
		if x.key == "queue" && a.Queues == nil {
			words = "Partition"
		}
		html += `<button type="button" id="held-by-` + x.key + `" data-act="held-by" data-arg="` + x.key + `" aria-pressed="` +
			lab.Bool(x.key == v.groupBy) + `">` + words + `</button>`
	}
	return html + `</p>`
}

// piles is the chart of what groups waited for.
func (v *View) piles(a *held.Account, f plot.Frame) string {
	f.Title, f.Subtitle = rules.SizeWords(a), "The figure at the bar is the share with room and nobody delayed."
	p := &plot.Piles{Frame: f, Causes: []plot.Legend{{Cause: plot.NoRoom, Words: "too few free"}, {Cause: plot.Kept, Words: "kept"},
		{Cause: plot.InVain, Words: "room, nobody delayed"}}}
	list := groups(a, v.groupBy)
	most := int64(0)
	for i := range list {
		most = max(most, list[i].Sum())
	}
	unit, words := 3600.0, "waiting, hours"
	if most > 3600*5000 {
		unit, words = 3600*1000, "waiting, thousand hours"
	}
	p.Axis = words
	for i := range list {
		g := &list[i]
		p.Rows = append(p.Rows, plot.Pile{Label: v.groupWords(g), Note: numeral.Percent(g.Share(held.InVain), 0),
			Parts: []float64{float64(g.Parts[held.Full]) / unit, float64(g.Parts[held.Ahead]) / unit, float64(g.Parts[held.InVain]) / unit}})
	}
	return p.SVG()
}

// groupWords name a group.
func (v *View) groupWords(g *held.Group) string {
	id := strconv.FormatInt(g.ID, 10)
	switch {
	case v.groupBy == "hour":
		return id + " to " + strconv.FormatInt(g.To, 10)
	case v.groupBy == "user" && g.ID >= 0:
		return "user " + id
	case v.groupBy == "queue" && g.ID >= 0:
		return "number " + id
	case g.ID < 0:
		return "all others"
	case g.ID == g.To:
		return id
	}
	return id + " to " + strconv.FormatInt(g.To, 10)
}
