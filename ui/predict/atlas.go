package predict

import (
	"math"

	"shadowtime/core/base/numeral"
	"shadowtime/core/base/sorted"
	"shadowtime/core/experiment/predict"
	"shadowtime/core/experiment/triples"
	"shadowtime/core/job"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/core/study"
	"shadowtime/ui/lab"
)

// mapPlan is the plan of the map of triples that goes with the question, for one of
// the loaded traces, and what is known of it.
func (v *View) mapPlan(o *lab.Opened) (triples.Plan, *triples.Rows, error) {
	p := triples.Default()
	p.Workload, p.Limits, p.Threshold, p.Dialect, p.Tau = v.Plan.Workload, v.Plan.Limits, v.Plan.Threshold, v.Plan.Dialect, v.Plan.Tau
	p.Clean, p.Procs = o.Rules, o.Procs
	err := p.Normalise()
	return p, v.maps.Rows(o.Summary.Digest, p.Settings().TaskKey()), err
}

// Recall takes a row that was kept: of the question, or of a way on the map.
func (v *View) Recall(log job.Digest, row lab.KeptRow) {
	lab.Recall(triples.Name, &v.maps, log, row)
	v.Question.Recall(log, row)
}

// drawMaps begins the map of every loaded log.
func (v *View) drawMaps() {
	if !v.Lab.CanCompute() {
		return
	}
	var list []*lab.Work
	for _, o := range v.Lab.Shelf {
		p, rows, err := v.mapPlan(o)
		if err != nil {
			v.Lab.Message = "The map can’t be made: " + err.Error() + "."
			return
		}
		n := len(p.List())
		list = append(list, &lab.Work{
			On: o, Kind: triples.Name, View: predict.Name, Plan: study.EncodePlan(p.Settings()), Key: p.Settings().TaskKey(), Total: n,
			Steps: 1, Noun: "ways",
			Done: func() int { return len(rows.First(n)) },
			Next: func() []int { return rows.Missing(study.Logged, n) },
			Take: func(b []byte) error {
				row, err := study.Decode[triples.Row](b)
				if err == nil {
					rows.Add(row)
				}
				return err
			},
			Draw: func(must bool) bool {
				return v.mapPace.Draw(v.Lab.Browser, must, func() {
					if v.Lab.View == v {
						v.drawMap()
					}
				})
			},
		})
	}
	sorted.Stable(list, func(a, b *lab.Work) int { // the one in sight is waited for
		switch {
		case v.Lab.InSight(v, a.On) && !v.Lab.InSight(v, b.On):
			return -1
		case v.Lab.InSight(v, b.On) && !v.Lab.InSight(v, a.On):
			return 1
		}
		return 0
	})
	v.Lab.Begin(list)
}

// atlas are the maps known, of all loaded logs.
func (v *View) atlas() (a predict.Atlas) {
	for _, o := range v.Lab.Shelf {
		if p, rows, err := v.mapPlan(o); err == nil {
			if m := predict.MapOf(o.Summary.Name, p, rows.Known(len(p.List()))); m.EASY.Jobs > 0 && len(m.Triples) > 0 {
				a = append(a, m)
			}
		}
	}
	return a
}

// drawMap draws the map of the trace in sight, and what the maps of all logs have in
// common.
func (v *View) drawMap() {
	b := v.Lab.Browser
	if v.Report == nil && len(v.atlas()) == 0 {
		b.Draw(hostMap, "")
		return
	}
	s := `<section class="aside"><h2 class="eyebrow">Every way on the log itself</h2>`
	a, complete := v.atlas(), len(v.Lab.Shelf) > 0
	known := 0
	for _, m := range a {
		if m.Complete() {
			known++
		}
	}
	complete = complete && known == len(v.Lab.Shelf)
	if !complete && v.Lab.State != lab.Running {
		s += `<p class="actions">` + lab.Tool("predict-map", "", "", "map the study’s 128 ways") + ` <span class="hint">replays ` +
			logs(len(v.Lab.Shelf)) + ` as it was, once in each way to predict, correct and backfill</span></p>`
	}
	for _, m := range a {
		if m.Name == v.Lab.Summary.Name {
			s += `<figure class="figure"><div class="scroll" tabindex="0" role="region" aria-label="Map of ways">` + mapChart(m,
				plot.Frame{Width: b.Width()}) + `</div></figure>`
		}
	}
	if known > 0 {
		var whole predict.Atlas
		for _, m := range a {
			if m.Complete() {
				whole = append(whole, m)
			}
		}
		s += `<p class="side-sentence">` + lab.Esc(whole.Sentence()) + `</p>`
		if len(whole) > 1 {
			s += correlations(whole)
		}
		s += `<p class="figure-tools">` + lab.Tool("predict-map-csv", "", "", "CSV of all ways") + `</p>`
	}
	b.Draw(hostMap, s+`</section>`)
}

