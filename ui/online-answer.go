package ui

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/figure"
	"shadowtime/core/online"
	"shadowtime/core/plot"
	"shadowtime/core/report"
	"shadowtime/core/resample"
	"shadowtime/core/selection"
	"shadowtime/core/study"
)

// OnlineAnswer is what choosing was worth, and the evidence behind it.
type OnlineAnswer struct{ App *App }

func (c *OnlineAnswer) s() *selecting { return c.App.online }

// Visible says whether there is an answer, or one on its way.
func (c *OnlineAnswer) Visible() bool {
	a := c.App
	return a.View == viewOnline && a.Trace != nil && (c.s().selection != nil || a.State == Running || a.State == Cancelled)
}

// Known says whether there are figures to show.
func (c *OnlineAnswer) Known() bool { return c.s().selection != nil }

// Live lets a screen reader say the answer once, not every step towards it.
func (c *OnlineAnswer) Live() string {
	if c.App.State == Running {
		return "off"
	}
	return "polite"
}

// sentence is the answer in words; while computing, what is known so far.
func (s *selecting) sentence() string {
	a := s.app
	switch {
	case s.selection == nil && a.State == Running:
		return "The first resamples are being replayed."
	case s.selection == nil:
		return ""
	case a.State == Running && s.selection.Done < s.selection.Plan.Resamples:
		return "So far, after " + strconv.Itoa(s.selection.Done) + " of " + strconv.Itoa(s.selection.Plan.Resamples) + " resamples: " + s.selection.Sentence()
	}
	return s.selection.Sentence()
}

// Stopped says what a cancelled run leaves.
func (c *OnlineAnswer) Stopped() string {
	x := c.s().selection
	if x == nil {
		return "Cancelled before the first resample was done."
	}
	return "Cancelled after " + strconv.Itoa(x.Done) + " of " + strconv.Itoa(x.Plan.Resamples) +
		" resamples. What was computed is kept: Learn continues from here."
}

func (s *selecting) drawAnswer() {
	a := s.app
	a.Browser.Draw(hostOnlineVerdict, `<p>`+esc(s.sentence())+`</p>`)
	if s.selection == nil {
		s.evidence, s.fixed = nil, nil
		for _, host := range [...]string{hostOnlineForest, hostOnlineTable, hostOnlineCaution} {
			a.Browser.Draw(host, "")
		}
		s.figures.draw()
		s.theatre.draw()
		return
	}
	s.fixed = selection.FixedOrders(s.selection, s.behind)
	a.Browser.Draw(hostOnlineForest, s.forest(plot.Frame{Width: a.Browser.Width()}))
	a.Browser.Draw(hostOnlineTable, s.table())
	a.Browser.Draw(hostOnlineCaution, s.caution())
	if now := a.Browser.Now(); a.State != Running || s.evidence == nil || now-s.explained > 2 {
		s.evidence = selection.Explain(s.selection, s.behind)
		s.figures.draw()
		s.explained = a.Browser.Now()
	}
	s.theatre.draw()
}

// best is the strategy that did best, fixed orders left out; nil when there is
// none with a figure.
func (s *selecting) best() *selection.Selected {
	for _, x := range s.selection.Ranked() {
		if x.Period != study.None && !math.IsNaN(float64(x.Change)) {
			return &x
		}
	}
	return nil
}

// label names a strategy with how often it chooses.
func label(x selection.Selected) string {
	if x.Period == study.None {
		return strings.TrimPrefix(x.Strategy, online.Fixed+":") + " for good"
	}
	return x.Strategy + ", " + chooses(x.Period)
}

// forest is the chart of strategies against FCFS, with the best order in
// hindsight.
func (s *selecting) forest(frame plot.Frame) string {
	x := s.selection
	f := plot.Forest{Frame: frame, Axis: "change in total waiting against " + online.Baseline}
	row := func(v selection.Selected, name, label string) plot.ForestRow {
		r := plot.ForestRow{Label: label, Name: name, Mid: float64(v.Change), Low: float64(v.Low), High: float64(v.High),
			Undefined: math.IsNaN(float64(v.Change))}
		if v.Strategy == online.Fixed+":"+online.Baseline {
			r.Baseline = true
		}
		return r
	}
	hindsight := s.fixed.BestFixed()
	shown := false
	for _, v := range x.Ranked() {
		if !shown && !(v.Change < hindsight.Change) {
			shown = true
			f.Rows = append(f.Rows, row(hindsight, x.Best.Order, "best in hindsight: "+x.Best.Order))
		}
		if v.Strategy == hindsight.Strategy {
			continue
		}
		name := v.Name()
		if v.Period == study.None {
			name = strings.TrimPrefix(v.Strategy, online.Fixed+":")
		}
		r := row(v, name, label(v))
		if !r.Undefined && !r.Baseline {
			r.Note = "regret " + figure.Change(v.RegretFraction)
		}
		f.Rows = append(f.Rows, r)
	}
	if !shown {
		f.Rows = append(f.Rows, row(hindsight, x.Best.Order, "best in hindsight: "+x.Best.Order))
	}
	if x.Best.Change < 0 {
		f.Refs = []plot.Ref{{At: float64(x.Best.Change), Label: x.Best.Order + " all the time, which only hindsight knows; the distance to it is the regret"}}
	}
	f.Title, f.Subtitle = s.finding(), s.setting()
	return f.SVG()
}

