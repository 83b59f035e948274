package reproduce

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/experiment/reproduce"
	"shadowtime/core/report/paper"
	"shadowtime/core/report/plot"
	"shadowtime/core/report/published"
	"shadowtime/core/study"
	"shadowtime/core/study/protocol"
	"shadowtime/ui/lab"
)

// found is a study on a log, beside what is computed of it.
type found struct {
	reproduce.Table
	done []int // resamples behind its readings
}

// id names it on the page and in files.
func (f *found) id() string { return f.Study.Name + "-" + f.Log }

// tables are the studies on the logs of which something is computed.
func (v *View) tables() (list []found) {
	for _, o := range v.logs() {
		for _, s := range reproduce.Together() {
			if !slices.Contains(v.names, s.Name) {
				continue
			}
			f := found{Table: reproduce.Table{Study: s, Log: logOf(o), Checked: checked(o)}}
			known := false
			for _, a := range v.of(o, s) {
				as, n := a.as, 0
				if t, ok := v.trace(o, a); ok && t.on != nil && a.err == nil && a.done() > 0 {
					as.Take(s, f.Log, a.computed(t.on.Trace.Overview.Procs))
					n, known = a.done(), true
					f.Wholes = append(f.Wholes, a.pair...)
				}
				f.Readings, f.done = append(f.Readings, as), append(f.done, n)
			}
			if known {
				list = append(list, f)
			}
		}
	}
	return list
}

// Answered says whether there is an answer, or one on its way.
func (v *View) Answered() bool {
	done, _ := v.Known()
	return v.verdict.Shown(done > 0) || v.busy
}

// sentence is the answer in words; while computing, what is known so far.
func (v *View) sentence(tables []found) string {
	if v.busy {
		return "The logs are being cleaned as the studies did."
	}
	done, wanted := v.Known()
	return v.Lab.SoFar(key, done, wanted, func() string { return headline(tables) })
}

// headline says how near each way of asking comes, over all tables: the way that
// stands last in its study was run, and comes first.
func headline(tables []found) string {
	var titles []string
	all, logs := map[string]published.Beside{}, map[string]bool{}
	for _, f := range tables {
		logs[f.Log] = true
		for _, r := range slices.Backward(f.Readings) {
			if len(r.Beside) == 0 {
				continue
			}
			if all[r.Title] == nil {
				titles = append(titles, r.Title)
			}
			all[r.Title] = append(all[r.Title], r.Beside...)
		}
	}
	var parts []string
	for i, title := range titles {
		f := all[title].Fit()
		n, inside := numeral.Count(f.N), numeral.Count(f.Inside)
		switch {
		case i == 0:
			where := ""
			if len(logs) > 1 {
				where = " of " + numeral.Count(len(logs)) + " logs"
			}
			s := numeral.Capital(title) + ", " + n + " published " + numeral.Plural(f.N, "figure"+where+" comes", "figures"+where+" come") +
				" out " + published.Points(f.Mean) + " off"
			if f.N > 1 {
				s += " on average, " + inside + " of them inside our simulation error"
			}
			parts = append(parts, s+".")
		case f.N == 1:
			parts = append(parts, numeral.Capital(title)+": "+published.Points(f.Mean)+" off.")
		default:
			parts = append(parts, numeral.Capital(title)+": "+published.Points(f.Mean)+" off, "+inside+" of "+n+" inside.")
		}
	}
	return strings.Join(parts, " ")
}

// drawAnswer draws the sentence, and each study on each log.
func (v *View) drawAnswer() {
	b := v.Lab.Browser
	tables := v.tables()
	v.verdict.Say("", v.sentence(tables))
	var s strings.Builder
	for i := range tables {
		v.draw(&s, &tables[i], b.Width())
	}
	b.Draw(hostTables, s.String())
}

