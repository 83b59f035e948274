package ui

import (
	"strings"
	"time"

	"shadowtime/core/base/numeral"
	"shadowtime/core/job"
	"shadowtime/core/report/plot"
	"shadowtime/ui/lab"
)

// fate is what became of some of the records of a file.
type fate struct {
	words string
	n     int
	first []job.Fault
}

// fates are what became of all records of the log in sight: those of reading come
// first, then those of cleaning.
func (a *App) fates() []fate {
	s, c := a.Summary, a.Trace.Cleaning
	var list []fate
	if s.Bad > 0 {
		list = append(list, fate{"could not be read", s.Bad, s.Faults})
	}
	for _, l := range s.Import.Left {
		list = append(list, fate{l.Why, l.N, l.First})
	}
	for _, d := range c.Dropped {
		list = append(list, fate{d.Reason.Words(), d.N, c.First(d.Reason)})
	}
	return list
}

func (a *App) drawReport() {
	s, c := a.Summary, a.Trace.Cleaning
	m := s.Import
	var b strings.Builder
	b.WriteString(`<table class="plain fates"><caption>What became of the records</caption><thead><tr><th scope="col">Records</th><th scope="col" class="num">Number</th><th scope="col">First lines</th></tr></thead><tbody>`)
	row := func(words string, n int, lines string) {
		b.WriteString(`<tr><th scope="row">` + words + `</th><td class="num">` + numeral.Count(n) + `</td><td class="lines">` +
			lines + `</td></tr>`)
	}
	row("read", m.Records, "of "+numeral.Count(s.Lines)+numeral.Plural(s.Lines, " line", " lines"))
	if m.Folded > 0 {
		row("parts of others (steps, repeated records)", m.Folded, "")
	}
	if m.Tasks > 0 {
		row("further tasks of arrays, each a job", m.Tasks, "")
	}
	var faults []job.Fault
	for _, f := range a.fates() {
		row("left out: "+lab.Esc(f.words), f.n, firstLines(f.first))
		faults = append(faults, f.first...)
	}
	row("<b>jobs that are simulated</b>", c.Kept, "")
	b.WriteString(`</tbody></table>`)
	if len(faults) > 0 {
		var rows strings.Builder
		rows.WriteString(`<table class="plain"><caption>The first lines at fault</caption><thead><tr><th scope="col" class="num">Line</th><th scope="col">Field</th><th scope="col">Found</th><th scope="col">Why</th></tr></thead><tbody>`)
		for _, f := range faults {
			rows.WriteString(`<tr><td class="num">` + numeral.Count(f.Line) + `</td><td>` + lab.Esc(f.Field) + `</td><td><code>` +
				lab.Esc(f.Text) + `</code></td><td>` + lab.Esc(f.Why) + `</td></tr>`)
		}
		rows.WriteString(`</tbody></table>`)
		b.WriteString(`<details><summary>The first lines at fault, with what stands there</summary>` +
			lab.Scroll("The first lines at fault", rows.String()) + `</details>`)
	}
	cautions := m.Warnings
	if s := a.Trace.Overview.Overload(); s != "" {
		cautions = append([]string{s}, cautions...)
	}
	b.WriteString(lab.List("caution", cautions))
	notes := append([]string(nil), s.Notes...)
	for _, n := range []struct {
		n     int
		words string
	}{
		{c.Extended, "ran longer than they asked for: their request was raised to the run time"},
		{c.Killed, "ran longer than they asked for: their run was cut to the request"},
		{c.NoRequest, "have no requested time: their run time stands for it"},
	} {
		if n.n > 0 {
			notes = append(notes, numeral.Count(n.n)+" jobs "+n.words)
		}
	}
	notes = append(notes, a.Trace.Overview.Calendar.Source)
	b.WriteString(`<ul class="notes">`)
	for _, n := range notes {
		b.WriteString(`<li>` + lab.Esc(n) + `</li>`)
	}
	b.WriteString(`</ul>`)
	if len(s.Pairs) > 0 {
		b.WriteString(`<dl class="source">`)
		for _, p := range s.Pairs {
			b.WriteString(`<dt>` + lab.Esc(p.Key) + `</dt><dd>` + lab.Esc(p.Value) + `</dd>`)
		}
		b.WriteString(`</dl>`)
	}
	b.WriteString(`<p class="actions"><button type="button" data-act="save-log" data-arg="swf">Save as SWF, anonymised</button>` +
		lab.Tool("save-log", "json", "Save as a Batsim workload, anonymised", "as a Batsim workload") + lab.Tool("save-log", "csv",
		"Save as CSV, anonymised", "as CSV") +
		`<span class="hint">users and groups are numbered as they come; the header says how the log was made</span></p>`)
	a.Browser.Draw(hostReport, b.String())
	a.Draw(hostRules, a.rules())
	a.Draw(hostImport, a.importForm())
	a.Browser.Draw(hostUsage, a.usageChart())
}

// firstLines are the numbers of the first lines of a kind.
func firstLines(list []job.Fault) string {
	const most = 5
	text := ""
	for i, f := range list[:min(len(list), most)] {
		if i > 0 {
			text += ", "
		}
		text += numeral.Count(f.Line)
	}
	if len(list) > most {
		text += " …"
	}
	return text
}

// usageChart is how much of the machine was in use, "" where that can't be told.
func (a *App) usageChart() string {
	m, o := a.Summary.Import, a.Trace.Overview
	if len(m.Usage.Week) < 3 || m.Peak.Procs <= 0 {
		return ""
	}
	unit := unitWords(m.Unit)
	values := make([]float64, len(m.Usage.Week))
	for i, n := range m.Usage.Week {
		values[i] = float64(n)
	}
	c := plot.Line{Series: []plot.Series{{Label: "most in use", Hue: "--accent", Values: values}},
		First: 1, X: "week", XUnit: plot.Whole, Y: unit + " in use at once", YUnit: plot.Whole, Area: true,
		Refs: []plot.Ref{{At: float64(o.Procs), Label: "the machine simulated"}}}
	c.Title = numeral.Count(m.Peak.Procs) + " " + unit + " were in use at once" + a.when(m.Peak.At)
	c.Subtitle = "the most in use at once, week by week: the machine had at least these"
	if drift := m.Usage.Drift(unit); drift != "" {
		c.Title, _, _ = strings.Cut(strings.ToUpper(drift[:1])+drift[1:], ":")
	}
	c.Width, c.Height = a.Browser.Width()-34, 220
	if m.Usage.From > 0 {
		if mark := weekTicks(m.Usage.From+o.Calendar.Offset, len(values)); len(mark) > 0 {
			c.Ticks, c.X = mark, "week, by the date it begins"
		}
	}
	return c.SVG()
}

// when says at what time of the log's clock something was, "" where that is unknown.
func (a *App) when(unix int64) string {
	if unix <= 0 {
		return ""
	}
	c := &a.Trace.Overview.Calendar
	return " on " + time.Unix(c.Local(unix-c.Unix), 0).UTC().Format("2 Jan 2006 at 15:04")
}
