package predict

import (
	"math"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/predict"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/job"
	"shadowtime/core/report/plot"
	"shadowtime/ui/lab"
)

// How errors are grouped.
const (
	byRequest = "request"
	byUser    = "user"
)

// pictures are the figures behind the study, once there is an answer: each of the
// log itself, asked for when it is looked at.
func (v *View) pictures() []lab.Picture {
	if v.Report == nil || v.Report.Done == 0 {
		return nil
	}
	list := []lab.Picture{
		{Key: "errors", Tab: "Errors", Draw: v.drawErrors, Table: v.errorTable},
		{Key: "values", Tab: "What is predicted", Draw: v.drawValues, Table: v.valueTable},
		{Key: "groups", Tab: "For whom", Draw: v.drawGroups, Table: v.groupTable},
		{Key: "time", Tab: "As it learns", Draw: v.drawTime, Table: v.timeTable},
		{Key: "tail", Tab: "The tail", Draw: v.drawTail, Table: v.tailTable},
	}
	if x := v.Report.Plan.Ways()[v.Report.Plan.Asked()]; x.Weighs() {
		list = append(list, lab.Picture{Key: "weights", Tab: "What it weighs", Draw: v.drawWeights, Table: v.weightTable})
	}
	return list
}

func (v *View) drawEvidence() {
	v.DrawFigures()
	if v.Report != nil {
		v.details.draw()
	} else {
		v.Lab.Browser.Draw(hostJob, "")
		v.Lab.Browser.Draw(hostAsking, "")
	}
	v.drawMap()
}

// drawLook draws how the figure in sight looks at things.
func (v *View) drawLook() {
	p, ok := v.Figures.Chosen()
	if !ok || p.Key != "groups" {
		v.Lab.Browser.Draw(hostLook, "")
		return
	}
	var b lab.Panel
	b.HTML(`<p class="field"><label for="predict-by">By</label> `)
	b.Select("predict-by", "", []string{byRequest, byUser}, []string{"requested time", "user"})
	b.Shows("predict-by", v.by)
	b.HTML(`</p>`)
	v.Lab.Draw(hostLook, &b)
}

// coming stands for a figure that is being worked out.
func (v *View) coming() string {
	if v.Lab.State == lab.Running {
		return `<p class="hint">Of the log itself, once the resamples are done.</p>`
	}
	return `<p class="hint">The log itself is being replayed for this figure.</p>`
}

// ---- errors

// far is where errors are cut off, seconds: what lies beyond stands at the ends.
const far = 24 * 3600

func (v *View) drawErrors(f plot.Frame) string {
	list, ok := v.details.ladder()
	if !ok {
		return v.coming()
	}
	e := plot.ECDF{Frame: f, X: "prediction less run time, hours", Of: "share of jobs"}
	for _, i := range v.drawn() {
		s := plot.Sample{Label: v.label(i), Hue: predict.Hue(v.Report.Plan.Ways()[i])}
		for _, x := range list[i].Error {
			s.Values = append(s.Values, float64(max(-far, min(far, x)))/3600)
		}
		e.Series = append(e.Series, s)
	}
	b := list[v.Report.Plan.Asked()]
	a := &b.Did.Accuracy
	off, asked := a.MAE, list[0].Did.Accuracy.MAE
	times := numeral.Times(off, asked)
	e.Title = "On the log itself, " + numeral.Share(a.Under) + " of predictions are too short, and on average they are " +
		times(off) + " off; requests " + times(asked)
	e.Subtitle = v.Lab.Summary.Name + ", replayed once as it was; left of zero too short, right of it too long; " +
		"errors of more than a day stand at the ends"
	return e.SVG()
}

// drawn are the ways of the ladder that predict something of their own.
func (v *View) drawn() (list []int) {
	for i, x := range v.Report.Plan.Ladder() {
		if i > 0 && x.Predictor == triples.Requested || x.Predictor == triples.Clairvoyant {
			continue
		}
		list = append(list, i)
	}
	return list
}

