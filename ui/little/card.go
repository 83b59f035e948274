package little

import (
	"net/url"
	"strconv"
	"strings"

	core "shadowtime/core/experiment/little"
	"shadowtime/core/sim"
	"shadowtime/ui/lab"
)

// A card is a preset at a glance: its schedule, small, and what happens in it. Who slipped
// in is filled, who waits longest dashed, with a bar below as long as it waits.
const (
	cardWide, cardHigh = 288.0, 96.0
	cardFloor          = 80.0 // where the processors end
)

// cards are the presets to begin with.
func (v *View) cards() string {
	var b strings.Builder
	b.WriteString(`<ul class="little-presets">`)
	for _, p := range core.Presets() {
		if v.pictures[p.Key] == "" {
			v.pictures[p.Key] = picture(p.Example)
		}
		q := url.Values{"view": {v.Key()}}
		p.Example.Write(q.Set)
		b.WriteString(`<li><a class="little-preset" href="?` + lab.Esc(q.Encode()) + `" id="little-preset-` + p.Key +
			`" data-act="little-preset" data-arg="` + p.Key + `" aria-current="` + lab.Bool(v.example.Same(p.Example)) + `">` +
			v.pictures[p.Key] + `<b>` + lab.Esc(p.Name) + `</b><span>` + lab.Esc(p.Brief) + `</span></a></li>`)
	}
	return b.String() + `</ul>`
}

// picture is the schedule of the side that an example is about, "" where there is none:
// of one with conservative backfilling that one, else the first.
func picture(e *core.Example) string {
	m, err := core.Run(e)
	if err != nil {
		return ""
	}
	s := m.Sides[0]
	for _, other := range m.Sides {
		if other.Backfilling == sim.Conservative {
			s = other
		}
	}
	f, err := s.Picture(core.None)
	if err != nil {
		return ""
	}
	var b strings.Builder
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }
	x := func(hour float64) float64 { return hour / float64(s.Done()) * cardWide }
	row := cardFloor / float64(f.Procs)
	box := func(class string, left, top, right, bottom float64) {
		b.WriteString(`<rect class="` + class + `" x="` + number(left) + `" y="` + number(top) + `" width="` + number(right-left) +
			`" height="` + number(bottom-top) + `"/>`)
	}
	b.WriteString(`<svg viewBox="0 0 ` + number(cardWide) + ` ` + number(cardHigh) + `" aria-hidden="true" focusable="false">`)
	box("ground", 0, 0, cardWide, cardFloor)
	for _, r := range f.Out.Rows {
		box("delay", x(f.Out.From), cardFloor-float64(r.To)*row, x(f.Out.To), cardFloor-float64(r.From)*row)
	}
	longest := s.Longest()
	for i, j := range f.Jobs {
		class := "runs"
		switch {
		case i == longest:
			class = "waits"
		case j.Slipped:
			class = "slips"
		}
		for k, r := range j.Rows {
			top, bottom := cardFloor-float64(r.To)*row, cardFloor-float64(r.From)*row
			box(class, x(j.Start)+.75, top+.75, x(j.End)-.75, bottom-.75)
			if k == 0 && x(j.End)-x(j.Start) > 14 && bottom-top >= 10 {
				b.WriteString(`<text class="` + class + `" x="` + number((x(j.Start)+x(j.End))/2) + `" y="` + number((top+bottom)/2+4.5) +
					`" text-anchor="middle">` + j.Label + `</text>`)
			}
		}
	}
	box("floor", 0, cardFloor, cardWide, cardFloor+1)
	box("delay", x(float64(e.Jobs[longest].Arrives)), cardFloor+7, x(float64(s.Start(longest))), cardFloor+13)
	return b.String() + `</svg>`
}