func (v *View) draw(s *strings.Builder, f *found, width int) {
	at := v.reading(f)
	name := f.Log + ": " + f.Study.Title
	s.WriteString(`<section class="reproduced" aria-label="` + lab.Esc(name) + `"><h2 class="eyebrow">` + lab.Esc(name) +
		`</h2><p class="side-sentence">` + lab.Esc(f.Sentence()) + `</p>`)
	if len(f.Readings) > 1 {
		s.WriteString(`<p class="field choice" role="group" aria-label="Shown in the picture">`)
		for i, r := range f.Readings {
			s.WriteString(`<button type="button" class="chip" id="reading-` + f.id() + `-` + r.Protocol +
				`" data-act="reading" data-arg="` + f.id() + ` ` + r.Protocol +
				`" aria-pressed="` + lab.Bool(i == at) + `">` + lab.Esc(r.Title) + `</button> `)
		}
		s.WriteString(`</p>`)
	}
	s.WriteString(`<figure class="figure"><div class="scroll">` + f.forest(at, plot.Frame{Width: width}) + `</div>` +
		lab.FileTools("save-"+f.id(), name) + `</figure>` +
		lab.Scroll(name+", all figures", f.html()) + f.wholes(name) + lab.List("caution", f.Notes()) + `<p class="footnote">` + lab.Esc(f.sources()) +
		` <a href="docs/published.html">What is known of how they were asked</a>.</p></section>`)
}

// reading is the place of the one in the picture: the one chosen, else the one
// that was run.
func (v *View) reading(f *found) int {
	for i, r := range f.Readings {
		if r.Protocol == v.shown[f.id()] {
			return i
		}
	}
	for i := len(f.Readings) - 1; i > 0; i-- {
		if f.done[i] > 0 {
			return i
		}
	}
	return 0
}

// save hands out a table's picture, or its figures.
func (v *View) save(id, ending string) {
	for _, f := range v.tables() {
		if f.id() != id {
			continue
		}
		v.Lab.SaveOwn("shadowtime-"+f.Log+"-"+key+"-"+f.Study.Name+"."+ending,
			&paper.Paper{Methods: f.Sentence() + " " + f.sources(), Command: "shadowtime reproduce --study " + f.Study.Name + " " +
				study.Shell(f.Log)},
			func() string { return f.forest(v.reading(&f), lab.Standalone) }, f.numbers().CSV)
	}
}

// ---- the picture

// forest draws ours under one reading, and the study's values below.
func (f *found) forest(at int, frame plot.Frame) string {
	r := f.Readings[at]
	c := plot.Forest{Frame: frame, Axis: "change in total waiting against FCFS", Interval: "simulation error (95 %)",
		Aside: published.AsideWords(r.Beside)}
	figures := f.Figures()
	sorted.Stable(figures, func(a, b published.Figure) int {
		switch {
		case a.Value() < b.Value():
			return -1
		case a.Value() > b.Value():
			return 1
		}
		return 0
	})
	for _, x := range figures {
		row := plot.ForestRow{Name: x.Name, Label: x.Label(), Mid: math.NaN(), Undefined: true,
			Asides: published.AsidesOf(&published.Pair{Figure: x})}
		if p := r.Beside.Find(x.Name, x.Period); p != nil {
			row.Undefined, row.Mid, row.Low, row.High = false, float64(p.Ours.Change), float64(p.Ours.SimLow), float64(p.Ours.SimHigh)
			row.Note = published.Off(p.Points()) + " points"
			if p.Ours.Words != "" {
				row.Label += ": " + p.Ours.Words
				if x.Name == published.Best {
					row.Name = p.Ours.Words
				}
			}
		}
		c.Rows = append(c.Rows, row)
	}
	c.Title, c.Subtitle = f.title(at), f.setting(at)
	return c.SVG()
}

// title states the finding.
func (f *found) title(at int) string {
	r := f.Readings[at]
	fit := r.Beside.Fit()
	switch fit.N {
	case 0:
		return f.Log + " " + r.Title + ": nothing is computed yet"
	case 1:
		return f.Log + " " + r.Title + ": " + published.Points(fit.Mean) + " from the published figure"
	}
	return f.Log + " " + r.Title + ": " + published.Points(fit.Mean) + " from the " + numeral.Count(fit.N) + " published figures on average"
}

// setting says how it was asked, and of how many resamples ours are.
func (f *found) setting(at int) string {
	return cmp.Or(f.protocol(at).Words, f.Readings[at].Title) + "; " + numeral.Resamples(f.done[at])
}

// ---- the table

