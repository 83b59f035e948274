package reproduce

import (
	"html"
	"slices"
	"strings"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/experiment/compare"
	"shadowtime/core/experiment/online"
	"shadowtime/core/experiment/predict"
	"shadowtime/core/experiment/tune"
	"shadowtime/core/report"
	"shadowtime/core/report/published"
	"shadowtime/core/study"
	"shadowtime/core/study/protocol"
)

// Tables are what came out of studies that are of resamples.
type Tables []Table

// Passages are a table on a log each.
func (list Tables) Passages() (all []Passage) {
	for i := range list {
		t := &list[i]
		p := Passage{Title: t.Log + ": " + t.Study.Title + " (" + t.Study.Source + ")", Sentence: t.Sentence(), Grids: []Grid{t.grid()},
			Notes: t.Notes(), Caution: t.Caution()}
		if len(t.Plain()) < len(t.Readings) {
			p.Grids = append(p.Grids, t.fits())
		}
		if len(t.Wholes) > 0 {
			p.Grids = append(p.Grids, t.wholes())
		}
		all = append(all, p)
	}
	return all
}

// head names the columns.
func (t *Table) head() []string {
	head := []string{"", "printed", "plotted"}
	for _, r := range t.Plain() {
		head = append(head, r.Title, "points")
	}
	return head
}

// grid is the table in words.
func (t *Table) grid() Grid {
	g := Grid{ID: t.Study.Name, Title: t.Study.Title, Head: t.head()}
	for _, f := range t.Figures() {
		row := []string{labelOf(f), published.Printed(f.Printed), plotted(f)}
		for _, r := range t.Plain() {
			row = append(row, besideOurs(r.Beside.Find(f.Name, f.Period))...)
		}
		g.add(row...)
	}
	return g
}

// fits are how near the readings come, those with one thing put back too.
func (t *Table) fits() Grid {
	g := Grid{Head: []string{"mean and largest distance, points", "mean", "largest", ""}}
	for _, r := range t.Readings {
		f := r.Beside.Fit()
		g.add(r.Title, oneDecimal(f.Mean), oneDecimal(f.Largest), f.At)
	}
	return g
}

// labelOf is a row's name, with the label that the study has for it where that is another.
func labelOf(f published.Figure) string {
	if f.Column != "" {
		return f.Label() + " (as " + f.Column + ")"
	}
	return f.Label()
}

// plotted is what the study's plot shows where it contradicts its table.
func plotted(f published.Figure) string {
	if f.Contradicted() {
		return numeral.Change(f.Plotted)
	}
	return ""
}

// besideOurs are ours with its simulation error, and how far it is from the study's value.
func besideOurs(p *published.Pair) []string {
	if p == nil {
		return []string{"", ""}
	}
	s := numeral.Change(p.Ours.Change) + " " + numeral.Interval(p.Ours.SimLow, p.Ours.SimHigh)
	if p.Ours.Words != "" {
		s = p.Ours.Words + " " + s
	}
	return []string{s, published.Off(p.Points())}
}

// Page has a table of each study, its logs one after another, and one of how near each
// reading comes; and what the protocols say.
func (list Tables) Page() (p Page) {
	bodies := map[string]*Body{}
	of := func(id, title string, head []string) *Body {
		if bodies[id] == nil {
			bodies[id] = &Body{ID: id, ByLog: true}
		}
		b := bodies[id]
		b.Title, b.Head = title, head
		return b
	}
	for i := range list {
		t := &list[i]
		p.Words = append(p.Words, t.Sentence())
		of(t.Study.Name, t.Study.Title, t.head()).Rows += t.html()
		if g := t.wholes(); len(g.Rows) > 0 {
			of(g.ID, g.Title, g.Head).Rows += g.HTML()
		}
		if rows := t.fitsHTML(); rows != "" {
			of("fit-"+t.Study.Name, "How near each way of asking comes", []string{"mean and largest distance, points", "mean", "largest",
				"inside"}).Rows += rows
		}
	}
	for _, b := range bodies {
		p.Tables = append(p.Tables, *b)
	}
	behind := func(b Body) string { // how near, behind
		if strings.HasPrefix(b.ID, "fit-") {
			return "1" + b.ID
		}
		return "0" + b.ID
	}
	sorted.Stable(p.Tables, func(a, b Body) int { return strings.Compare(behind(a), behind(b)) })
	for _, b := range []Body{
		protocols("protocol-2018", protocol.Text2018, protocol.Run2018),
		protocols("protocol-2017", protocol.Tuning2017),
	} {
		b.Placed = true
		p.Tables = append(p.Tables, b)
	}
	return p
}

