package reproduce

import (
	"math"
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/report"
	"shadowtime/core/report/published"
	"shadowtime/core/sim/predictor"
	"shadowtime/core/study/protocol"
)

// Predictions are the logs of the study of predicted run times, each maybe in two versions.
type Predictions []*PredictionLog

// Passages are the tables.
func (logs Predictions) Passages() []Passage {
	list := passages(logs.Grids(), published.PredictionSource)
	list[0].Notes = logs.Versions()
	return list
}

// Versions say of which logs the study replayed other jobs than are replayed here.
func (logs Predictions) Versions() (list []string) {
	for _, s := range published.Predicted() {
		text := ""
		for _, l := range logs {
			switch {
			case l.Name != s.Log:
			case l.Jobs == s.Jobs: // this version is the study's
				text, s.Jobs = "", 0
			case s.Jobs > 0:
				text += "; " + l.Version + " has " + numeral.Count(l.Jobs)
			}
		}
		if s.Jobs > 0 && text != "" {
			list = append(list, s.Log+": the study replayed "+numeral.Count(s.Jobs)+" jobs"+text+". Its version of the log was another.")
		}
	}
	return list
}

// Page has tables and charts, whole: what the logs do not suffice for stays as it is.
func (logs Predictions) Page() Page {
	p := Page{Tables: append(bodies(logs.Grids()), protocols("protocol-predict", protocol.Predict2018)), Charts: exampleCharts()}
	if firsts := firstVersions(logs); len(firsts) > 1 {
		p.Charts = append(p.Charts, comparisonCharts(firsts)...)
	}
	for _, l := range logs {
		if len(l.Along) > 0 {
			p.Charts = append(p.Charts, distributionCharts(l.Trace, l.Along)...)
		}
	}
	return p
}

// Grids are all tables that the logs suffice for.
func (logs Predictions) Grids() []Grid {
	list := append(slowdownTables(logs), extremesTable(logs), repelledTable(logs), nudgesTable(logs))
	if len(logs) > 1 {
		list = append(list, choiceTable(logs), correlationsTable(logs))
	}
	for _, l := range logs {
		if len(l.Along) > 0 {
			list = append(list, accuraciesTable(l.Along))
		}
	}
	return list
}

// bsld writes a slowdown, nothing where there is none.
func bsld(v float64) string {
	if v != v {
		return ""
	}
	return numeral.Grouped(v, 2)
}

// printedBsld has a decimal, as the study has but for what is larger.
func printedBsld(v float64) string {
	if v >= 1000 && v == math.Floor(v) {
		return numeral.Grouped(v, 0)
	}
	return numeral.Grouped(v, 1)
}

// times is how far a figure is from what is printed: in percent, or as a factor where
// that says more.
func times(ours, printed float64) string {
	if x := ours / printed; x >= 10 {
		return "× " + numeral.Grouped(x, 0)
	}
	return numeral.Change(ours/printed - 1)
}

// off is how far a figure is from what is printed, in percent; nothing where it is
// that.
func off(f *slowdownFigure) string {
	switch {
	case f.Ours != f.Ours:
		return ""
	case f.Agrees():
		return "="
	}
	return numeral.Change(f.Off())
}

func lessPercent(a, b float64) string {
	if a != a || b != b {
		return ""
	}
	return numeral.Percent(lessBy(a, b), 0)
}

// slowdownTables are tables 4.1, 4.6 and 4.7: a row printed a log, and two a version of it,
// what came out and how far that is off.
func slowdownTables(logs Predictions) []Grid {
	g := []Grid{
		{ID: "table-4-1", Title: "Table 4.1: EASY with requests, and with run times known",
			Head: []string{"", "EASY", "clairvoyant", "less"}},
		{ID: "table-4-6", Title: "Table 4.6: mean bounded slowdowns", Head: append([]string{""}, slowdownKeys[:8]...)},
		{ID: "table-4-7", Title: "Table 4.7: E-Loss, in steps, SJBF", Head: []string{"", "chosen", "less than EASY", "EASY", "EASY++",
			"less than EASY"}},
	}
	row := func(at int, cells ...string) { g[at].Rows = append(g[at].Rows, cells) }
	for _, s := range published.Predicted() {
		name := s.Log + ": printed"
		f := slowdownFigures(&s, nil)
		cells := []string{name}
		for i := range f[:8] {
			cells = append(cells, printedBsld(f[i].Printed))
		}
		percent := func(v int8) string { return numeral.Percent(float64(v)/100, 0) }
		row(0, name, printedBsld(s.EASY), printedBsld(s.Clairvoyant[0]), percent(s.ClairvoyantLess))
		row(1, cells...)
		row(2, name, printedBsld(s.Chosen), percent(s.ChosenLess), printedBsld(s.EASY), printedBsld(s.EASYPP), percent(s.EASYPPLess))
		for _, l := range logs {
			if l.Name != s.Log {
				continue
			}
			f := slowdownFigures(&s, l)
			ours, away := []string{l.Version + ": run here"}, []string{l.Version + ": difference"}
			for i := range f[:8] {
				ours, away = append(ours, bsld(f[i].Ours)), append(away, off(&f[i]))
			}
			row(0, ours[0], ours[3], ours[1], lessPercent(f[0].Ours, f[2].Ours))
			row(0, away[0], away[3], away[1], "")
			row(1, ours...)
			row(1, away...)
			chosen := &f[8]
			row(2, ours[0], bsld(chosen.Ours), lessPercent(chosen.Ours, f[2].Ours), ours[3], ours[4], lessPercent(f[3].Ours, f[2].Ours))
			row(2, away[0], off(chosen), "", away[3], away[4], "")
		}
	}
	return g
}

