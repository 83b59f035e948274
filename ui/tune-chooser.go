package ui

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/figure"
	"shadowtime/core/plot"
	"shadowtime/core/report"
	"shadowtime/core/study"
	"shadowtime/core/tune"
	"shadowtime/core/tuning"
)

// chooser is the slider that shows what a threshold does to one pair of
// orders. It reads computed thresholds and the straight lines between them.
type chooser struct {
	primary, backfill string  // the pair chosen, "": the one that is proposed
	place             float64 // of the slider, 0 to 1; -1: at the proposed threshold

	// what is drawn now
	swept []tuning.Tuned // by rising threshold, none last
	chart *plot.Sweep
}

// fewThresholds is from how many of them on a search's own thresholds are
// enough for the chooser.
const fewThresholds = 4

// pair is the pair that the chooser looks at.
func (t *tuner) pair(r *tuning.Report) (primary, backfill string) {
	p := &r.Plan
	if c := &t.chooser; slices.Contains(p.Primaries, c.primary) && slices.Contains(p.Backfills, c.backfill) {
		return c.primary, c.backfill
	}
	x := r.Recommended.Choice()
	if _, ok := p.Find(x); !ok || x.IsBaseline() {
		x = r.Learned.Choice()
	}
	return x.Primary, x.Backfill
}

// finer is the plan that tries more thresholds with one pair.
func finer(p tune.Plan, primary, backfill string) tune.Plan {
	p.Primaries, p.Backfills = []string{primary}, []string{backfill}
	p.Thresholds = append(slices.Clone(p.Thresholds), tune.Sweep()...)
	_ = p.Normalise() // it differs from a normalised plan in what can't fail
	return p
}

// after is the work that follows a search of few thresholds: more of them with
// the pair that it proposes. Which pair that is turns out when it is done.
func (t *tuner) after(o *Opened, p tune.Plan) *work {
	if len(p.Thresholds) >= fewThresholds {
		return nil
	}
	var fine tune.Plan
	w := &work{on: o, kind: tune.Kind, total: p.Resamples, steps: 2 * (len(p.Thresholds) + len(tune.Sweep())), noun: tuneNoun + ", more thresholds", unit: "settings"}
	w.next = func() []int {
		if rows := t.rowsOn(o, &p); len(rows) == p.Resamples {
			if w.plan == nil {
				primary, backfill := t.pair(tuning.Glance(p, o.Summary.Digest, rows))
				fine = finer(p, primary, backfill)
				w.plan = tunePlanBytes(&fine)
			}
			return t.missing(o, &fine)
		}
		ks := make([]int, p.Resamples) // as many weeks, at most
		for i := range ks {
			ks[i] = i + 1
		}
		return ks
	}
	w.done = func() int {
		if w.plan == nil {
			return 0
		}
		return len(t.rowsOn(o, &fine))
	}
	w.take = func(b []byte) error { return t.take(o, &fine, b) }
	w.draw = func(must bool) bool { return t.draw(o, must) }
	return w
}

// tryThresholds computes more thresholds with the pair in sight.
func (t *tuner) tryThresholds() {
	a := t.app
	if t.report == nil || !a.CanCompare() {
		return
	}
	o := a.current()
	primary, backfill := t.pair(t.report)
	w := t.search(o, finer(t.report.Plan, primary, backfill))
	w.noun = tuneNoun + ", more thresholds"
	a.begin([]*work{w})
}

var errFewWeeks = errors.New("not as many weeks as the search")

// finely is what the pair does with more thresholds, if that was computed on
// the same weeks.
func (t *tuner) finely(primary, backfill string) ([]tuning.Tuned, error) {
	o := t.app.current()
	p := finer(t.report.Plan, primary, backfill)
	rows := t.rowsOn(o, &p)
	if len(rows) == 0 || len(rows) != t.report.Done {
		return nil, errFewWeeks
	}
	return tuning.Merge(p, o.Summary.Digest, rows).Pairs, nil
}

// sweep reads what is known of the pair in sight.
func (t *tuner) sweep() {
	c := &t.chooser
	primary, backfill := t.pair(t.report)
	list := slices.Clone(t.report.Sweep(primary, backfill))
	if len(list) < fewThresholds && t.complete() {
		if more, err := t.finely(primary, backfill); err == nil {
			list = more
		}
	}
	slices.Reverse(list) // the plan has none first, then falling ones
	c.swept = list
	c.chart = t.sweepChart(primary, backfill)
}

