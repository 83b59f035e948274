package rules

import (
	"math"

	"shadowtime/core/job/rule"
	"shadowtime/core/report/paper"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/held"
)

// Colours are those of the causes.
var Colours = [held.Causes]plot.Cause{held.Full: plot.NoRoom, held.Ahead: plot.Kept, held.Ruled: plot.ByRule, held.InVain: plot.InVain}

// Bars are what jobs waited for, from the log alone, and with what was found; nil: nothing was.
func Bars(a *held.Account, f *Found) plot.Shares {
	chart := plot.Shares{Bars: []plot.SharesBar{barOf("From the log alone", Bar(a))}}
	chart.Title, chart.Subtitle = "Jobs waited "+Mean(a)+" on average", "What they waited for"
	if f != nil && f.Any() {
		chart.Bars = append(chart.Bars, barOf("With the rules found", f.Bar()))
	}
	return chart
}

// Any says whether anything was found.
func (f *Found) Any() bool { return len(f.Findings) > 0 || len(f.Stops) > 0 || !f.usual() }

func barOf(label string, pieces []Piece) plot.SharesBar {
	b := plot.SharesBar{Label: label}
	for _, p := range pieces {
		b.Parts = append(b.Parts, plot.SharesPart{Value: float64(p.Seconds), Words: p.Mean, Label: p.Legend, Cause: Colours[p.Cause]})
	}
	return b
}

// WeekChart has the share of the waiting in vain in each hour of the week; line is an hour of the day to be marked, 0: none.
func WeekChart(a *held.Account, line int) plot.Week {
	chart := plot.Week{Bounds: plot.WeekBounds, Of: "of the waiting", Line: line, Axis: "local hour of the day"}
	chart.Title = WeekWords(a)
	chart.Subtitle = "Share of the waiting in each hour of the week that passed with room and nobody delayed"
	for at := range a.Week {
		p := &a.Week[at]
		v := math.NaN()
		if p.Sum() > 0 {
			v = p.Share(held.InVain)
		}
		chart.Values[at/24][at%24] = v
	}
	return chart
}

// Line is the hour of the day that the strongest rule has, 0: none or no full one, or hours of a week or of standard time,
// which the local hours of a day don't show.
func (f *Found) Line() int {
	best := f.strongest()
	if best == nil || !best.Rule.Clock() || best.Rule.Days == rule.Week || best.Rule.Standard {
		return 0
	}
	at := best.Rule.From
	if best.Rule.Kind == rule.Hours {
		at = best.Rule.To
	}
	if at%60 != 0 {
		return 0
	}
	return int(at / 60)
}

// GroupsChart has what jobs waited for, parted; what is held by a rule is told apart where there is any.
func GroupsChart(a *held.Account, by Grouping) plot.Piles {
	list := Groups(a, by)
	chart := plot.Piles{Unit: plot.Whole}
	unit, most := 3600.0, int64(0)
	for i := range list {
		most = max(most, list[i].Sum())
	}
	if chart.Axis = "waiting, hours"; most >= 20_000*3600 {
		unit, chart.Axis = 3_600_000, "waiting, thousand hours"
	}
	for c := range held.Cause(held.Causes) {
		if c == held.Ruled && a.Parts[c] == 0 {
			continue
		}
		words := legends[1][c]
		if c == held.InVain && a.Parts[held.Ruled] == 0 {
			words = legends[0][c]
		}
		chart.Causes = append(chart.Causes, plot.Legend{Cause: Colours[c], Words: words})
		for i := range list {
			if len(chart.Rows) == i {
				chart.Rows = append(chart.Rows, plot.Pile{Label: by.NameOf(&list[i]), Note: percent(list[i].Share(held.InVain))})
			}
			chart.Rows[i].Parts = append(chart.Rows[i].Parts, float64(list[i].Parts[c])/unit)
		}
	}
	chart.Title = GroupWords(a, by)
	chart.Subtitle = "Waiting by " + string(by) + "; the figure at the bar is the share with room and nobody delayed"
	return chart
}

// figures are those of a page.
func (r *Report) figures() []paper.Figure {
	if r.account == nil || r.account.Sum() == 0 {
		return nil
	}
	line := 0
	if r.found != nil {
		line = r.found.Line()
	}
	bars, week, sizes := Bars(r.account, r.found), WeekChart(r.account, line), GroupsChart(r.account, BySize)
	return []paper.Figure{
		{Title: bars.Title, Subtitle: bars.Subtitle, Draw: func(f plot.Frame) string {
			c := bars
			c.Frame, c.Title = f, bars.Title
			return c.SVG()
		}},
		{Title: week.Title, Subtitle: week.Subtitle, Draw: func(f plot.Frame) string {
			c := week
			c.Frame, c.Title = f, week.Title
			return c.SVG()
		}},
		{Title: sizes.Title, Subtitle: sizes.Subtitle, Draw: func(f plot.Frame) string {
			c := sizes
			c.Frame, c.Title = f, sizes.Title
			return c.SVG()
		}},
	}
}
