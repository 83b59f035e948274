package replay

import (
	"cmp"
	"slices"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/experiment/replay"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/order"
	"shadowtime/ui/lab"
)

const hostDifference = "replay-difference"

// difference is what two schedules differ in, over all jobs.
type difference struct {
	v       *View
	by      int // of the ways to group jobs
	of      *scene
	density *replay.Density
	table   lab.Table[total]
}

// total is a group of jobs with its name.
type total struct {
	replay.Group
	name string
}

// curve are the steps of the picture of how two waits differ, groups so many that are
// listed.
const (
	curve  = 400
	groups = 40
)

// bins are the rows and columns of the picture of two waits: where it is wide and the
// jobs are many they are finer, and still wide enough to be pressed.
func bins(width, jobs int) int {
	if width < 480 || jobs < 5000 {
		return 24
	}
	return 48
}

// ways are those to group jobs, and what a group's column is headed.
var ways = [...]struct {
	words, head string
	of          func(r *replay.Report) []replay.Group
	name        func(g replay.Group) string
}{
	{"processors", "Processors", func(r *replay.Report) []replay.Group { return r.Size }, sizes},
	{"run time", "Ran for", func(r *replay.Report) []replay.Group { return r.Run }, ranFor},
	{"user", "User", func(r *replay.Report) []replay.Group { return r.User },
		func(g replay.Group) string { return strconv.FormatInt(g.Low, 10) }},
	{"hour of the day", "Came at", func(r *replay.Report) []replay.Group { return r.Hour },
		func(g replay.Group) string { return clockHour(g.Low) }},
}

func sizes(g replay.Group) string {
	if g.Low == g.High {
		return numeral.Count(g.Low)
	}
	return numeral.Count(g.Low) + " to " + numeral.Count(g.High)
}

func ranFor(g replay.Group) string {
	switch {
	case g.High <= 1:
		return "no time"
	case g.High == 1<<62:
		return numeral.Duration(float64(g.Low)) + " or longer"
	}
	return numeral.Duration(float64(g.Low)) + " to " + numeral.Duration(float64(g.High))
}

func clockHour(h int64) string {
	text := strconv.FormatInt(h, 10) + ":00"
	if h < 10 {
		text = "0" + text
	}
	return text
}

// act does what its buttons ask for; false: it is none of them.
func (d *difference) act(what, arg string) bool {
	v := d.v
	if v.Apart() {
		return false
	}
	switch what {
	case "replay-by":
		d.by, _ = strconv.Atoi(arg)
		d.by = min(max(d.by, 0), len(ways)-1)
		d.table.Sort = ""
		d.draw()
	case "replay-total":
		d.table.SortBy(arg)
		d.draw()
	case "replay-cell":
		if n, err := strconv.Atoi(arg); err == nil {
			d.press(n)
		}
	case "replay-density", "replay-curve":
		v.Lab.SavePicture(v.Lab.FileName(arg, replay.Name, what[len("replay-"):]), func() string { return d.chart(what, lab.Standalone) },
			func() string { return d.csv(what) })
	case "replay-totals":
		v.Lab.SaveText(v.Lab.FileName("csv", replay.Name, "totals"), d.csv(what))
	default:
		return false
	}
	return true
}

// press chooses the job of a cell that gains most, above the diagonal the one that
// loses most.
func (d *difference) press(cell int) {
	r := d.v.scene.report
	n := d.density.N
	list := d.density.In(r, cell%n, cell/n, r.Jobs)
	if len(list) == 0 {
		return
	}
	j := list[0]
	if cell/n > cell%n {
		j = list[len(list)-1]
	}
	d.v.choose(int(j))
	d.v.Lab.Browser.Reveal("replay-find")
}