// extremesTable names the best and worst that learn.
func extremesTable(logs Predictions) Grid {
	g := Grid{ID: "extremes", Title: "The best and the worst that learn", Head: append([]string{""}, slowdownKeys[4:8]...)}
	for _, s := range published.Predicted() {
		for _, l := range logs {
			if l.Name == s.Log {
				cells := []string{l.Version}
				for _, f := range slowdownFigures(&s, l)[4:8] {
					cells = append(cells, shortly(f.Triple)+l.repelled(f.Triple))
				}
				g.add(cells...)
			}
		}
	}
	return g
}

// repelled says of how many jobs a triple learned away from their run times, where it did; nothing where the jobs are not known.
func (l *PredictionLog) repelled(name string) string {
	x, err := triples.Parse(name)
	if err != nil || l.Trace == nil || !x.Repels() {
		return ""
	}
	const few = 0.005 // which percents don't show
	share := x.Loss.Weight.Repelled(l.Trace)
	if share < few {
		return ""
	}
	return " (weight below 0: " + numeral.Share(share) + " of the jobs)"
}

// repelledTable has the jobs that the study's program weighed below 0, by weight.
func repelledTable(logs Predictions) Grid {
	weights := []predictor.Weight{predictor.ShortWide, predictor.LongNarrow, predictor.SmallArea}
	g := Grid{ID: "repelled", Title: "Jobs with a weight below 0, in percent of a log’s", Head: []string{""}}
	for _, w := range weights {
		g.Head = append(g.Head, w.String())
	}
	for _, l := range logs {
		if l.Trace == nil {
			continue
		}
		row := []string{l.Version}
		for _, w := range weights {
			row = append(row, numeral.Percent(w.Repelled(l.Trace), 1))
		}
		g.add(row...)
	}
	return g
}

// shortly is a learned triple's name where its order is said elsewhere.
func shortly(name string) string {
	return strings.NewReplacer("learned(", "", ")-", ", ", "-FCFS", "", "-SJBF", "", ",", ", ").Replace(name)
}

// choiceTable is what the other logs choose: of what the study printed, and of what came
// out here.
func choiceTable(logs Predictions) Grid {
	g := Grid{ID: "chosen", Title: "What the other logs choose", Head: []string{"", "the study’s figures", "sum, next", "run here",
		"slowdown", "of those that learn", "slowdown"}}
	firsts := firstVersions(logs)
	choices, ok := chooseTriples(firsts)
	for _, s := range published.Predicted() {
		name, least, next := printedChoice(s.Log)
		row := []string{s.Log, name, printedBsld(least) + ", " + printedBsld(next), "", "", "", ""}
		if i := slices.IndexFunc(firsts, func(l *PredictionLog) bool { return l.Name == s.Log }); i >= 0 && ok {
			a, b := &choices[i].Any, &choices[i].Learned
			row[0] = firsts[i].Version
			row[3], row[4], row[5], row[6] = a.Triple.Label(), bsld(a.Run.AvgBsld()), b.Triple.Label(), bsld(b.Run.AvgBsld())
		}
		g.add(row...)
	}
	return g
}

// nudgesTable is how far the chosen triple's figure moves when next to nothing changes.
func nudgesTable(logs Predictions) Grid {
	g := Grid{ID: "delicate", Title: "E-Loss, in steps, SJBF: what regularisation half a percent off does",
		Head: []string{"", "jobs", "printed", "run here", "least", "greatest", "the printed one"}}
	for _, s := range published.Predicted() {
		for _, l := range logs {
			if l.Name == s.Log && len(l.Nudged) > 0 {
				least, greatest, reached := slices.Min(l.Nudged), slices.Max(l.Nudged), "within"
				if s.Chosen < least-published.Precision4 || s.Chosen > greatest+published.Precision4 {
					reached = "not reproduced"
				}
				g.add(l.Version, numeral.Count(l.Jobs), printedBsld(s.Chosen), bsld(l.Bsld(InSteps)), bsld(least), bsld(greatest), reached)
			}
		}
	}
	return g
}

