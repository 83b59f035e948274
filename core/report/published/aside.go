package published

import "shadowtime/core/report/plot"

// AsidesOf are the marks of a figure: of what it is worth, and faint of what is
// printed where that is contradicted; nil has none.
func AsidesOf(x *Pair) []plot.Aside {
	if x == nil {
		return nil
	}
	if !x.Contradicted() {
		return []plot.Aside{{At: x.Printed, Words: x.Said()}}
	}
	return []plot.Aside{{At: x.Plotted, Words: x.Said()}, {At: x.Printed, Faint: true}}
}

// AsideWords names the marks of printed figures below a chart.
func AsideWords(b Beside) string {
	if len(b) == 0 {
		return ""
	}
	s := "diamonds below: as published (" + Source(b[0].Kind) + ")"
	for _, x := range b {
		if x.Contradicted() {
			return s + ", faint: printed, at odds with the study’s own plot"
		}
	}
	return s
}
