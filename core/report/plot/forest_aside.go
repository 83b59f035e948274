package plot

import (
	"math"

	"shadowtime/core/base/numeral"
)

// Aside is a figure from elsewhere, beside a row's own: a published one.
type Aside struct {
	At    float64 // a fraction, as Mid; what is no number is said, not drawn
	Words string  // for the readout: "published −16 % (Reis 2018, table 6.3)"
	Faint bool    // contradicted by its own source: drawn fainter
}

// An aside hangs below its row's whisker, in ink: there it hides no point,
// however close it comes, and is taken for no order's.
const (
	asideDrop  = 10.0 // from the whisker to the middle of the mark
	asideRoom  = 4.0  // what a row needs for it
	asideFaint = ".55"
)

// placed says whether the figure has a place on an axis.
func (a *Aside) placed() bool { return a.At-a.At == 0 }

// beside says whether any row has a figure from elsewhere to draw.
func (f *Forest) beside() bool {
	for i := range f.Rows {
		for j := range f.Rows[i].Asides {
			if f.Rows[i].Asides[j].placed() {
				return true
			}
		}
	}
	return false
}

// said is what its asides add to a row's words.
func (r *ForestRow) said(decimals int) (words string) {
	for i := range r.Asides {
		a := &r.Asides[i]
		words += "; " + orWord(a.Words, numeral.SignedPercent(a.At, decimals))
	}
	return words
}

// widened makes room for asides on the axis of the rows' own ends: both sides are
// judged together, since one of the other sign is what a reader looks for, and
// what others found never narrows the axis.
func (f *Forest) widened(lo, hi float64, left, right []float64) (float64, float64) {
	for i := range f.Rows {
		for j := range f.Rows[i].Asides {
			if a := &f.Rows[i].Asides[j]; a.placed() {
				left = append(left, math.Max(0, -a.At))
				right = append(right, math.Max(0, a.At))
			}
		}
	}
	l, r := clips(left, right)
	return math.Min(lo, -math.Max(l, r*0.12)), math.Max(hi, math.Max(r, l*0.12))
}

// asides draws a row's, the faint ones below the others.
func (c *canvas) asides(r *ForestRow, s *Scale, y float64) {
	for _, faint := range [2]bool{true, false} {
		for i := range r.Asides {
			if a := &r.Asides[i]; a.Faint == faint && a.placed() {
				c.aside(a, s, y, s.Holds(r.Mid))
			}
		}
	}
}

// aside draws a hollow diamond below the whisker at y, on a stem unless the
// row's number may stand there; beyond the axis, an arrow at its edge.
func (c *canvas) aside(a *Aside, s *Scale, y float64, stem bool) {
	c.s(`<path class="plot-aside" stroke-width="1.2" stroke-linejoin="round"`).fill(paper).stroke(ink)
	if a.Faint {
		c.s(` stroke-opacity="`).s(asideFaint).s(`"`)
	}
	c.s(` d="M`)
	switch x := s.At(a.At); {
	case a.At > s.Hi:
		c.xy(s.To+5, y+asideDrop).s(`l-7-4v8`)
	case a.At < s.Lo:
		c.xy(s.From-5, y+asideDrop).s(`l7-4v8`)
	case stem:
		c.xy(x, y).s(`v`).n(asideDrop - 4).s(`m0 0l4 4l-4 4l-4-4`)
	default:
		c.xy(x, y+asideDrop-4).s(`l4 4l-4 4l-4-4`)
	}
	c.s(`z"/>`)
}
