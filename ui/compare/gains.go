package compare

import (
	"cmp"
	"math"
	"strconv"

	"shadowtime/core/base/sorted"
	"shadowtime/core/base/stats"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/ui/lab"
)

// ---- who gains

// groupKinds are the ways to group jobs, with their words.
var groupKinds = []struct{ key, words, many string }{
	{"size", "job size", "size classes"}, {"run", "run time", "run-time classes"}, {"hour", "hour of the week", "hours of the week"},
	{"day", "hour of the day", "hours of the day"}, {"user", "user", "users"},
}

// mostUsers bounds the rows of the figure by user: those that waited most.
const mostUsers = 24

func (v *look) groups() []compare.Group {
	g := v.evidence.Groups
	switch v.group {
	case "run":
		return g.Run
	case "hour":
		return g.Hour
	case "day":
		return g.Day
	case "user":
		return g.User
	}
	return g.Size
}

func (v *look) groupName(key int64) string {
	switch v.group {
	case "run":
		return compare.RunClassName(key)
	case "hour":
		days := [...]string{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"}
		return days[key/24] + " " + strconv.FormatInt(key%24, 10) + " h"
	case "day":
		return strconv.FormatInt(key, 10) + " h"
	case "user":
		if key < 0 {
			return "unknown user"
		}
		return "user " + strconv.FormatInt(key, 10)
	}
	return compare.SizeClassName(key, v.procs)
}

func drawGains(v *look, f plot.Frame) string {
	d := plot.Diverge{Frame: f, Name: v.order, Of: "jobs", Unit: plot.Percent, InOrder: v.group != "user",
		Axis: "change in waiting under " + v.order + " against " + v.base()}
	groups := v.groups()
	if v.group == "user" && len(groups) > mostUsers {
		groups = mostWaiting(groups, mostUsers)
	}
	what := ""
	for _, k := range groupKinds {
		if k.key == v.group {
			d.Group, what = k.words, k.many
		}
	}
	i := v.index(v.order)
	var s gained
	together := stats.Among(report.Level, 1+len(groups))
	for _, g := range groups {
		b := g.Weigh(i, report.Level)
		c := float64(b.Change)
		if math.IsNaN(c) || math.IsInf(c, 0) {
			continue
		}
		_, low, high := b.Leading()
		d.Rows = append(d.Rows, plot.DivergeRow{Label: v.groupName(g.Key), Change: c, Low: float64(low), High: float64(high),
			Count: float64(g.Jobs)})
		all := g.Weigh(i, together)
		s.count(&all)
	}
	d.Title = "Under " + v.order + " " + s.words(what, v.where())
	d.Subtitle = "change in the summed wait of the group's jobs against " + v.base() + ", pooled over " + v.resamples()
	switch {
	case s.bounded && v.group == "hour":
		d.Subtitle += "; the title speaks of all together at 95 %, the numbers have the range of each"
	case s.bounded:
		d.Subtitle += "; ranges of each group by itself, the title speaks of all together at 95 %"
	}
	if v.group == "user" && len(v.groups()) > mostUsers {
		d.Subtitle += "; the " + strconv.Itoa(mostUsers) + " users that waited most"
	}
	if v.group == "hour" {
		return weekHeat(v, groups, d)
	}
	return d.SVG()
}

// gained counts groups by what is known of their change.
type gained struct {
	less, more, open int // by their intervals
	below, above     int // by their figures
	bounded          bool
}

func (s *gained) count(b *report.Bounds) {
	switch {
	case b.Change < 0:
		s.below++
	case b.Change > 0:
		s.above++
	}
	_, low, high := b.Leading()
	s.bounded = s.bounded || low.Known()
	switch {
	case high < 0:
		s.less++
	case low > 0:
		s.more++
	default:
		s.open++
	}
}

// words counts those that wait less or longer by their intervals; where there
// are none, by what happened.
func (s *gained) words(what, where string) string {
	n := strconv.Itoa
	all := " of " + n(s.less+s.more+s.open) + " " + what
	if s.less+s.more+s.open == 0 {
		return "nobody waits in any of the " + what
	}
	if !s.bounded {
		return n(s.below) + all + " wait less " + where + ", " + n(s.above) + " longer; of chance nothing is known"
	}
	return n(s.less) + all + " wait less by more than chance, " + n(s.more) + " longer; " + n(s.open) + " can't be told"
}

// weekHeat shows the hours of the week as what they are, seven days by 24.
func weekHeat(v *look, groups []compare.Group, d plot.Diverge) string {
	h := plot.Heat{Frame: d.Frame, Change: true, Of: "waiting"}
	for i := range h.Values {
		for j := range h.Values[i] {
			h.Values[i][j] = math.NaN()
		}
	}
	for _, g := range groups {
		h.Values[g.Key/24][g.Key%24] = float64(g.Change[v.index(v.order)])
	}
	h.Subtitle += "; by hour of submission, blue is less waiting and vermilion more"
	return h.SVG()
}

// mostWaiting keeps the n groups with the largest summed wait, in order.
func mostWaiting(groups []compare.Group, n int) []compare.Group {
	sum := func(g compare.Group) float64 { return float64(g.AvgWait) * float64(g.Jobs) }
	list := append([]compare.Group(nil), groups...)
	sorted.Stable(list, func(x, y compare.Group) int { return cmp.Compare(sum(y), sum(x)) })
	return list[:n]
}

// gainTable has the change of every order in every group, with the interval that
// leads.
func gainTable(v *look) *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "group").Add(lab.InCounts, "jobs").Add(lab.InSeconds, "average wait under "+v.base())
	for _, o := range v.evidence.Orders[1:] {
		n.Add(lab.InChanges, o, o+" low", o+" high")
	}
	for _, g := range v.groups() {
		row := []lab.Datum{lab.Text(v.groupName(g.Key)), lab.N(g.Jobs), lab.N(g.AvgWait)}
		for i := range v.evidence.Orders[1:] {
			b := g.Weigh(i+1, report.Level)
			_, low, high := b.Leading()
			row = append(row, lab.Data(b.Change, low, high)...)
		}
		n.Row(row...)
	}
	return n
}
