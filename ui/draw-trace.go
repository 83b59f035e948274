package ui

import (
	"strconv"
	"strings"
	"time"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/job/overview"
	"shadowtime/core/report/paper"
	"shadowtime/core/report/plot"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// drawSpark draws the load in the strip.
func (a *App) drawSpark() {
	o := a.Trace.Overview
	spark := plot.Spark{Values: o.Week, Ref: 1, Unit: plot.Percent, Hue: "--accent"}
	spark.Title = "Offered load by week"
	spark.Width, spark.Height = 96, 28
	a.Browser.Draw(hostSpark, spark.SVG())
}

// drawGlance draws the charts of what is in the trace.
func (a *App) drawGlance() {
	o, w := a.Trace.Overview, a.Browser.Width()
	for i, x := range glances {
		if i == 1 && w >= 773 { // two columns in the style sheet, from a window of 821 pixels on
			w = (w - 48) / 2
		}
		html := ""
		if o.Jobs > 0 {
			html = x.draw(o, plot.Frame{Width: w}) + lab.FileTools(glanceAct+x.key, x.of)
		}
		a.Browser.Draw(x.key, html)
	}
}

// glances are the charts of what is in a trace, named as its tables and their hosts are.
var glances = []struct {
	key, of string
	draw    func(o *overview.Overview, f plot.Frame) string
}{
	{hostLoad, "The load by week", loadChart},
	{hostHours, "Submissions by hour", hoursChart},
	{hostSizes, "Processors of jobs", sizesChart},
	{hostRuns, "Run times", runsChart},
	{hostRequests, "Requested times", requestsChart},
}

// glanceAct begins what the buttons of these charts ask for.
const glanceAct = "glance-"

// saveGlance hands out a chart of the trace, or cites it with what was kept of the log,
// and with the line that prints its table.
func (a *App) saveGlance(key, ending string) {
	o, w, usual := a.Trace.Overview, a.ground(), study.DefaultWorkload()
	for _, x := range glances {
		if x.key == key && o.Jobs > 0 && !a.Cleaning { // else the trace is not yet that of the rules
			a.SaveOwn(a.FileName(ending, key), &paper.Paper{
				Log: a.Summary.Name, Digest: a.Summary.Digest.Hex(), Methods: "The log " + a.Summary.Name +
					" is described as it is, nothing is simulated. " + strings.TrimSpace(a.Source().Cleaned("kept", w.Clean.Flurry)),
				Command: w.CleanedSettings().Command(study.Verb{Name: overview.Verb + " --figure " + key}, usual.CleanedSettings(),
					a.Summary.Name),
			}, func() string { return x.draw(o, lab.Standalone) }, func() string { return lab.CSV(o.Table(key)) })
		}
	}
}

func loadChart(o *overview.Overview, f plot.Frame) string {
	c := plot.Line{Frame: f, Series: []plot.Series{{Label: "offered load", Hue: "--accent", Values: o.Week}},
		First: 1, X: "week", XUnit: plot.Whole, Y: "offered load", YUnit: plot.Percent, Area: true}
	if peak := maxOf(o.Week); peak > 0.75 {
		c.Refs = []plot.Ref{{At: 1, Label: "the whole machine"}}
	}
	c.Title = "The jobs ask for " + numeral.Share(o.Load) + " of the machine on average"
	c.Subtitle = "offered load = processors × run time of the jobs submitted in a week, as a share of what the machine can give"
	if _, says := o.Beyond(); says != "" {
		c.Subtitle += ". " + says
	}
	c.Height = 260
	if mark := calendarTicks(o); len(mark) > 0 {
		c.Ticks, c.X = mark, "week, by the date it begins"
	}
	return c.SVG()
}

// calendarTicks labels the weeks by their dates where the log has a clock: by that of the
// weeks, which keep one offset. In winter a week of a log that begins in summer starts on
// Sunday at 23 h, and still is the one of that Monday.
func calendarTicks(o *overview.Overview) []plot.Tick {
	if o.Calendar.Unix == 0 {
		return nil
	}
	return weekTicks(o.Calendar.Unix+o.Calendar.Offset+o.From, len(o.Week))
}

// weekTicks labels so many weeks from an instant by their dates.
func weekTicks(from int64, weeks int) []plot.Tick {
	if weeks < 4 {
		return nil
	}
	step := (weeks + 5) / 6
	var ticks []plot.Tick
	for i := 0; i < weeks; i += step {
		at := time.Unix(from+int64(i)*job.Week, 0).UTC()
		ticks = append(ticks, plot.Tick{At: float64(i + 1), Label: at.Format("2 Jan 2006")})
	}
	return ticks
}

func maxOf(v []float64) float64 {
	m := 0.0
	for _, x := range v {
		m = max(m, x)
	}
	return m
}

func hoursChart(o *overview.Overview, f plot.Frame) string {
	c := plot.Heat{Frame: f}
	peak, at := int64(-1), 0
	night, day := int64(0), int64(0)
	for h, n := range o.Hour {
		c.Values[h/24][h%24] = float64(n)
		if n > peak {
			peak, at = n, h
		}
		if h%24 >= 8 && h%24 < 20 && h/24 < 5 {
			day += n
		} else {
			night += n
		}
	}
	c.Of, c.Unit = "submissions", plot.Whole
	c.Title = numeral.Share(portion(day, day+night)) + " of jobs come on weekdays from 8 to 20 h"
	c.Subtitle = "submissions by hour of week; most on " + overview.Day(at/24) + " at " + strconv.Itoa(at%24) + " h"
	if !o.Calendar.Weekdays() {
		c.Title = "Submissions by hour of week"
		c.Subtitle = "the log has no calendar: day 1 begins with the first submit, shown as Monday"
	}
	return c.SVG()
}

// bars turns bins into a chart of the jobs' shares; the last argument writes
// a bin's label.
func bars(bins []overview.Bin, jobs int, label func(b overview.Bin) string) []plot.Bin {
	var out []plot.Bin
	for _, b := range bins {
		out = append(out, plot.Bin{Label: label(b), Share: portion(b.Jobs, int64(jobs)), Count: float64(b.Jobs)})
	}
	return out
}

func sizesChart(o *overview.Overview, f plot.Frame) string {
	bins := o.Size
	for len(bins) > 1 && bins[len(bins)-1].Jobs == 0 {
		bins = bins[:len(bins)-1]
	}
	c := plot.Bars{Frame: f, Bins: bars(bins, o.Jobs, func(b overview.Bin) string {
		if b.Low == b.High {
			return compact(b.Low)
		}
		return compact(b.Low) + "–" + compact(b.High)
	}), Axis: "processors q", Share: "share of jobs", Of: "jobs", Hue: "--size"}
	work := 0.0
	wide := 0.0
	for _, b := range bins {
		work += b.Work
		if b.Low*4 >= o.Procs {
			wide += b.Work
		}
	}
	c.Title = numeral.Share(portion(o.Size[0].Jobs, int64(o.Jobs))) + " of jobs ask for one processor"
	c.Subtitle = "jobs of a quarter of the machine and more hold " + numeral.Share(wide/work) + " of the work"
	if !(work > 0) {
		c.Subtitle = "requested processors, by powers of two"
	}
	c.Height = 250
	return c.SVG()
}

// compact writes a number of processors briefly: 2048 is "2k".
func compact(n int64) string {
	switch {
	case n >= 1_000_000:
		return strconv.FormatInt(n/1_000_000, 10) + "M"
	case n >= 10_000:
		return strconv.FormatInt(n/1000, 10) + "k"
	}
	return numeral.Count(n)
}

func runsChart(o *overview.Overview, f plot.Frame) string {
	bins := o.Run
	for len(bins) > 1 && bins[len(bins)-1].Jobs == 0 {
		bins = bins[:len(bins)-1]
	}
	c := plot.Bars{Frame: f, Bins: bars(bins, o.Jobs, func(b overview.Bin) string {
		switch {
		case b.Low == 0:
			return "0 s"
		case b.High > 1<<60:
			return "> " + overview.Bound(b.Low)
		}
		return "< " + overview.Bound(b.High)
	}), Axis: "run time p", Share: "share of jobs", Of: "jobs", Hue: "--time"}
	short := int64(0)
	for _, b := range o.Run {
		if b.High <= 900 {
			short += b.Jobs
		}
	}
	c.Title = numeral.Share(portion(short, int64(o.Jobs))) + " of jobs run less than 15 minutes"
	c.Subtitle = "run times, each bar from the one before it"
	c.Height = 250
	return c.SVG()
}

func requestsChart(o *overview.Overview, f plot.Frame) string {
	c := plot.Bars{Frame: f, Axis: "share of the requested time that was used, p / p̃", Share: "share of jobs", Of: "jobs", Hue: "--ratio"}
	n := len(o.Accuracy) - 1
	half, asked := int64(0), int64(o.Requests())
	for i, b := range o.Accuracy {
		label := strconv.Itoa(100*i/n) + "–" + strconv.Itoa(100*(i+1)/n) + " %"
		if i == n {
			label = "all of it"
		}
		c.Bins = append(c.Bins, plot.Bin{Label: label, Share: portion(b.Jobs, asked), Count: float64(b.Jobs)})
		if i < n/2 {
			half += b.Jobs
		}
	}
	if f.Width < 700 {
		c.Bins = fewer(c.Bins, n)
	}
	c.Title = numeral.Share(portion(half, asked)) + " of jobs use less than half the time they ask for"
	c.Subtitle = numeral.Share(portion(int64(o.AtLimit), asked)) + " use all of it"
	switch n := o.Unasked(); {
	case asked == 0:
		c.Title, c.Subtitle = "No job has a requested time", "run times stand for the requests"
	case n > 0:
		c.Subtitle += "; " + numeral.Count(n) + numeral.Plural(n, " job has", " jobs have") + " no request and " +
			numeral.Plural(n, "is", "are") + " not counted"
	}
	c.Height = 250
	return c.SVG()
}

// fewer joins twentieths to fifths, so that labels fit; the last bin stays.
func fewer(bins []plot.Bin, n int) []plot.Bin {
	var out []plot.Bin
	for i := 0; i < n; i += 4 {
		b := plot.Bin{Label: strconv.Itoa(100*i/n) + "–" + strconv.Itoa(100*(i+4)/n) + " %"}
		for _, x := range bins[i : i+4] {
			b.Share += x.Share
			b.Count += x.Count
		}
		out = append(out, b)
	}
	return append(out, bins[n])
}