// quantileTable is a row a way and share.
func (v *View) quantileTable(what string, of func(b *predict.Behind) []int64) *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "way").Add(lab.InShares, "share of jobs at most").Add(lab.InSeconds, what)
	list, ok := v.details.ladder()
	if !ok {
		return n
	}
	for _, i := range v.drawn() {
		for k, x := range of(list[i]) {
			if k%(predict.Parts/20) == 0 {
				n.Row(lab.Text(v.label(i)), lab.N(float64(k)/predict.Parts), lab.N(x))
			}
		}
	}
	return n
}

func (v *View) errorTable() *lab.Numbers {
	return v.quantileTable("prediction less run time", func(b *predict.Behind) []int64 { return b.Error })
}

// ---- what is predicted

func (v *View) drawValues(f plot.Frame) string {
	list, ok := v.details.ladder()
	if !ok {
		return v.coming()
	}
	e := plot.ECDF{Frame: f, Log: true, X: "time", XUnit: plot.Seconds, Of: "share of jobs"}
	add := func(label, hue string, values []int64) {
		s := plot.Sample{Label: label, Hue: hue}
		for _, x := range values {
			s.Values = append(s.Values, float64(x))
		}
		e.Series = append(e.Series, s)
	}
	add("run times", predict.OfKnown, list[0].Ran)
	for _, i := range v.drawn() {
		add(v.label(i), predict.Hue(v.Report.Plan.Ways()[i]), list[i].Predicted)
	}
	b, half := list[v.Report.Plan.Asked()], predict.Parts/2
	ran, guessed, requested := float64(b.Ran[half]), float64(b.Predicted[half]), float64(b.Requested[half])
	times := numeral.Times(ran, guessed, requested)
	e.Title = "Half the jobs run at most " + times(ran) + "; half are predicted to run at most " + times(guessed) +
		", and half ask for at most " + times(requested)
	e.Subtitle = v.Lab.Summary.Name + " itself; predictions at submission, before any correction"
	return e.SVG()
}

func (v *View) valueTable() *lab.Numbers {
	return v.quantileTable("predicted", func(b *predict.Behind) []int64 { return b.Predicted })
}

// ---- for whom

// group is a row of the figure: a user, or a class of requests.
type group struct {
	name string
	predict.Group
}

func (v *View) groups() (list []group) {
	b := v.details.ofWay(v.Report.Plan.Asked())
	if b == nil {
		return nil
	}
	if v.by == byUser {
		for _, g := range b.Users {
			list = append(list, group{strconv.FormatInt(g.Key, 10), g})
		}
		return list
	}
	for _, g := range b.Requests {
		list = append(list, group{runClass(int(g.Key)), g})
	}
	return list
}

// runClass names a class of times.
func runClass(c int) string {
	low, high := job.RunEdges[c], job.RunEdges[min(c+1, len(job.RunEdges)-1)]
	switch {
	case c == 0:
		return "0 s"
	case c == job.RunClasses-1:
		return numeral.Duration(float64(low)) + " and more"
	}
	return numeral.Duration(float64(low)) + " to " + numeral.Duration(float64(high))
}

func (v *View) drawGroups(f plot.Frame) string {
	list := v.groups()
	if list == nil {
		return v.coming()
	}
	d := plot.Diverge{Frame: f, InOrder: v.by == byRequest, Group: v.by, Of: "jobs", Axis: "mean absolute error against that of requests",
		Unit: plot.Percent, Less: "better than requests", More: "worse"}
	better, jobs, all := 0, int64(0), int64(0)
	for _, g := range list {
		change := g.MAE/g.Asked - 1
		if g.Asked == 0 {
			change = math.NaN()
		}
		d.Rows = append(d.Rows, plot.DivergeRow{Label: g.name, Change: change, Count: float64(g.Jobs)})
		all += g.Jobs
		if change < 0 {
			better, jobs = better+1, jobs+g.Jobs
		}
	}
	of := "requested times"
	if v.by == byUser {
		of = "users with most jobs"
	}
	d.Title = "Predictions are closer than requests for " + strconv.Itoa(better) + " of " + strconv.Itoa(len(list)) + " " + of + ", " +
		numeral.Share(float64(jobs)/float64(all)) + " of their jobs"
	d.Subtitle = v.label(v.Report.Plan.Asked()) + ", " + v.Lab.Summary.Name + " itself"
	return d.SVG()
}

