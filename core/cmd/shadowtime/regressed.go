package main

import (
	"errors"
	"fmt"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/choose"
	"shadowtime/core/experiment/learn"
	"shadowtime/core/experiment/reproduce"
	"shadowtime/core/experiment/windows"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/core/report/published"
	"shadowtime/core/sim/gc"
	"shadowtime/core/sim/trials"
	"shadowtime/core/study"
)

// regressionStudy is the name of the study of regressed orders: it learns from one log
// and judges on others, so its tables are of another form.
const regressionStudy = "regression"

// regression runs the study of regressed orders again; scores names the file that the
// study released, "" where it is not at hand.
func (r *reproducing) regression(paths []string, scores, onto string, asJSON bool) error {
	var list []*reproduce.Regression
	for _, path := range paths {
		s, err := r.relearn(path, scores)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if s != nil {
			list = append(list, s)
		}
	}
	switch {
	case len(list) == 0:
		return fmt.Errorf("nothing is known of the regression study on these logs: it is of %s", numeral.Listed(regressedLogs()))
	case r.into != nil:
		return fillRegressed(r.into, list)
	case onto != "":
		return edit(onto, func(p *page) error { return fillRegressed(p, list) })
	case asJSON:
		return r.printJSON(regressedJSON(list))
	}
	return printRegressed(r.call, list)
}

func regressedLogs() (names []string) {
	for _, w := range published.Windowed() {
		if len(names) == 0 || names[len(names)-1] != w.Log {
			names = append(names, w.Log)
		}
	}
	return names
}

// relearn asks a log all that the study asked; nil where the study is of no such log.
func (r *reproducing) relearn(path, scores string) (*reproduce.Regression, error) {
	log, err := r.open(path)
	if err != nil {
		return nil, err
	}
	chosen, ok := reproduce.ChoiceLog(log.Name)
	if !ok {
		return nil, nil
	}
	s := &reproduce.Regression{Log: chosen, Version: log.Name}
	if s.Choices, err = r.chooseAgain(path, log); err != nil {
		return nil, err
	}
	name, ok := published.RegressedLog(log.Name)
	if !ok {
		return s, nil
	}
	var more []string
	if name == reproduce.LearningLog {
		plan := reproduce.ScorePlan(nil)
		l, err := prepare(path, log, &plan.Workload)
		if err != nil {
			return nil, err
		}
		if s.Learned, err = r.learnAgain(l, scores); err != nil {
			return nil, err
		}
		more = append(more, s.Learned.Fair.Formula)
	}
	for _, c := range reproduce.WindowCases(name) {
		p := c.Plan(fortnights(name), more)
		if err := p.Normalise(); err != nil {
			return nil, err
		}
		l, err := prepare(path, log, &p.Workload)
		if err != nil {
			return nil, err
		}
		w, err := evaluate(r.call, &l, p)
		if err != nil {
			return nil, err
		}
		s.Windows = append(s.Windows, reproduce.CaseReport{WindowCase: c, Report: w})
	}
	return s, nil
}