// html is the table for people.
func (f *found) html() string {
	type row = published.Figure
	t := lab.Table[row]{ID: "reproduced-" + f.id(), Class: "plain",
		Caption: "Change of total waiting against FCFS: as " + lab.Esc(published.Source(f.Study.Kind)) +
			" prints it, and computed here with simulation errors (95 %) and the distance in percentage points, bold where the study’s " +
			"value is inside that error",
		Row: func(x row) string { return ` data-figure="` + lab.Esc(x.Label()) + `"` + lab.Keyed(x.Name) },
		Columns: []lab.Column[row]{
			{Head: "", Text: true, Cell: func(x row) lab.Cell {
				c := lab.Cell{Head: true, HTML: lab.Esc(x.Label())}
				if x.Period == study.None && x.Column != "" {
					c.HTML += ` <small>as ` + lab.Esc(x.Column) + `</small>`
				}
				return c
			}},
			{Head: "printed", Cell: func(x row) lab.Cell { return lab.Number(x.Printed, published.Printed(x.Printed)) }},
		}}
	if slices.ContainsFunc(f.Figures(), published.Figure.Contradicted) {
		t.Columns = append(t.Columns, lab.Column[row]{Head: "plotted", Tip: "where the study’s own plot shows another value than it prints",
			Cell: func(x row) lab.Cell {
				if !x.Contradicted() {
					return lab.Mark(math.NaN(), "")
				}
				return lab.Number(x.Plotted, numeral.Change(x.Plotted))
			}})
	}
	for _, r := range f.Readings {
		t.Columns = append(t.Columns,
			lab.Column[row]{Head: lab.Esc(r.Title), Cell: func(x row) lab.Cell {
				p := r.Beside.Find(x.Name, x.Period)
				if p == nil {
					return lab.Mark(math.NaN(), "")
				}
				c := lab.Change(p.Ours.Change, p.Ours.SimLow, p.Ours.SimHigh, false)
				if p.Ours.Words != "" {
					c.HTML = lab.Esc(p.Ours.Words) + " " + c.HTML
				}
				return c
			}},
			lab.Column[row]{Head: "points", Cell: func(x row) lab.Cell {
				p := r.Beside.Find(x.Name, x.Period)
				if p == nil {
					return lab.Mark(math.NaN(), "")
				}
				c := lab.Number(p.Points(), published.Off(p.Points()))
				if c.Best = p.Inside(); c.Best {
					c.Tip = "the study’s value is inside our simulation error"
				}
				return c
			}})
	}
	return t.HTML(f.Figures())
}

// wholes are times beside the changes, "" where there are none.
func (f *found) wholes(name string) string {
	if len(f.Wholes) == 0 {
		return ""
	}
	n := (&lab.Numbers{}).Add(lab.InWords, "setting", "what").Add(lab.InSeconds, "printed", "here")
	for _, w := range f.Wholes {
		printed := math.NaN()
		if w.Printed != nil {
			printed = float64(*w.Printed)
		}
		n.Row(lab.Text(w.Setting), lab.Text(w.What), lab.N(printed), lab.N(w.Ours))
	}
	return lab.Scroll(name+", times", n.HTML("Mean and longest wait of the learned pair, and of FCFS"))
}

// numbers are the same for files.
func (f *found) numbers() *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "log", "figure", "printed as").Add(lab.InChanges, "printed", "plotted")
	for _, r := range f.Readings {
		n.Add(lab.InWords, r.Title+": what").Add(lab.InChanges, r.Title, r.Title+" low", r.Title+" high").Add(lab.InNumbers,
			r.Title+": points off")
	}
	for _, x := range f.Figures() {
		row := []lab.Datum{lab.Text(f.Log), lab.Text(x.Label()), lab.Text(x.Column), lab.N(x.Printed), lab.N(x.Plotted)}
		for _, r := range f.Readings {
			words, values := "", []float64{math.NaN(), math.NaN(), math.NaN(), math.NaN()}
			if p := r.Beside.Find(x.Name, x.Period); p != nil {
				words, values = p.Ours.Words, []float64{float64(p.Ours.Change), float64(p.Ours.SimLow), float64(p.Ours.SimHigh), p.Points()}
			}
			row = append(append(row, lab.Text(words)), lab.Data(values...)...)
		}
		n.Row(row...)
	}
	return n
}

// protocol is that of a reading.
func (f *found) protocol(at int) protocol.Protocol {
	p, _ := protocol.Find(f.Readings[at].Protocol, f.Study.Kind)
	return p
}

// sources are where the study and its ways of asking are from.
func (f *found) sources() string {
	list := []string{published.Source(f.Study.Kind)}
	for i := range f.Readings {
		s := f.protocol(i).Source
		list = append(slices.DeleteFunc(list, func(x string) bool { return strings.HasPrefix(s, x) }), s) // one may say more than another
	}
	return "Sources: " + strings.Join(list, "; ") + "."
}
