package reproduce

import (
	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/choose"
	"shadowtime/core/experiment/learn"
	"shadowtime/core/experiment/windows"
	"shadowtime/core/report"
	"shadowtime/core/report/published"
	"shadowtime/core/sim/gc"
)

// Regressions are the logs of the study of regressed orders.
type Regressions []*Regression

// Passages are the tables.
func (list Regressions) Passages() []Passage {
	return passages(list.Grids(), published.RegressedSource)
}

// Page has tables and charts; what the logs do not suffice for stays as it is.
func (list Regressions) Page() Page {
	p := Page{Tables: bodies(list.Grids())}
	for _, s := range list {
		p.Charts = append(p.Charts, s.Charts()...)
	}
	return p
}

// Grids are all tables that the logs suffice for.
func (list Regressions) Grids() (grids []Grid) {
	for _, s := range list {
		if l := s.Learned; l != nil {
			grids = append(grids, coefficientsTable(l), fitsTable(l), weightsTable(l))
			if l.Shuffle != nil {
				grids = append(grids, shuffleTable(l))
			}
			grids = append(grids, poolsTable(s))
		}
	}
	return append(grids, mediansTable(list), choicesTable(list), scoresTable(list))
}

// known writes a figure where there is one.
func known(v float64, write func(float64) string) string {
	if v != v {
		return ""
	}
	return write(v)
}

// slowdown writes a mean bounded slowdown, nothing where there is none.
func slowdown(v float64) string { return known(v, numeral.Number[float64]) }

// coefficientsTable is table 3: a row a feature of each of the four.
func coefficientsTable(l *LearnedScores) Grid {
	g := Grid{ID: "table-3", Title: "Table 3: coefficients, standard errors by pair, and inflation",
		Head: []string{"", "printed", "released scores, fitted here", "s.e.", "s.e. by pair", "fair scores", "s.e. by pair", "determined",
			"VIF, printed", "VIF here", "centred"}}
	for i, printed := range published.Regressions() {
		fair := &l.Fair.Models[i]
		for j, c := range fair.Coefficients {
			row := []string{numeral.Capital(printed.Model) + ": " + c.Feature, power(printed.Theta[j]), "", "", "", power(c.Value),
				power(c.StderrByPair), "no", "", vif(float64(c.VIF)), vif(float64(c.VIFCentred))}
			if c.Determined {
				row[7] = "yes"
			}
			if j > 0 {
				row[8] = vif(printed.VIF[j-1])
			}
			if l.Released != nil {
				x := &l.Released.Models[i].Coefficients[j]
				row[2], row[3], row[4], row[9], row[10] = power(x.Value), power(x.Stderr), power(x.StderrByPair), vif(float64(x.VIF)),
					vif(float64(x.VIFCentred))
			}
			g.add(row...)
		}
	}
	return g
}

// fitsTable is how the four describe the scores.
func fitsTable(l *LearnedScores) Grid {
	g := Grid{ID: "fits", Title: "How the four fit scores", Head: []string{"", "MAE, printed", "released scores", "R²", "of ranks",
		"fair scores", "R²", "of ranks"}}
	said := func(m *learn.Model) []string {
		return []string{power(m.MAE), numeral.Number(m.R2), numeral.Number(m.Rank)}
	}
	for i, printed := range published.Regressions() {
		row := []string{numeral.Capital(printed.Model), power(printed.MAE)}
		if l.Released != nil {
			row = append(row, said(&l.Released.Models[i])...)
		} else {
			row = append(row, "", "", "")
		}
		g.add(append(row, said(&l.Fair.Models[i])...)...)
	}
	return g
}

// weightsTable is what pairs determine of Lin.
func weightsTable(l *LearnedScores) Grid {
	g := Grid{ID: "weights", Title: "Lin by what it was fitted to", Head: []string{"", "p", "s.e. by pair", "times s.e.", "q",
		"s.e. by pair", "times s.e.", "r", "s.e. by pair", "times s.e.", "rows", "count as"}}
	names, list := l.Sources()
	for i, r := range list {
		row := []string{numeral.Capital(names[i])}
		for _, c := range r.Models[0].Coefficients[1:] {
			row = append(row, power(c.Value), power(c.StderrByPair), numeral.Number(c.StderrByPair/c.Stderr))
		}
		g.add(append(row, numeral.Count(r.Scores), numeral.Whole(float64(r.Effective)))...)
	}
	return g
}

// shuffleTable is what the study's shuffle did.
func shuffleTable(l *LearnedScores) Grid {
	g := Grid{ID: "shuffle", Title: "What the study’s shuffle did to its scores", Head: []string{"", ""}}
	s := l.Shuffle
	g.add("Variance of the released scores that the place in the queue explains", numeral.Percent(s.Explained, 0))
	g.add("The same of fair scores of the same pairs", numeral.Percent(s.ExplainedFair, 1))
	g.add("Correlation of released and fair scores", numeral.Grouped(s.Alike, 3))
	g.add("The same once fair scores are multiplied by the shuffle’s favour", numeral.Grouped(s.AlikeBent, 3))
	g.add("Lin’s coefficient of r, printed", power(published.Regressions()[0].Theta[3]))
	g.add("The same fitted to the favour alone, without any simulation", power(s.R))
	g.add("The same fitted to fair scores", power(l.Fair.Models[0].Coefficients[3].Value))
	return g
}

