package predict

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/report"
	"shadowtime/core/report/paper"
	"shadowtime/core/report/plot"
	"shadowtime/core/sim/order"
)

// Paper is the report as a page.
func (r *Report) Paper() *paper.Paper {
	s := &r.Source
	p, usual, proposed := &r.Plan, Default(), Default()
	x := &paper.Paper{
		Kind: "Run times predicted", Log: s.Name, Digest: r.Digest, Answer: r.Sentence(), Logged: r.Logged(),
		Figures: []paper.Figure{paper.Forest(r.Forest(s.Name))},
		Table:   r.Table(), Note: r.Note(), Methods: r.Methods(),
		Command: p.Settings().Command(Verb, usual.Settings(), s.Name),
		Query:   p.Settings().Query(Verb, proposed.Settings(), Name),
	}
	for _, w := range r.Warnings {
		x.Cautions = append(x.Cautions, w.Words)
	}
	return x
}

// Note says what the table's figures are.
func (r *Report) Note() string {
	return "Waits and errors in seconds; change of the objective against EASY with requests" +
		report.IntervalsNote(r.Bounded(), r.ByWeeks(), "how far other weeks of this machine could lie", "resamples")
}

// Table is a row a way, those of the ladder first, with a head.
func (r *Report) Table() [][]string {
	rows := [][]string{{"way", "change", "log's weeks", "simulation", "won", "AvgBsld", "AvgWait", "MaxWait", "MAE",
		"too short", "extreme"}}
	f := func(x report.Float, digits int) string { return strconv.FormatFloat(float64(x), 'f', digits, 64) }
	row := func(w *Way) {
		line := []string{w.Way, numeral.Change(w.Change), numeral.Interval(w.Low, w.High), numeral.Interval(w.SimLow, w.SimHigh),
			f(w.Wins, -1),
			f(w.AvgBsld, 2), f(w.AvgWait, 0), f(w.MaxWait, 0), f(w.MAE, 0), numeral.Share(w.Under), numeral.Percent(w.Extreme, 3)}
		if w.Way == r.EASY().Way {
			line[1], line[2], line[3], line[4] = "baseline", "", "", "–"
		}
		rows = append(rows, line)
	}
	ladder := len(r.Plan.Ladder())
	for i := range r.Ways[:ladder] {
		row(&r.Ways[i])
	}
	more := (&Report{Ways: r.Ways[ladder:]}).Ranked()
	for i := range more[:min(mostFurther, len(more))] {
		row(&more[i])
	}
	if n := len(more) - mostFurther; n > 0 {
		rows = append(rows, append([]string{"... " + strconv.Itoa(n) + " more: --csv has all"}, make([]string, len(rows[0])-1)...))
	}
	return rows
}

// brief makes triples' names fit beside charts; tables have them whole.
var brief = strings.NewReplacer("square", "sq", "linear", "lin", "incremental", "inc", "requested-", "req-", "doubling", "dbl")

// Label is a way's name beside its mark: on the ladder what is predicted with, else
// the triple's.
func (r *Report) Label(i int) string {
	x, ladder := r.Plan.Ways()[i], len(r.Plan.Ladder())
	switch {
	case i >= ladder:
		return brief.Replace(x.Name())
	case i == 0:
		return "requests (EASY)"
	}
	return Short(x)
}

// Short names what a way predicts with.
func Short(x triples.Triple) string {
	switch {
	case x.Predictor == triples.Requested && x.Backfill == triples.SJBF:
		return "requests, shortest first"
	case x.Predictor == triples.Requested:
		return "requests, by " + order.Short(x.Backfill)
	case x.Predictor == triples.Clairvoyant:
		return "run times known"
	case x.Predictor == Average:
		return "mean of last two"
	case x.Predictor == triples.Learned:
		return "learned"
	}
	return x.Predictor
}

// Colours of ways in charts, the same everywhere in the view; those of criteria are
// not among them.
const (
	OfRequests = "--ink-soft"
	OfAverages = "--ink"
	OfAsked    = "--accent"
	OfKnown    = "--better"
)

// Hue is the colour of a way.
func Hue(x triples.Triple) string {
	switch x.Predictor {
	case triples.Requested:
		return OfRequests
	case triples.Clairvoyant:
		return OfKnown
	case Average:
		return OfAverages
	}
	return OfAsked
}

// Forest is the main chart, from requests to exact knowledge, of a log of that name.
func (r *Report) Forest(log string) plot.Forest {
	f := plot.Forest{Axis: "change in " + r.changed() + " against EASY with requests", Less: "less", More: "more"}
	add := func(i int) {
		w := &r.Ways[i]
		low, high, byWeeks := w.Interval()
		row := plot.ForestRow{Name: w.Way, Label: r.Label(i), Mid: float64(w.Change), Low: float64(low), High: float64(high),
			Undefined: math.IsNaN(float64(w.Change)), Baseline: i == 0, Hue: Hue(r.Plan.Ways()[i])}
		if byWeeks {
			row.SimLow, row.SimHigh = float64(w.SimLow), float64(w.SimHigh)
		}
		row.Best = i == r.Plan.Asked() && w.Shown == report.Less
		if i > 0 {
			row.Note = "better in " + numeral.Plain(float64(w.Wins)) + " of " + strconv.Itoa(r.Done)
		}
		f.Rows = append(f.Rows, row)
	}
	ladder := len(r.Plan.Ladder())
	for i := range ladder {
		add(i)
	}
	for _, w := range (&Report{Ways: r.Ways[ladder:]}).Ranked()[:min(mostFurther, len(r.Ways)-ladder)] {
		add(triples.Find(r.Plan.Ways(), w.Way))
	}
	f.Title, f.Subtitle = r.Finding(), r.Setting(log)
	return f
}

// mostFurther bounds the further ways in chart and table: the best of them.
const mostFurther = 12

// changed is what changes are of.
func (r *Report) changed() string {
	if r.Plan.Objective == AvgWait {
		return "total waiting"
	}
	return "mean bounded slowdown"
}

// Finding titles the ladder.
func (r *Report) Finding() string {
	bound, asked := r.Bound(), r.Asked()
	switch {
	case !bound.Change.Known():
		return "Nobody waits: predictions can’t improve anything"
	case r.short() != "":
		return report.Title(r.short())
	case r.Plan.Once():
		return numeral.Capital(report.Once(&r.Plan.Workload)) + ", once: nothing can be concluded from one trace alone"
	case r.Done < 2:
		return "One resample: nothing can be concluded yet"
	}
	known := "Knowing run times was shown to help"
	switch {
	case bound.Shown != report.Less:
		return "Even knowing run times exactly was not shown to help"
	case r.Plan.Asked() == r.Plan.Bound() || r.Plan.Asked() == 0:
		return known
	case asked.Shown == report.Less:
		return known + ", and so was predicting them: " + Short(r.Plan.Ways()[r.Plan.Asked()])
	case asked.Shown == report.More:
		return known + "; these predictions were shown to do harm"
	}
	return known + "; these predictions were not"
}

// Setting says under which conditions the figures were made, of a log of that name.
func (r *Report) Setting(log string) string {
	p := &r.Plan
	s := log + ", " + r.Scheduler()
	if p.Once() {
		return s + "; " + report.Once(&p.Workload)
	}
	return s + "; pooled over " + numeral.Resamples(r.Done) + " of " + numeral.Weeks(p.Weeks) + report.After("; bars: ", r.Bars())
}
