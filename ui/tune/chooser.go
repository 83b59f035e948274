package tune

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/order"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// chooser is the slider that shows what a threshold does to one pair of
// orders. It reads computed thresholds and the straight lines between them.
type chooser struct {
	primary, backfill string  // the pair chosen, "": the one that is proposed
	place             float64 // of the slider, 0 to 1; -1: at the proposed threshold

	// what is drawn now
	swept []tune.Tuned // by rising threshold, none last
	from  *tune.Report // that they are of: the answer, or one of more thresholds
	chart *plot.Sweep
}

// fewThresholds is from how many of them on a search's own thresholds are
// enough for the chooser.
const fewThresholds = 4

// pair is the pair that the chooser looks at.
func (v *View) pair(r *tune.Report) (primary, backfill string) {
	p := &r.Plan
	if c := &v.chooser; slices.Contains(order.Labels(p.Primaries), c.primary) && slices.Contains(order.Labels(p.Backfills), c.backfill) {
		return c.primary, c.backfill
	}
	x := spoken(r)
	return x.Primary, x.Backfill
}

// spoken is the setting that the answer speaks of: what it proposes, what it keeps from
// proposing, or what was best on the training weeks.
func spoken(r *tune.Report) tune.Choice {
	for _, x := range []tune.Choice{r.Recommended.Choice(), r.Named.Choice()} {
		if _, ok := r.Plan.Find(x); ok && !x.IsBaseline() {
			return x
		}
	}
	return r.Learned.Choice()
}

// finer is the plan that tries more thresholds with one pair.
func finer(p tune.Plan, primary, backfill string) tune.Plan {
	p.Primaries, p.Backfills = []string{order.Full(primary, p.Primaries...)}, []string{order.Full(backfill, p.Backfills...)}
	p.Thresholds = append(slices.Clone(p.Thresholds), tune.Sweep()...)
	_ = p.Normalise() // it differs from a normalised plan in what can't fail
	return p
}

// nounMore is what the tasks are called that try more thresholds with one pair.
const nounMore = noun + ", more thresholds"

// after is the work that follows a search of few thresholds: more of them with
// the pair that it proposes. Which pair that is turns out when it is done.
func (v *View) after(o *lab.Opened, p tune.Plan) *lab.Work {
	if len(p.Thresholds) >= fewThresholds {
		return nil
	}
	w := v.search(o, &p, nounMore)
	w.Steps = p.Steps() / p.Pairs()
	w.Done = func() int { return 0 }
	w.Next = func() []int {
		rows := v.Rows(o, &p).Known(p.Resamples)
		if all := p.Resamples + 1; len(rows) < all { // what is proposed depends on the halves themselves too
			return make([]int, all) // as many tasks, at most
		}
		primary, backfill := v.pair(tune.Glance(p, o.Summary.Digest, rows))
		plan := finer(p, primary, backfill)
		fine := v.search(o, &plan, nounMore)
		w.Plan, w.Key, w.Next, w.Done, w.Take = fine.Plan, fine.Key, fine.Next, fine.Done, fine.Take
		return w.Next()
	}
	return w
}

// tryThresholds computes more thresholds with the pair in sight.
func (v *View) tryThresholds() {
	if !v.Lab.CanCompute() {
		return
	}
	primary, backfill := v.pair(v.Report)
	p := finer(v.Report.Plan, primary, backfill)
	v.Lab.Begin([]*lab.Work{v.search(v.Lab.Current(), &p, nounMore)})
}

// finely is what the pair does with more thresholds; nil where that was not
// computed on the same weeks.
func (v *View) finely(primary, backfill string) *tune.Report {
	o := v.Lab.Current()
	p := finer(v.Report.Plan, primary, backfill)
	rows := v.Rows(o, &p).Known(p.Resamples)
	if _, weeks := study.Split(rows); len(weeks) == 0 || len(weeks) != v.Report.Done {
		return nil
	}
	r := tune.Glance(p, o.Summary.Digest, rows)
	r.Source = o.Source()
	return r
}

// sweep reads what is known of the pair in sight.
func (v *View) sweep() {
	c := &v.chooser
	primary, backfill := v.pair(v.Report)
	c.from = v.Report
	list := slices.Clone(v.Report.Sweep(primary, backfill))
	if len(list) < fewThresholds && v.complete() {
		if more := v.finely(primary, backfill); more != nil {
			c.from, list = more, more.Pairs
		}
	}
	slices.Reverse(list) // the plan has none first, then falling ones
	c.swept = list
	c.chart = v.sweepChart(primary, backfill)
}