// html are the table's rows in a page.
func (t *Table) html() string {
	var b strings.Builder
	for _, f := range t.Figures() {
		printed := published.Printed(f.Printed)
		if f.Column != "" {
			printed += " <small>(as " + f.Column + ")</small>"
		}
		b.WriteString(`<tr><th scope="row">` + t.Log + `: ` + f.Label() + `</th>` + figure(printed) + figure(plotted(f)))
		for _, r := range t.Plain() {
			p := r.Beside.Find(f.Name, f.Period)
			if p == nil {
				b.WriteString(figure("") + figure(""))
				continue
			}
			words := ""
			if p.Ours.Words != "" {
				words = p.Ours.Words + " "
			}
			b.WriteString(figure(words+numeral.Change(p.Ours.Change)+` <span class="ci">`+html.EscapeString(numeral.Interval(p.Ours.SimLow,
				p.Ours.SimHigh))+`</span>`) +
				figure(published.Off(p.Points())))
		}
		b.WriteString("</tr>\n")
	}
	return b.String()
}

// fitsHTML are how near the readings come, where they have more than a figure.
func (t *Table) fitsHTML() (rows string) {
	for _, r := range t.Readings {
		if f := r.Beside.Fit(); f.N > 1 {
			rows += `<tr><th scope="row">` + t.Log + `: ` + html.EscapeString(r.Title) + `</th>` + figure(oneDecimal(f.Mean)) +
				figure(oneDecimal(f.Largest)+` <small>(`+f.At+`)</small>`) + figure(numeral.Count(f.Inside)+" of "+
				numeral.Count(f.N)) + "</tr>\n"
		}
	}
	return rows
}

// protocols are a table of what each protocol says of a setting, as its flag, beside what
// the others say.
func protocols(id string, names ...string) Body {
	var keys []string
	has := map[string][]protocol.Value{} // of a setting, by protocol
	for at, name := range names {
		for _, kind := range []string{compare.Name, online.Name, tune.Name, predict.Name} {
			p, _ := protocol.Find(name, kind)
			for _, v := range p.Values(kind) {
				if has[v.Key] == nil {
					keys, has[v.Key] = append(keys, v.Key), make([]protocol.Value, len(names))
				}
				has[v.Key][at] = v
			}
		}
	}
	slices.Sort(keys)
	var b strings.Builder
	for _, key := range keys {
		var whys []string
		b.WriteString(`<tr><th scope="row">` + key + `</th>`)
		for _, v := range has[key] {
			text := ""
			if v.Key != "" {
				text = "<code>--" + v.Key + " " + html.EscapeString(v.Text) + "</code>"
			}
			b.WriteString("<td>" + text + "</td>")
			if v.Why != "" && !slices.Contains(whys, v.Why) {
				whys = append(whys, v.Why)
			}
		}
		b.WriteString("<td>" + html.EscapeString(strings.Join(whys, "; ")) + "</td></tr>\n")
	}
	return Body{ID: id, Rows: b.String()}
}

// JSON is what other programs read.
func (list Tables) JSON() any {
	type cell struct {
		Name    string         `json:"name"`
		Period  study.Seconds  `json:"period"`
		Column  string         `json:"column,omitempty"`
		Printed float64        `json:"printed"`
		Plotted report.Float   `json:"plotted"`
		Ours    *report.Bounds `json:"ours"`
		Points  *report.Float  `json:"points"`
		Inside  bool           `json:"inside"`
	}
	type reading struct {
		Reading
		Fit   published.Fit `json:"fit"`
		Cells []cell        `json:"cells"`
	}
	type entry struct {
		Log      string    `json:"log"`
		Checked  bool      `json:"checked"`
		Caution  string    `json:"caution,omitempty"`
		Study    string    `json:"study"`
		Source   string    `json:"source"`
		Readings []reading `json:"readings"`
		Wholes   []Whole   `json:"wholes,omitempty"`
		Sentence string    `json:"sentence"`
		Notes    []string  `json:"notes"`
	}
	all := struct {
		Version int     `json:"version"`
		Tables  []entry `json:"tables"`
	}{Version: 1}
	for i := range list {
		t := &list[i]
		e := entry{Log: t.Log, Checked: t.Checked, Caution: t.Caution(), Study: t.Study.Name,
			Source: t.Study.Source, Wholes: t.Wholes, Sentence: t.Sentence(), Notes: t.Notes()}
		for _, r := range t.Readings {
			out := reading{Reading: r, Fit: r.Beside.Fit()}
			for _, f := range t.Figures() {
				c := cell{Name: f.Name, Period: f.Period, Column: f.Column, Printed: f.Printed, Plotted: report.Float(f.Plotted)}
				if p := r.Beside.Find(f.Name, f.Period); p != nil {
					points := report.Float(p.Points())
					c.Ours, c.Points, c.Inside = &p.Ours.Bounds, &points, p.Inside()
				}
				out.Cells = append(out.Cells, c)
			}
			e.Readings = append(e.Readings, out)
		}
		all.Tables = append(all.Tables, e)
	}
	return all
}
