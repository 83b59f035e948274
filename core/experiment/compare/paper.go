package compare

import (
	"shadowtime/core/report"
	"shadowtime/core/report/paper"
	"shadowtime/core/report/plot"
	"shadowtime/core/report/published"
	"shadowtime/core/study"
)

// Paper is the report as a page.
func (r *Report) Paper() *paper.Paper {
	s := &r.Source
	p, usual, proposed := &r.Plan, Default(), Default()
	f := r.Forest(s.Name)
	beside := r.Published()
	for i := range f.Rows {
		f.Rows[i].Asides = published.AsidesOf(beside.Find(f.Rows[i].Name, study.None))
	}
	f.Aside = published.AsideWords(beside)
	x := &paper.Paper{
		Kind: "Queue orders compared", Log: s.Name, Digest: r.Digest, Answer: r.Sentence(), Logged: r.Logged(),
		Figures: []paper.Figure{paper.Forest(f)},
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
	return "Waits are of resamples. The raw change is that of the mean wait against " + r.Baseline().Order +
		report.RangeNote(r.Done)
}

// Forest is the chart of orders beside the baseline, of a log of that name.
func (r *Report) Forest(log string) plot.Forest {
	base := r.Baseline()
	f := plot.Forest{Axis: "raw change of the mean wait against " + base.Order}
	f.Title, f.Subtitle = r.Finding(), r.Setting(log)
	for _, o := range r.Ranked() {
		mid, low, high := o.Leading()
		row := plot.ForestRow{Name: o.Order, Mid: float64(mid), Low: float64(low), High: float64(high),
			Undefined: !mid.Known(), Baseline: o.Order == base.Order}
		row.Best = r.Verdict == report.Shown && o.Order == r.Named.Order
		if !row.Baseline {
			report.Marks(&row, r.AsLogged, r.Index(o.Order), &o.Bounds)
		}
		f.Rows = append(f.Rows, row)
	}
	return f
}

// Finding is the title of that chart.
func (r *Report) Finding() string {
	less, more := 0, 0
	for _, o := range r.Orders[1:] {
		switch o.Shown {
		case report.Less:
			less++
		case report.More:
			more++
		}
	}
	switch base := r.Baseline(); {
	case r.Verdict == report.NoGain:
		return "Nobody waits under " + base.Order + ": there is nothing to compare"
	case r.nothing() != "":
		return "Hardly anybody waits under " + base.Order + ": there is nothing to gain"
	case r.Named == nil:
		return "Only " + base.Order + " was chosen: there is nothing to compare it with"
	}
	return r.Named.Title(r.subject(), less, more, "order")
}

// Setting says under which conditions the figures were made, of a log of that name.
func (r *Report) Setting(log string) string {
	p := &r.Plan
	s := log + ", " + report.Scheduler(p.Backfilling, p.Backfill, p.Promises, p.Limits, p.Threshold)
	if p.Once() {
		return s + "; " + report.Once(&p.Workload)
	}
	return s + report.Looked(r.Named.claim(), r.Done, p.Weeks)
}
