package learn

import (
	"cmp"
	"strconv"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/choose"
	"shadowtime/core/experiment/windows"
	"shadowtime/core/report/plot"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// choice is that of features by windows, for the pairs of the answer in sight.
type choice struct {
	key      string // of the question
	plan     choose.Plan
	fitting  *choose.Fitting
	quarters []quarter // the one that chooses, and the one that judges; none: not all sets are fitted
	report   *choose.Report
}

// quarter is a part of the half that was not learned from.
type quarter struct {
	plan windows.Plan
	rows *windows.Rows
}

// left are the windows that are not known yet, known those that are.
func (q *quarter) left() []int          { return q.rows.Missing(study.Logged, windows.Count(&q.plan, q.rows)) }
func (q *quarter) known() []windows.Row { return q.rows.First(windows.Count(&q.plan, q.rows)) }

// choosable says whether the answer in sight is whole and of one half.
func (v *View) choosable() bool {
	if v.Report == nil || v.judged() == nil || v.Verdict.Standing != lab.Asked || v.Report.Done < v.Report.Plan.Pairs {
		return false
	}
	_, _, ok := v.Report.Plan.Part.Quarters()
	return ok
}

// asking is the choice for the question in sight, a new one where there is none.
func (v *View) asking() (*choice, error) {
	p := v.Report.Plan
	x := &choice{key: v.KeyOf(v.Lab.Current(), &p) + v.Judging.Scenario + strconv.Itoa(v.Judging.Warm), plan: choose.Default()}
	if v.choice != nil && v.choice.key == x.key {
		return v.choice, nil
	}
	log := v.Lab.Trace.Overview
	p.Features = x.plan.Learn.Features
	x.plan.Learn = p
	x.plan.Windows.Scenario, x.plan.Windows.Warm, x.plan.Windows.Days = v.Judging.Scenario, v.Judging.Warm, choose.Days(log.Last-log.First)
	return x, x.plan.Complete()
}

// fitsAtOnce is how many sets are fitted before the page breathes.
const fitsAtOnce = 2

// choose fits all sets of features, a few at a time, and has both quarters' windows
// replayed.
func (v *View) choose() {
	if !v.choosable() || !v.Lab.CanCompute() {
		return
	}
	x, err := v.asking()
	if err != nil {
		v.Lab.Refuse("The "+err.Error()+".", 0)
		return
	}
	if x.quarters != nil {
		v.replay(x)
		return
	}
	v.choice, x.fitting = x, x.plan.Fitting(v.Report.Training)
	v.Lab.Browser.Draw(hostChoice, `<p class="hint">Sets of features are being fitted.</p>`)
	var steps []func()
	for range x.fitting.Left()/fitsAtOnce + 1 { // the last finds nothing left
		steps = append(steps, func() {
			for range fitsAtOnce {
				if x.quarters == nil && !x.fitting.Next() {
					v.replay(x)
				}
			}
		})
	}
	v.Lab.Then(steps...)
}

// replay asks for the windows of both quarters, once all sets are fitted.
func (v *View) replay(x *choice) {
	o := v.Lab.Current()
	first, last := x.plan.Parts()
	x.quarters = nil
	var works []*lab.Work
	for _, part := range []study.Part{first, last} {
		w, err := x.plan.Quarter(part, x.fitting.Fitted)
		if err != nil {
			v.Lab.Refuse("The "+err.Error()+".", 0)
			return
		}
		x.quarters = append(x.quarters, quarter{w, v.windows.Rows(o.Summary.Digest, w.Settings().TaskKey())})
	}
	for i := range x.quarters {
		works = append(works, v.replays(o, &x.quarters[i]))
	}
	v.Lab.Begin(works)
	v.drawChoice()
}

// replays is the work of a quarter's windows.
func (v *View) replays(o *lab.Opened, q *quarter) *lab.Work {
	w := v.windowWork(o)
	asks(w, &q.plan)
	w.Done = func() int { return len(q.rows.First(windows.Count(&q.plan, q.rows))) }
	w.Next = func() []int {
		w.Total = windows.Count(&q.plan, q.rows)
		return q.left()
	}
	w.Take = func(b []byte) error { return taken(q.rows, b) }
	w.Draw = func(must bool) bool {
		if must {
			v.drawEvidence()
		}
		return true
	}
	return w
}

// chosen is what windows chose for the answer in sight; nil while that is not known.
func (v *View) chosen() *choose.Report {
	if v.choice == nil || !v.choosable() {
		return nil
	}
	x, err := v.asking()
	if err != nil || x.quarters == nil {
		return nil
	}
	if q := x.quarters; x.report == nil && len(q[0].left()) == 0 && len(q[1].left()) == 0 {
		s := v.Lab.Summary
		x.report = choose.Merge(x.plan, s.Name, s.Digest, v.Lab.Trace.Overview.Procs, x.fitting.Fitted, q[0].known(), q[1].known())
	}
	return x.report
}

// chose does what a button of the section asks for; false of what is none.
func (v *View) chose(what, arg string) bool {
	r := v.chosen()
	switch {
	case what == "choose":
		v.choose()
	case r == nil:
		return false
	case what == "choice-try":
		v.try(arg, r.Candidates[r.Chosen].Formula)
	case what == "choice-csv":
		v.Lab.SaveText(v.Lab.FileName("csv", v.Kind, "features"), r.CSV())
	default:
		return false
	}
	return true
}

// drawChoice draws the button, and what was chosen.
func (v *View) drawChoice() {
	v.Lab.Browser.Draw(hostChoice, v.choiceHTML())
}

func (v *View) choiceHTML() string {
	r := v.chosen()
	switch {
	case !v.choosable():
		return ""
	case r == nil && v.Verdict.Running():
		return `<p class="hint">Windows are being replayed under every set of features.</p>`
	case r == nil:
		return `<p class="actions">` + lab.Tool("choose", "", "", "Choose the features by windows") +
			` <span class="hint">many sets of features, fitted to the same scores; windows of one quarter choose, those of the last judge</span></p>`
	}
	s := `<h2 class="eyebrow">Features chosen by windows</h2><p class="side-sentence">` + lab.Esc(r.Title()) + `</p>`
	if r.Chosen < 0 {
		return s
	}
	s += `<div class="learned"><p><b>chosen</b> = <code>` + lab.Esc(r.Candidates[r.Chosen].Formula[len(lab.FormulaPrefix):]) +
		`</code></p></div>`
	if r.Judging > 0 {
		s += lab.Scroll("The chosen order beside others", judgedTable(r))
	}
	return s + `<p>` + lab.Esc(r.Misled()) + `</p>` + lab.Scroll("The sets that did best", setsTable(r)) +
		lab.List("caution", r.Cautions()) + `<p class="figure-tools">` + lab.Tool("choice-try", "compare", "", "compare it") + ` ` +
		lab.Tool("choice-csv", "", "All sets as CSV", "CSV") + `</p>`
}

// judgedTable has the orders beside the chosen one, on the windows that judge.
func judgedTable(r *choose.Report) string {
	words := map[string]string{choose.Chosen: "chosen", "by-error": "least error", "by-r2": "largest R²", "by-ranks": "best ranks"}
	t := lab.Table[*windows.Ordered]{ID: "choice", Caption: "On " + numeral.Count(r.Judging) + " windows that nothing was chosen by",
		Columns: lab.Columns(r.Judged.Columns(), false, "order", "times", "holm", "median")}
	for i := range t.Columns {
		t.Columns[i].Key = "" // it does not sort
	}
	t.Columns[0].Cell = func(x *windows.Ordered) lab.Cell {
		return lab.Cell{Head: true, HTML: lab.Esc(cmp.Or(words[x.Name], x.Name))}
	}
	t.Columns[1].Unit = "times the chosen one’s"
	t.Columns[1].Dress = func(x *windows.Ordered, c *lab.Cell) {
		if text := choose.Interval(x.Difference); text != "" {
			c.HTML += `<small>` + lab.Esc(text) + `</small>`
		}
	}
	return t.HTML(r.Judged.Rows())
}

// shownSets is how many sets of features the table has.
const shownSets = 8

func setsTable(r *choose.Report) string {
	t := lab.Table[*choose.Candidate]{ID: "sets", Caption: "The sets that did best on the " + numeral.Count(r.Choosing) +
		" windows to choose by, of " + numeral.Count(len(r.Candidates)),
		Columns: lab.Columns(r.Columns(), false, "features", "choosing", "judging", "mae", "ranks")}
	t.Columns[0].Cell = func(c *choose.Candidate) lab.Cell { return lab.Cell{Head: true, HTML: lab.Esc(c.Name())} }
	for i := range t.Columns {
		t.Columns[i].Key = "" // it does not sort
	}
	return t.HTML(r.Best(shownSets))
}

// ---- scores or windows

func (v *View) drawScores(f plot.Frame) string {
	r := v.chosen()
	f.Title = r.AgainstTitle(true)
	f.Subtitle = v.of() + "; " + numeral.Count(len(r.Candidates)) + " sets of features"
	return r.Against(f, true)
}

func (v *View) scoresTable() *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "features").Add(lab.InNumbers, "error of the fit").Add(lab.InNumbers,
		"slowdown on windows to choose by, times the first order").Add(lab.InNumbers, "on windows to judge by")
	r := v.chosen()
	for i := range r.Candidates {
		c := &r.Candidates[i]
		n.Row(lab.Text(c.Name()), lab.N(c.MAE), lab.N(c.Choosing), lab.N(c.Judging))
	}
	return n
}