func (v *View) groupTable() *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, v.by).Add(lab.InCounts, "jobs").Add(lab.InSeconds, "mean absolute error", "that of requests",
		"mean error").Add(lab.InShares, "too short")
	for _, g := range v.groups() {
		n.Row(lab.Text(g.name), lab.N(g.Jobs), lab.N(g.MAE), lab.N(g.Asked), lab.N(g.Bias), lab.N(float64(g.Under)/float64(g.Jobs)))
	}
	return n
}

// ---- as it learns

func (v *View) drawTime(f plot.Frame) string {
	b := v.details.ofWay(v.Report.Plan.Asked())
	if b == nil {
		return v.coming()
	}
	predicted, asked := plot.Series{Label: v.label(v.Report.Plan.Asked()), Hue: predict.OfAsked},
		plot.Series{Label: "requests", Hue: predict.OfRequests}
	better, weeks := 0, 0
	for _, w := range b.Weeks {
		p, a := math.NaN(), math.NaN()
		if w.Jobs > 0 {
			p, a = w.MAE, w.Asked
			weeks++
			if p < a {
				better++
			}
		}
		predicted.Values, asked.Values = append(predicted.Values, p), append(asked.Values, a)
	}
	l := plot.Line{Frame: f, First: 1, X: "week", XUnit: plot.Whole, Y: "mean absolute error of the week’s jobs", YUnit: plot.Seconds,
		Series: []plot.Series{predicted, asked}, Roomy: true}
	first, last := halves(b.Weeks)
	l.Title = "Predictions are closer than requests in " + strconv.Itoa(better) + " of " + strconv.Itoa(weeks) + " weeks"
	if !math.IsNaN(first) && !math.IsNaN(last) {
		times := numeral.Times(first, last)
		l.Title += "; off by " + times(first) + " in the first half, " + times(last) + " in the second"
	}
	l.Subtitle = v.Lab.Summary.Name + " itself, by week of submit"
	return l.SVG()
}

// halves are the mean errors of the jobs in either half of the weeks.
func halves(weeks []predict.Week) (first, last float64) {
	mean := func(list []predict.Week) float64 {
		sum, n := 0.0, 0.0
		for _, w := range list {
			sum, n = sum+w.MAE*float64(w.Jobs), n+float64(w.Jobs)
		}
		return sum / n
	}
	return mean(weeks[:len(weeks)/2]), mean(weeks[len(weeks)/2:])
}

func (v *View) timeTable() *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InCounts, "week", "jobs").Add(lab.InSeconds, "mean absolute error", "that of requests")
	if b := v.details.ofWay(v.Report.Plan.Asked()); b != nil {
		for i, w := range b.Weeks {
			if w.Jobs > 0 {
				n.Row(lab.N(i+1), lab.N(w.Jobs), lab.N(w.MAE), lab.N(w.Asked))
			}
		}
	}
	return n
}

// ---- the tail