// finding is the forest's title.
func (s *selecting) finding() string {
	x, best := s.selection, s.best()
	switch {
	case x.Done < 2 && !s.one():
		return "One resample: nothing can be concluded yet"
	case best == nil:
		return "Each order for good, against " + online.Baseline
	case best.RegretFraction < 0:
		return label(*best) + ", does better than any one order all the time"
	case best.High >= 0:
		return "No strategy can be told from " + online.Baseline
	case best.RegretFraction == 0:
		return label(*best) + ", does as well as the best order in hindsight"
	}
	return label(*best) + ", comes within " + figure.Share(float64(best.RegretFraction)) + " of the best order in hindsight"
}

// one says whether it is about the log itself, one trace.
func (s *selecting) one() bool { return s.selection.Plan.Variant == resample.Original }

// setting says under which conditions the figures were made.
func (s *selecting) setting() string {
	p := s.selection.Plan
	text := s.app.Summary.Name + ", EASY"
	if p.Backfilling != "easy" {
		text = s.app.Summary.Name + ", backfilling: " + p.Backfilling
	}
	if p.Threshold >= 0 {
		text += " with a threshold of " + strconv.FormatInt(int64(p.Threshold)/3600, 10) + " h"
	} else {
		text += " without threshold"
	}
	weeks := strconv.Itoa(p.Weeks) + plural(p.Weeks, " week", " weeks")
	if s.one() {
		return text + "; the log's own last " + weeks
	}
	return text + "; " + s.resamples() + " of " + weeks + ", bars are 95 % bootstrap intervals; filled: daily, hollow: weekly or seldomer"
}

func (s *selecting) resamples() string {
	return strconv.Itoa(s.selection.Done) + plural(s.selection.Done, " resample", " resamples")
}

// table is the table of strategies and periods, in the order of the plan, the
// best order in hindsight first.
func (s *selecting) table() string {
	var b strings.Builder
	b.WriteString(`<table id="selection" class="plain"><caption>What each strategy did to the waiting, against ` + online.Baseline + ` all the time and against the best order in hindsight</caption><thead><tr>`)
	for i, h := range []struct{ name, unit, tip string }{
		{"Strategy", "", ""},
		{"Chooses", "", "how long an order stays"},
		{"Change in waiting", "95 % interval", "total wait over all resamples against FCFS all the time: Σ(W − W₀) / ΣW₀; negative is less waiting"},
		{"Regret", "of the wait under FCFS", "how much more waiting than under the best fixed order in hindsight; below zero: less than under any one order"},
		{"Regret", "hours a resample", "the same in hours of wait of all jobs together, mean over resamples"},
	} {
		class := ` class="num"`
		if i < 2 {
			class = ""
		}
		b.WriteString(`<th scope="col"` + class + ` title="` + esc(h.tip) + `">` + esc(h.name))
		if h.unit != "" {
			b.WriteString(`<small>` + esc(h.unit) + `</small>`)
		}
		b.WriteString(`</th>`)
	}
	b.WriteString(`</tr></thead><tbody>`)
	hindsight := s.fixed.BestFixed()
	hindsight.Strategy = "best"
	s.line(&b, hindsight, `<b>Best</b> in hindsight: `+swatch(s.selection.Best.Order)+esc(s.selection.Best.Order))
	for _, x := range s.selection.Strategies {
		name := strings.TrimPrefix(x.Strategy, online.Fixed+":")
		p, _ := online.ParseStrategy(x.Strategy)
		mark := x.Name()
		if x.Period == study.None {
			mark = name
		}
		s.line(&b, x, swatch(mark)+`<span title="`+esc(p.Words())+`">`+esc(name)+`</span>`)
	}
	b.WriteString(`</tbody></table>`)
	return b.String()
}

// line is a row of the table: figures for people that carry the exact ones.
func (s *selecting) line(b *strings.Builder, x selection.Selected, name string) {
	period := ""
	if x.Period != study.None {
		period = online.PeriodName(x.Period)
	}
	b.WriteString(`<tr data-strategy="` + esc(x.Strategy) + `" data-period="` + period + `"><th scope="row">` + name + `</th><td>` + esc(chooses(x.Period)) + `</td>`)
	change := esc(figure.Change(x.Change))
	if i := x.Interval(); i != "" {
		change += ` <span class="ci">` + esc(i) + `</span>`
	}
	cells := cell(x.Change, change)
	bounds := ` data-low="` + exactly(x.Low) + `" data-high="` + exactly(x.High) + `" data-value`
	b.WriteString(strings.Replace(cells, " data-value", bounds, 1))
	b.WriteString(cell(x.RegretFraction, esc(figure.Change(x.RegretFraction))))
	b.WriteString(cell(x.Regret, esc(figure.Number(math.Round(float64(x.Regret)/3600)))))
	b.WriteString(`</tr>`)
}

