package place

import (
	"math"

	"shadowtime/core/base/numeral"
	"shadowtime/core/experiment/place"
	"shadowtime/core/report"
	"shadowtime/core/report/plot"
	"shadowtime/ui/lab"
)

// pictures are the figures behind the answer.
func (v *View) pictures() []lab.Picture {
	if v.Report == nil || v.Report.Distinct < 2 {
		return nil
	}
	return []lab.Picture{
		{Key: "energy", Tab: "What saves energy", Draw: v.drawEnergyParts, Table: v.partTable},
		{Key: "time", Tab: "What saves time", Draw: v.drawTimeParts, Table: v.partTable},
		{Key: "stretches", Tab: "Stretch by stretch", Draw: v.drawStretches, Table: v.stretchTable},
	}
}

// part is a placing, a selection or a kind of backfilling beside the one that the
// others are compared with, over all else.
type part struct {
	*place.Difference
	kind, hue string
}

func (v *View) parts() (list []part) {
	r := v.Report
	for _, x := range []struct {
		kind string
		of   []place.Difference
	}{{"placing", r.Placings}, {"selection", r.Selections}, {"backfilling", r.Backfillings}} {
		for i := range x.of {
			p := part{&x.of[i], x.kind, "--ink-soft"}
			if x.kind == "placing" {
				p.hue = plot.Placed(p.Of, "easy").Var
			}
			list = append(list, p)
		}
	}
	return list
}

// verbs begin the rows of parts.
var verbs = map[string]string{"placing": "place ", "selection": "select ", "backfilling": "backfill "}

func (v *View) drawEnergyParts(f plot.Frame) string {
	return v.drawParts(f, "energy", "less energy", "more", func(d *place.Difference) (place.Change, string) {
		return d.Energy,
			d.EnergyShown
	})
}

func (v *View) drawTimeParts(f plot.Frame) string {
	return v.drawParts(f, v.Report.Plan.TimeWords(), "less", "more", func(d *place.Difference) (place.Change,
		string) {
		return d.Time, d.TimeShown
	})
}

// parts are how titles name them.
var parts = map[string]string{"placing": "placing", "selection": "job selection", "backfilling": "backfilling"}

// drawParts sets the parts of choices against each other: which of them decides.
func (v *View) drawParts(f plot.Frame, what, less, more string, of func(*place.Difference) (place.Change, string)) string {
	c := plot.Forest{Frame: f, Axis: "change in " + what + ", over all choices that differ in this alone", Less: less, More: more}
	most, by, likeliest, widest := 0.0, "", "", 0.0
	for _, p := range v.parts() {
		x, shown := of(p.Difference)
		c.Rows = append(c.Rows, plot.ForestRow{Label: verbs[p.kind] + p.Of, Name: p.kind + " " + p.Of, Hue: p.hue, Mid: float64(x.Mid),
			Low: float64(x.Low), High: float64(x.High),
			Undefined: !x.Mid.Known(), Note: p.kind + " against " + p.Against, Best: shown == report.Less})
		size := math.Abs(float64(x.Mid))
		if shown != report.Nothing && size > most {
			most, by = size, p.kind
		}
		if size > widest {
			widest, likeliest = size, p.kind
		}
	}
	switch {
	case by != "":
		c.Title = numeral.Capital(what) + " depends most on the " + parts[by]
	case likeliest != "":
		c.Title = "The " + parts[likeliest] + " changes " + what + " most here, not yet surely"
	default:
		c.Title = "No part of a choice changes " + what
	}
	c.Subtitle = v.setting()
	return c.SVG()
}

func (v *View) partTable() *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "part", "value", "against").Add(lab.InChanges, "energy", "low", "high", "time", "low", "high")
	for _, p := range v.parts() {
		n.Row(append([]lab.Datum{lab.Text(p.kind), lab.Text(p.Of), lab.Text(p.Against)}, lab.Data(p.Energy.Mid, p.Energy.Low, p.Energy.High,
			p.Time.Mid, p.Time.Low, p.Time.High)...)...)
	}
	return n
}

// ---- stretch by stretch

// looked are the choices whose stretches are shown: those of the front.
func (v *View) looked() (list []*place.Standing) {
	for _, c := range v.distinct() {
		if c.Front && c.Name != v.Report.Against && len(list) < 8 {
			list = append(list, c)
		}
	}
	return list
}

// energies are a choice's changes of energy, stretch by stretch.
func (v *View) energies(c *place.Standing) (list []float64) {
	i, base := -1, v.Report.Plan.Base()
	for k := range v.Report.Choices {
		if v.Report.Choices[k].Name == c.Name {
			i = k
		}
	}
	for _, row := range v.Basis {
		if len(row.Outcomes) > 0 {
			list = append(list, row.Outcomes[i].Energy/row.Outcomes[base].Energy-1)
		}
	}
	return list
}

func (v *View) drawStretches(f plot.Frame) string {
	s := plot.Strips{Frame: f, X: "change in energy against " + v.Report.Against + " in a stretch", XUnit: plot.Percent, Dot: "a stretch",
		Ref: &plot.Ref{At: 0, Label: "baseline"}}
	lo, hi := 0.0, 0.0
	for _, c := range v.looked() {
		m := plot.Placed(c.Placing, c.Backfilling)
		values := v.energies(c)
		for _, x := range values {
			lo, hi = min(lo, x), max(hi, x)
		}
		s.Rows = append(s.Rows, plot.Sample{Name: c.Name, Label: c.Name, Hue: m.Var, Values: values})
	}
	both := numeral.Changes(lo, hi)
	s.Title = "In single stretches the choices of the front change energy by " + both(lo) + " to " + both(hi)
	if len(s.Rows) == 0 {
		s.Title = "Only " + v.Report.Against + " is on the front"
	}
	s.Subtitle = v.setting()
	return s.SVG()
}

func (v *View) stretchTable() *lab.Numbers {
	n := (&lab.Numbers{}).Add(lab.InWords, "choice").Add(lab.InCounts, "stretch").Add(lab.InChanges, "energy")
	for _, c := range v.looked() {
		for k, x := range v.energies(c) {
			n.Row(lab.Text(c.Name), lab.N(k+1), lab.N(x))
		}
	}
	return n
}