// sweepChart is the chart of what was read.
func (t *tuner) sweepChart(primary, backfill string) *plot.Sweep {
	list := t.chooser.swept
	base := &t.report.Baseline
	s := &plot.Sweep{X: "threshold", XUnit: plot.Seconds}
	avg := plot.Series{Name: primary, Label: "with the pair"}
	most := plot.Series{Name: primary, Label: "with the pair"}
	for _, x := range list {
		if x.Threshold >= 0 {
			s.Settings = append(s.Settings, float64(x.Threshold))
		} else {
			s.None = true
		}
		avg.Values = append(avg.Values, float64(x.TestAvg))
		low, high := math.NaN(), math.NaN()
		if !x.Choice().IsBaseline() {
			low, high = float64(base.TestAvg)*(1+float64(x.Low)), float64(base.TestAvg)*(1+float64(x.High))
		}
		avg.Low, avg.High = append(avg.Low, low), append(avg.High, high)
		most.Values = append(most.Values, float64(x.TestMax))
	}
	s.Panels = []plot.SweepPanel{
		{Y: "average wait, judging weeks", YUnit: plot.Seconds, Series: []plot.Series{avg}, Refs: []plot.Ref{{At: float64(base.TestAvg), Label: "FCFS, no threshold"}}, Band: "95 % interval of the change"},
		{Y: "longest wait of a week, mean of the judging weeks", YUnit: plot.Seconds, Series: []plot.Series{most}, Refs: []plot.Ref{{At: float64(base.TestMax), Label: "FCFS, no threshold"}}},
	}
	s.Width = t.app.Browser.Width()
	s.Title = t.sweepTitle(primary, backfill)
	s.Subtitle = t.app.Summary.Name + ", " + strconv.Itoa(t.report.Done) + " weeks; points were computed, the lines between them are interpolated"
	return s
}

// sweepTitle says from which threshold on longer ones gain little.
func (t *tuner) sweepTitle(primary, backfill string) string {
	list, base := t.chooser.swept, float64(t.report.Baseline.TestAvg)
	name := primary + " with " + backfill
	if len(list) < 2 || !(base > 0) {
		return "What a threshold does to " + name
	}
	most := 0.0
	for _, x := range list {
		most = max(most, -float64(x.Change))
	}
	if most < 0.005 {
		return "No threshold makes jobs wait less with " + name + " than under FCFS"
	}
	for _, x := range list {
		gain := -float64(x.Change)
		if gain < 0.9*most {
			continue
		}
		longest := "the longest wait is " + plainTimes(float64(x.TestMax), float64(t.report.Baseline.TestMax)) + " times today's"
		if x.Threshold < 0 {
			return "Any threshold costs " + name + " a tenth of its gain or more: without one waiting falls by " + figure.Share(gain) + ", and " + longest
		}
		return "A threshold of " + x.Threshold.Words() + " keeps nine tenths of what " + name + " gains: " + figure.Share(gain) + " less waiting, and " + longest
	}
	return "What a threshold does to " + name
}

// drawChooser draws the chooser anew.
func (t *tuner) drawChooser() {
	b := t.app.Browser
	if t.report == nil {
		for _, h := range []string{hostTunePair, hostTuneReading, hostTuneSweep, hostTuneSlider} {
			b.Draw(h, "")
		}
		return
	}
	t.sweep()
	t.drawPair()
	left, right := t.chooser.chart.Span()
	const thumb = 20 // of the slider, as the style sheet has it: its middle is the place
	b.Draw(hostTuneSlider, `<p class="theta" style="margin-left:`+strconv.Itoa(int(math.Round(left))-thumb/2)+`px;width:`+strconv.Itoa(int(math.Round(right-left))+thumb)+
		`px"><label class="visually-hidden" for="theta">Threshold</label><input type="range" id="theta" min="0" max="`+strconv.Itoa(notches)+`" step="1" data-input="tune-theta" aria-describedby="theta-reading"></p>`)
	b.SetValue("theta", strconv.Itoa(int(math.Round(t.place()*notches))))
	t.drawTheta()
}

// notches are the places at which the slider stops.
const notches = 200

// place is where the slider stands.
func (t *tuner) place() float64 {
	c := &t.chooser
	if c.place >= 0 {
		return c.place
	}
	x := t.report.Recommended.Choice()
	if x.IsBaseline() {
		x = t.report.Learned.Choice()
	}
	return c.chart.Place(float64(x.Threshold))
}

