package main

import (
	"errors"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/predict"
	"shadowtime/core/experiment/reproduce"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/report/published"
	"shadowtime/core/sim"
	"shadowtime/core/study/protocol"
)

// predictionStudy is the name of the study of predicted run times. It is of single
// logs, and the choice of triples needs several, so its tables are of another form.
const predictionStudy = "prediction"

// alongLog is the log that the study measured predictions on.
const alongLog = "CEA-Curie"

// foretold is a log of the study with its trace, which charts are drawn of.
type foretold struct {
	reproduce.PredictionLog
	trace *job.Trace
}

// prediction runs the study of predicted run times again.
func (r *reproducing) prediction(paths []string, onto string, asJSON bool) error {
	var logs []*foretold
	for _, path := range paths {
		versions, err := r.foretell(path, reproduce.Triples())
		if err != nil {
			return err
		}
		logs = append(logs, versions...)
	}
	switch {
	case len(logs) == 0:
		return fmt.Errorf("the study of predictions printed nothing of these logs: it did of %s", numeral.Listed(predictedLogs()))
	case r.into != nil:
		return fillPrediction(r.into, logs)
	case onto != "":
		return edit(onto, func(p *page) error { return fillPrediction(p, logs) })
	case asJSON:
		return r.printJSON(predictionJSON(logs))
	}
	return printPrediction(r.call, logs)
}

func predictedLogs() (names []string) {
	for _, s := range published.Predicted() {
		names = append(names, s.Log)
	}
	return names
}

// foretell replays triples on a log under the study's protocol, on its machine, and
// where jobs have no request, which the text does not speak of, also without them; none
// where the study printed nothing of the log.
func (r *reproducing) foretell(path string, list []triples.Triple) (versions []*foretold, err error) {
	p := predict.Default()
	if err := p.Settings().Find("protocol").Set(protocol.Predict2018); err != nil {
		return nil, err
	}
	log, err := r.open(path)
	if err != nil {
		return nil, err
	}
	known, ok := job.Recognise(log)
	if !ok || !slices.Contains(predictedLogs(), known.Name) {
		return nil, nil
	}
	p.Procs = known.Procs[0]
	p.Clean.DropMissing = false // its program's reading is not known
	for less := ""; ; {
		l, err := prepare(path, log, &p.Workload)
		if err != nil {
			return nil, err
		}
		x := &foretold{reproduce.PredictionLog{Name: known.Name, Version: l.trace.Name + less, Jobs: l.trace.Len(), Procs: l.trace.Procs}, l.trace}
		if err := r.fill(x, l, &p, list); err != nil {
			return nil, err
		}
		versions = append(versions, x)
		n := l.cleaning.NoRequest
		if n == 0 {
			return versions, nil
		}
		p.Clean.DropNoRequest = true
		less = " less " + numeral.Count(n) + " without a request"
	}
}

// fill replays a version of a log.
func (r *reproducing) fill(x *foretold, l loaded, p *predict.Plan, list []triples.Triple) (err error) {
	of := part(reproduceKind, l.trace, p.Settings())
	if x.Outcomes, err = r.replayTriples(of, list, l.trace, sim.Foresight{Threshold: int64(p.Threshold), Dialect: sim.PYSS}, p.Tau); err != nil || len(list) < len(reproduce.Triples()) {
		return err
	}
	nudges, along := of, of
	nudges.Key, along.Key = of.Key+" nudges", of.Key+" along"
	x.Nudged, err = things(r.call, nudges, reproduce.Nudges, "nudges of "+x.Version, func() (func(i int) (float64, error), error) {
		var e sim.ForetoldEngine
		return func(i int) (float64, error) { return reproduce.Nudge(i, &e, l.trace) }, nil
	})
	if err != nil || x.Name != alongLog {
		return err
	}
	starts, names := l.ownStarts(), reproduce.Techniques()
	x.Along, err = things(r.call, along, len(names), "techniques along "+x.Version, func() (func(i int) (reproduce.TechniqueAccuracy, error), error) {
		return func(i int) (reproduce.TechniqueAccuracy, error) {
			return reproduce.AlongStarts(l.trace, starts, names[i])
		}, nil
	})
	return err
}

func plainLogs(logs []*foretold) (list []*reproduce.PredictionLog) {
	for _, l := range logs {
		list = append(list, &l.PredictionLog)
	}
	return list
}

// ---- the tables, as rows of words

// grid is a table: what its rows are called, and their cells.
type grid struct {
	id, title string
	head      []string
	rows      [][]string
}

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
func off(f *reproduce.SlowdownFigure) string {
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
	return numeral.Percent(reproduce.Less(a, b), 0)
}

