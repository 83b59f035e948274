package compare

import (
	"slices"

	"shadowtime/core/report/plot"
	"shadowtime/core/sim/order"
	"shadowtime/ui/lab"
)

// together are the lines over time of chosen orders, in one large chart instead
// of a small panel each.
type together struct {
	on     bool
	orders []string // chosen; nil: the first ones
}

// proposedLines is how many lines are shown before any is chosen: the best ones.
const proposedLines = 4

// banded is up to how many lines their bands are shown: more would cover each
// other.
const banded = 3

// lines are the orders that can be chosen, the best first, and those that are.
func (v *look) lines() (all, chosen []string) {
	for _, i := range v.ranked() {
		if o := v.evidence.Orders[i]; o != v.base() {
			all = append(all, o)
		}
	}
	for _, o := range v.together.orders {
		if slices.Contains(all, o) {
			chosen = append(chosen, o)
		}
	}
	if v.together.orders == nil {
		chosen = all[:min(proposedLines, len(all))]
	}
	return all, chosen
}

// toggle chooses an order, or leaves it out.
func (t *together) toggle(order string, chosen []string) {
	t.orders = append([]string{}, chosen...)
	if i := slices.Index(t.orders, order); i >= 0 {
		t.orders = slices.Delete(t.orders, i, i+1)
	} else {
		t.orders = append(t.orders, order)
	}
}

// drawTogether draws the chosen lines in one chart.
func drawTogether(v *look, f plot.Frame, panels plot.Multiples) string {
	l := plot.Line{Frame: f, Roomy: true}
	l.Title, l.Subtitle = panels.Title, panels.Subtitle
	_, chosen := v.lines()
	for _, p := range panels.Panels { // in their order, on their axes
		s := p.Series[0]
		l.First, l.X, l.XUnit, l.End, l.Y, l.YUnit, l.Band, l.Change = p.First, p.X, p.XUnit, p.End, p.Y, p.YUnit, p.Band, p.Change
		if !slices.Contains(chosen, s.Name) {
			continue
		}
		if len(chosen) > banded {
			s.Low, s.High = nil, nil
		}
		l.Series = append(l.Series, s)
	}
	return l.SVG()
}

// chooser writes the buttons that choose between panels and one chart, and the
// orders of that.
func (v *look) chooser(b *lab.Panel) {
	button := func(id, arg, words string, on bool) {
		b.HTML(`<button type="button" class="chip" id="` + id + `" data-act="curves" data-arg="` + lab.Esc(arg) + `" aria-pressed="` +
			lab.Bool(on) + `">` + words + `</button> `)
	}
	b.HTML(`<p class="field choice" role="group" aria-label="How the lines are shown">`)
	button("curves-apart", "apart", "a panel each", !v.together.on)
	button("curves-together", "together", "in one chart", v.together.on)
	b.HTML(`</p>`)
	if !v.together.on {
		return
	}
	all, chosen := v.lines()
	b.HTML(`<p class="field choice" role="group" aria-label="Orders in the chart">`)
	for _, o := range all {
		button("curve-"+o, "order:"+o, lab.Swatch(o)+lab.Esc(order.Short(o)), slices.Contains(chosen, o))
	}
	b.HTML(`</p>`)
}
