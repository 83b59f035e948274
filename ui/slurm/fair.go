package slurm

import (
	"strconv"
	"strings"
	"time"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/slurm"
	"shadowtime/core/job"
	"shadowtime/core/report/plot"
	"shadowtime/ui/lab"
)

// hostFair is that of fair share over time, accountKey the field of the account whose members are shown.
const (
	hostFair   = "slurm-fair"
	accountKey = "slurm-account"
)

// askFair asks how fair share went below an account.
func (v *View) askFair(account string) {
	v.aside(slurm.TaskReplay, slurm.CourseRequest(account), func(b []byte, err error) {
		if c, err2 := slurm.DecodeCourse(b); err == nil && err2 == nil && v.row != nil {
			v.row.Fair = c
		}
		v.drawFair()
	})
}

// drawFair draws it; nothing where fair share counts for nothing.
func (v *View) drawFair() {
	if v.row == nil || v.row.Fair == nil {
		v.Lab.Browser.Draw(hostFair, "")
		return
	}
	c := v.row.Fair
	var b strings.Builder
	b.WriteString(`<div id="slurm-shares"><p>The schedule itself is in <a href="?room=explore" data-act="view" ` +
		`data-arg="replay">Explore</a>.</p>`)
	if len(c.Accounts) > 1 {
		b.WriteString(`<p class="field"><label for="` + accountKey + `">Members of</label> <select id="` + accountKey + `" data-set="` +
			accountKey + `">`)
		for _, name := range c.Accounts {
			words := name
			if name == slurm.Root {
				words = "the whole machine"
			}
			b.WriteString(`<option value="` + lab.Esc(name) + `">` + lab.Esc(short(words)) + `</option>`)
		}
		b.WriteString(`</select></p>`)
	}
	for i, l := range courses(c, plot.Frame{Width: v.Lab.Browser.Width()}) {
		kind := strconv.Itoa(i)
		b.WriteString(`<figure class="figure" id="slurm-fair-` + kind + `"><div class="scroll">` + l.SVG() + `</div><p class="figure-tools">`)
		for _, ending := range []string{"SVG", "PNG", "CSV"} {
			b.WriteString(lab.Tool("slurm-fair", kind+"."+strings.ToLower(ending), [...]string{"Usage", "Fair share", "The queue"}[i]+
				" over time as "+ending, ending) + " ")
		}
		b.WriteString(`</p></figure>`)
	}
	b.WriteString(`<details class="slurm-read"><summary>The numbers</summary>` + lab.Scroll("Fair share over time", courseTable(c).HTML(
		"Fair share over time")) + `</details></div>`)
	v.Lab.Browser.Draw(hostFair, v.fold("fair", "Fair share over time", c.Says[0], b.String()))
	v.Lab.Browser.SetValue(accountKey, c.Of)
}

// courses are the charts: usage beside shares, fair share, and the queue.
func courses(c *slurm.Course, f plot.Frame) []*plot.Line {
	used := "Usage"
	if c.HalfLife > 0 {
		used += ", which halves every " + numeral.Duration(float64(c.HalfLife))
	}
	used += "; dashed: shares"
	if c.Count > len(c.Members) {
		used += "; the " + numeral.Count(len(c.Members)) + " of " + numeral.Count(c.Count) + " that used most"
	}
	n := len(c.Times)
	begin := c.Times[0]
	calendar := &job.Calendar{Unix: begin}
	var ticks []plot.Tick
	if n > 1 {
		ticks = lab.Dates(calendar, 0, c.Times[n-1]-begin, 6, 1)
	}
	var list []*plot.Line
	if len(ticks) < 2 { // a short log
		ticks = []plot.Tick{{At: 0, Label: stamp(begin)}, {At: 1, Label: stamp(c.Times[n-1])}}[:min(n, 2)]
	}
	ranks := [2]string{"Fair-share factor: who has more goes first; an account has that of its best user", "fair-share factor"}
	if c.FairTree {
		ranks = [2]string{"How many of the others it is ahead of or level with, by fair share", "others behind or level"}
	}
	for i, x := range []struct {
		subtitle, y string
		unit        plot.Unit
	}{{used, "part of the usage", plot.Percent},
		{ranks[0], ranks[1], plot.Number}, {"Jobs that could start, and wait", "jobs that wait", plot.Whole}} {
		l := &plot.Line{Frame: f, Y: x.y, YUnit: x.unit, Names: func(i int) string { return stamp(c.Times[i]) }}
		l.Title, l.Subtitle, l.ID = c.Says[i], x.subtitle, "slurm-fair-chart-"+strconv.Itoa(i)
		for _, t := range ticks {
			l.Ticks = append(l.Ticks, plot.Tick{At: t.At * float64(n-1), Label: t.Label})
		}
		list = append(list, l)
	}
	for i := range c.Members {
		m := &c.Members[i]
		s := plot.Series{Label: short(m.Name), Hue: "--user-" + strconv.Itoa(i+1), Values: m.Usage, Level: m.Shares}
		list[0].Series = append(list[0].Series, s)
		if s.Values, s.Level = m.Factor, 0; c.FairTree {
			s.Values = nil
			for _, rank := range m.Rank {
				s.Values = append(s.Values, float64(c.Count-rank))
			}
		}
		list[1].Series = append(list[1].Series, s)
	}
	waiting := make([]float64, n)
	for k, w := range c.Waiting {
		waiting[k] = float64(w)
	}
	list[2].Series, list[2].Area = []plot.Series{{Hue: "--ink-soft", Values: waiting}}, true
	if c.FairTree {
		list[1].YUnit = plot.Whole
	}
	list[1].Height, list[2].Height = 230, 190
	plot.Align(list...)
	return list
}

// stamp is an instant by the log's clock.
func stamp(at int64) string { return time.Unix(at, 0).UTC().Format("2 Jan 2006 15:04") }

// courseTable are the numbers behind them.
func courseTable(c *slurm.Course) *lab.Numbers {
	t := new(lab.Numbers).Add(lab.InWords, "Time")
	for i := range c.Members {
		name := short(c.Members[i].Name)
		t.Add(lab.InShares, name+" shares", name+" usage").Add(lab.InNumbers, name+" fair share")
	}
	t.Add(lab.InCounts, "Jobs that wait")
	for k, at := range c.Times {
		row := []lab.Datum{lab.Text(stamp(at))}
		for i := range c.Members {
			m := &c.Members[i]
			row = append(row, lab.Data(m.Shares, m.Usage[k], m.Factor[k])...)
		}
		t.Row(append(row, lab.N(int64(c.Waiting[k])))...)
	}
	return t
}

// saveFair hands out a chart or its numbers: WHICH.ENDING.
func (v *View) saveFair(arg string) {
	if v.row == nil || v.row.Fair == nil {
		return
	}
	which, _, _ := strings.Cut(arg, ".")
	i, err := strconv.Atoi(which)
	if err != nil || i < 0 || i > 2 {
		return
	}
	c := v.row.Fair
	v.Lab.SavePicture("shadowtime-slurm-fair-share-"+arg, func() string { return courses(c, lab.Standalone)[i].SVG() },
		func() string { return courseTable(c).CSV() })
}
