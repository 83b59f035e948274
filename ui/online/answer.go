package online

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/stats"
	"shadowtime/core/experiment/online"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

func (v *View) drawAnswer() {
	b := v.Lab.Browser
	v.Tell()
	v.Pin.Draw(v.Pins())
	if v.Report == nil {
		v.evidence, v.fixed = nil, nil
		v.Printed.Take(nil)
		v.Lab.Clear(hostForest, hostTable, hostCaution)
		v.DrawFigures()
		v.theatre.draw()
		return
	}
	v.fixed = online.FixedOrders(v.Report, v.Basis)
	v.Printed.Take(v.Report.Published())
	b.Draw(hostForest, v.forest(plot.Frame{Width: b.Width()}))
	b.Draw(hostTable, v.table())
	b.Draw(hostCaution, lab.List("caution", v.cautions()))
	v.theatre.draw()
	if v.Lab.Computes(v.Kind) {
		v.explain.Draw(b, v.evidence == nil, func() {
			v.explainIt()
			v.DrawFigures()
		})
		return
	}
	v.Lab.Then(v.explainIt, v.DrawFigures)
}

// explainIt computes the evidence anew.
func (v *View) explainIt() {
	v.evidence = nil
	if v.Report != nil && v.Report.Done > 0 {
		v.evidence = online.Explain(v.Report, v.Basis)
	}
}

// drawLook draws which strategy the figure in sight looks at.
func (v *View) drawLook() {
	p, ok := v.Figures.Chosen()
	if !ok || p.Key != "shares" {
		v.Lab.Browser.Draw(hostLook, "")
		return
	}
	keys, names, on := v.lines(v.inSight())
	b := &lab.Panel{}
	b.HTML(`<p class="field below"><label for="online-look">Strategy</label> <select id="online-look" data-set="look">`)
	for i := range keys {
		b.HTML(`<option value="` + lab.Esc(keys[i]) + `">` + lab.Esc(names[i]) + `</option>`)
	}
	b.HTML(`</select></p>`)
	b.Shows("online-look", on)
	v.Lab.Draw(hostLook, b)
}

// best is the strategy that the answer names, fixed orders left out; nil when there is
// none with a figure.
func (v *View) best() *online.Selected { return v.Report.Leader() }

// forest is the chart of strategies against FCFS, with the best order in hindsight.
func (v *View) forest(frame plot.Frame) string { return v.chart(frame).SVG() }

func (v *View) chart(frame plot.Frame) *plot.Forest {
	f := v.Report.Forest(v.Lab.Summary.Name, v.hindsight(), v.Printed.Asides)
	frame.Title, frame.Subtitle = f.Title, f.Subtitle
	f.Frame, f.Aside = frame, v.Printed.Words()
	return &f
}

// Excerpt is the answer in short.
func (v *View) Excerpt() *lab.Excerpt {
	if v.Report == nil {
		return nil
	}
	return &lab.Excerpt{Said: lab.Whole(v.Report), Chart: *v.chart(plot.Frame{}),
		Report:   online.CSV([]online.Trace{{Report: v.Report}}),
		Cautions: v.cautions()}
}

// one says whether it is about the log itself, one trace.
func (v *View) one() bool { return v.Report.One() }

func (v *View) resamples() string { return numeral.Resamples(v.Report.Done) }

// hindsight is the best fixed order, chosen afterwards.
func (v *View) hindsight() online.Selected { return v.Report.Hindsight(v.fixed) }