// slowdowns are tables 4.1, 4.6 and 4.7: a row printed a log, and two a version of it,
// what came out and how far that is off.
func slowdowns(logs []*foretold) []grid {
	g := []grid{
		{"table-4-1", "Table 4.1: EASY with requests, and with run times known", []string{"", "EASY", "clairvoyant", "less"}, nil},
		{"table-4-6", "Table 4.6: mean bounded slowdowns", append([]string{""}, reproduce.SlowdownKeys[:8]...), nil},
		{"table-4-7", "Table 4.7: E-Loss, in steps, SJBF", []string{"", "chosen", "less than EASY", "EASY", "EASY++", "less than EASY"}, nil},
	}
	row := func(at int, cells ...string) { g[at].rows = append(g[at].rows, cells) }
	for _, s := range published.Predicted() {
		name := s.Log + ": printed"
		f := reproduce.SlowdownFigures(&s, nil)
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
			f := reproduce.SlowdownFigures(&s, &l.PredictionLog)
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

// extremes names the best and worst that learn.
func extremes(logs []*foretold) grid {
	g := grid{"extremes", "The best and the worst that learn", append([]string{""}, reproduce.SlowdownKeys[4:8]...), nil}
	for _, s := range published.Predicted() {
		for _, l := range logs {
			if l.Name == s.Log {
				cells := []string{l.Version}
				for _, f := range reproduce.SlowdownFigures(&s, &l.PredictionLog)[4:8] {
					cells = append(cells, shortly(f.Triple))
				}
				g.rows = append(g.rows, cells)
			}
		}
	}
	return g
}

// shortly is a learned triple's name where its order is said elsewhere.
func shortly(name string) string {
	return strings.NewReplacer("learned(", "", ")-", ", ", "-FCFS", "", "-SJBF", "", ",", ", ").Replace(name)
}

// chosen is what the other logs choose: of what the study printed, and of what came
// out here.
func chosen(logs []*foretold) grid {
	g := grid{"chosen", "What the other logs choose", []string{"", "the study’s figures", "sum, next", "run here", "slowdown", "of those that learn", "slowdown"}, nil}
	firsts := reproduce.Firsts(plainLogs(logs))
	choices, ok := reproduce.ChooseTriples(firsts)
	for _, s := range published.Predicted() {
		name, least, next := reproduce.PrintedChoice(s.Log)
		row := []string{s.Log, name, printedBsld(least) + ", " + printedBsld(next), "", "", "", ""}
		if i := slices.IndexFunc(firsts, func(l *reproduce.PredictionLog) bool { return l.Name == s.Log }); i >= 0 && ok {
			a, b := &choices[i].Any, &choices[i].Learned
			row[0] = firsts[i].Version
			row[3], row[4], row[5], row[6] = a.Triple.Label(), bsld(a.Run.AvgBsld()), b.Triple.Label(), bsld(b.Run.AvgBsld())
		}
		g.rows = append(g.rows, row)
	}
	return g
}

// delicate is how far the chosen triple's figure moves when next to nothing changes.
func delicate(logs []*foretold) grid {
	g := grid{"delicate", "E-Loss, in steps, SJBF: what regularisation half a percent off does", []string{"", "jobs", "printed", "run here", "least", "greatest"}, nil}
	for _, s := range published.Predicted() {
		for _, l := range logs {
			if l.Name == s.Log && len(l.Nudged) > 0 {
				g.rows = append(g.rows, []string{l.Version, numeral.Count(l.Jobs), printedBsld(s.Chosen), bsld(l.Bsld(reproduce.InSteps)), bsld(slices.Min(l.Nudged)), bsld(slices.Max(l.Nudged))})
			}
		}
	}
	return g
}

// correlations are of each pair of logs.
func correlations(logs []*foretold) grid {
	g := grid{"pearson", "Correlation of the 128 triples’ slowdowns from log to log", []string{"", "Pearson", "of ranks"}, nil}
	for i, a := range logs {
		for _, b := range logs[i+1:] {
			p, s := reproduce.Correlation(&a.PredictionLog, &b.PredictionLog)
			g.rows = append(g.rows, []string{a.Version + ", " + b.Version, numeral.Grouped(p, 2), numeral.Grouped(s, 2)})
		}
	}
	return g
}

// accuracies is table 4.8.
func accuracies(along []reproduce.TechniqueAccuracy) grid {
	g := grid{"table-4-8", "Table 4.8: errors along the log’s own starts", []string{"", "MAE, printed", "run here", "difference", "mean E-Loss, printed", "run here", "difference", "too short"}, nil}
	for i := range along {
		a := &along[i]
		row := []string{a.Name, "", numeral.Grouped(a.MAE, 0), "", "", numeral.Power(a.MeanELoss, 2), "", numeral.Percent(a.Under, 0)}
		if p := a.Printed; p != nil {
			row[1], row[3] = numeral.Grouped(p.MAE, 0), times(a.MAE, p.MAE)
			row[4], row[6] = numeral.Power(p.MeanELoss, 2), times(a.MeanELoss, p.MeanELoss)
		}
		g.rows = append(g.rows, row)
	}
	return g
}

// grids are all tables that the logs suffice for.
func grids(logs []*foretold) []grid {
	list := append(slowdowns(logs), extremes(logs), delicate(logs))
	if len(logs) > 1 {
		list = append(list, chosen(logs), correlations(logs))
	}
	for _, l := range logs {
		if len(l.Along) > 0 {
			list = append(list, accuracies(l.Along))
		}
	}
	return list
}

func printPrediction(c *call, logs []*foretold) error {
	for _, g := range grids(logs) {
		fmt.Fprintf(c.stdout, "%s (%s)\n\n", g.title, published.PredictionSource)
		if err := printTable(c.stdout, append([][]string{g.head}, g.rows...)); err != nil {
			return err
		}
		fmt.Fprintln(c.stdout)
	}
	return nil
}

// html are the rows as those of a page; figures stand to the right, names to the left.
func (g *grid) html() string {
	var b strings.Builder
	for _, row := range g.rows {
		b.WriteString("<tr>")
		for i, cell := range row {
			switch {
			case i == 0:
				b.WriteString(`<th scope="row">` + html.EscapeString(cell) + "</th>")
			case strings.ContainsAny(cell, "abcdefghijklmnopqrstuvwxyz"):
				b.WriteString("<td>" + html.EscapeString(cell) + "</td>")
			default:
				b.WriteString(`<td class="num">` + html.EscapeString(cell) + "</td>")
			}
		}
		b.WriteString("</tr>\n")
	}
	return b.String()
}

// fillPrediction puts tables and charts into a page, whole: what the logs do not
// suffice for stays as it is.
func fillPrediction(p *page, logs []*foretold) error {
	charts := reproduce.Examples()
	if firsts := reproduce.Firsts(plainLogs(logs)); len(firsts) > 1 {
		charts = append(charts, reproduce.Comparisons(firsts)...)
	}
	for _, l := range logs {
		if len(l.Along) > 0 {
			charts = append(charts, reproduce.Distributions(l.trace, l.Along)...)
		}
	}
	var errs []error
	for _, g := range grids(logs) {
		p.head(g.id, g.title, g.head)
		errs = append(errs, p.table(g.id, func(string) string { return g.html() }))
	}
	for id, rows := range protocolTables(map[string][]string{"protocol-predict": {protocol.Predict2018}}) {
		errs = append(errs, p.table(id, func(string) string { return rows }))
	}
	for _, c := range charts {
		errs = append(errs, p.chart(c.ID, c.HTML()))
	}
	return errors.Join(errs...)
}

// ---- as JSON

func predictionJSON(logs []*foretold) any {
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
		Version      int    `json:"version"`
		Source       string `json:"source"`
		Logs         []log  `json:"logs"`
		Correlations []pair `json:"correlations"`
	}{Version: 1, Source: published.PredictionSource}
	firsts := reproduce.Firsts(plainLogs(logs))
	choices, ok := reproduce.ChooseTriples(firsts)
	for i, x := range logs {
		l := log{Log: x.Name, Version: x.Version, Jobs: x.Jobs, Procs: x.Procs}
		for _, s := range published.Predicted() {
			if s.Log != x.Name {
				continue
			}
			for _, f := range reproduce.SlowdownFigures(&s, &x.PredictionLog) {
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
		if at := slices.Index(firsts, &x.PredictionLog); at >= 0 && ok {
			a, b := one(&choices[at].Any), one(&choices[at].Learned)
			l.Others, l.OfLearned = &a, &b
		}
		all.Logs = append(all.Logs, l)
		for _, y := range logs[i+1:] {
			p, s := reproduce.Correlation(&x.PredictionLog, &y.PredictionLog)
			all.Correlations = append(all.Correlations, pair{[2]string{x.Version, y.Version}, report.Float(p), report.Float(s)})
		}
	}
	return all
}
