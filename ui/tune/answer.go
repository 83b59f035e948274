package tune

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/job/resample"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/ui/lab"
)

// doneText says how many weeks are behind what is known so far.
func (v *View) doneText() string {
	return strconv.Itoa(v.Report.Done) + " of " + strconv.Itoa(v.Report.Plan.Resamples) + " " + noun
}

// stopped says what a cancelled search leaves.
func (v *View) stopped() string {
	switch {
	case v.Report == nil || v.Verdict.Standing != lab.Asked:
		return "Cancelled before the first week was done."
	case v.complete():
		return ""
	}
	return v.doneText() + " are computed, and kept: Tune continues from here."
}

// Footnote says what the figures mean and what they do not.
func (v *View) Footnote() string {
	source := v.Lab.Source()
	learned := "Chosen on weeks drawn from the log's first half, tested on weeks drawn from its second: nothing of what is tested on " +
		"was trained on. "
	if v.Report.Plan.Variant == resample.Whole {
		learned = "Chosen on the log's first half as it was, tested on its second: nothing of what is tested on was trained on. "
	}
	return learned +
		"The change is that of the mean wait relative to FCFS for both queues without threshold, in the second half's own weeks replayed " +
		"as they were. " + v.intervals() +
		source.LookAt() + "Seed " + strconv.FormatUint(v.Report.Plan.Seed, 10) + "; the same settings give the same figures everywhere."
}

// intervals says what the range and the simulation error are about.
func (v *View) intervals() string {
	s := ""
	if v.Report.ByWeeks() {
		s = "Its plausible range (95 %) is made of those weeks' sums and holds if the machine's weeks go on as these did. "
	}
	if v.Report.Bounded() && v.Report.Done > 1 {
		s += "In single weeks the same is pooled over all that were drawn from that half. Its simulation error (95 %, paired t interval " +
			"of the ratio) says how far more of them could lie, and carries no claim. "
	}
	return s
}

func (v *View) drawAnswer() {
	v.drawVerdict()
	v.Pin.Draw(v.Pins())
	v.drawSetting()
	v.drawPairs()
	v.drawChooser()
	v.drawCautions()
	if v.Lab.Computes(v.Kind) {
		v.explain.Draw(v.Lab.Browser, false, v.explainIt)
		v.DrawFigures()
		return
	}
	v.Lab.Then(v.explainIt, v.DrawFigures)
}

// drawVerdict says what the chosen setting would have done, after what the log itself shows.
func (v *View) drawVerdict() {
	s := ""
	switch {
	case v.Report != nil:
		s = v.Report.Sentence()
		if !v.complete() && v.Verdict.Standing == lab.Asked {
			s = "So far, after " + v.doneText() + ": " + s
		}
	case v.Lab.Computes(v.Kind):
		s = "The first weeks are being replayed."
	case v.Lab.Looking(v.Kind):
		s = v.Lab.OnItsWay()
	}
	logged := ""
	if v.Report != nil {
		logged = v.Report.Logged()
	}
	v.Verdict.Say(logged, s)
}