// draw shows both waits of all jobs, and whose they are.
func (d *difference) draw() {
	v := d.v
	if v.Apart() || v.scene.report.Jobs == 0 {
		v.Lab.Browser.Draw(hostDifference, "")
		return
	}
	wide := v.Lab.Browser.Width()
	if wide >= 900 {
		wide = wide/2 - 16
	}
	if n := bins(wide, v.scene.report.Jobs); d.of != v.scene || d.density.N != n {
		d.of, d.density = v.scene, v.scene.report.Density(n)
	}
	f := plot.Frame{Width: wide}
	beside := f
	if wide < v.Lab.Browser.Width() {
		beside.Height = 480 // as the one beside it
	}
	html := `<h2 class="eyebrow">Every job</h2><div class="replay-changes">` +
		`<figure class="figure">` + d.chart("replay-density", f) + lab.FileTools("replay-density", "The waits of all jobs") + `</figure>` +
		`<figure class="figure">` + d.chart("replay-curve", beside) + lab.FileTools("replay-curve", "The differences") + `</figure></div>` +
		`<h2 class="eyebrow">Which jobs</h2><p class="replay-ways">`
	for i, w := range ways {
		if len(w.of(v.scene.report)) > 0 {
			html += `<button type="button" class="quiet" id="replay-by-` + strconv.Itoa(i) + `" data-act="replay-by" data-arg="` +
				strconv.Itoa(i) + `" aria-pressed="` + lab.Bool(i == d.by) + `">by ` + w.words + `</button> `
		}
	}
	v.Lab.Browser.Draw(hostDifference, html+`</p>`+d.totals()+`<p class="figure-tools">`+lab.Tool("replay-totals", "",
		"Waits: all groups as CSV", "all groups as CSV")+`</p>`)
}

// chart is one of the two.
func (d *difference) chart(what string, f plot.Frame) string {
	x := d.v.scene
	r := x.report
	here, there := x.under(0), x.under(1)
	if what == "replay-density" {
		c := plot.Density{Frame: f, N: d.density.N, Cells: d.density.Cells, Most: float64(d.density.Most), X: there, Y: here,
			Act: "replay-cell"}
		c.Title = numeral.Count(r.Less) + " of " + numeral.Count(r.Jobs) + numeral.Plural(r.Jobs, " job waits", " jobs wait") +
			" less " + here
		c.Subtitle = "Below the diagonal jobs wait less " + here + ", above it " + there
		if !f.Standalone {
			c.Subtitle += ". A press on a field tells of the job in it that gains or loses most"
		}
		return c.SVG()
	}
	q := r.Quantiles(curve)
	c := plot.ECDF{Frame: f, Signed: true, XUnit: plot.Seconds, X: "wait " + here + " less that " + there,
		Of: "share of jobs whose wait changes by that much or less", Series: []plot.Sample{
			{Name: order.Label(x.plan.Order), Values: q},
		}}
	c.Title = spread(q[curve/10], q[curve-curve/10])
	c.Subtitle = "To the left less waiting " + here + ", to the right more"
	return c.SVG()
}

// spread says how far nine jobs in ten change, one way and the other.
func spread(low, high float64) string {
	less, more := "at least "+numeral.Duration(-low)+" less", "at least "+numeral.Duration(high)+" longer"
	switch {
	case low < 0 && high > 0:
		return "One job in ten waits " + less + ", one in ten " + more
	case low < 0:
		return "One job in ten waits " + less + ", fewer wait longer"
	case high > 0:
		return "One job in ten waits " + more + ", fewer wait less"
	}
	return "Eight jobs in ten wait as long either way"
}

// ---- totals