func logs(n int) string {
	if n == 1 {
		return "the log"
	}
	return "each of the " + numeral.Count(n) + " logs"
}

// mapChart has a row a predictor with its loss, a column a correction and order.
func mapChart(m *predict.Map, f plot.Frame) string {
	g := plot.Grid{Frame: f, Of: "predictor", With: "correction and order", Says: "change in mean bounded slowdown", Unmarked: true}
	row, column := map[string]int{}, map[string]int{}
	place := func(at map[string]int, names *[]string, name string) int {
		i, ok := at[name]
		if !ok {
			i = len(*names)
			at[name] = i
			*names = append(*names, name)
		}
		return i
	}
	base := m.EASY.AvgBsld()
	for _, x := range m.Plan.List() {
		if x.Predicts() && x.Corrects() {
			place(column, &g.Columns, x.Correction.String()+" "+x.Backfill)
		}
	}
	set := func(i, j int, v float64) {
		for len(g.Values) <= i {
			line := make([]float64, len(g.Columns))
			for k := range line {
				line[k] = math.NaN()
			}
			g.Values = append(g.Values, line)
		}
		g.Values[i][j] = v
	}
	best := m.Best()
	for k, o := range m.Triples {
		name := o.Triple.Predictor
		if o.Triple.Learns() {
			name = o.Triple.Loss.String()
		}
		i, v := place(row, &g.Rows, name), o.Run.AvgBsld()/base-1
		for c, j := range column {
			if o.Triple.Corrects() && c != o.Triple.Correction.String()+" "+o.Triple.Backfill || !hasSuffix(c, " "+o.Triple.Backfill) {
				continue
			}
			set(i, j, v)
			if k == best && (!g.Framed || g.Chosen[1] > j) {
				g.Chosen, g.Framed = [2]int{i, j}, true
			}
		}
	}
	if best >= 0 {
		o := &m.Triples[best]
		g.Title = "Least on " + m.Name + " as it was: " + o.Triple.Name() + ", mean bounded slowdown " + numeral.Number(o.Run.AvgBsld()) +
			" against " + numeral.Number(base) + " of EASY with requests"
	}
	for _, o := range m.Bounds {
		if o.Triple.Backfill == triples.SJBF {
			g.Subtitle = "change in mean bounded slowdown, percent; losses are too long, too short, weight; run times known: " +
				numeral.Change(report.Float(o.Run.AvgBsld()/base-1)) + " (SJBF)"
		}
	}
	return g.SVG()
}

func hasSuffix(s, end string) bool { return len(s) >= len(end) && s[len(s)-len(end):] == end }

// correlations are the table of logs by logs.
func correlations(a predict.Atlas) string {
	type row struct {
		name   string
		values []report.Float
	}
	t := lab.Table[*row]{ID: "predict-correlations", Class: "plain", Caption: "Correlation (Pearson) of the ways’ mean bounded slowdowns " +
		"between logs: what one log says of another",
		Columns: []lab.Column[*row]{{Head: "Log", Text: true,
			Cell: func(r *row) lab.Cell { return lab.Cell{Head: true, HTML: lab.Esc(r.name)} }}}}
	var rows []*row
	for i, line := range a.Correlations() {
		rows = append(rows, &row{a[i].Name, line})
		t.Columns = append(t.Columns, lab.Column[*row]{Head: lab.Esc(a[i].Name), Cell: func(r *row) lab.Cell {
			return lab.Number(r.values[i], numeral.Number(math.Round(float64(r.values[i])*100)/100))
		}})
	}
	return lab.Scroll("Correlations between logs", t.HTML(rows))
}
