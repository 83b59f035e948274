package ui

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/figure"
	"shadowtime/core/report"
	"shadowtime/core/tune"
	"shadowtime/core/tuning"
)

// TuneAnswer is what to set, how sure that is, and what stands behind it.
type TuneAnswer struct{ App *App }

func (c *TuneAnswer) t() *tuner     { return c.App.tuning }
func (c *TuneAnswer) Visible() bool { return c.t().Answered() }
func (c *TuneAnswer) Unknown() bool { return c.t().report == nil }
func (c *TuneAnswer) Idle() bool    { return c.App.State != Running }

// Live lets a screen reader say the answer once, not every step towards it.
func (c *TuneAnswer) Live() string { return (&Answer{c.App}).Live() }

// Stopped says what a cancelled search leaves.
func (c *TuneAnswer) Stopped() string {
	t := c.t()
	if t.report == nil {
		return "Cancelled before the first week was done."
	}
	if t.complete() {
		return ""
	}
	return strconv.Itoa(t.report.Done) + " of " + strconv.Itoa(t.report.Plan.Resamples) +
		" weeks of each half are computed, and kept: Tune continues from here."
}

// Footnote says what the figures mean and what they do not.
func (c *TuneAnswer) Footnote() string {
	t := c.t()
	if t.report == nil {
		return ""
	}
	return "Learned on weeks drawn from the log's first half, judged on weeks drawn from its second: nothing of what is judged on was learned from. " +
		"Change in waiting is the total wait of all jobs of the judging weeks, relative to FCFS for both queues without threshold on the same weeks; the intervals (95 %, bootstrap percentiles) are paired over weeks. " +
		"Orders look at requested times, never at run times. Seed " + strconv.FormatUint(t.report.Plan.Seed, 10) + "; the same settings give the same figures everywhere."
}

// drawAll draws the answer for the trace in sight.
func (t *tuner) drawAll() {
	t.drawVerdict()
	t.drawSetting()
	t.drawPairs()
	t.drawChooser()
	t.drawCautions()
	t.drawSide()
	t.gallery.draw()
}

// drawVerdict says what to set: the first sentence large, the rest below.
func (t *tuner) drawVerdict() {
	s := ""
	switch {
	case t.report != nil:
		s = t.report.Sentence()
		if !t.complete() {
			s = "So far, after " + strconv.Itoa(t.report.Done) + " of " + strconv.Itoa(t.report.Plan.Resamples) + " weeks of each half: " + s
		}
	case t.app.State == Running:
		s = "The first weeks are being replayed."
	}
	first, rest, more := strings.Cut(s, ". ")
	html := `<p>` + esc(s) + `</p>`
	if more {
		html = `<p>` + esc(first) + `.</p><p class="verdict-more">` + esc(rest) + `</p>`
	}
	t.app.Browser.Draw(hostTuneVerdict, html)
}

// drawSetting draws the setting in parts, and in the scheduler's terms.
func (t *tuner) drawSetting() {
	if t.report == nil {
		t.app.Browser.Draw(hostTuneSetting, "")
		return
	}
	r := &t.report.Recommended
	x := r.Choice()
	base := &t.report.Baseline
	var b strings.Builder
	part := func(name, value, note string) {
		b.WriteString(`<div><dt>` + name + `</dt><dd>` + value + `</dd><dd class="note">` + note + `</dd></div>`)
	}
	b.WriteString(`<dl class="card">`)
	part("Queue", swatch(x.Primary)+esc(x.Primary), esc(orderWords(x.Primary)))
	part("Backfilling", swatch(x.Backfill)+esc(x.Backfill), esc(orderWords(x.Backfill)))
	note := "jobs that waited longer go first"
	if x.Threshold < 0 {
		note = "nobody is moved to the front"
	}
	part("Threshold", esc(x.Threshold.Words()), note)
	what := "Waiting"
	if t.report.Plan.Objective == tune.AvgBsld {
		what = "Bounded slowdown"
	}
	if x.IsBaseline() {
		part(what, "as today", "this is what is compared with")
	} else {
		part(what, esc(figure.Change(r.Change)), esc(ciWords(r.Low, r.High)))
	}
	part("Longest wait", esc(timesWords(float64(r.TestMax), float64(base.TestMax))), esc(figure.Duration(float64(r.TestMax))+" in the mean week, "+figure.Duration(float64(base.TestMax))+" today"))
	b.WriteString(`</dl>`)
	t.terms(&b, tuning.SettingOf(x))
	t.app.Browser.Draw(hostTuneSetting, b.String())
}

func ciWords(low, high report.Float) string {
	if s := figure.Interval(low, high); s != "" {
		return "95 % interval " + s
	}
	return "interval not known yet"
}

// timesWords compares two figures as a factor.
func timesWords(x, base float64) string {
	return "× " + plainTimes(x, base)
}

func plainTimes(x, base float64) string {
	f := x / base
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return "–"
	}
	return strconv.FormatFloat(f, 'f', 2, 64)
}

// terms writes the setting as a site could set it up.
func (t *tuner) terms(b *strings.Builder, s tuning.Setting) {
	b.WriteString(`<h2 class="eyebrow">In your scheduler's terms</h2><div class="terms"><p class="rule">` + esc(s.Words) + `</p>`)
	for _, h := range s.Slurm {
		b.WriteString(`<div class="hint-slurm">`)
		if len(h.Lines) > 0 {
			b.WriteString(`<pre aria-label="lines of slurm.conf"><code>` + esc(strings.Join(h.Lines, "\n")) + `</code></pre>`)
		}
		b.WriteString(`<p>` + esc(h.Words) + `</p></div>`)
	}
	b.WriteString(`<details><summary>What is not modelled</summary><ul class="notes">`)
	for _, n := range s.NotModelled {
		b.WriteString(`<li>` + esc(n) + `</li>`)
	}
	b.WriteString(`</ul></details></div>`)
}

// orderWords says what an order does.
func orderWords(name string) string {
	words, _, _ := strings.Cut(orderTip(name), ": key ")
	return words
}

// drawCautions says what must be known before the figures are believed.
func (t *tuner) drawCautions() {
	if !t.complete() {
		t.app.Browser.Draw(hostTuneCaution, "")
		return
	}
	var b strings.Builder
	b.WriteString(`<ul class="caution">`)
	for _, w := range t.report.Warnings(t.app.current().source(), t.halvesOf(t.app.Trace), t.behind) {
		b.WriteString(`<li>` + esc(w.Words) + `</li>`)
	}
	b.WriteString(`</ul>`)
	t.app.Browser.Draw(hostTuneCaution, b.String())
}

// act does what a control inside one of the view's hosts asks for.
func (t *tuner) act(what, arg string) {
	switch what {
	case "tune-primary":
		t.toggle(&t.plan.Primaries, arg)
		t.app.Browser.Focus(what + "-" + arg)
	case "tune-backfill":
		t.toggle(&t.plan.Backfills, arg)
		t.app.Browser.Focus(what + "-" + arg)
	case "tune-sort":
		t.sortBy(arg)
	case "tune-all-rows":
		t.showAll()
	case "tune-csv":
		t.saveCSV()
	case "tune-theta":
		t.slide(arg)
	case "tune-queue", "tune-with":
		t.choosePair(what, arg)
	case "tune-try":
		t.tryThresholds()
	}
}