func totalColumns() lab.Table[total] {
	before, after := func(t total) float64 { return float64(t.A) / float64(t.Jobs) },
		func(t total) float64 { return float64(t.B) / float64(t.Jobs) }
	value := func(of func(t total) float64) lab.Column[total] { // both have one unit
		return lab.Column[total]{Value: of, Column: lab.Alike(of, numeral.Durations[float64], before, after)}
	}
	count := func(of func(t total) int) lab.Column[total] {
		return lab.Column[total]{Value: func(t total) float64 { return float64(of(t)) },
			Cell: func(t total) lab.Cell { return lab.Number(float64(of(t)), numeral.Count(of(t))) }}
	}
	named := func(c lab.Column[total], key, head, unit string) lab.Column[total] {
		c.Key, c.Head, c.Unit = key, head, unit
		return c
	}
	gained := func(t total) float64 { return float64(t.B - t.A) }
	change := func(t total) float64 { return float64(t.B-t.A) / float64(max(t.A, 1)) }
	return lab.Table[total]{ID: "replay-total", Act: "replay-total", Columns: []lab.Column[total]{
		{Key: "group", Text: true, Value: func(t total) float64 { return float64(t.Low) },
			Cell: func(t total) lab.Cell { return lab.Cell{Head: true, HTML: lab.Esc(t.name)} }},
		named(count(func(t total) int { return t.Jobs }), "jobs", "Jobs", ""),
		named(value(before), "beside", "", "mean wait"),
		named(value(after), "here", "", "mean wait"),
		named(lab.Column[total]{Value: gained, Column: lab.Alike(gained, signed)}, "sum", "Change", "in all"),
		{Key: "change", Head: "Change", Unit: "of its wait", Value: change, Cell: func(t total) lab.Cell {
			if t.A == 0 {
				return lab.Mark(change(t), "–")
			}
			c := lab.Number(change(t), numeral.Change(change(t)))
			c.Style = lab.Tint(change(t))
			return c
		}},
		named(count(func(t total) int { return t.Less }), "less", "Less", "jobs"),
		named(count(func(t total) int { return t.More }), "more", "Longer", "jobs"),
	}}
}

// signed writes durations with the sign of what is more, too.
func signed(values []float64) func(float64) string {
	write := numeral.Durations(values)
	return func(v float64) string {
		if s := write(v); v <= 0 || s[0] == '<' {
			return s
		}
		return "+" + write(v)
	}
}

// totals are those of the groups; of many, the ones that change most.
func (d *difference) totals() string {
	x, w := d.v.scene, ways[d.by]
	list := w.of(x.report)
	caption := "What each group waits; a press on a heading sorts"
	if n := len(list); n > groups {
		most := slices.Clone(list)
		sorted.Stable(most, func(a, b replay.Group) int { return cmp.Compare(far(b), far(a)) })
		list = most[:groups]
		caption = "The " + numeral.Count(groups) + " of " + numeral.Count(n) + " whose waits change most in all; a press on a heading sorts"
	}
	var rows []total
	for _, g := range list {
		rows = append(rows, total{g, w.name(g)})
	}
	t := &d.table
	t.Caption = caption
	t.Columns[0].Head = w.head
	t.Columns[2].Head, t.Columns[3].Head = lab.Esc(numeral.Capital(x.under(1))), lab.Esc(numeral.Capital(x.under(0)))
	return `<div class="replay-totals">` + lab.Scroll(caption, t.HTML(rows)) + `</div>`
}

// far is by how much a group's waits change in all, either way.
func far(g replay.Group) int64 { return max(g.A-g.B, g.B-g.A) }

// csv is a figure's table.
func (d *difference) csv(what string) string {
	x := d.v.scene
	var rows [][]string
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	switch what {
	case "replay-density":
		return d.v.waits()
	case "replay-curve":
		rows = [][]string{{"percent of jobs", "wait " + x.names[0] + " less wait " + x.names[1]}}
		for i, v := range x.report.Quantiles(curve) {
			rows = append(rows, []string{numeral.Plain(100 * float64(i) / curve), numeral.Plain(v)})
		}
	default:
		rows = [][]string{{"by", "low", "high", "jobs", "wait " + x.names[1], "wait " + x.names[0], "less", "more"}}
		for _, w := range ways {
			for _, g := range w.of(x.report) {
				rows = append(rows, []string{w.words, number(g.Low), number(g.High), strconv.Itoa(g.Jobs), number(g.A), number(g.B),
					strconv.Itoa(g.Less), strconv.Itoa(g.More)})
			}
		}
	}
	return lab.CSV(rows)
}
