package predict

import (
	"strings"

	"shadowtime/core/base/stats"
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
		Table:   r.Table(), Note: r.Note(), Next: r.Prediction(), Methods: r.Methods(),
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
	return "Waits and errors of resamples; change of " + r.what() + " against EASY with requests" +
		report.NoteOf(r.ByWeeks(), r.Done)
}

// Prediction says where as many weeks more may lie with the way that is named; "" where that
// is not known.
func (r *Report) Prediction() string {
	if r.Named == nil {
		return ""
	}
	x := r.Plan.Ways()[r.Named.At]
	next := r.Named.Next(r.subject(x))
	if next == "" {
		return ""
	}
	return strings.TrimSuffix(next, ".") + ", " + going(x) + "."
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
		return "requests, shortest first" + behind(x)
	case x.Predictor == triples.Requested:
		return "requests, by " + order.Short(x.Backfill) + behind(x)
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
	f := plot.Forest{Axis: "raw change of " + r.what() + " against EASY with requests", Less: "less", More: "more"}
	add := func(i int) {
		w := &r.Ways[i]
		mid, low, high := w.Leading()
		row := plot.ForestRow{Name: w.Way, Label: r.Label(i), Mid: float64(mid), Low: float64(low), High: float64(high),
			Undefined: !mid.Known(), Baseline: i == 0, Hue: Hue(r.Plan.Ways()[i])}
		row.Best = i == r.Plan.Asked() && r.helps(i)
		if i > 0 {
			report.Marks(&row, r.halves(), i, &w.Bounds)
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

// halves are the changes of the log's halves, as charts take them.
func (r *Report) halves() *report.AsLogged {
	if r.AsLogged == nil {
		return nil
	}
	return &report.AsLogged{FirstHalf: r.AsLogged.FirstHalf, SecondHalf: r.AsLogged.SecondHalf}
}

// helps says whether a way of the ladder is shown to be better than requests.
func (r *Report) helps(i int) bool {
	c := r.claims[i]
	return c != nil && c.Verdict == report.Shown && c.Change < 0
}

// mostFurther bounds the further ways in chart and table: the best of them.
const mostFurther = 12

// Finding titles the ladder.
func (r *Report) Finding() string {
	at, bound := r.Plan.Asked(), r.claims[r.Plan.Bound()]
	switch {
	case r.Verdict == report.NoGain || bound == nil:
		return "Nobody waits: predictions can’t improve anything"
	case !bound.Replayed() || bound.Weeks < stats.LeastWeeks:
		return bound.Title(report.Subject{}, 0, 0, "")
	}
	known := "Knowing run times was shown to help"
	switch asked := r.claims[max(1, at)]; {
	case bound.Verdict == report.Leaning:
		return "Knowing run times is likely to help, not yet sure"
	case !r.helps(r.Plan.Bound()):
		return "Even knowing run times exactly was not shown to help"
	case at == r.Plan.Bound() || at == 0:
		return known
	case r.helps(at):
		return known + ", and so was predicting them: " + Short(r.Plan.Ways()[at])
	case asked.Verdict == report.Leaning:
		return known + "; these predictions likely do, not yet sure"
	case asked.Verdict == report.Shown:
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
	var claim *report.Claim
	if r.Named != nil {
		claim = &r.Named.Claim
	}
	return s + report.Looked(claim, r.Done, p.Weeks)
}