// sweepChart is the chart of what was read.
func (v *View) sweepChart(primary, backfill string) *plot.Sweep {
	list := v.chooser.swept
	base := &v.Report.Baseline
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
			low, high = float64(base.TestAvg*(1+x.SimLow)), float64(base.TestAvg*(1+x.SimHigh))
		}
		if v.Report.Bounded() {
			avg.Low, avg.High = append(avg.Low, low), append(avg.High, high)
		}
		most.Values = append(most.Values, float64(x.TestMax))
	}
	s.Panels = []plot.SweepPanel{
		{Y: "average wait, single testing weeks", YUnit: plot.Seconds, Series: []plot.Series{avg},
			Refs: []plot.Ref{{At: float64(base.TestAvg), Label: "FCFS, no threshold"}}, Band: "simulation error (95 %)"},
		{Y: "longest wait of a week, mean of the testing weeks", YUnit: plot.Seconds, Series: []plot.Series{most},
			Refs: []plot.Ref{{At: float64(base.TestMax), Label: "FCFS, no threshold"}}},
	}
	s.Width = v.Lab.Browser.Width()
	s.Title = v.sweepTitle(primary, backfill)
	s.Subtitle = v.Lab.Summary.Name + ", " + numeral.Weeks(v.Report.Done) + "; points were computed, the lines between them are " +
		"interpolated"
	return s
}

// sweepTitle says from which threshold on longer ones gain little.
func (v *View) sweepTitle(primary, backfill string) string {
	list, base := v.chooser.swept, float64(v.Report.Baseline.TestAvg)
	name := primary
	if backfill != primary {
		name += " with " + backfill + " backfilling"
	}
	if len(list) < 2 || !(base > 0) {
		return "What a threshold does to " + name
	}
	most := 0.0
	for _, x := range list {
		most = max(most, -float64(x.Change))
	}
	if most < 0.005 {
		return "In these weeks no threshold makes jobs wait less with " + name + " than under FCFS"
	}
	x := &list[slices.IndexFunc(list, func(x tune.Tuned) bool { return !(-float64(x.Change) < 0.9*most) })]
	last, gain := &list[len(list)-1], -float64(x.Change)
	said := ", and the longest wait of the mean week is " + plainTimes(x.TestMax, v.Report.Baseline.TestMax) +
		" times that of FCFS" + x.Doubt()
	switch rest := -float64(last.Change); {
	case rest < 0.9*most:
		with, does := "without one", "takes "+numeral.Share(rest)+" off"
		if last.Threshold >= 0 {
			with = "with " + last.Threshold.Words()
		}
		if rest < 0 {
			does = "adds " + numeral.Share(-rest)
		}
		return "With a threshold of " + x.Threshold.Words() + " " + name + " takes " + numeral.Share(gain) +
			" off the waiting of these weeks, " + with + " it " + does + said
	case x.Threshold < 0:
		return "Only without a threshold you keep 90" + numeral.PerCent + " of the gain of " + name + said
	}
	return "With a threshold of " + x.Threshold.Words() + " you keep " + numeral.Share(gain/most) + " of the gain of " + name + said
}

// drawChooser draws the chooser anew.
func (v *View) drawChooser() {
	b := v.Lab.Browser
	if v.Report == nil {
		for _, h := range []string{hostPair, hostReading, hostSweep, hostSlider} {
			b.Draw(h, "")
		}
		return
	}
	v.sweep()
	v.drawPair()
	left, right := v.chooser.chart.Span()
	const thumb = 20 // of the slider, as the style sheet has it: its middle is the place
	b.Draw(hostSlider, `<p class="theta" style="margin-left:`+strconv.Itoa(int(math.Round(left))-thumb/2)+`px;width:`+
		strconv.Itoa(int(math.Round(right-left))+thumb)+
		`px"><label class="visually-hidden" for="theta">Threshold</label><input type="range" id="theta" min="0" max="`+
		strconv.Itoa(notches)+`" step="1" data-input="tune-theta" aria-describedby="theta-reading"></p>`+lab.FileTools("tune-sweep",
		"What thresholds do to the pair"))
	b.SetValue("theta", strconv.Itoa(int(math.Round(v.place()*notches))))
	v.drawTheta()
}

// notches are the places at which the slider stops.
const notches = 200

// place is where the slider stands.
func (v *View) place() float64 {
	c := &v.chooser
	if c.place >= 0 {
		return c.place
	}
	return c.chart.Place(float64(spoken(v.Report).Threshold))
}

