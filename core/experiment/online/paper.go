package online

import (
	"slices"
	"strings"

	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/report/paper"
	"shadowtime/core/report/plot"
	"shadowtime/core/report/published"
	"shadowtime/core/study"
)

// Paper is the report as a page.
func (s *Report) Paper() *paper.Paper {
	source, rows := &s.Source, s.rows
	p, usual, proposed := &s.Plan, Default(), Proposed()
	beside := s.Published()
	f := s.Forest(source.Name, s.Hindsight(FixedOrders(s, rows)), func(name string, period study.Seconds) []plot.Aside {
		return published.AsidesOf(beside.Find(name, period))
	})
	f.Aside = published.AsideWords(beside)
	x := &paper.Paper{
		Kind: "Queue orders chosen while the machine runs", Log: source.Name, Digest: s.Digest, Answer: s.Sentence(), Logged: s.Logged(),
		Figures: []paper.Figure{paper.Forest(f)},
		Table:   s.Table(), Note: s.Note(), Next: s.Prediction(), Methods: s.Methods(),
		Command: p.Settings().Command(Verb, usual.Settings(), source.Name),
		Query:   p.Settings().Query(Verb, proposed.Settings(), Name),
	}
	if words := s.SafetyWords(); words != "" {
		x.Note += " " + words
	}
	for _, t := range s.Parameters {
		x.Cautions = append(x.Cautions, t.Words())
	}
	for _, w := range s.Warnings {
		x.Cautions = append(x.Cautions, w.Words)
	}
	return x
}

// Note says what the table's figures are.
func (s *Report) Note() string {
	errors := ""
	if s.Done > 1 && s.Bounded() {
		errors = ", with 95 % simulation errors"
	}
	return "Raw change of the mean wait against " + Baseline + " with threshold " + s.Plan.Threshold.String() +
		report.NoteOf(s.ByWeeks(), s.Done) +
		" Regrets are of resamples, against the fixed order that is best over all of them in hindsight: as a share of the waiting under " +
		Baseline + ", and of that under the best order itself; against each resample's own best one, as a share of the waiting under " +
		Baseline + errors + ". Hours are of all jobs together, mean over resamples."
}

// Leader is the strategy that is named, fixed orders left out; nil when there is none with
// a figure.
func (s *Report) Leader() *Selected {
	if n := s.Named; n.Chooses() && n.Change.Known() {
		return &s.Strategies[n.At]
	}
	return nil
}

// Label names a strategy with how often it chooses.
func (s Selected) Label() string {
	if s.Period == study.None {
		return strings.TrimPrefix(s.Strategy, Fixed+":") + " for good"
	}
	return s.Strategy + ", " + Chooses(s.Period)
}

// Forest is the chart of strategies against FCFS, with the best order in
// hindsight, of a log of that name.
func (s *Report) Forest(log string, hindsight Selected, asides func(name string, period study.Seconds) []plot.Aside) plot.Forest {
	f := plot.Forest{Axis: "raw change of the mean wait against " + Baseline}
	best, last := s.Leader(), s.Best.Leading()
	row := func(v Selected, name, label string) plot.ForestRow {
		r := v.Row()
		r.Name, r.Label = name, label
		r.Best = best != nil && v.Name() == best.Name() && s.Verdict == report.Shown && s.Named.Change < 0
		if i := s.Index(v.Name()); i >= 0 && !r.Baseline {
			report.Marks(&r, s.AsLogged, i, &v.Bounds)
		}
		return r
	}
	inHindsight := row(hindsight, last, "best in hindsight: "+last)
	inHindsight.Asides = asides(published.Best, study.None)
	shown := false
	for _, v := range s.Ranked() {
		if !shown && !(v.lead() < hindsight.lead()) {
			shown = true
			f.Rows = append(f.Rows, inHindsight)
		}
		if v.Strategy == hindsight.Strategy {
			continue
		}
		name := v.Name()
		if v.Period == study.None {
			name = strings.TrimPrefix(v.Strategy, Fixed+":")
		}
		r := row(v, name, v.Label())
		r.Asides = asides(v.Strategy, v.Period)
		f.Rows = append(f.Rows, r)
	}
	if !shown {
		f.Rows = append(f.Rows, inHindsight)
	}
	if x := hindsight.lead(); x < 0 {
		f.Refs = []plot.Ref{{At: float64(x), Label: last + " all the time, which only hindsight knows; the distance to it is the regret"}}
	}
	f.Title, f.Subtitle = s.Finding(), s.Setting(log)
	return f
}

// Row is the strategy's in a chart of changes; what stands beside its range is for
// report.Marks to draw.
func (s *Selected) Row() plot.ForestRow {
	mid, low, high := s.Leading()
	return plot.ForestRow{Name: s.Name(), Mid: float64(mid), Low: float64(low), High: float64(high), Undefined: !mid.Known(),
		Baseline: s.Strategy == Fixed+":"+Baseline}
}

// Index is the place of a strategy by its Name, -1 where it is not there.
func (s *Report) Index(name string) int {
	return slices.IndexFunc(s.Strategies, func(x Selected) bool { return x.Name() == name })
}

// Finding is the forest's title.
func (s *Report) Finding() string {
	switch {
	case s.nothing() != "":
		return "Hardly anybody waits under " + Baseline + ": there is nothing to gain"
	case s.Verdict == report.NoGain:
		return "Nobody waits under " + Baseline + ": there is nothing to learn"
	case s.Named == nil:
		return "Only " + Baseline + " was chosen: there is nothing to compare it with"
	}
	less, more, one := 0, 0, "order"
	count := func(j *report.Judged) {
		switch j.Shown {
		case report.Less:
			less++
		case report.More:
			more++
		}
	}
	if !s.Named.Chooses() {
		for i := range s.orders {
			count(&s.orders[i])
		}
		return s.Named.Title(s.subject(), less, more, one)
	}
	one = "strategy"
	for i := range s.Strategies {
		if x := &s.Strategies[i]; x.Period != study.None {
			count(&x.Judged)
		}
	}
	return s.Named.Title(s.subject(), less, more, one)
}

// One says whether it is about the log itself, one trace.
func (s *Report) One() bool { return s.Plan.Once() }

// Setting says under which conditions the figures were made, of a log of that name.
func (s *Report) Setting(log string) string {
	p := &s.Plan
	text := log + ", " + report.Scheduler(p.Backfilling, p.Backfill, p.Promises, p.Limits, p.Threshold)
	if s.One() {
		return text + "; " + report.Once(&p.Workload)
	}
	var claim *report.Claim
	if s.Named != nil {
		claim = &s.Named.Claim
	}
	text += report.Looked(claim, s.Done, p.Weeks)
	if s.Named.Chooses() {
		text += "; filled: daily, hollow: weekly or seldomer"
	}
	return text
}

// Hindsight is the best of fixed orders, as FixedOrders has them. Where resamples find the
// same, its simulation error is the one that it has for being chosen afterwards.
func (s *Report) Hindsight(fixed *Report) Selected {
	x, b := fixed.BestFixed(), s.Best
	if b.Leading() == b.Order {
		x.SimLow, x.SimHigh = b.Low, b.High
	}
	return x
}

// Chooses says how often a strategy chooses, in a word.
func Chooses(d study.Seconds) string {
	switch d {
	case job.Day:
		return "daily"
	case job.Week:
		return "weekly"
	case study.None:
		return "never"
	}
	return "every " + PeriodName(d)
}