// table is the table of strategies and periods, in the order of the plan, the
// best order in hindsight first.
func (v *View) table() string {
	type row = *online.Selected
	all, hindsight, best := v.Report.Columns(), v.hindsight(), v.Report.Best.Leading()
	hindsight.Strategy = "best"
	t := lab.Table[row]{
		ID: "selection", Class: "plain",
		Caption: "What each strategy did to the waiting, against " + online.Baseline + " all the time and against the best order in " +
			"hindsight",
		Row: func(r row) string {
			return ` data-strategy="` + lab.Esc(r.Strategy) + `" data-period="` + online.PeriodName(r.Period) + `"` + lab.Keyed(r.Name())
		},
		Columns: lab.Columns(all, false, "strategy", "chooses", "change", "corrected", "sim", "regret", "each", "hours"),
	}
	t.Of("strategy").Cell = func(r row) lab.Cell {
		if r == &hindsight {
			return lab.Cell{Head: true, HTML: `<b>Best</b> in hindsight: ` + lab.Swatch(best) + lab.Esc(best)}
		}
		name := strings.TrimPrefix(r.Strategy, online.Fixed+":")
		p, _ := online.ParseStrategy(r.Strategy)
		mark := r.Name()
		if r.Period == study.None {
			mark = name
		}
		return lab.Cell{Head: true, HTML: lab.Swatch(mark) + `<span` + lab.Says(p.Words()) + `>` + lab.Esc(name) + `</span>`}
	}
	for key, known := range map[string]bool{"change": v.Report.ByWeeks(), "sim": v.bounded(), "regret": v.bounded(),
		"each": v.bounded()} {
		t.Of(key).Dress = func(r row, c *lab.Cell) {
			if based := all.Baseline(r); based && key == "sim" {
				return
			} else if !known && !(based && key == "change") { // what can't differ has no interval
				nan := report.Float(math.NaN())
				*c = lab.Change(report.Float(c.Exact), nan, nan, false)
			}
			c.Bounded = true // even where they are not known
		}
	}
	t.Of("hours").Dress = func(r row, c *lab.Cell) {
		if r.RegretOfBest.Known() {
			c.HTML += ` <span class="ci">` + lab.Esc(numeral.Change(r.RegretOfBest)) + `</span>`
			c.Attrs = ` data-of-best="` + numeral.Plain(float64(r.RegretOfBest)) + `"`
		}
	}
	t.Columns = lab.WithPrinted(&v.Printed, t.Columns, func(r row) (string, study.Seconds) { return r.Strategy, r.Period })
	return t.HTML(append([]row{&hindsight}, report.Rows(v.Report.Strategies)...))
}

// bounded says whether resamples tell how far more of them could lie.
func (v *View) bounded() bool { return v.Report.Done > 1 && v.Report.Bounded() }

// cautions say what must be known before the figures are believed.
func (v *View) cautions() []string {
	x := v.Report
	p := x.Plan
	var items []string
	add := func(text string) { items = append(items, text) }
	if v.one() {
		add("This is the log itself, replayed once: it says what the selector would have done, and nothing about chance. Resamples do.")
	}
	for i := range x.Parameters {
		add(x.Parameters[i].Words())
	}
	if next := x.Prediction(); next != "" {
		add(next)
	}
	if v.evidence != nil && v.evidence.Idle > 0 {
		add("Under " + online.Baseline + " nobody waits in " + numeral.Resamples(v.evidence.Idle) +
			": figures are pooled over all, so these count with what they have.")
	}
	for _, d := range p.Periods {
		turns := int64(p.Weeks) * 7 * 86400 / int64(d)
		if n := int64(len(p.Choices())); turns < 8*n && p.UntriedFirst && v.learns() {
			add("Choosing " + online.Chooses(d) + ", a strategy that learns from what ran has " + numeral.Count(turns) +
				" periods and spends up to " + numeral.Count(n) + " of them on trying each order once.")
		}
	}
	if len(v.Lab.Shelf) < 2 {
		add("One log: what learns well here need not elsewhere. Add more logs to see what holds on all of them, and what they would " +
			"choose for each other.")
	}
	if words := x.SafetyWords(); words != "" {
		add(words)
	}
	for _, w := range x.Warnings {
		if w.Code != stats.FewResamples || !v.one() { // of the log itself there is but one
			add(w.Words)
		}
	}
	return items
}

// learns says whether a strategy of the plan learns from what ran.
func (v *View) learns() bool {
	for _, e := range v.Report.Plan.Entries() {
		if e.Period != study.None && !e.Strategy.Simulates() && e.Strategy.Base != "random" {
			return true
		}
	}
	return false
}

// Footnote says what the figures mean and what they do not.
func (v *View) Footnote() string {
	return "All strategies and orders are replayed on " + report.Same(&v.Report.Plan.Workload) +
		"; running and waiting jobs carry over when the order changes. " +
		v.intervals() +
		"Full and noisy feedback know what every order would have done with the jobs of past periods, from simulations; the others know " +
		"only what happened under the orders that ran. " +
		"Seed " + strconv.FormatUint(v.Report.Plan.Seed, 10) + "; the same settings give the same figures everywhere."
}

// intervals says what the range and the simulation error are about.
func (v *View) intervals() string {
	text := ""
	if v.Report.ByWeeks() {
		text = "The raw change is that of the mean wait in the log's own weeks, replayed as they were. Its plausible range (95 % for all " +
			"together) is made of those weeks' sums. It holds if the machine's weeks go on as these did. "
	}
	if v.Report.Bounded() && v.Report.Done > 1 {
		text += "In resamples the same is pooled over all of them. Its simulation error (95 %, paired t interval of the ratio) says how " +
			"far more resamples could lie, and carries no claim. Regrets are of resamples and have it too, by a bootstrap that chooses " +
			"the best order anew in every draw. "
	}
	return text
}