// drawSetting draws the setting in parts, and in the scheduler's terms; nothing where none is
// shown.
func (v *View) drawSetting() {
	if v.Report == nil || v.Report.Setting() == nil {
		v.Lab.Browser.Draw(hostSetting, "")
		return
	}
	r := &v.Report.Named
	x := r.Choice()
	var b strings.Builder
	part := func(name, value, note string) {
		b.WriteString(`<div><dt>` + name + `</dt><dd>` + value + `</dd><dd class="note">` + lab.Esc(note) + `</dd></div>`)
	}
	b.WriteString(`<dl class="card">`)
	part("Queue", lab.Swatch(x.Primary)+lab.Esc(x.Primary), lab.OrderWords(x.Primary, v.Report.Plan.Primaries...))
	part("Backfilling", lab.Swatch(x.Backfill)+lab.Esc(x.Backfill), lab.OrderWords(x.Backfill, v.Report.Plan.Backfills...))
	note := "jobs that waited longer go first"
	if x.Threshold < 0 {
		note = "nobody is moved to the front"
	}
	part("Threshold", lab.Esc(x.Threshold.Words()), note)
	what := "Mean wait"
	if v.Report.Plan.Objective == tune.AvgBsld {
		what = "Bounded slowdown"
	}
	part(what, lab.Esc(numeral.Change(r.Change)), "plausibly "+numeral.Interval(r.Low, r.High)+", in the second half")
	times := numeral.Times(float64(r.MaxWait), float64(r.MaxWaitBase))
	part("Longest wait", lab.Esc(timesWords(report.Float(r.MaxWait), report.Float(r.MaxWaitBase))), times(float64(r.MaxWait))+
		" in the second half, "+times(float64(r.MaxWaitBase))+" with FCFS")
	b.WriteString(`</dl>`)
	v.writeTerms(&b, v.Report.Setting())
	v.Lab.Browser.Draw(hostSetting, b.String())
}

// timesWords compares two figures as a factor, plainTimes without its sign.
func timesWords(x, base report.Float) string { return "× " + plainTimes(x, base) }

func plainTimes(x, base report.Float) string {
	f := float64(x / base)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return numeral.Unknown
	}
	return numeral.Number(f)
}

// writeTerms writes the setting as a site could set it up.
func (v *View) writeTerms(b *strings.Builder, s *tune.Setting) {
	b.WriteString(`<h2 class="eyebrow">In your scheduler's terms</h2><div class="terms"><p class="rule">` + lab.Esc(s.Words) + `</p><p>` +
		lab.Esc(tune.Advises) + `</p><p>` + lab.Esc(s.Slurm.Why) + `</p>` + v.Lab.Setup(&s.Slurm, "Lines to copy, the way back, what to "+
		"watch"))
	b.WriteString(`<details><summary>What is not modelled</summary>` + lab.List("notes", s.NotModelled) + `</details></div>`)
}

func (v *View) drawCautions() { v.Lab.Browser.Draw(hostCaution, lab.List("caution", v.cautions())) }

// cautions say how sure the choice is, and what must be known before the figures are believed.
func (v *View) cautions() (items []string) {
	if v.Report != nil && !v.made.coming {
		items = v.Report.Doubts()
		if next := v.Report.Prediction(); next != "" {
			items = append(items, next)
		}
		for _, w := range v.Report.Warnings {
			items = append(items, w.Words)
		}
	}
	return items
}

// Excerpt is the answer in short: the pairs that wait least on the testing weeks.
func (v *View) Excerpt() *lab.Excerpt {
	if v.Report == nil {
		return nil
	}
	c := plot.Forest{Axis: "raw change of the mean wait against FCFS without threshold, in the second half"}
	c.Title = "Pairs of orders, from the least waiting"
	c.Subtitle = v.Lab.Summary.Name + ", " + v.Report.Looked()
	list := slices.Clone(v.Report.Pairs)
	sorted.Stable(list, func(a, b tune.Tuned) int { return report.Ascending(lead(&a), lead(&b)) })
	for i := range list[:min(len(list), foundPairs)] {
		x := &list[i]
		label := x.Primary + " + " + x.Backfill
		if x.Threshold >= 0 {
			label += ", " + x.Threshold.String()
		}
		c.Rows = append(c.Rows, v.Report.Row(x, label))
	}
	return &lab.Excerpt{Said: lab.Whole(v.Report), Chart: c, Rest: len(list) - len(c.Rows),
		Report:   v.Report.CSV(),
		Cautions: v.cautions()}
}

// lead is the change of a setting that is spoken of.
func lead(x *tune.Tuned) report.Float {
	change, _, _ := x.Leading()
	return change
}

// foundPairs is how many pairs an answer in short names.
const foundPairs = 12
