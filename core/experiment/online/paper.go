package online

import (
	"math"
	"strconv"
	"strings"

	"shadowtime/core/base/numeral"
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
		Table:   s.Table(), Note: s.Note(), Methods: s.Methods(),
		Command: p.Settings().Command(Verb, usual.Settings(), source.Name),
		Query:   p.Settings().Query(Verb, proposed.Settings(), Name),
	}
	for _, t := range s.Parameters {
		x.Cautions = append(x.Cautions, t.Words())
	}
	for _, w := range s.Warnings {
		x.Cautions = append(x.Cautions, w.Words)
	}
	return x
}

// Table is the table of strategies in words, with its head.
func (s *Report) Table() [][]string {
	rows := [][]string{{"strategy", "period", "change", "log's weeks", "simulation", "regret/FCFS", "95 %", "regret/best", "regret of each",
		"95 %", "regret, h"}}
	for _, r := range s.Ranked() {
		row := []string{r.Strategy, PeriodName(r.Period), numeral.Change(r.Change), numeral.Interval(r.Low, r.High),
			numeral.Interval(r.SimLow, r.SimHigh),
			numeral.Change(r.RegretFraction), numeral.Interval(r.RegretLow, r.RegretHigh), numeral.Change(r.RegretOfBest),
			numeral.Change(r.RegretEach), numeral.Interval(r.EachLow, r.EachHigh),
			strconv.FormatFloat(float64(r.Regret)/3600, 'f', 0, 64)}
		if r.Strategy == Fixed+":"+Baseline {
			row[2], row[3], row[4] = "baseline", "", ""
		}
		rows = append(rows, row)
	}
	return rows
}

// Note says what the table's figures are.
func (s *Report) Note() string {
	errors := ""
	if s.Bounded() {
		errors = ", with 95 % simulation errors"
	}
	return "Change of total waiting against " + Baseline + " with threshold " + s.Plan.Threshold.String() +
		report.IntervalsNote(s.Bounded(), s.ByWeeks(), "how far other weeks of this machine could lie", "resamples") +
		" Regret against the fixed order that is best over all resamples in hindsight: as a share of the waiting under " + Baseline +
		", and of that under the best order itself; against each resample's own best one, as a share of the waiting under " +
		Baseline + errors +
		". Hours are of all jobs together, mean over resamples."
}

// Leader is the strategy that waits least in resamples, fixed orders left out; nil
// when there is none with a figure.
func (s *Report) Leader() *Selected {
	if n := s.Named; n != nil && n.Change.Known() {
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
	f := plot.Forest{Axis: "change in total waiting against " + Baseline}
	best := s.Leader()
	row := func(v Selected, name, label string) plot.ForestRow {
		low, high, _ := v.Interval()
		return plot.ForestRow{Label: label, Name: name, Mid: float64(v.Change), Low: float64(low), High: float64(high),
			SimLow: float64(v.SimLow), SimHigh: float64(v.SimHigh), Undefined: math.IsNaN(float64(v.Change)),
			Baseline: v.Strategy == Fixed+":"+Baseline, Best: best != nil && v.Name() == best.Name() && v.Shown == report.Less}
	}
	inHindsight := row(hindsight, s.Best.Order, "best in hindsight: "+s.Best.Order)
	inHindsight.Asides = asides(published.Best, study.None)
	shown := false
	for _, v := range s.Ranked() {
		if !shown && !(v.Change < hindsight.Change) {
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
		if !r.Undefined && !r.Baseline {
			r.Note = "regret " + numeral.Change(v.RegretFraction)
		}
		f.Rows = append(f.Rows, r)
	}
	if !shown {
		f.Rows = append(f.Rows, inHindsight)
	}
	if s.Best.Change < 0 {
		f.Refs = []plot.Ref{{At: float64(s.Best.Change), Label: s.Best.Order + " all the time, which only hindsight knows; the distance " +
			"to it is the regret"}}
	}
	f.Title, f.Subtitle = s.Finding(), s.Setting(log)
	return f
}

// Finding is the forest's title.
func (s *Report) Finding() string {
	best := s.Leader()
	switch {
	case !s.Best.Change.Known():
		return "Nobody waits under " + Baseline + ": there is nothing to learn"
	case s.AsLogged.Nothing(Baseline, s.AvgWait) != "":
		return "Hardly anybody waits under " + Baseline + ": there is nothing to gain"
	case s.Done < 2 && !s.One():
		return "One resample: nothing can be concluded yet"
	case best == nil:
		return "Each order for good, against " + Baseline
	case s.short() != "":
		return report.Title(s.short())
	case s.One() && best.RegretFraction < 0:
		return report.At(&s.Plan.Workload, s.Done) + best.Label() + ", waits less than any one order does"
	case s.One():
		return report.At(&s.Plan.Workload, s.Done) + best.Label() + ", comes within " + numeral.Share(float64(best.RegretFraction)) +
			" of the best order in hindsight"
	}
	less, more, n := 0, 0, 0
	for _, x := range s.Strategies {
		if x.Period == study.None {
			continue
		}
		n++
		switch x.Shown {
		case report.Less:
			less++
		case report.More:
			more++
		}
	}
	return report.Headline(less, more, n, "strategy", "strategies", Baseline, s.ByWeeks())
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
	return text + "; " + numeral.Resamples(s.Done) + " of " + numeral.Weeks(p.Weeks) + report.After("; bars: ", s.IntervalShort()) +
		"; filled: daily, hollow: weekly or seldomer"
}

// Hindsight is the best of fixed orders, as FixedOrders has them, with the simulation
// error that it has for being chosen afterwards.
func (s *Report) Hindsight(fixed *Report) Selected {
	x, b := fixed.BestFixed(), s.Best
	x.SimLow, x.SimHigh = b.Low, b.High
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