// mediansTable are those of windows, released and run here.
func mediansTable(list Regressions) Grid {
	g := Grid{ID: "medians", Title: "Medians of windows’ mean bounded slowdowns", Head: []string{""}, ByLog: true}
	for _, o := range windows.Studys() {
		g.Head = append(g.Head, orderLabel(o))
	}
	row := func(title string, of func(order string) string) {
		cells := []string{title}
		for _, o := range windows.Studys() {
			cells = append(cells, of(o))
		}
		g.add(cells...)
	}
	for _, s := range list {
		for _, scenario := range []string{windows.Actual, windows.Estimates, windows.Easy} {
			gc, own := s.Find(WindowCase{Scenario: scenario, Dialect: windows.GC, Pool: gc.Pool}),
				s.Find(WindowCase{Scenario: scenario, Dialect: windows.Shadowtime, Pool: gc.Pool})
			if gc == nil {
				continue
			}
			title, x := s.Log+", "+scenario+": ", releasedOf(s.Log, scenario)
			if x != nil {
				row(titleOf(x), func(o string) string { return slowdown(x.Median(o)) })
			}
			row(title+"its program’s model, "+numeral.Count(len(gc.Windows))+" windows", ofMedian(gc))
			if x != nil && !x.Other {
				row(title+"difference", func(o string) string {
					return known(offReleased(gc.Medians[o], x.Median(o)), numeral.Change[float64])
				})
			}
			row(title+"Shadowtime", ofMedian(own))
		}
	}
	return g
}

// titleOf says what released medians are of.
func titleOf(x *published.Released) string {
	title := x.Log + ", " + x.Scenario + ": released, " + numeral.Count(x.Windows) + " windows"
	if x.Other {
		title += ", of another log of the model"
	}
	return title
}

// ofMedian writes the medians of windows.
func ofMedian(w *windows.Report) func(order string) string {
	return func(order string) string { return slowdown(float64(w.Medians[order])) }
}

// releasedOf is what was released of a log under a scenario, nil where nothing was.
func releasedOf(log, scenario string) *published.Released {
	for _, x := range published.Windowed() {
		if x.Log == log && x.Scenario == scenario {
			return &x
		}
	}
	return nil
}

// poolsTable is how much of the queue is ranked.
func poolsTable(s *Regression) Grid {
	g := Grid{ID: "pools", Title: "Medians by how many of the oldest waiting jobs are ranked", Head: []string{""}}
	for _, n := range poolSizes {
		name := numeral.Count(n)
		if n == 0 {
			name = "all"
		}
		g.Head = append(g.Head, name)
	}
	g.Head = append(g.Head, "first to last")
	for _, o := range append(windows.Studys(), s.Learned.Fair.Formula) {
		row := []string{orderLabel(o)}
		var of []float64
		for _, n := range poolSizes {
			w := s.Find(WindowCase{Scenario: windows.Actual, Dialect: windows.GC, Pool: n})
			of = append(of, float64(w.Medians[o]))
			row = append(row, slowdown(of[len(of)-1]))
		}
		g.add(append(row, "× "+slowdown(of[0]/of[len(of)-1]))...)
	}
	return g
}

// halves calls f for every half that features were learned from, with its title.
func halves(list Regressions, f func(title string, r *choose.Report)) {
	for _, s := range list {
		for _, r := range s.Choices {
			f(s.Log+": "+r.Plan.Learn.Part.String()+" half", r)
		}
	}
}

// choicesTable is which features windows chose, and what they are worth on others.
func choicesTable(list Regressions) Grid {
	g := Grid{ID: "choice", ByLog: true, Title: "Features chosen by windows, judged on later ones",
		Head: []string{"", "windows", "not told from it", "chosen", "times FCFS", "times SAF", "best of the others before", "times that"}}
	halves(list, func(title string, r *choose.Report) {
		row := []string{title, numeral.Count(r.Choosing) + " + " + numeral.Count(r.Judging), numeral.Count(r.Open), "none", "", "", "", ""}
		if r.Chosen >= 0 {
			row = append(row[:3], r.Candidates[r.Chosen].Name(), r.Times("FCFS"), r.Times("SAF"), r.Rival, r.Times(r.Rival))
		}
		g.add(row...)
	})
	return g
}

// scoresTable is what scores alone would have chosen, and how their ranks agree.
func scoresTable(list Regressions) Grid {
	g := Grid{ID: "misled", ByLog: true, Title: "What scores alone say of the same sets", Head: []string{"", "ranks by error", "by R²",
		"by ranks", "by earlier windows", "least error", "times the chosen", "best ranks", "times the chosen"}}
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
		g.add(row...)
	})
	return g
}

// JSON is what other programs read.
func (list Regressions) JSON() any {
	type learned struct {
		Released *learn.Report   `json:"released,omitempty"`
		Fair     *learn.Report   `json:"fair"`
		Others   []*learn.Report `json:"others"`
		Shuffle  *Shuffle        `json:"shuffle,omitempty"`
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
				one.Released = r.Medians()
			}
			x.Windows = append(x.Windows, one)
		}
		all.Logs = append(all.Logs, x)
	}
	return all
}

// vif writes a factor of inflation, nothing where there is none.
func vif(v float64) string {
	return known(v, func(v float64) string { return numeral.Grouped(v, 1) })
}