// drawPair draws what the pair is chosen with.
func (t *tuner) drawPair() {
	p := &t.report.Plan
	primary, backfill := t.pair(t.report)
	var b strings.Builder
	choose := func(id, label string, list []string, on string) {
		b.WriteString(`<select class="inline" id="` + id + `" data-input="` + id + `" aria-label="` + label + `">`)
		for _, o := range list {
			b.WriteString(`<option value="` + esc(o) + `"`)
			if o == on {
				b.WriteString(` selected`)
			}
			b.WriteString(`>` + esc(short(o)) + `</option>`)
		}
		b.WriteString(`</select>`)
	}
	b.WriteString(`<p class="side-sentence">With `)
	choose("tune-queue", "Queue order of the chooser", p.Primaries, primary)
	b.WriteString(` for the queue and `)
	choose("tune-with", "Backfill order of the chooser", p.Backfills, backfill)
	b.WriteString(` for backfilling, jobs go first that have waited longer than &Theta;:</p>`)
	if len(t.chooser.swept) < fewThresholds && t.complete() && t.app.State != Running {
		b.WriteString(`<p class="hint">Only the thresholds of the search are known for this pair. <button type="button" class="quiet" id="tune-try" data-act="tune-try">Try 1 h to 100 h with it</button></p>`)
	}
	t.app.Browser.Draw(hostTunePair, b.String())
}

// choosePair looks at another pair.
func (t *tuner) choosePair(what, name string) {
	if t.report == nil {
		return
	}
	c := &t.chooser
	c.primary, c.backfill = t.pair(t.report)
	if what == "tune-queue" {
		c.primary = name
	} else {
		c.backfill = name
	}
	t.drawChooser()
	t.app.Browser.Focus(what)
}

// slide moves the slider to a notch. Only the reading and the chart are drawn.
func (t *tuner) slide(notch string) {
	n, err := strconv.Atoi(notch)
	if err != nil || t.report == nil || t.chooser.chart == nil {
		return
	}
	t.chooser.place = math.Max(0, math.Min(1, float64(n)/notches))
	t.drawTheta()
}

// drawTheta draws what depends on the slider.
func (t *tuner) drawTheta() {
	s := t.chooser.chart
	s.Cursor = t.place()
	t.app.Browser.Draw(hostTuneSweep, s.SVG())
	t.app.Browser.Draw(hostTuneReading, t.reading())
}

// reading writes the values at the slider.
func (t *tuner) reading() string {
	s := t.chooser.chart
	theta := s.At(s.Cursor)
	base := &t.report.Baseline
	avg, computed := s.Read(s.Panels[0].Series[0].Values, theta)
	most, _ := s.Read(s.Panels[1].Series[0].Values, theta)
	how := "computed"
	if !computed {
		how = "interpolated between " + t.neighbours(theta)
	}
	part := func(name, value string, exact float64, note string) string {
		v := ""
		if !math.IsNaN(exact) {
			v = strconv.FormatFloat(exact, 'g', -1, 64)
		}
		return `<div><dt>` + name + `</dt><dd data-value="` + v + `">` + esc(value) + `</dd><dd class="note">` + esc(note) + `</dd></div>`
	}
	against := func(x, base float64) string {
		return figure.Change(report.Float(x/base-1)) + " against FCFS"
	}
	return `<dl class="card" id="theta-reading">` +
		part("&Theta;", thetaWords(theta), theta, how) +
		part("Average wait", figure.Duration(avg), avg, against(avg, float64(base.TestAvg))) +
		part("Longest wait of a week", figure.Duration(most), most, against(most, float64(base.TestMax))) + `</dl>`
}

// neighbours are the computed thresholds on both sides.
func (t *tuner) neighbours(theta float64) string {
	list := t.chooser.chart.Settings
	i, _ := slices.BinarySearch(list, theta)
	if i == 0 || i == len(list) {
		return "what was computed"
	}
	name := func(s float64) string {
		return strings.ReplaceAll(study.Seconds(s).Words(), " ", "\u00a0") // a line does not break there
	}
	return name(list[i-1]) + " and " + name(list[i])
}

// thetaWords writes a threshold of the slider in round units.
func thetaWords(s float64) string {
	switch {
	case s < 0:
		return "none"
	case s < 3600:
		return strconv.FormatFloat(s/60, 'f', 0, 64) + " min"
	case s < 10*3600:
		return strings.TrimSuffix(strconv.FormatFloat(s/3600, 'f', 1, 64), ".0") + " h"
	}
	return strconv.FormatFloat(s/3600, 'f', 0, 64) + " h"
}