// correlationsTable are of each pair of logs.
func correlationsTable(logs Predictions) Grid {
	g := Grid{ID: "pearson", Title: "Correlation of the 128 triples’ slowdowns from log to log", Head: []string{"", "Pearson", "of ranks"}}
	for i, a := range logs {
		for _, b := range logs[i+1:] {
			p, s := correlationOf(a, b)
			g.add(a.Version+", "+b.Version, numeral.Grouped(p, 2), numeral.Grouped(s, 2))
		}
	}
	return g
}

// accuraciesTable is table 4.8.
func accuraciesTable(along []TechniqueAccuracy) Grid {
	g := Grid{ID: "table-4-8", Title: "Table 4.8: errors along the log’s own starts", Head: []string{"", "MAE, printed", "run here",
		"difference", "mean E-Loss, printed", "run here", "difference", "too short"}}
	for i := range along {
		a := &along[i]
		row := []string{a.Name, "", numeral.Grouped(a.MAE, 0), "", "", numeral.Power(a.MeanELoss, 2), "", numeral.Percent(a.Under, 0)}
		if p := a.Printed; p != nil {
			row[1], row[3] = numeral.Grouped(p.MAE, 0), times(a.MAE, p.MAE)
			row[4], row[6] = numeral.Power(p.MeanELoss, 2), times(a.MeanELoss, p.MeanELoss)
		}
		g.add(row...)
	}
	return g
}

// JSON is what other programs read.
func (logs Predictions) JSON() any {
	type cell struct {
		Name    string       `json:"name"`
		Printed float64      `json:"printed"`
		Ours    report.Float `json:"ours"`
		Agrees  bool         `json:"agrees"`
		Triple  string       `json:"triple,omitempty"`
	}
	type outcome struct {
		Triple  string       `json:"triple"`
		AvgBsld report.Float `json:"avgBsld"`
	}
	type along struct {
		Name      string            `json:"name"`
		Printed   *published.Errors `json:"printed,omitempty"`
		MAE       report.Float      `json:"mae"`
		MeanELoss report.Float      `json:"meanELoss"`
		Under     report.Float      `json:"under"`
	}
	type log struct {
		Log       string         `json:"log"`
		Version   string         `json:"version"`
		Jobs      int            `json:"jobs"`
		Procs     int64          `json:"procs"`
		Figures   []cell         `json:"figures"`
		Nudged    []report.Float `json:"nudged"`
		Triples   []outcome      `json:"triples"`
		Along     []along        `json:"along,omitempty"`
		Others    *outcome       `json:"others,omitempty"`        // what the other logs choose for it,
		OfLearned *outcome       `json:"othersLearned,omitempty"` // and of those that learn
	}
	type pair struct {
		Logs     [2]string    `json:"logs"`
		Pearson  report.Float `json:"pearson"`
		Spearman report.Float `json:"spearman"`
	}
	one := func(o *triples.Outcome) outcome { return outcome{o.Triple.Label(), report.Float(o.Run.AvgBsld())} }
	all := struct {
		Version      int      `json:"version"`
		Source       string   `json:"source"`
		Versions     []string `json:"versions,omitempty"`
		Logs         []log    `json:"logs"`
		Correlations []pair   `json:"correlations"`
	}{Version: 1, Source: published.PredictionSource, Versions: logs.Versions()}
	firsts := firstVersions(logs)
	choices, ok := chooseTriples(firsts)
	for i, x := range logs {
		l := log{Log: x.Name, Version: x.Version, Jobs: x.Jobs, Procs: x.Procs}
		for _, s := range published.Predicted() {
			if s.Log != x.Name {
				continue
			}
			for _, f := range slowdownFigures(&s, x) {
				l.Figures = append(l.Figures, cell{f.Key, f.Printed, report.Float(f.Ours), f.Agrees(), f.Triple})
			}
		}
		for k := range x.Outcomes {
			l.Triples = append(l.Triples, one(&x.Outcomes[k]))
		}
		for _, v := range x.Nudged {
			l.Nudged = append(l.Nudged, report.Float(v))
		}
		for _, a := range x.Along {
			l.Along = append(l.Along, along{a.Name, a.Printed, report.Float(a.MAE), report.Float(a.MeanELoss), report.Float(a.Under)})
		}
		if at := slices.Index(firsts, x); at >= 0 && ok {
			a, b := one(&choices[at].Any), one(&choices[at].Learned)
			l.Others, l.OfLearned = &a, &b
		}
		all.Logs = append(all.Logs, l)
		for _, y := range logs[i+1:] {
			p, s := correlationOf(x, y)
			all.Correlations = append(all.Correlations, pair{[2]string{x.Version, y.Version}, report.Float(p), report.Float(s)})
		}
	}
	return all
}