// chooseAgain chooses features, learned from each half of a log.
func (r *reproducing) chooseAgain(path string, log *job.Log) (list []*choose.Report, err error) {
	ground := choose.Default().Learn
	if err := ground.Normalise(); err != nil {
		return nil, err
	}
	l, err := prepare(path, log, &ground.Workload)
	if err != nil {
		return nil, err
	}
	for _, half := range []study.Part{study.FirstHalf, study.SecondHalf} {
		p := reproduce.ChoicePlan(l.trace, half)
		if err := p.Normalise(); err != nil {
			return nil, err
		}
		x, err := r.choose(&l, p)
		if err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	return list, nil
}

// fortnights is how many windows of a log the study has.
func fortnights(log string) int {
	for _, w := range published.Windowed() {
		if w.Log == log {
			return w.Windows
		}
	}
	return windows.Default().Windows
}

// learnAgain scores the study's pairs fairly, drawn ones where they are not known, and
// as many elsewhere.
func (r *reproducing) learnAgain(l loaded, scores string) (*reproduce.LearnedScores, error) {
	x := &reproduce.LearnedScores{}
	var starts []int
	if scores != "" {
		t, err := r.releasedScores(scores)
		if err != nil {
			return nil, err
		}
		if starts, err = reproduce.PairPlaces(l.trace.Lasting(), t, trials.DefaultSizes); err != nil {
			return nil, fmt.Errorf("%s: %w", scores, err)
		}
		x.Released = learn.Of(reproduce.ScorePlan(starts), "", t)
	}
	score := func(p learn.Plan) (*learn.Report, error) {
		if err := p.Normalise(); err != nil {
			return nil, err
		}
		return r.scored(l, p)
	}
	var err error
	if x.Fair, err = score(reproduce.ScorePlan(starts)); err != nil {
		return nil, err
	}
	if len(x.Fair.Refused) > 0 {
		return nil, errors.New(x.Fair.Refusals())
	}
	if x.Released != nil {
		if x.Shuffle, err = reproduce.ShuffleOf(x.Released.Training, x.Fair.Training); err != nil {
			return nil, err
		}
	}
	for i := range reproduce.OtherDraws {
		o, err := score(reproduce.OtherScorePlan(i, x.Fair.Done))
		if err != nil {
			return nil, err
		}
		x.Others = append(x.Others, o)
	}
	return x, nil
}

func (r *reproducing) releasedScores(path string) (*learn.Training, error) {
	text, err := r.text(path)
	if err != nil {
		return nil, err
	}
	t, err := learn.ReadScores(text, trials.DefaultSizes.Queued)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

// ---- the tables, as rows of words

// known writes a figure where there is one.
func known(v float64, write func(float64) string) string {
	if v != v {
		return ""
	}
	return write(v)
}

func slowdown(v float64) string { return known(v, numeral.Number[float64]) }

// coefficients is table 3: a row a feature of each of the four.
func coefficients(l *reproduce.LearnedScores) grid {
	g := grid{"table-3", "Table 3: coefficients, standard errors by pair, and inflation", []string{"", "printed", "released scores, fitted here", "s.e.", "s.e. by pair", "fair scores", "s.e. by pair", "determined",
		"VIF, printed", "VIF here", "centred"}, nil}
	for i, printed := range published.Regressions() {
		fair := &l.Fair.Models[i]
		for j, c := range fair.Coefficients {
			row := []string{numeral.Capital(printed.Model) + ": " + c.Feature, power(printed.Theta[j]), "", "", "", power(float64(c.Value)), power(float64(c.StderrByPair)), "no", "", vif(float64(c.VIF)), vif(float64(c.VIFCentred))}
			if c.Determined {
				row[7] = "yes"
			}
			if j > 0 {
				row[8] = vif(printed.VIF[j-1])
			}
			if l.Released != nil {
				x := &l.Released.Models[i].Coefficients[j]
				row[2], row[3], row[4], row[9], row[10] = power(float64(x.Value)), power(float64(x.Stderr)), power(float64(x.StderrByPair)), vif(float64(x.VIF)), vif(float64(x.VIFCentred))
			}
			g.rows = append(g.rows, row)
		}
	}
	return g
}

// fits is how the four describe the scores.
func fits(l *reproduce.LearnedScores) grid {
	g := grid{"fits", "How the four fit scores", []string{"", "MAE, printed", "released scores", "R²", "of ranks", "fair scores", "R²", "of ranks"}, nil}
	said := func(m *learn.Model) []string {
		return []string{power(float64(m.MAE)), numeral.Number(m.R2), numeral.Number(m.Rank)}
	}
	for i, printed := range published.Regressions() {
		row := []string{numeral.Capital(printed.Model), power(printed.MAE)}
		if l.Released != nil {
			row = append(row, said(&l.Released.Models[i])...)
		} else {
			row = append(row, "", "", "")
		}
		g.rows = append(g.rows, append(row, said(&l.Fair.Models[i])...))
	}
	return g
}

// weighed is what pairs determine of Lin.
func weighed(l *reproduce.LearnedScores) grid {
	g := grid{"weights", "Lin by what it was fitted to", []string{"", "p", "s.e. by pair", "times s.e.", "q", "s.e. by pair", "times s.e.", "r", "s.e. by pair", "times s.e.", "rows", "count as"}, nil}
	names, list := l.Sources()
	for i, r := range list {
		row := []string{numeral.Capital(names[i])}
		for _, c := range r.Models[0].Coefficients[1:] {
			row = append(row, power(float64(c.Value)), power(float64(c.StderrByPair)), numeral.Number(c.StderrByPair/c.Stderr))
		}
		g.rows = append(g.rows, append(row, numeral.Count(r.Scores), numeral.Whole(float64(r.Effective))))
	}
	return g
}

// shuffled is what the study's shuffle did.
func shuffled(l *reproduce.LearnedScores) grid {
	g := grid{"shuffle", "What the study’s shuffle did to its scores", []string{"", ""}, nil}
	s := l.Shuffle
	add := func(what, value string) { g.rows = append(g.rows, []string{what, value}) }
	add("Variance of the released scores that the place in the queue explains", numeral.Percent(s.Explained, 0))
	add("The same of fair scores of the same pairs", numeral.Percent(s.ExplainedFair, 1))
	add("Correlation of released and fair scores", numeral.Grouped(s.Alike, 3))
	add("The same once fair scores are multiplied by the shuffle’s favour", numeral.Grouped(s.AlikeBent, 3))
	add("Lin’s coefficient of r, printed", power(published.Regressions()[0].Theta[3]))
	add("The same fitted to the favour alone, without any simulation", power(s.R))
	add("The same fitted to fair scores", power(float64(l.Fair.Models[0].Coefficients[3].Value)))
	return g
}

// medians are those of windows, released and run here.
func medians(list []*reproduce.Regression) grid {
	g := grid{"medians", "Medians of windows’ mean bounded slowdowns", []string{""}, nil}
	for _, o := range windows.Studys() {
		g.head = append(g.head, reproduce.OrderLabel(o))
	}
	row := func(title string, of func(order string) string) {
		cells := []string{title}
		for _, o := range windows.Studys() {
			cells = append(cells, of(o))
		}
		g.rows = append(g.rows, cells)
	}
	for _, s := range list {
		for _, scenario := range []string{windows.Actual, windows.Estimates, windows.Easy} {
			gc, own := s.Find(reproduce.WindowCase{Scenario: scenario, Dialect: windows.GC, Pool: gc.Pool}), s.Find(reproduce.WindowCase{Scenario: scenario, Dialect: windows.Shadowtime, Pool: gc.Pool})
			if gc == nil {
				continue
			}
			title := s.Log + ", " + scenario + ": "
			if x := releasedOf(s.Log, scenario); x != nil {
				of := ""
				if x.Other {
					of = ", of another log of the model"
				}
				row(title+"released, "+numeral.Count(x.Windows)+" windows"+of, func(o string) string { return slowdown(x.Median(o)) })
				row(title+"its program’s model, "+numeral.Count(len(gc.Windows))+" windows", ofMedian(gc))
				if !x.Other {
					row(title+"difference", func(o string) string {
						return known(reproduce.OffReleased(gc.Medians[o], x.Median(o)), numeral.Change[float64])
					})
				}
			} else {
				row(title+"its program’s model, "+numeral.Count(len(gc.Windows))+" windows", ofMedian(gc))
			}
			row(title+"Shadowtime", ofMedian(own))
		}
	}
	return g
}

func ofMedian(w *windows.Report) func(order string) string {
	return func(order string) string { return slowdown(float64(w.Medians[order])) }
}

func releasedOf(log, scenario string) *published.Released {
	for _, x := range published.Windowed() {
		if x.Log == log && x.Scenario == scenario {
			return &x
		}
	}
	return nil
}

// pools is how much of the queue is ranked.
func pools(s *reproduce.Regression) grid {
	g := grid{"pools", "Medians by how many of the oldest waiting jobs are ranked", []string{""}, nil}
	for _, n := range reproduce.Pools {
		name := numeral.Count(n)
		if n == 0 {
			name = "all"
		}
		g.head = append(g.head, name)
	}
	g.head = append(g.head, "first to last")
	for _, o := range append(windows.Studys(), s.Learned.Fair.Formula) {
		row := []string{reproduce.OrderLabel(o)}
		var of []float64
		for _, n := range reproduce.Pools {
			w := s.Find(reproduce.WindowCase{Scenario: windows.Actual, Dialect: windows.GC, Pool: n})
			of = append(of, float64(w.Medians[o]))
			row = append(row, slowdown(of[len(of)-1]))
		}
		g.rows = append(g.rows, append(row, "× "+slowdown(of[0]/of[len(of)-1])))
	}
	return g
}

// regressedGrids are all tables that the logs suffice for.
func regressedGrids(list []*reproduce.Regression) (grids []grid) {
	for _, s := range list {
		if l := s.Learned; l != nil {
			grids = append(grids, coefficients(l), fits(l), weighed(l))
			if l.Shuffle != nil {
				grids = append(grids, shuffled(l))
			}
			grids = append(grids, pools(s))
		}
	}
	return append(grids, medians(list), choices(list), misled(list))
}

// halves calls f for every half that features were learned from, with its title.
func halves(list []*reproduce.Regression, f func(title string, r *choose.Report)) {
	for _, s := range list {
		for _, r := range s.Choices {
			f(s.Log+": "+r.Plan.Learn.Part.String()+" half", r)
		}
	}
}

// choices is which features windows chose, and what they are worth on others.
func choices(list []*reproduce.Regression) grid {
	g := grid{"choice", "Features chosen by windows, judged on later ones", []string{"", "windows", "not told from it", "chosen", "times FCFS", "times SAF", "best of the others before", "times that"}, nil}
	halves(list, func(title string, r *choose.Report) {
		row := []string{title, numeral.Count(r.Choosing) + " + " + numeral.Count(r.Judging), numeral.Count(r.Open), "none", "", "", "", ""}
		if r.Chosen >= 0 {
			row = append(row[:3], r.Candidates[r.Chosen].Name(), r.Times("FCFS"), r.Times("SAF"), r.Rival, r.Times(r.Rival))
		}
		g.rows = append(g.rows, row)
	})
	return g
}

// misled is what scores alone would have chosen, and how their ranks agree.
func misled(list []*reproduce.Regression) grid {
	g := grid{"misled", "What scores alone say of the same sets", []string{"", "ranks by error", "by R²", "by ranks", "by earlier windows", "least error", "times the chosen", "best ranks", "times the chosen"}, nil}
	halves(list, func(title string, r *choose.Report) {
		if r.Chosen < 0 {
			return
		}
		row := []string{title}
		for _, s := range r.Scored {
			row = append(row, choose.Agreement(s.Later))
		}
		row = append(row, choose.Agreement(r.Kept))
		for _, s := range r.Scored {
			if s.By == "r2" || s.Chosen < 0 {
				continue
			}
			times := "the same"
			if d := r.Beside(s.Order); d != nil {
				times = choose.Over(d)
			}
			row = append(row, r.Candidates[s.Chosen].Name(), times)
		}
		g.rows = append(g.rows, row)
	})
	return g
}

func printRegressed(c *call, list []*reproduce.Regression) error {
	for _, g := range regressedGrids(list) {
		fmt.Fprintf(c.stdout, "%s (%s)\n\n", g.title, published.RegressedSource)
		if err := printTable(c.stdout, append([][]string{g.head}, g.rows...)); err != nil {
			return err
		}
		fmt.Fprintln(c.stdout)
	}
	return nil
}

// fillRegressed puts tables and charts into a page; what the logs do not suffice for
// stays as it is.
func fillRegressed(p *page, list []*reproduce.Regression) error {
	var errs []error
	for _, g := range regressedGrids(list) {
		p.head(g.id, g.title, g.head)
		errs = append(errs, p.table(g.id, func(old string) string {
			switch g.id {
			case "medians", "choice", "misled":
				return renewed(old, g.html())
			}
			return g.html()
		}))
	}
	var charts []plot.Inline
	for _, s := range list {
		charts = append(charts, s.Charts()...)
	}
	for _, c := range charts {
		errs = append(errs, p.chart(c.ID, c.HTML()))
	}
	return errors.Join(errs...)
}

// ---- as JSON

func regressedJSON(list []*reproduce.Regression) any {
	type learned struct {
		Released *learn.Report      `json:"released,omitempty"`
		Fair     *learn.Report      `json:"fair"`
		Others   []*learn.Report    `json:"others"`
		Shuffle  *reproduce.Shuffle `json:"shuffle,omitempty"`
	}
	type oneWindows struct {
		Scenario string                  `json:"scenario"`
		Dialect  string                  `json:"dialect"`
		Pool     int                     `json:"pool"`
		Windows  int                     `json:"windows"`
		Medians  map[string]report.Float `json:"medians"`
		Released map[string]float64      `json:"released,omitempty"`
	}
	type log struct {
		Log     string           `json:"log"`
		Version string           `json:"file"`
		Learned *learned         `json:"learned,omitempty"`
		Windows []oneWindows     `json:"windows"`
		Choices []*choose.Report `json:"choices"`
	}
	all := struct {
		Version int                   `json:"version"`
		Source  string                `json:"source"`
		Printed []published.Regressed `json:"printed"`
		Logs    []log                 `json:"logs"`
	}{Version: 1, Source: published.RegressedSource, Printed: published.Regressions()}
	for _, s := range list {
		x := log{Log: s.Log, Version: s.Version, Choices: s.Choices}
		if l := s.Learned; l != nil {
			x.Learned = &learned{l.Released, l.Fair, l.Others, l.Shuffle}
		}
		for _, w := range s.Windows {
			one := oneWindows{w.Scenario, w.Dialect, w.Pool, len(w.Report.Windows), w.Medians, nil}
			if r := releasedOf(s.Log, w.Scenario); r != nil && w.Dialect == windows.GC && w.Pool == gc.Pool {
				one.Released = r.Medians
			}
			x.Windows = append(x.Windows, one)
		}
		all.Logs = append(all.Logs, x)
	}
	return all
}