func (v *View) drawTail(f plot.Frame) string {
	t := v.details.thresholds()
	if t == nil {
		return v.coming()
	}
	label := v.label(v.Report.Plan.Asked())
	s := plot.Sweep{Frame: f, X: "threshold", XUnit: plot.Seconds, None: true, Cursor: -1}
	panel := func(y string, unit plot.Unit, of func(d *predict.Did) float64) {
		way, easy := plot.Series{Label: label, Hue: predict.OfAsked}, plot.Series{Label: "requests (EASY)", Hue: predict.OfRequests}
		for i := len(t.Thresholds) - 1; i >= 0; i-- {
			way.Values, easy.Values = append(way.Values, of(&t.Did[i])), append(easy.Values, of(&t.EASY[i]))
		}
		s.Panels = append(s.Panels, plot.SweepPanel{Y: y, YUnit: unit, Series: []plot.Series{way, easy}})
	}
	for i := len(t.Thresholds) - 1; i > 0; i-- {
		s.Settings = append(s.Settings, float64(t.Thresholds[i]))
	}
	panel("longest wait", plot.Seconds, func(d *predict.Did) float64 { return float64(d.Run.MaxWait) })
	panel("mean bounded slowdown", plot.Number, func(d *predict.Did) float64 { return d.Run.AvgBsld() })
	panel("jobs slowed more than 1000-fold", plot.Percent, func(d *predict.Did) float64 { return float64(d.Extreme) / float64(d.Run.Jobs) })
	none, mend := &t.Did[0], 0
	for i := range t.Did { // the shortest longest wait that costs no more than a twentieth of the slowdown
		if t.Did[i].Run.AvgBsld() <= 1.05*none.Run.AvgBsld() && t.Did[i].Run.MaxWait < t.Did[mend].Run.MaxWait {
			mend = i
		}
	}
	longest, easy, mended := float64(none.Run.MaxWait), float64(t.EASY[0].Run.MaxWait), float64(t.Did[mend].Run.MaxWait)
	times := numeral.Times(longest, easy, mended)
	s.Title = "The longest wait is " + times(longest) + ", " + times(easy) + " with requests"
	if mend > 0 {
		s.Title += "; a threshold of " + t.Thresholds[mend].Words() + " brings it to " +
			times(mended) + " and the slowdown from " +
			numeral.Number(none.Run.AvgBsld()) + " to " + numeral.Number(t.Did[mend].Run.AvgBsld())
	}
	s.Subtitle = v.Lab.Summary.Name + " itself, replayed once with each threshold: no range"
	return s.SVG()
}

func (v *View) tailTable() *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "threshold", "way").Add(lab.InSeconds, "longest wait", "average wait").Add(lab.InNumbers,
		"mean bounded slowdown", "greatest bounded slowdown").Add(lab.InShares, "slowed more than 1000-fold")
	t := v.details.thresholds()
	if t == nil {
		return n
	}
	for i, s := range t.Thresholds {
		for _, x := range []struct {
			name string
			d    *predict.Did
		}{{v.label(v.Report.Plan.Asked()), &t.Did[i]}, {"requests (EASY)", &t.EASY[i]}} {
			n.Row(lab.Text(s.Words()), lab.Text(x.name), lab.N(x.d.Run.MaxWait), lab.N(x.d.Run.AvgWait()), lab.N(x.d.Run.AvgBsld()),
				lab.N(x.d.Run.MaxBsld), lab.N(float64(x.d.Extreme)/float64(x.d.Run.Jobs)))
		}
	}
	return n
}

// ---- what it weighs

// mostWeights bounds the features drawn; the table has all.
const mostWeights = 12

func (v *View) drawWeights(f plot.Frame) string {
	b := v.details.ofWay(v.Report.Plan.Asked())
	if b == nil {
		return v.coming()
	}
	if len(b.Weights) == 0 {
		return `<p class="hint">It has learned nothing yet: all its weights are zero.</p>`
	}
	c := plot.Bars{Frame: f, Axis: "feature", Share: "share of what predictions are made of", Hue: predict.OfAsked}
	for _, w := range b.Weights[:min(len(b.Weights), mostWeights)] {
		c.Bins = append(c.Bins, plot.Bin{Label: w.Feature, Share: w.Share})
	}
	c.Title = numeral.Capital(b.Weights[0].Feature) + " weighs most, " + numeral.Share(b.Weights[0].Share) +
		" of what predictions are made of"
	if len(b.Weights) > 1 {
		c.Title += "; then " + b.Weights[1].Feature + ", " + numeral.Share(b.Weights[1].Share)
	}
	c.Subtitle = "mean absolute value of what a feature’s terms add to predictions of " + v.Lab.Summary.Name +
		" itself, a product half to each"
	return c.SVG()
}

func (v *View) weightTable() *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "feature").Add(lab.InShares, "share of what predictions are made of")
	if b := v.details.ofWay(v.Report.Plan.Asked()); b != nil {
		for _, w := range b.Weights {
			n.Row(lab.Text(w.Feature), lab.N(w.Share))
		}
	}
	return n
}
