package decide

import (
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/rules"
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
	b.Draw(hostGroup, v.groupHTML(a))
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
	line := 0
	if found := v.holding.shown(); found != nil {
		line = found.Line()
	}
	w := rules.WeekChart(a, line)
	f.Title, f.Subtitle = w.Title, w.Subtitle+". Press a cell to see its jobs."
	w.Frame, w.Act, w.Chosen = f, "held-hour", v.hour+1
	return w.SVG()
}

// hourHTML is what is said of the cell that was chosen.
func (v *View) hourHTML(a *held.Account) string {
	if v.hour < 0 {
		return `<p class="hint">Press an hour to see what its jobs waited for.</p>`
	}
	said := rules.HourWords(a, v.hour)
	html := `<p><b>` + lab.Esc(said.First) + `</b> ` + lab.Esc(said.Rest)
	if a.Week[v.hour][held.InVain] > 0 {
		html += " " + lab.Tool("held-when", "", "", "Show the hour with most of it in Explore")
	}
	return html + `</p>`
}

// exploreHour selects in Explore the hour that was chosen, in the week in which most of it was waited in vain.
func (v *View) exploreHour() {
	if v.hour < 0 {
		return
	}
	const around = 6 * 3600
	from := max(0, v.holding.account.Worst[v.hour]-v.Lab.Trace.Overview.First)
	v.Lab.Go("replay", "to", strconv.FormatInt(from+around, 10))
	for _, x := range [...]struct {
		key string
		at  int64
	}{{"from", max(0, from-around)}, {"area-from", from}, {"area-to", from + 3600}, {"side", 1}} {
		v.Lab.View.Set(x.key, strconv.FormatInt(x.at, 10))
	}
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
	p := rules.GroupsChart(a, v.groupBy)
	f.Title, f.Subtitle = p.Title, p.Subtitle+"."
	p.Frame, p.Act = f, "held-group"
	return p.SVG()
}

// groupHTML is what is said of the group that was chosen; a user's jobs are shown in Explore.
func (v *View) groupHTML(a *held.Account) string {
	list := rules.Groups(a, v.groupBy)
	if v.group < 0 || v.group >= len(list) {
		return `<p class="hint">Press a bar to see what its jobs waited for.</p>`
	}
	said := rules.GroupSaid(a, v.groupBy, v.group)
	html := `<p><b>` + lab.Esc(said.First) + `</b> ` + lab.Esc(said.Rest)
	if id := list[v.group].ID; v.groupBy == rules.ByUser && id >= 0 {
		html += " " + lab.Tool("held-user", strconv.FormatInt(id, 10), "", "Show their jobs in Explore")
	}
	return html + `</p>`
}