func exactly(f report.Float) string {
	if math.IsNaN(float64(f)) {
		return ""
	}
	return strconv.FormatFloat(float64(f), 'g', -1, 64)
}

// caution says what must be known before the figures are believed.
func (s *selecting) caution() string {
	x, o := s.selection, s.app.Trace.Overview
	p := x.Plan
	var items []string
	add := func(text string) { items = append(items, text) }
	switch {
	case s.one():
		add("This is the log itself, replayed once: it says what the selector would have done, and nothing about chance. Resamples do.")
	case x.Done < 20:
		add(strings.ToUpper(s.resamples()[:1]) + s.resamples()[1:] + ": intervals from fewer than 20 are too narrow to trust.")
	}
	for _, d := range p.Periods {
		turns := int64(p.Weeks) * 7 * 86400 / int64(d)
		if n := int64(len(p.Orders)); turns < 8*n && p.UntriedFirst && s.learns() {
			add("Choosing " + chooses(d) + ", a strategy that learns from what ran has " + figure.Count(turns) + " periods and spends up to " + figure.Count(n) + " of them on trying each order once.")
		}
	}
	if o.WholeWeeks < 20 && !s.one() {
		add("The log has " + strconv.Itoa(o.WholeWeeks) + " whole weeks: resamples repeat them often, and say little about other months.")
	}
	if len(s.app.Shelf) < 2 {
		add("One log: what learns well here need not elsewhere. Add more logs to see what holds on all of them, and what they would choose for each other.")
	}
	var b strings.Builder
	b.WriteString(`<ul class="caution">`)
	for _, text := range items {
		b.WriteString(`<li>` + esc(text) + `</li>`)
	}
	b.WriteString(`</ul>`)
	return b.String()
}

// learns says whether a strategy of the plan learns from what ran.
func (s *selecting) learns() bool {
	for _, e := range s.selection.Plan.Entries() {
		if e.Period != study.None && !e.Strategy.Simulates() && e.Strategy.Base != "random" {
			return true
		}
	}
	return false
}

// Footnote says what the figures mean and what they do not.
func (c *OnlineAnswer) Footnote() string {
	if !c.Known() {
		return ""
	}
	p := c.s().selection.Plan
	return "All strategies and orders are replayed on the same resamples; running and waiting jobs carry over when the order changes. " +
		"Full and noisy feedback know what every order would have done with the jobs of past periods, from simulations; the others know only what happened under the orders that ran. " +
		"Seed " + strconv.FormatUint(p.Seed, 10) + "; the same settings give the same figures everywhere."
}

// Methods is the methods paragraph.
func (c *OnlineAnswer) Methods() string {
	if !c.Known() || c.App.Trace == nil {
		return ""
	}
	return c.s().selection.Methods(c.App.source())
}

// CopyMethods puts the paragraph on the clipboard.
func (c *OnlineAnswer) CopyMethods() {
	c.s().copied = c.Methods()
	c.App.Browser.Copy(c.s().copied)
}

// CopyText is the button's name: what it does, or that it was done.
func (c *OnlineAnswer) CopyText() string {
	if s := c.s(); s.copied != "" && s.copied == c.Methods() {
		return "Copied"
	}
	return "Copy"
}

// SaveSVG, SavePNG and SaveCSV hand out the answer as a file.
func (c *OnlineAnswer) SaveSVG() {
	c.App.Browser.Download(c.file("svg"), "image/svg+xml", []byte(c.s().forest(standalone)))
}

func (c *OnlineAnswer) SavePNG() {
	c.App.Browser.DownloadPNG(c.file("png"), c.s().forest(standalone))
}

func (c *OnlineAnswer) SaveCSV() {
	list := []selection.Named{{Name: c.App.Summary.Name, Report: c.s().selection}}
	c.App.Browser.Download(c.file("csv"), "text/csv", []byte(selection.CSV(list)))
}

func (c *OnlineAnswer) file(ending string) string {
	return "shadowtime-" + c.App.Summary.Name + "-online." + ending
}

// ---- the figures

// OneStrategy says whether the figure looks at one strategy.
func (c *OnlineAnswer) OneStrategy() bool {
	p, ok := c.s().figures.chosen()
	return ok && p.key == "shares"
}

// Lines are the strategies to look at.
func (c *OnlineAnswer) Lines() []Tab {
	s := c.s()
	if s.selection == nil {
		return nil
	}
	var list []Tab
	at := s.inSight()
	for i, x := range s.selection.Strategies {
		if x.Period != study.None {
			list = append(list, Tab{x.Name(), label(x), i == at})
		}
	}
	return list
}

func (c *OnlineAnswer) Look(name string) {
	c.s().looked = name
	c.s().figures.draw()
}

// Gallery are the figures behind the answer.
func (c *OnlineAnswer) Gallery() *gallery { return &c.s().figures }