// drawPair draws what the pair is chosen with.
func (v *View) drawPair() {
	p := &v.Report.Plan
	primary, backfill := v.pair(v.Report)
	var panel lab.Panel
	choose := func(id, label string, list []string, on string) {
		panel.HTML(`<select class="inline" id="` + id + `" data-input="` + id + `" aria-label="` + label + `">`)
		for _, o := range list {
			panel.HTML(`<option value="` + lab.Esc(o) + `">` + lab.Esc(order.Short(o)) + `</option>`)
		}
		panel.HTML(`</select>`)
		panel.Shows(id, on)
	}
	// drawn with what stands below it, or that would be seen to move
	panel.HTML(`<h2 id="tune-chooser-title" class="eyebrow">Choose the threshold</h2><p class="side-sentence">With `)
	choose("tune-queue", "Queue order of the chooser", order.Labels(p.Primaries), primary)
	panel.HTML(` for the queue and `)
	choose("tune-with", "Backfilling order of the chooser", order.Labels(p.Backfills), backfill)
	panel.HTML(` for backfilling, jobs go first that have waited longer than &Theta;:</p>`)
	if len(v.chooser.swept) < fewThresholds && v.complete() && !v.Verdict.Running() {
		panel.HTML(`<p class="hint">Only the thresholds of the search are known for this pair. <button type="button" class="quiet" id="tune-try" data-act="tune-try">Try 1 h to 100 h with it</button></p>`)
	}
	v.Lab.Draw(hostPair, &panel)
}

// choosePair looks at another pair.
func (v *View) choosePair(what, name string) {
	c := &v.chooser
	c.primary, c.backfill = v.pair(v.Report)
	if what == "tune-queue" {
		c.primary = name
	} else {
		c.backfill = name
	}
	v.drawChooser()
	v.Lab.Browser.Focus(what)
}

// slide moves the slider to a notch. Only the reading and the chart are drawn.
func (v *View) slide(notch string) {
	n, err := strconv.Atoi(notch)
	if err != nil || v.chooser.chart == nil {
		return
	}
	v.chooser.place = math.Max(0, math.Min(1, float64(n)/notches))
	v.drawTheta()
}

// drawTheta draws what depends on the slider.
func (v *View) drawTheta() {
	s := v.chooser.chart
	s.Cursor = v.place()
	v.Lab.Browser.Draw(hostSweep, s.SVG())
	v.Lab.Browser.Draw(hostReading, v.reading())
	v.Lab.Browser.Say("theta", thetaWords(s.At(s.Cursor)))
}

// saveSweep hands out the chart of the pair in sight, or cites it with the search that
// tried its thresholds.
func (v *View) saveSweep(ending string) {
	c := &v.chooser
	drawn := *c.chart
	drawn.Width, drawn.Standalone, drawn.Cursor = lab.Standalone.Width, true, -1
	v.Lab.SaveOwn(v.Lab.FileName(ending, tune.Name, "thresholds"), c.from.Paper(), drawn.SVG, thresholdsTable("pair", c.swept).CSV)
}

// reading writes the values at the slider.
func (v *View) reading() string {
	s := v.chooser.chart
	theta := s.At(s.Cursor)
	base := &v.Report.Baseline
	avg, computed := s.Read(s.Panels[0].Series[0].Values, theta)
	most, _ := s.Read(s.Panels[1].Series[0].Values, theta)
	how := "computed"
	if !computed {
		how = "interpolated between " + v.neighbours(theta)
	}
	part := func(name, value string, exact float64, note string) string {
		return `<div><dt>` + name + `</dt><dd data-value="` + numeral.Exact(exact) + `">` + lab.Esc(value) + `</dd><dd class="note">` +
			lab.Esc(note) + `</dd></div>`
	}
	against := func(x, base float64) string {
		return numeral.Change(x/base-1) + " against FCFS"
	}
	return `<dl class="card" id="theta-reading">` +
		part("&Theta;", thetaWords(theta), theta, how) +
		part("Average wait in single weeks", numeral.Duration(avg), avg, against(avg, float64(base.TestAvg))) +
		part("Longest wait of a week", numeral.Duration(most), most, against(most, float64(base.TestMax))) + `</dl>`
}

// neighbours are the computed thresholds on both sides.
func (v *View) neighbours(theta float64) string {
	list := v.chooser.chart.Settings
	i, _ := slices.BinarySearch(list, theta)
	if i == 0 || i == len(list) {
		return "what was computed"
	}
	return study.Seconds(list[i-1]).Words() + " and " + study.Seconds(list[i]).Words()
}

// thetaWords writes a threshold of the slider in round units.
func thetaWords(s float64) string {
	switch {
	case s < 0:
		return "none"
	case s < 3600:
		return strconv.FormatFloat(s/60, 'f', 0, 64) + numeral.Thin + "min"
	case s < 10*3600:
		return strings.TrimSuffix(strconv.FormatFloat(s/3600, 'f', 1, 64), ".0") + numeral.Thin + "h"
	}
	return strconv.FormatFloat(s/3600, 'f', 0, 64) + numeral.Thin + "h"
}
